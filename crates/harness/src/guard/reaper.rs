//! Waiting for processes and ending them, all of them.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, kill_process, kill_process_group};

use crate::control::{Channel, Launched, Received, Status};
use crate::proc::descendants;

/// Between looks at a tree that is being ended.
const PAUSE: Duration = Duration::from_millis(2);
/// After this long, what is left cannot be ended by anybody.
const PATIENCE: Duration = Duration::from_secs(10);

/// A tree beyond this is ended in pieces.
const MANY: usize = 50_000;

/// Waits for the program and every orphan that the kernel hands to the guard.
#[derive(Debug)]
pub(super) struct Reaper {
    /// The program, or the first process of its name space.
    main: i32,
    program: i32,
    /// The conversation with the latter, which says how the program ends.
    launcher: Option<Channel>,
    status: Option<Status>,
    left: Option<u64>,
    childless: bool,
}

impl Reaper {
    pub(super) fn new(main: i32, program: i32, launcher: Option<Channel>) -> Self {
        Self { main, program, launcher, status: None, left: None, childless: false }
    }

    /// Readable when the program has ended.
    pub(super) fn launcher(&self) -> Option<&Channel> {
        self.launcher.as_ref()
    }

    /// How the program ended, once it has.
    pub(super) fn main_status(&self) -> Option<Status> {
        self.status
    }

    /// How many other processes there were when it ended, if that can be told.
    pub(super) fn left(&self) -> Option<u64> {
        self.left
    }

    /// Collects every process that has ended.
    pub(super) fn reap(&mut self) {
        self.hear();
        loop {
            match rustix::process::wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) => {
                    if pid.as_raw_nonzero().get() != self.main {
                        continue;
                    }
                    // What it said before it ended; nothing when it was killed itself.
                    self.hear();
                    self.status.get_or_insert(status.into());
                    if self.launcher.is_none() {
                        // The group keeps its number while it has members, so this cannot meet
                        // anybody else; what has changed its group is found by descent.
                        kill_group(self.main);
                    }
                }
                Ok(None) => return,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => {
                    self.childless = true;
                    return;
                }
            }
        }
    }

    fn hear(&mut self) {
        let Some(launcher) = &mut self.launcher else { return };
        while let Ok(Received::Message(told)) = launcher.receive::<Launched>() {
            if let Launched::Ended { status, left } = told {
                self.status = Some(status);
                self.left = left;
            }
        }
    }

    /// Ends all descendants: SIGTERM and `grace`, then SIGKILL until none is left. Returns those
    /// that remain, of which there is none unless one hangs inside the kernel.
    ///
    /// That none is left is not guessed from a list: orphans become children of the subreaper, so
    /// when the kernel says that there is no child to wait for, there is no descendant either. The
    /// first process of a name space can be waited for when all others in it are gone.
    pub(super) fn end_all(&mut self, grace: Duration) -> Vec<i32> {
        if !grace.is_zero() {
            // What the kernel would not let through to the first process of a name space.
            for pid in own_descendants() {
                signal(pid, Signal::TERM);
                // A stopped process would not see it.
                signal(pid, Signal::CONT);
            }
            self.wait_for_all(Instant::now() + grace);
        }
        if self.launcher.is_some() {
            // Ends all others, once it gets its turn.
            signal(self.main, Signal::KILL);
        }
        if self.status.is_none() {
            // One call for a whole fork bomb, before it takes more of the machine.
            kill_group(self.program);
        }
        let give_up = Instant::now() + PATIENCE;
        while !self.childless && Instant::now() < give_up {
            kill_frozen();
            self.wait_for_all(Instant::now() + PAUSE);
        }
        if self.childless {
            return Vec::new();
        }
        own_descendants()
    }

    fn wait_for_all(&mut self, deadline: Instant) {
        loop {
            self.reap();
            if self.childless || Instant::now() >= deadline {
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Stops processes until a look finds no new one, then kills them. A stopped process cannot fork
/// between being found and being killed, so the looks converge even on a fork bomb.
fn kill_frozen() {
    let mut frozen: HashSet<i32> = HashSet::new();
    loop {
        let fresh: Vec<i32> =
            own_descendants().into_iter().filter(|pid| !frozen.contains(pid)).collect();
        if fresh.is_empty() {
            break;
        }
        for &pid in &fresh {
            signal(pid, Signal::STOP);
        }
        frozen.extend(fresh);
        if frozen.len() > MANY {
            break;
        }
    }
    for pid in frozen {
        signal(pid, Signal::KILL);
    }
}

pub(super) fn own_descendants() -> Vec<i32> {
    descendants(rustix::process::getpid().as_raw_nonzero().get(), MANY)
}

/// Ends a process group. The launcher has made the program the leader of its own.
fn kill_group(leader: i32) {
    if let Some(leader) = Pid::from_raw(leader) {
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

/// Sends a signal; a process that is gone needs none.
pub(super) fn signal(pid: i32, signal: Signal) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = kill_process(pid, signal);
    }
}
