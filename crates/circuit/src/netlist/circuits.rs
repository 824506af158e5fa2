//! Netlists as circuits over bits, and circuits over single bits as netlists.

use ringassay_interrupt::checkpoint;

use crate::limits;
use crate::model::{Builder, Circuit, CircuitError, Decimal, Header, Node, Shape, Space};
use crate::netlist::{Gate, Logic, Netlist, NetlistError, Op, Port, Signal};

/// A circuit that is no netlist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotANetlist {
    /// Its values are no single bits.
    #[error(
        "a netlist computes on single bits: the circuit needs gf2, and batch 1 where its entries are not meant"
    )]
    Shape,
    /// It breaks a rule of circuits or is too large.
    #[error(transparent)]
    Circuit(#[from] CircuitError),
    /// It breaks a rule of netlists.
    #[error(transparent)]
    Netlist(#[from] NetlistError),
}

impl Netlist {
    /// The same function on `batch` independent assignments at once, one in each slot: an input bit
    /// becomes a wire, an output bit an output, AND becomes LMUL, XOR becomes LADD, an inverter
    /// LADDconst. Complements move through XORs to where an AND or an output needs them.
    ///
    /// The declared depth is that of the gates (`docs/formats.md`). Gates are taken as they are:
    /// see [`Netlist::simplified`].
    ///
    /// # Errors
    /// If there are no inputs, no outputs or more than circuits have, or the batch is out of range.
    pub fn circuit(&self, batch: u32) -> Result<Circuit, CircuitError> {
        let shape = Shape { space: Space::Gf2, batch };
        let header = Header::Simd { depth: Decimal::whole(1) };
        let builder = Builder::new(shape, self.input_bits(), header)?;
        let mut ones = vec![u64::MAX; shape.mask_words()];
        if let Some(last) = ones.last_mut() {
            *last = shape.tail_mask();
        }
        let zeros = vec![0; ones.len()];
        // A constant is the product of the first wire with nothing, once it is needed.
        let mut values = vec![Value { node: None, flipped: false }];
        for wire in 0..self.input_bits() {
            values.push(Value { node: Some(Node(wire)), flipped: false });
        }
        let complements = vec![None; self.nodes()];
        let wires = self.input_bits();
        let mut lowering = Lowering { builder, wires, values, complements, ones, zeros };
        for gate in self.gates() {
            checkpoint();
            let value = lowering.gate(*gate)?;
            lowering.values.push(value);
        }
        let mut outputs = Vec::new();
        for &result in self.results() {
            outputs.push(lowering.node(result)?);
        }
        if lowering.builder.is_empty() {
            // A circuit has a gate, though every output be an input.
            lowering.builder.add_const(wires, Node(0), &lowering.zeros)?;
        }
        let circuit = lowering.builder.finish_with(&outputs)?;
        Ok(circuit.with_depth())
    }

    /// A circuit over single bits as a netlist, its constants folded: inputs `w`, outputs `out`.
    ///
    /// # Errors
    /// If the circuit computes on anything else, or is too large.
    pub fn from_circuit(circuit: &Circuit) -> Result<Self, NotANetlist> {
        if circuit.shape() != (Shape { space: Space::Gf2, batch: 1 }) {
            return Err(NotANetlist::Shape);
        }
        Self::of_entries(circuit)
    }

    /// A circuit over bits as a netlist on the entries of its vectors, constants folded and equal gates once: input
    /// `batch`·w + i is entry i of wire w, outputs likewise. Rotations and selections are no gates.
    ///
    /// # Errors
    /// If the circuit computes on anything but bits, or gates times entries exceed the gates of a netlist.
    pub fn of_entries(circuit: &Circuit) -> Result<Self, NotANetlist> {
        let Shape { space: Space::Gf2, batch } = circuit.shape() else {
            return Err(NotANetlist::Shape);
        };
        let circuit = circuit.lower_fan_in()?;
        let too_many = NetlistError::TooManyInputs;
        let entries = circuit.gates().len().saturating_mul(batch as usize);
        if entries > limits::GATES {
            return Err(NetlistError::TooManyGates.into());
        }
        let inputs = circuit.wires().checked_mul(batch).ok_or(too_many)?;
        let mut logic = Logic::new(vec![Port::new("w", inputs)])?;
        let mut signals: Vec<Signal> = logic.inputs().concat();
        let (batch, mut vector) = (batch as usize, Vec::new());
        for (_, gate) in circuit.numbered_gates() {
            checkpoint();
            use crate::model::Gate as G;
            let at = |node: Node, slot: usize| signals[node.index() * batch + slot];
            let bit = |constant, slot: usize| {
                circuit
                    .mask(constant)
                    .get(slot / 64)
                    .is_some_and(|word| word >> (slot % 64) & 1 == 1)
            };
            vector.clear();
            vector.extend((0..batch).map(|slot| match gate {
                G::Add(a, b) | G::Sub(a, b) => logic.xor(at(a, slot), at(b, slot)),
                G::Mul(a, b) => logic.and(at(a, slot), at(b, slot)),
                G::AddConst(a, c) => at(a, slot).flipped(bit(c, slot)),
                G::MulConst(a, c) if bit(c, slot) => at(a, slot),
                // Fan-in gates were lowered, and polynomials and conjugates exist over numbers alone.
                G::MulConst(..) | G::FanIn { .. } | G::Poly { .. } | G::Conj(_) => Signal::FALSE,
                G::Rotate(a, amount) => at(a, (slot + batch - amount as usize % batch) % batch),
                G::Neg(a) => at(a, slot),
                G::Select(a, b, c) => at(if bit(c, slot) { a } else { b }, slot),
            }));
            signals.append(&mut vector);
        }
        let outputs = circuit.outputs().iter();
        let results = outputs.flat_map(|output| &signals[output.index() * batch..][..batch]);
        let results: Vec<Signal> = results.copied().collect();
        Ok(logic.finish(vec![Port::new("out", results.len() as u32)], results)?)
    }
}

/// What a node of the netlist became: a node of the circuit, none for the constant, or its
/// complement.
#[derive(Clone, Copy)]
struct Value {
    node: Option<Node>,
    flipped: bool,
}

struct Lowering {
    builder: Builder,
    wires: u32,
    values: Vec<Value>,
    /// The complement of each value's node, once it is needed.
    complements: Vec<Option<Node>>,
    ones: Vec<u64>,
    zeros: Vec<u64>,
}

impl Lowering {
    fn gate(&mut self, gate: Gate) -> Result<Value, CircuitError> {
        match gate.op {
            Op::Xor => {
                let (a, b) = (self.value(gate.a), self.value(gate.b));
                let flipped = a.flipped != b.flipped;
                let node = match (a.node, b.node) {
                    (Some(a), Some(b)) => {
                        let label = self.label();
                        Some(self.builder.add(label, a, b)?)
                    }
                    (node, None) | (None, node) => node,
                };
                Ok(Value { node, flipped })
            }
            Op::And => {
                let (a, b) = (self.node(gate.a)?, self.node(gate.b)?);
                let label = self.label();
                let node = self.builder.mul(label, a, b)?;
                Ok(Value { node: Some(node), flipped: false })
            }
        }
    }

    fn value(&self, signal: Signal) -> Value {
        let value = self.values[signal.node() as usize];
        Value { flipped: value.flipped != signal.is_complemented(), ..value }
    }

    /// The node of a signal, its complement and the constant made where they are needed first.
    fn node(&mut self, signal: Signal) -> Result<Node, CircuitError> {
        let value = self.value(signal);
        let node = match value.node {
            Some(node) => node,
            None => {
                let label = self.label();
                let zero = self.builder.mul_const(label, Node(0), &self.zeros)?;
                self.values[0].node = Some(zero);
                zero
            }
        };
        if !value.flipped {
            return Ok(node);
        }
        let at = signal.node() as usize;
        if let Some(complement) = self.complements[at] {
            return Ok(complement);
        }
        let label = self.label();
        let complement = self.builder.add_const(label, node, &self.ones)?;
        self.complements[at] = Some(complement);
        Ok(complement)
    }

    /// Labels continue the numbers of the wires.
    fn label(&self) -> u32 {
        self.wires + self.builder.len() as u32
    }
}
