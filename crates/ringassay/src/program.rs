//! Circuits compiled for a key.

use ringassay_circuit::Circuit;
use ringassay_engine::Plan;
use ringassay_params::Choosable;

use crate::{
    Ciphertext, Error, EvaluationKeys,
    vectors::{IntegerVectors, Scheme, Vectors},
};

/// A circuit, planned for some evaluation keys, its constants prepared: evaluated any number of times, with integers
/// on all processors.
#[derive(Debug)]
pub struct Program<P: Scheme> {
    keys: EvaluationKeys<P>,
    program: <P::Vectors as Vectors<P>>::Program,
}

impl<P: Scheme> EvaluationKeys<P> {
    /// A circuit, planned and with its constants prepared. In CKKS, with keys of a refresh, circuits have any depth: ciphertexts
    /// are refreshed where that takes the fewest refreshes.
    ///
    /// # Errors
    /// Returns an error if the circuit is too deep, of other vectors, or needs keys that are not there; in CKKS if vectors
    /// have not 2^k entries.
    pub fn compile(&self, circuit: &Circuit) -> Result<Program<P>, Error> {
        let session = self.session();
        let keys = (self.set(), self.inner());
        let refresh = self.refresh_keys().get();
        let program = session.vectors().compile(session.scheme(), circuit, keys, refresh)?;
        Ok(Program { keys: self.clone(), program })
    }
}

impl<P: Scheme> Program<P> {
    /// What is evaluated: of integers a [program with its plan](ringassay_engine::Program), of numbers a
    /// [slot program](ringassay_engine::reals::RealProgram).
    pub fn inner(&self) -> &<P::Vectors as Vectors<P>>::Program {
        &self.program
    }

    /// The outputs for one ciphertext for each wire, as encryption made them, in the circuit's order.
    ///
    /// # Errors
    /// Returns an error if there is not one for each wire, or one has more noise or fewer levels than the plan counts on.
    pub fn evaluate(&self, inputs: &[Ciphertext<P>]) -> Result<Vec<Ciphertext<P>>, Error> {
        let (session, wires) = (self.keys.session(), P::Vectors::wires(&self.program));
        if inputs.len() != wires as usize {
            let given = inputs.len();
            return Err(ringassay_engine::Error::Inputs { wires, given }.into());
        }
        for input in inputs {
            session.check(input.session(), "an input")?;
            input.owner().joined(self.keys.owner(), "an input")?;
        }
        let inputs: Vec<_> = inputs.iter().map(Ciphertext::inner).collect();
        let (vectors, keys) = (session.vectors(), self.keys.inner());
        let outputs = vectors.evaluate(session.scheme(), &self.program, &inputs, keys)?;
        let (outputs, owner) = (outputs.into_iter(), self.keys.owner());
        outputs.map(|output| Ciphertext::new(session, output, owner).using(&self.keys)).collect()
    }
}

impl<P: Choosable + Scheme<Vectors = IntegerVectors>> Program<P>
where
    IntegerVectors: Vectors<P, Program = ringassay_engine::Program<P, ringassay_ring::RnsRing>>,
{
    /// What is done, and what that takes.
    pub fn plan(&self) -> &Plan {
        self.program.plan()
    }
}
