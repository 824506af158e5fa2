//! Instances, and circuits run through the engine.

mod circuits;
pub(crate) mod sessions;

pub(crate) use circuits::{expected, odd_circuit, random_inputs};
use ringassay_circuit::{Circuit, Shape, Space, Vectors};
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

/// On so many threads.
pub(crate) fn on_threads<T: Send>(threads: usize, f: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(f)
}
