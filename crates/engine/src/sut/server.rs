//! The server: circuits, planned and evaluated.

use std::fmt;

use ringassay_circuit::text::read_circuit;
use ringassay_ring::RnsRing;
use ringassay_scheme::{IntegerScheme, hybrid::Ciphertext, serial::Saved as _};
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Server, Stopwatch};

use super::{
    Options,
    about::about,
    damaged,
    key::{self, Key},
    released::Released,
    threads::Workers,
};
use crate::{Error, Plan, Program, Target};

/// The server of a scheme with slots.
pub struct SlotServer<P: IntegerScheme> {
    options: Options,
    threads: Workers,
    key: Option<(Key<P>, Target<P>)>,
    program: Option<Program<P, RnsRing>>,
    released: Released,
}

impl<P: IntegerScheme> fmt::Debug for SlotServer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.key.as_ref().map(|(key, _)| key.context.parameters());
        f.debug_struct("SlotServer")
            .field("options", &self.options)
            .field("parameters", &parameters)
            .field("steps", &self.program.as_ref().map(|program| program.plan().steps().len()))
            .finish()
    }
}

impl<P: IntegerScheme> SlotServer<P> {
    /// A server without a key.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn new(options: Options) -> Result<Self, Error> {
        let threads = Workers::new(options.threads)?;
        Ok(Self { options, threads, key: None, program: None, released: Released::default() })
    }

    /// The present circuit, planned.
    pub fn program(&self) -> Option<&Program<P, RnsRing>> {
        self.program.as_ref()
    }
}

impl<P: IntegerScheme> Server for SlotServer<P> {
    fn about(&self) -> About {
        about::<P>(self.options.threads)
    }

    fn load_key(&mut self, chunks: &[&[u8]]) -> Result<(), Failure> {
        (self.key, self.program) = (None, None);
        let constants_bytes = self.options.constants_bytes;
        self.key = Some(self.threads.run(|| {
            let key = key::load::<P>(chunks)?;
            let automorphisms: Vec<u32> = key.keys.automorphisms().collect();
            let products = key.keys.has_products();
            let parameters = key.context.parameters();
            let target = Target::new(parameters, key.length, products, &automorphisms)?
                .with_encryption(key.encryption)
                .with_constants_bytes(constants_bytes);
            Ok::<_, Failure>((key, target))
        })?);
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        self.program = None;
        let (key, target) = self
            .key
            .as_ref()
            .ok_or_else(|| Failure::failed("there is no key: send KEY before CIRCUIT"))?;
        let circuit = read_circuit(circuit).map_err(Failure::failed)?;
        let plan = Plan::new(&circuit, target)?;
        remarks.note(format!("plan: {plan}"));
        remarks.note(format!(
            "memory: {} MiB of ciphertexts at most, as planned for one thread",
            plan.peak_bytes().div_ceil(1 << 20)
        ));
        let program = self.threads.run(|| Program::new(plan, target, &key.context))?;
        if program.unprepared() > 0 {
            remarks.note(format!(
                "{} of {} constants are prepared anew at each evaluation: more memory \
                 (--constants-mib) would save that time",
                program.unprepared(),
                program.plan().tables().len()
            ));
        }
        self.program = Some(program);
        self.released.of_circuit();
        Ok(())
    }

    fn evaluate(&mut self, input: &[&[u8]], remarks: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let (Some((key, _)), Some(program)) = (&self.key, &self.program) else {
            return Err(Failure::failed("there is no circuit: send CIRCUIT before EDATA"));
        };
        let wires = program.plan().wires();
        if input.len() != wires as usize {
            return Err(Error::Inputs { wires, given: input.len() }.into());
        }
        self.released.of_input();
        let (loading, saving) = (Stopwatch::cpu(), Stopwatch::cpu());
        let load = |wire: u32| {
            let bytes = input.get(wire as usize).copied().unwrap_or_default();
            loading
                .time(|| Ciphertext::load(&key.context, bytes))
                .map_err(|error| Error::Unreadable { wire, reason: error.to_string() })
        };
        let outputs = self.threads.run(|| program.evaluate(&key.keys, load))?;
        let saved = saving.time(|| {
            let save = |output: &Ciphertext<P, RnsRing>| {
                Ok(Chunk::from(output.save(&key.context).map_err(damaged)?))
            };
            outputs.iter().map(save).collect::<Result<Vec<_>, Failure>>()
        })?;
        remarks.part(Part::Load, loading.total());
        remarks.part(Part::Save, saving.total());
        Ok(saved)
    }
}
