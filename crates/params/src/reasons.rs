//! Reasons for a choice that hold for every scheme with slots, in sentences.

use ringassay_ring::slots::{Shape, Slots};
use ringassay_scheme::IntegerScheme;
use ringassay_security::{Estimate, Secret, helib_bits, max_log2_q_guidelines_2024};

use crate::{
    bgv::chain::{CHAINS, Step},
    request::Request,
};

/// Why this index: because it was asked for, or for what `best` says of it.
pub(crate) fn index(parameters: &impl IntegerScheme, request: &Request, best: &str) -> String {
    let (m, n) = (parameters.index().m(), parameters.index().degree());
    match request.index {
        Some(_) => format!("Index {m} was asked for; n = φ({m}) = {n}."),
        None => format!("Index {m} {best}; n = φ({m}) = {n}."),
    }
}

/// By whose costs the index was found, if it was searched for.
pub(crate) fn costs(request: &Request) -> Option<String> {
    let backend = request.ranking();
    let whose = match (request.index, request.costs_of) {
        (Some(_), _) => return None,
        (None, None) => "the reference: the request comes to these parameters on every machine",
        (None, Some(_)) => "as was asked for: another machine may come to other parameters",
    };
    Some(format!("Indices were ranked by the costs of transforms on {backend}, {whose}."))
}

/// How vectors lie in slots and are rotated, and how the ring transforms.
pub(crate) fn slots(
    parameters: &impl IntegerScheme,
    request: &Request,
    is_cyclic: bool,
    (mean, most): (f64, usize),
) -> Vec<String> {
    let (index, prime) = (parameters.index(), request.plaintext.prime);
    let mut reasons = Vec::new();
    if let Ok(slots) = Slots::new(index, prime, Shape::Fewest) {
        reasons.push(format!(
            "{prime} has order {} modulo {}, so that a plaintext has {} slots, of which vectors of {} \
             entries use {}.",
            slots.degree(),
            index.m(),
            slots.count(),
            request.length,
            if is_cyclic { "copies that rotate together" } else { "one each" },
        ));
    }
    reasons.push(format!(
        "A rotation takes {mean:.1} automorphisms on average, {most} at most{}.",
        if most == 1 { ", and no mask" } else { ", with masks" }
    ));
    let factors: Vec<String> = index.factors().iter().map(ToString::to_string).collect();
    reasons.push(format!("Transforms go along the axes {}.", factors.join("·")));
    reasons
}

/// What it means that primes of BGV are not 1 modulo t, where they are not.
pub(crate) fn factors(parameters: &impl IntegerScheme, request: &Request) -> Option<String> {
    parameters.has_factors().then(|| {
        let t = parameters.t();
        let most = if request.plaintext.exponent == 1 { "√t" } else { "t" };
        format!(
            "Primes of Q are not all 1 modulo t = {t}: a change of the modulus multiplies messages by a number modulo t, \
             which each ciphertext carries and decryption takes out again. Where the operands of a sum have different \
             factors, they are multiplied by numbers up to {most} first; that noise was followed for the first sum or \
             selection after each product."
        )
    })
}

/// Which depth was followed, at the beginning of a sentence.
pub(crate) fn depth(request: &Request) -> String {
    let depth = request.depth;
    match request.slack {
        0.0 => format!("Depth {depth}, with nothing in reserve,"),
        1.0 => format!("Depth {depth} and one more, which generated circuits may reach,"),
        slack => format!("Depth {depth} and {slack} more in reserve"),
    }
}

/// What to ask for instead where a modulus is too small for a depth: the end of a sentence.
pub(crate) fn shallower(request: &Request) -> String {
    let general = "reduce the depth or the security, or choose another index";
    match request.slack {
        0.0 => format!(": {general}"),
        slack => {
            format!(" and {slack} more in reserve: leave out the reserve (slack 0), {general}")
        }
    }
}

/// The kinds of operations that chains consist of.
pub(crate) fn chains() -> String {
    let alone = CHAINS.iter().filter(|chain| chain.len() == 1);
    alone.copied().flatten().copied().map(Step::name).collect::<Vec<_>>().join(", ")
}

/// How secure the parameters are: by the estimator, by the guidelines, by HElib's formula.
pub(crate) fn security(
    parameters: &impl IntegerScheme,
    request: &Request,
    security: &Estimate,
    is_secure: bool,
) -> Vec<String> {
    let (m, n, asked) =
        (parameters.index().m(), parameters.index().degree(), request.security_bits);
    let log2_qp = parameters.log2_qp();
    let allowed = max_log2_q_guidelines_2024(n, Secret::Ternary, asked as u32).map_or_else(
        String::new,
        |most| {
            format!(
                " The 2024 guidelines allow {most} bits for n = {n} and ternary secrets at {asked} bits."
            )
        },
    );
    let mut reasons = vec![format!(
        "Key-switching keys are published modulo QP of {log2_qp:.1} bits; {security}.{allowed}"
    )];
    if let Some(bits) = helib_bits(m, n, log2_qp, parameters.sigma(), None) {
        reasons.push(format!("HElib's own formula would say {bits:.0} bits."));
    }
    if !is_secure {
        reasons.push(format!(
            "THIS IS BELOW the {asked} bits asked for: use it for measurements, not for secrets."
        ));
    }
    reasons
}
