//! The first process of a program's name space: starts the program and collects orphans.
//!
//! The kernel lets no signal from within reach it, and ends everything within when it ends. It ends
//! with the program, with the guard, or when the guard kills it.

use std::convert::Infallible;
use std::io;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use rustix::process::{Signal, WaitOptions, wait};

use super::privileges::close_to_tracers;
use crate::control::{Channel, Go, Launched, Received};
use crate::proc::processes;

/// Starts the program. An error means that it could not be.
///
/// `own_list`: whether /proc lists the processes of the name space alone.
pub(super) fn run(
    channel: &mut Channel,
    mut command: Command,
    own_list: bool,
) -> io::Result<Infallible> {
    // From here on the guard's end is this process's. If the guard has gone before, nobody holds the
    // other end of the conversation.
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    if matches!(channel.receive::<Go>()?, Received::End) {
        return Err(io::Error::other("the guard is gone"));
    }
    // Before the program could have a look.
    close_to_tracers();
    let child = command.process_group(0).spawn()?;
    // Only the program holds its pipes.
    drop(command);
    let inner = i32::try_from(child.id()).map_err(io::Error::other)?;
    channel.send(&Launched::Started { inner })?;
    if channel.wait::<Go>()?.is_none() {
        return Err(io::Error::other("the guard is gone"));
    }
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((pid, status))) if pid.as_raw_nonzero().get() == inner => {
                // All but this one. A program whose fork was refused may end of it.
                let left = own_list.then(|| processes().count().saturating_sub(1) as u64);
                channel.send(&Launched::Ended { status: status.into(), left })?;
                std::process::exit(0);
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
