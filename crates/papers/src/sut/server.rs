//! The server: circuits, planned and evaluated.

use std::fmt;

use rayon::prelude::*;
use ringassay_bigring::MultiprecisionRing;
use ringassay_circuit::text::read_circuit;
use ringassay_engine::{Error, sut::threads::Workers};
use ringassay_kernels::memory::release_freed;
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Server, Stopwatch};

use super::{
    Family, MultiprecisionOptions, Plan, Program, about, evaluate,
    key::{self, Exact, Key, damaged},
};
use crate::{
    MultiprecisionScheme,
    saved::{load_ciphertext, save_ciphertext},
};

/// The server of a scheme.
pub struct MultiprecisionServer<F: Family> {
    options: MultiprecisionOptions,
    threads: Workers,
    key: Option<Key<F>>,
    program: Option<(Program, Plan)>,
}

impl<F: Family> fmt::Debug for MultiprecisionServer<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.key.as_ref().map(|key| key.scheme.context().parameters());
        f.debug_struct("MultiprecisionServer")
            .field("options", &self.options)
            .field("parameters", &parameters)
            .field("steps", &self.program.as_ref().map(|(program, _)| program.steps().len()))
            .finish()
    }
}

impl<F: Family> MultiprecisionServer<F> {
    /// A server without a key.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn new(options: MultiprecisionOptions) -> Result<Self, Error> {
        Ok(Self { threads: Workers::new(options.threads)?, options, key: None, program: None })
    }
}

impl<F: Family> Server for MultiprecisionServer<F> {
    fn about(&self) -> About {
        about(F::SCHEME, self.options.threads)
    }

    fn load_key(&mut self, chunks: &[&[u8]]) -> Result<(), Failure> {
        (self.key, self.program) = (None, None);
        self.key = Some(self.threads.run(|| key::load(chunks))?);
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        self.program = None;
        let key = self.key.as_ref();
        let key = key.ok_or_else(|| Failure::failed("there is no key: send KEY before CIRCUIT"))?;
        let circuit = read_circuit(circuit).map_err(Failure::failed)?;
        let parameters = key.scheme.context().parameters();
        let t = circuit.shape().space.exact().ok_or(Error::Reals)?;
        let length = circuit.shape().batch;
        if t != parameters.t {
            return Err(Error::Space { circuit: t, key: parameters.t }.into());
        }
        if length as usize != key.length {
            return Err(Error::Length { circuit: length as usize, key: key.length }.into());
        }
        let program = Program::new(&circuit)?;
        let plan = Plan::new::<F>(&program, parameters)?;
        remarks.note(format!(
            "plan: {} operations on single entries in {} waves; noise of up to {:.0} bits, where {:.0} \
             decrypt; {} MiB of ciphertexts at most, with one thread",
            program.steps().len(),
            program.waves().len(),
            plan.noise_bits.max(0.0),
            plan.limit_bits,
            plan.peak_bytes.div_ceil(1 << 20)
        ));
        self.program = Some((program, plan));
        release_freed();
        Ok(())
    }

    fn evaluate(&mut self, input: &[&[u8]], remarks: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let (Some(key), Some((program, plan))) = (&self.key, &self.program) else {
            return Err(Failure::failed("there is no circuit: send CIRCUIT before EDATA"));
        };
        let (wires, needed) = (program.wires(), program.inputs() as usize);
        if input.len() != needed {
            let given = input.len() / key.length.max(1);
            return Err(Error::Inputs { wires, given }.into());
        }
        let (loading, saving) = (Stopwatch::cpu(), Stopwatch::cpu());
        let load = |entry: u32| {
            let bytes = input.get(entry as usize).copied().unwrap_or_default();
            let wire = entry / (key.length.max(1) as u32);
            let unreadable = |reason: String| Error::Unreadable { wire, reason };
            let ciphertext = loading
                .time(|| load_ciphertext(&key.scheme, bytes))
                .map_err(|error| unreadable(error.to_string()))?;
            let parts = <Exact<F> as MultiprecisionScheme<MultiprecisionRing>>::parts(&ciphertext);
            if parts.noise != plan.fresh || parts.squared {
                return Err(unreadable("it is no fresh ciphertext of this key".to_owned()));
            }
            Ok(ciphertext)
        };
        let saved = self.threads.run(|| {
            let outputs = evaluate(&key.scheme, &key.evaluation, program, true, load)?;
            let save = |output: &_| {
                let bytes = saving.time(|| save_ciphertext(&key.scheme, output));
                Ok(Chunk::from(bytes.map_err(damaged)?))
            };
            outputs.par_iter().map(|output| save(&**output)).collect()
        });
        remarks.part(Part::Load, loading.total());
        remarks.part(Part::Save, saving.total());
        saved
    }
}
