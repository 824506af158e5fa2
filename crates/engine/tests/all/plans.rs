//! What plans promise.

#![expect(clippy::disallowed_types, reason = "of the tests, which do not fork")]

use std::sync::Mutex;

use ringassay_circuit::{
    Builder, Circuit, Decimal, Gate, GateKind, Header, Node, Shape, Space,
    generate::{SimdConfig, Stream, generate},
    text::{circuit_text, read_circuit},
};
use ringassay_engine::{
    Error, Plan, Program, Target,
    plan::{Action, Strategy},
};
use ringassay_scheme::serial::Saved as _;

use crate::common::{Instance, expected, odd_circuit, on_threads, parameters, random_inputs};

const BITS: Shape = Shape { space: Space::Gf2, batch: 18 };

fn instance() -> Instance {
    Instance::new(&parameters(127, 2, 1, 5), 18, 8, 1)
}

fn mixed(seed: u64) -> Circuit {
    let config = SimdConfig::mixed(BITS, 8, Decimal::whole(5));
    generate(&config, &mut Stream::new(seed)).unwrap()
}

/// A circuit from its gates.
fn circuit(wires: u32, build: impl FnOnce(&mut Builder)) -> Circuit {
    let header = Header::Simd { depth: Decimal::whole(1) };
    let mut builder = Builder::new(BITS, wires, header).unwrap();
    build(&mut builder);
    builder.finish().unwrap()
}

fn count(plan: &Plan, name: &str) -> usize {
    plan.counts().get(name).copied().unwrap_or(0)
}

#[test]
fn levels_parts_and_noise_are_as_predicted() {
    let instance = instance();
    for seed in 0..8 {
        for strategy in Strategy::ALL {
            let circuit = if seed < 5 { mixed(seed) } else { odd_circuit(BITS, seed, 40, 4) };
            let plan = Plan::with_strategy(&circuit, &instance.target, strategy).unwrap();
            let (target, context) = (&instance.target, &instance.context);
            let program = Program::new(plan, target, context).unwrap();
            let inputs = random_inputs(&circuit, seed);
            let ciphertexts = instance.encrypt(&inputs);
            let seen = Mutex::new(vec![0; program.plan().registers()]);
            let output = program
                .evaluate_observed(
                    &instance.keys,
                    |wire| Ok(ciphertexts[wire as usize].clone()),
                    |register, ciphertext| {
                        let figures = &program.plan().figures()[register as usize];
                        assert_eq!(ciphertext.level(), figures.level);
                        assert_eq!(ciphertext.parts().len(), figures.parts);
                        assert_eq!(*ciphertext.noise(), figures.noise);
                        assert!(figures.budget_bits > 0.0);
                        // The noise that is really there.
                        let found = context.measure(&instance.secret, ciphertext).unwrap();
                        assert!(found.log2_largest <= context.bound_bits(ciphertext));
                        seen.lock().unwrap()[register as usize] += 1;
                    },
                )
                .unwrap();
            assert!(seen.into_inner().unwrap().iter().all(|&times| times == 1));
            assert_eq!([instance.decrypt(&output[0])], *expected(&circuit, &inputs));
        }
    }
}

#[test]
fn equal_ciphertexts_on_any_number_of_threads() {
    let instance = instance();
    for seed in 0..6 {
        let circuit = mixed(seed);
        let inputs = random_inputs(&circuit, seed);
        let ciphertexts = instance.encrypt(&inputs);
        let answer = |threads: usize, budget: u64| {
            on_threads(threads, || {
                let target = instance.target.clone().with_constants_bytes(budget);
                let plan = Plan::new(&circuit, &target).unwrap();
                let context = &instance.context;
                let program = Program::new(plan, &target, context).unwrap();
                assert_eq!(budget == 0, program.unprepared() == program.plan().tables().len());
                let input = |wire: u32| Ok(ciphertexts[wire as usize].clone());
                program.evaluate(&instance.keys, input).unwrap()[0].save(context).unwrap()
            })
        };
        let first = answer(1, 1 << 30);
        for threads in [1, 2, 4] {
            assert_eq!(answer(threads, 1 << 30), first, "{threads} threads");
            assert_eq!(answer(threads, 0), first, "{threads} threads, nothing prepared");
        }
    }
}

/// The same function with gates in another order, other numbers, and each gate twice.
fn disguised(circuit: &Circuit, seed: u64) -> Circuit {
    let mut stream = Stream::new(seed);
    let (wires, gates) = (circuit.wires(), circuit.gates());
    let mut builder = Builder::new(circuit.shape(), wires, circuit.header()).unwrap();
    let mut nodes: Vec<Option<[Node; 2]>> = (0..wires).map(|w| Some([Node(w); 2])).collect();
    nodes.resize(circuit.nodes(), None);
    let mut waiting: Vec<usize> = (0..gates.len() - 1).collect();
    let mut label = 1000;
    let mut add = |at: usize, nodes: &mut Vec<Option<[Node; 2]>>, stream: &mut Stream| {
        let mut copy = |stream: &mut Stream| {
            label += 1 + stream.below(5) as u32;
            let which = stream.index(2);
            let node = |node: Node| nodes[node.index()].unwrap()[which];
            match gates[at] {
                Gate::Add(a, b) => builder.add(label, node(b), node(a)),
                Gate::Mul(a, b) => builder.mul(label, node(b), node(a)),
                Gate::AddConst(a, c) => builder.add_const(label, node(a), circuit.mask(c)),
                Gate::MulConst(a, c) => builder.mul_const(label, node(a), circuit.mask(c)),
                Gate::Select(a, b, c) => builder.select(label, node(a), node(b), circuit.mask(c)),
                Gate::Rotate(a, k) => builder.rotate(label, node(a), k.into()),
                _ => panic!("a gate of bits"),
            }
            .unwrap()
        };
        let copies = [copy(stream), copy(stream)];
        nodes[wires as usize + at] = Some(copies);
    };
    while !waiting.is_empty() {
        let ready: Vec<usize> = (0..waiting.len())
            .filter(|&i| {
                let mut ready = true;
                circuit.for_each_operand(gates[waiting[i]], |node| {
                    ready &= nodes[node.index()].is_some();
                });
                ready
            })
            .collect();
        let at = waiting.swap_remove(ready[stream.index(ready.len())]);
        add(at, &mut nodes, &mut stream);
    }
    add(gates.len() - 1, &mut nodes, &mut stream);
    builder.finish().unwrap()
}

#[test]
fn order_numbers_and_repetitions_of_gates_do_not_matter() {
    let instance = instance();
    for seed in 0..8 {
        let circuit = mixed(seed);
        let other = disguised(&circuit, seed);
        assert!(other.gates().len() == 2 * circuit.gates().len());
        let plain = instance.check(&circuit, seed);
        let disguised = instance.check(&other, seed);
        // Where operands change places, a level may differ; the work does not.
        for name in ["products", "relinearisations", "sums", "automorphisms", "inputs"] {
            let counts = [&plain, &disguised].map(|program| count(program.plan(), name));
            assert_eq!(counts[0], counts[1], "{name}");
        }
    }
}

#[test]
fn sums_of_products_are_relinearised_once() {
    let plan = |output: fn(&mut Builder, Node)| {
        let circuit = circuit(8, |builder| {
            let mut sum = builder.mul(100, Node(0), Node(1)).unwrap();
            for i in 1..4 {
                let product = builder.mul(100 + i, Node(2 * i), Node(2 * i + 1)).unwrap();
                sum = builder.add(200 + i, sum, product).unwrap();
            }
            output(builder, sum);
        });
        let instance = instance();
        let plan = instance.check(&circuit, 1).plan().clone();
        assert_eq!(count(&plan, "products"), 4 + usize::from(plan.figures().len() > 30));
        plan
    };
    // Before a rotation one relinearisation; before the output none.
    let rotated = plan(|builder, sum| {
        builder.rotate(300, sum, 1).unwrap();
    });
    assert_eq!(count(&rotated, "relinearisations"), 1);
    let plain = plan(|_, _| ());
    assert_eq!(count(&plain, "relinearisations"), 0);
    assert_eq!(plain.figures()[plain.outputs()[0] as usize].parts, 3);
}

#[test]
fn equal_values_and_constants_are_computed_once() {
    let instance = instance();
    let ones: Vec<u64> = vec![(1 << 18) - 1];
    let circuit = circuit(3, |builder| {
        let a = builder.mul(10, Node(0), Node(1)).unwrap();
        let b = builder.mul(11, Node(1), Node(0)).unwrap();
        let zero = builder.add(12, a, b).unwrap();
        let kept = builder.mul_const(13, a, &ones).unwrap();
        let twice = builder.rotate(14, kept, 5).unwrap();
        let back = builder.rotate(15, twice, 13).unwrap();
        let chosen = builder.select(16, back, zero, &ones).unwrap();
        let masked = builder.mul_const(17, chosen, &[0b1011]).unwrap();
        let square = builder.mul(18, masked, masked).unwrap();
        builder.add(19, square, zero).unwrap();
    });
    let plan = instance.check(&circuit, 3).plan().clone();
    assert_eq!(count(&plan, "products"), 1);
    assert_eq!(count(&plan, "products with constants"), 1);
    assert_eq!(count(&plan, "automorphisms") + count(&plan, "sums"), 0);
    assert_eq!(count(&plan, "inputs"), 2, "wire 2 is not needed");
}

#[test]
fn outputs_that_no_input_changes() {
    let instance = instance();
    let circuit = circuit(2, |builder| {
        let zero = builder.add(10, Node(0), Node(0)).unwrap();
        builder.add_const(11, zero, &[0b1101]).unwrap();
    });
    let program = instance.check(&circuit, 4);
    assert_eq!(count(program.plan(), "inputs"), 0);
    assert!(matches!(program.plan().steps()[0].action, Action::Trivial(_)));
}

/// The same gates with some of their nodes as outputs: gates, wires, one of them twice.
fn with_outputs(circuit: &Circuit, seed: u64, count: u64) -> Circuit {
    let mut text = circuit_text(circuit);
    let mut stream = Stream::new(seed);
    let mut names = Vec::new();
    for _ in 0..count {
        let node = stream.index(circuit.nodes());
        names.push(match node.checked_sub(circuit.wires() as usize) {
            None => format!("W{node}"),
            Some(gate) => format!("G{}", circuit.labels()[gate]),
        });
    }
    names.push(names[0].clone());
    text.extend_from_slice(format!("\nOUTPUT({})", names.join(",")).as_bytes());
    read_circuit(&text).unwrap()
}

#[test]
fn several_outputs_are_right() {
    let instance = instance();
    for seed in 0..10 {
        let single = if seed < 5 { mixed(seed) } else { odd_circuit(BITS, seed, 40, 4) };
        let circuit = with_outputs(&single, seed, 1 + seed % 4);
        let program = instance.check(&circuit, seed);
        assert_eq!(program.plan().outputs().len(), circuit.outputs().len());
        assert_eq!(program.plan().outputs()[0], *program.plan().outputs().last().unwrap());
    }
    // A known vector, a wire, a product of three parts and the same product with two.
    let circuit = circuit(2, |builder| {
        let zero = builder.add(10, Node(0), Node(0)).unwrap();
        builder.add_const(11, zero, &[0b1101]).unwrap();
        let product = builder.mul(12, Node(0), Node(1)).unwrap();
        builder.rotate(13, product, 3).unwrap();
    });
    let mut text = circuit_text(&circuit);
    text.extend_from_slice(b"\nOUTPUT(G13,G11,W1,G12,G10,G11)");
    let circuit = read_circuit(&text).unwrap();
    let program = instance.check(&circuit, 4);
    assert_eq!(count(program.plan(), "products"), 1);
    let answers = |threads: usize| {
        on_threads(threads, || {
            let inputs = random_inputs(&circuit, 9);
            let outputs = instance.run(&program, &inputs);
            outputs.iter().map(|output| instance.decrypt(output)).collect::<Vec<_>>()
        })
    };
    assert_eq!(answers(1), answers(3));
}

#[test]
fn rotations_of_one_operand_share_its_decomposition() {
    let instance = instance();
    let circuit = circuit(1, |builder| {
        let mut sum = Node(0);
        for amount in 1..6 {
            let rotated = builder.rotate(10 + amount, Node(0), amount.into()).unwrap();
            sum = builder.add(20 + amount, sum, rotated).unwrap();
        }
    });
    let plan = instance.check(&circuit, 5).plan().clone();
    let firsts: Vec<usize> = plan
        .steps()
        .iter()
        .filter_map(|step| match &step.action {
            Action::Automorphisms(_, exponents) => Some(exponents.len()),
            _ => None,
        })
        .collect();
    assert!(firsts[0] > 1, "{firsts:?}");
    assert!(firsts.iter().sum::<usize>() > firsts.len(), "{firsts:?}");
}

#[test]
fn circuits_that_are_too_deep_are_refused() {
    let instance = Instance::new(&parameters(127, 2, 1, 2), 18, 18, 1);
    let chain = |products: u32| {
        circuit(2, |builder| {
            let mut x = Node(0);
            for i in 0..products {
                let rotated = builder.rotate(10 + i, x, 1).unwrap();
                x = builder.mul(100 + i, x, rotated).unwrap();
            }
        })
    };
    let fits = (1..).take_while(|&n| Plan::new(&chain(n), &instance.target).is_ok()).count() as u32;
    assert!((4..20).contains(&fits), "{fits}");
    instance.check(&chain(fits), 1);
    let refused = Plan::new(&chain(fits + 3), &instance.target).unwrap_err();
    let Error::TooDeep(deep) = &refused else { panic!("{refused}") };
    assert_eq!((deep.products, deep.fitting_products), (fits + 3, fits));
    assert_eq!(deep.depth_hundredths, 150 * u64::from(fits + 3));
    assert!((100 * u64::from(fits)..deep.depth_hundredths).contains(&deep.fitting_hundredths));
    assert!(deep.missing_bits >= 1.0);
    assert!(refused.to_string().contains("make a key for a greater depth"), "{refused}");
    // What is refused fits no strategy; the careful one carries deepest.
    let careful = (1..)
        .take_while(|&n| {
            Plan::with_strategy(&chain(n), &instance.target, Strategy::CAREFUL).is_ok()
        })
        .count() as u32;
    assert_eq!(careful, fits);
}

#[test]
fn circuits_for_other_keys_are_refused() {
    let instance = instance();
    let of = |space, batch| {
        let config = SimdConfig::single(Shape { space, batch }, 3, 1, GateKind::Add);
        Plan::new(&generate(&config, &mut Stream::new(1)).unwrap(), &instance.target).unwrap_err()
    };
    assert_eq!(of(Space::Gf2, 17), Error::Length { circuit: 17, key: 18 });
    assert_eq!(of(Space::zt(3).unwrap(), 18), Error::Space { circuit: 3, key: 2 });
    let rotate = circuit(1, |builder| {
        builder.rotate(10, Node(0), 7).unwrap();
    });
    let multiply = circuit(2, |builder| {
        builder.mul(10, Node(0), Node(1)).unwrap();
    });
    let bare = Target::new(instance.target.parameters(), 18, false, &[]).unwrap();
    assert!(matches!(Plan::new(&rotate, &bare).unwrap_err(), Error::Rotation { amount: 7, .. }));
    assert_eq!(Plan::new(&multiply, &bare).unwrap_err(), Error::NoProducts);
}

#[test]
fn inputs_that_are_not_fresh_are_refused() {
    let instance = instance();
    let circuit = mixed(1);
    let program = instance.program(&circuit).unwrap();
    let inputs = instance.encrypt(&random_inputs(&circuit, 1));
    let context = &instance.context;
    let switched = context.switch_to(&inputs[0], inputs[0].level() - 1).unwrap();
    let noisy = context.add(&inputs[0], &inputs[1]).unwrap();
    let product = context.tensor(&inputs[0], &inputs[1]).unwrap();
    for bad in [switched, noisy, product] {
        let result = program.evaluate(&instance.keys, |_| Ok(bad.clone()));
        assert!(matches!(result, Err(Error::NotFresh { .. })));
    }
    let failing = |wire: u32| Err(Error::Unreadable { wire, reason: "no bytes".into() });
    for threads in [1, 3] {
        let result = on_threads(threads, || program.evaluate(&instance.keys, failing));
        assert!(matches!(result, Err(Error::Unreadable { .. })));
    }
}

#[test]
fn memory_is_predicted() {
    let instance = instance();
    let circuit = mixed(3);
    let plan = Plan::new(&circuit, &instance.target).unwrap();
    // The registers alone, by the definition of liveness.
    let mut last = vec![0; plan.registers()];
    for (at, step) in plan.steps().iter().enumerate() {
        step.action.operands().for_each(|operand| last[operand as usize] = at);
    }
    last[plan.outputs()[0] as usize] = plan.steps().len();
    let bytes = |register: usize| {
        let figures = &plan.figures()[register];
        let limbs = instance.context.modulus_chain().levels()[figures.level].limbs.len();
        (8 * figures.parts * limbs * 126) as u64
    };
    let mut written = 0;
    let mut most = 0;
    for (at, step) in plan.steps().iter().enumerate() {
        written = written.max(step.registers().end as usize);
        most = most.max((0..written).filter(|&r| last[r] >= at).map(bytes).sum());
    }
    assert!(plan.peak_bytes() >= most / 2, "{} and {most}", plan.peak_bytes());
    assert!(plan.peak_bytes() <= 4 * most, "{} and {most}", plan.peak_bytes());
}
