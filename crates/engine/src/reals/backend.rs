//! The operations of slot programs on CKKS.

use ringassay_scheme::{
    Ring, Role,
    ckks::{
        Ciphertext, Context, EvaluationKeys, Magnitude, Parameters, Plaintext, Prepared, Scale,
        encoding::{Complex64, Encoder, Generator, Target},
    },
};
use ringassay_slots::{Backend, Program, program::Op};

use super::Refreshing;
use crate::Error;

/// The encoder of an instance.
pub(super) fn encoder(parameters: &Parameters) -> Result<Encoder, Error> {
    let generator = if parameters.generator == 3 { Generator::Three } else { Generator::Five };
    Ok(Encoder::in_ring(parameters.ring_type(), parameters.index.degree(), generator)?)
}

/// Real and imaginary part of a number.
pub(super) type Number = [f64; 2];

/// A row at a scale, of which only its size is told.
pub(super) fn message(
    encoder: &Encoder,
    row: &[Number],
    scale: &Scale,
    magnitude: Magnitude,
    log2_modulus: f64,
) -> Result<Plaintext, Error> {
    let target = Target { slots: row.len(), scale, log2_modulus };
    let values: Vec<Complex64> = row.iter().map(|&[re, im]| Complex64::new(re, im)).collect();
    let coefficients = encoder.encode(&values, &target)?;
    Ok(Plaintext::new(coefficients, scale.clone(), magnitude))
}

/// The level at which a program's inputs enter.
pub(super) fn entered(program: &Program) -> Option<usize> {
    program.ops().iter().find_map(|op| match *op {
        Op::Input { level, .. } => Some(level as usize),
        _ => None,
    })
}

/// The scales of all levels up to that at which a program's inputs enter, lowest first: Δ_{l-1} = Δ_l²/q_l.
pub(super) fn scales(parameters: &Parameters, program: &Program) -> Vec<Scale> {
    let start = entered(program).unwrap_or(parameters.top()).min(parameters.top());
    let mut scales = vec![parameters.scale()];
    for level in (1..=start).rev() {
        let primes = parameters.levels.get(level).map_or(&[][..], Vec::as_slice);
        scales.extend(scales.last().map(|scale| scale.squared().rescaled(primes)));
    }
    scales.reverse();
    scales
}

/// CKKS under the keys of a client.
pub(super) struct Reals<'a, R: Ring> {
    pub(super) context: &'a Context<R>,
    /// None where rows are only encoded.
    pub(super) keys: Option<&'a EvaluationKeys<R>>,
    /// Without, nothing is refreshed.
    pub(super) refreshing: Option<&'a Refreshing<R>>,
    pub(super) encoder: &'a Encoder,
    /// By level of the program.
    pub(super) scales: &'a [Scale],
    /// How many levels above those of the program is computed.
    pub(super) above: usize,
}

type Made<R> = Result<Ciphertext<R>, Error>;

impl<R: Ring> Reals<'_, R> {
    pub(super) fn scale(&self, level: u32) -> Result<&Scale, Error> {
        let above = Error::Level { level, inputs: self.scales.len().saturating_sub(1) };
        self.scales.get(level as usize).ok_or(above)
    }

    /// The level of the chain at a level of the program.
    pub(super) fn level(&self, level: u32) -> usize {
        level as usize + self.above
    }

    /// A product, rescaled.
    fn rescaled(&self, product: &Ciphertext<R>) -> Made<R> {
        Ok(self.bounded(self.context.rescale(product)?))
    }

    /// What is refreshed is no larger anywhere in the circuit.
    fn bounded(&self, a: Ciphertext<R>) -> Ciphertext<R> {
        match self.refreshing {
            Some(refreshing) => refreshing.bounded(self.context, a),
            None => a,
        }
    }

    /// A product of three components, relinearised and rescaled with one division.
    fn relinearised(&self, product: Ciphertext<R>) -> Made<R> {
        Ok(self.bounded(self.context.relinearise_and_rescale(product, self.keys()?)?))
    }

    fn keys(&self) -> Result<&EvaluationKeys<R>, Error> {
        self.keys.ok_or(Error::Internal("rows are encoded with evaluation keys"))
    }
}

impl<R: Ring> Backend for Reals<'_, R> {
    type Entry = Number;
    type Ciphertext = Ciphertext<R>;
    type Plaintext = Prepared<R>;
    type Error = Error;

    fn encode(&mut self, row: &[Number], level: u32) -> Result<Prepared<R>, Error> {
        let magnitude = Magnitude::of(row.iter().map(|&[re, im]| Complex64::new(re, im).abs()));
        let at = self.level(level);
        let log2_modulus = self.context.parameters().log2_q(at);
        let message = message(self.encoder, row, self.scale(level)?, magnitude, log2_modulus)?;
        Ok(self.context.prepare(&message, at, Role::Factor)?)
    }

    fn encrypt(&mut self, plain: &Prepared<R>) -> Made<R> {
        Ok(self.context.trivial_prepared(plain)?)
    }

    fn add(&mut self, a: &Self::Ciphertext, b: &Self::Ciphertext) -> Made<R> {
        Ok(self.context.add(a, b)?)
    }

    fn sub(&mut self, a: &Self::Ciphertext, b: &Self::Ciphertext) -> Made<R> {
        Ok(self.context.sub(a, b)?)
    }

    fn negate(&mut self, a: &Self::Ciphertext) -> Made<R> {
        Ok(self.context.negate(a))
    }

    fn add_plain(&mut self, a: &Self::Ciphertext, plain: &Prepared<R>) -> Made<R> {
        Ok(self.context.add_prepared(a, plain)?)
    }

    fn multiply_plain(&mut self, a: &Self::Ciphertext, plain: &Prepared<R>) -> Made<R> {
        self.rescaled(&self.context.multiply_prepared(a, plain)?)
    }

    fn multiply(&mut self, a: &Self::Ciphertext, b: &Self::Ciphertext) -> Made<R> {
        self.relinearised(self.context.tensor(a, b)?)
    }

    fn square(&mut self, a: &Self::Ciphertext) -> Made<R> {
        self.relinearised(self.context.tensor_square(a)?)
    }

    /// The scheme counts rotations downwards.
    fn rotate(&mut self, a: &Self::Ciphertext, step: i32) -> Made<R> {
        Ok(self.context.rotate(a, -i64::from(step), self.keys()?)?)
    }

    fn conjugate(&mut self, a: &Self::Ciphertext) -> Result<Option<Ciphertext<R>>, Error> {
        Ok(Some(self.context.conjugate(a, self.keys()?)?))
    }

    fn refresh(
        &mut self,
        a: &Self::Ciphertext,
        level: u32,
    ) -> Result<Option<Ciphertext<R>>, Error> {
        let Some(refreshing) = self.refreshing else { return Ok(None) };
        let fresh = refreshing.apply(self.context, a)?;
        Ok(Some(self.context.adjust(&fresh, self.level(level), self.scale(level)?)?))
    }

    fn lower(&mut self, a: &Self::Ciphertext, level: u32, _: u32) -> Made<R> {
        let scale = self.scale(level)?;
        Ok(self.context.adjust(a, self.level(level), scale)?)
    }
}
