//! The client: keys, encryption, decryption.

use std::fmt;

use rayon::prelude::*;
use ringassay_circuit::{
    Shape, Vectors,
    text::{KeyParameters, output_text},
};
use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    ckks::{Ciphertext, Context, Magnitude, PublicKey, SecretKey, encoding::Encoder},
    serial::{Saved as _, SavedCiphertext as _},
};
use ringassay_slots::{program::Output, target::RealTarget};
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Stopwatch};
use zeroize::Zeroizing;

use super::{
    about::about,
    backend::{Number, encoder, message},
    instance::{RealInstance, describe},
    key,
    program::automorphisms,
};
use crate::{
    Encryption,
    client::{ClientKeys, KeyedClient},
    sut::{Options, damaged, words},
};

const SECRET: Label = Label::new("secret");
const PUBLIC: Label = Label::new("public");
const KEYS: Label = Label::new("keys");

/// The client of `ringassay-ckks`.
pub type RealClient = KeyedClient<RealKeys>;

/// The keys of CKKS.
pub struct RealKeys {
    shape: Shape,
    /// No input is larger.
    bound: f64,
    /// Nothing that is computed is larger.
    largest: f64,
    target: RealTarget,
    context: Context<RnsRing>,
    encoder: Encoder,
    secret: SecretKey<RnsRing>,
    public: PublicKey<RnsRing>,
}

impl fmt::Debug for RealKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.context.parameters().fmt(f)
    }
}

impl ClientKeys for RealKeys {
    type Options = Options;

    const CLIENT: &'static str = "RealClient";

    fn threads(options: &Options) -> usize {
        options.threads
    }

    fn about(options: &Options) -> About {
        about(options.threads)
    }

    fn generate(
        asked: &KeyParameters,
        options: &Options,
        remarks: &mut Remarks,
    ) -> Result<(Self, Vec<Chunk>), Failure> {
        let choosing = Stopwatch::wall();
        let instance = choosing.time(|| RealInstance::choose(asked, options))?;
        remarks.part(Part::Choose, choosing.total());
        Self::of_instance(instance, options, remarks)
    }

    fn encrypt(&self, input: &[u8], options: &Options) -> Result<Vec<Chunk>, Failure> {
        let vectors = words::read(input, self.shape, false)?;
        let encrypt = |wire| self.encrypt_vector(&vectors, wire, options.encryption);
        (0..vectors.len()).into_par_iter().map(encrypt).collect()
    }

    fn decrypt(&self, output: &[&[u8]]) -> Result<Vec<u8>, Failure> {
        let (pairs, []) = output.as_chunks::<2>() else {
            return Err(Failure::failed("a result has two chunks for each output"));
        };
        let decrypt = |[header, bytes]: &[&[u8]; 2]| self.decrypt_vector(header, bytes);
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

impl RealKeys {
    fn of_instance(
        instance: RealInstance,
        options: &Options,
        remarks: &mut Remarks,
    ) -> Result<(Self, Vec<Chunk>), Failure> {
        describe(&instance, options.encryption, remarks);
        let RealInstance { shape, bound, largest, target, choice, .. } = instance;
        let context = Context::exact(&choice.parameters).map_err(Failure::failed)?;
        let seed = Seed::from_os().map_err(Failure::failed)?;
        let secret =
            context.generate_secret_key(&seed.derive(SECRET, 0)).map_err(Failure::failed)?;
        let public = context
            .generate_public_key(&secret, &seed.derive(PUBLIC, 0))
            .map_err(Failure::failed)?;
        let exponents = automorphisms(&choice.parameters, &target);
        let keys = context
            .generate_evaluation_keys(&secret, true, &exponents, &seed.derive(KEYS, 0))
            .map_err(Failure::failed)?;
        let key = key::save(&target, &context, &keys)?;
        remarks.parameter("evaluation_key_bytes", key.last().map_or(0, |keys| keys.as_ref().len()));
        let encoder = encoder(&choice.parameters)?;
        Ok((Self { shape, bound, largest, target, context, encoder, secret, public }, key))
    }

    fn encrypt_vector(
        &self,
        vectors: &Vectors,
        wire: usize,
        encryption: Encryption,
    ) -> Result<Chunk, Failure> {
        let slots = 0..self.shape.batch as usize;
        let number = |slot| {
            let ((re, _), (im, _)) = vectors.complex(wire, slot);
            [re, im]
        };
        let entries: Vec<Number> = slots.map(number).collect();
        let entries = Zeroizing::new(entries);
        let row = Zeroizing::new(self.target.layout().spread(&entries));
        let parameters = self.context.parameters();
        let (scale, modulus) = (parameters.scale(), parameters.log2_q(parameters.top()));
        // Of the numbers nothing but the bound is told.
        let plain = message(&self.encoder, &row, &scale, self.magnitude(self.bound), modulus)?;
        let seed = Seed::from_os().map_err(Failure::failed)?;
        let made = match encryption {
            Encryption::Public => self.context.encrypt(&self.public, &plain, &seed),
            Encryption::Secret => self.context.encrypt_secret(&self.secret, &plain, &seed),
        };
        let made = made.map_err(Failure::failed)?;
        Ok(made.save(&self.context).map_err(damaged)?.into())
    }

    /// Numbers of at most this absolute value.
    fn magnitude(&self, largest: f64) -> Magnitude {
        match self.shape.space.is_complex() {
            true => Magnitude::complex(largest),
            false => Magnitude::real(largest),
        }
    }

    fn decrypt_vector(&self, header: &[u8], bytes: &[u8]) -> Result<Vec<Number>, Failure> {
        let layout = self.target.layout();
        let output = Output::of_header(header)
            .filter(|output| output.first <= layout.row - layout.batch)
            .ok_or_else(|| Failure::failed("the result does not start with a header"))?;
        let found = Ciphertext::load_even_transparent(&self.context, bytes).map_err(damaged)?;
        let found = self.context.assume(found, &self.magnitude(self.largest));
        // Where errors are followed too pessimistically to tell damage from noise, whoever compares judges.
        let is_certain = self.context.budget_bits(&found) > 0.0;
        let context = if is_certain { self.context.clone() } else { self.context.insisting() };
        let phase = context.decrypt(&self.secret, &found).map_err(Failure::failed)?;
        let phase = Zeroizing::new(phase);
        let row = self.encoder.decode_phase(&phase, layout.row as usize, found.scale());
        let row = row.map_err(Failure::failed)?;
        let row: Vec<Number> = row.iter().map(|z| [z.re, z.im]).collect();
        Ok(layout.collect(&row, output.first))
    }
}
