//! The client: keys, encryption, decryption.

use std::fmt;

use rayon::prelude::*;
use ringassay_circuit::text::KeyParameters;
use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    hybrid::{Context, HybridScheme as _, PublicKey, SecretKey},
    serial::Saved as _,
};
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Stopwatch};

use super::{Chosen, Options, about::about, damaged, key};
use crate::{
    Encryption,
    client::{ClientKeys, KeyedClient},
};

const SECRET: Label = Label::new("secret");
const PUBLIC: Label = Label::new("public");
const KEYS: Label = Label::new("keys");
const FURTHER: Label = Label::new("further");

/// The client of a scheme of packed plaintexts.
pub type PackedClient<C> = KeyedClient<PackedKeys<C>>;

/// The keys of a scheme of packed plaintexts, and what was chosen for them.
pub struct PackedKeys<C: Chosen> {
    chosen: C,
    encoder: C::Encoder,
    context: Context<C::Parameters, RnsRing>,
    secret: SecretKey<C::Parameters, RnsRing>,
    public: PublicKey<C::Parameters, RnsRing>,
}

impl<C: Chosen> fmt::Debug for PackedKeys<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chosen.parameters().fmt(f)
    }
}

impl<C: Chosen> ClientKeys for PackedKeys<C> {
    type Options = Options;

    const CLIENT: &'static str = "PackedClient";

    fn threads(options: &Options) -> usize {
        options.threads
    }

    fn about(options: &Options) -> About {
        about(C::Parameters::SCHEME, options.threads)
    }

    fn generate(
        asked: &KeyParameters,
        options: &Options,
        remarks: &mut Remarks,
    ) -> Result<(Self, Vec<Chunk>), Failure> {
        let choosing = Stopwatch::wall();
        let chosen = choosing.time(|| C::choose(asked, options))?;
        remarks.part(Part::Choose, choosing.total());
        let context = Context::exact(chosen.parameters()).map_err(Failure::failed)?;
        chosen.describe(&context, options, remarks);
        let seed = Seed::from_os().map_err(Failure::failed)?;
        let secret =
            context.generate_secret_key(&seed.derive(SECRET, 0)).map_err(Failure::failed)?;
        let public = context
            .generate_public_key(&secret, &seed.derive(PUBLIC, 0))
            .map_err(Failure::failed)?;
        let further = chosen.further(&context, &secret, &seed.derive(FURTHER, 0))?;
        let seed = seed.derive(KEYS, 0);
        let pieces = chosen.pieces().into_iter().map(|(products, exponents)| {
            context.generate_evaluation_keys(&secret, products, &exponents, &seed)
        });
        let mut key = key::save(chosen.title(options)?, &context, pieces)?;
        key.extend(further);
        let bytes: usize = key[2..].iter().map(|one| one.as_ref().len()).sum();
        remarks.parameter("evaluation_key_bytes", bytes);
        let encoder = chosen.encoder()?;
        Ok((Self { chosen, encoder, context, secret, public }, key))
    }

    fn encrypt(&self, input: &[u8], options: &Options) -> Result<Vec<Chunk>, Failure> {
        let Self { chosen, encoder, context, secret, public } = self;
        let vectors = chosen.read(input)?;
        let encrypt = |wire: usize| {
            let plaintext = chosen.encode(encoder, context, (&vectors, wire))?;
            let seed = Seed::from_os().map_err(Failure::failed)?;
            let ciphertext = match options.encryption {
                Encryption::Public => context.encrypt(public, &plaintext, &seed),
                Encryption::Secret => context.encrypt_secret(secret, &plaintext, &seed),
            };
            Ok(ciphertext.map_err(Failure::failed)?.save(context).map_err(damaged)?.into())
        };
        (0..vectors.len()).into_par_iter().map(encrypt).collect()
    }

    fn decrypt(&self, output: &[&[u8]]) -> Result<Vec<u8>, Failure> {
        self.chosen.decrypt(&self.encoder, &self.context, &self.secret, output)
    }
}
