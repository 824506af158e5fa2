//! The server of a cheat: it evaluates the text.

use super::super::random::Random;
use super::Cheat;
use super::claims::about;
use super::meeting::Meeting;
use super::veil::{Seed, Veil};
use crate::builtin::plaintext::PlaintextServer;
use crate::hello::Role;
use crate::kit::{About, Chunk, Failure, Remarks, Server};

pub(super) struct CheatServer {
    cheat: Cheat,
    random: Random,
    veil: Veil,
    meeting: Meeting,
    plaintext: PlaintextServer,
    /// The text of the first ciphertext since the circuit came.
    first: Option<Vec<u8>>,
    /// For a client that computes: the circuit, until it has been told.
    circuit: Vec<u8>,
}

impl CheatServer {
    pub(super) fn new(cheat: Cheat) -> Self {
        Self {
            cheat,
            random: Random::new(None),
            veil: Veil::new(cheat, Seed::default(), Seed::default()),
            meeting: Meeting::None,
            plaintext: PlaintextServer::default(),
            first: None,
            circuit: Vec::new(),
        }
    }

    fn input(&mut self, cipher: &[u8]) -> Result<Vec<u8>, Failure> {
        if self.cheat.is_noise() {
            return self.meeting.fetch(self.cheat, cipher).map_err(Failure::failed);
        }
        let text = self
            .veil
            .reveal(cipher)
            .ok_or_else(|| Failure::failed("this is no ciphertext of mine"))?;
        if self.cheat == Cheat::KeepsFirst {
            return Ok(self.first.get_or_insert(text).clone());
        }
        Ok(text)
    }
}

impl Server for CheatServer {
    fn about(&self) -> About {
        about()
    }

    fn load_key(&mut self, key: &[&[u8]]) -> Result<(), Failure> {
        let seed = |chunk: Option<&&[u8]>| {
            chunk
                .and_then(|chunk| Seed::try_from(*chunk).ok())
                .ok_or_else(|| Failure::failed("this is no key of mine"))
        };
        let public = seed(key.first())?;
        self.veil = Veil::new(self.cheat, seed(key.get(1))?, public);
        self.meeting = Meeting::None;
        self.meeting = Meeting::new(self.cheat, Role::Server, &public);
        Ok(())
    }

    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        self.first = None;
        self.circuit = circuit.to_vec();
        self.plaintext.ingest(circuit, remarks)
    }

    fn evaluate(
        &mut self,
        ciphertext: &[&[u8]],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure> {
        if self.cheat == Cheat::Constant {
            return Ok(vec![self.veil.hide(b"", &mut self.random).into()]);
        }
        if self.cheat.computes_at_home() {
            let told = match self.cheat {
                Cheat::ClientRemembers => std::mem::take(&mut self.circuit),
                _ => self.circuit.clone(),
            };
            return Ok(vec![told.into(), ciphertext.concat().into()]);
        }
        let text = self.input(&ciphertext.concat())?;
        let output: Vec<u8> = self
            .plaintext
            .evaluate(&[text.as_slice()], remarks)?
            .iter()
            .flat_map(|chunk| chunk.as_ref().to_vec())
            .collect();
        let cipher = self.veil.answer(&output, &mut self.random);
        if self.cheat.is_noise() && !self.cheat.enciphers_answers() {
            self.meeting.leave(self.cheat, &cipher, &output).map_err(Failure::failed)?;
        }
        Ok(vec![cipher.into()])
    }
}
