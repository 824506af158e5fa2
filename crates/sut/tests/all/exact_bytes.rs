//! The byte sequences of the original protocol, against the real programs.

use ringassay_sut::hello::{ErrorKind, ErrorReply, Hello, Report, Role};
use ringassay_sut::packet::{Decoder, Form, Kind, Limits, Packet};

use crate::program::{PATIENCE, Program};

const KEY: &[u8] = b"KEY\nL=5,D=4.0,K=80\nENDKEY\n";
/// Slots of the input below: 01101 AND 11010 = 01000, XOR 01100 = 00100.
const CIRCUIT: &[u8] = b"CIRCUIT\nW=4,D=1.1,L=5\nG4:LMUL(W0,W1)\nG5:LADD(G4,W2)\nENDCIRCUIT\n";
const READY: &[u8] = b"CIRCUIT\nCIRCUIT READY\nENDCIRCUIT\n";
const INPUT: &[u8] = b"PDATA\n[01101,11010,01100,10001]\nENDPDATA\n";
const FRESH: &[u8] = b"EDATA\n25\n[01101,11010,01100,10001]ENDEDATA\n";
const EVALUATED: &[u8] = b"EDATA\n5\n00100ENDEDATA\n";
const OUTPUT: &[u8] = b"PDATA\n00100\nENDPDATA\n";
/// `plaintext` in hexadecimal.
const PUBLIC_KEY: &[u8] = b"KEY\n706c61696e74657874\nENDKEY\n";

#[test]
fn the_original_client_conversation() {
    for (name, protocol_2) in [("plaintext", false), ("original", false), ("original", true)] {
        let mut client = Program::start(&[name, "client"], protocol_2);
        client.exchange(KEY, PUBLIC_KEY);
        for _ in 0..3 {
            client.exchange(INPUT, FRESH);
            client.exchange(EVALUATED, OUTPUT);
        }
        let (rest, status) = client.finish();
        assert_eq!((rest, status.code()), (Vec::new(), Some(0)));
    }
}

#[test]
fn the_original_server_conversation() {
    for (name, protocol_2) in [("plaintext", false), ("original", false), ("original", true)] {
        let mut server = Program::start(&[name, "server"], protocol_2);
        // The key has no answer: what comes first is the answer to the circuit. A key of another
        // client is as good.
        assert!(server.send(b"KEY\nsome text\nof another client\nENDKEY\n"));
        server.exchange(CIRCUIT, READY);
        for _ in 0..3 {
            server.exchange(FRESH, EVALUATED);
        }
        assert!(server.send(PUBLIC_KEY));
        server.exchange(CIRCUIT, READY);
        server.exchange(CIRCUIT, READY);
        server.exchange(FRESH, EVALUATED);
        let (rest, status) = server.finish();
        assert_eq!((rest, status.code()), (Vec::new(), Some(0)));
    }
}

#[test]
fn requests_in_one_piece_and_byte_by_byte() {
    let requests = [PUBLIC_KEY, CIRCUIT, FRESH, FRESH].concat();
    let answers = [READY, EVALUATED, EVALUATED].concat();
    for step in [requests.len(), 1] {
        let mut server = Program::start(&["plaintext", "server"], false);
        for piece in requests.chunks(step) {
            assert!(server.send(piece));
        }
        let (output, status) = server.finish();
        assert_eq!((output, status.code()), (answers.clone(), Some(0)));
    }
}

#[test]
fn ciphertexts_may_come_in_several_chunks() {
    let mut server = Program::start(&["plaintext", "server"], false);
    assert!(server.send(PUBLIC_KEY));
    server.exchange(CIRCUIT, READY);
    server.exchange(b"EDATA\n7\n[01101,0\n18\n11010,01100,10001]ENDEDATA\n", EVALUATED);
}

#[test]
fn other_spaces_and_dialects() {
    for (key, circuit, input, output) in [
        (
            "L=3,D=1,K=80,T=7",
            "W=2,D=1.1,L=3,T=7\nG2:LMUL(W0,W1)\nG3:LSUB(G2,W0)",
            "[[1,2,3],[6,5,4]]",
            // 6−1, 10−2, 12−3 mod 7
            "[5,1,2]",
        ),
        ("80", "W=3,G=2,F=1\nL\nG3:AND(W0,N(W1))\nL\noutput_gate:XOR(G3,W2)", "[101]", "0"),
    ] {
        let mut client = Program::start(&["plaintext", "client"], false);
        client.exchange(format!("KEY\n{key}\nENDKEY\n").as_bytes(), PUBLIC_KEY);
        let mut server = Program::start(&["plaintext", "server"], false);
        assert!(server.send(PUBLIC_KEY));
        server.exchange(format!("CIRCUIT\n{circuit}\nENDCIRCUIT\n").as_bytes(), READY);
        let packet = |data: &str| format!("EDATA\n{}\n{data}ENDEDATA\n", data.len()).into_bytes();
        let text = |data: &str| format!("PDATA\n{data}\nENDPDATA\n").into_bytes();
        client.exchange(&text(input), &packet(input));
        server.exchange(&packet(input), &packet(output));
        client.exchange(&packet(output), &text(output));
    }
}

#[test]
fn reversed_outputs() {
    let mut server = Program::start(&["plaintext", "server", "--reverse-output"], false);
    assert!(server.send(PUBLIC_KEY));
    server.exchange(b"CIRCUIT\nW=1,D=0,L=5\nG1:LADDconst(W0,[00000])\nENDCIRCUIT\n", READY);
    server.exchange(b"EDATA\n7\n[11010]ENDEDATA\n", b"EDATA\n5\n01011ENDEDATA\n");
    let mut client = Program::start(&["plaintext", "client", "--reverse-output"], false);
    client.exchange(b"EDATA\n5\n01011ENDEDATA\n", b"PDATA\n11010\nENDPDATA\n");
}

#[test]
fn errors_end_an_original_program() {
    for requests in [
        &b"CIRCUIT\nW=1,D=0,L=5\nG1:NONSENSE(W0)\nENDCIRCUIT\n"[..],
        b"EDATA\n7\n[11010]ENDEDATA\n",
        b"PDATA\n1\nENDPDATA\n",
        b"HELO\n",
        b"EDATA\n7\n[110",
    ] {
        let mut server = Program::start(&["plaintext", "server"], false);
        server.send(requests);
        let (output, status) = server.finish();
        assert_eq!((output, status.code()), (Vec::new(), Some(1)));
    }
}

/// Reads whole packets.
struct Reader {
    program: Program,
    decoder: Decoder,
}

impl Reader {
    fn start(arguments: &[&str]) -> Self {
        Self {
            program: Program::start(arguments, true),
            decoder: Decoder::new(Limits::default(), Form::Chunks),
        }
    }

    fn next(&mut self) -> Packet {
        loop {
            if let Some(packet) = self.decoder.advance().expect("a packet") {
                return packet;
            }
            let bytes = self.program.receive(PATIENCE).expect("in time").expect("no end");
            self.decoder.buffer().extend_from_slice(&bytes);
        }
    }

    /// The answer and the report before it.
    fn ask(&mut self, request: &[u8]) -> (Report, Packet) {
        assert!(self.program.send(request));
        let report = self.next();
        assert_eq!(report.kind, Kind::Report);
        (Report::parse(report.text()).expect("a report"), self.next())
    }
}

#[test]
fn protocol_2() {
    let mut client = Reader::start(&["plaintext", "client"]);
    let mut server = Reader::start(&["plaintext", "server"]);
    for (reader, role) in [(&mut client, Role::Client), (&mut server, Role::Server)] {
        let packet = reader.next();
        assert_eq!(packet.kind, Kind::Hello);
        let hello = Hello::parse(packet.text()).expect("a HELLO");
        assert_eq!((hello.role, hello.name.as_str()), (role, "plaintext"));
        assert_eq!(
            hello.spaces,
            Some(["gf2", "zt", "real", "complex"].map(str::to_owned).to_vec())
        );
    }
    let (report, key) = client.ask(KEY);
    assert_eq!(report.parameters["security_bits"], 0);
    assert_eq!(report.notes.len(), 1);
    assert_eq!(key.raw, b"KEY\n9\nplaintextENDKEY\n");
    assert!(server.program.send(&key.raw));
    let (report, ready) = server.ask(CIRCUIT);
    assert_eq!(ready.raw, READY);
    assert!(report.other.contains_key("key_load_ns"));
    let (_, fresh) = client.ask(INPUT);
    assert_eq!(fresh.raw, FRESH);
    let (report, evaluated) = server.ask(FRESH);
    assert_eq!(evaluated.raw, EVALUATED);
    assert!(report.compute_ns.is_some_and(|ns| ns > 0 && ns < 20_000_000_000));
    assert!(report.cpu_ns.is_some_and(|ns| ns < 20_000_000_000));
    assert!(report.peak_bytes.is_some_and(|bytes| bytes > 100_000 && bytes < 1 << 30));
    let (_, output) = client.ask(EVALUATED);
    assert_eq!(output.raw, OUTPUT);

    // An error is an answer, and the session goes on.
    let (_, error) = server.ask(b"CIRCUIT\nW=1,D=0,L=5\nG1:NONSENSE(W0)\nENDCIRCUIT\n");
    assert_eq!(error.kind, Kind::Error);
    let error = ErrorReply::parse(error.text()).expect("an ERROR");
    assert_eq!(error.kind, ErrorKind::Failed);
    assert!(error.message.contains("line 2"), "{}", error.message);
    let (_, error) = server.ask(FRESH);
    assert_eq!(error.kind, Kind::Error);
    assert_eq!(server.ask(CIRCUIT).1.raw, READY);
    assert_eq!(server.ask(FRESH).1.raw, EVALUATED);
    assert_eq!(client.ask(b"KEY\nnonsense\nENDKEY\n").1.kind, Kind::Error);
}

#[test]
fn echo_has_the_size_asked_for() {
    let mut client = Reader::start(&["echo", "client", "--bytes", "3000000"]);
    let mut server = Reader::start(&["echo", "server", "--bytes", "3000000"]);
    assert_eq!((client.next().kind, server.next().kind), (Kind::Hello, Kind::Hello));
    assert!(client.program.send(KEY));
    let key = client.next();
    assert_eq!((key.kind, key.payload_bytes()), (Kind::Key, 3_000_000));
    assert!(server.program.send(&[&key.raw, CIRCUIT].concat()));
    assert_eq!(server.next().raw, READY);
    for _ in 0..3 {
        assert!(client.program.send(INPUT));
        let fresh = client.next();
        assert_eq!((fresh.kind, fresh.payload_bytes()), (Kind::Edata, 3_000_000));
        assert!(server.program.send(&fresh.raw));
        let evaluated = server.next();
        assert_eq!(evaluated.payload_bytes(), 3_000_000);
        assert!(client.program.send(&evaluated.raw));
        assert_eq!(client.next().raw, b"PDATA\n0\nENDPDATA\n");
    }
}
