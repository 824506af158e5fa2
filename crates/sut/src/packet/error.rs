//! What is wrong with a stream of packets, and where.

use std::fmt::Write as _;

use thiserror::Error;

/// The most bytes of the stream that an error quotes.
pub const EXCERPT_BYTES: usize = 40;

/// Bytes that are not the packet expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {offset} of the stream: expected {expected}, got {got}")]
pub struct ProtocolError {
    /// Where the offending token (header, size, footer, line) starts, counted from the first byte
    /// of the stream.
    pub offset: u64,
    /// What may stand there.
    pub expected: String,
    /// What stands there: at most [`EXCERPT_BYTES`] bytes, quoted and escaped to printable ASCII,
    /// or `end of stream`.
    pub got: String,
    /// The limit in bytes on the whole packet, when going beyond it is what is wrong.
    pub limit_bytes: Option<u64>,
}

/// Quotes the first [`EXCERPT_BYTES`] of `bytes` as printable ASCII; longer input ends in `…`
/// outside the quotes.
#[must_use]
pub fn excerpt(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(EXCERPT_BYTES)];
    let mut out = String::with_capacity(shown.len() + 5);
    out.push('"');
    // `escape_ascii` turns everything outside printable ASCII, and both quotes, into escapes.
    // Writing to a String cannot fail.
    let _ = write!(out, "{}", shown.escape_ascii());
    out.push('"');
    if bytes.len() > EXCERPT_BYTES {
        out.push('…');
    }
    out
}
