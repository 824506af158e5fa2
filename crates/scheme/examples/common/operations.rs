//! The noise of every operation: estimated, bounded, measured.

use ringassay_ring::{
    RnsRing,
    sample::{Label, Seed, Stream},
};
use ringassay_scheme::{
    Error, Role,
    bgv::{Ciphertext, Context, EvaluationKeys, Plaintext, PublicKey, SecretKey},
    encoding::{Encoder, KeySet, Layout, PlaintextRing},
};

type Cipher = Ciphertext<RnsRing>;

/// What was found of one operation, over all repetitions. All figures are binary logarithms.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// The operation.
    pub(crate) operation: &'static str,
    /// The root mean square of the embeddings, as estimated and as measured.
    pub(crate) log2_estimate: f64,
    pub(crate) log2_measured: f64,
    /// What no coefficient exceeds but with a probability of 2^-64, the largest one found, and what
    /// none can exceed.
    pub(crate) log2_bound: f64,
    pub(crate) log2_largest: f64,
    pub(crate) log2_worst: f64,
}

impl Row {
    /// The estimate's error in bits.
    pub(crate) fn difference_bits(&self) -> f64 {
        self.log2_measured - self.log2_estimate
    }
}

/// An instance with new keys.
struct Lab<'a> {
    context: &'a Context<RnsRing>,
    slots: &'a Slots,
    seed: Seed,
    secret: SecretKey<RnsRing>,
    public: PublicKey<RnsRing>,
    keys: EvaluationKeys<RnsRing>,
}

/// A layout whose rotation by one step takes masks, if the ring has one.
struct Slots {
    layout: Layout,
    keys: KeySet,
    encoder: Encoder,
}

const LAB: Label = Label::new("lab");

/// Every operation on so many instances with different keys, messages and randomness.
///
/// # Errors
/// When the parameters are too small for the operations: a depth of 5 suffices.
pub(crate) fn measure_all(
    context: &Context<RnsRing>,
    repetitions: u64,
    seed: &Seed,
) -> Result<Vec<Row>, Error> {
    let slots = slots(context)?;
    let mut sums: Vec<Sum> = Vec::new();
    for repetition in 0..repetitions {
        let lab = Lab::new(context, &slots, seed.derive(LAB, repetition))?;
        for (i, (operation, x)) in lab.operations()?.into_iter().enumerate() {
            if sums.len() == i {
                sums.push(Sum { operation, ..Sum::default() });
            }
            let measured = context.measure(&lab.secret, &x)?;
            let model = context.model();
            let sum = &mut sums[i];
            sum.estimate += (2.0 * x.noise().log2_mean()).exp2();
            sum.measured += (2.0 * measured.log2_embedding).exp2();
            sum.largest.push(measured.log2_largest);
            sum.bound.push(context.bound_bits(&x));
            sum.worst.push(model.worst_bits(x.noise()));
        }
    }
    Ok(sums.iter().map(|sum| sum.row(repetitions as f64)).collect())
}

#[derive(Default)]
struct Sum {
    operation: &'static str,
    estimate: f64,
    measured: f64,
    largest: Vec<f64>,
    bound: Vec<f64>,
    worst: Vec<f64>,
}

impl Sum {
    /// Of the bounds, which depend on masks, the least.
    fn row(&self, repetitions: f64) -> Row {
        let least = |x: &[f64]| x.iter().copied().fold(f64::INFINITY, f64::min);
        Row {
            operation: self.operation,
            log2_estimate: (self.estimate / repetitions).log2() / 2.0,
            log2_measured: (self.measured / repetitions).log2() / 2.0,
            log2_bound: least(&self.bound),
            log2_largest: self.largest.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            log2_worst: least(&self.worst),
        }
    }
}

fn slots(context: &Context<RnsRing>) -> Result<Slots, Error> {
    let parameters = context.parameters();
    let plaintext = parameters.plaintext;
    let ring = PlaintextRing::new(&parameters.index, plaintext.prime, plaintext.exponent)?;
    let count = ring.slots().count();
    let length = count - usize::from(count > 1);
    let layout = Layout::for_length(&ring, length)?;
    let keys = KeySet::for_rotations(&layout, usize::MAX)?;
    Ok(Slots { layout, keys, encoder: Encoder::new(&ring)? })
}

impl<'a> Lab<'a> {
    fn new(context: &'a Context<RnsRing>, slots: &'a Slots, seed: Seed) -> Result<Self, Error> {
        let secret = context.generate_secret_key(&seed.derive(LAB, 0))?;
        let public = context.generate_public_key(&secret, &seed.derive(LAB, 1))?;
        let rotation = slots.layout.rotation(1);
        let mut exponents: Vec<u32> = Vec::new();
        for term in rotation.terms() {
            exponents.extend(slots.keys.steps(term.exponent).unwrap_or_default());
        }
        exponents.push((context.parameters().index.m() - 1) as u32);
        let keys =
            context.generate_evaluation_keys(&secret, true, &exponents, &seed.derive(LAB, 2))?;
        Ok(Self { context, slots, seed, secret, public, keys })
    }

    fn random(&self, stream: &mut Stream) -> Result<Plaintext, Error> {
        let (t, n) = (self.context.t().q(), self.context.parameters().index.degree());
        let residue = |_| ((u128::from(stream.word()) * u128::from(t)) >> 64) as u64;
        self.context.plaintext((0..n).map(residue).collect())
    }

    fn operations(&self) -> Result<Vec<(&'static str, Cipher)>, Error> {
        let context = self.context;
        let mut stream = self.seed.stream(LAB, 3);
        let mut number = 4;
        let mut fresh = |stream: &mut Stream| {
            number += 1;
            let seed = self.seed.derive(LAB, number);
            context.encrypt(&self.public, &self.random(stream)?, &seed)
        };
        let x: Vec<Cipher> = (0..6).map(|_| fresh(&mut stream)).collect::<Result<_, Error>>()?;
        let mask = self.random(&mut stream)?;
        let secret =
            context.encrypt_secret(&self.secret, &mask, &self.seed.derive(LAB, number + 1))?;
        let tensor = context.tensor(&x[0], &x[1])?;
        let product = context.relinearise(&tensor, &self.keys)?;
        let conjugation = (context.parameters().index.m() - 1) as u32;
        let prepared = context.prepare(&mask, x[0].level(), Role::Factor)?;
        let rotation = self.slots.layout.rotation(1);
        let Slots { keys, encoder, .. } = self.slots;
        let rotation = context.prepare_rotation(&rotation, keys, encoder, x[0].level())?;
        let smaller = |a: &Cipher| context.switch_to(a, a.level().saturating_sub(1));
        let chain = x[2..]
            .iter()
            .try_fold(product.clone(), |chain, x| context.multiply(&chain, x, &self.keys))?;
        let squares =
            (0..4).try_fold(x[0].clone(), |square, _| context.square(&square, &self.keys))?;
        Ok(vec![
            ("encrypt, public key", x[0].clone()),
            ("encrypt, secret key", secret.clone()),
            ("add", context.add(&x[0], &x[1])?),
            ("subtract", context.sub(&x[0], &secret)?),
            ("add plaintext", context.add_plain(&x[0], &mask)?),
            ("multiply by plaintext", context.multiply_plain(&x[0], &mask)?),
            ("select", context.select(&x[0], &x[1], &prepared)?),
            ("multiply, three parts", tensor.clone()),
            ("square, three parts", context.tensor_square(&x[0])?),
            ("multiply, relinearised", product.clone()),
            (
                "relinearise at a smaller modulus",
                context.relinearise(&smaller(&tensor)?, &self.keys)?,
            ),
            ("automorphism", context.automorphism(&x[0], conjugation, &self.keys)?),
            ("rotate, with masks if needed", context.rotate(&x[0], &rotation, &self.keys)?),
            ("switch modulus, two parts", smaller(&product)?),
            ("switch modulus, three parts", smaller(&tensor)?),
            ("five products in a chain", chain),
            ("four squares in a chain", squares),
        ])
    }
}
