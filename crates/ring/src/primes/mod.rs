//! Primes for moduli: primality, factorisation, search, roots of unity. Everything here is
//! deterministic, so that equal parameters give equal rings on every machine.

mod error;
mod factorise;
mod miller_rabin;
mod roots;
mod search;

pub use error::PrimeError;
pub use factorise::factorise;
pub use miller_rabin::is_prime;
pub(crate) use roots::primitive_root;
pub use roots::root_of_unity;
pub use search::{search, search_each, search_with};

/// The largest size of a modulus in bits.
pub const MAX_BITS: u32 = 62;

/// The largest number of primes found by one search.
pub const MAX_COUNT: usize = 4096;
