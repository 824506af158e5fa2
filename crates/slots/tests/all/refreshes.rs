//! Circuits that are deeper than the key has levels.

use ringassay_circuit::generate::{SimdConfig, Stream, generate};
use ringassay_circuit::{Circuit, Decimal, Shape, Space};
use ringassay_slots::{AnyTarget, Program, RealTarget, plan_reals, program::Op};

use crate::{
    common,
    numbers::{self, levels_of},
};

fn target(batch: u32, levels: u32) -> RealTarget {
    RealTarget { refresh: true, ..numbers::target(batch, 16, levels, false) }
}

fn refreshes(program: &Program) -> usize {
    program.ops().iter().filter(|op| matches!(op, Op::Refresh { .. })).count()
}

/// Runs it on slots that know their levels, beside the evaluator.
fn check(circuit: &Circuit, target: &RealTarget, seed: u64) -> usize {
    refreshes(&numbers::check::<f64>(circuit, target, seed).0)
}

#[test]
fn any_depth_runs_with_any_number_of_levels() {
    let mut refreshed = 0;
    for seed in 0..200 {
        let batch = [1, 4, 16, 5][seed as usize % 4];
        let shape = Shape { space: Space::real(1.0).unwrap(), batch };
        let config = SimdConfig::mixed(shape, 5, Decimal::whole(3 + seed as u32 % 9));
        let config = SimdConfig { outputs: 1 + seed as u32 % 3, ..config };
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        for levels in 2..6 {
            refreshed += check(&circuit, &target(batch, levels), seed);
        }
    }
    assert!(refreshed > 1000, "{refreshed}");
}

#[test]
fn what_has_the_levels_is_planned_as_without_refreshes() {
    for seed in 0..30 {
        let shape = Shape { space: Space::real(1.0).unwrap(), batch: 4 };
        let config = SimdConfig::mixed(shape, 5, Decimal::whole(3));
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        let on = target(4, levels_of(&circuit).max(2));
        let off = RealTarget { refresh: false, ..on.clone() };
        assert_eq!(plan_reals(&circuit, &on).unwrap(), plan_reals(&circuit, &off).unwrap());
    }
}

/// A circuit over 4 reals of gates G0, G1, …, of which the last is the output.
fn circuit(wires: usize, gates: &[String]) -> Circuit {
    let lines = gates.iter().enumerate().map(|(at, gate)| format!("G{at}:{gate}"));
    let lines: Vec<String> = lines.collect();
    common::read(&format!("W={wires},D={},L=4,R=1\n{}", gates.len(), lines.join("\n")))
}

/// x ↦ x², so many times.
fn squares(count: usize) -> Circuit {
    let gate = |at: usize| match at.checked_sub(1) {
        None => "LMUL(W0,W0)".to_owned(),
        Some(last) => format!("LMUL(G{last},G{last})"),
    };
    circuit(1, &(0..count).map(gate).collect::<Vec<_>>())
}

#[test]
fn a_chain_is_refreshed_as_seldom_as_can_be() {
    for (depth, levels, wanted) in [(3, 4, 0), (4, 4, 1), (6, 4, 1), (7, 4, 2), (20, 2, 19)] {
        assert_eq!(check(&squares(depth), &target(4, levels), 1), wanted, "{depth} of {levels}");
    }
}

/// Three values to be refreshed at a depth of 3, and one at a depth of 2: with three levels, the cut is where one is.
#[test]
fn a_circuit_is_cut_where_it_is_narrow() {
    let gates = [
        "LMUL(W0,W1)",
        "LMUL(G0,W1)",
        "LMUL(G1,W1)",
        "LMUL(G1,W2)",
        "LMUL(G1,W3)",
        "LMUL(G2,G2)",
        "LMUL(G3,G3)",
        "LMUL(G4,G4)",
        "LADD(G5,G6)",
        "LADD(G8,G7)",
    ];
    let circuit = circuit(4, &gates.map(str::to_owned));
    assert_eq!(check(&circuit, &target(4, 4), 3), 1);
}

#[test]
fn keys_without_refreshes_are_told() {
    let program = plan_reals(&squares(5), &target(4, 3)).unwrap();
    let without = AnyTarget::Reals(RealTarget { refresh: false, ..target(4, 3) });
    let reason = program.check_key(&without).unwrap_err().to_string();
    assert!(reason.contains("refreshes ciphertexts"), "{reason}");
    let note = program.notes().join("; ");
    assert!(note.contains("2 refreshes: the circuit takes more products"), "{note}");
    let refused = AnyTarget::parse(br#"{"batch":4,"row":16,"levels":1,"steps":[],"refresh":true}"#);
    assert!(refused.unwrap_err().to_string().contains("need a level"));
}

#[test]
fn integers_are_not_refreshed() {
    let text = "slots 1 batch=1 row=1 modulus=17 levels=2 wires=1 registers=2\ninput 0 0 0\nrefresh 1 0 1\noutput 1 0\n";
    let error = Program::parse(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(error, "line 3 of the program: only reals and complex numbers are refreshed");
    let reals = text.replace("slots 1", "reals 1").replace(" modulus=17", "");
    assert_eq!(Program::parse(reals.as_bytes()).unwrap().text(), reals);
    let above = reals.replace("refresh 1 0 1", "refresh 1 0 2");
    assert!(Program::parse(above.as_bytes()).unwrap_err().to_string().contains("level 2 of 2"));
}
