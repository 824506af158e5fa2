//! Packets of the protocol between harness and system under test (`docs/protocol.md`).
//!
//! Nothing here reads or waits: a [`Decoder`] is fed bytes as they arrive and hands out whole
//! packets; the writers produce them. Harness and systems under test use the same code.

mod decoder;
mod encode;
mod error;
mod kind;
mod machine;
mod token;

pub use decoder::{Decoder, Limits};
pub use encode::{text_packet, write_chunks, write_text};
pub use error::{EXCERPT_BYTES, ProtocolError, excerpt};
pub use kind::{Form, Kind};

use token::Token;

/// What a pipe between harness and system under test should hold: the most an unprivileged process may
/// ask for by default.
pub const PIPE_BYTES: usize = 1 << 20;

/// One whole packet, byte for byte as it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Its kind.
    pub kind: Kind,
    /// The form of its body.
    pub form: Form,
    /// Offset of its first byte in the stream.
    pub offset: u64,
    /// The packet from the first byte of the header to the line feed of the footer; forward it as
    /// it is.
    pub raw: Vec<u8>,
    payload_bytes: u64,
}

impl Packet {
    /// The body of a text packet without its final line feed; of a packet of chunks, everything
    /// between header and footer.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        let body = self.body();
        match self.form {
            Form::Text => body.strip_suffix(b"\n").unwrap_or(body),
            Form::Chunks => body,
        }
    }

    /// The chunks of a packet of chunks; nothing for a text packet.
    pub fn chunks(&self) -> impl Iterator<Item = &[u8]> {
        // The decoder checked the framing; reading it again costs a few nanoseconds per chunk and
        // no memory, however many chunks a sender packs into a packet.
        let mut rest = match self.form {
            Form::Text => &[][..],
            Form::Chunks => self.body(),
        };
        std::iter::from_fn(move || {
            let Token::Whole(Some(size), digits) = token::size(rest) else {
                return None;
            };
            let end = digits.checked_add(usize::try_from(size).ok()?)?;
            let chunk = rest.get(digits..end)?;
            rest = &rest[end..];
            Some(chunk)
        })
    }

    /// The sum of the chunk sizes, or the length of the text, in bytes: what was sent without the
    /// framing.
    #[must_use]
    pub fn payload_bytes(&self) -> u64 {
        self.payload_bytes
    }

    /// The error of a receiver to whom this packet comes in place of `expected`.
    #[must_use]
    pub fn unexpected(&self, expected: &str) -> ProtocolError {
        ProtocolError {
            offset: self.offset,
            expected: expected.to_owned(),
            got: excerpt(&self.raw),
            limit_bytes: None,
        }
    }

    fn body(&self) -> &[u8] {
        let start = self.kind.header().len() + 1;
        let end = self.raw.len().saturating_sub(self.kind.footer().len() + 1);
        self.raw.get(start..end).unwrap_or_default()
    }
}
