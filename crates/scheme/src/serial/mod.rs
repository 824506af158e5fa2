//! Parameters, keys, plaintexts and ciphertexts of BGV, BFV and CKKS as bytes; formats of other crates' schemes are made
//! with [`format`](mod@format).
//!
//! ```
//! use ringassay_ring::{index::Index, primes::search, sample::{Distribution, Seed}};
//! use ringassay_scheme::{bgv::{Ciphertext, Context, Parameters, PlaintextModulus}, serial::Saved};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # // Primes are 1 modulo m·t = 31·2.
//! # let index = Index::new(31)?;
//! # let primes = search(&index, 40, 3, &[])?;
//! # let parameters = Parameters {
//! #     index,
//! #     plaintext: PlaintextModulus { prime: 2, exponent: 1 },
//! #     large: primes[..2].to_vec(),
//! #     small: vec![],
//! #     special: primes[2..].to_vec(),
//! #     digit_limbs: 1,
//! #     fresh_log2_q: f64::INFINITY,
//! #     secret: Distribution::Ternary,
//! #     sigma: 3.2,
//! # };
//! let context = Context::exact(&Parameters::load(&parameters.save()?)?)?;
//! let key = context.generate_secret_key(&Seed::from_os()?)?;
//! let message = context.plaintext(vec![1; 30])?;
//! let sent = context.encrypt_secret(&key, &message, &Seed::from_os()?)?.save(&context)?;
//! let received = Ciphertext::load(&context, &sent)?;
//! assert_eq!(context.decrypt(&key, &received)?, vec![1; 30]);
//! # Ok(())
//! # }
//! ```
//!
//! - [`Saved`] saves and loads what is public; [`Parameters`](crate::bgv::Parameters) and
//!   [`SecretKey`](crate::bgv::SecretKey) have functions of their own, as those of BFV and CKKS have.
//!   These two have no plaintexts to be saved: they are vectors of integers.
//! - [`inspect`] tells what some bytes hold; [`read_object`] takes one object from a stream.
//! - [`Sizes`] tells what an object takes in memory and saved.
//!
//! # The format
//!
//! `docs/serialisation.md` states every byte. An object is saved in one way only: whatever loads is
//! saved again as the same bytes. It names its format version, its kind and its parameters, and ends
//! with a hash of all that. Residues of a prime of b bits take b bits; a uniform part is saved as the
//! seed from which it is expanded.
//!
//! Loading checks lengths before it allocates, allocates in proportion to what is there, and never
//! panics, whatever the bytes are. **The hash finds damage, not malice**: anybody can compute it. A
//! ciphertext that loads may be any ciphertext, and its noise estimate any estimate.

mod ciphertext;
mod ciphertext_fields;
mod envelope;
mod error;
mod evaluation_keys;
mod fields;
mod fingerprint;
pub mod format;
mod instance;
mod kind;
pub mod limits;
mod noise;
mod object;
mod pack;
mod parameters;
mod plaintext;
mod public_key;
mod residues;
mod secret_key;
mod sizes;
mod stream;
mod switching_key;

pub use ciphertext::SavedCiphertext;
pub use envelope::{Header, inspect};
pub use error::SerialError;
pub use fingerprint::Fingerprint;
pub use kind::{Kind, VERSION};
pub use object::Saved;
pub use parameters::SavedParameters;
pub use secret_key::SavedSecret;
pub use sizes::Sizes;
pub use stream::read_object;
