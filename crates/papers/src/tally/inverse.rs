//! Inverses: the steps of `ringassay_bigring::Vector::invert`.

use ringassay_bigring::{LAST_DEGREE, Lift, MultiprecisionError, Shape};
use ringassay_ring::recorder::Kernel;

use super::TallyVector;

impl TallyVector {
    pub(super) fn invert(&self) -> Result<Self, MultiprecisionError> {
        Shape::check_count(self.count, 1)?;
        let (ring, words) = (self.ring(), self.ring().shape().words);
        if ring.shape().degree <= LAST_DEGREE {
            let recording = &mut *ring.open();
            ring.ran(recording, Kernel::InvertLast { words: words as u32 }, 1);
            return Ok(Self::new(ring, recording, 1, self.is_secret()));
        }
        let half = ring.half();
        let width = half.shape().inverse_width();
        let halves = {
            let recording = &mut *half.open();
            let halves = Self::new(half, recording, 2, self.is_secret());
            half.ran(recording, Kernel::Copy, 2 * words);
            halves
        };
        let evaluations = halves.transform(&(0..2), Lift::Centred, width)?;
        drop(halves);
        let norm = {
            let mut squares = evaluations.clone();
            squares.mul_assign(&evaluations)?;
            let squares = squares.joined(half.join(width))?;
            half.run(Kernel::Copy, words);
            let norm = squares.slice(&(0..1))?;
            let shifted = squares.slice(&(1..2))?;
            half.run(Kernel::WholeSub { words: words as u32 }, 1);
            drop(shifted);
            norm
        };
        let inverse = norm.invert()?;
        drop(norm);
        let mut product = evaluations;
        {
            let inverse = inverse.transform(&(0..1), Lift::Centred, width)?;
            product.mul_assign(&inverse)?;
        }
        drop(inverse);
        let product = product.joined(half.join(width))?;
        let mut recording = ring.open();
        let out = Self::new(ring, &mut recording, 1, self.is_secret());
        half.ran(&mut recording, Kernel::WholeNeg { words: words as u32 }, 1);
        half.ran(&mut recording, Kernel::Copy, 2 * words);
        drop(recording);
        drop(product);
        Ok(out)
    }
}
