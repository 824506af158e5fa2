//! The last resort when a guard itself has been killed: finding what it left by its mark.

use std::fs;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::proc::processes;

/// Environment variable that marks every process of a pair.
pub(crate) const SESSION_VARIABLE: &str = "RINGASSAY_SESSION";
const PATIENCE: Duration = Duration::from_secs(5);

/// Ends every process of the session, found by its environment or by the process group of a
/// program. Returns those that are left.
pub(crate) fn sweep(session: &str, groups: &[i32]) -> Vec<i32> {
    let give_up = Instant::now() + PATIENCE;
    loop {
        let marked = members(session, groups);
        if marked.is_empty() || Instant::now() >= give_up {
            return marked;
        }
        // Stopped first, so that none forks while the others are looked for.
        for signal in [Signal::STOP, Signal::KILL] {
            for pid in marked.iter().filter_map(|&pid| Pid::from_raw(pid)) {
                let _ = kill_process(pid, signal);
            }
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn members(session: &str, groups: &[i32]) -> Vec<i32> {
    let mark = format!("{SESSION_VARIABLE}={session}");
    processes().filter(|&pid| is_marked(pid, mark.as_bytes()) || is_in_group(pid, groups)).collect()
}

fn is_marked(pid: i32, mark: &[u8]) -> bool {
    fs::read(format!("/proc/{pid}/environ"))
        .is_ok_and(|environ| environ.split(|&byte| byte == 0).any(|entry| entry == mark))
}

/// Whether a process, other than a zombie, is in one of the groups.
fn is_in_group(pid: i32, groups: &[i32]) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let field = |number| crate::proc::stat_field(&stat, number);
    field(3).is_some_and(|state| state != "Z")
        && field(5).is_some_and(|group| groups.iter().any(|wanted| group == wanted.to_string()))
}
