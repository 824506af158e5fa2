//! Permission to give one share for a public polynomial.

use std::fmt;

use ringassay_scheme::{
    Ring,
    hybrid::{Ciphertext, HybridScheme},
};

use crate::{Error, Guard};

/// A public polynomial that a share has with a secret as its factor: its hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Subject(pub(crate) [u8; Subject::BYTES]);

impl Subject {
    /// The length of a hash.
    pub const BYTES: usize = 32;

    /// c_1 of a ciphertext. Whatever the protocol and the active parties: the secret of all shares is the same.
    ///
    /// # Errors
    /// Returns an error if the ciphertext has not two components.
    pub fn of<P: HybridScheme, R: Ring>(ciphertext: &Ciphertext<P, R>) -> Result<Self, Error> {
        Ok(Self(R::digest(&ciphertext.pair()?[1])))
    }

    /// The hash of what tells a polynomial, or several, in `context`.
    pub(crate) fn hashed(context: &str, parts: &[&[u8]]) -> Self {
        let mut hasher = blake3::Hasher::new_derive_key(context);
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self(hasher.finalize().into())
    }
}

impl fmt::Debug for Subject {
    /// 16 hexadecimal digits: enough for a person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Subject(")?;
        self.0[..8].iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}

/// Permission to give one share: it cannot be copied, and the step that gives the share consumes it.
#[derive(Debug)]
pub struct Permit {
    subject: Subject,
    guard: Guard,
}

impl Permit {
    pub(crate) fn new(subject: Subject, guard: Guard) -> Self {
        Self { subject, guard }
    }

    /// A permit that is written nowhere: for measurements and tests, with secrets of [`Guard::None`] alone. Who gives two
    /// shares for one polynomial gives the secret away.
    pub fn unrecorded(subject: Subject) -> Self {
        Self { subject, guard: Guard::None }
    }

    /// Fails unless it is for this subject and from the ledger of this secret.
    pub(crate) fn check(self, subject: Subject, guard: Guard) -> Result<(), Error> {
        if self.guard != guard {
            return Err(Error::Permit("not from the ledger of this secret"));
        }
        if self.subject != subject {
            return Err(Error::Permit("for another public polynomial"));
        }
        Ok(())
    }
}
