//! Coefficients follow the law of their distribution: Pearson's test, moments and correlations for each
//! of three seeds, and a control that is a little off and must be found: 1 % on 6·10^6 samples, 0.2 % on
//! the 10^8 of the long campaign.

use ringassay_ring::{
    index::Index,
    sample::{Distribution, Label, Sampler, Seed},
};
use ringassay_testkit::statistics::{Damped, Fit, Law, Moments, Tally, plausible};
use statrs::function::erf::erfc;

/// How many samples are drawn, and of how many of the control's one is set to 0.
#[derive(Clone, Copy)]
struct Size {
    samples: usize,
    damped: u64,
}

const SHORT: Size = Size { samples: 6_000_000, damped: 100 };
const LONG: Size = Size { samples: 100_000_000, damped: 500 };
const SEEDS: [u8; 3] = [1, 2, 3];
const FIT: Label = Label::new("fit");

/// What is to be judged: a distribution over an index, of which the first `used` coefficients of
/// each element are independent and follow `law`.
struct Case {
    m: u64,
    distribution: Distribution,
    used: usize,
    law: Law,
    /// Values that have a cell of their own.
    bound: u32,
    size: Size,
}

impl Case {
    /// Independent coefficients at m = 2^15.
    fn new(distribution: Distribution, law: Law, bound: u32) -> Self {
        Self { m: 1 << 15, distribution, used: 1 << 14, law, bound, size: SHORT }
    }

    /// Draws all samples and shows them to `look`, element by element.
    fn draw(&self, seed: u8, mut look: impl FnMut(&mut [i64])) {
        let index = Index::new(self.m).unwrap();
        let sampler = Sampler::new(&index, self.distribution).unwrap();
        let mut stream = Seed::from_bytes([seed; 32]).stream(FIT, 0);
        let mut element = vec![0; index.degree()];
        for _ in 0..self.size.samples.div_ceil(self.used) {
            sampler.sample_into(&mut element, &mut stream);
            look(&mut element[..self.used]);
        }
    }

    fn judge(&self) {
        for seed in SEEDS {
            let (mut tally, mut moments) = (Tally::new(self.bound), Moments::default());
            self.draw(seed, |samples| {
                tally.add(samples);
                moments.add(samples);
            });
            let fit = tally.fit(&self.law);
            println!("{}, seed {seed}: {fit}", self.distribution);
            assert!(fit.is_plausible(), "{}, seed {seed}: {fit}", self.distribution);
            for (name, z) in moments.deviations(&self.law) {
                let p = erfc(z.abs() / std::f64::consts::SQRT_2);
                assert!(plausible(p / 2.0), "{}: {name} is {z:.2} σ off", self.distribution);
            }
        }
        let (mut tally, mut damped) = (Tally::new(self.bound), Damped::new(self.size.damped, 1));
        self.draw(SEEDS[0], |samples| {
            damped.apply(samples);
            tally.add(samples);
        });
        let fit = tally.fit(&self.law);
        println!("{}, damped: {fit}", self.distribution);
        assert!(!fit.is_plausible(), "{}: a control that is off passes", self.distribution);
    }
}

/// Of every distribution one or two.
fn cases() -> [Case; 7] {
    // With m = 3^9 the axis is `[2][3^8]`, and all coefficients of one row are independent; those of one
    // column are not. Each has variance 2σ², and is rounded.
    let row = 3_usize.pow(8);
    let rounded = Law::Rounded(3.2 * 2.0_f64.sqrt());
    let spherical = Case::new(Distribution::Spherical { sigma: 3.2 }, rounded, 30);
    let biased = Distribution::BiasedTernary { zeros: 3, of: 4 };
    let binomial = |eta| Case::new(Distribution::CenteredBinomial { eta }, Law::Binomial(eta), eta);
    let gaussian = |sigma, bound| {
        Case::new(Distribution::DiscreteGaussian { sigma }, Law::Discrete(sigma), bound)
    };
    [
        Case::new(Distribution::Ternary, Law::Ternary(1.0 / 3.0), 1),
        Case::new(biased, Law::Ternary(0.75), 1),
        binomial(2),
        binomial(21),
        // From a table, and of two digits.
        gaussian(3.2, 30),
        gaussian(16.0, 100),
        Case { m: 3_u64.pow(9), used: row, ..spherical },
    ]
}

#[test]
fn every_distribution_follows_its_law() {
    cases().iter().for_each(Case::judge);
}

/// Two minutes; the same as above with more samples, and a control that is nearer.
#[test]
#[ignore = "takes two minutes: cargo test --release -- --ignored every_distribution"]
fn every_distribution_follows_its_law_at_full_length() {
    cases().into_iter().for_each(|case| Case { size: LONG, ..case }.judge());
}

/// Errors for powers of two are the discrete Gaussian itself, from the same words.
#[test]
fn spherical_errors_for_powers_of_two_are_discrete_gaussians() {
    for m in [1, 4, 1024] {
        let index = Index::new(m).unwrap();
        let draw = |distribution| {
            let mut element = vec![0; index.degree()];
            let mut stream = Seed::from_bytes([8; 32]).stream(FIT, 0);
            Sampler::new(&index, distribution).unwrap().sample_into(&mut element, &mut stream);
            element
        };
        let sigma = 3.2;
        assert_eq!(
            draw(Distribution::Spherical { sigma }),
            draw(Distribution::DiscreteGaussian { sigma })
        );
    }
}

/// Wide distributions, as for flooding: 64 cells of equal probability under the normal law, which a
/// wide discrete or rounded Gaussian is up to the width of a step; and the lowest byte, uniform.
fn judge_wide(m: u64, distribution: Distribution, deviation: f64, samples: usize) {
    const CELLS: usize = 64;
    let index = Index::new(m).unwrap();
    let sampler = Sampler::new(&index, distribution).unwrap();
    let mut element = vec![0; index.degree()];
    // One row of the axis of 3, if there is one.
    let used = if m.is_multiple_of(3) { element.len() / 2 } else { element.len() };
    for seed in SEEDS {
        let mut stream = Seed::from_bytes([seed; 32]).stream(FIT, 0);
        let (mut cells, mut damped_cells) = (vec![0; CELLS], vec![0; CELLS]);
        let mut bytes = vec![0; 256];
        for _ in 0..samples.div_ceil(used) {
            sampler.sample_into(&mut element, &mut stream);
            for &x in &element[..used] {
                let quantile = |x: f64| erfc(-x / std::f64::consts::SQRT_2) / 2.0;
                let cell = |x: f64| ((quantile(x) * CELLS as f64) as usize).min(CELLS - 1);
                let x_scaled = x as f64 / deviation;
                cells[cell(x_scaled)] += 1;
                damped_cells[cell(x_scaled * 0.99)] += 1;
                bytes[(x & 255) as usize] += 1;
            }
        }
        let fit = Fit::of(&cells, &[1.0 / CELLS as f64; CELLS]);
        println!("{distribution}, seed {seed}: {fit}");
        assert!(fit.is_plausible(), "{distribution}, seed {seed}: {fit}");
        let fit = Fit::of(&bytes, &[1.0 / 256.0; 256]);
        assert!(fit.is_plausible(), "lowest byte of {distribution}, seed {seed}: {fit}");
        let fit = Fit::of(&damped_cells, &[1.0 / CELLS as f64; CELLS]);
        assert!(!fit.is_plausible(), "{distribution}: a width 1 % off passes: {fit}");
    }
}

const FLOODING: f64 = (1_u64 << 40) as f64;

#[test]
fn wide_discrete_gaussian() {
    let distribution = Distribution::DiscreteGaussian { sigma: FLOODING };
    judge_wide(1 << 15, distribution, FLOODING, 2_000_000);
}

#[test]
fn wide_spherical_error() {
    let distribution = Distribution::Spherical { sigma: FLOODING };
    judge_wide(3_u64.pow(9), distribution, FLOODING * 2.0_f64.sqrt(), 2_000_000);
}

/// A quarter of an hour; the short runs above are the same with fewer samples.
#[test]
#[ignore = "takes a quarter of an hour: cargo test --release -- --ignored wide"]
fn wide_distributions_at_full_length() {
    let distribution = Distribution::DiscreteGaussian { sigma: FLOODING };
    judge_wide(1 << 15, distribution, FLOODING, LONG.samples);
    let distribution = Distribution::Spherical { sigma: FLOODING };
    judge_wide(3_u64.pow(9), distribution, FLOODING * 2.0_f64.sqrt(), LONG.samples);
}
