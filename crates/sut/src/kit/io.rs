//! Standard input and output of a program that serves a [`Session`].

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::os::fd::AsFd;
use std::process::ExitCode;

use rustix::buffer::spare_capacity;
use rustix::io::Errno;

use crate::hello::{PROTOCOL, PROTOCOL_VARIABLE};
use crate::kit::{Client, ClientSession, Protocol, ServeError, Server, ServerSession, Session};
use crate::packet::{Decoder, Form, Kind, Limits, Packet};

/// Largest packet a system under test takes, in bytes: the hard limit of `docs/formats.md`.
const PACKET_BYTES: u64 = 4 << 30;
/// What one read of an unknown packet asks for, and what is buffered before a write.
const BUFFER_BYTES: usize = 64 << 10;

/// Packets from a file or pipe, read without buffering in between.
#[derive(Debug)]
pub struct Requests<F> {
    from: F,
    decoder: Decoder,
}

impl<F: AsFd> Requests<F> {
    /// Reads from `from`, where keys have that form.
    #[must_use]
    pub fn new(from: F, key_form: Form) -> Self {
        let limits =
            Limits { packet_bytes: PACKET_BYTES, text_bytes: PACKET_BYTES, ..Limits::default() };
        Self { from, decoder: Decoder::new(limits, key_form) }
    }

    /// Waits for the next request; `None` at the end of input.
    ///
    /// # Errors
    /// When nothing can be read, what comes is no packet, or ends within one.
    pub fn receive(&mut self) -> Result<Option<Packet>, ServeError> {
        loop {
            if let Some(packet) = self.decoder.advance()? {
                return Ok(Some(packet));
            }
            if self.read_some(self.decoder.wanted())? == 0 {
                return match self.decoder.end_of_stream() {
                    None => Ok(None),
                    Some(error) => Err(error.into()),
                };
            }
        }
    }

    /// Waits for some bytes, reads at most about `most` of them, and says how many came: 0 at the
    /// end of input.
    ///
    /// # Errors
    /// Those of the read.
    pub fn read_some(&mut self, most: usize) -> Result<usize, ServeError> {
        let buffer = self.decoder.buffer();
        buffer.reserve(most.max(1));
        loop {
            match rustix::io::read(&self.from, spare_capacity(buffer)) {
                Ok(bytes) => return Ok(bytes),
                Err(Errno::INTR) => {}
                Err(error) => return Err(ServeError::Input(error.into())),
            }
        }
    }

    /// Takes back the memory of a request that was answered. Of a key or circuit it is let go: a key comes once
    /// and may be larger than all that follows, and inputs should not keep the memory that those of the circuit
    /// before took.
    pub fn recycle(&mut self, request: Packet) {
        if !matches!(request.kind, Kind::Key | Kind::Circuit | Kind::Program) {
            self.decoder.recycle(request);
        }
    }
}

/// Standard output without the line buffering of the standard library's.
#[derive(Debug)]
pub struct Stdout {
    out: BufWriter<File>,
}

impl Stdout {
    /// Opens it.
    ///
    /// # Errors
    /// When the descriptor cannot be duplicated.
    pub fn open() -> Result<Self, ServeError> {
        let fd = rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3)
            .map_err(|error| ServeError::Output(error.into()))?;
        Ok(Self { out: BufWriter::with_capacity(BUFFER_BYTES, File::from(fd)) })
    }

    /// Writes through `write` and flushes. Small answers are one system call; a large chunk is
    /// written from where it lies.
    ///
    /// # Errors
    /// Those of the writes.
    pub fn send(
        &mut self,
        write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> Result<(), ServeError> {
        write(&mut self.out).and_then(|()| self.out.flush()).map_err(ServeError::Output)
    }
}

/// The protocol that the harness offers in the environment.
#[must_use]
pub fn offered_protocol() -> Protocol {
    match std::env::var(PROTOCOL_VARIABLE) {
        Ok(value) if value == PROTOCOL.to_string() => Protocol::Two,
        _ => Protocol::Original,
    }
}

/// Serves a client on standard input and output until end of input: the `main` of a client.
pub fn serve_client(client: impl Client) -> ExitCode {
    exit_code(serve(&mut ClientSession::new(client, offered_protocol())))
}

/// Serves a server on standard input and output until end of input: the `main` of a server.
pub fn serve_server(server: impl Server) -> ExitCode {
    exit_code(serve(&mut ServerSession::new(server, offered_protocol())))
}

/// Serves a session on standard input and output until end of input.
///
/// # Errors
/// When input or output fails, a request is none, or it cannot be met and the original protocol
/// has no packet to say so.
pub fn serve(session: &mut dyn Session) -> Result<(), ServeError> {
    let mut input = Requests::new(io::stdin(), session.key_form());
    let mut output = Stdout::open()?;
    if let Some(hello) = session.hello() {
        output.send(|out| out.write_all(&hello))?;
    }
    while let Some(request) = input.receive()? {
        let answer = session.answer(&request)?;
        input.recycle(request);
        if let Some(answer) = answer {
            output.send(|out| answer.write_to(out))?;
        }
    }
    Ok(())
}

/// Tells of an error on standard error.
fn exit_code(result: Result<(), ServeError>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
