//! BGV over any index: parameters chosen, vectors encrypted, whole circuits compiled.
//!
//! ```
//! use ringassay::bgv::{Request, Session};
//!
//! let session = Session::choose(&Request::bits(6, 1.0))?;
//! let keys = session.keys()?;
//! let sum = (keys.encrypt(&[1, 0, 0, 1, 1, 0])? + keys.encrypt(&[1, 1, 0, 0, 1, 1])?)?;
//! assert_eq!(keys.decrypt(&sum)?, [0, 1, 0, 1, 0, 1]);
//! # Ok::<(), ringassay::Error>(())
//! ```

mod noise;
mod program;
mod scheme;

pub use ringassay_params::bgv::{Choice, Objective, Request, choose, security};
use ringassay_ring::RnsRing;
pub use ringassay_scheme::bgv::{Parameters, PlaintextModulus};

pub use noise::Noise;
pub use program::Program;

use crate::Error;

/// BGV that computes.
pub type Bgv = ringassay_scheme::bgv::Context<RnsRing>;
/// An instance of BGV for vectors of one length.
pub type Session = crate::Session<Bgv>;
/// The keys of one user.
pub type Keys = crate::Keys<Bgv>;
/// Decrypts.
pub type SecretKey = crate::SecretKey<Bgv>;
/// Encrypts.
pub type PublicKey = crate::PublicKey<Bgv>;
/// Multiplies, rotates and evaluates circuits.
pub type EvaluationKeys = crate::EvaluationKeys<Bgv>;
/// An encrypted vector.
pub type Ciphertext = crate::Ciphertext<Bgv>;

impl Session {
    /// The instance that serves a request best; [`choose`] gives the reasons as well.
    ///
    /// # Errors
    /// If no parameters serve it.
    pub fn choose(request: &Request) -> Result<Self, Error> {
        Self::of(&choose(request)?, request.length)
    }

    /// The instance of a choice, for vectors of this length.
    ///
    /// # Errors
    /// If there are fewer slots than entries.
    pub fn of(choice: &Choice, length: usize) -> Result<Self, Error> {
        Self::with_automorphisms(&choice.parameters, length, Some(choice.rotations.clone()))
    }
}
