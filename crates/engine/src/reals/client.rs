//! The client: keys, encryption, decryption.

use std::fmt;

use rayon::prelude::*;
use ringassay_circuit::{
    Shape, Vectors,
    text::{output_text, read_key_parameters},
};
use ringassay_kernels::memory::release_freed;
use ringassay_ring::{
    RnsRing, Threads,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    ckks::{Ciphertext, Context, Magnitude, PublicKey, SecretKey, encoding::Encoder},
    serial::{Saved as _, SavedCiphertext as _},
};
use ringassay_slots::{program::Output, target::RealTarget};
use ringassay_sut::kit::{About, Chunk, Client, Failure, Part, Remarks, Stopwatch};
use zeroize::Zeroizing;

use super::{
    about::about,
    backend::{Number, encoder, message},
    instance::{RealInstance, describe},
    key,
    program::automorphisms,
};
use crate::{
    Encryption, Error,
    sut::{Options, damaged, threads, words},
};

const SECRET: Label = Label::new("secret");
const PUBLIC: Label = Label::new("public");
const KEYS: Label = Label::new("keys");

/// The client of `ringassay-ckks`.
pub struct RealClient {
    options: Options,
    threads: Threads,
    present: Option<Present>,
}

struct Present {
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

impl fmt::Debug for RealClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = self.present.as_ref().map(|present| present.context.parameters());
        f.debug_struct("RealClient").field("options", &self.options).field("key", &key).finish()
    }
}

impl RealClient {
    /// A client without a key.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn new(options: Options) -> Result<Self, Error> {
        Ok(Self { threads: threads::pool(options.threads)?, options, present: None })
    }

    fn present(&self) -> Result<&Present, Failure> {
        let none = || Failure::failed("there is no key: send KEY before PDATA or EDATA");
        self.present.as_ref().ok_or_else(none)
    }
}

impl Client for RealClient {
    fn about(&self) -> About {
        about(self.options.threads)
    }

    fn generate_key(
        &mut self,
        parameters: &[u8],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure> {
        self.present = None;
        let parameters = read_key_parameters(parameters).map_err(Failure::failed)?;
        let (present, key) = self.threads.run(|| {
            let choosing = Stopwatch::wall();
            let instance = choosing.time(|| RealInstance::choose(&parameters, &self.options))?;
            remarks.part(Part::Choose, choosing.total());
            Present::generate(instance, &self.options, remarks)
        })?;
        self.present = Some(present);
        release_freed();
        Ok(key)
    }

    fn encrypt(&mut self, input: &[u8], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let present = self.present()?;
        let vectors = words::read(input, present.shape, false)?;
        let encryption = self.options.encryption;
        let encrypt = |wire| present.encrypt(&vectors, wire, encryption);
        self.threads.run(|| (0..vectors.len()).into_par_iter().map(encrypt).collect())
    }

    fn decrypt(&mut self, ciphertext: &[&[u8]], _: &mut Remarks) -> Result<Vec<u8>, Failure> {
        let present = self.present()?;
        let (pairs, []) = ciphertext.as_chunks::<2>() else {
            return Err(Failure::failed("a result has two chunks for each output"));
        };
        let decrypt = |[header, bytes]: &[&[u8]; 2]| present.decrypt(header, bytes);
        let rows: Vec<Vec<Number>> =
            self.threads.run(|| pairs.par_iter().map(decrypt).collect::<Result<_, _>>())?;
        // A second double of 0, and no negative zero.
        let parts = present.shape.space.parts();
        let numbers = rows.iter().flatten().flat_map(|number| &number[..parts]);
        let words = numbers.flat_map(|x| [(x + 0.0).to_bits(), 0]).collect();
        let vectors = Vectors::from_words(present.shape, words);
        let none = || Failure::failed("the result is no vector of finite numbers");
        Ok(output_text(&vectors.ok_or_else(none)?))
    }
}

impl Present {
    fn generate(
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

    fn encrypt(
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

    fn decrypt(&self, header: &[u8], bytes: &[u8]) -> Result<Vec<Number>, Failure> {
        let layout = self.target.layout();
        let output = Output::of_header(header)
            .filter(|output| output.first <= layout.row - layout.batch)
            .ok_or_else(|| Failure::failed("the result does not start with a header"))?;
        let found = Ciphertext::load_even_transparent(&self.context, bytes).map_err(damaged)?;
        let found = self.context.assume(found, &self.magnitude(self.largest));
        // Where errors are followed too pessimistically to tell damage from noise, whoever compares judges.
        let is_certain = self.context.budget_bits(found.level(), found.estimate()) > 0.0;
        let context = if is_certain { self.context.clone() } else { self.context.insisting() };
        let coefficients = context.decrypt(&self.secret, &found).map_err(Failure::failed)?;
        let coefficients = Zeroizing::new(coefficients);
        let row = self.encoder.decode(&coefficients, layout.row as usize, found.scale());
        let row = row.map_err(Failure::failed)?;
        let row: Vec<Number> = row.iter().map(|z| [z.re, z.im]).collect();
        Ok(layout.collect(&row, output.first))
    }
}
