//! The faults, by name.

use clap::ValueEnum;

/// One way to misbehave. What each does, where it can strike and what must come of it stands in
/// the [table](super::table).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ValueEnum)]
#[allow(missing_docs)] // documented once, as data, in the table
pub enum Fault {
    #[value(name = "exit0")]
    Exit0,
    #[value(name = "exit1")]
    Exit1,
    Segv,
    Abort,
    Kill,
    HostileStderr,
    Hang,
    Stop,
    IgnoreTerm,
    Late,
    Drip,
    FloodStdout,
    FloodPacket,
    FloodLine,
    FloodStderr,
    CloseStdin,
    CloseStdout,
    CloseBoth,
    Daemon,
    Orphan,
    Respawn,
    ForkBomb,
    EatMemory,
    FillFile,
    LeakFds,
    Partial,
    GarbageHeader,
    WrongFooter,
    WrongKind,
    Crlf,
    Nul,
    Utf8,
    NotReady,
    NoChunks,
    LengthTooLong,
    LengthTooShort,
    LengthNegative,
    #[value(name = "length-2pow63")]
    Length2Pow63,
    #[value(name = "length-2pow64")]
    Length2Pow64,
    LengthLeadingZero,
    LengthPlus,
    Unsolicited,
    Duplicate,
    Reorder,
    Stale,
    Early,
    ReadsNothing,
    HugeControl,
    BadReport,
    ErrorRefused,
    ErrorFailed,
    HostileHello,
    BadHelloJson,
    HelloProtocol,
    HelloRole,
    WrongBit,
    WrongRotate,
    Complement,
    Noise,
    Empty,
    Flaky,
    OffBy,
    #[value(name = "nan")]
    NotANumber,
    Infinite,
}

impl Fault {
    /// The name used on the command line.
    #[must_use]
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}
