//! One program that is asked once: its question on standard input, its answer on standard output.
//!
//! It stands behind the same guard and within the same bounds as the programs of a pair.

use std::io;
use std::time::{Duration, Instant};

use ringassay_sut::hello::Role;
use ringassay_sut::packet::{Kind, ProtocolError};
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;

use crate::classify::{Context, fail};
use crate::exchange::{AFTERMATH, Fault, INTERRUPT_INTERVAL};
use crate::isolation::Isolation;
use crate::outcome::{Failure, Stage};
use crate::pair::start::{begin, check_host, session_name, start_failure};
use crate::process::{Process, timespec};
use crate::progress::Progress;
use crate::spec::{Bounds, Handshake, Options, SutSpec};

/// As what it is started: it has no counterpart.
const ROLE: Role = Role::Client;
/// Bytes of output that are read at once.
const READ_BYTES: usize = 1 << 16;

/// What a program answered.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its standard output.
    pub output: Vec<u8>,
    /// Which protections stood around it.
    pub isolation: Isolation,
}

/// Starts the client of `spec`, without a handshake, gives it `question`, and returns what it wrote
/// when it has ended with exit code 0. Nothing of it is left then.
///
/// `bounds.evaluate` is the wall time from start to end, `bounds.packet_bytes` the largest answer.
///
/// # Errors
/// Returns an error if the program cannot be started, exceeds a bound, or ends in another way; its
/// stage is [`Stage::Start`] or [`Stage::Evaluate`].
pub fn ask(
    spec: &SutSpec,
    question: &[u8],
    bounds: &Bounds,
    options: &Options,
) -> Result<Answer, Failure> {
    let mut progress = Progress::since(Instant::now());
    check_host()?;
    let session = session_name()?;
    let spec = SutSpec { handshake: Handshake::Never, ..spec.clone() };
    let mut process = begin(&spec, ROLE, &session, bounds, options)?;
    process.started().map_err(|error| start_failure(ROLE, &spec, error))?;
    let isolation = process.isolation.clone();
    let deadline = progress.begin + bounds.evaluate;
    let mut output = Vec::new();
    let heard = hear_out(&mut process, question, &mut output, deadline, bounds, options);
    progress.received_bytes = output.len();
    let ended = heard.and_then(|()| end(&mut process, options));
    let Err(fault) = ended else { return Ok(Answer { output, isolation }) };
    let context = Context {
        stage: Stage::Evaluate,
        active: ROLE,
        expected: Kind::Pdata,
        bound: bounds.evaluate,
        file_bytes: bounds.file_bytes,
        kill_grace: options.kill_grace,
        progress: Some(progress),
    };
    let mut failure = fail(&fault, &context, &mut [&mut process]);
    failure.detail.isolation = [(ROLE, isolation)].into();
    Err(failure)
}

/// Writes the question and reads until the end of output.
fn hear_out(
    process: &mut Process,
    question: &[u8],
    output: &mut Vec<u8>,
    mut deadline: Instant,
    bounds: &Bounds,
    options: &Options,
) -> Result<(), Fault> {
    let mut rest = question;
    let mut asked = Instant::now();
    loop {
        if rest.is_empty() {
            process.stdin = None;
        }
        let now = Instant::now();
        let left = deadline.saturating_duration_since(now);
        if left.is_zero() {
            return Err(if process.is_over() { Fault::Ended(ROLE) } else { Fault::Timeout });
        }
        if now.duration_since(asked) >= INTERRUPT_INTERVAL {
            asked = now;
            if options.interrupted.as_ref().is_some_and(|ask| ask()) {
                return Err(Fault::Interrupted);
            }
        }
        let (speaks, reads) = wait(process, left.min(INTERRUPT_INTERVAL))?;
        if reads {
            write(process, &mut rest)?;
        }
        if speaks && read(process, output, bounds.packet_bytes)? {
            return Ok(());
        }
        if !process.is_over() {
            process.hear();
            if process.guard_lost || process.guard_is_stopped() {
                return Err(Fault::Ended(ROLE));
            }
            if process.is_over() {
                // All writers are gone, so the rest of the output is finite and ends by itself.
                deadline = deadline.min(Instant::now() + AFTERMATH);
            }
        }
    }
}

/// Waits until something can be read or written, the guard speaks, or the time is over.
fn wait(process: &Process, nap: Duration) -> Result<(bool, bool), Fault> {
    let mut fds = vec![PollFd::new(&process.stdout, PollFlags::IN)];
    fds.extend(process.stdin.as_ref().map(|stdin| PollFd::new(stdin, PollFlags::OUT)));
    // Once the program has ended, its guard has nothing more to say, for ever.
    if !process.is_over() {
        fds.push(PollFd::from_borrowed_fd(process.control(), PollFlags::IN));
    }
    match rustix::event::poll(&mut fds, Some(&timespec(nap))) {
        Ok(_) | Err(Errno::INTR) => {}
        Err(error) => return Err(io::Error::from(error).into()),
    }
    let ready = |index: usize| fds.get(index).is_some_and(|fd| !fd.revents().is_empty());
    Ok((ready(0), process.stdin.is_some() && ready(1)))
}

/// Writes as much as is accepted now. A program need not read all that it is given.
fn write(process: &mut Process, rest: &mut &[u8]) -> Result<(), Fault> {
    let Some(stdin) = &process.stdin else { return Ok(()) };
    match rustix::io::write(stdin, rest) {
        Ok(count) => *rest = rest.get(count..).unwrap_or_default(),
        Err(Errno::AGAIN | Errno::INTR) => {}
        Err(Errno::PIPE) => *rest = &[],
        Err(error) => return Err(io::Error::from(error).into()),
    }
    Ok(())
}

/// Reads once; whether the output has ended.
fn read(process: &Process, output: &mut Vec<u8>, most: u64) -> Result<bool, Fault> {
    let mut part = [0; READ_BYTES];
    let count = match rustix::io::read(&process.stdout, &mut part) {
        Ok(count) => count,
        Err(Errno::AGAIN | Errno::INTR) => return Ok(false),
        Err(error) => return Err(io::Error::from(error).into()),
    };
    output.try_reserve(count).map_err(io::Error::other)?;
    output.extend_from_slice(part.get(..count).unwrap_or_default());
    if output.len() as u64 > most {
        return Err(Fault::Protocol(
            ROLE,
            ProtocolError {
                offset: output.len() as u64,
                expected: format!("at most {most} bytes"),
                got: "more".to_owned(),
                limit_bytes: Some(most),
            },
        ));
    }
    Ok(count == 0)
}

/// Waits for the end of a program whose output has ended; whatever is not an exit with code 0 within
/// its bounds is a fault.
fn end(process: &mut Process, options: &Options) -> Result<(), Fault> {
    if !process.wait_for_end(options.close_grace) {
        return Err(Fault::EndOfOutput(ROLE));
    }
    match &process.ended {
        Some(ended) if ended.exit_code == Some(0) && ended.limit.is_none() => {
            process.finish(options.kill_grace);
            Ok(())
        }
        _ => Err(Fault::Ended(ROLE)),
    }
}
