//! Every attack as data: its name and what it does.
//!
//! Where the harness has every protection in force, none succeeds, all answers are right (`ok`), and
//! nothing is left.

use clap::ValueEnum;
use serde::Serialize;

/// One way to attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
#[allow(missing_docs)] // documented once, as data, in the table
pub enum Attack {
    KillGuard,
    StopGuard,
    SignalGuard,
    TraceGuard,
    ReadGuardMemory,
    ReadGuardEnvironment,
    TakeGuardFiles,
    SeeOthers,
    TraceOthers,
    KillOthers,
    ReadOthersEnvironment,
    ReadEnvironment,
    ReadFile,
    WriteFile,
    RemoveFile,
    ListHomes,
    WriteSystem,
    WriteProgram,
    WriteSettings,
    OpenDevices,
    MakeDevice,
    KeepFolder,
    LeaveRoot,
    InheritFiles,
    Uncover,
    UncoverInside,
    Call,
    CallAbroad,
    SeeSockets,
    SeeIpc,
    HoldPrivileges,
    RaisePriority,
    RaiseLimits,
    ChangeOwner,
    ChangeHostName,
    ChangeClock,
    EscapeMemoryKiller,
    LeaveMemory,
    LeaveFiles,
    LeaveLocked,
    LeaveProcess,
    FillScratch,
    FillMemory,
    MakeFiles,
    HideMemory,
    FindKey,
    LeaveKey,
    LockFile,
    WatchFile,
    Nest,
    OpenVsock,
    MakeQueue,
    HoldSegments,
    MountMemory,
    ReadKernelMemory,
    CopyGuardMemory,
    TakeGuardDescriptors,
    JoinGuard,
    CallByName,
    GivePages,
    SeeGroups,
}

impl Attack {
    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

impl Serialize for Attack {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Entry {
    /// The attack.
    pub attack: Attack,
    /// What it does.
    pub summary: &'static str,
    /// Each of these stops it by itself: protections of the harness by their names, the guard's own care,
    /// or that an ordinary user may do no such thing.
    pub stopped_by: &'static [&'static str],
    /// Where nothing stops it.
    pub unstopped: Unstopped,
}

/// What comes of an attack that nothing stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unstopped {
    /// It succeeds.
    Succeeds,
    /// It succeeds if the machine has what it looks for.
    Depends,
    /// Nothing: it is aimed at the protection itself.
    Fails,
}

const ENVIRONMENT: &str = "environment";
const PRIVILEGES: &str = "privileges";
const USER: &str = "user";
const PROCESSES: &str = "processes";
const PROCESS_LIST: &str = "process-list";
const FILES: &str = "files";
const NETWORK: &str = "network";
const IPC: &str = "ipc";
const KEYRING: &str = "keyring";
const FILTER: &str = "filter";
/// The guard lets nobody trace it or see its control groups, finds what descends from it, and removes the
/// scratch folder.
const GUARD: &str = "guard";
/// An ordinary user may not, whatever the harness does.
const RIGHTS: &str = "rights";

const fn entry(
    attack: Attack,
    summary: &'static str,
    stopped_by: &'static [&'static str],
    unstopped: Unstopped,
) -> Entry {
    Entry { attack, summary, stopped_by, unstopped }
}

/// Every attack, once.
pub const TABLE: &[Entry] = &[
    entry(Attack::KillGuard, "kills the guard", &[PROCESSES], Unstopped::Succeeds),
    entry(Attack::StopGuard, "stops the guard", &[PROCESSES], Unstopped::Succeeds),
    entry(Attack::SignalGuard, "sends the guard every signal", &[PROCESSES], Unstopped::Succeeds),
    entry(
        Attack::TraceGuard,
        "traces the guard",
        &[PROCESSES, USER, FILTER, GUARD],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::ReadGuardMemory,
        "opens the memory of the guard",
        &[USER, PROCESSES, GUARD],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::ReadGuardEnvironment,
        "opens the environment of the guard",
        &[USER, PROCESSES, GUARD],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::TakeGuardFiles,
        "opens what the guard has open",
        &[USER, PROCESSES, GUARD],
        Unstopped::Succeeds,
    ),
    entry(Attack::SeeOthers, "looks for processes of others", &[PROCESS_LIST], Unstopped::Succeeds),
    entry(
        Attack::TraceOthers,
        "traces every process it sees",
        &[PROCESSES, USER, FILTER],
        Unstopped::Succeeds,
    ),
    entry(Attack::KillOthers, "kills every process it may", &[PROCESSES], Unstopped::Succeeds),
    entry(
        Attack::ReadOthersEnvironment,
        "reads the environment of every process it sees",
        &[PROCESS_LIST, USER],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::ReadEnvironment,
        "looks for variables of the user's in its environment",
        &[ENVIRONMENT],
        Unstopped::Succeeds,
    ),
    entry(Attack::ReadFile, "reads the file --path", &[FILES], Unstopped::Succeeds),
    entry(Attack::WriteFile, "opens the file --path to write", &[FILES], Unstopped::Succeeds),
    entry(Attack::RemoveFile, "renames or removes the file --path", &[FILES], Unstopped::Succeeds),
    entry(Attack::ListHomes, "lists homes", &[FILES, RIGHTS], Unstopped::Succeeds),
    entry(
        Attack::WriteSystem,
        "makes files in folders of the system",
        &[FILES, RIGHTS],
        Unstopped::Succeeds,
    ),
    entry(Attack::WriteProgram, "replaces its own program", &[FILES, RIGHTS], Unstopped::Succeeds),
    entry(
        Attack::WriteSettings,
        "opens settings of the kernel to write",
        &[FILES, RIGHTS],
        Unstopped::Succeeds,
    ),
    entry(Attack::OpenDevices, "opens devices of the machine", &[FILES], Unstopped::Depends),
    entry(Attack::MakeDevice, "makes a device of its own", &[PRIVILEGES], Unstopped::Succeeds),
    entry(
        Attack::KeepFolder,
        "holds a working directory that was covered",
        &[FILES],
        Unstopped::Fails,
    ),
    entry(
        Attack::LeaveRoot,
        "enters root and working directory of the first process",
        &[USER],
        Unstopped::Depends,
    ),
    entry(
        Attack::InheritFiles,
        "looks for descriptors that it was not given",
        &[ENVIRONMENT],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::Uncover,
        "takes off mounts and write protection",
        &[PRIVILEGES],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::UncoverInside,
        "does so as the superuser of a name space of its own",
        &[FILTER, FILES],
        Unstopped::Succeeds,
    ),
    entry(Attack::Call, "connects to --port of this machine", &[NETWORK], Unstopped::Succeeds),
    entry(Attack::CallAbroad, "looks for a way to another machine", &[NETWORK], Unstopped::Depends),
    entry(Attack::SeeSockets, "looks for sockets of others", &[NETWORK], Unstopped::Depends),
    entry(
        Attack::SeeIpc,
        "looks for shared memory, semaphores and queues of others",
        &[IPC],
        Unstopped::Depends,
    ),
    entry(
        Attack::HoldPrivileges,
        "looks for privileges, or a way to gain some",
        &[PRIVILEGES],
        Unstopped::Succeeds,
    ),
    entry(Attack::RaisePriority, "raises its own priority", &[PRIVILEGES], Unstopped::Succeeds),
    entry(Attack::RaiseLimits, "raises its own limits", &[PRIVILEGES], Unstopped::Succeeds),
    entry(Attack::ChangeOwner, "gives a file to another user", &[PRIVILEGES], Unstopped::Succeeds),
    entry(Attack::ChangeHostName, "sets the host name", &[PRIVILEGES], Unstopped::Succeeds),
    entry(Attack::ChangeClock, "sets the clock", &[PRIVILEGES], Unstopped::Succeeds),
    entry(
        Attack::EscapeMemoryKiller,
        "exempts itself from being ended when memory runs out",
        &[PRIVILEGES],
        Unstopped::Succeeds,
    ),
    entry(Attack::LeaveMemory, "leaves shared memory called --mark", &[FILES], Unstopped::Succeeds),
    entry(
        Attack::LeaveFiles,
        "leaves temporary files called --mark",
        &[FILES],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::LeaveLocked,
        "leaves a temporary folder called --mark that nobody may enter",
        &[FILES, GUARD],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::LeaveProcess,
        "leaves a process with --mark in its command line and nothing else to find it by",
        &[PROCESSES, GUARD],
        Unstopped::Succeeds,
    ),
    entry(Attack::FillScratch, "fills temporary files with --bytes", &[FILES], Unstopped::Succeeds),
    entry(Attack::FillMemory, "fills shared memory with --bytes", &[FILES], Unstopped::Succeeds),
    entry(
        Attack::MakeFiles,
        "makes empty files of which the kernel keeps --bytes",
        &[FILES],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::HideMemory,
        "takes memory that no process has mapped",
        &[FILTER],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::FindKey,
        "looks for the key --mark in keyrings",
        &[KEYRING, FILTER],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::LeaveKey,
        "leaves a key called --mark in keyrings",
        &[KEYRING, FILTER],
        Unstopped::Succeeds,
    ),
    entry(Attack::LockFile, "locks a file that others read", &[FILTER], Unstopped::Succeeds),
    entry(Attack::WatchFile, "watches who reads a file", &[FILTER], Unstopped::Succeeds),
    entry(Attack::Nest, "makes name spaces of its own", &[FILTER], Unstopped::Succeeds),
    entry(
        Attack::OpenVsock,
        "opens a socket that no name space holds apart",
        &[FILTER],
        Unstopped::Depends,
    ),
    entry(Attack::MakeQueue, "makes a message queue called --mark", &[FILTER], Unstopped::Depends),
    entry(Attack::HoldSegments, "takes shared memory of System V", &[FILTER], Unstopped::Depends),
    entry(
        Attack::MountMemory,
        "mounts a file system in memory",
        &[FILTER, PRIVILEGES],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::ReadKernelMemory,
        "opens the memory and the log of the kernel",
        &[FILES, PRIVILEGES],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::CopyGuardMemory,
        "copies memory of the guard without opening it",
        &[FILTER, USER, PROCESSES, GUARD],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::TakeGuardDescriptors,
        "takes descriptors out of the guard",
        &[FILTER, USER, PROCESSES, GUARD],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::JoinGuard,
        "enters the name spaces of the guard",
        &[FILTER, USER, PROCESSES, GUARD],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::CallByName,
        "connects to the socket that is called --mark",
        &[NETWORK],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::GivePages,
        "gives pages to pipes, and unmaps them",
        &[FILTER],
        Unstopped::Succeeds,
    ),
    entry(
        Attack::SeeGroups,
        "reads what the control groups of programs count",
        &[GUARD],
        Unstopped::Depends,
    ),
];

/// The table for a person.
#[must_use]
pub fn text() -> String {
    TABLE.iter().map(|entry| format!("{}: {}\n", entry.attack.name(), entry.summary)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_attack_has_one_row() {
        let rows: Vec<_> = TABLE.iter().map(|entry| entry.attack).collect();
        assert_eq!(rows, Attack::value_variants());
        assert!(rows.len() >= 43 + 14);
        assert!(TABLE.iter().all(|entry| !entry.stopped_by.is_empty()));
    }
}
