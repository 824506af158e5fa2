use proptest::prelude::*;
use ringassay_slots::{Program, Refusal, plan};

use crate::common::{check, levelled, random, read, target};

const SHAPES: [(u32, u32); 8] =
    [(1, 16), (4, 16), (16, 16), (3, 16), (5, 16), (9, 16), (15, 16), (6, 64)];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn zt_circuits(seed in 0_u64..1 << 40, shape in 0..SHAPES.len(), gates in 1_u32..30) {
        let (batch, row) = SHAPES[shape];
        for t in [17, 786_433, (1 << 61) - 1] {
            let circuit = random(seed, batch, Some(t), gates);
            let target = target(batch, row, t);
            let program = plan(&circuit, &target).unwrap();
            prop_assert_eq!(&Program::parse(program.text().as_bytes()).unwrap(), &program);
            check(&circuit, &target, &program, seed);
        }
    }

    #[test]
    fn gf2_circuits_fit_any_modulus(seed in 0_u64..1 << 40, shape in 0..SHAPES.len(), gates in 1_u32..40) {
        let (batch, row) = SHAPES[shape];
        let circuit = random(seed, batch, None, gates);
        for t in [17, 257, 65537] {
            let target = target(batch, row, t);
            let program = plan(&circuit, &target).unwrap();
            check(&circuit, &target, &program, seed);
        }
    }

    #[test]
    fn levels_are_right_or_refused(seed in 0_u64..1 << 40, shape in 0..SHAPES.len(), levels in 1_u32..8) {
        let (batch, row) = SHAPES[shape];
        for modulus in [None, Some(65537)] {
            let circuit = random(seed, batch, modulus, 9);
            let target = levelled(batch, row, 65537, levels);
            match plan(&circuit, &target) {
                Ok(program) => {
                    let again = Program::parse(program.text().as_bytes()).unwrap();
                    check(&circuit, &target, &again, seed);
                }
                Err(Refusal::Explained(reason)) => prop_assert!(reason.contains("too deep")),
                Err(other) => prop_assert!(false, "{other}"),
            }
        }
    }
}

/// Sums and products in turn: the integers behind bits grow doubly exponentially.
fn chain(levels: u32) -> String {
    let (mut text, mut node) = ("W=2,D=9,L=4".to_owned(), 2);
    let (mut x, mut y) = ("W0".to_owned(), "W1".to_owned());
    for _ in 0..levels {
        let [s, r, m, a] = [0, 1, 2, 3].map(|i| format!("G{}", node + i));
        text += &format!(
            "\n{s}:LADD({x},{y})\n{r}:LROTATE({s},1)\n{m}:LMUL({s},{r})\n{a}:LADD({r},{x})"
        );
        (x, y, node) = (m, a, node + 4);
    }
    text + &format!("\nG{node}:LADD({x},{y})")
}

#[test]
fn squarings_appear_only_where_the_modulus_demands_them() {
    for levels in 1..9 {
        let circuit = read(&chain(levels));
        let products = [17, 65537, (1 << 61) - 1].map(|t| {
            let target = target(4, 16, t);
            check(&circuit, &target, &plan(&circuit, &target).unwrap(), 3)
        });
        assert!(products[0] >= products[1] && products[1] >= products[2], "{products:?}");
        assert!(products[2] == levels as usize || levels > 5, "{products:?}");
        assert!(products[0] > levels as usize || levels < 4, "{products:?}");
    }
}

#[test]
fn too_deep_is_refused_with_figures() {
    let circuit = read("W=1,D=5,L=4,T=17\nG1:LMUL(W0,W0)\nG2:LMUL(G1,G1)\nG3:LMUL(G2,G2)");
    let mut target = target(4, 16, 17);
    target.noise.multiply = ringassay_slots::target::Growth::Product(4.0);
    target.noise.capacity = vec![28.0];
    plan(&circuit, &target).unwrap();
    target.noise.capacity = vec![27.0];
    let reason = plan(&circuit, &target).unwrap_err().to_string();
    assert!(reason.contains("needs 28 bits of noise budget, the key has 27"), "{reason}");
}

#[test]
fn what_the_output_does_not_need_is_not_done() {
    let circuit = read("W=3,D=1,L=4,T=17\nG3:LMUL(W0,W2)\nG4:LADD(W0,W1)");
    let program = plan(&circuit, &target(4, 16, 17)).unwrap();
    let text = program.text();
    assert!(text.contains("add 2 0 1") && !text.contains("mul"), "{text}");
    assert_eq!((program.wires(), program.registers()), (3, 3));
}

#[test]
fn registers_are_shared() {
    let gates: String = (1..2000)
        .map(|i| {
            format!("\nG{i}:LADD(W0,{})", if i == 1 { "W0".into() } else { format!("G{}", i - 1) })
        })
        .collect();
    let circuit = read(&format!("W=1,D=1,L=2,T=17{gates}"));
    let target = target(2, 16, 17);
    let program = plan(&circuit, &target).unwrap();
    assert_eq!(program.registers(), 3);
    check(&circuit, &target, &program, 1);
}

#[test]
fn known_values_cost_nothing() {
    let circuit = read("W=1,D=1,L=2,T=17\nG1:LMULconst(W0,[0,0])\nG2:LADDconst(G1,[3,4])");
    let target = target(2, 16, 17);
    let program = plan(&circuit, &target).unwrap();
    assert!(program.text().contains("encrypt 0 0"));
    assert_eq!(check(&circuit, &target, &program, 1), 0);
}

#[test]
fn outputs_are_known_wires_and_equal() {
    let circuit = read(
        "W=2,D=1,L=2,T=17\nG2:LMULconst(W0,[0,0])\nG3:LADDconst(G2,[3,4])\nG4:LADD(W0,W1)\n\
         OUTPUT(G3,W1,G4,G4,G3,G2)",
    );
    let target = target(2, 16, 17);
    let program = plan(&circuit, &target).unwrap();
    let text = program.text();
    // Two known vectors, the wires, one sum: equal outputs share a register.
    assert_eq!((text.matches("encrypt ").count(), text.matches("add ").count()), (2, 1), "{text}");
    assert_eq!(program.registers(), 4, "{text}");
    check(&circuit, &target, &program, 1);
}

#[test]
fn outputs_of_many_depths_are_at_levels_of_their_own() {
    let circuit = read(
        "W=2,D=3,L=4,T=65537\nG2:LMUL(W0,W1)\nG3:LMUL(G2,G2)\nG4:LMUL(G3,G3)\nOUTPUT(G4,G2,W0)",
    );
    let target = levelled(4, 16, 65537, 7);
    let program = plan(&circuit, &target).unwrap();
    check(&circuit, &target, &Program::parse(program.text().as_bytes()).unwrap(), 1);
}

#[test]
fn other_keys_are_refused() {
    let circuit = read("W=1,D=1,L=2,T=17\nG1:LNEG(W0)");
    assert!(matches!(
        plan(&circuit, &target(4, 16, 17)),
        Err(Refusal::Batch { circuit: 2, key: 4 })
    ));
    assert!(matches!(
        plan(&circuit, &target(2, 16, 257)),
        Err(Refusal::Modulus { circuit: 17, key: 257 })
    ));
    let rotation = read("W=1,D=1,L=4,T=17\nG1:LROTATE(W0,1)");
    let mut without = target(4, 16, 17);
    without.steps = vec![2, -2];
    assert!(matches!(plan(&rotation, &without), Err(Refusal::NoKeys { .. })));
}
