//! The compiled circuit and the memory it runs in.

use std::sync::Arc;

use crate::eval::double_double::Pair;
use crate::eval::lanes::LaneCode;
use crate::eval::modulus::Modulus;
use crate::eval::numbers::{self, Complex};
use crate::eval::schedule::Code;
use crate::eval::{bits, residues};
use crate::model::{Circuit, Header, Shape, Space, Vectors};

/// An input that does not fit the circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the input has {got} vectors of {got_batch} slots over {}, the circuit needs {wires} of \
     {batch} over {}", got_space.name(), space.name()
)]
pub struct EvalError {
    got: usize,
    got_batch: u32,
    got_space: Space,
    wires: u32,
    batch: u32,
    space: Space,
}

/// A circuit compiled for evaluation; see the [module](crate::eval).
#[derive(Clone, Debug)]
pub struct Program {
    shape: Shape,
    wires: u32,
    body: Body,
}

#[derive(Clone, Debug)]
enum Body {
    /// Vectors, evaluated gate by gate.
    Vectors(Code, Run),
    /// Single bits, of many inputs at a time.
    Lanes(LaneCode),
}

#[derive(Clone, Copy, Debug)]
enum Run {
    Bits,
    Residues(Modulus),
    Reals,
    Complexes,
}

impl Run {
    fn of(space: Space) -> Self {
        match space {
            Space::Gf2 => Self::Bits,
            Space::Zt { modulus } => Self::Residues(Modulus::new(modulus)),
            Space::Real { .. } => Self::Reals,
            Space::Complex { .. } => Self::Complexes,
        }
    }

    /// Runs `code` on the registers in `arena`.
    fn run(self, code: &Code, shape: Shape, arena: &mut [u64]) {
        match self {
            Self::Bits => bits::run(code, shape, arena),
            Self::Residues(modulus) => residues::run(code, shape, modulus, arena),
            Self::Reals => numbers::run::<2, Pair>(code, shape, arena),
            Self::Complexes => numbers::run::<4, Complex>(code, shape, arena),
        }
    }
}

impl Program {
    /// Compiles a circuit; linear in its size.
    pub fn compile(circuit: &Circuit) -> Self {
        let shape = circuit.shape();
        let body = match circuit.header() {
            Header::FanIn(_) => Body::Lanes(LaneCode::of(circuit)),
            Header::Simd { .. } => Body::Vectors(Code::of(circuit), Run::of(shape.space)),
        };
        Self { shape, wires: circuit.wires(), body }
    }

    /// Space and batch of every value.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Number of input wires.
    pub fn wires(&self) -> u32 {
        self.wires
    }

    /// Gates that are executed: those that lead to an output and are not short-circuited.
    pub fn executed_gates(&self) -> usize {
        match &self.body {
            Body::Vectors(code, _) => code.instructions.len(),
            Body::Lanes(code) => code.gates(),
        }
    }

    /// Bytes of working memory of one evaluation.
    pub fn memory_bytes(&self) -> usize {
        8 * match &self.body {
            Body::Vectors(code, _) => code.registers as usize * self.shape.words(),
            Body::Lanes(code) => code.words(),
        }
    }
}

/// A program and the memory it runs in, reused from one evaluation to the next.
#[derive(Clone, Debug)]
pub struct Evaluator {
    program: Arc<Program>,
    arena: Vec<u64>,
}

impl Evaluator {
    /// Memory for `program`.
    pub fn new(program: impl Into<Arc<Program>>) -> Self {
        let program = program.into();
        let arena = vec![0; program.memory_bytes() / 8];
        Self { program, arena }
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Evaluates the circuit on one vector for each wire; the result is one vector for each output.
    ///
    /// # Errors
    /// [`EvalError`] if the input is for another shape or number of wires.
    pub fn evaluate(&mut self, inputs: &Vectors) -> Result<Vectors, EvalError> {
        self.check(inputs)?;
        let shape = self.program.shape;
        let words = inputs.words();
        let output = match &self.program.body {
            Body::Lanes(code) => {
                self.arena[..words.len()].copy_from_slice(words);
                vec![code.run(&mut self.arena, 1)]
            }
            Body::Vectors(code, run) => {
                self.arena[shape.words()..][..words.len()].copy_from_slice(words);
                run.run(code, shape, &mut self.arena);
                registers(&self.arena, &code.outputs, shape)
            }
        };
        Ok(Vectors::trusted(shape, output))
    }

    /// Evaluates the circuit on many inputs; for fan-in circuits 64 at a time.
    ///
    /// # Errors
    /// [`EvalError`] for the first input that does not fit.
    pub fn evaluate_all(&mut self, inputs: &[Vectors]) -> Result<Vec<Vectors>, EvalError> {
        let program = Arc::clone(&self.program);
        let Body::Lanes(code) = &program.body else {
            return inputs.iter().map(|input| self.evaluate(input)).collect();
        };
        inputs.iter().try_for_each(|input| self.check(input))?;
        let mut outputs = Vec::with_capacity(inputs.len());
        for group in inputs.chunks(64) {
            for wire in 0..program.wires as usize {
                let lanes = group.iter().enumerate();
                self.arena[wire] =
                    lanes.fold(0, |word, (lane, input)| word | input.words()[wire] << lane);
            }
            let lanes = u64::MAX >> (64 - group.len());
            let output = code.run(&mut self.arena, lanes);
            outputs.extend(
                (0..group.len())
                    .map(|lane| Vectors::trusted(program.shape, vec![output >> lane & 1])),
            );
        }
        Ok(outputs)
    }

    fn check(&self, inputs: &Vectors) -> Result<(), EvalError> {
        let program = &self.program;
        if inputs.shape() == program.shape && inputs.len() == program.wires as usize {
            return Ok(());
        }
        Err(EvalError {
            got: inputs.len(),
            got_batch: inputs.shape().batch,
            got_space: inputs.shape().space,
            wires: program.wires,
            batch: program.shape.batch,
            space: program.shape.space,
        })
    }
}

/// The values of registers, one after another. Register 0 holds zeros, for no instruction writes to
/// it; the wires follow it.
fn registers(arena: &[u64], registers: &[u32], shape: Shape) -> Vec<u64> {
    let words = shape.words();
    let mut values = Vec::with_capacity(registers.len() * words);
    for &register in registers {
        values.extend_from_slice(&arena[register as usize * words..][..words]);
    }
    values
}
