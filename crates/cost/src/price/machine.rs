//! On what a calibration was measured.

use serde::{Deserialize, Serialize};

use ringassay_kernels::{Backend, BackendError};

/// What the price of a kernel depends on besides its sizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the processor.
    pub processor: String,
    /// Processors that this process may use.
    pub cores: usize,
    /// The set of instructions of the kernels.
    pub backend: String,
    /// `release`, or `debug` where the compiler does not optimise.
    pub profile: String,
    /// The version of ringassay.
    pub version: String,
}

impl Machine {
    /// This one, with this process's backend.
    ///
    /// # Errors
    /// When the environment asks for a backend that cannot be had.
    pub fn here() -> Result<Self, BackendError> {
        Ok(Self {
            processor: processor(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            backend: Backend::chosen()?.to_string(),
            profile: if cfg!(debug_assertions) { "debug" } else { "release" }.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        })
    }

    /// In what another machine differs, in words.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let facts = |machine: &Self| {
            [
                ("processor", machine.processor.clone()),
                ("cores", machine.cores.to_string()),
                ("backend", machine.backend.clone()),
                ("build profile", machine.profile.clone()),
                ("version", machine.version.clone()),
            ]
        };
        let pairs = facts(self).into_iter().zip(facts(other));
        let differs = pairs.filter(|((_, own), (_, others))| own != others);
        differs.map(|((what, own), (_, others))| format!("{what}: {own}, now {others}")).collect()
    }
}

/// As the system calls it.
fn processor() -> String {
    let facts = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = facts.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}
