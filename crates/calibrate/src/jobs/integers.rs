//! Kernels on integer elements and messages, and between them and residues.

use std::hint::black_box;

use ringassay_cost::{Call, Draw, Kernel};
use ringassay_kernels::Zq;
use ringassay_ring::{
    BasisKind, Decoding, Element, IntElement, Powerful, RnsRing,
    index::Index,
    sample::{Distribution, Label, Sampler},
};
use ringassay_scheme::Ring;

use super::{Cell, Job, rows::moving};
use crate::{bench::seed, error::Result};

pub(super) fn reduce(cell: &Cell<'_>) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let (ring, count) = cell.ring(m, 1)?;
    let (from, to) = (cell.bench.integers(ring.index(), 1), cell.bench.powerful(&ring, count));
    let work = move || {
        for y in &mut to.borrow_mut()[..count] {
            drop(from.borrow()[0].reduce_into(y));
            y.set_secret(false);
        }
    };
    Ok(Some(cell.job(&ring, (1, count), work, &[])))
}

pub(super) fn centre(cell: &Cell<'_>) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let ring = cell.bench.ring(m, cell.call.wide, 1)?;
    let (from, to) = (cell.bench.powerful(&ring, 1), cell.bench.integers(ring.index(), 3));
    let work = move || drop(from.borrow()[0].lift_into(&mut to.borrow_mut()[2]));
    Ok(Some(cell.job(&ring, (2, 1), work, &[])))
}

pub(super) fn centre_message(cell: &Cell<'_>) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let ring = cell.bench.ring(m, false, 1)?;
    let (t, message) = (Zq::new(257)?, vec![200_u64; cell.n()]);
    let own = ring.clone();
    let work = move || drop(black_box(own.message(&message, &t)));
    let mut job = cell.job(&ring, (1, 1), work, &[]);
    job.others = vec![(Call::modulo(Kernel::Reduce, cell.n(), [ring.moduli()[0]]), 1)];
    Ok(Some(job))
}

pub(super) fn sample(cell: &Cell<'_>, draw: Draw) -> Result<Option<Job>> {
    let m = match draw {
        Draw::Spherical { m } | Draw::BoundedTernary { m } => Some(u64::from(m)),
        _ => cell.index(),
    };
    let Some(m) = m else { return Ok(None) };
    let distribution = match draw {
        Draw::Ternary => Distribution::Ternary,
        Draw::BoundedTernary { .. } => Distribution::BoundedTernary,
        Draw::SparseTernary => Distribution::SparseTernary { weight: 64.min(cell.n() / 2).max(1) },
        Draw::CenteredBinomial { eta } => Distribution::CenteredBinomial { eta },
        Draw::DiscreteGaussian => Distribution::DiscreteGaussian { sigma: SIGMA },
        Draw::Spherical { .. } => Distribution::Spherical { sigma: SIGMA },
    };
    let sampler = Sampler::new(&Index::new(m)?, distribution)?;
    let mut stream = seed().stream(Label::new("sample"), 0);
    let mut out = vec![0; cell.n()];
    // What is drawn again and again until it fits takes a time by chance: the mean of many is measured.
    let draws = if matches!(draw, Draw::BoundedTernary { .. }) { 32 } else { 1 };
    let work = move || (0..draws).for_each(|_| sampler.sample_into(&mut out, &mut stream));
    Ok(Some(Job::new(cell.call, draws, 8 * cell.n(), work)))
}

/// The usual width of errors.
const SIGMA: f64 = 3.2;

/// `f` on an integer element and another one, of an index that has the length.
fn binary(
    cell: &Cell<'_>,
    f: impl Fn(&mut IntElement<Powerful>, &IntElement<Powerful>) + 'static,
) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let integers = cell.bench.integers(&Index::new(m)?, 2);
    let work = move || {
        if let [x, y, ..] = &mut integers.borrow_mut()[..] {
            f(x, y);
        }
    };
    Ok(Some(whole(cell, work, &[])))
}

fn whole(cell: &Cell<'_>, work: impl FnMut() + 'static, others: &[(Kernel, u64)]) -> Job {
    let other = |&(kernel, times): &(Kernel, u64)| (Call::plain(kernel, cell.n()), times);
    Job::new(cell.call, 1, 16 * cell.n(), work).beside(others.iter().map(other))
}

pub(super) fn add(cell: &Cell<'_>) -> Result<Option<Job>> {
    binary(cell, |x, y| drop(x.try_add_assign(y)))
}

pub(super) fn scale(cell: &Cell<'_>) -> Result<Option<Job>> {
    binary(cell, |x, _| {
        black_box(x.scale_assign(3)).ok();
    })
}

pub(super) fn move_axis(cell: &Cell<'_>, m: u64, prime: u32) -> Result<Option<Job>> {
    let index = Index::new(m)?;
    let Some(k) = moving(&index, prime) else { return Ok(None) };
    let integers = cell.bench.integers(&index, 1);
    let work = move || drop(black_box(integers.borrow()[0].automorphism(k)));
    Ok(Some(whole(cell, work, &[(Kernel::Copy, 3), (Kernel::Erase, 2)])))
}

/// Between the bases of coefficients.
pub(super) fn axes(cell: &Cell<'_>, m: u64, difference: bool) -> Result<Job> {
    let index = Index::new(m)?;
    let others = [(Kernel::Clear, 1), (Kernel::Erase, 1)];
    if difference {
        let work = move || {
            drop(black_box(IntElement::<Powerful>::zero(&index).into_decoding()));
        };
        return Ok(whole(cell, work, &others));
    }
    let work = move || {
        drop(black_box(IntElement::<Decoding>::zero(&index).into_powerful()));
    };
    Ok(whole(cell, work, &others))
}

/// Products with g, or quotients.
pub(super) fn by_g(cell: &Cell<'_>, m: u64, basis: BasisKind, divide: bool) -> Result<Job> {
    let index = Index::new(m)?;
    macro_rules! job {
        ($integer:expr) => {{
            let mut x = $integer;
            let work = move || {
                if divide {
                    black_box(x.div_g_assign()).ok();
                } else {
                    black_box(x.mul_g_assign()).ok();
                }
            };
            whole(cell, work, &[])
        }};
    }
    Ok(match basis {
        BasisKind::Decoding => job!(IntElement::<Decoding>::zero(&index)),
        _ => job!(IntElement::<Powerful>::zero(&index)),
    })
}

/// In floating point, what decryption checks.
pub(super) fn estimate_largest(cell: &Cell<'_>, ring: &RnsRing) -> Result<Option<Job>> {
    let small: Vec<i64> = (0..cell.n() as i64).map(|i| i * 7919 % 4001 - 2000).collect();
    let x = Element::<Powerful>::from_i64(ring, &small)?;
    let work = move || {
        black_box(RnsRing::is_larger(&x, 30.0));
    };
    let mut job = cell.job(ring, (1, 1), work, &[]);
    job.calls = 1;
    Ok(Some(job))
}
