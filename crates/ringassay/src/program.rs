//! Circuits compiled for a key.

use ringassay_circuit::Circuit;
use ringassay_engine::{Plan, Target};
use ringassay_params::Choosable;
use ringassay_ring::RnsRing;

use crate::{
    Ciphertext, Error, EvaluationKeys,
    vectors::{IntegerVectors, Scheme, Vectors},
};

/// The most memory for prepared constants of a program.
const CONSTANT_BYTES: u64 = 1 << 30;

/// A circuit, planned for some evaluation keys, its constants prepared: evaluated any number of times, on all
/// processors.
#[derive(Debug)]
pub struct Program<P: Choosable + Scheme> {
    keys: EvaluationKeys<P>,
    program: ringassay_engine::Program<P, RnsRing>,
}

impl<P: Choosable + Scheme<Vectors = IntegerVectors>> EvaluationKeys<P> {
    /// A circuit, planned and with its constants prepared.
    ///
    /// # Errors
    /// Returns an error if the circuit is too deep, of other vectors, or needs keys that are not there.
    pub fn compile(&self, circuit: &Circuit) -> Result<Program<P>, Error> {
        let (session, products) = (self.session(), self.inner().has_products());
        let vectors = session.vectors().encoder().clone();
        let target = Target::of(session.parameters(), vectors, products, self.set().clone())?
            .with_constants_bytes(CONSTANT_BYTES);
        let plan = Plan::new(circuit, &target)?;
        let program = ringassay_engine::Program::new(plan, &target, session.scheme())?;
        Ok(Program { keys: self.clone(), program })
    }
}

impl<P: Choosable + Scheme<Vectors = IntegerVectors>> Program<P>
where
    IntegerVectors: Vectors<P>,
{
    /// What is done, and what that takes.
    pub fn plan(&self) -> &Plan {
        self.program.plan()
    }

    /// The outputs for one fresh ciphertext for each wire, in the circuit's order.
    ///
    /// # Errors
    /// Returns an error if there is not one for each wire, or one is not as encryption made it.
    pub fn evaluate(&self, inputs: &[Ciphertext<P>]) -> Result<Vec<Ciphertext<P>>, Error> {
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
