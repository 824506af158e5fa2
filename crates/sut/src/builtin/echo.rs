//! A pair that computes nothing: keys and ciphertexts are the same bytes of a chosen number, every
//! time. What a step costs with it is what the harness and the pipes cost.

use std::sync::Arc;

use crate::builtin::plaintext;
use crate::hello::{PROTOCOL, Role};
use crate::kit::{Answer, Body, Chunk, Protocol, ServeError, Session};
use crate::packet::{Form, Kind, Packet, text_packet};

/// One of the two programs.
#[derive(Clone, Debug)]
pub struct EchoSession {
    role: Role,
    protocol: Protocol,
    ciphertext: Arc<[u8]>,
}

impl EchoSession {
    /// Ciphertexts and public keys of `bytes` bytes.
    #[must_use]
    pub fn new(role: Role, protocol: Protocol, bytes: usize) -> Self {
        // Text and binary alike: no byte of it looks like framing.
        let ciphertext = vec![b'.'; bytes].into();
        Self { role, protocol, ciphertext }
    }
}

impl Session for EchoSession {
    fn protocol(&self) -> Protocol {
        self.protocol
    }

    fn key_form(&self) -> Form {
        match (self.role, self.protocol) {
            (Role::Server, Protocol::Two) => Form::Chunks,
            _ => Form::Text,
        }
    }

    fn hello(&self) -> Option<Vec<u8>> {
        if self.protocol == Protocol::Original {
            return None;
        }
        let mut hello = plaintext::about("echo").hello(self.role);
        hello.protocol = PROTOCOL;
        let body = serde_json::to_vec(&hello).ok()?;
        Some(text_packet(Kind::Hello, &body))
    }

    /// Answers without a REPORT: measuring would cost more than the answer.
    fn answer(&mut self, request: &Packet) -> Result<Option<Answer>, ServeError> {
        let data = || Body::Chunks(vec![Chunk::Shared(Arc::clone(&self.ciphertext))]);
        let (kind, body) = match (self.role, request.kind) {
            (Role::Client, Kind::Key) if self.protocol == Protocol::Original => {
                (Kind::Key, Body::Text(self.ciphertext.to_vec()))
            }
            (Role::Client, Kind::Key) => (Kind::Key, data()),
            (Role::Client, Kind::Pdata) | (Role::Server, Kind::Edata) => (Kind::Edata, data()),
            (Role::Client, Kind::Edata) => (Kind::Pdata, Body::Text(b"0".to_vec())),
            (Role::Server, Kind::Key) => return Ok(None),
            (Role::Server, Kind::Circuit) => (Kind::Circuit, Body::Text(b"CIRCUIT READY".to_vec())),
            _ => return Err(request.unexpected("a request for this role").into()),
        };
        Ok(Some(Answer { report: None, kind, body }))
    }
}
