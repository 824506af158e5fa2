//! Writers of packets.

use std::io::{self, Write};

use super::Kind;

/// Writes a text packet. `body` is the text without its final line feed; an empty body is written
/// as no line at all.
///
/// # Errors
/// Those of `out`.
pub fn write_text(out: &mut impl Write, kind: Kind, body: &[u8]) -> io::Result<()> {
    line(out, kind.header())?;
    if !body.is_empty() {
        out.write_all(body)?;
        out.write_all(b"\n")?;
    }
    line(out, kind.footer())
}

/// Writes a packet of chunks. The protocol demands at least one chunk.
///
/// # Errors
/// Those of `out`, and `InvalidInput` when there is no chunk.
pub fn write_chunks<C: AsRef<[u8]>>(
    out: &mut impl Write,
    kind: Kind,
    chunks: &[C],
) -> io::Result<()> {
    if chunks.is_empty() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "a packet of chunks needs at least one chunk",
        ));
    }
    line(out, kind.header())?;
    for chunk in chunks {
        let chunk = chunk.as_ref();
        writeln!(out, "{}", chunk.len())?;
        out.write_all(chunk)?;
    }
    line(out, kind.footer())
}

/// A text packet as bytes; see [`write_text`].
#[must_use]
pub fn text_packet(kind: Kind, body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len() + 2 * kind.footer().len() + 2);
    for part in [kind.header().as_bytes(), body, kind.footer().as_bytes()] {
        if !part.is_empty() {
            out.extend_from_slice(part);
            out.push(b'\n');
        }
    }
    out
}

fn line(out: &mut impl Write, text: &str) -> io::Result<()> {
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")
}
