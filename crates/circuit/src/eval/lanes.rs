//! Evaluation of fan-in circuits: single bits, 64 inputs at a time, one in each bit of a word.

use crate::model::{Circuit, FanIn, Gate, Literal};

/// A fan-in circuit without the gates that do not lead to its output.
#[derive(Clone, Debug)]
pub(super) struct LaneCode {
    steps: Vec<Step>,
    literals: Vec<Literal>,
    nodes: usize,
    /// The last gate: a fan-in circuit has one output.
    output: usize,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    op: FanIn,
    node: u32,
    end: u32,
}

impl LaneCode {
    pub(super) fn of(circuit: &Circuit) -> Self {
        let mut needed = vec![false; circuit.nodes()];
        let output = circuit.nodes() - 1;
        needed[output] = true;
        let wires = circuit.wires() as usize;
        for (at, &gate) in circuit.gates().iter().enumerate().rev() {
            if needed[wires + at] {
                circuit.for_each_operand(gate, |operand| needed[operand.index()] = true);
            }
        }
        let mut code =
            Self { steps: Vec::new(), literals: Vec::new(), nodes: circuit.nodes(), output };
        for (node, gate) in circuit.numbered_gates() {
            if let (Gate::FanIn { op, .. }, true) = (gate, needed[node.index()]) {
                code.literals.extend_from_slice(circuit.literals(gate));
                let end = code.literals.len() as u32;
                code.steps.push(Step { op, node: node.0, end });
            }
        }
        code
    }

    /// Gates executed.
    pub(super) fn gates(&self) -> usize {
        self.steps.len()
    }

    /// Words of working memory.
    pub(super) fn words(&self) -> usize {
        self.nodes
    }

    /// Evaluates: `arena` holds the wires' lanes in its first words; `lanes` marks the bits in
    /// use. An AND whose lanes are all zero, or an OR whose lanes are all one, is decided and
    /// reads no further operand.
    pub(super) fn run(&self, arena: &mut [u64], lanes: u64) -> u64 {
        let mut start = 0;
        for step in &self.steps {
            let literals = &self.literals[start..step.end as usize];
            start = step.end as usize;
            let value = |literal: &Literal| {
                arena[literal.node.index()] ^ u64::from(literal.negated).wrapping_neg()
            };
            let result = match step.op {
                FanIn::Xor => literals.iter().fold(0, |sum, literal| sum ^ value(literal)),
                FanIn::And => {
                    let mut all = u64::MAX;
                    for literal in literals {
                        all &= value(literal);
                        if all & lanes == 0 {
                            break;
                        }
                    }
                    all
                }
                FanIn::Or => {
                    let mut any = 0;
                    for literal in literals {
                        any |= value(literal);
                        if any & lanes == lanes {
                            break;
                        }
                    }
                    any
                }
            };
            arena[step.node as usize] = result;
        }
        arena[self.output] & lanes
    }
}
