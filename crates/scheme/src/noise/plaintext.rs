//! Plaintexts as factors.

use ringassay_kernels::vectorised;
use ringassay_ring::embedding::Embedding;

/// |m_i|² of a random plaintext exceeds ln n + 3 times its mean for one in twenty of them.
const RANDOM_MARGIN: f64 = 3.0;

/// How large a plaintext is, as a factor: its embeddings m_i, all as binary logarithms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlaintextSize {
    /// The mean of |m_i|².
    pub log2_mean_square: f64,
    /// The mean of |m_i|⁴.
    pub log2_mean_fourth: f64,
    /// The largest |m_i|.
    pub log2_largest: f64,
    /// Σ |coefficient|, which no |m_i| exceeds.
    pub log2_worst: f64,
}

impl PlaintextSize {
    /// That of the plaintext with these coefficients in the powerful basis, centred modulo t.
    pub fn new(embedding: &Embedding, coefficients: &[u64], t: u64) -> Self {
        let centred = |&x: &u64| if x > t / 2 { x as i64 - t as i64 } else { x as i64 };
        let coefficients: Vec<i64> = coefficients.iter().map(centred).collect();
        let worst = Sums::of(&coefficients, |&x| x.unsigned_abs() as f64).first;
        let squares = embedding.squares(&coefficients);
        let Sums { first, second, largest } = Sums::of(&squares, |&x| x);
        let count = squares.len() as f64;
        // Sums of doubles: no larger than what is possible.
        let (log2_worst, log2_largest) = (worst.log2(), largest.log2() / 2.0);
        Self {
            log2_mean_square: (first / count).log2(),
            log2_mean_fourth: (second / count).log2(),
            log2_largest: log2_largest.min(log2_worst),
            log2_worst,
        }
    }

    /// That of a random plaintext modulo t with n coefficients.
    pub fn random(n: usize, t: u64) -> Self {
        let (n, t) = (n as f64, t as f64);
        let log2_mean_square = (n * (t * t - 1.0) / 12.0).log2();
        let margin = (n.ln() + RANDOM_MARGIN).log2();
        let log2_worst = (n * t / 2.0).log2();
        Self {
            log2_mean_square,
            log2_mean_fourth: 2.0 * log2_mean_square + 1.0,
            log2_largest: ((log2_mean_square + margin) / 2.0).min(log2_worst),
            log2_worst,
        }
    }

    /// The variance of |m_i|² over the embeddings, in units of the square of its mean.
    pub(super) fn relative_variance(&self) -> f64 {
        let ratio = (self.log2_mean_fourth - 2.0 * self.log2_mean_square).exp2();
        if ratio.is_finite() { (ratio - 1.0).max(0.0) } else { 0.0 }
    }
}

/// Of numbers that are not negative.
struct Sums {
    first: f64,
    /// Of their squares.
    second: f64,
    largest: f64,
}

impl Sums {
    /// In so many sums side by side: one alone would wait for each addition. The order is the same on every backend.
    const SIDE_BY_SIDE: usize = 8;

    fn of<T>(items: &[T], number: impl Fn(&T) -> f64) -> Self {
        let sums = vectorised(
            #[inline(always)]
            || {
                let (chunks, rest) = items.as_chunks::<{ Self::SIDE_BY_SIDE }>();
                let mut sums = [[0.0; Self::SIDE_BY_SIDE]; 3];
                for chunk in chunks {
                    Self::add(&mut sums, chunk, &number);
                }
                Self::add(&mut sums, rest, &number);
                sums
            },
        );
        let [first, second, largest] = sums;
        Self {
            first: first.iter().sum(),
            second: second.iter().sum(),
            largest: largest.into_iter().fold(0.0, f64::max),
        }
    }

    #[inline(always)]
    fn add<T>(
        [first, second, largest]: &mut [[f64; Self::SIDE_BY_SIDE]; 3],
        items: &[T],
        number: impl Fn(&T) -> f64,
    ) {
        let sums = first.iter_mut().zip(second).zip(largest);
        for (item, ((first, second), largest)) in items.iter().zip(sums) {
            let x = number(item);
            *first += x;
            *second += x * x;
            *largest = if x > *largest { x } else { *largest };
        }
    }
}

#[cfg(test)]
mod tests {
    use ringassay_ring::{index::Index, sample::Distribution};

    use crate::noise::Model;

    /// Such a t is no double: it must not be rounded to one before coefficients are centred.
    #[test]
    fn minus_one_modulo_a_large_t_is_as_large_as_one() {
        let (index, t) = (Index::new(64).expect("an index"), (1 << 60) - 93);
        let error = Distribution::Spherical { sigma: 3.2 };
        let model = Model::new(&index, t, Distribution::Ternary, error).expect("a model");
        let mut coefficients = vec![0; 32];
        coefficients[5] = t - 1;
        let size = model.plaintext_size(&coefficients);
        assert!(size.log2_largest.abs() < 1e-9 && size.log2_worst.abs() < 1e-9, "{size:?}");
    }
}
