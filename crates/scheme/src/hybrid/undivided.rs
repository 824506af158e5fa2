//! Sums of automorphisms that are divided by P only once.
//!
//! **Idea** (double hoisting, 2020/1203 §4). A key switch computes P times its result, modulo Q·P, and divides by P.
//! Products with plaintexts and sums may come before that division: of a linear transform's baby steps only the sum
//! for each giant step is divided, and of the giant steps' results only their sum.
//!
//! **Cost.** With l primes of Q, k of P and d digits, for any number of sums over one ciphertext: transforms of l limbs
//! back and of d·(l + k) - l forth; for each automorphism added to a sum, two divisions of one component and another
//! decomposition; at the end two divisions.

use std::collections::BTreeSet;

use ringassay_ring::Crt;

use super::{Ciphertext, Context, EvaluationKeys, PackedScheme, Role};
use crate::{Error, Fused, Ring};

/// Plaintexts prepared modulo Q·P of a level, to multiply automorphisms of ciphertexts there.
#[derive(Debug, Clone)]
pub struct Factors<P: PackedScheme, R: Ring> {
    table: R::Table,
    known: Vec<P::Known>,
    level: usize,
}

/// P times a ciphertext, modulo Q·P: what is left to do is to divide by P.
#[derive(Debug, Clone)]
pub struct Undivided<P: PackedScheme, R: Ring> {
    pair: [R::Element<Crt>; 2],
    level: usize,
    scale: P::Scale,
    estimate: P::Estimate,
}

/// A sum of products of plaintexts and automorphisms of one ciphertext: the plaintexts, and for each the exponent k of
/// ζ ↦ ζ^k; 1 for the ciphertext itself.
pub type SumOfAutomorphisms<'a, P, R> = (&'a Factors<P, R>, &'a [u32]);

impl<P: PackedScheme, R: Ring> Context<P, R> {
    /// Plaintexts of one scale, prepared for [`Context::sums_of_automorphisms`] at a level.
    ///
    /// # Errors
    /// Returns an error if a plaintext is of other parameters, or there is no such level.
    pub fn prepare_factors(
        &self,
        plaintexts: &[P::Plaintext],
        level: usize,
    ) -> Result<Factors<P, R>, Error> {
        let ring = &self.tables_at(level)?.extended;
        let (mut elements, mut known) = (Vec::with_capacity(plaintexts.len()), Vec::new());
        for plaintext in plaintexts {
            let (element, of_one) = P::prepared(self, plaintext, ring, Role::Factor)?;
            elements.push(R::into_crt(element));
            known.push(of_one);
        }
        Ok(Factors { table: R::table(&elements)?, known, level })
    }

    /// For each of several sums Σ m_i·σ_i(a), P times its value: a is decomposed once for all.
    ///
    /// # Errors
    /// Returns [`Error::MissingKey`] without the key for an automorphism, [`Error::NoiseBudget`] if it is not guaranteed
    /// that a sum decrypts, [`Error::Modulus`] unless a lies at the level of the factors; an error if a sum has no
    /// terms, or not as many exponents as factors.
    pub fn sums_of_automorphisms(
        &self,
        a: &Ciphertext<P, R>,
        sums: &[SumOfAutomorphisms<'_, P, R>],
        keys: &EvaluationKeys<P, R>,
    ) -> Result<Vec<Undivided<P, R>>, Error> {
        let [c0, c1] = a.pair()?;
        let known = sums.iter().map(|sum| self.estimate_of_sum(a, *sum));
        let known = known.collect::<Result<Vec<_>, _>>()?;
        let tables = self.tables_at(a.level)?;
        let exponents: BTreeSet<u32> = sums.iter().flat_map(|(_, k)| k.iter().copied()).collect();
        let exponents: Vec<u32> = exponents.into_iter().collect();
        let rotation = |&k: &u32| match k {
            1 => Ok(None),
            _ => Ok::<_, Error>(Some((keys.automorphism(k)?.tables(), k))),
        };
        let rotations = exponents.iter().map(rotation).collect::<Result<Vec<_>, _>>()?;
        // All of them are there.
        let place = |k: &u32| exponents.binary_search(k).unwrap_or_default();
        let places: Vec<Vec<usize>> =
            sums.iter().map(|(_, exponents)| exponents.iter().map(place).collect()).collect();
        let terms: Vec<_> =
            sums.iter().zip(&places).map(|((factors, _), of)| (&factors.table, &of[..])).collect();
        let (switching, p) = (tables.switching(), self.p_at(tables));
        let pairs = R::Fused::rotated_sums([c0, c1], &switching, &p, &rotations, &terms)?;
        let made = pairs.into_iter().zip(known);
        Ok(made
            .map(|(pair, (scale, estimate))| Undivided { pair, level: a.level, scale, estimate })
            .collect())
    }

    /// The scale and the estimate of a sum, if it is guaranteed to decrypt.
    fn estimate_of_sum(
        &self,
        a: &Ciphertext<P, R>,
        (factors, exponents): SumOfAutomorphisms<'_, P, R>,
    ) -> Result<(P::Scale, P::Estimate), Error> {
        if factors.level != a.level {
            let (what, reason) = ("a factor", "prepare it for the level of the ciphertext");
            return Err(Error::Modulus { what, found: factors.level, wanted: a.level, reason });
        }
        if exponents.len() != factors.known.len() {
            return Err(Error::Unsupported(format!(
                "a sum of automorphisms has a factor for each: there are {} for {}",
                factors.known.len(),
                exponents.len()
            )));
        }
        let rotated = P::with_noise(self.model(), &a.estimate, &self.inner_product_noise(a.level)?);
        let mut sum: Option<(P::Scale, P::Estimate)> = None;
        for (&k, known) in exponents.iter().zip(&factors.known) {
            let operand = if k == 1 { &a.estimate } else { &rotated };
            let (scale, term) = P::factor_estimate(self, (&a.scale, operand), known)?;
            sum = Some(match sum {
                None => (scale, term),
                Some((scale, sum)) => (scale, P::sum_estimate(self, &sum, &term)),
            });
        }
        let none = || Error::Unsupported("a sum of automorphisms has at least one term".into());
        let (scale, estimate) = sum.ok_or_else(none)?;
        self.check_budget("a sum of automorphisms", a.level, &estimate)?;
        Ok((scale, estimate))
    }

    /// `total` + σ(x) for ζ ↦ ζ^k. Where k is 1, x is first: there is no `total` yet.
    ///
    /// # Errors
    /// Returns [`Error::MissingKey`] without the key for k, an error if `total` has another level, or k is 1 and there
    /// is a `total`.
    pub fn add_automorphism(
        &self,
        total: Option<Undivided<P, R>>,
        x: Undivided<P, R>,
        k: u32,
        keys: &EvaluationKeys<P, R>,
    ) -> Result<Undivided<P, R>, Error> {
        if k == 1 && total.is_none() {
            return Ok(x);
        }
        let Undivided { pair: [b, a], level, scale, estimate } = x;
        let key = keys.automorphism(k)?;
        // Switching the divided second component, and its rounding.
        let switching = self.inner_product_noise(level)?;
        let added = self.model().add_independent(&switching, &self.rounding_by_p(level)?);
        let mut estimate = P::with_noise(self.model(), &estimate, &added);
        let onto = match total {
            None => None,
            Some(total) if total.level != level => {
                let (what, reason) = ("a sum of automorphisms", "all its terms have one level");
                return Err(Error::Modulus { what, found: total.level, wanted: level, reason });
            }
            Some(total) => {
                estimate = P::sum_estimate(self, &total.estimate, &estimate);
                Some(total.pair)
            }
        };
        let divided = self.drop_special(a, level)?;
        let switching = self.tables_at(level)?.switching();
        let pair = R::Fused::rotated_products(&divided, &switching, key.tables(), &b, k, onto)?;
        Ok(Undivided { pair, level, scale, estimate })
    }

    /// The ciphertext.
    ///
    /// # Errors
    /// Returns [`Error::NoiseBudget`] if it is not guaranteed that it decrypts.
    pub fn divided(&self, x: Undivided<P, R>) -> Result<Ciphertext<P, R>, Error> {
        let Undivided { pair, level, scale, estimate } = x;
        let estimate = P::with_noise(self.model(), &estimate, &self.rounding_by_p(level)?);
        self.check_budget("a sum of automorphisms", level, &estimate)?;
        let parts = self.drop_special_of_both(pair, level)?;
        Ok(Ciphertext::new(parts.into(), level, scale, estimate))
    }

    /// What a key switch at a level works on: limbs of Q, limbs of P, digits.
    ///
    /// # Errors
    /// Returns an error if there is no such level.
    pub fn switching_shape(&self, level: usize) -> Result<[usize; 3], Error> {
        let tables = self.tables_at(level)?;
        let limbs_of_q = tables.own().len();
        Ok([limbs_of_q, tables.limbs.len() - limbs_of_q, tables.digits.len()])
    }
}
