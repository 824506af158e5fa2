//! The ring that computes.

use std::ops::Range;

use num_bigint::BigUint;
use ringassay_bigring::{
    EvaluationForm, Gadget, GadgetTable, Lift, MultiprecisionRing, Shape, SmallVector, Upper,
    Vector,
};
use ringassay_ring::sample::{Sampler, Seed, Stream};

use super::Multiprecision;
use crate::Error;

impl Multiprecision for MultiprecisionRing {
    type Vector = Vector;
    type Small = SmallVector;
    type EvaluationForm = EvaluationForm;
    type Table = GadgetTable;
    type Message = Vec<u64>;

    fn shape(&self) -> &Shape {
        self.shape()
    }

    fn zero(&self, count: usize) -> Vector {
        self.zero(count)
    }

    fn uniform(&self, seed: &Seed, count: usize) -> Vector {
        self.uniform(seed, count)
    }

    fn small(
        &self,
        sampler: &Sampler,
        stream: &mut Stream,
        count: usize,
    ) -> Result<SmallVector, Error> {
        Ok(SmallVector::draw(self, sampler, stream, count)?)
    }

    fn given(&self, coefficients: &[i64]) -> Result<SmallVector, Error> {
        Ok(SmallVector::from_coefficients(self, coefficients)?)
    }

    fn message(&self, m: &[u64], factor: &BigUint, upper: Upper) -> Result<Vector, Error> {
        Ok(self.message(m, factor, upper)?)
    }

    fn affine_assign(x: &mut SmallVector, factor: i64, constant: i64) -> Result<(), Error> {
        Ok(x.affine_assign(factor, constant)?)
    }

    fn bound(x: &SmallVector) -> u64 {
        x.bound()
    }

    fn count(x: &Vector) -> usize {
        x.count()
    }

    fn slice(x: &Vector, range: Range<usize>) -> Result<Vector, Error> {
        Ok(x.slice(range)?)
    }

    fn concatenate(parts: &[&Vector]) -> Result<Vector, Error> {
        Ok(Vector::concatenate(parts)?)
    }

    fn add_assign(x: &mut Vector, at: usize, y: &Vector) -> Result<(), Error> {
        Ok(x.add_assign(at, y)?)
    }

    fn sub_assign(x: &mut Vector, at: usize, y: &Vector) -> Result<(), Error> {
        Ok(x.sub_assign(at, y)?)
    }

    fn neg_assign(x: &mut Vector) {
        x.neg_assign();
    }

    fn add_small_assign(
        x: &mut Vector,
        at: usize,
        y: &SmallVector,
        factor: i64,
    ) -> Result<(), Error> {
        Ok(x.add_small_assign(at, y, factor)?)
    }

    fn multiples(x: &Vector, log2_w: u32, count: usize) -> Result<Vector, Error> {
        Ok(x.multiples(log2_w, count)?)
    }

    fn publish(x: &mut Vector) {
        x.publish();
    }

    fn transform(
        x: &Vector,
        range: Range<usize>,
        lift: Lift,
        width: usize,
    ) -> Result<EvaluationForm, Error> {
        Ok(x.transform(range, lift, width)?)
    }

    fn transform_small(&self, x: &SmallVector, width: usize) -> Result<EvaluationForm, Error> {
        Ok(x.transform(self, width)?)
    }

    fn mul_assign(x: &mut EvaluationForm, y: &EvaluationForm) -> Result<(), Error> {
        Ok(x.mul_assign(y)?)
    }

    fn tensor(x: &EvaluationForm, y: &EvaluationForm) -> Result<EvaluationForm, Error> {
        Ok(x.tensor(y)?)
    }

    fn reduce(x: EvaluationForm) -> Result<Vector, Error> {
        Ok(x.reduce()?)
    }

    fn round(x: EvaluationForm, t: u64) -> Result<Vector, Error> {
        Ok(x.round(t)?)
    }

    fn product(x: &Vector, range: Range<usize>, y: &EvaluationForm) -> Result<Vector, Error> {
        Ok(x.product(range, y)?)
    }

    fn table(x: &Vector, gadget: Gadget) -> Result<GadgetTable, Error> {
        Ok(GadgetTable::new(x, gadget)?)
    }

    fn gadget_product(x: &Vector, first: usize, table: &GadgetTable) -> Result<Vector, Error> {
        Ok(x.gadget_product(first, table)?)
    }

    fn invert(x: &Vector) -> Result<Vector, Error> {
        Ok(x.invert()?)
    }

    fn decode(x: &Vector, t: u64) -> Result<Vec<u64>, Error> {
        Ok(x.decode(t)?)
    }

    fn centred_residues(x: &Vector, t: u64) -> Result<Vec<u64>, Error> {
        Ok(x.centred_residues(t)?)
    }

    fn log2_largest(x: &Vector) -> f64 {
        x.log2_largest()
    }
}
