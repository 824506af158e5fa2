//! From key parameters to parameters of the scheme.

use ringassay_circuit::{Shape, Space, text::KeyParameters};
use ringassay_params::{Choosable, SlotChoice, bgv::Request};
use ringassay_ring::primes::factorise;
use ringassay_scheme::bgv::{Parameters, PlaintextModulus};
use ringassay_sut::kit::Failure;

use super::Options;
use crate::Target;

/// The least security that is estimated.
const LEAST_SECURITY_BITS: f64 = 40.0;

/// What the client chooses for key parameters, before any key is made: the same each time.
#[derive(Debug, Clone)]
pub struct Instance<P = Parameters> {
    /// Of the vectors.
    pub shape: Shape,
    /// Whether circuits are those of single bits with gates of many inputs.
    pub fan_in: bool,
    /// The scheme's parameters, and why.
    pub choice: SlotChoice<P>,
    /// What the server plans for.
    pub target: Target<P>,
}

impl<P: Choosable> Instance<P> {
    /// The instance for these key parameters.
    ///
    /// # Errors
    /// When no parameters serve them.
    pub fn choose(asked: &KeyParameters, options: &Options) -> Result<Self, Failure> {
        let (shape, depth, fan_in) = match *asked {
            KeyParameters::Simd { batch, depth, modulus, .. } => {
                let space = modulus.map_or(Ok(Space::Gf2), Space::zt).map_err(Failure::failed)?;
                (Shape { space, batch }, depth.to_f64(), false)
            }
            KeyParameters::Real { .. } => return Err(Failure::refused(crate::Error::Reals)),
            KeyParameters::FanIn { .. } => {
                (Shape { space: Space::Gf2, batch: 1 }, options.fan_in_depth, true)
            }
        };
        let request = Request {
            plaintext: plaintext_modulus(shape.space)?,
            length: shape.batch as usize,
            depth,
            slack: Request::SLACK,
            security_bits: f64::from(asked.security()).max(LEAST_SECURITY_BITS),
            objective: options.objective,
            most_log2_qp: None,
            rotation_keys: options.rotation_keys,
            index: options.index,
            insist: options.insist,
            costs_of: None,
        };
        let request = match options.for_this_machine {
            true => request.for_this_machine().map_err(Failure::refused)?,
            false => request,
        };
        let choice = P::choose(&request).map_err(Failure::refused)?;
        let target = Target::new(&choice.parameters, request.length, true, &choice.rotations)?;
        let target = target
            .with_encryption(options.encryption)
            .with_constants_bytes(options.constants_bytes);
        Ok(Self { shape, fan_in, choice, target })
    }
}

/// t as the power of a prime.
fn plaintext_modulus(space: Space) -> Result<PlaintextModulus, Failure> {
    let t = space.modulus().unwrap_or(2);
    let modulus = match factorise(t)[..] {
        [(prime, exponent)] => PlaintextModulus { prime, exponent },
        _ => {
            return Err(Failure::refused(format!(
                "the plaintext modulus {t} is no power of a prime: choose one that is"
            )));
        }
    };
    if modulus.value().is_none() {
        return Err(Failure::refused(format!(
            "the plaintext modulus {t} is too large: choose one below 2^{}",
            PlaintextModulus::MAX_BITS
        )));
    }
    Ok(modulus)
}
