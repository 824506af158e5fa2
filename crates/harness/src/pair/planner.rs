//! Circuits as slot programs, for systems that take them.
//!
//! The first chunk of the public key is the target that the client declares. It comes from a program
//! that is not trusted: [`AnyTarget`] bounds it, and what it does not bound of the work, the planner does.

use ringassay_circuit::text::read_circuit;
use ringassay_slots::{AnyTarget, plan_any};
use ringassay_sut::hello::{ErrorKind, Hello, Role};
use ringassay_sut::packet::{Kind, Packet, ProtocolError, excerpt};

use super::Pair;
use crate::exchange::Fault;
use crate::outcome::{Class, Detail, Failure, Stage};

impl Pair {
    /// The target in a key, for systems that take programs; a failure of class `protocol` without.
    pub(super) fn checked_target(
        &mut self,
        stage: Stage,
        key: &Packet,
    ) -> Result<Option<AnyTarget>, Failure> {
        if !self.server.hello.as_ref().is_some_and(Hello::takes_programs) {
            return Ok(None);
        }
        let declared = key.chunks().next().unwrap_or_default();
        match AnyTarget::parse(declared) {
            Ok(target) => Ok(Some(target)),
            Err(error) => {
                let error = ProtocolError {
                    offset: key.offset,
                    expected: format!("a key whose first chunk is a target ({error})"),
                    got: excerpt(declared),
                    limit_bytes: None,
                };
                let fault = Fault::Protocol(Role::Client, error);
                Err(self.fail(&fault, stage, Role::Client, Kind::Key, None))
            }
        }
    }

    /// The text of the program to send in place of the circuit, if the server takes programs.
    pub(super) fn planned(
        &mut self,
        key: &Packet,
        circuit: &[u8],
    ) -> Result<Option<String>, Failure> {
        let Some(target) = self.checked_target(Stage::Ingest, key)? else { return Ok(None) };
        let circuit =
            read_circuit(circuit).map_err(|error| refused(format!("circuit: {error}")))?;
        let program = plan_any(&circuit, &target).map_err(|reason| refused(reason.to_string()))?;
        Ok(Some(program.text()))
    }
}

/// What the system would say if it planned itself.
fn refused(message: String) -> Failure {
    let detail = Detail { error_kind: Some(ErrorKind::Refused), ..Detail::default() };
    Failure {
        class: Class::Refused,
        stage: Stage::Ingest,
        role: Some(Role::Server),
        message,
        detail: Box::new(detail),
    }
}
