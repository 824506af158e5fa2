//! A challenge as a folder of files, named as the published ones.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use ringassay_ring::sample::Seed;
use rustix::fs::OFlags;
use zeroize::Zeroizing;

use crate::{Challenge, ChallengeError, Instance, Kind, Secret, format, generate, verify};

/// No file of a challenge has more bytes.
pub const MAX_BYTES: u64 = 64 << 20;

/// What a check of a folder found right.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified {
    /// The challenge.
    pub challenge: Challenge,
    /// The instances whose secret was checked.
    pub opened: Vec<u32>,
    /// The instances without a secret.
    pub closed: Vec<u32>,
}

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

/// Generates a challenge, in a new folder below `parent` that appears when it is complete.
///
/// # Errors
///
/// If a parameter is out of range, the annotation is not letters, digits and hyphens, or a file cannot be written.
pub fn generate(
    parent: &Path,
    challenge: &Challenge,
    annotation: &str,
) -> Result<PathBuf, ChallengeError> {
    let challenge = challenge.checked()?;
    let plain = |c: u8| c.is_ascii_alphanumeric() || c == b'-';
    if annotation.is_empty() || annotation.len() > 64 || !annotation.bytes().all(plain) {
        let text = "the annotation is 1 to 64 letters, digits and hyphens".to_owned();
        return Err(ChallengeError::Parameters(text));
    }
    let name = name(&challenge, annotation);
    let (folder, unfinished) = (parent.join(&name), parent.join(format!(".{name}.unfinished")));
    if fs::symlink_metadata(&folder).is_ok() {
        let text = "it exists already, and is not overwritten".to_owned();
        return Err(ChallengeError::Parameters(text).at(&folder));
    }
    fs::DirBuilder::new()
        .mode(0o700)
        .create(&unfinished)
        .map_err(|e| ChallengeError::from(e).at(&unfinished))?;
    let unfinished = Unfinished(unfinished);
    let at = |suffix: String| unfinished.0.join(format!("{name}{suffix}"));
    write(&at(".challenge".into()), &format::write_challenge(&challenge), 0o644)?;
    for number in 0..challenge.instances {
        let (instance, secret) = generate::instance(&challenge, number, &Seed::from_os()?)?;
        write(&at(format!("-{number:02X}.instance")), &format::write_instance(&instance), 0o644)?;
        let bytes = Zeroizing::new(format::write_secret(&secret));
        write(&at(format!("-{number:02X}.secret")), &bytes, 0o600)?;
    }
    fs::rename(&unfinished.0, &folder)?;
    File::open(parent)?.sync_all()?;
    Ok(folder)
}

/// A folder that is removed unless it was renamed.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        // It is gone when it was renamed; otherwise nothing more can be done about it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Checks every file of a challenge. With the beacon's value: the chosen secret is absent, every other one present.
///
/// # Errors
///
/// Says what is wrong, and in which file.
pub fn verify(
    folder: &Path,
    beacon: Option<&[u8; 64]>,
    seeds: verify::Seeds,
) -> Result<Verified, ChallengeError> {
    let (stem, challenge) = challenge_in(folder)?;
    let mut found = Verified { challenge, opened: Vec::new(), closed: Vec::new() };
    for number in 0..challenge.instances {
        let path = folder.join(format!("{stem}-{number:02X}.instance"));
        let instance = instance_at(&path, &challenge, number)?;
        let path = folder.join(format!("{stem}-{number:02X}.secret"));
        match secret_at(&path, &challenge)? {
            Some(secret) => {
                verify::opened(&challenge, &instance, &secret, seeds).map_err(|e| e.at(&path))?;
                found.opened.push(number);
            }
            None => found.closed.push(number),
        }
    }
    if let Some(output) = beacon {
        let chosen = challenge.suppressed(output);
        if found.closed != [chosen] {
            return Err(ChallengeError::Opening(format!(
                "the beacon suppresses the secret of instance {chosen:02X} and no other; these \
                 are missing: {}",
                listed(&found.closed)
            ))
            .at(folder));
        }
    }
    Ok(found)
}

fn listed(numbers: &[u32]) -> String {
    let names: Vec<String> = numbers.iter().map(|number| format!("{number:02X}")).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// Removes the secret that the beacon chooses, after every instance was checked with its secret. Returns its instance.
///
/// # Errors
///
/// If anything is wrong or missing; then nothing was removed.
pub fn suppress(
    folder: &Path,
    beacon: &[u8; 64],
    seeds: verify::Seeds,
) -> Result<u32, ChallengeError> {
    let found = verify(folder, None, seeds)?;
    if !found.closed.is_empty() {
        return Err(ChallengeError::Opening(format!(
            "every secret is needed to check the challenge; these are missing: {}",
            listed(&found.closed)
        ))
        .at(folder));
    }
    let chosen = found.challenge.suppressed(beacon);
    let (stem, _) = challenge_in(folder)?;
    let path = folder.join(format!("{stem}-{chosen:02X}.secret"));
    fs::remove_file(&path).map_err(|error| ChallengeError::from(error).at(&path))?;
    File::open(folder)?.sync_all()?;
    Ok(chosen)
}

/// The beginning of the files' names and the challenge in `folder`.
///
/// # Errors
///
/// If there is not exactly one, or it cannot be read.
pub fn challenge_in(folder: &Path) -> Result<(String, Challenge), ChallengeError> {
    if !fs::symlink_metadata(folder).map_err(|e| ChallengeError::from(e).at(folder))?.is_dir() {
        return Err(ChallengeError::Opening("it is no folder, or a link to one".into()).at(folder));
    }
    let mut stems = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if let Some(stem) = name.to_str().and_then(|name| name.strip_suffix(".challenge")) {
            stems.push(stem.to_owned());
        }
    }
    let [stem] = <[String; 1]>::try_from(stems).map_err(|stems| {
        let count = stems.len();
        ChallengeError::Opening(format!("it has {count} files *.challenge, not one")).at(folder)
    })?;
    let path = folder.join(format!("{stem}.challenge"));
    let read = || format::read_challenge(&read(&path)?);
    let challenge = read().map_err(|error| error.at(&path))?;
    Ok((stem, challenge))
}

/// Instance `number` of the challenge in `folder`.
///
/// # Errors
///
/// If it cannot be read.
pub fn instance_in(folder: &Path, number: u32) -> Result<Instance, ChallengeError> {
    let (stem, challenge) = challenge_in(folder)?;
    instance_at(&folder.join(format!("{stem}-{number:02X}.instance")), &challenge, number)
}

fn instance_at(path: &Path, of: &Challenge, number: u32) -> Result<Instance, ChallengeError> {
    let read = || {
        let instance = format::read_instance(&read(path)?, &of.parameters)?;
        if (instance.challenge, instance.instance) == (of.id, number) {
            Ok(instance)
        } else {
            Err(ChallengeError::wrong(number, "the file is of another instance or challenge"))
        }
    };
    read().map_err(|error: ChallengeError| error.at(path))
}

fn secret_at(path: &Path, of: &Challenge) -> Result<Option<Secret>, ChallengeError> {
    match read(path) {
        Err(ChallengeError::Io(error)) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
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

fn read(path: &Path) -> Result<Vec<u8>, ChallengeError> {
    if fs::symlink_metadata(path)?.is_symlink() {
        return Err(ChallengeError::NotAFile);
    }
    let file = OpenOptions::new().read(true).custom_flags(flags()).open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(ChallengeError::NotAFile);
    }
    if about.len() > MAX_BYTES {
        return Err(ChallengeError::TooLarge(MAX_BYTES));
    }
    let mut bytes = Vec::new();
    file.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn write(path: &Path, bytes: &[u8], mode: u32) -> Result<(), ChallengeError> {
    let write = || {
        let mut options = OpenOptions::new();
        let mut file =
            options.write(true).create_new(true).mode(mode).custom_flags(flags()).open(path)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(|error: std::io::Error| ChallengeError::from(error).at(path))
}
