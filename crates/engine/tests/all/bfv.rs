//! Circuits on BFV: random ones, with dependent operands, against the plaintext evaluator; planned noise
//! against what the key finds.

use ringassay_circuit::{Builder, Circuit, Decimal, Header, Node, Shape, Space, Vectors};
use ringassay_engine::{
    Error, Plan, Program, Target,
    plan::{Action, EVALUATION, Strategy},
};
use ringassay_ring::{
    RnsRing,
    index::Index,
    meter::Meter,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    IntegerScheme as _,
    bfv::{Ciphertext, Context, EvaluationKeys, Parameters, PublicKey, SecretKey},
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

    fn encrypt(&self, inputs: &Vectors) -> Vec<Ciphertext<RnsRing>> {
        let length = inputs.shape().batch as usize;
        let encrypt = |wire| {
            let vector: Vec<u64> = (0..length).map(|i| inputs.slot(wire, i)).collect();
            let message = self.target.vectors().encode(&vector).unwrap();
            let message = self.context.plaintext(message).unwrap();
            self.context.encrypt(&self.public, &message, &seed(10 + wire as u8)).unwrap()
        };
        (0..inputs.len()).map(encrypt).collect()
    }

    /// Fails unless the answer is that of the plaintext evaluator and no register has more noise than
    /// was planned.
    fn check(&self, circuit: &Circuit, number: u64) {
        let plan = Plan::new(circuit, &self.target).unwrap();
        let program = Program::new(plan, &self.target, &self.context).unwrap();
        let inputs = random_inputs(circuit, number);
        let encrypted = self.encrypt(&inputs);
        let output = program
            .evaluate_observed(
                &self.keys,
                |wire| Ok(encrypted[wire as usize].clone()),
                |register, found| {
                    let planned = &program.plan().figures()[register as usize];
                    assert_eq!(found.noise(), &planned.noise);
                    assert_eq!(found.parts().len(), planned.parts);
                    assert_eq!(found.level(), planned.level);
                    let measured = self.context.measure(&self.secret, found).unwrap();
                    let bound = self.context.bound_bits(found);
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

/// x^(2^depth).
fn squares(instance: &Instance, depth: u32) -> Circuit {
    let header = Header::Simd { depth: Decimal::whole(depth) };
    let mut builder = Builder::new(instance.shape(), 1, header).unwrap();
    for label in 1..=depth {
        builder.mul(label, Node(label - 1), Node(label - 1)).unwrap();
    }
    builder.finish().unwrap()
}

/// What follows many products has fewer primes to compute with, and answers are sent with one or two.
#[test]
fn deep_circuits_go_down() {
    let instance = Instance::new(64, 257, 32);
    let circuit = squares(&instance, 8);
    instance.check(&circuit, 1);
    let plan = Plan::new(&circuit, &instance.target).unwrap();
    let levels: Vec<usize> = plan
        .steps()
        .iter()
        .filter(|step| matches!(step.action, Action::Square(_)))
        .map(|step| plan.figures()[step.first as usize].level)
        .collect();
    assert!(levels.is_sorted_by(|a, b| a >= b), "{levels:?}");
    // Seven primes carry more than this: inputs start with fewer.
    assert!(levels.len() == 8 && levels[0] < 6 && levels[7] < levels[0], "{levels:?}");
    let sent = plan.figures()[plan.outputs()[0] as usize].level;
    assert!(sent <= 1, "{sent}");
}

#[test]
fn kernels_and_memory_of_circuits_are_as_planned() {
    for (m, t, length) in [(64, 257, 32), (31, 2, 6)] {
        let instance = Instance::new(m, t, length);
        let (target, context) = (&instance.target, &instance.context);
        for (number, &strategy) in Strategy::ALL.iter().enumerate() {
            let circuit = match number {
                0 => squares(&instance, 6),
                _ => odd_circuit(instance.shape(), number as u64, 20, 2),
            };
            let plan = Plan::with_strategy(&circuit, target, strategy).unwrap();
            let planned = plan.tally().phase(EVALUATION).unwrap().clone();
            let peak_bytes = plan.peak_bytes();
            let program = Program::new(plan, target, context).unwrap();
            let encrypted = instance.encrypt(&random_inputs(&circuit, 1));
            let load = |wire: u32| Ok(encrypted[wire as usize].clone());
            let evaluate = || program.evaluate(&instance.keys, load).unwrap();
            // Tables of levels are made when first used.
            drop(evaluate());
            let seen = Meter::new().threads(1).observe(|| drop(evaluate())).unwrap().1;
            assert_eq!(seen.counts(), planned.counts, "index {m}, circuit {number}");
            assert_eq!(seen.peak_bytes, peak_bytes, "index {m}, circuit {number}");
            assert_eq!(seen.total_bytes, planned.total_bytes, "index {m}, circuit {number}");
        }
    }
}

#[test]
fn circuits_deeper_than_the_noise_allows_are_refused() {
    let instance = Instance::new(64, 65_537, 16);
    let deep = squares(&instance, 40);
    assert!(matches!(Plan::new(&deep, &instance.target), Err(Error::TooDeep(_))));
}
