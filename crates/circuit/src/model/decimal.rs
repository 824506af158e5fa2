//! Exact decimals, for depths.

use std::cmp::Ordering;
use std::fmt;

/// A non-negative decimal number that remembers how it was written.
///
/// Depths are sums of values such as 0.1 that binary fractions cannot hold, and files are
/// reproduced byte for byte, so `4`, `4.0` and `4.00` are equal but printed as they were read.
#[derive(Clone, Copy, Debug)]
pub struct Decimal {
    mantissa: u64,
    scale: u8,
}

/// Digits after the point at most, so that every comparison fits 128 bits.
const MAX_SCALE: u8 = 18;

impl Decimal {
    /// `mantissa / 10^scale`; `None` if there are more than 18 digits after the point.
    pub fn new(mantissa: u64, scale: u8) -> Option<Self> {
        (scale <= MAX_SCALE).then_some(Self { mantissa, scale })
    }

    /// A whole number written with one digit after the point, as `4.0`.
    pub fn whole(value: u32) -> Self {
        Self { mantissa: u64::from(value) * 10, scale: 1 }
    }

    /// A number of hundredths in the generator's notation: at least one digit after the point and
    /// no trailing zero beyond it.
    pub fn from_hundredths(hundredths: u64) -> Self {
        if hundredths.is_multiple_of(10) {
            Self { mantissa: hundredths / 10, scale: 1 }
        } else {
            Self { mantissa: hundredths, scale: 2 }
        }
    }

    /// The value in hundredths, rounded up; `None` if it does not fit.
    pub fn to_hundredths(self) -> Option<u64> {
        let scaled = u128::from(self.mantissa) * 100;
        u64::try_from(scaled.div_ceil(10u128.pow(self.scale.into()))).ok()
    }

    /// The smallest whole number not below the value.
    pub fn ceil(self) -> u64 {
        self.mantissa.div_ceil(10u64.pow(self.scale.into()))
    }

    /// The nearest binary fraction, for analysis and display.
    pub fn to_f64(self) -> f64 {
        self.mantissa as f64 / 10f64.powi(self.scale.into())
    }

    /// Reads `digits [ "." digits ]`: no sign, no leading zero, at most 18 digits after the point
    /// and a mantissa below 2^64.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let point = text.iter().position(|&byte| byte == b'.');
        let (whole, fraction) = match point {
            Some(at) => (&text[..at], &text[at + 1..]),
            None => (text, &[][..]),
        };
        if whole.is_empty() || (point.is_some() && fraction.is_empty()) {
            return None;
        }
        if whole.len() > 1 && whole[0] == b'0' {
            return None;
        }
        let mut mantissa = 0u64;
        for &byte in whole.iter().chain(fraction) {
            if !byte.is_ascii_digit() {
                return None;
            }
            mantissa = mantissa.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
        }
        Self::new(mantissa, u8::try_from(fraction.len()).ok()?)
    }

    fn scaled(self) -> u128 {
        u128::from(self.mantissa) * 10u128.pow(u32::from(MAX_SCALE - self.scale))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.scaled() == other.scaled()
    }
}

impl Eq for Decimal {}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        self.scaled().cmp(&other.scaled())
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = 10u64.pow(self.scale.into());
        write!(f, "{}", self.mantissa / unit)?;
        if self.scale > 0 {
            let width = usize::from(self.scale);
            write!(f, ".{:0width$}", self.mantissa % unit)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_it_was_read() {
        for text in ["0", "4", "4.0", "4.00", "4.2", "0.1", "4.1499999999999995", "24.35"] {
            assert_eq!(Decimal::parse(text.as_bytes()).unwrap().to_string(), text);
        }
    }

    #[test]
    fn refuses_what_is_not_a_plain_decimal() {
        for text in ["", ".", "4.", ".5", "04", "-1", "+1", "1e9", "0x1", " 1", "1.0.0", "1,5"] {
            assert!(Decimal::parse(text.as_bytes()).is_none(), "{text}");
        }
        assert!(Decimal::parse("123456789012345678901234567890".as_bytes()).is_none());
        assert!(Decimal::parse("0.1234567890123456789".as_bytes()).is_none());
    }

    #[test]
    fn compares_by_value() {
        let parse = |text: &str| Decimal::parse(text.as_bytes()).unwrap();
        assert_eq!(parse("4"), parse("4.00"));
        assert!(parse("4.2") < parse("4.25"));
        assert_eq!(parse("4.201").to_hundredths(), Some(421));
        assert_eq!(parse("4.2").ceil(), 5);
        assert_eq!(parse("4.0").ceil(), 4);
        assert_eq!(Decimal::from_hundredths(425).to_string(), "4.25");
        assert_eq!(Decimal::from_hundredths(420).to_string(), "4.2");
        assert_eq!(Decimal::from_hundredths(400).to_string(), "4.0");
    }
}
