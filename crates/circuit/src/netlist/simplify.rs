//! Fewer gates for the same function.

use crate::netlist::{Builder, Gate, Logic, Netlist, NetlistError, Op, Signal};

/// What an AND gate turns out to be.
#[derive(Clone, Copy)]
enum Form {
    /// The gate itself.
    Same(Gate),
    /// The complement of: `a` where `choice` is one, else `b`.
    NotMux { choice: Signal, a: Signal, b: Signal },
}

impl Netlist {
    /// The same function with constants folded, equal gates merged, XORs and choices recovered
    /// from the ANDs that AIGER files write them in, and without gates that lead nowhere.
    ///
    /// Neither the number of ANDs nor their depth grows. AIGER knows AND only, so a XOR costs three
    /// there: ¬(a ∧ b) ∧ ¬(¬a ∧ ¬b); and so does a choice, ¬(c ∧ a) ∧ ¬(¬c ∧ b), which is
    /// ¬(b ⊕ c ∧ (a ⊕ b)). Linear in the size.
    ///
    /// # Errors
    /// If there are too many gates: a choice takes up to three for one.
    pub fn simplified(&self) -> Result<Self, NetlistError> {
        let forms: Vec<Form> = self.gates().iter().map(|&gate| self.form(gate)).collect();
        let first = self.input_bits() as usize + 1;
        let mut needed = vec![false; self.nodes()];
        self.results().iter().for_each(|result| needed[result.node() as usize] = true);
        for (at, form) in forms.iter().enumerate().rev() {
            if needed[first + at] {
                let operands = match *form {
                    Form::Same(gate) => [gate.a, gate.b, Signal::FALSE],
                    Form::NotMux { choice, a, b } => [choice, a, b],
                };
                operands.iter().for_each(|operand| needed[operand.node() as usize] = true);
            }
        }
        let mut logic = Logic::new(self.inputs().to_vec())?;
        let mut signals: Vec<Signal> = (0..first as u32).map(|n| Signal::new(n, false)).collect();
        signals.reserve(forms.len());
        for (at, form) in forms.iter().enumerate() {
            let map =
                |signal: Signal| signals[signal.node() as usize].flipped(signal.is_complemented());
            signals.push(match *form {
                _ if !needed[first + at] => Signal::FALSE,
                Form::Same(gate) => logic.apply(gate.op, map(gate.a), map(gate.b)),
                Form::NotMux { choice, a, b } => !logic.mux(map(choice), map(a), map(b)),
            });
        }
        let map = |s: &Signal| signals[s.node() as usize].flipped(s.is_complemented());
        let results = self.results().iter().map(map).collect();
        logic.finish(self.outputs().to_vec(), results)
    }

    /// Looks for two ANDs below an AND whose first operands exclude each other.
    fn form(&self, gate: Gate) -> Form {
        let below = |signal: Signal| {
            let at = (signal.node() as usize).checked_sub(self.input_bits() as usize + 1)?;
            let inner = *self.gates().get(at)?;
            (signal.is_complemented() && inner.op == Op::And).then_some(inner)
        };
        if gate.op == Op::And
            && let (Some(p), Some(q)) = (below(gate.a), below(gate.b))
        {
            for (choice, a) in [(p.a, p.b), (p.b, p.a)] {
                for (other, b) in [(q.a, q.b), (q.b, q.a)] {
                    if choice == !other {
                        return Form::NotMux { choice, a, b };
                    }
                }
            }
        }
        Form::Same(gate)
    }

    /// The same netlist without the gates that lead to no result; the others keep their order.
    ///
    /// # Errors
    /// None that a valid netlist could have.
    pub(super) fn without_unused(&self) -> Result<Self, NetlistError> {
        let first = self.input_bits() as usize + 1;
        let mut needed = vec![false; self.nodes()];
        self.results().iter().for_each(|result| needed[result.node() as usize] = true);
        for (at, gate) in self.gates().iter().enumerate().rev() {
            if needed[first + at] {
                needed[gate.a.node() as usize] = true;
                needed[gate.b.node() as usize] = true;
            }
        }
        let mut builder = Builder::new(self.inputs().to_vec())?;
        let mut signals: Vec<Signal> = (0..first as u32).map(|n| Signal::new(n, false)).collect();
        for (at, gate) in self.gates().iter().enumerate() {
            let map = |s: Signal| signals[s.node() as usize].flipped(s.is_complemented());
            let (a, b) = (map(gate.a), map(gate.b));
            signals.push(if needed[first + at] {
                builder.push(gate.op, a, b)?
            } else {
                Signal::FALSE
            });
        }
        let map = |s: &Signal| signals[s.node() as usize].flipped(s.is_complemented());
        let results = self.results().iter().map(map).collect();
        builder.finish(self.outputs().to_vec(), results)
    }
}
