//! Encryption under a public key, prime by prime.
//!
//! Wanted are (k_i·u + t·e_i)/P' + (m, 0) for the components k_i of a key modulo Q·P', an ephemeral u, errors e_i and a
//! message m, all of them with small coefficients but the key; without P', k_i·u + t·e_i + (m, 0).
//!
//! Idea: of L + 1 limbs only that of P' goes back to coefficients; what it says of the rounding is needed by all
//! others. Of them, u, the errors and products modulo one prime are made, used and forgotten, and stay in the cache
//! meanwhile: elements modulo all of Q would be written to memory and read again eleven times. Transforms: for each
//! limb one of u, one of each component.
//!
//! If P' is one prime, the quotient is k_i·(u/P') - (t/P')·(y_i - e_i) with y_i = \[k_i·u/t + e_i\]_P' centred. The
//! y_i - e_i are integers, the same for all limbs, and about as small as residues modulo P': modulo each prime they take
//! no more than errors.

use ringassay_kernels::Prepared;

use super::{Switch, corrections::DividedRows};
use crate::{
    Crt, Element, ElementError, IntElement, Powerful, RnsRing, crt::Run, gadget::for_each_limb,
    meter, parallel, recorder::Kernel,
};

/// What is encrypted with.
#[derive(Debug, Clone, Copy)]
pub struct Fresh<'a> {
    /// The components of the key.
    pub key: [&'a Element<Crt>; 2],
    /// u.
    pub ephemeral: &'a IntElement<Powerful>,
    /// e_0 and e_1.
    pub errors: [&'a IntElement<Powerful>; 2],
    /// t: that of the switch, if there is one.
    pub t: u64,
    /// m modulo Q.
    pub message: &'a Element<Powerful>,
    /// From Q·P' to Q, and k_i·u + t·e_i modulo P', if there is a P'.
    pub divided: Option<(&'a Switch, [&'a Element<Powerful>; 2])>,
}

/// What the components are made of beside the key and the message.
struct Work<'a> {
    /// Small integers: errors, or y_i and errors.
    integers: [&'a IntElement<Powerful>; 2],
    /// Whether they are less than every prime.
    are_small: [bool; 2],
    /// For each limb what u and what the integers are multiplied by, if not by 1.
    factors: &'a (dyn Fn(usize) -> [Option<Prepared>; 2] + Sync),
    /// What divides the integers, and then what the key is multiplied by, by P' of several primes.
    summed: Option<(&'a Switch, [&'a DividedRows<'a>; 2])>,
}

impl Fresh<'_> {
    /// The components of the ciphertext, secret until they are published.
    ///
    /// # Errors
    /// When rings or indices differ from those of the switch, or of the message where there is none, or an error has about
    /// 63 bits.
    pub fn encrypt(&self) -> Result<[Element<Crt>; 2], ElementError> {
        let Self { key, ephemeral, errors, t, message, divided } = *self;
        let target = message.ring();
        let source = match divided {
            Some((switch, gone)) => {
                message.lies_in(switch.target())?;
                gone.iter().try_for_each(|gone| gone.lies_in(switch.gone_ring()))?;
                switch.source()
            }
            None => target,
        };
        key.iter().try_for_each(|key| key.lies_in(source))?;
        for integer in [ephemeral, errors[0], errors[1]] {
            integer.same_index(target.index())?;
        }
        let mut parts = [0, 1].map(|_| Element::uninitialised(target, true));
        if let Some((switch, gone)) = divided
            && let Some(single) = switch.division().single()
        {
            let integers = [
                differences(switch, gone[0], errors[0])?,
                differences(switch, gone[1], errors[1])?,
            ];
            let work = Work {
                integers: integers.each_ref(),
                are_small: errors.map(|error| differences_are_small(switch, error)),
                factors: &|i| single[i].factors.map(Some),
                summed: None,
            };
            self.rows(&mut parts, &work);
            return Ok(parts);
        }
        let factor = |i| (t != 1).then(|| target.zq(i).prepare(target.zq(i).modulus().reduce(t)));
        let work = Work {
            integers: errors,
            are_small: errors.map(|error| error.is_small(target)),
            factors: &|i| [None, factor(i)],
            summed: None,
        };
        match divided {
            None => self.rows(&mut parts, &work),
            Some((switch, gone)) => {
                let division = switch.division();
                division.with_quotients(gone[0].as_limbs(), |first| {
                    division.with_quotients(gone[1].as_limbs(), |second| {
                        let summed = Some((switch, [first, second]));
                        self.rows(&mut parts, &Work { summed, ..work });
                    });
                });
            }
        }
        Ok(parts)
    }

    fn rows(&self, parts: &mut [Element<Crt>; 2], work: &Work<'_>) {
        let target = self.message.ring();
        let (stride, degree) = (target.stride(), target.degree());
        let is_small = self.ephemeral.is_small(target);
        let split = parallel::within_rows(3 * target.words(), target.limbs());
        for_each_limb(parts, 3 * parallel::TRANSFORM, |i, parts| {
            let zq = target.zq(i);
            let scale = |row: &mut [u64], factor: Option<Prepared>| {
                if let Some(factor) = factor {
                    meter::row(Kernel::Scale, zq, degree);
                    zq.scale_assign(row, factor);
                }
            };
            let factors = (work.factors)(i);
            let mut memory = target.shape().pool().take(2 * stride);
            memory.secret = true;
            let (ephemeral, product) = memory.split_at_mut(stride);
            let (ephemeral, product) = (&mut ephemeral[..degree], &mut product[..degree]);
            meter::row(Kernel::Reduce, zq, degree);
            self.ephemeral.reduce_row_into(zq, ephemeral, is_small);
            forward(target, i, ephemeral, split);
            scale(ephemeral, factors[0]);
            for (part, row) in parts.into_iter().enumerate() {
                meter::row(Kernel::Reduce, zq, degree);
                work.integers[part].reduce_row_into(zq, row, work.are_small[part]);
                scale(row, factors[1]);
                if let Some((_, quotients)) = work.summed {
                    quotients[part].write(i, row);
                }
                if part == 0 {
                    meter::row(Kernel::Add, zq, degree);
                    zq.add_assign(row, self.message.limb(i));
                }
                forward(target, i, row, split);
                match (work.summed, self.key_limb(part, i)) {
                    (Some((switch, _)), Some(key)) => {
                        meter::row(Kernel::Mul, zq, degree);
                        zq.mul_into(product, key, ephemeral);
                        meter::row(Kernel::Merge, zq, degree);
                        switch.division().merge_assign(i, row, product);
                    }
                    (None, Some(key)) => {
                        meter::row(Kernel::MulAdd, zq, degree);
                        zq.mul_add_assign(row, key, ephemeral);
                    }
                    // Limbs that are new divide what the key is multiplied by.
                    (_, None) => {}
                }
            }
        });
    }

    /// A component of the key modulo the i-th prime of the result.
    fn key_limb(&self, part: usize, i: usize) -> Option<&[u64]> {
        let limb = match self.divided {
            Some((switch, _)) => switch.origin(i)?,
            None => i,
        };
        Some(self.key[part].limb(limb))
    }
}

/// y_i - e_i.
fn differences(
    switch: &Switch,
    gone: &Element<Powerful>,
    error: &IntElement<Powerful>,
) -> Result<IntElement<Powerful>, ElementError> {
    let mut differences = match switch.division().inverse_plaintext() {
        None => gone.lift()?,
        Some(inverse) => {
            let mut scaled = gone.clone();
            scaled.scale_limbs_assign(&[inverse])?;
            scaled.lift()?
        }
    };
    differences.try_sub_assign(error)?;
    Ok(differences)
}

/// Whether they are surely less than every prime, as |y_i| < P'/2: a statement on the error alone, and only where there is
/// so much room that it is true of every error.
fn differences_are_small(switch: &Switch, error: &IntElement<Powerful>) -> bool {
    let least = switch.target().moduli().iter().copied().min().unwrap_or_default();
    let (half, room) = (switch.gone_ring().moduli()[0] / 2, least / 4);
    half < least - room && error.is_within(room)
}

/// Coefficients of a secret become values modulo the i-th prime.
fn forward(ring: &RnsRing, i: usize, row: &mut [u64], split: bool) {
    meter::transform(ring.index(), ring.zq(i), |m| Kernel::CrtForward { m });
    let run = Run { lender: ring.shape().lender(), secret: true, split };
    ring.limb(i).crt().forward(row, run);
    meter::scratch(ring.index(), ring.zq(i), true);
}
