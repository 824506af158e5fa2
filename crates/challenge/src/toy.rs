//! Solves toys: every secret is tried.

use crate::{ChallengeError, Instance, Progress, verify};

/// The largest degree.
pub const MAX_DEGREE: usize = 8;
/// The most secrets that are tried.
pub const MAX_SECRETS: u64 = 1 << 24;
/// Progress is told each time that so many more were tried.
const TOLD: u64 = 1 << 12;

/// The secrets for which every sample is within the bound, at most `most` of them: more than one where the samples do
/// not determine it. `progress` is told how many were tried, of how many.
///
/// # Errors
///
/// If the degree is above [`MAX_DEGREE`] or there are more than [`MAX_SECRETS`] secrets.
pub fn solve(
    instance: &Instance,
    most: usize,
    progress: Progress<'_>,
) -> Result<Vec<Vec<i64>>, ChallengeError> {
    let q = instance.parameters.q;
    let layout = instance.parameters.layout()?;
    let degree = layout.degree();
    let secrets = u32::try_from(degree).ok().and_then(|n| q.checked_pow(n));
    let secrets = secrets.filter(|&count| count <= MAX_SECRETS && degree <= MAX_DEGREE);
    let Some(count) = secrets else {
        return Err(ChallengeError::Parameters(format!(
            "every secret is tried, up to degree {MAX_DEGREE} and 2^24 secrets; there are \
             {q}^{degree}"
        )));
    };
    let mut found = Vec::new();
    for number in 0..count {
        if number % TOLD == 0 {
            ringassay_interrupt::checkpoint();
            progress(number, count);
        }
        let s = digits(number, q, degree);
        if verify::satisfies(&layout, instance, &s) {
            found.push(s);
            if found.len() == most {
                break;
            }
        }
    }
    Ok(found)
}

fn digits(mut number: u64, q: u64, degree: usize) -> Vec<i64> {
    (0..degree)
        .map(|_| {
            let digit = number % q;
            number /= q;
            digit as i64
        })
        .collect()
}
