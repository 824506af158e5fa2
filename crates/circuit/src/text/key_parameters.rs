//! What the client is told before it generates keys.

use std::fmt;

use crate::limits;
use crate::model::Decimal;
use crate::text::error::FormatError;
use crate::text::fields::Fields;
use crate::text::lines::Lines;

/// The parameters of a key. Its `Display` is the canonical text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyParameters {
    /// For SIMD circuits: `L=5,D=4.0,K=80`, and `T` for zt.
    Simd {
        /// Number of slots ℓ, `1..=2^17`.
        batch: u32,
        /// Depth of the deepest circuit to come; for circuits of one gate type, its levels.
        depth: Decimal,
        /// Security level λ in bits.
        security: u32,
        /// Plaintext modulus t of zt, `None` for gf2.
        modulus: Option<u64>,
    },
    /// For fan-in circuits: `80`.
    FanIn {
        /// Security level λ in bits.
        security: u32,
    },
}

impl KeyParameters {
    /// Security level λ in bits.
    pub fn security(&self) -> u32 {
        match *self {
            Self::Simd { security, .. } | Self::FanIn { security } => security,
        }
    }
}

/// Reads key parameters of either dialect.
///
/// # Errors
/// The first place where the text is not in the format of `docs/formats.md`.
pub fn read_key_parameters(text: &[u8]) -> Result<KeyParameters, FormatError> {
    let what = "key parameters (L=, D=, K= or a security level)";
    let mut lines = Lines::new(text, "key parameters", limits::SCRIPT_BYTES)?;
    let mut line = lines.first(limits::SCRIPT_BYTES, what)?;
    let security = "a security level";
    let range = 0..=u64::from(u32::MAX);
    line.blanks();
    let parameters = match line.peek() {
        Some(b'0'..=b'9') => {
            let security = line.number(security, range)? as u32;
            line.end()?;
            KeyParameters::FanIn { security }
        }
        Some(b'L' | b'D' | b'K' | b'T') => {
            let fields = Fields::read(line, b"LDKT")?;
            let shape = fields.shape()?;
            KeyParameters::Simd {
                batch: shape.batch,
                depth: fields.decimal(b'D')?,
                security: fields.number(b'K', security, range)? as u32,
                modulus: shape.space.modulus(),
            }
        }
        _ => return Err(line.error(what)),
    };
    lines.finish()?;
    Ok(parameters)
}

impl fmt::Display for KeyParameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Simd { batch, depth, security, modulus } => {
                write!(f, "L={batch},D={depth},K={security}")?;
                modulus.map_or(Ok(()), |modulus| write!(f, ",T={modulus}"))
            }
            Self::FanIn { security } => write!(f, "{security}"),
        }
    }
}
