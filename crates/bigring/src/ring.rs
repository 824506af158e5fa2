//! The ring with its plans.

use std::{collections::HashMap, fmt, sync::Arc};

use num_bigint::BigUint;
use ringassay_kernels::{
    Backend,
    fork::{Mutex, OnceLock},
};
use ringassay_ring::{
    RingError, RnsRing, index::Index, meter, pool::Pool, primes, recorder::Kernel,
};

use crate::{
    Lift, MultiprecisionError, Shape,
    coefficients::Coefficients,
    join::{Join, Round},
    modulus::WideModulus,
    split::Split,
};

/// Z_q\[x\]/(x^n + 1), n a power of two, q any number of up to 512 bits.
///
/// A handle: cloning it copies no plan.
///
/// ```
/// use num_bigint::BigUint;
/// use ringassay_bigring::{Lift, MultiprecisionRing, SmallVector, width};
/// let ring = MultiprecisionRing::new(4, &BigUint::from(1_000_000_u32))?;
/// // (999999 + x)·(2 - x^3) = (2·999999 + 1) + 2x - 999999x^3, modulo 10^6.
/// let x = ring.vector(&[999_999_u32, 1, 0, 0].map(BigUint::from))?;
/// let y = SmallVector::from_coefficients(&ring, &[2, 0, 0, -1])?;
/// let primes = width(ring.shape().log2_product(ring.shape().log2_q, 1.0));
/// let product = x.product(0..1, &y.transform(&ring, primes)?)?;
/// assert_eq!(product.to_big(), [999_999_u32, 2, 0, 1].map(BigUint::from));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct MultiprecisionRing(Arc<Plans>);

struct Plans {
    shape: Shape,
    modulus: WideModulus,
    /// Index 2n, and as many primes as a product can need.
    rns: RnsRing,
    splits: Vec<Split>,
    joins: Vec<OnceLock<Join>>,
    rounds: Mutex<HashMap<(usize, u64), Arc<Round>>>,
    pool: Arc<Pool>,
    /// The ring of half the degree, to which norms go.
    half: OnceLock<Result<MultiprecisionRing, MultiprecisionError>>,
}

impl MultiprecisionRing {
    /// The ring of that degree and modulus, with this process's backend.
    ///
    /// # Errors
    /// When the degree is no power of two from 2 to [`MAX_DEGREE`](super::MAX_DEGREE), q not in
    /// \[4, 2^512), or the environment asks for a backend that cannot be had.
    pub fn new(degree: usize, q: &BigUint) -> Result<Self, MultiprecisionError> {
        Self::of(degree, q, RnsRing::new)
    }

    /// The ring with a given backend.
    ///
    /// # Errors
    /// As [`MultiprecisionRing::new`], and when the machine lacks the backend.
    pub fn with_backend(
        degree: usize,
        q: &BigUint,
        backend: Backend,
    ) -> Result<Self, MultiprecisionError> {
        Self::of(degree, q, |index, primes| RnsRing::with_backend(index, primes, backend))
    }

    fn of(
        degree: usize,
        q: &BigUint,
        rns: impl Fn(&Index, &[u64]) -> Result<RnsRing, RingError>,
    ) -> Result<Self, MultiprecisionError> {
        let shape = Shape::new(degree, q)?;
        let index = Index::new(2 * degree as u64)?;
        let primes = primes::search(&index, 50, shape.max_width(), &[]);
        let rns = rns(&index, &primes.map_err(RingError::from)?)?;
        Ok(Self::build(shape, rns))
    }

    fn build(shape: Shape, rns: RnsRing) -> Self {
        let splits = (0..rns.limbs()).map(|i| Split::new(&shape, rns.zq(i))).collect();
        let joins = rns.moduli().iter().map(|_| OnceLock::new()).collect();
        Self(Arc::new(Plans {
            modulus: WideModulus::new(&shape.q),
            shape,
            rns,
            splits,
            joins,
            rounds: Mutex::default(),
            pool: Pool::new(Pool::MAX_WORDS),
            half: OnceLock::new(),
        }))
    }

    /// n, q and what follows from them.
    pub fn shape(&self) -> &Shape {
        &self.0.shape
    }

    /// n.
    pub fn degree(&self) -> usize {
        self.shape().degree
    }

    /// q.
    pub fn q(&self) -> &BigUint {
        &self.shape().q
    }

    /// The primes in which products are computed, all that there are.
    pub fn primes(&self) -> &[u64] {
        self.0.rns.moduli()
    }

    pub(crate) fn rns(&self) -> &RnsRing {
        &self.0.rns
    }

    pub(crate) fn modulus(&self) -> &WideModulus {
        &self.0.modulus
    }

    pub(crate) fn coefficients(&self) -> Coefficients<'_> {
        Coefficients { shape: self.shape(), modulus: self.modulus() }
    }

    pub(crate) fn pool(&self) -> &Arc<Pool> {
        &self.0.pool
    }

    pub(crate) fn split(&self, prime: usize) -> &Split {
        &self.0.splits[prime]
    }

    /// How the residues modulo the first `width` primes are joined.
    pub(crate) fn join(&self, width: usize) -> &Join {
        self.0.joins[width - 1].get_or_init(|| Join::new(self.q(), self.rns(), width))
    }

    /// Likewise with a product with t/q.
    pub(crate) fn round(&self, width: usize, t: u64) -> Arc<Round> {
        let known = self.0.rounds.lock().get(&(width, t)).cloned();
        known.unwrap_or_else(|| {
            let new = Arc::new(Round::new(self.q(), self.primes(), width, t));
            Arc::clone(self.0.rounds.lock().entry((width, t)).or_insert(new))
        })
    }

    /// The ring of half the degree, which is at least 16.
    pub(crate) fn half(&self) -> Result<&Self, MultiprecisionError> {
        let half = self.0.half.get_or_init(|| {
            let shape = self.shape().half();
            let index = Index::new(self.degree() as u64)?;
            // Primes that are 1 modulo 2n are 1 modulo n.
            let rns = RnsRing::with_backend(&index, self.primes(), self.rns().zq(0).backend())?;
            Ok(Self::build(shape, rns))
        });
        half.as_ref().map_err(Clone::clone)
    }

    /// Fails unless the rings are the same.
    #[inline]
    pub(crate) fn same(&self, other: &Self) -> Result<(), MultiprecisionError> {
        if self == other {
            return Ok(());
        }
        let (left, right) = (self.to_string(), other.to_string());
        Err(MultiprecisionError::DifferentRings { left, right })
    }

    /// A kernel runs on so many rows or elements of n coefficients.
    #[inline(always)]
    pub(crate) fn ran(&self, kernel: Kernel, times: usize) {
        meter::rows(kernel, self.degree(), times);
    }

    pub(crate) fn m(&self) -> u32 {
        2 * self.degree() as u32
    }

    /// The kernel that splits an element.
    pub(crate) fn split_kernel(&self, lift: Lift, width: usize) -> Kernel {
        let centred = lift == Lift::Centred;
        Kernel::Split { planes: self.shape().planes as u32, limbs: width as u32, centred }
    }

    /// Drops the buffers that rest in the ring's pool, and in those of its halves.
    pub fn release_memory(&self) {
        self.0.pool.clear();
        self.0.rns.release_memory();
        if let Some(Ok(half)) = self.0.half.get() {
            half.release_memory();
        }
    }
}

impl PartialEq for MultiprecisionRing {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        let equal = || self.degree() == other.degree() && self.q() == other.q();
        Arc::ptr_eq(&self.0, &other.0) || equal()
    }
}

impl Eq for MultiprecisionRing {}

impl fmt::Display for MultiprecisionRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shape().fmt(f)
    }
}

impl fmt::Debug for MultiprecisionRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MultiprecisionRing({self}, {})", self.rns().zq(0).backend())
    }
}
