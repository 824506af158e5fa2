//! Which automorphisms to publish keys for.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

use ringassay_interrupt::checkpoint;
use ringassay_kernels::fork::OnceLock;

use super::galois::{inverse, mul_mod};
use super::powers::Powers;
use super::splitting::Splitting;
use super::{EncodingError, Layout, PlaintextRing};

/// The most automorphisms in a row for which a set is searched that needs no more.
const FEW_STEPS: usize = 3;

/// The automorphisms ζ ↦ ζ^k for which there are keys, and how to compose others of them.
///
/// Slots hold scalars, so that automorphisms are told apart by the classes of their exponents modulo
/// ⟨p⟩ only.
#[derive(Debug, Clone)]
pub struct KeySet {
    ring: PlaintextRing,
    exponents: Vec<u32>,
    /// For each class the exponent that a shortest composition ends with, 0 where there is none; made
    /// when first needed.
    last: Arc<OnceLock<Vec<u32>>>,
}

impl KeySet {
    /// The set of these exponents, units of Z/m; of several of one class the first is kept.
    ///
    /// # Errors
    ///
    /// If one is no unit.
    pub fn new(ring: &PlaintextRing, exponents: &[u32]) -> Result<Self, EncodingError> {
        let mut known = vec![false; ring.slots().count()];
        let mut kept = Vec::new();
        for &exponent in exponents {
            let m = ring.index().m();
            let place = ring.slots().place(u64::from(exponent));
            let place = place.ok_or(EncodingError::NotUnit { exponent, m })?;
            if !std::mem::replace(&mut known[place.slot], true) {
                kept.push(exponent);
            }
        }
        Ok(Self { ring: ring.clone(), exponents: kept, last: Arc::default() })
    }

    /// At most `budget` automorphisms of which every automorphism of every rotation of a layout is a
    /// product of few: one if the budget allows it, else two, else three ("baby steps" and "giant steps"
    /// along each axis of the layout, as S. Halevi and V. Shoup reduce the keys of linear
    /// transformations, ePrint 2018/244), else a number that grows with the logarithm of the length
    /// ([`KeySet::of_powers`]), or faster for still fewer keys. Those of the rotations by one step, in
    /// either direction, are always in it. What is left of the budget goes to the automorphisms of
    /// rotations by 2, 3, … steps.
    ///
    /// # Errors
    ///
    /// If the budget is too small for rotations by one step.
    pub fn for_rotations(layout: &Layout, budget: usize) -> Result<Self, EncodingError> {
        let few = (1..=FEW_STEPS)
            .filter(|&steps| may_reach(layout, steps, budget))
            .map(|steps| Splitting::best(layout, steps).exponents(layout));
        let fewer = Powers::all(layout).map(|powers| powers.exponents(layout));
        // Rotations by one step compose all others.
        let fewest = std::iter::once(Vec::new());
        let mut needed = 0;
        for exponents in few.chain(fewer).chain(fewest) {
            let mut set = with_single(layout, exponents);
            if set.len() <= budget {
                fill(layout, budget, &mut set);
                return Self::of(layout, &set);
            }
            needed = set.len();
        }
        Err(EncodingError::Budget { budget, needed })
    }

    /// Whether [`KeySet::for_rotations`] with this budget makes every rotation take at most three
    /// automorphisms for each term.
    pub fn takes_few_steps(layout: &Layout, budget: usize) -> bool {
        let set = || with_single(layout, Splitting::best(layout, FEW_STEPS).exponents(layout));
        may_reach(layout, FEW_STEPS, budget) && set().len() <= budget
    }

    /// The automorphisms by powers of two in both directions along each axis of a layout: about twice the
    /// logarithm of the length, of which a rotation takes a third of the logarithm on average.
    ///
    /// # Errors
    ///
    /// None that is known: the exponents are units.
    pub fn of_powers(layout: &Layout) -> Result<Self, EncodingError> {
        let powers = Powers::all(layout).next().map(|powers| powers.exponents(layout));
        Self::of(layout, &with_single(layout, powers.unwrap_or_default()))
    }

    /// The automorphisms of rotations by these numbers of steps: one for each term of each rotation.
    ///
    /// # Errors
    ///
    /// None that is known: the exponents are units.
    pub fn for_steps(
        layout: &Layout,
        steps: impl IntoIterator<Item = i64>,
    ) -> Result<Self, EncodingError> {
        let mut set: BTreeSet<u32> = BTreeSet::new();
        for steps in steps {
            checkpoint();
            set.extend(exponents(layout, steps));
        }
        set.remove(&identity(layout.ring()));
        Self::of(layout, &set)
    }

    fn of(layout: &Layout, set: &BTreeSet<u32>) -> Result<Self, EncodingError> {
        Self::new(layout.ring(), &set.iter().copied().collect::<Vec<_>>())
    }

    /// The published exponents.
    pub fn exponents(&self) -> &[u32] {
        &self.exponents
    }

    /// Published exponents whose automorphisms, applied one after the other in any order, move
    /// scalars as ζ ↦ ζ^`exponent` does: as few as possible, none for the identity. Compositions that
    /// begin alike share what they begin with. `None` if the published ones do not compose it, or
    /// `exponent` is no unit of Z/m.
    pub fn steps(&self, exponent: u32) -> Option<Vec<u32>> {
        let (slots, m) = (self.ring.slots(), self.ring.index().m());
        let last = self.last.get_or_init(|| self.search());
        let mut class = slots.place(u64::from(exponent))?.slot;
        let mut steps = Vec::new();
        while class != 0 {
            let step = last[class];
            if step == 0 {
                return None;
            }
            steps.push(step);
            let before = mul_mod(slots.units()[class].into(), inverse(u64::from(step) % m, m)?, m);
            class = slots.place(before)?.slot;
        }
        steps.reverse();
        Some(steps)
    }

    /// For each class the last step of a shortest composition: breadth first, from the identity.
    fn search(&self) -> Vec<u32> {
        let (slots, m) = (self.ring.slots(), self.ring.index().m());
        let mut last = vec![0; slots.count()];
        let (mut open, mut left) = (VecDeque::from([0]), slots.count() - 1);
        while let Some(class) = open.pop_front().filter(|_| left > 0) {
            checkpoint();
            for &exponent in &self.exponents {
                let unit = mul_mod(slots.units()[class].into(), u64::from(exponent) % m, m);
                let Some(next) = slots.place(unit).map(|place| place.slot) else { continue };
                if next != 0 && last[next] == 0 {
                    last[next] = exponent;
                    open.push_back(next);
                    left -= 1;
                }
            }
        }
        last
    }
}

/// Whether so many automorphisms and the identity have as many products of `steps` as rotations need: with
/// shares of the budget for each step. What fails here need not be searched.
fn may_reach(layout: &Layout, steps: usize, budget: usize) -> bool {
    let share = budget.min(layout.length()) as f64 / steps as f64 + 1.0;
    share.powi(steps as i32) >= layout.length() as f64
}

/// These exponents and those of rotations by one step in either direction, but for the identity.
fn with_single(layout: &Layout, more: Vec<u32>) -> BTreeSet<u32> {
    let single = [1, -1].into_iter().flat_map(|steps| exponents(layout, steps));
    let mut set: BTreeSet<u32> = single.chain(more).collect();
    set.remove(&identity(layout.ring()));
    set
}

/// The exponent of the identity.
fn identity(ring: &PlaintextRing) -> u32 {
    ring.slots().units()[0]
}

/// The exponents that a rotation needs.
fn exponents(layout: &Layout, steps: i64) -> Vec<u32> {
    layout.rotation(steps).terms().iter().map(|term| term.exponent).collect()
}

/// Adds automorphisms of rotations by small amounts while the budget lasts.
fn fill(layout: &Layout, budget: usize, set: &mut BTreeSet<u32>) {
    // No rotation is by more than ℓ/2 in one direction or the other.
    for amount in 2..=(layout.length() / 2) as i64 {
        for steps in [amount, -amount] {
            checkpoint();
            if set.len() >= budget {
                return;
            }
            let wanted = exponents(layout, steps).into_iter();
            let new: Vec<u32> = wanted.filter(|&k| k != identity(layout.ring())).collect();
            let left = budget - set.len();
            let new = new.into_iter().filter(|k| !set.contains(k)).take(left).collect::<Vec<_>>();
            set.extend(new);
        }
    }
}
