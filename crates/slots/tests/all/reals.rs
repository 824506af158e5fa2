//! Programs over reals, on slots in the clear that know their levels.

use ringassay_circuit::generate::{Application, SimdConfig, Stream, generate};
use ringassay_circuit::{Circuit, Decimal, Shape, Space};
use ringassay_slots::{AnyTarget, Program, RealTarget, Refusal, plan, plan_any, plan_reals};

use crate::{
    common,
    numbers::{self, levels_of},
};

fn target(batch: u32, row: u32, levels: u32) -> RealTarget {
    numbers::target(batch, row, levels, false)
}

/// The products that a program took.
fn check(circuit: &Circuit, target: &RealTarget, seed: u64) -> usize {
    numbers::check::<f64>(circuit, target, seed).1
}

fn real(batch: u32) -> Shape {
    Shape { space: Space::real(1.0).unwrap(), batch }
}

#[test]
fn generated_circuits_fit_their_own_depth() {
    for seed in 0..150 {
        let batch = [1, 4, 16, 8][seed as usize % 4];
        let config = SimdConfig::mixed(real(batch), 5, Decimal::whole(1 + seed as u32 % 5));
        let config = SimdConfig { outputs: 1 + seed as u32 % 3, ..config };
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        check(&circuit, &target(batch, 16, levels_of(&circuit)), seed);
    }
}

#[test]
fn batches_that_do_not_divide_the_row_take_levels_for_masks() {
    for seed in 0..40 {
        let config = SimdConfig::mixed(real(5), 5, Decimal::whole(2));
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        check(&circuit, &target(5, 16, 30), seed);
    }
}

#[test]
fn applications_take_few_products() {
    for (application, products) in [
        (Application::Dot, 1),
        (Application::MatrixVector, 0),
        (Application::Logistic3, 2),
        (Application::Logistic7, 5),
        (Application::Logistic15, 10),
        (Application::LogisticRegression, 2),
        (Application::Network, 1),
    ] {
        let circuit = application.circuit(real(16), None, &mut Stream::new(1)).unwrap();
        let found = check(&circuit, &target(16, 16, levels_of(&circuit)), 2);
        assert!(found <= products, "{}: {found}", application.name());
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let circuit = Application::Logistic7.circuit(real(16), None, &mut Stream::new(1)).unwrap();
    let reason = plan_reals(&circuit, &target(16, 16, 3)).unwrap_err().to_string();
    assert!(
        reason.contains("takes 3 products one after another") && reason.contains("for 2"),
        "{reason}"
    );
    assert!(matches!(plan_reals(&circuit, &target(8, 16, 9)), Err(Refusal::Batch { .. })));
    let integers = common::target(16, 16, 17);
    assert!(matches!(plan(&circuit, &integers), Err(Refusal::Reals { key: "integers" })));
    let bits = common::read("W=2,D=1,L=16\nG2:LADD(W0,W1)");
    let reals = AnyTarget::Reals(target(16, 16, 3));
    assert!(matches!(plan_any(&bits, &reals), Err(Refusal::Reals { key: "reals" })));
}

#[test]
fn known_outputs_and_wires() {
    let circuit = common::read(
        "W=2,D=1.0,L=2,R=1\nG2:LMULconst(W0,[0,0])\nG3:LADDconst(G2,[0.5,-1e-7])\nG4:LMUL(W0,W1)\n\
         OUTPUT(G3,W1,G4,G2)",
    );
    assert!(plan_reals(&circuit, &target(2, 16, 2)).unwrap().text().contains("encrypt "));
    check(&circuit, &target(2, 16, 2), 1);
    let known = common::read("W=1,D=1.0,L=2,R=1\nG2:LMULconst(W0,[0,0])");
    check(&known, &target(2, 16, 4), 1);
}

const GOOD: &str = "reals 1 batch=2 row=4 levels=3 wires=2 registers=3\nplain 2 0.5,-1e-7\nones 1 1 3\n\
    input 0 1 2\nmulplain 1 0 0\nlower 2 0 1 1\nfree 0\nadd 0 1 2\nfree 1\nmulplain 1 0 1\noutput 1 0\n";

#[test]
fn one_thing_wrong_is_named_with_its_line() {
    let program = Program::parse(GOOD.as_bytes()).unwrap();
    assert_eq!(program.text(), GOOD);
    assert_eq!(program.real_row(&program.plains()[0]), [0.5, -1e-7, 0.5, -1e-7]);
    assert_eq!(program.real_row(&program.plains()[1]), [0.0, 1.0, 1.0, 0.0]);
    for (from, to, line) in [
        ("reals 1", "reals 2", 1),
        ("levels=3", "modulus=17 levels=3", 1),
        ("0.5,", "0.50,", 2),
        ("-1e-7", "nan", 2),
        ("-1e-7", "1e-7,1", 2),
        ("0.5,-1e-7", "0.5", 2),
        ("lower 2 0 1 1", "lower 2 0 1 0", 6),
        ("lower 2 0 1 1", "input 2 0 1", 6),
        ("lower 2 0 1 1", "square 2 0", 11),
        ("mulplain 1 0 1\n", "mulplain 1 0 1\nsquare 3 1\n", 11),
        ("output 1 0", "output 1 0 -5", 11),
    ] {
        assert!(GOOD.contains(from));
        let found = Program::parse(GOOD.replacen(from, to, 1).as_bytes());
        match found {
            // A square where a lowered value stood is at the same level.
            Ok(_) => assert_eq!(to, "square 2 0"),
            Err(error) => assert_eq!(error.line, line, "{to}: {error}"),
        }
    }
}
