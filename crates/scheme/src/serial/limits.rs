//! Every bound on what is loaded, checked before anything is allocated.
//!
//! The degree is bounded by [`Index::MAX_DEGREE`](ringassay_ring::index::Index::MAX_DEGREE), 2^17,
//! primes by [`MAX_BITS`](ringassay_ring::primes::MAX_BITS), 62 bits.

/// The most primes of a parameter set.
pub const MAX_PRIMES: usize = 64;

/// The most primes to a digit of key switching: more than all of them means all.
pub const MAX_DIGIT_LIMBS: u64 = MAX_PRIMES as u64;

/// The most parts of a ciphertext: those of a product that was not relinearised.
pub const MAX_PARTS: usize = 3;

/// The most bytes of an object, 4 GiB: what evaluation keys may take.
pub const MAX_BYTES: u64 = 1 << 32;

/// The largest |log2| of a noise figure.
pub const MAX_LOG2_NOISE: f64 = (1_u64 << 32) as f64;

/// The most odd primes of the scale of a ciphertext.
pub const MAX_SCALE_FACTORS: usize = 2 * MAX_PRIMES;

/// The largest |exponent| of a prime in the scale of a ciphertext: they double with every square.
pub const MAX_SCALE_EXPONENT: u64 = 1 << 60;
