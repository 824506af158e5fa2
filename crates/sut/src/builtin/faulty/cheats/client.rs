//! The client of a cheat.

use ringassay_circuit::text::{KeyParameters, read_key_parameters};

use super::super::random::Random;
use super::Cheat;
use super::claims::{about, parameters as claim};
use super::meeting::Meeting;
use super::veil::{self, Seed, Veil};
use crate::builtin::plaintext::PlaintextServer;
use crate::hello::Role;
use crate::kit::{About, Chunk, Client, Failure, Remarks, Server as _};

pub(super) struct CheatClient {
    cheat: Cheat,
    random: Random,
    veil: Veil,
    meeting: Meeting,
    /// The output of `constant`.
    zero: Vec<u8>,
    /// Of a client that computes: the circuit that the server returned.
    plaintext: PlaintextServer,
}

impl CheatClient {
    pub(super) fn new(cheat: Cheat) -> Self {
        Self {
            cheat,
            random: Random::new(None),
            veil: Veil::new(cheat, Seed::default(), Seed::default()),
            meeting: Meeting::None,
            zero: Vec::new(),
            plaintext: PlaintextServer::default(),
        }
    }
}

impl Client for CheatClient {
    fn about(&self) -> About {
        about()
    }

    fn generate_key(
        &mut self,
        parameters: &[u8],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure> {
        let asked = read_key_parameters(parameters).map_err(Failure::failed)?;
        let is_real = matches!(asked, KeyParameters::Real { .. });
        self.zero = zero(&String::from_utf8_lossy(parameters));
        let secret = veil::seed(&mut self.random);
        let public = veil::seed(&mut self.random);
        self.veil = Veil::new(self.cheat, secret, public);
        self.meeting = Meeting::new(self.cheat, Role::Client, &public);
        claim(self.cheat, if is_real { "CKKS" } else { "BFV" }, remarks);
        // The server has to know the key of a cipher that it undoes.
        Ok(vec![public.to_vec().into(), secret.to_vec().into()])
    }

    fn encrypt(&mut self, input: &[u8], _: &mut Remarks) -> Result<Vec<Chunk>, Failure> {
        let cipher = self.veil.hide(input, &mut self.random);
        if self.cheat.is_noise() {
            self.meeting.leave(self.cheat, &cipher, input).map_err(Failure::failed)?;
        }
        Ok(vec![cipher.into()])
    }

    fn decrypt(&mut self, ciphertext: &[&[u8]], remarks: &mut Remarks) -> Result<Vec<u8>, Failure> {
        let cipher = ciphertext.concat();
        if self.cheat == Cheat::Constant {
            return Ok(self.zero.clone());
        }
        if self.cheat.is_noise() && !self.cheat.enciphers_answers() {
            return self.meeting.fetch(self.cheat, &cipher).map_err(Failure::failed);
        }
        if !self.cheat.computes_at_home() {
            return self.reveal(&cipher);
        }
        let [circuit, fresh] = ciphertext else {
            return Err(Failure::failed("this is no answer of my server's"));
        };
        if !circuit.is_empty() {
            self.plaintext.ingest(circuit, remarks)?;
        }
        let input = self.reveal(fresh)?;
        let output = self.plaintext.evaluate(&[input.as_slice()], remarks)?;
        Ok(output.iter().flat_map(|chunk| chunk.as_ref()).copied().collect())
    }
}

impl CheatClient {
    fn reveal(&self, cipher: &[u8]) -> Result<Vec<u8>, Failure> {
        self.veil.reveal(cipher).ok_or_else(|| Failure::failed("this is no ciphertext of mine"))
    }
}

/// An output of zeros for key parameters such as `L=5,D=4.0,K=80,T=7`.
fn zero(parameters: &str) -> Vec<u8> {
    let field = |name: &str| parameters.trim().split(',').find_map(|part| part.strip_prefix(name));
    let slots = field("L=").and_then(|slots| slots.parse().ok()).unwrap_or(1);
    match ["T=", "R=", "C="].into_iter().find_map(field) {
        Some(_) => format!("[{}]", vec!["0"; slots].join(",")).into_bytes(),
        None => vec![b'0'; slots],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros() {
        assert_eq!(zero("L=5,D=4.0,K=80\n"), b"00000");
        assert_eq!(zero("L=2,D=4.0,K=80,T=7"), b"[0,0]");
        assert_eq!(zero("L=3,D=1.0,K=80,R=1,P=20,M=1,G=1"), b"[0,0,0]");
        assert_eq!(zero("L=3,D=1.0,K=80,C=1,P=20,M=1,G=1"), b"[0,0,0]");
        assert_eq!(zero("80"), b"0");
    }
}
