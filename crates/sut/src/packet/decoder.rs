//! The sans-IO decoder.

use super::Packet;
use super::error::{ProtocolError, excerpt};
use super::kind::{Form, Kind};
use super::machine::{Fault, Found, Pause, State};

/// Read size while nothing is known about what comes.
const SMALL_READ_BYTES: usize = 64 << 10;
/// Read size for large packets before doubling takes over.
const LARGE_READ_BYTES: usize = 1 << 20;
/// Packets up to this size are copied out, so that one buffer serves a whole session of them.
const COPY_BYTES: usize = 16 << 10;
/// Largest buffer that is kept from one packet to the next.
const KEPT_BYTES: usize = 64 << 20;

/// Bounds on what is accepted, in bytes of a whole packet from header to footer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For packets of chunks: EDATA, and KEY where it has them.
    pub packet_bytes: u64,
    /// For packets of text: CIRCUIT, PROGRAM, PDATA, and KEY where it is text.
    pub text_bytes: u64,
    /// For HELLO, REPORT and ERROR.
    pub control_bytes: u64,
}

impl Default for Limits {
    /// 1 GiB, and 1 MiB for control packets.
    fn default() -> Self {
        Self { packet_bytes: 1 << 30, text_bytes: 1 << 30, control_bytes: 1 << 20 }
    }
}

/// Cuts a stream of bytes into packets.
///
/// Append what arrives to [`buffer`](Self::buffer), then call [`advance`](Self::advance) until it
/// returns `None`. Total work is linear in the bytes of the stream, however they are split into
/// reads: text is searched once, chunks are skipped unread, no byte is copied more than twice.
/// Memory grows with what has arrived, never with what a size declares.
#[derive(Debug)]
pub struct Decoder {
    buffer: Vec<u8>,
    /// Where the current packet starts in `buffer`; what lies before has been handed out.
    start: usize,
    /// Offset in the stream of the current packet's first byte.
    offset: u64,
    state: State,
    limits: Limits,
    key_form: Form,
}

impl Decoder {
    /// A decoder at the start of a stream. `key_form` is the form of KEY bodies in this direction:
    /// text in the original protocol and in every request to a client, chunks where protocol 2
    /// sends a public key.
    #[must_use]
    pub fn new(limits: Limits, key_form: Form) -> Self {
        Self { buffer: Vec::new(), start: 0, offset: 0, state: State::Header, limits, key_form }
    }

    /// Changes the form of KEY bodies, from the next KEY header on.
    pub fn set_key_form(&mut self, key_form: Form) {
        self.key_form = key_form;
    }

    /// The receive buffer. Append to its end what arrives and change nothing else.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Takes back the memory of a packet that is no longer needed, so that the next large one need
    /// not be backed by fresh pages, which cost more than reading into them. At most
    /// 64 MiB are kept.
    pub fn recycle(&mut self, packet: Packet) {
        let mut memory = packet.raw;
        if self.buffer.is_empty()
            && memory.capacity() > self.buffer.capacity()
            && memory.capacity() <= KEPT_BYTES
        {
            memory.clear();
            self.buffer = memory;
        }
    }

    /// How many bytes of spare capacity are worth having for the next read. Never much more than
    /// 1 MiB or what has already arrived of this packet, whichever is larger.
    #[must_use]
    pub fn wanted(&self) -> usize {
        let arrived = self.pending();
        match self.state {
            State::Header | State::Failed(_) => SMALL_READ_BYTES,
            // A text packet, like a chain of chunks, doubles from small beginnings.
            State::Text { .. } | State::Size { .. } => {
                arrived.clamp(SMALL_READ_BYTES, LARGE_READ_BYTES)
            }
            State::Chunk { end, .. } => {
                let missing = end.saturating_sub(arrived).saturating_add(SMALL_READ_BYTES);
                missing.min(arrived.max(LARGE_READ_BYTES))
            }
        }
    }

    /// Bytes received behind the last packet handed out: before a request is made, anything here
    /// is unsolicited.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.buffer.len().saturating_sub(self.start)
    }

    /// The kind of the packet that is arriving, once [`advance`](Self::advance) has seen its header.
    #[must_use]
    pub fn current(&self) -> Option<Kind> {
        match self.state {
            State::Text { kind, .. } | State::Size { kind, .. } | State::Chunk { kind, .. } => {
                Some(kind)
            }
            State::Header | State::Failed(_) => None,
        }
    }

    /// Offset in the stream of the first byte behind the last packet handed out.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The next packet, or `None` when it has not arrived whole.
    ///
    /// # Errors
    /// At the first byte that cannot belong to a packet within the limits. The stream stays broken:
    /// every further call returns the same error, with as much of its excerpt as has arrived.
    pub fn advance(&mut self) -> Result<Option<Packet>, ProtocolError> {
        let bytes = self.buffer.get(self.start..).unwrap_or_default();
        let (limits, key_form) = (self.limits, self.key_form);
        match self.state.step(bytes, key_form, |kind| limits.of(kind, key_form)) {
            Ok(Pause::Packet(found)) => {
                self.state = State::Header;
                Ok(Some(self.take(found)))
            }
            Ok(Pause::Starved(state)) => {
                self.state = state;
                self.compact();
                Ok(None)
            }
            Err(fault) => {
                self.state = State::Failed(fault);
                Err(self.error(fault))
            }
        }
    }

    /// The error of a stream that ends here: `None` between two packets, otherwise what was still
    /// expected.
    #[must_use]
    pub fn end_of_stream(&self) -> Option<ProtocolError> {
        let expected = match self.state {
            State::Failed(fault) => return Some(self.error(fault)),
            State::Header if self.pending() == 0 => return None,
            State::Header => "the rest of a packet header".to_owned(),
            State::Text { kind, .. } => format!("more text and the footer {}", kind.footer()),
            State::Size { .. } => "the rest of a chunk size or footer".to_owned(),
            State::Chunk { end, .. } => {
                format!("{} more bytes of the chunk", end.saturating_sub(self.pending()))
            }
        };
        Some(ProtocolError {
            offset: self.offset + self.pending() as u64,
            expected,
            got: "end of stream".to_owned(),
            limit_bytes: None,
        })
    }

    /// Hands out the bytes of a packet.
    fn take(&mut self, Found { kind, form, length, payload_bytes }: Found) -> Packet {
        let end = self.start + length;
        let behind = self.buffer.len().saturating_sub(end);
        // Copy the smaller part: the packet, or what lies behind it. Either way a byte is charged
        // to a packet at least as large, so all copies together stay linear.
        let raw = if length <= COPY_BYTES || self.start > 0 || behind > length {
            let raw = self.buffer.get(self.start..end).unwrap_or_default().to_vec();
            self.start = end;
            if behind == 0 {
                self.buffer.clear();
                self.start = 0;
            }
            raw
        } else {
            let rest = self.buffer.split_off(end);
            std::mem::replace(&mut self.buffer, rest)
        };
        let packet = Packet { kind, form, offset: self.offset, raw, payload_bytes };
        self.offset += length as u64;
        packet
    }

    /// Drops what has been handed out. Called only when the rest is less than a packet, so that
    /// each byte moves at most once.
    fn compact(&mut self) {
        if self.start > 0 {
            self.buffer.drain(..self.start.min(self.buffer.len()));
            self.start = 0;
        }
    }

    fn error(&self, fault: Fault) -> ProtocolError {
        let bytes = self.buffer.get(self.start + fault.at..).unwrap_or_default();
        ProtocolError {
            offset: self.offset + fault.at as u64,
            expected: fault.expected.describe(),
            got: excerpt(bytes),
            limit_bytes: fault.expected.limit_bytes(),
        }
    }
}

impl Limits {
    fn of(self, kind: Kind, key_form: Form) -> u64 {
        match kind.form(key_form) {
            _ if kind.is_control() => self.control_bytes,
            Form::Text => self.text_bytes,
            Form::Chunks => self.packet_bytes,
        }
    }
}
