//! Programs over complex numbers, on slots in the clear that know their levels.

use std::convert::Infallible;

use ringassay_circuit::generate::{
    Application, InputConfig, SimdConfig, Stream, generate, random_inputs,
};
use ringassay_circuit::{
    Circuit, Decimal, DepthTable, Evaluator, Program as Compiled, Shape, Space, Vectors,
};
use ringassay_slots::program::Op;
use ringassay_slots::{
    AnyTarget, Backend, Program, RealTarget, Refusal, RunError, plan_any, plan_reals, run,
};

use crate::common;

type Number = [f64; 2];

#[derive(Clone)]
struct Row {
    slots: Vec<Number>,
    level: u32,
}

struct Clear {
    target: RealTarget,
    conjugates: bool,
}

type Made = Result<Row, Infallible>;

fn times([a, b]: Number, [c, d]: Number) -> Number {
    [a * c - b * d, a * d + b * c]
}

impl Clear {
    fn each(a: &Row, b: &Row, f: impl Fn(Number, Number) -> Number) -> Made {
        assert_eq!(a.level, b.level);
        let slots = a.slots.iter().zip(&b.slots).map(|(&a, &b)| f(a, b)).collect();
        Ok(Row { slots, level: a.level })
    }
}

impl Backend for Clear {
    type Entry = Number;
    type Ciphertext = Row;
    type Plaintext = Row;
    type Error = Infallible;

    fn encode(&mut self, row: &[Number], level: u32) -> Made {
        assert_eq!(row.len(), self.target.row as usize);
        Ok(Row { slots: row.to_vec(), level })
    }
    fn encrypt(&mut self, plain: &Row) -> Made {
        Ok(plain.clone())
    }
    fn add(&mut self, a: &Row, b: &Row) -> Made {
        Self::each(a, b, |[a, b], [c, d]| [a + c, b + d])
    }
    fn sub(&mut self, a: &Row, b: &Row) -> Made {
        Self::each(a, b, |[a, b], [c, d]| [a - c, b - d])
    }
    fn negate(&mut self, a: &Row) -> Made {
        Self::each(a, a, |[a, b], _| [-a, -b])
    }
    fn add_plain(&mut self, a: &Row, plain: &Row) -> Made {
        self.add(a, plain)
    }
    fn multiply_plain(&mut self, a: &Row, plain: &Row) -> Made {
        let is_zero = plain.slots.iter().all(|&slot| slot == [0.0; 2]);
        assert!(!is_zero, "libraries refuse to multiply by zero");
        self.multiply(a, plain)
    }
    fn multiply(&mut self, a: &Row, b: &Row) -> Made {
        let product = Self::each(a, b, times)?;
        assert!(product.level > 0, "a product at level 0");
        Ok(Row { level: product.level - 1, ..product })
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
    fn conjugate(&mut self, a: &Row) -> Result<Option<Row>, Infallible> {
        let made = Self::each(a, a, |[a, b], _| [a, -b])?;
        Ok(self.conjugates.then_some(made))
    }
}

fn target(batch: u32, row: u32, levels: u32) -> RealTarget {
    let steps = common::target(batch, row, 17).steps;
    RealTarget { batch, row, levels, steps, complex: true }
}

/// Runs the program and compares with the plaintext evaluator.
fn check(circuit: &Circuit, target: &RealTarget, seed: u64) -> Program {
    let program = plan_reals(circuit, target).unwrap();
    let text = program.text();
    let again = Program::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((&again, again.text()), (&program, text));
    again.check_key(&AnyTarget::Reals(target.clone())).unwrap();
    let inputs = random_inputs(circuit, InputConfig::default(), &mut Stream::new(seed));
    let wanted = Evaluator::new(Compiled::compile(circuit)).evaluate(&inputs).unwrap();
    let mut clear = Clear { target: target.clone(), conjugates: true };
    let plains = run::encode(&again, &mut clear).unwrap();
    let layout = target.layout();
    let entries = |vectors: &Vectors, index: usize| -> Vec<Number> {
        let slot = |slot| {
            let ((re, _), (im, _)) = vectors.complex(index, slot);
            [re, im]
        };
        (0..target.batch as usize).map(slot).collect()
    };
    let input = |wire: u32, level: u32| {
        Ok(Row { slots: layout.spread(&entries(&inputs, wire as usize)), level })
    };
    let results = run(&again, &mut clear, &plains, input).unwrap();
    let facts = circuit.real_facts().unwrap();
    for (index, (result, output)) in results.iter().zip(again.outputs()).enumerate() {
        let got = layout.collect(&result.slots, output.first);
        for (got, wanted) in got.iter().zip(entries(&wanted, index)) {
            let error = (got[0] - wanted[0]).hypot(got[1] - wanted[1]) / facts.largest;
            assert!(error < 1e-12, "output {index}: {got:?}, expected {wanted:?}");
        }
    }
    again
}

fn complex(batch: u32) -> Shape {
    Shape { space: Space::complex(1.0).unwrap(), batch }
}

fn levels_of(circuit: &Circuit) -> u32 {
    let depths = DepthTable::levels().of_nodes(circuit);
    let deepest = circuit.outputs().iter().map(|output| depths[output.index()]).max();
    deepest.unwrap() as u32 / 100 + 1
}

#[test]
fn generated_circuits_fit_their_own_depth() {
    let mut conjugates = 0;
    for seed in 0..150 {
        let batch = [1, 4, 16, 8][seed as usize % 4];
        let config = SimdConfig::mixed(complex(batch), 5, Decimal::whole(1 + seed as u32 % 5));
        let config = SimdConfig { outputs: 1 + seed as u32 % 3, ..config };
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        let program = check(&circuit, &target(batch, 16, levels_of(&circuit)), seed);
        conjugates += program.ops().iter().filter(|op| matches!(op, Op::Conjugate { .. })).count();
    }
    assert!(conjugates > 50, "{conjugates}");
}

#[test]
fn batches_that_do_not_divide_the_row_take_levels_for_masks() {
    for seed in 0..40 {
        let config = SimdConfig::mixed(complex(5), 5, Decimal::whole(2));
        let circuit = generate(&config, &mut Stream::new(seed)).unwrap();
        check(&circuit, &target(5, 16, 30), seed);
    }
}

#[test]
fn applications() {
    for application in
        [Application::Dot, Application::MatrixVector, Application::Network, Application::Spectrum]
    {
        let circuit = application.circuit(complex(16), None, &mut Stream::new(1)).unwrap();
        check(&circuit, &target(16, 16, levels_of(&circuit)), 2);
    }
}

#[test]
fn constants_are_folded_and_conjugated() {
    // A conjugate twice is the value, that of a known vector is known, and 1 and -1 take no level.
    let circuit = common::read(
        "W=1,D=1.0,L=2,C=1\nG1:LCONJ(W0)\nG2:LCONJ(G1)\nG3:LMULconst(W0,[0,0])\n\
         G4:LADDconst(G3,[1i,2-0.5i])\nG5:LCONJ(G4)\nG6:LMULconst(G2,[-1,-1])\nG7:LADD(G6,G5)\n\
         G8:LMUL(G4,G5)\nG9:LROTATE(G5,1)\nOUTPUT(G7,G2,G8,G9)",
    );
    let program = check(&circuit, &target(2, 16, 1), 1);
    assert!(
        !program.ops().iter().any(|op| matches!(op, Op::Conjugate { .. })),
        "{}",
        program.text()
    );
    assert!(program.text().contains("plain 0 -1i,2+0.5i\n"), "{}", program.text());
    assert!(program.text().contains("plain 0 1,4.25\n"), "{}", program.text());
    // A product with i is one with a row.
    let circuit = common::read("W=1,D=1.0,L=2,C=1\nG1:LMULconst(W0,[1i,1i])");
    assert!(check(&circuit, &target(2, 16, 2), 1).text().contains("mulplain "));
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let circuit = common::read("W=1,D=0,L=2,C=1\nG1:LCONJ(W0)");
    let reals = RealTarget { complex: false, ..target(2, 16, 2) };
    assert!(matches!(plan_reals(&circuit, &reals), Err(Refusal::Reals { key: "reals" })));
    let real = common::read("W=1,D=0,L=2,R=1\nG1:LNEG(W0)");
    let key = AnyTarget::Reals(target(2, 16, 2));
    assert!(matches!(plan_any(&real, &key), Err(Refusal::Reals { key: "complex numbers" })));
    let program = plan_any(&circuit, &key).unwrap();
    assert!(program.is_complex() && program.is_real());
    assert!(program.check_key(&AnyTarget::Reals(reals)).is_err());
    // A library that cannot conjugate says so.
    let mut clear = Clear { target: target(2, 16, 2), conjugates: false };
    let input = |_, level| Ok(Row { slots: vec![[1.0, 1.0]; 16], level });
    let failed = run(&program, &mut clear, &[], input);
    assert!(matches!(failed, Err(RunError::NoConjugation)));
}

#[test]
fn a_target_says_that_it_is_complex() {
    let text = r#"{"batch":2,"row":4,"levels":3,"steps":[1],"complex":true}"#;
    let AnyTarget::Reals(found) = AnyTarget::parse(text.as_bytes()).unwrap() else { panic!() };
    assert!(found.complex);
    assert_eq!(serde_json::to_string(&found).unwrap(), text);
    let text = text.replace(",\"complex\":true", "");
    let AnyTarget::Reals(found) = AnyTarget::parse(text.as_bytes()).unwrap() else { panic!() };
    assert!(!found.complex);
    assert_eq!(serde_json::to_string(&found).unwrap(), text);
    let number = text.replace('}', ",\"complex\":1}");
    assert!(AnyTarget::parse(number.as_bytes()).is_err());
}

const GOOD: &str = "complex 1 batch=2 row=4 levels=3 wires=2 registers=3\nplain 2 0.5-1i,-1e-7i\n\
    ones 1 1 3\ninput 0 1 2\nmulplain 1 0 0\nlower 2 0 1 1\nfree 0\nadd 0 1 2\nfree 1\n\
    conjugate 1 0\noutput 1 0\n";

#[test]
fn one_thing_wrong_is_named_with_its_line() {
    let program = Program::parse(GOOD.as_bytes()).unwrap();
    assert_eq!(program.text(), GOOD);
    let row = [[0.5, -1.0], [0.0, -1e-7]];
    assert_eq!(program.complex_row(&program.plains()[0]), [row, row].concat());
    assert_eq!(
        program.complex_row(&program.plains()[1]),
        [[0.0; 2], [1.0, 0.0], [1.0, 0.0], [0.0; 2]]
    );
    for (from, to, line) in [
        ("complex 1", "complex 2", 1),
        ("complex 1", "reals 1", 2),
        ("0.5-1i,", "0.5+-1i,", 2),
        ("0.5-1i,", "0.5-1i,0,", 2),
        ("0.5-1i,", "", 2),
        (",-1e-7i", ",0-1e-7i", 2),
        ("conjugate 1 0", "conjugate 1 4", 10),
        ("conjugate 1 0", "conjugate 2 0", 10),
        ("conjugate 1 0", "conjugate 1 0 0", 10),
        ("output 1 0", "output 1 0 -5", 11),
    ] {
        assert!(GOOD.contains(from));
        let error = Program::parse(GOOD.replacen(from, to, 1).as_bytes()).unwrap_err();
        assert_eq!(error.line, line, "{to}: {error}");
    }
    let reals = "reals 1 batch=1 row=1 levels=1 wires=1 registers=2\ninput 0 0 0\nconjugate 1 0\n";
    let error = Program::parse(reals.as_bytes()).unwrap_err();
    assert!(error.to_string().contains("only complex numbers have a conjugate"), "{error}");
}
