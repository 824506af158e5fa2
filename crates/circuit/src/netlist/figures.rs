//! The size of a netlist as the literature states it.

use crate::netlist::{Netlist, Op};

/// Counts and depths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// AND gates: what costs in most schemes.
    pub ands: u64,
    /// XOR gates.
    pub xors: u64,
    /// Nodes whose complement is used: the inverters of formats that have them.
    pub inverters: u64,
    /// Most AND gates on a path to a result.
    pub and_depth: u32,
    /// Most gates on a path to a result, inverters not counted.
    pub depth: u32,
}

impl Netlist {
    /// Counts the gates and measures the depths; linear in the size.
    pub fn figures(&self) -> Figures {
        let mut figures = Figures::default();
        let mut complemented = vec![false; self.nodes()];
        let mut depths = vec![(0u32, 0u32); self.nodes()];
        for (result, gate) in self.numbered_gates() {
            let (a, b) = (depths[gate.a.node() as usize], depths[gate.b.node() as usize]);
            let own = u32::from(gate.op == Op::And);
            depths[result.node() as usize] = (a.0.max(b.0) + own, a.1.max(b.1) + 1);
            match gate.op {
                Op::And => figures.ands += 1,
                Op::Xor => figures.xors += 1,
            }
            for operand in [gate.a, gate.b] {
                complemented[operand.node() as usize] |= operand.is_complemented();
            }
        }
        for result in self.results() {
            complemented[result.node() as usize] |= result.is_complemented();
            let (ands, gates) = depths[result.node() as usize];
            figures.and_depth = figures.and_depth.max(ands);
            figures.depth = figures.depth.max(gates);
        }
        // The complement of node 0 is the constant true, which takes no inverter.
        figures.inverters = complemented.iter().skip(1).filter(|&&used| used).count() as u64;
        figures
    }
}
