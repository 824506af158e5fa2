//! The conversation between harness, guard and launcher: lines of JSON over a socket, and the
//! descriptors of a system under test, passed as such so that no other process inherits them.

use std::collections::BTreeMap;
use std::io::{self, IoSlice, IoSliceMut, Read as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags,
};
use rustix::process::WaitStatus;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::isolation::Isolation;
use crate::outcome::Ended;

/// Longest message. The largest is an [`Order`] with arguments and environment of a program.
const MESSAGE_BYTES: usize = 8 << 20;

/// Everything a guard has to know to start a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) argv: Vec<String>,
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) cwd: Option<PathBuf>,
    /// A directory that the guard makes, names in `TMPDIR` and removes.
    pub(crate) scratch: PathBuf,
    pub(crate) limits: TreeLimits,
    /// Whether the program keeps the network of the machine.
    pub(crate) network: bool,
    /// Whether it keeps the files of the machine; otherwise the next three say what it sees.
    pub(crate) files: bool,
    /// What is out of sight,
    pub(crate) hidden: Vec<PathBuf>,
    /// but for this and what can be told from the command line.
    pub(crate) readable: Vec<PathBuf>,
    /// Of temporary files and shared memory together; bounded only where they are its own.
    pub(crate) scratch_bytes: Option<u64>,
    pub(crate) kill_grace_ms: u64,
}

/// Bounds on a process tree; see [`Bounds`](crate::Bounds).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct TreeLimits {
    pub(crate) memory_bytes: Option<u64>,
    pub(crate) address_space_bytes: Option<u64>,
    /// Processes and threads.
    pub(crate) processes: u64,
    /// Of the whole user name space, where the kernel counts by it: filled in by the guard.
    pub(crate) tasks: Option<u64>,
    pub(crate) file_bytes: Option<u64>,
    pub(crate) open_files: u64,
}

/// From harness to guard, after the order.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Request {
    /// End the program and all its descendants.
    Kill,
    /// Answer with [`Reply::Peak`].
    PeakSince { monotonic_ns: u64 },
    /// Stop the program and all its descendants; answer with [`Reply::Held`].
    Hold,
    /// Let them run on; answer with [`Reply::Released`].
    Release,
}

/// From guard to harness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Reply {
    Started {
        pid: i32,
        isolation: Isolation,
    },
    /// The program could not be executed.
    NotStarted(LaunchError),
    /// What the program was to have around it could not be made: nothing that it can be blamed for.
    NotPrepared(LaunchError),
    Peak {
        bytes: u64,
    },
    /// All are stopped but so many.
    Held {
        running: u32,
    },
    Released,
    Ended(Box<Ended>),
}

/// From launcher to guard. The end of the conversation without a failure says that the launcher has
/// become the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Launched {
    /// What stands around the program, which is started next.
    Isolated(Isolation),
    /// The launcher stays, as the first process of the program's name space, and has started the
    /// program under this number within it. It waits for any message before it collects anybody.
    Started {
        inner: i32,
    },
    /// The program has ended, and with the launcher everything else now does: so many processes, if
    /// that can be told.
    Ended {
        status: Status,
        left: Option<u64>,
    },
    Failed(LaunchError),
}

/// From guard to launcher: what was started has been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Go;

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Status {
    pub(crate) exit_code: Option<i32>,
    pub(crate) signal: Option<i32>,
}

impl From<WaitStatus> for Status {
    fn from(status: WaitStatus) -> Self {
        Self { exit_code: status.exit_status(), signal: status.terminating_signal() }
    }
}

/// Why a program was not started.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LaunchError {
    pub(crate) errno: Option<i32>,
    pub(crate) message: String,
}

/// What [`Channel::receive`] found.
#[derive(Debug)]
pub(crate) enum Received<T> {
    Message(T),
    /// Nothing whole yet.
    Nothing,
    /// The other side is gone.
    End,
}

/// One end of the conversation.
#[derive(Debug)]
pub(crate) struct Channel {
    stream: UnixStream,
    received: Vec<u8>,
}

impl Channel {
    /// Wraps a connected socket, which becomes non-blocking for reading.
    pub(crate) fn new(stream: UnixStream) -> Self {
        Self { stream, received: Vec::new() }
    }

    /// Sends a message, waiting for room if need be.
    pub(crate) fn send<T: Serialize>(&self, message: &T) -> io::Result<()> {
        let mut line = serde_json::to_vec(message)?;
        line.push(b'\n');
        let mut rest = line.as_slice();
        while !rest.is_empty() {
            match rustix::net::send(&self.stream, rest, SendFlags::NOSIGNAL) {
                Ok(sent) => rest = &rest[sent..],
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// Takes the next message if it has arrived. Call after `poll` reported the descriptor
    /// readable, and again until it returns `Nothing`: a second message may be in the buffer.
    pub(crate) fn receive<T: DeserializeOwned>(&mut self) -> io::Result<Received<T>> {
        loop {
            if let Some(end) = self.received.iter().position(|&byte| byte == b'\n') {
                let message = serde_json::from_slice(&self.received[..end])?;
                self.received.drain(..=end);
                return Ok(Received::Message(message));
            }
            if self.received.len() > MESSAGE_BYTES {
                return Err(io::Error::other("a control message is too long"));
            }
            let mut chunk = [0; 4096];
            match rustix::net::recv(&self.stream, &mut chunk, RecvFlags::DONTWAIT) {
                Ok((_, 0)) | Err(rustix::io::Errno::CONNRESET) => return Ok(Received::End),
                Ok((_, count)) => self.received.extend_from_slice(&chunk[..count]),
                Err(rustix::io::Errno::AGAIN) => return Ok(Received::Nothing),
                Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Waits for the next message; `None` at the end of the conversation.
    pub(crate) fn wait<T: DeserializeOwned>(&mut self) -> io::Result<Option<T>> {
        loop {
            match self.receive()? {
                Received::Message(message) => return Ok(Some(message)),
                Received::End => return Ok(None),
                Received::Nothing => {
                    let mut chunk = [0; 4096];
                    match self.stream.read(&mut chunk) {
                        Ok(0) => return Ok(None),
                        Ok(count) => self.received.extend_from_slice(&chunk[..count]),
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {
                            return Ok(None);
                        }
                        Err(error) => return Err(error),
                    }
                }
            }
        }
    }

    /// Passes on standard input, output and error of a program.
    pub(crate) fn send_stdio(&self, stdio: [BorrowedFd<'_>; 3]) -> io::Result<()> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&stdio));
        rustix::net::sendmsg(
            &self.stream,
            &[IoSlice::new(b"F")],
            &mut control,
            SendFlags::NOSIGNAL,
        )?;
        Ok(())
    }

    /// The descriptors of [`send_stdio`](Self::send_stdio), closed on exec. Must be the first
    /// thing received.
    pub(crate) fn receive_stdio(&self) -> io::Result<[OwnedFd; 3]> {
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = RecvAncillaryBuffer::new(&mut space);
        let mut byte = [0; 1];
        rustix::net::recvmsg(
            &self.stream,
            &mut [IoSliceMut::new(&mut byte)],
            &mut control,
            RecvFlags::CMSG_CLOEXEC,
        )?;
        let received: Vec<OwnedFd> = control
            .drain()
            .filter_map(|message| match message {
                RecvAncillaryMessage::ScmRights(fds) => Some(fds),
                _ => None,
            })
            .flatten()
            .collect();
        received
            .try_into()
            .map_err(|_| io::Error::other("the descriptors of the program did not arrive"))
    }
}

impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.stream.as_fd()
    }
}
