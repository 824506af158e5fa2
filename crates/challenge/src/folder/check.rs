//! The check of a whole folder.

use std::collections::HashSet;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use super::{challenge_in, files, samples};
use crate::beacon::Record;
use crate::verify::{self, Seeds};
use crate::{Challenge, ChallengeError, Instance, Progress, Secret, statistics};

/// Below so many bits of randomness in a, two instances may be equal by chance.
const CHANCE_BITS: f64 = 96.0;

/// What a check of a folder found right.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified {
    /// The challenge.
    pub challenge: Challenge,
    /// The instances whose secret was checked.
    pub opened: Vec<u32>,
    /// The instances without a secret.
    pub closed: Vec<u32>,
    /// Of [`statistics`]: the coefficients of a and the errors of each instance, and all secrets; each where there is
    /// enough of it. Uniform between 0 and 1 for a right challenge.
    pub p_values: Vec<f64>,
}

/// Checks every file of a challenge. With the beacon's record: the chosen secret is absent, every other one present.
/// `progress` counts samples, and those that are made again from their seeds.
///
/// # Errors
///
/// Says what is wrong, and in which file.
pub fn verify(
    folder: &Path,
    beacon: Option<&Record>,
    seeds: Seeds,
    progress: Progress<'_>,
) -> Result<Verified, ChallengeError> {
    let (stem, challenge) = challenge_in(folder)?;
    let chosen = beacon.map(|record| challenge.suppressed(record)).transpose();
    let chosen = chosen.map_err(|error| error.at(folder))?;
    only_its_own(folder, &stem, &challenge)?;
    let mut found = Verified { challenge, opened: vec![], closed: vec![], p_values: vec![] };
    let per_sample = if seeds == Seeds::Ours { 2 } else { 1 };
    let mut total = samples(&challenge) * per_sample;
    let mut done = 0;
    let mut different = Different::of(&challenge, seeds);
    let layout = challenge.parameters.layout()?;
    let m_hat = crate::model::index(challenge.parameters.m)?.m_hat();
    let mut secrets = Vec::new();
    for number in 0..challenge.instances {
        let instance_path = files::path(folder, &stem, number, "instance");
        let instance = files::instance_at(&instance_path, &challenge, number)?;
        different.instance(&instance).map_err(|error| error.at(&instance_path))?;
        found.p_values.extend(statistics::uniform_p_value(&instance));
        let path = files::path(folder, &stem, number, "secret");
        let Some(secret) = files::secret_at(&path, &challenge)? else {
            found.closed.push(number);
            total -= challenge.parameters.samples as u64 * per_sample;
            continue;
        };
        let mut tick = || {
            done += 1;
            progress(done, total);
        };
        verify::counted(&challenge, &instance, &secret, seeds, &mut tick)
            .and_then(|()| different.secret(number, &secret))
            .map_err(|error| error.at(&path))?;
        found.p_values.extend(statistics::error_p_value(&layout, &instance, &secret, m_hat));
        found.opened.push(number);
        secrets.push(secret);
    }
    found.p_values.extend(statistics::secrets_p_value(secrets.iter()));
    if let Some(chosen) = chosen
        && found.closed != [chosen]
    {
        return Err(ChallengeError::Opening(format!(
            "the beacon suppresses the secret of instance {chosen:02X} and no other; these are \
             missing: {}",
            listed(&found.closed)
        ))
        .at(folder));
    }
    Ok(found)
}

/// That instances differ: whoever repeats one opens both.
struct Different {
    elements: Option<HashSet<u64>>,
    seeds: Option<HashSet<[u8; 32]>>,
}

impl Different {
    fn of(challenge: &Challenge, seeds: Seeds) -> Self {
        let parameters = &challenge.parameters;
        let degree = parameters.layout().map_or(0, |layout| layout.degree());
        let bits = libm::log2(parameters.q as f64) * (degree * parameters.samples) as f64;
        Self {
            elements: (bits >= CHANCE_BITS).then(HashSet::new),
            seeds: (seeds == Seeds::Ours).then(HashSet::new),
        }
    }

    fn instance(&mut self, instance: &Instance) -> Result<(), ChallengeError> {
        let Some(known) = &mut self.elements else { return Ok(()) };
        let mut hasher = DefaultHasher::new();
        for sample in &instance.samples {
            let q = instance.parameters.q;
            sample.a.iter().for_each(|&c| crate::layout::residue(c, q).hash(&mut hasher));
        }
        if known.insert(hasher.finish()) {
            return Ok(());
        }
        Err(ChallengeError::wrong(instance.instance, "its samples have the same a as another's"))
    }

    fn secret(&mut self, number: u32, secret: &Secret) -> Result<(), ChallengeError> {
        if self.seeds.as_mut().is_none_or(|known| known.insert(secret.seed)) {
            return Ok(());
        }
        Err(ChallengeError::wrong(number, "its seed is that of another instance"))
    }
}

/// That no file is called as one of a challenge and is none of this.
fn only_its_own(folder: &Path, stem: &str, challenge: &Challenge) -> Result<(), ChallengeError> {
    let mut own = HashSet::from([format!("{stem}.challenge")]);
    for number in 0..challenge.instances {
        own.extend(["instance", "secret"].map(|of| format!("{stem}{}", files::suffix(number, of))));
    }
    for entry in fs::read_dir(folder).map_err(|error| ChallengeError::from(error).at(folder))? {
        let path = entry.map_err(|error| ChallengeError::from(error).at(folder))?.path();
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        let is_called =
            ending.is_some_and(|e| e == "challenge" || e == "instance" || e == "secret");
        let is_own =
            || path.file_name().and_then(|name| name.to_str()).is_some_and(|n| own.contains(n));
        if is_called && !is_own() {
            let text = "it is a file of no instance of this challenge: remove it".to_owned();
            return Err(ChallengeError::Opening(text).at(&path));
        }
    }
    Ok(())
}

pub(super) fn listed(numbers: &[u32]) -> String {
    let names: Vec<String> = numbers.iter().map(|number| format!("{number:02X}")).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
