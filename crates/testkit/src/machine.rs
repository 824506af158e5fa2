//! What the machine can do, found out without the crates that are judged.

use std::path::Path;

/// The instruction set extensions that Linux lists for the first processor, or `None` where there is
/// no such list.
pub fn processor_flags() -> Option<Vec<String>> {
    flags_in(Path::new("/proc/cpuinfo"))
}

fn flags_in(path: &Path) -> Option<Vec<String>> {
    let text = std::fs::read_to_string(path).ok()?;
    let line =
        text.lines().find(|line| line.starts_with("flags") || line.starts_with("Features"))?;
    let (_, flags) = line.split_once(':')?;
    Some(flags.split_whitespace().map(str::to_owned).collect())
}

/// The names of the backends that a machine with these flags has to run. Linux lists those of ARM as
/// "Features", and under emulation those of the machine below: what the target includes is taken instead.
pub fn expected_backends(flags: &[String]) -> Vec<&'static str> {
    if cfg!(target_feature = "neon") {
        return vec!["portable", "neon"];
    }
    let has = |names: &[&str]| names.iter().all(|name| flags.iter().any(|flag| flag == name));
    let mut backends = vec!["portable"];
    if has(&["avx2", "fma"]) {
        backends.push("avx2");
    }
    if has(&["avx512f", "avx512dq", "avx512vbmi", "avx512ifma"]) {
        backends.push("avx512");
    }
    backends
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    #[test]
    fn backends_follow_from_flags() {
        let backends = |flags: &str| {
            expected_backends(&flags.split(' ').map(str::to_owned).collect::<Vec<_>>())
        };
        assert_eq!(backends("fpu sse2 avx"), ["portable"]);
        assert_eq!(backends("avx2 fma"), ["portable", "avx2"]);
        assert_eq!(backends("avx2"), ["portable"], "the lanes of doubles need fused multiply-add");
        let all = "avx2 fma avx512f avx512dq avx512vbmi avx512ifma";
        assert_eq!(backends(all), ["portable", "avx2", "avx512"]);
    }
}
