use std::fmt;

use crate::attempt::of_instance;
use crate::{
    Attack, CostModel, Error, Estimate, Lwe, ntru_is_overstretched, ntru_overstretched_log2_q,
};

/// What the secrecy of a scheme's keys rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Problem {
    /// (Ring) learning with errors: the key hides behind errors.
    Lwe,
    /// NTRU: the key is a quotient g/f of elements as narrow as the secret.
    Ntru,
}

/// What is known of attacks on parameters.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AttackStatus {
    /// The cheapest attack modelled, and its cost.
    Estimated(Estimate),
    /// NTRU with a modulus so large that the key's dense sublattice gives it away: broken far below
    /// whatever an estimate of learning with errors says (2021/999).
    Overstretched {
        /// The modulus.
        log2_q: f64,
        /// The modulus from which that is so.
        from_log2_q: f64,
    },
    /// Outside what the models were made for; nothing can be said, nothing should be trusted.
    NotEstimated(Error),
}

/// What is known of attacks on a scheme that rests on `problem`, with the ring's dimension, the
/// modulus, secret and error of `lwe`. NTRU keys below the overstretched range are taken as one
/// sample of learning with errors whose error is as narrow as the secret.
#[must_use]
pub fn attack_status(problem: Problem, lwe: &Lwe, model: CostModel) -> AttackStatus {
    let instance = match problem {
        Problem::Lwe => {
            if let Err(error) = lwe.validate_error() {
                return AttackStatus::NotEstimated(error);
            }
            *lwe
        }
        Problem::Ntru if ntru_is_overstretched(lwe.dimension, lwe.log2_q) => {
            return AttackStatus::Overstretched {
                log2_q: lwe.log2_q,
                from_log2_q: ntru_overstretched_log2_q(lwe.dimension),
            };
        }
        Problem::Ntru => {
            let narrow = lwe.secret.std(lwe.dimension);
            Lwe { error_std: narrow.min(lwe.error_std), samples: Some(lwe.dimension), ..*lwe }
        }
    };
    match of_instance(&instance, model, &Attack::ALL) {
        Ok(estimate) => AttackStatus::Estimated(estimate),
        Err(error) => AttackStatus::NotEstimated(error),
    }
}

impl AttackStatus {
    /// Bits of security, where there is an estimate.
    #[must_use]
    pub fn bits(&self) -> Option<f64> {
        match self {
            Self::Estimated(estimate) => Some(estimate.bits),
            _ => None,
        }
    }

    /// Whether parameters may be recommended to someone who asked for so many bits. Never where
    /// there is no estimate.
    #[must_use]
    pub fn reaches(&self, bits: f64) -> bool {
        self.bits().is_some_and(|found| found >= bits)
    }
}

impl fmt::Display for AttackStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Estimated(estimate) if estimate.bits < 45.0 => {
                write!(f, "broken: {estimate}")
            }
            Self::Estimated(estimate) => write!(f, "{estimate}"),
            Self::Overstretched { log2_q, from_log2_q } => write!(
                f,
                "overstretched NTRU: log2 q = {log2_q:.1} is above {from_log2_q:.1}, from where the \
                 key can be recovered far below any estimate (2021/999); fit to study costs, not to \
                 protect data"
            ),
            Self::NotEstimated(error) => write!(f, "not estimated: {error}"),
        }
    }
}
