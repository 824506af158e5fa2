//! Lists of `letter=value`: headers of circuits and key parameters.

use std::ops::RangeInclusive;

use crate::limits;
use crate::model::{Decimal, Shape, Space};
use crate::text::cursor::Cursor;
use crate::text::error::FormatError;
use crate::text::real::number;

/// The fields of one line, in any order, each at most once.
pub(super) struct Fields<'a> {
    /// Letter, its place, and its value's place and bytes.
    found: Vec<Field<'a>>,
    end: Cursor<'a>,
}

struct Field<'a> {
    letter: u8,
    place: Cursor<'a>,
    value_place: Cursor<'a>,
    value: &'a [u8],
}

impl<'a> Fields<'a> {
    /// Reads a whole line of fields named by one of `letters`.
    ///
    /// # Errors
    /// If the line is not of that form or a field comes twice.
    pub(super) fn read(mut cursor: Cursor<'a>, letters: &[u8]) -> Result<Self, FormatError> {
        let mut found: Vec<Field<'a>> = Vec::with_capacity(letters.len());
        loop {
            cursor.blanks();
            let place = cursor;
            let known = cursor.peek().filter(|letter| letters.contains(letter));
            let Some(letter) = known else {
                return Err(place.error(format!("a field ({})", names(letters))));
            };
            cursor.advance(1);
            cursor.symbol(b'=')?;
            if found.iter().any(|field| field.letter == letter) {
                return Err(place.error(format!("each field once, not {} again", name(letter))));
            }
            let value_place = cursor;
            let value = cursor.run(|byte| !matches!(byte, b',' | b' ' | b'\t'));
            found.push(Field { letter, place, value_place, value });
            if !cursor.take_symbol(b',') {
                break;
            }
        }
        cursor.end()?;
        Ok(Self { found, end: cursor })
    }

    /// Whether the field is there.
    pub(super) fn has(&self, letter: u8) -> bool {
        self.field(letter).is_some()
    }

    /// The whole number a field must give.
    ///
    /// # Errors
    /// If the field is missing or its value is no number in `range`; `what` names the value.
    pub(super) fn number(
        &self,
        letter: u8,
        what: &str,
        range: RangeInclusive<u64>,
    ) -> Result<u64, FormatError> {
        let field = self.require(letter)?;
        let mut cursor = field.value_place;
        let value = cursor.number(what, range.clone())?;
        if cursor.rest().len() + field.value.len() == field.value_place.rest().len() {
            return Ok(value);
        }
        Err(field.value_place.error(format!("{what} from {} to {}", range.start(), range.end())))
    }

    /// The decimal number a field must give.
    ///
    /// # Errors
    /// If the field is missing or its value is no decimal.
    pub(super) fn decimal(&self, letter: u8) -> Result<Decimal, FormatError> {
        let field = self.require(letter)?;
        Decimal::parse(field.value).ok_or_else(|| {
            field.value_place.error("a depth such as 4 or 4.2, of at most 18 digits")
        })
    }

    /// The real number that a field must give, from `low` to `high`.
    ///
    /// # Errors
    /// If the field is missing or its value is no such number; `what` names the value.
    pub(super) fn real(
        &self,
        letter: u8,
        what: &str,
        low: f64,
        high: f64,
    ) -> Result<f64, FormatError> {
        let field = self.require(letter)?;
        number(field.value).filter(|value| (low..=high).contains(value)).ok_or_else(|| {
            field.value_place.error(format!("{what}, a decimal number from {low:e} to {high:e}"))
        })
    }

    /// The shape that `L` and, for zt, `T`, for reals, `R` or, for complex numbers, `C` declare.
    ///
    /// # Errors
    /// If `L` is missing or one of them is out of range, or two of `T`, `R` and `C` are there.
    pub(super) fn shape(&self) -> Result<Shape, FormatError> {
        let batch = self.number(b'L', "a batch", 1..=limits::BATCH as u64)? as u32;
        let mut spaces = self.found.iter().filter(|field| b"TRC".contains(&field.letter));
        let (first, second) = (spaces.next(), spaces.next());
        if let Some(field) = second {
            return Err(field.place.error("only one of T=, R= and C="));
        }
        let bound = |letter: u8| {
            let what = "a bound on inputs";
            self.real(letter, what, 1.0 / limits::BOUND, limits::BOUND)
        };
        let space = match first.map(|field| field.letter) {
            Some(b'T') => Ok(Space::Zt {
                modulus: self.number(b'T', "a plaintext modulus", 2..=limits::MODULUS - 1)?,
            }),
            Some(b'R') => Space::real(bound(b'R')?),
            Some(_) => Space::complex(bound(b'C')?),
            None => Ok(Space::Gf2),
        };
        let space = space.map_err(|error| self.end.error(error.to_string()))?;
        Ok(Shape { space, batch })
    }

    /// Checks that only these fields are there; `what` names what they belong to.
    ///
    /// # Errors
    /// If another one is.
    pub(super) fn only(&self, letters: &[u8], what: &str) -> Result<(), FormatError> {
        match self.found.iter().find(|field| !letters.contains(&field.letter)) {
            None => Ok(()),
            Some(field) => {
                Err(field.place.error(format!("a field of {what} ({})", names(letters))))
            }
        }
    }

    fn field(&self, letter: u8) -> Option<&Field<'a>> {
        self.found.iter().find(|field| field.letter == letter)
    }

    fn require(&self, letter: u8) -> Result<&Field<'a>, FormatError> {
        self.field(letter)
            .ok_or_else(|| self.end.error(format!("the field {} as well", name(letter))))
    }
}

fn name(letter: u8) -> String {
    format!("{}=", char::from(letter))
}

fn names(letters: &[u8]) -> String {
    letters.iter().copied().map(name).collect::<Vec<_>>().join(", ")
}
