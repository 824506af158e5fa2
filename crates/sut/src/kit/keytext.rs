//! Public keys as text, for the original protocol, whose KEY packets hold lines: one line of
//! hexadecimal digits for each chunk.

use crate::kit::Chunk;

/// The lines of a key, without the final line feed.
pub(super) fn encode(chunks: &[Chunk]) -> Vec<u8> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = Vec::new();
    for (i, chunk) in chunks.iter().enumerate() {
        if i > 0 {
            text.push(b'\n');
        }
        for byte in chunk.as_ref() {
            text.push(DIGITS[usize::from(byte >> 4)]);
            text.push(DIGITS[usize::from(byte & 15)]);
        }
    }
    text
}

/// The chunks of a key. A text that is not such lines comes from another client: it is one chunk,
/// as it stands.
pub(super) fn decode(text: &[u8]) -> Vec<Vec<u8>> {
    let lines: Option<Vec<_>> = text.split(|&byte| byte == b'\n').map(line).collect();
    lines.unwrap_or_else(|| vec![text.to_vec()])
}

fn line(digits: &[u8]) -> Option<Vec<u8>> {
    let pairs = digits.chunks_exact(2);
    let byte = |pair: &[u8]| Some(value(pair[0])? << 4 | value(pair[1])?);
    pairs.remainder().is_empty().then(|| pairs.map(byte).collect())?
}

fn value(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_as_text() {
        let key = [Chunk::from(vec![0, 0xa5, 0xff]), Chunk::from(vec![16])];
        assert_eq!(encode(&key), b"00a5ff\n10");
        assert_eq!(decode(b"00a5ff\n10"), [vec![0, 0xa5, 0xff], vec![16]]);
        for other in [&b"no hex"[..], b"123", b"00\n0G", b"AB"] {
            assert_eq!(decode(other), [other.to_vec()]);
        }
    }
}
