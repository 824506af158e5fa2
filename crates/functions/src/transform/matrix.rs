//! Linear transforms by their matrices.

use std::collections::BTreeMap;

use ringassay_scheme::{
    Error, IntegerScheme, Ring,
    ckks::{self, encoding::Complex64},
    encoding::VectorEncoder,
    hybrid::Context,
};

use super::{Cyclic, Diagonal, EntryGroup, LinearTransform, SlotGroup, TransformPlan};

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

/// The entries of a diagonal at the positions at which they are encoded.
///
/// # Errors
/// Returns an error if the diagonal is none of these: the plan is of another matrix.
fn moved<T: Copy>(
    diagonals: &BTreeMap<usize, Vec<T>>,
    Diagonal { index, moved_by }: Diagonal,
    group: &impl SlotGroup,
) -> Result<Vec<T>, Error> {
    let other = || Error::Parameters("the plan of a transform is of another matrix".to_owned());
    let entries = diagonals.get(&index).ok_or_else(other)?;
    Ok((0..entries.len()).map(|j| entries[group.difference(moved_by, j)]).collect())
}

/// The plan of a matrix modulo t for vectors of integers, the cheapest at a level.
///
/// # Errors
/// Returns an error if the matrix is of another length than the vectors, or there is no such level.
pub fn plan_of_integers<P: IntegerScheme, R: Ring>(
    context: &Context<P, R>,
    vectors: &VectorEncoder,
    matrix: &Matrix<u64>,
    level: usize,
) -> Result<TransformPlan, Error> {
    let indices: Vec<usize> = diagonals_of_integers(vectors, matrix)?.into_keys().collect();
    TransformPlan::new(context, &EntryGroup(vectors.layout()), &indices, level)
}

/// The transform of a matrix modulo t for vectors of integers, by its plan.
///
/// # Errors
/// Returns an error if the matrix is of another length than the vectors or has an entry that is not below t, or there is
/// no such level.
pub fn of_integers<P: IntegerScheme, R: Ring>(
    context: &Context<P, R>,
    vectors: &VectorEncoder,
    matrix: &Matrix<u64>,
    plan: TransformPlan,
    level: usize,
) -> Result<LinearTransform<P, R>, Error> {
    let (layout, group) = (vectors.layout(), EntryGroup(vectors.layout()));
    let diagonals = diagonals_of_integers(vectors, matrix)?;
    LinearTransform::new(context, plan, level, |diagonal| {
        let at_positions = moved(&diagonals, diagonal, &group)?;
        let slots = layout.at_positions(&at_positions);
        context.plaintext(vectors.encoder().encode(&slots)?)
    })
}

fn diagonals_of_integers(
    vectors: &VectorEncoder,
    matrix: &Matrix<u64>,
) -> Result<BTreeMap<usize, Vec<u64>>, Error> {
    let (found, wanted) = (matrix.length, vectors.length());
    if found != wanted {
        return Err(Error::Parameters(format!(
            "a matrix of {found} rows is for vectors of {found} entries, not {wanted}"
        )));
    }
    let layout = vectors.layout();
    Ok(matrix.diagonals(&EntryGroup(layout), |entry| layout.position(entry).unwrap_or_default()))
}

/// The plan of a complex matrix for vectors of numbers, of which each takes `slots` slots; the cheapest at a level.
///
/// # Errors
/// Returns an error if the matrix has more rows than there are slots, these do not divide those of the ring, or there is
/// no such level.
pub fn plan_of_numbers<R: Ring>(
    context: &ckks::Context<R>,
    matrix: &Matrix<Complex64>,
    slots: usize,
    level: usize,
) -> Result<TransformPlan, Error> {
    let parameters = context.parameters();
    if slots < matrix.length || !parameters.slots().is_multiple_of(slots) {
        return Err(Error::Parameters(format!(
            "a matrix of {} rows needs as many slots, of a number that divides {}: not {slots}",
            matrix.length,
            parameters.slots()
        )));
    }
    let group = Cyclic::new(parameters, slots);
    let indices: Vec<usize> = matrix.diagonals(&group, |entry| entry).into_keys().collect();
    TransformPlan::new(context, &group, &indices, level)
}

/// The transform of a complex matrix for vectors of numbers, by its plan: slots beyond its rows become 0. `encode` makes
/// the plaintext of the entries of a diagonal in all slots.
///
/// # Errors
/// Returns an error as `encode`, or if there is no such level.
pub fn of_numbers<R: Ring>(
    context: &ckks::Context<R>,
    matrix: &Matrix<Complex64>,
    plan: TransformPlan,
    level: usize,
    mut encode: impl FnMut(&[Complex64]) -> Result<ckks::Plaintext, Error>,
) -> Result<LinearTransform<ckks::Parameters, R>, Error> {
    let group = Cyclic::new(context.parameters(), plan.positions());
    let diagonals = matrix.diagonals(&group, |entry| entry);
    LinearTransform::new(context, plan, level, |diagonal| {
        encode(&moved(&diagonals, diagonal, &group)?)
    })
}
