//! One program of a pair: its guard, its pipes, and what has come out of it.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use ringassay_sut::hello::{Hello, Role};
use ringassay_sut::packet::{Decoder, Form, Limits, PIPE_BYTES, Packet, ProtocolError};
use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, fcntl_setpipe_size, pipe_with};

use crate::control::{Channel, LaunchError, Order, Received, Reply, Request};
use crate::guard::VERB;
use crate::isolation::Isolation;
use crate::outcome::Ended;
use crate::proc::{Gauge, descendants, held_bytes, named, stat_field};
use crate::spec::{Bounds, Options};
use crate::sweep::sweep;
use crate::tail::Tail;

/// Control packets, as `docs/protocol.md` bounds them.
const CONTROL_BYTES: u64 = 1 << 20;
/// How long a guard may take to execute a program, however loaded the machine is.
const START_PATIENCE: Duration = Duration::from_secs(30);
/// How long a guard may take to hold a program still, or to release it.
const HOLD_PATIENCE: Duration = Duration::from_secs(5);
/// How long a guard may take beyond the grace it was told.
const GUARD_PATIENCE: Duration = Duration::from_secs(12);

/// What reading a program's output found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Read {
    /// This many bytes.
    Bytes(usize),
    /// Nothing for now.
    Nothing,
    /// Its end.
    End,
}

/// Why a program did not start.
#[derive(Debug)]
pub(crate) enum StartError {
    /// The program could not be executed.
    Program(LaunchError),
    /// The guard could not do its part.
    Guard(LaunchError),
    /// The harness could not do its part.
    Own(io::Error),
}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> Self {
        Self::Own(error)
    }
}

#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) role: Role,
    pub(crate) gauge: Gauge,
    pub(crate) stdin: Option<OwnedFd>,
    pub(crate) stdout: OwnedFd,
    pub(crate) decoder: Decoder,
    pub(crate) tail: Tail,
    /// Its HELLO, once it came.
    pub(crate) hello: Option<Hello>,
    /// Whether a HELLO may still come.
    pub(crate) may_greet: bool,
    /// How it ended, once the guard has said so.
    pub(crate) ended: Option<Ended>,
    /// The guard is gone without a word.
    pub(crate) guard_lost: bool,
    /// What stands around it.
    pub(crate) isolation: Isolation,
    channel: Channel,
    guard: Child,
    pid: i32,
    session: String,
    scratch: std::path::PathBuf,
}

impl Process {
    /// Starts a guard and through it a program; [`started`](Self::started) says what came of it.
    pub(crate) fn start(
        role: Role,
        name: &str,
        order: &Order,
        session: &str,
        bounds: &Bounds,
        options: &Options,
    ) -> Result<Self, StartError> {
        let (their_stdin, stdin) = pipe()?;
        let (stdout, their_stdout) = pipe()?;
        let (stderr, their_stderr) = pipe()?;
        for ours in [&stdin, &stdout] {
            rustix::io::ioctl_fionbio(ours, true).map_err(io::Error::from)?;
        }
        let (ours, theirs) = UnixStream::pair()?;
        let guard = Command::new(&options.guard)
            .args([VERB, name, role.name()])
            // Nothing of the user's for a program to find.
            .env_clear()
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| {
                let guard = options.guard.display();
                io::Error::new(error.kind(), format!("the guard {guard} cannot be run: {error}"))
            })?;
        let limits = Limits {
            packet_bytes: bounds.packet_bytes,
            text_bytes: bounds.text_bytes.min(bounds.packet_bytes),
            control_bytes: CONTROL_BYTES,
        };
        let process = Self {
            role,
            gauge: Gauge::new(0),
            stdin: Some(stdin),
            stdout,
            decoder: Decoder::new(limits, Form::Text),
            tail: Tail::new(stderr)?,
            hello: None,
            may_greet: false,
            ended: None,
            guard_lost: false,
            channel: Channel::new(ours),
            guard,
            pid: 0,
            isolation: Isolation::default(),
            session: session.to_owned(),
            scratch: order.scratch.clone(),
        };
        let stdio = [their_stdin.as_fd(), their_stdout.as_fd(), their_stderr.as_fd()];
        process.channel.send_stdio(stdio)?;
        process.channel.send(order)?;
        Ok(process)
    }

    /// Returns when the program runs or has failed to.
    pub(crate) fn started(&mut self) -> Result<(), StartError> {
        match self.reply(START_PATIENCE)? {
            Some(Reply::Started { pid, isolation }) => {
                self.pid = pid;
                self.isolation = isolation;
                self.gauge = Gauge::new(pid);
                Ok(())
            }
            Some(Reply::NotStarted(error)) => Err(StartError::Program(error)),
            Some(Reply::NotPrepared(error)) => Err(StartError::Guard(error)),
            _ => Err(io::Error::other("the guard could not start the program").into()),
        }
    }

    /// Whether the guard has been stopped, so that nothing it enforces holds. It is then given up for
    /// lost.
    pub(crate) fn guard_is_stopped(&mut self) -> bool {
        let stat = crate::proc::read(&format!("/proc/{}/stat", self.guard.id()));
        let stopped = stat.is_some_and(|stat| stat_field(&stat, 3) == Some("T"));
        self.guard_lost |= stopped;
        stopped
    }

    /// The descriptor that becomes readable when the guard has something to say.
    pub(crate) fn control(&self) -> BorrowedFd<'_> {
        self.channel.as_fd()
    }

    /// Whether nothing more will come from the guard.
    pub(crate) fn is_over(&self) -> bool {
        self.ended.is_some() || self.guard_lost
    }

    /// Takes what the guard has said of its own accord, which is only ever the end.
    pub(crate) fn hear(&mut self) {
        while !self.is_over() {
            match self.channel.receive() {
                Ok(Received::Message(Reply::Ended(ended))) => self.ended = Some(*ended),
                Ok(Received::Message(_)) => {}
                Ok(Received::Nothing) => return,
                Ok(Received::End) | Err(_) => self.guard_lost = true,
            }
        }
    }

    /// Reads what has come out of the program into its decoder.
    pub(crate) fn read(&mut self) -> io::Result<Read> {
        let wanted = self.decoder.wanted();
        let buffer = self.decoder.buffer();
        buffer.try_reserve(wanted).map_err(io::Error::other)?;
        loop {
            match rustix::io::read(&self.stdout, rustix::buffer::spare_capacity(buffer)) {
                Ok(0) => return Ok(Read::End),
                Ok(count) => return Ok(Read::Bytes(count)),
                Err(Errno::AGAIN) => return Ok(Read::Nothing),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Gives the memory of a packet that is no longer needed to the next one. Fresh memory costs
    /// a page fault per 4 KiB, about as much as the transfer itself.
    pub(crate) fn recycle(&mut self, packet: Option<Packet>) {
        let buffer = self.decoder.buffer();
        if let Some(packet) = packet
            && buffer.is_empty()
            && buffer.capacity() < packet.raw.capacity()
        {
            *buffer = packet.raw;
            buffer.clear();
        }
    }

    /// The next whole packet of what has been read.
    pub(crate) fn packet(&mut self) -> Result<Option<Packet>, ProtocolError> {
        self.decoder.advance()
    }

    /// The largest sample of the tree since a moment; 0 when the guard does not answer.
    pub(crate) fn sampled_peak_bytes(&mut self, monotonic_ns: u64) -> u64 {
        if self.is_over() || self.channel.send(&Request::PeakSince { monotonic_ns }).is_err() {
            return 0;
        }
        match self.reply(Duration::from_secs(1)) {
            Ok(Some(Reply::Peak { bytes })) => bytes,
            _ => 0,
        }
    }

    /// Stops the program and its descendants; `false` when some run on or the guard is gone.
    pub(crate) fn hold(&mut self) -> bool {
        let asked = !self.is_over() && self.channel.send(&Request::Hold).is_ok();
        asked && matches!(self.reply(HOLD_PATIENCE), Ok(Some(Reply::Held { running: 0 })))
    }

    /// Lets them run on; `false` when the program has ended or the guard is gone.
    pub(crate) fn release(&mut self) -> bool {
        let asked = !self.is_over() && self.channel.send(&Request::Release).is_ok();
        asked && matches!(self.reply(HOLD_PATIENCE), Ok(Some(Reply::Released)))
    }

    /// What the program and its descendants hold in memory now.
    pub(crate) fn resident_bytes(&self) -> u64 {
        descendants(self.guard_pid(), usize::MAX)
            .into_iter()
            .map(|pid| held_bytes(pid).resident)
            .sum()
    }

    /// Waits for the guard's next message; notes when it is the last.
    fn reply(&mut self, patience: Duration) -> io::Result<Option<Reply>> {
        let deadline = Instant::now() + patience;
        loop {
            match self.channel.receive()? {
                Received::Message(Reply::Ended(ended)) => {
                    self.ended = Some(*ended);
                    return Ok(None);
                }
                Received::Message(reply) => return Ok(Some(reply)),
                Received::End => {
                    self.guard_lost = true;
                    return Ok(None);
                }
                Received::Nothing => {}
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(None);
            }
            let mut fds = [PollFd::new(&self.channel, PollFlags::IN)];
            match rustix::event::poll(&mut fds, Some(&timespec(left))) {
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The program itself.
    pub(crate) fn first_pid(&self) -> Option<i32> {
        (self.pid > 0).then_some(self.pid)
    }

    fn guard_pid(&self) -> i32 {
        i32::try_from(self.guard.id()).unwrap_or(i32::MAX)
    }

    /// Waits until the program has ended by itself; `false` when it has not.
    pub(crate) fn wait_for_end(&mut self, patience: Duration) -> bool {
        if !self.is_over() {
            // Only the end is of interest here, and `reply` notes it.
            let _ = self.reply(patience);
        }
        self.is_over()
    }

    /// Orders the end of the program and its descendants, without waiting for it.
    ///
    /// The order goes out before standard input closes: a program that ends with its input must
    /// not look as if it had ended by itself.
    pub(crate) fn order_end(&mut self) {
        if !self.is_over() && self.channel.send(&Request::Kill).is_err() {
            self.hear();
        }
        self.stdin = None;
    }

    /// Waits for the end that was ordered, collects the guard, and sweeps behind it if it failed.
    pub(crate) fn finish(&mut self, kill_grace: Duration) -> Ended {
        self.stdin = None;
        if !self.wait_for_end(kill_grace + GUARD_PATIENCE) {
            self.guard_lost = true;
        }
        if self.guard_lost {
            // Its program dies with it; the rest is found by its mark.
            let _ = self.guard.kill();
            let groups: &[i32] = if self.pid > 0 { &[self.pid] } else { &[] };
            let (survivors, remaining) = named(&sweep(&self.session, groups));
            let left = (!crate::guard::remove_scratch(&self.scratch)).then(|| self.scratch.clone());
            let end = Ended { killed: true, survivors, remaining, left, ..Ended::default() };
            self.ended.get_or_insert(end);
        }
        let _ = self.guard.wait();
        self.ended.clone().unwrap_or_default()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.order_end();
        self.finish(Duration::ZERO);
    }
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (read, write) = pipe_with(PipeFlags::CLOEXEC)?;
    // Best effort: the kernel bounds what one user may hold in pipes.
    let _ = fcntl_setpipe_size(&write, PIPE_BYTES);
    Ok((read, write))
}

/// For `poll`; durations beyond what it takes are cut.
pub(crate) fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(duration.subsec_nanos()),
    }
}
