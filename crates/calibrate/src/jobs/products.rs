//! Gadgets: digits, and their products with tables.

use ringassay_cost::{Call, Kernel};
use ringassay_ring::{
    Crt, Element, Powerful,
    gadget::{BaseGadget, DigitTable, ElementDigits, LeadingGadget, RnsGadget},
};

use super::{Cell, Job};
use crate::error::Result;

/// Limbs of elements whose digits are measured.
const DIGIT_LIMBS: usize = 6;

/// The most memory that a job may take.
const MOST_BYTES: usize = 96 << 20;

pub(super) fn base_digits(cell: &Cell<'_>, limbs: u32, digits: u32) -> Result<Option<Job>> {
    let (Some(m), true) = (cell.index(), limbs > 0 && digits > 0) else { return Ok(None) };
    let ring = cell.bench.ring(m, cell.call.wide, limbs as usize)?;
    let log2_q: f64 = ring.moduli().iter().map(|&q| (q as f64).log2()).sum();
    let bits = (log2_q / f64::from(digits)).ceil().clamp(1.0, 60.0) as u32;
    let gadget = BaseGadget::new(&ring.rns_moduli()?, bits)?;
    let x = cell.bench.powerful(&ring, 1);
    let count = ringassay_ring::gadget::Gadget::digits(&gadget);
    let mut out: Vec<Element<Powerful>> = (0..count).map(|_| Element::zero(&ring)).collect();
    let work = move || drop(x.borrow()[0].decompose_into(&gadget, &mut out));
    let mut job = cell.job(&ring, (1 + count, 1), work, &[]);
    job.calls = 1;
    job.call.kernel = Kernel::BaseDigits { limbs, digits: count as u32 };
    Ok(Some(job))
}

/// Transformed after it is taken.
pub(super) fn leading_digit(cell: &Cell<'_>) -> Result<Option<Job>> {
    let Some(m) = cell.index() else { return Ok(None) };
    let ring = cell.bench.ring(m, cell.call.wide, 1)?;
    let gadget = LeadingGadget::new(&ring, 8, 1)?;
    let (x, own) = (cell.bench.powerful(&ring, 1), ring.clone());
    let work = move || {
        drop(std::hint::black_box(ElementDigits::leading(&x.borrow()[..1], &own, &gadget)));
    };
    let mut job = cell.job(&ring, (2, 1), work, &[]);
    job.others = vec![(Call { kernel: Kernel::CrtForward { m: m as u32 }, ..cell.call }, 1)];
    Ok(Some(job))
}

/// The digits of elements of a few limbs, each a limb: modulo all others they are reduced and transformed,
/// limb after limb, so that the tables of a transform are in a near cache for all digits but the first.
pub(super) fn reduced_forward(cell: &Cell<'_>, m: u64) -> Result<Option<Job>> {
    let limbs = DIGIT_LIMBS;
    let ring = cell.bench.ring(m, cell.call.wide, limbs)?;
    let gadget = RnsGadget::new(&ring.zqs(), 0..limbs, 1)?;
    let elements = cell.bench.crt(&ring, 1);
    let own = ring.clone();
    let work = move || drop(std::hint::black_box(elements.borrow()[0].digits(&gadget, &own)));
    let inverse = Call { kernel: Kernel::CrtInverse { m: m as u32 }, ..cell.call };
    let mut job = cell.job(&ring, (1 + limbs, 1), work, &[(Kernel::Copy, 2)]);
    job.calls = (limbs * (limbs - 1)) as u64;
    job.others.push((inverse, limbs as u64));
    Ok(Some(job))
}

pub(super) fn recompose(cell: &Cell<'_>, digits: u32) -> Result<Option<Job>> {
    let (Some(m), true) = (cell.index(), digits > 0) else { return Ok(None) };
    let ring = cell.bench.ring(m, cell.call.wide, digits as usize)?;
    let gadget = RnsGadget::new(&ring.zqs(), 0..ring.limbs(), 1)?;
    let elements = cell.bench.powerful(&ring, digits as usize);
    let work = move || {
        let digits = &elements.borrow()[..digits as usize];
        drop(std::hint::black_box(Element::recompose(&gadget, digits)));
    };
    let operands = digits as usize + 1;
    let mut job = cell.job(&ring, (operands, 1), work, &[(Kernel::Clear, 1)]);
    job.calls = ring.limbs() as u64;
    Ok(Some(job))
}

pub(super) fn prepare_table(cell: &Cell<'_>, terms: u32) -> Result<Option<Job>> {
    let (Some(m), true) = (cell.index(), terms > 0) else { return Ok(None) };
    let (terms, ring) = (terms as usize, cell.bench.ring(m, cell.call.wide, 2)?);
    let elements = cell.bench.crt(&ring, terms);
    let work = move || drop(std::hint::black_box(DigitTable::new(&elements.borrow()[..terms])));
    let mut job = cell.job(&ring, (3 * terms, 1), work, &[]);
    job.calls = ring.limbs() as u64;
    Ok(Some(job))
}

pub(super) fn inner_product(cell: &Cell<'_>, terms: u32) -> Result<Option<Job>> {
    let (Some(m), true) = (cell.index(), terms > 0) else { return Ok(None) };
    let terms = terms as usize;
    // Digits and the tables of two products, which are computed in one pass: both components of a key.
    let bytes = 3 * 8 * cell.n() * terms * terms;
    if bytes > MOST_BYTES {
        return Ok(None);
    }
    let ring = cell.bench.ring(m, cell.call.wide, terms)?;
    let gadget = RnsGadget::new(&ring.zqs(), 0..terms, 1)?;
    let count = (cell.bytes / bytes).max(1);
    let elements = cell.bench.crt(&ring, terms);
    let operands: Vec<(ElementDigits, [DigitTable; 2])> = (0..count)
        .map(|_| {
            let elements: &[Element<Crt>] = &elements.borrow()[..terms];
            let table = || DigitTable::new(elements);
            Ok((elements[0].digits(&gadget, &ring)?, [table()?, table()?]))
        })
        .collect::<Result<_>>()?;
    let all: Vec<usize> = (0..terms).collect();
    let work = move || {
        for (digits, tables) in &operands {
            drop(std::hint::black_box(digits.inner_products(tables.each_ref(), &all, &all)));
        }
    };
    let mut job = cell.job(&ring, (3 * terms, count), work, &[]);
    job.call = Call { ..cell.call };
    job.calls *= 2;
    Ok(Some(job))
}
