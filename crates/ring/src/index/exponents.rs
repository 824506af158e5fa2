//! Exponents modulo m as tuples of exponents modulo the prime powers, in both of the ways in which
//! the tensor needs them.

use super::Index;
use crate::arith::{inverse_mod, mul_mod};

impl Index {
    /// The number u modulo m with u ≡ residues_i modulo each prime power m_i (Chinese remainder
    /// theorem): ζ_m ↦ ω^u means ζ_{m_i} ↦ ω_i^{residues_i}, where ω_i = ω^{m/m_i}.
    ///
    /// # Panics
    ///
    /// If there is not one residue for each axis.
    pub fn combine(&self, residues: &[u32]) -> u32 {
        assert_eq!(residues.len(), self.factors.len(), "one residue for each axis");
        let m = self.m();
        let sum: u64 = self
            .crt_units()
            .zip(residues)
            .map(|(unit, &residue)| mul_mod(unit, u64::from(residue), m))
            .sum();
        (sum % m) as u32
    }

    /// `a` modulo each prime power, in the order of the axes; inverse of [`Index::combine`].
    pub fn residues(&self, a: u64) -> Vec<u32> {
        self.factors.iter().map(|factor| (a % factor.value()) as u32).collect()
    }

    /// The exponents k_i modulo m_i with ζ_m^k = ∏ ζ_{m_i}^{k_i}: what multiplication by ζ_m^k does
    /// on each axis of the powerful basis. (Not the residues of k: k ≡ Σ k_i·m/m_i modulo m.)
    pub fn split_power(&self, k: u64) -> Vec<u32> {
        self.factors
            .iter()
            .map(|factor| {
                let m_i = factor.value();
                // m/m_i is coprime to m_i, so that there is an inverse.
                let cofactor = inverse_mod(self.m() / m_i, m_i).unwrap_or_default();
                mul_mod(k, cofactor, m_i) as u32
            })
            .collect()
    }

    /// For every position (j_1, …, j_k) the exponent e modulo m with ∏ ζ_{m_i}^{j_i} = ζ_m^e: the
    /// powerful basis as powers of ζ_m. In the conjugate-invariant ring the basis has ζ_m^e + ζ_m^-e
    /// in the place of ζ_m^e, but for e = 0.
    pub fn powerful_exponents(&self) -> Vec<u32> {
        let steps = self.axes().map(|axis| {
            let step = self.m() / axis.factor.value();
            (0..axis.len as u64).map(move |j| j * step).collect()
        });
        self.sums(steps)
    }

    /// For every position of the CRT basis the unit u of Z/m at whose power ω^u the value is taken,
    /// given for each axis the exponents in the order in which its transform puts them out.
    ///
    /// # Panics
    ///
    /// If there is not one list for each axis, of its length φ(p^e).
    pub fn crt_exponents(&self, axes: &[&[u32]]) -> Vec<u32> {
        assert_eq!(axes.len(), self.factors.len(), "one list of exponents for each axis");
        let steps = self.crt_units().zip(self.axes()).zip(axes).map(|((unit, axis), exponents)| {
            assert_eq!(exponents.len(), axis.len, "one exponent for each position of the axis");
            exponents.iter().map(|&a| mul_mod(unit, u64::from(a), self.m())).collect()
        });
        self.sums(steps)
    }

    /// For each axis the number that is 1 modulo its prime power and 0 modulo the others.
    fn crt_units(&self) -> impl Iterator<Item = u64> + '_ {
        self.factors.iter().map(|factor| {
            let m_i = factor.value();
            let cofactor = self.m() / m_i;
            cofactor * inverse_mod(cofactor, m_i).unwrap_or_default()
        })
    }

    /// The tensor of all sums modulo m of one summand from each axis.
    fn sums(&self, axes: impl Iterator<Item = Vec<u64>>) -> Vec<u32> {
        axes.fold(vec![0u32], |prefix, summands| {
            let mut sums = Vec::with_capacity(prefix.len() * summands.len());
            for &left in &prefix {
                // Both are below m, so that the remainder is below 2^20.
                sums.extend(summands.iter().map(|s| ((u64::from(left) + s) % self.m()) as u32));
            }
            sums
        })
    }
}
