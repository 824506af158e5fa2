//! Measures the work on a request, and turns its result into an answer.

use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use rustix::time::{ClockId, clock_gettime};

use crate::hello::{ErrorKind, ErrorReply, Report};
use crate::kit::{Answer, Body, Failure, Protocol, Remarks, ServeError};
use crate::packet::{Kind, text_packet};

/// Runs from the moment a request is there.
pub(super) struct Meter {
    started: Instant,
    cpu_ns: u64,
}

impl Meter {
    pub(super) fn start() -> Self {
        Self { started: Instant::now(), cpu_ns: cpu_ns() }
    }

    /// Makes the answer to a request from the result of the work on it. `extra` are further keys
    /// of the report.
    pub(super) fn finish(
        &self,
        protocol: Protocol,
        remarks: Remarks,
        mut extra: serde_json::Map<String, serde_json::Value>,
        result: Result<(Kind, Body), Failure>,
    ) -> Result<Answer, ServeError> {
        extra.extend(remarks.parts);
        let report = (protocol == Protocol::Two).then(|| Report {
            compute_ns: u64::try_from(self.started.elapsed().as_nanos()).ok(),
            cpu_ns: Some(cpu_ns().saturating_sub(self.cpu_ns)),
            peak_bytes: peak_bytes(),
            parameters: remarks.parameters,
            notes: remarks.notes,
            other: extra,
        });
        let (kind, body) = match result.and_then(sendable) {
            Ok(answer) => answer,
            Err(failure) if protocol == Protocol::Original => {
                return Err(ServeError::Failure(failure));
            }
            Err(failure) => (Kind::Error, Body::Text(error_body(failure)?)),
        };
        let report = match report {
            Some(report) => Some(text_packet(Kind::Report, &json(&report)?)),
            None => None,
        };
        Ok(Answer { report, kind, body })
    }
}

/// A packet of chunks has at least one.
fn sendable((kind, body): (Kind, Body)) -> Result<(Kind, Body), Failure> {
    match body {
        Body::Chunks(chunks) if chunks.is_empty() => {
            Err(Failure::failed(format!("there is no chunk to answer with, {kind:?} needs one")))
        }
        body => Ok((kind, body)),
    }
}

fn error_body(failure: Failure) -> Result<Vec<u8>, ServeError> {
    let (kind, message) = match failure {
        Failure::Refused(message) => (ErrorKind::Refused, message),
        Failure::Failed(message) => (ErrorKind::Failed, message),
    };
    json(&ErrorReply { kind, message, other: serde_json::Map::new() })
}

fn json(value: &impl serde::Serialize) -> Result<Vec<u8>, ServeError> {
    serde_json::to_vec(value).map_err(|error| ServeError::Output(error.into()))
}

/// CPU time of this process with its threads, and of its children that have been waited for.
fn cpu_ns() -> u64 {
    let own = clock_gettime(ClockId::ProcessCPUTime);
    let own_ns = own.tv_sec * 1_000_000_000 + own.tv_nsec;
    let children_us = getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0, |usage| {
        let (user, system) = (usage.user_time(), usage.system_time());
        (user.tv_sec() + system.tv_sec()) * 1_000_000 + user.tv_usec() + system.tv_usec()
    });
    u64::try_from(own_ns + children_us * 1000).unwrap_or(0)
}

/// Largest resident size of this process so far (`VmHWM`), where `/proc` tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_and_cpu_time_are_measured() {
        let before = (cpu_ns(), peak_bytes().unwrap());
        let mut work = vec![1u8; 64 << 20];
        for round in 0..3u8 {
            work.iter_mut().for_each(|byte| *byte ^= round);
        }
        assert!(std::hint::black_box(&work).len() > 1);
        assert!(cpu_ns() > before.0);
        assert!(
            peak_bytes().unwrap() >= before.1.min(60 << 20) && peak_bytes().unwrap() > 60 << 20
        );
    }
}
