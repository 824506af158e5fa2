//! The lines of one source text.

use crate::rust::literals;
use tokei::{CodeStats, Config, LanguageType};

/// Physical lines of a text: every line is exactly one of the three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// Lines with code on them, beside a comment or not.
    pub code: usize,
    /// Lines of nothing but comment or documentation.
    pub comments: usize,
    /// Lines of nothing but white space outside comments.
    pub blanks: usize,
}

/// Counts the lines of `text`, read as `language`.
///
/// Documentation comments of Rust are comments, examples in them included: tokei takes these for
/// embedded Markdown, and Rust inside it. A Python string is code wherever it stands; which strings
/// are documentation only a parser knows.
pub(crate) fn count(language: LanguageType, text: &[u8]) -> Lines {
    let hidden = (language == LanguageType::Rust)
        .then(|| literals::hidden(&String::from_utf8_lossy(text)))
        .flatten();
    let text = hidden.as_deref().map_or(text, str::as_bytes);
    let stats = language.parse_from_slice(text, &Config::default());
    let mut lines = Lines { code: stats.code, comments: stats.comments, blanks: stats.blanks };
    for embedded in stats.blobs.values().map(CodeStats::summarise) {
        if language == LanguageType::Rust {
            lines.comments += embedded.lines();
        } else {
            lines.code += embedded.code;
            lines.comments += embedded.comments;
            lines.blanks += embedded.blanks;
        }
    }
    lines
}

/// Counts the lines of `text` in the language of this name (tokei's: `Rust`, `C++`); `None` if there
/// is no such language.
#[must_use]
pub fn count_lines(language: &str, text: &str) -> Option<Lines> {
    LanguageType::from_name(language).map(|language| count(language, text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_one_of_three() {
        let text = b"//! About.\n//!\n//! ```\n//! let x = 1;\n//! ```\n\nfn f() {} // why\n\n/* a\n\nb */\n";
        let lines = count(LanguageType::Rust, text);
        assert_eq!((lines.code, lines.blanks), (1, 2), "{lines:?}");
        assert_eq!(lines.code + lines.comments + lines.blanks, 11);
    }

    #[test]
    fn a_quote_is_no_string() {
        let lines = count_lines("Rust", "fn f() { g('\"') }\n\n// about\n\nfn h() {}\n");
        assert_eq!(lines, Some(Lines { code: 2, comments: 1, blanks: 2 }));
        assert_eq!(count_lines("No language", ""), None);
    }

    #[test]
    fn a_string_is_code() {
        let text = b"def f():\n    # why\n    return \"\"\"a\nb\"\"\"\n";
        let lines = count(LanguageType::Python, text);
        assert_eq!((lines.code, lines.comments), (3, 1), "{lines:?}");
        assert_eq!(lines.blanks, 0);
    }
}
