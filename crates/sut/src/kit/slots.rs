//! Client and server of a library with slots: the parts that are the same for all (docs/programs.md).
//!
//! A library supplies a [`SlotLibrary`] (keys, encryption, decryption of rows) and a [`SlotKeys`], whose
//! backend has its operations; [`SlotClient`] and [`SlotServer`] are the rest of an adapter.

use ringassay_circuit::text::{
    KeyParameters, output_text, read_circuit, read_key_parameters, read_output,
};
use ringassay_circuit::{Shape, Space, Vectors};
use ringassay_slots::program::{HEADER_BYTES, Output};
use ringassay_slots::{Backend, Program, Target, plan, run};

use super::{About, Chunk, Client, Failure, Part, Remarks, Server, Stopwatch};

/// What a library supplies to the client: it has the secret key.
pub trait SlotLibrary {
    /// Who this is.
    fn about(&self) -> About;

    /// Makes a key: what it can do, and the public keys.
    ///
    /// # Errors
    /// [`Failure::Refused`] when no parameters fit, [`Failure::Failed`] when the library failed; below
    /// likewise.
    fn make_keys(
        &mut self,
        asked: &KeyParameters,
        remarks: &mut Remarks,
    ) -> Result<(Target, Vec<Chunk>), Failure>;

    /// Encrypts a row of integers in 0..t.
    ///
    /// # Errors
    /// As above.
    fn encrypt_row(&mut self, row: &[u64]) -> Result<Vec<u8>, Failure>;

    /// The row of a result, whatever follows it left out or not.
    ///
    /// # Errors
    /// As above.
    fn decrypt_row(&mut self, ciphertext: &[u8]) -> Result<Vec<u64>, Failure>;
}

/// What a library supplies to the server: operations under public keys.
pub trait SlotKeys {
    /// Its operations.
    type Backend: Backend<Entry = u64, Error = Failure>;

    /// Who this is.
    fn about(&self) -> About;

    /// Takes the chunks behind the target.
    ///
    /// # Errors
    /// If they are no keys for it.
    fn load_keys(&self, target: &Target, chunks: &[&[u8]]) -> Result<Self::Backend, Failure>;

    /// Reads a ciphertext for a level.
    ///
    /// # Errors
    /// If it is none.
    fn read(
        backend: &Self::Backend,
        data: &[u8],
        level: u32,
    ) -> Result<<Self::Backend as Backend>::Ciphertext, Failure>;

    /// A result as bytes.
    ///
    /// # Errors
    /// Those of the library.
    fn write(
        backend: &Self::Backend,
        ciphertext: &<Self::Backend as Backend>::Ciphertext,
    ) -> Result<Vec<u8>, Failure>;
}

/// The client of a library with slots.
#[derive(Debug)]
pub struct SlotClient<L> {
    library: L,
    key: Option<Key>,
}

#[derive(Debug)]
struct Key {
    shape: Shape,
    target: Target,
    /// Whether inputs are those of fan-in circuits: a bit for each wire, without commas.
    fan_in: bool,
}

impl<L: SlotLibrary> SlotClient<L> {
    /// A client without a key.
    pub fn new(library: L) -> Self {
        Self { library, key: None }
    }
}

fn keyed(key: Option<&Key>) -> Result<&Key, Failure> {
    key.ok_or_else(|| Failure::failed("there is no key: send KEY first"))
}

impl<L: SlotLibrary> Client for SlotClient<L> {
    fn about(&self) -> About {
        self.library.about()
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
                return Err(Failure::refused("slots of integers: no real or complex numbers"));
            }
            KeyParameters::FanIn { .. } => Shape { space: Space::Gf2, batch: 1 },
        };
        let (target, keys) = self.library.make_keys(&asked, remarks)?;
        let declared = serde_json::to_vec(&target).map_err(Failure::failed)?;
        let fan_in = matches!(asked, KeyParameters::FanIn { .. });
        self.key = Some(Key { shape, target, fan_in });
        Ok(std::iter::once(declared.into()).chain(keys).collect())
    }

    fn encrypt(&mut self, input: &[u8], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let Key { shape, target, fan_in } = keyed(self.key.as_ref())?;
        let vectors = vectors(input, shape.space, *fan_in)?;
        let mut chunks = Vec::with_capacity(vectors.len());
        for text in vectors {
            let vector = read_output(text, *shape, 1).map_err(Failure::failed)?;
            let entries: Vec<u64> =
                (0..target.batch as usize).map(|slot| vector.slot(0, slot)).collect();
            chunks.push(self.library.encrypt_row(&target.layout().spread(&entries))?.into());
        }
        Ok(chunks)
    }

    fn decrypt(&mut self, ciphertext: &[&[u8]], _: &mut Remarks) -> Result<Vec<u8>, Failure> {
        let Key { shape, target, .. } = keyed(self.key.as_ref())?;
        let layout = target.layout();
        let (pairs, []) = ciphertext.as_chunks::<2>() else {
            return Err(Failure::failed("a result has two chunks for each output"));
        };
        let mut words = Vec::new();
        for [header, row] in pairs {
            let output = Output::of_header(header)
                .filter(|output| output.first <= layout.row - layout.batch)
                .ok_or_else(|| Failure::failed(format!("no header of {HEADER_BYTES} bytes")))?;
            let row = self.library.decrypt_row(row)?;
            if row.len() < layout.row as usize {
                return Err(Failure::failed(format!("no row of {} slots", layout.row)));
            }
            let entries = layout.collect(&row, output.first).into_iter();
            let entries: Vec<u64> =
                entries.map(|value| output.read(value, target.modulus)).collect();
            match shape.space {
                Space::Zt { .. } | Space::Real { .. } | Space::Complex { .. } => {
                    words.extend(entries);
                }
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
        Space::Zt { .. } | Space::Real { .. } | Space::Complex { .. } => inner
            .split_inclusive(']')
            .map(|vector| vector.trim_start_matches(',').trim().as_bytes())
            .collect(),
    })
}

/// The server of a library with slots: it runs programs, and plans circuits itself where it is sent one.
pub struct SlotServer<K: SlotKeys> {
    keys: K,
    loaded: Option<(Target, K::Backend)>,
    program: Option<Prepared<<K::Backend as Backend>::Plaintext>>,
}

/// A program with its rows encoded.
type Prepared<P> = (Program, Vec<P>);

impl<K: SlotKeys> SlotServer<K> {
    /// A server without a key.
    pub fn new(keys: K) -> Self {
        Self { keys, loaded: None, program: None }
    }
}

impl<K: SlotKeys> Server for SlotServer<K> {
    fn about(&self) -> About {
        self.keys.about()
    }

    fn load_key(&mut self, key: &[&[u8]]) -> Result<(), Failure> {
        (self.loaded, self.program) = (None, None);
        let (declared, keys) =
            key.split_first().ok_or_else(|| Failure::failed("the key is empty"))?;
        let target = Target::parse(declared).map_err(Failure::failed)?;
        let backend = self.keys.load_keys(&target, keys)?;
        self.loaded = Some((target, backend));
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        self.program = None;
        let (target, _) = self.loaded.as_ref().ok_or_else(no_key)?;
        let circuit = read_circuit(circuit).map_err(Failure::refused)?;
        let program = plan(&circuit, target).map_err(Failure::refused)?;
        program.notes().iter().for_each(|note| remarks.note(note.as_str()));
        self.ingest_program(program, remarks)
    }

    fn ingest_program(&mut self, program: Program, _: &mut Remarks) -> Result<(), Failure> {
        self.program = None;
        let (_, backend) = self.loaded.as_mut().ok_or_else(no_key)?;
        let plains = run::encode(&program, backend)?;
        self.program = Some((program, plains));
        Ok(())
    }

    fn evaluate(
        &mut self,
        ciphertext: &[&[u8]],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure> {
        let (Some((_, backend)), Some((program, plains))) = (&mut self.loaded, &self.program)
        else {
            return Err(Failure::failed("there is no program: send PROGRAM before EDATA"));
        };
        if ciphertext.len() != program.wires() as usize {
            let (got, wanted) = (ciphertext.len(), program.wires());
            return Err(Failure::failed(format!("{got} ciphertexts; {wanted} expected")));
        }
        let (loading, saving) = (Stopwatch::cpu(), Stopwatch::cpu());
        let results = run::with_inputs(program, backend, plains, |backend, wire, level| {
            let data = ciphertext.get(wire as usize).copied().unwrap_or_default();
            loading.time(|| K::read(backend, data, level))
        })
        .map_err(Failure::failed)?;
        let mut chunks: Vec<Chunk> = Vec::with_capacity(2 * results.len());
        for (output, result) in program.outputs().iter().zip(&results) {
            chunks.push(output.header().to_vec().into());
            chunks.push(saving.time(|| K::write(backend, result))?.into());
        }
        remarks.part(Part::Load, loading.total());
        remarks.part(Part::Save, saving.total());
        Ok(chunks)
    }
}

fn no_key() -> Failure {
    Failure::failed("there is no key: send KEY first")
}
