//! The only way to make a circuit: every rule is checked as each gate is added.

use crate::limits;
use crate::model::{
    Circuit, CircuitError, Const, FanIn, Gate, GateKind, Header, Literal, Node, Shape, Space,
};

/// Adds gates one by one and yields a valid [`Circuit`].
///
/// Constants are given packed (see [`Shape`]); labels are the gates' ids in files. Uniqueness of
/// labels is the caller's to ensure: the reader has to know it anyway to resolve operands.
#[derive(Clone, Debug)]
pub struct Builder {
    circuit: Circuit,
}

impl Builder {
    /// An empty circuit with `wires` input wires.
    ///
    /// # Errors
    /// If batch or wires are out of range, or a fan-in header comes with another shape than bits.
    pub fn new(shape: Shape, wires: u32, header: Header) -> Result<Self, CircuitError> {
        if shape.batch == 0 || shape.batch as usize > limits::BATCH {
            return Err(CircuitError::Batch(shape.batch.into()));
        }
        if wires == 0 || wires as usize > limits::WIRES {
            return Err(CircuitError::Wires(wires.into()));
        }
        if let Space::Zt { modulus } = shape.space {
            Space::zt(modulus)?;
        }
        if matches!(header, Header::FanIn(_)) && shape != (Shape { space: Space::Gf2, batch: 1 }) {
            return Err(CircuitError::Batch(shape.batch.into()));
        }
        Ok(Self {
            circuit: Circuit {
                shape,
                wires,
                header,
                gates: Vec::new(),
                labels: Vec::new(),
                masks: Vec::new(),
                values: Vec::new(),
                coefficients: Vec::new(),
                literals: Vec::new(),
                levels: Vec::new(),
                outputs: Vec::new(),
            },
        })
    }

    /// The shape of every value.
    pub fn shape(&self) -> Shape {
        self.circuit.shape
    }

    /// Number of gates so far.
    pub fn len(&self) -> usize {
        self.circuit.gates.len()
    }

    /// Whether there is no gate yet.
    pub fn is_empty(&self) -> bool {
        self.circuit.gates.is_empty()
    }

    /// Adds `a + b`.
    ///
    /// # Errors
    /// As every method that adds a gate: unknown operand, gate outside the space, too many gates.
    pub fn add(&mut self, label: u32, a: Node, b: Node) -> Result<Node, CircuitError> {
        self.push(label, Gate::Add(a, b))
    }

    /// Adds `a · b`.
    ///
    /// # Errors
    /// See [`Builder::add`].
    pub fn mul(&mut self, label: u32, a: Node, b: Node) -> Result<Node, CircuitError> {
        self.push(label, Gate::Mul(a, b))
    }

    /// Adds `a − b` (zt, real, complex).
    ///
    /// # Errors
    /// See [`Builder::add`].
    pub fn sub(&mut self, label: u32, a: Node, b: Node) -> Result<Node, CircuitError> {
        self.push(label, Gate::Sub(a, b))
    }

    /// Adds `−a` (zt, real, complex).
    ///
    /// # Errors
    /// See [`Builder::add`].
    pub fn neg(&mut self, label: u32, a: Node) -> Result<Node, CircuitError> {
        self.push(label, Gate::Neg(a))
    }

    /// Adds the complex conjugate of `a` (complex).
    ///
    /// # Errors
    /// See [`Builder::add`].
    pub fn conj(&mut self, label: u32, a: Node) -> Result<Node, CircuitError> {
        self.push(label, Gate::Conj(a))
    }

    /// Adds the rotation of `a` by `amount` slots, `0 <= amount < batch`.
    ///
    /// # Errors
    /// See [`Builder::add`]; the amount out of range.
    pub fn rotate(&mut self, label: u32, a: Node, amount: u64) -> Result<Node, CircuitError> {
        let batch = self.circuit.shape.batch;
        match u32::try_from(amount) {
            Ok(amount) if amount < batch => self.push(label, Gate::Rotate(a, amount)),
            _ => Err(CircuitError::Rotation { amount, batch }),
        }
    }

    /// Adds `a + constant`; the constant has [`Shape::words`] words.
    ///
    /// # Errors
    /// See [`Builder::add`]; a constant of the wrong length or with an entry out of range.
    pub fn add_const(
        &mut self,
        label: u32,
        a: Node,
        constant: &[u64],
    ) -> Result<Node, CircuitError> {
        let constant = self.constant(constant)?;
        self.push(label, Gate::AddConst(a, constant))
    }

    /// Adds `a · constant`; the constant has [`Shape::words`] words.
    ///
    /// # Errors
    /// See [`Builder::add_const`].
    pub fn mul_const(
        &mut self,
        label: u32,
        a: Node,
        constant: &[u64],
    ) -> Result<Node, CircuitError> {
        let constant = self.constant(constant)?;
        self.push(label, Gate::MulConst(a, constant))
    }

    /// Adds the selection of `a` where `mask` is one and `b` where it is zero; the mask has
    /// [`Shape::mask_words`] words in either space.
    ///
    /// # Errors
    /// See [`Builder::add_const`].
    pub fn select(
        &mut self,
        label: u32,
        a: Node,
        b: Node,
        mask: &[u64],
    ) -> Result<Node, CircuitError> {
        let mask = self.mask(mask)?;
        self.push(label, Gate::Select(a, b, mask))
    }

    /// Adds c_0 + c_1·x + … + c_d·x^d (real, complex); complex coefficients are given as real and imaginary
    /// part in turn.
    ///
    /// # Errors
    /// See [`Builder::add`]; fewer than two or too many coefficients, one that is not finite, a last one
    /// that is zero.
    pub fn poly(
        &mut self,
        label: u32,
        x: Node,
        coefficients: &[f64],
    ) -> Result<Node, CircuitError> {
        let parts = self.circuit.shape.space.parts();
        let len = coefficients.len() / parts;
        let is_whole = coefficients.len().is_multiple_of(parts);
        let last = coefficients.len().saturating_sub(parts);
        let has_degree = coefficients[last..].iter().any(|&c| c != 0.0);
        let finite = coefficients.iter().all(|c| c.is_finite());
        if !(2..=limits::DEGREE + 1).contains(&len) || !finite || !has_degree || !is_whole {
            return Err(CircuitError::Polynomial(len));
        }
        let start = self.circuit.coefficients.len();
        if start + coefficients.len() > limits::WORDS {
            return Err(CircuitError::TooManyConstants);
        }
        // Minus zero is written as zero.
        self.circuit.coefficients.extend(coefficients.iter().map(|c| c + 0.0));
        self.push(label, Gate::Poly { x, start: start as u32, len: len as u32 })
    }

    /// Adds a fan-in gate of at least two literals.
    ///
    /// # Errors
    /// See [`Builder::add`]; too few or too many operands.
    pub fn fan_in(
        &mut self,
        label: u32,
        op: FanIn,
        literals: &[Literal],
    ) -> Result<Node, CircuitError> {
        if !(2..=limits::FAN_IN).contains(&literals.len()) {
            return Err(CircuitError::FanIn(literals.len()));
        }
        for literal in literals {
            self.known(literal.node)?;
        }
        let start = u32::try_from(self.circuit.literals.len())
            .map_err(|_| CircuitError::TooManyConstants)?;
        self.circuit.literals.extend_from_slice(literals);
        self.push(label, Gate::FanIn { op, start, len: literals.len() as u32 })
    }

    /// Starts the next level of a fan-in circuit.
    pub fn start_level(&mut self) {
        self.circuit.levels.push(self.circuit.gates.len() as u32);
    }

    /// The circuit with its last gate as the only output.
    ///
    /// # Errors
    /// If no gate was added.
    pub fn finish(self) -> Result<Circuit, CircuitError> {
        let last = Node((self.circuit.nodes() as u32).saturating_sub(1));
        self.finish_with(&[last])
    }

    /// The circuit with these outputs, in their order; a node may occur repeatedly. A fan-in circuit
    /// has its last gate as the only output.
    ///
    /// # Errors
    /// If no gate was added, an output is unknown, or there are none or too many of them.
    pub fn finish_with(mut self, outputs: &[Node]) -> Result<Circuit, CircuitError> {
        if self.circuit.gates.is_empty() {
            return Err(CircuitError::NoGate);
        }
        let words = outputs.len().saturating_mul(self.circuit.shape.words());
        if outputs.is_empty() || outputs.len() > limits::OUTPUTS || words > limits::WORDS {
            return Err(CircuitError::Outputs(outputs.len()));
        }
        outputs.iter().try_for_each(|&node| self.known(node))?;
        self.circuit.outputs = outputs.to_vec();
        if matches!(self.circuit.header, Header::FanIn(_)) && !self.circuit.has_default_output() {
            return Err(CircuitError::FanInOutput);
        }
        Ok(self.circuit)
    }

    fn push(&mut self, label: u32, gate: Gate) -> Result<Node, CircuitError> {
        let (first, second) = gate.simd_operands();
        for node in first.into_iter().chain(second) {
            self.known(node)?;
        }
        self.allowed(gate.kind())?;
        if self.circuit.gates.len() >= limits::GATES {
            return Err(CircuitError::TooManyGates);
        }
        self.circuit.gates.push(gate);
        self.circuit.labels.push(label);
        Ok(Node(self.circuit.nodes() as u32 - 1))
    }

    fn known(&self, node: Node) -> Result<(), CircuitError> {
        if node.index() < self.circuit.nodes() {
            Ok(())
        } else {
            Err(CircuitError::UnknownNode(node.0))
        }
    }

    fn allowed(&self, gate: GateKind) -> Result<(), CircuitError> {
        let (kinds, space): (&[GateKind], _) = match (self.circuit.header, self.circuit.shape.space)
        {
            (Header::FanIn(_), _) => (&[GateKind::And, GateKind::Or, GateKind::Xor], "fan-in"),
            (Header::Simd { .. }, space) => (GateKind::of_space(space), space.name()),
        };
        if kinds.contains(&gate) { Ok(()) } else { Err(CircuitError::NotInSpace { gate, space }) }
    }

    fn constant(&mut self, constant: &[u64]) -> Result<Const, CircuitError> {
        let modulus = match self.circuit.shape.space {
            Space::Gf2 => return self.mask(constant),
            Space::Real { .. } | Space::Complex { .. } => return self.numbers(constant),
            Space::Zt { modulus } => modulus,
        };
        self.entries(constant.len(), self.circuit.shape.batch as usize)?;
        if let Some(slot) = constant.iter().position(|&value| value >= modulus) {
            return Err(CircuitError::ConstantValue {
                slot,
                value: constant[slot],
                bound: modulus,
            });
        }
        store(&mut self.circuit.values, constant)
    }

    fn numbers(&mut self, constant: &[u64]) -> Result<Const, CircuitError> {
        self.entries(constant.len(), self.circuit.shape.words())?;
        let number = |pair: &[u64]| f64::from_bits(pair[0]).is_finite() && pair[1] == 0;
        if let Some(slot) = constant.chunks_exact(2).position(|pair| !number(pair)) {
            return Err(CircuitError::NotFinite(slot / self.circuit.shape.space.parts()));
        }
        store(&mut self.circuit.values, constant)
    }

    fn mask(&mut self, mask: &[u64]) -> Result<Const, CircuitError> {
        let shape = self.circuit.shape;
        self.entries(mask.len() * 64, shape.mask_words() * 64)?;
        if mask.last().is_some_and(|&last| last & !shape.tail_mask() != 0) {
            return Err(CircuitError::ConstantLength {
                expected: shape.batch,
                got: mask.len() * 64,
            });
        }
        store(&mut self.circuit.masks, mask)
    }

    fn entries(&self, got: usize, expected: usize) -> Result<(), CircuitError> {
        if got == expected {
            Ok(())
        } else {
            Err(CircuitError::ConstantLength { expected: self.circuit.shape.batch, got })
        }
    }
}

/// Appends a constant to its pool; constants of one pool have one length.
fn store(pool: &mut Vec<u64>, constant: &[u64]) -> Result<Const, CircuitError> {
    if pool.len() + constant.len() > limits::WORDS {
        return Err(CircuitError::TooManyConstants);
    }
    let index = pool.len() / constant.len().max(1);
    pool.extend_from_slice(constant);
    u32::try_from(index).map(Const).map_err(|_| CircuitError::TooManyConstants)
}
