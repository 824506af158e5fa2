//! Conversions between sets of moduli.

use num_bigint::BigInt;
use ringassay_kernels::{Backend, Zq};
use ringassay_ring::rns::{self, BaseExtension, Division, Lift, LimbsMut, Moduli};

use super::must;
use crate::laws::{Limbs, Rns};

/// The conversions of `ringassay_ring::rns` under judgement.
#[derive(Clone, Debug)]
pub struct RnsSubject {
    backend: Backend,
    from: Moduli,
    to: Vec<Zq>,
}

impl RnsSubject {
    /// From one set of moduli to another, coprime to it.
    pub fn new(from: &[u64], to: &[u64], backend: Backend) -> Self {
        let zqs = |moduli: &[u64]| -> Vec<Zq> {
            moduli.iter().map(|&q| must(Zq::with_backend(q, backend))).collect()
        };
        Self { backend, from: must(Moduli::new(&zqs(from))), to: zqs(to) }
    }

    /// Calls `f` with room for one row for each q_j, and gives back what it wrote.
    fn rows(&self, columns: usize, f: impl FnOnce(LimbsMut<'_>)) -> Limbs {
        let mut out = vec![vec![0; columns]; self.to.len()];
        f(LimbsMut::from_rows(out.iter_mut().map(Vec::as_mut_slice)));
        out
    }
}

/// Calls `f` with the rows in one buffer, at a distance that leaves a gap.
fn lend<T>(x: &Limbs, f: impl FnOnce(rns::Limbs<'_>) -> T) -> T {
    let columns = x.first().map_or(0, Vec::len);
    let stride = columns.next_multiple_of(8) + 8;
    let mut words = vec![u64::MAX; stride * x.len()];
    for (row, x) in words.chunks_exact_mut(stride).zip(x) {
        row[..columns].copy_from_slice(x);
    }
    f(rns::Limbs::new(&words, stride, columns))
}

impl Rns for RnsSubject {
    fn subject(&self) -> String {
        format!("moduli {:?} → {:?} on {}", self.from(), self.to(), self.backend)
    }

    fn from(&self) -> Vec<u64> {
        self.from.zqs().iter().map(Zq::q).collect()
    }

    fn to(&self) -> Vec<u64> {
        self.to.iter().map(Zq::q).collect()
    }

    fn lift(&self, x: &Limbs) -> Vec<BigInt> {
        lend(x, |x| Lift::new(&self.from).lift_big(x))
    }

    fn extend(&self, x: &Limbs) -> Limbs {
        let extension = must(BaseExtension::exact(&self.from, &self.to));
        lend(x, |x| self.rows(x.columns(), |out| extension.extend_into(out, x)))
    }

    fn extend_fast(&self, x: &Limbs) -> Limbs {
        let extension = must(BaseExtension::fast(&self.from, &self.to));
        lend(x, |x| self.rows(x.columns(), |out| extension.extend_into(out, x)))
    }

    fn divide(&self, kept: &Limbs, dropped: &Limbs, factor: u64) -> Limbs {
        let division = must(Division::scaled(&self.to, &self.from, factor));
        lend(kept, |kept| {
            lend(dropped, |dropped| {
                self.rows(kept.columns(), |out| division.divide_into(out, kept, dropped))
            })
        })
    }

    fn divide_congruent(&self, kept: &Limbs, dropped: &Limbs, t: u64) -> Limbs {
        let division = must(Division::congruent(&self.to, &self.from, t));
        // In place, where the other division goes from buffer to buffer.
        let mut out = kept.clone();
        let rows = LimbsMut::from_rows(out.iter_mut().map(Vec::as_mut_slice));
        lend(dropped, |dropped| division.divide_assign(rows, dropped));
        out
    }
}
