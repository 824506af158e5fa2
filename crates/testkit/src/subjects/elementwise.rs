//! Vectors over Z_q.

use ringassay_kernels::{Digits, InnerTable, Modulus, Table, Zq};

use super::must;
use crate::laws::elementwise::{Elementwise, Operation};

/// [`Zq`] under judgement, with a hook for its tables.
#[derive(Clone, Copy, Debug)]
pub struct ZqSubject {
    /// The arithmetic.
    pub zq: Zq,
    /// What is done to each table before it is used: nothing, or a fault planted.
    pub tables: fn(Table) -> Table,
}

impl ZqSubject {
    /// The arithmetic as it is.
    pub fn new(zq: Zq) -> Self {
        Self { zq, tables: |table| table }
    }

    fn digits_of(&self, width: u32, balanced: bool) -> Digits {
        must(if balanced {
            Digits::balanced(&self.zq, width)
        } else {
            Digits::unsigned(&self.zq, width)
        })
    }

    /// What `f` leaves in a copy of `x`.
    fn with(x: &[u64], f: impl FnOnce(&mut [u64])) -> Vec<u64> {
        let mut x = x.to_vec();
        f(&mut x);
        x
    }
}

impl Elementwise for ZqSubject {
    fn subject(&self) -> String {
        format!("Z_{} on {}", self.zq.q(), self.zq.backend())
    }

    fn q(&self) -> u64 {
        self.zq.q()
    }

    fn apply(
        &self,
        operation: Operation,
        a: &[u64],
        x: &[u64],
        y: &[u64],
        w: u64,
    ) -> Vec<Vec<u64>> {
        let zq = &self.zq;
        let prepared = zq.prepare(w);
        let table = || (self.tables)(Table::new(zq, y.iter().copied()));
        match operation {
            Operation::Add => vec![
                Self::with(x, |x| zq.add_assign(x, y)),
                Self::with(a, |out| zq.add_into(out, x, y)),
            ],
            Operation::Sub => vec![
                Self::with(x, |x| zq.sub_assign(x, y)),
                Self::with(a, |out| zq.sub_into(out, x, y)),
            ],
            Operation::SubFrom => vec![Self::with(x, |x| zq.sub_from_assign(x, y))],
            Operation::Neg => {
                vec![Self::with(x, |x| zq.neg_assign(x)), Self::with(a, |out| zq.neg_into(out, x))]
            }
            Operation::AddScalar => vec![Self::with(x, |x| zq.add_scalar_assign(x, w))],
            Operation::Mul => vec![
                Self::with(x, |x| zq.mul_assign(x, y)),
                Self::with(a, |out| zq.mul_into(out, x, y)),
            ],
            Operation::MulAdd => vec![Self::with(a, |a| zq.mul_add_assign(a, x, y))],
            Operation::MulSub => vec![Self::with(a, |a| zq.mul_sub_assign(a, x, y))],
            Operation::Select => vec![Self::with(a, |a| zq.select_assign(a, x, y))],
            Operation::Scale => vec![
                Self::with(x, |x| zq.scale_assign(x, prepared)),
                Self::with(a, |out| zq.scale_into(out, x, prepared)),
            ],
            Operation::ScaleAdd => vec![Self::with(a, |a| zq.scale_add_assign(a, x, prepared))],
            Operation::SubScale => vec![Self::with(x, |x| zq.sub_scale_assign(x, y, prepared))],
            Operation::MulTable => vec![
                Self::with(x, |x| zq.mul_table_assign(x, &table())),
                Self::with(a, |out| zq.mul_table_into(out, x, &table())),
            ],
            Operation::MulTableAdd => {
                vec![Self::with(a, |a| zq.mul_table_add_assign(a, x, &table()))]
            }
        }
    }

    fn reduce(&self, x: &[u64]) -> Vec<u64> {
        Self::with(x, |out| self.zq.reduce_into(out, x))
    }

    fn reduce_signed(&self, x: &[i64]) -> Vec<u64> {
        Self::with(&vec![0; x.len()], |out| self.zq.reduce_signed_into(out, x))
    }

    fn reduce_from(&self, x: &[u64], from: u64) -> Vec<u64> {
        let from = modulus(from);
        Self::with(x, |out| self.zq.reduce_from_into(out, x, &from))
    }

    fn reduce_centred(&self, x: &[u64], from: u64) -> Vec<u64> {
        let from = modulus(from);
        Self::with(x, |out| self.zq.reduce_centred_into(out, x, &from))
    }

    fn centre(&self, x: &[u64]) -> Vec<i64> {
        let mut out = vec![0; x.len()];
        self.zq.centre_into(&mut out, x);
        out
    }

    fn gather(&self, x: &[u64], at: &[u32]) -> Vec<u64> {
        Self::with(x, |out| self.zq.gather_into(out, x, at))
    }

    fn scatter(&self, x: &[u64], at: &[u32]) -> Vec<u64> {
        Self::with(x, |out| self.zq.scatter_into(out, x, at))
    }

    fn digits(&self, x: &[u64], width: u32, balanced: bool) -> Vec<Vec<i64>> {
        let digits = self.digits_of(width, balanced);
        let extract = |position| {
            let mut out = vec![0; x.len()];
            digits.extract_into(&mut out, x, position);
            out
        };
        (0..digits.count()).map(extract).collect()
    }

    fn digit_residues(&self, x: &[u64], width: u32, balanced: bool, to: u64) -> Vec<Vec<u64>> {
        let digits = self.digits_of(width, balanced);
        let to = must(Zq::with_backend(to, self.zq.backend()));
        let extract =
            |position| Self::with(x, |out| digits.extract_residues_into(out, x, position, &to));
        (0..digits.count()).map(extract).collect()
    }

    fn inner_product(&self, x: &[Vec<u64>], w: &[Vec<u64>]) -> Vec<u64> {
        let length = x.first().map_or(0, Vec::len);
        // A table with a vector that is not used, and the others from the last to the first.
        let unused = vec![self.q() - 1; length];
        let vectors: Vec<&[u64]> = w.iter().rev().chain([&unused]).map(Vec::as_slice).collect();
        let table = InnerTable::new(&self.zq, vectors);
        let which: Vec<usize> = (0..w.len()).rev().collect();
        let rows: Vec<&[u64]> = x.iter().map(Vec::as_slice).collect();
        let mut out = vec![0; length];
        self.zq.inner_product_into(&mut out, &rows, &table, &which);
        out
    }
}

fn modulus(q: u64) -> Modulus {
    must(Modulus::new(q))
}
