//! The client: keys, encryption, decryption.

use std::fmt;

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
    backend::{encoder, message},
    key,
    parameters::{Asked, choose, describe},
};
use crate::{
    Error,
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
    bound: f64,
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
            let asked = choosing.time(|| choose(&parameters))?;
            remarks.part(Part::Choose, choosing.total());
            Present::generate(asked, remarks)
        })?;
        self.present = Some(present);
        release_freed();
        Ok(key)
    }

    fn encrypt(&mut self, input: &[u8], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let present = self.present()?;
        let vectors = words::read(input, present.shape, false)?;
        self.threads
            .run(|| (0..vectors.len()).map(|wire| present.encrypt(&vectors, wire)).collect())
    }

    fn decrypt(&mut self, ciphertext: &[&[u8]], _: &mut Remarks) -> Result<Vec<u8>, Failure> {
        let present = self.present()?;
        let (pairs, []) = ciphertext.as_chunks::<2>() else {
            return Err(Failure::failed("a result has two chunks for each output"));
        };
        let mut words = Vec::new();
        for [header, bytes] in pairs {
            let entries = self.threads.run(|| present.decrypt(header, bytes))?;
            words.extend(entries.iter().flat_map(|x| [(x + 0.0).to_bits(), 0]));
        }
        let vectors = Vectors::from_words(present.shape, words);
        let none = || Failure::failed("the result is no vector of finite numbers");
        Ok(output_text(&vectors.ok_or_else(none)?))
    }
}

impl Present {
    fn generate(asked: Asked, remarks: &mut Remarks) -> Result<(Self, Vec<Chunk>), Failure> {
        describe(&asked, remarks);
        let Asked { shape, bound, target, choice, .. } = asked;
        let context = Context::exact(&choice.parameters).map_err(Failure::failed)?;
        let seed = Seed::from_os().map_err(Failure::failed)?;
        let secret =
            context.generate_secret_key(&seed.derive(SECRET, 0)).map_err(Failure::failed)?;
        let public = context
            .generate_public_key(&secret, &seed.derive(PUBLIC, 0))
            .map_err(Failure::failed)?;
        let rotation = |&step: &i32| choice.parameters.rotation(-i64::from(step));
        let mut exponents: Vec<u32> = target.steps.iter().map(rotation).collect();
        exponents.sort_unstable();
        exponents.dedup();
        let keys = context
            .generate_evaluation_keys(&secret, true, &exponents, &seed.derive(KEYS, 0))
            .map_err(Failure::failed)?;
        let key = key::save(&target, &context, &keys)?;
        let encoder = encoder(&choice.parameters)?;
        Ok((Self { shape, bound, target, context, encoder, secret, public }, key))
    }

    fn encrypt(&self, vectors: &Vectors, wire: usize) -> Result<Chunk, Failure> {
        let batch = self.shape.batch as usize;
        let entries: Vec<f64> = (0..batch).map(|slot| vectors.real(wire, slot).0).collect();
        let row = Zeroizing::new(self.target.layout().spread(&entries));
        let parameters = self.context.parameters();
        let (scale, modulus) = (parameters.scale(), parameters.log2_q(parameters.top()));
        // Of the numbers nothing but the bound is told.
        let plain = message(&self.encoder, &row, &scale, Magnitude::real(self.bound), modulus)?;
        let seed = Seed::from_os().map_err(Failure::failed)?;
        let made = self.context.encrypt(&self.public, &plain, &seed).map_err(Failure::failed)?;
        Ok(made.save(&self.context).map_err(damaged)?.into())
    }

    fn decrypt(&self, header: &[u8], bytes: &[u8]) -> Result<Vec<f64>, Failure> {
        let layout = self.target.layout();
        let output = Output::of_header(header)
            .filter(|output| output.first <= layout.row - layout.batch)
            .ok_or_else(|| Failure::failed("the result does not start with a header"))?;
        let found = Ciphertext::load_even_transparent(&self.context, bytes).map_err(damaged)?;
        let coefficients = self.context.decrypt(&self.secret, &found).map_err(Failure::failed)?;
        let coefficients = Zeroizing::new(coefficients);
        let row = self.encoder.decode(&coefficients, layout.row as usize, found.scale());
        let row: Vec<f64> = row.map_err(Failure::failed)?.iter().map(|z| z.re).collect();
        Ok(layout.collect(&row, output.first))
    }
}
