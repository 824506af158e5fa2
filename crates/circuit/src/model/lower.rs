//! Fan-in circuits in terms of gates with two operands.

use crate::model::{
    Builder, Circuit, CircuitError, Decimal, DepthTable, FanIn, Gate, Header, Literal, Node,
};

impl Circuit {
    /// The same function as a gf2 circuit of batch 1 with the gates ADD, ADDconst and MUL: AND and
    /// OR become balanced trees of products (OR by De Morgan), XOR a balanced tree of sums and
    /// negation the sum with one. A SIMD circuit is returned as it is.
    ///
    /// # Errors
    /// [`CircuitError::TooManyGates`] if the result would be too large.
    pub fn lower_fan_in(&self) -> Result<Self, CircuitError> {
        if matches!(self.header(), Header::Simd { .. }) {
            return Ok(self.clone());
        }
        let mut lowering = Lowering {
            builder: Builder::new(
                self.shape(),
                self.wires(),
                Header::Simd { depth: Decimal::whole(1) },
            )?,
            complements: vec![None; self.nodes()],
            nodes: (0..self.wires()).map(Node).collect(),
            next_label: self.wires(),
        };
        for &gate in self.gates() {
            let Gate::FanIn { op, .. } = gate else { continue };
            let node = lowering.gate(op, self.literals(gate))?;
            lowering.nodes.push(node);
        }
        Ok(lowering.builder.finish()?.with_depth())
    }

    /// This SIMD circuit, declaring the depth that it has: levels over numbers, else HEtest's units
    /// ([`DepthTable::of_shape`]).
    #[must_use]
    pub fn with_depth(mut self) -> Self {
        let depth = Decimal::from_hundredths(DepthTable::of_circuit(&self));
        self.header = Header::Simd { depth };
        self
    }
}

struct Lowering {
    builder: Builder,
    /// The complement of each node of the original, once it is needed.
    complements: Vec<Option<Node>>,
    /// What each node of the original became.
    nodes: Vec<Node>,
    next_label: u32,
}

impl Lowering {
    fn gate(&mut self, op: FanIn, literals: &[Literal]) -> Result<Node, CircuitError> {
        // OR is the complement of the AND of complements; XOR collects its negations into one.
        let flip = op == FanIn::Or;
        let mut odd = false;
        let mut operands = Vec::with_capacity(literals.len());
        for literal in literals {
            operands.push(if op == FanIn::Xor {
                odd ^= literal.negated;
                self.nodes[literal.node.index()]
            } else if literal.negated != flip {
                self.complement(literal.node)?
            } else {
                self.nodes[literal.node.index()]
            });
        }
        while operands.len() > 1 {
            let mut halved = Vec::with_capacity(operands.len().div_ceil(2));
            for pair in operands.chunks(2) {
                halved.push(match *pair {
                    [a, b] if op == FanIn::Xor => {
                        let label = self.label();
                        self.builder.add(label, a, b)?
                    }
                    [a, b] => {
                        let label = self.label();
                        self.builder.mul(label, a, b)?
                    }
                    _ => pair[0],
                });
            }
            operands = halved;
        }
        if flip || odd { self.plus_one(operands[0]) } else { Ok(operands[0]) }
    }

    fn complement(&mut self, node: Node) -> Result<Node, CircuitError> {
        if let Some(complement) = self.complements[node.index()] {
            return Ok(complement);
        }
        let complement = self.plus_one(self.nodes[node.index()])?;
        self.complements[node.index()] = Some(complement);
        Ok(complement)
    }

    fn plus_one(&mut self, node: Node) -> Result<Node, CircuitError> {
        let label = self.label();
        self.builder.add_const(label, node, &[1])
    }

    fn label(&mut self) -> u32 {
        self.next_label += 1;
        self.next_label - 1
    }
}
