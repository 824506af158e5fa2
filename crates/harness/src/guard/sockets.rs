//! Sockets of a program, whose buffers no process has mapped.

use std::fs;

/// So many are free: a program that talks to its own workers has some.
const FREE: u64 = 64;

/// Counts the sockets in a program's own network name space.
#[derive(Debug)]
pub(super) struct Sockets {
    list: String,
    /// What may wait in one of them.
    buffer_bytes: u64,
}

impl Sockets {
    /// Of the name space that a process is in.
    pub(super) fn of(pid: i32) -> Self {
        // The kernel doubles what a program asks for, up to this (socket(7)).
        let most = fs::read_to_string("/proc/sys/net/core/wmem_max").ok();
        let most = most.and_then(|text| text.trim().parse::<u64>().ok()).unwrap_or(212_992);
        Self { list: format!("/proc/{pid}/net/sockstat"), buffer_bytes: 2 * most }
    }

    /// What the buffers of all sockets but the first few may hold.
    pub(super) fn bytes(&self) -> u64 {
        let used = fs::read_to_string(&self.list).ok().and_then(|text| used(&text)).unwrap_or(0);
        used.saturating_sub(FREE) * self.buffer_bytes
    }
}

/// The first number: sockets of every family.
fn used(sockstat: &str) -> Option<u64> {
    sockstat.lines().next()?.strip_prefix("sockets: used ")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sockets_are_counted() {
        assert_eq!(used("sockets: used 31\nTCP: inuse 2 orphan 0 tw 0 alloc 3 mem 0\n"), Some(31));
        assert_eq!(used("TCP: inuse 2\n"), None);
        let own = i32::try_from(std::process::id()).unwrap();
        assert!(fs::read_to_string(Sockets::of(own).list).is_ok_and(|text| used(&text).is_some()));
    }
}
