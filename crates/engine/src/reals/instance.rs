//! From key parameters to a modulus chain.

use ringassay_circuit::{Shape, Space, text::KeyParameters};
use ringassay_functions::refresh::Shape as RefreshShape;
use ringassay_params::ckks::{Choice, RefreshRequest, Request, choose_refreshed, with_scale};
use ringassay_scheme::{Scheme, ckks::RingType};
use ringassay_slots::target::RealTarget;
use ringassay_sut::kit::{Failure, Remarks};

use crate::{
    Encryption,
    sut::{
        Options,
        describe::{bits, encryption_name, hundredths, security},
    },
};

/// The least security that is chosen for: below 45 bits the estimator only says that nothing is secure.
const LEAST_SECURITY_BITS: f64 = 50.0;
/// Below, there are too few primes near a power of two.
const LEAST_SCALE_BITS: f64 = 30.0;

/// What the client chooses for key parameters, before any key is made: the same each time.
#[derive(Debug, Clone)]
pub struct RealInstance {
    /// Of the vectors.
    pub shape: Shape,
    /// R or C: no input is larger.
    pub bound: f64,
    /// M: nothing that is computed is larger.
    pub largest: f64,
    /// P: bits of precision.
    pub precision_bits: f64,
    /// The scheme's parameters, and why.
    pub choice: Choice,
    /// How ciphertexts are refreshed, if they are.
    pub refresh: Option<RefreshShape>,
    /// What programs are planned for.
    pub target: RealTarget,
}

impl RealInstance {
    /// By the rule of `docs/programs.md`: the scale has P + G + log2(m/2) + 1 bits, level 0 as many more as the
    /// largest value. Reals lie in the ring in which a product takes less work, unless the options name one.
    ///
    /// # Errors
    /// When no parameters serve.
    pub fn choose(asked: &KeyParameters, options: &Options) -> Result<Self, Failure> {
        let KeyParameters::Real {
            is_complex,
            batch,
            depth,
            security,
            bound,
            precision,
            magnitude,
            gain,
        } = *asked
        else {
            return Err(Failure::refused(
                "CKKS computes with real and complex numbers: the key parameters have no R or C, P, M and G",
            ));
        };
        let space = if is_complex { Space::complex(bound) } else { Space::real(bound) };
        let space = space.map_err(Failure::failed)?;
        let ring = ring_of(is_complex, options)?;
        let largest = magnitude.max(bound);
        let range_bits = largest.log2().max(0.0).ceil() + 2.0;
        let precision = precision.to_f64();
        let (choice, refresh) = if let Some(depth) = options.refresh {
            if ring == Some(RingType::ConjugateInvariant) {
                return Err(Failure::refused("ciphertexts are refreshed in the standard ring"));
            }
            let request = RefreshRequest {
                depth,
                range: largest,
                slots: batch.next_power_of_two().max(2) as usize,
                security_bits: f64::from(security).max(LEAST_SECURITY_BITS),
                degree: options
                    .index
                    .map(|index| degree_of(index, Some(RingType::Standard)))
                    .transpose()?,
                insist: options.insist,
            };
            let found = choose_refreshed(&request).map_err(Failure::refused)?;
            (found.choice, Some(found.shape))
        } else {
            let request = Request {
                precision_bits: precision,
                range: largest,
                slots: batch.next_power_of_two() as usize,
                security_bits: f64::from(security).max(LEAST_SECURITY_BITS),
                ring,
                degree: options.index.map(|index| degree_of(index, ring)).transpose()?,
                insist: options.insist,
                ..Request::new(depth.to_f64().ceil() as usize, precision)
            };
            let scale = |ring: RingType, degree: usize| {
                let half_index = ring.half_index(degree) as f64;
                (precision + gain.to_f64() + half_index.log2() + 1.0).max(LEAST_SCALE_BITS)
            };
            let choice = with_scale(&request, scale, |scale| scale + range_bits)
                .map_err(Failure::refused)?;
            (choice, None)
        };
        let (row, levels) = (choice.parameters.slots() as u32, choice.parameters.top() as u32 + 1);
        let target = RealTarget {
            batch,
            row,
            levels,
            steps: steps(batch, row),
            complex: is_complex,
            refresh: refresh.is_some(),
        };
        Ok(Self {
            shape: Shape { space, batch },
            bound,
            largest,
            precision_bits: precision,
            choice,
            refresh,
            target,
        })
    }

    /// How many slots messages have that are refreshed: as many as vectors have entries, if rows repeat them.
    pub(super) fn refresh_slots(&self) -> usize {
        let RealTarget { batch, row, .. } = self.target;
        if batch.is_power_of_two() { batch.max(2) as usize } else { row as usize }
    }
}

/// The ring that is left: reals lie in either one, and an index is that of the standard ring unless the other
/// one is named.
fn ring_of(is_complex: bool, options: &Options) -> Result<Option<RingType>, Failure> {
    match (options.ring, is_complex) {
        (Some(RingType::ConjugateInvariant), true) => Err(Failure::refused(
            "the conjugate-invariant ring has real slots, and the values are complex: take the standard ring",
        )),
        (None, true) => Ok(Some(RingType::Standard)),
        (None, false) if options.index.is_some() => Ok(Some(RingType::Standard)),
        (ring, _) => Ok(ring),
    }
}

/// N of an index 2N or, in the conjugate-invariant ring, 4N.
fn degree_of(index: u64, ring: Option<RingType>) -> Result<usize, Failure> {
    // m of degree 1 would be 2 or 4.
    let of_one = 2 * ring.unwrap_or_default().half_index(1) as u64;
    let degree = usize::try_from(index / of_one).unwrap_or(usize::MAX);
    if index.is_power_of_two() && index > 1 {
        Ok(degree)
    } else {
        Err(Failure::refused(format!("the index of CKKS is a power of two, not {index}")))
    }
}

/// Powers of two below the batch in both directions; where it does not divide the row, the long ones upwards, which
/// replicate a vector over the row.
fn steps(batch: u32, row: u32) -> Vec<i32> {
    let powers =
        |below: u32| (0..31).map(|bit| 1_i32 << bit).take_while(move |&s| s < below as i32);
    let mut steps: Vec<i32> = powers(batch).flat_map(|step| [step, -step]).collect();
    // Half a vector up is half a vector down.
    steps.retain(|&step| -2 * step != batch as i32);
    if !row.is_multiple_of(batch) {
        steps.extend(powers(row).filter(|&step| step >= batch as i32));
    }
    steps.sort_unstable();
    steps
}

/// Says everything about a key.
pub(super) fn describe(instance: &RealInstance, encryption: Encryption, remarks: &mut Remarks) {
    let choice = &instance.choice;
    let p = &choice.parameters;
    let n = p.index.degree();
    remarks.parameter("scheme", Scheme::Ckks.to_string());
    remarks.parameter("ring", p.ring_type().name());
    remarks.parameter("m", p.index.m());
    remarks.parameter("n", n as u64);
    remarks.parameter("log2_q", hundredths(p.log2_q(p.top())));
    remarks.parameter("log2_p", hundredths(p.log2_p()));
    remarks.parameter("log2_qp", hundredths(p.log2_qp()));
    remarks.parameter("q_bits", bits(&p.ciphertext_primes().collect::<Vec<_>>()));
    remarks.parameter("p_bits", bits(&p.special));
    remarks.parameter("log2_scale", p.log2_scale);
    remarks.parameter("precision_bits", instance.precision_bits);
    remarks.parameter("moduli", p.levels.len() as u64);
    remarks.parameter("key_switch_digits", p.digits().len() as u64);
    remarks.parameter("secret", p.secret.to_string());
    remarks.parameter("error", p.error().to_string());
    remarks.parameter("slots", p.slots() as u64);
    remarks.parameter("rotation_keys", instance.target.steps.len() as u64);
    if instance.target.complex {
        remarks.parameter("conjugation_keys", 1_u64);
    }
    if let Some(shape) = &instance.refresh {
        let failure = shape.range.log2_failure(2 * instance.refresh_slots());
        remarks.parameter("refresh_failure_log2", hundredths(failure));
        remarks.note(
            "the precision of what is refreshed follows from the degree and the levels between refreshes, not from P",
        );
    }
    remarks.parameter("encryption", encryption_name(encryption));
    remarks.parameter(
        "noise_model",
        "worst case by interval arithmetic (G), a margin of four standard deviations",
    );
    security(&choice.security, (&p.index, p.log2_qp(), p.secret), choice.is_secure, remarks);
    choice.explanation.iter().for_each(|reason| remarks.note(reason.as_str()));
}
