//! A place in one line, and the tokens every format shares.

use std::ops::RangeInclusive;

use crate::text::error::{FormatError, excerpt};

/// A position in a line. Copying it is cheap and remembers the place.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u64,
    last: bool,
}

impl<'a> Cursor<'a> {
    /// The beginning of line number `line`; `last` if nothing follows it in the file.
    pub(crate) fn new(bytes: &'a [u8], line: u64, last: bool) -> Self {
        Self { bytes, at: 0, line, last }
    }

    /// The bytes from here to the end of the line.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// The byte here.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Moves on by `count` bytes, at most to the end of the line.
    pub(crate) fn advance(&mut self, count: usize) {
        self.at = (self.at + count).min(self.bytes.len());
    }

    /// Skips spaces and tabs.
    pub(crate) fn blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
    }

    /// Steps over `byte` if it is here.
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let here = self.peek() == Some(byte);
        self.at += usize::from(here);
        here
    }

    /// Skips blanks, then steps over `byte` if it is here, and blanks behind it.
    pub(crate) fn take_symbol(&mut self, byte: u8) -> bool {
        self.blanks();
        let here = self.take(byte);
        if here {
            self.blanks();
        }
        here
    }

    /// Steps over `byte` and the blanks around it.
    ///
    /// # Errors
    /// If something else is here.
    pub(crate) fn symbol(&mut self, byte: u8) -> Result<(), FormatError> {
        if self.take_symbol(byte) {
            Ok(())
        } else {
            Err(self.error(format!("\"{}\"", char::from(byte))))
        }
    }

    /// The ASCII letters and underscores from here, possibly none.
    pub(crate) fn word(&mut self) -> &'a [u8] {
        self.run(|byte| byte.is_ascii_alphabetic() || byte == b'_')
    }

    /// The longest run of bytes from here that `belongs` accepts, possibly none.
    pub(crate) fn run(&mut self, belongs: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.rest();
        let length = rest.iter().position(|&byte| !belongs(byte)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// A decimal number in `range`, without sign or leading zero; `what` names it in errors.
    ///
    /// # Errors
    /// If there is none here or it is out of range.
    #[inline]
    pub(crate) fn number(
        &mut self,
        what: &str,
        range: RangeInclusive<u64>,
    ) -> Result<u64, FormatError> {
        let start = *self;
        match self.digits() {
            Some(value) if range.contains(&value) => Ok(value),
            _ => Err(start.number_error(what, &range)),
        }
    }

    /// The value of the number here; `None` if there is none, it has a leading zero or exceeds 64
    /// bits.
    #[inline]
    pub(crate) fn digits(&mut self) -> Option<u64> {
        let rest = self.rest();
        let (mut value, mut length) = (0u64, 0);
        while let Some(digit) = rest.get(length).map(|byte| byte.wrapping_sub(b'0')) {
            if digit > 9 {
                break;
            }
            // Exact up to 19 digits; longer ones are read again below.
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            length += 1;
        }
        self.at += length;
        match length {
            0 => None,
            2.. if rest[0] == b'0' => None,
            1..=19 => Some(value),
            _ => std::str::from_utf8(&rest[..length]).ok()?.parse().ok(),
        }
    }

    /// Checks that only blanks are left on the line.
    ///
    /// # Errors
    /// If something else is.
    pub(crate) fn end(&mut self) -> Result<(), FormatError> {
        self.blanks();
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.error("the end of the line")) }
    }

    /// The error that `expected` is not here.
    #[cold]
    pub(crate) fn error(&self, expected: impl Into<String>) -> FormatError {
        let found = match self.rest() {
            [] if self.last => "the end of the file".to_owned(),
            [] => "the end of the line".to_owned(),
            rest => excerpt(rest),
        };
        FormatError {
            line: self.line,
            column: self.at as u64 + 1,
            expected: expected.into(),
            found,
        }
    }

    #[cold]
    fn number_error(&self, what: &str, range: &RangeInclusive<u64>) -> FormatError {
        let rest = self.rest();
        let zeros = rest.first() == Some(&b'0') && rest.get(1).is_some_and(u8::is_ascii_digit);
        let hint = if zeros { ", without leading zeros" } else { "" };
        self.error(format!("{what} from {} to {}{hint}", range.start(), range.end()))
    }
}
