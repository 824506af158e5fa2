//! Parameters as a REPORT names them, the verdict on their security among them.

use ringassay_ring::rns::log2_big;
use ringassay_security::AttackStatus;
use ringassay_sut::kit::Remarks;

use super::{Choice, Request};

/// Says everything about a key.
pub(super) fn describe(choice: &Choice, request: &Request, remarks: &mut Remarks) {
    let (p, scheme) = (&choice.parameters, choice.formula.scheme());
    remarks.parameter("scheme", scheme.to_string());
    remarks.parameter("n", p.degree as u64);
    remarks.parameter("m", 2 * p.degree as u64);
    remarks.parameter("t", p.t);
    remarks.parameter("log2_q", hundredths(log2_big(&p.q)));
    remarks.parameter("log2_qp", hundredths(log2_big(&p.q)));
    remarks.parameter("log2_w", p.log2_w);
    remarks.parameter("digits", p.digits() as u64);
    remarks.parameter("levels", choice.levels);
    remarks.parameter("depth_formula", choice.formula.name());
    remarks.parameter("secret", "ternary");
    remarks.parameter("error", format!("discrete Gaussian, σ = {:.1}", p.sigma()));
    remarks.parameter("encryption", "public key");
    remarks.parameter("packing", "one ciphertext per entry");
    remarks.parameter("product_operations", choice.complexity.round());
    security(choice, request, remarks);
    remarks.note(
        "one ciphertext for each entry of a vector, of a constant polynomial: products of these \
         schemes are products of polynomials, not of slots; rotations and selections cost nothing",
    );
}

/// Where nothing is secured the report says 0 bits, for 0 is what it has no doubt about.
fn security(choice: &Choice, request: &Request, remarks: &mut Remarks) {
    let status = choice.status.to_string();
    let (bits, method) = match &choice.status {
        AttackStatus::Estimated(found) => (found.bits, found.to_string()),
        _ => (0.0, status.clone()),
    };
    remarks.parameter("security_bits", (bits * 10.0).round() / 10.0);
    remarks.parameter("security_method", method);
    remarks.parameter("attack_status", status.clone());
    if choice.is_secure {
        return;
    }
    remarks.parameter("below_asked_security", true);
    let asked = request.security_bits;
    if let AttackStatus::Overstretched { .. } = choice.status {
        remarks.note(format!("NOT SECURE: {status}"));
        remarks.note(format!(
            "n is the one at which learning with errors alone would offer {asked} bits, so that costs \
             can be compared"
        ));
    } else {
        remarks.note(format!("NOT AS SECURE AS ASKED ({asked} bits): {status}"));
    }
}

fn hundredths(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
