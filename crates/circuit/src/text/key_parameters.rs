//! What the client is told before it generates keys.

use std::fmt;

use crate::limits;
use crate::model::Decimal;
use crate::text::error::FormatError;
use crate::text::fields::Fields;
use crate::text::lines::Lines;
use crate::text::real::push_real;

/// The parameters of a key. Its `Display` is the canonical text.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    /// For circuits over reals, `L=5,D=4.0,K=80,R=1,P=20,M=3.5,G=2.5`, and over complex numbers, `C` in place
    /// of `R`.
    Real {
        /// Whether numbers are complex.
        is_complex: bool,
        /// Number of slots ℓ, `1..=2^17`.
        batch: u32,
        /// Products one after another that values go through, those with constants included.
        depth: Decimal,
        /// Security level λ in bits.
        security: u32,
        /// R or C: largest absolute value of an input.
        bound: f64,
        /// P: bits that an answer's error has to stay below the answer's magnitude.
        precision: Decimal,
        /// M: largest absolute value of anything that is computed.
        magnitude: f64,
        /// G: bits by which errors grow in the worst case, relative to an answer's magnitude.
        gain: Decimal,
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
            Self::Simd { security, .. }
            | Self::Real { security, .. }
            | Self::FanIn { security } => security,
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
        Some(b'L' | b'D' | b'K' | b'T' | b'R' | b'C' | b'P' | b'M' | b'G') => {
            let fields = Fields::read(line, b"LDKTRCPMG")?;
            let shape = fields.shape()?;
            if let Some(bound) = shape.space.bound() {
                let parameters = KeyParameters::Real {
                    is_complex: shape.space.is_complex(),
                    batch: shape.batch,
                    depth: fields.decimal(b'D')?,
                    security: fields.number(b'K', security, range)? as u32,
                    bound,
                    precision: fields.decimal(b'P')?,
                    magnitude: fields.real(b'M', "a magnitude", bound, f64::MAX)?,
                    gain: fields.decimal(b'G')?,
                };
                lines.finish()?;
                return Ok(parameters);
            }
            fields.only(b"LDKT", "key parameters without R= or C=")?;
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
            Self::Real {
                is_complex,
                batch,
                depth,
                security,
                bound,
                precision,
                magnitude,
                gain,
            } => {
                let name = if *is_complex { 'C' } else { 'R' };
                let real = |value: f64| {
                    let mut text = Vec::new();
                    push_real(value, &mut text);
                    String::from_utf8_lossy(&text).into_owned()
                };
                let (bound, magnitude) = (real(*bound), real(*magnitude));
                write!(
                    f,
                    "L={batch},D={depth},K={security},{name}={bound},P={precision},M={magnitude}"
                )?;
                write!(f, ",G={gain}")
            }
            Self::FanIn { security } => write!(f, "{security}"),
        }
    }
}
