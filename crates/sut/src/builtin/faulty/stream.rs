//! Standard input and output, unbuffered, and ways to abuse them.

use std::fs::OpenOptions;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::buffer::spare_capacity;
use rustix::io::Errno;

use crate::kit::ServeError;
use crate::packet::{Decoder, Kind};

const BLOCK_BYTES: usize = 64 << 10;

static INPUT_CLOSED: AtomicBool = AtomicBool::new(false);

/// Reads once, at most `most` bytes if given; 0 is the end of input.
pub(super) fn read(decoder: &mut Decoder, most: Option<usize>) -> Result<usize, ServeError> {
    let wanted = most.unwrap_or_else(|| decoder.wanted());
    loop {
        let read = match most {
            Some(most) => {
                let mut head = vec![0; most];
                rustix::io::read(io::stdin(), &mut head).inspect(|&count| {
                    decoder.buffer().extend_from_slice(&head[..count]);
                })
            }
            None => {
                decoder.buffer().reserve(wanted);
                rustix::io::read(io::stdin(), spare_capacity(decoder.buffer()))
            }
        };
        match read {
            Ok(count) => return Ok(count),
            Err(Errno::INTR) => {}
            Err(error) => return Err(ServeError::Input(error.into())),
        }
    }
}

/// Writes to standard output; small packets are one system call.
pub(super) fn write(bytes: &[u8]) -> Result<(), ServeError> {
    put(io::stdout(), bytes).map_err(|error| ServeError::Output(error.into()))
}

fn put(to: impl std::os::fd::AsFd, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match rustix::io::write(&to, bytes) {
            Ok(count) => bytes = &bytes[count..],
            Err(Errno::INTR) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Lets go of the pipe on standard input.
pub(super) fn close_input() -> Result<(), ServeError> {
    INPUT_CLOSED.store(true, Ordering::Relaxed);
    let null = OpenOptions::new().read(true).open("/dev/null");
    null.and_then(|null| Ok(rustix::stdio::dup2_stdin(null)?)).map_err(ServeError::Input)
}

/// Lets go of the pipe on standard output.
pub(super) fn close_output() -> Result<(), ServeError> {
    let null = OpenOptions::new().write(true).open("/dev/null");
    null.and_then(|null| Ok(rustix::stdio::dup2_stdout(null)?)).map_err(ServeError::Output)
}

/// Whether [`close_input`] has been called.
pub(super) fn is_input_closed() -> bool {
    INPUT_CLOSED.load(Ordering::Relaxed)
}

/// Writes lines of garbage.
pub(super) fn flood_output(bytes: u64) -> Result<(), ServeError> {
    flood(io::stdout(), b"y\n", bytes)
}

/// Writes lines to standard error.
pub(super) fn flood_errors(bytes: u64) -> Result<(), ServeError> {
    flood(io::stderr(), b"a line of standard error like any other\n", bytes)
}

/// Writes a packet whose body is well formed and has no end.
pub(super) fn flood_packet(kind: Kind, bytes: u64) -> Result<(), ServeError> {
    write(format!("{kind}\n").as_bytes())?;
    // `1⏎0` is a chunk, and two lines of text.
    flood(io::stdout(), b"1\n0", bytes)
}

/// Writes a header and a line without end.
pub(super) fn flood_line(kind: Kind, bytes: u64) -> Result<(), ServeError> {
    write(format!("{kind}\n").as_bytes())?;
    flood(io::stdout(), b"7", bytes)
}

fn flood(to: impl std::os::fd::AsFd, pattern: &[u8], bytes: u64) -> Result<(), ServeError> {
    let block = pattern.repeat(BLOCK_BYTES / pattern.len());
    let mut left = bytes;
    while left > 0 {
        let now = usize::try_from(left).map_or(block.len(), |left| left.min(block.len()));
        put(&to, &block[..now]).map_err(|error| ServeError::Output(error.into()))?;
        left -= now as u64;
    }
    Ok(())
}
