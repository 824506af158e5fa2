//! Uniform elements: public, so that they can be sent as a seed and expanded again.

use ringassay_ring::{
    recorder::Kernel,
    sample::{Label, Seed},
};

use crate::{MultiprecisionRing, Vector, modulus::for_words};

const UNIFORM: Label = Label::new("whole");

impl MultiprecisionRing {
    /// `count` uniform elements, expanded from a seed.
    ///
    /// Element i comes from the stream of `seed.derive("whole", i)`: of each group of as many words
    /// as q has, least significant first, the low bits, as many as q - 1 has; dropped if not below q.
    /// Not in constant time.
    pub fn uniform(&self, seed: &Seed, count: usize) -> Vector {
        let mut vector = Vector::uninitialised(self, count, false);
        self.ran(Kernel::WholeUniform { words: self.shape().words as u32 }, count);
        for i in 0..count {
            let seed = seed.derive(UNIFORM, i as u64).published();
            for_words!(self.shape().words, uniform(self, vector.element_mut(i), &seed));
        }
        vector
    }
}

fn uniform<const W: usize>(ring: &MultiprecisionRing, out: &mut [u64], seed: &Seed) {
    let stride = ring.shape().stride;
    let largest = ring.q() - 1_u32;
    let last: [u64; W] = super::modulus::words(&largest);
    let mask = u64::MAX >> (last[W - 1].max(1).leading_zeros());
    let mut stream = seed.stream(UNIFORM, 0);
    let mut c = 0;
    while c < ring.degree() {
        let mut x = [0; W];
        stream.fill(&mut x);
        // 2^64 itself has 65 bits, and q - 1 no bit in its last word.
        x[W - 1] &= if last[W - 1] == 0 { 0 } else { mask };
        for (j, &word) in x.iter().enumerate() {
            out[j * stride + c] = word;
        }
        // Compared from the most significant word on; it stays only if it fits.
        let fits = x.iter().rev().le(last.iter().rev());
        c += usize::from(fits);
    }
}
