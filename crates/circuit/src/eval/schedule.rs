//! Order of execution and use of registers.

use crate::eval::simplify::{Simplified, Value};
use crate::model::{Circuit, Const, Gate, GateKind, Node, Space};

/// Register 0 always holds zeros; the wires lie in registers 1 to W.
pub(super) const ZERO_REGISTER: u32 = 0;

/// One gate: registers of result and operands, and the position of its constant in the code's own
/// pool, or the amount of a rotation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    pub(super) result: u32,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) extra: u32,
}

/// Consecutive instructions of one kind, up to position `end`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) kind: GateKind,
    pub(super) end: u32,
}

/// Straight-line code for a SIMD circuit.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) runs: Vec<Run>,
    pub(super) instructions: Vec<Instruction>,
    /// Masks in the order in which the instructions use them.
    pub(super) masks: Vec<u64>,
    /// Constants of zt and numbers in the order in which the instructions use them.
    pub(super) values: Vec<u64>,
    /// The polynomials, likewise.
    pub(super) polynomials: Vec<Vec<f64>>,
    /// Number of registers, register 0 and the wires included.
    pub(super) registers: u32,
    /// The registers that hold the outputs at the end.
    pub(super) outputs: Vec<u32>,
}

impl Code {
    pub(super) fn of(circuit: &Circuit) -> Self {
        let simplified = Simplified::of(circuit);
        let order = execution_order(circuit, &simplified);
        let mut registers = Registers::new(circuit, &simplified, &order);
        let mut code = Self {
            runs: Vec::new(),
            instructions: Vec::with_capacity(order.len()),
            masks: Vec::new(),
            values: Vec::new(),
            polynomials: Vec::new(),
            registers: 0,
            outputs: Vec::new(),
        };
        for (position, &at) in order.iter().enumerate() {
            let gate = circuit.gates()[at as usize];
            let node = Node(circuit.wires() + at);
            let (first, second) = gate.simd_operands();
            let operand = |node: Option<Node>| node.map_or(Value::ZERO, |n| simplified.value(n));
            let (first, second) = (operand(first), operand(second));
            let (a, b) = (registers.of(first), registers.of(second));
            registers.release(first, position);
            registers.release(second, position);
            let instruction = Instruction {
                result: registers.take(node),
                a,
                b,
                extra: code.extra(circuit, gate),
            };
            code.push(gate.kind(), instruction);
        }
        let outputs = circuit.outputs().iter();
        code.outputs = outputs.map(|&output| registers.of(simplified.value(output))).collect();
        code.registers = registers.count;
        code
    }

    fn push(&mut self, kind: GateKind, instruction: Instruction) {
        self.instructions.push(instruction);
        let end = self.instructions.len() as u32;
        match self.runs.last_mut() {
            Some(run) if run.kind == kind => run.end = end,
            _ => self.runs.push(Run { kind, end }),
        }
    }

    fn extra(&mut self, circuit: &Circuit, gate: Gate) -> u32 {
        match gate {
            Gate::Rotate(_, amount) => amount,
            Gate::Select(_, _, mask) => self.push_mask(circuit, mask),
            Gate::AddConst(_, constant) | Gate::MulConst(_, constant) => {
                match circuit.shape().space {
                    Space::Gf2 => self.push_mask(circuit, constant),
                    Space::Zt { .. } | Space::Real { .. } | Space::Complex { .. } => {
                        append(&mut self.values, circuit.values(constant))
                    }
                }
            }
            Gate::Poly { .. } => {
                self.polynomials.push(circuit.coefficients(gate).to_vec());
                self.polynomials.len() as u32 - 1
            }
            _ => 0,
        }
    }

    fn push_mask(&mut self, circuit: &Circuit, mask: Const) -> u32 {
        append(&mut self.masks, circuit.mask(mask))
    }
}

/// Appends a constant and returns its position in constants of this length.
fn append(pool: &mut Vec<u64>, constant: &[u64]) -> u32 {
    let index = pool.len() / constant.len().max(1);
    pool.extend_from_slice(constant);
    index as u32
}

/// The needed gates by level, then kind, then definition. Two counting sorts, least significant
/// key first, keep it linear.
fn execution_order(circuit: &Circuit, simplified: &Simplified) -> Vec<u32> {
    let wires = circuit.wires() as usize;
    let mut levels = vec![0u32; circuit.nodes()];
    let mut gates: Vec<u32> = Vec::new();
    let mut deepest = 0;
    for (node, gate) in circuit.numbered_gates() {
        if !simplified.is_needed(node) {
            continue;
        }
        let (first, second) = gate.simd_operands();
        let below = first
            .into_iter()
            .chain(second)
            .filter_map(|operand| simplified.value(operand).node())
            .map(|operand| levels[operand.index()])
            .max();
        let level = below.unwrap_or(0) + 1;
        levels[node.index()] = level;
        deepest = deepest.max(level);
        gates.push((node.index() - wires) as u32);
    }
    let kind = |at: u32| circuit.gates()[at as usize].kind() as usize;
    let gates = counting_sort(&gates, GateKind::ALL.len(), kind);
    counting_sort(&gates, deepest as usize + 1, |at| levels[wires + at as usize] as usize)
}

fn counting_sort(items: &[u32], keys: usize, key: impl Fn(u32) -> usize) -> Vec<u32> {
    let mut next = vec![0u32; keys + 1];
    for &item in items {
        next[key(item) + 1] += 1;
    }
    for at in 1..next.len() {
        next[at] += next[at - 1];
    }
    let mut sorted = vec![0; items.len()];
    for &item in items {
        let place = &mut next[key(item)];
        sorted[*place as usize] = item;
        *place += 1;
    }
    sorted
}

/// Hands out registers and takes them back after a value's last use.
struct Registers {
    of_node: Vec<u32>,
    last_use: Vec<u32>,
    free: Vec<u32>,
    count: u32,
}

/// A value that is used to the very end: an output.
const NEVER: u32 = u32::MAX;

impl Registers {
    fn new(circuit: &Circuit, simplified: &Simplified, order: &[u32]) -> Self {
        let mut of_node = vec![ZERO_REGISTER; circuit.nodes()];
        for wire in 0..circuit.wires() {
            of_node[wire as usize] = wire + 1;
        }
        let mut last_use = vec![0; circuit.nodes()];
        for (position, &at) in order.iter().enumerate() {
            let (first, second) = circuit.gates()[at as usize].simd_operands();
            for operand in first.into_iter().chain(second) {
                if let Some(node) = simplified.value(operand).node() {
                    last_use[node.index()] = position as u32;
                }
            }
        }
        for &output in circuit.outputs() {
            if let Some(output) = simplified.value(output).node() {
                last_use[output.index()] = NEVER;
            }
        }
        Self { of_node, last_use, free: Vec::new(), count: circuit.wires() + 1 }
    }

    fn of(&self, value: Value) -> u32 {
        value.node().map_or(ZERO_REGISTER, |node| self.of_node[node.index()])
    }

    /// Frees the value's register if `position` is its last use.
    fn release(&mut self, value: Value, position: usize) {
        let Some(node) = value.node() else { return };
        if self.last_use[node.index()] == position as u32 {
            // A gate may name one operand twice: the register is freed once.
            self.last_use[node.index()] = NEVER;
            self.free.push(self.of_node[node.index()]);
        }
    }

    /// A register for the result of `node`; the most recently freed one is the warmest.
    fn take(&mut self, node: Node) -> u32 {
        let register = self.free.pop().unwrap_or_else(|| {
            self.count += 1;
            self.count - 1
        });
        self.of_node[node.index()] = register;
        register
    }
}
