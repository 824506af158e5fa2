//! Parameters as a REPORT names them.

use ringassay_params::SlotChoice;
use ringassay_ring::{RnsRing, index::Index, sample::Distribution};
use ringassay_scheme::{IntegerScheme, hybrid::Context};
use ringassay_security::{Estimate, Secret, max_log2_q_guidelines_2024, max_log2_q_standard_2018};
use ringassay_sut::kit::Remarks;

use crate::{Encryption, Target};

/// Says everything about a key.
pub(super) fn describe<P: IntegerScheme>(
    choice: &SlotChoice<P>,
    target: &Target<P>,
    context: &Context<P, RnsRing>,
    encryption: Encryption,
    remarks: &mut Remarks,
) {
    let p = &choice.parameters;
    remarks.parameter("scheme", P::SCHEME.to_string());
    remarks.parameter("m", p.index().m());
    remarks.parameter("n", p.index().degree() as u64);
    remarks.parameter("t", p.t());
    remarks.parameter("log2_q", hundredths(p.log2_q()));
    remarks.parameter("log2_p", hundredths(p.log2_p()));
    remarks.parameter("log2_qp", hundredths(p.log2_qp()));
    remarks.parameter("q_bits", bits(&p.ciphertext_primes()));
    remarks.parameter("p_bits", bits(p.special_primes()));
    p.facts().into_iter().for_each(|(name, value)| remarks.parameter(name, value));
    remarks.parameter("moduli", context.levels() as u64);
    remarks.parameter("key_switch_digits", p.digits().len() as u64);
    remarks.parameter("secret", p.secret().to_string());
    remarks.parameter("error", Distribution::Spherical { sigma: p.sigma() }.to_string());
    remarks.parameter("slots", target.layout().ring().slots().count() as u64);
    remarks.parameter("slot_degree", target.layout().ring().slots().degree() as u64);
    remarks.parameter("copies", target.layout().copies() as u64);
    remarks.parameter("rotation_keys", target.keys().exponents().len() as u64);
    remarks.parameter("rotation_terms_mean", hundredths(choice.rotation_terms.0));
    remarks.parameter("rotation_terms_most", choice.rotation_terms.1 as u64);
    remarks.parameter("encryption", encryption_name(encryption));
    remarks.parameter(
        "noise_model",
        "average case in the canonical embedding, by powers of the secret",
    );
    remarks.parameter("failure_probability_log2", hundredths(choice.log2_failure));
    security(&choice.security, (p.index(), p.log2_qp(), p.secret()), choice.is_secure, remarks);
    choice.explanation.iter().for_each(|reason| remarks.note(reason.as_str()));
}

pub(crate) fn encryption_name(encryption: Encryption) -> &'static str {
    match encryption {
        Encryption::Public => "public key",
        Encryption::Secret => "secret key, one part as its seed",
    }
}

/// Of an index, log2 of Q·P, and the distribution of secrets.
type Instance<'a> = (&'a Index, f64, Distribution);

/// How hard an instance is to break, by our estimator and by published tables.
pub(crate) fn security(
    estimate: &Estimate,
    instance: Instance<'_>,
    is_secure: bool,
    remarks: &mut Remarks,
) {
    remarks.parameter("security_bits", hundredths(estimate.bits));
    remarks.parameter(
        "security_method",
        format!(
            "own estimator at log2 QP: {}, MATZOV's cost of lattice reduction",
            estimate.attack
        ),
    );
    let guidelines = |n, bits| max_log2_q_guidelines_2024(n, Secret::Ternary, bits);
    if let Some(level) = level(instance, guidelines) {
        remarks.parameter("security_guidelines_2024", level);
    }
    if let Some(level) = level(instance, max_log2_q_standard_2018) {
        remarks.parameter("security_standard_2018", level);
    }
    if !is_secure {
        remarks.parameter("below_asked_security", true);
        remarks.note(format!(
            "WARNING: these parameters offer {:.0} bits of security, fewer than asked for; they were \
             accepted because of --insist",
            estimate.bits
        ));
    }
}

/// The highest level of a table that the parameters reach, 0 for none; nothing where the table says
/// nothing: it is about powers of two and ternary secrets.
fn level(
    (index, log2_qp, secret): Instance<'_>,
    most: impl Fn(usize, u32) -> Option<u32>,
) -> Option<u32> {
    let n = index.degree();
    let in_table = index.m().is_power_of_two()
        && matches!(secret, Distribution::Ternary | Distribution::BoundedTernary)
        && most(n, 128).is_some();
    let reached = |bits: &u32| most(n, *bits).is_some_and(|q| log2_qp <= q.into());
    in_table.then(|| [256, 192, 128].into_iter().find(reached).unwrap_or(0))
}

pub(crate) fn bits(primes: &[u64]) -> Vec<u32> {
    primes.iter().map(|q| u64::BITS - q.leading_zeros()).collect()
}

pub(crate) fn hundredths(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
