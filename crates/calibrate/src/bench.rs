//! The rings and elements on which kernels run.

use std::{
    cell::RefCell,
    collections::{HashMap, hash_map::Entry},
    rc::Rc,
};

use ringassay_kernels::Zq;
use ringassay_ring::{
    Basis, Crt, Decoding, Element, IntElement, Powerful, RnsRing,
    index::Index,
    primes,
    sample::{Label, Seed, uniform_into},
};

use crate::CalibrateError;

/// Elements that several jobs use, one job at a time.
pub(crate) type Shared<T> = Rc<RefCell<Vec<T>>>;

type Arena<T> = RefCell<HashMap<(u64, bool, usize), Shared<T>>>;

/// Rings and elements, made when first asked for: jobs on equal rings share their memory, of which
/// only one is measured at a time.
#[derive(Default)]
pub(crate) struct Bench {
    rings: RefCell<HashMap<(u64, bool, usize), RnsRing>>,
    primes: RefCell<HashMap<(u64, bool), Vec<u64>>>,
    crt: Arena<Element<Crt>>,
    powerful: Arena<Element<Powerful>>,
    decoding: Arena<Element<Decoding>>,
    integers: Arena<IntElement<Powerful>>,
}

/// How long primes are: those of today's parameters, and those for which no vector unit multiplies.
const NARROW_BITS: u32 = 45;
const WIDE_BITS: u32 = 55;

impl Bench {
    /// `count` primes that are 1 modulo m.
    pub(crate) fn primes(
        &self,
        m: u64,
        wide: bool,
        count: usize,
    ) -> Result<Vec<u64>, CalibrateError> {
        let mut known = self.primes.borrow_mut();
        let primes = known.entry((m, wide)).or_default();
        if primes.len() < count {
            let bits = if wide { WIDE_BITS } else { NARROW_BITS };
            let more = primes::search(&Index::new(m)?, bits, count - primes.len(), primes)?;
            primes.extend(more);
        }
        Ok(primes[..count].to_vec())
    }

    /// Arithmetic modulo `count` primes that are 1 modulo m.
    pub(crate) fn zqs(&self, m: u64, wide: bool, count: usize) -> Result<Vec<Zq>, CalibrateError> {
        let primes = self.primes(m, wide, count)?;
        Ok(primes.into_iter().map(Zq::new).collect::<Result<_, _>>()?)
    }

    /// The ring of index m with so many limbs.
    pub(crate) fn ring(&self, m: u64, wide: bool, limbs: usize) -> Result<RnsRing, CalibrateError> {
        let primes = self.primes(m, wide, limbs)?;
        match self.rings.borrow_mut().entry((m, wide, limbs)) {
            Entry::Occupied(ring) => Ok(ring.get().clone()),
            Entry::Vacant(place) => {
                Ok(place.insert(RnsRing::new(&Index::new(m)?, &primes)?).clone())
            }
        }
    }

    /// At least `count` elements of a ring in the CRT basis.
    pub(crate) fn crt(&self, ring: &RnsRing, count: usize) -> Shared<Element<Crt>> {
        grown(&self.crt, ring, count)
    }

    /// Likewise, in the powerful basis.
    pub(crate) fn powerful(&self, ring: &RnsRing, count: usize) -> Shared<Element<Powerful>> {
        grown(&self.powerful, ring, count)
    }

    /// Likewise, in the decoding basis.
    pub(crate) fn decoding(&self, ring: &RnsRing, count: usize) -> Shared<Element<Decoding>> {
        grown(&self.decoding, ring, count)
    }

    /// At least `count` elements of Z\[ζ_m\], all 0: their kernels take the same time for all, and
    /// no repetition overflows.
    pub(crate) fn integers(&self, index: &Index, count: usize) -> Shared<IntElement<Powerful>> {
        let mut arena = self.integers.borrow_mut();
        let shared = arena.entry((index.m(), false, 0)).or_default();
        while shared.borrow().len() < count {
            shared.borrow_mut().push(IntElement::zero(index));
        }
        Rc::clone(shared)
    }
}

/// At least `count` uniform elements.
fn grown<B: Basis>(arena: &Arena<Element<B>>, ring: &RnsRing, count: usize) -> Shared<Element<B>> {
    let key = (ring.index().m(), ring.moduli()[0] >= 1 << 50, ring.limbs());
    let mut arena = arena.borrow_mut();
    let shared = arena.entry(key).or_default();
    let mut elements = shared.borrow_mut();
    while elements.len() < count {
        let seed = seed().derive(Label::new("element"), elements.len() as u64);
        let mut element = Element::zero(ring);
        for (i, limb) in element.iter_limbs_mut().enumerate() {
            uniform_into(limb, ring.zq(i).q(), &seed);
        }
        elements.push(element);
    }
    drop(elements);
    Rc::clone(shared)
}

/// What everything here is drawn from: nothing is secret.
pub(crate) fn seed() -> Seed {
    Seed::from_bytes([0x5a; 32])
}
