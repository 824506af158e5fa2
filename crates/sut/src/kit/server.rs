//! A [`Server`] as a [`Session`].

use std::time::{Duration, Instant};

use ringassay_slots::target::MAX_BYTES;
use ringassay_slots::{AnyTarget, Program};

use crate::hello::{PLANNER, Role};
use crate::kit::meter::Meter;
use crate::kit::{Answer, Body, Failure, Protocol, Remarks, ServeError, Server, Session, keytext};
use crate::packet::{Form, Kind, Packet};

/// A server that answers packets.
#[derive(Debug)]
pub struct ServerSession<S> {
    server: S,
    protocol: Protocol,
    /// What became of the last key that no answer has told of yet, and how long it took.
    key: Option<(Result<(), Failure>, Duration)>,
    /// The first chunk of the key: the target, for systems that take programs.
    declared: Vec<u8>,
    /// Whether there is a circuit or program under the present key.
    ready: bool,
}

impl<S: Server> ServerSession<S> {
    /// A session of `server`.
    pub fn new(server: S, protocol: Protocol) -> Self {
        Self { server, protocol, key: None, declared: Vec::new(), ready: false }
    }

    /// Programs that the key cannot run do not reach the server. The notes of a program are those
    /// of the step: they say how the planner mapped the circuit.
    fn ingest_program(&mut self, text: &[u8], remarks: &mut Remarks) -> Result<(), Failure> {
        let program = Program::parse(text).map_err(Failure::failed)?;
        if !self.declared.is_empty() {
            let target = AnyTarget::parse(&self.declared).map_err(Failure::failed)?;
            program.check_key(&target).map_err(Failure::failed)?;
        }
        program.notes().iter().for_each(|note| remarks.note(note.as_str()));
        self.server.ingest_program(program, remarks)
    }

    fn load_key(&mut self, request: &Packet) {
        let started = Instant::now();
        self.ready = false;
        let result = match request.form {
            Form::Chunks => {
                let chunks: Vec<&[u8]> = request.chunks().collect();
                if self.server.about().planner.as_deref() == Some(PLANNER) {
                    let first = chunks.first().copied().unwrap_or_default();
                    self.declared = first[..first.len().min(MAX_BYTES + 1)].to_vec();
                }
                self.server.load_key(&chunks)
            }
            Form::Text => {
                let chunks = keytext::decode(request.text());
                let chunks: Vec<&[u8]> = chunks.iter().map(Vec::as_slice).collect();
                self.server.load_key(&chunks)
            }
        };
        self.key = Some((result, started.elapsed()));
    }
}

impl<S: Server> Session for ServerSession<S> {
    fn protocol(&self) -> Protocol {
        self.protocol
    }

    fn key_form(&self) -> Form {
        match self.protocol {
            Protocol::Two => Form::Chunks,
            Protocol::Original => Form::Text,
        }
    }

    fn hello(&self) -> Option<Vec<u8>> {
        self.server.about().packet(Role::Server, self.protocol)
    }

    fn answer(&mut self, request: &Packet) -> Result<Option<Answer>, ServeError> {
        let meter = Meter::start();
        let mut remarks = Remarks::default();
        let mut extra = serde_json::Map::new();
        let result = match request.kind {
            Kind::Key => {
                self.load_key(request);
                return Ok(None);
            }
            kind @ (Kind::Circuit | Kind::Program) => {
                let loaded = match &self.key {
                    Some((result, duration)) => {
                        // Not part of compute_ns: the key came before the circuit's last byte.
                        let ns = u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX);
                        extra.insert("key_load_ns".to_owned(), ns.into());
                        result.clone()
                    }
                    None => Ok(()),
                };
                self.ready = false;
                let result = loaded
                    .and_then(|()| match kind {
                        Kind::Program => self.ingest_program(request.text(), &mut remarks),
                        _ => self.server.ingest(request.text(), &mut remarks),
                    })
                    .map(|()| (Kind::Circuit, Body::Text(b"CIRCUIT READY".to_vec())));
                self.ready = result.is_ok();
                // A key that failed stays failed for the circuits that follow.
                self.key.take_if(|(loaded, _)| loaded.is_ok());
                result
            }
            Kind::Edata if !self.ready => {
                Err(Failure::failed("there is no circuit yet: it must be ingested before EDATA"))
            }
            Kind::Edata => {
                let chunks: Vec<&[u8]> = request.chunks().collect();
                self.server
                    .evaluate(&chunks, &mut remarks)
                    .map(|ciphertext| (Kind::Edata, Body::Chunks(ciphertext)))
            }
            _ => return Err(request.unexpected("a KEY, CIRCUIT, PROGRAM or EDATA packet").into()),
        };
        meter.finish(self.protocol, remarks, extra, result).map(Some)
    }
}
