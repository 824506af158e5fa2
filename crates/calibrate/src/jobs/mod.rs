//! How each kernel is made to run: through the operation of the ring that schemes call.
//!
//! **To add a kernel**: one arm in [`job`], with the operation that runs it, how often it does, and
//! which other kernels run along (their prices are subtracted). What the kernel's sizes are, between
//! which prices are interpolated, says `ringassay_cost::price` (`shape.rs`); at which sizes it is
//! measured beforehand, [`crate::grid`]: without a line there it is measured when first asked for.

mod columns;
mod integers;
mod positional;
mod products;
mod rows;
mod tower;

use ringassay_cost::{Call, Kernel};
use ringassay_ring::RnsRing;

pub(crate) use positional::jobs as positional_jobs;

use crate::{CalibrateError, bench::Bench};

/// A kernel ready to be run again and again.
pub(crate) struct Job {
    /// Runs it.
    pub(crate) work: Box<dyn FnMut()>,
    /// What is measured; its sizes may be the nearest that could be made.
    pub(crate) call: Call,
    /// How often that runs in one go.
    pub(crate) calls: u64,
    /// The bytes that one go visits.
    pub(crate) bytes: usize,
    /// What else runs in one go.
    pub(crate) others: Vec<(Call, u64)>,
    /// The bytes of tables that sums of products in it go through; 0 without any.
    pub(crate) table_bytes: usize,
    /// 0, or the stage of a job in positional rings, whose others are of earlier stages.
    pub(crate) stage: u8,
}

impl Job {
    fn new(call: Call, calls: u64, bytes: usize, work: impl FnMut() + 'static) -> Self {
        let work = Box::new(work);
        Self { work, call, calls, bytes, others: Vec::new(), table_bytes: 0, stage: 0 }
    }

    /// With what else runs.
    fn beside(self, others: impl IntoIterator<Item = (Call, u64)>) -> Self {
        Self { others: others.into_iter().collect(), ..self }
    }
}

/// The job that runs a kernel while it goes through about `bytes` of memory; nothing where the
/// kernel cannot be made to run with these sizes.
///
/// # Errors
/// When there are no such rings.
pub(crate) fn job(bench: &Bench, call: Call, bytes: usize) -> Result<Option<Job>, CalibrateError> {
    let cell = Cell { bench, call, bytes };
    match call.kernel {
        Kernel::CrtForward { m } => rows::forward(&cell, m.into()).map(Some),
        Kernel::CrtInverse { m } => rows::inverse(&cell, m.into()).map(Some),
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
        // See `positional`: measured together, in stages.
        _ => Ok(None),
    }
}

/// What is to be measured.
struct Cell<'a> {
    bench: &'a Bench,
    call: Call,
    bytes: usize,
}

/// The limbs of elements, as many of these as fit: schemes have several, and the system gives large
/// buffers larger pages.
pub(crate) const LIMBS: [usize; 2] = [12, 4];

impl Cell<'_> {
    fn n(&self) -> usize {
        self.call.length as usize
    }

    /// The index of a ring of the call's length, a power of two.
    fn index(&self) -> Option<u64> {
        let n = u64::from(self.call.length);
        (n.is_power_of_two() && n > 1).then_some(2 * n)
    }

    /// A ring of index m, and how many groups of `operands` of its elements fill the working set.
    fn ring(&self, m: u64, operands: usize) -> Result<(RnsRing, usize), CalibrateError> {
        let row = 8 * self.n().next_multiple_of(8);
        let fits = |limbs: &usize| operands * limbs * row <= self.bytes;
        let limbs = LIMBS.into_iter().find(fits).unwrap_or(1);
        let ring = self.bench.ring(m, self.call.wide, limbs)?;
        Ok((ring, (self.bytes / (operands * limbs * row)).max(1)))
    }

    /// A job on `count` groups of `operands` elements of a ring, a call for each limb.
    fn job(
        &self,
        ring: &RnsRing,
        (operands, count): (usize, usize),
        work: impl FnMut() + 'static,
        others: &[(Kernel, u64)],
    ) -> Job {
        let limbs = ring.limbs();
        let other = |&(kernel, times): &(Kernel, u64)| {
            (Call::plain(kernel, ring.degree()), times * (limbs * count) as u64)
        };
        let bytes = operands * count * limbs * 8 * ring.stride();
        Job::new(self.call, (limbs * count) as u64, bytes, work).beside(others.iter().map(other))
    }
}
