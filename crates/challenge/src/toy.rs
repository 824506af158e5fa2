//! Solves toys: every secret is tried.

use crate::{ChallengeError, Instance, verify};

/// The largest degree.
pub const MAX_DEGREE: usize = 8;
/// The most secrets that are tried.
pub const MAX_SECRETS: u64 = 1 << 24;

/// The secrets for which every sample is within the bound, at most `most` of them: more than one where the samples do
/// not determine it.
///
/// # Errors
///
/// If the degree is above [`MAX_DEGREE`] or there are more than [`MAX_SECRETS`] secrets.
pub fn solve(instance: &Instance, most: usize) -> Result<Vec<Vec<i64>>, ChallengeError> {
    let q = instance.parameters.q;
    let degree = instance.parameters.layout()?.degree();
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
        ringassay_interrupt::checkpoint();
        let s = digits(number, q, degree);
        if verify::satisfies(instance, &s)? {
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
