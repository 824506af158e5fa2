//! Fan-in circuits: gates AND, OR and XOR of many operands, in levels.
//!
//! The paper only mentions them (HEtest, §3: "wide, shallow Boolean circuits with large fan-in");
//! families, parameters and the choice of operands are those of the original generator:
//!
//! - **family 1**: one level of G gates over the wires, and the output gate over all G;
//! - **family 2**: a level of X XOR gates, one of G gates, again one of X XOR gates, and the output
//!   gate over all X;
//! - **family 3**: D levels of W gates with two operands, the first from the newest level, the
//!   second any other earlier node; the output gate is one of the last level.
//!
//! In families 1 and 2 the number of operands is normal around `share · n`, n being the size of
//! the level above, with a third of the distance to the nearer end as deviation, cut to `2..=n`.
//!
//! A wide AND is almost always 0. So each gate is **balanced** on one random input, as in the
//! original: its value there is a fair coin, reached by turning around negations. Gates that do
//! not lead to the output are dropped; ids count from W (family 3: from 0) before that.

use crate::generate::{GenerateError, Stream};
use crate::limits;
use crate::model::{
    Builder, Circuit, CircuitError, Decimal, Family, FanIn, Header, Literal, Node, Shape, Space,
    Vectors,
};
use crate::text::OUTPUT_LABEL;

/// The shape of a fan-in circuit to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FanInLevels {
    /// Family 1.
    One {
        /// Gates of the level, G, `2..=10^4`.
        gates: u32,
        /// Mean share of the wires that a gate takes, in 1024ths; 1024 takes all.
        share: u16,
    },
    /// Family 2.
    Two {
        /// Gates of the middle level, G, at least 2.
        gates: u32,
        /// Mean share of the level above that a gate of the middle level takes, in 1024ths.
        share: u16,
        /// Gates of each XOR level, X, `2..=10^4`.
        xor_gates: u32,
        /// Mean share of the level above that an XOR gate takes, in 1024ths.
        xor_share: u16,
    },
    /// Family 3.
    Three {
        /// Levels of W gates, D, the output's included.
        levels: u32,
    },
}

/// A fan-in circuit to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FanInConfig {
    /// Input wires W, at least 2.
    pub wires: u32,
    /// Family and size.
    pub levels: FanInLevels,
    /// Operation of the gates (except the XOR levels of family 2); `None` draws each one's.
    pub op: Option<FanIn>,
}

/// Generates a fan-in circuit; equal configurations and streams give equal circuits.
///
/// # Errors
/// [`GenerateError`] when the configuration cannot be met.
pub fn generate(config: &FanInConfig, stream: &mut Stream) -> Result<Circuit, GenerateError> {
    generate_balanced(config, stream).map(|(circuit, _)| circuit)
}

/// As [`generate`], with the input on which every gate is balanced, the first input of the
/// circuit in the original's test suites.
///
/// # Errors
/// [`GenerateError`] when the configuration cannot be met.
pub fn generate_balanced(
    config: &FanInConfig,
    stream: &mut Stream,
) -> Result<(Circuit, Vectors), GenerateError> {
    let mut growth = Growth::new(config, stream)?;
    let (family, first_id) = match config.levels {
        FanInLevels::One { gates, share } => {
            growth.level(gates, share, config.op, stream)?;
            growth.output(config.op, stream)?;
            (Family::One { gates: gates.into() }, config.wires)
        }
        FanInLevels::Two { gates, share, xor_gates, xor_share } => {
            growth.level(xor_gates, xor_share, Some(FanIn::Xor), stream)?;
            growth.level(gates, share, config.op, stream)?;
            growth.level(xor_gates, xor_share, Some(FanIn::Xor), stream)?;
            growth.output(config.op, stream)?;
            (Family::Two { gates: gates.into(), x: xor_gates.into() }, config.wires)
        }
        FanInLevels::Three { levels } => {
            growth.pair_levels(levels, config.op, stream)?;
            let depth = Decimal::new(levels.into(), 0).ok_or(GenerateError::Empty)?;
            (Family::Three { depth }, 0)
        }
    };
    let shape = Shape { space: Space::Gf2, batch: 1 };
    let input = growth.values[..config.wires as usize].iter().map(|&bit| bit.into()).collect();
    let circuit = growth.keep(config.wires, family, first_id)?;
    Ok((circuit, Vectors::trusted(shape, input)))
}

/// A gate before trimming.
struct Seedling {
    op: FanIn,
    literals: Vec<Literal>,
}

/// All gates grown, and what every node is on the balanced input.
struct Growth {
    values: Vec<bool>,
    gates: Vec<Seedling>,
    /// First node of each level, the wires being the first level.
    starts: Vec<usize>,
}

impl Growth {
    fn new(config: &FanInConfig, stream: &mut Stream) -> Result<Self, GenerateError> {
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

    /// The nodes of the newest level.
    fn newest(&self) -> std::ops::Range<usize> {
        self.starts.last().copied().unwrap_or(0)..self.values.len()
    }

    /// Adds a level of `gates` gates over the newest one (families 1 and 2).
    fn level(
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
    fn output(&mut self, op: Option<FanIn>, stream: &mut Stream) -> Result<(), GenerateError> {
        self.level(1, 1024, op, stream)
    }

    /// Adds all levels of family 3; the output gate becomes the only one of the last.
    fn pair_levels(
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
        self.gates.push(Seedling { op, literals });
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
    fn keep(&self, wires: u32, family: Family, first_id: u32) -> Result<Circuit, GenerateError> {
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
