//! A client and a server, packet by packet: within this process, and as real programs.

use std::{
    io::{Read as _, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use ringassay_circuit::{
    Circuit, Decimal, Shape, Space, Vectors,
    generate::{SimdConfig, Stream, generate},
    text::{circuit_text, inputs_text, read_output},
};
use ringassay_sut::{
    kit::{Client, ClientSession, Protocol, Server, ServerSession, Session},
    packet::{Decoder, Form, Kind, Limits, Packet, text_packet},
};
use serde_json::Value;

use super::{expected, random_inputs};

fn form(session: &dyn Session) -> Form {
    match session.protocol() {
        Protocol::Two => Form::Chunks,
        Protocol::Original => Form::Text,
    }
}

/// Hands a packet over, as the harness would, and returns the answer and its report.
pub(crate) fn ask(session: &mut dyn Session, request: &[u8]) -> Option<(Packet, Value)> {
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

/// A client and a server.
pub(crate) struct Sessions<C, S> {
    pub(crate) client: ClientSession<C>,
    pub(crate) server: ServerSession<S>,
}

impl<C: Client, S: Server> Sessions<C, S> {
    pub(crate) fn new(client: C, server: S, protocol: Protocol) -> Self {
        let client = ClientSession::new(client, protocol);
        Self { client, server: ServerSession::new(server, protocol) }
    }

    /// Makes a key and gives it to the server; returns the report.
    pub(crate) fn key(&mut self, parameters: &str) -> Value {
        let request = text_packet(Kind::Key, parameters.as_bytes());
        let (key, report) = ask(&mut self.client, &request).unwrap();
        assert_eq!(key.kind, Kind::Key, "{:?}", String::from_utf8_lossy(key.text()));
        assert!(ask(&mut self.server, &key.raw).is_none());
        report
    }

    pub(crate) fn ingest(&mut self, circuit: &Circuit) -> (Packet, Value) {
        ask(&mut self.server, &text_packet(Kind::Circuit, &circuit_text(circuit))).unwrap()
    }

    pub(crate) fn run(&mut self, circuit: &Circuit, inputs: &Vectors) -> Vec<u8> {
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

    pub(crate) fn check(&mut self, circuit: &Circuit, seed: u64) {
        let inputs = random_inputs(circuit, seed);
        let shape = circuit.shape();
        let found = self.run(circuit, &inputs);
        let found = read_output(&found, shape, circuit.outputs().len()).unwrap();
        let entry = |index| (0..shape.batch as usize).map(move |slot| (index, slot));
        let vector = |index| entry(index).map(|(index, slot)| found.slot(index, slot)).collect();
        let found: Vec<Vec<u64>> = (0..found.len()).map(vector).collect();
        assert_eq!(found, expected(circuit, &inputs));
    }
}

/// A random circuit of six wires and depth 3, with one to three outputs.
pub(crate) fn mixed(space: Space, batch: u32, seed: u64) -> Circuit {
    let config = SimdConfig::mixed(Shape { space, batch }, 6, Decimal::whole(3));
    let config = SimdConfig { outputs: 1 + seed as u32 % 3, ..config };
    generate(&config, &mut Stream::new(seed)).unwrap()
}

/// A running program.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    decoder: Decoder,
}

impl Program {
    pub(crate) fn start(path: &str, arguments: &[&str]) -> Self {
        let mut child = Command::new(path)
            .args(arguments)
            .env("RINGASSAY_PROTOCOL", "2")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let decoder = Decoder::new(Limits::default(), Form::Chunks);
        Self { child, input, output, decoder }
    }

    pub(crate) fn send(&mut self, packet: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(packet).unwrap();
        input.flush().unwrap();
    }

    /// The next packet that is no report.
    pub(crate) fn receive(&mut self) -> Packet {
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

    pub(crate) fn end(mut self) {
        self.input = None;
        assert!(self.child.wait().unwrap().success());
    }
}
