//! A plaintext pair that attacks its environment when it starts, and then behaves.
//!
//! Every attack is harmless where the harness keeps its word: the pair then answers as if nothing had
//! been tried. One that succeeds ends the program with [`SUCCEEDED`], so that it cannot be overlooked.

mod channels;
mod files;
mod guard;
mod leftovers;
mod privileges;
mod processes;
mod table;
mod target;

use std::io;
use std::process::ExitCode;

pub use table::{Attack, Entry, TABLE, Unstopped, text};
pub use target::Target;

use crate::builtin::plaintext::{PlaintextClient, PlaintextServer};
use crate::hello::Role;
use crate::kit::{ClientSession, Protocol, ServeError, ServerSession, serve};

/// Exit code after an attack that succeeded.
pub const SUCCEEDED: u8 = 66;

/// Attacks, then plays its role.
///
/// # Errors
/// When the honest part of the work fails.
pub fn run(
    attack: Attack,
    target: &Target,
    role: Role,
    protocol: Protocol,
) -> Result<ExitCode, ServeError> {
    if succeeds(attack, target) {
        eprintln!("the attack succeeded: {}", attack.name());
        return Ok(ExitCode::from(SUCCEEDED));
    }
    match role {
        Role::Client => serve(&mut ClientSession::new(PlaintextClient::default(), protocol)),
        Role::Server => serve(&mut ServerSession::new(PlaintextServer::default(), protocol)),
    }
    .map(|()| ExitCode::SUCCESS)
}

/// Whether an attack succeeds. What the system refuses has failed, for whatever reason.
fn succeeds(attack: Attack, target: &Target) -> bool {
    let result: io::Result<bool> = match attack {
        Attack::KillGuard => processes::end_parent(),
        Attack::StopGuard => processes::stop_parent(),
        Attack::SignalGuard => processes::signal_parent(),
        Attack::TraceGuard => processes::trace_parent(),
        Attack::ReadGuardMemory => processes::open_of_parent("mem"),
        Attack::ReadGuardEnvironment => processes::open_of_parent("environ"),
        Attack::TakeGuardFiles => processes::open_files_of_parent(),
        Attack::SeeOthers => processes::see_others(),
        Attack::TraceOthers => processes::trace_others(),
        Attack::KillOthers => processes::end_others(),
        Attack::ReadOthersEnvironment => processes::read_others("environ"),
        Attack::ReadEnvironment => Ok(privileges::foreign_variables()),
        Attack::ReadFile => files::read(target),
        Attack::WriteFile => files::write(target),
        Attack::RemoveFile => files::remove(target),
        Attack::ListHomes => files::list_homes(target),
        Attack::WriteSystem => files::write_system(),
        Attack::WriteProgram => files::write_program(),
        Attack::WriteSettings => files::write_settings(),
        Attack::OpenDevices => files::open_devices(),
        Attack::MakeDevice => files::make_device(),
        Attack::KeepFolder => files::keep_folder(),
        Attack::LeaveRoot => files::leave_root(),
        Attack::InheritFiles => files::inherited(),
        Attack::Uncover => files::uncover(),
        Attack::UncoverInside => privileges::uncover_as_superuser(),
        Attack::Call => privileges::call(target),
        Attack::CallAbroad => privileges::call_abroad(),
        Attack::SeeSockets => privileges::see_sockets(),
        Attack::SeeIpc => privileges::see_ipc(),
        Attack::HoldPrivileges => privileges::held(),
        Attack::RaisePriority => privileges::raise_priority(),
        Attack::RaiseLimits => privileges::raise_limits(),
        Attack::ChangeOwner => privileges::change_owner(),
        Attack::ChangeHostName => privileges::change_host_name(),
        Attack::ChangeClock => privileges::change_clock(),
        Attack::EscapeMemoryKiller => privileges::escape_memory_killer(),
        Attack::LeaveMemory => leftovers::leave_memory(target),
        Attack::LeaveFiles => leftovers::leave_files(target),
        Attack::LeaveLocked => leftovers::leave_locked(target),
        Attack::LeaveProcess => leftovers::leave_process(target),
        Attack::FillScratch => leftovers::fill(&std::env::temp_dir(), target.bytes),
        Attack::FillMemory => leftovers::fill("/dev/shm".as_ref(), target.bytes),
        Attack::MakeFiles => channels::make_files(&std::env::temp_dir(), target.bytes),
        Attack::HideMemory => channels::hide_memory(),
        Attack::FindKey => Ok(channels::find_key(target)),
        Attack::LeaveKey => Ok(channels::leave_key(target)),
        Attack::LockFile => channels::lock_file(),
        Attack::WatchFile => channels::watch_file(),
        Attack::Nest => Ok(channels::nest()),
        Attack::OpenVsock => channels::open_vsock(),
        Attack::MakeQueue => channels::make_queue(target),
        Attack::HoldSegments => channels::hold_segments(),
        Attack::MountMemory => files::mount_memory(),
        Attack::ReadKernelMemory => Ok(files::open_kernel()),
        Attack::CopyGuardMemory => guard::copy_memory(),
        Attack::TakeGuardDescriptors => guard::take_descriptors(),
        Attack::JoinGuard => Ok(guard::join()),
        Attack::GivePages => channels::give_pages(),
        Attack::SeeGroups => Ok(guard::see_groups("/sys/fs/cgroup".as_ref())),
        Attack::CallByName => privileges::call_by_name(target),
    };
    result.unwrap_or(false)
}
