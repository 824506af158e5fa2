//! Requests and their answers, as JSON has them.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use ringassay_code::rust::Function;
use ringassay_code::{Lines, Options, SourceFile, SurveyError, count_lines, survey};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// The source files below a root: see [`Options`].
    Survey {
        root: PathBytes,
        exclude: Vec<String>,
        hidden: bool,
        ignore_files: bool,
        inline_tests: bool,
        max_bytes: u64,
    },
    /// The lines of a text in a language that tokei knows by this name.
    Lines { language: String, text: String },
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    Survey {
        files: Vec<File>,
        /// Each with the reason.
        skipped: Vec<(PathBytes, String)>,
    },
    Lines(Counts),
    Error {
        kind: Kind,
        message: String,
        /// The system's number of the error.
        errno: Option<i32>,
    },
}

/// What an error is about.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Request,
    Root,
    Pattern,
    Threads,
    Language,
}

#[derive(Serialize)]
pub(crate) struct File {
    path: PathBytes,
    language: &'static str,
    lines: Counts,
    /// Name, first line, last line, complexity; of Rust sources only.
    functions: Option<Vec<(String, usize, usize, usize)>>,
    remark: Option<String>,
}

/// Lines of code, of comment, blank ones.
type Counts = [usize; 3];

/// A path as a text with one character, U+0000 to U+00FF, for each of its bytes: paths need not be
/// UTF-8, and JSON has to be.
#[derive(Clone, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct PathBytes(PathBuf);

impl TryFrom<String> for PathBytes {
    type Error = std::char::TryFromCharError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let bytes = text.chars().map(u8::try_from).collect::<Result<Vec<_>, _>>()?;
        Ok(Self(OsString::from_vec(bytes).into()))
    }
}

impl From<PathBytes> for String {
    fn from(path: PathBytes) -> Self {
        path.0.as_os_str().as_bytes().iter().copied().map(char::from).collect()
    }
}

/// The answer to one line of input.
pub(crate) fn answer(line: &[u8]) -> Answer {
    match serde_json::from_slice(line) {
        Ok(Request::Survey { root, exclude, hidden, ignore_files, inline_tests, max_bytes }) => {
            let options = Options { exclude, hidden, ignore_files, inline_tests, max_bytes };
            match survey(&root.0, &options) {
                Ok(found) => Answer::Survey {
                    files: found.files.into_iter().map(file).collect(),
                    skipped: found
                        .skipped
                        .into_iter()
                        .map(|one| (PathBytes(one.path), one.reason))
                        .collect(),
                },
                Err(error) => failed(&error),
            }
        }
        Ok(Request::Lines { language, text }) => match count_lines(&language, &text) {
            Some(lines) => Answer::Lines(counts(lines)),
            None => refused(Kind::Language, format!("no language is called {language:?}")),
        },
        Err(error) => refused(Kind::Request, error.to_string()),
    }
}

fn file(file: SourceFile) -> File {
    let counted = |f: Function| (f.name, f.line, f.end_line, f.complexity);
    File {
        path: PathBytes(file.path),
        language: file.language,
        lines: counts(file.lines),
        functions: file.functions.map(|all| all.into_iter().map(counted).collect()),
        remark: file.remark,
    }
}

fn counts(lines: Lines) -> Counts {
    [lines.code, lines.comments, lines.blanks]
}

fn failed(error: &SurveyError) -> Answer {
    let (kind, errno) = match error {
        SurveyError::Root(error) => (Kind::Root, error.raw_os_error()),
        SurveyError::Pattern { .. } => (Kind::Pattern, None),
        SurveyError::Threads(_) => (Kind::Threads, None),
    };
    Answer::Error { kind, message: error.to_string(), errno }
}

fn refused(kind: Kind, message: String) -> Answer {
    Answer::Error { kind, message, errno: None }
}
