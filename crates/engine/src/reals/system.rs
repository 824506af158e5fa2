//! CKKS as a system under test: what its client chooses, what its server plans for.

use std::sync::Arc;

use rayon::prelude::*;
use ringassay_circuit::{
    Circuit, Vectors,
    text::{KeyParameters, output_text},
};
use ringassay_functions::refresh::{Refresh, Shape};
use ringassay_ring::{RnsRing, sample::Seed};
use ringassay_scheme::{
    ckks::{
        Ciphertext, Context, EvaluationKeys, Magnitude, Parameters, Plaintext, RingType, SecretKey,
        encoding::Encoder,
    },
    serial::{SavedCiphertext as _, SerialError},
};
use ringassay_slots::{
    Program, plan_reals,
    program::Output,
    target::{AnyTarget, RealTarget},
};
use ringassay_sut::kit::{Chunk, Failure, Remarks};
use zeroize::Zeroizing;

use super::{
    RealInstance, RealProgram, Refreshing,
    backend::{Number, encoder, message},
    instance::describe,
    program::automorphisms,
};
use crate::Error;
use crate::sut::{Chosen, Options, PackedClient, PackedServer, Planned, damaged, words};

/// The client of `ringassay-ckks`.
pub type RealClient = PackedClient<RealInstance>;

/// The server of `ringassay-ckks`.
pub type RealServer = PackedServer<RealPlanner>;

/// What programs are planned for, and what encodes their rows.
pub struct RealPlanner {
    target: RealTarget,
    encoder: Arc<Encoder>,
    refreshing: Option<Refreshing<RnsRing>>,
}

type Inner = Context<RnsRing>;

impl Chosen for RealInstance {
    type Parameters = Parameters;
    type Encoder = Encoder;

    fn choose(asked: &KeyParameters, options: &Options) -> Result<Self, Failure> {
        Self::choose(asked, options)
    }

    fn parameters(&self) -> &Parameters {
        &self.choice.parameters
    }

    fn describe(&self, _: &Inner, options: &Options, remarks: &mut Remarks) {
        describe(self, options.encryption, remarks);
    }

    fn title(&self, _: &Options) -> Result<Vec<u8>, Failure> {
        serde_json::to_vec(&self.target).map_err(Failure::failed)
    }

    fn pieces(&self) -> Vec<(bool, Vec<u32>)> {
        vec![(true, automorphisms(&self.choice.parameters, &self.target))]
    }

    fn further(
        &self,
        context: &Inner,
        secret: &SecretKey<RnsRing>,
        seed: &Seed,
    ) -> Result<Vec<Chunk>, Failure> {
        let Some(shape) = &self.refresh else { return Ok(Vec::new()) };
        let refresh =
            Refresh::exact(context, self.refresh_slots(), shape).map_err(Failure::failed)?;
        let objects = refresh.key_objects(secret, seed).map_err(Failure::failed)?;
        objects.map(|object| Ok(object.map_err(damaged)?.into())).collect()
    }

    fn encoder(&self) -> Result<Encoder, Failure> {
        Ok(encoder(&self.choice.parameters)?)
    }

    fn read(&self, input: &[u8]) -> Result<Vectors, Failure> {
        words::read(input, self.shape, false)
    }

    fn encode(
        &self,
        encoder: &Encoder,
        context: &Inner,
        (vectors, wire): (&Vectors, usize),
    ) -> Result<Plaintext, Failure> {
        let number = |slot| {
            let ((re, _), (im, _)) = vectors.complex(wire, slot);
            [re, im]
        };
        let entries: Vec<Number> = (0..self.shape.batch as usize).map(number).collect();
        let entries = Zeroizing::new(entries);
        let row = Zeroizing::new(self.target.layout().spread(&entries));
        let parameters = context.parameters();
        let (scale, modulus) = (parameters.scale(), parameters.log2_q(parameters.top()));
        // Of the numbers nothing but the bound is told.
        Ok(message(encoder, &row, &scale, self.magnitude(self.bound), modulus)?)
    }

    fn decrypt(
        &self,
        encoder: &Encoder,
        context: &Inner,
        secret: &SecretKey<RnsRing>,
        output: &[&[u8]],
    ) -> Result<Vec<u8>, Failure> {
        let (pairs, []) = output.as_chunks::<2>() else {
            return Err(Failure::failed("a result has two chunks for each output"));
        };
        let decrypt = |pair: &[&[u8]; 2]| self.decrypt_vector(encoder, context, secret, pair);
        let rows: Vec<Vec<Number>> = pairs.par_iter().map(decrypt).collect::<Result<_, _>>()?;
        // A second double of 0, and no negative zero.
        let parts = self.shape.space.parts();
        let numbers = rows.iter().flatten().flat_map(|number| &number[..parts]);
        let words = numbers.flat_map(|x| [(x + 0.0).to_bits(), 0]).collect();
        let vectors = Vectors::from_words(self.shape, words);
        let none = || Failure::failed("the result is no vector of finite numbers");
        Ok(output_text(&vectors.ok_or_else(none)?))
    }
}

impl RealInstance {
    /// Numbers of at most this absolute value.
    fn magnitude(&self, largest: f64) -> Magnitude {
        match self.shape.space.is_complex() {
            true => Magnitude::complex(largest),
            false => Magnitude::real(largest),
        }
    }

    fn decrypt_vector(
        &self,
        encoder: &Encoder,
        context: &Inner,
        secret: &SecretKey<RnsRing>,
        [header, bytes]: &[&[u8]; 2],
    ) -> Result<Vec<Number>, Failure> {
        let layout = self.target.layout();
        let output = Output::of_header(header)
            .filter(|output| output.first <= layout.row - layout.batch)
            .ok_or_else(|| Failure::failed("the result does not start with a header"))?;
        let found = Ciphertext::load_even_transparent(context, bytes).map_err(damaged)?;
        let found = context.assume(found, &self.magnitude(self.largest));
        // Where errors are followed too pessimistically to tell damage from noise, whoever compares judges.
        let is_certain = context.budget_bits(&found) > 0.0;
        let context = if is_certain { context.clone() } else { context.insisting() };
        let phase = context.decrypt(secret, &found).map_err(Failure::failed)?;
        let phase = Zeroizing::new(phase);
        let row = encoder.decode_phase(&phase, layout.row as usize, found.scale());
        let row = row.map_err(Failure::failed)?;
        let row: Vec<Number> = row.iter().map(|z| [z.re, z.im]).collect();
        Ok(layout.collect(&row, output.first))
    }
}

impl Planned for RealPlanner {
    type Parameters = Parameters;
    type Title = RealTarget;
    type Program = RealProgram<RnsRing>;

    fn read_title(title: &[u8]) -> Result<RealTarget, Failure> {
        match AnyTarget::parse(title).map_err(Failure::failed)? {
            AnyTarget::Reals(target) => Ok(target),
            _ => Err(Failure::failed("the target is none of reals")),
        }
    }

    fn context(title: &RealTarget, parameters: &Parameters) -> Result<Inner, Failure> {
        if (title.row as usize, title.levels as usize) != (parameters.slots(), parameters.top() + 1)
        {
            return Err(Failure::failed("the target is not that of the key's parameters"));
        }
        if title.complex && parameters.ring_type() == RingType::ConjugateInvariant {
            return Err(Failure::failed("the target has complex slots, the key's ring real ones"));
        }
        // Programs were planned for the range that the parameters hold, by interval arithmetic: what ciphertexts
        // carry knows of no cancellation, and is not asked.
        Ok(Context::exact(parameters).map_err(Failure::failed)?.insisting())
    }

    fn new(
        target: RealTarget,
        context: &Inner,
        _: &EvaluationKeys<RnsRing>,
        further: &[&[u8]],
        _: &Options,
    ) -> Result<Self, Failure> {
        let encoder = Arc::new(encoder(context.parameters())?);
        let refreshing = match (target.refresh, further) {
            (false, []) => None,
            (true, [shape, ..]) => {
                let (shape, slots) = Shape::load(context, shape).map_err(damaged)?;
                let refresh = Refresh::exact(context, slots, &shape).map_err(Failure::failed)?;
                let keys = refresh.load_keys(further.iter().map(Ok)).map_err(damaged)?;
                let largest = refresh.largest();
                let (refresh, keys) = (Arc::new(refresh), Arc::new(keys));
                Some(Refreshing { refresh, keys, largest, is_known: true })
            }
            _ => {
                return Err(Failure::failed(
                    "the target is not that of the keys: one of them refreshes",
                ));
            }
        };
        Ok(Self { target, encoder, refreshing })
    }

    fn plan(
        &self,
        circuit: &Circuit,
        context: &Inner,
        remarks: &mut Remarks,
    ) -> Result<Self::Program, Failure> {
        let program = plan_reals(circuit, &self.target).map_err(Failure::refused)?;
        program.notes().iter().for_each(|note| remarks.note(note.as_str()));
        self.program(program, context)
    }

    fn program(&self, program: Program, context: &Inner) -> Result<Self::Program, Failure> {
        let program = RealProgram::new(program, context, &self.encoder)?;
        Ok(program.with_refreshing(self.refreshing.clone()))
    }

    fn wires(program: &Self::Program) -> u32 {
        program.program().wires()
    }

    fn evaluate(
        program: &Self::Program,
        keys: &EvaluationKeys<RnsRing>,
        load: impl Fn(u32) -> Result<Ciphertext<RnsRing>, SerialError> + Sync,
        save: impl Fn(&Ciphertext<RnsRing>) -> Result<Chunk, Failure>,
    ) -> Result<Vec<Chunk>, Failure> {
        let outputs = program
            .evaluate(keys, |wire| load(wire).map_err(|error| Error::unreadable(wire, &error)))?;
        let mut chunks = Vec::new();
        for (output, result) in program.program().outputs().iter().zip(&outputs) {
            chunks.extend([output.header().to_vec().into(), save(result)?]);
        }
        Ok(chunks)
    }
}
