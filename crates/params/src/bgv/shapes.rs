//! Which sizes of primes carry a depth.

use ringassay_interrupt::checkpoint;

use super::{
    chain::{CHAINS, Followed, Follower, Sizes, Step},
    moduli::{ModulusSearch, largest},
    primes::PrimeSource,
};
use crate::request::{Objective, Request};

/// The most large primes in a digit of key switching.
const MOST_DIGIT_LIMBS: usize = 4;

/// The most special primes.
const MOST_SPECIAL: usize = 5;

/// By how many bits a digit may exceed P: the noise of a key switch may be as large as that of a
/// product.
const DIGIT_BEYOND_P: f64 = 18.0;

/// The bits of P beyond a digit with which the noise of a key switch is less than rounding.
const P_BEYOND_DIGIT: f64 = 6.0;

/// How many sizes of P are tried, so many bits apart.
const LESS_SPECIAL: u32 = 10;
const SPECIAL_STEP: f64 = 4.0;

/// The sizes of primes that carry the depth within a modulus, for the least work or modulus. They are
/// those of primes that there are. Indices are compared without being thorough.
pub(super) fn best_sizes(
    follower: &Follower,
    source: &PrimeSource,
    request: &Request,
    most_log2_qp: f64,
    is_thorough: bool,
) -> Option<(Sizes, f64)> {
    let mut tried = Vec::new();
    for base in (ModulusSearch { follower, source, request, most_log2_qp, is_thorough }).find() {
        with_special(&base, source, most_log2_qp, &mut tried);
        // One more, for what key switching adds.
        let large = [&base.large[..], &base.large[..1]].concat();
        let more = Sizes { large, ..base };
        with_special(&more, source, most_log2_qp, &mut tried);
    }
    let cost = |sizes: &Sizes| match request.objective {
        // Keys are read, sent and kept: their size counts a little.
        Objective::Speed => (sizes.work() * sizes.key_bits().cbrt(), sizes.log2_qp()),
        Objective::Size => (sizes.log2_qp(), sizes.work()),
    };
    let mut priced: Vec<_> = tried.into_iter().map(|sizes| (cost(&sizes), sizes)).collect();
    priced.sort_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let best = priced.into_iter().find_map(|(_, sizes)| {
        // The first chain, of products, decides nearly always.
        let is_promising = carries(follower, &sizes, &CHAINS[..1], request);
        let sizes = is_promising.then(|| sizes.of_primes(source))??;
        let fits = sizes.log2_qp() <= most_log2_qp;
        (fits && carries(follower, &sizes, &CHAINS, request)).then_some(sizes)
    })?;
    let work = best.work();
    Some((best, work))
}

fn carries(follower: &Follower, sizes: &Sizes, chains: &[&[Step]], request: &Request) -> bool {
    chains.iter().all(|chain| follow(follower, sizes, chain, request).budget_bits() > 0.0)
}

/// Digits of one or more primes, with a P of as many primes as there may be: the largest that helps,
/// and smaller ones, which make digits and key-switching keys smaller.
fn with_special(base: &Sizes, source: &PrimeSource, most_log2_qp: f64, found: &mut Vec<Sizes>) {
    let (min, max) = (f64::from(source.min_bits()), largest());
    // Primes may be a little larger than asked for.
    let left = most_log2_qp - base.log2_qp() - 0.1;
    for digit_limbs in 1..=MOST_DIGIT_LIMBS {
        for count in 1..=MOST_SPECIAL {
            let limbs = count as f64;
            let largest = (left / limbs).min(max);
            for less in 0..LESS_SPECIAL {
                let size = largest - f64::from(less) * SPECIAL_STEP / limbs;
                if size < min {
                    break;
                }
                let special = vec![size; count];
                let sizes = Sizes { digit_limbs, special, ..base.clone() };
                let beyond = sizes.log2_p() - sizes.log2_digit();
                if (-DIGIT_BEYOND_P..=P_BEYOND_DIGIT).contains(&beyond) {
                    found.push(sizes);
                }
            }
        }
    }
}

/// Where a chain ends at the depth asked for.
pub(super) fn follow<'a>(
    follower: &'a Follower,
    sizes: &Sizes,
    chain: &[Step],
    request: &Request,
) -> Followed<'a> {
    checkpoint();
    follower.follow(sizes, chain, request.whole_depth())
}
