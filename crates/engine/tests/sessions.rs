//! The pair of programs, packet by packet: within this process, and once as real programs.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod common;

use std::{
    io::{Read as _, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use common::{expected, random_inputs};
use ringassay_circuit::{
    Circuit, Decimal, Shape, Space, Vectors,
    generate::{SimdConfig, Stream, fan_in, generate},
    text::{circuit_text, inputs_text, read_output},
};
use ringassay_engine::{
    Encryption,
    sut::{BgvClient, BgvServer, Options},
};
use ringassay_sut::{
    kit::{ClientSession, Protocol, ServerSession, Session},
    packet::{Decoder, Form, Kind, Limits, Packet, text_packet},
};
use serde_json::Value;

/// Without any security, and fast.
fn options() -> Options {
    Options { index: Some(127), insist: true, ..Options::default() }
}

fn form(session: &dyn Session) -> Form {
    match session.protocol() {
        Protocol::Two => Form::Chunks,
        Protocol::Original => Form::Text,
    }
}

/// Hands a packet over, as the harness would, and returns the answer and its report.
fn ask(session: &mut dyn Session, request: &[u8]) -> Option<(Packet, Value)> {
    let mut inward = Decoder::new(Limits::default(), session.key_form());
    inward.buffer().extend_from_slice(request);
    let request = inward.advance().unwrap().expect("a whole packet");
    let mut answer = session.answer(&request).unwrap()?;
    let report = answer.report.take().map_or(Value::Null, |packet| {
        let mut decoder = Decoder::new(Limits::default(), Form::Text);
        decoder.buffer().extend_from_slice(&packet);
        serde_json::from_slice(decoder.advance().unwrap().unwrap().text()).unwrap()
    });
    let mut outward = Decoder::new(Limits::default(), form(session));
    answer.write_to(outward.buffer()).unwrap();
    Some((outward.advance().unwrap().expect("a whole answer"), report))
}

struct Sessions {
    client: ClientSession<BgvClient>,
    server: ServerSession<BgvServer>,
}

impl Sessions {
    fn new(options: &Options, protocol: Protocol) -> Self {
        Self {
            client: ClientSession::new(BgvClient::new(options.clone()).unwrap(), protocol),
            server: ServerSession::new(BgvServer::new(options.clone()).unwrap(), protocol),
        }
    }

    /// Makes a key and gives it to the server; returns the report.
    fn key(&mut self, parameters: &str) -> Value {
        let request = text_packet(Kind::Key, parameters.as_bytes());
        let (key, report) = ask(&mut self.client, &request).unwrap();
        assert_eq!(key.kind, Kind::Key, "{:?}", String::from_utf8_lossy(key.text()));
        assert!(ask(&mut self.server, &key.raw).is_none());
        report
    }

    fn ingest(&mut self, circuit: &Circuit) -> (Packet, Value) {
        ask(&mut self.server, &text_packet(Kind::Circuit, &circuit_text(circuit))).unwrap()
    }

    fn run(&mut self, circuit: &Circuit, inputs: &Vectors) -> Vec<u8> {
        let (ready, report) = self.ingest(circuit);
        assert_eq!(ready.text(), b"CIRCUIT READY", "{report}");
        let input = text_packet(Kind::Pdata, &inputs_text(inputs, circuit));
        let (input, _) = ask(&mut self.client, &input).unwrap();
        let (output, _) = ask(&mut self.server, &input.raw).unwrap();
        assert_eq!(output.kind, Kind::Edata);
        let (answer, _) = ask(&mut self.client, &output.raw).unwrap();
        assert_eq!(answer.kind, Kind::Pdata);
        answer.text().to_vec()
    }

    fn check(&mut self, circuit: &Circuit, seed: u64) {
        let inputs = random_inputs(circuit, seed);
        let shape = circuit.shape();
        let found = self.run(circuit, &inputs);
        let found = read_output(&found, shape).unwrap();
        let found: Vec<u64> = (0..shape.batch as usize).map(|slot| found.slot(0, slot)).collect();
        assert_eq!(found, expected(circuit, &inputs));
    }
}

fn mixed(space: Space, batch: u32, seed: u64) -> Circuit {
    let config = SimdConfig::mixed(Shape { space, batch }, 6, Decimal::whole(3));
    generate(&config, &mut Stream::new(seed)).unwrap()
}

#[test]
fn bits_through_both_protocols() {
    for protocol in [Protocol::Two, Protocol::Original] {
        let mut sessions = Sessions::new(&options(), protocol);
        for (length, encryption) in [(18, Encryption::Public), (5, Encryption::Secret)] {
            let options = Options { encryption, rotation_keys: Some(18), ..options() };
            sessions = Sessions::new(&options, protocol);
            sessions.key(&format!("L={length},D=3.0,K=80"));
            // Several circuits, several inputs.
            for seed in 0..3 {
                let circuit = mixed(Space::Gf2, length, seed);
                sessions.check(&circuit, seed);
                sessions.check(&circuit, seed + 10);
            }
        }
        // A new key replaces the old one.
        sessions.key("L=7,D=3.0,K=80");
        sessions.check(&mixed(Space::Gf2, 7, 1), 1);
    }
}

#[test]
fn integers_and_fan_in_circuits() {
    let mut sessions = Sessions::new(&Options { index: Some(128), ..options() }, Protocol::Two);
    let report = sessions.key("L=40,D=3.0,K=80,T=257");
    assert_eq!(report["parameters"]["t"], 257);
    assert_eq!(report["parameters"]["slots"], 64);
    sessions.check(&mixed(Space::zt(257).unwrap(), 40, 2), 2);

    let mut sessions = Sessions::new(&Options { fan_in_depth: 6.0, ..options() }, Protocol::Two);
    sessions.key("80");
    let levels = fan_in::FanInLevels::Three { levels: 4 };
    let config = fan_in::FanInConfig { wires: 6, levels, op: None };
    sessions.check(&fan_in::generate(&config, &mut Stream::new(3)).unwrap(), 3);
}

#[test]
fn the_key_says_what_it_is() {
    let mut sessions = Sessions::new(&options(), Protocol::Two);
    let report = sessions.key("L=18,D=3.0,K=80");
    let parameters = &report["parameters"];
    assert_eq!(parameters["scheme"], "BGV");
    assert_eq!((&parameters["m"], &parameters["n"]), (&127.into(), &126.into()));
    for key in ["log2_q", "log2_p", "log2_qp", "security_bits", "failure_probability_log2"] {
        assert!(parameters[key].is_number(), "{key}: {parameters}");
    }
    assert_eq!(parameters["below_asked_security"], true);
    let notes = report["notes"].to_string();
    assert!(notes.contains("WARNING") && notes.contains("--insist"), "{notes}");
    let (_, report) = sessions.ingest(&mixed(Space::Gf2, 18, 1));
    let notes = report["notes"].to_string();
    assert!(notes.contains("products") && notes.contains("MiB"), "{notes}");
}

#[test]
fn refusals_say_what_to_do() {
    let refused = |options: &Options, parameters: &str| {
        let mut sessions = Sessions::new(options, Protocol::Two);
        let request = text_packet(Kind::Key, parameters.as_bytes());
        let (answer, _) = ask(&mut sessions.client, &request).unwrap();
        assert_eq!(answer.kind, Kind::Error);
        let error: Value = serde_json::from_slice(answer.text()).unwrap();
        assert_eq!(error["kind"], "refused", "{error}");
        error["message"].as_str().unwrap().to_owned()
    };
    let insecure = Options { insist: false, ..options() };
    assert!(refused(&insecure, "L=18,D=3.0,K=80").contains("security"));
    assert!(refused(&options(), "L=19,D=3.0,K=80").contains("slots"));
    assert!(refused(&options(), "L=4,D=3.0,K=80,T=12").contains("power of a prime"));

    let mut sessions = Sessions::new(&options(), Protocol::Two);
    sessions.key("L=18,D=1.0,K=80");
    let of_depth = |depth| {
        let shape = Shape { space: Space::Gf2, batch: 18 };
        let config = SimdConfig::mixed(shape, 6, Decimal::whole(depth));
        generate(&config, &mut Stream::new(1)).unwrap()
    };
    let (answer, _) = sessions.ingest(&of_depth(60));
    let error: Value = serde_json::from_slice(answer.text()).unwrap();
    assert_eq!(error["kind"], "refused");
    assert!(error["message"].as_str().unwrap().contains("too deep"), "{error}");
    // The session goes on.
    sessions.check(&of_depth(1), 1);
}

#[test]
fn hostile_packets_are_errors() {
    let mut sessions = Sessions::new(&options(), Protocol::Two);
    let circuit = mixed(Space::Gf2, 18, 1);
    let error = |answer: Option<(Packet, Value)>| {
        let (answer, _) = answer.unwrap();
        assert_eq!(answer.kind, Kind::Error);
    };
    let chunks = |kind: Kind, chunks: &[Vec<u8>]| {
        let mut packet = Vec::new();
        ringassay_sut::packet::write_chunks(&mut packet, kind, chunks).unwrap();
        packet
    };
    // Nothing is there yet.
    error(ask(&mut sessions.client, &text_packet(Kind::Pdata, b"[0]")));
    error(ask(&mut sessions.server, &chunks(Kind::Edata, &[vec![1]])));
    error(ask(&mut sessions.server, &text_packet(Kind::Circuit, &circuit_text(&circuit))));
    // Keys that are none.
    let key = text_packet(Kind::Key, b"L=18,D=3.0,K=80");
    let (key, _) = ask(&mut sessions.client, &key).unwrap();
    let good: Vec<Vec<u8>> = key.chunks().map(<[u8]>::to_vec).collect();
    for broken in 0..3 {
        for cut in [0, 1, good[broken].len() / 2] {
            let mut key = good.clone();
            key[broken].truncate(cut);
            assert!(ask(&mut sessions.server, &chunks(Kind::Key, &key)).is_none());
            error(ask(&mut sessions.server, &text_packet(Kind::Circuit, &circuit_text(&circuit))));
        }
    }
    let mut title = good.clone();
    title[0] =
        br#"{"format":"ringassay-bgv key","version":1,"length":99999999999,"encryption":"public"}"#
            .to_vec();
    assert!(ask(&mut sessions.server, &chunks(Kind::Key, &title)).is_none());
    error(ask(&mut sessions.server, &text_packet(Kind::Circuit, &circuit_text(&circuit))));
    // Inputs that are none.
    assert!(ask(&mut sessions.server, &key.raw).is_none());
    sessions.check(&circuit, 1);
    for input in [vec![vec![0; 10]], vec![vec![0; 10]; 6], vec![good[1].clone(); 6]] {
        error(ask(&mut sessions.server, &chunks(Kind::Edata, &input)));
        error(ask(&mut sessions.client, &chunks(Kind::Edata, &input)));
    }
    // An output in the place of an input.
    let inputs = random_inputs(&circuit, 2);
    let input = text_packet(Kind::Pdata, &inputs_text(&inputs, &circuit));
    let (input, _) = ask(&mut sessions.client, &input).unwrap();
    let (output, _) = ask(&mut sessions.server, &input.raw).unwrap();
    let output: Vec<Vec<u8>> = output.chunks().map(<[u8]>::to_vec).collect();
    error(ask(&mut sessions.server, &chunks(Kind::Edata, &vec![output[0].clone(); 6])));
    sessions.check(&circuit, 3);
}

#[test]
fn encryptions_of_one_input_differ_and_sizes_follow_the_key() {
    let circuit = mixed(Space::Gf2, 18, 1);
    let inputs = random_inputs(&circuit, 1);
    let input = text_packet(Kind::Pdata, &inputs_text(&inputs, &circuit));
    let size = |encryption| {
        let options = Options { encryption, threads: 2, ..options() };
        let mut sessions = Sessions::new(&options, Protocol::Two);
        sessions.key("L=18,D=3.0,K=80");
        let (first, _) = ask(&mut sessions.client, &input).unwrap();
        let (second, _) = ask(&mut sessions.client, &input).unwrap();
        for (a, b) in first.chunks().zip(second.chunks()) {
            assert_ne!(a, b);
        }
        first.raw.len()
    };
    let (public, secret) = (size(Encryption::Public), size(Encryption::Secret));
    assert!(secret < public * 6 / 10, "{secret} and {public}");
}

#[test]
fn debug_output_shows_no_secret() {
    let mut client = BgvClient::new(options()).unwrap();
    let mut remarks = ringassay_sut::kit::Remarks::default();
    ringassay_sut::kit::Client::generate_key(&mut client, b"L=18,D=3.0,K=80", &mut remarks)
        .unwrap();
    let text = format!("{client:?}");
    assert!(text.contains("BgvClient") && text.len() < 4000, "{} bytes", text.len());
    assert!(!text.contains("SecretKey"));
}

/// A running program.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    decoder: Decoder,
}

impl Program {
    fn start(role: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ringassay-bgv"))
            .args([role, "--threads", "2", "--index", "127", "--insist"])
            .env("RINGASSAY_PROTOCOL", "2")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let decoder = Decoder::new(Limits::default(), Form::Chunks);
        Self { child, input, output, decoder }
    }

    fn send(&mut self, packet: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(packet).unwrap();
        input.flush().unwrap();
    }

    /// The next packet that is no report.
    fn receive(&mut self) -> Packet {
        loop {
            match self.decoder.advance().unwrap() {
                Some(packet) if packet.kind == Kind::Report => {}
                Some(packet) => return packet,
                None => {
                    let mut bytes = vec![0; 1 << 16];
                    let count = self.output.read(&mut bytes).unwrap();
                    assert!(count > 0, "the program ended");
                    self.decoder.buffer().extend_from_slice(&bytes[..count]);
                }
            }
        }
    }

    fn end(mut self) {
        self.input = None;
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn as_real_programs() {
    let (mut client, mut server) = (Program::start("client"), Program::start("server"));
    for program in [&mut client, &mut server] {
        let hello: Value = serde_json::from_slice(program.receive().text()).unwrap();
        assert_eq!((&hello["name"], &hello["scheme"]), (&"ringassay-bgv".into(), &"BGV".into()));
    }
    client.send(&text_packet(Kind::Key, b"L=18,D=3.0,K=80"));
    let key = client.receive();
    assert_eq!(key.kind, Kind::Key);
    server.send(&key.raw);
    for seed in 0..2 {
        let circuit = mixed(Space::Gf2, 18, seed);
        server.send(&text_packet(Kind::Circuit, &circuit_text(&circuit)));
        assert_eq!(server.receive().text(), b"CIRCUIT READY");
        let inputs = random_inputs(&circuit, seed);
        client.send(&text_packet(Kind::Pdata, &inputs_text(&inputs, &circuit)));
        server.send(&client.receive().raw);
        client.send(&server.receive().raw);
        let found = client.receive();
        let bits = expected(&circuit, &inputs);
        let text: Vec<u8> = bits.iter().map(|&bit| b'0' + bit as u8).collect();
        assert_eq!(found.text(), text);
    }
    client.end();
    server.end();
}
