//! The client: keys, encryption, decryption.

use std::fmt;

use rayon::prelude::*;
use ringassay_circuit::{Shape, text::KeyParameters};
use ringassay_params::Choosable;
use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    IntegerScheme,
    hybrid::{Context, PublicKey, SecretKey},
    serial::{Saved as _, SavedCiphertext},
};
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Stopwatch};

use super::{Instance, Options, about::about, damaged, describe::describe, key, words};
use crate::{
    Encryption, Error, Target,
    client::{ClientKeys, KeyedClient},
};

const SECRET: Label = Label::new("secret");
const PUBLIC: Label = Label::new("public");
const KEYS: Label = Label::new("keys");

/// The client of a scheme with slots.
pub type SlotClient<P> = KeyedClient<SlotKeys<P>>;

/// The keys of a scheme with slots.
pub struct SlotKeys<P: IntegerScheme> {
    shape: Shape,
    fan_in: bool,
    target: Target<P>,
    context: Context<P, RnsRing>,
    secret: SecretKey<P, RnsRing>,
    public: PublicKey<P, RnsRing>,
}

impl<P: IntegerScheme> fmt::Debug for SlotKeys<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.context.parameters().fmt(f)
    }
}

impl<P: Choosable> ClientKeys for SlotKeys<P> {
    type Options = Options;

    const CLIENT: &'static str = "SlotClient";

    fn threads(options: &Options) -> usize {
        options.threads
    }

    fn about(options: &Options) -> About {
        about::<P>(options.threads)
    }

    fn generate(
        asked: &KeyParameters,
        options: &Options,
        remarks: &mut Remarks,
    ) -> Result<(Self, Vec<Chunk>), Failure> {
        if let KeyParameters::FanIn { .. } = asked {
            remarks.note(format!(
                "fan-in circuits name no depth: parameters serve depth {}",
                options.fan_in_depth
            ));
        }
        let choosing = Stopwatch::wall();
        let Instance::<P> { shape, fan_in, choice, target } =
            choosing.time(|| Instance::choose(asked, options))?;
        remarks.part(Part::Choose, choosing.total());
        let context = Context::exact(&choice.parameters).map_err(Failure::failed)?;
        let seed = Seed::from_os().map_err(Failure::failed)?;
        let secret =
            context.generate_secret_key(&seed.derive(SECRET, 0)).map_err(Failure::failed)?;
        let public = context
            .generate_public_key(&secret, &seed.derive(PUBLIC, 0))
            .map_err(Failure::failed)?;
        let exponents = target.keys().exponents();
        let seed = seed.derive(KEYS, 0);
        let keys = |products: bool, exponents: &[u32]| {
            context.generate_evaluation_keys(&secret, products, exponents, &seed)
        };
        let rotations = exponents.iter().map(|&k| keys(false, &[k]));
        let all = std::iter::once_with(|| keys(true, &[])).chain(rotations);
        describe(&choice, &target, &context, options.encryption, remarks);
        let key = key::save::<P>(shape.batch as usize, options.encryption, &context, all)?;
        let bytes: usize = key[2..].iter().map(|one| one.as_ref().len()).sum();
        remarks.parameter("evaluation_key_bytes", bytes);
        Ok((Self { shape, fan_in, target, context, secret, public }, key))
    }

    fn encrypt(&self, input: &[u8], options: &Options) -> Result<Vec<Chunk>, Failure> {
        let vectors = words::read(input, self.shape, self.fan_in)?;
        let encrypt =
            |wire: usize| self.encrypt_vector(&words::entries(&vectors, wire), options.encryption);
        (0..vectors.len()).into_par_iter().map(encrypt).collect()
    }

    fn decrypt(&self, output: &[&[u8]]) -> Result<Vec<u8>, Failure> {
        let vectors: Result<Vec<_>, Failure> =
            output.par_iter().map(|bytes| self.decrypt_vector(bytes)).collect();
        words::write(&vectors?, self.shape)
    }
}

impl<P: Choosable> SlotKeys<P> {
    fn encrypt_vector(&self, vector: &[u64], encryption: Encryption) -> Result<Chunk, Failure> {
        let encode =
            || Ok::<_, Error>(self.context.plaintext(self.target.vectors().encode(vector)?)?);
        let (plaintext, seed) = (encode()?, Seed::from_os().map_err(Failure::failed)?);
        let ciphertext = match encryption {
            Encryption::Public => self.context.encrypt(&self.public, &plaintext, &seed),
            Encryption::Secret => self.context.encrypt_secret(&self.secret, &plaintext, &seed),
        };
        let bytes = ciphertext.map_err(Failure::failed)?.save(&self.context).map_err(damaged)?;
        Ok(bytes.into())
    }

    fn decrypt_vector(&self, bytes: &[u8]) -> Result<Vec<u64>, Failure> {
        // A circuit whose output no input changes has such an output.
        let ciphertext =
            SavedCiphertext::load_even_transparent(&self.context, bytes).map_err(damaged)?;
        let message = self.context.decrypt(&self.secret, &ciphertext).map_err(Failure::failed)?;
        self.target.vectors().decode(&message).map_err(Failure::failed)
    }
}
