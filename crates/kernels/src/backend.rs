//! Which instructions compute: chosen once, by what the machine has.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::fork::OnceLock;

/// The environment variable that forces a backend.
pub const VARIABLE: &str = "RINGASSAY_BACKEND";

/// A set of instructions in which the kernels are compiled.
///
/// All backends give equal results, bit for bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Backend {
    /// One word at a time; every machine.
    Portable,
    /// On ARM, four doubles at a time with fused multiply-add; moduli below 2^50.
    Neon,
    /// Four doubles at a time with fused multiply-add; moduli below 2^50.
    Avx2,
    /// Eight words at a time with 52-bit multiply-add (IFMA) and permutations of bytes (VBMI); moduli below 2^50.
    Avx512,
}

/// Why a backend cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BackendError {
    /// No backend of that name.
    #[error("no backend is called {0:?}: say portable, neon, avx2 or avx512")]
    Unknown(String),
    /// The machine lacks the instructions.
    #[error("this machine lacks the instructions of the backend {wanted}; it has {}", names(.had))]
    Missing {
        /// What was asked for.
        wanted: Backend,
        /// What there is.
        had: Vec<Backend>,
    },
}

fn names(backends: &[Backend]) -> String {
    backends.iter().map(Backend::to_string).collect::<Vec<_>>().join(", ")
}

impl Backend {
    /// All there are; those of one kind of machine slowest first.
    pub const ALL: [Backend; 4] =
        [Backend::Portable, Backend::Neon, Backend::Avx2, Backend::Avx512];

    /// Whether this machine has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            Backend::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => crate::doubles::avx2::detected(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => crate::avx512::detected(),
            // Every 64-bit ARM processor has it.
            Backend::Neon => cfg!(target_arch = "aarch64"),
            #[cfg(not(target_arch = "x86_64"))]
            Backend::Avx2 | Backend::Avx512 => false,
        }
    }

    /// Those that this machine has, slowest first.
    pub fn available() -> Vec<Backend> {
        Self::ALL.into_iter().filter(|backend| backend.is_available()).collect()
    }

    /// The one that the environment variable `RINGASSAY_BACKEND` names, else the fastest.
    ///
    /// # Errors
    /// When the variable names one that does not exist or that this machine lacks.
    pub fn from_env() -> Result<Backend, BackendError> {
        let had = Self::available();
        let Some(name) = std::env::var_os(VARIABLE).filter(|name| !name.is_empty()) else {
            return Ok(had.last().copied().unwrap_or(Backend::Portable));
        };
        let wanted: Backend = name.to_string_lossy().parse()?;
        if had.contains(&wanted) { Ok(wanted) } else { Err(BackendError::Missing { wanted, had }) }
    }

    /// [`Backend::from_env`], looked up once per process.
    ///
    /// # Errors
    /// As [`Backend::from_env`].
    pub fn chosen() -> Result<Backend, BackendError> {
        static CHOSEN: OnceLock<Result<Backend, BackendError>> = OnceLock::new();
        CHOSEN.get_or_init(Self::from_env).clone()
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Backend::Portable => "portable",
            Backend::Neon => "neon",
            Backend::Avx2 => "avx2",
            Backend::Avx512 => "avx512",
        })
    }
}

impl FromStr for Backend {
    type Err = BackendError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|backend| backend.to_string() == name)
            .ok_or_else(|| BackendError::Unknown(name.to_owned()))
    }
}
