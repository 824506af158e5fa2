//! Elements modulo NTT primes in the CRT basis, where they are multiplied.

use std::{fmt, ops::Range};

use ringassay_ring::{parallel, pool::Buffer, recorder::Kernel};

use crate::{Lift, MultiprecisionError, MultiprecisionRing, Shape, Vector, shape::clear_padding};

/// Integer polynomials modulo the first `width` primes, in the CRT basis: `count` of them.
///
/// One buffer, prime after prime, and within a prime polynomial after polynomial: so the rows that an
/// inner product reads are neighbours. Knows a bound on the coefficients of the polynomials.
pub struct EvaluationForm {
    ring: MultiprecisionRing,
    pub(crate) count: usize,
    pub(crate) width: usize,
    pub(crate) log2_bound: f64,
    pub(crate) buffer: Buffer,
}

impl EvaluationForm {
    pub(crate) fn uninitialised(
        ring: &MultiprecisionRing,
        count: usize,
        width: usize,
        log2_bound: f64,
        secret: bool,
    ) -> Result<Self, MultiprecisionError> {
        ring.shape().check_width(width)?;
        let mut buffer = ring.pool().take(count * width * ring.shape().stride);
        buffer.secret = secret;
        clear_padding(&mut buffer, ring.shape());
        Ok(Self { ring: ring.clone(), count, width, log2_bound, buffer })
    }

    /// The ring.
    pub fn ring(&self) -> &MultiprecisionRing {
        &self.ring
    }

    /// The number of polynomials.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of primes.
    pub fn width(&self) -> usize {
        self.width
    }

    /// log2 of a bound on the magnitude of their coefficients.
    pub fn log2_bound(&self) -> f64 {
        self.log2_bound
    }

    pub(crate) fn row(&self, prime: usize, i: usize) -> &[u64] {
        let stride = self.ring.shape().stride;
        &self.buffer[(prime * self.count + i) * stride..][..stride]
    }

    pub(crate) fn row_mut(&mut self, prime: usize, i: usize) -> &mut [u64] {
        let stride = self.ring.shape().stride;
        &mut self.buffer[(prime * self.count + i) * stride..][..stride]
    }

    /// All rows of one prime.
    pub(crate) fn rows(&self, prime: usize) -> &[u64] {
        let words = self.count * self.ring.shape().stride;
        &self.buffer[prime * words..][..words]
    }

    /// To the CRT basis.
    pub(crate) fn forward(&mut self) {
        self.ring.ran(Kernel::CrtForward { m: self.ring.m() }, self.count * self.width);
        let secret = self.buffer.secret;
        self.for_each_row(parallel::TRANSFORM, |ring, (prime, _), row| {
            ring.forward(prime, row, secret);
        });
    }

    /// `f` for each row, with the prime and the polynomial that it is of.
    fn for_each_row(
        &mut self,
        work: usize,
        f: impl Fn(&MultiprecisionRing, (usize, usize), &mut [u64]) + Sync,
    ) {
        let (ring, count) = (&self.ring, self.count);
        parallel::for_each_row(&mut self.buffer, ring.shape().stride, work, |at, row| {
            f(ring, (at / count, at % count), row);
        });
    }

    /// x·y, one by one, or each x with the only y: polynomials are multiplied coefficient by
    /// coefficient in this basis.
    ///
    /// # Errors
    /// When rings, numbers of primes or of polynomials differ.
    pub fn mul_assign(&mut self, y: &Self) -> Result<(), MultiprecisionError> {
        self.matches(y)?;
        if y.count != 1 {
            Shape::check_count(y.count, self.count)?;
        }
        self.log2_bound = self.ring.shape().log2_product(self.log2_bound, y.log2_bound);
        self.ring.ran(Kernel::Mul, self.count * self.width);
        self.buffer.secret |= y.buffer.secret;
        self.for_each_row(parallel::LINEAR, |ring, (prime, i), row| {
            let y = y.row(prime, if y.count == 1 { 0 } else { i });
            ring.rns().zq(prime).mul_assign(row, y);
        });
        Ok(())
    }

    /// The products of Σ x_i·Z^i and Σ y_j·Z^j, as polynomials in Z: the tensor product of two
    /// ciphertexts. It has one polynomial less than both together.
    ///
    /// # Errors
    /// When rings or numbers of primes differ.
    pub fn tensor(&self, y: &Self) -> Result<Self, MultiprecisionError> {
        self.matches(y)?;
        let count = self.count + y.count - 1;
        let terms = self.count.min(y.count) as f64;
        let log2_bound =
            self.ring.shape().log2_product(self.log2_bound, y.log2_bound) + terms.log2();
        let secret = self.buffer.secret | y.buffer.secret;
        let mut product = Self::uninitialised(&self.ring, count, self.width, log2_bound, secret)?;
        self.ring.ran(Kernel::Mul, count * self.width);
        self.ring.ran(Kernel::MulAdd, (self.count * y.count - count) * self.width);
        product.for_each_row(parallel::LINEAR, |ring, (prime, sum), row| {
            let zq = ring.rns().zq(prime);
            let first = sum.saturating_sub(y.count - 1);
            zq.mul_into(row, self.row(prime, first), y.row(prime, sum - first));
            for i in first + 1..self.count.min(sum + 1) {
                zq.mul_add_assign(row, self.row(prime, i), y.row(prime, sum - i));
            }
        });
        Ok(product)
    }

    /// The polynomials modulo q.
    ///
    /// # Errors
    /// When their coefficients could be larger than the primes can tell.
    pub fn reduce(self) -> Result<Vector, MultiprecisionError> {
        let kernel = |words, limbs| Kernel::Join { words, limbs };
        self.joined(kernel, |ring, width, out, rows| {
            ring.join(width).combine(ring.coefficients(), out, rows);
        })
    }

    /// round(t/q·x) modulo q, where x are the integer polynomials; halves are rounded up.
    ///
    /// # Errors
    /// As [`EvaluationForm::reduce`]; when t is not in \[2, 2^60).
    pub fn round(self, t: u64) -> Result<Vector, MultiprecisionError> {
        Shape::check_message_modulus(t)?;
        let round = self.ring.round(self.width, t);
        let kernel = |words, limbs| Kernel::Round { words, limbs };
        self.joined(kernel, |ring, width, out, rows| {
            round.combine(ring.coefficients(), ring.join(width), out, rows);
        })
    }

    fn joined(
        mut self,
        kernel: fn(u32, u32) -> Kernel,
        combine: impl Fn(&MultiprecisionRing, usize, &mut [u64], &[&[u64]]),
    ) -> Result<Vector, MultiprecisionError> {
        Shape::check_bound(self.log2_bound, self.width)?;
        let (ring, width) = (self.ring.clone(), self.width);
        let mut out = Vector::uninitialised(&ring, self.count, self.buffer.secret);
        self.backward();
        ring.ran(kernel(ring.shape().words as u32, width as u32), self.count);
        for i in 0..self.count {
            let rows: Vec<&[u64]> = (0..width).map(|prime| self.row(prime, i)).collect();
            combine(&ring, width, out.element_mut(i), &rows);
        }
        Ok(out)
    }

    /// To the powerful basis, scaled for a join.
    pub(crate) fn backward(&mut self) {
        self.ring.ran(Kernel::CrtInverse { m: self.ring.m() }, self.count * self.width);
        let (width, secret) = (self.width, self.buffer.secret);
        self.for_each_row(parallel::TRANSFORM, |ring, (prime, _), row| {
            ring.backward(prime, width, row, secret);
        });
    }

    /// Fails unless both have the same ring and primes.
    fn matches(&self, y: &Self) -> Result<(), MultiprecisionError> {
        self.ring.same(&y.ring)?;
        Shape::check_count(y.width, self.width)
    }
}

impl MultiprecisionRing {
    /// A row to the CRT basis of a prime.
    pub(crate) fn forward(&self, prime: usize, row: &mut [u64], secret: bool) {
        self.rns().forward_row(prime, &mut row[..self.degree()], secret);
    }

    /// A row from the CRT basis of a prime, scaled for a join of `width` primes.
    pub(crate) fn backward(&self, prime: usize, width: usize, row: &mut [u64], secret: bool) {
        let row = &mut row[..self.degree()];
        self.rns().inverse_row(prime, row, secret);
        self.join(width).scale(self.rns(), prime, row);
    }
}

impl Vector {
    /// Some elements as integer polynomials modulo the first `width` primes, in the CRT basis.
    ///
    /// # Errors
    /// When there are no such elements, or not so many primes.
    pub fn transform(
        &self,
        range: Range<usize>,
        lift: Lift,
        width: usize,
    ) -> Result<EvaluationForm, MultiprecisionError> {
        Shape::check_range(self.count, &range)?;
        let ring = self.ring();
        let log2_bound = ring.shape().log2_lift(lift);
        let secret = self.is_secret();
        let mut evaluations =
            EvaluationForm::uninitialised(ring, range.len(), width, log2_bound, secret)?;
        let mut planes = ring.pool().take(ring.plane_words(lift));
        planes.secret = secret;
        ring.ran(ring.split_kernel(lift, width), range.len());
        for (i, element) in range.enumerate() {
            ring.cut(&mut planes, self.element(element), lift);
            for prime in 0..width {
                ring.residues(evaluations.row_mut(prime, i), &planes, lift, prime);
            }
        }
        drop(planes);
        evaluations.forward();
        Ok(evaluations)
    }

    /// x·y modulo q for some elements x, one after another in one working buffer; y is one polynomial.
    ///
    /// # Errors
    /// When the rings differ, y is not one polynomial, or the product needs more primes than y has.
    pub fn product(
        &self,
        range: Range<usize>,
        y: &EvaluationForm,
    ) -> Result<Self, MultiprecisionError> {
        let ring = self.ring();
        ring.same(&y.ring)?;
        Shape::check_range(self.count, &range)?;
        Shape::check_count(y.count, 1)?;
        let secret = self.is_secret() | y.buffer.secret;
        let (shape, width) = (ring.shape(), y.width);
        let log2_lift = shape.log2_lift(Lift::Positive);
        Shape::check_bound(shape.log2_product(log2_lift, y.log2_bound), width)?;
        let mut out = Self::uninitialised(ring, range.len(), secret);
        let mut rows = ring.pool().take(width * shape.stride);
        let mut planes = ring.pool().take(ring.plane_words(Lift::Positive));
        (rows.secret, planes.secret) = (secret, secret);
        let count = range.len();
        ring.ran(ring.split_kernel(Lift::Positive, width), count);
        ring.ran(Kernel::CrtForward { m: ring.m() }, count * width);
        ring.ran(Kernel::Mul, count * width);
        ring.ran(Kernel::CrtInverse { m: ring.m() }, count * width);
        ring.ran(Kernel::Join { words: shape.words as u32, limbs: width as u32 }, count);
        for (i, element) in range.enumerate() {
            ring.cut(&mut planes, self.element(element), Lift::Positive);
            parallel::for_each_row(&mut rows, shape.stride, parallel::TRANSFORM, |prime, row| {
                ring.residues(row, &planes, Lift::Positive, prime);
                ring.forward(prime, row, secret);
                ring.rns().zq(prime).mul_assign(row, y.row(prime, 0));
            });
            ring.join_rows(out.element_mut(i), &mut rows, secret);
        }
        Ok(out)
    }
}

impl Clone for EvaluationForm {
    fn clone(&self) -> Self {
        let buffer = self.buffer.duplicate();
        self.ring.ran(Kernel::Copy, self.count * self.width);
        Self { ring: self.ring.clone(), buffer, ..*self }
    }
}

impl fmt::Debug for EvaluationForm {
    /// Shape only: polynomials are long, and may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, width, ring, .. } = self;
        write!(f, "EvaluationForm({count} polynomials modulo {width} primes, for {ring})")
    }
}
