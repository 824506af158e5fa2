//! Where digits are written to.

use crate::rns::{Limbs, LimbsMut};

/// Memory for the digits of a decomposition.
pub trait DigitsMut {
    /// The number of digits.
    fn digits(&self) -> usize;

    /// The residues of the j-th digit.
    ///
    /// # Panics
    /// When there is no such digit.
    fn digit_mut(&mut self, digit: usize) -> LimbsMut<'_>;
}

/// Digits one after the other in one buffer, each a matrix of residues.
#[derive(Debug)]
pub struct Digits<'a> {
    words: &'a mut [u64],
    limbs: usize,
    stride: usize,
    columns: usize,
}

impl<'a> Digits<'a> {
    /// Row i of digit j starts at word (j·limbs + i)·stride.
    ///
    /// # Panics
    /// When `words` is not made of whole digits, or `stride` is less than `columns`, or one of
    /// `limbs` and `stride` is 0.
    pub fn new(words: &'a mut [u64], limbs: usize, stride: usize, columns: usize) -> Self {
        assert!(limbs > 0 && stride > 0 && columns <= stride, "{limbs} rows of {columns} columns");
        assert!(words.len().is_multiple_of(limbs * stride), "whole digits");
        Self { words, limbs, stride, columns }
    }

    /// The j-th digit, to be read.
    ///
    /// # Panics
    /// When there is no such digit.
    pub fn digit(&self, digit: usize) -> Limbs<'_> {
        let size = self.limbs * self.stride;
        Limbs::new(&self.words[digit * size..][..size], self.stride, self.columns)
    }
}

impl DigitsMut for Digits<'_> {
    fn digits(&self) -> usize {
        self.words.len() / (self.limbs * self.stride)
    }

    fn digit_mut(&mut self, digit: usize) -> LimbsMut<'_> {
        let size = self.limbs * self.stride;
        LimbsMut::new(&mut self.words[digit * size..][..size], self.stride, self.columns)
    }
}
