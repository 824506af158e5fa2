//! Circuits over real and complex numbers, against pairs of exact rational numbers.

use num_bigint::BigInt;
use ringassay_circuit::generate::{InputConfig, Stream, random_inputs};
use ringassay_circuit::text::{
    circuit_text, inputs_text, output_text, read_circuit, read_inputs, read_output,
};
use ringassay_circuit::{Circuit, Evaluator, Gate, Node, Program, Space, Vectors};

use super::exact::Exact;

/// Real and imaginary part.
#[derive(Clone)]
pub(crate) struct Number(pub(crate) Exact, pub(crate) Exact);

impl Number {
    /// Of a real part, and perhaps an imaginary one.
    fn of(parts: &[f64]) -> Self {
        Self(Exact::of(parts[0]), Exact::of(parts.get(1).copied().unwrap_or_default()))
    }

    /// A slot of an input or output: each part is the sum of two doubles.
    pub(crate) fn slot(vectors: &Vectors, vector: usize, slot: usize) -> Self {
        let sum = |(high, low): (f64, f64)| Exact::of(high).add(&Exact::of(low));
        match vectors.shape().space {
            Space::Complex { .. } => {
                let (re, im) = vectors.complex(vector, slot);
                Self(sum(re), sum(im))
            }
            _ => Self(sum(vectors.real(vector, slot)), Exact::of(0.0)),
        }
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        Self(self.0.add(&other.0), self.1.add(&other.1))
    }

    pub(crate) fn negate(&self) -> Self {
        Self(self.0.negate(), self.1.negate())
    }

    fn multiply(&self, other: &Self) -> Self {
        let [ac, bd] = [self.0.multiply(&other.0), self.1.multiply(&other.1)];
        let [ad, bc] = [self.0.multiply(&other.1), self.1.multiply(&other.0)];
        Self(ac.add(&bd.negate()), ad.add(&bc))
    }

    /// |z|².
    fn squared(&self) -> Exact {
        self.multiply(&Self(self.0.clone(), self.1.negate())).0
    }
}

/// How many doubles state a number.
fn parts(circuit: &Circuit) -> usize {
    if matches!(circuit.shape().space, Space::Complex { .. }) { 2 } else { 1 }
}

fn at_most(a: &Exact, b: &Exact) -> bool {
    b.add(&a.negate()).0 >= BigInt::from(0)
}

/// The slots of every node by definition.
pub(crate) fn exactly(circuit: &Circuit, inputs: &Vectors) -> Vec<Vec<Number>> {
    let l = circuit.shape().batch as usize;
    let parts = parts(circuit);
    let input = |wire| (0..l).map(move |slot| Number::slot(inputs, wire, slot));
    let mut nodes: Vec<Vec<Number>> = (0..inputs.len()).map(|wire| input(wire).collect()).collect();
    for &gate in circuit.gates() {
        let x = |node: Node, i: usize| &nodes[node.index()][i];
        let constant = |c, i| {
            let entry: Vec<f64> = circuit.reals(c).skip(parts * i).take(parts).collect();
            Number::of(&entry)
        };
        let bit = |c, i: usize| circuit.mask(c)[i / 64] >> (i % 64) & 1 == 1;
        let slot = |i: usize| match gate {
            Gate::Add(a, b) => x(a, i).add(x(b, i)),
            Gate::Sub(a, b) => x(a, i).add(&x(b, i).negate()),
            Gate::Neg(a) => x(a, i).negate(),
            Gate::Conj(a) => Number(x(a, i).0.clone(), x(a, i).1.negate()),
            Gate::Mul(a, b) => x(a, i).multiply(x(b, i)),
            Gate::AddConst(a, c) => x(a, i).add(&constant(c, i)),
            Gate::MulConst(a, c) => x(a, i).multiply(&constant(c, i)),
            Gate::Select(a, b, c) => x(if bit(c, i) { a } else { b }, i).clone(),
            Gate::Rotate(a, k) => x(a, (i + l - k as usize) % l).clone(),
            Gate::Poly { x: a, .. } => {
                let (mut power, mut sum) = (Number::of(&[1.0]), Number::of(&[0.0]));
                for c in circuit.coefficients(gate).chunks(parts) {
                    sum = sum.add(&power.multiply(&Number::of(c)));
                    power = power.multiply(x(a, i));
                }
                sum
            }
            Gate::FanIn { .. } => panic!("a gate of bits"),
        };
        let slots = (0..l).map(slot).collect();
        nodes.push(slots);
    }
    nodes
}

/// Fails unless the evaluator's error is below 2^-80 of the magnitude and values are in their range.
pub(crate) fn check(circuit: &Circuit, seed: u64) {
    let inputs = random_inputs(circuit, InputConfig::default(), &mut Stream::new(seed));
    let outputs = Evaluator::new(Program::compile(circuit)).evaluate(&inputs).unwrap();
    let (exact, facts) = (exactly(circuit, &inputs), circuit.real_facts().unwrap());
    for (index, output) in circuit.outputs().iter().enumerate() {
        for (slot, wanted) in exact[output.index()].iter().enumerate() {
            let error = Number::slot(&outputs, index, slot).add(&wanted.negate()).squared();
            let most = 2.0 * (facts.magnitudes[index].log2() - 80.0);
            assert!(error.log2() <= most, "2^{} above 2^{most}", error.log2());
        }
    }
    for (slots, reach) in exact.iter().zip(circuit.reaches()) {
        let slack = 1e-9 * reach.size() + 1e-300;
        for value in slots {
            if parts(circuit) == 1 {
                assert!(at_most(&Exact::of(reach.low - slack), &value.0));
                assert!(at_most(&value.0, &Exact::of(reach.high + slack)));
            } else {
                assert_eq!(reach.low, -reach.high);
                let most = Exact::of(reach.size() + slack);
                assert!(at_most(&value.squared(), &most.multiply(&most)));
            }
        }
    }
    let text = circuit_text(circuit);
    assert_eq!(read_circuit(&text).unwrap(), *circuit);
    let text = inputs_text(&inputs, circuit);
    assert_eq!(read_inputs(&text, circuit).unwrap(), inputs);
    let text = output_text(&outputs);
    assert_eq!(read_output(&text, circuit.shape(), outputs.len()).unwrap(), outputs);
}
