//! Arithmetic on vectors of residues that are known.

/// Vectors of `length` entries modulo t.
#[derive(Debug, Clone, Copy)]
pub(super) struct Vectors {
    pub(super) t: u64,
    pub(super) length: usize,
}

impl Vectors {
    /// The entries of packed bits.
    pub(super) fn of_bits(self, words: &[u64]) -> Vec<u64> {
        (0..self.length).map(|i| words[i / 64] >> (i % 64) & 1).collect()
    }

    pub(super) fn zero(self) -> Vec<u64> {
        vec![0; self.length]
    }

    pub(super) fn add(self, a: &[u64], b: &[u64]) -> Vec<u64> {
        self.each(a, b, |a, b| a + b)
    }

    pub(super) fn sub(self, a: &[u64], b: &[u64]) -> Vec<u64> {
        self.each(a, b, |a, b| a + u128::from(self.t) - b)
    }

    pub(super) fn mul(self, a: &[u64], b: &[u64]) -> Vec<u64> {
        self.each(a, b, |a, b| a * b)
    }

    pub(super) fn rotate(self, a: &[u64], amount: u32) -> Vec<u64> {
        let mut rotated = a.to_vec();
        rotated.rotate_right(amount as usize % self.length.max(1));
        rotated
    }

    fn each(self, a: &[u64], b: &[u64], f: impl Fn(u128, u128) -> u128) -> Vec<u64> {
        let reduce = |x: u128| (x % u128::from(self.t)) as u64;
        a.iter().zip(b).map(|(&a, &b)| reduce(f(a.into(), b.into()))).collect()
    }
}
