//! The common first step: from residues x_i to y_i and the quotient v.

use std::ops::Range;

use ringassay_kernels::{
    Modulus, NARROW_BITS, Prepared, Zq, rns::WeightedSum, secrecy, vectorised,
};
use zeroize::Zeroizing;

use super::{Limbs, MAX_LIMBS, Moduli, moduli::MAX_WORDS, parallel::BLOCK};

/// Computes y_i = \[a·x·(Q/q_i)^-1\]_{q_i}, and v with \[a·x\]_Q = Σ y_i·Q/q_i - v·Q in
/// (-Q/2, Q/2].
#[derive(Debug, Clone)]
pub(crate) struct Fractions {
    moduli: Moduli,
    /// The multipliers where they are not 1.
    scales: Vec<Option<Prepared>>,
    /// The number of the residue that takes v with it.
    carrier: Option<usize>,
}

/// Where there is room for it, v needs no word of its own. As (Q/q_c)·q_c = Q, Σ y_i·Q/q_i - v·Q is the same sum with
/// y_c + (k - v)·q_c in place of y_c, less k·Q, which is a constant. v is not negative, and k the number of moduli, which
/// v does not exceed: so it is a word that vectors multiply if (k + 1)·q_c is below 2^50.
///
/// The smallest modulus for which that is true, if all are narrow.
fn carrier(moduli: &[u64]) -> Option<usize> {
    let is_narrow = |q: u64| q <= 1 << NARROW_BITS;
    let (carrier, &smallest) = moduli.iter().enumerate().min_by_key(|&(_, &q)| q)?;
    let largest = smallest.checked_mul(moduli.len() as u64 + 1)?;
    (moduli.iter().all(|&q| is_narrow(q)) && is_narrow(largest)).then_some(carrier)
}

/// The rows that [`Fractions::load_exact`] writes for these moduli.
pub(crate) fn exact_rows(moduli: &[u64]) -> usize {
    moduli.len() + usize::from(carrier(moduli).is_none())
}

impl Fractions {
    /// With a factor a for each modulus, canonical.
    pub(crate) fn new(moduli: &Moduli, factor: impl Fn(&Modulus) -> u64) -> Self {
        let scale = |(i, zq): (usize, &Zq)| {
            let scale = zq.modulus().mul(factor(zq.modulus()), moduli.hat_inverse(i));
            (scale != 1).then(|| zq.prepare(scale))
        };
        let values: Vec<u64> = moduli.zqs().iter().map(Zq::q).collect();
        Self {
            scales: moduli.zqs().iter().enumerate().map(scale).collect(),
            moduli: moduli.clone(),
            carrier: carrier(&values),
        }
    }

    /// The rows that [`Fractions::load_exact`] writes.
    pub(crate) fn exact_rows(&self) -> usize {
        self.moduli.len() + usize::from(self.carrier.is_none())
    }

    /// Σ y_i·w_i + v·w modulo p of what [`Fractions::load_exact`] writes, for weights w_i = -w/q_i.
    pub(crate) fn exact_sum(
        &self,
        p: &Zq,
        weights: impl Iterator<Item = u64>,
        w: u64,
    ) -> WeightedSum {
        if self.carrier.is_none() {
            return WeightedSum::new(p, self.moduli.bits(), weights.chain([w]));
        }
        let most = p.modulus().reduce(self.moduli.len() as u64);
        WeightedSum::new(p, NARROW_BITS, weights).with_constant(p.modulus().mul(most, w))
    }

    pub(crate) fn moduli(&self) -> &Moduli {
        &self.moduli
    }

    /// Whether the y_i are others than the residues.
    pub(crate) fn scales(&self) -> bool {
        self.scales.iter().any(Option::is_some)
    }

    /// Rows y_i, for some columns of x, at most [`BLOCK`]: row i starts at word i·`BLOCK`.
    ///
    /// # Panics
    /// When x has not as many rows as there are moduli.
    pub(crate) fn load(&self, rows: &mut [u64], x: Limbs<'_>, columns: &Range<usize>) {
        assert_eq!(x.rows(), self.moduli.len(), "one row for each modulus");
        for (i, (row, zq)) in rows.chunks_exact_mut(BLOCK).zip(self.moduli.zqs()).enumerate() {
            let row = &mut row[..columns.len()];
            let x = &x.row(i)[columns.clone()];
            match self.scales[i] {
                Some(scale) => zq.scale_into(row, x, scale),
                None => row.copy_from_slice(x),
            }
        }
    }

    /// Likewise, and v, which one of the residues takes with it, or which is the row after the last.
    pub(crate) fn load_exact(&self, rows: &mut [u64], x: Limbs<'_>, columns: &Range<usize>) {
        self.load(rows, x, columns);
        let (residues, last) = rows.split_at_mut(self.moduli.len() * BLOCK);
        let Some(carrier) = self.carrier else {
            return self.quotients(&mut last[..columns.len()], residues);
        };
        let mut v = Zeroizing::new([0; BLOCK]);
        let v = &mut v[..columns.len()];
        self.quotients(v, residues);
        let y = &mut residues[carrier * BLOCK..][..columns.len()];
        add_multiples(y, self.moduli.len() as u64, v, self.moduli.zqs()[carrier].q());
    }

    /// v of loaded residues.
    fn quotients(&self, v: &mut [u64], residues: &[u64]) {
        // Uncertain is only an x near ±Q/2. No secret is: it would not decrypt.
        let certain = self.moduli.quotient().round_into(v, residues, BLOCK);
        if secrecy::revealed(u8::from(certain)) == 0 {
            self.settle(v, residues);
        }
    }

    /// Replaces what the estimate is not certain of.
    #[cold]
    fn settle(&self, v: &mut [u64], residues: &[u64]) {
        let mut words = [0; MAX_WORDS];
        let mut own = [0; MAX_LIMBS];
        for (column, v) in v.iter_mut().enumerate() {
            let own = self.column(residues, column, &mut own);
            if self.moduli.quotient().round(own.iter().copied()).is_none() {
                *v = self.moduli.centre(&mut words[..self.moduli.width()], own);
            }
        }
    }

    /// The y_i of one column of loaded rows, copied to the front of `own`.
    #[inline]
    pub(crate) fn column<'a>(
        &self,
        rows: &[u64],
        column: usize,
        own: &'a mut [u64; MAX_LIMBS],
    ) -> &'a [u64] {
        let own = &mut own[..self.moduli.len()];
        for (y, row) in own.iter_mut().zip(rows.chunks_exact(BLOCK)) {
            *y = row[column];
        }
        own
    }
}

/// y += (most - v)·q, none of which exceeds 2^50.
fn add_multiples(y: &mut [u64], most: u64, v: &[u64], q: u64) {
    vectorised(
        #[inline(always)]
        || {
            for (y, &v) in y.iter_mut().zip(v) {
                *y += (most - v) * q;
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_modulus_takes_the_quotient_if_there_is_room() {
        assert_eq!(carrier(&[1 << 50, 1 << 45, 1 << 46]), Some(1));
        assert_eq!(carrier(&[1 << 48; 3]), Some(0), "words up to 2^50 - 1");
        assert_eq!(carrier(&[(1 << 48) + 1; 3]), None);
        assert_eq!(carrier(&[1 << 20, (1 << 50) + 1]), None, "a wide modulus");
        assert_eq!(carrier(&[u64::MAX; 2]), None);
        assert_eq!((exact_rows(&[1 << 40; 5]), exact_rows(&[1 << 50; 5])), (5, 6));
    }

    #[test]
    fn the_largest_words_have_50_bits() {
        let (q, most) = (1 << 48, 3);
        let mut y = [q - 1, q - 1, 0];
        add_multiples(&mut y, most, &[0, most, 1], q);
        assert_eq!(y, [(1 << 50) - 1, q - 1, 2 * q]);
    }
}
