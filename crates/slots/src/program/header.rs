//! The 20 bytes in front of a result: where and how a client reads its slots.

use crate::program::Output;

/// Length of a header.
pub const HEADER_BYTES: usize = 20;
const MAGIC: [u8; 4] = *b"slot";
const VERSION: u8 = 1;

impl Output {
    /// `slot`, version, whether entries are parities, two zeros, `first` (4 bytes, little-endian) and
    /// `lowest` (8 bytes, little-endian, two's complement).
    #[must_use]
    pub fn header(&self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4] = VERSION;
        bytes[5] = self.lowest.is_some().into();
        bytes[8..12].copy_from_slice(&self.first.to_le_bytes());
        bytes[12..].copy_from_slice(&self.lowest.unwrap_or_default().to_le_bytes());
        bytes
    }

    /// Reads a header; `None` if it is none. The register is not part of it.
    #[must_use]
    pub fn of_header(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; HEADER_BYTES] = bytes.try_into().ok()?;
        let first = u32::from_le_bytes(bytes[8..12].try_into().ok()?);
        let lowest = i64::from_le_bytes(bytes[12..].try_into().ok()?);
        let parity = match (bytes[..4] == MAGIC && bytes[6..8] == [0; 2], bytes[4], bytes[5]) {
            (true, VERSION, 0) => false,
            (true, VERSION, 1) => true,
            _ => return None,
        };
        Some(Self { register: 0, first, lowest: parity.then_some(lowest) })
    }

    /// The result in a slot that decrypted to `value`, below the modulus.
    #[must_use]
    pub fn read(&self, value: u64, modulus: u64) -> u64 {
        match self.lowest.map(i128::from) {
            None => value,
            Some(lowest) => {
                let above = (i128::from(value) - lowest).rem_euclid(i128::from(modulus));
                (above + lowest).rem_euclid(2) as u64
            }
        }
    }
}
