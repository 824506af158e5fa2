//! A text line by line.

use memchr::memchr;

use crate::text::cursor::Cursor;
use crate::text::error::FormatError;

/// The text behind the mark (EF BB BF) with which some editors begin a file of UTF-8.
pub(crate) fn without_byte_order_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

/// The lines of a text: terminated by LF or CRLF, the last one optionally. Blank lines at the end
/// are not lines.
pub(crate) struct Lines<'a> {
    rest: &'a [u8],
    number: u64,
    /// Length of the line read last if nothing terminated it.
    unterminated: Option<usize>,
}

impl<'a> Lines<'a> {
    /// Starts at the first line of `text`.
    ///
    /// # Errors
    /// If the text is longer than `limit` bytes; `what` names it.
    pub(crate) fn new(text: &'a [u8], what: &str, limit: usize) -> Result<Self, FormatError> {
        if text.len() > limit {
            return Err(FormatError::whole(
                format!("{what} of at most {limit} bytes"),
                format!("{} bytes", text.len()),
            ));
        }
        Ok(Self { rest: without_byte_order_mark(text), number: 0, unterminated: None })
    }

    /// The next line without its terminator; `None` when only blanks are left.
    ///
    /// # Errors
    /// If the line is longer than `limit` bytes.
    pub(crate) fn next(&mut self, limit: usize) -> Result<Option<Cursor<'a>>, FormatError> {
        // Stops at the first byte of anything that is a line, and a blank line that is not at the
        // end is refused by whoever reads it: linear over the whole text.
        if self.rest.iter().all(|byte| b" \t\r\n".contains(byte)) {
            return Ok(None);
        }
        self.number += 1;
        let (line, rest) = match memchr(b'\n', self.rest) {
            Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
            None => (self.rest, &self.rest[self.rest.len()..]),
        };
        self.unterminated = (line.len() == self.rest.len()).then_some(line.len());
        self.rest = rest;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > limit {
            return Err(FormatError {
                line: self.number,
                column: limit as u64 + 1,
                expected: format!("a line of at most {limit} bytes"),
                found: format!("{} bytes", line.len()),
            });
        }
        Ok(Some(Cursor::new(line, self.number, self.unterminated.is_some())))
    }

    /// The first line.
    ///
    /// # Errors
    /// If there is none; `expected` says what it should have been.
    pub(crate) fn first(
        &mut self,
        limit: usize,
        expected: &str,
    ) -> Result<Cursor<'a>, FormatError> {
        self.next(limit)?.ok_or_else(|| self.missing(expected))
    }

    /// Checks that no line follows.
    ///
    /// # Errors
    /// If one does.
    pub(crate) fn finish(&mut self) -> Result<(), FormatError> {
        match self.next(usize::MAX)? {
            None => Ok(()),
            Some(cursor) => Err(cursor.error("the end of the file")),
        }
    }

    /// What follows the line read last.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The error that the line read last, a blank one, is something else.
    pub(crate) fn blank(&self, expected: &str) -> FormatError {
        Cursor::new(b"", self.number, self.rest.is_empty()).error(expected)
    }

    /// The error that something is missing at the end of the text.
    pub(crate) fn missing(&self, expected: &str) -> FormatError {
        let (line, column) = match self.unterminated {
            Some(length) => (self.number, length as u64 + 1),
            None => (self.number + 1, 1),
        };
        FormatError {
            line,
            column,
            expected: expected.to_owned(),
            found: "the end of the file".to_owned(),
        }
    }
}
