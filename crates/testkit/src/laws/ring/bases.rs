//! The decoding basis, and conversions along every way.

use super::super::verdict::{Verdict, equal};
use super::interface::{Basis, Ring};
use super::models::{Models, degree, largest, random};
use crate::inputs::Stream;
use crate::reference::Coefficients;

/// So many decoding coefficients are compared with their definition by traces.
const DUALITY_SAMPLES: u64 = 3;
/// Up to this degree, the d_j are sums of up to p-1 powers for each axis; above, g·d_j is used.
const DEFINITION_DEGREE: usize = 2048;
/// Up to this degree: a trace is a sum of n conjugates of n terms each.
const DUALITY_DEGREE: usize = 2048;

pub(super) fn suite(ring: &impl Ring, models: &Models, stream: &mut Stream) -> Verdict {
    let subject = ring.subject();
    for x in [random(ring, stream), largest(ring)] {
        let powerful = ring.convert(&x, Basis::Decoding, Basis::Powerful);
        let found = models.map(&powerful, |model, x| model.from_powerful(x));
        let (found, expected) = if degree(ring) <= DEFINITION_DEGREE {
            (found, models.map(&x, |model, x| model.from_decoding(x)))
        } else {
            let expected = models.map(&x, |model, x| model.from_decoding_times_g(x));
            (models.map(&found, |model, x| model.mul_g(x)), expected)
        };
        equal("l: decoding coefficients belong to the d_j", &subject, &found, &expected)?;
        let back = ring.convert(&powerful, Basis::Powerful, Basis::Decoding);
        equal("l_inverse undoes l", &subject, &back, &x)?;
        let decoding = ring.convert(&x, Basis::Powerful, Basis::Decoding);
        let back = ring.convert(&decoding, Basis::Decoding, Basis::Powerful);
        equal("l undoes l_inverse", &subject, &back, &x)?;
        for from in Basis::ALL {
            for (middle, to) in Basis::ALL.into_iter().flat_map(|b| Basis::ALL.map(|c| (b, c))) {
                let straight = ring.convert(&x, from, to);
                let around = ring.convert(&ring.convert(&x, from, middle), middle, to);
                let subject = format!("{subject}, {from:?} → {middle:?} → {to:?}");
                equal("conversions agree along every way", &subject, &around, &straight)?;
            }
        }
    }
    if degree(ring) <= DUALITY_DEGREE { duality(ring, models, stream) } else { Ok(()) }
}

/// m̂·c_k = Tr(g·x·conj(p_k)): the definition of the decoding basis by duality.
fn duality(ring: &impl Ring, models: &Models, stream: &mut Stream) -> Verdict {
    let powerful = random(ring, stream);
    let decoding = ring.convert(&powerful, Basis::Powerful, Basis::Decoding);
    for (limb, x) in powerful.iter().enumerate() {
        let model = models.limb(limb);
        let g_x = model.mul_g(&model.from_powerful(x));
        let m_hat = model.coefficients().integer(model.m_hat() as i64);
        for _ in 0..DUALITY_SAMPLES {
            let k = stream.below(degree(ring) as u64) as usize;
            let found = model.coefficients().mul(&m_hat, &decoding[limb][k]);
            let expected = [model.decoding_coefficient(&g_x, k)];
            equal("decoding coefficients are traces", &ring.subject(), &[found], &expected)?;
        }
    }
    Ok(())
}
