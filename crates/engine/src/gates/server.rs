//! The server: circuits, planned and evaluated.

use rayon::prelude::*;
use ringassay_circuit::{Space, netlist::Netlist, text::read_circuit};
use ringassay_gates::{load_bits, save_bits};
use ringassay_kernels::memory::release_freed;
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Server, Stopwatch};

use super::{
    GateOptions, GatePlan, about, damaged,
    key::{self, Key},
    refused,
    run::bit_bytes,
};
use crate::{Error, sut::threads::Workers};

/// The server of gates.
#[derive(Debug)]
pub struct GateServer {
    options: GateOptions,
    threads: Workers,
    key: Option<Key>,
    /// The wires of the circuit, and its plan.
    program: Option<(u32, GatePlan)>,
}

impl GateServer {
    /// A server without a key.
    ///
    /// # Errors
    /// Returns an error if threads cannot be started.
    pub fn new(options: GateOptions) -> Result<Self, Error> {
        Ok(Self { threads: Workers::new(options.threads)?, options, key: None, program: None })
    }
}

impl Server for GateServer {
    fn about(&self) -> About {
        about(self.options.threads)
    }

    fn load_key(&mut self, chunks: &[&[u8]]) -> Result<(), Failure> {
        (self.key, self.program) = (None, None);
        self.key = Some(self.threads.run(|| key::load(chunks))?);
        release_freed();
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        self.program = None;
        let key = self.key.as_ref();
        let key = key.ok_or_else(|| Failure::failed("there is no key: send KEY before CIRCUIT"))?;
        let circuit = read_circuit(circuit).map_err(Failure::failed)?;
        let length = circuit.shape().batch as usize;
        if circuit.shape().space != Space::Gf2 {
            let t = circuit.shape().space.exact().ok_or(Error::Reals)?;
            return Err(Error::Space { circuit: t, key: 2 }.into());
        }
        if length != key.length {
            return Err(Error::Length { circuit: length, key: key.length }.into());
        }
        let plan = GatePlan::new(&Netlist::of_entries(&circuit).map_err(refused)?)?;
        let bytes = bit_bytes(key.evaluator.context().parameters());
        remarks.note(format!(
            "plan: {} rotations on {} levels; {} MiB of ciphertexts at most",
            plan.rotations(),
            plan.levels().len(),
            (plan.peak() * bytes).div_ceil(1 << 20)
        ));
        self.program = Some((circuit.wires(), plan));
        release_freed();
        Ok(())
    }

    fn evaluate(&mut self, input: &[&[u8]], remarks: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let (Some(Key { length, evaluator }), Some((wires, plan))) = (&self.key, &self.program)
        else {
            return Err(Failure::failed("there is no circuit: send CIRCUIT before EDATA"));
        };
        if input.len() != *wires as usize {
            return Err(Error::Inputs { wires: *wires, given: input.len() }.into());
        }
        let context = evaluator.context();
        let (loading, saving) = (Stopwatch::cpu(), Stopwatch::cpu());
        let load = |(wire, bytes): (usize, &&[u8])| {
            let wire = wire as u32;
            let bits = loading.time(|| load_bits(context, bytes));
            let bits = bits.map_err(|error| Error::unreadable(wire, &error))?;
            if bits.len() == *length {
                return Ok(bits);
            }
            let reason = format!("it holds {} bits, not {length}", bits.len());
            Err(Error::Unreadable { wire, reason })
        };
        let outputs = self.threads.run(|| {
            let bits = input.par_iter().enumerate().map(load);
            let bits: Vec<_> = bits.collect::<Result<Vec<_>, Error>>()?.concat();
            plan.evaluate(evaluator, bits)
        })?;
        let save = |output: &[_]| {
            let saved = saving.time(|| save_bits(context, output));
            Ok(Chunk::from(saved.map_err(damaged)?))
        };
        let saved = outputs.chunks(*length).map(save).collect();
        remarks.part(Part::Load, loading.total());
        remarks.part(Part::Save, saving.total());
        saved
    }
}
