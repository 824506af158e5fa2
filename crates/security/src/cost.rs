use crate::math::log2_add;
use std::f64::consts::{E, PI};
use std::fmt;

/// What lattice reduction costs.
///
/// The models differ by tens of bits: an estimate is worth something only together with the name
/// of its model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CostModel {
    /// Bit operations of progressive BKZ with list-decoding sieves, 2^(0.29613 β' + 20.388) for a
    /// sieve in β' = β less Ducas's dimensions for free, as fitted for the MATZOV report (2022,
    /// zenodo 6412487) to the data of 2019/1161. The model of the tables of 2024/463.
    #[default]
    Matzov,
    /// One sieve of 2^(0.292 β) (2015/1092, section 6): a lower bound on purpose.
    CoreSvp,
    /// As `CoreSvp` for a quantum sieve, 2^(0.265 β): an attacker with a large quantum computer
    /// and quantum memory.
    CoreSvpQuantum,
    /// 8 d sieves of 2^(0.292 β + 16.4) operations (2015/1128): the model of the Homomorphic
    /// Encryption Standard of 2018.
    Sieve2018,
}

/// Slope and offset of a sieve in bit operations ("list_decoding-classical" after MATZOV's fix).
const MATZOV_SIEVE: (f64, f64) = (0.296_135_003_082_053_65, 20.387_885_985_467_914);
/// log2 of 1 / (1 - 2^-0.292): all smaller sieves of a progressive one, and all smaller blocks of a
/// progressive BKZ.
const LOG2_PROGRESSIVE: f64 = 2.448_264_417_947_452;
/// A sieve in dimension β leaves 2^(0.2075 β) vectors, √(4/3) longer than the shortest.
const LOG2_SIEVE_VECTORS: f64 = 0.2075;

impl CostModel {
    /// All cost models.
    pub const ALL: [Self; 4] = [Self::Matzov, Self::CoreSvp, Self::CoreSvpQuantum, Self::Sieve2018];

    /// How programs are told of the model: one word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Matzov => "matzov",
            Self::CoreSvp => "core-svp",
            Self::CoreSvpQuantum => "core-svp-quantum",
            Self::Sieve2018 => "sieve-2018",
        }
    }

    /// log2 of the cost of BKZ with blocks of `beta` in dimension `dimension`, the LLL before it
    /// (d³) included where the model counts more than one sieve.
    pub(crate) fn reduction(self, beta: f64, dimension: f64) -> f64 {
        let lll = 3.0 * dimension.log2();
        match self {
            Self::Matzov => {
                let blocks = (dimension - beta).max(1.0).log2() + LOG2_PROGRESSIVE;
                log2_add(lll, blocks + matzov_sieve(after_free_dimensions(beta)))
            }
            Self::Sieve2018 => log2_add(lll, 0.292 * beta + 16.4 + (8.0 * dimension).log2()),
            Self::CoreSvp => 0.292 * beta,
            Self::CoreSvpQuantum => 0.265 * beta,
        }
    }

    /// log2 of the cost of one shortest vector in dimension `eta`.
    pub(crate) fn shortest_vector(self, eta: f64) -> f64 {
        match self {
            Self::Matzov => LOG2_PROGRESSIVE + matzov_sieve(after_free_dimensions(eta)),
            Self::Sieve2018 => 0.292 * eta + 16.4,
            Self::CoreSvp => 0.292 * eta,
            Self::CoreSvpQuantum => 0.265 * eta,
        }
    }

    /// The range of sieve dimensions in which short vectors of a reduced basis may be collected.
    ///
    /// Where sieves are counted singly the last one of BKZ gives the vectors for nothing. With
    /// MATZOV's model one more sieve runs, which is no dearer than BKZ itself (Guo and Johansson, Asiacrypt 2021).
    pub(crate) fn sampling_sieves(self, beta: f64, dimension: f64) -> (f64, f64) {
        match self {
            Self::Matzov => {
                let blocks = (dimension - beta).max(1.0).log2() + LOG2_PROGRESSIVE;
                let sieve = after_free_dimensions(beta);
                (sieve.min(dimension), (sieve + blocks / MATZOV_SIEVE.0).min(dimension))
            }
            _ => (beta, beta),
        }
    }

    /// log2 of the cost of 2^`log2_vectors` short vectors: BKZ-`beta`, and a sieve in dimension
    /// `sieve` (from `sampling_sieves`), again on other bases while there are too few.
    pub(crate) fn short_vectors(
        self,
        beta: f64,
        dimension: f64,
        sieve: f64,
        log2_vectors: f64,
    ) -> f64 {
        let once = match self {
            Self::Matzov => log2_add(self.reduction(beta, dimension), matzov_sieve(sieve)),
            _ => self.reduction(beta, dimension),
        };
        once + (log2_vectors - Self::log2_vectors(sieve)).max(0.0)
    }

    /// log2 of the number of vectors that one sieve gives.
    pub(crate) fn log2_vectors(sieve: f64) -> f64 {
        LOG2_SIEVE_VECTORS * sieve
    }

    /// The sieve dimension that gives 2^`log2_vectors` vectors.
    pub(crate) fn sieve_for(log2_vectors: f64) -> f64 {
        log2_vectors / LOG2_SIEVE_VECTORS
    }
}

/// log2 of the cost of a progressive sieve.
fn matzov_sieve(dimension: f64) -> f64 {
    LOG2_PROGRESSIVE + MATZOV_SIEVE.0 * dimension + MATZOV_SIEVE.1
}

/// β less Ducas's dimensions for free, β ln(4/3) / ln(β / 2πe) (2017/999); β >= 40.
fn after_free_dimensions(beta: f64) -> f64 {
    beta - (beta * (4.0f64 / 3.0).ln() / (beta / (2.0 * PI * E)).ln()).max(0.0)
}

impl fmt::Display for CostModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Matzov => "MATZOV",
            Self::CoreSvp => "core-SVP, classical",
            Self::CoreSvpQuantum => "core-SVP, quantum",
            Self::Sieve2018 => "sieve of 2018",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progressive_overhead() {
        let exact = (1.0 / (1.0 - (-0.292f64).exp2())).log2();
        assert!((LOG2_PROGRESSIVE - exact).abs() < 1e-6, "{exact}");
    }

    #[test]
    fn reductions_cost_what_the_public_estimator_says() {
        // Its documentation: β = 531, d = 127471 costs 2^186.3; 0.292 · 500 = 146.0, 132.5;
        // β = 500, d = 1024 costs 2^175.4.
        assert!((CostModel::Matzov.reduction(531.0, 127_471.0) - 186.3).abs() < 0.05);
        assert_eq!(CostModel::CoreSvp.reduction(500.0, 1024.0), 146.0);
        assert_eq!(CostModel::CoreSvpQuantum.reduction(500.0, 1024.0), 132.5);
        assert!((CostModel::Sieve2018.reduction(500.0, 1024.0) - 175.4).abs() < 0.05);
        // η = 555: 2^176.1 for one shortest vector, in dimension η + 1.
        assert!((CostModel::Matzov.shortest_vector(556.0) - 176.1).abs() < 0.3);
        assert!((500.0 - after_free_dimensions(500.0) - 42.597).abs() < 1e-3);
    }
}
