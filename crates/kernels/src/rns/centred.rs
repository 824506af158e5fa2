//! Residues modulo one number, centred, modulo another.

use crate::{
    Modulus, Zq,
    lanes::{Lanes, Task},
    shift::Shift,
};

/// x ↦ c mod p, where c in (-q/2, q/2\] is congruent to the residue x modulo q.
///
/// Primes of one RNS basis are often of about one size. If q < 2p, then |c| < p, and c mod p is x, or
/// x + (p - q) where x > q/2: additions and masks of whole words, whatever the backend. Otherwise
/// x is reduced modulo p ([`Zq::reduce_centred_into`]).
#[derive(Debug, Clone, Copy)]
pub struct CentredReduction {
    from: Modulus,
    to: Zq,
}

impl CentredReduction {
    /// From residues modulo `from` to those modulo `to`.
    pub fn new(from: &Modulus, to: &Zq) -> Self {
        Self { from: *from, to: *to }
    }

    /// `out[i]` = c mod p for the residue `x[i]` in [0, q), in constant time.
    ///
    /// # Panics
    /// When the slices differ in length.
    pub fn apply(&self, out: &mut [u64], x: &[u64]) {
        assert_eq!(out.len(), x.len(), "slices of equal length");
        match self.shift() {
            Some(shift) => self.to.run(ShiftAll { out, x, shift }),
            None => self.to.reduce_centred_into(out, x, &self.from),
        }
    }

    /// p.
    pub(crate) fn to(&self) -> &Zq {
        &self.to
    }

    /// What is done to a word, if q < 2p.
    pub(crate) fn shift(&self) -> Option<Shift> {
        let (q, p) = (self.from.value(), self.to.q());
        (q < 2 * p).then(|| Shift::between(q, p))
    }
}

/// Words only, no residues: the compiler vectorises the loop for the instructions of the lanes.
struct ShiftAll<'a> {
    out: &'a mut [u64],
    x: &'a [u64],
    shift: Shift,
}

impl Task for ShiftAll<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) {
        for (out, &x) in self.out.iter_mut().zip(self.x) {
            *out = self.shift.of(x);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Backend;

    /// Both sides of the limit q = 2p, even and odd, narrow and wide, one and the same.
    #[test]
    fn residues_are_those_of_centred_integers() {
        let pairs = [
            (2, 3),
            (3, 2),
            (4, 3),
            (5, 3),
            (6, 3),
            (7, 3),
            (8, 3),
            (97, 97),
            (96, 97),
            (97, 48),
            (97, 49),
            (97, 50),
            ((1 << 45) - 55, (1 << 45) - 229),
            ((1 << 45) - 229, (1 << 45) - 55),
            ((1 << 50) - 27, (1 << 49) - 69),
            ((1 << 50) - 27, (1 << 31) - 1),
            ((1 << 31) - 1, (1 << 50) - 27),
            ((1 << 61) - 1, (1 << 50) - 27),
            ((1 << 61) - 1, (1 << 60) - 93),
        ];
        for (backend, (q, p)) in
            Backend::available().into_iter().flat_map(|b| pairs.map(|pair| (b, pair)))
        {
            let from = Modulus::new(q).expect("a modulus");
            let to = Zq::with_backend(p, backend).expect("available");
            let mut x: Vec<u64> = (0..q.min(60)).chain(q.saturating_sub(30)..q).collect();
            x.extend((q / 2).saturating_sub(20)..q.min(q / 2 + 20));
            let mut out = vec![u64::MAX; x.len()];
            CentredReduction::new(&from, &to).apply(&mut out, &x);
            for (&x, &residue) in x.iter().zip(&out) {
                let wide = i128::from(x);
                let centred = if 2 * wide > i128::from(q) { wide - i128::from(q) } else { wide };
                let expected = centred.rem_euclid(i128::from(p));
                assert_eq!(i128::from(residue), expected, "{backend}: {x} of {q} modulo {p}");
            }
        }
    }
}
