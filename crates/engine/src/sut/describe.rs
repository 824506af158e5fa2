//! Parameters as a REPORT names them.

use ringassay_params::SlotChoice;
use ringassay_ring::sample::Distribution;
use ringassay_scheme::{SlotParameters, SlotScheme};
use ringassay_security::{Secret, max_log2_q_guidelines_2024, max_log2_q_standard_2018};
use ringassay_sut::kit::Remarks;

use crate::{Encryption, Target};

/// Says everything about a key.
pub(super) fn describe<P: SlotParameters>(
    choice: &SlotChoice<P>,
    target: &Target<P>,
    context: &P::Computing,
    keys: &<P::Computing as SlotScheme>::EvaluationKeys,
    encryption: Encryption,
    remarks: &mut Remarks,
) {
    let p = &choice.parameters;
    remarks.parameter("scheme", P::SCHEME.to_string());
    remarks.parameter("m", p.index().m());
    remarks.parameter("n", p.index().totient() as u64);
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
    remarks.parameter("rotation_keys", P::Computing::automorphisms(keys).len() as u64);
    remarks.parameter("rotation_terms_mean", hundredths(choice.rotation_terms.0));
    remarks.parameter("rotation_terms_most", choice.rotation_terms.1 as u64);
    remarks.parameter(
        "encryption",
        match encryption {
            Encryption::Public => "public key",
            Encryption::Secret => "secret key, one part as its seed",
        },
    );
    remarks.parameter(
        "noise_model",
        "average case in the canonical embedding, by powers of the secret",
    );
    remarks.parameter("failure_probability_log2", hundredths(choice.log2_failure));
    security(choice, remarks);
    choice.explanation.iter().for_each(|reason| remarks.note(reason.as_str()));
}

fn security<P: SlotParameters>(choice: &SlotChoice<P>, remarks: &mut Remarks) {
    let p = &choice.parameters;
    remarks.parameter("security_bits", hundredths(choice.security.bits));
    remarks.parameter(
        "security_method",
        format!(
            "own estimator at log2 QP: {}, MATZOV's cost of lattice reduction",
            choice.security.attack
        ),
    );
    if let Some(level) = level(p, |n, bits| max_log2_q_guidelines_2024(n, Secret::Ternary, bits)) {
        remarks.parameter("security_guidelines_2024", level);
    }
    if let Some(level) = level(p, max_log2_q_standard_2018) {
        remarks.parameter("security_standard_2018", level);
    }
    if !choice.is_secure {
        remarks.parameter("below_asked_security", true);
        remarks.note(format!(
            "WARNING: these parameters offer {:.0} bits of security, fewer than asked for; they were \
             accepted because of --insist",
            choice.security.bits
        ));
    }
}

/// The highest level of a table that the parameters reach, 0 for none; nothing where the table says
/// nothing: it is about powers of two and ternary secrets.
fn level(p: &impl SlotParameters, most: impl Fn(usize, u32) -> Option<u32>) -> Option<u32> {
    let in_table = p.index().m().is_power_of_two()
        && matches!(p.secret(), Distribution::Ternary | Distribution::BoundedTernary)
        && most(p.index().totient(), 128).is_some();
    let reached =
        |bits: &u32| most(p.index().totient(), *bits).is_some_and(|q| p.log2_qp() <= q.into());
    in_table.then(|| [256, 192, 128].into_iter().find(reached).unwrap_or(0))
}

fn bits(primes: &[u64]) -> Vec<u32> {
    primes.iter().map(|q| u64::BITS - q.leading_zeros()).collect()
}

fn hundredths(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
