//! From key parameters to a modulus chain.

use ringassay_circuit::{Shape, Space, text::KeyParameters};
use ringassay_params::ckks::{Choice, Request, with_scale};
use ringassay_slots::target::RealTarget;
use ringassay_sut::kit::{Failure, Remarks};

/// The least security that is estimated.
const LEAST_SECURITY_BITS: f64 = 40.0;
/// Below, there are too few primes near a power of two.
const LEAST_SCALE_BITS: f64 = 30.0;

/// What a key is made for.
pub(super) struct Asked {
    pub(super) shape: Shape,
    pub(super) bound: f64,
    pub(super) precision: f64,
    pub(super) choice: Choice,
    pub(super) target: RealTarget,
}

/// The rule of `docs/programs.md`: the scale has P + G + log2 N + 1 bits, level 0 as many more as the largest value.
pub(super) fn choose(asked: &KeyParameters) -> Result<Asked, Failure> {
    let KeyParameters::Real { batch, depth, security, bound, precision, magnitude, gain } = *asked
    else {
        return Err(Failure::refused(
            "CKKS computes with reals: the key parameters have no R, P, M and G",
        ));
    };
    let space = Space::real(bound).map_err(Failure::failed)?;
    let range_bits = magnitude.max(bound).log2().max(0.0).ceil() + 2.0;
    let precision = precision.to_f64();
    let request = Request {
        precision_bits: precision,
        range: magnitude.max(bound),
        slots: batch.next_power_of_two() as usize,
        security_bits: f64::from(security).max(LEAST_SECURITY_BITS),
        ..Request::new(depth.to_f64().ceil() as usize, precision)
    };
    let scale = |degree: usize| {
        (precision + gain.to_f64() + (degree as f64).log2() + 1.0).max(LEAST_SCALE_BITS)
    };
    let choice =
        with_scale(&request, scale, |scale| scale + range_bits).map_err(Failure::refused)?;
    let (row, levels) = (choice.parameters.slots() as u32, choice.parameters.top() as u32 + 1);
    let target = RealTarget { batch, row, levels, steps: steps(batch, row) };
    Ok(Asked { shape: Shape { space, batch }, bound, precision, choice, target })
}

/// Powers of two below the batch in both directions; where it does not divide the row, the long ones upwards, which
/// replicate a vector over the row.
fn steps(batch: u32, row: u32) -> Vec<i32> {
    let powers =
        |below: u32| (0..31).map(|bit| 1_i32 << bit).take_while(move |&s| s < below as i32);
    let mut steps: Vec<i32> = powers(batch).flat_map(|step| [step, -step]).collect();
    if row % batch != 0 {
        steps.extend(powers(row).filter(|&step| step >= batch as i32));
    }
    steps.sort_unstable();
    steps
}

/// Says everything about a key.
pub(super) fn describe(asked: &Asked, remarks: &mut Remarks) {
    let p = &asked.choice.parameters;
    let bits =
        |primes: &[u64]| primes.iter().map(|&q| hundredths((q as f64).log2())).collect::<Vec<_>>();
    let n = p.index.totient();
    remarks.parameter("scheme", "CKKS");
    remarks.parameter("n", n as u64);
    remarks.parameter("m", 2 * n as u64);
    remarks.parameter("log2_q", hundredths(p.log2_q(p.top())));
    remarks.parameter("log2_qp", hundredths(p.log2_qp()));
    remarks.parameter("q_bits", bits(&p.ciphertext_primes().collect::<Vec<_>>()));
    remarks.parameter("p_bits", bits(&p.special));
    remarks.parameter("log2_scale", p.log2_scale);
    remarks.parameter("precision_bits", asked.precision);
    remarks.parameter("levels", p.top() as u64);
    remarks.parameter("key_switch_digits", p.digits().len() as u64);
    remarks.parameter("secret", p.secret.to_string());
    remarks.parameter("error", p.error().to_string());
    remarks.parameter("rotation_keys", asked.target.steps.len() as u64);
    remarks.parameter("encryption", "public key");
    remarks.parameter("security_bits", hundredths(asked.choice.security.bits));
    remarks.parameter(
        "security_method",
        format!(
            "own estimator at log2 QP: {}, MATZOV's cost of lattice reduction",
            asked.choice.security.attack
        ),
    );
    asked.choice.explanation.iter().for_each(|reason| remarks.note(reason.as_str()));
}

fn hundredths(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
