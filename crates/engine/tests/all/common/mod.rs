//! Instances, and circuits run through the engine.

pub(crate) mod sessions;

use std::sync::Arc;

use ringassay_circuit::{
    Builder, Circuit, Decimal, Evaluator, GateKind, Header, Node, Program as Baseline, Shape,
    Space, Vectors,
    generate::{self, Stream},
};
use ringassay_engine::{Error, Plan, Program, Target};
use ringassay_kernels::cyclotomic::Factor;
use ringassay_ring::{
    RnsRing,
    index::{Index, PrimePower},
    primes::search_with,
    sample::{Distribution, Label, Seed},
};
use ringassay_scheme::bgv::{
    Ciphertext, Context, EvaluationKeys, Parameters, PlaintextModulus, PublicKey, SecretKey,
};
use ringassay_scheme::encoding::{KeySet, Layout, PlaintextRing};

/// Parameters of about `levels` levels for t = p^r; without any security.
pub(crate) fn parameters(m: u64, p: u64, r: u32, levels: usize) -> Parameters {
    let index = Index::new(m).unwrap();
    let t = p.pow(r);
    let mut used = Vec::new();
    let mut take = |bits: u32, count: usize| {
        // 1 modulo t as well as modulo m.
        let friendly = |factor: &PrimePower| t * Factor::friendly(factor.prime, factor.exponent);
        let primes = search_with(&index, bits, count, &used, friendly).unwrap();
        assert!(primes.iter().all(|q| q % t == 1 % t));
        used.extend(&primes);
        primes
    };
    let small = if t > 1000 { take(37, 1) } else { [take(25, 1), take(37, 1)].concat() };
    let large = take(45, levels);
    Parameters {
        plaintext: PlaintextModulus { prime: p, exponent: r },
        large,
        small,
        special: take(48, 1),
        digit_limbs: 1,
        fresh_log2_q: f64::INFINITY,
        secret: Distribution::Ternary,
        sigma: 3.2,
        index,
    }
}

/// A client and a server in one.
pub(crate) struct Instance {
    pub(crate) target: Target,
    pub(crate) context: Context<RnsRing>,
    pub(crate) secret: SecretKey<RnsRing>,
    pub(crate) public: PublicKey<RnsRing>,
    pub(crate) keys: EvaluationKeys<RnsRing>,
    seed: Seed,
}

const KEYS: Label = Label::new("keys");
const ENCRYPT: Label = Label::new("encrypt");

impl Instance {
    /// An instance for vectors of `length` entries with at most `budget` keys for rotations.
    pub(crate) fn new(parameters: &Parameters, length: usize, budget: usize, seed: u8) -> Self {
        let seed = Seed::from_bytes([seed; 32]);
        let p = parameters.plaintext;
        let ring = PlaintextRing::new(&parameters.index, p.prime, p.exponent).unwrap();
        let layout = Layout::for_length(&ring, length).unwrap();
        let rotations = KeySet::for_rotations(&layout, budget).unwrap();
        let context = Context::exact(parameters).unwrap();
        let secret = context.generate_secret_key(&seed).unwrap();
        let public = context.generate_public_key(&secret, &seed.derive(KEYS, 0)).unwrap();
        let exponents = rotations.exponents();
        let keys = context
            .generate_evaluation_keys(&secret, true, exponents, &seed.derive(KEYS, 1))
            .unwrap();
        let target = Target::new(parameters, length, true, exponents).unwrap();
        Self { target, context, secret, public, keys, seed }
    }

    /// The shape of its vectors.
    pub(crate) fn shape(&self) -> Shape {
        let t = self.target.parameters().t();
        let space = if t == 2 { Space::Gf2 } else { Space::zt(t).unwrap() };
        Shape { space, batch: self.target.layout().length() as u32 }
    }

    pub(crate) fn encrypt(&self, inputs: &Vectors) -> Vec<Ciphertext<RnsRing>> {
        let length = inputs.shape().batch as usize;
        let vector = |wire| (0..length).map(|i| inputs.slot(wire, i)).collect::<Vec<_>>();
        (0..inputs.len())
            .map(|wire| {
                let slots = self.target.layout().spread(&vector(wire)).unwrap();
                let coefficients = self.target.encoder().encode(&slots).unwrap();
                let plaintext = self.context.plaintext(coefficients).unwrap();
                let seed = self.seed.derive(ENCRYPT, wire as u64);
                self.context.encrypt(&self.public, &plaintext, &seed).unwrap()
            })
            .collect()
    }

    pub(crate) fn decrypt(&self, ciphertext: &Ciphertext<RnsRing>) -> Vec<u64> {
        let message = self.context.decrypt(&self.secret, ciphertext).unwrap();
        self.target.layout().gather(&self.target.encoder().decode(&message).unwrap()).unwrap()
    }

    pub(crate) fn program(&self, circuit: &Circuit) -> Result<Program<Parameters, RnsRing>, Error> {
        let plan = Plan::new(circuit, &self.target)?;
        Program::new(plan, &self.target, &self.context)
    }

    pub(crate) fn run(
        &self,
        program: &Program<Parameters, RnsRing>,
        inputs: &Vectors,
    ) -> Vec<Ciphertext<RnsRing>> {
        let inputs = self.encrypt(inputs);
        program.evaluate(&self.keys, |wire| Ok(inputs[wire as usize].clone())).unwrap()
    }

    /// Runs a circuit on a random input; fails unless the answer is that of the plaintext evaluator.
    pub(crate) fn check(&self, circuit: &Circuit, seed: u64) -> Program<Parameters, RnsRing> {
        let program = self.program(circuit).unwrap();
        let inputs = random_inputs(circuit, seed);
        let outputs = self.run(&program, &inputs);
        let found: Vec<_> = outputs.iter().map(|output| self.decrypt(output)).collect();
        assert_eq!(found, expected(circuit, &inputs), "plan: {}", program.plan());
        program
    }
}

pub(crate) fn random_inputs(circuit: &Circuit, seed: u64) -> Vectors {
    let config = generate::InputConfig { ones: 700 };
    generate::random_inputs(circuit, config, &mut Stream::new(seed))
}

/// The answer in the clear, a vector for each output.
pub(crate) fn expected(circuit: &Circuit, inputs: &Vectors) -> Vec<Vec<u64>> {
    let mut evaluator = Evaluator::new(Arc::new(Baseline::compile(circuit)));
    let output = evaluator.evaluate(inputs).unwrap();
    let entry = |index| (0..output.shape().batch as usize).map(move |slot| (index, slot));
    let vector = |index| entry(index).map(|(index, slot)| output.slot(index, slot)).collect();
    (0..output.len()).map(vector).collect()
}

/// On so many threads.
pub(crate) fn on_threads<T: Send>(threads: usize, f: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(f)
}

/// A circuit of random gates over three wires with what generators avoid: operands used twice, constant
/// zeros and ones, rotations of rotations, gates that lead nowhere; at most `products` products in a
/// row.
pub(crate) fn odd_circuit(shape: Shape, seed: u64, gates: u32, products: u32) -> Circuit {
    let mut stream = Stream::new(seed);
    let header = Header::Simd { depth: Decimal::whole(1) };
    let mut builder = Builder::new(shape, 3, header).unwrap();
    let kinds: &[GateKind] = match shape.space {
        Space::Gf2 => &GateKind::GF2,
        Space::Zt { .. } => &GateKind::ZT,
        Space::Real { .. } | Space::Complex { .. } => unreachable!("schemes of integers"),
    };
    // A product with a constant, or a selection, counts half.
    let mut halves = vec![0; 3];
    for label in 3..3 + gates {
        let recent = halves.len().min(8);
        let mut pick = || Node((halves.len() - 1 - stream.index(recent)) as u32);
        let (a, b) = (pick(), pick());
        let kind = kinds[stream.index(kinds.len())];
        let [x, y] = [a, b].map(|node| halves[node.index()]);
        let cost = match kind {
            GateKind::Mul => 2,
            GateKind::MulConst | GateKind::Select | GateKind::Rotate => 1,
            _ => 0,
        };
        if x.max(y) + cost > 2 * products {
            builder.add(label, a, b).unwrap();
            halves.push(x.max(y));
            continue;
        }
        let fill = stream.index(3);
        let mut entry = |bound: u64| match fill {
            0 => 0,
            1 => bound - 1,
            _ => stream.below(bound),
        };
        let bits: Vec<u64> = (0..shape.batch).map(|_| entry(2)).collect();
        let mask: Vec<u64> =
            bits.chunks(64).map(|bits| bits.iter().rev().fold(0, |w, bit| w << 1 | bit)).collect();
        let constant = match shape.space {
            Space::Gf2 => mask.clone(),
            Space::Zt { modulus } => (0..shape.batch).map(|_| entry(modulus)).collect(),
            Space::Real { .. } | Space::Complex { .. } => unreachable!("schemes of integers"),
        };
        let amount = stream.below(u64::from(shape.batch));
        match kind {
            GateKind::Add => builder.add(label, a, b),
            GateKind::Mul => builder.mul(label, a, b),
            GateKind::Sub => builder.sub(label, a, b),
            GateKind::Neg => builder.neg(label, a),
            GateKind::Rotate => builder.rotate(label, a, amount),
            GateKind::Select => builder.select(label, a, b, &mask),
            GateKind::AddConst => builder.add_const(label, a, &constant),
            _ => builder.mul_const(label, a, &constant),
        }
        .unwrap();
        halves.push(x.max(y) + cost);
    }
    builder.finish().unwrap()
}
