//! Samples of learning with errors, RGSW ciphertexts and blind rotation, on both rings.

use ringassay_cost::{CostRecord, Kernel};
use ringassay_ring::{
    Powerful,
    lwe::{LweDistribution, LweEncryption, SecretMean, SwitchShape},
    sample::{Distribution, Label, Sampler, Seed},
};
use ringassay_scheme::{
    Error,
    rgsw::{RgswEncryption, Rlwe, RlweSecret, RotationKey},
    ring::Exponent,
};

use crate::common::{agree, both, ring};

const LABEL: Label = Label::new("test");
/// Dimension of the small secret, rank, digits.
const N: usize = 5;
const RANK: usize = 2;
const DIGITS: u32 = 2;

fn seed(byte: u8) -> Seed {
    Seed::from_bytes([byte; 32])
}

/// Calls of a kernel in a phase, of whatever length.
fn calls(seen: &CostRecord, phase: &str, which: impl Fn(Kernel) -> bool) -> u64 {
    let counts = &seen.phase(phase).unwrap().counts;
    counts.iter().filter(|(call, _)| which(call.kernel)).map(|(_, &times)| times).sum()
}

program!(Circle<R>(rings, phase) {
    let ring = &rings[0];
    let degree = ring.index().degree();
    let mut stream = seed(1).stream(LABEL, 0);

    phase("secrets");
    let ternary = Sampler::new(ring.index(), Distribution::Ternary)?;
    let errors = Sampler::new(ring.index(), Distribution::DiscreteGaussian { sigma: 3.2 })?;
    let secret = RlweSecret::draw(ring, RANK, &ternary, &mut stream)?;
    let big = secret.flattened(ring);
    let small = ring.sample_secret(N, LweDistribution::Binary, &mut stream)?;

    phase("rotation key");
    let gadget = ring.leading_gadget(8, DIGITS)?;
    let encryption = RgswEncryption { ring, secret: &secret, gadget: &gadget, errors: &errors };
    let key = RotationKey::new(&encryption, &small, N, &seed(2), &seed(3))?;
    phase("prepare");
    let table = key.prepare(&gadget)?;
    phase("switching key");
    let shape = SwitchShape { from: RANK * degree, to: N, q: 1 << 15, width: 3, count: 4 };
    let key = R::switch_key(shape, [&big, &small], 3.2, &seed(4), &mut stream)?;
    phase("switching table");
    let switching = R::switch_table(&key);
    let copies = (key.clone(), switching.clone(), small.clone());
    drop((key, copies));

    phase("encrypt");
    let encryption = LweEncryption { q: ring.moduli()[0], sigma: 3.2 };
    let samples = R::encrypt_samples(&encryption, &[1, 2, 3], &big, &seed(5), &mut stream)?;
    phase("combine");
    let sum = R::combine(&[(2, &samples[0]), (-1, &samples[1])], 7)?;
    let trivial = ring.zero_sample(RANK * degree, ring.moduli()[0])?;
    let other = R::combine(&[(1, &trivial), (1, &samples[2].clone())], 0)?;
    phase("switch");
    let switched = [sum, other].map(|x| R::switch_modulus(&x, shape.q, SecretMean::Zero));
    let [first, second] = switched;
    let switched = R::switch_samples(&[first?, second?], &switching)?;
    let order = 2 * degree as u64;
    let small_samples: Vec<_> = switched
        .iter()
        .map(|x| R::switch_modulus(x, order, SecretMean::Half))
        .collect::<Result<_, _>>()?;

    phase("rotate");
    let mut start = vec![0; degree];
    start[1] = 5;
    let start = Rlwe::<R>::trivial(RANK, ring.integers(&start, 4)?);
    let starts: Vec<_> = small_samples.iter().map(|x| (x, &start)).collect();
    let rotated = table.rotate(&starts)?;
    phase("extract");
    let sample = rotated[0].extract(3)?;
    phase("decrypt");
    R::phase(&sample, &big)?;
    let _phase = rotated[1].phase(&secret)?;
});

#[test]
fn a_whole_circle_is_counted() {
    for bits in [24, 39, 50] {
        let seen = agree(&[ring(64, &[bits])], &Circle);
        // Two samples; each time 3 components of 2 digits forth and 3 components back.
        let (forward, back) = (
            calls(&seen, "rotate", Kernel::is_forward_transform),
            calls(&seen, "rotate", |kernel| matches!(kernel, Kernel::CrtInverse { .. })),
        );
        assert_eq!((forward, back), (2 * 5 * 6, 2 * 5 * 3));
        let inner = |kernel| kernel == Kernel::InnerProduct { terms: 6 };
        assert_eq!(calls(&seen, "rotate", inner), 2 * 5 * 3);
        let switch = |kernel| kernel == Kernel::LweKeySwitch { terms: 64 * 4 };
        assert_eq!(calls(&seen, "switch", switch), 2);
        assert_eq!(calls(&seen, "decrypt", |kernel| kernel == Kernel::LweProduct), 1);
    }
}

/// Defines programs that fail: both rings refuse with the same error.
macro_rules! refused {
    ($($name:ident<$ring:ident>($it:ident, $element:ident, $sample:ident) $body:expr;)*) => {
        $(program!($name<$ring>(rings, _phase) {
            let $it = &rings[0];
            let $element: $ring::Element<Powerful> = $it.zero();
            let $sample = $it.zero_sample(4, 64)?;
            let refused: Result<(), Error> = { $body.map(drop) };
            return refused;
        });)*

        #[test]
        fn what_does_not_fit_is_refused_alike() {
            let ring = [ring(64, &[39])];
            $(
                let refused = crate::common::tallied(&ring, &$name).0;
                assert!(refused.is_err(), stringify!($name));
                both(&ring, &$name);
            )*
        }
    };
}

refused! {
    NoModulus<R>(ring, _x, _sample) ring.zero_sample(4, 1);
    NoTerms<R>(_ring, _x, _sample) R::combine(&[], 0);
    LargeConstant<R>(_ring, _x, sample) R::combine(&[(1, &sample)], 64);
    LargeMultiplier<R>(_ring, _x, sample) R::combine(&[(1025, &sample)], 0);
    OtherDimension<R>(ring, _x, sample)
        R::combine(&[(1, &sample), (1, &ring.zero_sample(3, 64)?)], 0);
    LargeModulus<R>(_ring, _x, sample) R::switch_modulus(&sample, u64::MAX, SecretMean::Zero);
    ManyDigits<R>(ring, _x, _sample) ring.leading_gadget(20, 2);
    NoDigits<R>(ring, _x, _sample) ring.leading_gadget(20, 0);
    NoWord<R>(_ring, x, sample)
        R::rotated(&x, Exponent { sample: &sample, place: 5, negated: false });
    OtherOrder<R>(ring, x, _sample)
        R::rotated(&x, Exponent { sample: &ring.zero_sample(4, 32)?, place: 0, negated: false });
    NoCoefficient<R>(_ring, x, _sample) R::extract(&[], &x, 32);
    NoSecret<R>(ring, _x, _sample)
        ring.sample_secret(0, LweDistribution::Ternary, &mut seed(1).stream(LABEL, 0));
}
