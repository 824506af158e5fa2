//! Schemes of vectors of integers modulo t: BGV and BFV.

use rayon::prelude::*;
use ringassay_circuit::{Circuit, Vectors, text::KeyParameters};
use ringassay_params::Choosable;
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    IntegerScheme, Plaintext,
    encoding::VectorEncoder,
    hybrid::{Ciphertext, Context, EvaluationKeys, SecretKey},
    serial::{SavedCiphertext, SerialError},
};
use ringassay_sut::kit::{Chunk, Failure, Remarks};
use serde_json::{Value, json};

use super::{
    Chosen, Instance, Options, PackedClient, PackedServer, Planned, about::name, damaged,
    describe::describe, words,
};
use crate::{Encryption, Error, Plan, Program, Target};

const VERSION: u64 = 2;
/// The longest title that is read.
const TITLE_BYTES: usize = 1024;

/// The client of a scheme of integers.
pub type IntegerClient<P> = PackedClient<Instance<P>>;

/// The server of a scheme of integers.
pub type IntegerServer<P> = PackedServer<Target<P>>;

type Inner<P> = Context<P, RnsRing>;

impl<P: Choosable> Chosen for Instance<P> {
    type Parameters = P;
    type Encoder = VectorEncoder;

    fn choose(asked: &KeyParameters, options: &Options) -> Result<Self, Failure> {
        Self::choose(asked, options)
    }

    fn parameters(&self) -> &P {
        &self.choice.parameters
    }

    fn describe(&self, context: &Inner<P>, options: &Options, remarks: &mut Remarks) {
        if self.fan_in {
            remarks.note(format!(
                "fan-in circuits name no depth: parameters serve depth {}",
                options.fan_in_depth
            ));
        }
        describe(&self.choice, &self.target, context, options.encryption, remarks);
    }

    fn title(&self, options: &Options) -> Result<Vec<u8>, Failure> {
        let title = json!({
            "format": format::<P>(), "version": VERSION, "length": self.shape.batch,
            "encryption": word(options.encryption),
        });
        Ok(title.to_string().into_bytes())
    }

    /// One by one, so that no more than one lies in memory.
    fn pieces(&self) -> Vec<(bool, Vec<u32>)> {
        let rotations = self.target.keys().exponents().iter().map(|&k| (false, vec![k]));
        std::iter::once((true, Vec::new())).chain(rotations).collect()
    }

    fn encoder(&self) -> Result<VectorEncoder, Failure> {
        Ok(self.target.vectors().clone())
    }

    fn read(&self, input: &[u8]) -> Result<Vectors, Failure> {
        words::read(input, self.shape, self.fan_in)
    }

    fn encode(
        &self,
        encoder: &VectorEncoder,
        context: &Inner<P>,
        (vectors, wire): (&Vectors, usize),
    ) -> Result<Plaintext, Failure> {
        let encoded = encoder.encode(&words::entries(vectors, wire)).map_err(Failure::failed)?;
        context.plaintext(encoded).map_err(Failure::failed)
    }

    fn decrypt(
        &self,
        encoder: &VectorEncoder,
        context: &Inner<P>,
        secret: &SecretKey<P, RnsRing>,
        output: &[&[u8]],
    ) -> Result<Vec<u8>, Failure> {
        let decrypt = |bytes: &&[u8]| {
            // A circuit whose output no input changes has such an output.
            let found = SavedCiphertext::load_even_transparent(context, bytes).map_err(damaged)?;
            let message = context.decrypt(secret, &found).map_err(Failure::failed)?;
            encoder.decode(&message).map_err(Failure::failed)
        };
        let vectors: Result<Vec<_>, Failure> = output.par_iter().map(decrypt).collect();
        words::write(&vectors?, self.shape)
    }
}

impl<P: IntegerScheme> Planned for Target<P> {
    type Parameters = P;
    type Title = (usize, Encryption);
    type Program = Program<P, RnsRing>;

    fn read_title(title: &[u8]) -> Result<(usize, Encryption), Failure> {
        read_title::<P>(title).ok_or_else(|| {
            Failure::failed(format!(
                "the key is none of {}, version {VERSION}: client and server have to be of one version",
                name(P::SCHEME)
            ))
        })
    }

    fn context(_: &Self::Title, parameters: &P) -> Result<Inner<P>, Failure> {
        Context::exact(parameters).map_err(Failure::failed)
    }

    fn new(
        (length, encryption): Self::Title,
        context: &Inner<P>,
        keys: &EvaluationKeys<P, RnsRing>,
        further: &[&[u8]],
        options: &Options,
    ) -> Result<Self, Failure> {
        if !further.is_empty() {
            return Err(Failure::failed("the key has parts that are none of integers"));
        }
        let automorphisms: Vec<u32> = keys.automorphisms().collect();
        let target = Self::new(context.parameters(), length, keys.has_products(), &automorphisms)?;
        Ok(target.with_encryption(encryption).with_constants_bytes(options.constants_bytes))
    }

    fn plan(
        &self,
        circuit: &Circuit,
        context: &Inner<P>,
        remarks: &mut Remarks,
    ) -> Result<Self::Program, Failure> {
        let plan = Plan::new(circuit, self)?;
        remarks.note(format!("plan: {plan}"));
        remarks.note(format!(
            "memory: {} MiB of ciphertexts at most, as planned for one thread",
            plan.peak_bytes().div_ceil(1 << 20)
        ));
        let program = Program::new(plan, self, context)?;
        if program.unprepared() > 0 {
            remarks.note(format!(
                "{} of {} constants are prepared anew at each evaluation: more memory \
                 (--constants-mib) would save that time",
                program.unprepared(),
                program.plan().tables().len()
            ));
        }
        Ok(program)
    }

    fn wires(program: &Self::Program) -> u32 {
        program.plan().wires()
    }

    fn evaluate(
        program: &Self::Program,
        keys: &EvaluationKeys<P, RnsRing>,
        load: impl Fn(u32) -> Result<Ciphertext<P, RnsRing>, SerialError> + Sync,
        save: impl Fn(&Ciphertext<P, RnsRing>) -> Result<Chunk, Failure>,
    ) -> Result<Vec<Chunk>, Failure> {
        let load = |wire: u32| load(wire).map_err(|error| Error::unreadable(wire, &error));
        program.evaluate(keys, load)?.iter().map(save).collect()
    }
}

/// What a title names.
fn format<P: IntegerScheme>() -> String {
    format!("{} key", name(P::SCHEME))
}

fn read_title<P: IntegerScheme>(title: &[u8]) -> Option<(usize, Encryption)> {
    let title: Value = serde_json::from_slice(title.get(..title.len().min(TITLE_BYTES))?).ok()?;
    (title["format"] == format::<P>() && title["version"] == VERSION).then_some(())?;
    let named = |encryption: &Encryption| title["encryption"] == word(*encryption);
    let encryption = [Encryption::Public, Encryption::Secret].into_iter().find(named)?;
    Some((usize::try_from(title["length"].as_u64()?).ok()?, encryption))
}

fn word(encryption: Encryption) -> &'static str {
    match encryption {
        Encryption::Public => "public",
        Encryption::Secret => "secret",
    }
}
