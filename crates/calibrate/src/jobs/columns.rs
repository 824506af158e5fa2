//! Kernels on columns of residues: between moduli.

use ringassay_kernels::Zq;
use ringassay_ring::rns::{BaseExtension, Division, Lift, Limbs, LimbsMut, Moduli};

use super::{Cell, Job, integers};
use crate::error::Result;

/// Residues of `rows` rows, below every modulus that is used here.
fn residues(rows: usize, stride: usize) -> Vec<u64> {
    let scramble = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
    (0..(rows * stride) as u64).map(scramble).collect()
}

/// Matrices of `from` and of `to` rows that fill the working set.
struct Matrices {
    stride: usize,
    columns: usize,
    read: Vec<Vec<u64>>,
    written: Vec<Vec<u64>>,
}

impl Matrices {
    fn new(cell: &Cell<'_>, from: usize, to: usize) -> Self {
        let (columns, stride) = (cell.n(), cell.n().next_multiple_of(8));
        let count = (cell.bytes / (8 * stride * (from + to))).max(1);
        Self {
            stride,
            columns,
            read: (0..count).map(|_| residues(from, stride)).collect(),
            written: (0..count).map(|_| residues(to, stride)).collect(),
        }
    }

    /// The job of `f` on each pair.
    fn job(mut self, cell: &Cell<'_>, mut f: impl FnMut(LimbsMut<'_>, Limbs<'_>) + 'static) -> Job {
        let words = |matrices: &[Vec<u64>]| matrices.iter().map(Vec::len).sum::<usize>();
        let bytes = 8 * (words(&self.read) + words(&self.written));
        let calls = self.read.len() as u64;
        let work = move || {
            for (x, y) in self.read.iter().zip(&mut self.written) {
                let x = Limbs::new(x, self.stride, self.columns);
                f(LimbsMut::new(y, self.stride, self.columns), x);
            }
        };
        Job::new(cell.call, calls, bytes, work)
    }
}

/// Moduli of two bases, coprime. Their sizes matter, the ring does not.
fn bases(cell: &Cell<'_>, from: u32, to: u32) -> Result<(Vec<Zq>, Vec<Zq>)> {
    let (from, to) = (from.max(1) as usize, to.max(1) as usize);
    let mut all = cell.bench.zqs(2048, cell.call.wide, from + to)?;
    let others = all.split_off(from);
    Ok((all, others))
}

pub(super) fn extension(cell: &Cell<'_>, from: u32, to: u32, exact: bool) -> Result<Job> {
    let (from, to) = bases(cell, from, to)?;
    let moduli = Moduli::new(&from)?;
    let make = if exact { BaseExtension::exact } else { BaseExtension::fast };
    let extension = make(&moduli, &to)?;
    let matrices = Matrices::new(cell, from.len(), to.len());
    Ok(matrices.job(cell, move |y, x| extension.extend_into(y, x)))
}

/// To 2 and to other moduli.
pub(super) fn even_extension(cell: &Cell<'_>, from: u32, to: u32) -> Result<Job> {
    let (from, mut to) = bases(cell, from, to)?;
    to[0] = Zq::new(2)?;
    let extension = BaseExtension::exact(&Moduli::new(&from)?, &to)?;
    let matrices = Matrices::new(cell, from.len(), to.len());
    Ok(matrices.job(cell, move |y, x| extension.extend_into(y, x)))
}

/// The constants alone.
pub(super) fn plan(cell: &Cell<'_>, from: u32, to: u32) -> Result<Job> {
    let (from, to) = bases(cell, from, to)?;
    let work = move || {
        let plan = Moduli::new(&from).and_then(|from| BaseExtension::exact(&from, &to));
        drop(std::hint::black_box(plan));
    };
    Ok(Job::new(cell.call, 1, 1, work))
}

pub(super) fn division(cell: &Cell<'_>, from: u32, to: u32, correction: bool) -> Result<Job> {
    let (dropped, kept) = bases(cell, from, to)?;
    let division = Division::congruent(&kept, &Moduli::new(&dropped)?, 2)?;
    let matrices = Matrices::new(cell, dropped.len(), kept.len());
    Ok(matrices.job(cell, move |y, x| {
        if correction { division.correction_into(y, x) } else { division.divide_assign(y, x) }
    }))
}

pub(super) fn merge(cell: &Cell<'_>) -> Result<Job> {
    let (dropped, kept) = bases(cell, 1, 1)?;
    let division = Division::congruent(&kept, &Moduli::new(&dropped)?, 2)?;
    // Rows with their padding, as in elements.
    let matrices = Matrices::new(cell, 1, 1);
    let mut job = matrices.job(cell, move |mut y, x| {
        division.merge_assign(0, y.row_mut(0), x.row(0));
    });
    job.call = cell.call;
    Ok(job)
}

pub(super) fn lift(cell: &Cell<'_>, limbs: u32) -> Result<Job> {
    let (from, _) = bases(cell, limbs, 1)?;
    let lift = Lift::new(&Moduli::new(&from)?);
    let mut out = vec![0; cell.n()];
    let matrices = Matrices::new(cell, from.len(), 1);
    let work = move |_: LimbsMut<'_>, x: Limbs<'_>| {
        lift.lift_i128_into(&mut out, x, 0);
    };
    Ok(matrices.job(cell, work))
}

pub(super) fn estimate_largest(cell: &Cell<'_>, limbs: u32) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let ring = cell.bench.ring(m, cell.call.wide, limbs.max(1) as usize)?;
    integers::estimate_largest(cell, &ring)
}
