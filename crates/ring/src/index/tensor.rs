//! Positions in the tensor: strides, and coordinates of a position.

use super::{Index, PrimePower};

/// One axis of a tensor `[outer][len][inner]`: element (o, j, i) is at `(o·len + j)·inner + i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    /// The prime power to which the axis belongs.
    pub factor: PrimePower,
    /// The product of the lengths of the axes before it.
    pub outer: usize,
    /// Its length: φ(p^e), and half of it in the conjugate-invariant ring.
    pub len: usize,
    /// The product of the lengths of the axes after it: the distance of its neighbours.
    pub inner: usize,
}

impl Index {
    /// The axes, slowest first, in the order of [`Index::factors`].
    pub fn axes(&self) -> impl DoubleEndedIterator<Item = Axis> + ExactSizeIterator + '_ {
        let length = |factor: &PrimePower| match self.conjugate_invariant {
            true => factor.totient() / 2,
            false => factor.totient(),
        };
        self.factors.iter().enumerate().map(move |(i, &factor)| Axis {
            factor,
            outer: self.factors[..i].iter().map(length).product(),
            len: length(&factor),
            inner: self.factors[i + 1..].iter().map(length).product(),
        })
    }

    /// The position of the coordinates (j_1, …, j_k), one for each axis.
    ///
    /// # Panics
    ///
    /// If there is not one coordinate for each axis, or one is not below its axis' length.
    pub fn position(&self, coordinates: &[usize]) -> usize {
        assert_eq!(coordinates.len(), self.factors.len(), "one coordinate for each axis");
        self.axes().zip(coordinates).fold(0, |position, (axis, &coordinate)| {
            assert!(coordinate < axis.len, "coordinate {coordinate} on the axis {}", axis.factor);
            position * axis.len + coordinate
        })
    }

    /// The coordinates of a position; inverse of [`Index::position`].
    ///
    /// # Panics
    ///
    /// If `position` is not below n.
    pub fn coordinates(&self, position: usize) -> Vec<usize> {
        assert!(position < self.degree(), "position {position} of {}", self.degree());
        self.axes().map(|axis| position / axis.inner % axis.len).collect()
    }
}
