//! Test scripts: which keys, circuits and inputs a test goes through, in order.

use std::path::{Component, Path};

use crate::limits;
use crate::text::cursor::Cursor;
use crate::text::error::FormatError;
use crate::text::lines::Lines;

/// One step of a test script, with the path of its file as written there.
///
/// A script is somebody else's file: pass a path through [`relative_path`] before opening it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// `KEY`: generate a key with these parameters.
    Key(String),
    /// `CIRCUIT`: ingest this circuit under the current key.
    Circuit(String),
    /// `INPUT`: evaluate the current circuit on this input.
    Input(String),
}

/// Longest path in a script, in bytes.
const PATH_BYTES: usize = 4096;

impl Entry {
    /// The path, not checked beyond being printable UTF-8.
    pub fn path(&self) -> &str {
        match self {
            Self::Key(path) | Self::Circuit(path) | Self::Input(path) => path,
        }
    }

    /// The keyword in the script.
    pub fn keyword(&self) -> &'static str {
        match self {
            Self::Key(_) => "KEY",
            Self::Circuit(_) => "CIRCUIT",
            Self::Input(_) => "INPUT",
        }
    }
}

/// Reads a test script. A circuit needs a key before it, and an input a circuit under that key.
///
/// # Errors
/// The first line that is not a keyword where one is due, or not a path: empty, over 4096 bytes,
/// not UTF-8, or with control characters.
pub fn read_script(text: &[u8]) -> Result<Vec<Entry>, FormatError> {
    let mut lines = Lines::new(text, "a test script", limits::SCRIPT_BYTES)?;
    let mut entries: Vec<Entry> = Vec::new();
    while let Some(mut line) = lines.next(limits::SCRIPT_BYTES)? {
        let make = read_keyword(&mut line, entries.last())?;
        line.end()?;
        let path = lines.next(limits::SCRIPT_BYTES)?.ok_or_else(|| lines.missing("a path"))?;
        entries.push(make(read_path(path)?));
    }
    if entries.is_empty() { Err(lines.missing("\"KEY\"")) } else { Ok(entries) }
}

/// Reads a keyword that may follow `previous`; returns what makes an entry of it.
fn read_keyword(
    line: &mut Cursor<'_>,
    previous: Option<&Entry>,
) -> Result<fn(String) -> Entry, FormatError> {
    line.blanks();
    let place = *line;
    match (line.word(), previous) {
        (b"KEY", _) => Ok(Entry::Key),
        (b"CIRCUIT", Some(_)) => Ok(Entry::Circuit),
        (b"INPUT", Some(Entry::Circuit(_) | Entry::Input(_))) => Ok(Entry::Input),
        (_, None) => Err(place.error("\"KEY\"")),
        (_, Some(Entry::Key(_))) => Err(place.error("\"CIRCUIT\" or \"KEY\"")),
        (_, Some(_)) => Err(place.error("\"INPUT\", \"CIRCUIT\" or \"KEY\"")),
    }
}

fn read_path(line: Cursor<'_>) -> Result<String, FormatError> {
    let path = match std::str::from_utf8(line.rest()) {
        Ok(path) => path,
        Err(error) => {
            let mut place = line;
            place.advance(error.valid_up_to());
            return Err(place.error("UTF-8"));
        }
    };
    if let Some(at) = path.find(char::is_control) {
        let mut place = line;
        place.advance(at);
        return Err(place.error("a path without control characters"));
    }
    if path.trim().is_empty() {
        return Err(line.error("a path"));
    }
    if path.len() > PATH_BYTES {
        return Err(line.error(format!("a path of at most {PATH_BYTES} bytes")));
    }
    Ok(path.to_owned())
}

/// The canonical text of a script; every line is terminated, as the original generator writes it.
pub fn script_text(entries: &[Entry]) -> Vec<u8> {
    let lines = entries.iter().flat_map(|entry| [entry.keyword(), entry.path()]);
    let mut text = Vec::new();
    for line in lines {
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    text
}

/// Why a path of a script is not followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the path {path:?} leaves the script's directory; use a relative path without \"..\"")]
pub struct UnsafePath {
    /// The path as written.
    pub path: String,
}

/// The path below the script's directory that `path` names.
///
/// It cannot lead out of that directory by its text. Links on the way still can, and a name may
/// be a device or a pipe: whoever opens it checks that it is a regular file, and reads no more
/// than the limit of its format.
///
/// # Errors
/// [`UnsafePath`] if the path is empty, absolute or has a component `..`.
pub fn relative_path(path: &str) -> Result<&Path, UnsafePath> {
    let inside = |component| matches!(component, Component::Normal(_) | Component::CurDir);
    let relative = Path::new(path);
    if relative.components().all(inside) && relative.file_name().is_some() {
        Ok(relative)
    } else {
        Err(UnsafePath { path: path.to_owned() })
    }
}
