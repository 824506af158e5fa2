//! What conjugate-invariant polynomials are before and after the layers of their transform.
//!
//! Folding replaces the coefficients a_k and a_(N-k) by a_k - i·a_(N-k) and a_(N-k) - i·a_k, which
//! are the coefficients modulo X^N - i; a_0 stays, and a_(N/2) is its own partner. Since i² = -1,
//! adding i times the other to each of these gives 2·a_k and 2·a_(N-k) back.

use crate::{
    Prepared,
    lanes::{Lanes, Task},
};

/// Coefficients to those modulo X^N - i.
pub(super) struct Fold<'a> {
    pub(super) x: &'a mut [u64],
    pub(super) minus_i: Prepared,
}

/// Halves of coefficients modulo X^N - i to coefficients.
pub(super) struct Unfold<'a> {
    pub(super) x: &'a mut [u64],
    pub(super) i: Prepared,
}

impl Task for Fold<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        add_partners(lanes, self.x, self.minus_i);
    }
}

impl Task for Unfold<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Self { x, i } = self;
        if let Some(first) = x.first_mut() {
            let mut block = L::pad(&[*first]);
            let half = lanes.load(&block);
            lanes.store(&mut block, lanes.add(half, half));
            *first = L::words(&block)[0];
        }
        add_partners(lanes, x, i);
    }
}

/// x_k + w·x_(N-k) in place of x_k, for 0 < k < N.
#[inline(always)]
fn add_partners<L: Lanes>(lanes: L, x: &mut [u64], w: Prepared) {
    let (low, high) = x.split_at_mut(x.len() / 2);
    let ([_, low @ ..], [middle, high @ ..]) = (low, high) else { return };
    let w = lanes.multiplier((w.0, w.1));
    // The partner of the first below the middle is the last above it.
    let (blocks, rest) = L::blocks_mut(low);
    let (partners, high) = high.split_at_mut(rest.len());
    for (x, y) in blocks.iter_mut().zip(L::blocks_mut(high).0.iter_mut().rev()) {
        add_reversed(lanes, x, y, w);
    }
    if !rest.is_empty() {
        let (mut x, mut y) = (L::pad(rest), L::pad(&[]));
        // Reversed, the partners come first.
        L::words_mut(&mut y)[L::LANES - rest.len()..].copy_from_slice(partners);
        add_reversed(lanes, &mut x, &mut y, w);
        rest.copy_from_slice(&L::words(&x)[..rest.len()]);
        partners.copy_from_slice(&L::words(&y)[L::LANES - partners.len()..]);
    }
    let mut x = L::pad(&[*middle]);
    let a = lanes.load(&x);
    lanes.store(&mut x, lanes.add(a, lanes.mul(a, w)));
    *middle = L::words(&x)[0];
}

/// x + w·y and y + w·x in place of x and y, where the last word of y is the partner of the first of x.
#[inline(always)]
fn add_reversed<L: Lanes>(lanes: L, x: &mut L::Block, y: &mut L::Block, w: L::W) {
    L::words_mut(y).reverse();
    let (a, b) = (lanes.load(x), lanes.load(y));
    lanes.store(x, lanes.add(a, lanes.mul(b, w)));
    lanes.store(y, lanes.add(b, lanes.mul(a, w)));
    L::words_mut(y).reverse();
}
