//! One request and its answer, both ways at once, within one deadline.

use std::io::{self, IoSlice};
use std::time::{Duration, Instant};

use ringassay_sut::hello::{ErrorReply, Hello, Report, Role};
use ringassay_sut::packet::{Kind, Packet, ProtocolError};
use rustix::event::{PollFd, PollFlags};
use rustix::io::Errno;

use crate::outcome::Step;
use crate::process::{Process, Read, timespec};
use crate::request::Request;
use crate::spec::Interrupted;

/// Between two questions whether the host wants to give up.
const INTERRUPT_INTERVAL: Duration = Duration::from_secs(1);
/// How long output may keep coming from a program that has ended.
const AFTERMATH: Duration = Duration::from_secs(1);
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

/// When things happened, and how much went through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) begin: Instant,
    pub(crate) key_sent: Option<Instant>,
    pub(crate) sent: Option<Instant>,
    pub(crate) first: Option<Instant>,
    pub(crate) last: Instant,
    pub(crate) sent_bytes: usize,
    pub(crate) received_bytes: usize,
    pub(crate) late_hello: bool,
}

impl Progress {
    /// Nothing has gone through yet.
    pub(crate) fn since(begin: Instant) -> Self {
        Self {
            begin,
            key_sent: None,
            sent: None,
            first: None,
            last: begin,
            sent_bytes: 0,
            received_bytes: 0,
            late_hello: false,
        }
    }

    /// The times and byte counts of a step that has its answer.
    pub(crate) fn step(&self) -> Step {
        let at = |moment: Instant| moment.duration_since(self.begin).as_nanos() as u64;
        let wall_ns = at(self.last);
        let send_ns = self.sent.map_or(wall_ns, at).min(wall_ns);
        let first_ns = self.first.map_or(wall_ns, at).clamp(send_ns, wall_ns);
        Step {
            wall_ns,
            send_ns,
            wait_ns: first_ns - send_ns,
            receive_ns: wall_ns - first_ns,
            key_send_ns: self.key_sent.map_or(0, at),
            sent_bytes: self.sent_bytes as u64,
            received_bytes: self.received_bytes as u64,
            late_hello: self.late_hello,
            ..Step::default()
        }
    }
}

/// An exchange with the active program while the idle one is watched.
pub(crate) struct Exchange<'a> {
    pub(crate) active: &'a mut Process,
    pub(crate) idle: &'a mut Process,
    pub(crate) expected: Kind,
    pub(crate) deadline: Instant,
    pub(crate) interrupted: Option<&'a Interrupted>,
    pub(crate) progress: Progress,
    pub(crate) report: Option<Report>,
}

impl<'a> Exchange<'a> {
    pub(crate) fn new(
        active: &'a mut Process,
        idle: &'a mut Process,
        expected: Kind,
        bound: Duration,
        interrupted: Option<&'a Interrupted>,
    ) -> Self {
        let begin = Instant::now();
        Self {
            active,
            idle,
            expected,
            deadline: begin + bound,
            interrupted,
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
            self.wait(!rest.is_empty(), answer.is_none())?;
            if answer.is_none() {
                answer = self.read()?;
                // A refusal may come early; then the program still reads on. Anything else that
                // does cannot be the answer to what was asked.
                if matches!(answer, Some(Answer::Packet(_))) {
                    self.refuse_unread(request)?;
                    rest = &mut [];
                    self.progress.sent.get_or_insert(self.progress.last);
                }
            }
        }
    }

    /// Writes as much as is accepted now.
    fn write(&mut self, request: &Request<'_>, rest: &mut &mut [IoSlice<'_>]) -> Result<(), Fault> {
        let Some(stdin) = &self.active.stdin else {
            return Err(Fault::ClosedInput(self.active.role));
        };
        match rustix::io::writev(stdin, rest) {
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

    /// Waits until the active program can be written to or read from.
    fn wait(&mut self, writing: bool, reading: bool) -> Result<(), Fault> {
        loop {
            let left = self.deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(self.late());
            }
            let nap = match self.interrupted {
                Some(_) => left.min(INTERRUPT_INTERVAL),
                None => left,
            };
            let [active, idle] = [&*self.active, &*self.idle];
            let mut fds = Vec::with_capacity(5);
            fds.push(PollFd::new(&idle.stdout, PollFlags::IN));
            let controls: Vec<&Process> =
                [active, idle].into_iter().filter(|process| !process.is_over()).collect();
            fds.extend(controls.iter().map(|p| PollFd::from_borrowed_fd(p.control(), PollFlags::IN)));
            let rare = fds.len();
            if reading {
                fds.push(PollFd::new(&active.stdout, PollFlags::IN));
            }
            if let Some(stdin) = active.stdin.as_ref().filter(|_| writing) {
                fds.push(PollFd::new(stdin, PollFlags::OUT));
            }
            let ready = match rustix::event::poll(&mut fds, Some(&timespec(nap))) {
                Ok(ready) => ready,
                Err(Errno::INTR) => 0,
                Err(error) => return Err(Fault::System(error.into())),
            };
            let usual = fds[rare..].iter().any(|fd| !fd.revents().is_empty());
            let unusual = fds[..rare].iter().any(|fd| !fd.revents().is_empty());
            let idle_spoke = !fds[0].revents().is_empty();
            if unusual {
                self.attend(idle_spoke, usual)?;
            }
            if usual {
                return Ok(());
            }
            if ready == 0 && self.interrupted.is_some_and(|ask| ask()) {
                return Err(Fault::Interrupted);
            }
        }
    }

    /// Deals with what should not happen during a step.
    fn attend(&mut self, idle_spoke: bool, more_to_read: bool) -> Result<(), Fault> {
        self.active.hear();
        self.idle.hear();
        if idle_spoke {
            hear_unasked(self.idle)?;
        }
        if self.idle.is_over() {
            return Err(Fault::Ended(self.idle.role));
        }
        if self.active.is_over() {
            // All writers are gone, so the rest of the output is finite and ends by itself.
            self.deadline = self.deadline.min(Instant::now() + AFTERMATH);
            if self.active.guard_lost && !more_to_read {
                return Err(Fault::Ended(self.active.role));
            }
        }
        Ok(())
    }

    fn late(&self) -> Fault {
        if self.active.is_over() {
            Fault::Ended(self.active.role)
        } else {
            Fault::Timeout
        }
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
        while let Some(packet) = self.active.packet().map_err(|error| Fault::Protocol(role, error))? {
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
            Kind::Circuit if self.expected == Kind::Circuit && packet.text() != b"CIRCUIT READY" => {
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

/// Takes a HELLO.
pub(crate) fn greet(process: &mut Process, packet: &Packet) -> Result<(), Fault> {
    let fault = |error| Fault::Protocol(process.role, error);
    let hello = Hello::parse(packet.text())
        .map_err(|error| fault(malformed(packet, &error.to_string())))?;
    if hello.role != process.role {
        return Err(fault(packet.unexpected(&format!("a HELLO of the {}", process.role))));
    }
    process.may_greet = false;
    process.decoder.set_key_form(ringassay_sut::packet::Form::Chunks);
    process.hello = Some(hello);
    Ok(())
}

/// Looks at output that nobody asked for: a HELLO where one may still come, a fault otherwise.
pub(crate) fn hear_unasked(process: &mut Process) -> Result<(), Fault> {
    const HEADER: &[u8] = b"HELLO\n";
    let role = process.role;
    match process.read()? {
        Read::Nothing => return Ok(()),
        Read::End => return Err(Fault::EndOfOutput(role)),
        Read::Bytes(_) => {}
    }
    let fault = |error| Fault::Protocol(role, error);
    if process.may_greet
        && let Some(packet) = process.packet().map_err(fault)?
    {
        if packet.kind != Kind::Hello {
            return Err(fault(packet.unexpected("HELLO or silence")));
        }
        greet(process, &packet)?;
    }
    let offset = process.decoder.offset();
    let pending = process.decoder.pending();
    let may_greet = process.may_greet;
    let buffer = process.decoder.buffer();
    let unasked = &buffer[buffer.len() - pending..];
    let shared = unasked.len().min(HEADER.len());
    if unasked.is_empty() || (may_greet && unasked[..shared] == HEADER[..shared]) {
        return Ok(());
    }
    Err(fault(ProtocolError {
        offset,
        expected: "silence until the next request".to_owned(),
        got: ringassay_sut::packet::excerpt(unasked),
        limit_bytes: None,
    }))
}

fn malformed(packet: &Packet, reason: &str) -> ProtocolError {
    ProtocolError {
        expected: reason.to_owned(),
        ..packet.unexpected("")
    }
}
