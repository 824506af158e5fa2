//! Gates as sums whose sign is the result.

/// A gate that takes one blind rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gate {
    /// a ∧ b.
    And,
    /// a ∨ b.
    Or,
    /// a ⊕ b.
    Xor,
    /// ¬(a ∧ b).
    Nand,
    /// ¬(a ∨ b).
    Nor,
    /// ¬(a ⊕ b).
    Xnor,
    /// a ∧ ¬b.
    AndNot,
    /// ¬a ∧ b.
    NotAnd,
    /// At least two of a, b, c.
    Majority,
    /// a ⊕ b ⊕ c.
    Xor3,
}

/// Σ factor_j·x_j + `eighths`/8 of a turn, where x_j is 1/8 for 1 and -1/8 for 0: the result is 1 where this lies in the
/// upper half of the circle, (0, 1/2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    /// A factor for each operand.
    pub factors: &'static [i64],
    /// The constant, in eighths of a turn.
    pub eighths: i64,
}

impl Gate {
    /// All gates.
    pub const ALL: [Self; 10] = [
        Self::And,
        Self::Or,
        Self::Xor,
        Self::Nand,
        Self::Nor,
        Self::Xnor,
        Self::AndNot,
        Self::NotAnd,
        Self::Majority,
        Self::Xor3,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::And => "and",
            Self::Or => "or",
            Self::Xor => "xor",
            Self::Nand => "nand",
            Self::Nor => "nor",
            Self::Xnor => "xnor",
            Self::AndNot => "and_not",
            Self::NotAnd => "not_and",
            Self::Majority => "majority",
            Self::Xor3 => "xor3",
        }
    }

    /// The gate of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|gate| gate.name() == name)
    }

    /// The sum.
    pub fn form(self) -> Form {
        let (factors, eighths): (&[i64], i64) = match self {
            Self::And => (&[1, 1], -1),
            Self::Or => (&[1, 1], 1),
            Self::Xor => (&[2, 2], 2),
            Self::Nand => (&[-1, -1], 1),
            Self::Nor => (&[-1, -1], -1),
            Self::Xnor => (&[-2, -2], -2),
            Self::AndNot => (&[1, -1], -1),
            Self::NotAnd => (&[-1, 1], -1),
            Self::Majority => (&[1, 1, 1], 0),
            Self::Xor3 => (&[-2, -2, -2], 0),
        };
        Form { factors, eighths }
    }
}

impl Form {
    /// The sum for these operands, in eighths of a turn, from -4 to 3.
    pub fn sum(&self, operands: &[bool]) -> i64 {
        let signs = operands.iter().map(|&bit| if bit { 1 } else { -1 });
        let sum: i64 = self.factors.iter().zip(signs).map(|(factor, sign)| factor * sign).sum();
        (sum + self.eighths + 4).rem_euclid(8) - 4
    }

    /// The least distance of the sum from 0 and 1/2, over all operands, as a fraction of a turn.
    pub fn margin(&self) -> f64 {
        let count = self.factors.len();
        let distances = (0..1_usize << count).map(|word| {
            let operands: Vec<bool> = (0..count).map(|i| word >> i & 1 == 1).collect();
            let sum = self.sum(&operands).abs();
            sum.min(4 - sum)
        });
        distances.min().unwrap_or(0) as f64 / 8.0
    }
}
