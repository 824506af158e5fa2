//! gf2 circuits on integers mod t: a bit is the parity of an integer whose range is known.
//!
//! XOR of two integers is their sum or their difference, AND is their product: the parity is right as
//! long as the range [lo, hi] holds at most t integers. It is taken after decryption. Sums are nearly
//! free and products multiply ranges, so *lazy* circuits run fast until ranges reach t.
//!
//! Two bits subtracted give an integer in [-1, 1], a *trit*. Products of trits are trits, and the
//! square of a trit is its bit. So ranges are kept small by one squaring for each operand of an XOR
//! that is itself the result of an XOR. Where that is done is a [`Policy`]; the planner looks for
//! one with few squarings that fits (`plan/mod.rs`).

use crate::plan::arithmetic::{Arithmetic, Operand};
use crate::plan::refusal::Refusal;

/// Where operands of an XOR are reduced to bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Policy {
    /// Nowhere.
    Lazy,
    /// At gates with at least so many products, then sums, between them and the output: ranges
    /// explode where sums are followed by many products.
    Above((u32, u32)),
    /// At gates with a product behind them, where the operand is at most so deep: squarings near
    /// the inputs lie beside the longest path and cost no level.
    Shallow(f64),
}

/// Largest absolute value that is followed; products of two fit an `i128`.
const LARGEST: i128 = 1 << 62;
/// What a product with a plaintext counts in depth: its share of the noise of a product.
const PLAIN_DEPTH: f64 = 0.65;

/// An integer in [lo, hi] that stands for its parity. Known values are bits.
#[derive(Clone, Debug)]
pub(super) struct Parity {
    pub(super) value: Operand,
    pub(super) lo: i128,
    pub(super) hi: i128,
    /// Products on the longest way here, those with plaintexts counting less.
    depth: f64,
}

type Range = (i128, i128);

fn size((lo, hi): Range) -> i128 {
    (-lo).max(hi)
}

impl Parity {
    fn range(&self) -> Range {
        (self.lo, self.hi)
    }
}

/// The gates of gf2.
#[derive(Debug)]
pub(super) struct ParityGates<'a> {
    pub(super) on: Arithmetic<'a>,
    pub(super) policy: Policy,
    /// Squarings made to reduce.
    pub(super) reductions: usize,
}

impl ParityGates<'_> {
    pub(super) fn wire(&mut self, wire: u32) -> Result<Parity, Refusal> {
        Ok(Parity { value: self.on.wire(wire)?, lo: 0, hi: 1, depth: 0.0 })
    }

    /// XOR, at a gate with so many products and sums above it.
    pub(super) fn add(
        &mut self,
        a: &Parity,
        b: &Parity,
        above: (u32, u32),
    ) -> Result<Parity, Refusal> {
        if a.value.same(&b.value) {
            return Ok(Self::bits(self.on.zero(), 0.0));
        }
        match (&a.value, &b.value) {
            (_, Operand::Known(bits)) => return self.add_constant(a, &bits.clone(), above),
            (Operand::Known(bits), _) => return self.add_constant(b, &bits.clone(), above),
            _ => {}
        }
        let (a, b) = (self.reduced(a, above)?, self.reduced(b, above)?);
        let depth = a.depth.max(b.depth);
        let (minus, plus) = ((a.lo - b.hi, a.hi - b.lo), (a.lo + b.lo, a.hi + b.hi));
        if size(minus) <= size(plus) {
            // Reduced operands may be one value.
            let value = self.on.sub(&a.value, &b.value)?;
            return self.checked(value, minus, depth);
        }
        let value = self.on.add(&a.value, &b.value)?;
        self.checked(value, plus, depth)
    }

    /// XOR with a known vector.
    pub(super) fn add_constant(
        &mut self,
        a: &Parity,
        bits: &[u64],
        above: (u32, u32),
    ) -> Result<Parity, Refusal> {
        if let Operand::Known(mine) = &a.value {
            let sum = mine.iter().zip(bits).map(|(x, y)| i128::from(x ^ y));
            return Ok(Self::bits(self.on.known(sum), 0.0));
        }
        if bits.iter().all(|&bit| bit == 0) {
            return Ok(a.clone());
        }
        let a = self.reduced(a, above)?;
        let positive = self.on.known(bits.iter().map(|&bit| i128::from(bit)));
        let negative = self.on.known(bits.iter().map(|&bit| -i128::from(bit)));
        let (value, range) = if bits.iter().all(|&bit| bit == 1) {
            // The complement: 1 - a, a + 1 or a - 1, whichever stays nearest to zero.
            let up = (a.lo + 1, a.hi + 1);
            let (down, flip) = ((a.lo - 1, a.hi - 1), (1 - a.hi, 1 - a.lo));
            if size(flip) <= size(up).min(size(down)) {
                let negated = self.on.negate(&a.value)?;
                (self.on.add(&negated, &positive)?, flip)
            } else if size(up) <= size(down) {
                (self.on.add(&a.value, &positive)?, up)
            } else {
                (self.on.add(&a.value, &negative)?, down)
            }
        } else {
            let (plus, minus) = ((a.lo, a.hi + 1), (a.lo - 1, a.hi));
            if size(plus) < size(minus) {
                (self.on.add(&a.value, &positive)?, plus)
            } else {
                (self.on.add(&a.value, &negative)?, minus)
            }
        };
        self.checked(value, range, a.depth)
    }

    /// AND.
    pub(super) fn multiply(&mut self, a: &Parity, b: &Parity) -> Result<Parity, Refusal> {
        match (&a.value, &b.value) {
            (_, Operand::Known(bits)) => return self.multiply_constant(a, &bits.clone()),
            (Operand::Known(bits), _) => return self.multiply_constant(b, &bits.clone()),
            (x, y) if x.same(y) => return Ok(a.clone()),
            _ => {}
        }
        let (a, b) = (self.centred(a)?, self.centred(b)?);
        let corners = [a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi];
        let range = corners
            .iter()
            .fold((corners[0], corners[0]), |(lo, hi), &corner| (lo.min(corner), hi.max(corner)));
        let value = self.on.multiply(&a.value, &b.value)?;
        self.checked(value, range, a.depth.max(b.depth) + 1.0)
    }

    /// AND with a known vector.
    pub(super) fn multiply_constant(
        &mut self,
        a: &Parity,
        bits: &[u64],
    ) -> Result<Parity, Refusal> {
        if let Operand::Known(mine) = &a.value {
            let product = mine.iter().zip(bits).map(|(x, y)| i128::from(x & y));
            return Ok(Self::bits(self.on.known(product), 0.0));
        }
        if bits.iter().all(|&bit| bit == 1) {
            return Ok(a.clone());
        }
        let mask = self.on.known(bits.iter().map(|&bit| i128::from(bit)));
        let value = self.on.multiply(&a.value, &mask)?;
        if matches!(value, Operand::Known(_)) {
            return Ok(Self::bits(value, 0.0));
        }
        self.checked(value, (a.lo.min(0), a.hi.max(0)), a.depth + PLAIN_DEPTH)
    }

    /// Entries of a where the mask is 1, of b where it is 0.
    pub(super) fn select(
        &mut self,
        a: &Parity,
        b: &Parity,
        mask: &[u64],
    ) -> Result<Parity, Refusal> {
        if a.value.same(&b.value) || mask.iter().all(|&bit| bit == 1) {
            return Ok(a.clone());
        }
        if mask.iter().all(|&bit| bit == 0) {
            return Ok(b.clone());
        }
        let value = self.on.select(&a.value, &b.value, mask)?;
        let range = (a.lo.min(b.lo), a.hi.max(b.hi));
        self.checked(value, range, a.depth.max(b.depth) + PLAIN_DEPTH)
    }

    /// Entry i goes to entry (i + amount) mod ℓ.
    pub(super) fn rotate(&mut self, a: &Parity, amount: u32) -> Result<Parity, Refusal> {
        Ok(Parity { value: self.on.rotate(&a.value, amount)?, ..a.clone() })
    }

    /// An operand of an XOR, as the policy wants it.
    fn reduced(&mut self, a: &Parity, above: (u32, u32)) -> Result<Parity, Refusal> {
        let bit = a.lo >= 0 && a.hi <= 1;
        let trit = size(a.range()) <= 1;
        let wanted = match self.policy {
            Policy::Lazy => false,
            Policy::Above(from) => above >= from,
            Policy::Shallow(depth) => above.0 > 0 && trit && a.depth < depth,
        };
        if bit || !wanted {
            return Ok(a.clone());
        }
        if !trit {
            return Err(too_wide(a.range()));
        }
        self.reductions += 1;
        let value = self.on.multiply(&a.value, &a.value)?;
        Ok(Parity { value, lo: 0, hi: 1, depth: a.depth + 1.0 })
    }

    /// The same parity, moved by an even constant to the range nearest to zero.
    fn centred(&mut self, a: &Parity) -> Result<Parity, Refusal> {
        let shift = -2 * (a.lo + a.hi + 2).div_euclid(4);
        let moved = (a.lo + shift, a.hi + shift);
        if size(moved) >= size(a.range()) {
            return Ok(a.clone());
        }
        let batch = self.on.emitter.layout.batch as usize;
        let constant = self.on.known(std::iter::repeat_n(shift, batch));
        let value = self.on.add(&a.value, &constant)?;
        Ok(Parity { value, lo: moved.0, hi: moved.1, depth: a.depth })
    }

    fn bits(value: Operand, depth: f64) -> Parity {
        let (lo, hi) = match &value {
            Operand::Known(bits) => (
                bits.iter().min().map_or(0, |&bit| i128::from(bit)),
                bits.iter().max().map_or(0, |&bit| i128::from(bit)),
            ),
            Operand::Value(_) => (0, 1),
        };
        Parity { value, lo, hi, depth }
    }

    fn checked(&self, value: Operand, range: Range, depth: f64) -> Result<Parity, Refusal> {
        let (lo, hi) = range;
        if hi - lo >= i128::from(self.on.modulus) || size(range) > LARGEST {
            return Err(too_wide(range));
        }
        Ok(Parity { value, lo, hi, depth })
    }
}

fn too_wide((lo, hi): Range) -> Refusal {
    let width = (hi - lo).max(size((lo, hi)));
    Refusal::TooWide { bits: 128 - width.leading_zeros(), modulus: 0 }
}
