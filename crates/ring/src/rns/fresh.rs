//! Encryption under a public key, prime by prime.
//!
//! Wanted are (k_i·u + e_i)/P' + (m, 0) for the components k_i of a key modulo Q·P', an ephemeral u, errors e_i and a
//! message m, all of them with small coefficients but the key; without P', k_i·u + e_i + (m, 0).
//!
//! Idea: of L + 1 limbs only that of P' goes back to coefficients; what it says of the rounding is needed by all
//! others. Of them, u, the errors and products modulo one prime are made, used and forgotten, and stay in the cache
//! meanwhile: elements modulo all of Q would be written to memory and read again eleven times. Transforms: for each
//! limb one of u, one of each component.

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
    /// m modulo Q.
    pub message: &'a Element<Powerful>,
    /// From Q·P' to Q, and k_i·u + e_i modulo P', if there is a P'.
    pub divided: Option<(&'a Switch, [&'a Element<Powerful>; 2])>,
}

impl Fresh<'_> {
    /// The components of the ciphertext, secret until they are published.
    ///
    /// # Errors
    /// When rings or indices differ from those of the switch, or of the message where there is none.
    pub fn encrypt(&self) -> Result<[Element<Crt>; 2], ElementError> {
        let Self { key, ephemeral, errors, message, divided } = *self;
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
        let are_small = [ephemeral, errors[0], errors[1]].map(|integer| integer.is_small(target));
        match divided {
            Some((switch, [first, second])) => {
                switch.division().with_quotients(first.as_limbs(), |first| {
                    switch.division().with_quotients(second.as_limbs(), |second| {
                        self.rows(&mut parts, are_small, Some((switch, [first, second])));
                    });
                });
            }
            None => self.rows(&mut parts, are_small, None),
        }
        Ok(parts)
    }

    fn rows(
        &self,
        parts: &mut [Element<Crt>; 2],
        are_small: [bool; 3],
        divided: Option<(&Switch, [&DividedRows<'_>; 2])>,
    ) {
        let target = self.message.ring();
        let (stride, degree) = (target.stride(), target.degree());
        let split = parallel::within_rows(3 * target.words(), target.limbs());
        for_each_limb(parts, 3 * parallel::TRANSFORM, |i, parts| {
            let zq = target.zq(i);
            let mut memory = target.shape().pool().take(2 * stride);
            memory.secret = true;
            let (ephemeral, product) = memory.split_at_mut(stride);
            let (ephemeral, product) = (&mut ephemeral[..degree], &mut product[..degree]);
            meter::row(Kernel::Reduce, zq, degree);
            self.ephemeral.reduce_row_into(zq, ephemeral, are_small[0]);
            forward(target, i, ephemeral, split);
            for (part, row) in parts.into_iter().enumerate() {
                meter::row(Kernel::Reduce, zq, degree);
                self.errors[part].reduce_row_into(zq, row, are_small[1 + part]);
                if let Some((_, quotients)) = divided {
                    quotients[part].write(i, row);
                }
                if part == 0 {
                    meter::row(Kernel::Add, zq, degree);
                    zq.add_assign(row, self.message.limb(i));
                }
                forward(target, i, row, split);
                match divided {
                    // Limbs that are new divide what the key is multiplied by.
                    Some((switch, _)) => {
                        if let Some(origin) = switch.origin(i) {
                            meter::row(Kernel::Mul, zq, degree);
                            zq.mul_into(product, self.key[part].limb(origin), ephemeral);
                            meter::row(Kernel::Merge, zq, degree);
                            switch.division().merge_assign(i, row, product);
                        }
                    }
                    None => {
                        meter::row(Kernel::MulAdd, zq, degree);
                        zq.mul_add_assign(row, self.key[part].limb(i), ephemeral);
                    }
                }
            }
        });
    }
}

/// Coefficients of a secret become values modulo the i-th prime.
fn forward(ring: &RnsRing, i: usize, row: &mut [u64], split: bool) {
    meter::forward(ring.index(), ring.zq(i));
    let run = Run { lender: ring.shape().lender(), secret: true, split };
    ring.limb(i).crt().forward(row, run);
    meter::scratch(ring.index(), ring.zq(i), true);
}
