//! Products of pairs, with three components.

use ringassay_ring::Crt;

use crate::{Error, Fused, Ring};

/// Two components.
type Pair<R> = [<R as Ring>::Element<Crt>; 2];

/// Three components.
type Triple<R> = [<R as Ring>::Element<Crt>; 3];

/// a_0·b_0, a_0·b_1 + a_1·b_0, a_1·b_1: the phase is the product of the phases.
///
/// # Errors
/// Returns an error if components lie in different rings.
pub fn product_parts<R: Ring>([a0, a1]: &Pair<R>, [b0, b1]: &Pair<R>) -> Result<Triple<R>, Error> {
    let mut middle = R::Fused::mul(a0, b1)?;
    R::Fused::mul_add_assign(&mut middle, a1, b0)?;
    Ok([R::Fused::mul(a0, b0)?, middle, R::Fused::mul(a1, b1)?])
}

/// [`product_parts`] of a pair with itself: a_0², 2·a_0·a_1, a_1².
///
/// # Errors
/// Returns an error if the components lie in different rings.
pub fn square_parts<R: Ring>([a0, a1]: &Pair<R>) -> Result<Triple<R>, Error> {
    let product = R::Fused::mul(a0, a1)?;
    let mut middle = product.clone();
    R::add_assign(&mut middle, &product)?;
    drop(product);
    Ok([R::Fused::mul(a0, a0)?, middle, R::Fused::mul(a1, a1)?])
}
