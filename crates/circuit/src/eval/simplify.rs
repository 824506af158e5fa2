//! Short-circuits: which gates are needed at all, and on which operands.

use crate::model::{Circuit, Const, Gate, Node, Space};

/// A value a gate works on: one of the circuit's nodes, or the zero vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value(u32);

impl Value {
    /// The vector of zeros.
    pub(super) const ZERO: Self = Self(u32::MAX);

    /// The node, unless it is zero.
    pub(super) fn node(self) -> Option<Node> {
        (self != Self::ZERO).then_some(Node(self.0))
    }
}

/// What each node of a SIMD circuit comes down to.
pub(super) struct Simplified {
    /// For each node the value it equals: itself, an earlier node, or zero.
    values: Vec<Value>,
    /// For each node, whether it is a gate or wire that an output is computed from.
    needed: Vec<bool>,
}

impl Simplified {
    /// Follows every gate once forwards and once backwards.
    pub(super) fn of(circuit: &Circuit) -> Self {
        let mut values: Vec<Value> = (0..circuit.nodes() as u32).map(Value).collect();
        for (node, gate) in circuit.numbered_gates() {
            if let Some(value) = decided(circuit, gate, &values) {
                values[node.index()] = value;
            }
        }
        let mut simplified = Self { needed: vec![false; values.len()], values };
        for &output in circuit.outputs() {
            if let Some(output) = simplified.value(output).node() {
                simplified.needed[output.index()] = true;
            }
        }
        for at in (0..circuit.gates().len()).rev() {
            let node = circuit.wires() as usize + at;
            if simplified.needed[node] {
                let (first, second) = circuit.gates()[at].simd_operands();
                for operand in first.into_iter().chain(second) {
                    if let Some(operand) = simplified.value(operand).node() {
                        simplified.needed[operand.index()] = true;
                    }
                }
            }
        }
        simplified
    }

    /// The value a node equals.
    pub(super) fn value(&self, node: Node) -> Value {
        self.values[node.index()]
    }

    /// Whether the node has to be computed (or, for a wire, read).
    pub(super) fn is_needed(&self, node: Node) -> bool {
        self.needed[node.index()]
    }
}

/// The value of a gate if it is clear without computing it.
fn decided(circuit: &Circuit, gate: Gate, values: &[Value]) -> Option<Value> {
    let value = |node: Node| values[node.index()];
    let bits = circuit.shape().space == Space::Gf2;
    match gate {
        Gate::Add(a, b) => match (value(a), value(b)) {
            (Value::ZERO, other) | (other, Value::ZERO) => Some(other),
            (a, b) if bits && a == b => Some(Value::ZERO),
            _ => None,
        },
        Gate::Sub(a, b) if value(a) == value(b) => Some(Value::ZERO),
        Gate::Sub(a, b) if value(b) == Value::ZERO => Some(value(a)),
        Gate::Mul(a, b) => match (value(a), value(b)) {
            (Value::ZERO, _) | (_, Value::ZERO) => Some(Value::ZERO),
            (a, b) if bits && a == b => Some(a),
            _ => None,
        },
        Gate::AddConst(a, c) if all(circuit, c, 0) => Some(value(a)),
        Gate::MulConst(a, c) if value(a) == Value::ZERO || all(circuit, c, 0) => Some(Value::ZERO),
        Gate::MulConst(a, c) if all(circuit, c, 1) => Some(value(a)),
        Gate::Select(a, b, _) if value(a) == value(b) => Some(value(a)),
        Gate::Select(a, _, mask) if mask_is(circuit, mask, 1) => Some(value(a)),
        Gate::Select(_, b, mask) if mask_is(circuit, mask, 0) => Some(value(b)),
        Gate::Rotate(a, 0) => Some(value(a)),
        Gate::Rotate(a, _) | Gate::Neg(a) | Gate::Conj(a) if value(a) == Value::ZERO => {
            Some(Value::ZERO)
        }
        _ => None,
    }
}

/// Whether every slot of a constant of ADDconst or MULconst is `entry`, 0 or 1.
fn all(circuit: &Circuit, constant: Const, entry: u64) -> bool {
    match circuit.shape().space {
        Space::Gf2 => mask_is(circuit, constant, entry),
        Space::Zt { .. } => circuit.values(constant).iter().all(|&value| value == entry),
        Space::Real { .. } => circuit.reals(constant).all(|value| value == entry as f64),
        Space::Complex { .. } => {
            let mut parts = circuit.reals(constant).enumerate();
            parts.all(|(at, part)| part == if at % 2 == 0 { entry as f64 } else { 0.0 })
        }
    }
}

/// Whether every bit of a mask is `bit`.
fn mask_is(circuit: &Circuit, mask: Const, bit: u64) -> bool {
    let full = if bit == 1 { u64::MAX } else { 0 };
    let Some((&last, rest)) = circuit.mask(mask).split_last() else { return false };
    last == full & circuit.shape().tail_mask() && rest.iter().all(|&word| word == full)
}
