//! Arithmetic mod t on values of which some are known when the circuit is read.
//!
//! A gate on known values only costs nothing, and a product with a known zero is a known zero. This
//! is more than thrift: libraries refuse to multiply by an encoded zero, because the result would
//! hide nothing.

use std::rc::Rc;

use crate::plan::emit::{Emitter, Value};
use crate::plan::refusal::Refusal;

/// A value, or a vector that depends on no input, with entries below t.
#[derive(Clone, Debug)]
pub(super) enum Operand {
    Value(Value),
    Known(Rc<[u64]>),
}

use Operand::{Known, Value as Made};

impl Operand {
    pub(super) fn same(&self, other: &Self) -> bool {
        matches!((self, other), (Made(a), Made(b)) if a == b)
    }
}

/// The operations of zt, emitted with known values folded.
#[derive(Debug)]
pub(super) struct Arithmetic<'a> {
    pub(super) emitter: Emitter<'a>,
    pub(super) modulus: u64,
}

impl Arithmetic<'_> {
    pub(super) fn wire(&mut self, wire: u32) -> Result<Operand, Refusal> {
        Ok(Made(self.emitter.input(wire)?))
    }

    /// A known vector of integers.
    pub(super) fn known(&self, entries: impl IntoIterator<Item = i128>) -> Operand {
        let t = i128::from(self.modulus);
        Known(entries.into_iter().map(|x| x.rem_euclid(t) as u64).collect())
    }

    pub(super) fn zero(&self) -> Operand {
        Known(vec![0; self.emitter.layout.batch as usize].into())
    }

    pub(super) fn add(&mut self, a: &Operand, b: &Operand) -> Result<Operand, Refusal> {
        Ok(match (a, b) {
            (Known(a), Known(b)) => self.each(a, b, |a, b| a + b),
            (Made(a), Made(b)) => Made(self.emitter.add(*a, *b)?),
            (Made(a), Known(c)) | (Known(c), Made(a)) if c.iter().all(|&x| x == 0) => Made(*a),
            (Made(a), Known(c)) | (Known(c), Made(a)) => {
                Made(self.emitter.add_plain(*a, c.to_vec())?)
            }
        })
    }

    pub(super) fn negate(&mut self, a: &Operand) -> Result<Operand, Refusal> {
        Ok(match a {
            Known(a) => self.known(a.iter().map(|&x| -i128::from(x))),
            Made(a) => Made(self.emitter.negate(*a)?),
        })
    }

    pub(super) fn sub(&mut self, a: &Operand, b: &Operand) -> Result<Operand, Refusal> {
        if a.same(b) {
            return Ok(self.zero());
        }
        if let (Made(a), Made(b)) = (a, b) {
            return Ok(Made(self.emitter.sub(*a, *b)?));
        }
        let negated = self.negate(b)?;
        self.add(a, &negated)
    }

    pub(super) fn multiply(&mut self, a: &Operand, b: &Operand) -> Result<Operand, Refusal> {
        Ok(match (a, b) {
            (Known(a), Known(b)) => self.each(a, b, |a, b| a * b),
            (Made(a), Made(b)) => Made(self.emitter.multiply(*a, *b)?),
            (Made(a), Known(c)) | (Known(c), Made(a)) => {
                let uniform = c.first().filter(|&first| c.iter().all(|x| x == first));
                match uniform {
                    Some(0) => Known(c.clone()),
                    Some(1) => Made(*a),
                    Some(&x) if x == self.modulus - 1 => Made(self.emitter.negate(*a)?),
                    _ => Made(self.emitter.multiply_plain(*a, c.to_vec())?),
                }
            }
        })
    }

    /// Entries of a where the mask is 1, of b where it is 0: b + mask·(a - b).
    pub(super) fn select(
        &mut self,
        a: &Operand,
        b: &Operand,
        mask: &[u64],
    ) -> Result<Operand, Refusal> {
        if a.same(b) || mask.iter().all(|&bit| bit == 1) {
            return Ok(a.clone());
        }
        if mask.iter().all(|&bit| bit == 0) {
            return Ok(b.clone());
        }
        let difference = self.sub(a, b)?;
        let chosen = self.multiply(&difference, &Known(mask.into()))?;
        self.add(b, &chosen)
    }

    /// Entry i goes to entry (i + amount) mod ℓ.
    pub(super) fn rotate(&mut self, a: &Operand, amount: u32) -> Result<Operand, Refusal> {
        Ok(match a {
            Known(a) => {
                let mut rotated = a.to_vec();
                rotated.rotate_right(amount as usize);
                Known(rotated.into())
            }
            Made(a) => Made(self.emitter.rotate(*a, amount)?),
        })
    }

    fn each(&self, a: &[u64], b: &[u64], f: impl Fn(i128, i128) -> i128) -> Operand {
        self.known(a.iter().zip(b).map(|(&a, &b)| f(a.into(), b.into())))
    }
}
