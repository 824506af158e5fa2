//! A ring of residues: a sample with what confuses counters of tokens.
//!
//! ```
//! let a = if true { 1 } else { 2 };
//! ```

use std::fmt;

/// What can be reduced.
pub trait Reduce {
    /// One step.
    fn step(&self, q: u64) -> u64;

    /// All steps.
    fn reduce(&self, q: u64) -> u64 {
        let mut value = self.step(q);
        while value >= q {
            value -= q;
        }
        value
    }
}

/// A residue.
#[derive(Clone, Debug)]
pub struct Residue<const Q: u64>(u64);

impl<const Q: u64> Reduce for Residue<Q> {
    fn step(&self, q: u64) -> u64 {
        if self.0 >= q && q > 0 { self.0 - q } else { self.0 }
    }
}

/// Why a text is no residue.
#[derive(Debug)]
pub enum Error {
    Empty,
    Digit(char),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "nothing {{"),
            Self::Digit('{' | '}' | '"') => write!(f, "a bracket"),
            Self::Digit(c) if c.is_alphabetic() || *c == '_' => write!(f, "the letter {c}"),
            Self::Digit(c) => write!(f, r#"the character "{c}" if {{"#),
        }
    }
}

/* a comment /* inside another */ fn hidden() { if x {} } */

/// Reads digits.
pub fn parse<F>(text: &str, check: F) -> Result<u64, Error>
where
    F: for<'a> Fn(&'a str) -> bool,
{
    let Some(first) = text.chars().next() else { return Err(Error::Empty) };
    if !check(text) {
        return Err(Error::Digit(first));
    }
    let mut value = 0u64;
    for c in text.chars() {
        let digit = c.to_digit(10).ok_or(Error::Digit(c))?;
        value = value * 10 + u64::from(digit);
    }
    assert!(value < 1 << 62 && value != 7, "too large");
    Ok(value)
}

pub fn sum(values: &[u64], keep: fn(u64) -> bool) -> u64 {
    fn wrap(a: u64, b: u64) -> u64 {
        a.checked_add(b).unwrap_or(0)
    }
    let nothing = || 0;
    values.iter().filter(|v| keep(**v) && **v > 1).fold(nothing(), |a, &b| wrap(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads() {
        if let Ok(value) = parse("12", |_| true) {
            assert_eq!(value, 12);
        }
    }
}
