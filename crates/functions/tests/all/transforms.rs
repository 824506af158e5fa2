//! Linear transforms and sums, against products of matrices.

use ringassay_functions::{
    numbers::Evaluator,
    sums::{inner_sum, inner_sum_rotations, masked_inner_sum, trace},
    transform::{Cyclic, Diagonal, LinearTransform, TransformPlan, apply, apply_many},
};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    Error,
    ckks::{
        EvaluationKeys, Parameters, Scale,
        encoding::{Complex64, Encoder, Generator},
    },
};

use super::common::{
    Complex, Fixture, Numbers, parameters, plus, real_parameters, seed, times, words,
};

const SLOTS: usize = 16;

fn fixture() -> Fixture {
    let steps: Vec<i64> = (1..SLOTS as i64).collect();
    Fixture::new(&parameters(4 * SLOTS as u64, &[&[50], &[40], &[40]], 2, 2), &steps)
}

fn encoder(parameters: &Parameters) -> Encoder {
    let degree = parameters.index.degree();
    Encoder::in_ring(parameters.ring_type(), degree, Generator::Five).unwrap()
}

fn evaluator<'a>(
    fixture: &'a Fixture,
    keys: &'a EvaluationKeys<RnsRing>,
    encoder: &'a Encoder,
) -> Evaluator<'a, RnsRing> {
    Evaluator::new(&fixture.context, keys, encoder, encoder.slots()).unwrap()
}

/// Diagonals with their entries.
type Diagonals = Vec<(usize, Vec<Complex>)>;

fn diagonals(numbers: &mut Numbers, indices: &[usize]) -> Diagonals {
    indices.iter().map(|&d| (d, numbers.complexes(SLOTS))).collect()
}

/// Σ_d M_d[j]·z_{j+d}.
fn product(diagonals: &Diagonals, z: &[Complex]) -> Vec<Complex> {
    let entry = |j: usize| {
        let terms = diagonals.iter().map(|(d, entries)| times(entries[j], z[(j + d) % SLOTS]));
        terms.fold((0.0, 0.0), plus)
    };
    (0..SLOTS).map(entry).collect()
}

fn prepared(
    fixture: &Fixture,
    diagonals: &Diagonals,
    level: usize,
    plan: TransformPlan,
) -> LinearTransform<Parameters, RnsRing> {
    let scale = Scale::of_primes(fixture.context.rescaling_primes(level));
    let encode = |diagonal: Diagonal| {
        let is_it = |(d, _): &&(usize, Vec<Complex>)| *d == diagonal.index;
        let mut entries = diagonals.iter().find(is_it).unwrap().1.clone();
        entries.rotate_right(diagonal.moved_by);
        Ok(fixture.plaintext(&entries, &scale))
    };
    LinearTransform::new(&fixture.context, plan, level, encode).unwrap()
}

fn indices(diagonals: &Diagonals) -> Vec<usize> {
    diagonals.iter().map(|(d, _)| *d).collect()
}

#[test]
fn any_set_of_diagonals_with_any_baby_steps() {
    let fixture = fixture();
    let mut numbers = Numbers(3);
    let sets: [&[usize]; 7] = [
        &[0],
        &[5],
        &[0, 1],
        &[0, 1, 15],
        &[0, 4, 8, 12],
        &[3, 7, 9, 14, 15],
        &(0..16).collect::<Vec<_>>(),
    ];
    for set in sets {
        let diagonals = diagonals(&mut numbers, set);
        let x = numbers.complexes(SLOTS);
        let a = fixture.encrypt(&x);
        let expected = product(&diagonals, &x);
        for baby in [1, 2, 4, 8, 16, 3] {
            let group = Cyclic::new(fixture.parameters(), SLOTS);
            let plan = TransformPlan::with_baby_steps(&group, set, baby).unwrap();
            let transform = prepared(&fixture, &diagonals, 2, plan);
            let result = apply(&fixture.context, &a, &transform, &fixture.keys).unwrap();
            fixture.check(&result, &expected, 1.5);
            let rescaled = fixture.context.rescale(&result).unwrap();
            assert_eq!(rescaled.scale(), a.scale());
            fixture.check(&rescaled, &expected, 1.5);
        }
    }
}

#[test]
fn several_transforms_share_what_they_can() {
    let fixture = fixture();
    let mut numbers = Numbers(4);
    let x = numbers.complexes(SLOTS);
    let a = fixture.encrypt(&x);
    let sets: Vec<Diagonals> = [&[0, 1, 2, 3][..], &[2, 6, 11], &[1]]
        .iter()
        .map(|set| diagonals(&mut numbers, set))
        .collect();
    let transforms: Vec<_> = sets
        .iter()
        .map(|set| {
            let group = Cyclic::new(fixture.parameters(), SLOTS);
            let plan = TransformPlan::new(&fixture.context, &group, &indices(set), 1).unwrap();
            prepared(&fixture, set, 1, plan)
        })
        .collect();
    let references: Vec<_> = transforms.iter().collect();
    let results = apply_many(&fixture.context, &a, &references, &fixture.keys).unwrap();
    for ((set, transform), result) in sets.iter().zip(&transforms).zip(&results) {
        assert_eq!(result.level(), 1);
        fixture.check(result, &product(set, &x), 1.5);
        let alone = apply(&fixture.context, &a, transform, &fixture.keys).unwrap();
        assert_eq!(words(&alone), words(result));
    }
}

#[test]
fn plans_cover_their_diagonals_and_refuse_none() {
    let fixture = fixture();
    let group = Cyclic::new(fixture.parameters(), SLOTS);
    let all: Vec<usize> = (0..SLOTS).collect();
    let plan = TransformPlan::new(&fixture.context, &group, &all, 0).unwrap();
    let found: std::collections::BTreeSet<usize> = plan.diagonals().map(|d| d.index).collect();
    assert_eq!(found, (0..SLOTS).collect());
    assert!(plan.exponents().len() < SLOTS - 1, "{plan:?}");
    for (diagonals, baby) in [(&[][..], 1), (&[1], 0), (&[16], 1)] {
        let plan = TransformPlan::with_baby_steps(&group, diagonals, baby);
        assert!(matches!(plan, Err(Error::Parameters(_))));
    }
}

#[test]
fn sums_of_any_number_of_slots() {
    let fixture = fixture();
    let x = Numbers(6).complexes(SLOTS);
    let a = fixture.encrypt(&x);
    let limited = |rotations: &[i64]| {
        let exponents: Vec<u32> =
            rotations.iter().map(|&steps| fixture.parameters().rotation(steps)).collect();
        fixture
            .context
            .generate_evaluation_keys(&fixture.secret, false, &exponents, &seed(8))
            .unwrap()
    };
    let encoder = encoder(fixture.parameters());
    for stride in [1, 2, 3, -1, 5] {
        for count in 1..=17 {
            // Only the keys that are named.
            let keys = limited(&inner_sum_rotations(stride, count));
            let sum = inner_sum(&evaluator(&fixture, &keys, &encoder), &a, stride, count).unwrap();
            let entry = |j: usize| {
                let at =
                    |i: usize| (j as i64 + i as i64 * stride).rem_euclid(SLOTS as i64) as usize;
                (0..count).map(|i| x[at(i)]).fold((0.0, 0.0), plus)
            };
            let expected: Vec<Complex> = (0..SLOTS).map(entry).collect();
            // Related errors add up further than independent ones.
            fixture.check(&sum, &expected, 2.5);
        }
    }
    let evaluator = evaluator(&fixture, &fixture.keys, &encoder);
    assert!(inner_sum(&evaluator, &a, 1, 0).is_err());
    let traced = trace(&evaluator, &a, 4, SLOTS).unwrap();
    let entry = |j: usize| (0..4).map(|i| x[(j + 4 * i) % SLOTS]).fold((0.0, 0.0), plus);
    fixture.check(&traced, &(0..SLOTS).map(entry).collect::<Vec<_>>(), 1.5);
    assert!(trace(&evaluator, &a, 3, SLOTS).is_err());
}

#[test]
fn a_masked_sum_leaves_nothing_else() {
    let fixture = fixture();
    let x = Numbers(7).complexes(SLOTS);
    let a = fixture.encrypt(&x);
    let encoder = encoder(fixture.parameters());
    let evaluator = evaluator(&fixture, &fixture.keys, &encoder);
    let mask = [Complex64::new(1.0, 0.0).extended()];
    let sum = masked_inner_sum(&evaluator, &a, 1, SLOTS, &mask).unwrap();
    let mut expected = vec![(0.0, 0.0); SLOTS];
    expected[0] = x.iter().copied().fold((0.0, 0.0), plus);
    let (largest, _) = fixture.errors(&sum, &expected);
    let worst = fixture.context.log2_worst_error(&sum);
    assert!(largest <= worst && worst < -20.0, "2^{largest} 2^{worst}");
    assert_eq!(sum.scale(), a.scale());
}

#[test]
fn sums_of_real_slots() {
    let parameters = real_parameters(256, &[&[50], &[40], &[40]], 2, 2);
    let fixture = Fixture::new(&parameters, &[1, 2, 4, 8, 16, 32]);
    let x = Numbers(3).reals(64);
    let a = fixture.encrypt(&x);
    let encoder = encoder(&parameters);
    let evaluator = evaluator(&fixture, &fixture.keys, &encoder);
    let sum = x.iter().copied().fold((0.0, 0.0), plus);
    fixture.check(&inner_sum(&evaluator, &a, 1, 64).unwrap(), &[sum; 64], 1.5);
    let halves: Vec<Complex> = (0..64).map(|j| plus(x[j], x[(j + 32) % 64])).collect();
    fixture.check(&trace(&evaluator, &a, 32, 64).unwrap(), &halves, 1.0);
}

/// Scales so small that noise, and not doubles, decides every slot: stated and measured average errors within a bit.
#[test]
fn average_errors_are_stated_within_a_bit() {
    let levels: [&[u32]; 4] = [&[45], &[25], &[25], &[25]];
    for parameters in [parameters(1024, &levels, 1, 1), real_parameters(1024, &levels, 1, 1)] {
        let parameters = Parameters { log2_scale: 25, ..parameters };
        let fixture = Fixture::new(&parameters, &[1, 2, 4, 5, 8]);
        let (mut numbers, slots) = (Numbers(11), parameters.slots());
        let [x, y] = [0, 1].map(|_| numbers.message(&parameters));
        let a = fixture.encrypt(&x);
        let left = |k: usize| (0..slots).map(|j| x[(j + k) % slots]).collect::<Vec<_>>();
        let within_a_bit = |name: &str, result, expected: &[Complex]| {
            let average = fixture.errors(&result, expected).1;
            let stated = fixture.context.log2_average_error(&result);
            println!("{name}: 2^{average:.2}, stated 2^{stated:.2}");
            assert!((average - stated).abs() < 1.0, "{name}: 2^{average:.2}, 2^{stated:.2}");
        };
        let encoder = encoder(&parameters);
        let sum = inner_sum(&evaluator(&fixture, &fixture.keys, &encoder), &a, 1, 8).unwrap();
        let expected: Vec<Complex> =
            (0..slots).map(|j| (0..8).map(|k| left(k)[j]).fold((0.0, 0.0), plus)).collect();
        within_a_bit("inner sum of 8", sum, &expected);
        let indices = [0, 1, 2, 5];
        let group = Cyclic::new(&parameters, slots);
        let plan = TransformPlan::with_baby_steps(&group, &indices, 8).unwrap();
        let scale = Scale::of_primes(fixture.context.rescaling_primes(a.level()));
        let transform = LinearTransform::new(&fixture.context, plan, a.level(), |diagonal| {
            let mut entries = y.clone();
            entries.rotate_right(diagonal.moved_by);
            Ok(fixture.plaintext(&entries, &scale))
        });
        let found = apply(&fixture.context, &a, &transform.unwrap(), &fixture.keys).unwrap();
        let entry = |j: usize| {
            let terms = indices.iter().map(|&d| times(y[j], x[(j + d) % slots]));
            terms.fold((0.0, 0.0), plus)
        };
        let expected: Vec<Complex> = (0..slots).map(entry).collect();
        within_a_bit("4 diagonals, rescaled", fixture.context.rescale(&found).unwrap(), &expected);
    }
}
