//! Parameters by the rule for libraries with BFV (`docs/programs.md`; `python/ringassay/sut/slots/bfv.py`),
//! with the bounds of fhe.rs.
//!
//! Its key switching has no special prime of its own. Ciphertexts live one level below the highest and keys
//! at the highest, so that the last prime takes that part: what fhe.rs calls leveled keys.

use std::sync::Arc;

use fhe::bfv::{BfvParameters, BfvParametersBuilder};
use ringassay_circuit::text::KeyParameters;
use ringassay_security::moduli::{LEVELS, SECURE_MODULI};
use ringassay_slots::target::{Growth, Noise};
use ringassay_sut::kit::{Failure, Remarks};

/// Carries bits; prime, and 1 modulo twice every dimension here.
const GF2_MODULUS: u64 = 65537;
/// Depth of fan-in circuits, whose key parameters name none.
const FAN_IN_DEPTH: f64 = 8.0;

/// Its ring dimensions; the largest that it has parameters for itself is 16384.
pub const DIMENSIONS: [usize; 4] = [4096, 8192, 16384, 32768];
/// Largest size of a prime.
const MAX_PRIME_BITS: usize = 60;
/// Largest size of t: products of residues by t stay within its arithmetic.
pub const MAX_MODULUS_BITS: u32 = 50;
/// Variance of errors and of the secret, both centred binomial.
const VARIANCE: usize = 10;
/// Bits of noise of a fresh encryption: u·e + e1 + s·e2 of n terms of variance 100 each.
const FRESH_BITS: f64 = 15.5;
const MARGIN_BITS: f64 = 2.0;
/// Level of ciphertexts: the highest prime is left to keys.
pub const LEVEL: usize = 1;

/// What was chosen.
pub struct Chosen {
    /// In the library's form.
    pub parameters: Arc<BfvParameters>,
    /// Vectors' entries.
    pub batch: u32,
    /// Slots that rotate together.
    pub row: u32,
    /// Of the circuits to come.
    pub depth: f64,
}

impl Chosen {
    /// The smallest that serve.
    pub fn of(asked: &KeyParameters) -> Result<Self, Failure> {
        let (batch, depth, modulus) = match *asked {
            KeyParameters::Simd { batch, depth, modulus, .. } => (batch, depth.to_f64(), modulus),
            KeyParameters::FanIn { .. } => (1, FAN_IN_DEPTH, None),
            KeyParameters::Real { .. } => return Err(Failure::refused("BFV has no reals")),
        };
        let wanted = asked.security();
        let column = LEVELS.iter().position(|&level| level >= wanted).ok_or_else(|| {
            Failure::refused(format!(
                "security of {wanted} bits: at most {}",
                LEVELS[LEVELS.len() - 1]
            ))
        })?;
        let t = modulus.unwrap_or(GF2_MODULUS);
        if t >> MAX_MODULUS_BITS != 0 {
            return Err(Failure::refused(format!("T = {t}: at most {MAX_MODULUS_BITS} bits")));
        }
        let largest = DIMENSIONS[DIMENSIONS.len() - 1];
        let usable = DIMENSIONS.into_iter().filter(|n| n / 2 >= batch as usize);
        let fitting: Vec<usize> = usable.filter(|&n| t % (2 * n as u64) == 1).collect();
        if batch as usize > largest / 2 {
            return Err(Failure::refused(format!("batch {batch}: at most {} slots", largest / 2)));
        }
        if fitting.is_empty() {
            return Err(Failure::refused(format!(
                "T = {t}: batching needs a prime that is 1 mod 2n with n/2 at least {batch}, such as \
                 {GF2_MODULUS}"
            )));
        }
        for n in fitting {
            let most = SECURE_MODULI.iter().find(|row| row.0 == n).map_or(0, |row| row.1[column]);
            let Some(sizes) = sizes(n, t, depth, most as usize) else { continue };
            let parameters = BfvParametersBuilder::new()
                .set_degree(n)
                .set_plaintext_modulus(t)
                .set_moduli_sizes(&sizes)
                .set_variance(VARIANCE)
                .build_arc()
                .map_err(|error| Failure::refused(format!("fhe.rs does not take them: {error}")))?;
            return Ok(Self { parameters, batch, row: n as u32 / 2, depth });
        }
        Err(Failure::refused(format!(
            "depth {depth} at {wanted}-bit security takes more than n = {largest} has: ask for less"
        )))
    }

    fn log2_n_t(&self) -> (f64, f64) {
        ((self.parameters.degree() as f64).log2(), (self.parameters.plaintext() as f64).log2())
    }

    fn prime_bits(&self) -> Vec<f64> {
        self.parameters.moduli().iter().map(|&prime| (prime as f64).log2()).collect()
    }

    /// Bits of noise, relative to q/t; average case.
    pub fn noise(&self) -> Noise {
        let (log2_n, log2_t) = self.log2_n_t();
        let bits = self.prime_bits();
        let log2_q: f64 = bits[..bits.len() - LEVEL].iter().sum();
        Noise {
            capacity: vec![log2_q - log2_t - MARGIN_BITS],
            floor: None,
            fresh: FRESH_BITS,
            key_switch: log2_n + 3.0,
            // A secret of variance 10, where others have 2/3.
            multiply: Growth::Sum(log2_t + log2_n + 0.5),
            add_plain: None,
            // Its plaintexts have coefficients in 0..t, whose mean of t/2 counts n times.
            multiply_plain: log2_t + log2_n - 1.0,
            periodic_plain: false,
        }
    }

    /// States them for the report.
    pub fn describe(&self, remarks: &mut Remarks, rotations: usize) {
        let bits = self.prime_bits();
        let round = |bits: f64| (bits * 100.0).round() / 100.0;
        let (q, p) = bits.split_at(bits.len() - LEVEL);
        let log2_qp: f64 = bits.iter().sum();
        let n = self.parameters.degree();
        let reached = SECURE_MODULI.iter().find(|row| row.0 == n).map_or(0, |row| {
            let columns = LEVELS.iter().zip(row.1);
            columns
                .filter(|&(_, most)| log2_qp <= f64::from(most))
                .map(|it| *it.0)
                .max()
                .unwrap_or(0)
        });
        remarks.parameter("scheme", "BFV");
        remarks.parameter("n", n);
        remarks.parameter("m", 2 * n);
        remarks.parameter("t", self.parameters.plaintext());
        remarks.parameter("log2_q", round(q.iter().sum()));
        remarks.parameter("log2_qp", round(log2_qp));
        remarks.parameter("q_bits", q.iter().map(|&size| round(size)).collect::<Vec<_>>());
        remarks.parameter("p_bits", p.iter().map(|&size| round(size)).collect::<Vec<_>>());
        remarks.parameter("secret", "centred binomial, sigma 3.162");
        remarks.parameter("error", "centred binomial, sigma 3.162");
        remarks.parameter("security_bits", reached);
        remarks.parameter(
            "security_method",
            "table of ringassay's estimator for a ternary secret, which is easier than this one",
        );
        remarks.parameter("security_checked_by_library", "no: it has no check");
        remarks.parameter("rotation_keys", rotations);
        remarks.parameter("encryption", "public key");
    }
}

/// As few equal primes as hold q, and one for keys; `None` if beyond the bound.
fn sizes(n: usize, t: u64, depth: f64, most: usize) -> Option<Vec<usize>> {
    let (log2_n, log2_t) = ((n as f64).log2(), (t as f64).log2());
    let need = (1.0 + 1.15 * depth) * (log2_t + log2_n) + FRESH_BITS + MARGIN_BITS + log2_t;
    let least = (need / MAX_PRIME_BITS as f64).ceil().max(1.0) as usize;
    (least..64)
        .map(|count| (count, (need / count as f64).ceil() as usize))
        .take_while(|&(_, bits)| bits >= 30)
        .find(|&(count, bits)| bits * (count + 1) <= most)
        .map(|(count, bits)| vec![bits; count + 1])
}
