//! Holding a tree still, so that it uses no processor while somebody else is measured.

use std::collections::HashSet;
use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::reaper::{own_descendants, signal};
use crate::proc::{read, stat_field};

/// How long a process may take to stop: one inside the kernel stops when it comes out of it.
const PATIENCE: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_micros(200);

/// The processes that were stopped.
#[derive(Debug)]
pub(super) struct Hold {
    stopped: HashSet<i32>,
    spared: Option<i32>,
    on: bool,
}

impl Hold {
    /// Nothing is held; `spared` never is.
    pub(super) fn new(spared: Option<i32>) -> Self {
        Self { stopped: HashSet::new(), spared, on: false }
    }

    /// Whether the tree is held.
    pub(super) fn is_on(&self) -> bool {
        self.on
    }

    /// Stops all descendants, again if somebody has woken one; how many still run.
    ///
    /// Stopped processes cannot fork, so looks that find no new one end even with a fork bomb.
    pub(super) fn stop(&mut self) -> u32 {
        self.on = true;
        let deadline = Instant::now() + PATIENCE;
        loop {
            let running: Vec<i32> = own_descendants()
                .into_iter()
                .filter(|&pid| Some(pid) != self.spared && !is_still(pid))
                .collect();
            if running.is_empty() {
                return 0;
            }
            if Instant::now() >= deadline {
                return u32::try_from(running.len()).unwrap_or(u32::MAX);
            }
            for pid in running {
                signal(pid, Signal::STOP);
                self.stopped.insert(pid);
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Lets what was stopped run on. What had stopped itself before stays as it was.
    pub(super) fn release(&mut self) {
        self.on = false;
        let living: HashSet<i32> = own_descendants().into_iter().collect();
        for pid in self.stopped.drain().filter(|pid| living.contains(pid)) {
            signal(pid, Signal::CONT);
        }
    }
}

/// Whether no thread of a process can run: all are stopped or have ended.
fn is_still(pid: i32) -> bool {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return true;
    };
    tasks.flatten().all(|task| {
        let stat = task.path().join("stat");
        read(&stat.to_string_lossy())
            .is_none_or(|stat| matches!(stat_field(&stat, 3), Some("T" | "t" | "Z" | "X")))
    })
}
