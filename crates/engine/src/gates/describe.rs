//! Parameters as a REPORT names them.

use ringassay_gates::{Gate, Parameters, Security};
use ringassay_scheme::Scheme;
use ringassay_sut::kit::Remarks;

/// Says everything about a key.
pub(super) fn describe(
    parameters: &Parameters,
    security: Security,
    asked: u32,
    remarks: &mut Remarks,
) {
    let Parameters { dimension, rank, degree, q, width, count, switch, sigma } = *parameters;
    remarks.parameter("scheme", Scheme::Gates.to_string());
    // The dimension of bits and of the rotation key, from which others estimate their security.
    remarks.parameter("n", (rank * degree) as u64);
    remarks.parameter("rank", rank as u64);
    remarks.parameter("degree", degree as u64);
    remarks.parameter("t", 2);
    remarks.parameter("log2_q", hundredths((q as f64).log2()));
    remarks.parameter("log2_qp", hundredths((q as f64).log2()));
    remarks.parameter("log2_w", width);
    remarks.parameter("digits", count);
    remarks.parameter("switch_n", dimension as u64);
    remarks.parameter("switch_log2_q", switch.q.ilog2());
    remarks.parameter("switch_log2_w", switch.width);
    remarks.parameter("switch_digits", switch.count);
    remarks.parameter("switch_secret", "binary");
    remarks.parameter("secret", "ternary");
    remarks.parameter("error", format!("discrete Gaussian, σ = {sigma:.2}"));
    remarks.parameter("encryption", "secret key");
    remarks.parameter("packing", "one ciphertext per entry");
    remarks.parameter("noise_model", "variances of independent errors, for each step of a gate");
    let failures = Gate::ALL.iter().map(|gate| parameters.log2_failure(&gate.form()));
    let worst = failures.fold(f64::NEG_INFINITY, f64::max);
    remarks.parameter("failure_probability_log2", hundredths(worst));
    remarks.parameter("security_bits", (security.bits() * 10.0).round() / 10.0);
    remarks.parameter(
        "security_method",
        format!(
            "MATZOV: bits and rotation key {:.1}, switching key {:.1}",
            security.ring, security.switch
        ),
    );
    if security.bits() < f64::from(asked) {
        remarks.parameter("below_asked_security", true);
        remarks.note(format!("NOT AS SECURE AS ASKED ({asked} bits)"));
    }
    remarks.note(
        "a ciphertext for each entry of a vector, and a bootstrapping for each gate of two or three bits: no depth is \
         too large",
    );
}

fn hundredths(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
