//! Packed circuits: every row is what the circuit itself gives for it, by the definition of the gates.

use ringassay_circuit::generate::{
    Application, InputConfig, SimdConfig, Stream, generate, random_inputs,
};
use ringassay_circuit::text::{circuit_text, read_circuit};
use ringassay_circuit::{Circuit, CircuitError, Decimal, Shape, Space, Vectors};

use crate::common::naive;
use crate::common::numbers::{Number, exactly};

/// Row `row` of values whose vectors hold `rows` rows.
fn row_of(packed: &Vectors, shape: Shape, rows: usize, row: usize) -> Vectors {
    let each = shape.words() / shape.batch as usize;
    let mut words = Vec::new();
    for vector in 0..packed.len() {
        if shape.space == Space::Gf2 {
            let mut bits = vec![0_u64; shape.words()];
            for slot in 0..shape.batch as usize {
                bits[slot / 64] |= packed.slot(vector, slot * rows + row) << (slot % 64);
            }
            words.extend(bits);
        } else {
            let entries = packed.vector(vector).chunks_exact(each);
            words.extend(entries.skip(row).step_by(rows).flatten());
        }
    }
    Vectors::from_words(shape, words).unwrap()
}

fn every_row_agrees(circuit: &Circuit, rows: u32, stream: &mut Stream) {
    let packed = circuit.packed(rows).unwrap();
    assert_eq!(packed.header(), circuit.header());
    assert_eq!(packed.summary().counts, circuit.summary().counts);
    assert_eq!(read_circuit(&circuit_text(&packed)).unwrap(), packed);
    let input = random_inputs(&packed, InputConfig { ones: 512 }, stream);
    let many = rows as usize;
    if circuit.shape().space.exact().is_some() {
        let whole = naive::evaluate(&packed, &input);
        for row in 0..many {
            let alone = naive::evaluate(circuit, &row_of(&input, circuit.shape(), many, row));
            for (one, all) in alone.iter().zip(&whole) {
                assert_eq!(*one, all.iter().copied().skip(row).step_by(many).collect::<Vec<_>>());
            }
        }
        return;
    }
    let whole = exactly(&packed, &input);
    for row in 0..many {
        let alone = exactly(circuit, &row_of(&input, circuit.shape(), many, row));
        for (one, all) in alone.iter().zip(&whole) {
            let mine = all.iter().skip(row).step_by(many);
            assert!(one.iter().zip(mine).all(|(a, b)| same(a, b)));
        }
    }
}

fn same(a: &Number, b: &Number) -> bool {
    let difference = a.add(&b.negate());
    difference.0.0 == 0.into() && difference.1.0 == 0.into()
}

#[test]
fn every_space_batch_and_number_of_rows() {
    let mut stream = Stream::new(11);
    let spaces = [
        Space::Gf2,
        Space::zt(17).unwrap(),
        Space::real(1.0).unwrap(),
        Space::complex(2.0).unwrap(),
    ];
    for space in spaces {
        for (batch, rows) in [(1, 5), (3, 2), (8, 4), (5, 13), (64, 2), (7, 1)] {
            let mut config = SimdConfig::mixed(Shape { space, batch }, 6, Decimal::whole(3));
            config.outputs = 2;
            every_row_agrees(&generate(&config, &mut stream).unwrap(), rows, &mut stream);
        }
    }
    let shape = Shape { space: Space::real(1.0).unwrap(), batch: 8 };
    for application in [Application::MatrixVector, Application::LogisticRegression] {
        let circuit = application.circuit(shape, None, &mut stream).unwrap();
        every_row_agrees(&circuit, 4, &mut stream);
    }
}

#[test]
fn what_cannot_be_packed() {
    let mut stream = Stream::new(12);
    let shape = Shape { space: Space::Gf2, batch: 3 };
    let circuit = generate(&SimdConfig::mixed(shape, 4, Decimal::whole(1)), &mut stream).unwrap();
    assert_eq!(circuit.packed(0), Err(CircuitError::Batch(0)));
    assert_eq!(circuit.packed(1 << 16), Err(CircuitError::Batch(3 << 16)));
    assert_eq!(circuit.packed(u32::MAX), Err(CircuitError::Batch(3 * u64::from(u32::MAX))));
    let fan_in = read_circuit(b"W=2,D=1,F=3\nL\nG2:AND(W0,W1)\nL\noutput_gate:OR(G2,W0)").unwrap();
    assert!(fan_in.packed(2).is_err());
    assert_eq!(fan_in.packed(1), Ok(fan_in));
}
