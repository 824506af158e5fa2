//! Noise estimates: 29 doubles.

use super::{
    SerialError,
    fields::{Reader, Writer},
    limits::MAX_LOG2_NOISE,
};
use crate::noise::{Embeddings, Noise, Profile, Tail};

/// Three profiles of six doubles, a tail of ten, log2 of the worst case.
pub const NOISE_BYTES: usize = 8 * (3 * Profile::WORDS + Tail::WORDS + 1);

/// Whether estimates can be computed with: log2 of the variance, then the shares of the powers of
/// the secret, of which the largest is 1; likewise the tail, whose shares ascend; no noise at all is -∞
/// and zeros. A product with the plaintext 0 has shares at -∞. Tail and worst case may exceed the
/// range of doubles.
fn is_sane(noise: &Noise) -> bool {
    let within = |log2: f64| log2 == f64::NEG_INFINITY || log2.abs() <= MAX_LOG2_NOISE;
    let profile = |profile: &Profile| {
        let [log2, shares @ ..] = profile.to_words();
        let largest = shares.iter().copied().fold(0.0, f64::max);
        let shares = shares.iter().all(|x| (0.0..=1.0).contains(x) && x.is_sign_positive());
        let normalised = largest == 1.0 || (largest == 0.0 && log2 == f64::NEG_INFINITY);
        within(log2) && shares && normalised
    };
    let extreme = |log2: f64| within(log2) || log2 == f64::INFINITY;
    let tail = |tail: &Tail| {
        let [log2, shares @ ..] = tail.to_words();
        let largest = shares.last().copied().unwrap_or_default();
        let shares = shares.is_sorted() && shares.iter().all(|x| x.is_sign_positive());
        let normalised = largest == 1.0 || (largest == 0.0 && log2 == f64::NEG_INFINITY);
        extreme(log2) && shares && normalised
    };
    profile(&noise.mean)
        && profile(&noise.fourth)
        && profile(&noise.bound)
        && tail(&noise.tail)
        && extreme(noise.log2_worst)
}

/// Fails unless the estimate will be accepted when loaded.
///
/// # Errors
/// Returns an error if it is out of range.
pub fn check(noise: &Noise) -> Result<(), SerialError> {
    if is_sane(noise) {
        return Ok(());
    }
    let problem = "its noise estimate is out of range".into();
    Err(SerialError::Unsaveable { what: "the ciphertext", problem })
}

/// A noise estimate, in [`NOISE_BYTES`].
pub fn write(noise: &Noise, writer: &mut Writer) {
    for profile in [&noise.mean, &noise.fourth, &noise.bound] {
        profile.to_words().into_iter().for_each(|x| writer.f64(x));
    }
    noise.tail.to_words().into_iter().for_each(|x| writer.f64(x));
    writer.f64(noise.log2_worst);
}

/// The noise of a ciphertext in a ring with embeddings of this kind.
///
/// # Errors
/// Returns an error if it is out of range.
pub fn read(reader: &mut Reader<'_>, embeddings: Embeddings) -> Result<Noise, SerialError> {
    let mut profile = || {
        let mut words = [0.0; Profile::WORDS];
        for word in &mut words {
            *word = reader.f64()?;
        }
        Ok::<_, SerialError>(Profile::from_words(words, embeddings))
    };
    let (mean, fourth, bound) = (profile()?, profile()?, profile()?);
    let mut words = [0.0; Tail::WORDS];
    for word in &mut words {
        *word = reader.f64()?;
    }
    let tail = Tail::from_words(words);
    let noise = Noise { mean, fourth, bound, tail, log2_worst: reader.f64()? };
    if is_sane(&noise) { Ok(noise) } else { Err(reader.wrong("the noise estimate is none")) }
}
