//! What plans are made for: parameters, keys and the layout of vectors, without any secret.

use std::sync::Arc;

use ringassay_cost::{CostRecorder, Resting, TallyRing};
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::hybrid::{Ciphertext, Context, EvaluationKeys};
use ringassay_scheme::{
    IntegerScheme,
    bgv::Parameters,
    encoding::{Encoder, KeySet, Layout, VectorEncoder},
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

/// An instance of a scheme with slots as plans see it: parameters, how vectors of ℓ entries lie in the slots, and
/// which evaluation keys there are. A clone shares the encoder's tables.
#[derive(Debug, Clone)]
pub struct Target<P = Parameters> {
    parameters: P,
    vectors: VectorEncoder,
    products: bool,
    keys: KeySet,
    encryption: Encryption,
    constants_bytes: u64,
}

/// The instance over shapes, with a fresh ciphertext.
pub(crate) struct Shapes<P: IntegerScheme> {
    pub(crate) ring: TallyRing,
    /// What making keys left in the ring's pool: a server holds about as much when it has loaded them.
    pub(crate) resting: Resting,
    pub(crate) context: Counted<P>,
    pub(crate) keys: EvaluationKeys<P, TallyRing>,
    pub(crate) fresh: Ciphertext<P, TallyRing>,
}

/// A scheme over the ring that counts.
pub(crate) type Counted<P> = Context<P, TallyRing>;

impl<P: IntegerScheme> Target<P> {
    /// The instance with these parameters for vectors of `length` entries, when the evaluation keys
    /// have keys for products or not, and for ζ ↦ ζ^k for these k.
    ///
    /// # Errors
    /// When there are no such parameters, fewer slots than entries, or an exponent is no unit.
    pub fn new(
        parameters: &P,
        length: usize,
        products: bool,
        automorphisms: &[u32],
    ) -> Result<Self, Error> {
        parameters.check()?;
        let ring = parameters.plaintext_ring()?;
        let keys = KeySet::new(&ring, automorphisms)?;
        Self::of(parameters, VectorEncoder::new(&ring, length)?, products, keys)
    }

    /// As [`Target::new`], from an encoder that there is already.
    ///
    /// # Errors
    /// When there are no such parameters.
    pub fn of(
        parameters: &P,
        vectors: VectorEncoder,
        products: bool,
        keys: KeySet,
    ) -> Result<Self, Error> {
        parameters.check()?;
        let (parameters, encryption) = (parameters.clone(), Encryption::Public);
        Ok(Self { parameters, vectors, products, keys, encryption, constants_bytes: u64::MAX })
    }

    /// The same instance for inputs that are encrypted so; without this, under the public key.
    #[must_use]
    pub fn with_encryption(mut self, encryption: Encryption) -> Self {
        self.encryption = encryption;
        self
    }

    /// The same instance where at most so many bytes of constants are kept prepared; without this, all are.
    #[must_use]
    pub fn with_constants_bytes(mut self, bytes: u64) -> Self {
        self.constants_bytes = bytes;
        self
    }

    /// The most bytes of prepared constants that are kept.
    pub fn constants_bytes(&self) -> u64 {
        self.constants_bytes
    }

    /// The parameters.
    pub fn parameters(&self) -> &P {
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

    /// The instance over shapes; kernels and memory are written to `recorder`.
    pub(crate) fn shapes(&self, recorder: &Arc<CostRecorder>) -> Result<Shapes<P>, Error> {
        const ROOT: Label = Label::new("shapes");
        let index = self.parameters.index();
        let ring = TallyRing::new(index, &self.parameters.all_primes(), recorder)
            .map_err(ringassay_scheme::Error::from)?;
        // A plan says itself which gate is too much.
        let context = Context::new(&self.parameters, &ring)?.insisting();
        // Shapes have no randomness: any seed does.
        let seed = Seed::from_bytes([0; Seed::BYTES]).derive(ROOT, 0);
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let exponents = self.keys.exponents();
        let keys = context.generate_evaluation_keys(&secret, self.products, exponents, &seed)?;
        let zero = context.plaintext(vec![0; index.degree()])?;
        let fresh = match self.encryption {
            Encryption::Public => context.encrypt(&public, &zero, &seed)?,
            Encryption::Secret => context.encrypt_secret(&secret, &zero, &seed)?,
        };
        drop((secret, public));
        Ok(Shapes { resting: ring.resting(), ring, context, keys, fresh })
    }
}
