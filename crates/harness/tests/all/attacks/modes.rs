//! The four ways in which this machine lets the harness protect: this test program is run again in each.

use std::ffi::OsString;
use std::process::Command;

use ringassay_harness::{Isolation, Protection};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};
use serde::Deserialize;

use crate::common::{UNPRIVILEGED, again, ordinary};

/// The variable that tells the program run again how it is run.
const MODE: &str = "RINGASSAY_TEST_MODE";
/// Within a user name space that admits no other, and a process name space, so that what an attack
/// reaches is this test's alone. Its first process stays, and the harness is not it.
const NO_NAME_SPACES: &str = "echo 0 >/proc/sys/user/max_user_namespaces && \
     setpriv --bounding-set=-all --inh-caps=-all --no-new-privs -- \"$@\"; exit $?";
const UNSHARE: [&str; 12] = [
    "unshare",
    "--user",
    "--map-current-user",
    "--keep-caps",
    "--pid",
    "--fork",
    "--kill-child",
    "--mount-proc",
    "sh",
    "-c",
    NO_NAME_SPACES,
    "sh",
];
/// In force where nothing but name spaces is refused.
const WITHOUT_NAME_SPACES: [Protection; 4] =
    [Protection::Environment, Protection::Privileges, Protection::Keyring, Protection::Filter];

/// What the machine grants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Everything, to whoever runs the test; that is to be the superuser.
    Superuser,
    /// Everything, to an ordinary user.
    Ordinary,
    /// No name space, to an ordinary user.
    NoNameSpaces,
    /// No filter of system calls.
    NoFilter,
}

/// A line of `ringassay-sut attack --list --json`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Row {
    pub(crate) attack: String,
    pub(crate) summary: String,
    pub(crate) stopped_by: Vec<String>,
    unstopped: String,
}

impl Mode {
    pub(crate) const ALL: [Self; 4] =
        [Self::Superuser, Self::Ordinary, Self::NoNameSpaces, Self::NoFilter];

    /// As the table in the documents heads its column.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Superuser => "superuser",
            Self::Ordinary => "ordinary user",
            Self::NoNameSpaces => "no namespaces",
            Self::NoFilter => "no filter",
        }
    }

    /// The mode of this run of the test program.
    pub(crate) fn current() -> Self {
        let said = std::env::var(MODE).unwrap_or_default();
        Self::ALL.into_iter().find(|mode| mode.title() == said).unwrap_or(Self::Superuser)
    }

    pub(crate) fn has(self, protection: Protection) -> bool {
        match self {
            Self::Superuser | Self::Ordinary => true,
            Self::NoNameSpaces => WITHOUT_NAME_SPACES.contains(&protection),
            Self::NoFilter => protection != Protection::Filter,
        }
    }

    /// Whether what was said of the protections is so.
    pub(crate) fn is_told(self, isolation: &Isolation) -> bool {
        Protection::ALL.into_iter().all(|it| isolation.has(it) == self.has(it))
    }

    /// What must come of an attack.
    pub(crate) fn required(self, row: &Row) -> &'static str {
        let stops = |name: &String| match Protection::ALL.iter().find(|it| it.name() == name) {
            Some(&protection) => self.has(protection),
            None => name == "guard" || (name == "rights" && self != Self::Superuser),
        };
        if row.stopped_by.iter().any(stops) {
            return "fails";
        }
        match row.unstopped.as_str() {
            "succeeds" => "succeeds",
            "depends" => "depends",
            _ => "fails",
        }
    }

    /// Refuses filters to this thread and what it starts, where the mode says so.
    pub(crate) fn enter(self) {
        if self == Self::NoFilter {
            let rules = [(nix::libc::SYS_seccomp, Vec::new())].into();
            let arch = std::env::consts::ARCH.try_into().unwrap();
            let (allow, eperm) = (SeccompAction::Allow, SeccompAction::Errno(1));
            let outer: BpfProgram =
                SeccompFilter::new(rules, allow, eperm, arch).unwrap().try_into().unwrap();
            seccompiler::apply_filter(&outer).unwrap();
        }
    }

    /// This test program in that mode, if this machine can offer it.
    pub(crate) fn command(self) -> Option<Command> {
        let mut command = match self {
            Self::Superuser | Self::NoFilter => Command::new(std::env::current_exe().unwrap()),
            Self::Ordinary => ordinary()?,
            Self::NoNameSpaces => {
                let mut words: Vec<OsString> = UNSHARE.map(OsString::from).into();
                if rustix::process::getuid().is_root() {
                    let outer = ["setpriv"].into_iter().chain(UNPRIVILEGED);
                    words.splice(..0, outer.map(OsString::from));
                }
                let made = || {
                    let mut command = Command::new(&words[0]);
                    command.args(&words[1..]);
                    command
                };
                if !again(&mut made()) {
                    println!("skipped: user and process name spaces cannot be made here");
                    return None;
                }
                let mut command = made();
                command.arg(std::env::current_exe().unwrap());
                command
            }
        };
        command.env(MODE, self.title());
        Some(command)
    }
}
