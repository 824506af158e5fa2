//! The arithmetic of BGV and BFV, for functions.

use ringassay_scheme::{
    Error, IntegerScheme, Plaintext, Ring,
    encoding::{KeySet, VectorEncoder},
    hybrid::{Ciphertext, Context, EvaluationKeys},
};

use crate::{Arithmetic, Factor};

/// A context with keys, and with the encoder of its vectors.
#[derive(Debug, Clone, Copy)]
pub struct Evaluator<'a, P: IntegerScheme, R: Ring> {
    context: &'a Context<P, R>,
    vectors: &'a VectorEncoder,
    keys: (&'a KeySet, &'a EvaluationKeys<P, R>),
}

impl<'a, P: IntegerScheme, R: Ring> Evaluator<'a, P, R> {
    /// For the vectors of this encoder; the keys with the set of rotations that they compose.
    ///
    /// # Errors
    /// Returns an error if the encoder is of another ring or plaintext modulus than the context.
    pub fn new(
        context: &'a Context<P, R>,
        vectors: &'a VectorEncoder,
        keys: (&'a KeySet, &'a EvaluationKeys<P, R>),
    ) -> Result<Self, Error> {
        let (ring, parameters) = (vectors.encoder().ring(), context.parameters());
        if ring.modulus() != parameters.t() || ring.index() != parameters.index() {
            return Err(Error::OtherParameters { what: "the encoder" });
        }
        Ok(Self { context, vectors, keys })
    }

    /// x modulo t.
    fn residue(&self, x: i64) -> u64 {
        // Below t.
        i128::from(x).rem_euclid(i128::from(self.context.parameters().t())) as u64
    }

    /// The plaintext that holds these entries; 0 in those that are not given.
    ///
    /// # Errors
    /// Returns an error if there are more than the vector has.
    fn plaintext(&self, entries: impl Iterator<Item = i64>) -> Result<Plaintext, Error> {
        let mut vector: Vec<u64> = entries.map(|x| self.residue(x)).collect();
        vector.resize(vector.len().max(self.vectors.length()), 0);
        let refused = |error| Error::Parameters(format!("{error}"));
        self.context.plaintext(self.vectors.encode(&vector).map_err(refused)?)
    }

    /// A factor or a term in every entry.
    fn of_entries(&self, factor: &Factor<'_, i64>) -> Result<Plaintext, Error> {
        match factor {
            Factor::Constant(c) => self.plaintext(std::iter::repeat_n(*c, self.vectors.length())),
            Factor::Entries(values) => self.plaintext(values.iter().copied()),
        }
    }

    /// The plaintext that multiplies every slot by the same integer: a constant, whose noise grows with it alone.
    fn constant(&self, c: i64) -> Result<Plaintext, Error> {
        let mut coefficients = vec![0; self.context.parameters().index().degree()];
        coefficients[0] = self.residue(c);
        self.context.plaintext(coefficients)
    }
}

impl<P: IntegerScheme, R: Ring> Arithmetic for Evaluator<'_, P, R> {
    type Ciphertext = Ciphertext<P, R>;
    type Number = i64;
    type Scale = ();

    /// Products choose their modulus by the noise of their operands.
    fn level(&self, _: &Ciphertext<P, R>) -> usize {
        usize::MAX
    }

    fn scale(&self, _: &Ciphertext<P, R>) {}

    fn before_rescaling(&self, _: &(), _: usize) -> Result<(), Error> {
        Ok(())
    }

    fn cofactor(&self, _: &(), _: &Ciphertext<P, R>) {}

    fn integer(&self, x: i64) -> i64 {
        x
    }

    /// At the lower level of the two.
    fn add(&self, a: Ciphertext<P, R>, b: &Ciphertext<P, R>) -> Result<Ciphertext<P, R>, Error> {
        self.context.add(&a, b)
    }

    fn sub(&self, a: Ciphertext<P, R>, b: &Ciphertext<P, R>) -> Result<Ciphertext<P, R>, Error> {
        self.context.sub(&a, b)
    }

    fn double(&self, a: &Ciphertext<P, R>) -> Result<Ciphertext<P, R>, Error> {
        self.context.add(a, a)
    }

    /// At the level that suits the noise of both.
    fn multiply(
        &self,
        a: &Ciphertext<P, R>,
        b: &Ciphertext<P, R>,
    ) -> Result<Ciphertext<P, R>, Error> {
        let operands = [a, b].map(|x| (x.level(), x.noise(), x.parts().len()));
        let level = self.context.product_level(operands);
        let [a, b] = [P::at_level(self.context, a, level)?, P::at_level(self.context, b, level)?];
        self.context.tensor(&a, &b)
    }

    fn square(&self, a: &Ciphertext<P, R>) -> Result<Ciphertext<P, R>, Error> {
        let operand = (a.level(), a.noise(), a.parts().len());
        let level = self.context.product_level([operand, operand]);
        self.context.tensor_square(&*P::at_level(self.context, a, level)?)
    }

    fn relinearise(&self, a: Ciphertext<P, R>) -> Result<Ciphertext<P, R>, Error> {
        if a.parts().len() == 2 {
            return Ok(a);
        }
        self.context.relinearise(&a, self.keys.1)
    }

    fn rescale(&self, a: &Ciphertext<P, R>) -> Result<Ciphertext<P, R>, Error> {
        Ok(a.clone())
    }

    fn relinearise_and_rescale(&self, a: Ciphertext<P, R>) -> Result<Ciphertext<P, R>, Error> {
        self.relinearise(a)
    }

    fn drop_to(&self, a: &Ciphertext<P, R>, _: usize) -> Result<Ciphertext<P, R>, Error> {
        Ok(a.clone())
    }

    fn multiply_to(
        &self,
        a: Ciphertext<P, R>,
        factor: &Factor<'_, i64>,
        _: &(),
    ) -> Result<Ciphertext<P, R>, Error> {
        match factor {
            Factor::Constant(c) if self.residue(*c) == 1 => Ok(a),
            Factor::Constant(c) => self.context.multiply_plain(&a, &self.constant(*c)?),
            Factor::Entries(_) => self.context.multiply_plain(&a, &self.of_entries(factor)?),
        }
    }

    fn add_to(
        &self,
        a: Ciphertext<P, R>,
        term: &Factor<'_, i64>,
    ) -> Result<Ciphertext<P, R>, Error> {
        self.context.add_plain(&a, &self.of_entries(term)?)
    }

    fn rotate(&self, a: &Ciphertext<P, R>, steps: i64) -> Result<Ciphertext<P, R>, Error> {
        self.context.rotate_vector(a, steps, self.vectors, self.keys)
    }

    fn to_unit_interval(
        &self,
        _: &Ciphertext<P, R>,
        _: f64,
        _: f64,
    ) -> Result<Ciphertext<P, R>, Error> {
        Err(Error::Unsupported("integers modulo t lie in no interval".into()))
    }
}
