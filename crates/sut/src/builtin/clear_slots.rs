//! A pair that runs slot programs on slots in the clear: the planner in the place of a library.

use ringassay_circuit::text::KeyParameters;
use ringassay_slots::target::{Growth, Noise};
use ringassay_slots::{Backend, Target};

use crate::builtin::plaintext;
use crate::hello::PLANNER;
use crate::kit::{About, Chunk, Failure, Remarks, SlotKeys, SlotLibrary};

/// The modulus that carries bits.
const GF2_MODULUS: u64 = 65537;

fn about() -> About {
    About { planner: Some(PLANNER.to_owned()), ..plaintext::about("slots") }
}

/// Rows of so many slots, without secrets, keys for all powers of two and noise that only grows with
/// products.
#[derive(Debug)]
pub struct ClearLibrary {
    row: u32,
    modulus: u64,
}

impl ClearLibrary {
    /// A library whose rows have `row` slots.
    #[must_use]
    pub fn new(row: u32) -> Self {
        Self { row, modulus: GF2_MODULUS }
    }
}

impl SlotLibrary for ClearLibrary {
    fn about(&self) -> About {
        about()
    }

    fn make_keys(
        &mut self,
        asked: &KeyParameters,
        remarks: &mut Remarks,
    ) -> Result<(Target, Vec<Chunk>), Failure> {
        let (batch, modulus) = match *asked {
            KeyParameters::Simd { batch, modulus, .. } => (batch, modulus),
            _ => (1, None),
        };
        if batch > self.row {
            return Err(Failure::refused(format!("batch {batch}: at most {} slots", self.row)));
        }
        self.modulus = modulus.unwrap_or(GF2_MODULUS);
        let powers = (0..31).map(|bit| 1 << bit).take_while(|&step| step < self.row as i32);
        remarks.parameter("scheme", "plaintext");
        let target = Target {
            batch,
            row: self.row,
            modulus: self.modulus,
            steps: powers.flat_map(|step| [step, -step]).collect(),
            noise: Noise {
                capacity: vec![1000.0],
                floor: None,
                fresh: 0.0,
                key_switch: 0.0,
                multiply: Growth::Sum(1.0),
                add_plain: None,
                multiply_plain: 1.0,
                periodic_plain: false,
            },
        };
        Ok((target, Vec::new()))
    }

    fn encrypt_row(&mut self, row: &[u64]) -> Result<Vec<u8>, Failure> {
        Ok(bytes(row))
    }

    fn decrypt_row(&mut self, ciphertext: &[u8]) -> Result<Vec<u64>, Failure> {
        row_of(ciphertext, self.row, self.modulus)
    }
}

fn bytes(row: &[u64]) -> Vec<u8> {
    row.iter().flat_map(|slot| slot.to_le_bytes()).collect()
}

fn row_of(bytes: &[u8], slots: u32, modulus: u64) -> Result<Vec<u64>, Failure> {
    let row: Vec<u64> = bytes
        .chunks_exact(8)
        .map(|slot| slot.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
        .collect();
    if bytes.len() != 8 * slots as usize || row.iter().any(|&slot| slot >= modulus) {
        return Err(Failure::failed(format!("no row of {slots} slots")));
    }
    Ok(row)
}

/// Keys that are none.
#[derive(Debug, Default)]
pub struct ClearKeys;

impl SlotKeys for ClearKeys {
    type Backend = ClearSlots;

    fn about(&self) -> About {
        about()
    }

    fn load_keys(&self, target: &Target, _: &[&[u8]]) -> Result<ClearSlots, Failure> {
        Ok(ClearSlots { modulus: target.modulus, row: target.row })
    }

    fn read(backend: &ClearSlots, data: &[u8], _: u32) -> Result<Vec<u64>, Failure> {
        row_of(data, backend.row, backend.modulus)
    }

    fn write(_: &ClearSlots, row: &Vec<u64>) -> Result<Vec<u8>, Failure> {
        Ok(bytes(row))
    }
}

/// Rows of integers mod t as they are.
#[derive(Debug)]
pub struct ClearSlots {
    /// t, below 2^62.
    pub modulus: u64,
    /// Slots of a row.
    pub row: u32,
}

impl ClearSlots {
    fn each(&self, a: &[u64], b: &[u64], f: impl Fn(u128, u128) -> u128) -> Vec<u64> {
        let t = u128::from(self.modulus);
        a.iter().zip(b).map(|(&a, &b)| (f(a.into(), b.into()) % t) as u64).collect()
    }
}

type Slots = Result<Vec<u64>, Failure>;

#[allow(clippy::ptr_arg, reason = "the trait's ciphertexts are vectors")]
impl Backend for ClearSlots {
    type Entry = u64;
    type Ciphertext = Vec<u64>;
    type Plaintext = Vec<u64>;
    type Error = Failure;

    fn encode(&mut self, row: &[u64], _: u32) -> Slots {
        Ok(row.to_vec())
    }

    fn encrypt(&mut self, plain: &Vec<u64>) -> Slots {
        Ok(plain.clone())
    }

    fn add(&mut self, a: &Vec<u64>, b: &Vec<u64>) -> Slots {
        Ok(self.each(a, b, |a, b| a + b))
    }

    fn sub(&mut self, a: &Vec<u64>, b: &Vec<u64>) -> Slots {
        let t = u128::from(self.modulus);
        Ok(self.each(a, b, |a, b| a + t - b))
    }

    fn negate(&mut self, a: &Vec<u64>) -> Slots {
        let t = u128::from(self.modulus);
        Ok(self.each(a, a, |a, _| t - a))
    }

    fn add_plain(&mut self, a: &Vec<u64>, plain: &Vec<u64>) -> Slots {
        self.add(a, plain)
    }

    fn multiply_plain(&mut self, a: &Vec<u64>, plain: &Vec<u64>) -> Slots {
        self.multiply(a, plain)
    }

    fn multiply(&mut self, a: &Vec<u64>, b: &Vec<u64>) -> Slots {
        Ok(self.each(a, b, |a, b| a * b))
    }

    fn rotate(&mut self, a: &Vec<u64>, step: i32) -> Slots {
        let mut rotated = a.clone();
        rotated.rotate_right(step.rem_euclid(a.len() as i32) as usize);
        Ok(rotated)
    }

    fn lower(&mut self, a: &Vec<u64>, _: u32, _: u32) -> Slots {
        Ok(a.clone())
    }
}
