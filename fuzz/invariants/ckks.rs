//! Small instances of CKKS, and what must hold of its saved objects: see `objects.rs`.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]
// The tests use more than the target.
#![allow(dead_code)]

use ringassay_ring::{RnsRing, primes::search, sample::Distribution};
use ringassay_scheme::{
    Error,
    ckks::{
        Ciphertext, Context, Magnitude, Parameters, Plaintext, PublicKey, RingType, Scale,
        SecretKey,
    },
    serial::{Kind, Saved as _},
};

use crate::objects::{self, Encrypt, Multiply, Tried};

/// An instance with all its keys.
pub(crate) type Instance = objects::Instance<Parameters>;

/// The ring and N, the primes of each level, the bits of primes, how many are of P, primes to a digit, log2 of
/// the scale, the generator, the distribution of secrets.
type Shape = ((RingType, usize), &'static [usize], u32, usize, usize, u32, u32, Distribution);

const SHAPES: [Shape; 4] = [
    ((RingType::Standard, 4), &[1, 1], 45, 1, 1, 40, 5, Distribution::Ternary),
    ((RingType::Standard, 8), &[2, 1, 2], 40, 2, 2, 39, 3, Distribution::BoundedTernary),
    (
        (RingType::Standard, 32),
        &[1, 1, 1],
        50,
        2,
        3,
        45,
        5,
        Distribution::SparseTernary { weight: 7 },
    ),
    ((RingType::ConjugateInvariant, 8), &[1, 1], 45, 1, 1, 40, 5, Distribution::Ternary),
];

/// The number of instances.
pub(crate) const COUNT: usize = SHAPES.len();

/// The parameters of instance number `i`.
pub(crate) fn parameters(i: usize) -> Parameters {
    let ((ring, degree), levels, bits, special, digit_limbs, log2_scale, generator, secret) =
        SHAPES[i];
    let index = ring.index(degree).unwrap();
    let mut all = search(&index, bits, levels.iter().sum::<usize>() + special, &[]).unwrap();
    let levels = levels.iter().map(|&size| all.drain(..size).collect()).collect();
    let (special, sigma) = (all, 3.2);
    Parameters { index, levels, special, digit_limbs, log2_scale, generator, secret, sigma }
}

/// A message of N coefficients that `number` determines.
pub(crate) fn message(parameters: &Parameters, scale: Scale, number: u64) -> Plaintext {
    let n = parameters.index.degree() as u64;
    let bits = scale.log2().clamp(1.0, 60.0) as u32;
    let coefficient = |i: u64| {
        let x = (i * i * 31 + i * number + number) % (1 << (bits / 2));
        if (i + number).is_multiple_of(3) { -i128::from(x) } else { i128::from(x) }
    };
    Plaintext::new((0..n).map(coefficient).collect(), scale, Magnitude::complex(1.0))
}

impl Tried for Parameters {
    const COUNT: usize = COUNT;
    const ENCRYPT: Encrypt<Self, PublicKey<RnsRing>> = Context::encrypt;
    const ENCRYPT_SECRET: Encrypt<Self, SecretKey<RnsRing>> = Context::encrypt_secret;
    const MULTIPLY: Multiply<Self> = Context::multiply;

    type Message = Plaintext;

    fn numbered(i: usize) -> Self {
        parameters(i)
    }

    fn exponents(&self) -> [u32; 2] {
        [self.rotation(1), self.conjugation().unwrap_or(self.rotation(2))]
    }

    fn message(context: &Context<RnsRing>, number: u64) -> Plaintext {
        message(context.parameters(), context.parameters().scale(), number)
    }

    fn decrypt(
        context: &Context<RnsRing>,
        key: &SecretKey<RnsRing>,
        a: &Ciphertext<RnsRing>,
        expected: Option<&Plaintext>,
    ) -> Result<(), Error> {
        context.decrypt(key, a)?;
        if let Some(expected) = expected {
            // Slots are on average no farther off than the ciphertext's estimate says.
            let found = context.measured(key, a, expected)?.log2_embedding;
            let bound = a.estimate().log2_worst_error(a.scale()) + a.scale().log2();
            assert!(found <= bound, "2^{found} above 2^{bound}");
        }
        Ok(())
    }

    fn operations(instance: &Instance, x: &Ciphertext<RnsRing>) -> Vec<Ciphertext<RnsRing>> {
        let keys = &instance.evaluation;
        let mut found = Vec::new();
        let fresh = instance.encrypted(1);
        // Scale and estimate may be said to be anything: what is not refused is computed.
        let _ = (x.scale().to_f64(), x.scale().double_double(), x.scale().to_string());
        for context in [&instance.context, &instance.context.insisting()] {
            let mut all = vec![context.negate(x)];
            all.extend(context.add(x, &fresh));
            all.extend(context.sub(&fresh, x));
            all.extend(context.add(x, x));
            let plaintext = message(context.parameters(), x.scale().clone(), 2);
            all.extend(context.add_plain(x, &plaintext));
            all.extend(context.multiply_plain(x, &instance.message(2)));
            all.extend(context.add_constant(x, -0.75));
            all.extend(context.multiply_constant(x, 0.3, x.scale()));
            all.extend(context.multiply(x, &fresh, keys));
            all.extend(context.multiply(x, x, keys));
            all.extend(context.automorphism(x, instance.exponents[0], keys));
            all.extend(context.rescale(x));
            all.extend(context.adjust(x, 0, fresh.scale()));
            all.extend(context.adjust(&fresh, 0, x.scale()));
            let _ = context.decrypt(&instance.secret, x);
            found.append(&mut all);
        }
        found
    }

    fn further_objects(instance: &Instance) -> [Vec<(Kind, Vec<u8>)>; 2] {
        let (context, scale) = (&instance.context, Scale::of_primes(&[3, 3, 65_537]));
        let odd = context.multiply_constant(&instance.encrypted(3), 0.3, &scale).unwrap();
        let odd = context.rescale(&odd).unwrap();
        [Vec::new(), vec![(Kind::Ciphertext, odd.save(context).unwrap())]]
    }
}
