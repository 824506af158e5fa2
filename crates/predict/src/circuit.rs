//! Circuits as applications: what is executed step by step, and its result in the clear.

use ringassay_circuit::{Circuit, Shape, Space, read_expression, text};
use ringassay_papers::sut::{Arithmetic, Step, Value};

use crate::{Point, PredictError};

/// Gates of a circuit that is executed, at most.
pub const MAX_GATES: usize = 4096;

/// The circuit of an expression over integers mod t.
///
/// # Errors
/// When it is no expression.
pub fn of_expression(expression: &str, t: u64) -> Result<Circuit, PredictError> {
    let unreadable = |error: &dyn std::fmt::Display| PredictError::Circuit(error.to_string());
    let space = Space::zt(t).map_err(|error| unreadable(&error))?;
    let read = read_expression(expression.as_bytes(), Shape { space, batch: 1 });
    Ok(read.map_err(|error| unreadable(&error))?.circuit)
}

/// The circuit of a file.
///
/// # Errors
/// When it is none.
pub fn of_text(circuit: &[u8]) -> Result<Circuit, PredictError> {
    text::read_circuit(circuit).map_err(|error| PredictError::Circuit(error.to_string()))
}

/// Steps on ciphertexts of one entry each, at most.
pub const MAX_STEPS: usize = 1 << 16;

/// A circuit on schemes that hold one entry in a ciphertext, in the order of its gates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workload {
    arithmetic: Arithmetic,
    /// For each step the nodes that nothing needs after it.
    done: Vec<Vec<u32>>,
}

impl Workload {
    /// The circuit of an expression over integers mod t.
    ///
    /// # Errors
    /// When it is no expression, or as [`Workload::new`].
    pub fn of_expression(expression: &str, t: u64) -> Result<Self, PredictError> {
        Self::new(&of_expression(expression, t)?, t)
    }

    /// A circuit file.
    ///
    /// # Errors
    /// When it is none, or as [`Workload::new`].
    pub fn of_text(circuit: &[u8], t: u64) -> Result<Self, PredictError> {
        Self::new(&of_text(circuit)?, t)
    }

    /// A circuit, entry by entry.
    ///
    /// # Errors
    /// When it has no gates or too many of them, or other values than integers mod t.
    pub fn new(circuit: &Circuit, t: u64) -> Result<Self, PredictError> {
        let refused = |why: String| Err(PredictError::Circuit(why));
        let lowered = circuit.lower_fan_in();
        let circuit = &lowered.map_err(|error| PredictError::Circuit(error.to_string()))?;
        let Some(own) = circuit.shape().space.exact() else {
            return refused("its values are real or complex numbers".to_owned());
        };
        if own != t {
            return refused(format!("the circuit's values are integers mod {own}, t is {t}"));
        }
        let gates = circuit.gates().len();
        if gates == 0 || gates > MAX_GATES {
            return refused(format!("{gates} gates: 1 to {MAX_GATES} can be executed"));
        }
        let arithmetic = Arithmetic::new(circuit)?;
        let steps = arithmetic.steps().len();
        if steps > MAX_STEPS {
            return refused(format!(
                "{steps} steps on ciphertexts of one entry each: {MAX_STEPS} can be executed"
            ));
        }
        let done = arithmetic.done();
        Ok(Self { arithmetic, done })
    }

    /// The number of encrypted inputs: an entry of a wire each.
    pub fn inputs(&self) -> usize {
        self.arithmetic.inputs() as usize
    }

    /// The steps with the nodes that nothing needs after each.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (Step, &[u32])> {
        self.arithmetic.steps().iter().copied().zip(self.done.iter().map(Vec::as_slice))
    }

    /// The entries of the result.
    pub(crate) fn outputs(&self) -> &[Value] {
        self.arithmetic.outputs()
    }

    /// The message of an input. FV and YASHE' compute with polynomials, of which it has two terms,
    /// so that products wrap around; the depth formulas of the others are about bits.
    pub fn message(&self, point: &Point, input: usize) -> Vec<u64> {
        let (t, n) = (point.t.max(2), point.degree.max(1));
        let mut message = vec![0; n];
        let odd = 2 * input as u64 + 1;
        message[0] = odd % t;
        if !point.scheme.has_bits_only() {
            message[n - 1 - input % 3 % n] = (odd + 2) % t;
        }
        message
    }

    /// The result by the definition: polynomials modulo x^n + 1 and t, term by term; one for each entry.
    pub fn expected(&self, point: &Point) -> Vec<Vec<u64>> {
        let (n, t) = (point.degree, point.t.max(2));
        let modulo = |x: u128| (x % u128::from(t)) as u64;
        let mut nodes: Vec<Vec<u64>> = (0..self.inputs()).map(|i| self.message(point, i)).collect();
        for (step, done) in self.steps() {
            let node = |node: u32| &nodes[node as usize];
            let pairs = |a, b| node(a).iter().zip(node(b)).map(|(&x, &y)| (u128::from(x), y));
            let each = |a, f: &dyn Fn(u128) -> u128| {
                node(a).iter().map(|&x| modulo(f(u128::from(x)))).collect()
            };
            let result: Vec<u64> = match step {
                Step::Add(a, b) => pairs(a, b).map(|(x, y)| modulo(x + u128::from(y))).collect(),
                Step::Sub(a, b) => {
                    pairs(a, b).map(|(x, y)| modulo(x + u128::from(t - y))).collect()
                }
                Step::Multiply(a, b) => product(node(a), node(b), t),
                Step::AddKnown(a, c) => {
                    let mut sum = node(a).clone();
                    sum[0] = modulo(u128::from(sum[0]) + u128::from(c));
                    sum
                }
                Step::Scale(a, c) => {
                    let c = i128::from(c).rem_euclid(i128::from(t)).unsigned_abs();
                    each(a, &|x| x * c)
                }
                Step::Negate(a) => each(a, &|x| u128::from(t) - x),
            };
            nodes.push(result);
            done.iter().for_each(|&node| nodes[node as usize] = Vec::new());
        }
        let output = |output: &Value| match *output {
            Value::Node(node) => nodes.get(node as usize).cloned().unwrap_or_default(),
            Value::Known(known) => {
                let mut constant = vec![0; n.max(1)];
                constant[0] = known;
                constant
            }
        };
        self.outputs().iter().map(output).collect()
    }
}

/// The negacyclic product modulo t.
fn product(x: &[u64], y: &[u64], t: u64) -> Vec<u64> {
    let (n, t) = (x.len(), u128::from(t));
    let terms = |x: &[u64]| -> Vec<(usize, u64)> {
        x.iter().copied().enumerate().filter(|&(_, c)| c != 0).collect()
    };
    let mut sums = vec![0_u128; n];
    let y = terms(y);
    for (i, a) in terms(x) {
        for &(j, b) in &y {
            let term = u128::from(a) * u128::from(b) % t;
            // x^n is -1.
            let (at, term) = if i + j < n { (i + j, term) } else { (i + j - n, t - term) };
            sums[at] = (sums[at] + term) % t;
        }
    }
    sums.into_iter().map(|sum| sum as u64).collect()
}
