//! The kernel's own bound on processes and threads.
//!
//! A tree that forks as fast as it can outgrows every sample: at 5 ms between two looks it is hundreds
//! beyond a bound before anybody counts. Linux bounds tasks, which are processes and threads alike, in
//! two places, and one of them serves each user:
//!
//! - `RLIMIT_NPROC`, for ordinary users. From Linux 5.14 on it counts the tasks of a user in each user
//!   name space by itself, of which a program has its own. The superuser is exempt.
//! - `pids.max` of a control group, for whoever may make one below the own group: the superuser.
//!
//! A group counts what it refuses, so that it admits one task beyond the bound and no more. A limit
//! refuses in silence: it admits an eighth more, so that a sample finds the tree beyond its bound. The
//! guard then ends it. Where neither is to be had, samples are all there is.

use std::io;

use super::group::Group;

/// A control group that admits so many tasks.
#[derive(Debug)]
pub(super) struct TaskGroup(Group);

impl TaskGroup {
    pub(super) fn make(tasks: u64) -> io::Result<Self> {
        let mut group = Group::make("pids")?;
        group.set("pids.max", tasks)?;
        group.watch("pids.events")?;
        Ok(Self(group))
    }

    /// Moves a process into the group, and with it all that it starts from then on.
    pub(super) fn add(&self, pid: i32) -> io::Result<()> {
        self.0.add(pid)
    }

    /// Puts its counters out of sight, when everybody is in it.
    pub(super) fn close(&self) {
        self.0.close();
    }

    /// Whether the kernel has refused a task.
    pub(super) fn has_refused(&self) -> bool {
        self.0.count("max") > 0
    }
}

/// The bound itself, and the one beyond it by which it is noticed.
pub(super) fn admitted(processes: u64) -> u64 {
    processes.saturating_add(1)
}

/// The same where nobody says that a task was refused.
pub(super) fn admitted_in_silence(processes: u64) -> u64 {
    admitted(processes).saturating_add(processes / 8)
}

/// Whether `RLIMIT_NPROC` counts within a user name space: from Linux 5.14 on.
pub(super) fn counts_by_name_space() -> bool {
    is_at_least(&rustix::system::uname().release().to_string_lossy(), (5, 14))
}

fn is_at_least(release: &str, wanted: (u32, u32)) -> bool {
    let mut numbers = release.split(|c: char| !c.is_ascii_digit()).map(str::parse::<u32>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor) >= wanted,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_at_least;

    #[test]
    fn releases_are_compared_as_numbers() {
        for (release, expected) in [
            ("5.14.0-70.el9.x86_64", true),
            ("6.1.0-18-amd64", true),
            ("10.0", true),
            ("5.9.16", false),
            ("5.4.0-150-generic", false),
            ("4.18.0-553.el8", false),
            ("", false),
            ("five", false),
        ] {
            assert_eq!(is_at_least(release, (5, 14)), expected, "{release}");
        }
    }
}
