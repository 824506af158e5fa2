//! Samples under another secret.
//!
//! For each coefficient s_i of the old secret and each digit j there is a sample of 2^(dropped + j·width)·s_i under the
//! new one; (0, b) less the sum of these times the digits of a_i is a sample of nearly the same phase.

use ringassay_kernels::vectorised;
use zeroize::Zeroize;

use super::{LweEncryption, LweError, LweSample, LweSecret};
use crate::{
    meter::{self, Held},
    recorder::Kernel,
    sample::{Seed, Stream},
};

/// Rows that are multiplied in one go.
const ROWS: usize = 8;

/// From which dimension to which, modulo what, by which digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SwitchShape {
    /// The dimension of the old secret.
    pub from: usize,
    /// That of the new one.
    pub to: usize,
    /// The modulus: a power of two.
    pub q: u64,
    /// Bits of a digit.
    pub width: u32,
    /// Digits: the leading ones; what lies below is rounded away.
    pub count: u32,
}

impl SwitchShape {
    /// Fails unless there is such a key.
    ///
    /// # Errors
    /// Returns an error if the modulus is not a power of two from 2 to 2^32, or has not so many bits.
    pub fn check(&self) -> Result<(), LweError> {
        let Self { q, width, count, .. } = *self;
        if !q.is_power_of_two() || !(2..=1 << 32).contains(&q) {
            return Err(LweError::SwitchModulus(q));
        }
        let taken = count.checked_mul(width).filter(|&taken| taken > 0 && taken <= q.ilog2());
        if taken.is_some() { Ok(()) } else { Err(LweError::Digits { count, width, q }) }
    }

    /// The samples of a key.
    pub fn rows(&self) -> usize {
        self.from * self.count as usize
    }

    /// Low bits that are rounded away.
    pub fn dropped(&self) -> u32 {
        self.q.ilog2() - self.width * self.count
    }

    /// Bytes of a word of a table.
    fn word_bytes(&self) -> usize {
        if self.q <= 1 << 16 { 2 } else { 4 }
    }

    /// Bytes of a table.
    pub fn table_bytes(&self) -> usize {
        self.rows() * (self.to + 1) * self.word_bytes()
    }

    /// Fails unless a sample can be switched.
    ///
    /// # Errors
    /// Returns an error if it has another dimension or modulus.
    pub fn admits(&self, dimension: usize, q: u64) -> Result<(), LweError> {
        if q != self.q {
            return Err(LweError::OtherModulus { left: q, right: self.q });
        }
        let (given, expected) = (dimension, self.from);
        if given == expected { Ok(()) } else { Err(LweError::Dimension { given, expected }) }
    }
}

/// A key-switching key as it is kept: bodies, and the seed of the masks.
#[derive(Debug, Clone)]
pub struct LweSwitchKey {
    shape: SwitchShape,
    masks: Seed,
    bodies: Vec<u64>,
    _held: Held,
}

/// The key with its masks, packed in words of 16 or 32 bits.
#[derive(Debug, Clone)]
pub struct LweSwitchTable {
    shape: SwitchShape,
    words: Words,
    _held: Held,
}

#[derive(Debug, Clone)]
enum Words {
    Short(Vec<u16>),
    Long(Vec<u32>),
}

impl LweSwitchKey {
    /// The key from one secret to another.
    ///
    /// # Errors
    /// Returns an error if there are no such keys, the dimensions are others, or the deviation of errors is out of range.
    pub fn new(
        shape: SwitchShape,
        [from, to]: [&LweSecret; 2],
        sigma: f64,
        masks: &Seed,
        stream: &mut Stream,
    ) -> Result<Self, LweError> {
        shape.check()?;
        let dimensions = [(from.dimension(), shape.from), (to.dimension(), shape.to)];
        if let Some(&(given, expected)) = dimensions.iter().find(|(x, y)| x != y) {
            return Err(LweError::Dimension { given, expected });
        }
        let message = |&s: &i64, j: u32| {
            let place = shape.dropped() + j * shape.width;
            (s as u64) << place & (shape.q - 1)
        };
        let messages = from.coefficients().iter();
        let mut messages: Vec<u64> =
            messages.flat_map(|s| (0..shape.count).map(move |j| message(s, j))).collect();
        let encryption = LweEncryption { q: shape.q, sigma };
        let bodies = encryption.bodies(&messages, to, masks, stream);
        messages.zeroize();
        Self::from_parts(shape, masks.clone().published(), bodies?)
    }

    /// The key of its parts, as they were saved.
    ///
    /// # Errors
    /// Returns an error if there are no such keys, or not as many bodies, or one is not below the modulus.
    pub fn from_parts(shape: SwitchShape, masks: Seed, bodies: Vec<u64>) -> Result<Self, LweError> {
        shape.check()?;
        let (given, expected) = (bodies.len(), shape.rows());
        if given != expected {
            return Err(LweError::Dimension { given, expected });
        }
        if let Some(position) = bodies.iter().position(|&body| body >= shape.q) {
            return Err(LweError::NotReduced { position, value: bodies[position], q: shape.q });
        }
        let _held = Held::new(8 * bodies.len());
        Ok(Self { shape, masks, bodies, _held })
    }

    /// What it switches.
    pub fn shape(&self) -> SwitchShape {
        self.shape
    }

    /// The seed of the masks.
    pub fn masks(&self) -> &Seed {
        &self.masks
    }

    /// The bodies.
    pub fn bodies(&self) -> &[u64] {
        &self.bodies
    }

    /// The key with its masks.
    pub fn prepare(&self) -> LweSwitchTable {
        let shape = self.shape;
        let encryption = LweEncryption { q: shape.q, sigma: 1.0 };
        let rows = self.bodies.iter().enumerate().flat_map(|(i, &body)| {
            let mut row = encryption.mask(shape.to, &self.masks, i as u64);
            row.push(body);
            row
        });
        let words = match shape.word_bytes() {
            2 => Words::Short(collect(shape, rows.map(|word| word as u16))),
            _ => Words::Long(collect(shape, rows.map(|word| word as u32))),
        };
        LweSwitchTable { shape, words, _held: Held::new(shape.table_bytes()) }
    }
}

/// All words, in memory of just their size.
fn collect<T>(shape: SwitchShape, words: impl Iterator<Item = T>) -> Vec<T> {
    let mut all = Vec::with_capacity(shape.rows() * (shape.to + 1));
    all.extend(words);
    all
}

impl LweSwitchTable {
    /// What it switches.
    pub fn shape(&self) -> SwitchShape {
        self.shape
    }

    /// The samples under the new secret, of the same phases but for what the key adds. The key is read once for all.
    ///
    /// # Errors
    /// Returns an error if a sample has another dimension or modulus.
    pub fn switch(&self, samples: &[LweSample]) -> Result<Vec<LweSample>, LweError> {
        let shape = self.shape;
        samples.iter().try_for_each(|x| shape.admits(x.dimension(), x.q()))?;
        let kernel = Kernel::LweKeySwitch { terms: shape.rows() as u32 };
        meter::rows(kernel, shape.to + 1, samples.len());
        let digits: Vec<Vec<i32>> = samples.iter().map(|x| digits(&shape, x.mask())).collect();
        let mut sums: Vec<Vec<u64>> = match &self.words {
            Words::Short(words) => sums(words, shape.to + 1, &digits, |sum: u16, x, digit| {
                sum.wrapping_sub(x.wrapping_mul(digit as u16))
            }),
            Words::Long(words) => sums(words, shape.to + 1, &digits, |sum: u32, x, digit| {
                sum.wrapping_sub(x.wrapping_mul(digit as u32))
            }),
        };
        for (sum, x) in sums.iter_mut().zip(samples) {
            sum[shape.to] += x.body();
            sum.iter_mut().for_each(|word| *word &= shape.q - 1);
        }
        Ok(sums.into_iter().map(|words| LweSample::of_residues(words, shape.q)).collect())
    }
}

/// The leading balanced digits of each residue modulo a power of two, in [-B/2, B/2), the lowest first.
fn digits(shape: &SwitchShape, mask: &[u64]) -> Vec<i32> {
    let (half, width, dropped) = (1_u64 << shape.width >> 1, shape.width, shape.dropped());
    // B/2 at every place makes all digits nonnegative; the other term rounds.
    let places = (0..shape.count).map(|j| half << (dropped + j * width));
    let offset = places.sum::<u64>() + (1 << dropped >> 1);
    let digit = |word: u64, j: u32| {
        let shifted = (word + offset) & (shape.q - 1);
        (shifted >> (dropped + j * width) & ((1 << width) - 1)) as i32 - half as i32
    };
    mask.iter().flat_map(|&word| (0..shape.count).map(move |j| digit(word, j))).collect()
}

/// `-Σ digit_i·row_i` for each list of digits, in words that wrap around.
fn sums<T: Copy + Default + Into<u64>>(
    words: &[T],
    width: usize,
    digits: &[Vec<i32>],
    subtract: impl Fn(T, T, i32) -> T + Copy,
) -> Vec<Vec<u64>> {
    let mut sums = vec![vec![T::default(); width]; digits.len()];
    for (chunk, rows) in words.chunks(ROWS * width).enumerate() {
        for (sum, digits) in sums.iter_mut().zip(digits) {
            let digits = &digits[chunk * ROWS..][..rows.len() / width];
            vectorised(
                #[inline(always)]
                || subtract_rows(sum, rows, digits, subtract),
            );
        }
    }
    sums.iter().map(|sum| sum.iter().map(|&word| word.into()).collect()).collect()
}

/// Several rows in one pass over the sums.
#[inline(always)]
fn subtract_rows<T: Copy>(
    sum: &mut [T],
    rows: &[T],
    digits: &[i32],
    subtract: impl Fn(T, T, i32) -> T + Copy,
) {
    let width = sum.len();
    if let (Ok(digits), 0) = (<[i32; ROWS]>::try_from(digits), rows.len() % ROWS) {
        let parts: [&[T]; ROWS] = std::array::from_fn(|i| &rows[i * width..][..width]);
        for (at, sum) in sum.iter_mut().enumerate() {
            let mut total = *sum;
            for i in 0..ROWS {
                total = subtract(total, parts[i][at], digits[i]);
            }
            *sum = total;
        }
        return;
    }
    for (row, &digit) in rows.chunks_exact(width).zip(digits) {
        for (sum, &x) in sum.iter_mut().zip(row) {
            *sum = subtract(*sum, x, digit);
        }
    }
}
