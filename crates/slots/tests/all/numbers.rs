//! Programs over numbers on slots in the clear that know their levels, and the same circuits evaluated in
//! the clear.

use std::{convert::Infallible, fmt::Debug, marker::PhantomData};

use ringassay_circuit::generate::{InputConfig, Stream, random_inputs};
use ringassay_circuit::{Circuit, DepthTable, Evaluator, Program as Compiled, Vectors};
use ringassay_slots::{AnyTarget, Backend, Entry, Program, RealTarget, plan_reals, run};

use crate::common;

/// What a slot holds, and what is known of it.
pub(crate) trait Number: Entry + PartialEq + Debug {
    const ZERO: Self;
    /// An entry of vectors.
    fn of(vectors: &Vectors, index: usize, slot: usize) -> Self;
    fn sum(self, other: Self) -> Self;
    fn negative(self) -> Self;
    fn product(self, other: Self) -> Self;
    /// None: there is no such operation.
    fn conjugate(self) -> Option<Self>;
    fn distance(self, other: Self) -> f64;
}

impl Number for f64 {
    const ZERO: Self = 0.0;

    fn of(vectors: &Vectors, index: usize, slot: usize) -> Self {
        vectors.real(index, slot).0
    }
    fn sum(self, other: Self) -> Self {
        self + other
    }
    fn negative(self) -> Self {
        -self
    }
    fn product(self, other: Self) -> Self {
        self * other
    }
    fn conjugate(self) -> Option<Self> {
        None
    }
    fn distance(self, other: Self) -> f64 {
        (self - other).abs()
    }
}

impl Number for [f64; 2] {
    const ZERO: Self = [0.0; 2];

    fn of(vectors: &Vectors, index: usize, slot: usize) -> Self {
        let ((re, _), (im, _)) = vectors.complex(index, slot);
        [re, im]
    }
    fn sum(self, [c, d]: Self) -> Self {
        [self[0] + c, self[1] + d]
    }
    fn negative(self) -> Self {
        self.map(|part| -part)
    }
    fn product(self, [c, d]: Self) -> Self {
        let [a, b] = self;
        [a * c - b * d, a * d + b * c]
    }
    fn conjugate(self) -> Option<Self> {
        Some([self[0], -self[1]])
    }
    fn distance(self, [c, d]: Self) -> f64 {
        ((self[0] - c).powi(2) + (self[1] - d).powi(2)).sqrt()
    }
}

#[derive(Clone)]
pub(crate) struct Row<N> {
    pub(crate) slots: Vec<N>,
    pub(crate) level: u32,
}

type Made<N> = Result<Row<N>, Infallible>;

pub(crate) struct Clear<N> {
    target: RealTarget,
    /// Whether it can conjugate, where that means anything.
    conjugates: bool,
    /// Products of two ciphertexts.
    products: usize,
    refreshes: usize,
    entries: PhantomData<N>,
}

impl<N: Number> Clear<N> {
    pub(crate) fn new(target: &RealTarget, conjugates: bool) -> Self {
        Self { target: target.clone(), conjugates, products: 0, refreshes: 0, entries: PhantomData }
    }

    fn each(a: &Row<N>, b: &Row<N>, f: impl Fn(N, N) -> N) -> Made<N> {
        assert_eq!(a.level, b.level);
        let slots = a.slots.iter().zip(&b.slots).map(|(&a, &b)| f(a, b)).collect();
        Ok(Row { slots, level: a.level })
    }

    fn product(a: &Row<N>, b: &Row<N>) -> Made<N> {
        let product = Self::each(a, b, N::product)?;
        assert!(product.level > 0, "a product at level 0");
        Ok(Row { level: product.level - 1, ..product })
    }
}

impl<N: Number> Backend for Clear<N> {
    type Entry = N;
    type Ciphertext = Row<N>;
    type Plaintext = Row<N>;
    type Error = Infallible;

    fn encode(&mut self, row: &[N], level: u32) -> Made<N> {
        assert_eq!(row.len(), self.target.row as usize);
        Ok(Row { slots: row.to_vec(), level })
    }
    fn encrypt(&mut self, plain: &Row<N>) -> Made<N> {
        Ok(plain.clone())
    }
    fn add(&mut self, a: &Row<N>, b: &Row<N>) -> Made<N> {
        Self::each(a, b, N::sum)
    }
    fn sub(&mut self, a: &Row<N>, b: &Row<N>) -> Made<N> {
        Self::each(a, b, |a, b| a.sum(b.negative()))
    }
    fn negate(&mut self, a: &Row<N>) -> Made<N> {
        Self::each(a, a, |a, _| a.negative())
    }
    fn add_plain(&mut self, a: &Row<N>, plain: &Row<N>) -> Made<N> {
        self.add(a, plain)
    }
    fn multiply_plain(&mut self, a: &Row<N>, plain: &Row<N>) -> Made<N> {
        let is_zero = plain.slots.iter().all(|&slot| slot == N::ZERO);
        assert!(!is_zero, "libraries refuse to multiply by zero");
        Self::product(a, plain)
    }
    fn multiply(&mut self, a: &Row<N>, b: &Row<N>) -> Made<N> {
        self.products += 1;
        Self::product(a, b)
    }
    fn rotate(&mut self, a: &Row<N>, step: i32) -> Made<N> {
        assert!(self.target.steps.contains(&step), "no key for {step}");
        let mut slots = a.slots.clone();
        slots.rotate_right(step.rem_euclid(a.slots.len() as i32) as usize);
        Ok(Row { slots, level: a.level })
    }
    fn lower(&mut self, a: &Row<N>, level: u32, divide: u32) -> Made<N> {
        assert!(level < a.level && divide == 1);
        Ok(Row { slots: a.slots.clone(), level })
    }
    fn refresh(&mut self, a: &Row<N>, level: u32) -> Result<Option<Row<N>>, Infallible> {
        assert!(level > a.level && level < self.target.levels);
        self.refreshes += 1;
        Ok(Some(Row { slots: a.slots.clone(), level }).filter(|_| self.target.refresh))
    }
    fn conjugate(&mut self, a: &Row<N>) -> Result<Option<Row<N>>, Infallible> {
        let slots: Option<Vec<N>> = a.slots.iter().map(|&slot| slot.conjugate()).collect();
        Ok(slots.filter(|_| self.conjugates).map(|slots| Row { slots, level: a.level }))
    }
}

pub(crate) fn target(batch: u32, row: u32, levels: u32, complex: bool) -> RealTarget {
    let steps = common::target(batch, row, 17).steps;
    RealTarget { batch, row, levels, steps, complex, refresh: false }
}

/// Runs the program and compares with the plaintext evaluator; the program, and the products it took.
pub(crate) fn check<N: Number>(
    circuit: &Circuit,
    target: &RealTarget,
    seed: u64,
) -> (Program, usize) {
    let program = plan_reals(circuit, target).unwrap();
    let text = program.text();
    let again = Program::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!((&again, again.text()), (&program, text));
    again.check_key(&AnyTarget::Reals(target.clone())).unwrap();
    let inputs = random_inputs(circuit, InputConfig::default(), &mut Stream::new(seed));
    let wanted = Evaluator::new(Compiled::compile(circuit)).evaluate(&inputs).unwrap();
    let mut clear = Clear::<N>::new(target, true);
    let plains = run::encode(&again, &mut clear).unwrap();
    let layout = target.layout();
    let entries = |vectors: &Vectors, index: usize| -> Vec<N> {
        (0..target.batch as usize).map(|slot| N::of(vectors, index, slot)).collect()
    };
    let input = |wire: u32, level: u32| {
        Ok(Row { slots: layout.spread(&entries(&inputs, wire as usize)), level })
    };
    let results = run(&again, &mut clear, &plains, input).unwrap();
    let facts = circuit.real_facts().unwrap();
    for (index, (result, output)) in results.iter().zip(again.outputs()).enumerate() {
        let got = layout.collect(&result.slots, output.first);
        for (got, wanted) in got.iter().zip(entries(&wanted, index)) {
            let error = got.distance(wanted) / facts.largest;
            assert!(error < 1e-12, "output {index}: {got:?}, expected {wanted:?}");
        }
    }
    (again, clear.products)
}

/// As many levels as a circuit is deep.
pub(crate) fn levels_of(circuit: &Circuit) -> u32 {
    DepthTable::of_circuit(circuit) as u32 / 100 + 1
}
