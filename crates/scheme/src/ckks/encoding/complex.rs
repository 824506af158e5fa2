//! Complex numbers over doubles and double-doubles.

use std::ops::{Add, Mul, Neg, Sub};

use super::{DoubleDouble, real::Real};

/// re + i·im.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Complex<T> {
    /// The real part.
    pub re: T,
    /// The imaginary part.
    pub im: T,
}

/// A complex number in doubles: what slots hold for users.
pub type Complex64 = Complex<f64>;

impl<T> Complex<T> {
    /// re + i·im.
    pub const fn new(re: T, im: T) -> Self {
        Self { re, im }
    }
}

impl<T: Real> Complex<T> {
    /// The complex conjugate.
    #[must_use]
    pub fn conj(self) -> Self {
        Self::new(self.re, -self.im)
    }

    /// The number times a real one.
    #[must_use]
    pub fn scale(self, factor: T) -> Self {
        Self::new(self.re * factor, self.im * factor)
    }
}

impl Complex64 {
    /// |z|.
    pub fn abs(self) -> f64 {
        libm::hypot(self.re, self.im)
    }

    /// The same number in double-double.
    pub fn extended(self) -> Complex<DoubleDouble> {
        Complex::new(self.re.into(), self.im.into())
    }
}

impl Complex<DoubleDouble> {
    /// The nearest doubles.
    pub fn rounded(self) -> Complex64 {
        Complex::new(self.re.to_f64(), self.im.to_f64())
    }
}

impl<T: Real> Add for Complex<T> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.re + other.re, self.im + other.im)
    }
}

impl<T: Real> Sub for Complex<T> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.re - other.re, self.im - other.im)
    }
}

impl<T: Real> Neg for Complex<T> {
    type Output = Self;

    fn neg(self) -> Self {
        Self::new(-self.re, -self.im)
    }
}

impl<T: Real> Mul for Complex<T> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::new(self.re * other.re - self.im * other.im, self.re * other.im + self.im * other.re)
    }
}

impl From<f64> for Complex64 {
    fn from(re: f64) -> Self {
        Self::new(re, 0.0)
    }
}
