//! The server: runs slot programs.

use std::fmt;

use ringassay_circuit::text::read_circuit;
use ringassay_kernels::memory::release_freed;
use ringassay_ring::Threads;
use ringassay_scheme::{
    ckks::{Ciphertext, Scale, encoding::Encoder},
    serial::Saved as _,
};
use ringassay_slots::{Program, plan_reals, run};
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Server, Stopwatch};

use super::{
    about::about,
    backend::{Reals, Row, encoder, scales},
    key::{self, Key},
};
use crate::{
    Error,
    sut::{Options, damaged, threads},
};

/// The server of `ringassay-ckks`.
pub struct RealServer {
    options: Options,
    threads: Threads,
    key: Option<(Key, Encoder)>,
    ready: Option<Ready>,
}

/// A program with its rows encoded.
struct Ready {
    program: Program,
    scales: Vec<Scale>,
    rows: Vec<Row>,
}

impl fmt::Debug for RealServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.key.as_ref().map(|(key, _)| key.context.parameters());
        f.debug_struct("RealServer").field("parameters", &parameters).finish_non_exhaustive()
    }
}

impl RealServer {
    /// A server without a key.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn new(options: Options) -> Result<Self, Error> {
        Ok(Self { threads: threads::pool(options.threads)?, options, key: None, ready: None })
    }
}

impl Server for RealServer {
    fn about(&self) -> About {
        about(self.options.threads)
    }

    fn load_key(&mut self, chunks: &[&[u8]]) -> Result<(), Failure> {
        (self.key, self.ready) = (None, None);
        self.key = Some(self.threads.run(|| {
            let key = key::load(chunks)?;
            let encoder = encoder(key.context.parameters())?;
            Ok::<_, Failure>((key, encoder))
        })?);
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        self.ready = None;
        let (key, _) = self.key.as_ref().ok_or_else(no_key)?;
        let circuit = read_circuit(circuit).map_err(Failure::failed)?;
        let program = plan_reals(&circuit, &key.target).map_err(Failure::refused)?;
        program.notes().iter().for_each(|note| remarks.note(note.as_str()));
        self.ingest_program(program, remarks)
    }

    fn ingest_program(&mut self, program: Program, _: &mut Remarks) -> Result<(), Failure> {
        self.ready = None;
        let (key, encoder) = self.key.as_ref().ok_or_else(no_key)?;
        let Key { context, keys, .. } = key;
        let scales = scales(context, &program);
        let rows = self.threads.run(|| {
            run::encode(&program, &mut Reals { context, keys, encoder, scales: &scales })
        })?;
        self.ready = Some(Ready { program, scales, rows });
        release_freed();
        Ok(())
    }

    fn evaluate(&mut self, input: &[&[u8]], remarks: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let (Some((key, encoder)), Some(ready)) = (&self.key, &self.ready) else {
            return Err(Failure::failed("there is no program: send PROGRAM before EDATA"));
        };
        let wires = ready.program.wires();
        if input.len() != wires as usize {
            return Err(Error::Inputs { wires, given: input.len() }.into());
        }
        let Key { context, keys, .. } = key;
        let (loading, saving) = (Stopwatch::cpu(), Stopwatch::cpu());
        let chunks = self.threads.run(|| {
            let mut on = Reals { context, keys, encoder, scales: &ready.scales };
            let at = Reals { context, keys, encoder, scales: &ready.scales };
            let load = |wire: u32, level: u32| {
                let bytes = input.get(wire as usize).copied().unwrap_or_default();
                loading.time(|| {
                    let fresh = Ciphertext::load(context, bytes).map_err(damaged)?;
                    at.input(&fresh, level)
                })
            };
            let outputs =
                run(&ready.program, &mut on, &ready.rows, load).map_err(Failure::failed)?;
            saving.time(|| {
                let mut chunks: Vec<Chunk> = Vec::new();
                for (output, result) in ready.program.outputs().iter().zip(&outputs) {
                    chunks.push(output.header().to_vec().into());
                    chunks.push(result.save(context).map_err(damaged)?.into());
                }
                Ok::<_, Failure>(chunks)
            })
        })?;
        remarks.part(Part::Load, loading.total());
        remarks.part(Part::Save, saving.total());
        Ok(chunks)
    }
}

fn no_key() -> Failure {
    Failure::failed("there is no key: send KEY first")
}
