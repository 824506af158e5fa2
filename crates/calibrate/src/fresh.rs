//! The price of memory that the process did not have before.

use std::time::Instant;

use ringassay_bench::Clock;
use ringassay_ring::{Crt, Element, RnsRing, index::Index, primes};

use crate::CalibrateError;

/// Elements: the index of their ring, limbs, how many.
type Elements = (u64, usize, usize);

/// 4 limbs of 2^13 words: above what the allocator keeps in its own lists.
pub(crate) const SMALL: Elements = (1 << 14, 4, 16);

/// 12 limbs of 2^15 words, 24 MiB in all: larger than caches.
pub(crate) const LARGE: Elements = (1 << 16, 12, 8);

const ROUNDS: usize = 9;

/// Nanoseconds for each byte, beyond what writing it takes: the median over rounds. In each the
/// ring gives all its memory back to the system and asks for it again.
pub(crate) fn ns_per_byte((index, limbs, elements): Elements) -> Result<f64, CalibrateError> {
    let index = Index::new(index)?;
    let ring = RnsRing::new(&index, &primes::search(&index, 45, limbs, &[])?)?;
    let bytes = (elements * limbs * ring.stride() * 8) as f64;
    let zeros = || {
        let start = Clock::Cpu.now_ns();
        let elements: Vec<Element<Crt>> = (0..elements).map(|_| Element::zero(&ring)).collect();
        (Clock::Cpu.now_ns() - start, elements.len())
    };
    let begun = Instant::now();
    let mut samples = Vec::with_capacity(ROUNDS);
    while samples.len() < ROUNDS && begun.elapsed().as_secs() < 1 {
        ring.release_memory();
        let (first, _) = zeros();
        let (second, _) = zeros();
        samples.push(first.saturating_sub(second) as f64 / bytes);
    }
    samples.sort_by(f64::total_cmp);
    Ok(samples[samples.len() / 2])
}
