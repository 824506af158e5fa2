//! An instance of a scheme with slots for a circuit.

use std::sync::Arc;

use ringassay_circuit::{Circuit, Evaluator, Facts, Program, Vectors};
use ringassay_engine::{Plan, Target};
use ringassay_params::{
    Choosable, SlotVisitor,
    bgv::{Objective, Request},
    security, with_slot_scheme,
};
use ringassay_ring::{index::Index, primes::factorise, sample::Distribution};
use ringassay_scheme::{Scheme, bgv::PlaintextModulus, encoding::VectorEncoder};
use ringassay_security::{AttackStatus, Problem};

use super::planned::{AnyPlanned, Planned};
use crate::PredictError;

/// Gates of a circuit that is planned and tallied, at most: nothing is executed for that, and AES-128
/// (34,714 gates) takes seconds.
const MAX_GATES: usize = 1 << 18;

/// A ring and a depth, from which all parameters follow: the primes are those that
/// [`ringassay_params`] chooses there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RnsPoint {
    /// A scheme with slots.
    pub scheme: Scheme,
    /// The index m of the ring.
    pub index: u64,
    /// The plaintext modulus, a power of a prime.
    pub t: u64,
    /// The depth that parameters serve, in HEtest's units.
    pub depth: f64,
}

impl RnsPoint {
    /// What parameters are asked for. Security is judged afterwards: the index is given.
    ///
    /// # Errors
    /// When t is no power of a prime.
    pub fn request(&self, length: usize) -> Result<Request, PredictError> {
        let [(prime, exponent)] = factorise(self.t)[..] else {
            let t = self.t;
            return Err(PredictError::Instance(format!(
                "the plaintext modulus {t} is no power of a prime"
            )));
        };
        Ok(Request {
            plaintext: PlaintextModulus { prime, exponent },
            objective: Objective::Speed,
            index: Some(self.index),
            insist: true,
            ..Request::bits(length, self.depth)
        })
    }
}

/// Parameters of a point for a circuit, and how the circuit is evaluated.
#[derive(Debug, Clone)]
pub struct Instance {
    pub(super) circuit: Circuit,
    pub(super) planned: Arc<dyn AnyPlanned>,
    vectors: VectorEncoder,
    index: Index,
    primes: Vec<u64>,
    log2_moduli: [f64; 2],
    digits: usize,
    secret: Distribution,
    sigma: f64,
    log2_failure: f64,
}

/// Chooses parameters and plans a circuit.
struct Planner {
    circuit: Circuit,
    request: Request,
}

impl SlotVisitor for Planner {
    type Output = Result<Instance, PredictError>;

    fn visit<P: Choosable>(self) -> Self::Output {
        let Self { circuit, request } = self;
        let choice =
            P::most_secure(&request).map_err(|error| PredictError::Instance(error.to_string()))?;
        let facts = circuit.facts().map_err(|error| PredictError::Circuit(error.to_string()))?;
        let rotations = if facts.rotations > 0 { &choice.rotations[..] } else { &[] };
        let target = Target::new(&choice.parameters, request.length, true, rotations)?;
        let plan = Plan::new(&circuit, &target)?;
        let parameters = &choice.parameters;
        Ok(Instance {
            circuit,
            vectors: target.vectors().clone(),
            index: parameters.index().clone(),
            primes: parameters.all_primes(),
            log2_moduli: [parameters.log2_q(), parameters.log2_p()],
            digits: parameters.digits().len(),
            secret: parameters.secret(),
            sigma: parameters.sigma(),
            log2_failure: choice.log2_failure,
            planned: Arc::new(Planned { target, plan }),
        })
    }
}

impl Instance {
    /// Chooses parameters, and plans the circuit.
    ///
    /// # Errors
    /// When there are no such parameters, or the circuit has no gates or too many of them, or is deeper
    /// than the parameters allow.
    pub fn new(point: &RnsPoint, circuit: &Circuit) -> Result<Self, PredictError> {
        let refused = |why: String| Err(PredictError::Circuit(why));
        let circuit = circuit.lower_fan_in();
        let circuit = circuit.map_err(|error| PredictError::Circuit(error.to_string()))?;
        let (shape, gates) = (circuit.shape(), circuit.gates().len());
        let Some(own) = shape.space.exact() else {
            return refused("its values are real or complex numbers".to_owned());
        };
        if own != point.t {
            let t = point.t;
            return refused(format!("the circuit's values are integers mod {own}, t is {t}"));
        }
        if gates == 0 || gates > MAX_GATES {
            return refused(format!("{gates} gates: 1 to {MAX_GATES} can be planned"));
        }
        let request = point.request(shape.batch as usize)?;
        with_slot_scheme(point.scheme, Planner { circuit, request }).unwrap_or_else(|| {
            refused(format!("{} does not compute over the RNS ring", point.scheme))
        })
    }

    /// The circuit, with gates of many inputs written as sums and products.
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// The circuit's counts; nothing of them for one that is too deep to be counted.
    ///
    /// # Errors
    /// When the circuit cannot be counted.
    pub fn facts(&self) -> Result<Facts, PredictError> {
        self.circuit.facts().map_err(|error| PredictError::Circuit(error.to_string()))
    }

    /// The ring's index.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// All primes, as the ring has them.
    pub fn primes(&self) -> &[u64] {
        &self.primes
    }

    /// log2 of Q, the modulus of fresh ciphertexts, and of P, the special modulus of key switching.
    pub fn log2_moduli(&self) -> [f64; 2] {
        self.log2_moduli
    }

    /// Digits of key switching.
    pub fn digits(&self) -> usize {
        self.digits
    }

    /// log2 of the probability that a result at the full depth decrypts wrongly.
    pub fn log2_failure(&self) -> f64 {
        self.log2_failure
    }

    /// What is known of attacks on the key-switching keys, which are published modulo Q·P; the public key
    /// has a smaller modulus and the same secret.
    pub fn attack_status(&self) -> AttackStatus {
        let [log2_q, log2_p] = self.log2_moduli;
        let (secret, dimension) = (security::secret_of(self.secret), self.index.degree());
        security::status(Problem::Lwe, dimension, log2_q + log2_p, self.sigma, secret)
    }

    /// The entries of an input: many values, the same each time.
    fn entries(&self, input: usize) -> Vec<u64> {
        let shape = self.circuit.shape();
        let t = shape.space.modulus().unwrap_or(2);
        (0..u64::from(shape.batch)).map(|entry| (2 * input as u64 + 3 * entry + 1) % t).collect()
    }

    /// The plaintexts of the inputs, n residues each.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn messages(&self) -> Result<Vec<Vec<u64>>, PredictError> {
        let inputs = 0..self.circuit.wires() as usize;
        let encode = |entries: &[u64]| {
            Ok(self.vectors.encode(entries).map_err(ringassay_scheme::Error::from)?)
        };
        inputs.map(|input| encode(&self.entries(input))).collect()
    }

    /// The entries of a decrypted plaintext.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn decode(&self, message: &[u64]) -> Result<Vec<u64>, PredictError> {
        Ok(self.vectors.decode(message).map_err(ringassay_scheme::Error::from)?)
    }

    /// The results by the plaintext evaluator, the entries of each output.
    ///
    /// # Errors
    /// When the circuit cannot be evaluated.
    pub fn expected(&self) -> Result<Vec<Vec<u64>>, PredictError> {
        let failed = |why: &dyn std::fmt::Display| PredictError::Circuit(why.to_string());
        let shape = self.circuit.shape();
        let words = |entries: Vec<u64>| match shape.space.modulus() {
            Some(_) => entries,
            None => entries
                .chunks(64)
                .map(|bits| bits.iter().rev().fold(0, |word, bit| word << 1 | bit))
                .collect(),
        };
        let inputs = 0..self.circuit.wires() as usize;
        let inputs = inputs.flat_map(|input| words(self.entries(input))).collect();
        let inputs = Vectors::from_words(shape, inputs);
        let inputs = inputs.ok_or_else(|| failed(&"inputs beyond the circuit's space"))?;
        let mut evaluator = Evaluator::new(Program::compile(&self.circuit));
        let output = evaluator.evaluate(&inputs).map_err(|error| failed(&error))?;
        let entries = |index: usize| {
            (0..shape.batch as usize).map(|entry| output.slot(index, entry)).collect()
        };
        Ok((0..output.len()).map(entries).collect())
    }
}
