//! The operations and their definitions.

use crate::reference::numbers::mul_mod;

/// An operation on residues: a is what lies in the target, x and y are operands, w is a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// x + y.
    Add,
    /// x - y.
    Sub,
    /// y - x.
    SubFrom,
    /// -x.
    Neg,
    /// x + w.
    AddScalar,
    /// x·y.
    Mul,
    /// a + x·y.
    MulAdd,
    /// a - x·y.
    MulSub,
    /// x + (a - x)·y.
    Select,
    /// w·x, w prepared.
    Scale,
    /// a + w·x, w prepared.
    ScaleAdd,
    /// w·(x - y), w prepared.
    SubScale,
    /// x·y, y in a table.
    MulTable,
    /// a + x·y, y in a table.
    MulTableAdd,
}

impl Operation {
    /// All of them.
    pub const ALL: [Operation; 14] = [
        Operation::Add,
        Operation::Sub,
        Operation::SubFrom,
        Operation::Neg,
        Operation::AddScalar,
        Operation::Mul,
        Operation::MulAdd,
        Operation::MulSub,
        Operation::Select,
        Operation::Scale,
        Operation::ScaleAdd,
        Operation::SubScale,
        Operation::MulTable,
        Operation::MulTableAdd,
    ];

    /// What it is, in double words.
    pub fn defined(self, a: u64, x: u64, y: u64, w: u64, q: u64) -> u64 {
        let sum = |a: u64, b: u64| ((u128::from(a) + u128::from(b)) % u128::from(q)) as u64;
        let negative = |a: u64| (q - a) % q;
        match self {
            Operation::Add => sum(x, y),
            Operation::Sub => sum(x, negative(y)),
            Operation::SubFrom => sum(y, negative(x)),
            Operation::Neg => negative(x),
            Operation::AddScalar => sum(x, w),
            Operation::Mul | Operation::MulTable => mul_mod(x, y, q),
            Operation::MulAdd | Operation::MulTableAdd => sum(a, mul_mod(x, y, q)),
            Operation::MulSub => sum(a, negative(mul_mod(x, y, q))),
            Operation::Select => sum(x, mul_mod(sum(a, negative(x)), y, q)),
            Operation::Scale => mul_mod(w, x, q),
            Operation::ScaleAdd => sum(a, mul_mod(w, x, q)),
            Operation::SubScale => mul_mod(w, sum(x, negative(y)), q),
        }
    }

    /// The name of its law.
    pub fn law(self) -> &'static str {
        match self {
            Operation::Add => "x + y",
            Operation::Sub => "x - y",
            Operation::SubFrom => "y - x",
            Operation::Neg => "-x",
            Operation::AddScalar => "x + w",
            Operation::Mul => "x·y",
            Operation::MulAdd => "a + x·y",
            Operation::MulSub => "a - x·y",
            Operation::Select => "x + (a - x)·y",
            Operation::Scale => "w·x",
            Operation::ScaleAdd => "a + w·x",
            Operation::SubScale => "w·(x - y)",
            Operation::MulTable => "x·y with a table",
            Operation::MulTableAdd => "a + x·y with a table",
        }
    }
}
