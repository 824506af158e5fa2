//! What is drawn.

use ringassay_ring::{
    index::Index,
    sample::{Distribution, Label, Sampler, Seed},
};

use super::{Failure, Watch};

const DISTRIBUTIONS: [Distribution; 8] = [
    Distribution::Ternary,
    Distribution::BoundedTernary,
    Distribution::BiasedTernary { zeros: 1, of: 2 },
    Distribution::SparseTernary { weight: 40 },
    Distribution::CenteredBinomial { eta: 21 },
    Distribution::DiscreteGaussian { sigma: 3.2 },
    Distribution::DiscreteGaussian { sigma: 1e6 },
    Distribution::Spherical { sigma: 3.2 },
];

pub(super) fn check(watch: &mut Watch) -> Result<(), Failure> {
    let index = Index::new(341)?;
    let seed = Seed::from_os()?;
    let mut out = vec![0; index.degree()];
    for (number, distribution) in (0..).zip(DISTRIBUTIONS) {
        let sampler = Sampler::new(&index, distribution)?;
        // Tables that are made when first used.
        sampler.sample_into(&mut out, &mut Seed::from_bytes([0; 32]).stream(LABEL, 0));
        watch.check(format!("sample: {distribution}"), || {
            sampler.sample_into(&mut out, &mut seed.stream(LABEL, number));
            Ok(())
        })?;
    }
    Ok(())
}

const LABEL: Label = Label::new("watched");
