//! Elements, small polynomials, evaluation forms and tables, without their coefficients.

use ringassay_bigring::Gadget;
use ringassay_ring::recorder::{Kernel, Recording};

use super::TallyMultiprecision;

/// Bytes that were taken in a recorder, and are given back when this is dropped.
///
/// Never drop one while the recording is open: the recording is locked.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) ring: TallyMultiprecision,
    bytes: usize,
    /// Whether it comes from the ring's pool, where it rests afterwards.
    pooled: bool,
    /// Whether it is cleared then.
    pub(super) secret: bool,
}

impl Held {
    /// Memory that the system gives.
    pub(super) fn new(ring: &TallyMultiprecision, recording: &mut Recording, bytes: usize) -> Self {
        recording.take(bytes);
        recording.heap(bytes as i64);
        Self { ring: ring.clone(), bytes, pooled: false, secret: false }
    }

    /// A buffer of the ring's pool.
    pub(super) fn pooled(
        ring: &TallyMultiprecision,
        recording: &mut Recording,
        bytes: usize,
        secret: bool,
    ) -> Self {
        ring.take(recording, bytes);
        Self { ring: ring.clone(), bytes, pooled: true, secret }
    }

    /// As many bytes again, and how often a row of them is copied.
    fn again(&self, rows: usize) -> Self {
        let recording = &mut *self.ring.open();
        let held = if self.pooled {
            Self::pooled(&self.ring, recording, self.bytes, self.secret)
        } else {
            Self::new(&self.ring, recording, self.bytes)
        };
        self.ring.ran(recording, Kernel::Copy, rows);
        held
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let recording = &mut *self.ring.open();
        if self.pooled {
            return self.ring.give(recording, self.bytes, self.secret);
        }
        recording.give(self.bytes);
        recording.heap(-(self.bytes as i64));
    }
}

/// Elements: their number.
#[derive(Debug)]
pub struct TallyVector {
    pub(super) held: Held,
    pub(super) count: usize,
}

impl TallyVector {
    pub(super) fn new(
        ring: &TallyMultiprecision,
        recording: &mut Recording,
        count: usize,
        secret: bool,
    ) -> Self {
        let held = Held::pooled(ring, recording, count * ring.shape().element_bytes(), secret);
        Self { held, count }
    }

    pub(super) fn is_secret(&self) -> bool {
        self.held.secret
    }

    pub(super) fn ring(&self) -> &TallyMultiprecision {
        &self.held.ring
    }
}

impl Clone for TallyVector {
    fn clone(&self) -> Self {
        let rows = self.count * self.ring().shape().words;
        Self { held: self.held.again(rows), count: self.count }
    }
}

/// Small polynomials: their number and bound.
#[derive(Debug)]
pub struct TallySmall {
    pub(super) held: Held,
    pub(super) count: usize,
    pub(super) bound: u64,
}

impl TallySmall {
    pub(super) fn new(
        ring: &TallyMultiprecision,
        recording: &mut Recording,
        count: usize,
        bound: u64,
    ) -> Self {
        let held = Held::new(ring, recording, 8 * ring.shape().degree * count);
        Self { held, count, bound }
    }
}

impl Clone for TallySmall {
    fn clone(&self) -> Self {
        Self { held: self.held.again(self.count), ..*self }
    }
}

/// Evaluation forms: number of polynomials and primes, and the bound of their coefficients.
#[derive(Debug)]
pub struct TallyEvaluationForm {
    pub(super) held: Held,
    pub(super) count: usize,
    pub(super) width: usize,
    pub(super) log2_bound: f64,
}

impl TallyEvaluationForm {
    pub(super) fn new(
        ring: &TallyMultiprecision,
        recording: &mut Recording,
        count: usize,
        width: usize,
        log2_bound: f64,
        secret: bool,
    ) -> Self {
        let bytes = count * width * ring.shape().row_bytes();
        let held = Held::pooled(ring, recording, bytes, secret);
        Self { held, count, width, log2_bound }
    }

    pub(super) fn ring(&self) -> &TallyMultiprecision {
        &self.held.ring
    }

    pub(super) fn is_secret(&self) -> bool {
        self.held.secret
    }
}

impl Clone for TallyEvaluationForm {
    fn clone(&self) -> Self {
        Self { held: self.held.again(self.count * self.width), ..*self }
    }
}

/// A table: its gadget, and the memory of its columns.
#[derive(Debug)]
pub struct TallyWholeTable {
    pub(super) columns: Vec<Held>,
    pub(super) gadget: Gadget,
    pub(super) width: usize,
    pub(super) secret: bool,
}

impl Clone for TallyWholeTable {
    fn clone(&self) -> Self {
        let again = |held: &Held| {
            let recording = &mut *held.ring.open();
            Held::new(&held.ring, recording, held.bytes)
        };
        Self { columns: self.columns.iter().map(again).collect(), ..*self }
    }
}
