//! Kernels on rows of residues.

use ringassay_cost::{Call, Kernel};
use ringassay_ring::{BasisKind, Crt, Element, Powerful, RnsRing, index::Index};
use ringassay_scheme::Ring;

use super::{Cell, Job};
use crate::{
    bench::{Bench, Shared, seed},
    error::Result,
};

/// `f` on neighbours.
pub(super) fn pairs(
    cell: &Cell<'_>,
    f: impl Fn(&mut Element<Crt>, &Element<Crt>) + 'static,
) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let (ring, count) = cell.ring(m, 2)?;
    let elements = cell.bench.crt(&ring, 2 * count);
    let work = move || {
        for pair in elements.borrow_mut()[..2 * count].chunks_exact_mut(2) {
            let [x, y] = pair else { continue };
            f(x, y);
        }
    };
    Ok(Some(cell.job(&ring, (2, count), work, &[])))
}

/// `f` on each element.
pub(super) fn each(
    cell: &Cell<'_>,
    f: impl Fn(&mut Element<Crt>) + 'static,
) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let (ring, count) = cell.ring(m, 1)?;
    Ok(Some(each_of(cell, &ring, count, f)))
}

fn each_of(
    cell: &Cell<'_>,
    ring: &RnsRing,
    count: usize,
    f: impl Fn(&mut Element<Crt>) + 'static,
) -> Job {
    let elements = cell.bench.crt(ring, count);
    let work = move || elements.borrow_mut()[..count].iter_mut().for_each(&f);
    cell.job(ring, (1, count), work, &[])
}

/// `f` on three neighbours.
pub(super) fn triples(
    cell: &Cell<'_>,
    f: impl Fn(&mut Element<Crt>, &Element<Crt>, &Element<Crt>) + 'static,
) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let (ring, count) = cell.ring(m, 3)?;
    let elements = cell.bench.crt(&ring, 3 * count);
    let work = move || {
        for three in elements.borrow_mut()[..3 * count].chunks_exact_mut(3) {
            let [x, y, z] = three else { continue };
            f(x, y, z);
        }
    };
    Ok(Some(cell.job(&ring, (3, count), work, &[])))
}

/// Products with g, in a ring whose degree is a power of two although its index is none.
pub(super) fn mul_table(cell: &Cell<'_>) -> Result<Option<Job>> {
    if !cell.call.length.is_power_of_two() || cell.call.length < 4 {
        return Ok(None);
    }
    let (ring, count) = cell.ring(3 * u64::from(cell.call.length), 1)?;
    Ok(Some(each_of(cell, &ring, count, Element::mul_g_assign)))
}

/// Copies into the buffer that the last copy gave back, as in a program.
pub(super) fn copy(cell: &Cell<'_>) -> Result<Option<Job>> {
    each(cell, |x| drop(std::hint::black_box(x.clone())))
}

/// Zeros in buffers that come round.
pub(super) fn clear(cell: &Cell<'_>) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let (ring, count) = cell.ring(m, 1)?;
    let elements = cell.bench.crt(&ring, count);
    let own = ring.clone();
    let work = move || {
        elements.borrow_mut()[..count].iter_mut().for_each(|x| *x = Element::zero(&own));
    };
    Ok(Some(cell.job(&ring, (1, count), work, &[])))
}

/// Copies that are erased. The length is that of a whole buffer.
pub(super) fn erase(cell: &Cell<'_>) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    // Rows beyond 2^15 would take rings that nobody uses.
    let (row, limbs) = if cell.n() > 1 << 15 { (1 << 15, cell.n() >> 15) } else { (cell.n(), 1) };
    let ring = cell.bench.ring(if limbs > 1 { 2 * row as u64 } else { m }, false, limbs)?;
    let count = (cell.bytes / (8 * cell.n())).max(1);
    let elements = cell.bench.crt(&ring, count);
    let work = move || {
        for x in &elements.borrow()[..count] {
            let mut copy = x.clone();
            copy.set_secret(true);
        }
    };
    let mut job = cell.job(&ring, (1, count), work, &[(Kernel::Copy, 1)]);
    job.calls = count as u64;
    Ok(Some(job))
}

/// A permutation of the values.
pub(super) fn gather(cell: &Cell<'_>) -> Result<Option<Job>> {
    each(cell, |x| drop(std::hint::black_box(x.automorphism(5))))
}

/// From a seed, as public keys are.
pub(super) fn uniform(cell: &Cell<'_>) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let (ring, count) = cell.ring(m, 1)?;
    let elements = cell.bench.crt(&ring, count);
    let (own, seed) = (ring.clone(), seed());
    let work = move || {
        elements.borrow_mut()[..count].iter_mut().for_each(|x| *x = Ring::uniform(&own, &seed));
    };
    Ok(Some(cell.job(&ring, (1, count), work, &[(Kernel::Clear, 1)])))
}

/// From one basis into another.
fn converted<A: 'static, B: 'static>(
    cell: &Cell<'_>,
    m: u64,
    from: fn(&Bench, &RnsRing, usize) -> Shared<A>,
    to: fn(&Bench, &RnsRing, usize) -> Shared<B>,
    convert: impl Fn(&A, &mut B) + 'static,
) -> Result<Job> {
    let (ring, count) = cell.ring(m, 2)?;
    let (from, to) = (from(cell.bench, &ring, count), to(cell.bench, &ring, count));
    let work = move || {
        for (x, y) in from.borrow()[..count].iter().zip(to.borrow_mut().iter_mut()) {
            convert(x, y);
        }
    };
    Ok(cell.job(&ring, (2, count), work, &[(Kernel::Copy, 1)]))
}

pub(super) fn forward(cell: &Cell<'_>, m: u64) -> Result<Job> {
    converted(cell, m, Bench::powerful, Bench::crt, |x, y| drop(x.crt_into(y)))
}

pub(super) fn inverse(cell: &Cell<'_>, m: u64) -> Result<Job> {
    converted(cell, m, Bench::crt, Bench::powerful, |x, y| drop(x.powerful_into(y)))
}

/// What a transform takes longer in the conjugate-invariant ring.
pub(super) fn fold(cell: &Cell<'_>) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let (like, count) = cell.ring(m, 2)?;
    let primes = cell.bench.primes(2 * m, cell.call.wide, like.limbs())?;
    let ring = RnsRing::new(&Index::conjugate_invariant(2 * m)?, &primes)?;
    let from = vec![Element::<Powerful>::constant(&ring, 3); count];
    let mut to = vec![Element::<Crt>::zero(&ring); count];
    let work = move || {
        for (x, y) in from.iter().zip(&mut to) {
            drop(x.crt_into(y));
        }
    };
    let mut job = cell.job(&ring, (2, count), work, &[(Kernel::Copy, 1)]);
    let forward = Call { kernel: Kernel::CrtForward { m: m as u32 }, ..cell.call };
    job.others.push((forward, job.calls));
    Ok(Some(job))
}

pub(super) fn sum_axes(cell: &Cell<'_>, m: u64) -> Result<Job> {
    converted(cell, m, Bench::decoding, Bench::powerful, |x, y| drop(x.powerful_into(y)))
}

pub(super) fn difference_axes(cell: &Cell<'_>, m: u64) -> Result<Job> {
    converted(cell, m, Bench::powerful, Bench::decoding, |x, y| drop(x.decoding_into(y)))
}

/// Products with g, or quotients, in a basis.
pub(super) fn by_g(cell: &Cell<'_>, m: u64, basis: BasisKind, divide: bool) -> Result<Job> {
    let (ring, count) = cell.ring(m, 1)?;
    macro_rules! job {
        ($elements:expr) => {{
            let elements = $elements;
            let work = move || {
                for x in &mut elements.borrow_mut()[..count] {
                    if divide { x.div_g_assign() } else { x.mul_g_assign() }
                }
            };
            cell.job(&ring, (1, count), work, &[])
        }};
    }
    Ok(match basis {
        BasisKind::Powerful => job!(cell.bench.powerful(&ring, count)),
        BasisKind::Decoding => job!(cell.bench.decoding(&ring, count)),
        BasisKind::Crt => job!(cell.bench.crt(&ring, count)),
    })
}

/// An automorphism that moves one axis only.
pub(super) fn move_axis(cell: &Cell<'_>, m: u64, prime: u32) -> Result<Option<Job>> {
    let Some(k) = moving(&Index::new(m)?, prime) else { return Ok(None) };
    let (ring, count) = cell.ring(m, 1)?;
    let elements = cell.bench.powerful(&ring, count);
    let work = move || {
        for x in &elements.borrow()[..count] {
            drop(std::hint::black_box(x.automorphism(k)));
        }
    };
    Ok(Some(cell.job(&ring, (1, count), work, &[(Kernel::Copy, 2)])))
}

/// A unit k that is 1 modulo all prime powers of m but that of `prime`.
pub(super) fn moving(index: &Index, prime: u32) -> Option<u64> {
    let own = index.factors().iter().find(|factor| factor.prime == prime)?.value();
    let rest = index.m() / own;
    (1..own).map(|j| 1 + j * rest).find(|&k| index.is_unit(k) && k % own != 1)
}

/// What a transform takes longer of secrets.
pub(super) fn erase_scratch(cell: &Cell<'_>, m: u64) -> Result<Job> {
    let (ring, count) = cell.ring(m, 2)?;
    let (from, to) = (cell.bench.powerful(&ring, count), cell.bench.crt(&ring, count));
    let work = move || {
        for (x, y) in from.borrow_mut()[..count].iter_mut().zip(to.borrow_mut().iter_mut()) {
            x.set_secret(true);
            drop(x.crt_into(y));
            x.set_secret(false);
            y.set_secret(false);
        }
    };
    let mut job = cell.job(&ring, (2, count), work, &[(Kernel::Copy, 1)]);
    let forward = Call { kernel: Kernel::CrtForward { m: m as u32 }, ..cell.call };
    job.others.push((forward, job.calls));
    Ok(job)
}
