//! Transforms, products, tables.

use std::ops::Range;

use ringassay_bigring::{Gadget, Lift, MultiprecisionError, Shape};
use ringassay_ring::recorder::Kernel;

use super::{
    TallyEvaluationForm, TallyMultiprecision, TallySmall, TallyVector, TallyWholeTable,
    values::Held,
};

impl TallyVector {
    pub(super) fn transform(
        &self,
        range: &Range<usize>,
        lift: Lift,
        width: usize,
    ) -> Result<TallyEvaluationForm, MultiprecisionError> {
        Shape::check_range(self.count, range)?;
        let (ring, count) = (self.ring(), range.len());
        ring.shape().check_width(width)?;
        let recording = &mut *ring.open();
        let (secret, log2_lift) = (self.is_secret(), ring.shape().log2_lift(lift));
        let evaluations =
            TallyEvaluationForm::new(ring, recording, count, width, log2_lift, secret);
        ring.take(recording, ring.plane_bytes(lift));
        ring.ran(recording, ring.split(lift, width), count);
        ring.give(recording, ring.plane_bytes(lift), secret);
        ring.ran(recording, ring.forward(), count * width);
        Ok(evaluations)
    }

    pub(super) fn product(
        &self,
        range: &Range<usize>,
        y: &TallyEvaluationForm,
    ) -> Result<Self, MultiprecisionError> {
        let (ring, width) = (self.ring(), y.width);
        ring.same(y.ring())?;
        Shape::check_range(self.count, range)?;
        Shape::check_count(y.count, 1)?;
        let shape = ring.shape();
        let log2_lift = shape.log2_lift(Lift::Positive);
        Shape::check_bound(shape.log2_product(log2_lift, y.log2_bound), width)?;
        let count = range.len();
        let recording = &mut *ring.open();
        let secret = self.is_secret() || y.is_secret();
        let out = Self::new(ring, recording, count, secret);
        ring.take(recording, width * shape.row_bytes());
        ring.take(recording, ring.plane_bytes(Lift::Positive));
        ring.ran(recording, ring.split(Lift::Positive, width), count);
        ring.ran(recording, ring.forward(), count * width);
        ring.ran(recording, Kernel::Mul, count * width);
        ring.ran(recording, ring.inverse(), count * width);
        ring.ran(recording, ring.join(width), count);
        ring.give(recording, ring.plane_bytes(Lift::Positive), secret);
        ring.give(recording, width * shape.row_bytes(), secret);
        Ok(out)
    }

    pub(super) fn table(&self, gadget: Gadget) -> Result<TallyWholeTable, MultiprecisionError> {
        gadget.check()?;
        let (ring, terms) = (self.ring(), gadget.terms());
        let count = (self.count / terms).max(1);
        Shape::check_count(self.count, count * terms)?;
        let width = ring.shape().gadget_width(&gadget);
        let words = terms * width * ring.shape().stride;
        let mut columns = Vec::with_capacity(count);
        for column in 0..count {
            let range = column * terms..(column + 1) * terms;
            let evaluations = self.transform(&range, Lift::Positive, width)?;
            let mut recording = ring.open();
            ring.ran(&mut recording, Kernel::PrepareTable { terms: terms as u32 }, width);
            columns.push(Held::new(ring, &mut recording, ring.table_bytes(words)));
            drop(recording);
            drop(evaluations);
        }
        Ok(TallyWholeTable { columns, gadget, width, secret: self.is_secret() })
    }

    pub(super) fn gadget_product(
        &self,
        first: usize,
        table: &TallyWholeTable,
    ) -> Result<Self, MultiprecisionError> {
        let (ring, Gadget { group, .. }) = (self.ring(), table.gadget);
        if let Some(held) = table.columns.first() {
            ring.same(&held.ring)?;
        }
        Shape::check_range(self.count, &(first..self.count))?;
        let rows = ((self.count - first) / group).max(1);
        Shape::check_count(self.count - first, rows * group)?;
        let shape = ring.shape();
        Shape::check_bound(shape.log2_gadget(&table.gadget), table.width)?;
        let (terms, columns, width) = (table.gadget.terms(), table.columns.len(), table.width);
        let recording = &mut *ring.open();
        let secret = self.is_secret() || table.secret;
        let out = Self::new(ring, recording, rows * columns, secret);
        let [work, sums] = [terms, columns * width].map(|rows| rows * shape.row_bytes());
        ring.take(recording, work);
        ring.take(recording, sums);
        let calls = rows * width;
        ring.ran(recording, Kernel::Digit { words: ring.words() }, calls * terms);
        ring.ran(recording, ring.forward(), calls * terms);
        ring.ran(recording, Kernel::InnerProduct { terms: terms as u32 }, calls * columns);
        ring.ran(recording, ring.inverse(), calls * columns);
        ring.ran(recording, ring.join(width), rows * columns);
        ring.give(recording, sums, secret);
        ring.give(recording, work, secret);
        Ok(out)
    }
}

impl TallySmall {
    pub(super) fn transform(
        &self,
        ring: &TallyMultiprecision,
        width: usize,
    ) -> Result<TallyEvaluationForm, MultiprecisionError> {
        ring.shape().whole_elements(self.count * self.held.ring.shape().degree)?;
        ring.shape().check_width(width)?;
        let log2_bound = Shape::log2_small(self.bound);
        let recording = &mut *ring.open();
        let evaluations =
            TallyEvaluationForm::new(ring, recording, self.count, width, log2_bound, true);
        ring.ran(recording, Kernel::Reduce, self.count * width);
        ring.ran(recording, ring.forward(), self.count * width);
        Ok(evaluations)
    }
}

impl TallyEvaluationForm {
    fn matches(&self, y: &Self) -> Result<(), MultiprecisionError> {
        self.ring().same(y.ring())?;
        Shape::check_count(y.width, self.width)
    }

    pub(super) fn mul_assign(&mut self, y: &Self) -> Result<(), MultiprecisionError> {
        self.matches(y)?;
        if y.count != 1 {
            Shape::check_count(y.count, self.count)?;
        }
        self.log2_bound = self.ring().shape().log2_product(self.log2_bound, y.log2_bound);
        self.ring().run(Kernel::Mul, self.count * self.width);
        self.held.secret |= y.is_secret();
        Ok(())
    }

    pub(super) fn tensor(&self, y: &Self) -> Result<Self, MultiprecisionError> {
        self.matches(y)?;
        let (ring, count) = (self.ring(), self.count + y.count - 1);
        let terms = self.count.min(y.count) as f64;
        let log2_bound = ring.shape().log2_product(self.log2_bound, y.log2_bound) + terms.log2();
        let recording = &mut *ring.open();
        let product = Self::new(
            ring,
            recording,
            count,
            self.width,
            log2_bound,
            self.is_secret() || y.is_secret(),
        );
        ring.ran(recording, Kernel::Mul, count * self.width);
        ring.ran(recording, Kernel::MulAdd, (self.count * y.count - count) * self.width);
        Ok(product)
    }

    /// Joined by that kernel.
    pub(super) fn joined(self, kernel: Kernel) -> Result<TallyVector, MultiprecisionError> {
        Shape::check_bound(self.log2_bound, self.width)?;
        let ring = self.ring();
        let mut recording = ring.open();
        let out = TallyVector::new(ring, &mut recording, self.count, self.is_secret());
        ring.ran(&mut recording, ring.inverse(), self.count * self.width);
        ring.ran(&mut recording, kernel, self.count);
        drop(recording);
        Ok(out)
    }
}
