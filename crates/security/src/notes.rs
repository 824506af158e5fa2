//! What limits of the models an estimate touches, for whoever reads the figure and not the manual.

use crate::decryption::{Encryption, max_log2_t};
use crate::{Attack, Estimate, Lwe, Problem, STANDARD_ERROR_STD, Secret};

/// Below this deviation, attacks that need errors with few values (Arora and Ge, ICALP 2011; 2014/1018) may
/// be cheaper than those modelled.
const FEW_VALUES_STD: f64 = 1.0;
/// Estimates below it only mean "broken".
const BROKEN_BITS: f64 = 45.0;

/// The limits of docs/security.md that apply to an estimate, one sentence each; none for a dense secret
/// with the errors of the published tables.
#[must_use]
pub fn notes(problem: Problem, lwe: &Lwe, found: &Estimate) -> Vec<String> {
    let mut notes = Vec::new();
    if found.bits < BROKEN_BITS {
        notes.push("below 45 bits the models only say: broken".to_owned());
    }
    if let Secret::SparseTernary { weight } = lwe.secret.as_attacked(lwe.dimension) {
        let seen = if matches!(lwe.secret, Secret::SparseTernary { .. }) {
            String::new()
        } else {
            format!("most coefficients of the secret are 0: judged as sparse, weight {weight}; ")
        };
        notes.push(format!(
            "{seen}published tables do not cover sparse secrets, and rotations of a ring are not \
             modelled: keep a margin"
        ));
    }
    if problem == Problem::Lwe && lwe.error_std < FEW_VALUES_STD {
        notes.push(format!(
            "errors of deviation {} take few values: algebraic attacks, which are not modelled, may be \
             cheaper",
            lwe.error_std
        ));
    } else if problem == Problem::Lwe && lwe.error_std < STANDARD_ERROR_STD {
        notes.push(format!(
            "errors are narrower than the {STANDARD_ERROR_STD} of the published tables"
        ));
    }
    let leaves_none = |encryption| max_log2_t(lwe, encryption) < 1.0;
    if problem == Problem::Lwe && leaves_none(Encryption::Secret) {
        notes.push(
            "these errors leave no plaintext modulus that decrypts: not usable for homomorphic encryption"
                .to_owned(),
        );
    } else if problem == Problem::Lwe && leaves_none(Encryption::Public) {
        notes.push(
            "these errors leave no plaintext modulus with which a public-key encryption in a ring decrypts for \
             certain; samples with one error, as in FHEW and TFHE, do"
                .to_owned(),
        );
    }
    let others = found.attacks.iter().filter(|attack| attack.attack != Attack::DualHybrid);
    let without = others.map(|attack| attack.bits).fold(f64::INFINITY, f64::min);
    let transformed = found.of(found.attack).is_some_and(|best| best.fourier > 0);
    if transformed && without > found.bits + 1.0 {
        notes.push(
            "the dual hybrid attack with a Fourier transform rests on heuristics that are disputed \
             (2023/302); without it the others decide"
                .to_owned(),
        );
    }
    notes
}
