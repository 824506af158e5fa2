//! The kit for writing a system under test in Rust.
//!
//! Implement [`Client`] and [`Server`] for a library, and let [`serve_client`] and
//! [`serve_server`] be the `main` of two programs: they speak the original protocol, and protocol
//! 2 when the harness offers it. `examples/one_time_pad.rs` is a complete pair.
//!
//! Texts (key parameters, circuits, inputs, outputs) are handed over as they are written in
//! `docs/formats.md`; the crate `ringassay-circuit` reads and writes them.

mod about;
mod answer;
mod build;
mod client;
mod error;
mod io;
mod keytext;
mod meter;
mod protocol;
mod server;
mod slots;
mod stopwatch;

pub use about::About;
pub use answer::{Answer, Body, Chunk, Failure, Part, Remarks};
pub use build::{Build, state_build};
pub use client::ClientSession;
pub use error::ServeError;
pub use io::{Requests, Stdout, offered_protocol, serve, serve_client, serve_server};
pub use protocol::Protocol;
pub use server::ServerSession;
pub use slots::{SlotClient, SlotKeys, SlotLibrary, SlotServer};
pub use stopwatch::Stopwatch;

use ringassay_slots::Program;

use crate::packet::{Form, Packet};

/// The client of a library: it holds the secret key.
pub trait Client {
    /// Who this is.
    fn about(&self) -> About;

    /// Makes a key for the parameters, replaces any former one, and returns what the server needs
    /// of it. `parameters` is a text such as `L=5,D=4.0,K=80`. Report the parameters chosen
    /// through `remarks`.
    ///
    /// # Errors
    /// [`Failure::Refused`] when no parameters fit, [`Failure::Failed`] when the library failed.
    fn generate_key(
        &mut self,
        parameters: &[u8],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure>;

    /// Encrypts an input, a text such as `[01101,11010]`, under the present key.
    ///
    /// # Errors
    /// As [`generate_key`](Self::generate_key).
    fn encrypt(&mut self, input: &[u8], remarks: &mut Remarks) -> Result<Vec<Chunk>, Failure>;

    /// Decrypts what the server returned to the text of an output such as `00100`.
    ///
    /// # Errors
    /// As [`generate_key`](Self::generate_key).
    fn decrypt(&mut self, ciphertext: &[&[u8]], remarks: &mut Remarks) -> Result<Vec<u8>, Failure>;
}

/// The server of a library: it evaluates circuits on ciphertexts.
pub trait Server {
    /// Who this is.
    fn about(&self) -> About;

    /// Takes what [`Client::generate_key`] returned; it replaces any former key and circuit.
    ///
    /// # Errors
    /// As [`Client::generate_key`]; reported with the next circuit, because a key is not answered.
    fn load_key(&mut self, key: &[&[u8]]) -> Result<(), Failure>;

    /// Takes a circuit and prepares for evaluating it any number of times.
    ///
    /// # Errors
    /// As [`Client::generate_key`].
    fn ingest(&mut self, circuit: &[u8], remarks: &mut Remarks) -> Result<(), Failure>;

    /// Takes a slot program in place of a circuit. It is called only for systems whose
    /// [`About::planner`] says that they take them; the first chunk of their keys is a
    /// [`AnyTarget`](ringassay_slots::AnyTarget) in JSON. [`ringassay_slots::run`](mod@ringassay_slots::run)
    /// runs programs.
    ///
    /// # Errors
    /// As [`Client::generate_key`]; by default that no programs are taken.
    fn ingest_program(&mut self, program: Program, remarks: &mut Remarks) -> Result<(), Failure> {
        let _ = (program, remarks);
        Err(Failure::failed("this system takes no slot programs"))
    }

    /// Evaluates the present circuit on what [`Client::encrypt`] returned.
    ///
    /// # Errors
    /// As [`Client::generate_key`].
    fn evaluate(
        &mut self,
        ciphertext: &[&[u8]],
        remarks: &mut Remarks,
    ) -> Result<Vec<Chunk>, Failure>;
}

/// One of the two programs without its input and output: requests in, answers out.
pub trait Session {
    /// The protocol spoken.
    fn protocol(&self) -> Protocol;

    /// The form of KEY packets this program receives.
    fn key_form(&self) -> Form;

    /// The HELLO packet, which is the first output under protocol 2.
    fn hello(&self) -> Option<Vec<u8>>;

    /// Works on a request. `None`: it has no answer (a key sent to a server).
    ///
    /// # Errors
    /// When the request is none that this program takes, or when it cannot be met and the
    /// original protocol has no packet to say so.
    fn answer(&mut self, request: &Packet) -> Result<Option<Answer>, ServeError>;
}
