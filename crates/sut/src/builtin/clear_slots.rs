//! A pair that runs slot programs on slots in the clear: the planner in the place of a library.

use std::convert::Infallible;

use ringassay_circuit::text::{
    KeyParameters, output_text, read_circuit, read_key_parameters, read_output,
};
use ringassay_circuit::{Shape, Space, Vectors};
use ringassay_slots::program::{HEADER_BYTES, Output};
use ringassay_slots::target::{Growth, Noise};
use ringassay_slots::{Backend, Program, Target, plan, run};

use crate::builtin::plaintext;
use crate::hello::PLANNER;
use crate::kit::{About, Chunk, Client, Failure, Remarks, Server};

/// The modulus that carries bits.
const GF2_MODULUS: u64 = 65537;

fn about() -> About {
    About { planner: Some(PLANNER.to_owned()), ..plaintext::about("slots") }
}

/// Rows of so many slots, without secrets, keys for all powers of two and noise that only grows with
/// products.
#[derive(Debug)]
pub struct SlotsClient {
    row: u32,
    key: Option<Key>,
}

#[derive(Debug)]
struct Key {
    shape: Shape,
    target: Target,
    /// Whether inputs are those of fan-in circuits: a bit for each wire, without commas.
    fan_in: bool,
}

impl SlotsClient {
    /// A client whose rows have `row` slots.
    #[must_use]
    pub fn new(row: u32) -> Self {
        Self { row, key: None }
    }

    fn key(&self) -> Result<&Key, Failure> {
        self.key.as_ref().ok_or_else(|| Failure::failed("there is no key: send KEY first"))
    }
}

impl Client for SlotsClient {
    fn about(&self) -> About {
        about()
    }

    fn generate_key(
        &mut self,
        parameters: &[u8],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure> {
        self.key = None;
        let asked = read_key_parameters(parameters).map_err(Failure::failed)?;
        let shape = match asked {
            KeyParameters::Simd { batch, modulus, .. } => {
                let space = modulus.map_or(Space::Gf2, |modulus| Space::Zt { modulus });
                Shape { space, batch }
            }
            KeyParameters::Real { .. } => {
                return Err(Failure::refused("slots of integers: no reals"));
            }
            KeyParameters::FanIn { .. } => Shape { space: Space::Gf2, batch: 1 },
        };
        let fan_in = matches!(asked, KeyParameters::FanIn { .. });
        let batch = shape.batch;
        if batch > self.row {
            return Err(Failure::refused(format!("batch {batch}: at most {} slots", self.row)));
        }
        let modulus = shape.space.modulus().unwrap_or(GF2_MODULUS);
        let powers = (0..31).map(|bit| 1 << bit).take_while(|&step| step < self.row as i32);
        let target = Target {
            batch,
            row: self.row,
            modulus,
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
        let declared = serde_json::to_vec(&target).map_err(Failure::failed)?;
        remarks.parameter("scheme", "plaintext");
        self.key = Some(Key { shape, target, fan_in });
        Ok(vec![declared.into()])
    }

    fn encrypt(&mut self, input: &[u8], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let Key { shape, target, fan_in } = self.key()?;
        let vectors = vectors(input, shape.space, *fan_in)?;
        let row = |text: &&[u8]| -> Result<Chunk, Failure> {
            let vector = read_output(text, *shape, 1).map_err(Failure::failed)?;
            let entries: Vec<u64> =
                (0..target.batch as usize).map(|slot| vector.slot(0, slot)).collect();
            Ok(bytes(&target.layout().spread(&entries)).into())
        };
        vectors.iter().map(row).collect()
    }

    fn decrypt(&mut self, ciphertext: &[&[u8]], _: &mut Remarks) -> Result<Vec<u8>, Failure> {
        let Key { shape, target, .. } = self.key()?;
        let layout = target.layout();
        let (pairs, []) = ciphertext.as_chunks::<2>() else {
            return Err(Failure::failed("a result has two chunks for each output"));
        };
        let mut words = Vec::new();
        for [header, row] in pairs {
            let output = Output::of_header(header)
                .filter(|output| output.first <= layout.row - layout.batch)
                .ok_or_else(|| Failure::failed(format!("no header of {HEADER_BYTES} bytes")))?;
            let row = row_of(row, target)?;
            let entries = layout.collect(&row, output.first).into_iter();
            let entries: Vec<u64> =
                entries.map(|value| output.read(value, target.modulus)).collect();
            match shape.space {
                Space::Zt { .. } | Space::Real { .. } => words.extend(entries),
                Space::Gf2 => words.extend(
                    entries
                        .chunks(64)
                        .map(|bits| bits.iter().rev().fold(0, |word, bit| word << 1 | bit)),
                ),
            }
        }
        let vectors = Vectors::from_words(*shape, words)
            .ok_or_else(|| Failure::failed("the result has entries beyond the modulus"))?;
        Ok(output_text(&vectors))
    }
}

/// The texts of the vectors of an input.
fn vectors(input: &[u8], space: Space, fan_in: bool) -> Result<Vec<&[u8]>, Failure> {
    let text = std::str::from_utf8(input).map_err(Failure::failed)?.trim();
    let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inner = inner.ok_or_else(|| Failure::failed("an input is a list in brackets"))?;
    Ok(match space {
        Space::Gf2 if fan_in => inner.as_bytes().chunks(1).collect(),
        Space::Gf2 => inner.split(',').map(str::as_bytes).collect(),
        Space::Zt { .. } | Space::Real { .. } => inner
            .split_inclusive(']')
            .map(|vector| vector.trim_start_matches(',').trim().as_bytes())
            .collect(),
    })
}

fn bytes(row: &[u64]) -> Vec<u8> {
    row.iter().flat_map(|slot| slot.to_le_bytes()).collect()
}

fn row_of(bytes: &[u8], target: &Target) -> Result<Vec<u64>, Failure> {
    let row: Vec<u64> = bytes
        .chunks_exact(8)
        .map(|slot| slot.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte)))
        .collect();
    if bytes.len() != 8 * target.row as usize || row.iter().any(|&slot| slot >= target.modulus) {
        return Err(Failure::failed(format!("no row of {} slots", target.row)));
    }
    Ok(row)
}

/// Runs programs; plans circuits itself where it is sent one.
#[derive(Debug, Default)]
pub struct SlotsServer {
    target: Option<Target>,
    program: Option<Program>,
}

impl SlotsServer {
    fn target(&self) -> Result<&Target, Failure> {
        self.target.as_ref().ok_or_else(|| Failure::failed("there is no key: send KEY first"))
    }
}

impl Server for SlotsServer {
    fn about(&self) -> About {
        about()
    }

    fn load_key(&mut self, key: &[&[u8]]) -> Result<(), Failure> {
        (self.target, self.program) = (None, None);
        let declared = key.first().copied().unwrap_or_default();
        self.target = Some(Target::parse(declared).map_err(Failure::failed)?);
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        self.program = None;
        let circuit = read_circuit(circuit).map_err(Failure::refused)?;
        let program = plan(&circuit, self.target()?).map_err(Failure::refused)?;
        program.notes().iter().for_each(|note| remarks.note(note.as_str()));
        self.ingest_program(program, remarks)
    }

    fn ingest_program(&mut self, program: Program, _: &mut Remarks) -> Result<(), Failure> {
        self.program = None;
        self.target()?;
        self.program = Some(program);
        Ok(())
    }

    fn evaluate(&mut self, ciphertext: &[&[u8]], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let (target, program) = match (&self.target, &self.program) {
            (Some(target), Some(program)) => (target, program),
            _ => return Err(Failure::failed("there is no program: send PROGRAM before EDATA")),
        };
        if ciphertext.len() != program.wires() as usize {
            let (got, wanted) = (ciphertext.len(), program.wires());
            return Err(Failure::failed(format!("{got} ciphertexts; {wanted} expected")));
        }
        let mut slots = ClearSlots { modulus: target.modulus };
        let Ok(plains) = run::encode(program, &mut slots);
        let input = |wire: u32, _| row_of(ciphertext[wire as usize], target);
        let mut rows = Vec::new();
        for wire in 0..program.wires() {
            rows.push(input(wire, 0)?);
        }
        let results = run(program, &mut slots, &plains, |wire, _| Ok(rows[wire as usize].clone()))
            .map_err(Failure::failed)?;
        let outputs = program.outputs().iter().zip(&results);
        Ok(outputs
            .flat_map(|(output, row)| [output.header().to_vec().into(), bytes(row).into()])
            .collect())
    }
}

/// Rows of integers mod t as they are.
#[derive(Debug)]
pub struct ClearSlots {
    /// t, below 2^62.
    pub modulus: u64,
}

impl ClearSlots {
    fn each(&self, a: &[u64], b: &[u64], f: impl Fn(u128, u128) -> u128) -> Vec<u64> {
        let t = u128::from(self.modulus);
        a.iter().zip(b).map(|(&a, &b)| (f(a.into(), b.into()) % t) as u64).collect()
    }
}

type Slots = Result<Vec<u64>, Infallible>;

#[allow(clippy::ptr_arg, reason = "the trait's ciphertexts are vectors")]
impl Backend for ClearSlots {
    type Entry = u64;
    type Ciphertext = Vec<u64>;
    type Plaintext = Vec<u64>;
    type Error = Infallible;

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
