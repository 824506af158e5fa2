//! Tables of functions of words.

use crate::{Error, word::MAX_WORD_BITS};

/// A function from words of p bits to words of p' bits, entry by entry.
///
/// A lookup rotates a polynomial whose coefficients are the entries, each N/2^p times. Rotations are negacyclic, X^N = -1:
/// a word of p bits uses half of the circle, and of what has its padding bit set, 2^p + m, the result is the negative of
/// entry m. So padding bits of operands have to be 0, unless that is what is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    from: u32,
    to: u32,
    entries: Vec<u64>,
}

impl Table {
    /// The table with an entry for each word of `from` bits, the entries words of `to` bits.
    ///
    /// # Errors
    /// Returns an error unless words have from 1 to 8 bits, there are 2^`from` entries, and all are below 2^`to`.
    pub fn new(from: u32, to: u32, entries: Vec<u64>) -> Result<Self, Error> {
        for bits in [from, to] {
            if !(1..=MAX_WORD_BITS).contains(&bits) {
                let text = format!("words of 1 to {MAX_WORD_BITS} bits, not of {bits}");
                return Err(Error::Table(text));
            }
        }
        if entries.len() != 1 << from {
            let text = format!("a table of {} entries, not of {}", 1 << from, entries.len());
            return Err(Error::Table(text));
        }
        match entries.iter().find(|&&entry| entry >= 1 << to) {
            None => Ok(Self { from, to, entries }),
            Some(entry) => Err(Error::Table(format!("entries of {to} bits, not {entry}"))),
        }
    }

    /// The table of a function, whose results are reduced modulo 2^`to`.
    ///
    /// # Errors
    /// Returns an error unless words have from 1 to 8 bits.
    pub fn of(from: u32, to: u32, function: impl Fn(u64) -> u64) -> Result<Self, Error> {
        let mask = 1_u64.checked_shl(to).map_or(u64::MAX, |power| power - 1);
        let words = 0..1_u64.checked_shl(from).filter(|_| from <= MAX_WORD_BITS).unwrap_or(0);
        Self::new(from, to, words.map(|word| function(word) & mask).collect())
    }

    /// p.
    pub fn from_bits(&self) -> u32 {
        self.from
    }

    /// p'.
    pub fn to_bits(&self) -> u32 {
        self.to
    }

    /// The entries, that of 0 first.
    pub fn entries(&self) -> &[u64] {
        &self.entries
    }
}
