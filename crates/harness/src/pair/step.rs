//! Taking a pair through one step.

use std::time::Duration;

use ringassay_sut::hello::{ErrorKind, Report, Role};
use ringassay_sut::packet::{Kind, Packet, ProtocolError, excerpt};

use super::{Pair, own_failure};
use crate::exchange::{Answer, Exchange, Fault};
use crate::listen::hear_unasked;
use crate::monotonic_ns;
use crate::outcome::{Class, Detail, Failure, Stage, Step};
use crate::request::Request;

/// Steps at least this long have been sampled by the guards.
const SAMPLED: Duration = Duration::from_millis(50);

impl Pair {
    /// Takes one step: watches, asks, watches again.
    pub(super) fn step(
        &mut self,
        stage: Stage,
        expected: Kind,
        request: &Request<'_>,
    ) -> Result<(Step, Packet), Failure> {
        if !self.usable {
            let message = "the pair is gone after an earlier failure; start a new one";
            return Err(own_failure(stage, message.to_owned()));
        }
        if self.held.is_some() {
            return Err(own_failure(stage, "the pair is held still; release it first".to_owned()));
        }
        let role = match stage {
            Stage::Ingest | Stage::Evaluate => Role::Server,
            _ => Role::Client,
        };
        if let Err(fault) = self.watch() {
            return Err(self.fail(&fault, stage, role, expected, None));
        }
        let bound = self.bound(stage);
        let since = monotonic_ns();
        let readings = [self.client.gauge.begin(), self.server.gauge.begin()];
        let (active, idle, rare) = match role {
            Role::Client => (&mut self.client, &mut self.server, &self.rare[0]),
            Role::Server => (&mut self.server, &mut self.client, &self.rare[1]),
        };
        let interrupted = self.options.interrupted.as_ref();
        let mut exchange = Exchange::new(active, idle, rare, expected, bound, interrupted);
        let result = exchange.run(request);
        let (progress, report) = (exchange.progress, exchange.report.take());
        let answer = match result {
            Ok(answer) => answer,
            Err(fault) => return Err(self.fail(&fault, stage, role, expected, Some(progress))),
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
        if let Err(fault) = self.watch_guards().and_then(|()| self.watch_behind(role)) {
            return Err(self.fail(&fault, stage, role, expected, Some(progress)));
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

    /// Looks for guards that were stopped: what they enforce did not hold during this step.
    fn watch_guards(&mut self) -> Result<(), Fault> {
        for process in [&mut self.client, &mut self.server] {
            if process.guard_is_stopped() {
                return Err(Fault::Ended(process.role));
            }
        }
        Ok(())
    }

    /// The same as `watch` behind an answer. A program that ends here has still answered; its end is met by
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
