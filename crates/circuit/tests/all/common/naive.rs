//! The oracle of the evaluator: the definition of every gate, slot by slot, on plain numbers.

use ringassay_circuit::{Circuit, FanIn, Gate, Vectors};

/// The slots of each output.
pub(crate) fn evaluate(circuit: &Circuit, inputs: &Vectors) -> Vec<Vec<u64>> {
    let l = circuit.shape().batch as usize;
    let t = u128::from(circuit.shape().space.modulus().unwrap_or(2));
    let bits = circuit.shape().space.modulus().is_none();
    let mut nodes: Vec<Vec<u64>> = (0..inputs.len())
        .map(|wire| (0..l).map(|slot| inputs.slot(wire, slot)).collect())
        .collect();
    for &gate in circuit.gates() {
        let mask = |c, i: usize| circuit.mask(c)[i / 64] >> (i % 64) & 1;
        let constant = |c, i| if bits { mask(c, i) } else { circuit.values(c)[i] };
        let slot = |i: usize| {
            let x = |node: ringassay_circuit::Node| u128::from(nodes[node.index()][i]);
            let value = match gate {
                Gate::Add(a, b) => x(a) + x(b),
                Gate::Sub(a, b) => x(a) + t - x(b),
                Gate::Neg(a) => t - x(a),
                Gate::AddConst(a, c) => x(a) + u128::from(constant(c, i)),
                Gate::Mul(a, b) => x(a) * x(b),
                Gate::MulConst(a, c) => x(a) * u128::from(constant(c, i)),
                Gate::Select(a, b, c) => x(if mask(c, i) == 1 { a } else { b }),
                Gate::Rotate(a, k) => u128::from(nodes[a.index()][(i + l - k as usize) % l]),
                Gate::Poly { .. } | Gate::Conj(_) => unreachable!("gates of numbers"),
                Gate::FanIn { op, .. } => {
                    let literals = circuit.literals(gate).iter();
                    let mut values = literals.map(|v| x(v.node) ^ u128::from(v.negated));
                    match op {
                        FanIn::And => u128::from(values.all(|v| v == 1)),
                        FanIn::Or => u128::from(values.any(|v| v == 1)),
                        FanIn::Xor => values.sum(),
                    }
                }
            };
            (value % t) as u64
        };
        nodes.push((0..l).map(slot).collect());
    }
    circuit.outputs().iter().map(|output| nodes[output.index()].clone()).collect()
}
