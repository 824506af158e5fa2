//! The files below a path, their languages and lines.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use encoding_rs_io::DecodeReaderBytesBuilder;
use ignore::overrides::{Override, OverrideBuilder};
use ignore::{DirEntry, WalkBuilder};
use rayon::prelude::*;
use tokei::{Config, LanguageType};

use crate::count::{Lines, count};
use crate::rust::{self, Function};

/// What to look at.
#[derive(Clone, Debug)]
pub struct Options {
    /// Patterns of paths to leave out, in the syntax of a .gitignore, relative to the root.
    pub exclude: Vec<String>,
    /// Whether to enter hidden files and folders.
    pub hidden: bool,
    /// Whether .gitignore, .ignore and .tokeignore hold.
    pub ignore_files: bool,
    /// Whether the tests inside Rust sources (`#[cfg(test)]`, `#[test]`) count.
    pub inline_tests: bool,
    /// Files with more bytes are skipped.
    pub max_bytes: u64,
}

/// One source file.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Where it is: the root joined with the path below it.
    pub path: PathBuf,
    /// tokei's name of the language.
    pub language: &'static str,
    /// Its lines.
    pub lines: Lines,
    /// Functions, of Rust sources that could be read.
    pub functions: Option<Vec<Function>>,
    /// What could not be counted in it, and why.
    pub remark: Option<String>,
}

/// A path that was not counted at all, and why.
#[derive(Clone, Debug)]
pub struct Skipped {
    /// Where it is; empty if the walk could not say.
    pub path: PathBuf,
    /// For a person.
    pub reason: String,
}

/// Everything below one root, sorted by path.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Files in a language that is known.
    pub files: Vec<SourceFile>,
    /// What could not be read.
    pub skipped: Vec<Skipped>,
}

/// Why nothing could be surveyed.
#[derive(Debug, thiserror::Error)]
pub enum SurveyError {
    /// The root cannot be read.
    #[error("{0}")]
    Root(#[from] io::Error),
    /// A pattern is none.
    #[error("the pattern {pattern:?} cannot be read: {reason}")]
    Pattern {
        /// As given.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The system gives no threads.
    #[error("no threads to count with: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

enum Found {
    File(SourceFile),
    Skipped(Skipped),
    Nothing,
}

/// Counts all source files below `root`, or `root` itself if it is a file.
///
/// Symbolic links below the root are not followed. The result does not depend on the number of
/// threads.
///
/// # Errors
/// [`SurveyError`] where there is nothing to begin with; a file that cannot be read is only
/// reported in [`Survey::skipped`].
pub fn survey(root: &Path, options: &Options) -> Result<Survey, SurveyError> {
    std::fs::metadata(root)?;
    let (entries, skipped) = walk(root, options)?;
    let mut survey = Survey { files: Vec::new(), skipped };
    let pool = rayon::ThreadPoolBuilder::new().stack_size(rust::STACK_BYTES).build()?;
    let found: Vec<Found> =
        pool.install(|| entries.par_iter().map(|entry| examine(entry, options)).collect());
    for one in found {
        match one {
            Found::File(file) => survey.files.push(file),
            Found::Skipped(skipped) => survey.skipped.push(skipped),
            Found::Nothing => {}
        }
    }
    survey.files.sort_by(|a, b| a.path.cmp(&b.path));
    survey.skipped.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(survey)
}

/// All files below `root`, as tokei would find them, and what could not be entered.
fn walk(root: &Path, options: &Options) -> Result<(Vec<DirEntry>, Vec<Skipped>), SurveyError> {
    let mut builder = WalkBuilder::new(root);
    builder
        .overrides(patterns(root, &options.exclude)?)
        .hidden(!options.hidden)
        .ignore(options.ignore_files)
        .git_ignore(options.ignore_files)
        .git_exclude(options.ignore_files)
        .git_global(options.ignore_files)
        .parents(options.ignore_files);
    if options.ignore_files {
        builder.add_custom_ignore_filename(".tokeignore");
    }
    let (mut entries, mut skipped) = (Vec::new(), Vec::new());
    for entry in builder.build() {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                entries.push(entry);
            }
            Ok(_) => {}
            Err(error) => skipped.push(unreadable(&error)),
        }
    }
    Ok((entries, skipped))
}

fn patterns(root: &Path, exclude: &[String]) -> Result<Override, SurveyError> {
    let mut builder = OverrideBuilder::new(root);
    let failed = |pattern: &str, error: &ignore::Error| SurveyError::Pattern {
        pattern: pattern.to_owned(),
        reason: error.to_string(),
    };
    for pattern in exclude {
        builder.add(&format!("!{pattern}")).map_err(|error| failed(pattern, &error))?;
    }
    builder.build().map_err(|error| failed(&exclude.join(" "), &error))
}

fn unreadable(error: &ignore::Error) -> Skipped {
    match error {
        ignore::Error::WithDepth { err, .. } => unreadable(err),
        ignore::Error::WithPath { path, err } => {
            Skipped { path: path.clone(), reason: err.to_string() }
        }
        other => Skipped { path: PathBuf::new(), reason: other.to_string() },
    }
}

fn examine(entry: &DirEntry, options: &Options) -> Found {
    let path = entry.path();
    let Some(language) = LanguageType::from_path(path, &Config::default()) else {
        return Found::Nothing;
    };
    match read(path, options.max_bytes) {
        Ok(text) => measure(path, language, text, options),
        Err(reason) => Found::Skipped(Skipped { path: path.to_owned(), reason }),
    }
}

fn measure(path: &Path, language: LanguageType, text: Vec<u8>, options: &Options) -> Found {
    let mut text = text;
    let (mut functions, mut remark) = (None, None);
    if std::str::from_utf8(&text).is_err() {
        remark = Some("not UTF-8, read as Latin-1".to_owned());
    }
    if language == LanguageType::Rust {
        match rust::read(&String::from_utf8_lossy(&text)) {
            Ok(mut source) => {
                if !options.inline_tests {
                    text = without(&text, source.test_lines());
                    source.drop_tests();
                }
                functions = Some(source.into_functions());
            }
            Err(error) => remark = Some(error.to_string()),
        }
    }
    if text.is_empty() && !options.inline_tests {
        return Found::Nothing; // the whole file was tests
    }
    Found::File(SourceFile {
        path: path.to_owned(),
        language: language.name(),
        lines: count(language, &text),
        functions,
        remark,
    })
}

/// `text` without the lines in `ranges` (from 1, both ends included).
fn without(text: &[u8], ranges: &[(usize, usize)]) -> Vec<u8> {
    text.split_inclusive(|&byte| byte == b'\n')
        .zip(1..)
        .filter(|(_, number)| !ranges.iter().any(|(first, last)| (first..=last).contains(&number)))
        .flat_map(|(line, _)| line.iter().copied())
        .collect()
}

/// The text of a file, of UTF-16 with a byte order mark too; the reason if there is none.
fn read(path: &Path, max_bytes: u64) -> Result<Vec<u8>, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut raw = Vec::new();
    file.take(max_bytes.saturating_add(1))
        .read_to_end(&mut raw)
        .map_err(|error| error.to_string())?;
    if raw.len() as u64 > max_bytes {
        return Err(format!("larger than {max_bytes} bytes"));
    }
    let mut text = Vec::with_capacity(raw.len());
    DecodeReaderBytesBuilder::new()
        .build(raw.as_slice())
        .read_to_end(&mut text)
        .map_err(|error| error.to_string())?;
    if text.contains(&0) {
        return Err("binary".to_owned());
    }
    Ok(text)
}
