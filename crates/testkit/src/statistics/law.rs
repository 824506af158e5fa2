//! Distributions on the integers, from their definitions.

use statrs::function::erf::erfc;

/// A symmetric distribution on the integers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// -1, 0, 1 with this probability of 0.
    Ternary(f64),
    /// The centred binomial distribution with this η.
    Binomial(u32),
    /// Proportional to exp(-x²/(2σ²)).
    Discrete(f64),
    /// A normal deviate of this standard deviation, rounded to the nearest integer.
    Rounded(f64),
}

impl Law {
    /// The probabilities of -bound, …, bound, those at the ends with the tails beyond them.
    pub fn cells(&self, bound: u32) -> Vec<f64> {
        let inner: Vec<f64> = (0..bound).map(|k| self.probability(k)).collect();
        let end = (1.0 - inner[0] - 2.0 * inner[1..].iter().sum::<f64>()) / 2.0;
        let upper: Vec<f64> = inner[1..].iter().copied().chain([end]).collect();
        upper.iter().rev().copied().chain([inner[0]]).chain(upper.iter().copied()).collect()
    }

    /// The probability of k, and of -k.
    pub fn probability(&self, k: u32) -> f64 {
        let x = f64::from(k);
        match *self {
            Self::Ternary(zero) => match k {
                0 => zero,
                1 => (1.0 - zero) / 2.0,
                _ => 0.0,
            },
            Self::Binomial(eta) if k > eta => 0.0,
            // C(2η, η+k)/4^η, as a product of at most 2η factors of about 1/2 to 1.
            Self::Binomial(eta) => {
                let (n, chosen) = (f64::from(2 * eta), f64::from(eta - k));
                let ways = (0..eta - k).map(f64::from).map(|i| (n - i) / (chosen - i));
                ways.product::<f64>() / 4.0_f64.powi(eta as i32)
            }
            Self::Discrete(sigma) => {
                let weight = |k: f64| (-k * k / (2.0 * sigma * sigma)).exp();
                let reach = (40.0 * sigma).ceil() as u32 + 1;
                let positive: f64 = (1..reach).map(|k| weight(f64::from(k))).sum();
                weight(x) / (1.0 + 2.0 * positive)
            }
            Self::Rounded(deviation) => {
                let above = |x: f64| erfc(x / (deviation * std::f64::consts::SQRT_2)) / 2.0;
                above(x - 0.5) - above(x + 0.5)
            }
        }
    }

    /// The variance: of the definition, summed.
    pub fn variance(&self) -> f64 {
        let reach = match *self {
            Self::Ternary(_) => 2,
            Self::Binomial(eta) => eta + 1,
            Self::Discrete(sigma) | Self::Rounded(sigma) => (12.0 * sigma).ceil() as u32 + 1,
        };
        2.0 * (1..reach).map(|k| f64::from(k).powi(2) * self.probability(k)).sum::<f64>()
    }

    /// The fourth moment.
    pub fn fourth_moment(&self) -> f64 {
        let reach = match *self {
            Self::Ternary(_) => 2,
            Self::Binomial(eta) => eta + 1,
            Self::Discrete(sigma) | Self::Rounded(sigma) => (14.0 * sigma).ceil() as u32 + 1,
        };
        2.0 * (1..reach).map(|k| f64::from(k).powi(4) * self.probability(k)).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAWS: [Law; 6] = [
        Law::Ternary(1.0 / 3.0),
        Law::Binomial(2),
        Law::Binomial(21),
        Law::Discrete(0.5),
        Law::Discrete(3.2),
        Law::Rounded(4.5),
    ];

    #[test]
    fn cells_are_probabilities() {
        for law in LAWS {
            let cells = law.cells(8);
            assert_eq!(cells.len(), 17);
            assert!((cells.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{law:?}");
            assert!(cells.iter().all(|&p| p > -1e-15), "{law:?}");
        }
    }

    #[test]
    fn moments_known_in_closed_form() {
        let close = |x: f64, y: f64| assert!((x / y - 1.0).abs() < 1e-9, "{x} and {y}");
        close(Law::Binomial(21).variance(), 10.5);
        // For η: 3·(η/2)² - η/4.
        close(Law::Binomial(21).fourth_moment(), 3.0 * 10.5 * 10.5 - 5.25);
        assert_eq!(Law::Binomial(2).cells(3)[1..6], [0.0625, 0.25, 0.375, 0.25, 0.0625]);
        close(Law::Discrete(3.2).variance(), 3.2 * 3.2);
        close(Law::Rounded(4.5).variance(), 4.5 * 4.5 + 1.0 / 12.0);
        close(Law::Ternary(0.5).variance(), 0.5);
    }
}
