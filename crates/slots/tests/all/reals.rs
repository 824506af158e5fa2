//! Programs over reals, on slots in the clear that know their levels.

use std::convert::Infallible;

use ringassay_circuit::generate::{
    Application, InputConfig, SimdConfig, Stream, generate, random_inputs,
};
use ringassay_circuit::{
    Circuit, Decimal, DepthTable, Evaluator, Program as Compiled, Shape, Space, Vectors,
};
use ringassay_slots::{
    AnyTarget, Backend, Program, RealTarget, Refusal, plan, plan_any, plan_reals, run,
};

use crate::common;

#[derive(Clone)]
struct Row {
    slots: Vec<f64>,
    level: u32,
}

struct Clear {
    target: RealTarget,
    products: usize,
}

type Made = Result<Row, Infallible>;

impl Clear {
    fn each(a: &Row, b: &Row, f: impl Fn(f64, f64) -> f64) -> Made {
        assert_eq!(a.level, b.level);
        let slots = a.slots.iter().zip(&b.slots).map(|(&a, &b)| f(a, b)).collect();
        Ok(Row { slots, level: a.level })
    }

    fn product(a: &Row, b: &Row) -> Made {
        let product = Self::each(a, b, |a, b| a * b)?;
        assert!(product.level > 0, "a product at level 0");
        Ok(Row { level: product.level - 1, ..product })
    }
}

impl Backend for Clear {
    type Entry = f64;
    type Ciphertext = Row;
    type Plaintext = Row;
    type Error = Infallible;

    fn encode(&mut self, row: &[f64], level: u32) -> Made {
        assert_eq!(row.len(), self.target.row as usize);
        Ok(Row { slots: row.to_vec(), level })
    }
    fn encrypt(&mut self, plain: &Row) -> Made {
        Ok(plain.clone())
    }
    fn add(&mut self, a: &Row, b: &Row) -> Made {
        Self::each(a, b, |a, b| a + b)
    }
    fn sub(&mut self, a: &Row, b: &Row) -> Made {
        Self::each(a, b, |a, b| a - b)
    }
    fn negate(&mut self, a: &Row) -> Made {
        Self::each(a, a, |a, _| -a)
    }
    fn add_plain(&mut self, a: &Row, plain: &Row) -> Made {
        self.add(a, plain)
    }
    fn multiply_plain(&mut self, a: &Row, plain: &Row) -> Made {
        assert!(
            plain.slots.iter().any(|&slot| slot != 0.0),
            "libraries refuse to multiply by zero"
        );
        Self::product(a, plain)
    }
    fn multiply(&mut self, a: &Row, b: &Row) -> Made {
        self.products += 1;
        Self::product(a, b)
    }
    fn rotate(&mut self, a: &Row, step: i32) -> Made {
        assert!(self.target.steps.contains(&step), "no key for {step}");
        let mut slots = a.slots.clone();
        slots.rotate_right(step.rem_euclid(a.slots.len() as i32) as usize);
        Ok(Row { slots, level: a.level })
    }
    fn lower(&mut self, a: &Row, level: u32, divide: u32) -> Made {
        assert!(level < a.level && divide == 1);
        Ok(Row { slots: a.slots.clone(), level })
    }
}

fn target(batch: u32, row: u32, levels: u32) -> RealTarget {
    let steps = common::target(batch, row, 17).steps;
    RealTarget { batch, row, levels, steps, complex: false }
}

/// Runs the program and compares with the plaintext evaluator; the products it took.
fn check(circuit: &Circuit, target: &RealTarget, seed: u64) -> usize {
    let program = plan_reals(circuit, target).unwrap();
    let text = program.text();
    let again = Program::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((&again, again.text()), (&program, text));
    again.check_key(&AnyTarget::Reals(target.clone())).unwrap();
    let inputs = random_inputs(circuit, InputConfig::default(), &mut Stream::new(seed));
    let wanted = Evaluator::new(Compiled::compile(circuit)).evaluate(&inputs).unwrap();
    let mut clear = Clear { target: target.clone(), products: 0 };
    let plains = ringassay_slots::run::encode(&again, &mut clear).unwrap();
    let layout = target.layout();
    let entries = |vectors: &Vectors, index: usize| -> Vec<f64> {
        (0..target.batch as usize).map(|slot| vectors.real(index, slot).0).collect()
    };
    let input = |wire: u32, level: u32| {
        Ok(Row { slots: layout.spread(&entries(&inputs, wire as usize)), level })
    };
    let results = run(&again, &mut clear, &plains, input).unwrap();
    let facts = circuit.real_facts().unwrap();
    for (index, (result, output)) in results.iter().zip(again.outputs()).enumerate() {
        let got = layout.collect(&result.slots, output.first);
        for (got, wanted) in got.iter().zip(entries(&wanted, index)) {
            let error = (got - wanted).abs() / facts.largest;
            assert!(error < 1e-12, "output {index}: {got}, expected {wanted}");
        }
    }
    clear.products
}

fn real(batch: u32) -> Shape {
    Shape { space: Space::real(1.0).unwrap(), batch }
}

fn levels_of(circuit: &Circuit) -> u32 {
    let depths = DepthTable::levels().of_nodes(circuit);
    let deepest = circuit.outputs().iter().map(|output| depths[output.index()]).max();
    deepest.unwrap() as u32 / 100 + 1
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
