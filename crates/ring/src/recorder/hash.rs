//! A hash that is quick on the few small numbers of a call.

use std::hash::Hasher;

/// Multiplies by an odd number after each word (Fibonacci hashing). Keys come from our own code, so
/// that nobody can choose them to collide.
#[derive(Debug, Default)]
pub struct Mixer(u64);

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        // Tables take the lowest bits, products are best in the highest.
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u8(&mut self, x: u8) {
        self.write_u64(u64::from(x));
    }

    fn write_u32(&mut self, x: u32) {
        self.write_u64(u64::from(x));
    }

    fn write_u64(&mut self, x: u64) {
        self.0 = (self.0.rotate_left(5) ^ x).wrapping_mul(GOLDEN);
    }

    fn write_isize(&mut self, x: isize) {
        self.write_u64(x as u64);
    }
}
