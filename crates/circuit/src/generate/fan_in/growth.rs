//! Growing a fan-in circuit level by level, and dropping what is not needed.

use ringassay_interrupt::checkpoint;

use crate::generate::fan_in::FanInConfig;
use crate::generate::{GenerateError, Stream};
use crate::limits;
use crate::model::{
    Builder, Circuit, CircuitError, Family, FanIn, Header, Literal, Node, Shape, Space,
};
use crate::text::OUTPUT_LABEL;

/// A gate before trimming.
struct CandidateGate {
    op: FanIn,
    literals: Vec<Literal>,
}

/// All gates grown, and what every node is on the balanced input.
pub(super) struct Growth {
    values: Vec<bool>,
    gates: Vec<CandidateGate>,
    /// First node of each level, the wires being the first level.
    starts: Vec<usize>,
}

impl Growth {
    /// The wires of the circuit to be, with random values to balance on.
    pub(super) fn new(config: &FanInConfig, stream: &mut Stream) -> Result<Self, GenerateError> {
        let wires = config.wires as usize;
        if wires > limits::WIRES {
            return Err(CircuitError::Wires(config.wires.into()).into());
        }
        if wires < 2 {
            return Err(CircuitError::FanIn(wires).into());
        }
        let values = (0..wires).map(|_| stream.below(2) == 1).collect();
        Ok(Self { values, gates: Vec::new(), starts: vec![0] })
    }

    /// The values of the wires on which every gate is balanced, one word each.
    pub(super) fn balanced_input(&self, wires: u32) -> Vec<u64> {
        self.values.iter().take(wires as usize).map(|&bit| bit.into()).collect()
    }

    /// The nodes of the newest level.
    fn newest(&self) -> std::ops::Range<usize> {
        self.starts.last().copied().unwrap_or(0)..self.values.len()
    }

    /// Adds a level of `gates` gates over the newest one (families 1 and 2).
    pub(super) fn level(
        &mut self,
        gates: u32,
        share: u16,
        op: Option<FanIn>,
        stream: &mut Stream,
    ) -> Result<(), GenerateError> {
        let above: Vec<usize> = self.newest().collect();
        // Whatever order the last sample left is as good a start for the next one.
        let mut pool = above.clone();
        self.starts.push(self.values.len());
        for _ in 0..gates {
            checkpoint();
            if share >= 1024 {
                self.gate(op, &above, stream)?;
                continue;
            }
            let count = operand_count(above.len(), share, stream);
            for at in 0..count {
                pool.swap(at, at + stream.index(above.len() - at));
            }
            self.gate(op, &pool[..count], stream)?;
        }
        Ok(())
    }

    /// Adds the output gate over the whole newest level (families 1 and 2).
    pub(super) fn output(
        &mut self,
        op: Option<FanIn>,
        stream: &mut Stream,
    ) -> Result<(), GenerateError> {
        self.level(1, 1024, op, stream)
    }

    /// Adds all levels of family 3; the output gate becomes the only one of the last.
    pub(super) fn pair_levels(
        &mut self,
        levels: u32,
        op: Option<FanIn>,
        stream: &mut Stream,
    ) -> Result<(), GenerateError> {
        let wires = self.values.len();
        for level in 1..=levels {
            let newest = self.newest();
            let nodes = self.values.len();
            self.starts.push(nodes);
            for _ in 0..wires {
                checkpoint();
                let first = newest.start + stream.index(wires);
                // Any node but the first: draw among one less and step over it.
                let second = stream.index(nodes - 1);
                let second = second + usize::from(second >= first);
                self.gate(op, &[first, second], stream)?;
            }
            if level == levels {
                // The output is any gate of the last level; no other one of it is kept.
                let output = stream.index(wires);
                self.gates.swap(nodes - wires, nodes - wires + output);
                self.gates.truncate(nodes - wires + 1);
                self.values.truncate(nodes + 1);
            }
        }
        Ok(())
    }

    /// Adds a gate over these nodes, negated at random and balanced.
    fn gate(
        &mut self,
        op: Option<FanIn>,
        operands: &[usize],
        stream: &mut Stream,
    ) -> Result<(), GenerateError> {
        if self.gates.len() >= limits::GATES {
            return Err(CircuitError::TooManyGates.into());
        }
        if !(2..=limits::FAN_IN).contains(&operands.len()) {
            return Err(CircuitError::FanIn(operands.len()).into());
        }
        let op = op.unwrap_or_else(|| [FanIn::And, FanIn::Or, FanIn::Xor][stream.index(3)]);
        let mut literals: Vec<Literal> = operands
            .iter()
            .map(|&node| Literal { node: Node(node as u32), negated: stream.below(2) == 1 })
            .collect();
        let wanted = stream.below(2) == 1;
        self.balance(op, &mut literals, wanted, stream);
        self.values.push(wanted);
        self.gates.push(CandidateGate { op, literals });
        Ok(())
    }

    /// Turns negations around until the gate is `wanted` on the balanced input.
    fn balance(&self, op: FanIn, literals: &mut [Literal], wanted: bool, stream: &mut Stream) {
        let value = |literal: &Literal| self.values[literal.node.index()] ^ literal.negated;
        let (current, all_must_agree) = match op {
            FanIn::And => (literals.iter().all(value), wanted),
            FanIn::Or => (literals.iter().any(value), !wanted),
            FanIn::Xor => {
                (literals.iter().filter(|literal| value(literal)).count() % 2 == 1, false)
            }
        };
        if current == wanted {
            return;
        }
        if all_must_agree {
            for literal in literals.iter_mut().filter(|literal| value(literal) != wanted) {
                literal.negated = !literal.negated;
            }
        } else {
            // Any one operand will do: the gate is a sum, or all operands agree on the wrong value.
            let turned = stream.index(literals.len());
            literals[turned].negated = !literals[turned].negated;
        }
    }

    /// The circuit of the gates that lead to the last one.
    pub(super) fn keep(
        &self,
        wires: u32,
        family: Family,
        first_id: u32,
    ) -> Result<Circuit, GenerateError> {
        let wire_count = wires as usize;
        let Some(output) = self.gates.len().checked_sub(1) else {
            return Err(GenerateError::Empty);
        };
        let mut wanted = vec![false; self.gates.len()];
        wanted[output] = true;
        for at in (0..self.gates.len()).rev() {
            if wanted[at] {
                for literal in &self.gates[at].literals {
                    if let Some(inner) = literal.node.index().checked_sub(wire_count) {
                        wanted[inner] = true;
                    }
                }
            }
        }
        let shape = Shape { space: Space::Gf2, batch: 1 };
        let mut builder = Builder::new(shape, wires, Header::FanIn(family))?;
        let mut new_node = vec![Node(0); self.gates.len()];
        let mut starts = self.starts[1..].iter().map(|start| start - wire_count).peekable();
        let mut literals = Vec::new();
        for at in 0..self.gates.len() {
            checkpoint();
            // A level never ends up empty: each gate has an operand in the level above it.
            if starts.next_if_eq(&at).is_some() {
                builder.start_level();
            }
            if !wanted[at] {
                continue;
            }
            let gate = &self.gates[at];
            literals.clear();
            literals.extend(gate.literals.iter().map(|&literal| {
                let inner = literal.node.index().checked_sub(wire_count);
                Literal { node: inner.map_or(literal.node, |inner| new_node[inner]), ..literal }
            }));
            let label = if at == output { OUTPUT_LABEL } else { first_id + at as u32 };
            new_node[at] = builder.fan_in(label, gate.op, &literals)?;
        }
        Ok(builder.finish()?)
    }
}

/// A number of operands: normal with mean `share / 1024 · n` and a deviation of a third of the
/// distance to the nearer end of `0..n`, rounded, in `2..=n`.
///
/// The normal deviate is the sum of twelve uniform ones less six, in integers, so that no
/// machine's floating point decides on a circuit.
fn operand_count(n: usize, share: u16, stream: &mut Stream) -> usize {
    let most = n.min(limits::FAN_IN);
    let (n, share) = (n as i128, i128::from(share.min(1024)));
    let sum: i128 = (0..12).map(|_| i128::from(stream.word() >> 32)).sum();
    let deviate = sum - (6 << 32);
    let deviation = n * share.min(1024 - share) * deviate / (3 << 32);
    let rounded = (n * share + deviation + 512).div_euclid(1024);
    // `most` may be below 2; the caller refuses such a gate.
    usize::try_from(rounded).unwrap_or(0).max(2).min(most)
}
