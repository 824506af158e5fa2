//! The vocabulary of multiprecision schemes, in shapes.

use std::ops::Range;

use num_bigint::BigUint;
use ringassay_bigring::{Gadget, Lift, MAX_LOG2_W, MultiprecisionError, Shape, Upper};
use ringassay_cost::TallyMessage;
use ringassay_ring::{
    recorder::Kernel,
    sample::{Sampler, Seed, Stream},
};

use super::{TallyEvaluationForm, TallyMultiprecision, TallySmall, TallyVector, TallyWholeTable};
use crate::{Error, Multiprecision};

impl TallyVector {
    pub(super) fn slice(&self, range: &Range<usize>) -> Result<Self, MultiprecisionError> {
        Shape::check_range(self.count, range)?;
        let ring = self.ring();
        let recording = &mut *ring.open();
        let part = Self::new(ring, recording, range.len(), self.is_secret());
        ring.ran(recording, Kernel::Copy, range.len() * ring.shape().words);
        Ok(part)
    }

    fn zip_at(&mut self, at: usize, y: &Self, kernel: Kernel) -> Result<(), MultiprecisionError> {
        self.ring().same(y.ring())?;
        Shape::check_range(self.count, &(at..at + y.count))?;
        self.ring().run(kernel, y.count);
        self.held.secret |= y.is_secret();
        Ok(())
    }

    fn message(&self, t: u64, kernel: Kernel) -> Result<TallyMessage, MultiprecisionError> {
        Shape::check_message_modulus(t)?;
        self.ring().run(kernel, self.count);
        Ok(TallyMessage::new(self.count * self.ring().shape().degree))
    }
}

impl Multiprecision for TallyMultiprecision {
    type Vector = TallyVector;
    type Small = TallySmall;
    type EvaluationForm = TallyEvaluationForm;
    type Table = TallyWholeTable;
    type Message = TallyMessage;

    fn shape(&self) -> &Shape {
        self.shape()
    }

    fn zero(&self, count: usize) -> TallyVector {
        let recording = &mut *self.open();
        let vector = TallyVector::new(self, recording, count, false);
        self.ran(recording, Kernel::Clear, count * self.shape().words);
        vector
    }

    fn uniform(&self, _seed: &Seed, count: usize) -> TallyVector {
        let recording = &mut *self.open();
        let vector = TallyVector::new(self, recording, count, false);
        self.ran(recording, Kernel::WholeUniform { words: self.words() }, count);
        vector
    }

    fn small(
        &self,
        sampler: &Sampler,
        _stream: &mut Stream,
        count: usize,
    ) -> Result<TallySmall, Error> {
        self.shape().check_sampler(sampler)?;
        let recording = &mut *self.open();
        let small = TallySmall::new(self, recording, count, sampler.bound());
        let draw = sampler.distribution().draw(sampler.index().m());
        self.ran(recording, Kernel::Sample(draw), count);
        Ok(small)
    }

    fn given(&self, coefficients: &[i64]) -> Result<TallySmall, Error> {
        let count = self.shape().whole_elements(coefficients.len())?;
        let bound = Shape::small_bound(coefficients)?;
        let recording = &mut *self.open();
        let small = TallySmall::new(self, recording, count, bound);
        self.ran(recording, Kernel::Copy, count);
        Ok(small)
    }

    fn message(&self, m: &[u64], _factor: &BigUint, _upper: Upper) -> Result<TallyVector, Error> {
        // Whether each coefficient is small takes longer to look at than all the rest.
        let count = self.shape().whole_elements(m.len())?;
        let recording = &mut *self.open();
        let vector = TallyVector::new(self, recording, count, true);
        self.ran(recording, Kernel::WholeMessage { words: self.words() }, count);
        Ok(vector)
    }

    fn affine_assign(x: &mut TallySmall, factor: i64, constant: i64) -> Result<(), Error> {
        x.bound = Shape::affine_bound(x.bound, factor, constant)?;
        x.held.ring.run(Kernel::SmallAffine, x.count);
        Ok(())
    }

    fn bound(x: &TallySmall) -> u64 {
        x.bound
    }

    fn count(x: &TallyVector) -> usize {
        x.count
    }

    fn slice(x: &TallyVector, range: Range<usize>) -> Result<TallyVector, Error> {
        Ok(x.slice(&range)?)
    }

    fn concatenate(parts: &[&TallyVector]) -> Result<TallyVector, Error> {
        let count = parts.iter().map(|part| part.count).sum();
        let Some((first, rest)) = parts.split_first().filter(|_| count > 0) else {
            let what = "elements";
            return Err(MultiprecisionError::Count { what, given: 0, expected: 1 }.into());
        };
        let ring = first.ring();
        rest.iter().try_for_each(|part| ring.same(part.ring()))?;
        let recording = &mut *ring.open();
        let secret = parts.iter().any(|part| part.is_secret());
        let all = TallyVector::new(ring, recording, count, secret);
        ring.ran(recording, Kernel::Copy, count * ring.shape().words);
        Ok(all)
    }

    fn add_assign(x: &mut TallyVector, at: usize, y: &TallyVector) -> Result<(), Error> {
        let words = x.ring().words();
        Ok(x.zip_at(at, y, Kernel::WholeAdd { words })?)
    }

    fn sub_assign(x: &mut TallyVector, at: usize, y: &TallyVector) -> Result<(), Error> {
        let words = x.ring().words();
        Ok(x.zip_at(at, y, Kernel::WholeSub { words })?)
    }

    fn neg_assign(x: &mut TallyVector) {
        x.ring().run(Kernel::WholeNeg { words: x.ring().words() }, x.count);
    }

    fn add_small_assign(
        x: &mut TallyVector,
        at: usize,
        y: &TallySmall,
        factor: i64,
    ) -> Result<(), Error> {
        Shape::affine_bound(y.bound, factor, 0)?;
        Shape::check_range(x.count, &(at..at + y.count))?;
        let n = x.ring().shape().degree;
        Shape::check_count(y.count * y.held.ring.shape().degree, n * y.count)?;
        x.ring().run(Kernel::WholeAddSmall { words: x.ring().words() }, y.count);
        x.held.secret = true;
        Ok(())
    }

    fn multiples(x: &TallyVector, log2_w: u32, count: usize) -> Result<TallyVector, Error> {
        Shape::check_count(x.count, 1)?;
        if !(1..=MAX_LOG2_W).contains(&log2_w) || count == 0 {
            return Err(MultiprecisionError::Base { log2_w, digits: count }.into());
        }
        let ring = x.ring();
        let recording = &mut *ring.open();
        let multiples = TallyVector::new(ring, recording, count, x.is_secret());
        ring.ran(recording, Kernel::Copy, ring.shape().words);
        ring.ran(recording, Kernel::WholeScale { words: ring.words() }, count - 1);
        Ok(multiples)
    }

    fn publish(x: &mut TallyVector) {
        x.held.secret = false;
    }

    fn transform(
        x: &TallyVector,
        range: Range<usize>,
        lift: Lift,
        width: usize,
    ) -> Result<TallyEvaluationForm, Error> {
        Ok(x.transform(&range, lift, width)?)
    }

    fn transform_small(&self, x: &TallySmall, width: usize) -> Result<TallyEvaluationForm, Error> {
        Ok(x.transform(self, width)?)
    }

    fn mul_assign(x: &mut TallyEvaluationForm, y: &TallyEvaluationForm) -> Result<(), Error> {
        Ok(x.mul_assign(y)?)
    }

    fn tensor(
        x: &TallyEvaluationForm,
        y: &TallyEvaluationForm,
    ) -> Result<TallyEvaluationForm, Error> {
        Ok(x.tensor(y)?)
    }

    fn reduce(x: TallyEvaluationForm) -> Result<TallyVector, Error> {
        let kernel = x.ring().join(x.width);
        Ok(x.joined(kernel)?)
    }

    fn round(x: TallyEvaluationForm, t: u64) -> Result<TallyVector, Error> {
        Shape::check_message_modulus(t)?;
        let kernel = Kernel::Round { words: x.ring().words(), limbs: x.width as u32 };
        Ok(x.joined(kernel)?)
    }

    fn product(
        x: &TallyVector,
        range: Range<usize>,
        y: &TallyEvaluationForm,
    ) -> Result<TallyVector, Error> {
        Ok(x.product(&range, y)?)
    }

    fn table(x: &TallyVector, gadget: Gadget) -> Result<TallyWholeTable, Error> {
        Ok(x.table(gadget)?)
    }

    fn gadget_product(
        x: &TallyVector,
        first: usize,
        table: &TallyWholeTable,
    ) -> Result<TallyVector, Error> {
        Ok(x.gadget_product(first, table)?)
    }

    fn invert(x: &TallyVector) -> Result<TallyVector, Error> {
        Ok(x.invert()?)
    }

    fn decode(x: &TallyVector, t: u64) -> Result<TallyMessage, Error> {
        Ok(x.message(t, Kernel::WholeDecode { words: x.ring().words() })?)
    }

    fn centred_residues(x: &TallyVector, t: u64) -> Result<TallyMessage, Error> {
        Ok(x.message(t, Kernel::WholeResidues { words: x.ring().words() })?)
    }

    fn log2_largest(_x: &TallyVector) -> f64 {
        f64::NEG_INFINITY
    }
}
