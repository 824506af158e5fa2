//! Fields of fixed size, little-endian.

use ringassay_kernels::packed::pack_onto;
use zeroize::Zeroizing;

use super::{Kind, SerialError};

/// Bytes that are written one after the other. Cleared unless they are taken.
pub struct Writer(Zeroizing<Vec<u8>>);

impl Writer {
    /// A writer that never moves its bytes, if there are no more of them.
    pub fn with_capacity(bytes: usize) -> Self {
        Self(Zeroizing::new(Vec::with_capacity(bytes)))
    }

    /// What was written.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// What was written, still to be cleared.
    pub fn into_bytes(self) -> Zeroizing<Vec<u8>> {
        self.0
    }

    /// Bytes as they are.
    pub fn put(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Words below 2^`bits`, packed.
    pub fn pack(&mut self, words: &[u64], bits: u32) {
        pack_onto(&mut self.0, words, bits);
    }

    /// A byte.
    pub fn u8(&mut self, x: u8) {
        self.put(&[x]);
    }

    /// Four bytes.
    pub fn u32(&mut self, x: u32) {
        self.put(&x.to_le_bytes());
    }

    /// Eight bytes.
    pub fn u64(&mut self, x: u64) {
        self.put(&x.to_le_bytes());
    }

    /// Eight bytes, two's complement.
    pub fn i64(&mut self, x: i64) {
        self.put(&x.to_le_bytes());
    }

    /// A double.
    pub fn f64(&mut self, x: f64) {
        self.u64(x.to_bits());
    }
}

/// The body of an object, read from the beginning to the end.
pub struct Reader<'a> {
    kind: Kind,
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A reader of the body of such an object.
    pub fn new(kind: Kind, body: &'a [u8]) -> Self {
        Self { kind, rest: body }
    }

    /// The error of a body that no such object has.
    pub fn wrong(&self, problem: impl Into<String>) -> SerialError {
        SerialError::Content { kind: self.kind, problem: problem.into() }
    }

    /// The next bytes.
    ///
    /// # Errors
    /// Returns an error if there are not so many.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], SerialError> {
        let Some((taken, rest)) = self.rest.split_at_checked(count) else {
            return Err(self.wrong("its fields are longer than the object"));
        };
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], SerialError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// A seed.
    ///
    /// # Errors
    /// Returns an error if the body ends before.
    pub fn seed(&mut self) -> Result<ringassay_ring::sample::Seed, SerialError> {
        Ok(ringassay_ring::sample::Seed::from_bytes(self.array()?))
    }

    /// A byte.
    ///
    /// # Errors
    /// Returns an error if the body ends before.
    pub fn u8(&mut self) -> Result<u8, SerialError> {
        Ok(u8::from_le_bytes(self.array()?))
    }

    /// 0 or 1: the flag of something.
    pub fn flag(&mut self, what: &str) -> Result<bool, SerialError> {
        match self.u8()? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(self.wrong(format!("the flag of {what} is {other}"))),
        }
    }

    /// Four bytes.
    ///
    /// # Errors
    /// Returns an error if the body ends before.
    pub fn u32(&mut self) -> Result<u32, SerialError> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// Eight bytes.
    ///
    /// # Errors
    /// Returns an error if the body ends before.
    pub fn u64(&mut self) -> Result<u64, SerialError> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// Eight bytes, two's complement.
    ///
    /// # Errors
    /// Returns an error if the body ends before.
    pub fn i64(&mut self) -> Result<i64, SerialError> {
        Ok(i64::from_le_bytes(self.array()?))
    }

    /// A double.
    ///
    /// # Errors
    /// Returns an error if the body ends before.
    pub fn f64(&mut self) -> Result<f64, SerialError> {
        Ok(f64::from_bits(self.u64()?))
    }

    /// Fails unless exactly `count` bytes are left: asked before anything is allocated for them.
    pub fn expect_left(&self, count: usize) -> Result<(), SerialError> {
        if self.rest.len() == count {
            return Ok(());
        }
        let left = self.rest.len();
        Err(self.wrong(format!("{left} bytes are left for what takes {count}")))
    }

    /// Fails unless everything was read.
    pub fn finish(&self) -> Result<(), SerialError> {
        self.expect_left(0)
    }
}
