//! Single files of a challenge: names, and how they are read and written.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use zeroize::Zeroizing;

use crate::{Challenge, ChallengeError, Instance, Kind, Secret, format};

/// No file of a challenge has more bytes.
pub const MAX_BYTES: u64 = 64 << 20;

const MAX_ANNOTATION: usize = 64;

/// The name of a challenge's folder and the beginning of its files' names.
pub fn name(challenge: &Challenge, annotation: &str) -> String {
    let parameters = challenge.parameters;
    let (kind, p) = match parameters.kind {
        Kind::Continuous { .. } => ("rlwec", String::new()),
        Kind::Discrete { .. } => ("rlwed", String::new()),
        Kind::Rounding { p } => ("rlwr", format!("-p{p}")),
    };
    let (id, m, q, l) = (challenge.id, parameters.m, parameters.q, parameters.samples);
    format!("chall-id{id:04}-{kind}-m{m}-q{q}{p}-l{l}-{annotation}")
}

/// The annotation in a name of `challenge`; `None` if the name is another's.
pub fn annotation<'a>(challenge: &Challenge, stem: &'a str) -> Option<&'a str> {
    stem.strip_prefix(name(challenge, "").as_str()).filter(|text| is_annotation(text))
}

pub(super) fn is_annotation(text: &str) -> bool {
    let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
    (1..=MAX_ANNOTATION).contains(&text.len()) && text.bytes().all(plain)
}

/// What is after a stem: `number`'s instance or secret.
pub(super) fn suffix(number: u32, ending: &str) -> String {
    format!("-{number:02X}.{ending}")
}

pub(super) fn path(folder: &Path, stem: &str, number: u32, ending: &str) -> PathBuf {
    folder.join(format!("{stem}{}", suffix(number, ending)))
}

pub(super) fn challenge_at(path: &Path) -> Result<Challenge, ChallengeError> {
    let read = || format::read_challenge(&read(path, MAX_BYTES)?);
    read().map_err(|error| error.at(path))
}

pub(super) fn instance_at(
    path: &Path,
    of: &Challenge,
    number: u32,
) -> Result<Instance, ChallengeError> {
    let read = || {
        let instance = format::read_instance(&read(path, MAX_BYTES)?, &of.parameters)?;
        if (instance.challenge, instance.instance) == (of.id, number) {
            Ok(instance)
        } else {
            Err(ChallengeError::wrong(number, "the file is of another instance or challenge"))
        }
    };
    read().map_err(|error: ChallengeError| error.missing().at(path))
}

pub(super) fn secret_at(path: &Path, of: &Challenge) -> Result<Option<Secret>, ChallengeError> {
    match read(path, MAX_BYTES).map_err(ChallengeError::missing) {
        Err(ChallengeError::Missing) => Ok(None),
        Err(error) => Err(error.at(path)),
        Ok(bytes) => {
            let bytes = Zeroizing::new(bytes);
            format::read_secret(&bytes, &of.parameters).map(Some).map_err(|error| error.at(path))
        }
    }
}

/// What is opened: never a link, and nothing that could block.
fn flags() -> i32 {
    (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32
}

/// A regular file of at most `most` bytes.
pub(crate) fn read(path: &Path, most: u64) -> Result<Vec<u8>, ChallengeError> {
    if fs::symlink_metadata(path)?.is_symlink() {
        return Err(ChallengeError::NotAFile);
    }
    let file = OpenOptions::new().read(true).custom_flags(flags()).open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(ChallengeError::NotAFile);
    }
    if about.len() > most {
        return Err(ChallengeError::TooLarge(most));
    }
    // Its size in one piece: what grows leaves copies behind.
    let mut bytes = Vec::with_capacity(about.len() as usize + 1);
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

pub(super) fn write(path: &Path, bytes: &[u8], mode: u32) -> Result<(), ChallengeError> {
    let write = || {
        let mut options = OpenOptions::new();
        let mut file =
            options.write(true).create_new(true).mode(mode).custom_flags(flags()).open(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(|error: std::io::Error| ChallengeError::from(error).at(path))
}

/// The folder itself, opened: for what is done to the files in it.
pub(super) fn open(folder: &Path) -> Result<File, ChallengeError> {
    let flags = (OFlags::NOFOLLOW | OFlags::DIRECTORY).bits() as i32;
    let opened = OpenOptions::new().read(true).custom_flags(flags).open(folder);
    opened.map_err(|error| ChallengeError::from(error).at(folder))
}
