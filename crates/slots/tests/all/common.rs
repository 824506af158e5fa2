//! Slots in the clear, circuits and targets for tests.

use std::convert::Infallible;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use ringassay_circuit::generate::{InputConfig, Stream, random_inputs};
use ringassay_circuit::{Circuit, Evaluator, Program as Compiled, Space};
use ringassay_slots::program::Output;
use ringassay_slots::target::{Growth, Noise};
use ringassay_slots::{Backend, Program, Target, run};

/// Rows of integers mod t with a level; insists on keys, levels and products that hide something.
pub(crate) struct Clear {
    pub(crate) target: Target,
    pub(crate) products: usize,
}

#[derive(Clone)]
pub(crate) struct Row {
    pub(crate) slots: Vec<u64>,
    pub(crate) level: u32,
}

impl Clear {
    fn each(&self, a: &Row, b: &Row, f: impl Fn(u128, u128) -> u128) -> Result<Row, Infallible> {
        assert_eq!(a.level, b.level);
        let t = u128::from(self.target.modulus);
        let slots = a.slots.iter().zip(&b.slots);
        let slots = slots.map(|(&a, &b)| (f(a.into(), b.into()) % t) as u64).collect();
        Ok(Row { slots, level: a.level })
    }
}

impl Backend for Clear {
    type Entry = u64;
    type Ciphertext = Row;
    type Plaintext = Row;
    type Error = Infallible;

    fn encode(&mut self, row: &[u64], level: u32) -> Result<Row, Infallible> {
        assert_eq!(row.len(), self.target.row as usize);
        assert!(row.iter().all(|&slot| slot < self.target.modulus));
        Ok(Row { slots: row.to_vec(), level })
    }
    fn encrypt(&mut self, plain: &Row) -> Result<Row, Infallible> {
        Ok(plain.clone())
    }
    fn add(&mut self, a: &Row, b: &Row) -> Result<Row, Infallible> {
        self.each(a, b, |a, b| a + b)
    }
    fn sub(&mut self, a: &Row, b: &Row) -> Result<Row, Infallible> {
        let t = u128::from(self.target.modulus);
        self.each(a, b, |a, b| a + t - b)
    }
    fn negate(&mut self, a: &Row) -> Result<Row, Infallible> {
        let t = u128::from(self.target.modulus);
        self.each(a, a, |a, _| t - a)
    }
    fn add_plain(&mut self, a: &Row, plain: &Row) -> Result<Row, Infallible> {
        self.each(a, plain, |a, b| a + b)
    }
    fn multiply_plain(&mut self, a: &Row, plain: &Row) -> Result<Row, Infallible> {
        assert!(plain.slots.iter().any(|&slot| slot != 0), "libraries refuse to multiply by zero");
        self.each(a, plain, |a, b| a * b)
    }
    fn multiply(&mut self, a: &Row, b: &Row) -> Result<Row, Infallible> {
        self.products += 1;
        self.each(a, b, |a, b| a * b)
    }
    fn rotate(&mut self, a: &Row, step: i32) -> Result<Row, Infallible> {
        assert!(self.target.steps.contains(&step), "no key for {step}");
        let mut slots = a.slots.clone();
        slots.rotate_right(step.rem_euclid(a.slots.len() as i32) as usize);
        Ok(Row { slots, level: a.level })
    }
    fn lower(&mut self, a: &Row, level: u32, divide: u32) -> Result<Row, Infallible> {
        assert!(level < a.level && divide <= a.level - level);
        Ok(Row { slots: a.slots.clone(), level })
    }
}

pub(crate) fn target(batch: u32, row: u32, modulus: u64) -> Target {
    let powers = || (0..20).map(|bit| 1 << bit);
    let short = powers().take_while(|&step| step < batch as i32);
    let long =
        powers().take_while(|&step| step < row as i32).filter(|_| !row.is_multiple_of(batch));
    let mut steps: Vec<i32> = short.flat_map(|step| [step, -step]).chain(long).collect();
    steps.retain(|step| step.unsigned_abs() < row);
    steps.sort_unstable();
    steps.dedup();
    let noise = Noise {
        capacity: vec![1e4],
        floor: None,
        fresh: 0.0,
        key_switch: -50.0,
        multiply: Growth::Sum(0.0),
        add_plain: None,
        multiply_plain: 1.0,
        periodic_plain: false,
    };
    Target { batch, row, modulus, steps, noise }
}

/// With levels, as BGV has them: products double the noise, a prime takes 30 bits away.
pub(crate) fn levelled(batch: u32, row: u32, modulus: u64, levels: u32) -> Target {
    let noise = Noise {
        capacity: (0..levels).map(|level| 35.0 + 32.0 * f64::from(level)).collect(),
        floor: Some(28.0),
        fresh: 30.0,
        key_switch: 28.0,
        multiply: Growth::Product(0.0),
        add_plain: Some(20.0),
        multiply_plain: 20.0,
        periodic_plain: false,
    };
    Target { noise, ..target(batch, row, modulus) }
}

pub(crate) fn read(text: &str) -> Circuit {
    ringassay_circuit::text::read_circuit(text.as_bytes()).unwrap()
}

/// A circuit of random gates on near earlier nodes, as text; every constant is possible.
pub(crate) fn random(seed: u64, batch: u32, modulus: Option<u64>, gates: u32) -> Circuit {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut below = move |bound: u64| rng.next_u64() % bound;
    let wires = 3;
    let mut text = format!("W={wires},D=9,L={batch}");
    if let Some(t) = modulus {
        text += &format!(",T={t}");
    }
    let name = |node: u64| if node < wires { format!("W{node}") } else { format!("G{node}") };
    for gate in 0..u64::from(gates) {
        let nodes = wires + gate;
        let (a, b) = (nodes - 1 - below(nodes.min(5)), nodes - 1 - below(nodes.min(5)));
        let (a, b) = (name(a), name(b));
        let mut constant = |bound: u64| {
            let uniform = below(bound);
            let vary = below(4) > 0;
            let entries = (0..batch).map(|_| if vary { below(bound) } else { uniform });
            let entries: Vec<String> = entries.map(|entry| entry.to_string()).collect();
            let joined = if modulus.is_none() { entries.concat() } else { entries.join(",") };
            format!("[{joined}]")
        };
        let t = modulus.unwrap_or(2);
        let (kind, plain, mask) = (gate * 7919 + seed.wrapping_mul(31), constant(t), constant(2));
        let line = match kind % if modulus.is_some() { 8 } else { 6 } {
            0 => format!("LADD({a},{b})"),
            1 => format!("LMUL({a},{b})"),
            2 => format!("LADDconst({a},{plain})"),
            3 => format!("LMULconst({a},{plain})"),
            4 => format!("LSELECT({a},{b},{mask})"),
            5 => format!("LROTATE({a},{})", (seed + gate) % u64::from(batch)),
            6 => format!("LSUB({a},{b})"),
            _ => format!("LNEG({a})"),
        };
        text += &format!("\nG{nodes}:{line}");
    }
    // Every other circuit has several outputs: gates, wires, one of them twice.
    if seed % 2 == 1 {
        let nodes = wires + u64::from(gates);
        let mut outputs: Vec<String> =
            (0..1 + seed / 2 % 4).map(|i| name((seed + 5 * i) % nodes)).collect();
        outputs.push(outputs[0].clone());
        text += &format!("\nOUTPUT({})", outputs.join(","));
    }
    read(&text)
}

/// Runs the program on an input and compares with the plaintext evaluator; the products it took.
pub(crate) fn check(circuit: &Circuit, target: &Target, program: &Program, seed: u64) -> usize {
    let mut stream = Stream::new(seed);
    let inputs = random_inputs(circuit, InputConfig::default(), &mut stream);
    let wanted = Evaluator::new(Compiled::compile(circuit)).evaluate(&inputs).unwrap();
    let mut clear = Clear { target: target.clone(), products: 0 };
    let plains = ringassay_slots::run::encode(program, &mut clear).unwrap();
    let layout = target.layout();
    let entries = |vectors: &ringassay_circuit::Vectors, index: usize| -> Vec<u64> {
        (0..target.batch as usize).map(|slot| vectors.slot(index, slot)).collect()
    };
    let input = |wire: u32, level: u32| {
        Ok(Row { slots: layout.spread(&entries(&inputs, wire as usize)), level })
    };
    let results = run(program, &mut clear, &plains, input).unwrap();
    assert_eq!((results.len(), wanted.len()), (circuit.outputs().len(), circuit.outputs().len()));
    for (index, (result, output)) in results.iter().zip(program.outputs()).enumerate() {
        let output = Output::of_header(&output.header()).unwrap();
        let got = layout.collect(&result.slots, output.first);
        let got: Vec<u64> = got.iter().map(|&slot| output.read(slot, target.modulus)).collect();
        assert_eq!(got, entries(&wanted, index), "output {index}");
        assert_eq!(output.lowest.is_some(), circuit.shape().space == Space::Gf2);
    }
    clear.products
}
