//! A challenge as a folder of files, named as the published ones.

mod check;
mod files;

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use ringassay_ring::sample::Seed;
use rustix::fs::{AtFlags, CWD, FlockOperation, RenameFlags};
use zeroize::Zeroizing;

use self::check::listed;
use crate::beacon::Record;
use crate::verify::Seeds;
use crate::{Challenge, ChallengeError, Instance, Progress, Secret, format, generate};

pub use check::{Verified, verify};
pub use files::{MAX_BYTES, annotation, name};

/// Generates a challenge, in a new folder below `parent` that appears when it is complete. `progress` counts samples.
///
/// # Errors
///
/// If a parameter is out of range, the annotation is not letters, digits and hyphens, or a file cannot be written.
pub fn generate(
    parent: &Path,
    challenge: &Challenge,
    annotation: &str,
    progress: Progress<'_>,
) -> Result<PathBuf, ChallengeError> {
    let challenge = challenge.checked()?;
    if !files::is_annotation(annotation) {
        let text = "the annotation is 1 to 64 letters, digits and hyphens".to_owned();
        return Err(ChallengeError::Parameters(text));
    }
    let name = name(&challenge, annotation);
    let (folder, unfinished) = (parent.join(&name), parent.join(format!(".{name}.unfinished")));
    let exists = || ChallengeError::Exists("choose another number or annotation").at(&folder);
    if fs::symlink_metadata(&folder).is_ok() {
        return Err(exists());
    }
    fs::DirBuilder::new().mode(0o700).create(&unfinished).map_err(|error| {
        let is_there = error.kind() == io::ErrorKind::AlreadyExists;
        let advice = "another process is generating it; if none is, remove this folder";
        let error =
            if is_there { ChallengeError::Exists(advice) } else { ChallengeError::from(error) };
        error.at(&unfinished)
    })?;
    let unfinished = Unfinished(unfinished);
    let at = |suffix: String| unfinished.0.join(format!("{name}{suffix}"));
    files::write(&at(".challenge".into()), &format::write_challenge(&challenge), 0o644)?;
    let (mut done, total) = (0, samples(&challenge));
    for number in 0..challenge.instances {
        let seed = Seed::from_os()?;
        let mut tick = || {
            done += 1;
            progress(done, total);
        };
        let (instance, secret) = generate::counted(&challenge, number, &seed, &mut tick)?;
        let bytes = format::write_instance(&instance);
        files::write(&at(files::suffix(number, "instance")), &bytes, 0o644)?;
        let bytes = Zeroizing::new(format::write_secret(&secret));
        files::write(&at(files::suffix(number, "secret")), &bytes, 0o600)?;
    }
    File::open(&unfinished.0)?.sync_all()?;
    match rustix::fs::renameat_with(CWD, &unfinished.0, CWD, &folder, RenameFlags::NOREPLACE) {
        Err(rustix::io::Errno::EXIST) => return Err(exists()),
        // A file system that cannot: an empty folder that appeared meanwhile is replaced.
        Err(rustix::io::Errno::INVAL) => fs::rename(&unfinished.0, &folder)?,
        other => other.map_err(io::Error::from)?,
    }
    open_parent(parent)?.sync_all()?;
    Ok(folder)
}

fn open_parent(parent: &Path) -> io::Result<File> {
    // The folder that one is in has an empty name.
    File::open(if parent.as_os_str().is_empty() { Path::new(".") } else { parent })
}

fn samples(challenge: &Challenge) -> u64 {
    u64::from(challenge.instances) * challenge.parameters.samples as u64
}

/// A folder that is removed unless it was renamed.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        // It is gone when it was renamed; otherwise nothing more can be done about it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Removes the secret that the beacon chooses, after every instance was checked with its secret. Returns its instance.
///
/// # Errors
///
/// If anything is wrong or missing, or another process is doing the same; then nothing was removed.
pub fn suppress(
    folder: &Path,
    beacon: &Record,
    seeds: Seeds,
    progress: Progress<'_>,
) -> Result<u32, ChallengeError> {
    let (stem, challenge) = challenge_in(folder)?;
    let chosen = challenge.suppressed(beacon).map_err(|error| error.at(folder))?;
    let opened = files::open(folder)?;
    match rustix::fs::flock(&opened, FlockOperation::NonBlockingLockExclusive) {
        Err(rustix::io::Errno::WOULDBLOCK) => return Err(ChallengeError::Busy.at(folder)),
        other => other.map_err(|error| ChallengeError::from(io::Error::from(error)).at(folder))?,
    }
    let found = verify(folder, None, seeds, progress)?;
    if found.closed == [chosen] {
        let text = format!("the secret of instance {chosen:02X} is suppressed already");
        return Err(ChallengeError::Opening(text).at(folder));
    }
    if !found.closed.is_empty() {
        return Err(ChallengeError::Opening(format!(
            "every secret is needed to check the challenge; these are missing: {}",
            listed(&found.closed)
        ))
        .at(folder));
    }
    let file = format!("{stem}{}", files::suffix(chosen, "secret"));
    let at = |error: rustix::io::Errno| {
        ChallengeError::from(io::Error::from(error)).at(&folder.join(&file))
    };
    let about = rustix::fs::statat(&opened, &file, AtFlags::SYMLINK_NOFOLLOW).map_err(at)?;
    if about.st_nlink > 1 {
        let text = "it has another name besides, which would keep the secret: remove that first";
        return Err(ChallengeError::Opening(text.to_owned()).at(&folder.join(&file)));
    }
    rustix::fs::unlinkat(&opened, &file, AtFlags::empty()).map_err(at)?;
    opened.sync_all()?;
    Ok(chosen)
}

/// The beginning of the files' names and the challenge in `folder`.
///
/// # Errors
///
/// If there is not exactly one, it cannot be read, or its name is another's.
pub fn challenge_in(folder: &Path) -> Result<(String, Challenge), ChallengeError> {
    let refused = |text: &str| ChallengeError::NoChallenge(text.to_owned()).at(folder);
    if !fs::symlink_metadata(folder).map_err(|e| ChallengeError::from(e).at(folder))?.is_dir() {
        return Err(refused("it is no folder, or a link to one"));
    }
    let mut stems = Vec::new();
    for entry in fs::read_dir(folder).map_err(|e| ChallengeError::from(e).at(folder))? {
        let name = entry.map_err(|e| ChallengeError::from(e).at(folder))?.file_name();
        if let Some(stem) = name.to_str().and_then(|name| name.strip_suffix(".challenge")) {
            stems.push(stem.to_owned());
            if stems.len() > 1 {
                return Err(refused("it has several files *.challenge, not one"));
            }
        }
    }
    let stem = stems.pop().ok_or_else(|| refused("it has no file *.challenge"))?;
    let path = folder.join(format!("{stem}.challenge"));
    let challenge = files::challenge_at(&path)?;
    if annotation(&challenge, &stem).is_none() {
        let text = format!("its content belongs to the name {}.challenge", name(&challenge, "…"));
        return Err(ChallengeError::Opening(text).at(&path));
    }
    Ok((stem, challenge))
}

/// Instance `number` of the challenge in `folder`.
///
/// # Errors
///
/// If there is none, or it cannot be read.
pub fn instance_in(folder: &Path, number: u32) -> Result<Instance, ChallengeError> {
    let (stem, challenge) = numbered(folder, number)?;
    files::instance_at(&files::path(folder, &stem, number, "instance"), &challenge, number)
}

/// The secret of instance `number`; `None` where it is not published.
///
/// # Errors
///
/// If there is no such instance, or the secret cannot be read.
pub fn secret_in(folder: &Path, number: u32) -> Result<Option<Secret>, ChallengeError> {
    let (stem, challenge) = numbered(folder, number)?;
    files::secret_at(&files::path(folder, &stem, number, "secret"), &challenge)
}

/// The numbers of the instances whose secret is in `folder`.
///
/// # Errors
///
/// If the challenge cannot be read.
pub fn opened_in(folder: &Path) -> Result<Vec<u32>, ChallengeError> {
    let (stem, challenge) = challenge_in(folder)?;
    let is_there = |&n: &u32| fs::symlink_metadata(files::path(folder, &stem, n, "secret")).is_ok();
    Ok((0..challenge.instances).filter(is_there).collect())
}

fn numbered(folder: &Path, number: u32) -> Result<(String, Challenge), ChallengeError> {
    let found = challenge_in(folder)?;
    let instances = found.1.instances;
    if number < instances {
        return Ok(found);
    }
    Err(ChallengeError::Parameters(format!(
        "the challenge has instances 0 to {}, not {number}",
        instances - 1
    )))
}
