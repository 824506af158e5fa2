//! From what went wrong to the class under which it is booked.

use std::time::Duration;

use nix::sys::signal::Signal;
use ringassay_sut::hello::Role;
use ringassay_sut::packet::{Kind, ProtocolError};

use crate::exchange::Fault;
use crate::outcome::{Class, Detail, Ended, Failure, Limit, LimitHit, Stage};
use crate::process::Process;
use crate::progress::Progress;

/// How long a program that has closed a pipe may take to show that it did so by ending.
const DYING: Duration = Duration::from_millis(500);
/// What is left of standard error once every writer is gone is read in no time.
const DRAIN: Duration = Duration::from_millis(500);

/// What was going on when the fault came.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context {
    pub(crate) stage: Stage,
    /// The program asked to do something.
    pub(crate) active: Role,
    pub(crate) expected: Kind,
    pub(crate) bound: Duration,
    pub(crate) file_bytes: Option<u64>,
    pub(crate) kill_grace: Duration,
    pub(crate) progress: Option<Progress>,
}

/// Ends the programs, one or both of a pair, and says what happened.
pub(crate) fn fail(fault: &Fault, context: &Context, pair: &mut [&mut Process]) -> Failure {
    let wall_ns = context.progress.map_or(0, |p| p.begin.elapsed().as_nanos() as u64);
    let culprit = fault.role().unwrap_or(context.active);
    if let Some(process) = pair.iter_mut().find(|process| process.role == culprit)
        && fault.may_be_an_end()
    {
        process.wait_for_end(DYING);
    }
    for process in &mut *pair {
        // What has ended by itself must not look as if it had been ended.
        process.hear();
        process.order_end();
    }
    let ended: Vec<Ended> =
        pair.iter_mut().map(|process| process.finish(context.kill_grace)).collect();

    // A bound enforced by a guard explains whatever followed from it, on either side.
    let bounded = (0..pair.len()).find(|&i| limit_of(&ended[i], context).is_some());
    let index = match bounded {
        Some(index) if !matches!(fault, Fault::Interrupted) => index,
        _ => pair.iter().position(|process| process.role == culprit).unwrap_or(0),
    };
    let process = &mut *pair[index];
    let end = &ended[index];
    let mut detail = Detail {
        stderr: process.tail.finish(DRAIN),
        wall_ns,
        sent_bytes: context.progress.map_or(0, |p| p.sent_bytes as u64),
        received_bytes: context.progress.map_or(0, |p| p.received_bytes as u64),
        cpu_ns: end.cpu_ns,
        peak_bytes: end.peak_bytes.max(end.largest_process_bytes),
        survivors: ended.iter().map(|end| end.survivors).sum(),
        remaining: ended.iter().flat_map(|end| end.remaining.clone()).collect(),
        left: ended.iter().filter_map(|end| end.left.clone()).collect(),
        ..Detail::default()
    };
    if !end.killed {
        detail.exit_code = end.exit_code;
        detail.signal = end.signal;
        detail.signal_name =
            end.signal.and_then(|signal| Signal::try_from(signal).ok()).map(Signal::as_str);
    }
    let (class, message) = judge(fault, context, process, end, &mut detail);
    let at_fault = !matches!(class, Class::Interrupted | Class::HarnessError);
    Failure {
        class,
        stage: context.stage,
        role: at_fault.then_some(process.role),
        message,
        detail: Box::new(detail),
    }
}

impl Fault {
    fn role(&self) -> Option<Role> {
        match self {
            Self::EndOfOutput(role)
            | Self::ClosedInput(role)
            | Self::Ended(role)
            | Self::Protocol(role, _) => Some(*role),
            Self::Timeout | Self::Interrupted | Self::System(_) => None,
        }
    }

    fn may_be_an_end(&self) -> bool {
        matches!(self, Self::EndOfOutput(_) | Self::ClosedInput(_) | Self::Ended(_))
    }
}

/// The bound for which a program was ended, by its guard or by the kernel.
fn limit_of(ended: &Ended, context: &Context) -> Option<LimitHit> {
    let file_too_large = || {
        let bound = context.file_bytes?;
        (ended.signal == Some(Signal::SIGXFSZ as i32)).then_some(LimitHit {
            limit: Limit::FileBytes,
            bound,
            reached: None,
        })
    };
    ended.limit.or_else(file_too_large)
}

/// The class, and a sentence. Fills in what the fault tells.
fn judge(
    fault: &Fault,
    context: &Context,
    process: &Process,
    ended: &Ended,
    detail: &mut Detail,
) -> (Class, String) {
    let role = process.role;
    if let Some(hit) = limit_of(ended, context).filter(|_| !matches!(fault, Fault::Interrupted)) {
        detail.limit = Some(hit);
        return (Class::Resource, format!("the {role} exceeded {}", describe(&hit)));
    }
    match fault {
        Fault::System(_) if process.guard_lost => guard_lost(role),
        _ if ended.guard_signalled && !matches!(fault, Fault::Interrupted) => (
            Class::HarnessError,
            format!("the guard of the {role} was told by a signal to end what it watched"),
        ),
        Fault::Interrupted => (Class::Interrupted, "the harness was asked to stop".to_owned()),
        Fault::System(error) => {
            detail.errno = error.raw_os_error();
            (Class::HarnessError, format!("the harness could not go on: {error}"))
        }
        Fault::Timeout => late(context, process, detail),
        Fault::Protocol(_, error) => broken_protocol(error, role, detail),
        Fault::EndOfOutput(_) | Fault::ClosedInput(_) | Fault::Ended(_) => {
            if process.guard_lost {
                return guard_lost(role);
            }
            if let Some(error) = process.decoder.end_of_stream() {
                note(&error, detail);
            } else {
                detail.expected = Some(wanted(context));
                detail.got = Some("end of stream".to_owned());
                detail.offset = Some(process.decoder.offset());
            }
            if !ended.killed {
                let class = match context.stage {
                    Stage::Start => Class::StartFailed,
                    _ => Class::Crash,
                };
                return (class, format!("the {role} {}", manner(ended)));
            }
            let closed = match fault {
                Fault::ClosedInput(_) => {
                    detail.expected = Some("the request to be read".to_owned());
                    detail.got = Some("standard input closed".to_owned());
                    "input"
                }
                _ => "output",
            };
            (
                Class::Protocol,
                format!("the {role} closed its standard {closed} and went on running"),
            )
        }
    }
}

fn late(context: &Context, process: &Process, detail: &mut Detail) -> (Class, String) {
    let bound = u64::try_from(context.bound.as_nanos()).unwrap_or(u64::MAX);
    detail.limit = Some(LimitHit { limit: Limit::WallNs, bound, reached: Some(detail.wall_ns) });
    detail.expected = Some(wanted(context));
    let seconds = context.bound.as_secs_f64();
    let role = process.role;
    let silent = process.decoder.offset() == 0 && process.decoder.pending() == 0;
    if context.stage == Stage::Start && silent {
        return (
            Class::StartFailed,
            format!("the {role} stayed silent for {seconds} s where a HELLO is required"),
        );
    }
    let received = detail.received_bytes;
    let message = format!(
        "{} was not finished within {seconds} s; the {role} had sent {received} bytes of its answer",
        context.stage
    );
    (Class::Timeout, message)
}

fn broken_protocol(error: &ProtocolError, role: Role, detail: &mut Detail) -> (Class, String) {
    note(error, detail);
    if let Some(bound) = error.limit_bytes {
        let hit = LimitHit { limit: Limit::PacketBytes, bound, reached: None };
        detail.limit = Some(hit);
        return (Class::Resource, format!("the {role} exceeded {}", describe(&hit)));
    }
    (Class::Protocol, format!("output of the {role}, {error}"))
}

fn note(error: &ProtocolError, detail: &mut Detail) {
    detail.offset = Some(error.offset);
    detail.expected = Some(error.expected.clone());
    detail.got = Some(error.got.clone());
}

fn guard_lost(role: Role) -> (Class, String) {
    (
        Class::HarnessError,
        format!(
            "the guard of the {role} was killed or stopped; what was found of its processes has been ended"
        ),
    )
}

fn wanted(context: &Context) -> String {
    match context.stage {
        Stage::Start => "HELLO".to_owned(),
        _ => format!("a packet {}", context.expected.header()),
    }
}

fn manner(ended: &Ended) -> String {
    match (ended.exit_code, ended.signal) {
        (Some(code), _) => format!("exited with code {code}"),
        (None, Some(signal)) => {
            let name = Signal::try_from(signal).map_or("unknown", Signal::as_str);
            format!("was ended by signal {signal} ({name})")
        }
        (None, None) => "ended".to_owned(),
    }
}

fn describe(hit: &LimitHit) -> String {
    let bound = hit.bound;
    let what = match hit.limit {
        Limit::MemoryBytes => format!("its bound of {bound} resident bytes"),
        Limit::Processes => format!("its bound of {bound} processes and threads"),
        Limit::PacketBytes => format!("the bound of {bound} bytes on a packet"),
        Limit::FileBytes => format!("the bound of {bound} bytes on a file"),
        Limit::WallNs => format!("the bound of {bound} ns"),
    };
    match hit.reached {
        Some(reached) => format!("{what}: {reached}"),
        None => what,
    }
}
