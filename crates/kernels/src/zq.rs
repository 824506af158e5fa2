//! A modulus together with the instructions that compute modulo it.

use thiserror::Error;

#[cfg(target_arch = "aarch64")]
use crate::doubles::{self, neon::Neon};
use crate::{
    Backend, BackendError, Modulus, ModulusError,
    lanes::{Lanes, Task},
    scalar,
};
#[cfg(target_arch = "x86_64")]
use crate::{
    avx512,
    doubles::{self, avx2::Avx2},
};

/// Why there is no such Z_q.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ZqError {
    /// The number is no modulus.
    #[error(transparent)]
    Modulus(#[from] ModulusError),
    /// The backend cannot be had.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

/// A constant multiplier with its precomputed quotient, in the format of a backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prepared(pub(crate) u64, pub(crate) u64);

/// The ring Z_q: a modulus and the backend that computes in it.
///
/// Methods on slices expect canonical residues, in [0, q), and give canonical residues; slices may
/// lie anywhere (64-byte alignment is fastest) and must be equally long.
///
/// # Panics
/// Methods on several slices panic when their lengths differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zq {
    modulus: Modulus,
    /// Available on this machine, and portable if the modulus is wide: what `run` relies on.
    backend: Backend,
}

impl Zq {
    /// Z_q with the backend of this process ([`Backend::chosen`]).
    ///
    /// # Errors
    /// When q is no modulus, or the environment asks for a backend that cannot be had.
    pub fn new(q: u64) -> Result<Self, ZqError> {
        Self::with_backend(q, Backend::chosen()?)
    }

    /// Z_q with a given backend; wide moduli (2^50 and above) are computed portably in any case.
    ///
    /// # Errors
    /// When q is no modulus, or the machine lacks the backend.
    pub fn with_backend(q: u64, backend: Backend) -> Result<Self, ZqError> {
        let modulus = Modulus::new(q)?;
        if !backend.is_available() {
            return Err(BackendError::Missing { wanted: backend, had: Backend::available() }.into());
        }
        let backend = if modulus.is_narrow() { backend } else { Backend::Portable };
        Ok(Self { modulus, backend })
    }

    /// The modulus.
    #[inline(always)]
    pub fn modulus(&self) -> &Modulus {
        &self.modulus
    }

    /// q itself.
    #[inline(always)]
    pub fn q(&self) -> u64 {
        self.modulus.value()
    }

    /// The backend that really computes.
    #[inline(always)]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// The same ring, computed portably.
    pub(crate) fn portable(&self) -> Self {
        Self { backend: Backend::Portable, ..*self }
    }

    /// The canonical residue w, ready to multiply by.
    pub fn prepare(&self, w: u64) -> Prepared {
        let (value, quotient) = self.run(Prepare { modulus: &self.modulus, w, dot: false });
        Prepared(value, quotient)
    }

    /// The canonical residue w, ready for sums of products (odd q).
    pub(crate) fn prepare_dot(&self, w: u64) -> Prepared {
        let (value, quotient) = self.run(Prepare { modulus: &self.modulus, w, dot: true });
        Prepared(value, quotient)
    }

    /// Runs a task on the lanes of the backend.
    #[inline]
    pub(crate) fn run<T: Task>(&self, task: T) -> T::Output {
        match self.backend {
            Backend::Portable => scalar::run(&self.modulus, task),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: a `Zq` with this backend is only made where the backend is available.
            Backend::Avx2 => unsafe { doubles::run::<Avx2, _>(&self.modulus, task) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: likewise.
            Backend::Avx512 => unsafe { avx512::run(&self.modulus, task) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: likewise.
            Backend::Neon => unsafe { doubles::run::<Neon, _>(&self.modulus, task) },
            // What another kind of machine has is available on none of this kind.
            #[allow(unreachable_patterns)]
            _ => scalar::run(&self.modulus, task),
        }
    }
}

struct Prepare<'a> {
    modulus: &'a Modulus,
    w: u64,
    dot: bool,
}

impl Task for Prepare<'_> {
    type Output = (u64, u64);

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) -> (u64, u64) {
        if self.dot {
            L::prepare_dot(self.modulus, self.w)
        } else {
            L::prepare(self.modulus, self.w)
        }
    }
}
