//! How much memory there is to share.

use std::fs;

/// Bytes of memory of this machine, or what its container may use of them.
pub(crate) fn memory_bytes() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    // Versions 2 and 1 of control groups, as containers show their own. "max", or a number beyond
    // any memory, is no bound.
    let files = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let bounds = files.iter().filter_map(|file| fs::read_to_string(file).ok()?.trim().parse().ok());
    Some(bounds.fold(kib * 1024, u64::min))
}

#[cfg(test)]
mod tests {
    #[test]
    fn there_is_memory() {
        let bytes = super::memory_bytes().unwrap();
        assert!((1 << 24..1 << 50).contains(&bytes), "{bytes}");
    }
}
