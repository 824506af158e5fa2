//! Values that go into or come out of a circuit.

use crate::model::{Shape, Space};

/// A list of vectors of one shape: the input of a circuit (one per wire) or its outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vectors {
    shape: Shape,
    words: Vec<u64>,
}

impl Vectors {
    /// Takes packed values, [`Shape::words`] words for each vector.
    ///
    /// Returns `None` if the words are no whole number of vectors, a residue is not below the
    /// modulus, or a bit beyond the batch is set.
    pub fn from_words(shape: Shape, words: Vec<u64>) -> Option<Self> {
        let each = shape.words();
        if each == 0 || !words.len().is_multiple_of(each) {
            return None;
        }
        let valid = match shape.space {
            Space::Gf2 => {
                words.iter().skip(each - 1).step_by(each).all(|last| last & !shape.tail_mask() == 0)
            }
            Space::Zt { modulus } => words.iter().all(|&value| value < modulus),
            Space::Real { .. } | Space::Complex { .. } => true,
        };
        valid.then_some(Self { shape, words })
    }

    /// As [`Vectors::from_words`], for words that are valid by construction.
    pub(crate) fn trusted(shape: Shape, words: Vec<u64>) -> Self {
        debug_assert!(Self::from_words(shape, words.clone()).is_some());
        Self { shape, words }
    }

    /// Space and batch of each vector.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Number of vectors.
    pub fn len(&self) -> usize {
        self.words.len() / self.shape.words()
    }

    /// Whether there is no vector.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// All words, vector after vector.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words of vector `index`.
    pub fn vector(&self, index: usize) -> &[u64] {
        let each = self.shape.words();
        &self.words[index * each..][..each]
    }

    /// The number in one slot of one vector over reals, as the sum of two doubles, the larger first;
    /// of complex numbers the real part, of other spaces its value and 0.
    pub fn real(&self, index: usize, slot: usize) -> (f64, f64) {
        match self.shape.space {
            Space::Real { .. } => {
                let pair = &self.vector(index)[2 * slot..][..2];
                (f64::from_bits(pair[0]), f64::from_bits(pair[1]))
            }
            Space::Complex { .. } => self.complex(index, slot).0,
            Space::Gf2 | Space::Zt { .. } => (self.slot(index, slot) as f64, 0.0),
        }
    }

    /// Real and imaginary part of the number in one slot of one vector, each as [`Vectors::real`] has it;
    /// the latter is 0 but over complex numbers.
    pub fn complex(&self, index: usize, slot: usize) -> ((f64, f64), (f64, f64)) {
        if !self.shape.space.is_complex() {
            return (self.real(index, slot), (0.0, 0.0));
        }
        let words = &self.vector(index)[4 * slot..][..4];
        let double = |at: usize| f64::from_bits(words[at]);
        ((double(0), double(1)), (double(2), double(3)))
    }

    /// The value of one slot of one vector; over reals the bits of the nearest double, over complex numbers
    /// those of the real part.
    pub fn slot(&self, index: usize, slot: usize) -> u64 {
        let vector = self.vector(index);
        match self.shape.space {
            Space::Gf2 => vector[slot / 64] >> (slot % 64) & 1,
            Space::Zt { .. } => vector[slot],
            Space::Real { .. } => vector[2 * slot],
            Space::Complex { .. } => vector[4 * slot],
        }
    }
}
