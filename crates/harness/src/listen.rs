//! What a program says without being asked.

use ringassay_sut::hello::Hello;
use ringassay_sut::packet::{Form, Kind, Packet, ProtocolError, excerpt};

use crate::exchange::Fault;
use crate::process::{Process, Read};

/// Takes a HELLO.
pub(crate) fn greet(process: &mut Process, packet: &Packet) -> Result<(), Fault> {
    let fault = |error| Fault::Protocol(process.role, error);
    let hello = Hello::parse(packet.text())
        .map_err(|error| fault(malformed(packet, &error.to_string())))?;
    if hello.role != process.role {
        return Err(fault(packet.unexpected(&format!("a HELLO of the {}", process.role))));
    }
    process.may_greet = false;
    process.decoder.set_key_form(Form::Chunks);
    process.hello = Some(hello);
    Ok(())
}

/// Looks at output that nobody asked for: a HELLO where one may still come, a fault otherwise.
pub(crate) fn hear_unasked(process: &mut Process) -> Result<(), Fault> {
    const HEADER: &[u8] = b"HELLO\n";
    let role = process.role;
    match process.read()? {
        Read::Nothing => return Ok(()),
        Read::End => return Err(Fault::EndOfOutput(role)),
        Read::Bytes(_) => {}
    }
    let fault = |error| Fault::Protocol(role, error);
    if process.may_greet
        && let Some(packet) = process.packet().map_err(fault)?
    {
        if packet.kind != Kind::Hello {
            return Err(fault(packet.unexpected("HELLO or silence")));
        }
        greet(process, &packet)?;
    }
    let offset = process.decoder.offset();
    let pending = process.decoder.pending();
    let may_greet = process.may_greet;
    let buffer = process.decoder.buffer();
    let unasked = &buffer[buffer.len() - pending..];
    let shared = unasked.len().min(HEADER.len());
    if unasked.is_empty() || (may_greet && unasked[..shared] == HEADER[..shared]) {
        return Ok(());
    }
    Err(fault(ProtocolError {
        offset,
        expected: "silence until the next request".to_owned(),
        got: excerpt(unasked),
        limit_bytes: None,
    }))
}

/// The error of a control packet whose body is not what it should be.
pub(crate) fn malformed(packet: &Packet, reason: &str) -> ProtocolError {
    ProtocolError { expected: reason.to_owned(), ..packet.unexpected("") }
}
