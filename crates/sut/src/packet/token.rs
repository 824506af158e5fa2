//! The short tokens of the framing. Each function looks at the bytes that have arrived from the
//! token's start and says: whole, still possible, or impossible — at the first byte that decides.

use super::Kind;

/// Most digits of a chunk size: those of the largest 64-bit number.
pub(super) const MAX_SIZE_DIGITS: usize = 20;

/// The state of a token whose end may not have arrived yet.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token<T> {
    /// The token is complete: its value and its length including the line feed.
    Whole(T, usize),
    /// What arrived is a proper beginning of the token.
    Partial,
    /// No continuation makes this the token.
    Wrong,
}

/// One given line.
pub(super) fn line(bytes: &[u8], text: &str) -> Token<()> {
    let text = text.as_bytes();
    let common = bytes.len().min(text.len());
    if bytes[..common] != text[..common] {
        return Token::Wrong;
    }
    match bytes.get(text.len()) {
        Some(b'\n') => Token::Whole((), text.len() + 1),
        Some(_) => Token::Wrong,
        None => Token::Partial,
    }
}

/// The header line of any kind.
pub(super) fn header(bytes: &[u8]) -> Token<Kind> {
    let mut possible = false;
    for kind in Kind::ALL {
        match line(bytes, kind.header()) {
            Token::Whole((), length) => return Token::Whole(kind, length),
            Token::Partial => possible = true,
            Token::Wrong => {}
        }
    }
    if possible { Token::Partial } else { Token::Wrong }
}

/// A chunk size line. `None` as value: well formed, but 2^64 or more.
pub(super) fn size(bytes: &[u8]) -> Token<Option<u64>> {
    let mut value = Some(0u64);
    for (i, &byte) in bytes.iter().take(MAX_SIZE_DIGITS + 1).enumerate() {
        match byte {
            b'\n' if i > 0 => return Token::Whole(value, i + 1),
            b'0'..=b'9' if i < MAX_SIZE_DIGITS && !(i > 0 && bytes[0] == b'0') => {
                value = value
                    .and_then(|v| v.checked_mul(10))
                    .and_then(|v| v.checked_add(u64::from(byte - b'0')));
            }
            _ => return Token::Wrong,
        }
    }
    Token::Partial
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(size(b"0\n"), Token::Whole(Some(0), 2));
        assert_eq!(size(b"25\nabc"), Token::Whole(Some(25), 3));
        assert_eq!(size(b"18446744073709551615\n"), Token::Whole(Some(u64::MAX), 21));
        assert_eq!(size(b"18446744073709551616\n"), Token::Whole(None, 21));
        for partial in [&b""[..], b"0", b"1", b"18446744073709551615"] {
            assert_eq!(size(partial), Token::Partial, "{partial:?}");
        }
        for wrong in [
            &b"\n"[..],
            b"00",
            b"01\n",
            b"+1",
            b"-",
            b" 1",
            b"1 ",
            b"1\r",
            b"184467440737095516150",
        ] {
            assert_eq!(size(wrong), Token::Wrong, "{wrong:?}");
        }
    }

    #[test]
    fn headers() {
        assert_eq!(header(b"KEY\n1"), Token::Whole(Kind::Key, 4));
        assert_eq!(header(b"E"), Token::Partial);
        assert_eq!(header(b"EDATA"), Token::Partial);
        assert_eq!(header(b"EDATA\r"), Token::Wrong);
        assert_eq!(header(b"x"), Token::Wrong);
        assert_eq!(header(b"\n"), Token::Wrong);
    }
}
