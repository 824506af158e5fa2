//! Linear transforms and sums, against products of matrices.

use ringassay_ring::RnsRing;
use ringassay_scheme::{
    Error, Role,
    ckks::{LinearTransform, Scale, TransformPlan, inner_sum_rotations},
};

use super::common::{Complex, Fixture, Numbers, parameters, plus, times};

const SLOTS: usize = 16;

fn fixture() -> Fixture {
    let steps: Vec<i64> = (1..SLOTS as i64).collect();
    Fixture::new(&parameters(4 * SLOTS as u64, &[&[50], &[40], &[40]], 2, 2), &steps)
}

/// Diagonals with their entries.
type Diagonals = Vec<(i64, Vec<Complex>)>;

fn diagonals(numbers: &mut Numbers, indices: &[i64]) -> Diagonals {
    indices.iter().map(|&d| (d, numbers.complexes(SLOTS))).collect()
}

/// Σ_d M_d[j]·z_{j+d}.
fn product(diagonals: &Diagonals, z: &[Complex]) -> Vec<Complex> {
    let entry = |j: usize| {
        let terms = diagonals.iter().map(|(d, entries)| {
            times(entries[j], z[(j as i64 + d).rem_euclid(SLOTS as i64) as usize])
        });
        terms.fold((0.0, 0.0), plus)
    };
    (0..SLOTS).map(entry).collect()
}

fn prepared(
    fixture: &Fixture,
    diagonals: &Diagonals,
    level: usize,
    plan: TransformPlan,
) -> LinearTransform<RnsRing> {
    let scale = Scale::of_primes(fixture.context.rescaling_primes(level));
    let encode = |diagonal: ringassay_scheme::ckks::Diagonal| {
        let is_it =
            |(d, _): &&(i64, Vec<Complex>)| d.rem_euclid(SLOTS as i64) as usize == diagonal.index;
        let mut entries = diagonals.iter().find(is_it).unwrap().1.clone();
        entries.rotate_right(diagonal.rotated_right % SLOTS);
        Ok(fixture.plaintext(&entries, &scale))
    };
    fixture.context.linear_transform(plan, level, encode).unwrap()
}

fn indices(diagonals: &Diagonals) -> Vec<i64> {
    diagonals.iter().map(|(d, _)| *d).collect()
}

#[test]
fn any_set_of_diagonals_with_any_baby_steps() {
    let fixture = fixture();
    let mut numbers = Numbers(3);
    let sets: [&[i64]; 7] = [
        &[0],
        &[5],
        &[0, 1],
        &[-1, 0, 1],
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
            let plan =
                TransformPlan::with_baby_steps(fixture.parameters(), SLOTS, set, baby).unwrap();
            let transform = prepared(&fixture, &diagonals, 2, plan);
            let result = fixture.context.transform(&a, &transform, &fixture.keys).unwrap();
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
            let plan = TransformPlan::new(fixture.parameters(), SLOTS, &indices(set), 1).unwrap();
            prepared(&fixture, set, 1, plan)
        })
        .collect();
    let references: Vec<_> = transforms.iter().collect();
    let results = fixture.context.transform_many(&a, &references, &fixture.keys).unwrap();
    for ((set, transform), result) in sets.iter().zip(&transforms).zip(&results) {
        assert_eq!(result.level(), 1);
        fixture.check(result, &product(set, &x), 1.5);
        let alone = fixture.context.transform(&a, transform, &fixture.keys).unwrap();
        assert_eq!(super::common::words(&alone), super::common::words(result));
    }
}

#[test]
fn plans_cover_their_diagonals_and_refuse_none() {
    let parameters = parameters(4 * SLOTS as u64, &[&[50]], 1, 1);
    let all: Vec<i64> = (0..SLOTS as i64).collect();
    let plan = TransformPlan::new(&parameters, SLOTS, &all, 0).unwrap();
    let found: std::collections::BTreeSet<usize> = plan.diagonals().map(|d| d.index).collect();
    assert_eq!(found, (0..SLOTS).collect());
    assert!(plan.rotations().len() < SLOTS - 1, "{plan:?}");
    for (slots, diagonals, baby) in [(16, &[][..], 1), (0, &[1], 1), (12, &[1], 1), (16, &[1], 0)] {
        let plan = TransformPlan::with_baby_steps(&parameters, slots, diagonals, baby);
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
            .generate_evaluation_keys(&fixture.secret, false, &exponents, &super::common::seed(8))
            .unwrap()
    };
    for stride in [1, 2, 3, -1, 5] {
        for count in 1..=17 {
            // Only the keys that are named.
            let keys = limited(&inner_sum_rotations(stride, count));
            let sum = fixture.context.inner_sum(&a, stride, count, &keys).unwrap();
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
    assert!(fixture.context.inner_sum(&a, 1, 0, &fixture.keys).is_err());
    let trace = fixture.context.trace(&a, 4, &fixture.keys).unwrap();
    let entry = |j: usize| (0..4).map(|i| x[(j + 4 * i) % SLOTS]).fold((0.0, 0.0), plus);
    fixture.check(&trace, &(0..SLOTS).map(entry).collect::<Vec<_>>(), 1.5);
    assert!(fixture.context.trace(&a, 3, &fixture.keys).is_err());
}

#[test]
fn a_masked_sum_leaves_nothing_else() {
    let fixture = fixture();
    let x = Numbers(7).complexes(SLOTS);
    let a = fixture.encrypt(&x);
    let scale = Scale::of_primes(fixture.context.rescaling_primes(2));
    let mut mask = vec![(0.0, 0.0); SLOTS];
    mask[0] = (1.0, 0.0);
    let prepared =
        fixture.context.prepare(&fixture.plaintext(&mask, &scale), 2, Role::Factor).unwrap();
    let sum = fixture.context.masked_inner_sum(&a, 1, SLOTS, &prepared, &fixture.keys).unwrap();
    let mut expected = vec![(0.0, 0.0); SLOTS];
    expected[0] = x.iter().copied().fold((0.0, 0.0), plus);
    let (largest, _) = fixture.errors(&sum, &expected);
    let worst = fixture.context.log2_worst_error(&sum);
    assert!(largest <= worst && worst < -20.0, "2^{largest} 2^{worst}");
    assert_eq!(sum.scale(), a.scale());
}
