//! CPU time and peak memory of a program and its descendants, between two moments.

use std::fs::File;
use std::os::unix::fs::FileExt as _;

use nix::time::{ClockId, clock_getcpuclockid};
use nix::unistd::Pid;

use super::read;
use super::tree::{descendants, stat_field};

const NS_PER_S: u64 = 1_000_000_000;

/// Reads one program. Keeps its files in `/proc` open, which halves the cost of a reading, and
/// never mistakes a later process with the same number for it.
#[derive(Debug)]
pub(crate) struct Gauge {
    pid: i32,
    stat: Option<File>,
    status: Option<File>,
    children: Option<File>,
    clear_refs: Option<File>,
}

/// A reading of [`Gauge::begin`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    cpu_ns: u64,
}

impl Gauge {
    /// For a running program.
    pub(crate) fn new(pid: i32) -> Self {
        let open = |name: &str| File::open(format!("/proc/{pid}/{name}")).ok();
        Self {
            pid,
            stat: open("stat"),
            status: open("status"),
            children: open(&format!("task/{pid}/children")),
            clear_refs: File::options().write(true).open(format!("/proc/{pid}/clear_refs")).ok(),
        }
    }

    /// Starts an interval: peaks are reset to what is resident now, where the kernel allows it.
    pub(crate) fn begin(&self) -> Reading {
        let stat = self.stat();
        let below = self.descendants(&stat);
        if let Some(file) = &self.clear_refs {
            // Best effort: without it the peak is that of the process's whole life.
            let _ = file.write_at(b"5", 0);
        }
        for pid in &below {
            let _ = std::fs::write(format!("/proc/{pid}/clear_refs"), "5");
        }
        Reading { cpu_ns: self.cpu_ns(&stat, &below) }
    }

    /// Ends an interval: CPU nanoseconds used in it, and the sum of the peak resident bytes of
    /// the processes alive now. With one process that is exact; with several it is an upper bound
    /// of what they held at one time.
    pub(crate) fn end(&self, begin: Reading) -> (u64, u64) {
        let stat = self.stat();
        let below = self.descendants(&stat);
        let cpu_ns = self.cpu_ns(&stat, &below).saturating_sub(begin.cpu_ns);
        let own = self.status.as_ref().and_then(read_all).map_or(0, |text| peak_bytes(&text));
        let others = below
            .iter()
            .filter_map(|pid| read(&format!("/proc/{pid}/status")))
            .map(|text| peak_bytes(&text));
        (cpu_ns, own + others.sum::<u64>())
    }

    fn stat(&self) -> String {
        self.stat.as_ref().and_then(read_all).unwrap_or_default()
    }

    fn descendants(&self, stat: &str) -> Vec<i32> {
        // The usual case, one thread without children, costs one read.
        let one_thread = stat_field(stat, 20) == Some("1");
        let childless =
            self.children.as_ref().and_then(read_all).is_some_and(|list| list.trim().is_empty());
        if one_thread && childless {
            return Vec::new();
        }
        descendants(self.pid, usize::MAX)
    }

    /// CPU time so far: that of the living to the nanosecond, and what they inherited from
    /// children they waited for, which the kernel tells in ticks.
    fn cpu_ns(&self, stat: &str, below: &[i32]) -> u64 {
        let others = below.iter().map(|&pid| {
            clock_ns(pid) + read(&format!("/proc/{pid}/stat")).map_or(0, |stat| inherited_ns(&stat))
        });
        clock_ns(self.pid) + inherited_ns(stat) + others.sum::<u64>()
    }
}

fn read_all(file: &File) -> Option<String> {
    let mut buffer = [0; 4096];
    let count = file.read_at(&mut buffer, 0).ok()?;
    Some(String::from_utf8_lossy(&buffer[..count]).into_owned())
}

/// The CPU clock of a process with all its threads; 0 when it is gone.
fn clock_ns(pid: i32) -> u64 {
    clock_getcpuclockid(Pid::from_raw(pid))
        .and_then(ClockId::now)
        .ok()
        .and_then(|time| {
            let seconds = u64::try_from(time.tv_sec()).ok()?;
            Some(seconds * NS_PER_S + u64::try_from(time.tv_nsec()).ok()?)
        })
        .unwrap_or(0)
}

/// `cutime` and `cstime` of proc(5).
fn inherited_ns(stat: &str) -> u64 {
    let ticks: u64 =
        [16, 17].into_iter().filter_map(|field| stat_field(stat, field)?.parse::<u64>().ok()).sum();
    ticks * (NS_PER_S / rustix::param::clock_ticks_per_second().max(1))
}

/// `VmHWM` of `/proc/<pid>/status`.
fn peak_bytes(status: &str) -> u64 {
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:")?.split_ascii_whitespace().next()?.parse().ok())
        .map_or(0, |kib: u64| kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_touched_in_the_interval_is_seen_and_then_forgotten() {
        const TOUCHED: usize = 64 << 20;
        let gauge = Gauge::new(std::process::id() as i32);
        let begin = gauge.begin();
        let memory = vec![1_u8; TOUCHED];
        let spent = std::time::Instant::now();
        let mut sum = 0_u64;
        while spent.elapsed().as_millis() < 30 {
            sum = sum.wrapping_add(memory.iter().map(|&byte| u64::from(byte)).sum());
        }
        assert!(sum > 0);
        drop(memory);
        let (cpu_ns, peak) = gauge.end(begin);
        assert!(peak >= TOUCHED as u64, "{peak}");
        assert!(cpu_ns > 5_000_000, "{cpu_ns}");
        let (_, later) = gauge.end(gauge.begin());
        assert!(later + (TOUCHED as u64) / 2 < peak, "{later} after {peak}");
    }

    #[test]
    fn a_process_that_is_gone_reads_as_nothing() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let gauge = Gauge::new(child.id() as i32);
        child.wait().unwrap();
        assert_eq!(gauge.end(gauge.begin()), (0, 0));
    }
}
