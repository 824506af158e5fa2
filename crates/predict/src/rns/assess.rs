//! Points of schemes with slots for a circuit: which there are, and what is known of each.

use ringassay_circuit::{Circuit, DepthTable};
use ringassay_interrupt::checkpoint;
use ringassay_params::{Choosable, SlotVisitor, bgv::Request, with_slot_scheme};
use ringassay_scheme::Scheme;
use ringassay_security::AttackStatus;

use super::{Instance, RnsPoint, tally};
use crate::{PredictError, Predictor, predictor::PredictedApplication};

/// The most indices that are offered for a circuit.
const OFFERED: usize = 4;

/// By how much the depth is raised until parameters carry the circuit.
const EXTRA_DEPTHS: [f64; 4] = [0.0, 1.0, 2.0, 4.0];

/// What is known of a point without executing anything.
#[derive(Debug, Clone)]
pub struct Assessed {
    /// What is known of attacks on the keys with the largest modulus.
    pub status: AttackStatus,
    /// log2 of the probability that a result at the full depth decrypts wrongly.
    pub log2_failure: f64,
    /// log2 of Q and of P.
    pub log2_moduli: [f64; 2],
    /// Digits of key switching.
    pub digits: usize,
    /// Products of ring elements modulo Q, counted as [`ringassay_papers::grid::Structure`] counts those
    /// of FV.
    pub ring_products: f64,
    /// Bytes of a fresh ciphertext, by the tally.
    pub ciphertext_bytes: f64,
    /// Bytes of all keys, by the tally.
    pub key_bytes: f64,
    /// Bytes of keys and of the most ciphertexts alive at once.
    pub data_bytes: f64,
    /// Time and memory, where there are prices.
    pub predicted: Option<PredictedApplication>,
}

/// The indices that a scheme's search offers for a request, the best first.
struct Offered<'a>(&'a Request);

impl SlotVisitor for Offered<'_> {
    type Output = Result<Vec<u64>, ringassay_params::Error>;

    fn visit<P: Choosable>(self) -> Self::Output {
        let found = P::candidates(self.0)?.take(OFFERED);
        Ok(found.map(|choice| choice.parameters.index().m()).collect())
    }
}

/// The points that serve a circuit at some security, the best first: those that the scheme's own choice
/// of parameters offers for the circuit's depth, and of which the first, run on shapes, carries the
/// circuit.
///
/// # Errors
/// When no parameters serve it, or the scheme has no slots.
pub fn points(
    scheme: Scheme,
    circuit: &Circuit,
    t: u64,
    security_bits: f64,
) -> Result<Vec<RnsPoint>, PredictError> {
    let length = circuit.shape().batch as usize;
    let circuit =
        &circuit.lower_fan_in().map_err(|error| PredictError::Circuit(error.to_string()))?;
    let hundredths = DepthTable::of_circuit(circuit);
    let refused = |error: ringassay_params::Error| PredictError::Instance(error.to_string());
    let mut first_error = None;
    for extra in EXTRA_DEPTHS {
        checkpoint();
        let depth = hundredths as f64 / 100.0 + extra;
        let point = |index| RnsPoint { scheme, index, t, depth };
        let fixed = point(0).request(length)?;
        let request = Request { index: None, insist: false, security_bits, ..fixed };
        let offered = with_slot_scheme(scheme, Offered(&request)).ok_or_else(|| {
            PredictError::Circuit(format!("{scheme} does not compute over the RNS ring"))
        })?;
        let indices = offered.map_err(refused)?;
        let Some(&first) = indices.first() else { continue };
        match Instance::new(&point(first), circuit).and_then(|one| tally(&one, false)) {
            Ok(_) => return Ok(indices.into_iter().map(point).collect()),
            Err(error @ PredictError::Circuit(_)) => return Err(error),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    Err(first_error.unwrap_or_else(|| {
        PredictError::Instance(format!(
            "{scheme}: no index is deep enough for the circuit at {security_bits} bits of security"
        ))
    }))
}

/// What is known of a point for a circuit.
///
/// # Errors
/// When there are no such parameters, or they do not carry the circuit.
pub fn assess(
    point: &RnsPoint,
    circuit: &Circuit,
    predictor: Option<&Predictor>,
) -> Result<Assessed, PredictError> {
    checkpoint();
    let instance = Instance::new(point, circuit)?;
    let seen = tally(&instance, false)?.record;
    let entered =
        |name: &str| seen.phase(name).map(|phase| (phase.peak_bytes - phase.growth_bytes) as f64);
    let [before, keyed] = ["keys", "encrypt"].map(|name| entered(name).unwrap_or(0.0));
    let next = ["encrypt 2", "add", "multiply"].into_iter().find_map(entered);
    let (ciphertext_bytes, key_bytes) = (next.unwrap_or(keyed) - keyed, keyed - before);
    let facts = instance.facts()?;
    let (l, inputs, products) =
        (instance.digits() as f64, facts.inputs as f64, facts.multiplications as f64);
    Ok(Assessed {
        status: instance.attack_status(),
        log2_failure: instance.log2_failure(),
        log2_moduli: instance.log2_moduli(),
        digits: instance.digits(),
        ring_products: (2.0 + l) + 2.0 * inputs + (4.0 + 2.0 * l) * products + 1.0,
        ciphertext_bytes,
        key_bytes,
        data_bytes: key_bytes + ciphertext_bytes * facts.live_peak as f64,
        predicted: predictor.map(|predictor| predictor.price(&seen)),
    })
}
