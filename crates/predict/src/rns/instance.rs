//! An instance of BGV or BFV for a circuit.

use ringassay_circuit::{Circuit, Evaluator, Facts, Gate, Program, Vectors};
use ringassay_engine::{Plan, Target};
use ringassay_params::{
    bfv,
    bgv::{self, Objective, Request},
    security,
};
use ringassay_ring::{index::Index, primes::factorise, sample::Distribution};
use ringassay_scheme::{
    Scheme,
    bfv::Parameters as BfvParameters,
    bgv::PlaintextModulus,
    encoding::{Encoder, Layout, PlaintextRing},
};
use ringassay_security::{AttackStatus, Problem};

use crate::{PredictError, circuit::MAX_GATES};

/// A ring and a depth, from which all parameters follow: the primes are those that
/// [`ringassay_params`] chooses there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RnsPoint {
    /// The scheme: BGV or BFV.
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

/// The levels of security that primes are chosen for, in bits.
const LEVELS: [f64; 13] =
    [256.0, 192.0, 160.0, 128.0, 112.0, 100.0, 96.0, 90.0, 80.0, 70.0, 60.0, 50.0, 40.0];

/// BGV's choice at an index, for the highest level at which the index is deep enough; without a bound on
/// the moduli where none is. So the point alone decides on the primes.
fn as_secure(request: &Request) -> Result<bgv::Choice, ringassay_params::Error> {
    let at = |security_bits| Request { security_bits, insist: false, ..request.clone() };
    let secure = LEVELS.into_iter().find_map(|bits| bgv::choose(&at(bits)).ok());
    secure.map_or_else(|| bgv::choose(request), Ok)
}

/// Parameters of a point for a circuit, and how the circuit is evaluated.
#[derive(Debug, Clone)]
pub struct Instance {
    pub(super) circuit: Circuit,
    pub(super) chosen: Chosen,
    pub(super) encoder: Option<(Encoder, Layout)>,
    log2_failure: f64,
}

/// By scheme.
#[derive(Debug, Clone)]
pub(super) enum Chosen {
    Bgv { target: Box<Target>, plan: Box<Plan> },
    Bfv(Box<BfvParameters>),
}

impl Instance {
    /// Chooses parameters, and plans the circuit on BGV.
    ///
    /// # Errors
    /// When there are no such parameters, or the circuit has gates that the scheme has no function for,
    /// none or too many of them, or is deeper than the parameters allow.
    pub fn new(point: &RnsPoint, circuit: &Circuit) -> Result<Self, PredictError> {
        let refused = |why: String| Err(PredictError::Circuit(why));
        let circuit = circuit.lower_fan_in();
        let circuit = circuit.map_err(|error| PredictError::Circuit(error.to_string()))?;
        let (shape, gates) = (circuit.shape(), circuit.gates().len());
        let own = shape.space.modulus().unwrap_or(2);
        if own != point.t {
            let t = point.t;
            return refused(format!("the circuit's values are integers mod {own}, t is {t}"));
        }
        if gates == 0 || gates > MAX_GATES {
            return refused(format!("{gates} gates: 1 to {MAX_GATES} can be executed"));
        }
        let length = shape.batch as usize;
        let request = point.request(length)?;
        let instance = |error: ringassay_params::Error| PredictError::Instance(error.to_string());
        match point.scheme {
            Scheme::Bgv => {
                let choice = as_secure(&request).map_err(instance)?;
                let facts = circuit.facts();
                let facts = facts.map_err(|error| PredictError::Circuit(error.to_string()))?;
                let rotations = if facts.rotations > 0 { &choice.rotations[..] } else { &[] };
                let target = Target::new(&choice.parameters, length, true, rotations)?;
                let plan = Plan::new(&circuit, &target)?;
                let encoder = Some((target.encoder().clone(), target.layout().clone()));
                let chosen = Chosen::Bgv { target: Box::new(target), plan: Box::new(plan) };
                Ok(Self { circuit, chosen, encoder, log2_failure: choice.log2_failure })
            }
            Scheme::Bfv => {
                let other = circuit
                    .gates()
                    .iter()
                    .find(|gate| !matches!(gate, Gate::Add(..) | Gate::Sub(..) | Gate::Mul(..)));
                if let Some(other) = other {
                    let kind = other.kind();
                    return refused(format!(
                        "{kind} is none of BFV's functions: sums, differences and products of two \
                         ciphertexts are"
                    ));
                }
                let choice = bfv::choose(&request).map_err(instance)?;
                // One value is a constant polynomial: no slots are needed.
                let encoder = match length {
                    1 => None,
                    _ => {
                        let PlaintextModulus { prime, exponent } = request.plaintext;
                        let index = &choice.parameters.index;
                        let ring = PlaintextRing::new(index, prime, exponent)
                            .map_err(ringassay_scheme::Error::from)?;
                        let layout = Layout::for_length(&ring, length);
                        let layout = layout.map_err(ringassay_scheme::Error::from)?;
                        let encoder = Encoder::new(&ring).map_err(ringassay_scheme::Error::from)?;
                        Some((encoder, layout))
                    }
                };
                let chosen = Chosen::Bfv(Box::new(choice.parameters));
                Ok(Self { circuit, chosen, encoder, log2_failure: choice.log2_failure })
            }
            other => refused(format!("{other} does not compute over the RNS ring")),
        }
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
        match &self.chosen {
            Chosen::Bgv { target, .. } => &target.parameters().index,
            Chosen::Bfv(parameters) => &parameters.index,
        }
    }

    /// All primes, as the ring has them.
    pub fn primes(&self) -> Vec<u64> {
        match &self.chosen {
            Chosen::Bgv { target, .. } => target.parameters().primes().collect(),
            Chosen::Bfv(parameters) => parameters.all_primes().collect(),
        }
    }

    /// log2 of Q, the modulus of fresh ciphertexts, and of P, the special modulus of key switching.
    pub fn log2_moduli(&self) -> [f64; 2] {
        match &self.chosen {
            Chosen::Bgv { target, .. } => {
                [target.parameters().log2_q(), target.parameters().log2_p()]
            }
            Chosen::Bfv(parameters) => [parameters.log2_q(), parameters.log2_p()],
        }
    }

    /// Digits of key switching.
    pub fn digits(&self) -> usize {
        match &self.chosen {
            Chosen::Bgv { target, .. } => target.parameters().digits().len(),
            Chosen::Bfv(parameters) => parameters.digits().len(),
        }
    }

    /// log2 of the probability that a result at the full depth decrypts wrongly.
    pub fn log2_failure(&self) -> f64 {
        self.log2_failure
    }

    /// What is known of attacks on the key-switching keys, which are published modulo Q·P; the public key
    /// has a smaller modulus and the same secret.
    pub fn attack_status(&self) -> AttackStatus {
        let (secret, sigma): (Distribution, f64) = match &self.chosen {
            Chosen::Bgv { target, .. } => (target.parameters().secret, target.parameters().sigma),
            Chosen::Bfv(parameters) => (parameters.secret, parameters.sigma),
        };
        let [log2_q, log2_p] = self.log2_moduli();
        let secret = security::secret_of(secret);
        security::status(Problem::Lwe, self.index().totient(), log2_q + log2_p, sigma, secret)
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
        inputs.map(|input| self.encode(&self.entries(input))).collect()
    }

    fn encode(&self, entries: &[u64]) -> Result<Vec<u64>, PredictError> {
        match &self.encoder {
            Some((encoder, layout)) => {
                let slots = layout.spread(entries).map_err(ringassay_scheme::Error::from)?;
                Ok(encoder.encode(&slots).map_err(ringassay_scheme::Error::from)?)
            }
            None => {
                let mut message = vec![0; self.index().totient()];
                message[0] = entries.first().copied().unwrap_or(0);
                Ok(message)
            }
        }
    }

    /// The entries of a decrypted plaintext.
    ///
    /// # Errors
    /// When the encoder refuses.
    pub fn decode(&self, message: &[u64]) -> Result<Vec<u64>, PredictError> {
        match &self.encoder {
            Some((encoder, layout)) => {
                let slots = encoder.decode(message).map_err(ringassay_scheme::Error::from)?;
                Ok(layout.gather(&slots).map_err(ringassay_scheme::Error::from)?)
            }
            None => Ok(message.iter().take(1).copied().collect()),
        }
    }

    /// The result by the plaintext evaluator.
    ///
    /// # Errors
    /// When the circuit cannot be evaluated.
    pub fn expected(&self) -> Result<Vec<u64>, PredictError> {
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
        Ok((0..shape.batch as usize).map(|entry| output.slot(0, entry)).collect())
    }
}
