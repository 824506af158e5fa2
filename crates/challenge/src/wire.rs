//! Fields of protocol buffers (version 2): varints, doubles, bytes.

use crate::ChallengeError;

const CUT: ChallengeError = ChallengeError::Format("it ends within a field");

/// A field's content.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Field<'a> {
    Varint(u64),
    Double(f64),
    Bytes(&'a [u8]),
}

impl<'a> Field<'a> {
    pub(crate) fn varint(self) -> Result<u64, ChallengeError> {
        match self {
            Self::Varint(value) => Ok(value),
            _ => Err(ChallengeError::Format("a field should be an integer")),
        }
    }

    pub(crate) fn double(self) -> Result<f64, ChallengeError> {
        match self {
            Self::Double(value) if value.is_finite() => Ok(value),
            _ => Err(ChallengeError::Format("a field should be a finite number")),
        }
    }

    pub(crate) fn bytes(self) -> Result<&'a [u8], ChallengeError> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            _ => Err(ChallengeError::Format("a field should be a message or bytes")),
        }
    }
}

/// Calls `take` with the number and the content of each field of a message.
pub(crate) fn fields<'a>(
    mut message: &'a [u8],
    mut take: impl FnMut(u64, Field<'a>) -> Result<(), ChallengeError>,
) -> Result<(), ChallengeError> {
    while !message.is_empty() {
        let key = varint(&mut message)?;
        let field = match key & 7 {
            0 => Field::Varint(varint(&mut message)?),
            1 => {
                let (bytes, rest) = message.split_first_chunk::<8>().ok_or(CUT)?;
                message = rest;
                Field::Double(f64::from_le_bytes(*bytes))
            }
            2 => {
                let length = usize::try_from(varint(&mut message)?).map_err(|_| CUT)?;
                let (bytes, rest) = message.split_at_checked(length).ok_or(CUT)?;
                message = rest;
                Field::Bytes(bytes)
            }
            _ => return Err(ChallengeError::Format("a field of a type that it does not have")),
        };
        if key >> 3 == 0 {
            return Err(ChallengeError::Format("a field without a number"));
        }
        take(key >> 3, field)?;
    }
    Ok(())
}

fn varint(from: &mut &[u8]) -> Result<u64, ChallengeError> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = from.split_first().ok_or(CUT)?;
        *from = rest;
        if shift == 63 && byte > 1 {
            break;
        }
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(ChallengeError::Format("an integer of more than 64 bits"))
}

/// Fills a field that a message has once: programs differ in which of two they read.
pub(crate) fn once<T>(place: &mut Option<T>, value: T) -> Result<(), ChallengeError> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(ChallengeError::Format("a field is there twice")),
    }
}

pub(crate) fn unzigzag(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// A message that is written.
#[derive(Debug, Default)]
pub(crate) struct Writer(pub(crate) Vec<u8>);

impl Writer {
    pub(crate) fn varint(&mut self, field: u64, value: u64) {
        self.raw(field << 3);
        self.raw(value);
    }

    pub(crate) fn zigzag(&mut self, field: u64, value: i64) {
        self.varint(field, ((value << 1) ^ (value >> 63)) as u64);
    }

    pub(crate) fn double(&mut self, field: u64, value: f64) {
        self.raw(field << 3 | 1);
        self.0.extend(value.to_le_bytes());
    }

    pub(crate) fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.raw(field << 3 | 2);
        self.raw(bytes.len() as u64);
        self.0.extend(bytes);
    }

    fn raw(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }
}
