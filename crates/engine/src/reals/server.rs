//! The server: runs slot programs.

use std::{fmt, sync::Arc};

use ringassay_circuit::text::read_circuit;
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    ckks::{Ciphertext, encoding::Encoder},
    serial::Saved as _,
};
use ringassay_slots::{Program, plan_reals};
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Server, Stopwatch};

use super::{
    RealProgram,
    about::about,
    backend::encoder,
    key::{self, Key},
};
use crate::{
    Error,
    sut::{Options, damaged, released::Released, threads::Workers},
};

/// The server of `ringassay-ckks`.
pub struct RealServer {
    options: Options,
    threads: Workers,
    key: Option<(Key, Arc<Encoder>)>,
    program: Option<RealProgram<RnsRing>>,
    released: Released,
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
        let threads = Workers::new(options.threads)?;
        Ok(Self { options, threads, key: None, program: None, released: Released::default() })
    }
}

impl Server for RealServer {
    fn about(&self) -> About {
        about(self.options.threads)
    }

    fn load_key(&mut self, chunks: &[&[u8]]) -> Result<(), Failure> {
        (self.key, self.program) = (None, None);
        self.key = Some(self.threads.run(|| {
            let key = key::load(chunks)?;
            let encoder = encoder(key.context.parameters())?;
            Ok::<_, Failure>((key, Arc::new(encoder)))
        })?);
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        self.program = None;
        let (key, _) = self.key.as_ref().ok_or_else(no_key)?;
        let circuit = read_circuit(circuit).map_err(Failure::failed)?;
        let program = plan_reals(&circuit, &key.target).map_err(Failure::refused)?;
        program.notes().iter().for_each(|note| remarks.note(note.as_str()));
        self.ingest_program(program, remarks)
    }

    fn ingest_program(&mut self, program: Program, _: &mut Remarks) -> Result<(), Failure> {
        self.program = None;
        let (key, encoder) = self.key.as_ref().ok_or_else(no_key)?;
        let encoded = self.threads.run(|| RealProgram::new(program, &key.context, encoder))?;
        self.program = Some(encoded);
        self.released.of_circuit();
        Ok(())
    }

    fn evaluate(&mut self, input: &[&[u8]], remarks: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let (Some((key, _)), Some(program)) = (&self.key, &self.program) else {
            return Err(Failure::failed("there is no program: send PROGRAM before EDATA"));
        };
        let wires = program.program().wires();
        if input.len() != wires as usize {
            return Err(Error::Inputs { wires, given: input.len() }.into());
        }
        self.released.of_input();
        let Key { context, keys, .. } = key;
        let (loading, saving) = (Stopwatch::cpu(), Stopwatch::cpu());
        let load = |wire: u32| {
            let bytes = input.get(wire as usize).copied().unwrap_or_default();
            loading.time(|| Ciphertext::load(context, bytes).map_err(damaged))
        };
        let chunks = self.threads.run(|| {
            let outputs = program.evaluate(keys, load)?;
            saving.time(|| {
                let mut chunks: Vec<Chunk> = Vec::new();
                for (output, result) in program.program().outputs().iter().zip(&outputs) {
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
