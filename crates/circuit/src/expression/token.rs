//! The words and signs of an expression, each with its place.

use crate::limits;
use crate::text::{FormatError, excerpt};

/// A place in the text, both counted from 1, the column in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) line: u64,
    pub(super) column: u64,
}

impl Place {
    /// The error that something else was expected here.
    #[cold]
    pub(super) fn error(self, expected: impl Into<String>, found: &[u8]) -> FormatError {
        let found =
            if found.is_empty() { "the end of the text".to_owned() } else { excerpt(found) };
        FormatError { line: self.line, column: self.column, expected: expected.into(), found }
    }
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name other than `where`.
    Name,
    /// The word `where`.
    Where,
    /// An integer without sign.
    Number(u64),
    /// One of `+ - * ^ ( ) = ,`.
    Sign(u8),
    /// Nothing follows.
    End,
}

/// A token with its bytes and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: Kind,
    pub(super) text: &'a [u8],
    pub(super) place: Place,
}

impl Token<'_> {
    /// The error that something else was expected here.
    pub(super) fn error(&self, expected: impl Into<String>) -> FormatError {
        self.place.error(expected, self.text)
    }
}

/// Cuts a text into tokens.
pub(super) struct Tokens<'a> {
    rest: &'a [u8],
    place: Place,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(text: &'a [u8]) -> Self {
        Self { rest: text, place: Place { line: 1, column: 1 } }
    }

    /// The next token; [`Kind::End`] for ever after the last one.
    ///
    /// # Errors
    /// A byte that no token begins with, a number beyond 64 bits, a name that is too long.
    pub(super) fn next(&mut self) -> Result<Token<'a>, FormatError> {
        while let Some(&byte) = self.rest.first() {
            match byte {
                b'\n' => {
                    self.rest = &self.rest[1..];
                    self.place = Place { line: self.place.line + 1, column: 1 };
                }
                b' ' | b'\t' | b'\r' => self.step(1),
                _ => break,
            }
        }
        let (rest, place) = (self.rest, self.place);
        let length = |belongs: fn(u8) -> bool| {
            rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len())
        };
        let (kind, length) = match rest.first() {
            None => (Kind::End, 0),
            Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => {
                let length = length(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                if length > limits::NAME_BYTES {
                    let most = limits::NAME_BYTES;
                    return Err(place
                        .error(format!("a name of at most {most} characters"), &rest[..length]));
                }
                (if &rest[..length] == b"where" { Kind::Where } else { Kind::Name }, length)
            }
            Some(byte) if byte.is_ascii_digit() => {
                let length = length(|byte| byte.is_ascii_digit());
                (Kind::Number(number(&rest[..length], place)?), length)
            }
            Some(&byte) if b"+-*^()=,".contains(&byte) => (Kind::Sign(byte), 1),
            Some(_) => {
                return Err(place.error("a name, a number, or one of + - * ^ ( ) = ,", rest));
            }
        };
        self.step(length);
        Ok(Token { kind, text: &rest[..length], place })
    }

    fn step(&mut self, bytes: usize) {
        self.rest = &self.rest[bytes..];
        self.place.column += bytes as u64;
    }
}

fn number(digits: &[u8], place: Place) -> Result<u64, FormatError> {
    let expected = "a number from 0 to 18446744073709551615";
    if digits.len() > 1 && digits[0] == b'0' {
        return Err(place.error(format!("{expected}, without leading zeros"), digits));
    }
    std::str::from_utf8(digits)
        .ok()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| place.error(expected, digits))
}
