//! The ring R_Q = Z_Q\[ζ_m\], Q = ∏ q_i, in RNS form: one limb for each prime.

mod limb;
mod name;
mod shape;

use std::{fmt, ops::Range, sync::Arc};

use ringassay_interrupt::checkpoint;
use ringassay_kernels::{Backend, Zq};

pub(crate) use limb::{GTables, Limb};
pub use name::RingName;
pub(crate) use shape::Shape;

use crate::{ElementError, RingError, crt::Run, index::Index, pool::Pool};

/// The ring of index m modulo Q = ∏ q_i, distinct primes q_i ≡ 1 mod m.
///
/// A handle: cloning it, and taking the ring of neighbouring limbs ([`RnsRing::prefix`],
/// [`RnsRing::select`]), copies no plan and allocates nothing. [`RnsRing::pick`] takes any limbs.
///
/// ```
/// use ringassay_ring::{Element, Powerful, RnsRing, index::Index};
/// // 10369 = 6·1728 + 1 and 12097 = 7·1728 + 1 are primes.
/// let ring = RnsRing::new(&Index::new(1728)?, &[10_369, 12_097])?;
/// let a = Element::<Powerful>::constant(&ring, 3).into_crt();
/// assert_eq!((&a * &a).into_powerful(), Element::constant(&ring, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct RnsRing {
    plans: Arc<Plans>,
    /// Which limbs: start < end ≤ the number of limbs planned.
    start: usize,
    end: usize,
}

/// Everything that is computed once for an index and its moduli.
struct Plans {
    shape: Arc<Shape>,
    limbs: Vec<Arc<Limb>>,
    moduli: Vec<u64>,
}

impl RnsRing {
    /// The ring of that index modulo the product of `moduli`, with this process's backend.
    ///
    /// # Errors
    /// When there are no moduli, one occurs twice, is not a prime q ≡ 1 mod m below 2^62, or the
    /// environment asks for a backend that cannot be had.
    pub fn new(index: &Index, moduli: &[u64]) -> Result<Self, RingError> {
        Self::build(index, moduli, Zq::new)
    }

    /// The ring with a given backend.
    ///
    /// # Errors
    /// As [`RnsRing::new`], and when the machine lacks the backend.
    pub fn with_backend(
        index: &Index,
        moduli: &[u64],
        backend: Backend,
    ) -> Result<Self, RingError> {
        Self::build(index, moduli, |q| Zq::with_backend(q, backend))
    }

    fn build(
        index: &Index,
        moduli: &[u64],
        zq: impl Fn(u64) -> Result<Zq, ringassay_kernels::ZqError>,
    ) -> Result<Self, RingError> {
        if moduli.is_empty() {
            return Err(RingError::NoModuli);
        }
        if let Some((_, &q)) = moduli.iter().enumerate().find(|(i, q)| moduli[..*i].contains(q)) {
            return Err(RingError::Repeated { q });
        }
        let mut limbs: Vec<Arc<Limb>> = Vec::with_capacity(moduli.len());
        for &q in moduli {
            checkpoint();
            let order = limbs.first().map(|first| first.crt().exponents());
            let limb = Limb::new(index, zq(q)?, order)?;
            limbs.push(Arc::new(limb));
        }
        let shape = Arc::new(Shape::new(index, &limbs[0]));
        Ok(Self::of_limbs(shape, limbs))
    }

    fn of_limbs(shape: Arc<Shape>, limbs: Vec<Arc<Limb>>) -> Self {
        let moduli: Vec<u64> = limbs.iter().map(|limb| limb.zq().q()).collect();
        let end = moduli.len();
        Self { plans: Arc::new(Plans { shape, limbs, moduli }), start: 0, end }
    }

    /// The index m.
    pub fn index(&self) -> &Index {
        self.plans.shape.index()
    }

    /// n = φ(m): coefficients in a limb.
    pub fn degree(&self) -> usize {
        self.plans.shape.degree()
    }

    /// Words from one limb to the next: n rounded up to a multiple of 8.
    pub fn stride(&self) -> usize {
        self.plans.shape.stride()
    }

    /// The number of limbs.
    pub fn limbs(&self) -> usize {
        self.end - self.start
    }

    /// The primes, in the order of the limbs.
    pub fn moduli(&self) -> &[u64] {
        &self.plans.moduli[self.start..self.end]
    }

    /// Arithmetic modulo the prime of limb `i`.
    ///
    /// # Panics
    /// When there is no limb `i`.
    pub fn zq(&self, i: usize) -> &Zq {
        self.limb(i).zq()
    }

    /// The primitive m-th root of unity ω modulo the prime of limb `i`: the value of an element at
    /// position a of the CRT basis is its value at ζ_m ↦ ω^u, u = [`RnsRing::crt_exponents`]`[a]`.
    ///
    /// # Panics
    /// When there is no limb `i`.
    pub fn root(&self, i: usize) -> u64 {
        self.limb(i).root()
    }

    /// The unit u of Z/m that belongs to each position of the CRT basis, the same for every limb.
    pub fn crt_exponents(&self) -> &[u32] {
        self.plans.shape.crt_exponents()
    }

    /// How limb `i` is transformed, in a few words for each prime power of the index.
    ///
    /// # Panics
    /// When there is no limb `i`.
    pub fn crt_methods(&self, i: usize) -> Vec<String> {
        self.limb(i).crt().methods().collect()
    }

    /// Bytes of the tables of all limbs and of the positions: transforms, exponents, what was made since
    /// of g and of automorphisms. Buffers at rest are not among them, nor what a transform works in.
    pub fn table_bytes(&self) -> usize {
        let limbs = &self.plans.limbs[self.start..self.end];
        self.plans.shape.table_bytes() + limbs.iter().map(|limb| limb.table_bytes()).sum::<usize>()
    }

    /// The ring of the first `limbs` limbs, sharing the plans.
    ///
    /// # Panics
    /// When `limbs` is 0 or more than there are.
    pub fn prefix(&self, limbs: usize) -> Self {
        self.select(0..limbs)
    }

    /// The ring of the limbs in `range`, sharing the plans.
    ///
    /// # Panics
    /// When the range is empty or reaches beyond the last limb.
    pub fn select(&self, range: Range<usize>) -> Self {
        assert!(range.start < range.end, "a ring has at least one limb, {range:?} is empty");
        assert!(range.end <= self.limbs(), "limbs {range:?} of {}", self.limbs());
        let (start, end) = (self.start + range.start, self.start + range.end);
        Self { plans: Arc::clone(&self.plans), start, end }
    }

    /// The ring of some limbs, in the given order, sharing the plans of each, positions and memory
    /// (but it is a handle to a list of its own: make it once).
    ///
    /// # Panics
    /// When there are none, one is named twice, or there is no such limb.
    pub fn pick(&self, limbs: &[usize]) -> Self {
        assert!(!limbs.is_empty(), "a ring has at least one limb");
        let repeated = limbs.iter().enumerate().any(|(i, limb)| limbs[..i].contains(limb));
        assert!(!repeated, "limbs {limbs:?} are not distinct");
        let own = &self.plans.limbs[self.start..self.end];
        let picked = limbs.iter().map(|&limb| Arc::clone(&own[limb])).collect();
        Self::of_limbs(Arc::clone(&self.plans.shape), picked)
    }

    /// Drops the buffers that rest in the ring's pool, and its cached automorphisms.
    ///
    /// Buffers that held secrets were cleared when they were given back.
    pub fn release_memory(&self) {
        self.plans.shape.release_memory();
    }

    /// How many bytes of buffers may rest in the pool of a ring of this degree: 64 MiB up to 2^14, 512 limbs beyond,
    /// of which none has more than 64 MiB.
    pub const fn pool_bytes(degree: usize) -> usize {
        8 * Pool::max_words(degree.next_multiple_of(8))
    }

    /// Bytes of the buffers that rest in the ring's pool, waiting to be used again: at most
    /// [`RnsRing::pool_bytes`].
    pub fn pooled_bytes(&self) -> usize {
        8 * self.plans.shape.pool().at_rest().1
    }

    /// A row of N coefficients modulo prime `limb` to its values, in place: for rings that are built on this one. Working
    /// memory is cleared if the row is secret.
    pub fn forward_row(&self, limb: usize, row: &mut [u64], secret: bool) {
        self.limb(limb).crt().forward(row, self.row_run(secret));
    }

    /// The inverse of [`RnsRing::forward_row`].
    pub fn inverse_row(&self, limb: usize, row: &mut [u64], secret: bool) {
        self.limb(limb).crt().inverse(row, self.row_run(secret));
    }

    fn row_run(&self, secret: bool) -> Run<'_> {
        Run { lender: self.shape().lender(), secret, split: false }
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.plans.shape
    }

    pub(crate) fn limb(&self, i: usize) -> &Limb {
        &self.plans.limbs[self.start..self.end][i]
    }

    /// Words of an element: limbs × stride.
    pub(crate) fn words(&self) -> usize {
        self.limbs() * self.stride()
    }
}

impl RnsRing {
    #[cold]
    pub(crate) fn differs_from(&self, other: &Self) -> ElementError {
        ElementError::DifferentRings { left: self.to_string(), right: other.to_string() }
    }

    #[cold]
    fn equals(&self, other: &Self) -> bool {
        self.moduli() == other.moduli() && self.index() == other.index()
    }
}

impl PartialEq for RnsRing {
    /// Whether the rings are the same mathematically: index and moduli in the same order.
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let same_plans = Arc::ptr_eq(&self.plans, &other.plans);
        (same_plans && self.start == other.start && self.end == other.end) || self.equals(other)
    }
}

impl Eq for RnsRing {}

impl fmt::Display for RnsRing {
    /// As [`RingName`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        RingName { index: self.index(), moduli: self.moduli() }.fmt(f)
    }
}

impl fmt::Debug for RnsRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RnsRing({self}, n = {}, {})", self.degree(), self.zq(0).backend())
    }
}
