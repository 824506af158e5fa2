//! Uniform residues: public, so that they can be sent as a seed and expanded again.

use ringassay_kernels::Below;

use super::{Label, Seed, Stream};
use crate::{meter, recorder::Kernel};

/// The label below which uniform residues are expanded.
const UNIFORM: Label = Label::new("uniform");

/// Fills one limb with the uniform residues modulo `q` that `seed` stands for.
///
/// # The expansion
///
/// It is part of the format of whatever is published as a seed and will not change. With b the
/// number of bits of q - 1 (at least 1):
///
/// 1. take the stream of `seed.derive("uniform", q)`, see [`Seed`];
/// 2. keep the low b bits of its next word of 64 bits;
/// 3. if that is below q, it is the next residue; if not, it is dropped.
///
/// The stream depends on the modulus and on nothing else of the ring: a limb is the same wherever it
/// stands among others, so that dropping limbs and expanding commute, and limbs can be expanded in
/// any order by any number of threads. The residues are canonical and exactly uniform (for uniform
/// words); fewer than half of the words are dropped. For a ring element, position i of the slice is
/// position i of whatever basis the caller means: a uniform element is uniform in each.
///
/// Not in constant time: the time tells how many words were dropped. Use it for public values.
///
/// # Panics
///
/// If `q` is 0.
pub fn uniform_into(out: &mut [u64], q: u64, seed: &Seed) {
    assert!(q > 0, "residues modulo 0");
    meter::rows(Kernel::Uniform, expected_words(out.len(), q), 1);
    let mut stream = Stream::new(&seed.derive(UNIFORM, q).published());
    let below = Below::new(q);
    let mut left = out;
    while !left.is_empty() {
        // No more words than places: what is taken from the stream is looked at.
        let count = below.keep(left, stream.next(left.len()));
        left = &mut left[count..];
    }
}

/// How many words [`uniform_into`] takes on average for so many residues modulo `q`: up to twice as many,
/// where q is just above a power of two.
///
/// # Panics
///
/// If `q` is 0.
pub fn expected_words(residues: usize, q: u64) -> usize {
    assert!(q > 0, "residues modulo 0");
    let candidates = 1_u128 << (u64::BITS - (q - 1).max(1).leading_zeros());
    let words = (residues as u128 * candidates + u128::from(q) / 2) / u128::from(q);
    usize::try_from(words).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_expected_by_how_many_fit() {
        assert_eq!(expected_words(1000, (1 << 45) - 55), 1000);
        assert_eq!(expected_words(1000, (1 << 45) + 1), 2000);
        assert_eq!(expected_words(1000, 3 << 43), 1333);
        assert_eq!(expected_words(1000, 2), 1000);
        assert_eq!(expected_words(1000, 1), 2000, "a bit is drawn, and must be 0");
        assert_eq!(expected_words(1000, u64::MAX), 1000);
    }

    #[test]
    fn residues_are_canonical_for_every_shape_of_modulus() {
        let seed = Seed::from_bytes([3; 32]);
        for q in [1, 2, 3, 4, 5, (1 << 50) - 27, (1 << 50) + 1, u64::MAX] {
            let mut out = [u64::MAX; 100];
            uniform_into(&mut out, q, &seed);
            assert!(out.iter().all(|&x| x < q), "q = {q}");
            assert!(q == 1 || out.iter().any(|&x| x != out[0]), "q = {q}");
        }
    }

    #[test]
    fn longer_expansions_begin_with_shorter_ones() {
        let seed = Seed::from_bytes([5; 32]);
        let (mut short, mut long) = ([0; 10], [0; 1000]);
        uniform_into(&mut short, 12_289, &seed);
        uniform_into(&mut long, 12_289, &seed);
        assert_eq!(short, long[..10]);
    }
}
