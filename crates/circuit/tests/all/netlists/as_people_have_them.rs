//! Files as tools and people write them: what says nothing about the function, hierarchies, marks, extensions.

use std::collections::HashMap;

use proptest::prelude::*;
use ringassay_circuit::limits;
use ringassay_circuit::netlist::{Format, Netlist, read};

use crate::common::lanes::evaluate;

fn blif(text: &str) -> Netlist {
    read(text.as_bytes(), Format::Blif).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn names(netlist: &Netlist) -> [Vec<&str>; 2] {
    [netlist.inputs(), netlist.outputs()]
        .map(|ports| ports.iter().map(|port| port.name.as_str()).collect())
}

/// All assignments of two and three inputs as lanes of a word.
const A: u64 = 0b1010_1010;
const B: u64 = 0b1100_1100;
const C: u64 = 0b1111_0000;
const LANES: u64 = 0xff;

#[test]
fn delays_areas_and_attributes_say_nothing_about_the_function() {
    let netlist = blif(
        ".model s\n.inputs a b\n.outputs y\n.wire_load_slope 0.00\n.default_input_arrival 0.00 0.00\n\
         .delay a INV 1 2 3 4 5 6\n.area 3\n.names a b y\n11 1\n.cname gate\n.attr src \"x.v:3\"\n\
         .param P 1\n.end\n",
    );
    assert_eq!(evaluate(&netlist, &[A, B]), [A & B]);
}

#[test]
fn external_dont_cares_are_left_out() {
    let netlist = blif(
        ".model m\n.inputs a b\n.outputs y\n.names a b y\n11 1\n.exdc\n.inputs a b\n.outputs y\n\
         .names a b y\n00 1\n.end\n",
    );
    assert_eq!(evaluate(&netlist, &[A, B]), [A & B]);
}

#[test]
fn connections_are_copies() {
    let netlist = blif(".inputs a\n.outputs y\n.conn a y\n.end\n");
    assert_eq!(evaluate(&netlist, &[A]), [A]);
}

#[test]
fn ports_that_are_not_listed_are_the_open_ends() {
    let text =
        ".model m\n.names b a t\n11 1\n.names t c y\n1- 1\n-1 1\n.names t unused\n0 1\n.end\n";
    let netlist = blif(text);
    assert_eq!(names(&netlist), [vec!["b", "a", "c"], vec!["y", "unused"]]);
    let results = evaluate(&netlist, &[B, A, C]);
    assert_eq!(
        results.iter().map(|word| word & LANES).collect::<Vec<_>>(),
        [(A & B) | C, !(A & B) & LANES]
    );
    let listed = blif(".outputs y\n.names a b y\n10 1\n01 1\n.end\n");
    assert_eq!(names(&listed), [vec!["a", "b"], vec!["y"]]);
    assert_eq!(evaluate(&listed, &[A, B]), [A ^ B]);
    // An output that nothing drives is an input as well, where inputs are not listed.
    assert_eq!(evaluate(&blif(".outputs y\n.end\n"), &[A]), [A]);
}

#[test]
fn an_output_may_be_named_twice() {
    let netlist = blif(".inputs a b\n.outputs y y a\n.names a b y\n11 1\n.end\n");
    assert_eq!(evaluate(&netlist, &[A, B]), [A & B, A & B, A]);
}

#[test]
fn parts_are_other_models_of_the_file() {
    let netlist = blif(
        ".model top\n.inputs a b c\n.outputs y z\n.subckt xor p=a q=b r=t\n.subckt xor p=t q=c r=y\n\
         .subckt pass i=y o=z\n.end\n\n\
         .model pass\n.inputs i\n.outputs o\n.names i o\n1 1\n.end\n\
         .model xor\n.inputs p q\n.outputs r\n.subckt half x=p y=q z=m\n.subckt half x=q y=p z=n\n\
         .names m n r\n1- 1\n-1 1\n.end\n\
         .model half\n.inputs x y\n.outputs z\n.names x y z\n10 1\n.end\n\
         .model unused\n.inputs x\n.outputs x\n",
    );
    let results = evaluate(&netlist, &[A, B, C]);
    assert_eq!(results, [A ^ B ^ C, A ^ B ^ C]);
}

#[test]
fn hierarchies_that_are_too_large_or_broken_are_refused() {
    let refused = [
        (
            ".model a\n.outputs y\n.subckt a y=y\n.end\n",
            "line 3, column 9: expected a model that does not contain itself",
        ),
        (
            ".model a\n.outputs y\n.subckt b y=y\n",
            "line 3, column 9: expected a model of this file",
        ),
        (
            ".model a\n.outputs y\n.subckt b y=y\n.end\n.model b\n.outputs y\n.blackbox\n.end\n",
            "line 3, column 9: expected a model with contents, as this one is a black box",
        ),
        (
            ".model a\n.outputs y\n.subckt b x=y\n.end\n.model b\n.inputs\n.outputs y\n.names y\n1\n",
            "line 3, column 11: expected an input or output of the model",
        ),
        (
            ".model a\n.inputs u\n.outputs y\n.subckt b o=y\n.end\n.model b\n.inputs i\n.outputs o\n",
            "line 4, column 9: expected a connection of the model's input i",
        ),
        (
            ".model a\n.outputs y\n.subckt b y=y y=y\n.end\n.model b\n.outputs y\n.names y\n",
            "line 3, column 15: expected each name of the model once",
        ),
        (
            ".model a\n.outputs y\n.names y\n.subckt b y=y\n.end\n.model b\n.outputs y\n.names y\n",
            "line 8, column 8: expected a name that nothing drives yet",
        ),
        (
            ".model a\n.end\n.model a\n.end\n",
            "line 3, column 8: expected a name that no model has yet",
        ),
        (
            ".subckt b y\n",
            "line 1, column 11: expected a name of the model, =, and a name of this one",
        ),
        (".subckt\n", "line 1, column 1: expected .subckt, a model, and its names"),
        (".conn a b c\n", "line 1, column 1: expected .conn and two names"),
        (".conn a b\n1 1\n", "line 2, column 1: expected .model, .inputs"),
        (".gate nand2 a=b\n", "line 1, column 1: expected .names in place of gates of a library"),
        (".search x.blif\n", "line 1, column 1: expected all models in one file"),
    ];
    for (text, message) in refused {
        let error = read(text.as_bytes(), Format::Blif).expect_err(text).to_string();
        assert!(error.starts_with(message), "{text}\n{error}");
    }
}

#[test]
fn a_file_cannot_grow_without_bound() {
    // Each model is two of the next: 2^60 instances from 60 models, each with a wide table.
    let wide = vec!["i"; limits::TABLE_INPUTS].join(" ");
    let mut text = ".model m0\n.inputs\n.outputs y\n.names y\n".to_owned();
    for level in 0..60 {
        let next = level + 1;
        text += &format!(
            ".subckt m{next}\n.subckt m{next}\n.end\n.model m{next}\n.names i\n.names {wide} o\n"
        );
    }
    let error = read(text.as_bytes(), Format::Blif).unwrap_err().to_string();
    assert!(error.contains(&format!("at most {} names", limits::FLAT_WORDS)), "{error}");
    // A chain as deep as the file is long is no recursion.
    let mut text = String::new();
    for level in 0..100_000 {
        text +=
            &format!(".model m{level}\n.inputs i\n.outputs o\n.subckt m{} i=i o=o\n", level + 1);
    }
    text += ".model m100000\n.inputs i\n.outputs o\n.names i o\n0 1\n";
    assert_eq!(evaluate(&blif(&text), &[A]), [!A]);
}

#[test]
fn a_mark_at_the_beginning_is_no_text() {
    let mark = b"\xef\xbb\xbf".as_slice();
    let files: [(&str, Format); 4] = [
        (".inputs a b\n.outputs y\n.names a b y\n11 1\n.end\n", Format::Blif),
        ("aag 3 2 0 1 1\n2\n4\n6\n6 4 2\n", Format::AsciiAiger),
        ("1 3\n2 1 1\n1 1\n\n2 1 0 1 2 AND\n", Format::Bristol),
        ("1 3\n1 1 1\n\n2 1 0 1 2 AND\n", Format::OldBristol),
    ];
    for (text, format) in files {
        let marked = [mark, text.as_bytes()].concat();
        assert_eq!(Format::detect(&marked), Some(format));
        let netlist = read(&marked, format).unwrap();
        assert_eq!(netlist, read(text.as_bytes(), format).unwrap());
        assert_eq!(evaluate(&netlist, &[A, B]), [A & B]);
    }
}

#[test]
fn what_begins_with_c_ends_the_symbols_of_aiger() {
    let gate = b"aig 3 2 0 1 1\n6\n\x02\x02".as_slice();
    for end in
        [b"".as_slice(), b"c\nmade by a tool\n", b"cn\0\0\0\x05hello\nmade by a tool\n", b"c"]
    {
        let netlist = read(&[gate, end].concat(), Format::BinaryAiger).unwrap();
        assert_eq!(evaluate(&netlist, &[A, B]), [A & B]);
    }
}

/// A model of a hierarchy: the number of its inputs and parts, each a table of two names (four bits) or
/// an instance of a later model, whose names follow those before. The last name is the output.
#[derive(Clone, Debug)]
struct Drawn {
    inputs: usize,
    parts: Vec<(Option<usize>, u8, Vec<usize>)>,
}

/// The last model by definition: each part in turn, on names in a map.
fn by_definition(models: &[Drawn], model: usize, inputs: &[u64]) -> u64 {
    let drawn = &models[model];
    let mut values: HashMap<usize, u64> = inputs.iter().copied().enumerate().collect();
    for (at, (part, table, operands)) in drawn.parts.iter().enumerate() {
        let operands: Vec<u64> = operands.iter().map(|name| values[name]).collect();
        let value = match part {
            Some(part) => by_definition(models, *part, &operands),
            None => (0..64).fold(0, |word, lane| {
                let index = (operands[0] >> lane & 1) << 1 | (operands[1] >> lane & 1);
                word | u64::from(table >> index & 1) << lane
            }),
        };
        values.insert(drawn.inputs + at, value);
    }
    values[&(drawn.inputs + drawn.parts.len() - 1)]
}

fn written(models: &[Drawn]) -> String {
    let mut text = String::new();
    for (number, model) in models.iter().enumerate() {
        let inputs: Vec<String> = (0..model.inputs).map(|name| format!("s{name}")).collect();
        let output = model.inputs + model.parts.len() - 1;
        text += &format!(".model m{number}\n.inputs {}\n.outputs s{output}\n", inputs.join(" "));
        // Parts may stand in any order.
        for (at, (part, table, operands)) in model.parts.iter().enumerate().rev() {
            let result = model.inputs + at;
            if let Some(part) = part {
                text += &format!(".subckt m{part}");
                for (formal, actual) in operands.iter().enumerate() {
                    text += &format!(" s{formal}=s{actual}");
                }
                let inner = models[*part].inputs + models[*part].parts.len() - 1;
                text += &format!(" s{inner}=s{result}\n");
            } else {
                text += &format!(".names s{} s{} s{result}\n", operands[0], operands[1]);
                for index in (0..4).filter(|index| table >> index & 1 == 1) {
                    text += &format!("{}{} 1\n", index >> 1, index & 1);
                }
            }
        }
        text += ".end\n";
    }
    text
}

/// The number of inputs, and for each part whether it is an instance, its table or model, its operands.
type Choices = (usize, Vec<(bool, u8, [u16; 3])>);

fn hierarchy() -> impl Strategy<Value = Vec<Drawn>> {
    let part = (any::<bool>(), any::<u8>(), any::<[u16; 3]>());
    let model = (1usize..4, proptest::collection::vec(part, 1..5));
    proptest::collection::vec(model, 1..6).prop_map(|drawn| {
        let widths: Vec<usize> = drawn.iter().map(|(inputs, _)| *inputs).collect();
        let model = |(number, (inputs, parts)): (usize, &Choices)| {
            let later = number + 1..widths.len();
            let parts = parts.iter().enumerate().map(|(at, (instance, table, choices))| {
                let instance = (*instance && !later.is_empty())
                    .then(|| later.start + *table as usize % later.len());
                let count = instance.map_or(2, |part| widths[part]);
                let known = inputs + at;
                let operands = choices[..count].iter().map(|c| *c as usize % known).collect();
                (instance, table & 15, operands)
            });
            Drawn { inputs: *inputs, parts: parts.collect() }
        };
        drawn.iter().enumerate().map(model).collect()
    })
}

proptest! {
    #[test]
    fn hierarchies_compute_what_their_definition_says(models in hierarchy(), words: [u64; 3]) {
        let netlist = blif(&written(&models));
        let inputs = &words[..models[0].inputs];
        prop_assert_eq!(evaluate(&netlist, inputs), [by_definition(&models, 0, inputs)]);
    }
}
