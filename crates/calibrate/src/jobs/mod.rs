//! How each kernel is made to run: through the operation of the ring that schemes call.
//!
//! **To add a kernel**: one arm in [`job`], with the operation that runs it, how often it does, and
//! which other kernels run along (their prices are subtracted). What the kernel's sizes are, between
//! which prices are interpolated, says `ringassay_cost::price` (`shape.rs`); at which sizes it is
//! measured beforehand, [`crate::grid`]: without a line there it is measured when first asked for.

mod cell;
mod columns;
mod integers;
mod multiprecision;
mod products;
mod rows;
mod tower;

use ringassay_cost::{Call, Kernel};

use cell::Cell;
pub(crate) use cell::{Job, LIMBS};
pub(crate) use multiprecision::jobs as multiprecision_jobs;

use crate::{bench::Bench, error::Result};

/// The job that runs a kernel while it goes through about `bytes` of memory; nothing where the
/// kernel cannot be made to run with these sizes.
///
/// # Errors
/// When there are no such rings.
pub(crate) fn job(bench: &Bench, call: Call, bytes: usize) -> Result<Option<Job>> {
    let cell = Cell { bench, call, bytes };
    match call.kernel {
        Kernel::CrtForward { m } => rows::forward(&cell, m.into()).map(Some),
        Kernel::CrtForwardReduced { m } => products::reduced_forward(&cell, m.into()),
        Kernel::CrtInverse { m } => rows::inverse(&cell, m.into()).map(Some),
        Kernel::Fold => rows::fold(&cell),
        Kernel::Add => rows::pairs(&cell, |x, y| drop(x.try_add_assign(y))),
        Kernel::Sub => rows::pairs(&cell, |x, y| drop(x.try_sub_assign(y))),
        Kernel::Mul => rows::pairs(&cell, |x, y| drop(x.try_mul_assign(y))),
        Kernel::Neg => rows::each(&cell, |x| x.neg_assign()),
        Kernel::Scale => rows::each(&cell, |x| x.scale_assign(3)),
        Kernel::MulAdd => rows::triples(&cell, |x, y, z| drop(x.mul_add_assign(y, z))),
        Kernel::Select => rows::triples(&cell, |x, y, m| drop(x.select_assign(y, m))),
        Kernel::MulTable => rows::mul_table(&cell),
        Kernel::Copy => rows::copy(&cell),
        Kernel::Clear => rows::clear(&cell),
        Kernel::Erase => rows::erase(&cell),
        Kernel::EraseScratch { m } => rows::erase_scratch(&cell, m.into()).map(Some),
        Kernel::Gather => rows::gather(&cell),
        Kernel::MoveAxis { m, prime } => rows::move_axis(&cell, m.into(), prime),
        Kernel::SumAxes { m } => rows::sum_axes(&cell, m.into()).map(Some),
        Kernel::DifferenceAxes { m } => rows::difference_axes(&cell, m.into()).map(Some),
        Kernel::MulG { m, basis } => rows::by_g(&cell, m.into(), basis, false).map(Some),
        Kernel::DivG { m, basis } => rows::by_g(&cell, m.into(), basis, true).map(Some),
        Kernel::Reduce => integers::reduce(&cell),
        Kernel::Centre => integers::centre(&cell),
        Kernel::CentreMessage => integers::centre_message(&cell),
        Kernel::Uniform => rows::uniform(&cell),
        Kernel::Sample(draw) => integers::sample(&cell, draw),
        Kernel::BaseExtension { from, to } => columns::extension(&cell, from, to, true).map(Some),
        Kernel::EvenExtension { from, to } => columns::even_extension(&cell, from, to).map(Some),
        Kernel::PlanExtension { from, to } => columns::plan(&cell, from, to).map(Some),
        Kernel::FastBaseExtension { from, to } => {
            columns::extension(&cell, from, to, false).map(Some)
        }
        Kernel::Correction { from, to } => columns::division(&cell, from, to, true).map(Some),
        Kernel::Divide { from, to } => columns::division(&cell, from, to, false).map(Some),
        Kernel::Merge => columns::merge(&cell).map(Some),
        Kernel::Lift { limbs } => columns::lift(&cell, limbs).map(Some),
        Kernel::EstimateLargest { limbs } => columns::estimate_largest(&cell, limbs),
        Kernel::BaseDigits { limbs, digits } => products::base_digits(&cell, limbs, digits),
        Kernel::Recompose { digits } => products::recompose(&cell, digits),
        Kernel::PrepareTable { terms } => products::prepare_table(&cell, terms),
        Kernel::InnerProduct { terms } => products::inner_product(&cell, terms),
        Kernel::Embed { small, big, basis } => tower::embed(&cell, small, big, basis).map(Some),
        Kernel::Twace { small, big, basis } => tower::twace(&cell, small, big, basis).map(Some),
        Kernel::IntegerAdd => integers::add(&cell),
        Kernel::IntegerScale => integers::scale(&cell),
        Kernel::IntegerMoveAxis { m, prime } => integers::move_axis(&cell, m.into(), prime),
        Kernel::IntegerSumAxes { m } => integers::axes(&cell, m.into(), false).map(Some),
        Kernel::IntegerDifferenceAxes { m } => integers::axes(&cell, m.into(), true).map(Some),
        Kernel::IntegerMulG { m, basis } => integers::by_g(&cell, m.into(), basis, false).map(Some),
        Kernel::IntegerDivG { m, basis } => integers::by_g(&cell, m.into(), basis, true).map(Some),
        Kernel::IntegerEmbed { small, big, basis } => {
            tower::embed_integers(&cell, small, big, basis).map(Some)
        }
        Kernel::IntegerTwace { small, big } => tower::twace_integers(&cell, small, big).map(Some),
        // No operation of the ring runs it.
        Kernel::Largest { .. } => Ok(None),
        // See `multiprecision`: measured together, in stages.
        _ => Ok(None),
    }
}
