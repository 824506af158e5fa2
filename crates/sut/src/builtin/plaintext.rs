//! The plaintext pair: HEtest's baseline in the place of a library (§4.2 of the paper). It encrypts
//! nothing, and evaluates circuits of every space and dialect with the plaintext evaluator.

use ringassay_circuit::limits::OUTPUTS;
use ringassay_circuit::text::{output_text, read_circuit, read_inputs_into, read_key_parameters};
use ringassay_circuit::{Circuit, Evaluator, Program, Vectors};

use crate::builtin::slots::reversed;
use crate::hello::Limits;
use crate::kit::{About, Build, Chunk, Client, Failure, Remarks, Server};

/// What the client sends as its public key.
const KEY: &[u8] = b"plaintext";

/// Every gate of circuits over bits and integers (`docs/formats.md`).
pub const GATES: [&str; 11] = [
    "LADD",
    "LADDconst",
    "LMUL",
    "LMULconst",
    "LROTATE",
    "LSELECT",
    "LSUB",
    "LNEG",
    "AND",
    "OR",
    "XOR",
];

/// What both programs say of themselves, under the given name.
#[must_use]
pub fn about(name: &str) -> About {
    About {
        name: name.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        library: Some("ringassay".to_owned()),
        library_version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        scheme: Some("plaintext".to_owned()),
        spaces: vec!["gf2".to_owned(), "zt".to_owned()],
        gates: GATES.map(str::to_owned).to_vec(),
        limits: Limits { max_outputs: Some(OUTPUTS as u64), ..Limits::default() },
        planner: None,
        build: Build::ours("none", 1),
    }
}

/// As [`about`], for programs that evaluate circuits over real and complex numbers as well.
fn with_numbers(name: &str) -> About {
    let mut about = about(name);
    about.spaces.extend(["real", "complex"].map(str::to_owned));
    about.gates.extend(["LPOLY", "LCONJ"].map(str::to_owned));
    about
}

/// The client: a ciphertext is the text of the input, in one chunk.
#[derive(Clone, Debug, Default)]
pub struct PlaintextClient {
    /// Reverse what the server returns: for a server that puts the last slot first.
    pub reverse_output: bool,
}

impl Client for PlaintextClient {
    fn about(&self) -> About {
        with_numbers("plaintext")
    }

    fn generate_key(
        &mut self,
        parameters: &[u8],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure> {
        read_key_parameters(parameters).map_err(Failure::failed)?;
        remarks.parameter("scheme", "plaintext");
        remarks.parameter("security_bits", 0);
        remarks.note("nothing is encrypted: ciphertexts are the texts of inputs and outputs");
        Ok(vec![KEY.to_vec().into()])
    }

    fn encrypt(&mut self, input: &[u8], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        Ok(vec![input.to_vec().into()])
    }

    fn decrypt(&mut self, ciphertext: &[&[u8]], _: &mut Remarks) -> Result<Vec<u8>, Failure> {
        let output = ciphertext.concat();
        Ok(if self.reverse_output { reversed(&output) } else { output })
    }
}

/// The server: it evaluates the circuit on the text of an input and returns that of the output.
#[derive(Debug, Default)]
pub struct PlaintextServer {
    /// Put the last slot of the output first, as the original baseline did.
    pub reverse_output: bool,
    loaded: Option<Loaded>,
}

#[derive(Debug)]
struct Loaded {
    circuit: Circuit,
    evaluator: Evaluator,
    /// Memory for the input, used again by the next.
    words: Vec<u64>,
}

impl PlaintextServer {
    /// A server without a circuit.
    #[must_use]
    pub fn new(reverse_output: bool) -> Self {
        Self { reverse_output, loaded: None }
    }
}

impl Server for PlaintextServer {
    fn about(&self) -> About {
        with_numbers("plaintext")
    }

    fn load_key(&mut self, _: &[&[u8]]) -> Result<(), Failure> {
        // Whatever another client sends as its key, nothing depends on it.
        self.loaded = None;
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], _: &mut Remarks) -> Result<(), Failure> {
        self.loaded = None;
        let circuit = read_circuit(circuit).map_err(Failure::failed)?;
        let evaluator = Evaluator::new(Program::compile(&circuit));
        self.loaded = Some(Loaded { circuit, evaluator, words: Vec::new() });
        Ok(())
    }

    fn evaluate(&mut self, ciphertext: &[&[u8]], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let loaded = self
            .loaded
            .as_mut()
            .ok_or_else(|| Failure::failed("there is no circuit: send CIRCUIT before EDATA"))?;
        let joined;
        let text = if let [text] = ciphertext {
            text
        } else {
            joined = ciphertext.concat();
            joined.as_slice()
        };
        let output = loaded.evaluate(text)?;
        Ok(vec![if self.reverse_output { reversed(&output).into() } else { output.into() }])
    }
}

impl Loaded {
    fn evaluate(&mut self, input: &[u8]) -> Result<Vec<u8>, Failure> {
        let mut words = std::mem::take(&mut self.words);
        read_inputs_into(input, &self.circuit, &mut words).map_err(Failure::failed)?;
        let inputs = Vectors::from_words(self.circuit.shape(), words)
            .ok_or_else(|| Failure::failed("the input does not fit the circuit"))?;
        let output = self.evaluator.evaluate(&inputs).map_err(Failure::failed)?;
        Ok(output_text(&output))
    }
}
