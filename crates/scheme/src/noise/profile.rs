//! Variances of the noise, by powers of the secret.

use super::Embeddings;

/// The largest power of |s_i|² that is told apart.
const DEGREE: usize = 4;

/// E|v_i|² for the embeddings v_i of a noise v, given those of the secret: a polynomial in
/// y = |s_i|²/E|s_i|², times 2^`log2`, so that variances beyond the range of doubles have a place.
///
/// Noises of one secret key are not independent: whatever was rounded carries a factor s. The
/// product of two such noises has s⁴, whose mean is twice the square of that of s²; products of
/// products differ by far more. Keeping the powers apart makes the mean right.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Profile {
    log2: f64,
    /// The largest is 1, unless all are 0.
    shares: [f64; DEGREE + 1],
    /// What y is the square of. Complex where there are no powers of y.
    embeddings: Embeddings,
}

impl Profile {
    /// No noise.
    pub const ZERO: Self = Self {
        log2: f64::NEG_INFINITY,
        shares: [0.0; DEGREE + 1],
        embeddings: Embeddings::Complex,
    };

    /// `variance`·y^k.
    ///
    /// # Panics
    /// When k is above 4.
    pub fn monomial(variance: f64, k: usize) -> Self {
        if variance <= 0.0 {
            return Self::ZERO;
        }
        let mut shares = [0.0; DEGREE + 1];
        shares[k] = 1.0;
        Self { log2: variance.log2(), shares, embeddings: Embeddings::Complex }
    }

    /// The same polynomial in the |s_i|² of embeddings of this kind.
    #[must_use]
    pub fn over(self, embeddings: Embeddings) -> Self {
        let has_powers = self.shares[1..].iter().any(|&share| share != 0.0);
        if has_powers { Self { embeddings, ..self } } else { self }
    }

    /// The kind of embeddings of either.
    fn embeddings_with(&self, other: &Self) -> Embeddings {
        match self.embeddings {
            Embeddings::Complex => other.embeddings,
            Embeddings::Real => Embeddings::Real,
        }
    }

    /// log2 of the largest of its terms.
    pub(super) fn log2(&self) -> f64 {
        self.log2
    }

    /// log2 of the mean over all embeddings, E|v_i|².
    pub fn log2_mean(&self) -> f64 {
        let terms = self.shares.iter().zip(self.embeddings.moments());
        self.log2 + terms.map(|(share, moment)| share * moment).sum::<f64>().log2()
    }

    /// The covariance of this polynomial of y with y, in units of its mean: the part that is linear
    /// in y.
    pub fn slope(&self) -> f64 {
        let moments = self.embeddings.moments();
        let moment = |shift: usize| -> f64 {
            self.shares.iter().zip(&moments[shift..]).map(|(share, moment)| share * moment).sum()
        };
        let slope = moment(1) / moment(0) - 1.0;
        if slope.is_finite() { slope } else { 0.0 }
    }

    /// The variance of 2^`log2` times the noise.
    pub fn scaled(&self, log2: f64) -> Self {
        Self { log2: self.log2 + 2.0 * log2, ..*self }
    }

    /// The variance of a sum of independent noises.
    pub fn plus(&self, other: &Self) -> Self {
        self.combine(other, 1.0, 1.0)
    }

    /// A bound for the variance of a sum, whatever the dependence: the standard deviations add up.
    pub fn plus_dependent(&self, other: &Self) -> Self {
        // (a + b)² <= (1 + λ)·a² + (1 + 1/λ)·b², sharp on average for λ = |b|/|a|.
        let log2_ratio = (other.log2_mean() - self.log2_mean()) / 2.0;
        if !log2_ratio.is_finite() {
            return self.plus(other);
        }
        let ratio = log2_ratio.clamp(-500.0, 500.0).exp2();
        self.combine(other, 1.0 + ratio, 1.0 + 1.0 / ratio)
    }

    /// The variance of a product of noises that are independent, given the secret.
    pub fn times(&self, other: &Self) -> Self {
        let mut shares = [0.0; DEGREE + 1];
        let embeddings = self.embeddings_with(other);
        let moments = embeddings.moments();
        // Most polynomials have one term or two.
        let terms = |profile: &Self| {
            profile.shares.into_iter().enumerate().filter(|&(_, share)| share != 0.0)
        };
        for (i, a) in terms(self) {
            for (j, b) in terms(other) {
                let power = (i + j).min(DEGREE);
                shares[power] += a * b * (moments[i + j] / moments[power]);
            }
        }
        Self::normalised(self.log2 + other.log2, shares, embeddings)
    }

    /// The doubles that make it up.
    pub(crate) const WORDS: usize = DEGREE + 2;

    /// log2, then the shares.
    pub(crate) fn to_words(self) -> [f64; Self::WORDS] {
        let mut words = [self.log2; Self::WORDS];
        words[1..].copy_from_slice(&self.shares);
        words
    }

    /// The profile with these words, whatever they are, over embeddings of this kind.
    pub(crate) fn from_words(words: [f64; Self::WORDS], embeddings: Embeddings) -> Self {
        let mut shares = [0.0; DEGREE + 1];
        shares.copy_from_slice(&words[1..]);
        Self { log2: words[0], shares, embeddings: Embeddings::Complex }.over(embeddings)
    }

    fn combine(&self, other: &Self, of_self: f64, of_other: f64) -> Self {
        let log2 = self.log2.max(other.log2);
        if log2 == f64::NEG_INFINITY {
            return Self::ZERO;
        }
        let mut shares = [0.0; DEGREE + 1];
        for (profile, factor) in [(self, of_self), (other, of_other)] {
            let factor = factor * (profile.log2 - log2).exp2();
            for (sum, share) in shares.iter_mut().zip(profile.shares) {
                *sum += factor * share;
            }
        }
        Self::normalised(log2, shares, self.embeddings_with(other))
    }

    fn normalised(log2: f64, shares: [f64; DEGREE + 1], embeddings: Embeddings) -> Self {
        let largest = shares.iter().copied().fold(0.0, f64::max);
        if largest == 0.0 || log2 == f64::NEG_INFINITY {
            return Self::ZERO;
        }
        let shares = shares.map(|share| share / largest);
        Self { log2: log2 + largest.log2(), shares, embeddings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-9, "{a} is not {b}");
    }

    #[test]
    fn sums_and_products_of_polynomials() {
        let one = Profile::monomial(1.0, 0);
        let y = Profile::monomial(3.0, 1);
        close(one.plus(&y).log2_mean(), 4.0_f64.log2());
        // (1 + 3y)² = 1 + 6y + 9y², mean 1 + 6 + 18.
        let sum = one.plus(&y);
        close(sum.times(&sum).log2_mean(), 25.0_f64.log2());
        close(sum.scaled(-10.0).log2_mean(), 2.0 - 20.0);
        // y⁸ has the mean 8!, though only powers up to 4 are kept.
        let y4 = y.times(&y).times(&y).times(&y);
        close(y4.times(&y4).log2_mean(), (3.0_f64.powi(8) * 40320.0).log2());
    }

    #[test]
    fn powers_of_real_embeddings() {
        let (one, y) = (Profile::monomial(1.0, 0), Profile::monomial(3.0, 1));
        let y = y.over(Embeddings::Real);
        // (1 + 3y)² = 1 + 6y + 9y², mean 1 + 6 + 27, whichever of the two is real.
        close(one.plus(&y).times(&y.plus(&one)).log2_mean(), 34.0_f64.log2());
        let y4 = y.times(&y).times(&y).times(&y);
        close(y4.times(&y4).log2_mean(), (3.0_f64.powi(8) * 2_027_025.0).log2());
        // Cov(y², y) = 15 - 3, in units of 3.
        close(y.times(&y).slope(), 4.0);
        assert_eq!(one.over(Embeddings::Real), one);
        assert_eq!(Profile::from_words(y.to_words(), Embeddings::Real), y);
    }

    #[test]
    fn slopes() {
        let (one, y) = (Profile::monomial(2.0, 0), Profile::monomial(3.0, 1));
        close(one.slope(), 0.0);
        close(one.plus(&y).slope(), 3.0 / 5.0);
        // Cov(y², y) = 6 - 2, in units of 2.
        close(y.times(&y).slope(), 2.0);
        assert!(Profile::ZERO.slope() == 0.0);
    }

    #[test]
    fn dependent_noises_add_as_standard_deviations() {
        let a = Profile::monomial(9.0, 0);
        let b = Profile::monomial(16.0, 0);
        close(a.plus_dependent(&b).log2_mean(), 49.0_f64.log2());
        close(a.plus_dependent(&Profile::ZERO).log2_mean(), 9.0_f64.log2());
        assert_eq!(Profile::ZERO.plus(&Profile::ZERO).log2_mean(), f64::NEG_INFINITY);
    }

    #[test]
    fn numbers_beyond_doubles() {
        let big = Profile::monomial(1e300, 0);
        let huge = (0..40).fold(big, |product, _| product.times(&big));
        close(huge.log2_mean() / (41.0 * 1e300_f64.log2()), 1.0);
        close(huge.plus(&big).log2_mean(), huge.log2_mean());
    }
}
