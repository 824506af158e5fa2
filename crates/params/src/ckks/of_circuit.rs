//! What a circuit over real or complex numbers asks for.

use ringassay_circuit::{Circuit, DepthTable};
use ringassay_scheme::ckks::RingType;

use super::Request;
use crate::{Error, request::refused};

impl Request {
    /// For a circuit over real or complex numbers: its products in a row, its batch, its largest value by interval arithmetic; and
    /// by as many bits more of precision as errors grow further in it than in a chain of squares of such
    /// numbers, which is what a search follows. Reals may lie in either ring.
    ///
    /// # Errors
    /// For circuits over other spaces, and when no bound of its values is finite.
    pub fn of_circuit(
        circuit: &Circuit,
        precision_bits: f64,
        security_bits: f64,
    ) -> Result<Self, Error> {
        let facts = circuit.real_facts().ok_or_else(|| {
            refused(
                "CKKS computes with real and complex numbers, and the circuit has other values"
                    .to_owned(),
            )
        })?;
        let largest = facts.magnitudes.iter().copied().fold(0.0, f64::max);
        if !(facts.largest.is_finite() && facts.gain_bits.is_finite() && largest.is_finite()) {
            return Err(refused(
                "values of the circuit may exceed any number: bound its inputs".to_owned(),
            ));
        }
        let hundredths = DepthTable::of_circuit(circuit);
        let depth = hundredths.div_ceil(100) as usize;
        // Errors in units of one rounding, absolutely: of the circuit, of the chain.
        let of_circuit = facts.gain_bits + largest.log2();
        let of_chain = (0..depth).fold(1.0, |error, _| 2.0 * facts.largest * error + 1.0).log2();
        Ok(Self {
            precision_bits: precision_bits + (of_circuit - of_chain).max(0.0),
            range: facts.largest,
            slots: (circuit.shape().batch as usize).next_power_of_two(),
            security_bits,
            ring: circuit.shape().space.is_complex().then_some(RingType::Standard),
            ..Self::new(depth, precision_bits)
        })
    }
}
