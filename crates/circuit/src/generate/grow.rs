//! Growing a circuit level by level.

use ringassay_interrupt::checkpoint;

use crate::generate::input::{InputConfig, random_inputs};
use crate::generate::{GenerateError, Growth, SimdConfig, Stream, numbers, reals};
use crate::limits;
use crate::model::{Builder, Circuit, CircuitError, Decimal, GateKind, Header, Node, Space};
use crate::{Evaluator, Program};

/// Levels after which a depth counts as unreachable.
const MAX_LEVELS: usize = 10_000;
/// Circuits grown at most to find an output that is not constant.
const ATTEMPTS: usize = 32;
/// Outputs tried of each grown circuit, and random inputs tried on each.
const CANDIDATES: usize = 8;
const TRIALS: usize = 16;

/// Generates a SIMD circuit; equal configurations and streams give equal circuits.
///
/// # Errors
/// [`GenerateError`] when the configuration cannot be met.
pub fn generate(config: &SimdConfig, stream: &mut Stream) -> Result<Circuit, GenerateError> {
    let kinds = checked_kinds(config)?;
    let Some(ones) = config.avoid_constant else {
        let mut grown = grow(config, &kinds, stream)?;
        let outputs = grown.draw(config.outputs, stream);
        return grown.keep(config, &outputs, stream);
    };
    for _ in 0..ATTEMPTS {
        let mut grown = grow(config, &kinds, stream)?;
        for _ in 0..CANDIDATES.min(grown.outputs.len()) {
            let outputs = grown.draw(config.outputs, stream);
            if outputs.is_empty() {
                break;
            }
            let circuit = grown.keep(config, &outputs, stream)?;
            if !is_constant(&circuit, ones, stream) {
                return Ok(circuit);
            }
        }
    }
    Err(GenerateError::OnlyConstant { attempts: ATTEMPTS })
}

fn checked_kinds(config: &SimdConfig) -> Result<Vec<(GateKind, u32)>, GenerateError> {
    let allowed = GateKind::of_space(config.shape.space);
    let kinds = config.distribution.kinds();
    if kinds.is_empty() {
        return Err(GenerateError::EmptyDistribution);
    }
    if let Some(&(gate, _)) = kinds.iter().find(|(kind, _)| !allowed.contains(kind)) {
        return Err(GenerateError::NotInSpace { gate, space: config.shape.space.name() });
    }
    Ok(kinds)
}

/// A gate before its constant is drawn: constants are drawn only for gates that are kept.
#[derive(Clone, Copy)]
pub(super) struct CandidateGate {
    pub(super) kind: GateKind,
    first: u32,
    second: u32,
    depth: u32,
    /// Numbers: largest absolute value of the result.
    pub(super) size: f64,
    /// Numbers: largest absolute value of a constant's entries; of a polynomial's operand.
    pub(super) scale: f64,
}

impl CandidateGate {
    fn has_second(self) -> bool {
        matches!(self.kind, GateKind::Add | GateKind::Mul | GateKind::Select | GateKind::Sub)
    }
}

/// All gates grown, and those that may be the output.
struct Grown {
    wires: u32,
    gates: Vec<CandidateGate>,
    outputs: Vec<u32>,
}

fn grow(
    config: &SimdConfig,
    kinds: &[(GateKind, u32)],
    stream: &mut Stream,
) -> Result<Grown, GenerateError> {
    let width = config.width as usize;
    if width == 0 || width > limits::WIRES {
        return Err(CircuitError::Wires(config.width.into()).into());
    }
    let total: u64 = kinds.iter().map(|&(_, weight)| u64::from(weight)).sum();
    let mut gates: Vec<CandidateGate> = Vec::new();
    let goal = Goal::of(config.growth)?;
    if let Goal::Levels(levels) = goal
        && levels.saturating_mul(width) > limits::GATES
    {
        return Err(CircuitError::TooManyGates.into());
    }
    for level in 0.. {
        if goal.reached(&gates, width, level) {
            break;
        }
        if gates.len() + width > limits::GATES {
            return Err(CircuitError::TooManyGates.into());
        }
        if level >= MAX_LEVELS
            && let Goal::Depth { asked, .. } = goal
        {
            return Err(GenerateError::Unreachable { depth: asked, levels: level });
        }
        // The newest level is the last `width` nodes; before it lies at most one more level.
        let nodes = width + gates.len();
        for _ in 0..width {
            checkpoint();
            let kind = draw(kinds, total, stream);
            let first = nodes - width + stream.index(width);
            let reach = (2 * width).min(nodes);
            let second = nodes - reach + stream.index(reach);
            let (first_node, second_node) = (first as u32, second as u32);
            let mut gate = CandidateGate {
                kind,
                first: first_node,
                second: second_node,
                depth: 0,
                size: 0.0,
                scale: 0.0,
            };
            if let Some(bound) = config.shape.space.bound() {
                let size_of = |node: usize| match node.checked_sub(width) {
                    Some(gate) => gates[gate].size,
                    None => bound,
                };
                reals::fit(&mut gate, size_of(first), size_of(second), bound);
            }
            let depth_of = |node: usize| match node.checked_sub(width) {
                Some(gate) => gates[gate].depth,
                None => 0,
            };
            let operands = if gate.has_second() {
                depth_of(first).max(depth_of(second))
            } else {
                depth_of(first)
            };
            let products = match gate.kind {
                GateKind::Poly => reals::DEGREE.ilog2() + 1,
                _ => 1,
            };
            gate.depth = operands + config.depths.of(gate.kind) * products;
            gates.push(gate);
        }
    }
    let outputs = goal.outputs(&gates, width);
    Ok(Grown { wires: config.width, gates, outputs })
}

fn draw(kinds: &[(GateKind, u32)], total: u64, stream: &mut Stream) -> GateKind {
    let mut ticket = stream.below(total);
    for &(kind, weight) in kinds {
        match ticket.checked_sub(weight.into()) {
            Some(rest) => ticket = rest,
            None => return kind,
        }
    }
    kinds[kinds.len() - 1].0
}

/// When growth ends, in hundredths of depth or in levels.
enum Goal {
    Depth { hundredths: u32, asked: Decimal },
    Levels(usize),
}

impl Goal {
    fn of(growth: Growth) -> Result<Self, GenerateError> {
        match growth {
            Growth::Depth(asked) => match asked.to_hundredths().map(u32::try_from) {
                Some(Ok(0)) => Err(GenerateError::Empty),
                Some(Ok(hundredths)) => Ok(Self::Depth { hundredths, asked }),
                _ => Err(GenerateError::Unreachable { depth: asked, levels: 0 }),
            },
            Growth::Levels(0) => Err(GenerateError::Empty),
            Growth::Levels(levels) => Ok(Self::Levels(levels as usize)),
        }
    }

    fn reached(&self, gates: &[CandidateGate], width: usize, level: usize) -> bool {
        match *self {
            Self::Depth { hundredths, .. } => {
                level > 0 && gates[gates.len() - width..].iter().all(|gate| gate.depth > hundredths)
            }
            Self::Levels(levels) => level >= levels,
        }
    }

    /// The gates from which the output is drawn. For a depth there always is one: on a path from
    /// a wire to the newest level some gate is the first to reach it, and no gate adds more than
    /// the deepest gate of the table.
    fn outputs(&self, gates: &[CandidateGate], width: usize) -> Vec<u32> {
        let nodes = |accept: &dyn Fn(u32) -> bool| -> Vec<u32> {
            let wanted = gates.iter().enumerate().filter(|(_, gate)| accept(gate.depth));
            wanted.map(|(at, _)| (width + at) as u32).collect()
        };
        match *self {
            Self::Depth { hundredths, .. } => {
                let exact = nodes(&|depth| depth == hundredths);
                if !exact.is_empty() {
                    return exact;
                }
                let next = nodes(&|depth| depth > hundredths && depth < hundredths + 100);
                if !next.is_empty() {
                    return next;
                }
                // Only with a table in which a gate adds 1 or more to a depth just below D.
                let least = gates.iter().map(|gate| gate.depth).filter(|&d| d > hundredths).min();
                nodes(&|depth| Some(depth) == least)
            }
            Self::Levels(_) => (gates.len()..gates.len() + width).map(|node| node as u32).collect(),
        }
    }
}

impl Grown {
    /// Takes up to `count` of the nodes that may be outputs.
    fn draw(&mut self, count: u32, stream: &mut Stream) -> Vec<u32> {
        let count = self.outputs.len().min(count as usize);
        (0..count).map(|_| self.outputs.swap_remove(stream.index(self.outputs.len()))).collect()
    }

    /// The circuit of the gates that lead to `outputs`, in the order in which they grew.
    fn keep(
        &self,
        config: &SimdConfig,
        outputs: &[u32],
        stream: &mut Stream,
    ) -> Result<Circuit, GenerateError> {
        let wires = self.wires as usize;
        let gate = |output: u32| output as usize - wires;
        let end = outputs.iter().map(|&output| gate(output) + 1).max().unwrap_or(0);
        let mut wanted = vec![false; end];
        outputs.iter().for_each(|&output| wanted[gate(output)] = true);
        for at in (0..end).rev() {
            if !wanted[at] {
                continue;
            }
            let gate = self.gates[at];
            let second = gate.has_second().then_some(gate.second);
            for operand in std::iter::once(gate.first).chain(second) {
                if let Some(inner) = (operand as usize).checked_sub(wires) {
                    wanted[inner] = true;
                }
            }
        }
        let deepest = outputs.iter().map(|&output| self.gates[gate(output)].depth).max();
        let depth = Decimal::from_hundredths(deepest.unwrap_or(0).into());
        let mut builder = Builder::new(config.shape, self.wires, Header::Simd { depth })?;
        let mut new_node = vec![Node(0); end];
        for at in (0..end).filter(|&at| wanted[at]) {
            checkpoint();
            let gate = self.gates[at];
            let node = |old: u32| match (old as usize).checked_sub(wires) {
                Some(inner) => new_node[inner],
                None => Node(old),
            };
            let (first, second) = (node(gate.first), node(gate.second));
            let label = (wires + at) as u32;
            new_node[at] = add_gate(&mut builder, label, gate, first, second, stream)?;
        }
        let outputs: Vec<Node> = outputs.iter().map(|&output| new_node[gate(output)]).collect();
        Ok(builder.finish_with(&outputs)?)
    }
}

fn add_gate(
    builder: &mut Builder,
    label: u32,
    gate: CandidateGate,
    first: Node,
    second: Node,
    stream: &mut Stream,
) -> Result<Node, CircuitError> {
    let shape = builder.shape();
    let (batch, kind) = (shape.batch as usize, gate.kind);
    match kind {
        GateKind::Add => builder.add(label, first, second),
        GateKind::Mul => builder.mul(label, first, second),
        GateKind::Sub => builder.sub(label, first, second),
        GateKind::Neg => builder.neg(label, first),
        GateKind::Conj => builder.conj(label, first),
        GateKind::Rotate => {
            let amount = stream.below(batch as u64);
            builder.rotate(label, first, amount)
        }
        GateKind::Select => {
            let mask: Vec<u64> = stream.bits(batch, 512).collect();
            builder.select(label, first, second, &mask)
        }
        GateKind::AddConst | GateKind::MulConst => {
            let constant: Vec<u64> = match shape.space {
                Space::Gf2 => stream.bits(batch, 512).collect(),
                Space::Zt { modulus } => (0..batch).map(|_| stream.below(modulus)).collect(),
                Space::Real { .. } => numbers::vector(batch, gate.scale, stream).collect(),
                Space::Complex { .. } => numbers::complexes(batch, gate.scale, stream).collect(),
            };
            if kind == GateKind::AddConst {
                builder.add_const(label, first, &constant)
            } else {
                builder.mul_const(label, first, &constant)
            }
        }
        GateKind::Poly => {
            let coefficients = if shape.space.is_complex() {
                reals::complex_coefficients(gate, stream)
            } else {
                reals::coefficients(gate, stream)
            };
            builder.poly(label, first, &coefficients)
        }
        GateKind::And | GateKind::Or | GateKind::Xor => {
            Err(CircuitError::NotInSpace { gate: kind, space: shape.space.name() })
        }
    }
}

/// Whether all outputs are the same for all of a number of random inputs.
fn is_constant(circuit: &Circuit, ones: u16, stream: &mut Stream) -> bool {
    let mut evaluator = Evaluator::new(Program::compile(circuit));
    let config = InputConfig { ones };
    let mut outputs = (0..TRIALS)
        .filter_map(|_| evaluator.evaluate(&random_inputs(circuit, config, stream)).ok());
    let first = outputs.next();
    outputs.all(|output| Some(output) == first)
}
