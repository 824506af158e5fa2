//! How large a noise may become, by how unlikely that is.

/// Steps of the budget: log-probabilities are told apart at multiples of an eighth of all of it.
const STEPS: usize = 8;

/// T(λ) for λ = 0, …, L: one embedding |v_i| exceeds T(λ) with a probability of about e^-λ; L, the
/// whole budget, is so large that none of n does with a probability of about
/// 2^-[`FAILURE_BITS`](super::FAILURE_BITS).
///
/// One figure, T(L), would do for a single source of noise. But the bounds of independent sources
/// would add up as if all were extreme together, at each of the products in a chain: the probabilities
/// of independent events multiply, so what one source uses of the budget is not there for the others.
/// Related noises may be extreme together at no further cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tail {
    log2: f64,
    /// T at the steps, over 2^`log2`: ascending, the last 1 unless all are 0.
    shares: [f64; STEPS + 1],
}

impl Tail {
    /// No noise.
    pub const ZERO: Self = Self { log2: f64::NEG_INFINITY, shares: [0.0; STEPS + 1] };

    /// Of a |v_i| whose square is `scale` times an exponential variable of mean 1, of which `free`
    /// costs nothing: T(λ)² = `scale`·(`free` + λ).
    pub fn exponential(scale: f64, free: f64, budget: f64) -> Self {
        let at = |step: usize| (free + budget * step as f64 / STEPS as f64).sqrt();
        Self::normalised(scale.log2() / 2.0, std::array::from_fn(at))
    }

    /// Of a |v_i| that may be so large, 2^`log2`, whatever the randomness.
    pub fn certain(log2: f64) -> Self {
        Self::normalised(log2, [1.0; STEPS + 1])
    }

    /// λ and log2 T(λ) for each step, L the last λ.
    pub fn steps(&self, budget: f64) -> impl Iterator<Item = (f64, f64)> + '_ {
        let at = move |(step, share): (usize, &f64)| {
            (budget * step as f64 / STEPS as f64, self.log2 + share.log2())
        };
        self.shares.iter().enumerate().map(at)
    }

    /// log2 T(L).
    pub fn log2(&self) -> f64 {
        self.log2
    }

    /// 2^`log2` times the noise.
    pub fn scaled(&self, log2: f64) -> Self {
        Self { log2: self.log2 + log2, ..*self }
    }

    /// A sum of independent noises: the worst division of each budget among the two.
    pub fn plus(&self, other: &Self) -> Self {
        self.combine(other, |a, b| {
            std::array::from_fn(|step| (0..=step).map(|i| a[i] + b[step - i]).fold(0.0, f64::max))
        })
    }

    /// A sum of noises that may be extreme together.
    pub fn plus_dependent(&self, other: &Self) -> Self {
        self.combine(other, |a, b| std::array::from_fn(|step| a[step] + b[step]))
    }

    /// A product of noises that may be extreme together.
    pub fn times(&self, other: &Self) -> Self {
        let shares = std::array::from_fn(|step| self.shares[step] * other.shares[step]);
        Self::normalised(self.log2 + other.log2, shares)
    }

    /// No more than 2^`log2`, whatever the probability.
    pub fn at_most(&self, log2: f64) -> Self {
        let limit = (log2 - self.log2).exp2();
        if limit >= 1.0 {
            return *self;
        }
        Self::normalised(self.log2, self.shares.map(|share| share.min(limit)))
    }

    /// The doubles that make it up.
    pub(crate) const WORDS: usize = STEPS + 2;

    /// log2, then the shares.
    pub(crate) fn to_words(self) -> [f64; Self::WORDS] {
        let mut words = [self.log2; Self::WORDS];
        words[1..].copy_from_slice(&self.shares);
        words
    }

    /// The tail with these words, whatever they are.
    pub(crate) fn from_words(words: [f64; Self::WORDS]) -> Self {
        let mut shares = [0.0; STEPS + 1];
        shares.copy_from_slice(&words[1..]);
        Self { log2: words[0], shares }
    }

    fn combine(
        &self,
        other: &Self,
        sum: impl Fn(&[f64; STEPS + 1], &[f64; STEPS + 1]) -> [f64; STEPS + 1],
    ) -> Self {
        let log2 = self.log2.max(other.log2);
        if log2.is_infinite() {
            return if self.log2 < other.log2 { *other } else { *self };
        }
        let [a, b] = [self, other].map(|tail| {
            let factor = (tail.log2 - log2).exp2();
            tail.shares.map(|share| share * factor)
        });
        Self::normalised(log2, sum(&a, &b))
    }

    fn normalised(log2: f64, shares: [f64; STEPS + 1]) -> Self {
        let largest = shares[STEPS];
        if largest == 0.0 || log2 == f64::NEG_INFINITY {
            return Self::ZERO;
        }
        Self { log2: log2 + largest.log2(), shares: shares.map(|share| share / largest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const L: f64 = 53.0;

    fn at(tail: &Tail, step: usize) -> f64 {
        tail.log2.exp2() * tail.shares[step]
    }

    fn close(a: f64, b: f64) {
        assert!((a / b - 1.0).abs() < 0.01, "{a} is not {b}");
    }

    #[test]
    fn variances_of_independent_normal_noises_add_up() {
        let (a, b) = (Tail::exponential(9.0, 0.0, L), Tail::exponential(16.0, 0.0, L));
        for step in 4..=STEPS {
            let budget = L * step as f64 / STEPS as f64;
            close(at(&a.plus(&b), step), (25.0 * budget).sqrt());
        }
        close(a.plus_dependent(&b).log2().exp2(), 7.0 * L.sqrt());
        close(a.times(&b).log2().exp2(), 12.0 * L);
        close(a.scaled(3.0).log2().exp2(), 24.0 * L.sqrt());
    }

    #[test]
    fn nothing_and_limits() {
        let a = Tail::exponential(4.0, 1.0, L);
        assert_eq!(a.plus(&Tail::ZERO), a);
        assert_eq!(Tail::ZERO.plus_dependent(&a), a);
        assert_eq!(a.times(&Tail::ZERO), Tail::ZERO);
        assert_eq!(Tail::ZERO.plus(&Tail::ZERO), Tail::ZERO);
        let limited = a.at_most(2.0);
        assert_eq!(limited.log2(), 2.0);
        close(at(&limited, 0), 2.0);
        assert_eq!(Tail::from_words(a.to_words()), a);
        let endless = a.scaled(f64::INFINITY);
        assert_eq!(endless.plus(&a).log2(), f64::INFINITY);
    }

    /// Chains of squares that are scaled down and rounded, drawn: all magnitudes add up, as they do in
    /// the worst case. T(λ) is exceeded about as often as e^-λ, within a factor of 3.
    #[test]
    fn drawn_chains_stay_below() {
        let (budget, levels, samples) = (10.0, 8, 400_000);
        for scale in [0.25, 0.1] {
            let source = Tail::exponential(1.0, 1.0, budget);
            let step = |v: &Tail| v.times(v).scaled(f64::log2(scale)).plus(&source);
            let tail = (0..levels).fold(source, |v, _| step(&v));
            let mut state = 1_u64;
            let mut draw = || {
                // SplitMix64.
                state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let x = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
                let uniform = (((x ^ x >> 31) >> 11) as f64 + 0.5) / (1_u64 << 53) as f64;
                (-uniform.ln()).sqrt()
            };
            let mut exceeded = [0_u32; STEPS + 1];
            for _ in 0..samples {
                let start = draw();
                let v = (0..levels).fold(start, |v, _| v * v * scale + draw());
                for (step, count) in exceeded.iter_mut().enumerate() {
                    *count += u32::from(v > at(&tail, step));
                }
            }
            for (step, &count) in exceeded.iter().enumerate() {
                let expected = f64::from(samples) * (-budget * step as f64 / STEPS as f64).exp();
                let allowed = 3.0 * expected + 3.0;
                assert!(f64::from(count) <= allowed, "{scale}, step {step}: {count} > {expected}");
            }
        }
    }
}
