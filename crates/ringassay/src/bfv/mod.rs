//! BFV in RNS form over any index: parameters chosen, vectors encrypted.
//!
//! ```
//! use ringassay::bfv::{Request, Session};
//!
//! let session = Session::choose(&Request::bits(6, 1.0))?;
//! let keys = session.keys()?;
//! let sum = (keys.encrypt(&[1, 0, 0, 1, 1, 0])? + keys.encrypt(&[1, 1, 0, 0, 1, 1])?)?;
//! assert_eq!(keys.decrypt(&sum)?, [0, 1, 0, 1, 0, 1]);
//! # Ok::<(), ringassay::Error>(())
//! ```

mod scheme;

pub use ringassay_params::{
    bfv::{Choice, choose},
    bgv::Request,
};
use ringassay_ring::RnsRing;
pub use ringassay_scheme::{bfv::Parameters, bgv::PlaintextModulus};

use crate::Error;

/// BFV that computes.
pub type Bfv = ringassay_scheme::bfv::Context<RnsRing>;
/// An instance of BFV for vectors of one length.
pub type Session = crate::Session<Bfv>;
/// The keys of one user.
pub type Keys = crate::Keys<Bfv>;
/// Decrypts.
pub type SecretKey = crate::SecretKey<Bfv>;
/// Encrypts.
pub type PublicKey = crate::PublicKey<Bfv>;
/// Multiplies and rotates.
pub type EvaluationKeys = crate::EvaluationKeys<Bfv>;
/// An encrypted vector.
pub type Ciphertext = crate::Ciphertext<Bfv>;

impl Session {
    /// The instance that serves a request best; [`choose`] gives what is known of it as well. The depth
    /// counts products and sums, and rotations not yet; what would not decrypt is refused all the same.
    ///
    /// # Errors
    /// If no parameters serve it.
    pub fn choose(request: &Request) -> Result<Self, Error> {
        Self::new(&choose(request)?.parameters, request.length)
    }
}
