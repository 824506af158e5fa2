//! A BLIF file as lines of words: comments gone, continued lines joined.

use memchr::{memchr, memchr_iter, memrchr};

use crate::limits;
use crate::text::{Cursor, FormatError, without_byte_order_mark};

/// A word and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a [u8],
    /// Where the line's word begins that it is, or is part of; [`Source::word`] finds it again.
    pub(super) at: u32,
    place: Cursor<'a>,
}

impl<'a> Word<'a> {
    /// What stands before the first `=` and behind it.
    pub(super) fn at_equals(self) -> Option<(Self, Self)> {
        let at = memchr(b'=', self.text)?;
        let mut place = self.place;
        place.advance(at + 1);
        Some((
            Self { text: &self.text[..at], ..self },
            Self { text: &self.text[at + 1..], place, ..self },
        ))
    }

    /// The error that `expected` is not here.
    #[cold]
    pub(super) fn error(&self, expected: impl Into<String>) -> FormatError {
        self.place.error(expected)
    }
}

/// A file, in which words are found again by where they begin: four bytes are kept of each.
#[derive(Clone, Copy)]
pub(super) struct Source<'a>(&'a [u8]);

impl<'a> Source<'a> {
    /// # Errors
    /// If the file is too long.
    pub(super) fn new(text: &'a [u8]) -> Result<Self, FormatError> {
        if text.len() > limits::NETLIST_BYTES {
            return Err(FormatError::whole(
                format!("a netlist of at most {} bytes", limits::NETLIST_BYTES),
                format!("{} bytes", text.len()),
            ));
        }
        Ok(Self(without_byte_order_mark(text)))
    }

    /// `count` bytes from `at` on.
    pub(super) fn bytes(self, at: u32, count: usize) -> &'a [u8] {
        let rest = self.0.get(at as usize..).unwrap_or_default();
        &rest[..count.min(rest.len())]
    }

    /// The text of the word that begins at `at`.
    pub(super) fn text(self, at: u32) -> &'a [u8] {
        let rest = self.0.get(at as usize..).unwrap_or_default();
        let end = rest.iter().position(|&byte| byte == b'\n' || !is_word(byte));
        let text = &rest[..end.unwrap_or(rest.len())];
        match end.map(|end| rest[end]) {
            None | Some(b'\n') => text.strip_suffix(b"\r").unwrap_or(text),
            Some(_) => text,
        }
    }

    /// The word that begins at `at`, for an error. It takes as long as counting the lines before it.
    pub(super) fn word(self, at: u32) -> Word<'a> {
        let (before, rest) = self.0.split_at(self.0.len().min(at as usize));
        let start = memrchr(b'\n', before).map_or(0, |end| end + 1);
        let end = memchr(b'\n', rest).map_or(self.0.len(), |end| before.len() + end);
        let line = self.0[start..end].strip_suffix(b"\r").unwrap_or(&self.0[start..end]);
        let number = 1 + memchr_iter(b'\n', before).count() as u64;
        let mut place = Cursor::new(line, number, end + 1 >= self.0.len());
        place.advance(before.len() - start);
        Word { text: self.text(at), at, place }
    }
}

fn is_word(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t' | b'#')
}

/// The lines of a file that have words.
pub(super) struct Lines<'a> {
    source: Source<'a>,
    rest: &'a [u8],
    number: u64,
    end: Cursor<'a>,
}

impl<'a> Lines<'a> {
    /// The first line follows.
    pub(super) fn new(source: Source<'a>) -> Self {
        Self { source, rest: source.0, number: 0, end: Cursor::new(b"", 1, true) }
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
            let start = self.source.0.len() - self.rest.len();
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
                let text = cursor.run(is_word);
                let at = start + line.len() - place.rest().len();
                words.push(Word { text, at: at as u32, place });
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
