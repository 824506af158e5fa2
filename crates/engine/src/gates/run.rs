//! Plans on encrypted bits.

use ringassay_gates::{Bit, Evaluator, Job};
use ringassay_interrupt::checkpoint;
use ringassay_ring::lwe::LweSample;
use ringassay_scheme::ring::LweRing;

use super::GatePlan;
use crate::Error;

impl GatePlan {
    /// The bits of the results; `inputs` are those of the netlist. Gates of a level run on the threads of the present pool.
    ///
    /// # Errors
    /// Returns an error if there are not as many inputs as the netlist has, or they are of another context.
    pub fn evaluate<R: LweRing>(
        &self,
        evaluator: &Evaluator<R>,
        inputs: Vec<Bit<R>>,
    ) -> Result<Vec<Bit<R>>, Error> {
        if inputs.len() != self.inputs() as usize {
            return Err(Error::Inputs { wires: self.inputs(), given: inputs.len() });
        }
        // Node 0 is the constant.
        let mut values: Vec<Option<Bit<R>>> = Vec::with_capacity(self.nodes());
        values.push(None);
        values.extend(inputs.into_iter().map(Some));
        values.resize_with(self.nodes(), || None);
        for (level, steps) in self.levels().iter().enumerate() {
            checkpoint();
            let negated = steps.iter().map(|step| {
                let negated = step.operands.iter().map(|operand| {
                    let is_negated = operand.is_complemented();
                    let value = |node| Ok::<_, Error>(evaluator.not(value(&values, node)?)?);
                    is_negated.then(|| value(operand.node())).transpose()
                });
                negated.collect::<Result<Vec<_>, _>>()
            });
            let negated = negated.collect::<Result<Vec<_>, Error>>()?;
            let jobs = steps.iter().zip(&negated).map(|(step, negated)| {
                let operands = step.operands.iter().zip(negated).map(|(operand, negated)| {
                    negated.as_ref().map_or_else(|| value(&values, operand.node()), Ok)
                });
                Ok(Job { gate: step.gate, operands: operands.collect::<Result<_, Error>>()? })
            });
            let made = evaluator.gates(&jobs.collect::<Result<Vec<_>, Error>>()?)?;
            for (step, bit) in steps.iter().zip(made) {
                values[step.node as usize] = Some(bit);
            }
            self.ends(level).iter().for_each(|&node| values[node as usize] = None);
        }
        let result = |signal: &ringassay_circuit::netlist::Signal| match signal.as_constant() {
            Some(known) => Ok(Bit::constant(evaluator.context(), known)?),
            None if signal.is_complemented() => Ok(evaluator.not(value(&values, signal.node())?)?),
            None => value(&values, signal.node()).cloned(),
        };
        self.results().iter().map(result).collect()
    }
}

fn value<R: LweRing>(values: &[Option<Bit<R>>], node: u32) -> Result<&Bit<R>, Error> {
    let value = values.get(node as usize).and_then(Option::as_ref);
    value.ok_or(Error::Internal("a value that was dropped before its last use"))
}

/// Bytes of a bit in memory.
pub(super) fn bit_bytes(parameters: &ringassay_gates::Parameters) -> usize {
    size_of::<LweSample>() + 8 * (parameters.rank * parameters.degree + 1)
}
