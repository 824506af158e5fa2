//! Circuits on BFV: random ones, with dependent operands, against the plaintext evaluator; planned noise
//! against what the key finds.

use ringassay_circuit::{Builder, Circuit, Decimal, Header, Node, Shape, Space};
use ringassay_engine::{Error, Plan, Program, Target};
use ringassay_ring::{
    RnsRing,
    index::Index,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    SlotParameters as _,
    bfv::{Context, EvaluationKeys, Parameters, PublicKey, SecretKey},
    encoding::{KeySet, VectorEncoder},
};

use crate::common::{expected, odd_circuit, random_inputs};

type Bfv = Context<RnsRing>;

struct Instance {
    target: Target<Parameters>,
    context: Bfv,
    secret: SecretKey<RnsRing>,
    public: PublicKey<RnsRing>,
    keys: EvaluationKeys<RnsRing>,
}

fn seed(number: u8) -> Seed {
    Seed::from_bytes([number; Seed::BYTES])
}

impl Instance {
    fn new(m: u64, t: u64, length: usize) -> Self {
        let index = Index::new(m).unwrap();
        let mut all = primes::search(&index, 50, 18, &[]).unwrap();
        let auxiliary = all.split_off(9);
        let special = all.split_off(7);
        let (secret, sigma) = (Distribution::Ternary, 3.2);
        let parameters =
            Parameters { index, t, primes: all, special, auxiliary, digit_limbs: 2, secret, sigma };
        let vectors = VectorEncoder::new(&parameters.plaintext_ring().unwrap(), length).unwrap();
        let set = KeySet::for_rotations(vectors.layout(), 8).unwrap();
        let target = Target::new(&parameters, length, true, set.exponents()).unwrap();
        let context = Context::exact(&parameters).unwrap();
        let secret = context.generate_secret_key(&seed(1)).unwrap();
        let public = context.generate_public_key(&secret, &seed(2)).unwrap();
        let keys =
            context.generate_evaluation_keys(&secret, true, set.exponents(), &seed(3)).unwrap();
        Self { target, context, secret, public, keys }
    }

    fn shape(&self) -> Shape {
        let t = self.context.parameters().t;
        let space = if t == 2 { Space::Gf2 } else { Space::zt(t).unwrap() };
        Shape { space, batch: self.target.layout().length() as u32 }
    }

    /// Fails unless the answer is that of the plaintext evaluator and no register has more noise than
    /// was planned.
    fn check(&self, circuit: &Circuit, number: u64) {
        let plan = Plan::new(circuit, &self.target).unwrap();
        let program = Program::new(plan, &self.target, &self.context).unwrap();
        let inputs = random_inputs(circuit, number);
        let length = inputs.shape().batch as usize;
        let encrypted: Vec<_> = (0..inputs.len())
            .map(|wire| {
                let vector: Vec<u64> = (0..length).map(|i| inputs.slot(wire, i)).collect();
                let message = self.target.vectors().encode(&vector).unwrap();
                self.context.encrypt(&self.public, &message, &seed(10 + wire as u8)).unwrap()
            })
            .collect();
        let output = program
            .evaluate_observed(
                &self.keys,
                |wire| Ok(encrypted[wire as usize].clone()),
                |register, found| {
                    let planned = &program.plan().figures()[register as usize];
                    assert_eq!(found.noise(), &planned.noise);
                    assert_eq!(found.parts().len(), planned.parts);
                    let measured = self.context.measured(&self.secret, found).unwrap();
                    let bound = self.context.bound_bits(found.noise());
                    assert!(measured.log2_largest <= bound, "{measured:?} above 2^{bound:.1}");
                },
            )
            .unwrap();
        let decrypt = |output: &_| {
            let message = self.context.decrypt(&self.secret, output).unwrap();
            self.target.vectors().decode(&message).unwrap()
        };
        let found: Vec<_> = output.iter().map(decrypt).collect();
        assert_eq!(found, expected(circuit, &inputs), "plan: {}", program.plan());
    }
}

#[test]
fn random_circuits_have_the_answers_of_the_plaintext_evaluator() {
    for (m, t, length, count) in [(64, 257, 32, 800), (31, 2, 6, 800), (32, 65_537, 16, 400)] {
        let instance = Instance::new(m, t, length);
        for number in 0..count {
            instance.check(&odd_circuit(instance.shape(), number, 14, 2), number);
        }
    }
}

#[test]
fn circuits_deeper_than_the_noise_allows_are_refused() {
    let instance = Instance::new(64, 65_537, 16);
    let header = Header::Simd { depth: Decimal::whole(40) };
    let mut builder = Builder::new(instance.shape(), 1, header).unwrap();
    for label in 1..=40 {
        builder.mul(label, Node(label - 1), Node(label - 1)).unwrap();
    }
    let deep = builder.finish().unwrap();
    assert!(matches!(Plan::new(&deep, &instance.target), Err(Error::TooDeep(_))));
}
