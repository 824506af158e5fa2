//! What a circuit is like, in numbers.

use crate::model::{Circuit, Gate, GateKind};

/// Counts and depths of a circuit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Gates of each kind, indexed by [`GateKind`].
    pub counts: [u64; GateKind::ALL.len()],
    /// Longest path from a wire to an output, in gates; 0 if all outputs are wires.
    pub levels: u32,
    /// Most multiplications of two encrypted values on a path to an output (a fan-in gate of k
    /// operands counts as the ⌈log2 k⌉ of a balanced tree, XOR as none; a polynomial of degree d as
    /// ⌈log2(d + 1)⌉).
    pub multiplicative_depth: u32,
}

impl Circuit {
    /// Counts the gates and measures the depths; linear in the size of the circuit.
    pub fn summary(&self) -> Summary {
        let mut counts = [0; GateKind::ALL.len()];
        let mut levels = vec![0u32; self.nodes()];
        let mut products = vec![0u32; self.nodes()];
        for (node, gate) in self.numbered_gates() {
            counts[gate.kind() as usize] += 1;
            let (mut level, mut product) = (0, 0);
            self.for_each_operand(gate, |operand| {
                level = level.max(levels[operand.index()]);
                product = product.max(products[operand.index()]);
            });
            levels[node.index()] = level + 1;
            products[node.index()] = product + own_products(gate);
        }
        let deepest = |depths: &[u32]| {
            self.outputs().iter().map(|output| depths[output.index()]).max().unwrap_or(0)
        };
        Summary { counts, levels: deepest(&levels), multiplicative_depth: deepest(&products) }
    }
}

fn own_products(gate: Gate) -> u32 {
    match (gate, gate.kind()) {
        (Gate::FanIn { len, .. }, GateKind::And | GateKind::Or) => len.next_power_of_two().ilog2(),
        (Gate::Mul(..), _) => 1,
        (Gate::Poly { .. }, _) => gate.products_in_a_row(),
        _ => 0,
    }
}
