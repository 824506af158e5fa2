//! The reasons for a choice, in sentences.

use ringassay_security::{Estimate, helib_bits, max_log2_q_guidelines_2024};

use ringassay_scheme::{bgv::Parameters, noise::FAILURE_BITS};

use super::{Request, chain::CHAINS, search::Instance};

pub(super) fn explain(
    request: &Request,
    instance: &Instance,
    parameters: &Parameters,
    security: &Estimate,
    is_secure: bool,
    considered: usize,
) -> Vec<String> {
    let index = &parameters.index;
    let (m, n) = (index.m(), index.totient());
    let mut reasons = Vec::new();
    reasons.push(if request.index.is_some() {
        format!("Index {m} was asked for; n = φ({m}) = {n}.")
    } else {
        format!(
            "Index {m} has the least estimated work of the {considered} cheapest indices with at \
             least {} slots whose dimension can be secure at this depth; n = φ({m}) = {n}.",
            request.length
        )
    });
    reasons.push(format!(
        "{} has order {} modulo {m}, so that a plaintext has {} slots, of which vectors of {} \
         entries use {}.",
        request.plaintext.prime,
        instance.candidate.slot_degree,
        instance.candidate.slots(),
        request.length,
        if instance.is_cyclic { "copies that rotate together" } else { "one each" },
    ));
    let (mean, most) = instance.rotation_terms;
    reasons.push(format!(
        "A rotation takes {mean:.1} automorphisms on average, {most} at most{}.",
        if most == 1 { ", and no mask" } else { ", with masks" }
    ));
    let factors: Vec<String> = index.factors().iter().map(ToString::to_string).collect();
    reasons.push(format!("Transforms go along the axes {}.", factors.join("·")));
    let sizes = &instance.sizes;
    reasons.push(format!(
        "The ciphertext modulus has {:.1} bits: {} primes of {} bits{}. Every operation \
         moves to the product of primes that leaves most room above the noise.",
        parameters.log2_q(),
        parameters.large.len(),
        range(&sizes.large),
        match parameters.small.len() {
            0 => String::new(),
            count => format!(
                ", and {count} smaller ones ({}), so that moduli lie close together",
                sizes.small.iter().map(|bits| format!("{bits:.0}")).collect::<Vec<_>>().join(", ")
            ),
        },
    ));
    reasons.push(format!(
        "Key switching decomposes into {} digits of at most {:.0} bits and divides by P of {:.1} bits \
         ({} prime{}).",
        parameters.digits().len(),
        sizes.log2_digit(),
        parameters.log2_p(),
        parameters.special.len(),
        if parameters.special.len() == 1 { "" } else { "s" },
    ));
    let alone = CHAINS.iter().filter(|chain| chain.len() == 1);
    let steps: Vec<&str> = alone.flat_map(|chain| chain.iter().map(|step| step.name())).collect();
    reasons.push(format!(
        "Depth {} and one more, which generated circuits may reach, was followed with the noise \
         estimate along chains of {}, and of products between others: it stays below what decryption bears but for a probability of \
         2^-{FAILURE_BITS}, however operands are related.",
        request.depth,
        steps.join(", ")
    ));
    reasons.push(format!(
        "Hints are published modulo QP of {:.1} bits; {security}.{}",
        parameters.log2_qp(),
        match max_log2_q_guidelines_2024(n, ringassay_security::Secret::Ternary, request.security_bits as u32) {
            Some(most) => format!(
                " The 2024 guidelines allow {most} bits for n = {n} and ternary secrets at {} bits.",
                request.security_bits
            ),
            None => String::new(),
        }
    ));
    if let Some(bits) = helib_bits(m, n, parameters.log2_qp(), parameters.sigma, None) {
        reasons.push(format!("HElib's own formula would say {bits:.0} bits."));
    }
    if !is_secure {
        reasons.push(format!(
            "THIS IS BELOW the {} bits asked for: use it for measurements, not for secrets.",
            request.security_bits
        ));
    }
    reasons
}

/// "about 45" or "36 to 48".
fn range(sizes: &[f64]) -> String {
    let least = sizes.iter().copied().fold(f64::INFINITY, f64::min);
    let most = sizes.iter().copied().fold(0.0, f64::max);
    if most - least < 1.0 { format!("about {most:.0}") } else { format!("{least:.0} to {most:.0}") }
}
