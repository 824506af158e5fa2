//! The moduli that ciphertexts may have.

/// One modulus: a product of some of the primes.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// Its limbs in the ring of all primes, ascending.
    pub limbs: Vec<usize>,
    /// How many of them are of the first kind, the large primes.
    pub large: usize,
    /// log2 of the product.
    pub log2_q: f64,
}

/// All moduli of an instance, the smallest first: the first k of the large primes times any of the
/// small ones. With large primes of b bits and small ones of b/2 and 3b/4 bits, moduli lie b/4 bits
/// apart.
#[derive(Debug, Clone, PartialEq)]
pub struct ModulusChain {
    levels: Vec<Level>,
}

impl ModulusChain {
    /// The products of `large` and `small` primes, which are limbs 0, 1, … of the ring in this
    /// order, up to log2 Q = `top`.
    pub fn new(large: &[u64], small: &[u64], top: f64) -> Self {
        let bits = |primes: &[u64]| primes.iter().map(|&q| (q as f64).log2()).collect::<Vec<_>>();
        Self::of_sizes(&bits(large), &bits(small), top)
    }

    /// Likewise, of primes of which only the binary logarithms are known.
    pub fn of_sizes(large: &[f64], small: &[f64], top: f64) -> Self {
        let sizes = [large, small].concat();
        let mut levels = Vec::new();
        for count in 0..=large.len() {
            for subset in 0..1_u32 << small.len() {
                let chosen = (0..small.len()).filter(|i| subset >> i & 1 == 1);
                let limbs: Vec<usize> = (0..count).chain(chosen.map(|i| large.len() + i)).collect();
                let log2_q = limbs.iter().map(|&i| sizes[i]).sum();
                if !limbs.is_empty() && log2_q <= top + 1e-9 {
                    levels.push(Level { limbs, large: count, log2_q });
                }
            }
        }
        levels.sort_by(|a, b| a.log2_q.total_cmp(&b.log2_q));
        Self { levels }
    }

    /// The moduli, ascending.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The level of a fresh ciphertext.
    pub fn top(&self) -> usize {
        self.levels.len() - 1
    }
}
