//! Words from elsewhere made residues modulo q.

use bytemuck::cast_slice;

use super::{kernel, update};
use crate::{Modulus, NARROW_BITS, Prepared, Zq};

/// The constants of [`Lanes::reduce_word`](crate::lanes::Lanes::reduce_word): 1 and 2^32 mod q.
fn word_constants(zq: &Zq) -> (Prepared, Prepared) {
    (zq.prepare(1 % zq.q()), zq.prepare(zq.modulus().reduce(1 << 32)))
}

kernel! {
    /// Class 4.
    Reduce<'a> { out: &'a mut [u64], x: &'a [u64], constants: (Prepared, Prepared) },
    |lanes: L| {
        let (one, high) = constants;
        let (one, high) = (lanes.multiplier((one.0, one.1)), lanes.multiplier((high.0, high.1)));
        update(lanes, out, [x], #[inline(always)] |_, [x]| lanes.reduce_word(x, one, high));
    }
}

kernel! {
    /// Flipping the sign bit adds 2^63, which is taken away again: folded to class 2, minus a
    /// residue of class 1, class 4.
    ReduceSigned<'a> {
        out: &'a mut [u64],
        x: &'a [u64],
        constants: (Prepared, Prepared),
        offset: u64,
    },
    |lanes: L| {
        let (one, high) = constants;
        let (one, high) = (lanes.multiplier((one.0, one.1)), lanes.multiplier((high.0, high.1)));
        let offset = lanes.splat(offset);
        update(lanes, out, [x], #[inline(always)] |_, [x]| {
            let flipped = L::flip_signs(x);
            lanes.sub(lanes.fold(lanes.reduce_word(&flipped, one, high)), offset)
        });
    }
}

kernel! {
    /// Words below 2^50 are loaded as if they were residues and multiplied by 1: class 2.
    ReduceNarrow<'a> { out: &'a mut [u64], x: &'a [u64], one: Prepared },
    |lanes: L| {
        let one = lanes.multiplier((one.0, one.1));
        update(lanes, out, [x], #[inline(always)] |_, [x]| lanes.mul(lanes.load(x), one));
    }
}

kernel! {
    /// With h = ⌊(q'-1)/2⌋, (x + h mod q') - h is the representative of x in (-q'/2, q'/2]: a
    /// canonical residue modulo q', made one of class 2 modulo q, minus one of class 1, class 4.
    ReduceCentred<'a> { out: &'a mut [u64], x: &'a [u64], from: &'a Modulus, one: Prepared, half: u64 },
    |lanes: L| {
        let source = lanes.of(from);
        let one = lanes.multiplier((one.0, one.1));
        let (shift, back) = (source.splat((from.value() - 1) / 2), lanes.splat(half));
        update(lanes, out, [x], #[inline(always)] |_, [x]| {
            let shifted = source.canonical(source.add(source.load(x), shift));
            lanes.sub(lanes.mul(shifted, one), back)
        });
    }
}

impl Zq {
    /// `out[i]` = `x[i]` mod q, `x[i]` any words.
    pub fn reduce_into(&self, out: &mut [u64], x: &[u64]) {
        self.run(Reduce { out, x, constants: word_constants(self) });
    }

    /// `out[i]` = `x[i]` mod q in [0, q), `x[i]` any signed words.
    pub fn reduce_signed_into(&self, out: &mut [u64], x: &[i64]) {
        let offset = self.modulus().reduce(1 << 63);
        let constants = word_constants(self);
        self.run(ReduceSigned { out, x: cast_slice(x), constants, offset });
    }

    /// `out[i]` = `x[i]` mod q, `x[i]` in [0, q') for the modulus q' = `from`.
    pub fn reduce_from_into(&self, out: &mut [u64], x: &[u64], from: &Modulus) {
        if from.value() <= self.q() {
            out.copy_from_slice(x);
        } else if from.bits() <= NARROW_BITS {
            self.run(ReduceNarrow { out, x, one: self.prepare(1) });
        } else {
            self.reduce_into(out, x);
        }
    }

    /// `out[i]` = c mod q, where c in (-q'/2, q'/2] represents `x[i]` in [0, q') for q' = `from`.
    pub fn reduce_centred_into(&self, out: &mut [u64], x: &[u64], from: &Modulus) {
        let half = self.modulus().reduce((from.value() - 1) / 2);
        let zq = if from.is_narrow() { *self } else { self.portable() };
        zq.run(ReduceCentred { out, x, from, one: zq.prepare(1), half });
    }
}
