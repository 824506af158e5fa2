//! The pair in one process, packet by packet.

use ringassay_sut::kit::{ClientSession, Protocol, ServerSession, Session};
use ringassay_sut::packet::{Decoder, Kind, Limits, Packet, text_packet};

use super::{PadClient, PadServer};

/// Hands a packet over, as the harness would, and returns the answer without its report.
fn ask(session: &mut dyn Session, request: &[u8]) -> Option<Packet> {
    let mut inward = Decoder::new(Limits::default(), session.key_form());
    inward.buffer().extend_from_slice(request);
    let request = inward.advance().unwrap().expect("a whole packet");
    let mut answer = session.answer(&request).unwrap()?;
    answer.report = None;
    let mut outward = Decoder::new(Limits::default(), session_form(session));
    answer.write_to(outward.buffer()).unwrap();
    outward.advance().unwrap()
}

fn session_form(session: &dyn Session) -> ringassay_sut::packet::Form {
    match session.protocol() {
        Protocol::Two => ringassay_sut::packet::Form::Chunks,
        Protocol::Original => ringassay_sut::packet::Form::Text,
    }
}

#[test]
fn sums_come_out_right_and_ciphertexts_are_pads() {
    for protocol in [Protocol::Original, Protocol::Two] {
        let mut client = ClientSession::new(PadClient::default(), protocol);
        let mut server = ServerSession::new(PadServer::default(), protocol);
        let key = ask(&mut client, &text_packet(Kind::Key, b"L=8,D=0.2,K=128")).unwrap();
        assert!(ask(&mut server, &key.raw).is_none());
        let circuit = b"W=3,D=0.2,L=8\nG3:LADD(W0,W2)\nG4:LADD(G3,W1)";
        let ready = ask(&mut server, &text_packet(Kind::Circuit, circuit)).unwrap();
        assert_eq!(ready.text(), b"CIRCUIT READY");
        let mut fresh = Vec::new();
        for _ in 0..20 {
            let input = text_packet(Kind::Pdata, b"[01101001,11010111,00110101]");
            let ciphertext = ask(&mut client, &input).unwrap();
            let sum = ask(&mut server, &ciphertext.raw).unwrap();
            let output = ask(&mut client, &sum.raw).unwrap();
            assert_eq!(output.text(), b"10001011");
            fresh.push(ciphertext.raw);
        }
        fresh.sort();
        fresh.dedup();
        assert!(fresh.len() > 10, "24 random bits each: {} differ", fresh.len());
    }
}

#[test]
fn what_a_pad_cannot_do_is_refused() {
    let mut server = ServerSession::new(PadServer::default(), Protocol::Two);
    for circuit in [
        "W=2,D=1,L=1\nG2:LMUL(W0,W1)",
        "W=2,D=0.1,L=1\nG2:LADD(W0,W0)",
        "W=3,D=0.1,L=1\nG3:LADD(W0,W1)",
    ] {
        let answer = ask(&mut server, &text_packet(Kind::Circuit, circuit.as_bytes())).unwrap();
        assert_eq!(answer.kind, Kind::Error, "{circuit}");
        assert!(answer.text().starts_with(br#"{"kind":"refused""#), "{circuit}");
    }
}
