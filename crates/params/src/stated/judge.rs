//! Judging stated parameters.

use std::time::Instant;

use ringassay_scheme::{encoding::Layout, noise::FAILURE_BITS};

use super::{Moduli, advice::advice, deepest};
use crate::{
    Choosable, Error, Rotations, SlotChoice,
    bgv::search::{check, fixed, rotation_keys, rotation_terms},
    reasons,
    request::{Request, refused},
    slots::security,
};

/// Parameters with stated moduli at the index that the request names, for vectors of its length: the depth that they
/// carry, their security, and in the explanation what to change where one of these is less than the request asks.
///
/// # Errors
/// When there are no such parameters; when they carry less than the depth asked for with its slack, or are less secure
/// than asked, and the request does not insist: with what to change.
pub fn judge<P: Choosable>(request: &Request, moduli: &Moduli) -> Result<SlotChoice<P>, Error> {
    let start = Instant::now();
    check(request)?;
    let m = request.index.ok_or_else(|| refused("stated moduli need an index: name it".into()))?;
    let index = fixed(m, request)?.index;
    let parameters = P::of_moduli(&index, request.plaintext, moduli)?;
    let layout = Layout::for_length(&parameters.plaintext_ring()?, request.length)?;
    let rotation_terms = rotation_terms(&layout);
    let keys = rotation_keys(&layout, request.rotation_keys)?;
    let rotations = Rotations::new(&layout, &keys);

    let mut reach = parameters.reach(rotations)?;
    let depth = deepest(|depth| Ok::<_, Error>(reach(depth)?.is_some()))?;
    let end = depth.map(&mut reach).transpose()?.flatten();
    drop(reach);
    let security = security(&parameters)?;
    let is_secure = security.bits >= request.security_bits;
    let is_deep = depth.is_some_and(|depth| depth + 1e-9 >= request.whole_depth());
    let changes = advice(&parameters, request, moduli, rotations, depth, is_secure)?;
    if !(request.insist || is_secure && is_deep) {
        let mut said = Vec::new();
        if !is_deep {
            said.push(too_shallow(depth, request));
        }
        if !is_secure {
            let (has, asked) = (security.bits, request.security_bits);
            said.push(format!("they have {has:.1} bits of security, not {asked}"));
        }
        let changes = changes.join(" ");
        return Err(refused(format!(
            "these parameters do not serve: {}. {changes} Or insist.",
            said.join("; ")
        )));
    }
    let mut explanation = vec![reasons::index(&parameters, request, "")];
    explanation.extend(reasons::slots(&parameters, request, layout.is_cyclic(), rotation_terms));
    explanation.push(primes(&parameters));
    explanation.extend(reasons::factors(&parameters, request));
    explanation.push(match (depth, end) {
        (Some(depth), Some(end)) => format!(
            "Chains of {}, and of products between others, were followed: depth {depth:.1} is the deepest at which \
             results decrypt, but for a probability of 2^-{FAILURE_BITS}, however operands are related; {:.1} bits of \
             noise budget are left there.",
            reasons::chains(),
            end.budget_bits,
        ),
        _ => format!("THEY CARRY NOTHING: {}.", too_shallow(None, request)),
    });
    if !is_deep && depth.is_some() {
        explanation.push(format!("THIS IS TOO SHALLOW: {}.", too_shallow(depth, request)));
    }
    explanation.extend(changes);
    explanation.extend(reasons::security(&parameters, request, &security, is_secure));
    Ok(SlotChoice {
        explanation,
        security,
        is_secure,
        rotations: keys.exponents().to_vec(),
        rotation_terms,
        log2_failure: end.map_or(0.0, |end| end.log2_failure),
        depth: depth.unwrap_or(0.0),
        slack: 0.0,
        duration: start.elapsed(),
        parameters,
    })
}

/// By how much the depth is missed.
fn too_shallow(depth: Option<f64>, request: &Request) -> String {
    let slack = match request.slack {
        0.0 => String::new(),
        slack => format!(" with {slack} in reserve"),
    };
    match depth {
        None => "not even a fresh ciphertext is certain to decrypt".to_owned(),
        Some(depth) => format!("they carry depth {depth:.1}, not {}{slack}", request.depth),
    }
}

/// The moduli in a sentence.
fn primes(parameters: &impl Choosable) -> String {
    let sizes = |primes: &[u64]| {
        let bits = primes.iter().map(|&q| format!("{:.1}", (q as f64).log2()));
        bits.collect::<Vec<_>>().join(", ")
    };
    let (q, p) = (parameters.ciphertext_primes(), parameters.special_primes());
    let wide = parameters.all_primes().iter().filter(|&&q| q >> 50 != 0).count();
    let portable = match wide {
        0 => "",
        _ => " Primes from 2^50 on are computed without vector instructions.",
    };
    format!(
        "Q has {:.1} bits in primes of {} bits, P {:.1} bits in primes of {}; key switching has {} digits.{portable}",
        parameters.log2_q(),
        sizes(&q),
        parameters.log2_p(),
        sizes(p),
        parameters.digits().len(),
    )
}
