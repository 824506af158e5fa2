//! A second decoder, written from `docs/protocol.md` alone: it sees the whole stream at once and
//! cares for nothing but being obvious. The oracle for the real one.

use ringassay_sut::packet::{Form, Kind, Limits};

/// What follows the last whole packet.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Nothing.
    Clean,
    /// The beginning of a packet.
    Truncated,
    /// Bytes that cannot be one; the token that is wrong starts at this offset.
    Wrong(usize),
}

/// A packet as kind, bytes, payload size.
pub(crate) type Found = (Kind, Vec<u8>, u64);

/// Cuts a stream into packets.
pub(crate) fn decode(stream: &[u8], limits: Limits, key_form: Form) -> (Vec<Found>, End) {
    let mut packets = Vec::new();
    let mut start = 0;
    loop {
        if start == stream.len() {
            return (packets, End::Clean);
        }
        match one(&stream[start..], limits, key_form) {
            Ok((kind, length, payload)) => {
                packets.push((kind, stream[start..start + length].to_vec(), payload));
                start += length;
            }
            Err(End::Wrong(at)) => return (packets, End::Wrong(start + at)),
            Err(end) => return (packets, end),
        }
    }
}

fn one(bytes: &[u8], limits: Limits, key_form: Form) -> Result<(Kind, usize, u64), End> {
    let heads: Vec<String> = Kind::ALL.iter().map(|k| format!("{}\n", k.header())).collect();
    let Some(index) = heads.iter().position(|h| bytes.starts_with(h.as_bytes())) else {
        return Err(if heads.iter().any(|h| h.as_bytes().starts_with(bytes)) {
            End::Truncated
        } else {
            End::Wrong(0)
        });
    };
    let kind = Kind::ALL[index];
    let body = heads[index].len();
    let control = ["HELLO", "REPORT", "ERROR"].contains(&kind.header());
    let limit = if control { limits.control_bytes } else { limits.packet_bytes } as usize;
    if kind == Kind::Edata || (kind == Kind::Key && key_form == Form::Chunks) {
        chunks(bytes, body, kind, limit)
    } else {
        text(bytes, body, kind, limit, control)
    }
}

fn text(
    bytes: &[u8],
    body: usize,
    kind: Kind,
    limit: usize,
    control: bool,
) -> Result<(Kind, usize, u64), End> {
    let mut at = body;
    for line in bytes[body..].split_inclusive(|&b| b == b'\n') {
        let next = at + line.len();
        if next > limit {
            return Err(End::Wrong(limit));
        }
        let Some(line) = line.strip_suffix(b"\n") else {
            return Err(End::Truncated);
        };
        if line == kind.footer().as_bytes() {
            let payload = (at - body).saturating_sub(1);
            return Ok((kind, next, payload as u64));
        }
        let stripped = line.strip_suffix(b"\r").unwrap_or(line);
        let foreign = Kind::ALL.iter().any(|k| k.footer().as_bytes() == stripped);
        if foreign || (control && at > body) {
            return Err(End::Wrong(at));
        }
        at = next;
    }
    if bytes.len() > limit {
        return Err(End::Wrong(limit));
    }
    Err(End::Truncated)
}

fn chunks(bytes: &[u8], body: usize, kind: Kind, limit: usize) -> Result<(Kind, usize, u64), End> {
    let footer = format!("{}\n", kind.footer());
    let (mut at, mut payload) = (body, 0u64);
    loop {
        let rest = &bytes[at..];
        if at > body {
            if rest.starts_with(footer.as_bytes()) {
                return Ok((kind, at + footer.len(), payload));
            }
            if footer.as_bytes().starts_with(rest) {
                return Err(End::Truncated);
            }
        }
        let digits: Vec<u8> = rest.iter().copied().take_while(u8::is_ascii_digit).collect();
        let zero_led = digits.len() > 1 && digits[0] == b'0';
        if digits.len() > 20 || zero_led {
            return Err(End::Wrong(at));
        }
        match rest.get(digits.len()) {
            None => return Err(End::Truncated),
            Some(b'\n') if !digits.is_empty() => {}
            Some(_) => return Err(End::Wrong(at)),
        }
        let size: u128 = std::str::from_utf8(&digits).unwrap().parse().unwrap();
        let end = (at + digits.len() + 1) as u128 + size;
        if end + footer.len() as u128 > limit as u128 {
            return Err(End::Wrong(at));
        }
        if end > bytes.len() as u128 {
            return Err(End::Truncated);
        }
        payload += size as u64;
        at = end as usize;
    }
}
