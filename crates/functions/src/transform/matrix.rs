//! Linear transforms by their matrices.

use std::collections::BTreeMap;

use ringassay_scheme::{
    Error, IntegerScheme, Ring,
    ckks::{self, Scale, encoding::Complex64},
    encoding::VectorEncoder,
    hybrid::Context,
};

use super::{Cyclic, EntryGroup, LinearTransform, SlotGroup, TransformPlan};
use crate::numbers::Evaluator;

/// A square matrix by rows, for vectors of as many entries.
#[derive(Debug, Clone, PartialEq)]
pub struct Matrix<T> {
    entries: Vec<T>,
    length: usize,
}

impl<T: Copy + Default + PartialEq> Matrix<T> {
    /// The matrix with these rows, one after the other.
    ///
    /// # Errors
    /// Returns an error unless there are `length`² entries.
    pub fn new(entries: Vec<T>, length: usize) -> Result<Self, Error> {
        if length == 0 || Some(entries.len()) != length.checked_mul(length) {
            return Err(Error::Parameters(format!(
                "a matrix for vectors of {length} entries has {length}·{length} entries, not {}",
                entries.len()
            )));
        }
        Ok(Self { entries, length })
    }

    /// The number of rows.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The diagonals that are not 0, by their indices: M_d\[p_i\] for each position, where entry i lies at p_i.
    fn diagonals(
        &self,
        group: &impl SlotGroup,
        position: impl Fn(usize) -> usize,
    ) -> BTreeMap<usize, Vec<T>> {
        let mut diagonals: BTreeMap<usize, Vec<T>> = BTreeMap::new();
        let zero = || vec![T::default(); group.order()];
        for (row, entries) in self.entries.chunks_exact(self.length).enumerate() {
            for (column, &entry) in entries.iter().enumerate() {
                if entry != T::default() {
                    let index = group.difference(position(row), position(column));
                    diagonals.entry(index).or_insert_with(zero)[position(row)] = entry;
                }
            }
        }
        if diagonals.is_empty() {
            diagonals.insert(0, zero());
        }
        diagonals
    }
}

/// Entries moved to positions as [`Diagonal`](super::Diagonal) says.
fn moved<T: Copy>(entries: &[T], by: usize, group: &impl SlotGroup) -> Vec<T> {
    (0..entries.len()).map(|j| entries[group.difference(by, j)]).collect()
}

/// The transform of a matrix modulo t for vectors of integers.
///
/// # Errors
/// Returns an error if the matrix is of another length than the vectors or has an entry that is not below t, or there is
/// no such level.
pub fn of_integers<P: IntegerScheme, R: Ring>(
    context: &Context<P, R>,
    vectors: &VectorEncoder,
    matrix: &Matrix<u64>,
    level: usize,
) -> Result<LinearTransform<P, R>, Error> {
    check_length(matrix.length, vectors.length())?;
    let (layout, group) = (vectors.layout(), EntryGroup(vectors.layout()));
    let diagonals = matrix.diagonals(&group, |entry| layout.position(entry).unwrap_or_default());
    let indices: Vec<usize> = diagonals.keys().copied().collect();
    let plan = TransformPlan::new(context, &group, &indices, level)?;
    LinearTransform::new(context, plan, level, |diagonal| {
        let at_positions = moved(&diagonals[&diagonal.index], diagonal.moved_by, &group);
        let slots = layout.at_positions(&at_positions);
        let refused = |error| Error::Parameters(format!("{error}"));
        context.plaintext(vectors.encoder().encode(&slots).map_err(refused)?)
    })
}

/// The transform of a complex matrix for vectors of numbers, of which each takes `slots` slots: those beyond become 0.
/// Its scale is that by which rescaling at the level divides.
///
/// # Errors
/// Returns an error if the matrix has more rows than there are slots, these do not divide those of the ring, or the level
/// cannot be rescaled.
pub fn of_numbers<R: Ring>(
    context: &ckks::Context<R>,
    evaluator: &Evaluator<'_, R>,
    matrix: &Matrix<Complex64>,
    slots: usize,
    level: usize,
) -> Result<LinearTransform<ckks::Parameters, R>, Error> {
    let parameters = context.parameters();
    if slots < matrix.length || !parameters.slots().is_multiple_of(slots) {
        return Err(Error::Parameters(format!(
            "a matrix of {} rows needs as many slots, of a number that divides {}: not {slots}",
            matrix.length,
            parameters.slots()
        )));
    }
    if level == 0 {
        let reason = "it cannot be rescaled, which a linear transform needs";
        let (what, found) = ("a ciphertext", parameters.top());
        return Err(Error::Modulus { what, found, wanted: level, reason });
    }
    let group = Cyclic::new(parameters, slots);
    let diagonals = matrix.diagonals(&group, |entry| entry);
    let indices: Vec<usize> = diagonals.keys().copied().collect();
    let plan = TransformPlan::new(context, &group, &indices, level)?;
    let scale = Scale::of_primes(context.rescaling_primes(level));
    LinearTransform::new(context, plan, level, |diagonal| {
        let entries = moved(&diagonals[&diagonal.index], diagonal.moved_by, &group);
        evaluator.plaintext(&entries, &scale)
    })
}

fn check_length(found: usize, wanted: usize) -> Result<(), Error> {
    if found == wanted {
        return Ok(());
    }
    Err(Error::Parameters(format!(
        "a matrix of {found} rows is for vectors of {found} entries, not {wanted}"
    )))
}
