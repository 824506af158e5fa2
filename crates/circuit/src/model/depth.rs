//! How much each gate adds to the depth of a circuit.

use crate::model::{Circuit, GateKind, Shape, Space};

/// Depth of each gate kind in hundredths (HEtest, Table 1; rotation by batch as the original
/// implements it). Depth models the noise a gate adds, one multiplication being 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DepthTable {
    hundredths: [u32; GateKind::ALL.len()],
}

impl DepthTable {
    /// The paper's table for vectors of `batch` slots.
    fn paper(batch: u32) -> Self {
        let rotation = match batch {
            600 => 75,
            0..600 => 50,
            _ => 25,
        };
        let of = |kind: GateKind| match kind {
            GateKind::Add | GateKind::Sub | GateKind::Xor => 10,
            GateKind::AddConst | GateKind::Neg | GateKind::Conj => 0,
            GateKind::Mul | GateKind::And | GateKind::Or => 100,
            GateKind::MulConst => 50,
            GateKind::Select => 60,
            GateKind::Rotate => rotation,
            GateKind::Poly => 100,
        };
        Self { hundredths: GateKind::ALL.map(of) }
    }

    /// For circuits over real or complex numbers: the products one after another, with constants and masks as well, each of
    /// which takes a rescaling. A polynomial of degree d takes ⌈log2(d + 1)⌉.
    fn levels() -> Self {
        let of = |kind: GateKind| match kind {
            GateKind::Mul | GateKind::MulConst | GateKind::Select | GateKind::Poly => 100,
            _ => 0,
        };
        Self { hundredths: GateKind::ALL.map(of) }
    }

    /// The table that circuits of this shape are measured by.
    pub fn of_shape(shape: Shape) -> Self {
        match shape.space {
            Space::Real { .. } | Space::Complex { .. } => Self::levels(),
            Space::Gf2 | Space::Zt { .. } => Self::paper(shape.batch),
        }
    }

    /// Replaces the depth of one kind.
    pub fn set(&mut self, kind: GateKind, hundredths: u32) {
        self.hundredths[kind as usize] = hundredths;
    }

    /// The depth of one gate of this kind, in hundredths; of a polynomial, of each product in a row.
    pub fn of(&self, kind: GateKind) -> u32 {
        self.hundredths[kind as usize]
    }

    /// The depth of every node of `circuit` in hundredths: wires have 0, a gate the largest of
    /// its operands plus its own.
    pub fn of_nodes(&self, circuit: &Circuit) -> Vec<u64> {
        let mut depths = vec![0u64; circuit.nodes()];
        for (node, gate) in circuit.numbered_gates() {
            let mut deepest = 0;
            circuit.for_each_operand(gate, |operand| {
                deepest = deepest.max(depths[operand.index()]);
            });
            let own = self.of(gate.kind()) * gate.products_in_a_row();
            depths[node.index()] = deepest + u64::from(own);
        }
        depths
    }

    /// The depth of a circuit in hundredths: that of its deepest output, by the table of its shape.
    pub fn of_circuit(circuit: &Circuit) -> u64 {
        let depths = Self::of_shape(circuit.shape()).of_nodes(circuit);
        circuit.outputs().iter().map(|output| depths[output.index()]).max().unwrap_or(0)
    }
}
