//! Arbitrary valid circuits, through the Builder: any labels, any order of gates, gates that lead
//! nowhere, operands used twice.

use proptest::prelude::*;
use ringassay_circuit::text::OUTPUT_LABEL;
use ringassay_circuit::{
    Builder, Circuit, Decimal, Family, FanIn, GateKind, Header, Literal, Node, Shape, Space,
};

/// Raw material of one gate: kind, operands, a label and a source of constants.
type Draft = (usize, u32, u32, u32, u64);

fn drafts(most: usize) -> impl Strategy<Value = Vec<Draft>> {
    let label = prop_oneof![0u32..200, any::<u32>()];
    proptest::collection::vec((0usize..8, any::<u32>(), any::<u32>(), label, any::<u64>()), 1..most)
}

fn space() -> impl Strategy<Value = Space> {
    prop_oneof![
        Just(Space::Gf2),
        (2u64..20).prop_map(|modulus| Space::Zt { modulus }),
        (2u64..1 << 62).prop_map(|modulus| Space::Zt { modulus }),
        (-20i32..20).prop_map(|bits| Space::real(1.75 * f64::from(bits).exp2()).unwrap()),
        (-20i32..20).prop_map(|bits| Space::complex(1.75 * f64::from(bits).exp2()).unwrap()),
    ]
}

/// Labels below the reserved one, each once: a taken one moves on to the next free.
fn free_label(used: &mut std::collections::HashSet<u32>, wish: u32) -> u32 {
    let mut label = wish % OUTPUT_LABEL;
    while !used.insert(label) {
        label = (label + 1) % OUTPUT_LABEL;
    }
    label
}

/// Any SIMD circuit of up to 40 gates, 140 slots and 5 outputs: by default the last gate, else any nodes.
pub(crate) fn simd_circuit() -> impl Strategy<Value = Circuit> {
    let depth = (any::<u64>(), 0u8..19);
    let outputs = proptest::collection::vec(any::<u32>(), 0..6);
    (space(), 1u32..140, 1u32..200, depth, drafts(40), outputs).prop_map(
        |(space, batch, wires, (mantissa, scale), drafts, outputs)| {
            let shape = Shape { space, batch };
            let depth = Decimal::new(mantissa, scale).unwrap();
            let mut builder = Builder::new(shape, wires, Header::Simd { depth }).unwrap();
            let mut used = std::collections::HashSet::new();
            for (kind, a, b, label, seed) in drafts {
                let nodes = wires + builder.len() as u32;
                add(
                    &mut builder,
                    kind,
                    Node(a % nodes),
                    Node(b % nodes),
                    free_label(&mut used, label),
                    seed,
                );
            }
            if outputs.is_empty() {
                return builder.finish().unwrap();
            }
            let nodes = wires + builder.len() as u32;
            let outputs: Vec<Node> = outputs.into_iter().map(|node| Node(node % nodes)).collect();
            builder.finish_with(&outputs).unwrap()
        },
    )
}

fn add(builder: &mut Builder, kind: usize, a: Node, b: Node, label: u32, seed: u64) {
    let shape = builder.shape();
    let mut state = seed;
    let mut next = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 32
    };
    let mut mask: Vec<u64> = (0..shape.mask_words()).map(|_| next()).collect();
    *mask.last_mut().unwrap() &= shape.tail_mask();
    let constant = match shape.space {
        Space::Gf2 => mask.clone(),
        Space::Zt { modulus } => (0..shape.batch).map(|_| next() % modulus).collect(),
        Space::Real { .. } | Space::Complex { .. } => {
            let parts = shape.batch as usize * shape.space.parts();
            (0..parts).flat_map(|_| [real(next()).to_bits(), 0]).collect()
        }
    };
    let kinds = GateKind::of_space(shape.space);
    let added = match kinds[kind % kinds.len()] {
        GateKind::Add => builder.add(label, a, b),
        GateKind::Mul => builder.mul(label, a, b),
        GateKind::Sub => builder.sub(label, a, b),
        GateKind::Neg => builder.neg(label, a),
        GateKind::Conj => builder.conj(label, a),
        GateKind::Rotate => builder.rotate(label, a, next() % u64::from(shape.batch)),
        GateKind::Select => builder.select(label, a, b, &mask),
        GateKind::AddConst => builder.add_const(label, a, &constant),
        GateKind::Poly => {
            let parts = shape.space.parts() as u64;
            let below = (1 + next() % 9) * parts;
            let mut coefficients: Vec<f64> = (0..below).map(|_| real(next())).collect();
            coefficients.extend((0..parts).map(|_| real(next() | 1)));
            builder.poly(label, a, &coefficients)
        }
        _ => builder.mul_const(label, a, &constant),
    };
    added.unwrap();
}

/// A number of few or of many digits, not too large to multiply.
fn real(word: u64) -> f64 {
    let whole = f64::from((word >> 3) as i32 | 1);
    match word % 4 {
        0 if word & 4 == 0 => 0.0,
        0 => whole / f64::from(1 << 20),
        1 => whole / 1e9,
        2 => f64::from((word >> 20) as i8) + 0.5,
        _ => whole * 1e-21,
    }
}

/// Any fan-in circuit of up to 40 gates in levels of any size.
pub(crate) fn fan_in_circuit() -> impl Strategy<Value = Circuit> {
    let family = prop_oneof![
        any::<u64>().prop_map(|gates| Family::One { gates }),
        any::<(u64, u64)>().prop_map(|(gates, x)| Family::Two { gates, x }),
        (any::<u64>(), 0u8..19).prop_map(|(mantissa, scale)| Family::Three {
            depth: Decimal::new(mantissa, scale).unwrap()
        }),
    ];
    (family, 1u32..500, drafts(40)).prop_map(|(family, wires, drafts)| {
        let shape = Shape { space: Space::Gf2, batch: 1 };
        let mut builder = Builder::new(shape, wires, Header::FanIn(family)).unwrap();
        let mut used = std::collections::HashSet::new();
        let output = drafts.len() - 1;
        for (at, (op, a, b, label, seed)) in drafts.into_iter().enumerate() {
            let nodes = wires + builder.len() as u32;
            let literals: Vec<Literal> = (0..2 + seed % 5)
                .map(|step| {
                    let node = Node((u64::from(a) + step * u64::from(b)) as u32 % nodes);
                    Literal { node, negated: seed >> (8 + step) & 1 == 1 }
                })
                .collect();
            if at == 0 || at == output || seed >> 63 == 1 {
                builder.start_level();
            }
            let label = if at == output { OUTPUT_LABEL } else { free_label(&mut used, label) };
            let op = [FanIn::And, FanIn::Or, FanIn::Xor][op % 3];
            builder.fan_in(label, op, &literals).unwrap();
        }
        builder.finish().unwrap()
    })
}
