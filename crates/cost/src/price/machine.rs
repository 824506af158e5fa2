//! On what a calibration was measured.

use serde::{Deserialize, Serialize};

use ringassay_kernels::{Backend, BackendError};

/// What the price of a kernel depends on besides its sizes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the processor.
    pub processor: String,
    /// Its family, model number and stepping, for one name is given to several designs: `25/17/1`.
    #[serde(default)]
    pub design: String,
    /// Processors that this process may use.
    pub cores: usize,
    /// The set of instructions of the kernels.
    pub backend: String,
    /// `release`, or `debug` where the compiler does not optimise.
    pub profile: String,
    /// The version of ringassay.
    pub version: String,
    /// A digest of the sources of the kernels and the ring, and of what compiles them: where it is
    /// equal, kernels are.
    #[serde(default)]
    pub kernels: String,
}

/// [`Machine::kernels`] of this program.
pub const KERNELS: &str = env!("RINGASSAY_KERNELS");

impl Machine {
    /// This one, with this process's backend.
    ///
    /// # Errors
    /// When the environment asks for a backend that cannot be had.
    pub fn here() -> Result<Self, BackendError> {
        Ok(Self {
            processor: fact("model name").unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            design: ["cpu family", "model", "stepping"]
                .map(|key| fact(key).unwrap_or_else(|| "?".to_owned()))
                .join("/"),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            backend: Backend::chosen()?.to_string(),
            profile: if cfg!(debug_assertions) { "debug" } else { "release" }.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            kernels: KERNELS.to_owned(),
        })
    }

    /// In what another machine differs, in words.
    pub fn differences(&self, other: &Self) -> Vec<String> {
        let facts = |machine: &Self| {
            [
                ("processor", machine.processor.clone()),
                ("family/model/stepping", machine.design.clone()),
                ("cores", machine.cores.to_string()),
                ("backend", machine.backend.clone()),
                ("build profile", machine.profile.clone()),
                ("version", machine.version.clone()),
                ("sources of the kernels", machine.kernels.clone()),
            ]
        };
        let pairs = facts(self).into_iter().zip(facts(other));
        let differs = pairs.filter(|((_, own), (_, others))| own != others);
        let known = |text: String| if text.is_empty() { "not known".to_owned() } else { text };
        let say = |what, own, others| format!("{what}: {}, now {}", known(own), known(others));
        differs.map(|((what, own), (_, others))| say(what, own, others)).collect()
    }
}

/// What the system says of the first processor.
fn fact(key: &str) -> Option<String> {
    let facts = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    facts.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == key).then(|| value.trim().to_owned())
    })
}
