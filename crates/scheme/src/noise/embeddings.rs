//! What normal embeddings are like: complex, or real.

use ringassay_ring::index::Index;

/// The largest power of |x|² whose mean is known.
const MOMENTS: usize = 9;

/// The values of a ring's elements under its embeddings: complex numbers in a cyclotomic ring, real ones in
/// the conjugate-invariant ring. Those of an element with many random coefficients are close to normal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Embeddings {
    /// |x|² is distributed exponentially.
    #[default]
    Complex,
    /// x² has one degree of freedom.
    Real,
}

impl Embeddings {
    /// Those of the ring of an index.
    pub fn of(index: &Index) -> Self {
        if index.is_conjugate_invariant() { Self::Real } else { Self::Complex }
    }

    /// E y^k for y = |x|²/E|x|², x normal: k!, or (2k - 1)!!. For k up to 8.
    pub(crate) const fn moments(self) -> &'static [f64; MOMENTS] {
        match self {
            Self::Complex => &[1., 1., 2., 6., 24., 120., 720., 5040., 40320.],
            Self::Real => &[1., 1., 3., 15., 105., 945., 10_395., 135_135., 2_027_025.],
        }
    }

    /// E|x|⁴/2 for normal x with E|x|² = 1.
    pub(crate) const fn half_fourth(self) -> f64 {
        self.moments()[2] / 2.0
    }

    /// The factor of E|a|²·E|b|² in E|a + b|⁴ for independent a and b of mean 0.
    pub(crate) const fn cross(self) -> f64 {
        match self {
            Self::Complex => 4.0,
            Self::Real => 6.0,
        }
    }

    /// E|x|⁸ over the square of E|x|⁴, x normal.
    pub(crate) const fn eighth(self) -> f64 {
        let moments = self.moments();
        moments[4] / (moments[2] * moments[2])
    }

    /// w: |x|² exceeds λ·w·E|x|² with a probability of at most e^-λ, x normal. (For real x it is
    /// erfc(√λ), which is below e^-λ.)
    pub(crate) const fn width(self) -> f64 {
        match self {
            Self::Complex => 1.0,
            Self::Real => 2.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_moments_and_tails_are_those_of_the_normal_distribution() {
        // ∫ x^2k φ(x) dx by the trapezoidal rule, which is exact to rounding for such functions.
        let width = 1.0 / 64.0;
        for (k, &expected) in Embeddings::Real.moments().iter().enumerate() {
            let moment: f64 = (-1280..=1280)
                .map(|i| f64::from(i) * width)
                .map(|x| x.powi(2 * k as i32) * (-x * x / 2.0).exp())
                .sum();
            let moment = moment * width / std::f64::consts::TAU.sqrt();
            assert!((moment / expected - 1.0).abs() < 1e-9, "{k}: {moment}");
        }
        for lambda in [0.5_f64, 4.0, 40.0] {
            let x = (lambda * Embeddings::Real.width()).sqrt();
            let probability = libm::erfc(x / std::f64::consts::SQRT_2);
            assert!(probability <= (-lambda).exp() && probability >= (-lambda).exp() / 20.0);
        }
    }

    #[test]
    fn complex_moments_are_those_of_the_exponential_distribution() {
        let mut factorial = 1.0;
        for (k, &expected) in Embeddings::Complex.moments().iter().enumerate() {
            factorial *= (k.max(1)) as f64;
            assert_eq!(expected, factorial);
        }
        assert_eq!((Embeddings::Complex.half_fourth(), Embeddings::Complex.eighth()), (1.0, 6.0));
        assert_eq!((Embeddings::Real.half_fourth(), Embeddings::Real.cross()), (1.5, 6.0));
    }
}
