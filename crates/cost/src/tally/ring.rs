//! Index, moduli and recorder.

use std::{collections::HashSet, fmt, sync::Arc};

use ringassay_kernels::fork::{Guard, Mutex};
use ringassay_kernels::{Backend, Zq, ZqError};
use ringassay_ring::{
    ElementError, RingError, RingName, RnsRing,
    gadget::{DigitTable, LeadingError, LeadingGadget},
    index::Index,
    primes::PrimeError,
    recorder::{Call, CostRecorder, Kernel, Recording},
    rns::{MAX_LIMBS, RnsError},
};

use super::held::erase;
use crate::pool::{Pool, Resting};

/// The ring of an index and some moduli, as a shape.
///
/// A handle: cloning it copies and allocates nothing. Rings are equal if index and moduli are,
/// whatever their recorders; an operation is written to the recorder of its (first) operand.
#[derive(Clone)]
pub struct TallyRing(Arc<Plan>);

struct Plan {
    index: Arc<Index>,
    moduli: Vec<u64>,
    /// n, and n rounded up to whole vectors.
    degree: usize,
    stride: usize,
    /// Neighbouring limbs that are alike: whether their moduli are wide, and how many they are.
    runs: Vec<(bool, usize)>,
    zqs: Vec<Zq>,
    /// The first modulus of the ring of which this one's limbs were picked: it decides on the order
    /// of positions.
    first: u64,
    recorder: Arc<CostRecorder>,
    /// What is shared with the rings of its limbs.
    shared: Arc<Shared>,
}

/// What the rings of some limbs have in common with the ring they are picked from.
struct Shared {
    pool: Pool,
    /// The automorphisms whose maps in the CRT basis were made, which are kept.
    maps: Mutex<HashSet<u32>>,
}

impl TallyRing {
    /// The ring of that index modulo the product of `moduli`, with this process's backend.
    ///
    /// That the moduli are primes is not checked: it takes longer than all the rest.
    ///
    /// # Errors
    /// When there are no moduli, one occurs twice, is not 1 modulo m or not below 2^62, or the
    /// environment asks for a backend that cannot be had.
    pub fn new(
        index: &Index,
        moduli: &[u64],
        recorder: &Arc<CostRecorder>,
    ) -> Result<Self, RingError> {
        let backend = Backend::chosen().map_err(ZqError::from)?;
        Self::with_backend(index, moduli, recorder, backend)
    }

    /// The ring with a given backend, on which the memory of tables depends.
    ///
    /// # Errors
    /// As [`TallyRing::new`], and when the machine lacks the backend.
    pub fn with_backend(
        index: &Index,
        moduli: &[u64],
        recorder: &Arc<CostRecorder>,
        backend: Backend,
    ) -> Result<Self, RingError> {
        let Some(&first) = moduli.first() else { return Err(RingError::NoModuli) };
        if let Some((_, &q)) = moduli.iter().enumerate().find(|(i, q)| moduli[..*i].contains(q)) {
            return Err(RingError::Repeated { q });
        }
        let mut zqs = Vec::with_capacity(moduli.len());
        for &q in moduli {
            zqs.push(Zq::with_backend(q, backend)?);
            if (q - 1) % index.m() != 0 {
                return Err(PrimeError::NoRoot { q, order: index.m() }.into());
            }
        }
        let recorder = Arc::clone(recorder);
        let index = Arc::new(index.clone());
        let shared = Arc::new(Shared {
            pool: Pool::new(RnsRing::pool_bytes(index.degree())),
            maps: Mutex::default(),
        });
        Ok(Self::of_moduli(index, zqs, first, recorder, shared))
    }

    /// The buffers that rest in the ring's pool.
    pub fn resting(&self) -> Resting {
        self.0.shared.pool.resting()
    }

    /// Lets these rest, and gives back to the system what rests now: what was tried in between is forgotten.
    pub fn rest(&self, resting: Resting) {
        self.0.shared.pool.replace(&mut self.open(), resting);
    }

    fn of_moduli(
        index: Arc<Index>,
        zqs: Vec<Zq>,
        first: u64,
        recorder: Arc<CostRecorder>,
        shared: Arc<Shared>,
    ) -> Self {
        let moduli: Vec<u64> = zqs.iter().map(Zq::q).collect();
        let alike = moduli.chunk_by(|a, b| is_wide(*a) == is_wide(*b));
        let runs = alike.map(|limbs| (is_wide(limbs[0]), limbs.len())).collect();
        let degree = index.degree();
        let stride = degree.next_multiple_of(8);
        Self(Arc::new(Plan { index, moduli, degree, stride, runs, zqs, first, recorder, shared }))
    }

    /// Some of the limbs.
    ///
    /// # Panics
    /// When there are none, one is named twice, or there is no such limb.
    pub(super) fn picked(&self, limbs: &[usize]) -> Self {
        assert!(!limbs.is_empty(), "a ring has at least one limb");
        let repeated = limbs.iter().enumerate().any(|(i, limb)| limbs[..i].contains(limb));
        assert!(!repeated, "limbs {limbs:?} are not distinct");
        let plan = &*self.0;
        let zqs = limbs.iter().map(|&limb| plan.zqs[limb]).collect();
        let (index, recorder) = (Arc::clone(&plan.index), Arc::clone(&plan.recorder));
        let shared = Arc::clone(&plan.shared);
        Self::of_moduli(index, zqs, plan.first, recorder, shared)
    }

    /// The index m.
    pub fn index(&self) -> &Index {
        &self.0.index
    }

    /// The primes, in the order of the limbs.
    pub fn moduli(&self) -> &[u64] {
        &self.0.moduli
    }

    /// n = φ(m): coefficients in a limb.
    pub fn degree(&self) -> usize {
        self.0.degree
    }

    /// The number of limbs.
    pub fn limbs(&self) -> usize {
        self.0.moduli.len()
    }

    /// The recorder to which operations in the ring are written.
    pub fn recorder(&self) -> &Arc<CostRecorder> {
        &self.0.recorder
    }

    /// Bytes of an element.
    pub fn element_bytes(&self) -> usize {
        self.limbs() * self.row_bytes()
    }

    /// Bytes of a limb.
    pub(super) fn row_bytes(&self) -> usize {
        8 * self.0.stride
    }

    /// The leading digits of elements.
    pub(super) fn leading(&self, width: u32, count: u32) -> Result<LeadingGadget, LeadingError> {
        match &self.0.zqs[..] {
            [zq] => LeadingGadget::of_modulus(zq, width, count),
            zqs => Err(LeadingError::Limbs(zqs.len())),
        }
    }

    /// What recorded kernels call m.
    pub(super) fn m(&self) -> u32 {
        self.index().kernel_index()
    }

    pub(super) fn first(&self) -> u64 {
        self.0.first
    }

    /// Bytes of a table of so many elements.
    pub(super) fn table_bytes(&self, elements: usize) -> usize {
        let bytes = |zq: &Zq| DigitTable::bytes_of(zq, elements, self.degree());
        self.0.zqs.iter().map(bytes).sum()
    }

    /// What the ring's recorder writes: nothing that holds memory may be dropped while it is open.
    pub(crate) fn open(&self) -> Guard<'_, Recording> {
        self.0.recorder.open()
    }

    /// A buffer from the pool.
    pub(super) fn take(&self, recording: &mut Recording, bytes: usize) {
        if self.0.shared.pool.take(recording, bytes) {
            recording.mapped(bytes);
        }
    }

    /// A buffer goes back to the pool, erased if it is secret.
    pub(super) fn give(&self, recording: &mut Recording, bytes: usize, secret: bool) {
        erase(recording, bytes, secret);
        self.0.shared.pool.give(recording, bytes);
    }

    /// A kernel on limb `limb`.
    pub(crate) fn call(&self, kernel: Kernel, limb: usize) -> Call {
        Call::modulo(kernel, self.degree(), [self.moduli()[limb]])
    }

    /// The values of an element in the CRT basis are permuted by σ_k: the map of positions is made unless it
    /// was before, and kept.
    pub(super) fn permutes(&self, recording: &mut Recording, k: u32) {
        // A set cannot be left half written.
        let mut maps = self.0.shared.maps.lock();
        if maps.insert(k % self.m().max(1)) {
            recording.heap((size_of::<u32>() * self.degree()) as i64);
        }
    }

    /// A kernel on each limb, in order.
    pub(super) fn each_limb(&self, recording: &mut Recording, kernel: Kernel) {
        let length = self.degree() as u32;
        for &(wide, limbs) in &self.0.runs {
            recording.ran(Call { kernel, length, wide }, limbs);
        }
    }

    /// A transform of each limb, in order, before each of which coefficients are folded in the
    /// conjugate-invariant ring, and after each of which working memory is cleared that held secrets.
    pub(super) fn transform(&self, recording: &mut Recording, kernel: Kernel, secret: bool) {
        if !self.folds() && !self.erases(secret) {
            return self.each_limb(recording, kernel);
        }
        (0..self.limbs()).for_each(|limb| self.transform_limb(recording, kernel, limb, 1, secret));
    }

    /// So many transforms of one limb, likewise.
    pub(super) fn transform_limb(
        &self,
        recording: &mut Recording,
        kernel: Kernel,
        limb: usize,
        times: usize,
        secret: bool,
    ) {
        let (folds, erases) = (self.folds(), self.erases(secret));
        if !folds && !erases {
            return recording.ran(self.call(kernel, limb), times);
        }
        for _ in 0..times {
            if folds {
                recording.ran(self.call(Kernel::Fold, limb), 1);
            }
            recording.ran(self.call(kernel, limb), 1);
            if erases {
                recording.ran(self.call(Kernel::EraseScratch { m: self.m() }, limb), 1);
            }
        }
    }

    fn folds(&self) -> bool {
        self.index().is_conjugate_invariant()
    }

    fn erases(&self, secret: bool) -> bool {
        secret && !self.index().is_power_of_two()
    }

    /// A kernel on so many rows without a modulus.
    pub(super) fn rows(&self, recording: &mut Recording, kernel: Kernel, rows: usize) {
        recording.ran(Call::plain(kernel, self.degree()), rows);
    }
}

fn is_wide(q: u64) -> bool {
    Call::modulo(Kernel::Copy, 0, [q]).wide
}

/// What the computing ring refuses is refused with the same errors.
impl TallyRing {
    /// Fails unless the rings are the same.
    #[inline]
    pub(super) fn same(&self, other: &Self) -> Result<(), ElementError> {
        if self == other { Ok(()) } else { Err(self.differs_from(other)) }
    }

    #[cold]
    pub(super) fn differs_from(&self, other: &Self) -> ElementError {
        ElementError::DifferentRings { left: self.to_string(), right: other.to_string() }
    }

    pub(super) fn same_index(&self, other: &Self) -> Result<(), RnsError> {
        if self.index() == other.index() {
            return Ok(());
        }
        Err(RnsError::OtherIndex { left: self.index().m(), right: other.index().m() })
    }

    pub(super) fn has_moduli(&self, tables: &[u64]) -> Result<(), RnsError> {
        if self.moduli() == tables {
            return Ok(());
        }
        Err(RnsError::OtherModuli { element: self.moduli().to_vec(), tables: tables.to_vec() })
    }

    /// Fails when there are more limbs than an RNS basis has.
    pub(crate) fn is_basis(&self) -> Result<(), RnsError> {
        if self.limbs() > MAX_LIMBS { Err(RnsError::TooManyModuli(self.limbs())) } else { Ok(()) }
    }
}

impl PartialEq for TallyRing {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let equal = || self.moduli() == other.moduli() && self.index() == other.index();
        Arc::ptr_eq(&self.0, &other.0) || equal()
    }
}

impl Eq for TallyRing {}

impl fmt::Display for TallyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        RingName { index: self.index(), moduli: self.moduli() }.fmt(f)
    }
}

impl fmt::Debug for TallyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TallyRing({self}, n = {})", self.degree())
    }
}
