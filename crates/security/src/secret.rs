//! Distributions of secrets and of errors, and how they are spelled.

use std::f64::consts::{E, PI};

/// From this standard deviation on, the entropy of a discrete Gaussian is that of the continuous one
/// to 1e-6 bits.
const CONTINUOUS_STD: f64 = 1.5;
/// Largest b of TUniform and largest η of a centred binomial distribution that are read.
const MAX_TUNIFORM_BITS: u32 = 62;
const MAX_ETA: u32 = 1 << 20;

/// How the coefficients of the secret are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Secret {
    /// Each coefficient uniform in {-1, 0, 1}.
    Ternary,
    /// Each coefficient uniform in {0, 1}. The mean is known, so 1/2 is the standard deviation.
    Binary,
    /// Uniform among the ternary vectors with exactly `weight` nonzero coefficients.
    SparseTernary {
        /// Number of nonzero coefficients, 1 ..= dimension.
        weight: usize,
    },
    /// Each coefficient 0 with probability `zero`, else -1 or 1, equally likely. More zeros than one in
    /// three make it a sparse secret of the expected weight.
    BiasedTernary {
        /// Probability of 0, from 0 to below 1.
        zero: f64,
    },
    /// Each coefficient discrete Gaussian: x with a probability in proportion to
    /// e^(-x² / (2 `std`²)). Below a deviation of about 0.6 two of three coefficients are 0, and the secret
    /// is judged as a sparse one of the expected weight.
    Gaussian {
        /// Standard deviation of the continuous Gaussian, above 0.
        std: f64,
    },
    /// Each coefficient the difference of two sums of `eta` fair bits (variance `eta / 2`), as in Kyber.
    CentredBinomial {
        /// Number of bits on either side, at least 1.
        eta: u32,
    },
    /// Each coefficient in -2^`bits` ..= 2^`bits`, uniform but for the two ends, which are half as
    /// likely (the TUniform distribution of TFHE).
    TUniform {
        /// log2 of the largest value, at most 62.
        bits: u32,
    },
    /// Each coefficient uniform modulo q.
    Uniform,
}

impl Secret {
    /// The centred binomial distribution of parameter `eta` (variance `eta / 2`), as in Kyber.
    #[must_use]
    pub fn centred_binomial(eta: u32) -> Self {
        Self::CentredBinomial { eta }
    }

    /// Reads `ternary`, `binary`, `sparse-WEIGHT`, `ternary-P` (the probability of 0), `gaussian-STD`,
    /// `binomial-ETA`, `tuniform-BITS` or `uniform`; `None` for anything else, or out of range.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "ternary" => return Some(Self::Ternary),
            "binary" => return Some(Self::Binary),
            "uniform" => return Some(Self::Uniform),
            _ => {}
        }
        let (kind, value) = text.split_once('-')?;
        match kind {
            "sparse" => {
                whole(value, 1, 1 << 20).map(|w| Self::SparseTernary { weight: w as usize })
            }
            "ternary" => real(value)
                .filter(|zero| (0.0..1.0).contains(zero))
                .map(|zero| Self::BiasedTernary { zero }),
            "gaussian" => {
                real(value).filter(|&std| is_width(std)).map(|std| Self::Gaussian { std })
            }
            "binomial" => whole(value, 1, MAX_ETA).map(|eta| Self::CentredBinomial { eta }),
            "tuniform" => whole(value, 0, MAX_TUNIFORM_BITS).map(|bits| Self::TUniform { bits }),
            _ => None,
        }
    }

    /// What [`parse`](Self::parse) reads, for messages.
    pub const SPELLINGS: &str = "ternary, binary, sparse-WEIGHT, ternary-P (the probability of 0), \
        gaussian-STD, binomial-ETA, tuniform-BITS or uniform";

    /// Standard deviation of one of `dimension` coefficients, around the known mean; of uniform ones
    /// infinite.
    #[must_use]
    pub fn std(self, dimension: usize) -> f64 {
        match self {
            Self::Ternary => (2.0f64 / 3.0).sqrt(),
            Self::Binary => 0.5,
            Self::SparseTernary { weight } => (weight as f64 / dimension as f64).sqrt(),
            // {-1, 1} are {0, 1}, doubled and moved: as hard as with bits.
            Self::BiasedTernary { zero: 0.0 } => 0.5,
            Self::BiasedTernary { zero } => (1.0 - zero).sqrt(),
            Self::Gaussian { std } => std,
            Self::CentredBinomial { eta } => (f64::from(eta) / 2.0).sqrt(),
            Self::TUniform { bits } => tuniform_std(bits),
            Self::Uniform => f64::INFINITY,
        }
    }

    /// The secret that attacks see: biased ternary and narrow Gaussian ones as sparse ones of the expected
    /// weight, at least 1.
    pub(crate) fn as_attacked(self, dimension: usize) -> Self {
        let nonzero = match self {
            Self::BiasedTernary { zero: 0.0 } => return Self::Binary,
            Self::BiasedTernary { zero } if zero > 1.0 / 3.0 => 1.0 - zero,
            Self::Gaussian { std } if nonzero_share(std) < 1.0 / 3.0 => nonzero_share(std),
            other => return other,
        };
        let weight = ((nonzero * dimension as f64) as usize).clamp(1, dimension);
        Self::SparseTernary { weight }
    }

    /// Entropy of one coefficient in bits. `None` for secrets of a fixed weight, whose coefficients are
    /// not independent, and for uniform ones, which depend on the modulus.
    pub(crate) fn entropy_bits(self) -> Option<f64> {
        match self {
            Self::Ternary => Some(3f64.log2()),
            Self::Binary => Some(1.0),
            Self::BiasedTernary { zero } => {
                Some(information(zero) + 2.0 * information((1.0 - zero) / 2.0))
            }
            Self::Gaussian { std } => Some(gaussian_entropy(std)),
            Self::CentredBinomial { eta } => Some(binomial_entropy(eta)),
            Self::TUniform { bits } => {
                Some(f64::from(bits) + 1.0 + (-f64::from(bits) - 1.0).exp2())
            }
            Self::SparseTernary { .. } | Self::Uniform => None,
        }
    }
}

/// The standard deviation of errors that are named as `3.19` (Gaussian, or of any other shape),
/// `gaussian-STD`, `binomial-ETA` or `tuniform-BITS`: attacks see nothing else of them. `None` for anything else.
#[must_use]
pub fn error_std(text: &str) -> Option<f64> {
    match Secret::parse(text) {
        Some(
            named @ (Secret::Gaussian { .. }
            | Secret::CentredBinomial { .. }
            | Secret::TUniform { .. }),
        ) => Some(named.std(1)),
        Some(_) => None,
        None => real(text).filter(|&std| is_width(std)),
    }
}

/// What [`error_std`] reads, for messages.
pub const ERROR_SPELLINGS: &str =
    "a standard deviation, gaussian-STD, binomial-ETA or tuniform-BITS";

/// √((2^(2b + 1) + 1) / 6).
fn tuniform_std(bits: u32) -> f64 {
    ((f64::from(2 * bits + 1).exp2() + 1.0) / 6.0).sqrt()
}

fn real(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

fn whole(text: &str, least: u32, most: u32) -> Option<u32> {
    text.parse().ok().filter(|value| (least..=most).contains(value))
}

fn is_width(std: f64) -> bool {
    std > 0.0 && std < 60f64.exp2()
}

/// -p log2 p.
fn information(p: f64) -> f64 {
    if p > 0.0 { -p * p.log2() } else { 0.0 }
}

/// Probabilities of a discrete Gaussian at 0, 1, 2, …, as far as they count.
fn gaussian_probabilities(std: f64) -> Vec<f64> {
    let last = (9.0 * std).ceil() as u32 + 1;
    let weights: Vec<f64> =
        (0..=last).map(|x| (-(f64::from(x) / std).powi(2) / 2.0).exp()).collect();
    let total = weights[0] + 2.0 * weights[1..].iter().sum::<f64>();
    weights.into_iter().map(|weight| weight / total).collect()
}

/// The share of nonzero coefficients of a discrete Gaussian.
fn nonzero_share(std: f64) -> f64 {
    if std > 1.0 {
        return 1.0 - 1.0 / (std * (2.0 * PI).sqrt());
    }
    2.0 * gaussian_probabilities(std)[1..].iter().sum::<f64>()
}

fn gaussian_entropy(std: f64) -> f64 {
    if std >= CONTINUOUS_STD {
        return (2.0 * PI * E * std * std).log2() / 2.0;
    }
    let all = gaussian_probabilities(std);
    information(all[0]) + 2.0 * all[1..].iter().copied().map(information).sum::<f64>()
}

/// Up to η = 64 the sum over all values; from there on a Gaussian of the same variance is as good.
fn binomial_entropy(eta: u32) -> f64 {
    if eta > 64 {
        return gaussian_entropy((f64::from(eta) / 2.0).sqrt());
    }
    // C(2η, η + x) / 4^η, from x = -η on.
    let mut probability = (-2.0 * f64::from(eta)).exp2();
    let mut entropy = 0.0;
    for k in 0..=2 * eta {
        entropy += information(probability);
        probability *= f64::from(2 * eta - k) / f64::from(k + 1);
    }
    entropy
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entropy_of(probabilities: &[f64]) -> f64 {
        assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        probabilities.iter().filter(|&&p| p > 0.0).map(|p| -p * p.ln() / 2f64.ln()).sum()
    }

    fn close(secret: Secret, expected: f64) {
        let got = secret.entropy_bits().unwrap();
        assert!((got - expected).abs() < 1e-6, "{secret:?}: {got}, {expected}");
    }

    #[test]
    fn entropies_are_those_of_the_listed_probabilities() {
        close(Secret::Ternary, entropy_of(&[1.0 / 3.0; 3]));
        close(Secret::Binary, entropy_of(&[0.5; 2]));
        close(Secret::BiasedTernary { zero: 0.75 }, entropy_of(&[0.75, 0.125, 0.125]));
        close(Secret::BiasedTernary { zero: 0.0 }, 1.0);
        close(Secret::CentredBinomial { eta: 1 }, entropy_of(&[0.25, 0.5, 0.25]));
        let eta2 = [1.0, 4.0, 6.0, 4.0, 1.0].map(|count| count / 16.0);
        close(Secret::CentredBinomial { eta: 2 }, entropy_of(&eta2));
        close(Secret::TUniform { bits: 0 }, entropy_of(&[0.25, 0.5, 0.25]));
        let tuniform = [0.5, 1.0, 1.0, 1.0, 0.5].map(|share| share / 4.0);
        close(Secret::TUniform { bits: 1 }, entropy_of(&tuniform));
        for std in [0.3, 0.6, 1.49, 1.51, 4.0] {
            let weights: Vec<f64> =
                (-40..=40).map(|x| (-f64::from(x * x) / 2.0 / std / std).exp()).collect();
            let total: f64 = weights.iter().sum();
            let all: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
            close(Secret::Gaussian { std }, entropy_of(&all));
        }
        assert_eq!(Secret::SparseTernary { weight: 3 }.entropy_bits(), None);
        assert_eq!(Secret::Uniform.entropy_bits(), None);
    }

    #[test]
    fn deviations_are_those_of_the_listed_values() {
        // -2, -1, 0, 1, 2 with shares 1, 2, 2, 2, 1 of 8: (4 + 2) · 2 / 8.
        assert!((Secret::TUniform { bits: 1 }.std(9).powi(2) - 1.5).abs() < 1e-12);
        for bits in [3, 10] {
            let end = 1i64 << bits;
            let twice: i64 = (1 - end..end).map(|x| 2 * x * x).sum::<i64>() + 2 * end * end;
            let variance = twice as f64 / (4 * end) as f64;
            let std = error_std(&format!("tuniform-{bits}")).unwrap();
            assert!((std * std / variance - 1.0).abs() < 1e-12);
        }
        assert!((Secret::BiasedTernary { zero: 0.75 }.std(9) - 0.5).abs() < 1e-12);
        assert_eq!(Secret::Binary.std(9), 0.5);
        assert_eq!(Secret::CentredBinomial { eta: 2 }.std(9), 1.0);
        assert_eq!(error_std("binomial-8"), Some(2.0));
    }

    #[test]
    fn narrow_secrets_are_sparse_ones() {
        // 2 e^(-1/0.18) of 1 + 2 e^(-1/0.18): 31 of 4096.
        let narrow = Secret::Gaussian { std: 0.3 }.as_attacked(4096);
        assert_eq!(narrow, Secret::SparseTernary { weight: 31 });
        let nothing = Secret::Gaussian { std: 0.1 }.as_attacked(4096);
        assert_eq!(nothing, Secret::SparseTernary { weight: 1 });
        let wide = Secret::Gaussian { std: 0.65 };
        assert_eq!(wide.as_attacked(4096), wide);
        let biased = Secret::BiasedTernary { zero: 0.75 }.as_attacked(1000);
        assert_eq!(biased, Secret::SparseTernary { weight: 250 });
        assert_eq!(Secret::BiasedTernary { zero: 0.0 }.as_attacked(64), Secret::Binary);
    }

    #[test]
    fn spellings_are_read() {
        for (text, secret) in [
            ("ternary", Secret::Ternary),
            ("binary", Secret::Binary),
            ("sparse-64", Secret::SparseTernary { weight: 64 }),
            ("ternary-0.5", Secret::BiasedTernary { zero: 0.5 }),
            ("gaussian-3.2", Secret::Gaussian { std: 3.2 }),
            ("binomial-2", Secret::CentredBinomial { eta: 2 }),
            ("tuniform-17", Secret::TUniform { bits: 17 }),
            ("uniform", Secret::Uniform),
        ] {
            assert_eq!(Secret::parse(text), Some(secret));
        }
        for text in [
            "",
            "ternary-",
            "ternary-1",
            "ternary-nan",
            "sparse-0",
            "sparse--1",
            "gaussian-0",
            "gaussian-inf",
            "binomial-0",
            "tuniform-63",
            "tuniform-1.5",
            "Binary",
            "gauss-1",
        ] {
            assert_eq!(Secret::parse(text), None, "{text}");
        }
        for (text, std) in [("3.19", 3.19), ("gaussian-2", 2.0), ("binomial-8", 2.0)] {
            assert_eq!(error_std(text), Some(std));
        }
        for text in ["0", "-1", "nan", "ternary", "uniform", "sparse-3", "1e300"] {
            assert_eq!(error_std(text), None, "{text}");
        }
    }
}
