//! Large and small primes that carry a depth at a small modulus.

use ringassay_interrupt::checkpoint;

use super::{
    chain::{CHAINS, Follower, Sizes, Step},
    primes::PrimeSource,
    shapes::follow,
};
use crate::request::Request;

/// The most large primes of an instance.
const MOST_LARGE: usize = 48;

/// How many moduli with each number of small primes are improved.
const IMPROVED: usize = 3;

/// By how many bits primes are made larger or smaller on the way to a better modulus.
const STEPS: [f64; 4] = [4.0, 2.0, 1.0, 0.5];

/// What small primes to begin with, as fractions of a large one: their sums modulo a large prime should
/// lie evenly. \[1/2, 3/4\] gives quarters, \[2/3, 2/3\] thirds, \[4/7, 5/7, 6/7\] sevenths. Those at the
/// end leave the smallest gaps of all with three or four primes that are not small: indices whose
/// transforms ask much of a prime have no small ones.
const FRACTIONS: [&[f64]; 16] = [
    &[],
    &[0.5],
    &[0.75],
    &[0.5, 0.75],
    &[0.6, 0.8],
    &[0.667, 0.667],
    &[0.571, 0.714, 0.857],
    &[0.625, 0.75, 0.875],
    &[0.65, 0.85],
    &[0.75, 0.875],
    &[0.7, 0.8, 0.9],
    &[0.5, 0.63, 0.74],
    &[0.64, 0.68, 0.84],
    &[0.68, 0.68, 0.82],
    &[0.5, 0.64, 0.78, 0.94],
    &[0.64, 0.68, 0.72, 0.84],
];

/// Primes of Q.
#[derive(Debug, Clone, PartialEq)]
struct LargeAndSmall {
    large: Vec<f64>,
    small: Vec<f64>,
}

impl LargeAndSmall {
    fn sizes(&self) -> Sizes {
        Sizes {
            large: self.large.clone(),
            small: self.small.clone(),
            special: Vec::new(),
            digit_limbs: 1,
        }
    }

    fn primes(&self) -> usize {
        self.large.len() + self.small.len()
    }

    fn log2_q(&self) -> f64 {
        self.large.iter().chain(&self.small).sum()
    }
}

/// Looks for moduli of one request.
pub(super) struct ModulusSearch<'a> {
    pub(super) follower: &'a Follower,
    pub(super) source: &'a PrimeSource,
    pub(super) request: &'a Request,
    pub(super) most_log2_qp: f64,
    /// Whether sizes are improved.
    pub(super) is_thorough: bool,
}

impl ModulusSearch<'_> {
    /// Sizes of primes that carry the depth, if P is as large as need be.
    pub(super) fn find(&self) -> Vec<Sizes> {
        let mut found: Vec<LargeAndSmall> = Vec::new();
        for (large, small) in self.beginnings() {
            let like = found.last().map(LargeAndSmall::log2_q);
            found.extend(self.fewest(large, &small, like));
        }
        if !self.is_thorough {
            return found.iter().map(LargeAndSmall::sizes).collect();
        }
        found.sort_by(|a, b| a.log2_q().total_cmp(&b.log2_q()));
        let numbers = || found.iter().map(LargeAndSmall::primes);
        let (least, most) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        let improved: Vec<LargeAndSmall> = (least..=most)
            .flat_map(|number| {
                let same = found.iter().filter(move |modulus| modulus.primes() == number);
                same.take(IMPROVED).map(|modulus| self.improve(modulus.clone()))
            })
            .collect();
        found.iter().chain(&improved).map(LargeAndSmall::sizes).collect()
    }

    /// The size of the large primes, those of the small ones.
    fn beginnings(&self) -> Vec<(f64, Vec<f64>)> {
        let (min, max) = (f64::from(self.source.min_bits()), largest());
        let steps = if self.source.is_scarce() { 24 } else { 14 };
        let sizes = (0..steps).map(|step| max - f64::from(step)).take_while(|&large| large >= min);
        let fractions = sizes.flat_map(|large| {
            FRACTIONS.map(|small| (large, small.iter().map(|f| (f * large).max(min)).collect()))
        });
        // Levels of D bits: large primes of 2·D, and two small ones that differ by D and take turns.
        let levels = (0..44).map(|step| 14.0 + 0.25 * f64::from(step));
        let turns = levels.flat_map(|level| {
            let small = (0..4).map(move |more| min + f64::from(more));
            small.map(move |small| (2.0 * level, vec![small, small + level]))
        });
        let fits = |(large, small): &(f64, Vec<f64>)| {
            [large].into_iter().chain(small).all(|size| (min..=max).contains(size))
        };
        fractions.chain(turns).filter(fits).collect()
    }

    /// log2(Q/2) less the bound of the noise after the worst of the chains with products, or after one
    /// that does not end well.
    fn budget_bits(&self, modulus: &LargeAndSmall) -> f64 {
        checkpoint();
        let mut least = f64::INFINITY;
        for chain in CHAINS.iter().filter(|chain| chain.contains(&Step::Multiply)) {
            let end = follow(self.follower, &modulus.sizes(), chain, self.request);
            least = least.min(end.budget_bits());
            if least <= 0.0 {
                break;
            }
        }
        least
    }

    /// With the fewest large primes that suffice. `like` is log2 Q of another modulus.
    fn fewest(&self, large: f64, small: &[f64], like: Option<f64>) -> Option<LargeAndSmall> {
        let with =
            |count: usize| LargeAndSmall { large: vec![large; count], small: small.to_vec() };
        let fits = |count: usize| with(count).log2_q() <= self.most_log2_qp;
        let most = (1..=MOST_LARGE).take_while(|&count| fits(count)).count();
        let enough = |count: usize| self.budget_bits(&with(count)) > 0.0;
        // More primes carry further: bisection, from a guess.
        let (mut low, mut high) = (0, most + 1);
        let mut next = match like {
            Some(like) => ((like - with(0).log2_q()) / large).round().max(1.0) as usize,
            None => usize::midpoint(low, high),
        };
        while high - low > 1 {
            let middle = next.clamp(low + 1, high - 1);
            if enough(middle) {
                high = middle;
                next = middle - 1;
            } else {
                low = middle;
                next = middle + 1;
            }
        }
        (high <= most).then(|| with(high))
    }

    /// Other sizes of as many primes, one after the other, as long as Q becomes smaller.
    fn improve(&self, mut modulus: LargeAndSmall) -> LargeAndSmall {
        let (min, max) = (f64::from(self.source.min_bits()), largest());
        for step in STEPS {
            for place in 0..=modulus.primes() {
                for change in [-step, step] {
                    loop {
                        let mut other = modulus.clone();
                        let count = other.large.len();
                        match place {
                            0 => other.large.iter_mut().for_each(|size| *size += change),
                            _ if place <= count => other.large[place - 1] += change,
                            _ => other.small[place - 1 - count] += change,
                        }
                        let mut sizes = other.large.iter().chain(&other.small);
                        if !sizes.all(|size| (min..=max).contains(size))
                            || !self.improves(&mut other, &modulus)
                        {
                            break;
                        }
                        modulus = other;
                    }
                }
            }
        }
        modulus
    }

    /// Whether Q becomes smaller, if the large primes are made as small as they can be.
    fn improves(&self, other: &mut LargeAndSmall, modulus: &LargeAndSmall) -> bool {
        let min = f64::from(self.source.min_bits());
        let is_better = |other: &LargeAndSmall| other.log2_q() < modulus.log2_q() - 1e-6;
        let spare = self.budget_bits(other);
        if spare <= 0.0 {
            return false;
        }
        // Room that is left at the end is taken from the large primes.
        let less = 0.9 * spare / other.large.len() as f64;
        let mut shrunk = other.clone();
        shrunk.large.iter_mut().for_each(|size| *size = (*size - less).max(min));
        if is_better(&shrunk) && self.budget_bits(&shrunk) > 0.0 {
            *other = shrunk;
        }
        is_better(other)
    }
}

/// A little below the limit, so that several primes fit.
pub(super) fn largest() -> f64 {
    f64::from(PrimeSource::MAX_BITS) - 0.2
}
