//! One request and its answer, both ways at once, within one deadline.

use std::io::{self, IoSlice};
use std::os::fd::{AsFd, OwnedFd};
use std::time::{Duration, Instant};

use ringassay_sut::hello::{ErrorReply, Report, Role};
use ringassay_sut::packet::{Kind, Packet, ProtocolError};
use rustix::event::{PollFd, PollFlags, epoll};
use rustix::io::Errno;

use crate::listen::{greet, hear_unasked, malformed};
use crate::process::{Process, Read, timespec};
use crate::progress::Progress;
use crate::request::Request;
use crate::spec::Interrupted;

/// Between two questions whether the host wants to give up.
pub(crate) const INTERRUPT_INTERVAL: Duration = Duration::from_secs(1);
/// How long output may keep coming from a program that has ended.
pub(crate) const AFTERMATH: Duration = Duration::from_secs(1);
/// `CIRCUIT READY` and a report need no more.
const READY_BYTES: usize = 2 << 20;

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The deadline has passed.
    Timeout,
    /// The host gave up.
    Interrupted,
    /// Standard output has ended.
    EndOfOutput(Role),
    /// Standard input was closed by the program.
    ClosedInput(Role),
    /// The program, or its guard, has ended.
    Ended(Role),
    /// Bytes that are not what was expected.
    Protocol(Role, ProtocolError),
    /// The operating system refused the harness something.
    System(io::Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

/// How a step ends in order.
#[derive(Debug)]
pub(crate) enum Answer {
    Packet(Packet),
    Error(ErrorReply),
}

/// An exchange with the active program while the idle one is watched.
pub(crate) struct Exchange<'a> {
    pub(crate) active: &'a mut Process,
    pub(crate) idle: &'a mut Process,
    /// Readable when the idle program speaks or a guard has something to say.
    pub(crate) rare: &'a OwnedFd,
    pub(crate) expected: Kind,
    pub(crate) deadline: Instant,
    pub(crate) interrupted: Option<&'a Interrupted>,
    /// When `interrupted` was last asked.
    pub(crate) asked: Instant,
    pub(crate) progress: Progress,
    pub(crate) report: Option<Report>,
}

impl<'a> Exchange<'a> {
    pub(crate) fn new(
        active: &'a mut Process,
        idle: &'a mut Process,
        rare: &'a OwnedFd,
        expected: Kind,
        bound: Duration,
        interrupted: Option<&'a Interrupted>,
    ) -> Self {
        let begin = Instant::now();
        Self {
            active,
            idle,
            rare,
            expected,
            deadline: begin + bound,
            interrupted,
            asked: begin,
            progress: Progress::since(begin),
            report: None,
        }
    }

    /// Writes the request and reads the answer. The order of system calls for a small one is
    /// write, poll, read: nothing is waited for twice.
    pub(crate) fn run(&mut self, request: &Request<'_>) -> Result<Answer, Fault> {
        let mut slices = request.slices();
        let mut rest = slices.as_mut_slice();
        IoSlice::advance_slices(&mut rest, 0);
        let mut answer = None;
        loop {
            if !rest.is_empty() {
                self.write(request, &mut rest)?;
            }
            if let Some(answer) = answer.take_if(|_| rest.is_empty()) {
                return Ok(answer);
            }
            let readable = self.wait(!rest.is_empty(), answer.is_none())?;
            if answer.is_none() && readable {
                answer = self.read()?;
                // A refusal may come early; then the program still reads on. Anything else that
                // does cannot be the answer to what was asked.
                if matches!(answer, Some(Answer::Packet(_))) {
                    self.refuse_unread(request)?;
                }
            }
        }
    }

    /// Writes as much as is accepted now.
    fn write(&mut self, request: &Request<'_>, rest: &mut &mut [IoSlice<'_>]) -> Result<(), Fault> {
        let Some(stdin) = &self.active.stdin else {
            return Err(Fault::ClosedInput(self.active.role));
        };
        let written = match &**rest {
            [only] => rustix::io::write(stdin, only),
            several => rustix::io::writev(stdin, several),
        };
        match written {
            Ok(count) => {
                IoSlice::advance_slices(rest, count);
                let progress = &mut self.progress;
                progress.sent_bytes += count;
                let now = Instant::now();
                if request.key_bytes > 0 && progress.sent_bytes >= request.key_bytes {
                    progress.key_sent.get_or_insert(now);
                }
                if rest.is_empty() {
                    progress.sent = Some(now);
                    progress.last = now;
                }
                Ok(())
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(()),
            Err(Errno::PIPE) => Err(Fault::ClosedInput(self.active.role)),
            Err(error) => Err(Fault::System(error.into())),
        }
    }

    /// Waits until the active program can be written to or read from; tells whether it can be read.
    fn wait(&mut self, writing: bool, reading: bool) -> Result<bool, Fault> {
        loop {
            let now = Instant::now();
            let left = self.deadline.saturating_duration_since(now);
            if left.is_zero() {
                return Err(self.late());
            }
            // A program that always has a byte ready must not keep the host from giving up.
            if now.duration_since(self.asked) >= INTERRUPT_INTERVAL {
                self.ask(now)?;
            }
            // Never short: a timer that is the machine's next one costs a virtual machine more than
            // the whole exchange.
            let nap = match self.interrupted {
                Some(_) => left.min(INTERRUPT_INTERVAL),
                None => left,
            };
            let stdin = self.active.stdin.as_ref().filter(|_| writing);
            let mut fds = [
                watched(Some(&self.active.stdout).filter(|_| reading), self.rare, PollFlags::IN),
                watched(Some(self.rare), self.rare, PollFlags::IN),
                watched(stdin, self.rare, PollFlags::OUT),
            ];
            let count = if writing { 3 } else { 2 };
            // Once the program has ended, its guard has nothing more to say, for ever.
            let fds = if self.active.is_over() { &mut fds[..1] } else { &mut fds[..count] };
            let ready = match rustix::event::poll(fds, Some(&timespec(nap))) {
                Ok(ready) => ready,
                Err(Errno::INTR) => 0,
                Err(error) => return Err(Fault::System(error.into())),
            };
            let is_ready = |i: usize| fds.get(i).is_some_and(|fd| !fd.revents().is_empty());
            let (readable, unusual, writable) = (is_ready(0), is_ready(1), is_ready(2));
            if unusual {
                self.attend(readable || writable)?;
            }
            if readable || writable {
                return Ok(readable);
            }
            if ready == 0 {
                self.ask(Instant::now())?;
            }
        }
    }

    /// Asks the host whether to give up.
    fn ask(&mut self, now: Instant) -> Result<(), Fault> {
        self.asked = now;
        if self.interrupted.is_some_and(|ask| ask()) { Err(Fault::Interrupted) } else { Ok(()) }
    }

    /// Deals with what should not happen during a step.
    fn attend(&mut self, more_to_come: bool) -> Result<(), Fault> {
        self.active.hear();
        self.idle.hear();
        hear_unasked(self.idle)?;
        if self.idle.is_over() {
            return Err(Fault::Ended(self.idle.role));
        }
        if self.active.is_over() {
            // All writers are gone, so the rest of the output is finite and ends by itself.
            self.deadline = self.deadline.min(Instant::now() + AFTERMATH);
            if self.active.guard_lost && !more_to_come {
                return Err(Fault::Ended(self.active.role));
            }
        }
        Ok(())
    }

    fn late(&self) -> Fault {
        if self.active.is_over() { Fault::Ended(self.active.role) } else { Fault::Timeout }
    }

    /// Reads once; the answer when it is whole.
    fn read(&mut self) -> Result<Option<Answer>, Fault> {
        let role = self.active.role;
        match self.active.read()? {
            Read::Nothing => return Ok(None),
            Read::End => return Err(Fault::EndOfOutput(role)),
            Read::Bytes(count) => {
                let now = Instant::now();
                self.progress.first.get_or_insert(now);
                self.progress.last = now;
                self.progress.received_bytes += count;
            }
        }
        while let Some(packet) =
            self.active.packet().map_err(|error| Fault::Protocol(role, error))?
        {
            if let Some(answer) = self.take(packet)? {
                return Ok(Some(answer));
            }
        }
        if self.expected == Kind::Circuit && self.active.decoder.pending() > READY_BYTES {
            let error = ProtocolError {
                offset: self.active.decoder.offset(),
                expected: "CIRCUIT READY".to_owned(),
                got: format!("{} bytes and no end", self.active.decoder.pending()),
                limit_bytes: None,
            };
            return Err(Fault::Protocol(role, error));
        }
        Ok(None)
    }

    /// Sorts a packet: `None` when the answer is still to come.
    fn take(&mut self, packet: Packet) -> Result<Option<Answer>, Fault> {
        let role = self.active.role;
        let fault = |error| Fault::Protocol(role, error);
        let greeted = self.active.hello.is_some();
        match packet.kind {
            Kind::Hello if self.active.may_greet => {
                greet(self.active, &packet)?;
                self.progress.late_hello = true;
                Ok(None)
            }
            Kind::Report if greeted && self.report.is_none() => {
                let report = Report::parse(packet.text());
                self.report = Some(report.map_err(|e| fault(malformed(&packet, &e.to_string())))?);
                Ok(None)
            }
            Kind::Error if greeted => {
                let reply = ErrorReply::parse(packet.text());
                Ok(Some(Answer::Error(
                    reply.map_err(|e| fault(malformed(&packet, &e.to_string())))?,
                )))
            }
            Kind::Circuit
                if self.expected == Kind::Circuit && packet.text() != b"CIRCUIT READY" =>
            {
                Err(fault(packet.unexpected("CIRCUIT READY")))
            }
            kind if kind == self.expected => {
                // An original has shown itself: what comes now can no longer be a HELLO.
                self.active.may_greet = false;
                Ok(Some(Answer::Packet(packet)))
            }
            _ => {
                let expected = format!("a packet {}", self.expected.header());
                Err(fault(packet.unexpected(&expected)))
            }
        }
    }

    /// Refuses an answer that came before its request was read: it belongs to another one.
    fn refuse_unread(&self, request: &Request<'_>) -> Result<(), Fault> {
        let unsent = request.bytes() - self.progress.sent_bytes;
        let in_pipe = self.active.stdin.as_ref().map_or(Ok(0), rustix::io::ioctl_fionread);
        let unread = unsent as u64 + in_pipe.map_err(io::Error::from)?;
        if unread <= request.footer_bytes as u64 {
            return Ok(());
        }
        Err(Fault::Protocol(
            self.active.role,
            ProtocolError {
                offset: self.active.decoder.offset(),
                expected: "no answer before the request has been read".to_owned(),
                got: format!("an answer with {unread} bytes of the request unread"),
                limit_bytes: None,
            },
        ))
    }
}

/// An entry for `poll`. One that does not apply would still report its end, so another descriptor
/// stands in for it, of which nothing is asked.
fn watched<'fd>(fd: Option<&'fd OwnedFd>, stand_in: &'fd OwnedFd, flags: PollFlags) -> PollFd<'fd> {
    match fd {
        Some(fd) => PollFd::new(fd, flags),
        None => PollFd::new(stand_in, PollFlags::empty()),
    }
}

/// What `poll` need not look at one by one in every step: the idle program's output and both
/// guards, as one descriptor.
pub(crate) fn rare_events(active: &Process, idle: &Process) -> io::Result<OwnedFd> {
    let set = epoll::create(epoll::CreateFlags::CLOEXEC)?;
    for fd in [idle.stdout.as_fd(), active.control(), idle.control()] {
        epoll::add(&set, fd, epoll::EventData::new_u64(0), epoll::EventFlags::IN)?;
    }
    Ok(set)
}
