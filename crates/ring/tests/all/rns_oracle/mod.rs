//! What residues stand for, in big integers, by the definitions; and the inputs of the tests.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use ringassay_kernels::{Backend, Zq};
use ringassay_ring::primes::is_prime;

/// ∏ moduli.
pub(crate) fn product(moduli: &[u64]) -> BigInt {
    moduli.iter().map(|&q| BigInt::from(q)).product()
}

/// The representative of x modulo `modulus` in (-modulus/2, modulus/2].
pub(crate) fn centred(x: &BigInt, modulus: &BigInt) -> BigInt {
    let least = x.mod_floor(modulus);
    if &least * 2 > *modulus { least - modulus } else { least }
}

/// x mod q in [0, q).
pub(crate) fn residue(x: &BigInt, q: u64) -> u64 {
    u64::try_from(x.mod_floor(&BigInt::from(q))).expect("below q")
}

/// x/d rounded to the nearest integer, the half down.
pub(crate) fn rounded(x: &BigInt, d: &BigInt) -> BigInt {
    // ⌈(2x - d) / 2d⌉
    let negative: BigInt = d - x * 2;
    -negative.div_floor(&(d * 2))
}

/// A matrix of residues: row i holds those modulo the i-th modulus, in rows of whole vectors.
pub(crate) struct Matrix {
    pub(crate) words: Vec<u64>,
    pub(crate) stride: usize,
    pub(crate) columns: usize,
}

impl Matrix {
    pub(crate) fn of(numbers: &[BigInt], moduli: &[u64]) -> Self {
        let stride = numbers.len().next_multiple_of(8);
        let mut words = vec![0; stride * moduli.len()];
        for (row, &q) in words.chunks_mut(stride).zip(moduli) {
            row.iter_mut().zip(numbers).for_each(|(word, x)| *word = residue(x, q));
        }
        Self { words, stride, columns: numbers.len() }
    }

    /// With words that no operation may leave behind.
    pub(crate) fn unset(rows: usize, columns: usize) -> Self {
        let stride = columns.next_multiple_of(8);
        Self { words: vec![u64::MAX; rows * stride], stride, columns }
    }

    pub(crate) fn limbs(&self) -> ringassay_ring::rns::Limbs<'_> {
        ringassay_ring::rns::Limbs::new(&self.words, self.stride, self.columns)
    }

    pub(crate) fn limbs_mut(&mut self) -> ringassay_ring::rns::LimbsMut<'_> {
        ringassay_ring::rns::LimbsMut::new(&mut self.words, self.stride, self.columns)
    }

    /// The column's residues.
    pub(crate) fn column(&self, column: usize) -> Vec<u64> {
        self.words.iter().skip(column).step_by(self.stride).copied().collect()
    }
}

/// Every number from -Q/2 to Q/2, for small Q.
pub(crate) fn all(moduli: &[u64]) -> Vec<BigInt> {
    let product: u64 = moduli.iter().product();
    (0..product).map(|x| centred(&BigInt::from(x), &BigInt::from(product))).collect()
}

/// Numbers from (-Q/2, Q/2], centred: next to 0, ±Q/2 and ±Q/4, next to the multiples and the odd
/// halves of multiples of `divisor`, and `random` scattered ones.
pub(crate) fn samples(moduli: &[u64], divisor: &BigInt, random: usize, seed: u64) -> Vec<BigInt> {
    let modulus = product(moduli);
    let mut bits = Bits(seed);
    let scattered = || bits.below(&modulus);
    let scattered: Vec<BigInt> = std::iter::repeat_with(scattered).take(random).collect();
    let mut centres = vec![BigInt::ZERO, &modulus / 2, &modulus / 4, -&modulus / 4];
    for x in scattered.iter().take(4) {
        let multiple = x / divisor * divisor;
        centres.push(&multiple + divisor / 2);
        centres.push(multiple);
    }
    let near = centres.iter().flat_map(|centre| (-3..=3).map(move |d| centre + d));
    near.chain(scattered).map(|x| centred(&x, &modulus)).collect()
}

/// Scattered bits: splitmix64.
pub(crate) struct Bits(pub(crate) u64);

impl Bits {
    pub(crate) fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from [0, modulus).
    pub(crate) fn below(&mut self, modulus: &BigInt) -> BigInt {
        let words = modulus.bits() / 64 + 2;
        let x = (0..words).fold(BigUint::ZERO, |x, _| (x << 64) + self.word());
        BigInt::from(x) % modulus
    }
}

/// The residue rings of a backend.
pub(crate) fn zqs(moduli: &[u64], backend: Backend) -> Vec<Zq> {
    moduli.iter().map(|&q| Zq::with_backend(q, backend).expect("a modulus")).collect()
}

/// The largest primes of so many bits that are 1 modulo 2^15 and not among `avoid`.
pub(crate) fn primes(bits: u32, count: usize, avoid: &[u64]) -> Vec<u64> {
    let candidates = (1..1 << (bits - 15)).map(|k| (1 << bits) + 1 - (k << 15));
    let found = candidates.filter(|&q| is_prime(q) && !avoid.contains(&q)).take(count);
    found.collect()
}
