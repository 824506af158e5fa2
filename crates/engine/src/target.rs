//! What plans are made for: parameters, keys and the layout of vectors, without any secret.

use std::sync::Arc;

use ringassay_cost::{Ledger, TallyRing};
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{
    bgv::{Ciphertext, Context, EvaluationKeys, Parameters},
    encoding::{Encoder, KeySet, Layout, PlaintextRing, VectorEncoder},
};

use crate::Error;

/// With which key inputs are encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// The public key, as anybody could.
    Public,
    /// The secret key: faster, and half as many bytes, for one part is sent as a seed.
    Secret,
}

/// An instance of BGV as plans see it: parameters, how vectors of ℓ entries lie in the slots, and
/// which evaluation keys there are. A clone shares the encoder's tables.
#[derive(Debug, Clone)]
pub struct Target {
    parameters: Parameters,
    vectors: VectorEncoder,
    products: bool,
    keys: KeySet,
    encryption: Encryption,
}

/// The instance over shapes, with a fresh ciphertext.
pub(crate) struct Shapes {
    pub(crate) context: Context<TallyRing>,
    pub(crate) keys: EvaluationKeys<TallyRing>,
    pub(crate) fresh: Ciphertext<TallyRing>,
}

impl Target {
    /// The instance with these parameters for vectors of `length` entries, when the evaluation keys
    /// have hints for products or not, and for ζ ↦ ζ^k for these k.
    ///
    /// # Errors
    /// When there are no such parameters, fewer slots than entries, or an exponent is no unit.
    pub fn new(
        parameters: &Parameters,
        length: usize,
        products: bool,
        automorphisms: &[u32],
    ) -> Result<Self, Error> {
        parameters.check()?;
        let plaintext = parameters.plaintext;
        let ring = PlaintextRing::new(&parameters.index, plaintext.prime, plaintext.exponent)?;
        let keys = KeySet::new(&ring, automorphisms)?;
        Self::of(parameters, VectorEncoder::new(&ring, length)?, products, keys)
    }

    /// As [`Target::new`], from an encoder that there is already.
    ///
    /// # Errors
    /// When there are no such parameters.
    pub fn of(
        parameters: &Parameters,
        vectors: VectorEncoder,
        products: bool,
        keys: KeySet,
    ) -> Result<Self, Error> {
        parameters.check()?;
        let encryption = Encryption::Public;
        Ok(Self { parameters: parameters.clone(), vectors, products, keys, encryption })
    }

    /// The same instance for inputs that are encrypted so; without this, under the public key.
    #[must_use]
    pub fn with_encryption(mut self, encryption: Encryption) -> Self {
        self.encryption = encryption;
        self
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Between vectors and plaintexts.
    pub fn vectors(&self) -> &VectorEncoder {
        &self.vectors
    }

    /// Between values in slots and plaintexts.
    pub fn encoder(&self) -> &Encoder {
        self.vectors.encoder()
    }

    /// Between vectors and values in slots.
    pub fn layout(&self) -> &Layout {
        self.vectors.layout()
    }

    /// Whether ciphertexts can be multiplied.
    pub fn has_products(&self) -> bool {
        self.products
    }

    /// Which automorphisms there are keys for.
    pub fn keys(&self) -> &KeySet {
        &self.keys
    }

    /// The instance over shapes; kernels and memory are written to `ledger`.
    pub(crate) fn shapes(&self, ledger: &Arc<Ledger>) -> Result<Shapes, Error> {
        const ROOT: Label = Label::new("shapes");
        let primes: Vec<u64> = self.parameters.primes().collect();
        let ring = TallyRing::new(&self.parameters.index, &primes, ledger)
            .map_err(ringassay_scheme::Error::from)?;
        // A plan says itself which gate is too much.
        let context = Context::new(&self.parameters, ring)?.insisting();
        // Shapes have no randomness: any seed does.
        let seed = Seed::from_bytes([0; Seed::BYTES]).derive(ROOT, 0);
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let exponents = self.keys.exponents();
        let keys = context.generate_evaluation_keys(&secret, self.products, exponents, &seed)?;
        let zero = context.plaintext(vec![0; self.parameters.index.totient()])?;
        let fresh = match self.encryption {
            Encryption::Public => context.encrypt(&public, &zero, &seed)?,
            Encryption::Secret => context.encrypt_secret(&secret, &zero, &seed)?,
        };
        Ok(Shapes { context, keys, fresh })
    }
}
