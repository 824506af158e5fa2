//! Inputs for the suites: reproducible streams, and the extremes at which lazy arithmetic breaks.

/// A reproducible stream of words (SplitMix64; Steele, Lea and Flood, OOPSLA 2014): good enough to
/// choose test inputs, and nothing that a tested sampler could share.
#[derive(Clone, Debug)]
pub struct Stream(u64);

impl Stream {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A value in `[0, bound)`; the bias of at most `bound`/2^64 does not matter here.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(bound)) >> 64) as u64
    }

    /// `count` canonical residues mod q.
    pub fn residues(&mut self, count: usize, q: u64) -> Vec<u64> {
        (0..count).map(|_| self.below(q)).collect()
    }

    /// `count` residues mod q: all the largest, or canonical ones, each as often.
    pub fn largest_or_residues(&mut self, count: usize, q: u64) -> Vec<u64> {
        match self.below(2) {
            0 => vec![q - 1; count],
            _ => self.residues(count, q),
        }
    }

    /// `count` integers in `[-bound, bound]`.
    pub fn integers(&mut self, count: usize, bound: i64) -> Vec<i64> {
        let width = bound.unsigned_abs() * 2 + 1;
        (0..count).map(|_| (self.below(width) as i64) - bound).collect()
    }
}

/// Vectors of residues in which carries, lazy sums and roundings go as far as they can: all zero,
/// all q-1, both in turns, values beside q/2 (where centring turns), a single one at either end,
/// and random ones.
pub fn residue_vectors(count: usize, q: u64, stream: &mut Stream) -> Vec<Vec<u64>> {
    let top = q - 1;
    let beside_half = |i: usize| (q / 2 + (i % 3) as u64).saturating_sub(1) % q;
    let mut vectors = vec![
        vec![0; count],
        vec![top; count],
        (0..count).map(|i| if i % 2 == 0 { top } else { 0 }).collect(),
        (0..count).map(beside_half).collect(),
    ];
    for at in [0, count.saturating_sub(1)] {
        let mut unit = vec![0; count];
        if let Some(entry) = unit.get_mut(at) {
            *entry = 1;
        }
        vectors.push(unit);
    }
    vectors.push(stream.residues(count, q));
    vectors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_splitmix64() {
        // The first outputs for seed 1234567 of the authors' program (prng.di.unimi.it).
        let mut stream = Stream::new(1_234_567);
        let words: Vec<u64> = (0..3).map(|_| stream.word()).collect();
        assert_eq!(
            words,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn inputs_are_within_their_ranges() {
        let mut stream = Stream::new(1);
        for q in [2, 3, 17, (1 << 62) - 57] {
            for vector in residue_vectors(9, q, &mut stream) {
                assert_eq!(vector.len(), 9);
                assert!(vector.iter().all(|&x| x < q), "{vector:?} mod {q}");
            }
        }
        assert!(stream.integers(1000, 3).iter().all(|x| (-3..=3).contains(x)));
    }
}
