//! CKKS as a system under test: circuits over real and complex numbers through client and server, packet by packet, beside
//! plain doubles.

use ringassay_circuit::{
    Circuit, Decimal, Evaluator, Program, Shape, Space,
    generate::{Application, InputConfig, SimdConfig, Stream, generate, random_inputs},
    text::{read_circuit, read_key_parameters, read_output},
};
use ringassay_engine::{
    reals::{RealClient, RealInstance, RealServer},
    sut::Options,
};
use ringassay_scheme::ckks::{RingType, encoding::Complex64};
use ringassay_sut::{
    kit::Protocol,
    packet::{Kind, text_packet},
};

use crate::common::sessions::{Sessions, ask};

const PRECISION: i32 = 18;

fn pair(protocol: Protocol) -> Sessions<RealClient, RealServer> {
    pair_in(None, protocol)
}

/// With a ring that is not left to choice.
fn pair_in(ring: Option<RingType>, protocol: Protocol) -> Sessions<RealClient, RealServer> {
    let client = RealClient::new(Options { ring, ..Options::default() }).unwrap();
    Sessions::new(client, RealServer::new(Options::default()).unwrap(), protocol)
}

fn shape(batch: u32) -> Shape {
    Shape { space: Space::real(1.0).unwrap(), batch }
}

fn complex(batch: u32) -> Shape {
    Shape { space: Space::complex(1.0).unwrap(), batch }
}

/// Key parameters that serve a circuit at 128 bits.
fn key(circuit: &Circuit, depth: u32) -> String {
    let facts = circuit.real_facts().unwrap();
    let gain = (facts.gain_bits * 100.0).ceil() / 100.0;
    let batch = circuit.shape().batch;
    let name = if circuit.shape().space.is_complex() { "C" } else { "R" };
    format!("L={batch},D={depth},K=128,{name}=1,P={PRECISION},M={},G={gain}", facts.largest)
}

/// The error of the worst slot, relative to the magnitude of its output.
fn worst(sessions: &mut Sessions<RealClient, RealServer>, circuit: &Circuit, seed: u64) -> f64 {
    let inputs = random_inputs(circuit, InputConfig::default(), &mut Stream::new(seed));
    let expected = Evaluator::new(Program::compile(circuit)).evaluate(&inputs).unwrap();
    let text = sessions.run(circuit, &inputs);
    let count = circuit.outputs().len();
    let found = read_output(&text, circuit.shape(), count).unwrap();
    let magnitudes = circuit.real_facts().unwrap().magnitudes;
    let mut worst = 0.0_f64;
    for (index, magnitude) in magnitudes.into_iter().enumerate() {
        for slot in 0..circuit.shape().batch as usize {
            let (found, expected) = (found.complex(index, slot), expected.complex(index, slot));
            let (re, im) = (found.0.0 - expected.0.0, found.1.0 - expected.1.0);
            worst = worst.max(Complex64::new(re, im).abs() / magnitude);
        }
    }
    worst
}

#[test]
fn random_circuits_are_right_within_the_tolerance() {
    for (protocol, batch, seed) in [(Protocol::Two, 16, 1), (Protocol::Original, 100, 2)] {
        let config = SimdConfig::mixed(shape(batch), 6, Decimal::whole(2));
        let config = SimdConfig { outputs: 2, ..config };
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        let mut sessions = pair(protocol);
        sessions.key(&key(&circuit, 2));
        let first = worst(&mut sessions, &circuit, seed);
        assert!(first > 0.0 && first <= 2_f64.powi(-PRECISION), "{}", first.log2());
        // The answer to another input is another one.
        assert!(worst(&mut sessions, &circuit, seed + 1) <= 2_f64.powi(-PRECISION));
    }
}

#[test]
fn applications_are_right_within_the_tolerance() {
    for (which, depth) in [
        (Application::Dot, 1),
        (Application::LogisticRegression, 3),
        (Application::Logistic7, 3),
        (Application::Network, 3),
    ] {
        let circuit = which.circuit(shape(8), None, &mut Stream::new(3)).unwrap();
        let mut sessions = pair(Protocol::Two);
        let report = sessions.key(&key(&circuit, depth));
        let parameters = &report["parameters"];
        assert_eq!(parameters["scheme"], "CKKS");
        assert!(parameters["security_bits"].as_f64().unwrap() >= 128.0, "{parameters}");
        let found = worst(&mut sessions, &circuit, 4);
        assert!(found <= 2_f64.powi(-PRECISION), "{}: {}", which.name(), found.log2());
    }
}

/// Vectors that fill every real slot, some that do not divide them, and short ones, in the ring that was
/// asked for; the answers of both rings keep the precision.
#[test]
fn either_ring_is_right_where_it_is_asked_for() {
    for ring in RingType::ALL {
        for (batch, which, depth) in [
            (16, Application::Logistic7, 3),
            (100, Application::Dot, 1),
            (4096, Application::Logistic3, 2),
            (4096, Application::Dot, 1),
        ] {
            let circuit = which.circuit(shape(batch), None, &mut Stream::new(3)).unwrap();
            let mut sessions = pair_in(Some(ring), Protocol::Two);
            let report = sessions.key(&key(&circuit, depth));
            let facts = &report["parameters"];
            assert_eq!(facts["ring"], ring.name());
            let n = facts["n"].as_u64().unwrap() as usize;
            assert_eq!(facts["slots"], ring.slots(n));
            assert!(facts["security_bits"].as_f64().unwrap() >= 128.0);
            let found = worst(&mut sessions, &circuit, 4);
            assert!(found > 0.0 && found <= 2_f64.powi(-PRECISION), "{ring:?}: {}", found.log2());
        }
    }
}

/// Vectors of as many reals as a small ring has coefficients lie in the conjugate-invariant ring, at half the
/// degree; short ones in the standard ring, as do complex ones always.
#[test]
fn the_client_takes_the_cheaper_ring_and_says_so() {
    let taken = |circuit: &Circuit, depth: u32| {
        let report = pair(Protocol::Two).key(&key(circuit, depth));
        let notes = report["notes"].as_array().unwrap();
        let says = notes.iter().any(|note| note.as_str().unwrap().contains("times the work"));
        assert_eq!(says, !circuit.shape().space.is_complex(), "{notes:?}");
        let facts = &report["parameters"];
        (facts["ring"].as_str().unwrap().to_owned(), facts["n"].as_u64().unwrap())
    };
    let dot = |shape| Application::Dot.circuit(shape, None, &mut Stream::new(3)).unwrap();
    let [standard, real] = RingType::ALL.map(|ring| ring.name().to_owned());
    assert_eq!(taken(&dot(shape(8192)), 1), (real, 8192));
    assert_eq!(taken(&dot(complex(8192)), 1), (standard.clone(), 16384));
    assert_eq!(taken(&dot(shape(16)), 1).0, standard);
}

#[test]
fn complex_circuits_are_right_within_the_tolerance() {
    for (protocol, batch, seed) in [(Protocol::Two, 16, 1), (Protocol::Original, 100, 2)] {
        let config = SimdConfig::mixed(complex(batch), 6, Decimal::whole(2));
        let config = SimdConfig { outputs: 2, ..config };
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        let mut sessions = pair(protocol);
        let report = sessions.key(&key(&circuit, 2));
        if protocol == Protocol::Two {
            assert_eq!(report["parameters"]["conjugation_keys"], 1);
        }
        let found = worst(&mut sessions, &circuit, seed);
        assert!(found > 0.0 && found <= 2_f64.powi(-PRECISION), "{}", found.log2());
    }
    for (which, depth) in [(Application::Dot, 1), (Application::Spectrum, 2)] {
        let circuit = which.circuit(complex(8), None, &mut Stream::new(3)).unwrap();
        let mut sessions = pair(Protocol::Two);
        sessions.key(&key(&circuit, depth));
        let found = worst(&mut sessions, &circuit, 4);
        assert!(found <= 2_f64.powi(-PRECISION), "{}: {}", which.name(), found.log2());
    }
}

#[test]
fn real_circuits_do_not_run_under_complex_keys() {
    let of = |shape| Application::Dot.circuit(shape, None, &mut Stream::new(3)).unwrap();
    for (key_of, other) in [(of(complex(8)), of(shape(8))), (of(shape(8)), of(complex(8)))] {
        let mut sessions = pair(Protocol::Two);
        sessions.key(&key(&key_of, 1));
        let (answer, _) = sessions.ingest(&other);
        assert_eq!(answer.kind, Kind::Error);
        assert_ne!(sessions.ingest(&key_of).0.kind, Kind::Error);
    }
}

#[test]
fn refusals_and_damage_are_errors() {
    let mut real_slots = pair_in(Some(RingType::ConjugateInvariant), Protocol::Two);
    let complex_key = text_packet(Kind::Key, b"L=8,D=2,K=128,C=1,P=18,M=1,G=1");
    let (answer, _) = ask(&mut real_slots.client, &complex_key).unwrap();
    assert_eq!(answer.kind, Kind::Error);
    let mut sessions = pair(Protocol::Two);
    for asked in [
        "L=8,D=2,K=128",
        "L=8,D=2,K=128,T=17",
        "80",
        "L=8,D=60,K=128,R=1,P=40,M=1,G=1",
        "L=8,D=2,K=128,R=1,P=90,M=1,G=1",
    ] {
        let (answer, _) =
            ask(&mut sessions.client, &text_packet(Kind::Key, asked.as_bytes())).unwrap();
        assert_eq!(answer.kind, Kind::Error, "{asked}");
    }
    let circuit = Application::Dot.circuit(shape(8), None, &mut Stream::new(3)).unwrap();
    sessions.key(&key(&circuit, 1));
    // A circuit that is too deep for the key.
    let deep = Application::Logistic15.circuit(shape(8), None, &mut Stream::new(3)).unwrap();
    let (answer, _) = sessions.ingest(&deep);
    assert_eq!(answer.kind, Kind::Error);
    // Then there is no program.
    let input = text_packet(Kind::Pdata, b"[[0,0,0,0,0,0,0,0],[1,1,1,1,1,1,1,0.5]]");
    let (input, _) = ask(&mut sessions.client, &input).unwrap();
    let (answer, _) = ask(&mut sessions.server, &input.raw).unwrap();
    assert_eq!(answer.kind, Kind::Error);
    for wrong in ["[[0,0,0,0,0,0,0,0]", "[[2,0,0,0,0,0,0,0]]", "[[nan,0,0,0,0,0,0,0]]", "[[0]]"] {
        let (answer, _) =
            ask(&mut sessions.client, &text_packet(Kind::Pdata, wrong.as_bytes())).unwrap();
        assert_eq!(answer.kind, Kind::Error, "{wrong}");
    }
}

/// The sum of x·y and x·y^7, rotated.
fn products(batch: u32) -> Circuit {
    let mut gates = vec!["LMUL(W0,W1)".to_owned()];
    gates.extend((0..6).map(|last| format!("LMUL(G{last},W1)")));
    gates.extend(["LADD(G6,G0)".to_owned(), "LROTATE(G7,2)".to_owned()]);
    let lines: Vec<String> = gates.iter().enumerate().map(|(k, g)| format!("G{k}:{g}")).collect();
    let text = format!("W=2,D=7,L={batch},R=1\n{}", lines.join("\n"));
    read_circuit(text.as_bytes()).unwrap()
}

/// Deeper than the chain: ciphertexts are refreshed on the way, whether the server plans or is given a program. Of no
/// security, for a small ring.
#[test]
fn deep_circuits_are_refreshed() {
    for (protocol, batch) in [(Protocol::Two, 8), (Protocol::Original, 5)] {
        let circuit = products(batch);
        let options =
            Options { refresh: Some(3), index: Some(1 << 10), insist: true, ..Options::default() };
        let client = RealClient::new(options.clone()).unwrap();
        let mut sessions = Sessions::new(client, RealServer::new(options).unwrap(), protocol);
        let report = sessions.key(&key(&circuit, 7));
        if matches!(protocol, Protocol::Two) {
            let facts = &report["parameters"];
            assert_eq!(facts["moduli"], 4);
            assert!(facts["refresh_failure_log2"].as_f64().unwrap() < -100.0);
        }
        let found = worst(&mut sessions, &circuit, 7);
        assert!(found > 0.0 && found <= 2_f64.powi(-8), "{}", found.log2());
    }
}

#[test]
fn refreshes_are_refused_where_there_are_none() {
    let ring = Some(RingType::ConjugateInvariant);
    let asked = read_key_parameters(b"L=8,D=7,K=128,R=1,P=18,M=1,G=3").unwrap();
    let options = Options { ring, refresh: Some(3), ..Options::default() };
    let error = RealInstance::choose(&asked, &options).unwrap_err().to_string();
    assert!(error.contains("standard ring"), "{error}");
    let options = Options { refresh: Some(3), index: Some(1 << 10), ..Options::default() };
    let error = RealInstance::choose(&asked, &options).unwrap_err().to_string();
    assert!(error.contains("can be refreshed at 128 bits"), "{error}");
}
