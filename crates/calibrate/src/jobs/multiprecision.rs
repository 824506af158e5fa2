//! Kernels of multiprecision rings, through the operations that schemes call, with their own working sets.
//!
//! An operation of a multiprecision ring runs several kernels on a row while it is in the nearest cache,
//! with the tables of one prime after another. Prices from other rings would miss that, so all of them
//! are measured here once more, in stages: what later operations run along has to be known before.

use std::{cell::RefCell, hint::black_box, rc::Rc, sync::Arc};

use num_bigint::BigUint;
use ringassay_bigring::{
    Gadget, GadgetTable, LAST_DEGREE, Lift, MultiprecisionRing, SmallVector, Upper, Vector, width,
};
use ringassay_cost::{Call, CostRecorder, Kernel};
use ringassay_kernels::InnerTable;
use ringassay_papers::Multiprecision;
use ringassay_papers::tally::TallyMultiprecision;
use ringassay_ring::{
    index::Index,
    sample::{Distribution, Label, Sampler, uniform_into},
};

use super::Job;
use crate::{CalibrateError, bench::Bench, bench::seed};

/// Sizes of q in bits for each degree: one to seven words.
const MODULI: [(usize, &[u64]); 6] = [
    (16, &[20, 40, 100, 200, 300]),
    (64, &[20, 40, 100, 200, 300]),
    (256, &[30, 100, 300]),
    (1024, &[10, 20, 38, 64, 100, 300]),
    (4096, &[30, 64, 100, 120, 140, 180, 220, 250, 300, 420]),
    (16384, &[60, 180, 420]),
];

/// Degrees down to which inverses go.
const TRANSFORMS: std::ops::RangeInclusive<u32> = 4..=15;

/// Terms of sums of products.
const TERMS: [usize; 9] = [1, 2, 4, 8, 16, 32, 64, 100, 150];

/// Bytes of tables that a sum of products goes through, the most only for sums of so many terms.
const TABLES: [usize; 4] = [256 << 10, 2 << 20, 16 << 20, LARGE_KEY];
const LARGE_KEY: usize = 64 << 20;
const LARGE_TERMS: usize = 64;

/// Elements that an operation works on.
const COUNT: usize = 4;

/// The working set of those, and of as many as keys are made of.
const NEAR: usize = 1 << 17;
const FAR: usize = 24 << 20;

/// Sizes of q at which operations are measured on elements that caches do not hold.
const FAR_MODULI: [u64; 4] = [100, 180, 250, 300];

/// All jobs, of which those of later stages run kernels of earlier ones.
pub(crate) fn jobs(bench: &Bench) -> Result<Vec<Job>, CalibrateError> {
    let mut made = Made(Vec::new());
    for log2_n in TRANSFORMS {
        made.transforms(bench, 1 << log2_n)?;
    }
    for (n, moduli) in MODULI {
        made.samples(n)?;
        if n >= 1024 {
            made.tables(bench, n)?;
        }
        for &bits in moduli {
            made.whole(n, bits)?;
            made.products(n, bits)?;
            if n == 4096 && FAR_MODULI.contains(&bits) {
                made.far(n, bits, FAR / 4)?;
                made.far(n, bits, FAR)?;
            }
        }
    }
    for bits in [20, 40, 64] {
        made.inverse(1024, bits)?;
    }
    for bits in [100, 180, 250, 300, 420] {
        made.inverse(4096, bits)?;
    }
    Ok(made.0)
}

/// Rows one after the other that no cache holds.
fn far_rows(rows: &[u64], stride: usize) -> Vec<u64> {
    let count = (LARGE_KEY / 2 / 8).div_ceil(stride) + 2 * TERMS[TERMS.len() - 1];
    rows.iter().copied().cycle().take(count * stride).collect()
}

struct Made(Vec<Job>);

/// q = 2^bits - 1: hardly a uniform word is dropped.
fn ring(n: usize, bits: u64) -> Result<MultiprecisionRing, CalibrateError> {
    Ok(MultiprecisionRing::new(n, &((BigUint::from(1_u32) << bits) - 1_u32))?)
}

impl Made {
    /// A job that runs `kernel` so often on n words, in that stage, with `others`.
    fn add(
        &mut self,
        what: (u8, Kernel, usize, usize),
        others: &[(Kernel, usize, usize)],
        work: impl FnMut() + 'static,
    ) {
        self.add_within((NEAR, 0), what, others, work);
    }

    /// Likewise, going through so many bytes, of which sums of products read tables of so many.
    fn add_within(
        &mut self,
        (bytes, table_bytes): (usize, usize),
        (stage, kernel, n, calls): (u8, Kernel, usize, usize),
        others: &[(Kernel, usize, usize)],
        work: impl FnMut() + 'static,
    ) {
        let other = |&(kernel, length, times): &(Kernel, usize, usize)| {
            (Call::plain(kernel, length), times as u64)
        };
        let job = Job::new(Call::plain(kernel, n), calls as u64, bytes, work);
        self.0.push(Job { stage, table_bytes, ..job.beside(others.iter().map(other)) });
    }

    /// Transforms of one row, over and over, with the tables of one prime.
    fn transforms(&mut self, bench: &Bench, n: usize) -> Result<(), CalibrateError> {
        let m = 2 * n as u32;
        let rns = bench.ring(m.into(), false, 1)?;
        let (crt, powerful) = (bench.crt(&rns, 1), bench.powerful(&rns, 1));
        let (from, to) = (powerful.clone(), crt.clone());
        let work = move || drop(from.borrow()[0].crt_into(&mut to.borrow_mut()[0]));
        self.add((1, Kernel::CrtForward { m }, n, 1), &[(Kernel::Copy, n, 1)], work);
        let work = move || drop(crt.borrow()[0].powerful_into(&mut powerful.borrow_mut()[0]));
        self.add((1, Kernel::CrtInverse { m }, n, 1), &[(Kernel::Copy, n, 1)], work);
        Ok(())
    }

    /// Small polynomials, with their memory and its erasure.
    fn samples(&mut self, n: usize) -> Result<(), CalibrateError> {
        let (ring, index) = (ring(n, 30)?, Index::new(2 * n as u64)?);
        let gaussian = Distribution::DiscreteGaussian { sigma: 2.0 * (n as f64).sqrt() };
        for distribution in [Distribution::Ternary, gaussian] {
            let sampler = Sampler::new(&index, distribution)?;
            let kernel = Kernel::Sample(distribution.draw(index.m()));
            let (own, mut stream) = (ring.clone(), seed().stream(Label::new("sample"), 0));
            let work = move || {
                black_box(SmallVector::draw(&own, &sampler, &mut stream, COUNT)).ok();
            };
            self.add((1, kernel, n, COUNT), &[], work);
        }
        let mut small = small(&ring)?;
        let evaluations = small.clone();
        let work = move || {
            black_box(small.affine_assign(1, 0)).ok();
        };
        self.add((1, Kernel::SmallAffine, n, 1), &[], work);
        let (width, words) = (2, 2 * ring.shape().stride);
        let others =
            [(Kernel::CrtForward { m: 2 * n as u32 }, n, width), (Kernel::Erase, words, 1)];
        let work = move || drop(black_box(evaluations.transform(&ring, width)));
        self.add((2, Kernel::Reduce, n, width), &others, work);
        Ok(())
    }

    /// Sums of products, from tables near and far; tables made from rows near and far.
    fn tables(&mut self, bench: &Bench, n: usize) -> Result<(), CalibrateError> {
        let (zq, stride) = (bench.zqs(2 * n as u64, false, 1)?.remove(0), n + 8);
        let mut rows = vec![0; TERMS[TERMS.len() - 1] * stride];
        uniform_into(&mut rows, zq.q(), &seed());
        // What jobs have in common is there once.
        let rows = Rc::new(rows);
        let many = Rc::new(if n == 4096 { far_rows(&rows, stride) } else { Vec::new() });
        for terms in TERMS {
            let (words, is_large) = (terms * stride, n >= 4096 && terms >= LARGE_TERMS);
            let table = move |rows: &[u64]| InnerTable::new(&zq, rows.chunks_exact(stride));
            let one = table(&rows[..words]).bytes();
            let most = if is_large { TABLES.len() } else { TABLES.len() - 1 };
            let mut counts =
                TABLES[..most].iter().map(|bytes| (bytes / one).max(1)).collect::<Vec<_>>();
            counts.dedup();
            let make = |_| table(&rows[..words]);
            let tables: Rc<Vec<InnerTable>> =
                Rc::new((0..counts.last().copied().unwrap_or(0)).map(make).collect());
            for count in counts {
                let (mut sum, which) = (vec![0; stride], (0..terms).collect::<Vec<usize>>());
                let (rows, tables) = (Rc::clone(&rows), Rc::clone(&tables));
                let work = move || {
                    let rows: Vec<&[u64]> = rows[..words].chunks_exact(stride).collect();
                    for table in &tables[..count] {
                        zq.inner_product_into(&mut sum, &rows, table, &which);
                    }
                };
                let kernel = Kernel::InnerProduct { terms: terms as u32 };
                self.add_within((count * one, count * one), (1, kernel, n, count), &[], work);
            }
            let kernel = Kernel::PrepareTable { terms: terms as u32 };
            let far: &[usize] = match (n == 4096, is_large) {
                (false, _) => &[],
                (true, false) => &[FAR],
                (true, true) => &[FAR, LARGE_KEY],
            };
            for &bytes in far {
                // From everywhere to everywhere.
                // Tables may be packed, and so smaller than the rows they are made from.
                let (count, many) =
                    ((bytes / 2 / one).min(many.len() / words).max(2), Rc::clone(&many));
                let mut made: Vec<InnerTable> = Vec::new();
                let work = move || {
                    made.clear();
                    let parts = many[..count * words].chunks_exact(words);
                    made.extend(parts.map(table));
                };
                self.add_within((bytes, 0), (1, kernel, n, count), &[], work);
            }
            let rows = Rc::clone(&rows);
            let work = move || drop(black_box(table(&rows[..words])));
            self.add((1, kernel, n, 1), &[], work);
        }
        Ok(())
    }

    /// Sums, multiples, messages.
    fn whole(&mut self, n: usize, bits: u64) -> Result<(), CalibrateError> {
        let ring = ring(n, bits)?;
        let words = ring.shape().words;
        let own = words as u32;
        let y = ring.uniform(&seed(), COUNT);
        let errors = SmallVector::from_coefficients(&ring, &vec![3; n * COUNT])?;
        if n <= 256 && words == 1 {
            // Short rows take as long as it takes to find a buffer for them.
            let x = y.clone();
            let work = move || drop(black_box(x.slice(0..2)));
            self.add((1, Kernel::Copy, n, 2), &[], work);
        }
        let (mut x, other) = (y.clone(), y.clone());
        let work = move || drop(x.add_assign(0, &other));
        self.add((1, Kernel::WholeAdd { words: own }, n, COUNT), &[], work);
        let (mut x, other) = (y.clone(), y.clone());
        let work = move || drop(x.sub_assign(0, &other));
        self.add((1, Kernel::WholeSub { words: own }, n, COUNT), &[], work);
        let mut x = y.clone();
        self.add((1, Kernel::WholeNeg { words: own }, n, COUNT), &[], move || x.neg_assign());
        let mut x = y.clone();
        let work = move || drop(x.add_small_assign(0, &errors, 1));
        self.add((1, Kernel::WholeAddSmall { words: own }, n, COUNT), &[], work);
        let x = y.slice(0..1)?;
        let work = move || drop(black_box(x.multiples(2, COUNT + 1)));
        let copies = [(Kernel::Copy, n, words)];
        self.add((1, Kernel::WholeScale { words: own }, n, COUNT), &copies, work);
        let (message, factor) = (vec![1; n], ring.q() >> 1_u32);
        let erase = [(Kernel::Erase, words * ring.shape().stride, 1)];
        let maker = ring.clone();
        let work = move || drop(black_box(maker.message(&message, &factor, Upper::NONE)));
        self.add((1, Kernel::WholeMessage { words: own }, n, 1), &erase, work);
        let maker = ring.clone();
        let work = move || drop(black_box(maker.uniform(&seed(), COUNT)));
        self.add((1, Kernel::WholeUniform { words: own }, n, COUNT), &[], work);
        let x = y.slice(0..1)?;
        let work = move || drop(black_box(x.decode(2)));
        self.add((1, Kernel::WholeDecode { words: own }, n, 1), &[], work);
        let x = y.slice(0..1)?;
        let work = move || drop(black_box(x.centred_residues(2)));
        self.add((1, Kernel::WholeResidues { words: own }, n, 1), &[], work);
        Ok(())
    }

    /// The same on many elements: what keys are made of comes from far.
    fn far(&mut self, n: usize, bits: u64, bytes: usize) -> Result<(), CalibrateError> {
        let ring = ring(n, bits)?;
        let shape = ring.shape().clone();
        let (words, planes) = (shape.words as u32, shape.planes as u32);
        let count = bytes / (2 * shape.element_bytes());
        let many = Rc::new(RefCell::new(ring.uniform(&seed(), count)));
        let other = ring.uniform(&seed(), count);
        let errors = SmallVector::from_coefficients(&ring, &vec![3; n * count])?;
        let first = self.0.len();
        let x = Rc::clone(&many);
        let work = move || drop(x.borrow_mut().add_assign(0, &other));
        self.add((1, Kernel::WholeAdd { words }, n, count), &[], work);
        let x = Rc::clone(&many);
        let work = move || x.borrow_mut().neg_assign();
        self.add((1, Kernel::WholeNeg { words }, n, count), &[], work);
        let x = Rc::clone(&many);
        let work = move || drop(x.borrow_mut().add_small_assign(0, &errors, 1));
        self.add((1, Kernel::WholeAddSmall { words }, n, count), &[], work);
        let x = ring.uniform(&seed(), 1);
        let work = move || drop(black_box(x.multiples(2, count + 1)));
        self.add((1, Kernel::WholeScale { words }, n, count), &[], work);
        let maker = ring.clone();
        let work = move || drop(black_box(maker.uniform(&seed(), count)));
        self.add((1, Kernel::WholeUniform { words }, n, count), &[], work);
        let limbs = width(shape.log2_product(shape.log2_q, 1.0));
        let kernel = Kernel::Split { planes, limbs: limbs as u32, centred: false };
        let forward = [(Kernel::CrtForward { m: 2 * n as u32 }, n, count * limbs)];
        let x = Rc::clone(&many);
        let work = move || drop(black_box(x.borrow().transform(0..count, Lift::Positive, limbs)));
        self.add((2, kernel, n, count), &forward, work);
        let y = small(&ring)?.transform(&ring, limbs)?;
        let work = move || drop(black_box(many.borrow().product(0..count, &y)));
        let (m, join) = (2 * n as u32, Kernel::Join { words, limbs: limbs as u32 });
        let others = [
            (kernel, n, count),
            (Kernel::CrtForward { m }, n, count * limbs),
            (Kernel::Mul, n, count * limbs),
            (Kernel::CrtInverse { m }, n, count * limbs),
            (Kernel::Erase, count * shape.words * shape.stride, 1),
        ];
        self.add((3, join, n, count), &others, work);
        self.0[first..].iter_mut().for_each(|job| job.bytes = bytes);
        Ok(())
    }

    /// To residues and back.
    fn products(&mut self, n: usize, bits: u64) -> Result<(), CalibrateError> {
        let ring = ring(n, bits)?;
        let shape = ring.shape().clone();
        // In the small rings of inverses there are two.
        let count = if n <= 256 { 2 } else { COUNT };
        let x = ring.uniform(&seed(), count);
        let narrow = width(shape.log2_product(shape.log2_q, 1.0));
        let broad = width(shape.log2_product(shape.log2_q, shape.log2_q));
        let (forward, inverse) =
            (Kernel::CrtForward { m: 2 * n as u32 }, Kernel::CrtInverse { m: 2 * n as u32 });
        let (words, planes) = (shape.words as u32, shape.planes as u32);
        for (lift, width) in [
            (Lift::Positive, narrow),
            (Lift::Positive, narrow + 1),
            (Lift::Centred, narrow),
            (Lift::Centred, broad),
        ] {
            let centred = lift == Lift::Centred;
            let kernel = Kernel::Split { planes, limbs: width as u32, centred };
            let own = x.clone();
            let work = move || drop(black_box(own.transform(0..count, lift, width)));
            self.add((2, kernel, n, count), &[(forward, n, count * width)], work);
        }
        let split = |limbs: usize| Kernel::Split { planes, limbs: limbs as u32, centred: false };
        let join = |limbs: usize| Kernel::Join { words, limbs: limbs as u32 };
        for limbs in [narrow, narrow + 1] {
            let (own, y) = (x.clone(), small(&ring)?.transform(&ring, limbs)?);
            let work = move || drop(black_box(own.product(0..count, &y)));
            let others = [
                (split(limbs), n, count),
                (forward, n, count * limbs),
                (Kernel::Mul, n, count * limbs),
                (inverse, n, count * limbs),
                (Kernel::Erase, count * shape.words * shape.stride, 1),
                (Kernel::Erase, limbs * shape.stride, 1),
                (Kernel::Erase, shape.planes * shape.stride, 1),
            ];
            self.add((3, join(limbs), n, count), &others, work);
        }
        let evaluations = x.transform(0..2, Lift::Centred, broad)?;
        let others = [(Kernel::Copy, n, 2 * broad), (inverse, n, 2 * broad)];
        let own = evaluations.clone();
        let work = move || drop(black_box(own.clone().reduce()));
        self.add((3, join(broad), n, 2), &others, work);
        let round = Kernel::Round { words, limbs: broad as u32 };
        let work = move || drop(black_box(evaluations.clone().round(2)));
        self.add((3, round, n, 2), &others, work);
        if n >= 1024 {
            for terms in DIGITS {
                self.digits(&ring, &x, terms, (forward, inverse, join(0)))?;
            }
        }
        Ok(())
    }

    fn digits(
        &mut self,
        ring: &MultiprecisionRing,
        x: &Vector,
        terms: usize,
        (forward, inverse, join): (Kernel, Kernel, Kernel),
    ) -> Result<(), CalibrateError> {
        let n = ring.degree();
        // Evenly over the whole coefficient, as schemes cut them.
        let log2_w = (ring.shape().bits as usize).div_ceil(terms).clamp(1, 40) as u32;
        let gadget = Gadget { log2_w, digits: terms, group: 1 };
        let width = ring.shape().gadget_width(&gadget);
        let (bytes, table_bytes) = (8 * terms * n, 8 * terms * n * width);
        if table_bytes > LARGE_KEY / 2 {
            return Ok(());
        }
        let table = GadgetTable::new(&ring.uniform(&seed(), terms), gadget)?;
        let join = match join {
            Kernel::Join { words, .. } => Kernel::Join { words, limbs: width as u32 },
            other => other,
        };
        let others = [
            (forward, n, terms * width),
            (Kernel::InnerProduct { terms: terms as u32 }, n, width),
            (inverse, n, width),
            (join, n, 1),
        ];
        let x = x.slice(0..1)?;
        let work = move || drop(black_box(x.gadget_product(0, &table)));
        let words = ring.shape().words as u32;
        let what = (4, Kernel::Digit { words }, n, terms * width);
        self.add_within((bytes, table_bytes), what, &others, work);
        Ok(())
    }

    /// Inverses: their last step, with what the steps before take besides their kernels, which are many
    /// and short.
    fn inverse(&mut self, n: usize, bits: u64) -> Result<(), CalibrateError> {
        let ring = ring(n, bits)?;
        let candidates = (0..64).map(|i| ring.uniform(&seed().derive(Label::new("inverse"), i), 1));
        let Some(x) = candidates.into_iter().find(|x| x.invert().is_ok()) else { return Ok(()) };
        let recorder = Arc::new(CostRecorder::new());
        let shape = TallyMultiprecision::new(n, ring.q(), &recorder)?;
        let tallied = Multiprecision::uniform(&shape, &seed(), 1);
        recorder.phase(INVERSE);
        TallyMultiprecision::invert(&tallied)?;
        let last = Kernel::InvertLast { words: ring.shape().words as u32 };
        let record = recorder.record();
        let counts = record.phase(INVERSE).into_iter().flat_map(|phase| &phase.counts);
        let others: Vec<_> = counts
            .filter(|(call, _)| call.kernel != last)
            .map(|(call, &times)| (call.kernel, call.length as usize, times as usize))
            .collect();
        self.add((4, last, LAST_DEGREE, 1), &others, move || drop(black_box(x.invert())));
        Ok(())
    }
}

/// The part of a tally that is an inversion.
const INVERSE: &str = "inverse";

/// Digits of a coefficient.
const DIGITS: [usize; 3] = [4, 16, 100];

/// One narrow polynomial.
fn small(ring: &MultiprecisionRing) -> Result<SmallVector, CalibrateError> {
    let coefficients: Vec<i64> = (0..ring.degree() as i64).map(|i| i * i % 3 - 1).collect();
    Ok(SmallVector::from_coefficients(ring, &coefficients)?)
}
