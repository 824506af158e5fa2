//! Where a file breaks the format.

use crate::text::FormatError;

/// The error that `expected` is not at `offset`; binary files have lines, too, by their line ends.
#[cold]
pub(super) fn place(text: &[u8], offset: usize, expected: &str) -> FormatError {
    let offset = offset.min(text.len());
    let before = &text[..offset];
    let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64;
    let rest = &text[offset..];
    let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
    let found = match &rest[..end] {
        [] if rest.is_empty() => "the end of the file".to_owned(),
        [] => "the end of the line".to_owned(),
        some => crate::text::excerpt(some),
    };
    FormatError { line, column: (offset - start) as u64 + 1, expected: expected.to_owned(), found }
}
