//! A client and a server, and the steps they are taken through.

mod idle;
mod planner;
mod probe;
pub(crate) mod start;
mod step;

pub use probe::Kept;

use std::os::fd::OwnedFd;
use std::time::{Duration, Instant};

use ringassay_sut::hello::{Hello, Role};
use ringassay_sut::packet::{Kind, Packet};

use crate::classify::{Context, fail};
use crate::exchange::Fault;
use crate::isolation::Isolation;
use crate::outcome::{Class, Ended, Failure, Stage, Step};
use crate::proc::Reading;
use crate::process::Process;
use crate::progress::Progress;
use crate::request::Request;
use crate::spec::{Bounds, Options};

/// A running client and server. One step runs at a time; after a failure other than `refused`
/// both programs are gone and every further step says so.
#[derive(Debug)]
pub struct Pair {
    client: Process,
    server: Process,
    /// See [`rare_events`]: while the client is active, and while the server is.
    rare: [OwnedFd; 2],
    bounds: Bounds,
    options: Options,
    start_ns: u64,
    usable: bool,
    held: Option<[Reading; 2]>,
    key: Option<Packet>,
    /// Whether the server has the key.
    key_delivered: bool,
    circuit_ready: bool,
    fresh: Option<Packet>,
    evaluated: Option<Packet>,
    output: Option<Packet>,
}

/// How both programs ended.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Closed {
    /// The client.
    pub client: Ended,
    /// The server.
    pub server: Ended,
}

impl Pair {
    /// From the start of the client until both were ready, in nanoseconds.
    #[must_use]
    pub fn start_ns(&self) -> u64 {
        self.start_ns
    }

    /// What a program said of itself; `None` for one of the original protocol.
    #[must_use]
    pub fn hello(&self, role: Role) -> Option<&Hello> {
        self.process(role).hello.as_ref()
    }

    /// Which protections stand around a program.
    #[must_use]
    pub fn isolation(&self, role: Role) -> &Isolation {
        &self.process(role).isolation
    }

    /// Whether a step can still be taken.
    #[must_use]
    pub fn usable(&self) -> bool {
        self.usable
    }

    /// The public key as the client sent it, framing included.
    #[must_use]
    pub fn key(&self) -> Option<&[u8]> {
        self.key.as_ref().map(|packet| packet.raw.as_slice())
    }

    /// The ciphertext of the last encryption as the client sent it, framing included.
    #[must_use]
    pub fn fresh(&self) -> Option<&[u8]> {
        self.fresh.as_ref().map(|packet| packet.raw.as_slice())
    }

    /// The ciphertext of the last evaluation as the server sent it, framing included.
    #[must_use]
    pub fn evaluated(&self) -> Option<&[u8]> {
        self.evaluated.as_ref().map(|packet| packet.raw.as_slice())
    }

    /// The text of the last decryption.
    #[must_use]
    pub fn output(&self) -> Option<&[u8]> {
        self.output.as_ref().map(Packet::text)
    }

    /// Has the client make keys. Key, circuit and ciphertexts of before are void.
    ///
    /// # Errors
    /// A [`Failure`] of any class but `start-failed`.
    pub fn keygen(&mut self, parameters: &[u8]) -> Result<Step, Failure> {
        (self.key, self.fresh, self.evaluated) = (None, None, None);
        (self.key_delivered, self.circuit_ready) = (false, false);
        let request = Request::text(None, Kind::Key, parameters);
        let (step, key) = self.step(Stage::Keygen, Kind::Key, &request)?;
        self.checked_target(Stage::Keygen, &key)?;
        self.key = Some(key);
        Ok(step)
    }

    /// Sends the server a circuit, behind the key if it does not have it yet. A server that takes
    /// slot programs is sent one instead, which is planned here, outside of the step.
    ///
    /// # Errors
    /// A [`Failure`] of any class but `start-failed`; `harness-error` without a key.
    pub fn ingest(&mut self, circuit: &[u8]) -> Result<Step, Failure> {
        (self.circuit_ready, self.evaluated) = (false, None);
        let key = self.key.take().ok_or_else(|| out_of_order(Stage::Ingest, "a key"))?;
        let program = match self.planned(&key, circuit) {
            Ok(program) => program,
            Err(failure) => {
                self.key = Some(key);
                return Err(failure);
            }
        };
        let to_send = (!self.key_delivered).then_some(&key);
        let request = match &program {
            Some(program) => Request::text(to_send, Kind::Program, program.as_bytes()),
            None => Request::text(to_send, Kind::Circuit, circuit),
        };
        let result = self.step(Stage::Ingest, Kind::Circuit, &request);
        self.key = Some(key);
        // Also when the circuit was refused: the key stood before it.
        self.key_delivered = true;
        let (step, _) = result?;
        self.circuit_ready = true;
        Ok(step)
    }

    /// Has the client encrypt an input.
    ///
    /// # Errors
    /// A [`Failure`] of any class but `start-failed`; `harness-error` without a key.
    pub fn encrypt(&mut self, input: &[u8]) -> Result<Step, Failure> {
        self.client.recycle(self.fresh.take());
        self.evaluated = None;
        if self.key.is_none() {
            return Err(out_of_order(Stage::Encrypt, "a key"));
        }
        let request = Request::text(None, Kind::Pdata, input);
        let (step, fresh) = self.step(Stage::Encrypt, Kind::Edata, &request)?;
        self.fresh = Some(fresh);
        Ok(step)
    }

    /// Sends the server the ciphertext of the last encryption; may be repeated.
    ///
    /// # Errors
    /// A [`Failure`] of any class but `start-failed`; `harness-error` without circuit or
    /// ciphertext.
    pub fn evaluate(&mut self) -> Result<Step, Failure> {
        self.server.recycle(self.evaluated.take());
        if !self.circuit_ready {
            return Err(out_of_order(Stage::Evaluate, "a circuit"));
        }
        let fresh =
            self.fresh.take().ok_or_else(|| out_of_order(Stage::Evaluate, "a ciphertext"))?;
        let result = self.step(Stage::Evaluate, Kind::Edata, &Request::forward(&fresh));
        self.fresh = Some(fresh);
        let (step, evaluated) = result?;
        self.evaluated = Some(evaluated);
        Ok(step)
    }

    /// Sends the client the ciphertext of the last evaluation; may be repeated. The text is then
    /// in [`output`](Self::output).
    ///
    /// # Errors
    /// A [`Failure`] of any class but `start-failed`; `harness-error` without an evaluation.
    pub fn decrypt(&mut self) -> Result<Step, Failure> {
        self.output = None;
        let evaluated =
            self.evaluated.take().ok_or_else(|| out_of_order(Stage::Decrypt, "an evaluation"))?;
        let result = self.step(Stage::Decrypt, Kind::Pdata, &Request::forward(&evaluated));
        self.evaluated = Some(evaluated);
        let (step, output) = result?;
        self.output = Some(output);
        Ok(step)
    }

    /// Closes the standard input of both, waits for their end, and ends what does not end.
    pub fn close(mut self) -> Closed {
        // Held still, they could not end by themselves.
        self.release();
        let deadline = Instant::now() + self.options.close_grace;
        let both = [&mut self.client, &mut self.server];
        for process in both {
            process.stdin = None;
        }
        for process in [&mut self.client, &mut self.server] {
            process.wait_for_end(deadline.saturating_duration_since(Instant::now()));
        }
        // Ordered of both before either is waited for.
        self.client.order_end();
        self.server.order_end();
        Closed {
            client: self.client.finish(self.options.kill_grace),
            server: self.server.finish(self.options.kill_grace),
        }
    }

    fn process(&self, role: Role) -> &Process {
        match role {
            Role::Client => &self.client,
            Role::Server => &self.server,
        }
    }

    fn bound(&self, stage: Stage) -> Duration {
        match stage {
            Stage::Start => self.bounds.start,
            Stage::Keygen => self.bounds.keygen,
            Stage::Ingest => self.bounds.ingest,
            Stage::Encrypt => self.bounds.encrypt,
            Stage::Evaluate => self.bounds.evaluate,
            Stage::Decrypt => self.bounds.decrypt,
        }
    }

    fn fail(
        &mut self,
        fault: &Fault,
        stage: Stage,
        active: Role,
        expected: Kind,
        progress: Option<Progress>,
    ) -> Failure {
        self.usable = false;
        let context = Context {
            stage,
            active,
            expected,
            bound: self.bound(stage),
            file_bytes: self.bounds.file_bytes,
            kill_grace: self.options.kill_grace,
            progress,
        };
        fail(fault, &context, &mut [&mut self.client, &mut self.server])
    }
}

impl Drop for Pair {
    /// Ends both programs at once rather than one after the other.
    fn drop(&mut self) {
        self.client.order_end();
        self.server.order_end();
    }
}

fn own_failure(stage: Stage, message: String) -> Failure {
    Failure { class: Class::HarnessError, stage, role: None, message, detail: Box::default() }
}

fn out_of_order(stage: Stage, missing: &str) -> Failure {
    own_failure(stage, format!("{stage} needs {missing} first"))
}
