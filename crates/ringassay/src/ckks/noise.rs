//! What is known of a ciphertext of numbers.

use super::Ciphertext;

/// What is known of a ciphertext without its key: how much room its modulus leaves, and how far off its entries are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Noise {
    /// How many more products can follow one another.
    pub level: usize,
    /// Its parts: 2, or 3 for a product that was not relinearised.
    pub parts: usize,
    /// log2 of the scale of its message.
    pub log2_scale: f64,
    /// log2 of the modulus Q of the ciphertext.
    pub modulus_bits: f64,
    /// log2 of what no coefficient of message and errors exceeds, but for a probability of about 2^-64.
    pub bound_bits: f64,
    /// From that bound to Q/2: positive where decryption is certain but for that probability.
    pub budget_bits: f64,
    /// What no entry exceeds, by what is known of the operands.
    pub largest: f64,
    /// The root mean square of the error of an entry, a complex number, in the average case.
    pub average_error: f64,
    /// What no entry's error exceeds when it is decrypted, but for a probability of about 2^-64 over keys and
    /// encryptions: the ciphertext's own, and what decoding and the doubles that it returns add.
    pub worst_error: f64,
}

impl Ciphertext {
    /// How many more products can follow one another.
    pub fn level(&self) -> usize {
        self.noise().level
    }

    /// What no entry's error exceeds when it is decrypted: see [`Noise::worst_error`].
    pub fn worst_error(&self) -> f64 {
        self.noise().worst_error
    }

    /// What no entry exceeds, by what is known of the operands.
    pub fn largest(&self) -> f64 {
        self.noise().largest
    }

    /// The root mean square of the error of an entry, a complex number, in the average case.
    pub fn average_error(&self) -> f64 {
        self.noise().average_error
    }

    /// The bits after the point that are right in every entry: -log2 of the worst error.
    pub fn precision_bits(&self) -> f64 {
        -self.worst_error().log2()
    }
}
