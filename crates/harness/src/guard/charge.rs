//! The kernel's own account of a program's memory.
//!
//! Samples count the pages that processes have mapped, and the size of temporary file systems is bounded.
//! Neither has what the kernel keeps for a program: buffers of sockets and pipes, page tables, entries of
//! folders. The memory controller of control groups charges all of it to the group that asked. Its bound
//! is that of samples and of temporary files together, and a reserve: behind them, never before. Linux ends
//! processes of a group that needs more, which the guard notices and ends the rest.
//!
//! The superuser may make such a group where the controller's hierarchy is writable, others where
//! groups below the own one are given `memory`.

use std::io;

use super::group::Group;
use crate::control::Order;

/// What the kernel may keep besides.
const RESERVE_BYTES: u64 = 128 << 20;

/// A control group with a bound on everything that the kernel charges to it.
#[derive(Debug)]
pub(super) struct MemoryGroup(Group);

impl MemoryGroup {
    /// For a program of which all is bounded that it may fill.
    pub(super) fn make(order: &Order) -> io::Result<Self> {
        let unbounded = || io::Error::other("memory or temporary files are not bounded");
        let most = order.limits.memory_bytes.zip(order.scratch_bytes).ok_or_else(unbounded)?;
        let bytes = most.0.saturating_add(most.1).saturating_add(RESERVE_BYTES);
        let mut group = Group::make("memory")?;
        // Version 2, else version 1. What is moved to disk would not be bounded.
        let events = if group.set("memory.max", bytes).is_ok() {
            let _ = group.set("memory.swap.max", 0);
            "memory.events"
        } else {
            group.set("memory.limit_in_bytes", bytes)?;
            let _ = group.set("memory.memsw.limit_in_bytes", bytes);
            "memory.oom_control"
        };
        group.watch(events)?;
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

    /// Whether the kernel has ended a process for want of memory.
    pub(super) fn has_ended(&self) -> bool {
        self.0.count("oom_kill") > 0
    }
}
