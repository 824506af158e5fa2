//! Shape and recorder.

use std::{fmt, sync::Arc};

use num_bigint::BigUint;
use ringassay_bigring::{Lift, MultiprecisionError, Shape};
use ringassay_cost::pool::Pool;
use ringassay_kernels::{
    Backend, Zq, ZqError,
    fork::{Guard, OnceLock},
};
use ringassay_ring::{
    RingError,
    gadget::DigitTable,
    recorder::{Call, CostRecorder, Kernel, Recording},
};

/// Z_q\[x\]/(x^n + 1) as a shape.
///
/// A handle. Rings are equal if n and q are, whatever their recorders; an operation is written to the
/// recorder of its (first) operand.
#[derive(Clone)]
pub struct TallyMultiprecision(Arc<Plan>);

struct Plan {
    shape: Shape,
    /// Bytes of a table for eight words of its elements' evaluation forms.
    table_bytes: usize,
    recorder: Arc<CostRecorder>,
    half: OnceLock<TallyMultiprecision>,
    pool: Pool,
}

impl TallyMultiprecision {
    /// The ring of that degree and modulus, with this process's backend.
    ///
    /// # Errors
    /// As `MultiprecisionRing::new`.
    pub fn new(
        degree: usize,
        q: &BigUint,
        recorder: &Arc<CostRecorder>,
    ) -> Result<Self, MultiprecisionError> {
        let backend = Backend::chosen().map_err(|error| RingError::from(ZqError::from(error)))?;
        Self::with_backend(degree, q, recorder, backend)
    }

    /// The ring with a given backend, on which the memory of tables depends.
    ///
    /// # Errors
    /// As `MultiprecisionRing::with_backend`.
    pub fn with_backend(
        degree: usize,
        q: &BigUint,
        recorder: &Arc<CostRecorder>,
        backend: Backend,
    ) -> Result<Self, MultiprecisionError> {
        let shape = Shape::new(degree, q)?;
        Ok(Self::of_shape(shape, table_bytes(backend)?, recorder))
    }

    fn of_shape(shape: Shape, table_bytes: usize, recorder: &Arc<CostRecorder>) -> Self {
        let (recorder, half) = (Arc::clone(recorder), OnceLock::new());
        Self(Arc::new(Plan {
            shape,
            table_bytes,
            recorder,
            half,
            pool: Pool::new(8 * ringassay_ring::pool::Pool::MAX_WORDS),
        }))
    }

    /// n, q and what follows from them.
    pub fn shape(&self) -> &Shape {
        &self.0.shape
    }

    /// The recorder to which operations in the ring are written.
    pub fn recorder(&self) -> &Arc<CostRecorder> {
        &self.0.recorder
    }

    /// The ring of half the degree.
    pub(super) fn half(&self) -> &Self {
        self.0.half.get_or_init(|| {
            let shape = self.shape().half();
            Self::of_shape(shape, self.0.table_bytes, &self.0.recorder)
        })
    }

    /// Bytes of a table of so many words, whole vectors of eight.
    pub(super) fn table_bytes(&self, words: usize) -> usize {
        self.0.table_bytes * (words / 8)
    }

    /// What the ring's recorder writes: nothing that holds memory may be dropped while it is open.
    pub(super) fn open(&self) -> Guard<'_, Recording> {
        self.0.recorder.open()
    }

    /// A buffer from the pool: one that rests there, or memory from the system.
    pub(super) fn take(&self, recording: &mut Recording, bytes: usize) {
        if self.0.pool.take(recording, bytes) {
            recording.fresh(bytes);
        }
    }

    /// A buffer goes back to the pool, cleared if it is secret.
    pub(super) fn give(&self, recording: &mut Recording, bytes: usize, secret: bool) {
        if secret {
            recording.ran(Call::plain(Kernel::Erase, bytes / 8), 1);
        }
        self.0.pool.give(recording, bytes);
    }

    /// A kernel on so many rows or elements.
    #[inline]
    pub(super) fn ran(&self, recording: &mut Recording, kernel: Kernel, times: usize) {
        recording.ran(Call::plain(kernel, self.shape().degree), times);
    }

    /// A kernel on so many rows or elements, and nothing else.
    #[inline]
    pub(super) fn run(&self, kernel: Kernel, times: usize) {
        self.ran(&mut self.open(), kernel, times);
    }

    pub(super) fn words(&self) -> u32 {
        self.shape().words as u32
    }

    pub(super) fn forward(&self) -> Kernel {
        Kernel::CrtForward { m: 2 * self.shape().degree as u32 }
    }

    pub(super) fn inverse(&self) -> Kernel {
        Kernel::CrtInverse { m: 2 * self.shape().degree as u32 }
    }

    pub(super) fn split(&self, lift: Lift, width: usize) -> Kernel {
        let centred = lift == Lift::Centred;
        Kernel::Split { planes: self.shape().planes as u32, limbs: width as u32, centred }
    }

    pub(super) fn join(&self, width: usize) -> Kernel {
        Kernel::Join { words: self.words(), limbs: width as u32 }
    }

    /// Bytes of the planes of an element.
    pub(super) fn plane_bytes(&self, lift: Lift) -> usize {
        let planes = self.shape().planes + usize::from(lift == Lift::Centred);
        planes * self.shape().row_bytes()
    }

    /// Fails unless the rings are the same.
    #[inline]
    pub(super) fn same(&self, other: &Self) -> Result<(), MultiprecisionError> {
        if self == other {
            return Ok(());
        }
        let (left, right) = (self.shape().to_string(), other.shape().to_string());
        Err(MultiprecisionError::DifferentRings { left, right })
    }
}

/// Bytes for eight words modulo a prime of 50 bits, as all are there, found out once.
fn table_bytes(backend: Backend) -> Result<usize, MultiprecisionError> {
    static BYTES: [OnceLock<Result<usize, RingError>>; Backend::ALL.len()] =
        [const { OnceLock::new() }; Backend::ALL.len()];
    let bytes = BYTES[backend as usize].get_or_init(|| {
        // All primes of multiprecision rings are narrow.
        let zq = Zq::with_backend((1 << 50) - 27, backend)?;
        Ok(DigitTable::bytes_of(&zq, 1, 8))
    });
    Ok(bytes.clone()?)
}

impl PartialEq for TallyMultiprecision {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (self.shape(), other.shape());
        Arc::ptr_eq(&self.0, &other.0) || (a.degree == b.degree && a.q == b.q)
    }
}

impl Eq for TallyMultiprecision {}

impl fmt::Debug for TallyMultiprecision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TallyMultiprecision({})", self.shape())
    }
}
