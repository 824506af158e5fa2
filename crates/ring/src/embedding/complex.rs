//! Complex numbers, by additions and multiplications of doubles, so that all machines agree.

use zeroize::Zeroize;

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Complex {
    pub(super) re: f64,
    pub(super) im: f64,
}

impl Zeroize for Complex {
    fn zeroize(&mut self) {
        self.re.zeroize();
        self.im.zeroize();
    }
}

impl Complex {
    /// e^(-2πi·k/n).
    pub(super) fn root(k: u64, n: u64) -> Self {
        let angle = std::f64::consts::TAU * k as f64 / n as f64;
        Self { re: libm::cos(angle), im: -libm::sin(angle) }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }

    pub(super) fn minus(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }

    pub(super) fn times(self, other: Self) -> Self {
        Self {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }

    pub(super) fn conjugate(self) -> Self {
        Self { im: -self.im, ..self }
    }

    /// |x|².
    pub(super) fn square(&self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}
