//! Elements of the ring, several in one value.

use std::{fmt, ops::Range};

use num_bigint::BigUint;
use ringassay_kernels::secrecy;
use ringassay_ring::{pool::Buffer, recorder::Kernel};

use crate::{
    MultiprecisionError, MultiprecisionRing, Shape,
    modulus::{for_words, words},
    shape::clear_padding,
};

/// Elements of a [`MultiprecisionRing`], `count` of them, with coefficients in \[0, q).
///
/// One buffer, element after element; within an element word after word of all coefficients, least
/// significant first, in rows of n words. Secret if it was computed from secrets and not
/// [published](Vector::publish): the buffer is cleared before it is used for anything else.
pub struct Vector {
    ring: MultiprecisionRing,
    pub(crate) count: usize,
    pub(crate) buffer: Buffer,
}

impl Vector {
    /// Elements whose words the caller overwrites; words behind the n coefficients are zero.
    pub(crate) fn uninitialised(ring: &MultiprecisionRing, count: usize, secret: bool) -> Self {
        let shape = ring.shape();
        let mut buffer = ring.pool().take(count * shape.words * shape.stride);
        buffer.secret = secret;
        clear_padding(&mut buffer, shape);
        Self { ring: ring.clone(), count, buffer }
    }

    /// The ring.
    pub fn ring(&self) -> &MultiprecisionRing {
        &self.ring
    }

    /// The number of elements.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The words of element i.
    pub(crate) fn element(&self, i: usize) -> &[u64] {
        let words = self.element_words();
        &self.buffer[i * words..][..words]
    }

    /// The words of element i, to be written.
    pub(crate) fn element_mut(&mut self, i: usize) -> &mut [u64] {
        let words = self.element_words();
        &mut self.buffer[i * words..][..words]
    }

    fn element_words(&self) -> usize {
        self.ring.shape().words * self.ring.shape().stride
    }

    /// Declares the elements public, which were computed from secrets and do not reveal them.
    pub fn publish(&mut self) {
        secrecy::reveal(&self.buffer[..]);
        self.buffer.secret = false;
    }

    /// Whether the buffer is cleared when it is dropped.
    pub fn is_secret(&self) -> bool {
        self.buffer.secret
    }

    /// Some of the elements.
    ///
    /// # Errors
    /// When there are no such.
    pub fn slice(&self, range: Range<usize>) -> Result<Self, MultiprecisionError> {
        Shape::check_range(self.count, &range)?;
        let mut part = Self::uninitialised(&self.ring, range.len(), self.is_secret());
        let words = self.element_words();
        self.ring.ran(Kernel::Copy, range.len() * self.ring.shape().words);
        part.buffer.copy_from_slice(&self.buffer[range.start * words..range.end * words]);
        Ok(part)
    }

    /// Elements one after another.
    ///
    /// # Errors
    /// When there are none, or they lie in different rings.
    pub fn concatenate(parts: &[&Self]) -> Result<Self, MultiprecisionError> {
        let count = parts.iter().map(|part| part.count).sum();
        let Some((first, rest)) = parts.split_first().filter(|_| count > 0) else {
            return Err(MultiprecisionError::Count { what: "elements", given: 0, expected: 1 });
        };
        rest.iter().try_for_each(|part| first.ring.same(&part.ring))?;
        let secret = parts.iter().any(|part| part.is_secret());
        let mut all = Self::uninitialised(&first.ring, count, secret);
        first.ring.ran(Kernel::Copy, count * first.ring.shape().words);
        let mut to = &mut all.buffer[..];
        for part in parts {
            let (now, later) = to.split_at_mut(part.buffer.len());
            now.copy_from_slice(&part.buffer);
            to = later;
        }
        Ok(all)
    }

    /// The words of all coefficients: for each element, and each of its words from the least
    /// significant one on, a row of n.
    pub fn rows(&self) -> impl Iterator<Item = &[u64]> {
        let shape = self.ring.shape();
        let used = self.count * self.element_words();
        self.buffer[..used].chunks_exact(shape.stride).map(|row| &row[..shape.degree])
    }

    /// All coefficients, element after element, lowest first: for tests and messages.
    pub fn to_big(&self) -> Vec<BigUint> {
        let shape = self.ring.shape();
        let coefficient = |(element, c): (&[u64], usize)| {
            let words = (0..shape.words).rev().map(|j| element[j * shape.stride + c]);
            words.fold(BigUint::default(), |x, word| (x << 64_u32) + word)
        };
        let elements = (0..self.count).map(|i| self.element(i));
        elements.flat_map(|x| (0..shape.degree).map(move |c| (x, c))).map(coefficient).collect()
    }
}

impl MultiprecisionRing {
    /// `count` zeros.
    pub fn zero(&self, count: usize) -> Vector {
        let mut vector = Vector::uninitialised(self, count, false);
        self.ran(Kernel::Clear, count * self.shape().words);
        vector.buffer.fill(0);
        vector
    }

    /// The elements of those coefficients, modulo q: n for each element, lowest first.
    ///
    /// # Errors
    /// When their number is no multiple of n.
    pub fn vector(&self, coefficients: &[BigUint]) -> Result<Vector, MultiprecisionError> {
        let n = self.degree();
        let count = self.shape().whole_elements(coefficients.len())?;
        let mut vector = self.zero(count);
        for (i, coefficients) in coefficients.chunks_exact(n).enumerate() {
            for_words!(self.shape().words, write(self, vector.element_mut(i), coefficients));
        }
        Ok(vector)
    }
}

impl MultiprecisionRing {
    /// `count` public elements from their [rows](Vector::rows), which `fill` writes one after another.
    ///
    /// # Errors
    /// Returns the error of `fill`; within, an error if a coefficient is not below q.
    pub fn vector_of_rows<E>(
        &self,
        count: usize,
        mut fill: impl FnMut(&mut [u64]) -> Result<(), E>,
    ) -> Result<Result<Vector, MultiprecisionError>, E> {
        let (shape, q) = (self.shape(), self.q().to_u64_digits());
        let mut vector = self.zero(count);
        for element in vector.buffer.chunks_exact_mut(shape.words * shape.stride) {
            element
                .chunks_exact_mut(shape.stride)
                .try_for_each(|row| fill(&mut row[..shape.degree]))?;
            let words = |c: usize| (0..shape.words).rev().map(move |j| (j, c));
            let at = |(j, c): (usize, usize)| element[j * shape.stride + c];
            // From the most significant word on.
            let below = |c: usize| words(c).map(at).lt(q.iter().rev().copied());
            if !(0..shape.degree).all(below) {
                return Ok(Err(MultiprecisionError::NotReduced));
            }
        }
        Ok(Ok(vector))
    }
}

fn write<const W: usize>(ring: &MultiprecisionRing, out: &mut [u64], coefficients: &[BigUint]) {
    ring.coefficients().replace::<W>(out, |_, c, _| words(&(&coefficients[c] % ring.q())));
}

impl Clone for Vector {
    fn clone(&self) -> Self {
        let buffer = self.buffer.duplicate();
        self.ring.ran(Kernel::Copy, self.count * self.ring.shape().words);
        Self { ring: self.ring.clone(), count: self.count, buffer }
    }
}

impl PartialEq for Vector {
    /// Whether the elements are equal and lie in the same ring. Not in constant time.
    fn eq(&self, other: &Self) -> bool {
        self.ring == other.ring && self.count == other.count && *self.buffer == *other.buffer
    }
}

impl Eq for Vector {}

impl fmt::Debug for Vector {
    /// Number and ring only: elements are long, and may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secret = if self.is_secret() { "secret " } else { "" };
        write!(f, "Vector({} {secret}elements of {})", self.count, self.ring)
    }
}
