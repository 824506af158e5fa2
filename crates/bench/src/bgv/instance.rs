//! A parameter set, ready to compute.

use ringassay_kernels::Backend;
use ringassay_params::bgv::{Choice, Request, choose};
use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    bgv::{Ciphertext, Context, EvaluationKeys, Plaintext, PublicKey, Rotation, SecretKey},
    encoding::{KeySet, PlaintextRing, VectorEncoder},
};

use crate::BenchError;

const MESSAGE: Label = Label::new("message");

/// A parameter set with keys, vectors and fresh ciphertexts of them.
pub struct Instance {
    pub(super) request: Request,
    pub(super) choice: Choice,
    pub(super) context: Context<RnsRing>,
    pub(super) encoder: VectorEncoder,
    pub(super) secret: SecretKey<RnsRing>,
    pub(super) public: PublicKey<RnsRing>,
    /// For products, and for rotations by one step: not all of those that users publish.
    pub(super) keys: EvaluationKeys<RnsRing>,
    /// By one step, for fresh ciphertexts.
    pub(super) rotation: Rotation<RnsRing>,
    /// Automorphisms of `keys`, those of a rotation by one step.
    pub(super) exponents: Vec<u32>,
    pub(super) vectors: [Vec<u64>; 2],
    pub(super) plaintexts: [Plaintext; 2],
    pub(super) ciphertexts: [Ciphertext<RnsRing>; 2],
}

impl Instance {
    /// Chooses parameters and makes keys and ciphertexts, on a backend, the machine's best where none
    /// is named.
    ///
    /// # Errors
    /// When no parameters serve the request ([`choose`]), or the machine lacks the backend.
    pub fn new(request: &Request, backend: Option<Backend>) -> Result<Self, BenchError> {
        let choice = choose(request)?;
        let parameters = &choice.parameters;
        let primes: Vec<u64> = parameters.primes().collect();
        let backend = match backend {
            Some(backend) => backend,
            None => Backend::chosen()?,
        };
        let ring = RnsRing::with_backend(&parameters.index, &primes, backend)?;
        let context = Context::new(parameters, &ring)?;

        let plaintext = parameters.plaintext;
        let slots = PlaintextRing::new(&parameters.index, plaintext.prime, plaintext.exponent)
            .map_err(ringassay_scheme::Error::from)?;
        let encoder = VectorEncoder::new(&slots, request.length).map_err(scheme)?;
        let key_set = KeySet::new(&slots, &choice.rotations).map_err(scheme)?;
        let plan = encoder.layout().rotation(1);
        let steps = plan.terms().iter().filter_map(|term| key_set.steps(term.exponent)).flatten();
        let mut exponents: Vec<u32> = steps.collect();
        exponents.sort_unstable();
        exponents.dedup();

        let secret = context.generate_secret_key(&Seed::from_os()?)?;
        let public = context.generate_public_key(&secret, &Seed::from_os()?)?;
        let keys =
            context.generate_evaluation_keys(&secret, true, &exponents, &Seed::from_os()?)?;
        let rotation = context.prepare_rotation(
            &plan,
            &key_set,
            encoder.encoder(),
            context.modulus_chain().top(),
        )?;

        let seed = Seed::from_os()?;
        let vectors = [0, 1].map(|i| vector(request.length, parameters.t(), &seed, i));
        let encrypted = |vector: &Vec<u64>| -> Result<_, BenchError> {
            let plaintext = context.plaintext(encoder.encode(vector).map_err(scheme)?)?;
            let ciphertext = context.encrypt(&public, &plaintext, &Seed::from_os()?)?;
            Ok((plaintext, ciphertext))
        };
        let [(p0, c0), (p1, c1)] = [encrypted(&vectors[0])?, encrypted(&vectors[1])?];
        Ok(Self {
            request: request.clone(),
            context,
            encoder,
            secret,
            public,
            keys,
            rotation,
            exponents,
            vectors,
            plaintexts: [p0, p1],
            ciphertexts: [c0, c1],
            choice,
        })
    }

    /// The parameters and the reasons for them.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// What computes.
    pub fn context(&self) -> &Context<RnsRing> {
        &self.context
    }

    /// The keys for products, and for rotations by one step.
    pub fn keys(&self) -> &EvaluationKeys<RnsRing> {
        &self.keys
    }

    /// The rotation by one step, for fresh ciphertexts.
    pub fn rotation(&self) -> &Rotation<RnsRing> {
        &self.rotation
    }

    /// The vectors that were encrypted.
    pub fn vectors(&self) -> [&Vec<u64>; 2] {
        self.vectors.each_ref()
    }

    /// Fresh ciphertexts of them.
    pub fn ciphertexts(&self) -> &[Ciphertext<RnsRing>; 2] {
        &self.ciphertexts
    }

    /// The vector that a ciphertext holds.
    ///
    /// # Errors
    /// When it does not decrypt.
    pub fn open(&self, ciphertext: &Ciphertext<RnsRing>) -> Result<Vec<u64>, BenchError> {
        let message = self.context.decrypt(&self.secret, ciphertext)?;
        self.encoder.decode(&message).map_err(scheme)
    }
}

/// A random vector of residues modulo t.
fn vector(length: usize, t: u64, seed: &Seed, label: u64) -> Vec<u64> {
    let mut stream = seed.stream(MESSAGE, label);
    (0..length).map(|_| stream.word() % t).collect()
}

/// Encodings are refused through the scheme's error.
pub(super) fn scheme(error: ringassay_scheme::encoding::EncodingError) -> BenchError {
    BenchError::Scheme(error.into())
}
