//! What a circuit asks of a scheme, in numbers.

use std::borrow::Cow;

use crate::model::{Circuit, CircuitError, Gate, Header, Node};

/// Counts of operations on ciphertexts, and how many are alive at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Ciphertexts that go in: input wires.
    pub inputs: u64,
    /// Sums and differences of two ciphertexts, negations included.
    pub additions: u64,
    /// Products of two ciphertexts.
    pub multiplications: u64,
    /// Products of which at least one factor is an input: all of them, in a chain from the left whose
    /// other factors are fresh.
    pub input_products: u64,
    /// Sums and products with a constant; a selection a·m + b·(1 − m) is two of these and an
    /// addition.
    pub constant_operations: u64,
    /// Rotations and conjugations.
    pub rotations: u64,
    /// Operands of sums and products of two ciphertexts that are such products themselves: what a
    /// scheme with lazy key switching has to switch (YASHE', 2013/075).
    pub product_operands: u64,
    /// Whether an output is a product of two ciphertexts.
    pub output_is_product: bool,
    /// Most products on a path to an output.
    pub multiplicative_depth: u32,
    /// Most ciphertexts alive at once: every input from the start to its last use, a result from
    /// its gate to its last use, both during that gate. An input that is never used stays.
    pub live_peak: u64,
    /// Ciphertexts that hold a vector of ℓ entries: 1 here; ℓ where each entry is a ciphertext of its
    /// own, of which all other counts are as well.
    pub entries: u64,
    /// Ciphertexts that are decrypted: outputs.
    pub outputs: u64,
}

impl Circuit {
    /// Counts operations and live ciphertexts; gates are executed in their order. A fan-in circuit is
    /// counted as [`Circuit::lower_fan_in`] makes it. Linear in the size.
    ///
    /// # Errors
    /// As [`Circuit::lower_fan_in`].
    pub fn facts(&self) -> Result<Facts, CircuitError> {
        let circuit = match self.header() {
            Header::Simd { .. } => Cow::Borrowed(self),
            Header::FanIn(_) => Cow::Owned(self.lower_fan_in()?),
        };
        let mut facts = Facts {
            inputs: circuit.wires().into(),
            entries: 1,
            outputs: circuit.outputs().len() as u64,
            live_peak: live_peak(&circuit),
            multiplicative_depth: circuit.summary().multiplicative_depth,
            ..Facts::default()
        };
        let is_product = |node: Node| {
            let gate = node.index().checked_sub(circuit.wires() as usize);
            gate.is_some_and(|at| matches!(circuit.gates()[at], Gate::Mul(..)))
        };
        let is_input = |node: Node| node.0 < circuit.wires();
        for &gate in circuit.gates() {
            match gate {
                Gate::Add(a, b) | Gate::Sub(a, b) | Gate::Mul(a, b) => {
                    facts.product_operands += u64::from(is_product(a)) + u64::from(is_product(b));
                    if matches!(gate, Gate::Mul(..)) {
                        facts.multiplications += 1;
                        facts.input_products += u64::from(is_input(a) || is_input(b));
                    } else {
                        facts.additions += 1;
                    }
                }
                Gate::Neg(_) => facts.additions += 1,
                Gate::AddConst(..) | Gate::MulConst(..) => facts.constant_operations += 1,
                Gate::Select(..) => {
                    facts.constant_operations += 2;
                    facts.additions += 1;
                }
                Gate::Rotate(..) | Gate::Conj(_) => facts.rotations += 1,
                Gate::Poly { len, .. } => {
                    // Horner's count; how a polynomial is evaluated is its planner's affair.
                    facts.multiplications += u64::from(len) - 2;
                    facts.constant_operations += u64::from(len);
                }
                Gate::FanIn { .. } => {}
            }
        }
        facts.output_is_product = circuit.outputs().iter().any(|&output| is_product(output));
        Ok(facts)
    }
}

fn live_peak(circuit: &Circuit) -> u64 {
    const NEVER: usize = usize::MAX;
    let mut last_use = vec![NEVER; circuit.nodes()];
    for (at, &gate) in circuit.gates().iter().enumerate() {
        circuit.for_each_operand(gate, |operand| last_use[operand.index()] = at);
    }
    let mut is_output = vec![false; circuit.nodes()];
    circuit.outputs().iter().for_each(|output| is_output[output.index()] = true);
    let mut live = u64::from(circuit.wires());
    let mut peak = live;
    for (at, &gate) in circuit.gates().iter().enumerate() {
        live += 1;
        peak = peak.max(live);
        let mut previous = None;
        circuit.for_each_operand(gate, |operand| {
            // An operand used twice by one gate is freed once.
            let last = last_use[operand.index()] == at && !is_output[operand.index()];
            if last && previous != Some(operand) {
                live -= 1;
            }
            previous = Some(operand);
        });
        // A result that leads nowhere is freed at once, but for an output.
        let node = circuit.wires() as usize + at;
        if last_use[node] == NEVER && !is_output[node] {
            live -= 1;
        }
    }
    peak
}
