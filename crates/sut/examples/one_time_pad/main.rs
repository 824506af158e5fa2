//! A complete system under test: a one-time pad, which adds and does nothing else.
//!
//! `one_time_pad client` and `one_time_pad server` are the two programs. A ciphertext has a chunk
//! for each wire, the vector XOR a pad; a sum of ciphertexts is decrypted by the same sum of pads,
//! so the circuits that can be evaluated are XORs of all wires, and the rest is refused.

use std::process::ExitCode;

use ringassay_sut::kit::{
    About, Chunk, Client, Failure, Remarks, Server, serve_client, serve_server,
};

fn about() -> About {
    About {
        name: "one-time-pad".to_owned(),
        version: "1".to_owned(),
        scheme: Some("one-time pad".to_owned()),
        spaces: vec!["gf2".to_owned()],
        gates: vec!["LADD".to_owned()],
        ..About::default()
    }
}

#[derive(Default)]
struct PadClient {
    pad_sum: Vec<u8>,
}

impl Client for PadClient {
    fn about(&self) -> About {
        about()
    }

    fn generate_key(&mut self, _: &[u8], remarks: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        remarks.parameter("security_method", "information-theoretic");
        Ok(vec![b"no public key".to_vec().into()])
    }

    fn encrypt(&mut self, input: &[u8], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let input = input.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
        let input = input.ok_or_else(|| Failure::failed("the input is no list of vectors"))?;
        self.pad_sum.clear();
        input.split(|&byte| byte == b',').map(|vector| self.pad(vector)).collect()
    }

    fn decrypt(&mut self, sum: &[&[u8]], _: &mut Remarks) -> Result<Vec<u8>, Failure> {
        let bits = sum.concat().into_iter().zip(&self.pad_sum);
        Ok(bits.map(|(bit, pad)| b'0' + (bit ^ pad)).collect())
    }
}

impl PadClient {
    fn pad(&mut self, vector: &[u8]) -> Result<Chunk, Failure> {
        let mut pad = vec![0; vector.len()];
        let random = std::fs::File::open("/dev/urandom");
        random
            .and_then(|mut random| std::io::Read::read_exact(&mut random, &mut pad))
            .map_err(Failure::failed)?;
        pad.iter_mut().for_each(|byte| *byte &= 1);
        add(&mut self.pad_sum, &pad);
        let bits = vector.iter().zip(&pad).map(|(digit, pad)| (digit ^ pad) & 1);
        Ok(bits.collect::<Vec<u8>>().into())
    }
}

#[derive(Default)]
struct PadServer {
    wires: usize,
}

impl Server for PadServer {
    fn about(&self) -> About {
        about()
    }

    fn load_key(&mut self, _: &[&[u8]]) -> Result<(), Failure> {
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        let circuit = ringassay_circuit::text::read_circuit(circuit).map_err(Failure::failed)?;
        let mut uses = vec![0; circuit.nodes()];
        for (_, gate) in circuit.numbered_gates() {
            if gate.kind().name() != "LADD" {
                return Err(Failure::refused("a one-time pad can only add"));
            }
            circuit.for_each_operand(gate, |node| uses[node.index()] += 1);
        }
        self.wires = circuit.wires() as usize;
        circuit.outputs().iter().for_each(|output| uses[output.index()] += 1);
        if uses.iter().any(|&count| count != 1) {
            return Err(Failure::refused("each wire must be added exactly once"));
        }
        remarks.note("the pads are added by the client as the server adds ciphertexts");
        Ok(())
    }

    fn evaluate(&mut self, wires: &[&[u8]], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        if wires.len() != self.wires {
            return Err(Failure::failed("the circuit has another number of wires"));
        }
        let mut sum = Vec::new();
        wires.iter().for_each(|wire| add(&mut sum, wire));
        Ok(vec![sum.into()])
    }
}

/// XORs bit by bit; the empty vector is zero.
fn add(sum: &mut Vec<u8>, term: &[u8]) {
    sum.resize(sum.len().max(term.len()), 0);
    sum.iter_mut().zip(term).for_each(|(sum, bit)| *sum ^= bit);
}

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("client") => serve_client(PadClient::default()),
        Some("server") => serve_server(PadServer::default()),
        _ => {
            eprintln!("usage: one_time_pad client|server");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests;
