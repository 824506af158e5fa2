//! Faults in what is written in place of an answer or HELLO.

use std::io;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::fault::Fault;
use super::{Plan, bytes, hostile, process, stream};
use crate::hello::Role;
use crate::kit::{Answer, ServeError};
use crate::packet::{Kind, text_packet};

/// A packet that nobody asked for.
pub(super) const UNSOLICITED: &[u8] = b"PDATA\n0\nENDPDATA\n";

/// What an honest program would write.
pub(super) struct Honest {
    pub(super) report: Vec<u8>,
    pub(super) packet: Vec<u8>,
    pub(super) kind: Kind,
}

impl Honest {
    pub(super) fn of(answer: &Answer) -> Result<Self, ServeError> {
        let packet = Answer { report: None, ..answer.clone() };
        let write = |answer: &Answer| -> io::Result<Vec<u8>> {
            let mut out = Vec::new();
            answer.write_to(&mut out)?;
            Ok(out)
        };
        Ok(Self {
            report: answer.report.clone().unwrap_or_default(),
            packet: write(&packet).map_err(ServeError::Output)?,
            kind: answer.kind,
        })
    }

    pub(super) fn whole(&self) -> Vec<u8> {
        [&self.report[..], &self.packet].concat()
    }
}

/// Writes an answer with the fault in it; `last` is the previous one of its kind. `Some`: the
/// program ends with this code.
pub(super) fn write(
    plan: &Plan,
    honest: &Honest,
    last: Option<&[u8]>,
) -> Result<Option<ExitCode>, ServeError> {
    match plan.fault {
        Fault::Partial => {
            let whole = honest.whole();
            let most = plan.amount(whole.len() as u64 / 2);
            let cut = usize::try_from(most).map_or(whole.len(), |most| most.min(whole.len()));
            stream::write(&whole[..cut])?;
        }
        Fault::FloodPacket => stream::flood_packet(honest.kind, plan.amount(10 << 30))?,
        Fault::FloodLine => stream::flood_line(honest.kind, plan.amount(10 << 30))?,
        Fault::Drip => {
            for byte in honest.whole() {
                process::sleep(plan, 1.0);
                stream::write(&[byte])?;
            }
            return Ok(None);
        }
        _ => {
            stream::write(&falsified(plan, honest, last))?;
            return Ok(None);
        }
    }
    Ok(Some(ExitCode::SUCCESS))
}

/// The bytes in place of an answer. Outputs that are wrong are already so in the honest packet.
fn falsified(plan: &Plan, honest: &Honest, last: Option<&[u8]>) -> Vec<u8> {
    let Honest { report, packet, kind } = honest;
    if let Some(spoilt) = bytes::spoil(plan.fault, packet, *kind) {
        return [&report[..], &spoilt].concat();
    }
    match plan.fault {
        // The answer is already out.
        Fault::Early => Vec::new(),
        Fault::Unsolicited => [report, &packet[..], UNSOLICITED].concat(),
        Fault::Duplicate => [&report[..], packet, packet].concat(),
        Fault::Reorder => [&packet[..], report].concat(),
        Fault::Stale => [report, last.unwrap_or(packet)].concat(),
        Fault::HugeControl => {
            let bytes = usize::try_from(plan.amount(2 << 20)).unwrap_or(usize::MAX);
            let body = json!({ "padding": "x".repeat(bytes) });
            match kind {
                Kind::Hello => control(Kind::Hello, &body),
                _ => [&control(Kind::Report, &body)[..], packet].concat(),
            }
        }
        Fault::BadReport => {
            [&control(Kind::Report, &json!({ "compute_ns": -5 }))[..], packet].concat()
        }
        Fault::ErrorRefused => error(report, "refused", "too deep for this program"),
        Fault::ErrorFailed => error(report, "failed", &hostile::TEXTS.join(" ")),
        Fault::BadHelloJson => text_packet(Kind::Hello, br#"{"protocol":2,"#),
        Fault::HelloProtocol => hello(plan.role, &json!({ "protocol": 3 })),
        Fault::HelloRole => {
            let other = match plan.role {
                Role::Client => Role::Server,
                Role::Server => Role::Client,
            };
            hello(plan.role, &json!({ "role": other }))
        }
        Fault::HostileHello => {
            let changed = json!({
                "name": hostile::TEXTS[..3].join(" "),
                "version": hostile::TEXTS[3..6].join(" "),
                "scheme": hostile::TEXTS[6..].join(" "),
                hostile::TEXTS[1]: hostile::TEXTS[2],
            });
            hello(plan.role, &changed)
        }
        _ => honest.whole(),
    }
}

fn error(report: &[u8], kind: &str, message: &str) -> Vec<u8> {
    let body = json!({ "kind": kind, "message": message });
    [report, &control(Kind::Error, &body)].concat()
}

/// A HELLO in which these keys stand otherwise.
fn hello(role: Role, changed: &Value) -> Vec<u8> {
    let mut hello = json!({
        "protocol": 2,
        "role": role,
        "name": "faulty",
        "version": env!("CARGO_PKG_VERSION"),
        "spaces": ["gf2", "zt"],
    });
    if let (Some(hello), Some(changed)) = (hello.as_object_mut(), changed.as_object()) {
        hello.extend(changed.clone());
    }
    control(Kind::Hello, &hello)
}

fn control(kind: Kind, body: &Value) -> Vec<u8> {
    text_packet(kind, body.to_string().as_bytes())
}
