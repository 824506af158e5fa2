//! Gates as a system under test, against the plaintext evaluator, and what plans take.

use ringassay_circuit::{
    Circuit, Decimal, Header, Node, Shape, Space,
    generate::{Stream, fan_in},
    netlist::{Logic, Netlist, Port, Signal},
    text::circuit_text,
};
use ringassay_engine::gates::{GateClient, GateOptions, GateParameters, GatePlan, GateServer};
use ringassay_gates::Gate;
use ringassay_sut::{
    kit::{Client as _, Protocol},
    packet::{Kind, text_packet},
};

use crate::common::{
    odd_circuit,
    sessions::{Sessions, ask, mixed},
};

fn sessions(threads: usize, protocol: Protocol) -> Sessions<GateClient, GateServer> {
    let options = GateOptions { threads, parameters: GateParameters::Toy };
    let client = GateClient::new(options.clone()).unwrap();
    Sessions::new(client, GateServer::new(options).unwrap(), protocol)
}

fn bits(batch: u32) -> Shape {
    Shape { space: Space::Gf2, batch }
}

#[test]
fn circuits_of_bits_through_both_protocols() {
    for protocol in [Protocol::Two, Protocol::Original] {
        let mut sessions = sessions(1, protocol);
        sessions.key("L=5,D=3.9,K=80");
        for seed in 0..3 {
            sessions.check(&mixed(Space::Gf2, 5, seed), seed);
        }
        // A new key replaces the old one.
        sessions.key("L=70,D=6.0,K=80");
        for seed in 0..2 {
            sessions.check(&odd_circuit(bits(70), seed, 12, 4), seed);
        }
    }
}

/// Deeper than what is declared, and than what leveled schemes evaluate.
#[test]
fn every_depth_on_two_threads() {
    let mut sessions = sessions(2, Protocol::Two);
    let report = sessions.key("L=3,D=1.0,K=80");
    assert_eq!(report["parameters"]["packing"], "one ciphertext per entry");
    for seed in 0..4 {
        sessions.check(&odd_circuit(bits(3), seed, 120, 120), seed);
    }
}

#[test]
fn fan_in_circuits() {
    let mut sessions = sessions(1, Protocol::Two);
    sessions.key("80");
    for levels in [
        fan_in::FanInLevels::One { gates: 6, share: 512 },
        fan_in::FanInLevels::Two { gates: 5, share: 400, xor_gates: 6, xor_share: 512 },
        fan_in::FanInLevels::Three { levels: 3 },
    ] {
        let config = fan_in::FanInConfig { wires: 5, levels, op: None };
        for seed in 0..2 {
            sessions.check(&fan_in::generate(&config, &mut Stream::new(seed)).unwrap(), seed);
        }
    }
}

#[test]
fn every_gate_of_hello_is_evaluated() {
    let about = GateClient::new(GateOptions { threads: 1, parameters: GateParameters::Toy });
    let about = about.unwrap().about();
    assert_eq!(
        (about.name.as_str(), about.spaces.as_slice()),
        ("ringassay-gates", &["gf2".to_owned()][..])
    );
    assert_eq!(about.limits.max_security, Some(128));
}

/// A netlist over single bits, and its plan.
fn planned(
    inputs: u32,
    build: impl Fn(&mut Logic, &[Signal]) -> Vec<Signal>,
) -> (Netlist, GatePlan) {
    let mut logic = Logic::new(vec![Port::new("x", inputs)]).unwrap();
    let signals = logic.inputs().concat();
    let results = build(&mut logic, &signals);
    let ports = vec![Port::new("y", results.len() as u32)];
    let netlist = logic.finish(ports, results).unwrap();
    let plan = GatePlan::new(&netlist).unwrap();
    (netlist, plan)
}

#[test]
fn a_full_adder_takes_two_rotations() {
    let (netlist, plan) = planned(3, |logic, x| {
        let half = logic.xor(x[0], x[1]);
        vec![logic.xor(half, x[2]), logic.majority(x[0], x[1], x[2])]
    });
    assert_eq!((netlist.gates().len(), plan.rotations(), plan.levels().len()), (5, 2, 1));
    let gates: Vec<Gate> = plan.levels()[0].iter().map(|step| step.gate).collect();
    assert!(gates.contains(&Gate::Xor3) && gates.contains(&Gate::Majority));
    let (_, adder) = planned(64, |logic, x| {
        let mut carry = Signal::FALSE;
        let mut sums = Vec::new();
        for (a, b) in x[..32].iter().zip(&x[32..]) {
            let half = logic.xor(*a, *b);
            sums.push(logic.xor(half, carry));
            carry = logic.majority(*a, *b, carry);
        }
        sums.push(carry);
        sums
    });
    // The first of 32 places has no carry: its majority is an AND.
    assert_eq!((adder.rotations(), adder.levels().len()), (64, 32));
    let (_, with_one) = planned(2, |logic, x| vec![logic.majority(x[0], !x[1], Signal::TRUE)]);
    let step = &with_one.levels()[0][0];
    assert_eq!((with_one.rotations(), step.gate), (1, Gate::Or));
    for word in 0..4_u32 {
        assert_eq!(in_the_clear(&with_one, word), [word & 1 == 1 || word & 2 == 0]);
    }
}

#[test]
fn complements_choose_gates_and_take_none() {
    for (flips, gate) in [(0, Gate::And), (1, Gate::NotAnd), (2, Gate::AndNot), (3, Gate::Nor)] {
        let (_, plan) = planned(2, |logic, x| {
            vec![!logic.and(x[0].flipped(flips & 1 == 1), x[1].flipped(flips & 2 == 2))]
        });
        assert_eq!((plan.rotations(), plan.levels()[0][0].gate), (1, gate));
    }
    // Constants, inputs and complements of inputs are no gates.
    let (_, plan) = planned(2, |logic, x| {
        vec![Signal::TRUE, x[0], !x[1], logic.and(x[0], !x[0]), logic.xor(x[1], x[1])]
    });
    assert_eq!((plan.rotations(), plan.levels().len(), plan.peak()), (0, 0, 2));
    let (_, plan) = planned(3, |logic, x| vec![logic.majority(!x[0], x[1], !x[2])]);
    assert_eq!((plan.rotations(), plan.levels()[0][0].gate), (1, Gate::Majority));
}

/// All assignments of random netlists by plans in the clear, against the circuit's evaluator.
#[test]
fn plans_compute_what_their_netlists_compute() {
    for seed in 0..200 {
        let circuit: Circuit = odd_circuit(bits(2), seed, 25, 25);
        let netlist = Netlist::of_entries(&circuit).unwrap();
        let plan = GatePlan::new(&netlist).unwrap();
        assert!(plan.rotations() <= netlist.gates().len());
        for word in 0..64_u32 {
            let values = in_the_clear(&plan, word);
            let expected = netlist_in_the_clear(&netlist, word);
            assert_eq!(values, expected, "seed {seed}, {word:b}: {}", text(&circuit));
        }
    }
}

fn text(circuit: &Circuit) -> String {
    String::from_utf8(circuit_text(circuit)).unwrap()
}

fn of(values: &[bool], signal: Signal) -> bool {
    values[signal.node() as usize] != signal.is_complemented()
}

fn inputs(count: u32, nodes: usize, word: u32) -> Vec<bool> {
    let mut values = vec![false; nodes];
    (0..count).for_each(|i| values[1 + i as usize] = word >> i & 1 == 1);
    values
}

fn in_the_clear(plan: &GatePlan, word: u32) -> Vec<bool> {
    let mut values = inputs(plan.inputs(), plan.nodes(), word);
    for step in plan.levels().iter().flatten() {
        let x: Vec<bool> = step.operands.iter().map(|&operand| of(&values, operand)).collect();
        values[step.node as usize] = match step.gate {
            Gate::And => x[0] && x[1],
            Gate::Or => x[0] || x[1],
            Gate::AndNot => x[0] && !x[1],
            Gate::NotAnd => !x[0] && x[1],
            Gate::Nor => !x[0] && !x[1],
            Gate::Xor => x[0] != x[1],
            Gate::Xor3 => x[0] ^ x[1] ^ x[2],
            Gate::Majority => x.iter().filter(|&&x| x).count() >= 2,
            other => panic!("{other:?} is in no plan"),
        };
    }
    plan.results().iter().map(|&result| of(&values, result)).collect()
}

fn netlist_in_the_clear(netlist: &Netlist, word: u32) -> Vec<bool> {
    use ringassay_circuit::netlist::Op;
    let mut values = inputs(netlist.input_bits(), netlist.nodes(), word);
    for (signal, gate) in netlist.numbered_gates() {
        let (a, b) = (of(&values, gate.a), of(&values, gate.b));
        values[signal.node() as usize] = if gate.op == Op::And { a && b } else { a != b };
    }
    netlist.results().iter().map(|&result| of(&values, result)).collect()
}

#[test]
fn what_is_no_circuit_of_bits_is_refused() {
    let mut sessions = sessions(1, Protocol::Two);
    for (parameters, reason) in [
        ("L=4,D=2.0,K=80,T=257", "bits"),
        ("L=4,D=1,K=80,R=1,P=20,M=2,G=3", "real"),
        ("L=1025,D=1,K=80", "1024"),
    ] {
        let (packet, _) =
            ask(&mut sessions.client, &text_packet(Kind::Key, parameters.as_bytes())).unwrap();
        assert_ne!(packet.kind, Kind::Key, "{parameters}");
        assert!(String::from_utf8_lossy(packet.text()).contains(reason), "{packet:?}");
    }
    sessions.key("L=3,D=2.0,K=80");
    let (packet, _) = sessions.ingest(&mixed(Space::Gf2, 4, 1));
    assert_ne!(packet.text(), b"CIRCUIT READY");
    let mut builder =
        ringassay_circuit::Builder::new(bits(1024), 2, Header::Simd { depth: Decimal::whole(1) })
            .unwrap();
    (2..12_000).for_each(|label| {
        builder.add(label, Node(label - 2), Node(label - 1)).unwrap();
    });
    let refused = Netlist::of_entries(&builder.finish().unwrap()).unwrap_err();
    assert!(refused.to_string().contains("gates"), "{refused}");
    let space = Space::zt(5).unwrap();
    let integers = odd_circuit(Shape { space, batch: 2 }, 1, 4, 1);
    assert!(Netlist::of_entries(&integers).is_err());
}
