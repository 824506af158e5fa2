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
    Size { kind: Kind, at: usize, first: bool, payload_bytes: u64 },
    /// In a chunk's bytes, which end at `end`.
    Chunk { kind: Kind, end: usize, payload_bytes: u64 },
    /// The stream is broken for good.
    Failed(Fault),
}

/// A [`ProtocolError`] without its excerpt, which is taken when asked for: by then more of the
/// stream may have arrived to show.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) expected: Expected,
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

/// Where the state machine stops.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pause {
    /// At the end of what has arrived, in this state.
    Starved(State),
    /// At the end of a packet.
    Packet(Found),
}

/// A whole packet of this length.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) kind: Kind,
    pub(super) form: Form,
    pub(super) length: usize,
    pub(super) payload_bytes: u64,
}

/// What one step comes to.
enum Progress {
    Moved(State),
    Paused(Pause),
}

impl State {
    /// Goes on as far as `bytes` allow: what has arrived from the packet's first byte on. `limit`
    /// is the limit in bytes on packets of a kind.
    pub(super) fn step(
        mut self,
        bytes: &[u8],
        key_form: Form,
        limit: impl Fn(Kind) -> u64,
    ) -> Result<Pause, Fault> {
        loop {
            let progress = match self {
                Self::Failed(fault) => return Err(fault),
                Self::Header => match token::header(bytes) {
                    Token::Partial => starved(self),
                    Token::Wrong => return Err(Expected::Header.at(0)),
                    Token::Whole(kind, at) => Progress::Moved(match kind.form(key_form) {
                        Form::Text => Self::Text { kind, line: at, scanned: at },
                        Form::Chunks => Self::Size { kind, at, first: true, payload_bytes: 0 },
                    }),
                },
                Self::Text { kind, line, scanned } => {
                    text_line(bytes, kind, line, scanned, limit(kind))?
                }
                Self::Size { kind, at, first, payload_bytes } => {
                    size_or_footer(bytes, kind, at, first, payload_bytes, limit(kind))?
                }
                Self::Chunk { end, .. } if bytes.len() < end => starved(self),
                Self::Chunk { kind, end, payload_bytes } => {
                    Progress::Moved(Self::Size { kind, at: end, first: false, payload_bytes })
                }
            };
            match progress {
                Progress::Moved(state) => self = state,
                Progress::Paused(pause) => return Ok(pause),
            }
        }
    }
}

fn starved(state: State) -> Progress {
    Progress::Paused(Pause::Starved(state))
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
        return Ok(starved(State::Text { kind, line, scanned: bytes.len() }));
    };
    let text = &bytes[line..end];
    let body = kind.header().len() + 1;
    if text == kind.footer().as_bytes() {
        return Ok(Progress::Paused(Pause::Packet(Found {
            kind,
            form: Form::Text,
            length: end + 1,
            payload_bytes: line.saturating_sub(body + 1) as u64,
        })));
    }
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
    payload_bytes: u64,
    limit: u64,
) -> Result<Progress, Fault> {
    let rest = bytes.get(at..).unwrap_or_default();
    let here = starved(State::Size { kind, at, first, payload_bytes });
    if !first {
        match token::line(rest, kind.footer()) {
            Token::Whole((), length) => {
                return Ok(Progress::Paused(Pause::Packet(Found {
                    kind,
                    form: Form::Chunks,
                    length: at + length,
                    payload_bytes,
                })));
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
            let payload_bytes = payload_bytes + (end - start) as u64;
            Ok(Progress::Moved(State::Chunk { kind, end, payload_bytes }))
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

    /// The limit, if that is what is exceeded.
    pub(super) fn limit_bytes(self) -> Option<u64> {
        match self {
            Self::SizeWithin { limit, .. } | Self::End { limit, .. } => Some(limit),
            _ => None,
        }
    }

    /// What may stand in the place, for a person.
    pub(super) fn describe(self) -> String {
        match self {
            Self::Header => {
                "a packet header (KEY, CIRCUIT, PROGRAM, PDATA, EDATA, HELLO, REPORT or ERROR)"
                    .to_owned()
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
