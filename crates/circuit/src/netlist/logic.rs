//! Netlists that simplify themselves while they grow.

use std::collections::HashMap;

use crate::netlist::{Builder, Gate, Netlist, NetlistError, Op, Port, Signal};

/// A [`Builder`] that folds constants, cancels complements and keeps equal gates once (structural
/// hashing). Operations always return a signal; the first error is reported by [`Logic::finish`].
#[derive(Clone, Debug)]
pub struct Logic {
    builder: Builder,
    known: HashMap<Gate, Signal>,
    /// AND depth of each gate.
    depths: Vec<u32>,
    failure: Option<NetlistError>,
}

impl Logic {
    /// No gates yet.
    ///
    /// # Errors
    /// See [`Builder::new`].
    pub fn new(inputs: Vec<Port>) -> Result<Self, NetlistError> {
        Ok(Self {
            builder: Builder::new(inputs)?,
            known: HashMap::new(),
            depths: Vec::new(),
            failure: None,
        })
    }

    /// The signals of each input port.
    pub fn inputs(&self) -> Vec<Vec<Signal>> {
        let mut next = 0..self.builder.netlist().input_bits();
        let ports = self.builder.netlist().inputs().iter();
        ports
            .map(|port| {
                next.by_ref()
                    .take(port.bits as usize)
                    .map(|bit| Signal::new(bit + 1, false))
                    .collect()
            })
            .collect()
    }

    /// Most ANDs on a path to a signal.
    pub fn and_depth(&self, signal: Signal) -> u32 {
        let inputs = self.builder.netlist().input_bits();
        let gate = signal.node().checked_sub(inputs + 1);
        gate.and_then(|gate| self.depths.get(gate as usize)).copied().unwrap_or(0)
    }

    /// `a ∧ b`.
    pub fn and(&mut self, a: Signal, b: Signal) -> Signal {
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        // Constants are the smallest signals, so they come first.
        match a.as_constant() {
            Some(false) => return Signal::FALSE,
            Some(true) => return b,
            None if a == b => return a,
            None if a == !b => return Signal::FALSE,
            None => {}
        }
        self.gate(Op::And, a, b)
    }

    /// `a ⊕ b`; complements of the operands become one of the result.
    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        let flip = a.is_complemented() != b.is_complemented();
        let (a, b) = (a.positive(), b.positive());
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        if a == b {
            return Signal::constant(flip);
        }
        if a == Signal::FALSE {
            return b.flipped(flip);
        }
        self.gate(Op::Xor, a, b).flipped(flip)
    }

    /// `a ∨ b`, one AND.
    pub fn or(&mut self, a: Signal, b: Signal) -> Signal {
        !self.and(!a, !b)
    }

    /// `a` where `choice` is one, else `b`; one AND.
    pub fn mux(&mut self, choice: Signal, a: Signal, b: Signal) -> Signal {
        let difference = self.xor(a, b);
        let chosen = self.and(choice, difference);
        self.xor(b, chosen)
    }

    /// The majority of three, which is the carry of their sum; one AND.
    pub fn majority(&mut self, a: Signal, b: Signal, c: Signal) -> Signal {
        let (first, second) = (self.xor(a, b), self.xor(a, c));
        let either = self.and(first, second);
        self.xor(a, either)
    }

    /// Any gate, simplified.
    pub fn apply(&mut self, op: Op, a: Signal, b: Signal) -> Signal {
        match op {
            Op::And => self.and(a, b),
            Op::Xor => self.xor(a, b),
        }
    }

    /// The netlist with these results; gates that lead to none are left out.
    ///
    /// # Errors
    /// The first error of any operation; see [`Builder::finish`].
    pub fn finish(self, outputs: Vec<Port>, results: Vec<Signal>) -> Result<Netlist, NetlistError> {
        match self.failure {
            Some(failure) => Err(failure),
            None => self.builder.finish(outputs, results)?.without_unused(),
        }
    }

    fn gate(&mut self, op: Op, a: Signal, b: Signal) -> Signal {
        let gate = Gate { op, a, b };
        if let Some(&signal) = self.known.get(&gate) {
            return signal;
        }
        match self.builder.push(op, a, b) {
            Ok(signal) => {
                let below = self.and_depth(a).max(self.and_depth(b));
                self.depths.push(below + u32::from(op == Op::And));
                self.known.insert(gate, signal);
                signal
            }
            Err(error) => {
                self.failure.get_or_insert(error);
                Signal::FALSE
            }
        }
    }
}
