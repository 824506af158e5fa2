//! CKKS on both rings: each operation, phase by phase.

use ringassay_cost::{CostRecord, Kernel};
use ringassay_functions::{
    numbers::Evaluator,
    sums::{inner_sum, inner_sum_rotations},
    transform::{Cyclic, LinearTransform, TransformPlan, apply},
};
use ringassay_ring::{
    RnsRing,
    index::Index,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    Error, Ring,
    ckks::{
        Constant, Context, Magnitude, Parameters, Plaintext, RingType, Scale,
        encoding::{Encoder, Generator},
    },
};

use crate::common::{Program, agree};

struct Ckks(Parameters);

/// Diagonals that take both kinds of steps.
const DIAGONALS: [usize; 5] = [0, 1, 2, 5, 7];

fn plan(parameters: &Parameters) -> TransformPlan {
    TransformPlan::with_baby_steps(&Cyclic::new(parameters, 8), &DIAGONALS, 4).unwrap()
}

impl Program for Ckks {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let (parameters, seed) = (&self.0, Seed::from_bytes([7; 32]));
        let context = Context::new(parameters, &rings[0])?;
        let (ring_type, degree) = (parameters.ring_type(), parameters.index.degree());
        let encoder = Encoder::in_ring(ring_type, degree, Generator::Five)?;
        phase("keys");
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let mut exponents = plan(parameters).exponents();
        exponents.extend(inner_sum_rotations(1, 3).into_iter().map(|k| parameters.rotation(k)));
        exponents.extend(parameters.conjugation());
        let keys = context.generate_evaluation_keys(&secret, true, &exponents, &seed)?;
        phase("encrypt");
        let n = parameters.index.degree();
        let plaintext = |scale: Scale| Plaintext::new(vec![1; n], scale, Magnitude::complex(1.0));
        let fresh = plaintext(parameters.scale());
        let a = context.encrypt(&public, &fresh, &seed)?;
        let b = context.encrypt_secret(&secret, &fresh, &seed)?;
        phase("add");
        let sum = context.sub(&context.add(&a, &b)?, &a)?;
        let sum = context.negate(&sum);
        let sum = context.add_plain(&sum, &fresh)?;
        phase("constants");
        let is_complex = parameters.ring_type() == RingType::Standard;
        let im = if is_complex { -0.5 } else { 0.0 };
        let mut sum = context.add_constant(&sum, Constant { re: 0.25, im })?;
        if is_complex {
            sum = context.multiply_by_i(&sum)?;
            sum = context.multiply_by_monomial(&sum, 3)?;
        }
        phase("multiply");
        let product = context.multiply(&sum, &a, &keys)?;
        phase("square");
        let square = context.square(&a, &keys)?;
        phase("rescale");
        let product = context.rescale(&product)?;
        phase("relinearise and rescale");
        let tensor = context.tensor(&a, &b)?;
        drop(context.relinearise_and_rescale(tensor, &keys)?);
        let lower = context.drop_to(&square, 1)?;
        phase("multiply plain");
        let q = Scale::of_primes(context.rescaling_primes(product.level()));
        let masked = context.multiply_plain(&product, &plaintext(q.clone()))?;
        let scaled = context.multiply_constant(&product, 0.3, &q)?;
        phase("adjust");
        let adjusted = context.adjust(&a, 0, &parameters.scale())?;
        drop((masked, scaled, lower, adjusted));
        phase("rotate");
        let rotated = context.rotate(&a, 1, &keys)?;
        let conjugate = match is_complex {
            true => context.conjugate(&product, &keys)?,
            false => context.rotate(&product, 1, &keys)?,
        };
        phase("hoist");
        let hoisted = context.hoist(&a)?;
        let one = context.rotate_hoisted(&hoisted, 1, &keys)?;
        let two = context.rotate_hoisted(&hoisted, 2, &keys)?;
        drop((hoisted, one, two, rotated, conjugate));
        phase("prepare transform");
        let scale = Scale::of_primes(context.rescaling_primes(2));
        let encode = |_| Ok(plaintext(scale.clone()));
        let transform = LinearTransform::new(&context, plan(parameters), 2, encode)?;
        phase("transform");
        let transformed = apply(&context, &a, &transform, &keys)?;
        phase("inner sum");
        let evaluator = Evaluator::new(&context, &keys, &encoder, encoder.slots())?;
        let inner = inner_sum(&evaluator, &a, 1, 3)?;
        phase("decrypt");
        context.decrypt(&secret, &product)?;
        context.decrypt(&secret, &transformed)?;
        phase("after");
        drop((inner, transformed, product, sum));
        Ok(())
    }
}

fn parameters(m: u64, levels: &[usize], log2_scale: u32, digit_limbs: usize) -> Parameters {
    parameters_in(Index::new(m).unwrap(), levels, log2_scale, digit_limbs)
}

fn parameters_in(
    index: Index,
    levels: &[usize],
    log2_scale: u32,
    digit_limbs: usize,
) -> Parameters {
    let count = levels.iter().sum::<usize>();
    let mut all = primes::search(&index, 45, count + digit_limbs, &[]).unwrap();
    let special = all.split_off(count);
    let levels = levels.iter().map(|&size| all.drain(..size).collect()).collect();
    Parameters {
        index,
        levels,
        special,
        digit_limbs,
        log2_scale,
        generator: 5,
        secret: Distribution::Ternary,
        sigma: 3.2,
    }
}

fn seen(parameters: &Parameters) -> CostRecord {
    let primes: Vec<u64> = parameters.primes().collect();
    let ring = RnsRing::new(&parameters.index, &primes).unwrap();
    agree(&[ring], &Ckks(parameters.clone()))
}

#[test]
fn counts_and_bytes_agree() {
    for m in [64, 512] {
        for digit_limbs in [1, 2, 3] {
            seen(&parameters(m, &[1, 1, 1], 38, digit_limbs));
        }
        // Messages of more than a word.
        seen(&parameters(m, &[2, 2, 2], 80, 2));
    }
}

#[test]
fn counts_and_bytes_agree_in_the_conjugate_invariant_ring() {
    for m in [64, 512] {
        let index = Index::conjugate_invariant(m).unwrap();
        for digit_limbs in [1, 2] {
            let seen = seen(&parameters_in(index.clone(), &[1, 1, 1], 38, digit_limbs));
            // Each transform is one of degree N, and a folding.
            let counts = seen.counts();
            let of = |which: &dyn Fn(Kernel) -> bool| -> u64 {
                let calls = counts.iter().filter(|(call, _)| which(call.kernel));
                calls.map(|(_, &times)| times).sum()
            };
            let m = m as u32 / 2;
            let own = [
                Kernel::CrtForward { m },
                Kernel::CrtForwardReduced { m },
                Kernel::CrtInverse { m },
            ];
            let transforms = of(&|kernel| own.contains(&kernel));
            assert!(transforms > 0);
            assert_eq!(of(&|kernel| kernel == Kernel::Fold), transforms);
            assert_eq!(of(&Kernel::is_transform), transforms);
        }
    }
}

#[test]
fn a_key_switch_takes_the_transforms_of_the_formula() {
    let (limbs, special) = (3, 2);
    let parameters = parameters(256, &[1, 1, 1], 38, 2);
    let (digits, own) = (parameters.digits().len(), 3);
    assert_eq!((digits, own), (2, limbs));
    let seen = seen(&parameters);
    let calls = |phase: &str, which: &dyn Fn(Kernel) -> bool| -> usize {
        let counts = &seen.phase(phase).unwrap().counts;
        let calls = counts.iter().filter(|(call, _)| which(call.kernel));
        calls.map(|(_, &times)| times as usize).sum()
    };
    let forward = Kernel::is_forward_transform;
    let inverse = |kernel| matches!(kernel, Kernel::CrtInverse { .. });
    // Of c_2 all limbs go back; each digit is transformed but in its own limbs; two divisions by P.
    assert_eq!(calls("multiply", &inverse), limbs + 2 * special);
    assert_eq!(calls("multiply", &forward), digits * (limbs + special) - limbs + 2 * limbs);
    // One decomposition for two rotations.
    assert_eq!(calls("hoist", &inverse), limbs + 2 * 2 * special);
    assert_eq!(calls("hoist", &forward), digits * (limbs + special) - limbs + 2 * 2 * limbs);
    // Decomposed once for the baby steps and once for the one giant step, whose c_1 is divided by P, as
    // both components are in the end.
    let plan = plan(&parameters);
    let giants = plan.giant_rotations().len();
    let decompositions = 1 + giants;
    assert_eq!(calls("transform", &inverse), decompositions * limbs + (giants + 2) * special);
    let of_digits = digits * (limbs + special) - limbs;
    assert_eq!(calls("transform", &forward), decompositions * of_digits + (giants + 2) * limbs);
}
