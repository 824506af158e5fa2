//! Circuits as applications: what is executed gate by gate, and its result in the clear.

use ringassay_circuit::{Circuit, Gate, Shape, Space, read_expression, text};

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

/// A gate of a circuit that schemes have a function for; operands are nodes, inputs first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// Sum.
    Add(usize, usize),
    /// Product.
    Multiply(usize, usize),
}

impl Operation {
    /// Its operands.
    pub fn operands(self) -> [usize; 2] {
        let (Self::Add(a, b) | Self::Multiply(a, b)) = self;
        [a, b]
    }
}

/// Sums and products of inputs, in the order of execution; the last one is the result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workload {
    inputs: usize,
    operations: Vec<Operation>,
    /// For each operation the nodes that nothing needs after it.
    done: Vec<Vec<usize>>,
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

    /// What of a circuit the schemes have functions for: sums and products.
    ///
    /// # Errors
    /// When it has other gates, none or too many of them, or other values than integers mod t.
    pub fn new(circuit: &Circuit, t: u64) -> Result<Self, PredictError> {
        let refused = |why: String| Err(PredictError::Circuit(why));
        let lowered = circuit.lower_fan_in();
        let circuit = &lowered.map_err(|error| PredictError::Circuit(error.to_string()))?;
        let own = circuit.shape().space.modulus().unwrap_or(2);
        if own != t {
            return refused(format!("the circuit's values are integers mod {own}, t is {t}"));
        }
        let gates = circuit.gates().len();
        if gates == 0 || gates > MAX_GATES {
            return refused(format!("{gates} gates: 1 to {MAX_GATES} can be executed"));
        }
        let mut operations = Vec::with_capacity(gates);
        for &gate in circuit.gates() {
            operations.push(match gate {
                Gate::Add(a, b) => Operation::Add(a.index(), b.index()),
                Gate::Mul(a, b) => Operation::Multiply(a.index(), b.index()),
                other => {
                    let kind = other.kind();
                    return refused(format!(
                        "{kind} is none of the schemes' functions: sums and products of two \
                         ciphertexts are"
                    ));
                }
            });
        }
        let inputs = circuit.wires() as usize;
        let done = done(inputs, &operations);
        Ok(Self { inputs, operations, done })
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The operations with the nodes that nothing needs after each.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (Operation, &[usize])> {
        self.operations.iter().copied().zip(self.done.iter().map(Vec::as_slice))
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

    /// The result by the definition: polynomials modulo x^n + 1 and t, term by term.
    pub fn expected(&self, point: &Point) -> Vec<u64> {
        let t = point.t.max(2);
        let mut nodes: Vec<Vec<u64>> = (0..self.inputs).map(|i| self.message(point, i)).collect();
        for (operation, done) in self.steps() {
            let result = match operation {
                Operation::Add(a, b) => {
                    let sum = |(&x, &y): (&u64, &u64)| ((x as u128 + y as u128) % t as u128) as u64;
                    nodes[a].iter().zip(&nodes[b]).map(sum).collect()
                }
                Operation::Multiply(a, b) => product(&nodes[a], &nodes[b], t),
            };
            nodes.push(result);
            done.iter().for_each(|&node| nodes[node] = Vec::new());
        }
        nodes.pop().unwrap_or_default()
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

/// For each operation, the nodes of which it is the last use; results that lead nowhere as well, but
/// for the last.
fn done(inputs: usize, operations: &[Operation]) -> Vec<Vec<usize>> {
    let mut last = vec![None; inputs + operations.len()];
    for (at, operation) in operations.iter().enumerate() {
        last[inputs + at] = Some(at);
        operation.operands().into_iter().for_each(|node| last[node] = Some(at));
    }
    if let Some(result) = last.last_mut() {
        *result = None;
    }
    let mut done = vec![Vec::new(); operations.len()];
    for (node, at) in last.into_iter().enumerate() {
        if let Some(at) = at {
            done[at].push(node);
        }
    }
    done
}
