//! What is publicly known of the size of a message.

/// The size of the slots z_j of a message: no secret, so it may not depend on the values of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Magnitude {
    largest: f64,
    mean_square: f64,
    mean_fourth: f64,
}

impl Magnitude {
    /// Real numbers from -`largest` to `largest`, uniform in the average case.
    pub fn real(largest: f64) -> Self {
        let square = largest * largest;
        Self { largest, mean_square: square / 3.0, mean_fourth: square * square / 5.0 }
    }

    /// Complex numbers of absolute value up to `largest`, uniform in that disc in the average case.
    pub fn complex(largest: f64) -> Self {
        let square = largest * largest;
        Self { largest, mean_square: square / 2.0, mean_fourth: square * square / 3.0 }
    }

    /// That of one public number in all slots.
    pub fn constant(absolute: f64) -> Self {
        let square = absolute * absolute;
        Self { largest: absolute, mean_square: square, mean_fourth: square * square }
    }

    /// That of public numbers, from their absolute values, one for each slot.
    pub fn of(absolutes: impl IntoIterator<Item = f64>) -> Self {
        let (mut count, mut found) = (0.0_f64, Self::constant(0.0));
        for x in absolutes {
            count += 1.0;
            found.largest = found.largest.max(x);
            found.mean_square += x * x;
            found.mean_fourth += (x * x) * (x * x);
        }
        let count = count.max(1.0);
        let (mean_square, mean_fourth) = (found.mean_square / count, found.mean_fourth / count);
        Self { mean_square, mean_fourth, ..found }
    }

    /// These averages, which no message of this largest value exceeds; the fourth moment of absolute
    /// values is at least the square of the second.
    pub fn with_moments(largest: f64, mean_square: f64, mean_fourth: f64) -> Self {
        Self { largest, mean_square, mean_fourth }
    }

    /// No |z_j| is larger.
    pub fn largest(&self) -> f64 {
        self.largest
    }

    /// The mean of |z_j|² in the average case.
    pub fn mean_square(&self) -> f64 {
        self.mean_square
    }

    /// The mean of |z_j|⁴ in the average case.
    pub fn mean_fourth(&self) -> f64 {
        self.mean_fourth
    }

    /// Whether these are numbers that sizes can have.
    pub fn is_finite(&self) -> bool {
        [self.largest, self.mean_square, self.mean_fourth]
            .iter()
            .all(|x| x.is_finite() && *x >= 0.0)
    }
}
