//! Mean, variance and autocorrelation, each as a number of standard deviations.

use super::Law;

/// Distances at which neighbours are correlated: the next, and those at which samplers work in
/// blocks.
pub const LAGS: [usize; 6] = [1, 2, 4, 8, 32, 64];

/// Sums over independent samples with mean 0.
#[derive(Clone, Debug, Default)]
pub struct Moments {
    samples: f64,
    sum: f64,
    squares: f64,
    products: [f64; LAGS.len()],
    pairs: [f64; LAGS.len()],
}

impl Moments {
    /// Adds one buffer of samples, below 2^15 in magnitude and not longer than 2^20.
    pub fn add(&mut self, samples: &[i64]) {
        let narrow: Vec<i32> = samples.iter().map(|&x| x as i32).collect();
        let dot = |x: &[i32], y: &[i32]| {
            x.iter().zip(y).map(|(&x, &y)| i64::from(x * y)).sum::<i64>() as f64
        };
        self.samples += samples.len() as f64;
        self.sum += samples.iter().sum::<i64>() as f64;
        self.squares += dot(&narrow, &narrow);
        for (i, lag) in LAGS.into_iter().enumerate().filter(|(_, lag)| *lag < samples.len()) {
            self.products[i] += dot(&narrow[lag..], &narrow);
            self.pairs[i] += (samples.len() - lag) as f64;
        }
    }

    /// By how many standard deviations each of them is off what the law says: the mean, the
    /// variance, the correlation at each lag. For many samples each is normal.
    pub fn deviations(&self, law: &Law) -> Vec<(String, f64)> {
        let variance = law.variance();
        let of_square = law.fourth_moment() - variance * variance;
        let n = self.samples;
        let mut deviations = vec![("mean".to_owned(), self.sum / (n * variance).sqrt())];
        if of_square > 1e-9 {
            let off = self.squares - n * variance;
            deviations.push(("variance".to_owned(), off / (n * of_square).sqrt()));
        }
        for (i, lag) in LAGS.into_iter().enumerate() {
            let scale = variance * self.pairs[i].sqrt();
            deviations.push((format!("correlation at {lag}"), self.products[i] / scale));
        }
        deviations
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Stream;

    /// Independent signs.
    fn signs(count: usize) -> Vec<i64> {
        let mut stream = Stream::new(1);
        (0..count).map(|_| (stream.word() >> 63) as i64 * 2 - 1).collect()
    }

    #[test]
    fn independent_signs_pass_and_repeated_ones_do_not() {
        let law = Law::Ternary(0.0);
        let mut moments = Moments::default();
        moments.add(&signs(100_000));
        assert!(moments.deviations(&law).iter().all(|(_, z)| z.abs() < 5.0), "{moments:?}");
        let repeated: Vec<i64> = signs(100_000).iter().flat_map(|&x| [x, x]).collect();
        let mut moments = Moments::default();
        moments.add(&repeated);
        let worst = moments.deviations(&law).into_iter().max_by(|x, y| x.1.total_cmp(&y.1));
        let (name, z) = worst.unwrap();
        assert!(name == "correlation at 1" && z > 100.0, "{name}: {z}");
    }
}
