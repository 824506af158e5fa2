//! Circuits compiled for a key.

use ringassay_circuit::Circuit;
use ringassay_engine::{Plan, Target};

use super::{Bgv, Ciphertext, EvaluationKeys};
use crate::Error;

/// The most memory for prepared constants of a program.
const CONSTANT_BYTES: u64 = 1 << 30;

/// A circuit, planned for some evaluation keys, its constants prepared: evaluated any number of times, on all
/// processors.
#[derive(Debug)]
pub struct Program {
    keys: EvaluationKeys,
    program: ringassay_engine::Program<Bgv>,
}

impl EvaluationKeys {
    /// A circuit, planned and with its constants prepared.
    ///
    /// # Errors
    /// If the circuit is too deep, of other vectors, or needs keys that are not there.
    pub fn compile(&self, circuit: &Circuit) -> Result<Program, Error> {
        let (session, products) = (self.session(), self.inner().relinearisation().is_some());
        let vectors = session.vectors().clone();
        let target = Target::of(session.parameters(), vectors, products, self.set().clone())?;
        let plan = Plan::new(circuit, &target)?;
        let program =
            ringassay_engine::Program::new(plan, &target, session.scheme(), CONSTANT_BYTES)?;
        Ok(Program { keys: self.clone(), program })
    }
}

impl Program {
    /// What is done, and what that takes.
    pub fn plan(&self) -> &Plan {
        self.program.plan()
    }

    /// The output for one fresh ciphertext for each wire.
    ///
    /// # Errors
    /// If there is not one for each wire, or one is not as encryption made it.
    pub fn evaluate(&self, inputs: &[Ciphertext]) -> Result<Ciphertext, Error> {
        let (session, wires) = (self.keys.session(), self.plan().wires());
        if inputs.len() != wires as usize {
            let given = inputs.len();
            return Err(ringassay_engine::Error::Inputs { wires, given }.into());
        }
        for input in inputs {
            session.check(input.session(), "an input")?;
        }
        let output = self
            .program
            .evaluate(self.keys.inner(), |wire| Ok(inputs[wire as usize].inner().clone()))?;
        Ciphertext::new(session, output).using(&self.keys)
    }
}
