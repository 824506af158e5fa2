//! A BLIF file as lines of words: comments gone, continued lines joined.

use memchr::memchr;

use crate::limits;
use crate::text::{Cursor, FormatError, without_byte_order_mark};

/// A word and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a [u8],
    place: Cursor<'a>,
}

impl<'a> Word<'a> {
    /// What stands before the first `=` and behind it.
    pub(super) fn at_equals(self) -> Option<(Self, Self)> {
        let at = memchr(b'=', self.text)?;
        let mut place = self.place;
        place.advance(at + 1);
        Some((Self { text: &self.text[..at], ..self }, Self { text: &self.text[at + 1..], place }))
    }

    /// The error that `expected` is not here.
    #[cold]
    pub(super) fn error(&self, expected: impl Into<String>) -> FormatError {
        self.place.error(expected)
    }
}

/// The lines of a file that have words.
pub(super) struct Lines<'a> {
    rest: &'a [u8],
    number: u64,
    end: Cursor<'a>,
}

impl<'a> Lines<'a> {
    /// The first line follows.
    pub(super) fn new(text: &'a [u8]) -> Self {
        let rest = without_byte_order_mark(text);
        Self { rest, number: 0, end: Cursor::new(b"", 1, true) }
    }

    /// Puts the words of the next line that has any into `words`; false at the end of the file.
    ///
    /// # Errors
    /// If a line is too long.
    pub(super) fn next(&mut self, words: &mut Vec<Word<'a>>) -> Result<bool, FormatError> {
        words.clear();
        while !self.rest.is_empty() {
            self.number += 1;
            let (line, rest) = match memchr(b'\n', self.rest) {
                Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
                None => (self.rest, &self.rest[self.rest.len()..]),
            };
            self.rest = rest;
            let last = rest.is_empty();
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let mut cursor = Cursor::new(line, self.number, last);
            if line.len() > limits::LINE_BYTES {
                cursor.advance(limits::LINE_BYTES);
                return Err(cursor.error(format!("a line of at most {} bytes", limits::LINE_BYTES)));
            }
            let mut continued = false;
            loop {
                cursor.blanks();
                match cursor.peek() {
                    None | Some(b'#') => break,
                    Some(b'\\') if matches!(cursor.rest(), [_] | [_, b' ' | b'\t', ..]) => {
                        continued = true;
                        cursor.advance(1);
                        cursor.end()?;
                        break;
                    }
                    Some(_) => {}
                }
                let place = cursor;
                let text = cursor.run(|byte| !matches!(byte, b' ' | b'\t' | b'#'));
                words.push(Word { text, place });
            }
            cursor.advance(usize::MAX / 2);
            self.end = cursor;
            if !continued && !words.is_empty() {
                return Ok(true);
            }
        }
        Ok(!words.is_empty())
    }

    /// The error that `expected` is missing behind everything read so far.
    #[cold]
    pub(super) fn missing(&self, expected: impl Into<String>) -> FormatError {
        self.end.error(expected)
    }
}
