//! Circuits compiled for a key.

use ringassay_circuit::Circuit;
use ringassay_engine::{Plan, Target};

use ringassay_scheme::slot_scheme::ComputingScheme;

use crate::{Ciphertext, Error, EvaluationKeys};

/// The most memory for prepared constants of a program.
const CONSTANT_BYTES: u64 = 1 << 30;

/// A circuit, planned for some evaluation keys, its constants prepared: evaluated any number of times, on all
/// processors.
#[derive(Debug)]
pub struct Program<S: ComputingScheme> {
    keys: EvaluationKeys<S>,
    program: ringassay_engine::Program<S>,
}

impl<S: ComputingScheme> EvaluationKeys<S> {
    /// A circuit, planned and with its constants prepared.
    ///
    /// # Errors
    /// If the circuit is too deep, of other vectors, or needs keys that are not there.
    pub fn compile(&self, circuit: &Circuit) -> Result<Program<S>, Error> {
        let (session, products) = (self.session(), S::has_products(self.inner()));
        let vectors = session.vectors().clone();
        let target = Target::of(session.parameters(), vectors, products, self.set().clone())?
            .with_constants_bytes(CONSTANT_BYTES);
        let plan = Plan::new(circuit, &target)?;
        let program = ringassay_engine::Program::new(plan, &target, session.scheme())?;
        Ok(Program { keys: self.clone(), program })
    }
}

impl<S: ComputingScheme> Program<S> {
    /// What is done, and what that takes.
    pub fn plan(&self) -> &Plan {
        self.program.plan()
    }

    /// The outputs for one fresh ciphertext for each wire, in the circuit's order.
    ///
    /// # Errors
    /// If there is not one for each wire, or one is not as encryption made it.
    pub fn evaluate(&self, inputs: &[Ciphertext<S>]) -> Result<Vec<Ciphertext<S>>, Error> {
        let (session, wires) = (self.keys.session(), self.plan().wires());
        if inputs.len() != wires as usize {
            let given = inputs.len();
            return Err(ringassay_engine::Error::Inputs { wires, given }.into());
        }
        for input in inputs {
            session.check(input.session(), "an input")?;
            input.owner().joined(self.keys.owner(), "an input")?;
        }
        let outputs = self
            .program
            .evaluate(self.keys.inner(), |wire| Ok(inputs[wire as usize].inner().clone()))?;
        let outputs = outputs.into_iter();
        let owner = self.keys.owner();
        outputs.map(|output| Ciphertext::new(session, output, owner).using(&self.keys)).collect()
    }
}
