//! The state machine behind the decoder: where it stands in a packet, and what may come next.

use memchr::memchr;

use super::kind::{Form, Kind};
use super::token::{self, Token};

/// Where the decoder stands in the current packet. All positions are relative to its first byte.
#[derive(Clone, Copy, Debug)]
pub(super) enum State {
    /// At its first byte.
    Header,
    /// In a text body: the current line starts at `line`; no line feed before `scanned`.
    Text { kind: Kind, line: usize, scanned: usize },
    /// At a chunk size or, unless this is the `first`, the footer.
    Size { kind: Kind, at: usize, first: bool },
    /// In a chunk's bytes, from `start` to `end`.
    Chunk { kind: Kind, start: usize, end: usize },
    /// The stream is broken for good.
    Failed(Fault),
}

/// A [`ProtocolError`] without its excerpt, which is taken when asked for: by then more of the
/// stream may have arrived to show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    expected: Expected,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Expected {
    Header,
    FirstSize,
    SizeOrFooter(Kind),
    SizeWithin { kind: Kind, limit: u64 },
    End { kind: Kind, limit: u64 },
    Footer(Kind),
}

impl State {
    /// Goes as far as the bytes of a packet that have arrived allow, and returns what the decoder
    /// shall be told. `limit` gives the limit on packets of a kind.
    pub(super) fn step(
        mut self,
        bytes: &[u8],
        key_form: Form,
        limit: impl Fn(Kind) -> u64,
    ) -> Result<Progress, Fault> {
        loop {
            let progress = match self {
                Self::Failed(fault) => return Err(fault),
                Self::Header => match token::header(bytes) {
                    Token::Partial => Progress::Starved(self),
                    Token::Wrong => return Err(Expected::Header.at(0)),
                    Token::Whole(kind, at) => Progress::Moved(match kind.form(key_form) {
                        Form::Text => Self::Text { kind, line: at, scanned: at },
                        Form::Chunks => Self::Size { kind, at, first: true },
                    }),
                },
                Self::Text { kind, line, scanned } => {
                    text_line(bytes, kind, line, scanned, limit(kind))?
                }
                Self::Size { kind, at, first } => {
                    size_or_footer(bytes, kind, at, first, limit(kind))?
                }
                Self::Chunk { end, .. } if bytes.len() < end => Progress::Starved(self),
                Self::Chunk { kind, end } => {
                    Progress::Moved(Self::Size { kind, at: end, first: false })
                }
            };
            match progress {
                Progress::Moved(state) => self = state,
                end => return Ok(end),
            }
        }
    }
}

/// What one step of the state machine came to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Progress {
    /// To the next state.
    Moved(State),
    /// To the end of what has arrived, in this state.
    Starved(State),
    /// To the end of a packet of this length.
    Packet { kind: Kind, form: Form, length: usize },
}

/// Looks for the end of a line in a text body: no line feed stands from `line` to `scanned`.
fn text_line(
    bytes: &[u8],
    kind: Kind,
    line: usize,
    scanned: usize,
    limit: u64,
) -> Result<Progress, Fault> {
    let found = memchr(b'\n', bytes.get(scanned..).unwrap_or_default()).map(|i| scanned + i);
    let reached = found.map_or(bytes.len(), |at| at + 1);
    if reached as u64 > limit {
        // The limit is below `reached`, so it is a position in memory.
        return Err(Expected::End { kind, limit }.at(limit as usize));
    }
    let Some(end) = found else {
        return Ok(Progress::Starved(State::Text { kind, line, scanned: bytes.len() }));
    };
    let text = &bytes[line..end];
    if text == kind.footer().as_bytes() {
        return Ok(Progress::Packet { kind, form: Form::Text, length: end + 1 });
    }
    let body = kind.header().len() + 1;
    if is_misplaced_footer(text) || (kind.is_control() && line > body) {
        return Err(Expected::Footer(kind).at(line));
    }
    Ok(Progress::Moved(State::Text { kind, line: end + 1, scanned: end + 1 }))
}

/// Reads a chunk size or, behind the first chunk, the footer.
fn size_or_footer(
    bytes: &[u8],
    kind: Kind,
    at: usize,
    first: bool,
    limit: u64,
) -> Result<Progress, Fault> {
    let rest = bytes.get(at..).unwrap_or_default();
    let here = Progress::Starved(State::Size { kind, at, first });
    if !first {
        match token::line(rest, kind.footer()) {
            Token::Whole((), length) => {
                return Ok(Progress::Packet { kind, form: Form::Chunks, length: at + length });
            }
            Token::Partial => return Ok(here),
            Token::Wrong => {}
        }
    }
    match token::size(rest) {
        Token::Partial => Ok(here),
        Token::Wrong if first => Err(Expected::FirstSize.at(at)),
        Token::Wrong => Err(Expected::SizeOrFooter(kind).at(at)),
        Token::Whole(size, digits) => {
            let start = at + digits;
            let end = chunk_end(start, size, kind, limit)
                .ok_or_else(|| Expected::SizeWithin { kind, limit }.at(at))?;
            Ok(Progress::Moved(State::Chunk { kind, start, end }))
        }
    }
}

/// Where a chunk of the given size ends that starts at `start`, if the footer still fits behind it
/// within the limit.
fn chunk_end(start: usize, size: Option<u64>, kind: Kind, limit: u64) -> Option<usize> {
    let end = (start as u64).checked_add(size?)?;
    let packet_end = end.checked_add(kind.footer().len() as u64 + 1)?;
    if packet_end > limit {
        return None;
    }
    usize::try_from(end).ok()
}

/// Whether a line of a text body is the footer of another kind, or a footer with a carriage return.
/// No text of the protocol has such a line; a program that writes one has lost its place, and
/// would otherwise be waited for until its time is up.
fn is_misplaced_footer(line: &[u8]) -> bool {
    line.starts_with(b"END") && {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        Kind::ALL.iter().any(|kind| line == kind.footer().as_bytes())
    }
}

impl Expected {
    fn at(self, at: usize) -> Fault {
        Fault { at, expected: self }
    }

    fn describe(self) -> String {
        match self {
            Self::Header => {
                "a packet header (KEY, CIRCUIT, PDATA, EDATA, HELLO, REPORT or ERROR)".to_owned()
            }
            Self::FirstSize => "a chunk size (decimal digits, no sign, no leading zero)".to_owned(),
            Self::SizeOrFooter(kind) => format!("a chunk size or the footer {}", kind.footer()),
            Self::SizeWithin { kind, limit } => format!(
                "a chunk size that keeps the {kind} packet within its limit of {limit} bytes"
            ),
            Self::End { kind, limit } => {
                format!("the end of the {kind} packet within its limit of {limit} bytes")
            }
            Self::Footer(kind) => format!("the footer {}", kind.footer()),
        }
    }
}
