//! Exact division by dropped moduli: rescaling, modulus switch, division by P.

use num_integer::Integer;
use ringassay_kernels::{
    Modulus, Zq,
    rns::{CentredReduction, WeightedSum},
};

use super::{
    Limbs, LimbsMut, Moduli, RnsError, Scratch,
    corrections::{Corrected, Corrections, DividedRows, Single, merge},
    for_columns,
    fractions::Fractions,
    parallel::{BLOCK, for_chunks},
};
use crate::{arith::mul_mod, meter, recorder::Kernel};

/// Division by D = ∏ d_j of integers a·x, given modulo D and modulo further q_i, with the result
/// modulo the q_i.
///
/// The result is (a·x - e)/D with e ≡ a·x mod D and e ≡ 0 mod t, namely
/// e = t·\[a·x/t\]_D, centred: |e| ≤ t·D/2. For t = 1 this is a·x/D, rounded to the nearest
/// integer (an exact half, which exists for even D only, down).
///
/// | scheme | operation | dropped | a | t |
/// |---|---|---|---|---|
/// | CKKS | rescale (ePrint 2018/931, §3.2) | last prime | 1 | 1 |
/// | CKKS, BFV | division by P after key switching (ePrint 2019/688, §3) | special primes | 1 | 1 |
/// | BGV | modulus switch (ePrint 2012/099, §3.1 and App. D) | last prime | 1 | plaintext modulus |
/// | BGV | division by P after key switching | special primes | 1 | plaintext modulus |
/// | BFV | scaling of a product by t/Q (ePrint 2018/117, §2.4) | all of Q | plaintext modulus | 1 |
///
/// In BGV the message is multiplied by D^-1 modulo t ([`Division::message_factor`]): nothing
/// happens to it if the primes are 1 mod t.
///
/// The result depends only on x modulo D·∏ q_i: another representative changes it by a multiple of
/// a·∏ q_i.
#[derive(Debug, Clone)]
pub struct Division {
    kept: Vec<Zq>,
    fractions: Fractions,
    /// -e/D mod q_i, from y_j and v, without the term a·x/D, and with it.
    corrections: Vec<WeightedSum>,
    quotients: Vec<WeightedSum>,
    /// (a/D)·x + c mod q_i.
    merges: Vec<WeightedSum>,
    /// For each kept modulus, where a single one is dropped.
    single: Option<Vec<Single>>,
    plaintext: u64,
    message_factor: u64,
    scratch: Scratch,
}

impl Division {
    /// x ↦ round(x/D) (CKKS, BFV).
    ///
    /// # Errors
    /// When a kept modulus has a common divisor with a dropped one.
    pub fn rounded(kept: &[Zq], dropped: &Moduli) -> Result<Self, RnsError> {
        Self::new(kept, dropped, &[], 1)
    }

    /// x ↦ round(a·x/D). In BFV's multiplication x is given modulo Q·P, `dropped` is Q, `kept` is P
    /// and a = t.
    ///
    /// # Errors
    /// When a kept modulus has a common divisor with a dropped one.
    pub fn scaled(kept: &[Zq], dropped: &Moduli, factor: u64) -> Result<Self, RnsError> {
        Self::new(kept, dropped, &[factor], 1)
    }

    /// x ↦ (x - e)/D with e ≡ x mod D, e ≡ 0 mod t, |e| ≤ t·D/2 (BGV).
    ///
    /// # Errors
    /// When a kept modulus or t has a common divisor with a dropped one, or t is 0.
    pub fn congruent(kept: &[Zq], dropped: &Moduli, t: u64) -> Result<Self, RnsError> {
        Self::new(kept, dropped, &[], t)
    }

    /// x ↦ (N·x - e)/D with e ≡ N·x mod D, e ≡ 0 mod t, |e| ≤ t·D/2, where N is the product of the
    /// `factors`.
    ///
    /// # Errors
    /// As [`Division::congruent`].
    pub fn switching(
        kept: &[Zq],
        dropped: &Moduli,
        factors: &[u64],
        t: u64,
    ) -> Result<Self, RnsError> {
        Self::new(kept, dropped, factors, t)
    }

    /// With a = ∏ `factors`.
    fn new(kept: &[Zq], dropped: &Moduli, factors: &[u64], t: u64) -> Result<Self, RnsError> {
        if t == 0 {
            return Err(RnsError::NoPlaintext);
        }
        for d in dropped.zqs() {
            if d.q().gcd(&t) != 1 {
                return Err(RnsError::PlaintextNotCoprime { plaintext: t, modulus: d.q() });
            }
            if let Some(q) = kept.iter().find(|q| q.q().gcd(&d.q()) != 1) {
                return Err(RnsError::NotCoprime(q.q(), d.q()));
            }
        }
        // Whatever is inverted here is coprime to the modulus.
        let inverse = |m: &Modulus, x: u64| m.inverse(m.reduce(x)).unwrap_or_default();
        let factor =
            |m: &Modulus| factors.iter().fold(1 % m.value(), |a, &f| m.mul(a, m.reduce(f)));
        let fractions = Fractions::new(dropped, |d| d.mul(factor(d), inverse(d, t)));
        let mut division = Self {
            kept: kept.to_vec(),
            fractions,
            corrections: Vec::with_capacity(kept.len()),
            quotients: Vec::with_capacity(kept.len()),
            merges: Vec::with_capacity(kept.len()),
            single: None,
            plaintext: t,
            message_factor: dropped
                .zqs()
                .iter()
                .fold(1 % t, |product, d| mul_mod(product, d.q() % t, t)),
            scratch: Scratch::default(),
        };
        division.message_factor = factors.iter().fold(
            crate::arith::inverse_mod(division.message_factor, t).unwrap_or_default(),
            |product, &f| mul_mod(product, f % t, t),
        );
        for q in kept {
            let m = q.modulus();
            let t = m.reduce(t);
            // e/D = Σ y_j·t/d_j - v·t.
            let terms = dropped.zqs().iter().map(|d| m.neg(m.mul(t, inverse(m, d.q()))));
            let correction = division.fractions.exact_sum(q, terms, t);
            let whole = m.mul(factor(m), inverse(m, dropped.product_mod(q)));
            division.quotients.push(correction.clone().with_own(whole));
            division.corrections.push(correction);
            division.merges.push(WeightedSum::new(q, m.bits(), [whole]).with_own(1));
        }
        // Modulo new moduli, which divide a, nothing would merge.
        if let ([d], []) = (dropped.zqs(), factors) {
            let single = |q: &Zq| {
                let m = q.modulus();
                let part = inverse(m, d.q());
                let weight = m.neg(m.mul(m.reduce(t), part));
                Single {
                    centred: CentredReduction::new(d.modulus(), q),
                    merge: WeightedSum::new(q, m.bits(), [part]).with_own(weight),
                    factors: [part, weight].map(|factor| q.prepare(factor)),
                }
            };
            division.single = Some(kept.iter().map(single).collect());
        }
        Ok(division)
    }

    /// The moduli of the result.
    pub fn kept(&self) -> &[Zq] {
        &self.kept
    }

    /// The moduli that are dropped.
    pub fn dropped(&self) -> &Moduli {
        self.fractions.moduli()
    }

    /// t: 1 if the result is rounded.
    pub fn plaintext_modulus(&self) -> u64 {
        self.plaintext
    }

    /// What divides by a single modulus, where a is 1.
    pub(super) fn single(&self) -> Option<&[Single]> {
        self.single.as_deref()
    }

    /// 1/t modulo the first dropped modulus, if t is not 1.
    pub(super) fn inverse_plaintext(&self) -> Option<u64> {
        let modulus = self.dropped().zqs().first()?.modulus();
        let inverse = || modulus.inverse(modulus.reduce(self.plaintext));
        if self.plaintext == 1 { None } else { inverse() }
    }

    /// What a message modulo t is multiplied by: a·D^-1 mod t.
    pub fn message_factor(&self) -> u64 {
        self.message_factor
    }

    /// From residues of x in rows `x` (those of the kept moduli) and `dropped` to those of the
    /// quotient, in place.
    ///
    /// # Panics
    /// When rows are not as many as moduli, or the numbers of columns differ.
    pub fn divide_assign(&self, x: LimbsMut<'_>, dropped: Limbs<'_>) {
        self.meter(false, x.columns());
        self.run(&self.quotients, x, dropped, |_, _, _| ());
    }

    /// Likewise, from the rows `kept` to the rows `out`.
    ///
    /// # Panics
    /// When rows are not as many as moduli, or the numbers of columns differ.
    pub fn divide_into(&self, out: LimbsMut<'_>, kept: Limbs<'_>, dropped: Limbs<'_>) {
        assert_eq!((out.rows(), out.columns()), (kept.rows(), kept.columns()), "equal shapes");
        self.meter(false, out.columns());
        self.run(&self.quotients, out, dropped, |i, there, out| {
            out.copy_from_slice(&kept.row(i)[there]);
        });
    }

    /// Only -e/D modulo the kept moduli, from the dropped residues: what is added to a·x/D.
    ///
    /// So the division can be made in the CRT basis: only the dropped limbs are taken to
    /// coefficients, and the correction is transformed, one transform per limb instead of two.
    ///
    /// # Panics
    /// When rows are not as many as moduli, or the numbers of columns differ.
    pub fn correction_into(&self, out: LimbsMut<'_>, dropped: Limbs<'_>) {
        self.meter(true, out.columns());
        self.run(&self.corrections, out, dropped, |_, _, _| ());
    }

    /// Calls `f` with what computes -e/D modulo the kept moduli, row by row, from the dropped residues:
    /// [`Division::correction_into`] in pieces, so that each row is still in the cache when it is
    /// transformed.
    pub(crate) fn with_corrections<R>(
        &self,
        dropped: Limbs<'_>,
        f: impl FnOnce(&Corrections<'_>) -> R,
    ) -> R {
        let Some(single) = &self.single else {
            self.meter(true, dropped.columns());
            return self.with_rows(&self.corrections, dropped, |rows| {
                f(&Corrections { division: self, kind: Corrected::Summed(*rows) })
            });
        };
        if !self.fractions.scales() {
            let kind = Corrected::Single(single, dropped.row(0));
            return f(&Corrections { division: self, kind });
        }
        let columns = dropped.columns();
        meter::row(Kernel::Scale, &self.dropped().zqs()[0], columns);
        self.scratch.lend(columns.next_multiple_of(BLOCK), |y| {
            for_chunks(y, 1, |own, block| {
                self.fractions.load(block, dropped, &(own.start..own.end.min(columns)));
            });
            let kind = Corrected::Single(single, &y[..columns]);
            f(&Corrections { division: self, kind })
        })
    }

    /// Likewise for [`Division::divide_assign`].
    pub(crate) fn with_quotients<R>(
        &self,
        dropped: Limbs<'_>,
        f: impl FnOnce(&DividedRows<'_>) -> R,
    ) -> R {
        self.meter(false, dropped.columns());
        self.with_rows(&self.quotients, dropped, f)
    }

    fn with_rows<R>(
        &self,
        forms: &[WeightedSum],
        dropped: Limbs<'_>,
        f: impl FnOnce(&DividedRows<'_>) -> R,
    ) -> R {
        let rows = self.fractions.exact_rows();
        let words = rows * dropped.columns().next_multiple_of(BLOCK);
        self.scratch.lend(words, |prepared| {
            for_chunks(prepared, rows, |columns, block| {
                let columns = columns.start..columns.end.min(dropped.columns());
                self.fractions.load_exact(block, dropped, &columns);
            });
            f(&DividedRows { forms, rows, prepared })
        })
    }

    /// c = (a/D)·x + c modulo the i-th kept modulus, for c from [`Division::correction_into`], both in
    /// the same basis, whichever it is.
    ///
    /// # Panics
    /// When there is no such modulus, or x and c differ in length.
    pub fn merge_assign(&self, i: usize, correction: &mut [u64], x: &[u64]) {
        merge(&self.merges[i], correction, x);
    }

    fn meter(&self, correction: bool, columns: usize) {
        let (from, to) = (self.dropped().len() as u32, self.kept.len() as u32);
        let kernel = match correction {
            true => Kernel::Correction { from, to },
            false => Kernel::Divide { from, to },
        };
        meter::block(kernel, columns, self.dropped().zqs().iter().chain(&self.kept));
    }

    fn run(
        &self,
        forms: &[WeightedSum],
        out: LimbsMut<'_>,
        dropped: Limbs<'_>,
        fill: impl Fn(usize, std::ops::Range<usize>, &mut [u64]) + Sync,
    ) {
        assert_eq!(out.rows(), forms.len(), "one row for each kept modulus");
        assert_eq!(out.columns(), dropped.columns(), "equally many columns");
        let rows = self.fractions.exact_rows();
        let products = (rows + 1) * (forms.len() + 1);
        for_columns(out, rows, products, &self.scratch, |out, here, there, scratch| {
            self.fractions.load_exact(scratch, dropped, &there);
            for (i, form) in forms.iter().enumerate() {
                let row = &mut out.row_mut(i)[here.clone()];
                fill(i, there.clone(), row);
                form.apply(row, scratch, BLOCK);
            }
        });
    }
}
