//! Operations that follow from others, and that a ring may compute better than one after the other.

use std::slice;

use ringassay_ring::{Basis, Crt, Powerful, rns::RnsError};

use super::Ring;
use crate::Error;

/// How an element is decomposed for key switching, and which parts of keys that takes.
#[derive(Debug)]
pub struct Switching<'a, R: Ring> {
    /// How it is decomposed.
    pub gadget: &'a R::Gadget,
    /// Modulo Q·P, Q's primes first.
    pub target: &'a R,
    /// Limb i of the target is this limb of keys.
    pub limbs: &'a [usize],
    /// Which digits of keys belong to those of the gadget.
    pub which: &'a [usize],
}

/// A key and the exponent k of the automorphism ζ ↦ ζ^k of what it has switched; none for what is not switched.
pub type Rotation<'a, R> = Option<([&'a <R as Ring>::Table; 2], u32)>;

/// From Q·P' to Q, and what is modulo P'.
pub type Divided<'a, R> = (&'a <R as Ring>::Switch, [&'a <R as Ring>::Element<Powerful>; 2]);

/// What is encrypted with under a public key.
#[derive(Debug)]
pub struct Fresh<'a, R: Ring> {
    /// The components of the key, modulo Q·P' or, without P', modulo Q.
    pub key: [&'a R::Element<Crt>; 2],
    /// u.
    pub ephemeral: &'a R::Integer,
    /// e_0 and e_1.
    pub errors: [&'a R::Integer; 2],
    /// t: that of the switch, if there is one.
    pub t: u64,
    /// m modulo Q.
    pub message: &'a R::Element<Powerful>,
    /// From Q·P' to Q, and k_i·u + t·e_i modulo P', if there is a P'.
    pub divided: Option<Divided<'a, R>>,
}

/// Two components.
type Pair<R> = [<R as Ring>::Element<Crt>; 2];

/// Operations on elements of `R` that [`Ring`]'s could do without. Each default body says by them what is computed; the
/// ring that computes does the same in one pass, with equal residues, and the tally counts what that takes. After an
/// error an operand that was to change may have changed.
///
/// A fused operation is declared here, computed by `ringassay_ring` through `exact`, and counted by the tally.
pub trait Fused<R: Ring> {
    /// x + y, in memory of its own.
    ///
    /// # Errors
    /// As [`Ring::add_assign`].
    fn add<B: Basis>(x: &R::Element<B>, y: &R::Element<B>) -> Result<R::Element<B>, Error> {
        let mut sum = x.clone();
        R::add_assign(&mut sum, y)?;
        Ok(sum)
    }

    /// x - y, in memory of its own.
    ///
    /// # Errors
    /// As [`Ring::add_assign`].
    fn sub<B: Basis>(x: &R::Element<B>, y: &R::Element<B>) -> Result<R::Element<B>, Error> {
        let mut difference = x.clone();
        R::sub_assign(&mut difference, y)?;
        Ok(difference)
    }

    /// x·y.
    ///
    /// # Errors
    /// As [`Ring::add_assign`].
    fn mul(x: &R::Element<Crt>, y: &R::Element<Crt>) -> Result<R::Element<Crt>, Error> {
        let mut product = x.clone();
        R::mul_assign(&mut product, y)?;
        Ok(product)
    }

    /// sum += x·y.
    ///
    /// # Errors
    /// As [`Ring::add_assign`].
    fn mul_add_assign(
        sum: &mut R::Element<Crt>,
        x: &R::Element<Crt>,
        y: &R::Element<Crt>,
    ) -> Result<(), Error> {
        R::add_assign(sum, &Self::mul(x, y)?)
    }

    /// Σ x_j·y^j in `ring`, whose limb i is limb `limbs[0][i]` of every x_j and limb `limbs[1][i]` of y.
    ///
    /// # Errors
    /// When `ring` has other primes than these limbs, or another index.
    fn evaluate(
        x: &[R::Element<Crt>],
        y: &R::Element<Crt>,
        ring: &R,
        limbs: [&[usize]; 2],
    ) -> Result<R::Element<Crt>, Error> {
        let y = R::pick_limbs(y, ring, limbs[1])?;
        let mut parts = x.iter().rev().map(|x| R::pick_limbs(x, ring, limbs[0]));
        let Some(last) = parts.next() else { return Ok(ring.zero()) };
        parts.try_fold(last?, |mut value, part| {
            R::mul_assign(&mut value, &y)?;
            R::add_assign(&mut value, &part?)?;
            Ok(value)
        })
    }

    /// x where m is 1 and y where m is 0: y + (x - y)·m, in memory of its own.
    ///
    /// # Errors
    /// As [`Ring::add_assign`].
    fn select(
        x: &R::Element<Crt>,
        y: &R::Element<Crt>,
        m: &R::Element<Crt>,
    ) -> Result<R::Element<Crt>, Error> {
        let mut selected = x.clone();
        Self::select_assign(&mut selected, y, m)?;
        Ok(selected)
    }

    /// x where m is 1 and y where m is 0: x = y + (x - y)·m.
    ///
    /// # Errors
    /// As [`Ring::add_assign`].
    fn select_assign(
        x: &mut R::Element<Crt>,
        y: &R::Element<Crt>,
        m: &R::Element<Crt>,
    ) -> Result<(), Error> {
        R::sub_assign(x, y)?;
        R::mul_assign(x, m)?;
        R::add_assign(x, y)
    }

    /// [`Ring::switch`], y added, if there is one, and the image of that under ζ ↦ ζ^k, if there is a k: limb by limb,
    /// while each is in a cache.
    ///
    /// # Errors
    /// As [`Ring::switch`], and when y does not lie where `switch` ends, or k is no unit modulo m.
    fn switch_image(
        x: &R::Element<Crt>,
        switch: &R::Switch,
        y: Option<&R::Element<Crt>>,
        k: Option<u32>,
    ) -> Result<R::Element<Crt>, Error> {
        let mut switched = R::switch(x, switch)?;
        y.map_or(Ok(()), |y| R::add_assign(&mut switched, y))?;
        match k {
            Some(k) => R::automorphism(&switched, k),
            None => Ok(switched),
        }
    }

    /// [`Ring::extend`] by further limbs, of an element given by its values: only they are transformed.
    ///
    /// # Errors
    /// When the first limbs of `ring` are not those of x, or the index is another.
    fn extend_values(x: &R::Element<Crt>, ring: &R) -> Result<R::Element<Crt>, Error> {
        let (own, all) = (R::ring(x).moduli(), ring.moduli());
        if !all.starts_with(own) {
            let (element, tables) = (own.to_vec(), all.to_vec());
            return Err(RnsError::OtherModuli { element, tables }.into());
        }
        Ok(R::into_crt(R::extend(&R::into_powerful(x.clone()), ring)?))
    }

    /// [`Ring::switch`] of an element given by its coefficients, without transforms.
    ///
    /// # Errors
    /// When it does not lie where `switch` starts.
    fn switch_coefficients(
        x: &R::Element<Powerful>,
        switch: &R::Switch,
    ) -> Result<R::Element<Powerful>, Error> {
        Ok(R::into_powerful(R::switch(&R::into_crt(x.clone()), switch)?))
    }

    /// (k_i·u + t·e_i)/P' + (m, 0) for a key modulo Q·P', the components of a fresh ciphertext; secret until published.
    ///
    /// # Errors
    /// When operands do not lie where `fresh` says.
    fn encrypted(fresh: &Fresh<'_, R>) -> Result<Pair<R>, Error> {
        let Fresh { key, ephemeral, errors, t, message, divided } = *fresh;
        let source = R::ring(key[0]);
        let factors: Vec<u64> = source.moduli().iter().map(|q| t % q).collect();
        let values = R::into_crt(source.reduce(ephemeral)?);
        let part = |i: usize| {
            let mut error = source.reduce(errors[i])?;
            R::scale_assign(&mut error, &factors)?;
            let mut sum = R::into_crt(error);
            Self::mul_add_assign(&mut sum, key[i], &values)?;
            match divided {
                Some((switch, _)) => R::switch(&sum, switch),
                None => Ok(sum),
            }
        };
        let (mut first, second) = (part(0)?, part(1)?);
        R::add_assign(&mut first, &R::into_crt(message.clone()))?;
        Ok([first, second])
    }

    /// Adds to `sum` what [`Ring::raise`] makes of x in its ring, in one pass over both.
    ///
    /// # Errors
    /// As [`Ring::raise`].
    fn add_raised(
        sum: &mut R::Element<Crt>,
        x: &R::Element<Crt>,
        factors: &[u64],
    ) -> Result<(), Error> {
        let raised = R::raise(x, R::ring(sum), factors)?;
        R::add_assign(sum, &raised)
    }

    /// [`Ring::inner_product`] with two tables, in one pass over the digits.
    ///
    /// # Errors
    /// As [`Ring::inner_product`].
    fn inner_products(
        digits: &R::Digits,
        tables: [&R::Table; 2],
        limbs: &[usize],
        which: &[usize],
    ) -> Result<Pair<R>, Error> {
        let product = |table| R::inner_product(digits, table, limbs, which);
        Ok([product(tables[0])?, product(tables[1])?])
    }

    /// [`Fused::inner_products`] of the digits of x, which are not kept: less memory and less time where
    /// they are needed once.
    ///
    /// # Errors
    /// As [`Ring::digits`] and [`Ring::inner_product`].
    fn digit_products(
        x: &R::Element<Crt>,
        switching: &Switching<'_, R>,
        tables: [&R::Table; 2],
    ) -> Result<Pair<R>, Error> {
        let Switching { gadget, target, limbs, which } = *switching;
        Self::inner_products(&R::digits(x, gadget, target)?, tables, limbs, which)
    }

    /// `onto`, if there is one, and the image under ζ ↦ ζ^k of what [`Fused::digit_products`] of x gives, `first` added
    /// to its first element before.
    ///
    /// # Errors
    /// As [`Fused::digit_products`]; when `first` or `onto` lie elsewhere than in the target, or k is no unit modulo m.
    fn rotated_products(
        x: &R::Element<Crt>,
        switching: &Switching<'_, R>,
        tables: [&R::Table; 2],
        first: &R::Element<Crt>,
        k: u32,
        onto: Option<Pair<R>>,
    ) -> Result<Pair<R>, Error> {
        let [mut b, a] = Self::digit_products(x, switching, tables)?;
        R::add_assign(&mut b, first)?;
        let (mut b, mut a) = (R::automorphism(&b, k)?, R::automorphism(&a, k)?);
        if let Some(onto) = onto {
            R::add_assign(&mut b, &onto[0])?;
            R::add_assign(&mut a, &onto[1])?;
        }
        Ok([b, a])
    }

    /// For each of the sums Σ_i w_i·y_{j_i}, both components, modulo Q·P: w_i are the elements of its table, j_i the
    /// images that it names. Image j is what the j-th key makes of P·c and rotates, P·c itself where there is no key;
    /// `factors` are P modulo each prime of Q.
    ///
    /// # Errors
    /// As [`Fused::digit_products`], and when there are not as many factors as primes of Q, an exponent is no unit
    /// modulo m, or a sum names other images than there are.
    fn rotated_sums(
        c: [&R::Element<Crt>; 2],
        switching: &Switching<'_, R>,
        factors: &[u64],
        rotations: &[Rotation<'_, R>],
        sums: &[(&R::Table, &[usize])],
    ) -> Result<Vec<Pair<R>>, Error> {
        let target = switching.target;
        let [first, second] = c.map(|c| R::raise(c, target, factors));
        let (first, second) = (first?, second?);
        let image = |rotation: &Rotation<'_, R>| match *rotation {
            Some((key, k)) => Self::rotated_products(c[1], switching, key, &first, k, None),
            None => Ok([first.clone(), second.clone()]),
        };
        let images = rotations.iter().map(image).collect::<Result<Vec<_>, _>>()?;
        let sum = |&(table, of): &(&R::Table, &[usize])| {
            let mut sum = [target.zero(), target.zero()];
            for (i, &j) in of.iter().enumerate() {
                let image = images.get(j).ok_or_else(|| no_such_image(j, images.len()))?;
                let constant = constant(table, target, i)?;
                for (sum, y) in sum.iter_mut().zip(image) {
                    Self::mul_add_assign(sum, y, &constant)?;
                }
            }
            Ok(sum)
        };
        sums.iter().map(sum).collect()
    }
}

/// The operations one after the other: for a ring that has nothing better.
#[derive(Debug, Clone, Copy)]
pub struct Unfused;

impl<R: Ring> Fused<R> for Unfused {}

/// Element i of a table that has all limbs of `ring`: its product with the only digit of 1.
fn constant<R: Ring>(table: &R::Table, ring: &R, i: usize) -> Result<R::Element<Crt>, Error> {
    let mut one = vec![0; ring.index().degree()];
    one[0] = 1;
    let one = R::into_crt(ring.pick(&[0]).integers(&one, 2)?);
    let limbs: Vec<usize> = (0..ring.moduli().len()).collect();
    // Digits of several limbs would be 1 as well, but each would want an element.
    let digits = R::digits(&one, &ring.gadget(slice::from_ref(&(0..1)))?, ring)?;
    R::inner_product(&digits, table, &limbs, &[i])
}

fn no_such_image(image: usize, images: usize) -> Error {
    Error::Parameters(format!("a sum names the image {image} of {images}"))
}
