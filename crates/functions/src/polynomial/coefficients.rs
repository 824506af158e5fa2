//! Polynomials by their coefficients.

use ringassay_scheme::{
    Error,
    ckks::encoding::{Complex, Complex64, DoubleDouble},
};

use crate::Number;

/// What coefficients belong to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Basis {
    /// x^i.
    Power,
    /// T_i((2x - a - b)/(b - a)), Chebyshev polynomials on the interval \[a, b\].
    Chebyshev {
        /// a.
        from: f64,
        /// b.
        to: f64,
    },
}

impl Basis {
    /// Chebyshev polynomials on \[-1, 1\], where no affine map is needed.
    pub const UNIT: Self = Self::Chebyshev { from: -1.0, to: 1.0 };

    /// Whether operands are mapped to \[-1, 1\] first, for which a level is used.
    pub fn has_map(self) -> bool {
        matches!(self, Self::Chebyshev { .. }) && self != Self::UNIT
    }
}

type Extended = Complex<DoubleDouble>;

/// A polynomial with complex or integer coefficients.
#[derive(Debug, Clone, PartialEq)]
pub struct Polynomial<N = Extended> {
    basis: Basis,
    coefficients: Vec<N>,
}

/// The most coefficients of a polynomial.
const MAX_COEFFICIENTS: usize = 1 << 12;

impl Polynomial {
    /// Σ c_i·x^i or Σ c_i·T_i.
    ///
    /// # Errors
    /// When there are none or more than 2^12, one is not finite, or the interval is none.
    pub fn new(basis: Basis, coefficients: Vec<Extended>) -> Result<Self, Error> {
        let refuse = |message: String| Err(Error::Parameters(message));
        if let Basis::Chebyshev { from, to } = basis
            && !(from < to && (to - from).is_finite())
        {
            return refuse(format!(
                "an interval leads from a number to a larger one, not {from} to {to}"
            ));
        }
        check_count(coefficients.len())?;
        let is_finite = |c: &Extended| c.re.to_f64().is_finite() && c.im.to_f64().is_finite();
        if let Some(place) = coefficients.iter().position(|c| !is_finite(c)) {
            return refuse(format!("coefficient {place} is infinite or not a number"));
        }
        Ok(Self { basis, coefficients })
    }

    /// With real coefficients in doubles.
    ///
    /// # Errors
    /// As [`Polynomial::new`].
    pub fn of_reals(basis: Basis, coefficients: &[f64]) -> Result<Self, Error> {
        Self::new(basis, coefficients.iter().map(|&c| Complex64::from(c).extended()).collect())
    }

    /// The value at a point, in double-double (Horner, or Clenshaw's recurrence).
    #[must_use]
    pub fn at(&self, x: Extended) -> Extended {
        let zero = Extended::default();
        match self.basis {
            Basis::Power => self.coefficients.iter().rev().fold(zero, |sum, &c| sum * x + c),
            Basis::Chebyshev { from, to } => {
                let (from, to) = (DoubleDouble::from(from), DoubleDouble::from(to));
                let two = Complex::new(DoubleDouble::from(2.0), DoubleDouble::ZERO);
                let middle = Complex::new(from + to, DoubleDouble::ZERO);
                let y = (two * x - middle).scale(DoubleDouble::ONE / (to - from));
                let (mut next, mut after) = (zero, zero);
                for &c in self.coefficients[1..].iter().rev() {
                    (next, after) = (two * y * next - after + c, next);
                }
                y * next - after + self.coefficients[0]
            }
        }
    }
}

impl Polynomial<i64> {
    /// Σ c_i·x^i modulo t, for whichever t the operand has.
    ///
    /// # Errors
    /// Returns an error if there are no coefficients, or more than 2^12.
    pub fn of_integers(coefficients: Vec<i64>) -> Result<Self, Error> {
        check_count(coefficients.len())?;
        Ok(Self { basis: Basis::Power, coefficients })
    }
}

impl<N: Number> Polynomial<N> {
    /// What the coefficients belong to.
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// The coefficients, the constant first.
    pub fn coefficients(&self) -> &[N] {
        &self.coefficients
    }

    /// The degree; 0 of a constant.
    pub fn degree(&self) -> usize {
        self.coefficients.iter().rposition(|c| !is_zero(c)).unwrap_or_default()
    }

    /// The levels that evaluation takes: ⌈log2(d + 1)⌉, one at least, and one for an interval that is not
    /// \[-1, 1\].
    pub fn depth(&self) -> usize {
        depth_of(self.degree()) + usize::from(self.basis.has_map())
    }
}

/// Fails unless a polynomial may have so many coefficients.
fn check_count(count: usize) -> Result<(), Error> {
    if (1..=MAX_COEFFICIENTS).contains(&count) {
        return Ok(());
    }
    Err(Error::Parameters(format!(
        "a polynomial has 1 to {MAX_COEFFICIENTS} coefficients, not {count}"
    )))
}

/// ⌈log2(d + 1)⌉, one at least.
pub(super) fn depth_of(degree: usize) -> usize {
    (usize::BITS - degree.leading_zeros()).max(1) as usize
}

pub(super) fn is_zero<N: Number>(c: &N) -> bool {
    *c == N::default()
}

/// Several polynomials of one basis, each for some of the slots.
#[derive(Debug, Clone, PartialEq)]
pub struct SlotPolynomials<N = Extended> {
    basis: Basis,
    polynomials: Vec<Polynomial<N>>,
    /// None: all slots have the only one.
    of_slot: Option<Vec<Option<usize>>>,
}

impl<N: Number> SlotPolynomials<N> {
    /// `of_slot` says which polynomial a slot has; a slot without one, or beyond, becomes 0.
    ///
    /// # Errors
    /// When there are no polynomials, or none of that number, or they have different bases.
    pub fn new(
        polynomials: Vec<Polynomial<N>>,
        of_slot: Vec<Option<usize>>,
    ) -> Result<Self, Error> {
        let refuse = |message: &str| Err(Error::Parameters(message.to_owned()));
        let Some(first) = polynomials.first() else { return refuse("there are no polynomials") };
        let basis = first.basis;
        if polynomials.iter().any(|p| p.basis != basis) {
            return refuse(
                "polynomials that are evaluated together have one basis and one interval",
            );
        }
        if of_slot.iter().flatten().any(|&which| which >= polynomials.len()) {
            return refuse("a slot has a polynomial that is not there");
        }
        Ok(Self { basis, polynomials, of_slot: Some(of_slot) })
    }

    /// What the coefficients belong to.
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// The polynomials.
    pub fn polynomials(&self) -> &[Polynomial<N>] {
        &self.polynomials
    }

    /// Which polynomial a slot has; `None` if all slots have the only one.
    pub(super) fn of_slot(&self) -> Option<&[Option<usize>]> {
        self.of_slot.as_deref()
    }
}

/// One polynomial for all slots.
impl<N: Number> From<Polynomial<N>> for SlotPolynomials<N> {
    fn from(polynomial: Polynomial<N>) -> Self {
        Self { basis: polynomial.basis, polynomials: vec![polynomial], of_slot: None }
    }
}
