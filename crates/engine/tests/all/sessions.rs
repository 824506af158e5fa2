//! The pair of programs of every scheme with slots, packet by packet: within this process, and once as
//! real programs.

use ringassay_circuit::{
    Decimal, Shape, Space,
    generate::{SimdConfig, Stream, fan_in, generate},
    text::{circuit_text, inputs_text},
};
use ringassay_engine::{
    Encryption,
    sut::{IntegerClient, IntegerServer, Options},
};
use ringassay_params::Choosable;
use ringassay_sut::{
    kit::Protocol,
    packet::{Kind, Packet, text_packet},
};
use serde_json::Value;

use crate::common::{
    expected, random_inputs,
    sessions::{Program, ask, mixed},
};

/// Without any security, and fast.
fn options() -> Options {
    Options { index: Some(127), insist: true, ..Options::default() }
}

type Sessions<P> = crate::common::sessions::Sessions<IntegerClient<P>, IntegerServer<P>>;

fn pair<P: Choosable>(options: &Options, protocol: Protocol) -> Sessions<P> {
    let client = IntegerClient::new(options.clone()).unwrap();
    Sessions::new(client, IntegerServer::new(options.clone()).unwrap(), protocol)
}

/// The name of the system under test.
fn name<P: Choosable>() -> &'static str {
    P::SCHEME.entry().sut.unwrap().name
}

/// The tests of this file for each scheme.
macro_rules! for_each_scheme {
    ($($test:ident,)*) => {
        for_each_scheme!(bgv: $($test)*);
        for_each_scheme!(bfv: $($test)*);
    };
    ($scheme:ident: $($test:ident)*) => {
        mod $scheme {
            $(
                #[test]
                fn $test() {
                    super::$test::<ringassay_scheme::$scheme::Parameters>();
                }
            )*
        }
    };
}

for_each_scheme! {
    bits_through_both_protocols,
    integers_and_fan_in_circuits,
    the_key_says_what_it_is,
    refusals_say_what_to_do,
    hostile_packets_are_errors,
    encryptions_of_one_input_differ_and_sizes_follow_the_key,
    debug_output_shows_no_secret,
    as_real_programs,
}

fn bits_through_both_protocols<P: Choosable>() {
    for protocol in [Protocol::Two, Protocol::Original] {
        let mut sessions = pair::<P>(&options(), protocol);
        for (length, encryption) in [(18, Encryption::Public), (5, Encryption::Secret)] {
            let options = Options { encryption, rotation_keys: Some(18), ..options() };
            sessions = pair::<P>(&options, protocol);
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

fn integers_and_fan_in_circuits<P: Choosable>() {
    let mut sessions = pair::<P>(&Options { index: Some(128), ..options() }, Protocol::Two);
    let report = sessions.key("L=40,D=3.0,K=80,T=257");
    assert_eq!(report["parameters"]["t"], 257);
    assert_eq!(report["parameters"]["slots"], 64);
    sessions.check(&mixed(Space::zt(257).unwrap(), 40, 2), 2);

    let mut sessions = pair::<P>(&Options { fan_in_depth: 6.0, ..options() }, Protocol::Two);
    sessions.key("80");
    let levels = fan_in::FanInLevels::Three { levels: 4 };
    let config = fan_in::FanInConfig { wires: 6, levels, op: None };
    sessions.check(&fan_in::generate(&config, &mut Stream::new(3)).unwrap(), 3);
}

fn the_key_says_what_it_is<P: Choosable>() {
    let mut sessions = pair::<P>(&options(), Protocol::Two);
    let report = sessions.key("L=18,D=3.0,K=80");
    let parameters = &report["parameters"];
    assert_eq!(parameters["scheme"], P::SCHEME.to_string());
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

fn refusals_say_what_to_do<P: Choosable>() {
    let refused = |options: &Options, parameters: &str| {
        let mut sessions = pair::<P>(options, Protocol::Two);
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

    let mut sessions = pair::<P>(&options(), Protocol::Two);
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

fn hostile_packets_are_errors<P: Choosable>() {
    let mut sessions = pair::<P>(&options(), Protocol::Two);
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
    assert!(good.len() > 4, "rotation keys one by one");
    for broken in 0..good.len() {
        for cut in [0, 1, good[broken].len() / 2] {
            let mut key = good.clone();
            key[broken].truncate(cut);
            assert!(ask(&mut sessions.server, &chunks(Kind::Key, &key)).is_none());
            error(ask(&mut sessions.server, &text_packet(Kind::Circuit, &circuit_text(&circuit))));
        }
    }
    let mut title = good.clone();
    title[0] = format!(
        r#"{{"format":"{} key","version":2,"length":99999999999,"encryption":"public"}}"#,
        name::<P>()
    )
    .into_bytes();
    assert!(ask(&mut sessions.server, &chunks(Kind::Key, &title)).is_none());
    error(ask(&mut sessions.server, &text_packet(Kind::Circuit, &circuit_text(&circuit))));
    // Without the key for products, which comes first, and with rotation keys in any order, some of them twice.
    let mut others: Vec<Vec<u8>> =
        good[..2].iter().chain(good[3..].iter().rev()).cloned().collect();
    others.push(good[3].clone());
    assert!(ask(&mut sessions.server, &chunks(Kind::Key, &others)).is_none());
    let (answer, _) =
        ask(&mut sessions.server, &text_packet(Kind::Circuit, &circuit_text(&circuit))).unwrap();
    assert!(
        String::from_utf8_lossy(answer.text()).contains("generate evaluation keys with products")
    );
    others.push(good[2].clone());
    assert!(ask(&mut sessions.server, &chunks(Kind::Key, &others)).is_none());
    sessions.check(&circuit, 1);
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

fn encryptions_of_one_input_differ_and_sizes_follow_the_key<P: Choosable>() {
    let circuit = mixed(Space::Gf2, 18, 1);
    let inputs = random_inputs(&circuit, 1);
    let input = text_packet(Kind::Pdata, &inputs_text(&inputs, &circuit));
    let size = |encryption| {
        let options = Options { encryption, threads: 2, ..options() };
        let mut sessions = pair::<P>(&options, Protocol::Two);
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

fn debug_output_shows_no_secret<P: Choosable>() {
    let mut client = IntegerClient::<P>::new(options()).unwrap();
    let mut remarks = ringassay_sut::kit::Remarks::default();
    ringassay_sut::kit::Client::generate_key(&mut client, b"L=18,D=3.0,K=80", &mut remarks)
        .unwrap();
    let text = format!("{client:?}");
    assert!(text.contains("PackedClient") && text.len() < 4000, "{} bytes", text.len());
    assert!(!text.contains("SecretKey"));
}

fn start<P: Choosable>(role: &str) -> Program {
    let verb = P::SCHEME.entry().sut.unwrap().arguments[0];
    let arguments = [verb, role, "--threads", "2", "--index", "127", "--insist"];
    Program::start(env!("CARGO_BIN_EXE_ringassay-slots"), &arguments)
}

fn as_real_programs<P: Choosable>() {
    let (mut client, mut server) = (start::<P>("client"), start::<P>("server"));
    for program in [&mut client, &mut server] {
        let hello: Value = serde_json::from_slice(program.receive().text()).unwrap();
        assert_eq!(hello["name"], name::<P>());
        assert_eq!(hello["scheme"], P::SCHEME.to_string());
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
        let text = |bits: &Vec<u64>| bits.iter().map(|&bit| b'0' + bit as u8).collect();
        let texts: Vec<Vec<u8>> = bits.iter().map(text).collect();
        assert_eq!(found.text(), texts.join(&b';'));
    }
    client.end();
    server.end();
}

#[test]
fn keys_of_another_scheme_are_refused() {
    use ringassay_scheme::{bfv, bgv};
    let mut bgv = pair::<bgv::Parameters>(&options(), Protocol::Two);
    let mut bfv = pair::<bfv::Parameters>(&options(), Protocol::Two);
    let key = text_packet(Kind::Key, b"L=18,D=1.0,K=80");
    let (key, _) = ask(&mut bgv.client, &key).unwrap();
    assert!(ask(&mut bfv.server, &key.raw).is_none());
    let circuit = text_packet(Kind::Circuit, &circuit_text(&mixed(Space::Gf2, 18, 1)));
    let (answer, _) = ask(&mut bfv.server, &circuit).unwrap();
    assert_eq!(answer.kind, Kind::Error);
    let said = String::from_utf8_lossy(answer.text()).into_owned();
    assert!(said.contains("the key is none of ringassay-bfv"), "{said}");
}
