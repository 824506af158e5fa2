//! How a program was built, and what it computes with: facts of HELLO without which times say little.

#![expect(clippy::disallowed_types, reason = "of a program that does not fork")]

use std::sync::OnceLock;

use serde_json::{Map, Value};

/// Keys of HELLO; see `docs/protocol.md`. What is empty is not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// The commit of its sources.
    pub commit: Option<String>,
    /// `release`, or `debug` where the compiler does not optimise.
    pub profile: Option<String>,
    /// The vector instructions in use; `none` where there are none but the compiler's.
    pub simd: Option<String>,
    /// How many threads compute.
    pub threads: Option<usize>,
    /// How the library was built: compiler, target, features.
    pub library_build: Option<String>,
}

/// What `main` says that the build stated.
#[derive(Clone, Copy, Debug, Default)]
struct Stated {
    commit: Option<&'static str>,
    compiler: Option<&'static str>,
}

static STATED: OnceLock<Stated> = OnceLock::new();

/// Keeps what the build stated, for [`Build::ours`]; the first call counts. See
/// [`state_build!`](crate::state_build).
pub fn state_build(commit: Option<&'static str>, compiler: Option<&'static str>) {
    let _ = STATED.set(Stated { commit, compiler });
}

/// Says in `main` which commit and compiler a program was built from, as `make build` states them in
/// the environment (`RINGASSAY_COMMIT`, `RINGASSAY_COMPILER`). The variables are read where this stands:
/// a new commit builds programs anew, and no library.
#[macro_export]
macro_rules! state_build {
    () => {
        $crate::kit::state_build(option_env!("RINGASSAY_COMMIT"), option_env!("RINGASSAY_COMPILER"))
    };
}

impl Build {
    /// That of a program whose library is ringassay itself.
    #[must_use]
    pub fn ours(simd: &str, threads: usize) -> Self {
        let Stated { commit, compiler } = STATED.get().copied().unwrap_or_default();
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        let target = format!("{}-{}", std::env::consts::ARCH, std::env::consts::OS);
        let compiler = compiler.unwrap_or("compiler not stated");
        Self {
            commit: commit.map(str::to_owned),
            profile: Some(profile.to_owned()),
            simd: Some(simd.to_owned()),
            threads: Some(threads),
            library_build: Some(format!("{compiler}, {target}, linked in")),
        }
    }

    pub(super) fn into_keys(self) -> Map<String, Value> {
        let text = |value: Option<String>| value.map(Value::from);
        let keys = [
            ("commit", text(self.commit)),
            ("profile", text(self.profile)),
            ("simd", text(self.simd)),
            ("threads", self.threads.map(Value::from)),
            ("library_build", text(self.library_build)),
        ];
        keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_not_said() {
        assert!(Build::default().into_keys().is_empty());
        let keys = Build::ours("none", 3).into_keys();
        assert_eq!((&keys["simd"], &keys["threads"]), (&Value::from("none"), &Value::from(3)));
        assert!(!keys.contains_key("commit"), "no program stated one here");
    }
}
