//! Circuits whose operands are all related: sums of a ciphertext with itself, powers, one plaintext as
//! a factor over and over, images added to what they are images of. What is guaranteed is right, and
//! probabilities of failure are not understated where failures can be seen.

use ringassay_ring::RnsRing;
use ringassay_scheme::{Error, bgv::Context};
use ringassay_testkit::{
    inputs::Stream,
    laws::Scheme,
    reference::{Cyclotomic, ModQ},
};

use crate::bgv_common::{Bgv, Cipher, SHAPES, Shape};

/// What was seen of many circuits.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    circuits: u32,
    /// Steps that were guaranteed, all found right.
    guaranteed: u32,
    /// Steps without a promise: how many, how many of them wrong, and how many were to be expected at
    /// most.
    insisted: u32,
    wrong: u32,
    expected: f64,
}

/// A ciphertext and what it should hold.
type Wire = (Cipher, Vec<u64>);

struct Circuits {
    bgv: Bgv,
    insisting: Context<RnsRing>,
    ring: Cyclotomic<ModQ>,
    plaintexts: Vec<Vec<u64>>,
    stream: Stream,
}

/// The most steps of a circuit; after a promise was lost, so many more.
const STEPS: usize = 80;
const INSISTED: usize = 4;

impl Circuits {
    fn new(shape: &Shape, key: u64) -> Self {
        let bgv = Bgv::new(Context::exact(&shape.parameters()).unwrap(), key);
        let ring = Cyclotomic::new(ModQ(bgv.t()), shape.m);
        let (n, t) = (ring.degree(), bgv.t());
        let mut stream = Stream::new(key);
        // All ones has few large embeddings, two terms have embeddings of two sizes, in equal numbers;
        // a random one is as those of masks.
        let two = (0..n).map(|i| u64::from(i == 0 || i == n / 4)).collect();
        let plaintexts = vec![vec![1; n], two, vec![t / 2; n], stream.residues(n, t)];
        Self { insisting: bgv.context.insisting(), bgv, ring, plaintexts, stream }
    }

    /// One step of a circuit that has its favourite `kind`.
    fn step(
        &mut self,
        context: &Context<RnsRing>,
        kind: u64,
        wires: &[Wire; 2],
    ) -> Result<Wire, Error> {
        let [(x, a), (y, b)] = wires;
        let (bgv, ring) = (&self.bgv, &self.ring);
        let kind = if self.stream.below(4) == 0 { self.stream.below(7) } else { kind };
        let exponent = bgv.exponents[self.stream.below(bgv.exponents.len() as u64) as usize];
        let number = kind as usize % self.plaintexts.len();
        Ok(match kind {
            0 => (context.add(x, x)?, ring.add(a, a)),
            // The same, but as another object.
            1 => (context.add(x, &x.clone())?, ring.add(a, a)),
            2 => (context.multiply(x, x, &bgv.evaluation)?, ring.mul(a, a)),
            3 => (context.multiply(x, y, &bgv.evaluation)?, ring.mul(a, b)),
            4 => {
                let image = context.automorphism(x, exponent, &bgv.evaluation)?;
                (context.add(x, &image)?, ring.add(a, &ring.automorphism(a, u64::from(exponent))))
            }
            _ => {
                let factor = &self.plaintexts[(number + self.stream.below(2) as usize * 2) % 4];
                let product = context.multiply_plain(x, &bgv.plaintext(factor))?;
                (product, ring.mul(a, &ring.from_powerful(factor)))
            }
        })
    }

    fn run(&mut self, tally: &mut Tally) {
        let seed = u64::from(tally.circuits) + 1000;
        let kinds = [0, 1, 2, 3, 4, 5, 6];
        let kind = kinds[self.stream.below(7) as usize];
        let message = match self.stream.below(3) {
            0 => self.plaintexts[2].clone(),
            _ => self.stream.residues(self.ring.degree(), self.bgv.t()),
        };
        let fresh = match self.stream.below(3) {
            0 => self.bgv.encrypt_secret(&message, seed),
            _ => self.bgv.encrypt(&message, seed),
        };
        let value = self.ring.from_powerful(&message);
        let mut wires = [(fresh.clone(), value.clone()), (fresh, value)];
        let (promising, insisting) = (self.bgv.context.clone(), self.insisting.clone());
        let mut insisted = 0;
        for _ in 0..STEPS {
            let context = if insisted == 0 { &promising } else { &insisting };
            let wire = match self.step(context, kind, &wires) {
                Err(Error::NoiseBudget { .. }) if insisted == 0 => {
                    insisted = 1;
                    continue;
                }
                wire => wire.unwrap(),
            };
            let (context, secret) = (&self.bgv.context, &self.bgv.secret);
            if insisted == 0 {
                let found = context.decrypt(secret, &wire.0).unwrap();
                assert!(self.ring.from_powerful(&found) == wire.1, "kind {kind}: {tally:?}");
                let log2_failure = context.log2_failure(&wire.0).unwrap();
                assert!(log2_failure <= -60.0, "a promise with a probability of 2^{log2_failure}");
                tally.guaranteed += 1;
            } else {
                let found = insisting.decrypt(secret, &wire.0).unwrap();
                tally.insisted += 1;
                tally.wrong += u32::from(self.ring.from_powerful(&found) != wire.1);
                tally.expected += context.log2_failure(&wire.0).unwrap().exp2();
                insisted += 1;
                if insisted > INSISTED {
                    break;
                }
            }
            let [_, last] = wires;
            wires = [wire, last];
            wires.swap(0, usize::from(self.stream.below(4) == 0));
        }
        tally.circuits += 1;
    }
}

/// So many circuits over rings of several kinds.
fn run(circuits: u32) {
    let shapes = [0, 2, 11, 15, 16, 19];
    let mut total = Tally::default();
    for (key, shape) in (0..).zip(shapes) {
        let shape = Shape { bits: [&[45; 3], &[23, 30], &[46]], digit_limbs: 1, ..SHAPES[shape] };
        let mut subject = Circuits::new(&shape, key);
        let mut tally = Tally::default();
        for _ in 0..circuits.div_ceil(shapes.len() as u32) {
            subject.run(&mut tally);
        }
        println!("m = {}, t = {:?}: {tally:?}", shape.m, shape.plaintext);
        assert!(tally.wrong <= tally.insisted && f64::from(tally.wrong) <= tally.expected);
        assert!(tally.guaranteed > tally.circuits && tally.insisted > 0, "{tally:?}");
        total.circuits += tally.circuits;
        total.wrong += tally.wrong;
    }
    // Without a promise some are wrong: the edge was reached.
    assert!(total.wrong > 0 && total.circuits >= circuits, "{total:?}");
}

#[test]
fn three_hundred_circuits() {
    run(300);
}

#[test]
#[ignore = "a hundred thousand circuits: minutes with --release"]
fn a_hundred_thousand_circuits() {
    run(100_000);
}
