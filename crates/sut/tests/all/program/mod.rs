//! The real binary as a child process: what it writes is collected beside, so that no test waits
//! for ever.

use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Long enough for any honest answer on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Program {
    pub(crate) child: Child,
    stdin: Option<ChildStdin>,
    output: Receiver<Vec<u8>>,
    unread: Vec<u8>,
}

impl Program {
    /// Starts `ringassay-sut` with these arguments, offering protocol 2 or not.
    pub(crate) fn start(arguments: &[&str], protocol_2: bool) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ringassay-sut"));
        command.args(arguments).env_remove("RINGASSAY_PROTOCOL");
        if protocol_2 {
            command.env("RINGASSAY_PROTOCOL", "2");
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let stdin = child.stdin.take();
        let mut stdout = child.stdout.take().expect("piped");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut block = vec![0; 1 << 16];
            while let Ok(count @ 1..) = stdout.read(&mut block) {
                if sender.send(block[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self { child, stdin, output, unread: Vec::new() }
    }

    /// Whether everything was accepted.
    pub(crate) fn send(&mut self, bytes: &[u8]) -> bool {
        let stdin = self.stdin.as_mut().expect("not closed");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).is_ok()
    }

    /// The next bytes; `None`: end of output. `Err`: none came in time.
    pub(crate) fn receive(&mut self, patience: Duration) -> Result<Option<Vec<u8>>, ()> {
        match self.output.recv_timeout(patience) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(()),
        }
    }

    /// The next `length` bytes.
    pub(crate) fn read_exactly(&mut self, length: usize) -> Vec<u8> {
        while self.unread.len() < length {
            match self.receive(PATIENCE) {
                Ok(Some(bytes)) => self.unread.extend_from_slice(&bytes),
                end => panic!("{end:?} after {}", self.unread.escape_ascii()),
            }
        }
        self.unread.drain(..length).collect()
    }

    /// Sends a request and demands this answer, byte for byte.
    pub(crate) fn exchange(&mut self, request: &[u8], answer: &[u8]) {
        assert!(self.send(request), "the program takes the request");
        let got = self.read_exactly(answer.len());
        assert_eq!(got.escape_ascii().to_string(), answer.escape_ascii().to_string());
    }

    /// Closes input; what else is written, and how the program ends.
    pub(crate) fn finish(mut self) -> (Vec<u8>, ExitStatus) {
        self.stdin = None;
        let mut rest = std::mem::take(&mut self.unread);
        while let Some(bytes) = self.receive(PATIENCE).expect("it ends") {
            rest.extend_from_slice(&bytes);
        }
        let status = self.status(PATIENCE).expect("it ends");
        (rest, status)
    }

    /// How it ended, if it does so in time.
    pub(crate) fn status(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.child.try_wait().expect("a child");
            if status.is_some() || Instant::now() > deadline {
                return status;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
