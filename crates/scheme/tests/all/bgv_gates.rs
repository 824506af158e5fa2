//! Random circuits near the edge of the noise budget: no wrong answer where a right one was guaranteed.

use ringassay_scheme::{Error, Role, bgv::Context};
use ringassay_testkit::{
    inputs::Stream,
    laws::Scheme,
    reference::{Cyclotomic, ModQ},
};

use crate::bgv_common::{Bgv, Cipher, SHAPES, Shape, instances::WITH_FACTORS};

/// What happened.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// Gates evaluated, decrypted and found right.
    gates: u64,
    /// Of them with less than 10 bits left.
    near_the_edge: u64,
    /// Gates refused because nothing was left.
    refused: u64,
    /// The least bits left between the noise found and its bound.
    least_slack_bits: f64,
    /// The least bits left between the noise found and the modulus.
    least_spare_bits: f64,
}

/// Ciphertexts with what they hold, from which gates draw their operands.
struct Circuit {
    bgv: Bgv,
    ring: Cyclotomic<ModQ>,
    wires: Vec<(Cipher, Vec<u64>)>,
    stream: Stream,
    seeds: u64,
}

const WIRES: usize = 12;

impl Circuit {
    fn new(shape: &Shape, number: u64) -> Self {
        let bgv = Bgv::new(Context::exact(&shape.parameters()).unwrap(), 10 * number);
        let ring = Cyclotomic::new(ModQ(bgv.t()), shape.m);
        let (stream, wires) = (Stream::new(number), Vec::new());
        Self { bgv, ring, wires, stream, seeds: 1000 }
    }

    fn message(&mut self) -> Vec<u64> {
        self.stream.residues(self.ring.degree(), self.bgv.t())
    }

    fn fresh(&mut self) -> (Cipher, Vec<u64>) {
        let message = self.message();
        self.seeds += 1;
        (self.bgv.encrypt(&message, self.seeds), self.ring.from_powerful(&message))
    }

    /// A wire; more often one of the last, which have the greatest depth.
    fn operand(&mut self) -> (Cipher, Vec<u64>) {
        let (i, j) = (self.stream.below(WIRES as u64), self.stream.below(WIRES as u64));
        self.wires[i.max(j) as usize].clone()
    }

    /// One random gate: the ciphertext and what it should hold.
    fn gate(&mut self) -> Result<(Cipher, Vec<u64>), Error> {
        let ((x, a), (y, b)) = (self.operand(), self.operand());
        let message = self.message();
        let c = self.ring.from_powerful(&message);
        let kind = self.stream.below(12);
        let (bgv, ring) = (&self.bgv, &self.ring);
        let (context, keys) = (&bgv.context, &bgv.evaluation);
        let exponent = bgv.exponents[self.stream.below(bgv.exponents.len() as u64) as usize];
        let plaintext = bgv.plaintext(&message);
        let minus = |x: &[u64]| ring.scale(-1, x);
        Ok(match kind {
            0..4 => (context.multiply(&x, &y, keys)?, ring.mul(&a, &b)),
            4 => (context.square(&x, keys)?, ring.mul(&a, &a)),
            5 => (context.add(&x, &y)?, ring.add(&a, &b)),
            6 => (context.sub(&x, &y)?, ring.add(&a, &minus(&b))),
            7 => (context.multiply_plain(&x, &plaintext)?, ring.mul(&a, &c)),
            8 => (context.add_plain(&x, &plaintext)?, ring.add(&a, &c)),
            9 => {
                let image = context.automorphism(&x, exponent, keys)?;
                (image, ring.automorphism(&a, u64::from(exponent)))
            }
            10 => {
                let level = x.level().min(y.level());
                let [x, y] = [context.switch_to(&x, level)?, context.switch_to(&y, level)?];
                let mask = context.prepare(&plaintext, level, Role::Factor)?;
                let others = ring.add(&ring.constant(1), &minus(&c));
                let value = ring.add(&ring.mul(&a, &c), &ring.mul(&b, &others));
                (context.select(&x, &y, &mask)?, value)
            }
            _ => (context.switch_to(&x, x.level().saturating_sub(1))?, a),
        })
    }

    fn run(&mut self, gates: u64) -> Tally {
        let mut tally = Tally {
            least_slack_bits: f64::INFINITY,
            least_spare_bits: f64::INFINITY,
            ..Tally::default()
        };
        while self.wires.len() < WIRES {
            let fresh = self.fresh();
            self.wires.push(fresh);
        }
        while tally.gates < gates {
            let found = match self.gate() {
                Err(Error::NoiseBudget { .. }) => None,
                found => Some(found.unwrap()),
            };
            let budget = |x: &Cipher| self.bgv.context.budget_bits(x);
            let Some((x, value)) = found.filter(|(x, _)| budget(x) > 0.0) else {
                // Exhausted: something fresh takes the place of the most exhausted.
                tally.refused += 1;
                let rest = self.wires.iter().map(|(x, _)| budget(x));
                let least = rest.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap().0;
                self.wires.remove(least);
                let fresh = self.fresh();
                self.wires.insert(0, fresh);
                continue;
            };
            self.check(&x, &value, &mut tally);
            // The oldest but one goes, so that depth grows.
            let place = self.stream.below(3) as usize;
            self.wires.remove(place);
            self.wires.push((x, value));
        }
        tally
    }

    fn check(&self, x: &Cipher, value: &[u64], tally: &mut Tally) {
        let context = &self.bgv.context;
        let found = context.decrypt(&self.bgv.secret, x).unwrap();
        assert!(self.ring.from_powerful(&found) == value, "a wrong answer after {tally:?}");
        let budget = context.budget_bits(x);
        tally.gates += 1;
        tally.near_the_edge += u64::from(budget < 10.0);
        if tally.gates.is_multiple_of(8) {
            let measured = context.measure(&self.bgv.secret, x).unwrap().log2_largest;
            let bound = context.bound_bits(x);
            assert!(measured <= bound, "noise of {measured} bits, bound {bound}");
            tally.least_slack_bits = tally.least_slack_bits.min(bound - measured);
            tally.least_spare_bits = tally.least_spare_bits.min(budget + bound - measured);
        }
    }
}

/// So many gates, in circuits of six rings, several keys each.
fn run(gates: u64, keys: u64) {
    let shapes: Vec<Shape> = [(0, 3), (5, 3), (6, 4), (11, 5), (15, 3), (19, 5)]
        .into_iter()
        .map(|(i, large)| {
            let large = &[45; 5][..large];
            Shape { bits: [large, &[23, 30], &[46]], digit_limbs: 1, ..SHAPES[i] }
        })
        .collect();
    run_on(&shapes, gates, keys);
}

fn run_on(shapes: &[Shape], gates: u64, keys: u64) {
    let mut total = 0;
    for (i, shape) in (0..).zip(shapes) {
        for key in 0..keys {
            let share = gates / (shapes.len() as u64 * keys) + 1;
            let tally = Circuit::new(shape, 100 * i + key).run(share);
            println!("m = {}, t = {:?}: {tally:?}", shape.m, shape.plaintext);
            assert!(tally.refused > 0 && tally.near_the_edge > share / 50, "{tally:?}");
            total += tally.gates;
        }
    }
    println!("{total} gates");
    assert!(total >= gates);
}

#[test]
fn ten_thousand_gates() {
    run(10_000, 1);
}

/// Messages with factors: sums of operands whose factors differ, constants, masks, at all levels.
#[test]
fn gates_on_messages_with_factors() {
    for shape in &WITH_FACTORS {
        assert!(shape.parameters().has_factors());
    }
    run_on(&WITH_FACTORS, 2_000, 1);
}

#[test]
#[ignore = "a million gates: minutes with --release"]
fn a_million_gates() {
    run(1_000_000, 8);
}
