//! The noise model: against measured errors and failures, and against figures that others printed.

use ringassay_gates::{Bit, Gate, Job, KeySwitch, Noise, Parameters, log2_erfc};
use ringassay_ring::RnsRing;

use crate::common::{Keys, SMALL, small};

/// The errors of bits, as fractions of a turn.
fn errors(keys: &Keys, bits: &[Bit<RnsRing>], expected: &[bool]) -> Vec<f64> {
    let q = keys.context.parameters().q as f64;
    let error = |(bit, &set): (&Bit<RnsRing>, &bool)| {
        let phase = keys.secret.phase(bit).unwrap() as f64 / q;
        let error = phase - if set { 0.125 } else { -0.125 };
        error - error.round()
    };
    bits.iter().zip(expected).map(error).collect()
}

#[test]
fn errors_have_the_variance_of_the_model() {
    let widths = [(19, 1), (15, 1), (22, 1), (10, 2)];
    for (width, count) in widths {
        let keys = Keys::new(Parameters { width, count, ..small() });
        let fresh = keys.encrypt(&[true; 1024], 1);
        let jobs: Vec<Job<'_, _>> = fresh
            .chunks(2)
            .map(|pair| Job { gate: Gate::And, operands: pair.iter().collect() })
            .collect();
        let bits = keys.evaluator.gates(&jobs).unwrap();
        let errors = errors(&keys, &bits, &[true; 512]);
        let variance = errors.iter().map(|x| x * x).sum::<f64>() / errors.len() as f64;
        // One key: its secret's weight differs from the mean.
        let ratio = variance / bits[0].variance();
        assert!((0.6..1.6).contains(&ratio), "{count} of {width} bits: {ratio}");
    }
}

#[test]
fn weak_parameters_fail_as_often_as_is_said() {
    // The key switch dominates.
    let switch = KeySwitch { q: 1 << 12, width: 4, count: 2 };
    let keys = Keys::new(Parameters { switch, ..small() });
    let expected = keys.context.parameters().log2_failure(&Gate::Majority.form()).exp2();
    assert!((0.001..0.2).contains(&expected), "{expected}: often enough to be counted");
    let (rounds, count) = (6, 1024);
    let mut wrong = 0;
    for round in 0..rounds {
        let fresh = keys.encrypt(&[true, false, true].repeat(count), round);
        let jobs: Vec<Job<'_, _>> = fresh
            .chunks(3)
            .map(|three| Job { gate: Gate::Majority, operands: three.iter().collect() })
            .collect();
        let bits = keys.evaluator.gates(&jobs).unwrap();
        wrong += keys.decrypt(&bits).iter().filter(|&&bit| !bit).count();
    }
    // The sum of two and one is 1/8 from 0 and 3/8 from 1/2: half of what the formula takes into account.
    let ratio = wrong as f64 / (f64::from(rounds) * count as f64) / (expected / 2.0);
    assert!((1.0 / 1.5..1.5).contains(&ratio), "{wrong} wrong, {ratio} times what is expected");
}

#[test]
fn standard_parameters_keep_what_they_promise() {
    let standard = Parameters::standard();
    let security = standard.security().unwrap();
    assert!(security.bits() >= 128.0, "{security:?}");
    for gate in Gate::ALL {
        let log2_failure = standard.log2_failure(&gate.form());
        assert!(log2_failure < -128.0, "{gate:?}: 2^{log2_failure}");
    }
    // A sum of two selections.
    let noise = Noise::of(&standard);
    assert!(noise.log2_failure(4.0 * noise.rotation, 0.125) < -128.0);
}

#[test]
fn probabilities_far_below_all_doubles() {
    // log2(erfc(x)) by arithmetic with 60 digits.
    for (x, expected) in [
        (0.0, 0.0),
        (1.0, -2.668_416_696_78),
        (10.0, -148.424_305_703),
        (20.0, -582.227_490_283),
        (40.0, -2_314.460_192_07),
    ] {
        let found = log2_erfc(x);
        assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{x}: {found}");
    }
    let bit = &SMALL.encrypt(&[true], 1)[0];
    assert!(bit.log2_failure() == f64::NEG_INFINITY && bit.variance() > 0.0);
}
