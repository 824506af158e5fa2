//! The server: circuits, planned and evaluated.

use std::fmt;

use ringassay_circuit::text::read_circuit;
use ringassay_scheme::{
    hybrid::{Ciphertext, HybridScheme as _},
    serial::Saved as _,
};
use ringassay_slots::Program;
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Server, Stopwatch};

use super::{
    Options, Planned,
    about::about,
    damaged,
    key::{self, Key},
    released::Released,
    threads::Workers,
};
use crate::Error;

/// The server of a scheme of packed plaintexts.
pub struct PackedServer<T: Planned> {
    options: Options,
    threads: Workers,
    key: Option<Key<T>>,
    program: Option<T::Program>,
    released: Released,
}

impl<T: Planned> fmt::Debug for PackedServer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameters = self.key.as_ref().map(|key| key.context.parameters());
        f.debug_struct("PackedServer")
            .field("options", &self.options)
            .field("parameters", &parameters)
            .finish_non_exhaustive()
    }
}

impl<T: Planned> PackedServer<T> {
    /// A server without a key.
    ///
    /// # Errors
    /// Returns an error if threads cannot be started.
    pub fn new(options: Options) -> Result<Self, Error> {
        let threads = Workers::new(options.threads)?;
        Ok(Self { options, threads, key: None, program: None, released: Released::default() })
    }

    fn prepare(
        &mut self,
        prepare: impl FnOnce(&Key<T>) -> Result<T::Program, Failure> + Send,
    ) -> Result<(), Failure> {
        self.program = None;
        let none = || Failure::failed("there is no key: send KEY before CIRCUIT");
        let key = self.key.as_ref().ok_or_else(none)?;
        self.program = Some(self.threads.run(|| prepare(key))?);
        self.released.of_circuit();
        Ok(())
    }
}

impl<T: Planned> Server for PackedServer<T> {
    fn about(&self) -> About {
        about(T::Parameters::SCHEME, self.options.threads)
    }

    fn load_key(&mut self, chunks: &[&[u8]]) -> Result<(), Failure> {
        (self.key, self.program) = (None, None);
        let Self { threads, options, .. } = self;
        self.key = Some(threads.run(|| key::load(chunks, options))?);
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        self.prepare(|key| {
            let circuit = read_circuit(circuit).map_err(Failure::failed)?;
            key.planned.plan(&circuit, &key.context, remarks)
        })
    }

    fn ingest_program(&mut self, program: Program, _: &mut Remarks) -> Result<(), Failure> {
        self.prepare(|key| key.planned.program(program, &key.context))
    }

    fn evaluate(&mut self, input: &[&[u8]], remarks: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let (Some(Key { context, keys, .. }), Some(program)) = (&self.key, &self.program) else {
            return Err(Failure::failed(
                "there is no circuit: send CIRCUIT or PROGRAM before EDATA",
            ));
        };
        let wires = T::wires(program);
        if input.len() != wires as usize {
            return Err(Error::Inputs { wires, given: input.len() }.into());
        }
        self.released.of_input();
        let (loading, saving) = (Stopwatch::cpu(), Stopwatch::cpu());
        let load = |wire: u32| {
            let bytes = input.get(wire as usize).copied().unwrap_or_default();
            loading.time(|| Ciphertext::load(context, bytes))
        };
        let save = |output: &Ciphertext<_, _>| {
            saving.time(|| Ok(output.save(context).map_err(damaged)?.into()))
        };
        let outputs = self.threads.run(|| T::evaluate(program, keys, load, save))?;
        remarks.part(Part::Load, loading.total());
        remarks.part(Part::Save, saving.total());
        Ok(outputs)
    }
}
