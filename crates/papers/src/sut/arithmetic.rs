//! A circuit as arithmetic on single entries, in the order of its gates.

use ringassay_circuit::{Circuit, Facts, Gate, Header, Node, Space};
use ringassay_engine::Error;

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

    pub(super) fn map(self, f: impl Fn(u32) -> u32) -> Self {
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

/// The steps of a circuit: each gate as it stands, for each entry, but for what is known. Rotations and
/// selections by masks rename entries and take no step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arithmetic {
    /// ℓ.
    batch: u32,
    inputs: u32,
    steps: Vec<Step>,
    outputs: Vec<Value>,
}

impl Arithmetic {
    /// The steps of a circuit.
    ///
    /// # Errors
    /// When gates and entries together are too many.
    pub fn new(circuit: &Circuit) -> Result<Self, Error> {
        if matches!(circuit.header(), Header::FanIn(_)) {
            return Self::new(&circuit.lower_fan_in()?);
        }
        let values = (circuit.nodes() + circuit.outputs().len()) as u64;
        let entries = values * u64::from(circuit.shape().batch);
        if entries > MAX_ENTRIES {
            return Err(Error::TooLarge { entries, most: MAX_ENTRIES });
        }
        let mut builder = Builder {
            t: circuit.shape().space.exact().ok_or(Error::Reals)?,
            inputs: circuit.wires() * circuit.shape().batch,
            steps: Vec::new(),
        };
        let outputs = builder.entries(circuit)?;
        let Builder { inputs, steps, .. } = builder;
        Ok(Self { batch: circuit.shape().batch, inputs, steps, outputs })
    }

    /// The number of encrypted inputs: an entry of a wire each, wire after wire.
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// The operations.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The entries of the outputs, one output after another.
    pub fn outputs(&self) -> &[Value] {
        &self.outputs
    }

    /// For each step the nodes that nothing needs after it: those of which it is the last use, and its
    /// own result where that leads nowhere. Outputs and inputs that are never used stay.
    pub fn done(&self) -> Vec<Vec<u32>> {
        let first = self.inputs as usize;
        let mut last = vec![None; first + self.steps.len()];
        for (at, step) in self.steps.iter().enumerate() {
            last[first + at] = Some(at);
            step.operands().for_each(|node| last[node as usize] = Some(at));
        }
        for output in &self.outputs {
            if let Value::Node(node) = *output {
                last[node as usize] = None;
            }
        }
        let mut done = vec![Vec::new(); self.steps.len()];
        for (node, at) in last.into_iter().enumerate() {
            if let Some(at) = at {
                done[at].push(node as u32);
            }
        }
        done
    }

    /// What the circuit asks of a scheme that holds one entry in a ciphertext: the counts of
    /// [`Circuit::facts`], of entries instead of vectors. Linear in the number of steps.
    pub fn facts(&self) -> Facts {
        let first = self.inputs as usize;
        let mut facts = Facts {
            inputs: self.inputs.into(),
            entries: self.batch.into(),
            outputs: self.outputs.len() as u64,
            ..Facts::default()
        };
        let is_product = |node: u32| {
            let step = (node as usize).checked_sub(first).map(|at| self.steps[at]);
            matches!(step, Some(Step::Multiply(..)))
        };
        let mut depths = vec![0_u32; first + self.steps.len()];
        let mut live = u64::from(self.inputs);
        facts.live_peak = live;
        for (at, (step, done)) in self.steps.iter().zip(self.done()).enumerate() {
            let mut depth = step.operands().map(|node| depths[node as usize]).max().unwrap_or(0);
            match *step {
                Step::Add(a, b) | Step::Sub(a, b) | Step::Multiply(a, b) => {
                    facts.product_operands += u64::from(is_product(a)) + u64::from(is_product(b));
                    if matches!(step, Step::Multiply(..)) {
                        depth += 1;
                        facts.multiplications += 1;
                        let is_input = |node| node < self.inputs;
                        facts.input_products += u64::from(is_input(a) || is_input(b));
                    } else {
                        facts.additions += 1;
                    }
                }
                Step::Negate(_) => facts.additions += 1,
                Step::AddKnown(..) | Step::Scale(..) => facts.constant_operations += 1,
            }
            depths[first + at] = depth;
            live += 1;
            facts.live_peak = facts.live_peak.max(live);
            live -= done.len() as u64;
        }
        for output in &self.outputs {
            if let Value::Node(node) = *output {
                facts.output_is_product |= is_product(node);
                facts.multiplicative_depth = facts.multiplicative_depth.max(depths[node as usize]);
            }
        }
        facts
    }

    pub(super) fn into_parts(self) -> (u32, Vec<Step>, Vec<Value>) {
        (self.inputs, self.steps, self.outputs)
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
                Space::Zt { .. } | Space::Real { .. } | Space::Complex { .. } => {
                    Value::Known(circuit.values(c)[i])
                }
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
                    Gate::Poly { .. } | Gate::Conj(_) => return Err(Error::Reals),
                    Gate::FanIn { .. } => {
                        return Err(Error::Internal("a fan-in gate that was not lowered"));
                    }
                })
            };
            let entries = (0..l).map(&mut entry).collect::<Result<_, Error>>()?;
            nodes.push(entries);
        }
        Ok(circuit.outputs().iter().flat_map(|output| nodes[output.index()].clone()).collect())
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
