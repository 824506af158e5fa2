//! What belongs to one prime of the modulus.

use ringassay_kernels::fork::OnceLock;
use ringassay_kernels::{HeapBytes, Table, Zq, axis::PrimeAxis};

use crate::{RingError, crt::CrtPlan, index::Index, primes::root_of_unity};

/// One prime of the modulus with its transforms and tables.
pub(crate) struct Limb {
    zq: Zq,
    /// A primitive m-th root of unity.
    root: u64,
    crt: CrtPlan,
    /// The axes of the odd primes, for L and g.
    axes: Vec<PrimeAxis>,
    g_crt: OnceLock<GTables>,
}

/// g in the CRT basis and its inverse, a multiplier for each word of a limb.
pub(crate) struct GTables {
    pub(crate) g: Table,
    pub(crate) inverse: Table,
}

impl Limb {
    /// The plans modulo a prime; `order` is the order of the CRT positions, or the limb's own.
    pub(crate) fn new(index: &Index, zq: Zq, order: Option<&[u32]>) -> Result<Self, RingError> {
        let root = root_of_unity(zq.q(), index.m())?;
        let crt = CrtPlan::new(index, &zq, root, order)?;
        let axes = index
            .axes()
            .filter(|axis| axis.factor.prime != 2)
            .map(|axis| {
                let inner = axis.factor.inner() * axis.inner;
                PrimeAxis::new(zq, axis.factor.prime, axis.outer, inner)
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { zq, root, crt, axes, g_crt: OnceLock::new() })
    }

    pub(crate) fn zq(&self) -> &Zq {
        &self.zq
    }

    /// Bytes of the tables, of those that are made when they are needed if they were.
    pub(crate) fn table_bytes(&self) -> usize {
        let g = self.g_crt.get();
        self.crt.heap_bytes() + g.map_or(0, |g| g.g.heap_bytes() + g.inverse.heap_bytes())
    }

    pub(crate) fn root(&self) -> u64 {
        self.root
    }

    pub(crate) fn crt(&self) -> &CrtPlan {
        &self.crt
    }

    pub(crate) fn axes(&self) -> &[PrimeAxis] {
        &self.axes
    }

    /// g = ∏ (1 - ζ_p) at ζ_m ↦ ω^u for each of the exponents u, and its inverse; filled up with
    /// zeros to `stride` words. Made when first needed.
    pub(crate) fn g_crt(&self, index: &Index, exponents: &[u32], stride: usize) -> &GTables {
        self.g_crt.get_or_init(|| {
            let modulus = self.zq.modulus();
            let mut powers = Vec::with_capacity(index.m() as usize);
            let mut power = 1 % modulus.value();
            for _ in 0..index.m() {
                powers.push(power);
                power = modulus.mul(power, self.root);
            }
            let value = |u: u32| {
                index.odd_primes().fold(1 % modulus.value(), |g, p| {
                    let exponent = u64::from(u) * (index.m() / u64::from(p)) % index.m();
                    modulus.mul(g, modulus.sub(1, powers[exponent as usize]))
                })
            };
            let mut values: Vec<u64> = exponents.iter().map(|&u| value(u)).collect();
            let mut inverses = inverses(modulus, &values);
            values.resize(stride, 0);
            inverses.resize(stride, 0);
            GTables { g: Table::new(&self.zq, values), inverse: Table::new(&self.zq, inverses) }
        })
    }
}

/// The inverses of units modulo a prime, with one inversion (Montgomery's trick).
///
/// 1 - ω_p^u is a unit: ω_p^u is not 1, as the prime q ≡ 1 mod m does not divide m.
fn inverses(modulus: &ringassay_kernels::Modulus, units: &[u64]) -> Vec<u64> {
    let mut prefixes = Vec::with_capacity(units.len());
    let mut product = 1 % modulus.value();
    for &unit in units {
        prefixes.push(product);
        product = modulus.mul(product, unit);
    }
    let mut inverse = modulus.pow(product, modulus.value() - 2);
    for (prefix, &unit) in prefixes.iter_mut().zip(units).rev() {
        *prefix = modulus.mul(*prefix, inverse);
        inverse = modulus.mul(inverse, unit);
    }
    prefixes
}
