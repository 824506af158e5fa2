//! Kernels on samples of learning with errors, and between them and elements.

use std::hint::black_box;

use ringassay_ring::{
    lwe::{
        LweDistribution, LweEncryption, LweSample, LweSecret, LweSwitchKey, SecretMean, SwitchShape,
    },
    sample::{Label, Stream},
};

use super::{Cell, Job};
use crate::{bench::seed, error::Result};

/// Of samples in dimension kN.
const Q: u64 = (1 << 39) + 1025;

/// Of samples that are switched to another secret, and the width of digits then.
const SWITCH_Q: u64 = 1 << 16;
const WIDTH: u32 = 2;

const LABEL: Label = Label::new("lwe");

fn stream() -> Stream {
    seed().stream(LABEL, 0)
}

fn secret(dimension: usize) -> Result<LweSecret> {
    Ok(LweSecret::draw(dimension, LweDistribution::Binary, &mut stream())?)
}

/// A sample under some secret.
fn sample(dimension: usize, q: u64) -> Result<LweSample> {
    let encryption = LweEncryption { q, sigma: 3.2 };
    let secret = LweSecret::new(vec![1; dimension]);
    let mut samples = encryption.encrypt(&[0], &secret, &seed(), &mut stream())?;
    Ok(samples.swap_remove(0))
}

/// All limbs of an element in turn.
pub(super) fn mask(cell: &Cell<'_>) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let (ring, count) = cell.ring(m, 1)?;
    let (elements, secret) = (cell.bench.crt(&ring, count), secret(1)?);
    let work = move || {
        for x in &mut elements.borrow_mut()[..count] {
            drop(black_box(secret.keep_where(0, 1, x)));
            x.set_secret(false);
        }
    };
    Ok(Some(cell.job(&ring, (1, count), work, &[])))
}

pub(super) fn combine(cell: &Cell<'_>, terms: u32) -> Result<Option<Job>> {
    if terms == 0 {
        return Ok(None);
    }
    let x = sample(cell.n() - 1, Q)?;
    let work = move || {
        let terms: Vec<(i64, &LweSample)> = (0..terms).map(|_| (1, &x)).collect();
        drop(black_box(LweSample::combine(&terms, 0)));
    };
    Ok(Some(Job::new(cell.call, 1, 16 * cell.n(), work)))
}

pub(super) fn switch_modulus(cell: &Cell<'_>) -> Result<Option<Job>> {
    let x = sample(cell.n() - 1, Q)?;
    let work = move || drop(black_box(x.switch_modulus(SWITCH_Q, SecretMean::Half)));
    Ok(Some(Job::new(cell.call, 1, 16 * cell.n(), work)))
}

/// From elements whose degree is a power of two.
pub(super) fn extract(cell: &Cell<'_>) -> Result<Option<Job>> {
    let degree = 1 << cell.n().trailing_zeros().min(11);
    if degree < 2 {
        return Ok(None);
    }
    let ring = cell.bench.ring(2 * degree, false, 1)?;
    let count = cell.n() / ring.degree();
    let elements = cell.bench.powerful(&ring, count + 1);
    let work = move || {
        let elements = elements.borrow();
        drop(black_box(LweSample::extract(&elements[..count], &elements[count], 0)));
    };
    Ok(Some(Job::new(cell.call, 1, 16 * cell.n(), work)))
}

pub(super) fn product(cell: &Cell<'_>) -> Result<Option<Job>> {
    let (x, secret) = (sample(cell.n(), SWITCH_Q)?, secret(cell.n())?);
    let work = move || drop(black_box(secret.phase(&x)));
    Ok(Some(Job::new(cell.call, 1, 16 * cell.n(), work)))
}

pub(super) fn switch(cell: &Cell<'_>, terms: u32) -> Result<Option<Job>> {
    if terms == 0 || cell.n() < 2 {
        return Ok(None);
    }
    let (from, to) = (terms as usize, cell.n() - 1);
    let shape = SwitchShape { from, to, q: SWITCH_Q, width: WIDTH, count: 1 };
    let bodies = vec![1; shape.rows()];
    let table = LweSwitchKey::from_parts(shape, seed(), bodies)?.prepare();
    let (x, bytes) = (sample(from, SWITCH_Q)?, shape.table_bytes());
    let work = move || drop(black_box(table.switch(std::slice::from_ref(&x))));
    Ok(Some(Job::new(cell.call, 1, bytes, work)))
}
