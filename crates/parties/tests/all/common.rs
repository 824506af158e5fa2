//! Schemes and parties that tests are tried with.

use ringassay_parties::{Group, Guard, Members, Permit, SecretShare, Share, Step, Subject};
use ringassay_ring::{
    RnsRing,
    index::Index,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    FreshSeed, IntegerScheme, PackedScheme, Plaintext, bfv, bgv,
    ckks::{
        self, Magnitude,
        encoding::{Complex, Encoder, Generator, Target},
    },
    hybrid::{Ciphertext, Context, EvaluationKeys, PublicKey, SecretKey},
    noise::{Measured, Noise},
    serial::SavedParameters,
};

pub(crate) type Of<P> = Ciphertext<P, RnsRing>;
pub(crate) type Secret<P> = SecretShare<P, RnsRing>;

pub(crate) fn seed(n: u64) -> Seed {
    let mut bytes = [0x5a; Seed::BYTES];
    bytes[..8].copy_from_slice(&n.to_le_bytes());
    Seed::from_bytes(bytes)
}

pub(crate) fn fresh(n: u64) -> FreshSeed {
    FreshSeed::repeatable(seed(n))
}

/// A scheme that is tried.
pub(crate) trait Tried: PackedScheme + SavedParameters {
    /// Parameters number `i` of [`Tried::COUNT`], each with room for a product and for flooding.
    fn numbered(i: usize) -> Self;

    const COUNT: usize;

    /// A message that `number` determines.
    fn message(context: &Context<Self, RnsRing>, number: u64) -> Self::Plaintext;

    /// Fails unless a ciphertext decrypts to a message, exactly or within its stated error.
    fn decrypts(
        context: &Context<Self, RnsRing>,
        key: &SecretKey<Self, RnsRing>,
        a: &Of<Self>,
        message: &Self::Plaintext,
    );

    /// The noise found, and what is said of it.
    fn noise(
        context: &Context<Self, RnsRing>,
        key: &SecretKey<Self, RnsRing>,
        a: &Of<Self>,
        message: &Self::Plaintext,
    ) -> (Measured, Noise);

    /// The square of a message.
    fn squared(context: &Context<Self, RnsRing>, message: &Self::Plaintext) -> Self::Plaintext;

    /// The image of a message under ζ ↦ ζ^k.
    fn image(
        context: &Context<Self, RnsRing>,
        message: &Self::Plaintext,
        k: u32,
    ) -> Self::Plaintext;
}

fn draws(number: u64, count: usize) -> Vec<u64> {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1);
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    (0..count).map(|_| next()).collect()
}

const INDICES: [u64; 3] = [64, 45, 256];

fn integers_of<P: IntegerScheme>(on: &Context<P, RnsRing>, number: u64) -> Plaintext {
    let (n, t) = (on.ring().degree(), on.parameters().t());
    on.plaintext(draws(number, n).into_iter().map(|x| x % t).collect()).unwrap()
}

fn decrypts_integers<P: IntegerScheme>(
    on: &Context<P, RnsRing>,
    key: &SecretKey<P, RnsRing>,
    a: &Of<P>,
    message: &Plaintext,
) {
    assert_eq!(on.decrypt(key, a).unwrap(), message.coefficients());
}

/// The message of an operation on a transparent ciphertext, whose phase is the message: nothing is encrypted.
fn integers_after<P: IntegerScheme>(on: &Context<P, RnsRing>, a: &Of<P>) -> Plaintext {
    on.plaintext(on.decrypt(&on.zero_key().unwrap(), a).unwrap()).unwrap()
}

/// ζ ↦ ζ^k of coefficients modulo t, by the ring modulo t as an oracle of its own.
fn image_of_integers<P: IntegerScheme>(
    on: &Context<P, RnsRing>,
    m: &Plaintext,
    k: u32,
) -> Plaintext {
    let trivial = on.trivial(m).unwrap();
    let [c0, c1] = trivial.pair().unwrap();
    let moved = |x: &ringassay_ring::Element<_>| x.automorphism(u64::from(k)).unwrap();
    let (scale, estimate) = trivial.known();
    let parts = vec![moved(c0), moved(c1)];
    integers_after(on, &Ciphertext::new(parts, trivial.level(), scale.clone(), *estimate))
}

macro_rules! tried_integers {
    ($($scheme:ident: $parameters:expr),*) => {$(
        impl Tried for $scheme::Parameters {
            const COUNT: usize = INDICES.len();

            fn numbered(i: usize) -> Self {
                ($parameters)(i)
            }

            fn message(context: &Context<Self, RnsRing>, number: u64) -> Plaintext {
                integers_of(context, number)
            }

            fn decrypts(
                context: &Context<Self, RnsRing>,
                key: &SecretKey<Self, RnsRing>,
                a: &Of<Self>,
                message: &Plaintext,
            ) {
                decrypts_integers(context, key, a, message);
            }

            fn noise(
                context: &Context<Self, RnsRing>,
                key: &SecretKey<Self, RnsRing>,
                a: &Of<Self>,
                _: &Plaintext,
            ) -> (Measured, Noise) {
                (<Self as IntegerScheme>::measure(context, key, a).unwrap(), *a.noise())
            }

            fn squared(context: &Context<Self, RnsRing>, m: &Plaintext) -> Plaintext {
                let trivial = context.trivial(m).unwrap();
                integers_after(context, &context.multiply_plain(&trivial, m).unwrap())
            }

            fn image(context: &Context<Self, RnsRing>, m: &Plaintext, k: u32) -> Plaintext {
                image_of_integers(context, m, k)
            }
        }
    )*};
}

tried_integers!(
    bgv: |i: usize| {
        let index = Index::new(INDICES[i]).unwrap();
        let (prime, exponent) = [(257, 1), (2, 3), (3, 1)][i];
        let (prime, exponent) = if i == 1 { (31, 1) } else { (prime, exponent) };
        let all = primes::search(&index, 50, 7, &[]).unwrap();
        bgv::Parameters {
            index,
            plaintext: bgv::PlaintextModulus { prime, exponent },
            large: all[..5].to_vec(),
            small: Vec::new(),
            special: all[5..].to_vec(),
            digit_limbs: 2,
            fresh_log2_q: f64::INFINITY,
            secret: [Distribution::Ternary, Distribution::BoundedTernary, Distribution::Ternary][i],
            sigma: 3.2,
        }
    },
    bfv: |i: usize| {
        let index = Index::new(INDICES[i]).unwrap();
        let all = primes::search(&index, 50, 14, &[]).unwrap();
        bfv::Parameters {
            index,
            t: [257, 31, 3][i],
            primes: all[..5].to_vec(),
            special: all[5..7].to_vec(),
            auxiliary: all[7..].to_vec(),
            digit_limbs: 2,
            secret: Distribution::Ternary,
            sigma: 3.2,
        }
    }
);

fn ckks_encoder(context: &Context<ckks::Parameters, RnsRing>) -> Encoder {
    Encoder::new(context.ring().degree(), Generator::Five).unwrap()
}

fn encoded(
    context: &Context<ckks::Parameters, RnsRing>,
    values: &[Complex<f64>],
) -> ckks::Plaintext {
    let (scale, slots) = (context.parameters().scale(), context.parameters().slots());
    let target = Target { slots, scale: &scale, log2_modulus: 120.0 };
    let coefficients = ckks_encoder(context).encode(values, &target).unwrap();
    ckks::Plaintext::new(coefficients, scale, Magnitude::of(values.iter().map(|z| z.abs())))
}

fn values(
    context: &Context<ckks::Parameters, RnsRing>,
    message: &ckks::Plaintext,
) -> Vec<Complex<f64>> {
    let slots = context.parameters().slots();
    ckks_encoder(context).decode(message.coefficients(), slots, message.scale()).unwrap()
}

impl Tried for ckks::Parameters {
    const COUNT: usize = 2;

    fn numbered(i: usize) -> Self {
        let index = [Index::new(64).unwrap(), Index::new(256).unwrap()][i].clone();
        let all = primes::search(&index, 50, 9, &[]).unwrap();
        Self {
            index,
            levels: all[..6].chunks(2).map(<[u64]>::to_vec).collect(),
            special: all[6..].to_vec(),
            digit_limbs: 3,
            log2_scale: 95,
            generator: 5,
            secret: Distribution::Ternary,
            sigma: 3.2,
        }
    }

    fn message(context: &Context<Self, RnsRing>, number: u64) -> ckks::Plaintext {
        let count = context.parameters().slots();
        let unit = |x: u64| (x >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
        let drawn = draws(number, 2 * count);
        let values: Vec<_> = drawn
            .chunks(2)
            .map(|pair| Complex::new(unit(pair[0]) * 0.7, unit(pair[1]) * 0.7))
            .collect();
        encoded(context, &values)
    }

    fn decrypts(
        context: &Context<Self, RnsRing>,
        key: &SecretKey<Self, RnsRing>,
        a: &Of<Self>,
        message: &ckks::Plaintext,
    ) {
        let phase = context.decrypt(key, a).unwrap();
        let slots = context.parameters().slots();
        let found = ckks_encoder(context).decode_phase(&phase, slots, a.scale()).unwrap();
        let wanted = values(context, message);
        // What doubles leave of the wanted values as well.
        let error = context.log2_worst_error(a).exp2() + 1e-12;
        for (x, y) in found.iter().zip(&wanted) {
            let distance = Complex::new(x.re - y.re, x.im - y.im).abs();
            assert!(distance <= error, "{distance:e} > {error:e}");
        }
    }

    fn noise(
        context: &Context<Self, RnsRing>,
        key: &SecretKey<Self, RnsRing>,
        a: &Of<Self>,
        message: &ckks::Plaintext,
    ) -> (Measured, Noise) {
        (context.measured(key, a, message).unwrap(), a.known().1.noise)
    }

    fn squared(context: &Context<Self, RnsRing>, message: &ckks::Plaintext) -> ckks::Plaintext {
        let square = |z: &Complex<f64>| Complex::new(z.re * z.re - z.im * z.im, 2.0 * z.re * z.im);
        let all: Vec<_> = values(context, message).iter().map(square).collect();
        encoded(context, &all)
    }

    fn image(
        context: &Context<Self, RnsRing>,
        message: &ckks::Plaintext,
        k: u32,
    ) -> ckks::Plaintext {
        let parameters = context.parameters();
        let mut all = values(context, message);
        let steps = (0..all.len()).find(|&steps| parameters.rotation(steps as i64) == k);
        all.rotate_left(steps.expect("a rotation"));
        encoded(context, &all)
    }
}

/// Parties with keys made together.
pub(crate) struct Parties<P: Tried> {
    pub(crate) group: Group<P, RnsRing>,
    pub(crate) secrets: Vec<Secret<P>>,
    /// What nobody has.
    pub(crate) sum: SecretKey<P, RnsRing>,
}

/// The exponent of an automorphism that every scheme here has.
pub(crate) const EXPONENT: u32 = 13;

/// A permit that is written nowhere.
pub(crate) fn permit(subject: Subject) -> Permit {
    Permit::unrecorded(subject)
}

impl<P: Tried> Parties<P> {
    pub(crate) fn new(i: usize, count: u32, number: u64) -> Self {
        Self::with(&P::numbered(i), count, number)
    }

    pub(crate) fn with(parameters: &P, count: u32, number: u64) -> Self {
        let context = Context::exact(parameters).unwrap();
        let session = format!("test {number}");
        let group = Group::new(&context, Members::all(count), &session, &[7; 32], 40.0).unwrap();
        let secret =
            |party| SecretShare::generate(&group, party, Guard::None, fresh(number << 16)).unwrap();
        let secrets: Vec<_> = (1..=count).map(secret).collect();
        let keys: Vec<_> = secrets.iter().map(SecretShare::key).collect();
        let sum = group.context().sum_of_secrets(&keys).unwrap();
        Self { group, secrets, sum }
    }

    /// The sum of what each party makes.
    pub(crate) fn sum_of(
        &self,
        mut share: impl FnMut(&Secret<P>) -> Share<RnsRing>,
    ) -> Share<RnsRing> {
        let shares: Vec<_> = self.secrets.iter().map(&mut share).collect();
        Share::sum(&shares).unwrap()
    }

    pub(crate) fn public_key(&self) -> PublicKey<P, RnsRing> {
        let subject = self.group.subject(Step::PublicKey);
        let mut n = 0;
        let sum = self.sum_of(|secret| {
            n += 1;
            self.group.public_key_share(secret, permit(subject), fresh(100 + n)).unwrap()
        });
        self.group.public_key(&sum).unwrap()
    }

    pub(crate) fn evaluation_keys(&self) -> EvaluationKeys<P, RnsRing> {
        let group = &self.group;
        let one = group.subject(Step::RelinearisationOne);
        let (mut kept, mut n) = (Vec::new(), 200);
        let first = self.sum_of(|secret| {
            n += 1;
            let made = group.relinearisation_share_one(secret, permit(one), fresh(n)).unwrap();
            kept.push(made.1);
            made.0
        });
        let two = group.subject(Step::RelinearisationTwo);
        let mut kept = kept.into_iter();
        let second = self.sum_of(|secret| {
            n += 1;
            let own = kept.next().unwrap();
            group.relinearisation_share_two(secret, own, &first, permit(two), fresh(n)).unwrap()
        });
        let galois = group.subject(Step::Automorphism(EXPONENT));
        let rotation = self.sum_of(|secret| {
            n += 1;
            group.automorphism_share(secret, EXPONENT, permit(galois), fresh(n)).unwrap()
        });
        group.evaluation_keys(Some([&first, &second]), &[rotation]).unwrap()
    }

    /// What all parties decrypt.
    pub(crate) fn opened(&self, a: &Of<P>) -> Of<P> {
        let mut n = 1000;
        let sum = self.sum_of(|secret| {
            n += 1;
            let permit = permit(Subject::of(a).unwrap());
            self.group.decryption_share(secret.part(), a, permit, fresh(n)).unwrap()
        });
        self.group.opened(a, &sum).unwrap()
    }
}
