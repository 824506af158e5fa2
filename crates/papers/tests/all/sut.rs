//! FV, YASHE', F-NTRU and SHIELD as systems under test, against the plaintext evaluator.

use ringassay_circuit::{
    Circuit, GateKind, Shape, Space,
    generate::{SimdConfig, Stream, fan_in, generate},
    text::{circuit_text, inputs_text},
};
use ringassay_papers::sut::{
    Family, FntruFamily, FvFamily, MultiprecisionClient, MultiprecisionOptions,
    MultiprecisionServer, Request, ShieldFamily, YasheFamily, choose,
};
use ringassay_sut::{
    kit::{Client as _, Protocol},
    packet::{Kind, Packet, text_packet, write_chunks},
};
use serde_json::Value;

use crate::common::{
    odd_circuit, random_inputs,
    sessions::{Program, Sessions, ask, mixed},
};

type Both<F> = Sessions<MultiprecisionClient<F>, MultiprecisionServer<F>>;

/// Without any security, and fast.
fn options() -> MultiprecisionOptions {
    MultiprecisionOptions {
        degree: Some(32),
        insist: true,
        sums: 4,
        ..MultiprecisionOptions::default()
    }
}

fn sessions<F: Family>(options: &MultiprecisionOptions, protocol: Protocol) -> Both<F> {
    let client = MultiprecisionClient::new(options.clone()).unwrap();
    Sessions::new(client, MultiprecisionServer::new(options.clone()).unwrap(), protocol)
}

fn shape(space: Space, batch: u32) -> Shape {
    Shape { space, batch }
}

/// A circuit of products only, so deep.
fn products(batch: u32, levels: u32) -> Circuit {
    let config = SimdConfig::single(shape(Space::Gf2, batch), 3, levels, GateKind::Mul);
    generate(&config, &mut Stream::new(1)).unwrap()
}

/// Calls a function for each family.
macro_rules! all {
    ($check:ident($($argument:expr),*)) => {
        $check::<FvFamily>($($argument),*);
        $check::<YasheFamily>($($argument),*);
        $check::<FntruFamily>($($argument),*);
        $check::<ShieldFamily>($($argument),*);
    };
}

fn bits<F: Family>() {
    for protocol in [Protocol::Two, Protocol::Original] {
        let mut sessions = sessions::<F>(&options(), protocol);
        sessions.key("L=5,D=3.9,K=80");
        for seed in 0..3 {
            sessions.check(&mixed(Space::Gf2, 5, seed), seed);
            sessions.check(&mixed(Space::Gf2, 5, seed), seed + 10);
        }
        // A new key replaces the old one.
        sessions.key("L=3,D=6.0,K=80");
        for seed in 0..4 {
            sessions.check(&odd_circuit(shape(Space::Gf2, 3), seed, 12, 2), seed);
        }
    }
}

#[test]
fn bits_through_both_protocols() {
    all!(bits());
}

fn integers<F: Family>() {
    for (t, batch) in [(257, 4), (12, 2), (2_147_483_647, 3)] {
        let mut sessions = sessions::<F>(&options(), Protocol::Two);
        let report = sessions.key(&format!("L={batch},D=4.0,K=80,T={t}"));
        assert_eq!(report["parameters"]["t"], t);
        let space = Space::zt(t).unwrap();
        for seed in 0..3 {
            sessions.check(&odd_circuit(shape(space, batch), seed, 16, 2), seed);
        }
        sessions.check(&mixed(space, batch, 1), 1);
    }
}

#[test]
fn integers_modulo_t() {
    integers::<FvFamily>();
    integers::<YasheFamily>();
}

fn fan_in_circuits<F: Family>() {
    let options = MultiprecisionOptions { fan_in_depth: 6.0, ..options() };
    let mut sessions = sessions::<F>(&options, Protocol::Two);
    sessions.key("80");
    let levels = fan_in::FanInLevels::Three { levels: 3 };
    let config = fan_in::FanInConfig { wires: 5, levels, op: None };
    for seed in 0..2 {
        sessions.check(&fan_in::generate(&config, &mut Stream::new(seed)).unwrap(), seed);
    }
}

#[test]
fn fan_in_circuits_of_all() {
    all!(fan_in_circuits());
}

fn gates<F: Family>() {
    let about = MultiprecisionClient::<F>::new(options()).unwrap().about();
    let mut sessions = sessions::<F>(&options(), Protocol::Two);
    sessions.key("L=4,D=3.0,K=80");
    for gate in about.gates.iter().filter(|gate| gate.starts_with('L')) {
        let Some(kind) = GateKind::from_name(gate) else { panic!("{gate}") };
        if !GateKind::GF2.contains(&kind) {
            continue;
        }
        let config = SimdConfig::single(shape(Space::Gf2, 4), 4, 2, kind);
        sessions.check(&generate(&config, &mut Stream::new(3)).unwrap(), 3);
    }
}

#[test]
fn every_gate_alone() {
    all!(gates());
}

fn says_what_it_is<F: Family>() {
    let report = sessions::<F>(&options(), Protocol::Two).key("L=2,D=2.0,K=80");
    let parameters = &report["parameters"];
    assert_eq!(parameters["n"], 32);
    for key in ["log2_q", "log2_w", "levels", "security_bits", "product_operations"] {
        assert!(parameters[key].is_number(), "{key}: {parameters}");
    }
    assert_eq!(parameters["below_asked_security"], true);
    let notes = report["notes"].to_string();
    let ntru = F::SCHEME.is_ntru();
    assert_eq!(notes.contains("NOT SECURE: overstretched NTRU"), ntru, "{notes}");
    assert!(ntru || notes.contains("NOT AS SECURE AS ASKED"), "{notes}");
    assert!(notes.contains("one ciphertext for each entry"), "{notes}");
    if ntru {
        assert_eq!(parameters["security_bits"], 0.0);
        assert!(parameters["attack_status"].as_str().unwrap().contains("2021/999"));
    }
}

#[test]
fn keys_say_what_they_are() {
    all!(says_what_it_is());
}

fn request(depth: f64, security_bits: f64) -> Request {
    Request { t: 2, depth, security_bits, degree: None, insist: false, log2_w: None, sums: 2 }
}

#[test]
fn secure_where_it_can_be() {
    for security in [80.0, 128.0] {
        let fv = choose::<FvFamily>(&request(2.0, security)).unwrap();
        assert!(fv.is_secure && fv.levels >= 2 && fv.status.bits().unwrap() >= security);
        let shield = choose::<ShieldFamily>(&request(2.0, security)).unwrap();
        assert!(shield.is_secure && shield.levels >= 2 && shield.parameters.log2_w == 1);
        for choice in [
            choose::<YasheFamily>(&request(2.0, security)).unwrap(),
            choose::<FntruFamily>(&request(2.0, security)).unwrap(),
        ] {
            assert!(!choice.is_secure && choice.status.bits().is_none());
            assert!(choice.parameters.degree >= 2048, "{:?}", choice.parameters);
            // A public key that is a multiple of t must not vanish modulo a divisor of t.
            assert!(choice.parameters.q.bit(0));
        }
    }
    let small = Request { degree: Some(1024), ..request(2.0, 128.0) };
    let error = choose::<FvFamily>(&small).unwrap_err().to_string();
    assert!(error.contains("--insist") && error.contains("1024"), "{error}");
    assert!(!choose::<FvFamily>(&Request { insist: true, ..small }).unwrap().is_secure);
    assert!(choose::<ShieldFamily>(&request(100.0, 80.0)).is_err());
}

/// Circuits without a product, and with nothing at all but an input.
fn shallow<F: Family>() {
    for depth in [0.0, 0.1, 0.3] {
        for security in [0.0, 80.0, 128.0] {
            for sums in [0, 2] {
                let request = Request { sums, ..request(depth, security) };
                let choice = choose::<F>(&request)
                    .unwrap_or_else(|error| panic!("{}, {request:?}: {error}", F::SCHEME));
                assert!(choice.is_secure || choice.formula.scheme().is_ntru(), "{choice:?}");
            }
        }
    }
}

#[test]
fn depth_0_has_parameters() {
    all!(shallow());
}

fn refusals<F: Family>() {
    let message = |(answer, _): (Packet, Value)| {
        assert_eq!(answer.kind, Kind::Error);
        let error: Value = serde_json::from_slice(answer.text()).unwrap();
        (error["kind"].as_str().unwrap().to_owned(), error["message"].as_str().unwrap().to_owned())
    };
    let mut sessions = sessions::<F>(&options(), Protocol::Two);
    sessions.key("L=3,D=1.0,K=80");
    let (kind, text) = message(sessions.ingest(&products(3, 12)));
    assert!(kind == "refused" && text.contains("greater depth"), "{text}");
    let other = mixed(Space::Gf2, 4, 1);
    assert!(message(sessions.ingest(&other)).1.contains("L=4"));
    let integers = odd_circuit(shape(Space::zt(5).unwrap(), 3), 1, 4, 1);
    assert!(message(sessions.ingest(&integers)).1.contains("modulo 5"));
    // The session goes on.
    sessions.check(&odd_circuit(shape(Space::Gf2, 3), 1, 5, 1), 1);
    let key = text_packet(Kind::Key, b"L=3,D=1.0,K=80,T=17179869209");
    assert_eq!(message(ask(&mut sessions.client, &key).unwrap()).0, "refused");
}

#[test]
fn refusals_say_what_to_do() {
    all!(refusals());
}

fn hostile<F: Family>() {
    let mut sessions = sessions::<F>(&options(), Protocol::Two);
    let circuit = products(2, 1);
    let error = |answer: Option<(Packet, Value)>| {
        assert_eq!(answer.unwrap().0.kind, Kind::Error);
    };
    let packet = |kind: Kind, chunks: &[Vec<u8>]| {
        let mut packet = Vec::new();
        write_chunks(&mut packet, kind, chunks).unwrap();
        packet
    };
    let chunks = |packet: &Packet| packet.chunks().map(<[u8]>::to_vec).collect::<Vec<_>>();
    let circuit_packet = text_packet(Kind::Circuit, &circuit_text(&circuit));
    // Nothing is there yet.
    error(ask(&mut sessions.client, &text_packet(Kind::Pdata, b"[0]")));
    error(ask(&mut sessions.server, &packet(Kind::Edata, &[vec![1]])));
    error(ask(&mut sessions.server, &circuit_packet));
    // Keys that are none.
    let (key, _) = ask(&mut sessions.client, &text_packet(Kind::Key, b"L=2,D=2.0,K=80")).unwrap();
    let good = chunks(&key);
    for broken in 0..good.len() {
        for change in [0, 1, 2] {
            let mut key = good.clone();
            match change {
                0 => key[broken].truncate(good[broken].len() / 2),
                1 => key[broken][good[broken].len() / 2] ^= 1,
                _ => drop(key.remove(broken)),
            }
            assert!(ask(&mut sessions.server, &packet(Kind::Key, &key)).is_none());
            error(ask(&mut sessions.server, &circuit_packet));
        }
    }
    assert!(ask(&mut sessions.server, &key.raw).is_none());
    sessions.check(&circuit, 1);
    // Inputs that are none.
    let inputs = text_packet(Kind::Pdata, &inputs_text(&random_inputs(&circuit, 2), &circuit));
    let input = chunks(&ask(&mut sessions.client, &inputs).unwrap().0);
    let mut damaged = input.clone();
    damaged.iter_mut().for_each(|chunk| chunk[100] ^= 4);
    for input in [vec![vec![0; 10]], vec![vec![0; 10]; 6], vec![good[1].clone(); 6], damaged] {
        error(ask(&mut sessions.server, &packet(Kind::Edata, &input)));
        error(ask(&mut sessions.client, &packet(Kind::Edata, &input[..1])));
    }
    // A product in the place of an input.
    let (output, _) = ask(&mut sessions.server, &packet(Kind::Edata, &input)).unwrap();
    let spent = chunks(&output)[0].clone();
    let mut reused = input;
    reused.iter_mut().for_each(|chunk| chunk.clone_from(&spent));
    error(ask(&mut sessions.server, &packet(Kind::Edata, &reused)));
    sessions.check(&circuit, 3);
}

#[test]
fn hostile_packets_are_errors() {
    all!(hostile());
}

fn threads<F: Family>() {
    let mut client = sessions::<F>(&options(), Protocol::Two);
    let key = text_packet(Kind::Key, b"L=4,D=3.0,K=80");
    let (key, _) = ask(&mut client.client, &key).unwrap();
    let circuit: Circuit = odd_circuit(shape(Space::Gf2, 4), 2, 12, 2);
    let input = text_packet(Kind::Pdata, &inputs_text(&random_inputs(&circuit, 1), &circuit));
    let (input, _) = ask(&mut client.client, &input).unwrap();
    let outputs: Vec<Vec<u8>> = [1, 3]
        .map(|threads| {
            let options = MultiprecisionOptions { threads, ..options() };
            let mut sessions = sessions::<F>(&options, Protocol::Two);
            assert!(ask(&mut sessions.server, &key.raw).is_none());
            sessions.ingest(&circuit);
            ask(&mut sessions.server, &input.raw).unwrap().0.raw.to_vec()
        })
        .to_vec();
    assert_eq!(outputs[0], outputs[1]);
}

#[test]
fn threads_do_not_change_the_result() {
    all!(threads());
}

#[test]
fn as_real_programs() {
    for (scheme, name) in [
        ("fv", "ringassay-fv"),
        ("yashe", "ringassay-yashe"),
        ("fntru", "ringassay-fntru"),
        ("shield", "ringassay-shield"),
    ] {
        let start = |role: &str| {
            let arguments = [scheme, role, "--threads", "2", "--degree", "32", "--insist"];
            Program::start(env!("CARGO_BIN_EXE_ringassay-positional"), &arguments)
        };
        let (mut client, mut server) = (start("client"), start("server"));
        for program in [&mut client, &mut server] {
            let hello: Value = serde_json::from_slice(program.receive().text()).unwrap();
            assert_eq!(hello["name"], name);
        }
        client.send(&text_packet(Kind::Key, b"L=3,D=3.0,K=80"));
        server.send(&client.receive().raw);
        let circuit = odd_circuit(shape(Space::Gf2, 3), 1, 8, 2);
        server.send(&text_packet(Kind::Circuit, &circuit_text(&circuit)));
        assert_eq!(server.receive().text(), b"CIRCUIT READY");
        let inputs = random_inputs(&circuit, 1);
        client.send(&text_packet(Kind::Pdata, &inputs_text(&inputs, &circuit)));
        server.send(&client.receive().raw);
        client.send(&server.receive().raw);
        let bits = crate::common::expected(&circuit, &inputs);
        let text: Vec<u8> = bits[0].iter().map(|&bit| b'0' + bit as u8).collect();
        assert_eq!(client.receive().text(), text);
        client.end();
        server.end();
    }
}
