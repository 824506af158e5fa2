//! The gates under public keys.

use std::rc::Rc;

use ringassay_circuit::text::read_circuit;
use ringassay_circuit::{Circuit, Space};
use ringassay_sut::kit::{About, Chunk, Failure, Part, Remarks, Server, Stopwatch};
use tfhe::boolean::prelude::{BinaryBooleanGates as _, Ciphertext, CompressedPublicKey, ServerKey};

use crate::bits::{Bit, Gates, evaluate, plain};
use crate::{about, guarded, read, written};

/// Evaluates circuits over bits, gate by gate, each with a bootstrapping.
#[derive(Default)]
pub struct TfheServer {
    keys: Option<(ServerKey, CompressedPublicKey)>,
    circuit: Option<Circuit>,
}

struct Bootstrapped<'a> {
    key: &'a ServerKey,
    count: usize,
}

impl Gates for Bootstrapped<'_> {
    type Cipher = Ciphertext;
    type Error = Failure;

    fn and(&mut self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, Failure> {
        self.count += 1;
        guarded(|| Ok(self.key.and(a, b)))
    }

    fn xor(&mut self, a: &Ciphertext, b: &Ciphertext) -> Result<Ciphertext, Failure> {
        self.count += 1;
        guarded(|| Ok(self.key.xor(a, b)))
    }

    fn not(&mut self, a: &Ciphertext) -> Result<Ciphertext, Failure> {
        guarded(|| Ok(self.key.not(a)))
    }
}

impl Server for TfheServer {
    fn about(&self) -> About {
        about()
    }

    fn load_key(&mut self, key: &[&[u8]]) -> Result<(), Failure> {
        (self.keys, self.circuit) = (None, None);
        let [server, public] = key else {
            return Err(Failure::failed(format!("a key of 2 chunks expected, got {}", key.len())));
        };
        self.keys = Some((read(server)?, read(public)?));
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], _: &mut Remarks) -> Result<(), Failure> {
        self.circuit = None;
        if self.keys.is_none() {
            return Err(Failure::failed("there is no key: send KEY first"));
        }
        let circuit = read_circuit(circuit).map_err(Failure::refused)?;
        if circuit.shape().space != Space::Gf2 {
            return Err(Failure::refused("gates on bits only: no integers, no reals"));
        }
        self.circuit = Some(circuit);
        Ok(())
    }

    fn evaluate(
        &mut self,
        ciphertext: &[&[u8]],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure> {
        let (Some((key, public)), Some(circuit)) = (&self.keys, &self.circuit) else {
            return Err(Failure::failed("there is no circuit: send CIRCUIT before EDATA"));
        };
        if ciphertext.len() != circuit.wires() as usize {
            let (got, wanted) = (ciphertext.len(), circuit.wires());
            return Err(Failure::failed(format!("{got} ciphertexts; {wanted} expected")));
        }
        let batch = circuit.shape().batch as usize;
        let (loading, saving) = (Stopwatch::cpu(), Stopwatch::cpu());
        let mut inputs = Vec::with_capacity(ciphertext.len());
        for chunk in ciphertext {
            let bits: Vec<Ciphertext> = loading.time(|| read(chunk))?;
            if bits.len() != batch {
                let got = bits.len();
                return Err(Failure::failed(format!(
                    "{got} bits in a ciphertext; {batch} expected"
                )));
            }
            inputs.push(bits.into_iter().map(|bit| Bit::Held(Rc::new(bit), false)).collect());
        }
        let mut gates = Bootstrapped { key, count: 0 };
        let outputs = evaluate(circuit, &mut gates, inputs)?;
        let mut chunks: Vec<Chunk> = Vec::with_capacity(outputs.len());
        for output in outputs {
            let mut bits = Vec::with_capacity(batch);
            for bit in output {
                bits.push(match bit {
                    Bit::Known(value) => guarded(|| Ok(Rc::new(public.encrypt(value))))?,
                    Bit::Held(cipher, negated) => plain(&mut gates, &cipher, negated)?,
                });
            }
            let flat: Vec<&Ciphertext> = bits.iter().map(Rc::as_ref).collect();
            chunks.push(saving.time(|| written(&flat))?.into());
        }
        remarks.note(format!("{} gates with bootstrapping", gates.count));
        remarks.part(Part::Load, loading.total());
        remarks.part(Part::Save, saving.total());
        Ok(chunks)
    }
}
