//! Source code, counted.

use std::path::PathBuf;

use pyo3::prelude::*;
use ringassay_code::rust::Function;
use ringassay_code::{Options, SourceFile, SurveyError, count_lines, survey};

use crate::errors::value_error;

/// A function for Python: name, first line, last line, complexity.
type Counted = (String, usize, usize, usize);

/// A source file for Python: path, language, lines of code, of comment, blank ones, the functions
/// of a Rust source, what could not be counted.
type Counts = (PathBuf, &'static str, usize, usize, usize, Option<Vec<Counted>>, Option<String>);

/// A path that could not be read, and why.
type Unread = (PathBuf, String);

/// The source files below `root` and the paths that could not be read, with the reason.
#[pyfunction]
#[pyo3(signature = (root, *, exclude, hidden, ignore_files, inline_tests, max_bytes))]
pub(crate) fn code_survey(
    py: Python<'_>,
    root: &Bound<'_, PyAny>,
    exclude: Vec<String>,
    hidden: bool,
    ignore_files: bool,
    inline_tests: bool,
    max_bytes: u64,
) -> PyResult<(Vec<Counts>, Vec<Unread>)> {
    let root: PathBuf = root.extract()?;
    let options = Options { exclude, hidden, ignore_files, inline_tests, max_bytes };
    let found = py.detach(|| survey(&root, &options)).map_err(|error| match error {
        SurveyError::Root(error) => PyErr::from(error),
        other => value_error(other),
    })?;
    let skipped = found.skipped.into_iter().map(|one| (one.path, one.reason)).collect();
    Ok((found.files.into_iter().map(counts).collect(), skipped))
}

fn counts(file: SourceFile) -> Counts {
    let counted = |f: Function| (f.name, f.line, f.end_line, f.complexity);
    let functions = file.functions.map(|all| all.into_iter().map(counted).collect());
    let lines = file.lines;
    (file.path, file.language, lines.code, lines.comments, lines.blanks, functions, file.remark)
}

/// Lines of code, of comment and blank ones of a text in a language that tokei knows by this name.
#[pyfunction]
pub(crate) fn code_lines(py: Python<'_>, language: &str, text: &str) -> PyResult<[usize; 3]> {
    let lines = py.detach(|| count_lines(language, text));
    let lines = lines.ok_or_else(|| value_error(format!("no language is called {language:?}")))?;
    Ok([lines.code, lines.comments, lines.blanks])
}
