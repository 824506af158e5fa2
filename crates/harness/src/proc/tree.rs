//! Walking a process tree.

use std::collections::{HashMap, HashSet};
use std::fs;

use super::read;

/// Every living or not yet reaped descendant of `root`, without `root` itself; not many more than
/// `enough`, for whoever only asks whether there are so many.
///
/// A snapshot of something that moves: a process may fork or end while this looks. Whoever needs
/// certainty stops what was found and looks again.
pub(crate) fn descendants(root: i32, enough: usize) -> Vec<i32> {
    tree(root, enough).0
}

/// The same, and how many threads they have together; looks no further once these are `enough`.
pub(crate) fn tree(root: i32, enough: usize) -> (Vec<i32>, usize) {
    let mut found = Vec::new();
    // Threads beyond the first of each.
    let mut more = 0;
    // Guards against a number that is reused while we walk.
    let mut seen = HashSet::from([root]);
    let mut open = vec![root];
    while let Some(pid) = open.pop().filter(|_| found.len() + more <= enough) {
        let (children, threads) = children(pid).unwrap_or_default();
        if pid != root {
            more += threads.saturating_sub(1);
        }
        for child in children {
            if seen.insert(child) {
                found.push(child);
                open.push(child);
            }
        }
    }
    let threads = found.len() + more;
    (found, threads)
}

/// The children of a process, of all its threads, and how many threads these are; `None` when the
/// process is gone.
fn children(pid: i32) -> Option<(Vec<i32>, usize)> {
    let mut children = Vec::new();
    let tasks: Vec<_> = fs::read_dir(format!("/proc/{pid}/task")).ok()?.flatten().collect();
    for task in &tasks {
        let path = task.path().join("children");
        match fs::read_to_string(&path) {
            Ok(list) => children.extend(list.split_ascii_whitespace().filter_map(parse)),
            // A kernel without CONFIG_PROC_CHILDREN has no such file for anybody.
            Err(_) if !kernel_lists_children() => {
                return Some((children_by_scan(pid), tasks.len()));
            }
            Err(_) => {}
        }
    }
    Some((children, tasks.len()))
}

fn kernel_lists_children() -> bool {
    fs::exists("/proc/thread-self/children").unwrap_or(false)
}

/// The same from the parent that every process names.
fn children_by_scan(parent: i32) -> Vec<i32> {
    let parents: HashMap<i32, i32> =
        processes().filter_map(|pid| Some((pid, parent_of(pid)?))).collect();
    parents.iter().filter(|&(_, &of)| of == parent).map(|(&pid, _)| pid).collect()
}

/// Every process in sight.
pub(crate) fn processes() -> impl Iterator<Item = i32> {
    fs::read_dir("/proc")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| parse(entry.file_name().to_str()?))
}

/// Whether a process is gone, or has ended and waits for `parent` to collect it.
pub(crate) fn is_ended_orphan(pid: i32, parent: i32) -> bool {
    let Some(stat) = read(&format!("/proc/{pid}/stat")) else {
        return true;
    };
    let ended = matches!(stat_field(&stat, 3), Some("Z" | "X"));
    ended && stat_field(&stat, 4).and_then(parse) == Some(parent)
}

fn parent_of(pid: i32) -> Option<i32> {
    stat_field(&read(&format!("/proc/{pid}/stat"))?, 4)?.parse().ok()
}

fn parse(pid: &str) -> Option<i32> {
    pid.parse().ok()
}

/// A field of `/proc/<pid>/stat`, numbered from 1 as in proc(5). The command name, which may
/// contain anything, is field 2 and not accessible.
pub(crate) fn stat_field(stat: &str, number: usize) -> Option<&str> {
    let (_, behind_name) = stat.rsplit_once(')')?;
    behind_name.split_ascii_whitespace().nth(number.checked_sub(3)?)
}

/// The number of a process within its own name space.
pub(crate) fn inner_number(pid: i32) -> Option<i32> {
    let status = read(&format!("/proc/{pid}/status"))?;
    let numbers = status.lines().find_map(|line| line.strip_prefix("NSpid:"))?;
    parse(numbers.split_ascii_whitespace().next_back()?)
}

/// How many processes these are, and the first of them as `number (name)`.
pub(crate) fn named(pids: &[i32]) -> (u32, Vec<String>) {
    const FIRST: usize = 16;
    let name = |pid: &i32| {
        let name = read(&format!("/proc/{pid}/comm")).unwrap_or_default();
        format!("{pid} ({})", name.trim_end())
    };
    let count = u32::try_from(pids.len()).unwrap_or(u32::MAX);
    (count, pids.iter().take(FIRST).map(name).collect())
}

/// What a process holds of the machine's memory.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Held {
    /// Bytes of pages that it has mapped, but for huge ones from a pool.
    pub(crate) resident: u64,
    /// Bytes that the kernel keeps for it beside: huge pages from a pool, page tables, which also pages take that hold nothing, and what
    /// may wait behind descriptors.
    pub(crate) kernel: u64,
}

/// So many descriptors of a process are free.
const FREE_DESCRIPTORS: u64 = 256;
/// What the kernel keeps at least of what a descriptor is for, for everybody: a pipe with two pages.
const DESCRIPTOR_BYTES: u64 = 8 << 10;

/// What a process holds; nothing when it is gone.
pub(crate) fn held_bytes(pid: i32) -> Held {
    read(&format!("/proc/{pid}/status")).map_or_else(Held::default, |status| held(&status))
}

/// The same, from proc(5), `/proc/<pid>/status`.
fn held(status: &str) -> Held {
    let number = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_ascii_whitespace().next()?.parse::<u64>().ok()
    };
    let bytes = |name| number(name).map_or(0, |kib| kib * 1024);
    // As many as there is room for, which never shrinks.
    let descriptors = number("FDSize:").unwrap_or(0).saturating_sub(FREE_DESCRIPTORS);
    let kernel = bytes("HugetlbPages:") + bytes("VmPTE:") + descriptors * DESCRIPTOR_BYTES;
    Held { resident: bytes("VmRSS:"), kernel }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_command_name_full_of_brackets_does_not_shift_fields() {
        let stat = "12 (a) b (c) S 7 8 9";
        assert_eq!(stat_field(stat, 3), Some("S"));
        assert_eq!(stat_field(stat, 4), Some("7"));
        assert_eq!(stat_field(stat, 2), None);
    }

    #[test]
    fn what_a_process_holds_is_the_sum_of_its_lines() {
        let status = "VmHWM:\t900 kB\nVmRSS:\t 700 kB\nVmPTE:\t  40 kB\nHugetlbPages:\t2048 kB\n";
        let found = held(&format!("FDSize:\t64\n{status}"));
        assert_eq!((found.resident, found.kernel), (700 << 10, (40 + 2048) << 10));
        assert_eq!(held(&format!("FDSize:\t512\n{status}")).kernel, (40 + 2048 + 256 * 8) << 10);
        assert_eq!(held("").resident, 0);
    }

    #[test]
    fn both_ways_to_find_children_agree() {
        let mut child = Command::new("sh")
            .args(["-c", "sleep 60 & wait"])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let pid = i32::try_from(child.id()).unwrap();
        let grandchildren = (0..500)
            .find_map(|_| {
                std::thread::sleep(std::time::Duration::from_millis(10));
                Some(children(pid)?.0).filter(|list| !list.is_empty())
            })
            .unwrap();
        assert_eq!(grandchildren, children_by_scan(pid));
        assert_eq!(tree(pid, usize::MAX), (grandchildren.clone(), 1));
        let (all, threads) = tree(std::process::id() as i32, usize::MAX);
        assert!(all.contains(&pid) && threads >= all.len());
        assert_eq!(descendants(pid, usize::MAX), grandchildren);
        assert!(descendants(std::process::id() as i32, usize::MAX).contains(&grandchildren[0]));
        assert!(held_bytes(grandchildren[0]).resident > 0);
        let (count, names) = named(&[grandchildren[0]; 20]);
        assert_eq!((count, names.len()), (20, 16));
        assert!(names[0].ends_with("(sleep)") || names[0].ends_with("(sh)"), "{}", names[0]);
        let sleep = rustix::process::Pid::from_raw(grandchildren[0]).unwrap();
        rustix::process::kill_process(sleep, rustix::process::Signal::KILL).unwrap();
        child.wait().unwrap();
        assert_eq!(held_bytes(pid).resident, 0);
        assert_eq!(named(&[pid]), (1, vec![format!("{pid} ()")]));
    }
}
