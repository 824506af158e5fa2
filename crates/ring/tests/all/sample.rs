//! Samplers against known answers, and what they refuse.
//!
//! The answers are those of a separate program in another language, written from the documentation:
//! ChaCha20 from RFC 8439, tables with 150 decimal digits, normal deviates from its standard library,
//! sorting by its sort. They fix the formats: what has been published as a seed expands to the same
//! residues in every version.

use ringassay_ring::{
    index::Index,
    sample::{
        Distribution, Label, SampleBasis, SampleError, Sampler, Seed, Stream, gaussian,
        uniform_into,
    },
};

const KAT: Label = Label::new("kat");

/// Bytes 0 to 31.
fn seed() -> Seed {
    Seed::from_bytes(std::array::from_fn(|i| i as u8))
}

fn stream(number: u64) -> Stream {
    seed().stream(KAT, number)
}

fn draw(m: u64, distribution: Distribution, stream: &mut Stream) -> Vec<i64> {
    let index = Index::new(m).unwrap();
    let mut element = vec![i64::MIN; index.degree()];
    Sampler::new(&index, distribution).unwrap().sample_into(&mut element, stream);
    element
}

#[test]
fn known_seed() {
    let hex: String = seed().derive(KAT, 5).expose().iter().map(|x| format!("{x:02x}")).collect();
    assert_eq!(hex, "2a5631a3e0d38775b352bf89c76c90cf9ca45d7a4997545a2435ffa33072c845");
}

#[test]
fn known_uniform_residues() {
    let known = [
        (
            1_125_899_906_826_241,
            [
                361_945_693_076_303,
                290_048_300_394_289,
                386_251_718_420_765,
                245_477_479_097_470,
                252_750_007_515_681,
                395_469_292_507_515,
            ],
            941_707_003_055_413,
        ),
        (12_289, [7221, 6993, 11_422, 11_305, 9554, 6838], 2515),
        (
            (1 << 61) - 1,
            [
                1_543_800_305_391_353_835,
                1_401_932_295_660_234_945,
                654_529_667_672_074_652,
                1_291_544_200_217_762_114,
                640_910_534_255_316_461,
                1_622_980_522_850_902_529,
            ],
            379_057_324_691_867_873,
        ),
    ];
    for (q, first, last) in known {
        let mut residues = vec![0; 1000];
        uniform_into(&mut residues, q, &seed());
        assert_eq!(residues[..6], first, "q = {q}");
        assert_eq!(residues[999], last, "q = {q}");
    }
}

#[test]
fn known_secrets() {
    assert_eq!(
        draw(45, Distribution::Ternary, &mut stream(0)),
        [0, 1, 0, -1, 0, 0, -1, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, -1, -1, 1, 1, -1, 0, -1]
    );
    assert_eq!(
        draw(45, Distribution::CenteredBinomial { eta: 21 }, &mut stream(1)),
        [0, -5, -2, 3, 4, -1, 6, -1, -2, 3, 1, 3, -3, -2, -5, -7, -2, 1, 2, 1, 0, 4, 0, -4]
    );
    assert_eq!(
        draw(45, Distribution::SparseTernary { weight: 5 }, &mut stream(2)),
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1, 0, 0]
    );
}

#[test]
fn known_thresholds() {
    let thresholds = gaussian::DiscreteGaussian::new(3.2).table().thresholds();
    assert_eq!(thresholds.len(), 31);
    assert_eq!(thresholds[0], 75_358_066_142_692_372_927_794);
    assert_eq!(thresholds[1], 218_891_790_984_992_044_106_681);
    assert_eq!(thresholds[30], 604_462_909_807_314_587_352_428);
}

#[test]
fn known_discrete_gaussians() {
    let narrow = draw(256, Distribution::DiscreteGaussian { sigma: 3.2 }, &mut stream(3));
    assert_eq!(narrow[..12], [-1, -1, 0, -5, -6, -2, 2, -2, -1, -4, 1, 1]);
    assert_eq!(narrow[120..], [6, 9, -5, 0, -1, 0, 2, 2]);
    // Two digits in base 7.
    let wide = draw(256, Distribution::DiscreteGaussian { sigma: 100.0 }, &mut stream(4));
    assert_eq!(wide[..12], [108, -57, -58, -9, -33, -35, 60, -118, 44, 83, 118, -56]);
    assert_eq!(wide[120..], [-30, 85, 23, 44, -271, 19, 2, -43]);
}

#[test]
fn known_spherical_errors() {
    let error = draw(1728, Distribution::Spherical { sigma: 3.2 }, &mut stream(5));
    assert_eq!(error[..12], [1, -7, 2, -1, -3, -2, 0, -2, 4, -3, -7, 4]);
    assert_eq!(error[564..], [-2, -5, -5, 2, 0, 2, -4, 5, -4, 10, 3, -4]);
    assert_eq!(
        draw(105, Distribution::Spherical { sigma: 3.2 }, &mut stream(6)),
        [
            -25, 0, -1, 0, -14, 27, 13, -7, -48, 26, 38, -29, -28, 4, 26, -30, -16, 1, 3, -6, 41,
            -44, 5, 12, 33, 9, -17, -25, 39, 9, -15, -11, 16, -20, -6, 21, -50, 3, -5, 27, -2, -1,
            -17, 33, 16, -4, 2, -18
        ]
    );
}

#[test]
fn samples_stay_within_their_bound() {
    let wide = 2.0_f64.powi(40);
    for m in [1, 3, 16, 45, 105, 1728] {
        let index = Index::new(m).unwrap();
        for distribution in [
            Distribution::Ternary,
            Distribution::BiasedTernary { zeros: 9, of: 10 },
            Distribution::SparseTernary { weight: 1 },
            Distribution::CenteredBinomial { eta: 32 },
            Distribution::DiscreteGaussian { sigma: 0.5 },
            Distribution::DiscreteGaussian { sigma: wide },
            Distribution::Spherical { sigma: 3.2 },
            Distribution::Spherical { sigma: wide },
        ] {
            let bound = Sampler::new(&index, distribution).unwrap().bound();
            let mut stream = stream(7);
            for _ in 0..20 {
                let element = draw(m, distribution, &mut stream);
                let largest = element.iter().map(|x| x.unsigned_abs()).max().unwrap_or(0);
                assert!(largest <= bound, "m = {m}, {distribution}: {largest} > {bound}");
            }
        }
    }
}

#[test]
fn only_errors_are_drawn_in_the_decoding_basis() {
    let index = Index::new(45).unwrap();
    let basis = |distribution| Sampler::new(&index, distribution).unwrap().basis();
    assert_eq!(basis(Distribution::Ternary), SampleBasis::Powerful);
    assert_eq!(basis(Distribution::DiscreteGaussian { sigma: 3.2 }), SampleBasis::Powerful);
    assert_eq!(basis(Distribution::Spherical { sigma: 3.2 }), SampleBasis::Decoding);
}

#[test]
fn refusals_say_what_to_do() {
    let index = Index::new(45).unwrap();
    let refusal = |distribution| Sampler::new(&index, distribution).unwrap_err();
    assert_eq!(
        refusal(Distribution::SparseTernary { weight: 25 }).to_string(),
        "a ternary element of degree 24 has a weight from 1 to 24, not 25"
    );
    assert_eq!(
        refusal(Distribution::BiasedTernary { zeros: 2, of: 1 }),
        SampleError::Probability { zeros: 2, of: 1 }
    );
    assert_eq!(
        refusal(Distribution::CenteredBinomial { eta: 0 }).to_string(),
        "a centred binomial distribution has η from 1 to 32, not 0"
    );
    for sigma in [0.0, -1.0, f64::NAN, f64::INFINITY, 1e300, 2.0_f64.powi(57)] {
        for distribution in
            [Distribution::DiscreteGaussian { sigma }, Distribution::Spherical { sigma }]
        {
            let error = refusal(distribution);
            assert!(matches!(error, SampleError::Sigma { .. }), "{distribution}: {error}");
        }
    }
    assert_eq!(
        refusal(Distribution::DiscreteGaussian { sigma: 0.01 }).to_string(),
        "σ = 0.01 is out of range: give a width from 0.0625 to 7.205759403792794e16"
    );
}

#[test]
fn distributions_have_names() {
    let names = [
        (Distribution::Ternary, "ternary"),
        (Distribution::BoundedTernary, "ternary, embeddings bounded"),
        (Distribution::BiasedTernary { zeros: 1, of: 2 }, "ternary, P(0) = 1/2"),
        (Distribution::SparseTernary { weight: 64 }, "sparse ternary, weight 64"),
        (Distribution::CenteredBinomial { eta: 21 }, "centred binomial, η = 21"),
        (Distribution::DiscreteGaussian { sigma: 3.2 }, "discrete Gaussian, σ = 3.2"),
        (Distribution::Spherical { sigma: 3.2 }, "spherical Gaussian, σ = 3.2"),
    ];
    for (distribution, name) in names {
        assert_eq!(distribution.to_string(), name);
    }
}

#[test]
#[should_panic(expected = "coefficients for index 45")]
fn a_wrong_length_panics() {
    let index = Index::new(45).unwrap();
    let sampler = Sampler::new(&index, Distribution::Ternary).unwrap();
    sampler.sample_into(&mut [0; 45], &mut stream(0));
}
