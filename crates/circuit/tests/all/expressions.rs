//! Expressions as circuits: what they count, and what they compute, against direct evaluation.

use std::collections::HashMap;

use proptest::prelude::*;
use ringassay_circuit::generate::{InputConfig, Stream, random_inputs};
use ringassay_circuit::text::{circuit_text, read_circuit};
use ringassay_circuit::{
    Circuit, Evaluator, ExpressionError, Facts, GateKind, Program, Shape, Space, Vectors,
    read_expression,
};

const CASE_STUDY: &str = "c1^3*c2^2*c3^2*S*T*(S+c3)*(S+c2+c3) where S = c1*T+c1+c2, T = c1*c2+c3";

fn zt(modulus: u64) -> Shape {
    Shape { space: Space::Zt { modulus }, batch: 1 }
}

fn facts(text: &str) -> Facts {
    read_expression(text.as_bytes(), zt(65537)).unwrap().circuit.facts().unwrap()
}

#[test]
fn the_case_study_counts_as_in_the_paper() {
    let found = read_expression(CASE_STUDY.as_bytes(), zt(2)).unwrap();
    assert_eq!(found.inputs, ["c1", "c2", "c3"]);
    assert_eq!(
        found.circuit.facts().unwrap(),
        Facts {
            inputs: 3,
            additions: 6,
            multiplications: 12,
            // c1·c2 of T, c1·T of S, and the chain's first six.
            input_products: 8,
            constant_operations: 0,
            rotations: 0,
            // Nine of the chain's products, c1·c2 in T + c3 and c1·T in S, feed an operation.
            product_operands: 11,
            output_is_product: true,
            multiplicative_depth: 10,
            // c1, c2, c3, S, T, what the chain has so far and what comes next.
            live_peak: 7,
            entries: 1,
            outputs: 1,
        }
    );
}

#[test]
fn the_case_study_is_the_formula() {
    let t = 1_000_003;
    let circuit = read_expression(CASE_STUDY.as_bytes(), zt(t)).unwrap().circuit;
    let [c1, c2, c3] = [31_415u128, 92_653, 58_979];
    let input = Vectors::from_words(zt(t), vec![c1 as u64, c2 as u64, c3 as u64]).unwrap();
    let output = Evaluator::new(Program::compile(&circuit)).evaluate(&input).unwrap();
    let t = u128::from(t);
    let big_t = (c1 * c2 + c3) % t;
    let s = (c1 * big_t + c1 + c2) % t;
    let factors = [c1, c1, c1, c2, c2, c3, c3, s, big_t, s + c3, s + c2 + c3];
    assert_eq!(u128::from(output.slot(0, 0)), factors.iter().fold(1, |p, f| p * f % t));
}

#[test]
fn chains_are_not_rebalanced_but_parentheses_are_kept() {
    assert_eq!(facts("a*b*c*d").multiplicative_depth, 3);
    assert_eq!(facts("(a*b)*(c*d)").multiplicative_depth, 2);
    assert_eq!(facts("a^8").multiplicative_depth, 7);
    assert_eq!(facts("a*b^3").multiplicative_depth, 3);
    assert_eq!(facts("a*(b^3)").multiplicative_depth, 3);
    assert_eq!(facts("a*(b^4)").multiplications, 4);
    let squared = facts("A*A where A = B*B, B = x*x");
    assert_eq!((squared.multiplications, squared.multiplicative_depth), (3, 3));
}

#[test]
fn shared_parts_are_computed_once() {
    assert_eq!(facts("(a+b)*(b+a)").additions, 1);
    assert_eq!(facts("a*b + b*a + c").multiplications, 1);
    assert_eq!(facts("(a-b)*(b-a)").additions, 2);
    assert_eq!(facts("2*a + 2*a").constant_operations, 1);
}

#[test]
fn neutral_constants_cost_nothing() {
    assert_eq!(facts("1*a*b + 0 + 65537").multiplications, 1);
    assert_eq!(facts("1*a*b + 0 + 65537").constant_operations, 0);
    assert_eq!(facts("(2 + 3*4 - 14)*a").constant_operations, 1);
    assert_eq!(facts("3^5*a").constant_operations, 1);
    assert_eq!(facts("a - 3").additions, 0);
}

#[test]
fn an_input_alone_is_a_circuit() {
    let found = read_expression(b"x", zt(7)).unwrap();
    assert_eq!(found.circuit.gates().len(), 1);
    let found = read_expression(b" y^1 where\n y = (x)", zt(7)).unwrap();
    assert_eq!((found.circuit.gates().len(), found.inputs.len()), (1, 1));
}

#[test]
fn bits_subtract_by_adding() {
    let shape = Shape { space: Space::Gf2, batch: 70 };
    let circuit = read_expression(b"a - b*3 - 1 + -c", shape);
    assert!(circuit.is_err(), "a sign inside a sum needs parentheses");
    let circuit = read_expression(b"-a - b*3 - 1 + (-c)", shape).unwrap().circuit;
    let counts = circuit.summary().counts;
    assert_eq!((counts[GateKind::Add as usize], counts[GateKind::AddConst as usize]), (2, 1));
    let inputs = random_inputs(&circuit, InputConfig::default(), &mut Stream::new(3));
    let output = Evaluator::new(Program::compile(&circuit)).evaluate(&inputs).unwrap();
    for slot in 0..70 {
        let sum = (0..3).fold(1, |sum, wire| sum ^ inputs.slot(wire, slot));
        assert_eq!(output.slot(0, slot), sum);
    }
}

#[test]
fn the_circuit_can_be_written_and_read() {
    let circuit = read_expression(CASE_STUDY.as_bytes(), zt(17)).unwrap().circuit;
    assert_eq!(read_circuit(&circuit_text(&circuit)).unwrap(), circuit);
    assert!(circuit_text(&circuit).starts_with(b"W=3,D=10."), "ten products and some sums");
}

const MALFORMED: &[(&str, &str)] = &[
    ("", "line 1, column 1: expected a name, a number or \"(\", found the end of the text"),
    ("a +", "line 1, column 4: expected a name, a number or \"(\", found the end of the text"),
    (
        "a b",
        "line 1, column 3: expected an operator (+ - * ^), \",\", \"where\" or the end, found \"b\"",
    ),
    (
        "2a",
        "line 1, column 2: expected an operator (+ - * ^), \",\", \"where\" or the end, found \"a\"",
    ),
    ("a * -b", "line 1, column 5: expected a name, a number or \"(\", found \"-\""),
    (
        "(a+b",
        "line 1, column 5: expected an operator (+ - * ^) or \")\", found the end of the text",
    ),
    (
        "a)",
        "line 1, column 2: expected an operator (+ - * ^), \",\", \"where\" or the end, found \")\"",
    ),
    ("a^b", "line 1, column 3: expected an exponent from 1 to 1000000, found \"b\""),
    ("a^0", "line 1, column 3: expected an exponent from 1 to 1000000, found \"0\""),
    ("a^2^3", "line 1, column 4: expected a parenthesis around a power of a power, found \"^\""),
    ("a^1000001", "line 1, column 3: expected an exponent from 1 to 1000000, found \"1000001\""),
    ("a/b", "line 1, column 2: expected a name, a number, or one of + - * ^ ( ) = ,, found \"/b\""),
    (
        "a\n + \u{e9}",
        "line 2, column 4: expected a name, a number, or one of + - * ^ ( ) = ,, found \"\\xc3\\xa9\"",
    ),
    (
        "a + 007",
        "line 1, column 5: expected a number from 0 to 18446744073709551615, without leading zeros, found \"007\"",
    ),
    (
        "a*18446744073709551616",
        "line 1, column 3: expected a number from 0 to 18446744073709551615, found \"18446744073709551616\"",
    ),
    (
        "1 + 2",
        "line 1, column 1: expected an input, which is a name without a definition, found constants only",
    ),
    (
        "a where",
        "line 1, column 8: expected a name to define, as in where S = c1 + c2, found the end of the text",
    ),
    ("a where b + c", "line 1, column 11: expected \"=\" and the definition, found \"+\""),
    (
        "a where a = b where b = c",
        "line 1, column 15: expected an operator (+ - * ^), \",\" or the end, found \"where\"",
    ),
    (
        "a where a = b, a = c",
        "line 1, column 16: expected one definition of each name, found \"a\"",
    ),
    (
        "a where a = b,",
        "line 1, column 15: expected a name to define, as in where S = c1 + c2, found the end of the text",
    ),
    (
        "a where b = c",
        "line 1, column 9: expected a definition that the result uses (take it away if none does), found \"b\"",
    ),
    (
        "S where S = T*x,\n T = S + y",
        "line 2, column 6: expected definitions that do not lead back to themselves (S uses T uses S), found \"S\"",
    ),
    (
        "S where S = S",
        "line 1, column 13: expected definitions that do not lead back to themselves (S uses S), found \"S\"",
    ),
    ("where = 1", "line 1, column 1: expected a name, a number or \"(\", found \"where\""),
];

fn message(text: &[u8]) -> String {
    match read_expression(text, zt(7)) {
        Err(ExpressionError::Format(error)) => error.to_string(),
        Err(other) => panic!("{}: {other}", text.escape_ascii()),
        Ok(_) => panic!("{} is an expression", text.escape_ascii()),
    }
}

#[test]
fn malformed_expressions_are_refused_with_their_place() {
    for (text, expected) in MALFORMED {
        assert_eq!(message(text.as_bytes()), *expected, "{text}");
    }
}

#[test]
fn nothing_grows_without_bound() {
    let name = "n".repeat(65);
    assert!(message(name.as_bytes()).contains("a name of at most 64 characters"));
    let nested = format!("{}a{}", "(".repeat(64), ")".repeat(64));
    assert!(read_expression(nested.as_bytes(), zt(7)).is_ok());
    let nested = format!("{}a{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(message(nested.as_bytes()).contains("at most 64 parentheses inside each other"));
    assert!(message(b"a^600000 * b^600000").contains("at most 1000000 operations in all"));
    assert!(message(&vec![b'a'; (1 << 20) + 1]).contains("at most 1048576 bytes"));
    // A hundred thousand definitions in a row: neither slow nor deep.
    let mut chain = String::from("n0 where n99999 = x*x");
    for at in 0..60_000 {
        chain += &format!(",n{at}=n{}", at + 1);
    }
    chain += ",n60000=n99999";
    assert!(chain.len() <= 1 << 20, "{}", chain.len());
    assert_eq!(read_expression(chain.as_bytes(), zt(7)).unwrap().circuit.gates().len(), 1);
    let cycle = chain.replace("n60000=n99999", "n60000=n0+n99999");
    assert!(
        message(cycle.as_bytes()).contains("n0 uses n1 uses n2 uses n3 uses n4 uses n5 uses …")
    );
}

#[test]
fn shapes_are_checked() {
    let refused = read_expression(b"a*b", zt(1)).unwrap_err();
    assert!(refused.to_string().contains("plaintext modulus"), "{refused}");
    let refused = read_expression(b"a*b", Shape { space: Space::Gf2, batch: 0 }).unwrap_err();
    assert!(refused.to_string().contains("batch"), "{refused}");
}

/// A formula as the test understands it, which knows nothing of gates.
#[derive(Clone, Debug)]
enum Formula {
    Name(usize),
    Number(u64),
    Sum(Box<Formula>, bool, Box<Formula>),
    Minus(Box<Formula>),
    Product(Vec<(Formula, u32)>),
}

/// Names 0 to 3 are inputs, 4 to 6 are definitions, each of which uses earlier names.
fn formula(names: usize) -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![
        4 => (0..names).prop_map(Formula::Name),
        1 => prop_oneof![0u64..4, any::<u64>()].prop_map(Formula::Number),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            (inner.clone(), any::<bool>(), inner.clone()).prop_map(|(a, plus, b)| Formula::Sum(
                Box::new(a),
                plus,
                Box::new(b)
            )),
            inner.clone().prop_map(|a| Formula::Minus(Box::new(a))),
            proptest::collection::vec((inner, 1u32..5), 1..4).prop_map(Formula::Product),
        ]
    })
}

fn show(formula: &Formula, out: &mut String) {
    match formula {
        Formula::Name(name) => *out += &format!("v{name}"),
        Formula::Number(number) => *out += &number.to_string(),
        Formula::Sum(a, plus, b) => {
            out.push('(');
            show(a, out);
            *out += if *plus { " + " } else { "\t-\n" };
            show(b, out);
            out.push(')');
        }
        Formula::Minus(a) => {
            *out += "(-";
            show(a, out);
            out.push(')');
        }
        Formula::Product(factors) => {
            out.push('(');
            for (at, (factor, exponent)) in factors.iter().enumerate() {
                if at > 0 {
                    out.push('*');
                }
                show(factor, out);
                if *exponent > 1 {
                    *out += &format!("^{exponent}");
                }
            }
            out.push(')');
        }
    }
}

fn value(formula: &Formula, names: &[u64], t: u64) -> u64 {
    let big = u128::from(t);
    let of = |formula| u128::from(value(formula, names, t));
    let found = match formula {
        Formula::Name(name) => u128::from(names[*name]),
        Formula::Number(number) => u128::from(*number),
        Formula::Sum(a, true, b) => of(a) + of(b),
        Formula::Sum(a, false, b) => of(a) + big - of(b),
        Formula::Minus(a) => big - of(a),
        Formula::Product(factors) => factors.iter().fold(1, |product, (factor, exponent)| {
            (0..*exponent).fold(product, |product, _| product * of(factor) % big)
        }),
    };
    (found % big) as u64
}

fn check(circuit: &Circuit, inputs: &[String], definitions: &[Formula], result: &Formula) {
    let shape = circuit.shape();
    let t = shape.space.modulus().unwrap_or(2);
    let values = random_inputs(circuit, InputConfig::default(), &mut Stream::new(5));
    let output = Evaluator::new(Program::compile(circuit)).evaluate(&values).unwrap();
    let wires: HashMap<&str, usize> =
        inputs.iter().enumerate().map(|(wire, name)| (name.as_str(), wire)).collect();
    for slot in 0..shape.batch as usize {
        let mut names: Vec<u64> = (0..4)
            .map(|name| {
                wires.get(format!("v{name}").as_str()).map_or(0, |&wire| values.slot(wire, slot))
            })
            .collect();
        for definition in definitions {
            names.push(value(definition, &names, t));
        }
        assert_eq!(output.slot(0, slot), value(result, &names, t));
    }
    assert_eq!(
        crate::common::naive::evaluate(circuit, &values)[0],
        (0..shape.batch as usize).map(|slot| output.slot(0, slot)).collect::<Vec<_>>()
    );
}

#[test]
fn several_results_share_definitions_and_equal_parts() {
    let text = b"S*S, S - 1, a, 7, S*S where S = a*b + 2";
    let found = read_expression(text, zt(103)).unwrap();
    let circuit = &found.circuit;
    assert_eq!((found.inputs.len(), circuit.outputs().len()), (2, 5));
    assert_eq!(circuit.outputs()[0], circuit.outputs()[4]);
    let facts = circuit.facts().unwrap();
    assert_eq!((facts.multiplications, facts.multiplicative_depth, facts.outputs), (2, 2, 5));
    let inputs = Vectors::from_words(zt(103), vec![10, 20]).unwrap();
    let outputs = Evaluator::new(Program::compile(circuit)).evaluate(&inputs).unwrap();
    let s = (10 * 20 + 2) % 103;
    assert_eq!(outputs.words(), [s * s % 103, s - 1, 10, 7, s * s % 103]);
    let text = circuit_text(circuit);
    assert_eq!(read_circuit(&text).unwrap(), *circuit);
    // Inputs alone are results, too, and one that stands alone is the last gate.
    let swapped = read_expression(b"b, a where b = a2, a = a1", zt(5)).unwrap().circuit;
    assert_eq!(swapped.outputs().len(), 2);
    assert!(read_expression(b"a", zt(5)).unwrap().circuit.has_default_output());
    for wrong in ["a,", ",a", "a,,b", "a, b where", "a b"] {
        assert!(read_expression(wrong.as_bytes(), zt(5)).is_err(), "{wrong}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn circuits_compute_what_the_formula_says(
        (d4, d5, d6, result) in (formula(4), formula(5), formula(6), formula(7)),
        modulus in prop_oneof![Just(None), (2u64..20).prop_map(Some), (2u64..1 << 62).prop_map(Some)],
        batch in prop_oneof![Just(1u32), 60u32..70],
    ) {
        let space = modulus.map_or(Space::Gf2, |modulus| Space::Zt { modulus });
        // Every definition is used, and there is an input.
        let all = [4, 5, 6, 0].map(Formula::Name).into_iter();
        let result = all.fold(result, |sum, name| {
            Formula::Sum(Box::new(sum), true, Box::new(name))
        });
        let definitions = [d4, d5, d6];
        let mut text = String::new();
        show(&result, &mut text);
        text += " where ";
        for (at, definition) in [2, 0, 1].map(|at| (at, &definitions[at])) {
            text += &format!("{}v{} = ", if at == 2 { "" } else { ", " }, at + 4);
            show(definition, &mut text);
        }
        let found = read_expression(text.as_bytes(), Shape { space, batch }).unwrap();
        check(&found.circuit, &found.inputs, &definitions, &result);
        prop_assert!(found.circuit.facts().unwrap().live_peak >= found.inputs.len() as u64);
        prop_assert_eq!(&read_circuit(&circuit_text(&found.circuit)).unwrap(), &found.circuit);
    }

    #[test]
    fn any_text_is_an_expression_or_an_error(text in "[ab1 ()*+^,=\n-]{0,40}(where [ab =+*,]{0,20})?") {
        match read_expression(text.as_bytes(), zt(5)) {
            Ok(found) => prop_assert!(!found.inputs.is_empty()),
            Err(error) => prop_assert!(error.to_string().starts_with("line ")),
        }
    }
}

/// Each of these is a megabyte in a vector of this length, and six bytes of text.
#[test]
fn constants_of_an_expression_are_bounded() {
    let long = Shape { space: Space::Zt { modulus: 1_000_003 }, batch: 1 << 17 };
    let sum = |count: u32| {
        let terms: Vec<String> = (2..2 + count).map(|k| format!("a*{k}")).collect();
        terms.join("+")
    };
    match read_expression(sum(2000).as_bytes(), long) {
        Err(ExpressionError::Circuit(error)) => {
            assert!(error.to_string().contains("at most 512 MiB"), "{error}");
        }
        other => panic!("{:?}", other.map(|found| found.inputs)),
    }
    // 2 + 3 + … + 41, one of which is used twice.
    let few = Shape { space: Space::Zt { modulus: 1_000_003 }, batch: 3 };
    let circuit = read_expression(format!("{}+a*2", sum(40)).as_bytes(), few).unwrap().circuit;
    let input = Vectors::from_words(few, vec![1, 10, 100]).unwrap();
    let output = Evaluator::new(Program::compile(&circuit)).evaluate(&input).unwrap();
    for (slot, value) in [(0, 1), (1, 10), (2, 100)] {
        assert_eq!(output.slot(0, slot), value * ((2..42).sum::<u64>() + 2));
    }
}
