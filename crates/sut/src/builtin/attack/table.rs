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
}

const fn entry(attack: Attack, summary: &'static str) -> Entry {
    Entry { attack, summary }
}

/// Every attack, once.
pub const TABLE: &[Entry] = &[
    entry(Attack::KillGuard, "kills the guard"),
    entry(Attack::StopGuard, "stops the guard"),
    entry(Attack::SignalGuard, "sends the guard every signal"),
    entry(Attack::TraceGuard, "traces the guard"),
    entry(Attack::ReadGuardMemory, "opens the memory of the guard"),
    entry(Attack::ReadGuardEnvironment, "opens the environment of the guard"),
    entry(Attack::TakeGuardFiles, "opens what the guard has open"),
    entry(Attack::SeeOthers, "looks for processes of others"),
    entry(Attack::TraceOthers, "traces every process it sees"),
    entry(Attack::KillOthers, "kills every process it may"),
    entry(Attack::ReadOthersEnvironment, "reads the environment of every process it sees"),
    entry(Attack::ReadEnvironment, "looks for variables of the user's in its environment"),
    entry(Attack::ReadFile, "reads the file --path"),
    entry(Attack::WriteFile, "opens the file --path to write"),
    entry(Attack::RemoveFile, "renames or removes the file --path"),
    entry(Attack::ListHomes, "lists homes"),
    entry(Attack::WriteSystem, "makes files in folders of the system"),
    entry(Attack::WriteProgram, "replaces its own program"),
    entry(Attack::WriteSettings, "opens settings of the kernel to write"),
    entry(Attack::OpenDevices, "opens devices of the machine"),
    entry(Attack::MakeDevice, "makes a device of its own"),
    entry(Attack::KeepFolder, "holds a working directory that was covered"),
    entry(Attack::LeaveRoot, "enters root and working directory of the first process"),
    entry(Attack::InheritFiles, "looks for descriptors that it was not given"),
    entry(Attack::Uncover, "takes off mounts and write protection"),
    entry(Attack::UncoverInside, "does so as the superuser of a name space of its own"),
    entry(Attack::Call, "connects to --port of this machine"),
    entry(Attack::CallAbroad, "looks for a way to another machine"),
    entry(Attack::SeeSockets, "looks for sockets of others"),
    entry(Attack::SeeIpc, "looks for shared memory, semaphores and queues of others"),
    entry(Attack::HoldPrivileges, "looks for privileges, or a way to gain some"),
    entry(Attack::RaisePriority, "raises its own priority"),
    entry(Attack::RaiseLimits, "raises its own limits"),
    entry(Attack::ChangeOwner, "gives a file to another user"),
    entry(Attack::ChangeHostName, "sets the host name"),
    entry(Attack::ChangeClock, "sets the clock"),
    entry(Attack::EscapeMemoryKiller, "exempts itself from being ended when memory runs out"),
    entry(Attack::LeaveMemory, "leaves shared memory called --mark"),
    entry(Attack::LeaveFiles, "leaves temporary files called --mark"),
    entry(Attack::LeaveLocked, "leaves a temporary folder called --mark that nobody may enter"),
    entry(
        Attack::LeaveProcess,
        "leaves a process with --mark in its command line and nothing else to find it by",
    ),
    entry(Attack::FillScratch, "fills temporary files with --bytes"),
    entry(Attack::FillMemory, "fills shared memory with --bytes"),
    entry(Attack::MakeFiles, "makes empty files of which the kernel keeps --bytes"),
    entry(Attack::HideMemory, "takes memory that no process has mapped"),
    entry(Attack::FindKey, "looks for the key --mark in keyrings"),
    entry(Attack::LeaveKey, "leaves a key called --mark in keyrings"),
    entry(Attack::LockFile, "locks a file that others read"),
    entry(Attack::WatchFile, "watches who reads a file"),
    entry(Attack::Nest, "makes name spaces of its own"),
    entry(Attack::OpenVsock, "opens a socket that no name space holds apart"),
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
        assert!(rows.len() >= 40);
    }
}
