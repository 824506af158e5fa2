//! Runs programs: the other half of an adapter in Rust.

use std::rc::Rc;

use thiserror::Error;

use crate::program::{Op, Plain, Program};

/// What a library supplies: operations on ciphertexts of one row of integers mod t.
///
/// No operation changes its arguments. Products are returned relinearised.
pub trait Backend {
    /// What a slot holds: `u64` for integers, `f64` for reals, `[f64; 2]` for complex numbers and reals alike
    /// (real and imaginary part). Products of numbers are rescaled: they lie one level lower than their
    /// operands.
    type Entry: Entry;
    /// A ciphertext.
    type Ciphertext;
    /// An encoded row.
    type Plaintext;
    /// What goes wrong in the library.
    type Error;

    /// Encodes a row, integers in `0..t` or reals, for ciphertexts of a level.
    ///
    /// # Errors
    /// Those of the library; likewise below.
    fn encode(&mut self, row: &[Self::Entry], level: u32) -> Result<Self::Plaintext, Self::Error>;
    /// A ciphertext of what everybody knows.
    ///
    /// # Errors
    /// As above.
    fn encrypt(&mut self, plain: &Self::Plaintext) -> Result<Self::Ciphertext, Self::Error>;
    /// a + b.
    ///
    /// # Errors
    /// As above.
    fn add(
        &mut self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Self::Error>;
    /// a - b.
    ///
    /// # Errors
    /// As above.
    fn sub(
        &mut self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Self::Error>;
    /// -a.
    ///
    /// # Errors
    /// As above.
    fn negate(&mut self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Self::Error>;
    /// a plus a plaintext.
    ///
    /// # Errors
    /// As above.
    fn add_plain(
        &mut self,
        a: &Self::Ciphertext,
        plain: &Self::Plaintext,
    ) -> Result<Self::Ciphertext, Self::Error>;
    /// a times a plaintext.
    ///
    /// # Errors
    /// As above.
    fn multiply_plain(
        &mut self,
        a: &Self::Ciphertext,
        plain: &Self::Plaintext,
    ) -> Result<Self::Ciphertext, Self::Error>;
    /// a·b.
    ///
    /// # Errors
    /// As above.
    fn multiply(
        &mut self,
        a: &Self::Ciphertext,
        b: &Self::Ciphertext,
    ) -> Result<Self::Ciphertext, Self::Error>;
    /// a².
    ///
    /// # Errors
    /// As above.
    fn square(&mut self, a: &Self::Ciphertext) -> Result<Self::Ciphertext, Self::Error> {
        self.multiply(a, a)
    }
    /// Slot j goes to slot (j + step) mod R.
    ///
    /// # Errors
    /// As above.
    fn rotate(&mut self, a: &Self::Ciphertext, step: i32) -> Result<Self::Ciphertext, Self::Error>;
    /// A lower level: primes left out, then the last `divide` above the level divided by. Libraries
    /// that declare one level are never asked.
    ///
    /// # Errors
    /// As above.
    fn lower(
        &mut self,
        a: &Self::Ciphertext,
        level: u32,
        divide: u32,
    ) -> Result<Self::Ciphertext, Self::Error>;
    /// The complex conjugate of every slot. Libraries whose targets are not complex are never asked; none:
    /// the library has no such operation.
    ///
    /// # Errors
    /// As above.
    fn conjugate(&mut self, _: &Self::Ciphertext) -> Result<Option<Self::Ciphertext>, Self::Error> {
        Ok(None)
    }
    /// The same numbers at this level, whatever level they had. Libraries whose targets do not refresh are never
    /// asked; none: the library has no such operation.
    ///
    /// # Errors
    /// As above.
    fn refresh(
        &mut self,
        _: &Self::Ciphertext,
        _: u32,
    ) -> Result<Option<Self::Ciphertext>, Self::Error> {
        Ok(None)
    }
}

/// What a slot holds.
pub trait Entry: Copy {
    /// The row of a plaintext of a program.
    fn row(program: &Program, plain: &Plain) -> Vec<Self>;
}

impl Entry for u64 {
    fn row(program: &Program, plain: &Plain) -> Vec<Self> {
        program.row(plain)
    }
}

impl Entry for f64 {
    fn row(program: &Program, plain: &Plain) -> Vec<Self> {
        program.real_row(plain)
    }
}

impl Entry for [f64; 2] {
    fn row(program: &Program, plain: &Plain) -> Vec<Self> {
        program.complex_row(plain)
    }
}

/// A program that did not run to its end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError<E> {
    /// The library failed.
    #[error(transparent)]
    Library(#[from] E),
    /// The library has no conjugation.
    #[error("the library does not conjugate")]
    NoConjugation,
    /// The library does not refresh ciphertexts.
    #[error("the library does not refresh ciphertexts")]
    NoRefresh,
    /// A register holds nothing. Programs that were read or planned never get here.
    #[error("register {0} holds nothing")]
    Empty(u32),
}

/// The plaintexts of a program, encoded.
///
/// # Errors
/// Those of the library.
pub fn encode<B: Backend>(
    program: &Program,
    backend: &mut B,
) -> Result<Vec<B::Plaintext>, B::Error> {
    let plains = program.plains().iter();
    plains.map(|plain| backend.encode(&B::Entry::row(program, plain), plain.level)).collect()
}

/// Runs a program; `input(wire, level)` gives the ciphertext of a wire. The outputs in their order, one
/// that occurs repeatedly shared.
///
/// # Errors
/// Those of the library and of `input`.
pub fn run<B: Backend>(
    program: &Program,
    backend: &mut B,
    plains: &[B::Plaintext],
    mut input: impl FnMut(u32, u32) -> Result<B::Ciphertext, B::Error>,
) -> Result<Vec<Rc<B::Ciphertext>>, RunError<B::Error>> {
    with_inputs(program, backend, plains, |_, wire, level| input(wire, level))
}

/// The same, where reading an input takes the backend: `input(backend, wire, level)`.
///
/// # Errors
/// As above.
pub fn with_inputs<B: Backend>(
    program: &Program,
    backend: &mut B,
    plains: &[B::Plaintext],
    mut input: impl FnMut(&mut B, u32, u32) -> Result<B::Ciphertext, B::Error>,
) -> Result<Vec<Rc<B::Ciphertext>>, RunError<B::Error>> {
    let mut registers: Vec<Option<Rc<B::Ciphertext>>> = Vec::new();
    registers.resize_with(program.registers() as usize, || None);
    let missing = |number: u32| RunError::Empty(number);
    for &op in program.ops() {
        let get = |register: u32| {
            registers
                .get(register as usize)
                .and_then(Option::as_deref)
                .ok_or_else(|| missing(register))
        };
        let plaintext = |number: u32| plains.get(number as usize).ok_or_else(|| missing(number));
        let (to, made) = match op {
            Op::Input { to, wire, level } => (to, input(backend, wire, level)?),
            Op::Add { to, a, b } => (to, backend.add(get(a)?, get(b)?)?),
            Op::Sub { to, a, b } => (to, backend.sub(get(a)?, get(b)?)?),
            Op::Negate { to, a } => (to, backend.negate(get(a)?)?),
            Op::AddPlain { to, a, plain } => (to, backend.add_plain(get(a)?, plaintext(plain)?)?),
            Op::MultiplyPlain { to, a, plain } => {
                (to, backend.multiply_plain(get(a)?, plaintext(plain)?)?)
            }
            Op::Multiply { to, a, b } => (to, backend.multiply(get(a)?, get(b)?)?),
            Op::Square { to, a } => (to, backend.square(get(a)?)?),
            Op::Rotate { to, a, step } => (to, backend.rotate(get(a)?, step)?),
            Op::Conjugate { to, a } => {
                (to, backend.conjugate(get(a)?)?.ok_or(RunError::NoConjugation)?)
            }
            Op::Lower { to, a, level, divide } => (to, backend.lower(get(a)?, level, divide)?),
            Op::Refresh { to, a, level } => {
                (to, backend.refresh(get(a)?, level)?.ok_or(RunError::NoRefresh)?)
            }
            Op::Encrypt { to, plain } => (to, backend.encrypt(plaintext(plain)?)?),
            Op::Free { register } => {
                if let Some(place) = registers.get_mut(register as usize) {
                    *place = None;
                }
                continue;
            }
        };
        *registers.get_mut(to as usize).ok_or_else(|| missing(to))? = Some(Rc::new(made));
    }
    let output = |register: u32| {
        let value = registers.get(register as usize).and_then(Option::as_ref);
        value.cloned().ok_or_else(|| missing(register))
    };
    program.outputs().iter().map(|it| output(it.register)).collect()
}
