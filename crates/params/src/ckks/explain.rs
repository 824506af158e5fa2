//! The reasons for a choice, in sentences.

use ringassay_scheme::{ckks::RingType, noise::FAILURE_BITS};

use super::{Alternative, Choice, Request};

pub(super) fn explain(
    request: &Request,
    choice: &Choice,
    other_ring: Option<String>,
) -> Vec<String> {
    let parameters = &choice.parameters;
    let (n, top) = (parameters.index.degree(), parameters.top());
    let slots = match parameters.ring_type() {
        RingType::Standard => format!("{} complex slots", parameters.slots()),
        RingType::ConjugateInvariant => {
            format!("{} real slots, in the conjugate-invariant ring", parameters.slots())
        }
    };
    let why =
        if request.degree.is_some() { "was asked for" } else { "has the least work per product" };
    let mut all = vec![
        format!("N = {n} {why}: {slots}, {top} levels."),
        format!(
            "The scale is 2^{}: the smallest with which {} squares and rotations in a row of numbers up to {} \
             leave the error of every slot below 2^-{}, but for a probability of 2^-{FAILURE_BITS}.",
            parameters.log2_scale, request.depth, request.range, request.precision_bits
        ),
        format!(
            "Level 0 has {:.0} bits, {:.0} more than the scale, so that results fit; each level above has \
             {} near the scale, so that rescaling leaves the scale as it is.",
            parameters.log2_q(0),
            parameters.log2_q(0) - f64::from(parameters.log2_scale),
            match parameters.levels.last().map_or(1, Vec::len) {
                1 => "a prime".to_owned(),
                many => format!("{many} primes whose product lies"),
            }
        ),
        format!(
            "Key switching has {} of up to {} primes, and P of {:.0} bits in {} primes, not smaller than the \
             largest digit: of all that security allows, this takes the fewest transforms.",
            match parameters.digits().len() {
                1 => "one digit".to_owned(),
                many => format!("{many} digits"),
            },
            parameters.digit_limbs,
            parameters.log2_p(),
            parameters.special.len()
        ),
        format!(
            "Evaluation keys are published modulo Q·P of {:.1} bits; {}.",
            parameters.log2_qp(),
            choice.security
        ),
    ];
    all.extend(other_ring);
    if let Some(last) = choice.followed.last() {
        all.push(format!(
            "Expected at the end: {:.1} bits in a slot on average, {:.1} in the worst.",
            last.average_bits, last.worst_bits
        ));
    }
    all.extend(choice.alternatives.iter().map(more));
    if !choice.is_secure {
        all.push(format!(
            "THIS IS BELOW the {} bits asked for: use it for measurements, not for secrets.",
            request.security_bits
        ));
    }
    all.push(
        "Decrypted values contain the noise, which reveals the secret key: publish results only rounded to \
         fewer bits than are right (2020/1533)."
            .to_owned(),
    );
    all
}

fn more(other: &Alternative) -> String {
    match other.degree {
        Some(n) => format!(
            "{}{} would take N = {n}, Q·P of {:.0} bits, a scale of 2^{}: {:.2} times the work of a product, \
             {:.2} times the size of a ciphertext.",
            other.name[..1].to_uppercase(),
            &other.name[1..],
            other.log2_qp,
            other.log2_scale,
            other.work_ratio,
            other.size_ratio
        ),
        None => format!(
            "{}{} is not to be had at this security.",
            other.name[..1].to_uppercase(),
            &other.name[1..]
        ),
    }
}
