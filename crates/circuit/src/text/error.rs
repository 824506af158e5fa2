//! Where a text broke the format, and how.

/// A text that is not in the expected format.
///
/// Its message names the place and what would have been right there:
/// `line 3, column 17: expected a gate name (LADD, …), found "LAD("`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: expected {expected}, found {found}")]
pub struct FormatError {
    /// Line, counted from 1.
    pub line: u64,
    /// Column in bytes, counted from 1; one past the last byte of a line stands for its end.
    pub column: u64,
    /// What the reader would have accepted there.
    pub expected: String,
    /// What stood there: an excerpt in quotes, printable whatever the bytes, or words such as
    /// `the end of the line`.
    pub found: String,
}

/// Longest excerpt shown, in bytes between the quotes.
const EXCERPT_BYTES: usize = 40;

impl FormatError {
    /// An error about the text as a whole, such as its size.
    pub(crate) fn whole(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Self { line: 1, column: 1, expected: expected.into(), found: found.into() }
    }
}

/// The beginning of `rest` up to the end of its first token, escaped and in quotes.
pub(crate) fn excerpt(rest: &[u8]) -> String {
    let end = match rest.iter().position(|byte| b"(,)]:".contains(byte)) {
        // A delimiter alone is the token; behind a word only the parenthesis that opens is kept.
        Some(0) => 1,
        Some(at) if rest[at] == b'(' => at + 1,
        Some(at) => at,
        None => rest.len(),
    };
    let mut shown = String::from("\"");
    for &byte in &rest[..end] {
        let escaped = byte.escape_ascii();
        if shown.len() + escaped.len() > EXCERPT_BYTES + 1 {
            break;
        }
        shown.extend(escaped.map(char::from));
    }
    shown.push('"');
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_are_short_and_printable() {
        assert_eq!(excerpt(b"LAD(W0,W1)"), r#""LAD(""#);
        assert_eq!(excerpt(b"W7,W1)"), r#""W7""#);
        assert_eq!(excerpt(b")x"), r#"")""#);
        assert_eq!(excerpt(b"\x00\xff\n"), r#""\x00\xff\n""#);
        assert_eq!(excerpt(&[b'9'; 1000]).len(), EXCERPT_BYTES + 2);
        assert_eq!(excerpt(&[0; 1000]).len(), EXCERPT_BYTES + 2);
    }
}
