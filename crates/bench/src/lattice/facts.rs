//! What an instance is, and what its objects weigh.

use ringassay_scheme::serial::Sizes;

/// The bytes of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectSize {
    /// What it is.
    pub name: &'static str,
    /// In memory.
    pub memory_bytes: usize,
    /// Saved, residues packed and uniform parts written out.
    pub packed_bytes: usize,
    /// Saved as it is: packed, and seeds in place of uniform parts where it has any.
    pub saved_bytes: usize,
}

impl ObjectSize {
    pub(super) fn new(name: &'static str, sizes: Sizes) -> Self {
        Self {
            name,
            memory_bytes: sizes.memory_bytes,
            packed_bytes: sizes.saved_bytes + sizes.spared_by_seeds,
            saved_bytes: sizes.saved_bytes,
        }
    }
}

/// What the tally says of an operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// Its name.
    pub operation: &'static str,
    /// Transforms of one limb, forwards and backwards.
    pub transforms: u64,
    /// The most that it holds at a time besides operands and keys, its result included.
    pub growth_bytes: u64,
}

/// What an instance is.
#[derive(Debug, Clone, PartialEq)]
pub struct Facts {
    /// N.
    pub n: usize,
    /// The entries of a vector.
    pub slots: usize,
    /// The primes of Q of fresh ciphertexts.
    pub limbs: usize,
    /// log2 Q of them.
    pub log2_q: f64,
    /// The primes of P.
    pub special_limbs: usize,
    /// log2 P.
    pub log2_p: f64,
    /// The digits of key switching.
    pub digits: usize,
    /// log2 of the scale of fresh ciphertexts, in CKKS.
    pub log2_scale: Option<u32>,
    /// Products in a row that decrypted right.
    pub levels: usize,
    /// Products in a row that are certain to.
    pub certain_levels: usize,
    /// -log2 of the worst error of a slot of a product, relinearised and rescaled: measured, in CKKS.
    pub precision_bits: Option<f64>,
    /// Its objects.
    pub objects: Vec<ObjectSize>,
    /// The backend.
    pub backend: String,
}
