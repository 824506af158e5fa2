//! A circuit as straight-line arithmetic on single entries.

use std::ops::Range;

use ringassay_circuit::{Circuit, Gate, Header, Node, Shape, Space};

use crate::Error;

/// An entry: a number that is known, or an encrypted one. Nodes below the number of inputs are
/// inputs, wire after wire; the steps follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// A residue that no input changes.
    Known(u64),
    /// An encrypted residue.
    Node(u32),
}

/// One operation on encrypted entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Sum.
    Add(u32, u32),
    /// Difference.
    Sub(u32, u32),
    /// Product.
    Multiply(u32, u32),
    /// Sum with a known residue.
    AddKnown(u32, u64),
    /// Product with a known number.
    Scale(u32, i64),
    /// Negation.
    Negate(u32),
}

/// The steps of a circuit, in waves of steps that do not depend on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    shape: Shape,
    wires: u32,
    steps: Vec<Step>,
    waves: Vec<Range<usize>>,
    outputs: Vec<Value>,
    /// For each node the wave after which it is no longer needed.
    last_waves: Vec<Option<u32>>,
    /// For each node whether a step uses it, and whether a step or an output does.
    used: Vec<bool>,
    needed: Vec<bool>,
}

/// The most entries of all gates.
const MAX_ENTRIES: u64 = 1 << 22;

impl Step {
    /// The nodes that it needs.
    pub fn operands(self) -> impl Iterator<Item = u32> {
        let (first, second) = match self {
            Self::Add(a, b) | Self::Sub(a, b) | Self::Multiply(a, b) => (a, Some(b)),
            Self::AddKnown(a, _) | Self::Scale(a, _) | Self::Negate(a) => (a, None),
        };
        std::iter::once(first).chain(second)
    }

    fn map(self, f: impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Add(a, b) => Self::Add(f(a), f(b)),
            Self::Sub(a, b) => Self::Sub(f(a), f(b)),
            Self::Multiply(a, b) => Self::Multiply(f(a), f(b)),
            Self::AddKnown(a, c) => Self::AddKnown(f(a), c),
            Self::Scale(a, c) => Self::Scale(f(a), c),
            Self::Negate(a) => Self::Negate(f(a)),
        }
    }
}

impl Program {
    /// The program of a circuit: each gate as it stands, for each entry, but for what is known and what
    /// leads nowhere.
    ///
    /// # Errors
    /// When gates and entries together are too many.
    pub fn new(circuit: &Circuit) -> Result<Self, Error> {
        if matches!(circuit.header(), Header::FanIn(_)) {
            return Self::new(&circuit.lower_fan_in()?);
        }
        let entries = circuit.nodes() as u64 * u64::from(circuit.shape().batch);
        if entries > MAX_ENTRIES {
            return Err(Error::TooLarge { entries, most: MAX_ENTRIES });
        }
        let mut builder = Builder {
            t: circuit.shape().space.modulus().unwrap_or(2),
            inputs: circuit.wires() * circuit.shape().batch,
            steps: Vec::new(),
        };
        let outputs = builder.entries(circuit)?;
        Ok(schedule(circuit, builder, &outputs))
    }

    /// Plaintext space and length of vectors.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// W.
    pub fn wires(&self) -> u32 {
        self.wires
    }

    /// The number of encrypted inputs: an entry of a wire each.
    pub fn inputs(&self) -> u32 {
        self.wires * self.shape.batch
    }

    /// The operations.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Steps of equal depth.
    pub fn waves(&self) -> &[Range<usize>] {
        &self.waves
    }

    /// The entries of the output.
    pub fn outputs(&self) -> &[Value] {
        &self.outputs
    }

    /// Whether steps use a node.
    pub(super) fn is_used(&self, node: u32) -> bool {
        self.used[node as usize]
    }

    /// Whether a node is needed by a step or as an output.
    pub(super) fn is_needed(&self, node: u32) -> bool {
        self.needed[node as usize]
    }

    /// Whether a node is not needed behind a wave.
    pub(super) fn ends(&self, node: u32, wave: usize) -> bool {
        self.last_waves[node as usize] == Some(wave as u32)
    }
}

struct Builder {
    t: u64,
    inputs: u32,
    steps: Vec<Step>,
}

impl Builder {
    fn entries(&mut self, circuit: &Circuit) -> Result<Vec<Value>, Error> {
        let l = circuit.shape().batch as usize;
        let mut nodes: Vec<Vec<Value>> = (0..circuit.wires())
            .map(|wire| (0..l as u32).map(|i| Value::Node(wire * l as u32 + i)).collect())
            .collect();
        for &gate in circuit.gates() {
            let x = |node: Node, i: usize| nodes[node.index()][i];
            let bit = |mask, i: usize| circuit.mask(mask)[i / 64] >> (i % 64) & 1;
            let constant = |c, i: usize| match circuit.shape().space {
                Space::Gf2 => Value::Known(bit(c, i)),
                Space::Zt { .. } => Value::Known(circuit.values(c)[i]),
            };
            let mut entry = |i: usize| {
                Ok(match gate {
                    Gate::Add(a, b) => self.add(x(a, i), x(b, i)),
                    Gate::AddConst(a, c) => self.add(x(a, i), constant(c, i)),
                    Gate::Sub(a, b) => self.sub(x(a, i), x(b, i)),
                    Gate::Neg(a) => self.sub(Value::Known(0), x(a, i)),
                    Gate::Mul(a, b) => self.multiply(x(a, i), x(b, i)),
                    Gate::MulConst(a, c) => self.multiply(x(a, i), constant(c, i)),
                    Gate::Select(a, b, mask) => x(if bit(mask, i) == 1 { a } else { b }, i),
                    Gate::Rotate(a, amount) => x(a, (i + l - amount as usize % l) % l),
                    Gate::FanIn { .. } => {
                        return Err(Error::Internal("a fan-in gate that was not lowered"));
                    }
                })
            };
            let entries = (0..l).map(&mut entry).collect::<Result<_, Error>>()?;
            nodes.push(entries);
        }
        nodes.pop().ok_or(Error::Internal("a circuit without nodes"))
    }

    fn push(&mut self, step: Step) -> Value {
        self.steps.push(step);
        Value::Node(self.inputs + self.steps.len() as u32 - 1)
    }

    fn add(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Known(a), Value::Known(b)) => Value::Known((a + b) % self.t),
            (Value::Known(0), x) | (x, Value::Known(0)) => x,
            (Value::Known(c), Value::Node(x)) | (Value::Node(x), Value::Known(c)) => {
                self.push(Step::AddKnown(x, c))
            }
            (Value::Node(a), Value::Node(b)) => self.push(Step::Add(a, b)),
        }
    }

    fn sub(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            (a, Value::Known(b)) => self.add(a, Value::Known((self.t - b) % self.t)),
            (Value::Known(_), Value::Node(b)) => {
                let negated = self.push(Step::Negate(b));
                self.add(a, negated)
            }
            (Value::Node(a), Value::Node(b)) => self.push(Step::Sub(a, b)),
        }
    }

    fn multiply(&mut self, a: Value, b: Value) -> Value {
        match (a, b) {
            (Value::Known(a), Value::Known(b)) => {
                Value::Known((u128::from(a) * u128::from(b) % u128::from(self.t)) as u64)
            }
            (Value::Known(0), _) | (_, Value::Known(0)) => Value::Known(0),
            (Value::Known(1), x) | (x, Value::Known(1)) => x,
            (Value::Known(c), Value::Node(x)) | (Value::Node(x), Value::Known(c)) => {
                if c == self.t - 1 {
                    return self.push(Step::Negate(x));
                }
                // t is below 2^62.
                let centred = if c > self.t / 2 { c as i64 - self.t as i64 } else { c as i64 };
                self.push(Step::Scale(x, centred))
            }
            (Value::Node(a), Value::Node(b)) => self.push(Step::Multiply(a, b)),
        }
    }
}

/// Drops what the outputs do not need, and sorts by depth.
fn schedule(circuit: &Circuit, builder: Builder, outputs: &[Value]) -> Program {
    let Builder { inputs, steps, .. } = builder;
    let first = inputs as usize;
    let mut needed = vec![false; first + steps.len()];
    for output in outputs {
        if let Value::Node(node) = *output {
            needed[node as usize] = true;
        }
    }
    let mut depths = vec![0_u32; first + steps.len()];
    for (i, step) in steps.iter().enumerate().rev() {
        if needed[first + i] {
            step.operands().for_each(|node| needed[node as usize] = true);
        }
    }
    for (i, step) in steps.iter().enumerate() {
        depths[first + i] = step.operands().map(|x| depths[x as usize]).max().unwrap_or(0) + 1;
    }
    let mut order: Vec<usize> = (0..steps.len()).filter(|&i| needed[first + i]).collect();
    order.sort_by_key(|&i| depths[first + i]);
    let mut places: Vec<u32> = (0..(first + steps.len()) as u32).collect();
    for (place, &i) in order.iter().enumerate() {
        places[first + i] = inputs + place as u32;
    }
    let renamed = |node: u32| places[node as usize];
    let mut waves: Vec<Range<usize>> = Vec::new();
    for (place, &i) in order.iter().enumerate() {
        match waves.last_mut() {
            Some(wave) if depths[first + order[wave.start]] == depths[first + i] => {
                wave.end = place + 1;
            }
            _ => waves.push(place..place + 1),
        }
    }
    let steps: Vec<Step> = order.iter().map(|&i| steps[i].map(renamed)).collect();
    let outputs: Vec<Value> = outputs
        .iter()
        .map(|&value| match value {
            Value::Node(node) => Value::Node(renamed(node)),
            known @ Value::Known(_) => known,
        })
        .collect();
    let mut last_waves = vec![None; first + steps.len()];
    let mut used = vec![false; first + steps.len()];
    for (number, wave) in waves.iter().enumerate() {
        for node in steps[wave.clone()].iter().flat_map(|step| step.operands()) {
            last_waves[node as usize] = Some(number as u32);
            used[node as usize] = true;
        }
    }
    let mut needed = used.clone();
    for output in &outputs {
        if let Value::Node(node) = *output {
            last_waves[node as usize] = None;
            needed[node as usize] = true;
        }
    }
    Program {
        shape: circuit.shape(),
        wires: circuit.wires(),
        steps,
        waves,
        outputs,
        last_waves,
        used,
        needed,
    }
}
