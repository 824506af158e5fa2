//! Sparse ternary elements: all of them equally likely, each position as likely as any other.

use ringassay_ring::{
    index::Index,
    sample::{Distribution, Label, Sampler, Seed, Stream},
};
use ringassay_testkit::{inputs, statistics::Fit};

const FIT: Label = Label::new("fit");

fn sampler(m: u64, weight: usize) -> (Sampler, Vec<i64>) {
    let index = Index::new(m).unwrap();
    let sampler = Sampler::new(&index, Distribution::SparseTernary { weight }).unwrap();
    (sampler, vec![0; index.degree()])
}

fn stream(seed: u8) -> Stream {
    Seed::from_bytes([seed; 32]).stream(FIT, 0)
}

/// Coefficients drawn: as many as find the planted fault, and those of the long campaign.
const SAMPLES: usize = 16_000_000;
const MANY: usize = 100_000_000;

/// Draws coefficients of degree 4 and weight 2, spoils each element, and judges how often each of
/// the 24 possible ones came.
fn judge_elements(samples: usize, seed: u8, mut spoil: impl FnMut(&mut [i64])) -> Fit {
    const ELEMENTS: usize = 24;
    let (sampler, mut x) = sampler(8, 2);
    let mut stream = stream(seed);
    let mut counts = vec![0; 81];
    for _ in 0..samples / x.len() {
        sampler.sample_into(&mut x, &mut stream);
        spoil(&mut x);
        counts[x.iter().fold(0, |code, &x| code * 3 + (x + 1) as usize)] += 1;
    }
    counts.retain(|&count| count > 0);
    assert_eq!(counts.len(), ELEMENTS);
    Fit::of(&counts, &[1.0 / ELEMENTS as f64; ELEMENTS])
}

/// For three seeds; and a control in which one element in 500 is replaced by a fixed one.
fn judge_all_elements(samples: usize) {
    for seed in [1, 2, 3] {
        let fit = judge_elements(samples, seed, |_| {});
        println!("seed {seed}: {fit}");
        assert!(fit.is_plausible(), "seed {seed}: {fit}");
    }
    let mut choice = inputs::Stream::new(1);
    let fit = judge_elements(samples, 1, |x| {
        if choice.below(500) == 0 {
            x.copy_from_slice(&[1, 1, 0, 0]);
        }
    });
    assert!(!fit.is_plausible(), "0.2 % of one element pass: {fit}");
}

#[test]
fn all_elements_are_equally_likely() {
    judge_all_elements(SAMPLES);
}

#[test]
#[ignore = "a hundred million elements: cargo test --release -- --ignored many_elements"]
fn many_elements_are_equally_likely() {
    judge_all_elements(MANY);
}

/// For counts c_j of non-zero coefficients at position j in T elements of weight h,
/// Σ (c_j - T·h/n)²·(n-1)/(T·h·(1-h/n)) follows the chi-square law with n-1 degrees of freedom, since
/// the covariance of one element is h/n·(1-h/n)·n/(n-1)·(I - J/n). Given c_j, signs are a binomial.
fn judge_positions(
    n: usize,
    weight: usize,
    elements: usize,
    mut draw: impl FnMut(&mut [i64]),
) -> [Fit; 2] {
    let (mut counts, mut signs) = (vec![0_i64; n], vec![0_i64; n]);
    let mut x = vec![0; n];
    for _ in 0..elements {
        draw(&mut x);
        for (j, &x) in x.iter().enumerate() {
            counts[j] += x.abs();
            signs[j] += x;
        }
    }
    let (total, n, h) = (elements as f64, n as f64, weight as f64);
    let squares: f64 = counts.iter().map(|&c| (c as f64 - total * h / n).powi(2)).sum();
    let statistic = squares * (n - 1.0) / (total * h * (1.0 - h / n));
    let positions = Fit::of_statistic(statistic, counts.len() as u32 - 1);
    let of_signs = signs.iter().zip(&counts).map(|(&s, &c)| (s * s) as f64 / c as f64).sum();
    [positions, Fit::of_statistic(of_signs, counts.len() as u32)]
}

#[test]
fn all_positions_are_equally_likely() {
    for (m, weight) in [(105, 12), (1728, 64), (1155, 100)] {
        let (sampler, x) = sampler(m, weight);
        for seed in [1, 2, 3] {
            let mut stream = stream(seed);
            let elements = 10_000_000 / x.len();
            let fits =
                judge_positions(x.len(), weight, elements, |x| sampler.sample_into(x, &mut stream));
            println!("m = {m}, seed {seed}: positions {}, signs {}", fits[0], fits[1]);
            assert!(fits.iter().all(Fit::is_plausible), "m = {m}, seed {seed}: {fits:?}");
        }
    }
}

/// The shuffle that exchanges each position with any other, instead of one not yet passed, is the
/// usual fault; some positions are then more likely.
#[test]
fn a_biased_shuffle_is_found() {
    let (n, weight) = (48, 12);
    let mut choice = inputs::Stream::new(1);
    let [positions, _] = judge_positions(n, weight, 100_000, |x| {
        for (i, x) in x.iter_mut().enumerate() {
            *x = if i < weight { 1 - 2 * choice.below(2) as i64 } else { 0 };
        }
        for i in 0..n {
            x.swap(i, choice.below(n as u64) as usize);
        }
    });
    assert!(!positions.is_plausible(), "{positions}");
}
