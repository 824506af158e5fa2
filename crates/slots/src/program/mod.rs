//! Slot programs: what an adapter runs instead of a circuit (`docs/programs.md`).

mod counts;
mod header;
mod key;
mod read;
mod write;

pub use header::HEADER_BYTES;
pub use key::KeyMismatch;
pub use read::ProgramError;

use crate::layout::Layout;

/// Longest text of a program, in bytes.
pub const MAX_BYTES: usize = 512 << 20;

/// A place that holds a ciphertext.
pub type Register = u32;

/// A valid program: every operation reads registers that hold something, at the same level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub(crate) batch: u32,
    pub(crate) row: u32,
    pub(crate) modulus: u64,
    pub(crate) is_complex: bool,
    pub(crate) levels: u32,
    pub(crate) wires: u32,
    pub(crate) registers: u32,
    pub(crate) notes: Vec<String>,
    pub(crate) plains: Vec<Plain>,
    pub(crate) ops: Vec<Op>,
    pub(crate) outputs: Vec<Output>,
}

/// A plaintext: a row, to be encoded at a level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plain {
    /// The level of the operations that use it.
    pub level: u32,
    /// What is in the row.
    pub values: Values,
}

/// What is in a row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Values {
    /// ℓ integers in (-t, t), repeated along the row.
    Entries(Vec<i64>),
    /// ℓ reals, repeated along the row: the bits of doubles.
    Reals(Vec<u64>),
    /// ℓ complex numbers, repeated along the row: the bits of real and imaginary part in turn.
    Complex(Vec<u64>),
    /// 1 in the slots `lo..hi`, 0 elsewhere.
    Ones {
        /// First slot.
        lo: u32,
        /// Behind the last.
        hi: u32,
    },
}

/// An operation. `to` is a register that holds nothing before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are those of the table in docs/programs.md")]
pub enum Op {
    /// The ciphertext of a wire, at a level: primes above it are left out.
    Input { to: Register, wire: u32, level: u32 },
    /// a + b.
    Add { to: Register, a: Register, b: Register },
    /// a - b.
    Sub { to: Register, a: Register, b: Register },
    /// -a.
    Negate { to: Register, a: Register },
    /// a plus a plaintext.
    AddPlain { to: Register, a: Register, plain: u32 },
    /// a times a plaintext that is not all zero.
    MultiplyPlain { to: Register, a: Register, plain: u32 },
    /// a·b, relinearised.
    Multiply { to: Register, a: Register, b: Register },
    /// a², relinearised.
    Square { to: Register, a: Register },
    /// Slot j goes to slot (j + step) mod R; there is a key for it.
    Rotate { to: Register, a: Register, step: i32 },
    /// The complex conjugate of every slot.
    Conjugate { to: Register, a: Register },
    /// a at a lower level: primes are left out, then the last `divide` above the level divided by.
    Lower { to: Register, a: Register, level: u32, divide: u32 },
    /// The same numbers with new levels, of which `level` are kept.
    Refresh { to: Register, a: Register, level: u32 },
    /// A plaintext encrypted, for an output that depends on no input.
    Encrypt { to: Register, plain: u32 },
    /// The register is not needed any more.
    Free { register: Register },
}

/// A result, and how to read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output {
    /// Where it is.
    pub register: Register,
    /// Slot j, for j in `first..first + ℓ`, holds entry j mod ℓ.
    pub first: u32,
    /// For gf2: an entry is an integer in `lowest..lowest + t`, whose parity is the bit.
    pub lowest: Option<i64>,
}

impl Program {
    /// Where vectors lie.
    #[must_use]
    pub fn layout(&self) -> Layout {
        Layout { batch: self.batch, row: self.row }
    }

    /// The plaintext modulus t; 0 for programs over real or complex numbers.
    #[must_use]
    pub fn modulus(&self) -> u64 {
        self.modulus
    }

    /// How many levels there are; 1 where nothing is switched.
    #[must_use]
    pub fn levels(&self) -> u32 {
        self.levels
    }

    /// Ciphertexts that are expected.
    #[must_use]
    pub fn wires(&self) -> u32 {
        self.wires
    }

    /// How many registers there are.
    #[must_use]
    pub fn registers(&self) -> u32 {
        self.registers
    }

    /// What a reader of the report must know.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The plaintexts.
    #[must_use]
    pub fn plains(&self) -> &[Plain] {
        &self.plains
    }

    /// The operations, in order.
    #[must_use]
    pub fn ops(&self) -> &[Op] {
        &self.ops
    }

    /// The results, at least one.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// Whether the program computes with complex numbers.
    #[must_use]
    pub fn is_complex(&self) -> bool {
        self.is_complex
    }

    /// Whether the program computes with real or complex numbers, whose products take a level.
    #[must_use]
    pub fn is_real(&self) -> bool {
        self.modulus == 0
    }

    /// The row of a plaintext of a program over reals.
    #[must_use]
    pub fn real_row(&self, plain: &Plain) -> Vec<f64> {
        self.complex_row(plain).into_iter().map(|[re, _]| re).collect()
    }

    /// The row of a plaintext of a program over real or complex numbers: real and imaginary part of each.
    #[must_use]
    pub fn complex_row(&self, plain: &Plain) -> Vec<[f64; 2]> {
        let numbers: Vec<[f64; 2]> = match &plain.values {
            Values::Reals(entries) => {
                entries.iter().map(|&bits| [f64::from_bits(bits), 0.0]).collect()
            }
            Values::Complex(entries) => {
                entries.as_chunks::<2>().0.iter().map(|parts| parts.map(f64::from_bits)).collect()
            }
            _ => return self.row(plain).into_iter().map(|entry| [entry as f64, 0.0]).collect(),
        };
        self.layout().spread(&numbers)
    }

    /// The row of a plaintext, with entries in `0..t`.
    #[must_use]
    pub fn row(&self, plain: &Plain) -> Vec<u64> {
        match &plain.values {
            Values::Entries(entries) => {
                let t = i128::from(self.modulus.max(1));
                let reduced: Vec<u64> =
                    entries.iter().map(|&x| i128::from(x).rem_euclid(t) as u64).collect();
                self.layout().spread(&reduced)
            }
            Values::Reals(_) | Values::Complex(_) => vec![0; self.row as usize],
            &Values::Ones { lo, hi } => {
                (0..self.row).map(|slot| u64::from((lo..hi).contains(&slot))).collect()
            }
        }
    }
}
