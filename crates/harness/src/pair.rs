//! A client and a server, and the steps they are taken through.

use std::time::{Duration, Instant};

use ringassay_sut::hello::{ErrorKind, Hello, PROTOCOL, PROTOCOL_VARIABLE, Report, Role};
use ringassay_sut::packet::{Kind, Packet, ProtocolError, excerpt};

use crate::classify::{Context, fail};
use crate::control::{Order, TreeLimits};
use crate::exchange::{Answer, Exchange, Fault, Progress, hear_unasked};
use crate::handshake::shake_hands;
use crate::monotonic_ns;
use crate::outcome::{Class, Detail, Ended, Failure, Stage, Step};
use crate::process::{Process, StartError};
use crate::request::Request;
use crate::spec::{Bounds, Handshake, Options, SutSpec};
use crate::sweep::SESSION_VARIABLE;

/// Steps at least this long have been sampled by the guards.
const SAMPLED: Duration = Duration::from_millis(50);

/// A running client and server. One step runs at a time; after a failure other than `refused`
/// both programs are gone and every further step says so.
#[derive(Debug)]
pub struct Pair {
    client: Process,
    server: Process,
    bounds: Bounds,
    options: Options,
    start_ns: u64,
    usable: bool,
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
    /// Starts the client, then the server, and waits until both are ready.
    ///
    /// # Errors
    /// [`Class::StartFailed`] when a program cannot be executed, ends, or stays silent where it
    /// must not; `Timeout`, `Protocol`, `Resource` as in a step; `HarnessError` when the harness
    /// lacks what it needs.
    pub fn start(spec: &SutSpec, bounds: &Bounds, options: &Options) -> Result<Self, Failure> {
        let begin = Instant::now();
        check_host().map_err(|message| own_failure(Stage::Start, message))?;
        let session = std::fs::read_to_string("/proc/sys/kernel/random/uuid")
            .map_err(|error| own_failure(Stage::Start, format!("no random number: {error}")))?;
        let session = session.trim();
        let start = |role| {
            let order = order(spec, role, session, bounds, options);
            Process::start(role, &spec.name, &order, session, bounds, options)
                .map_err(|error| start_failure(role, spec, error))
        };
        let mut pair = Self {
            client: start(Role::Client)?,
            server: start(Role::Server)?,
            bounds: *bounds,
            options: options.clone(),
            start_ns: 0,
            usable: true,
            key: None,
            key_delivered: false,
            circuit_ready: false,
            fresh: None,
            evaluated: None,
            output: None,
        };
        shake_hands(
            [&mut pair.client, &mut pair.server],
            spec.handshake,
            options.handshake_grace,
            begin + bounds.start,
            options.interrupted.as_ref(),
        )
        .map_err(|fault| {
            let progress = Progress::since(begin);
            let silent = match pair.client.hello {
                None => Role::Client,
                Some(_) => Role::Server,
            };
            pair.fail(fault, Stage::Start, silent, Kind::Hello, Some(progress))
        })?;
        pair.start_ns = begin.elapsed().as_nanos() as u64;
        Ok(pair)
    }

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
        self.key = Some(key);
        Ok(step)
    }

    /// Sends the server a circuit, behind the key if it does not have it yet.
    ///
    /// # Errors
    /// A [`Failure`] of any class but `start-failed`; `harness-error` without a key.
    pub fn ingest(&mut self, circuit: &[u8]) -> Result<Step, Failure> {
        (self.circuit_ready, self.evaluated) = (false, None);
        let key = self.key.take().ok_or_else(|| out_of_order(Stage::Ingest, "a key"))?;
        let to_send = (!self.key_delivered).then_some(&key);
        let request = Request::text(to_send, Kind::Circuit, circuit);
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
        (self.fresh, self.evaluated) = (None, None);
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
        self.evaluated = None;
        if !self.circuit_ready {
            return Err(out_of_order(Stage::Evaluate, "a circuit"));
        }
        let fresh = self.fresh.take().ok_or_else(|| out_of_order(Stage::Evaluate, "a ciphertext"))?;
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

    /// Takes one step: watches, asks, watches again.
    fn step(
        &mut self,
        stage: Stage,
        expected: Kind,
        request: &Request<'_>,
    ) -> Result<(Step, Packet), Failure> {
        if !self.usable {
            let message = "the pair is gone after an earlier failure; start a new one";
            return Err(own_failure(stage, message.to_owned()));
        }
        let role = match stage {
            Stage::Ingest | Stage::Evaluate => Role::Server,
            _ => Role::Client,
        };
        if let Err(fault) = self.watch() {
            return Err(self.fail(fault, stage, role, expected, None));
        }
        let bound = self.bound(stage);
        let since = monotonic_ns();
        let readings = [self.client.gauge.begin(), self.server.gauge.begin()];
        let (active, idle) = match role {
            Role::Client => (&mut self.client, &mut self.server),
            Role::Server => (&mut self.server, &mut self.client),
        };
        let interrupted = self.options.interrupted.as_ref();
        let mut exchange = Exchange::new(active, idle, expected, bound, interrupted);
        let result = exchange.run(request);
        let (progress, report) = (exchange.progress, exchange.report.take());
        let answer = match result {
            Ok(answer) => answer,
            Err(fault) => return Err(self.fail(fault, stage, role, expected, Some(progress))),
        };
        let mut step = progress.step();
        (step.client_cpu_ns, step.client_peak_bytes) = self.client.gauge.end(readings[0]);
        (step.server_cpu_ns, step.server_peak_bytes) = self.server.gauge.end(readings[1]);
        if step.wall_ns >= SAMPLED.as_nanos() as u64 {
            let client = self.client.sampled_peak_bytes(since);
            let server = self.server.sampled_peak_bytes(since);
            step.client_peak_bytes = step.client_peak_bytes.max(client);
            step.server_peak_bytes = step.server_peak_bytes.max(server);
        }
        if let Err(fault) = self.watch_behind(role) {
            return Err(self.fail(fault, stage, role, expected, Some(progress)));
        }
        match answer {
            Answer::Packet(packet) => {
                step.payload_bytes = packet.payload_bytes();
                step.report = report;
                Ok((step, packet))
            }
            Answer::Error(reply) => {
                Err(refusal(stage, role, reply.kind, &reply.message, &step, report))
            }
        }
    }

    /// Looks for output that nobody asked for, and for ends.
    fn watch(&mut self) -> Result<(), Fault> {
        for process in [&mut self.client, &mut self.server] {
            hear_unasked(process)?;
            process.hear();
            if process.is_over() {
                return Err(Fault::Ended(process.role));
            }
        }
        Ok(())
    }

    /// The same behind an answer. A program that ends here has still answered; its end is met by
    /// the next step.
    fn watch_behind(&mut self, active: Role) -> Result<(), Fault> {
        for process in [&mut self.client, &mut self.server] {
            let pending = process.decoder.pending();
            if process.role == active && pending > 0 {
                let offset = process.decoder.offset();
                let buffer = process.decoder.buffer();
                let error = ProtocolError {
                    offset,
                    expected: "nothing behind the answer".to_owned(),
                    got: excerpt(&buffer[buffer.len() - pending..]),
                    limit_bytes: None,
                };
                return Err(Fault::Protocol(active, error));
            }
            match hear_unasked(process) {
                Err(Fault::EndOfOutput(_)) => {}
                other => other?,
            }
        }
        Ok(())
    }

    fn fail(
        &mut self,
        fault: Fault,
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
        fail(fault, &context, [&mut self.client, &mut self.server])
    }
}

impl Drop for Pair {
    /// Ends both programs at once rather than one after the other.
    fn drop(&mut self) {
        self.client.order_end();
        self.server.order_end();
    }
}

fn order(
    spec: &SutSpec,
    role: Role,
    session: &str,
    bounds: &Bounds,
    options: &Options,
) -> Order {
    let mut env = spec.env.clone();
    env.insert(SESSION_VARIABLE.to_owned(), session.to_owned());
    match spec.handshake {
        Handshake::Never => env.remove(PROTOCOL_VARIABLE),
        _ => env.insert(PROTOCOL_VARIABLE.to_owned(), PROTOCOL.to_string()),
    };
    Order {
        argv: spec.argv(role).to_vec(),
        env,
        cwd: spec.cwd.clone(),
        scratch: options.scratch.join(format!("ringassay-{session}-{role}")),
        limits: TreeLimits {
            memory_bytes: bounds.memory_bytes,
            address_space_bytes: bounds.address_space_bytes,
            processes: bounds.processes,
            file_bytes: bounds.file_bytes,
            open_files: bounds.open_files,
        },
        kill_grace_ms: u64::try_from(options.kill_grace.as_millis()).unwrap_or(u64::MAX),
    }
}

/// Whether a write to a program that is gone would end the host instead of failing.
fn check_host() -> Result<(), String> {
    const SIGPIPE_BIT: u64 = 1 << 12;
    let status = std::fs::read_to_string("/proc/self/status")
        .map_err(|error| format!("/proc/self/status cannot be read: {error}"))?;
    let mask = |name| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        u64::from_str_radix(line.trim(), 16).ok()
    };
    if ["SigIgn:", "SigCgt:"].iter().any(|name| mask(name).is_some_and(|m| m & SIGPIPE_BIT != 0)) {
        return Ok(());
    }
    Err("the host does not ignore SIGPIPE: let it, before it starts a pair".to_owned())
}

fn start_failure(role: Role, spec: &SutSpec, error: StartError) -> Failure {
    match error {
        StartError::Program(error) => {
            let program = spec.argv(role).first().map_or("", String::as_str);
            Failure {
                class: Class::StartFailed,
                stage: Stage::Start,
                role: Some(role),
                message: format!("the {role} {program:?} cannot be started: {}", error.message),
                detail: Box::new(Detail { errno: error.errno, ..Detail::default() }),
            }
        }
        StartError::Own(error) => {
            let mut failure = own_failure(Stage::Start, error.to_string());
            failure.detail.errno = error.raw_os_error();
            failure
        }
    }
}

fn own_failure(stage: Stage, message: String) -> Failure {
    Failure {
        class: Class::HarnessError,
        stage,
        role: None,
        message,
        detail: Box::default(),
    }
}

fn out_of_order(stage: Stage, missing: &str) -> Failure {
    own_failure(stage, format!("{stage} needs {missing} first"))
}

fn refusal(
    stage: Stage,
    role: Role,
    kind: ErrorKind,
    message: &str,
    step: &Step,
    report: Option<Report>,
) -> Failure {
    Failure {
        class: Class::Refused,
        stage,
        role: Some(role),
        message: message.to_owned(),
        detail: Box::new(Detail {
            error_kind: Some(kind),
            report,
            wall_ns: step.wall_ns,
            sent_bytes: step.sent_bytes,
            received_bytes: step.received_bytes,
            cpu_ns: step.client_cpu_ns.max(step.server_cpu_ns),
            peak_bytes: step.client_peak_bytes.max(step.server_peak_bytes),
            ..Detail::default()
        }),
    }
}
