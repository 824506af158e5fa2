//! From a circuit to steps: what the outputs depend on, and one call for each gate of it.

use ringassay_circuit::{Circuit, Const, Gate, Node, Space};

use crate::plan::arithmetic::{Arithmetic, Operand};
use crate::plan::parity::{Parity, ParityGates};
use crate::plan::refusal::Refusal;

/// What lies between each node and an output: products, then sums, the lexicographic maximum over
/// all paths to all outputs; `None` for what no output depends on.
pub(super) type Heights = Vec<Option<(u32, u32)>>;

pub(super) fn heights(circuit: &Circuit) -> Heights {
    let mut above: Heights = vec![None; circuit.nodes()];
    circuit.outputs().iter().for_each(|output| above[output.index()] = Some((0, 0)));
    let wires = circuit.wires() as usize;
    for (at, &gate) in circuit.gates().iter().enumerate().rev() {
        let Some((products, sums)) = above[wires + at] else { continue };
        let below = match gate {
            Gate::Mul(..) => (products + 1, sums),
            Gate::Add(..) | Gate::Sub(..) | Gate::AddConst(..) => (products, sums + 1),
            _ => (products, sums),
        };
        circuit.for_each_operand(gate, |operand| {
            let height = &mut above[operand.index()];
            *height = (*height).max(Some(below));
        });
    }
    above
}

/// The entries of packed bits.
pub(super) fn bits(circuit: &Circuit, constant: Const) -> Vec<u64> {
    let words = circuit.mask(constant);
    (0..circuit.shape().batch as usize).map(|i| words[i / 64] >> (i % 64) & 1).collect()
}

/// The gates of a plaintext space on values of some kind.
pub(super) trait Gates {
    type Value: Clone;

    /// An input.
    fn wire(&mut self, wire: u32) -> Result<Self::Value, Refusal>;

    /// A gate on values made before; `above` is the gate's height.
    fn gate<'v>(
        &mut self,
        circuit: &Circuit,
        gate: Gate,
        get: impl Fn(Node) -> Result<&'v Self::Value, Refusal>,
        above: (u32, u32),
    ) -> Result<Self::Value, Refusal>
    where
        Self::Value: 'v;
}

/// The outputs of a circuit.
pub(super) fn walk<G: Gates>(
    circuit: &Circuit,
    heights: &Heights,
    gates: &mut G,
) -> Result<Vec<G::Value>, Refusal> {
    let lost = Refusal::Internal("a node without a value");
    let mut values = Vec::with_capacity(circuit.nodes());
    for wire in 0..circuit.wires() {
        let needed = heights[wire as usize].is_some();
        values.push(if needed { Some(gates.wire(wire)?) } else { None });
    }
    for (node, gate) in circuit.numbered_gates() {
        let value = match heights[node.index()] {
            None => None,
            Some(above) => {
                let get = |node: Node| values[node.index()].as_ref().ok_or_else(|| lost.clone());
                Some(gates.gate(circuit, gate, get, above)?)
            }
        };
        values.push(value);
    }
    let output = |node: &Node| values[node.index()].clone().ok_or_else(|| lost.clone());
    circuit.outputs().iter().map(output).collect()
}

const FAN_IN: Refusal = Refusal::Internal("a fan-in gate that was not lowered");

impl Gates for Arithmetic<'_> {
    type Value = Operand;

    fn wire(&mut self, wire: u32) -> Result<Operand, Refusal> {
        Self::wire(self, wire)
    }

    fn gate<'v>(
        &mut self,
        circuit: &Circuit,
        gate: Gate,
        get: impl Fn(Node) -> Result<&'v Operand, Refusal>,
        _: (u32, u32),
    ) -> Result<Operand, Refusal> {
        let known = |c: Const| self.known(circuit.values(c).iter().map(|&x| i128::from(x)));
        match gate {
            Gate::Add(a, b) => self.add(get(a)?, get(b)?),
            Gate::Sub(a, b) => self.sub(get(a)?, get(b)?),
            Gate::Neg(a) => self.negate(get(a)?),
            Gate::Mul(a, b) => self.multiply(get(a)?, get(b)?),
            Gate::AddConst(a, c) => {
                let constant = known(c);
                self.add(get(a)?, &constant)
            }
            Gate::MulConst(a, c) => {
                let constant = known(c);
                self.multiply(get(a)?, &constant)
            }
            Gate::Select(a, b, mask) => self.select(get(a)?, get(b)?, &bits(circuit, mask)),
            Gate::Rotate(a, amount) => self.rotate(get(a)?, amount),
            Gate::Poly { .. } => Err(Refusal::Internal("a polynomial of integers")),
            Gate::Conj(_) => Err(Refusal::Internal("a conjugate of integers")),
            Gate::FanIn { .. } => Err(FAN_IN),
        }
    }
}

impl Gates for ParityGates<'_> {
    type Value = Parity;

    fn wire(&mut self, wire: u32) -> Result<Parity, Refusal> {
        Self::wire(self, wire)
    }

    fn gate<'v>(
        &mut self,
        circuit: &Circuit,
        gate: Gate,
        get: impl Fn(Node) -> Result<&'v Parity, Refusal>,
        above: (u32, u32),
    ) -> Result<Parity, Refusal> {
        match gate {
            // Every bit is its own negative.
            Gate::Add(a, b) | Gate::Sub(a, b) => self.add(get(a)?, get(b)?, above),
            Gate::Neg(a) => Ok(get(a)?.clone()),
            Gate::Mul(a, b) => self.multiply(get(a)?, get(b)?),
            Gate::AddConst(a, c) => self.add_constant(get(a)?, &bits(circuit, c), above),
            Gate::MulConst(a, c) => self.multiply_constant(get(a)?, &bits(circuit, c)),
            Gate::Select(a, b, mask) => self.select(get(a)?, get(b)?, &bits(circuit, mask)),
            Gate::Rotate(a, amount) => self.rotate(get(a)?, amount),
            Gate::Poly { .. } => Err(Refusal::Internal("a polynomial of bits")),
            Gate::Conj(_) => Err(Refusal::Internal("a conjugate of bits")),
            Gate::FanIn { .. } => Err(FAN_IN),
        }
    }
}

/// Whether the circuit is one of bits.
pub(super) fn is_gf2(circuit: &Circuit) -> bool {
    circuit.shape().space == Space::Gf2
}
