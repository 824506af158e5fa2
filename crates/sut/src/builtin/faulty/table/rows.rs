//! The rows of the table.

use super::{Cells, Entry, Need};
use crate::builtin::faulty::fault::Fault;
use crate::builtin::faulty::point::Point::{
    self, Circuit, Decrypt, Encrypt, Evaluate, Key, Ready, Spawn,
};
use crate::hello::Role::{self, Client, Server};

const START: &[(Point, Role)] =
    &[(Spawn, Client), (Spawn, Server), (Ready, Client), (Ready, Server)];
const STEPS: &[(Point, Role)] = &[
    (Key, Client),
    (Key, Server),
    (Circuit, Server),
    (Encrypt, Client),
    (Evaluate, Server),
    (Decrypt, Client),
];
/// Steps that have an answer.
const ANSWERS: &[(Point, Role)] =
    &[(Key, Client), (Circuit, Server), (Encrypt, Client), (Evaluate, Server), (Decrypt, Client)];
const HELLOS: &[(Point, Role)] = &[(Ready, Client), (Ready, Server)];
/// Answers that are chunks under both protocols.
const CIPHERTEXTS: &[(Point, Role)] = &[(Encrypt, Client), (Evaluate, Server)];
/// Answers that decide about the output alone.
const OUTPUTS: &[(Point, Role)] = &[(Evaluate, Server), (Decrypt, Client)];
const SERVER_KEY: &[(Point, Role)] = &[(Key, Server)];

const OK: &[&str] = &["ok"];
const CRASH: &[&str] = &["crash"];
const TIMEOUT: &[&str] = &["timeout"];
const PROTOCOL: &[&str] = &["protocol"];
/// Over reals an answer that is off by little is `imprecise`.
const WRONG: &[&str] = &["wrong", "imprecise"];
const STALE: &[&str] = &["wrong", "imprecise", "ok"];
const REFUSED: &[&str] = &["refused"];
/// The program ends before it is ready; without a handshake that is known, noticed in the first step.
const NO_START: &[&str] = &["start-failed", "crash"];
/// Silent before it is ready: a failed start where a handshake is required, otherwise taken for an
/// original program, which then exceeds the bound of its first step.
const SILENT_START: &[&str] = &["start-failed", "timeout"];
/// Bytes in place of a HELLO.
const BAD_START: &[&str] = &["protocol", "start-failed"];
/// Noticed at once, or when the next step begins; never booked on that next step as its answer.
const NOW_OR_NEXT: &[&str] = &["protocol", "ok"];
const TOO_MUCH: &[&str] = &["resource", "protocol"];
/// The bound kills it, or makes its allocation or write fail, on which it ends.
const STARVED: &[&str] = &["resource", "crash"];
const STARVED_START: &[&str] = &["resource", "start-failed", "crash"];

const fn entry(fault: Fault, summary: &'static str, cells: &'static [Cells]) -> Entry {
    Entry { fault, summary, needs: None, arguments: &[], protocol_2_only: false, cells }
}

impl Entry {
    const fn needs(self, bound: &'static str, below: u64) -> Self {
        Self { needs: Some(Need { bound, below }), ..self }
    }

    const fn with(self, arguments: &'static [&'static str]) -> Self {
        Self { arguments, ..self }
    }

    const fn protocol_2(self) -> Self {
        Self { protocol_2_only: true, ..self }
    }
}

/// Every fault, once.
pub const TABLE: &[Entry] = &[
    entry(
        Fault::Exit0,
        "exits with code 0 without an answer",
        &[(START, NO_START), (STEPS, CRASH)],
    ),
    entry(
        Fault::Exit1,
        "exits with code 1 without an answer",
        &[(START, NO_START), (STEPS, CRASH)],
    ),
    entry(Fault::Segv, "dies of SIGSEGV", &[(START, NO_START), (STEPS, CRASH)]),
    entry(Fault::Abort, "dies of SIGABRT", &[(START, NO_START), (STEPS, CRASH)]),
    entry(
        Fault::Kill,
        "dies of SIGKILL, as if out of memory",
        &[(START, NO_START), (STEPS, CRASH)],
    ),
    entry(
        Fault::HostileStderr,
        "writes terminal escapes, HTML, LaTeX, NUL and broken UTF-8 to standard error, exits 1",
        &[(START, NO_START), (STEPS, CRASH)],
    ),
    entry(Fault::Hang, "sleeps instead of answering", &[(START, SILENT_START), (STEPS, TIMEOUT)]),
    entry(Fault::Stop, "stops itself with SIGSTOP", &[(START, SILENT_START), (STEPS, TIMEOUT)]),
    entry(
        Fault::IgnoreTerm,
        "blocks SIGTERM, then sleeps",
        &[(START, SILENT_START), (STEPS, TIMEOUT)],
    ),
    entry(
        Fault::Late,
        "sleeps for --seconds (default 1), then behaves: within the bound all is well",
        &[(START, OK), (STEPS, OK)],
    ),
    entry(
        Fault::Drip,
        "writes its answer a byte every --seconds (default 1)",
        &[(HELLOS, SILENT_START), (ANSWERS, TIMEOUT)],
    ),
    entry(
        Fault::FloodStdout,
        "writes lines of garbage to standard output until --bytes (default 10 GiB)",
        &[(START, BAD_START), (STEPS, PROTOCOL)],
    ),
    entry(
        Fault::FloodPacket,
        "answers with a well-formed packet that does not end before --bytes (default 10 GiB)",
        &[(HELLOS, BAD_START), (ANSWERS, TOO_MUCH)],
    ),
    entry(
        Fault::FloodLine,
        "answers with a header and a line that does not end before --bytes (default 10 GiB)",
        &[(HELLOS, &["resource", "protocol", "start-failed"]), (ANSWERS, TOO_MUCH)],
    ),
    entry(
        Fault::FloodStderr,
        "writes --bytes (default 64 MiB) to standard error, then behaves",
        &[(START, OK), (STEPS, OK)],
    ),
    entry(
        Fault::CloseStdin,
        "closes standard input before it has read the request, then sleeps",
        &[(START, &["protocol", "start-failed", "timeout"]), (STEPS, &["protocol", "timeout"])],
    ),
    entry(
        Fault::CloseStdout,
        "closes standard output, then sleeps",
        &[(START, BAD_START), (STEPS, PROTOCOL)],
    ),
    entry(
        Fault::CloseBoth,
        "closes standard input before it has read the request, and standard output, then sleeps",
        &[(START, BAD_START), (STEPS, PROTOCOL)],
    ),
    entry(
        Fault::Daemon,
        "leaves a process in a session of its own that holds its pipes open, and exits 0",
        &[(START, NO_START), (STEPS, CRASH)],
    ),
    entry(
        Fault::Orphan,
        "leaves a process in a session of its own that holds its pipes open, and behaves",
        &[(START, OK), (STEPS, OK)],
    ),
    entry(
        Fault::Respawn,
        "leaves a process that keeps replacing itself by a new one, and behaves",
        &[(START, OK), (STEPS, OK)],
    ),
    entry(
        Fault::ForkBomb,
        "starts processes that start processes, up to --count (default 510), then behaves",
        &[(START, STARVED_START), (STEPS, STARVED)],
    )
    .needs("processes", 500),
    entry(
        Fault::EatMemory,
        "fills memory up to --bytes (default 2 GiB), holds it for a second, then behaves",
        &[(START, STARVED_START), (STEPS, STARVED)],
    )
    .needs("memory_bytes", 2 << 30),
    entry(
        Fault::FillFile,
        "fills a temporary file (unlinked at once) up to --bytes (default 1 GiB), then behaves",
        &[(START, STARVED_START), (STEPS, STARVED)],
    )
    .needs("file_bytes", 1 << 30),
    entry(
        Fault::LeakFds,
        "opens files until it may open no more, then behaves",
        &[(START, OK), (STEPS, OK)],
    ),
    entry(
        Fault::Partial,
        "writes the first --bytes (default: half) of its answer and exits 0",
        &[(HELLOS, &["start-failed", "protocol"]), (ANSWERS, &["crash", "protocol"])],
    ),
    entry(
        Fault::GarbageHeader,
        "answers with another first line",
        &[(HELLOS, BAD_START), (ANSWERS, PROTOCOL)],
    ),
    entry(
        Fault::WrongFooter,
        "ends its answer with the footer of another packet",
        &[(HELLOS, BAD_START), (ANSWERS, PROTOCOL)],
    ),
    entry(
        Fault::WrongKind,
        "answers with a well-formed packet of another kind",
        &[(HELLOS, BAD_START), (ANSWERS, PROTOCOL)],
    ),
    entry(
        Fault::Crlf,
        "ends header and footer lines with carriage return and line feed",
        &[(HELLOS, BAD_START), (ANSWERS, PROTOCOL)],
    ),
    entry(
        Fault::Nul,
        "writes a NUL before its answer",
        &[(HELLOS, BAD_START), (ANSWERS, PROTOCOL)],
    ),
    entry(
        Fault::Utf8,
        "writes bytes that are no UTF-8 into the text of its answer",
        &[
            (HELLOS, BAD_START),
            (&[(Circuit, Server)], PROTOCOL),
            (&[(Decrypt, Client)], &["wrong", "malformed", "protocol"]),
        ],
    ),
    entry(Fault::NotReady, "answers CIRCUIT BUSY", &[(&[(Circuit, Server)], PROTOCOL)]),
    entry(
        Fault::NoChunks,
        "answers with an EDATA packet without any chunk",
        &[(CIPHERTEXTS, PROTOCOL)],
    ),
    entry(
        Fault::LengthTooLong,
        "declares a chunk size three bytes above the chunk's",
        &[(CIPHERTEXTS, PROTOCOL)],
    ),
    entry(
        Fault::LengthTooShort,
        "declares a chunk size one byte below the chunk's",
        &[(CIPHERTEXTS, PROTOCOL)],
    ),
    entry(
        Fault::LengthNegative,
        "declares the chunk size with a minus sign",
        &[(CIPHERTEXTS, PROTOCOL)],
    ),
    entry(Fault::Length2Pow63, "declares a chunk size of 2^63", &[(CIPHERTEXTS, TOO_MUCH)]),
    entry(Fault::Length2Pow64, "declares a chunk size of 2^64", &[(CIPHERTEXTS, TOO_MUCH)]),
    entry(
        Fault::LengthLeadingZero,
        "declares the chunk size with a leading zero",
        &[(CIPHERTEXTS, PROTOCOL)],
    ),
    entry(
        Fault::LengthPlus,
        "declares the chunk size with a plus sign",
        &[(CIPHERTEXTS, PROTOCOL)],
    ),
    entry(
        Fault::Unsolicited,
        "behaves, and sends another packet that nobody asked for",
        &[
            (HELLOS, &["protocol", "start-failed", "ok"]),
            (ANSWERS, NOW_OR_NEXT),
            (SERVER_KEY, PROTOCOL),
        ],
    ),
    entry(
        Fault::Duplicate,
        "sends its answer twice",
        &[(HELLOS, &["protocol", "start-failed", "ok"]), (ANSWERS, NOW_OR_NEXT)],
    ),
    entry(
        Fault::Reorder,
        "sends its answer before the REPORT that belongs before it",
        &[(ANSWERS, NOW_OR_NEXT)],
    )
    .protocol_2(),
    entry(
        Fault::Stale,
        "sends the previous answer of this kind again (wrong, unless the inputs agree)",
        &[(CIPHERTEXTS, STALE), (&[(Decrypt, Client)], STALE)],
    )
    .with(&["--after", "1"]),
    entry(
        Fault::Early,
        "answers before it has read the request; with ciphertexts and outputs of 1 MiB of zeros",
        &[
            (&[(Key, Client), (Circuit, Server)], &["ok", "protocol"]),
            (
                &[(Encrypt, Client), (Evaluate, Server), (Decrypt, Client)],
                &["wrong", "malformed", "refused", "protocol", "crash"],
            ),
        ],
    ),
    entry(
        Fault::ReadsNothing,
        "reads no more than the first line of the request, and sleeps",
        &[(STEPS, TIMEOUT)],
    ),
    entry(
        Fault::HugeControl,
        "sends a HELLO or REPORT of --bytes (default 2 MiB)",
        &[(HELLOS, &["resource", "protocol", "start-failed"]), (ANSWERS, TOO_MUCH)],
    )
    .protocol_2(),
    entry(Fault::BadReport, "sends a REPORT whose compute_ns is negative", &[(ANSWERS, PROTOCOL)])
        .protocol_2(),
    entry(Fault::ErrorRefused, "answers with an ERROR of kind refused", &[(ANSWERS, REFUSED)])
        .protocol_2(),
    entry(
        Fault::ErrorFailed,
        "answers with an ERROR of kind failed, its message full of markup",
        &[(ANSWERS, REFUSED)],
    )
    .protocol_2(),
    entry(
        Fault::HostileHello,
        "says a HELLO with terminal escapes, HTML, LaTeX and formulas in name and version",
        &[(HELLOS, OK)],
    )
    .protocol_2(),
    entry(Fault::BadHelloJson, "says a HELLO that is no JSON", &[(HELLOS, BAD_START)]).protocol_2(),
    entry(Fault::HelloProtocol, "says a HELLO of protocol 3", &[(HELLOS, BAD_START)]).protocol_2(),
    entry(Fault::HelloRole, "says a HELLO of the other role", &[(HELLOS, BAD_START)]).protocol_2(),
    entry(Fault::WrongBit, "changes one slot of the output", &[(OUTPUTS, WRONG)]),
    entry(
        Fault::WrongRotate,
        "rotates the output by one slot (wrong, unless all slots agree)",
        &[(OUTPUTS, &["wrong", "imprecise", "ok"])],
    ),
    entry(Fault::Complement, "changes every slot of the output", &[(OUTPUTS, WRONG)]),
    entry(
        Fault::Noise,
        "replaces every slot of the output by 0 or 1 at random, as after too much noise",
        &[(OUTPUTS, &["wrong", "imprecise", "flaky", "ok"])],
    ),
    entry(
        Fault::Empty,
        "answers with an empty ciphertext or output",
        &[(OUTPUTS, &["wrong", "malformed", "refused", "protocol"])],
    ),
    entry(
        Fault::Flaky,
        "changes one slot of the output with --probability (default 0.5)",
        &[(OUTPUTS, &["flaky", "wrong", "imprecise", "ok"])],
    ),
    entry(
        Fault::OffBy,
        "adds 2^-10 to every slot of the output: imprecise over reals, no answer elsewhere",
        &[(OUTPUTS, &["imprecise", "wrong"])],
    ),
    entry(
        Fault::NotANumber,
        "puts NaN into one slot of the output",
        &[(OUTPUTS, &["not-finite", "wrong"])],
    ),
    entry(
        Fault::Infinite,
        "puts an infinity into one slot of the output",
        &[(OUTPUTS, &["not-finite", "wrong"])],
    ),
];
