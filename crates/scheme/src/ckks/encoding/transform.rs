//! The discrete Fourier transform between coefficients and slots.
//!
//! Idea: X^n is i at every root ζ^(4k+1) of X^N + 1, N = 2n, so that N real coefficients c are the n complex
//! ones c_l + i·c_{l+n} of a polynomial modulo X^n - i, and that splits in halves down to its roots, as
//! X^N + 1 does in a number-theoretic transform. Cost: n/2·log2 n complex products and nothing else; the
//! twiddle factors are merged into the butterflies, values come in bit-reversed order of k.

use ringassay_kernels::to_nearest;

use super::{Complex, real::Real, roots::square_roots};

/// The twiddle factors for up to n slots.
#[derive(Debug)]
pub(super) struct Transform<T> {
    roots: Vec<Complex<T>>,
}

impl<T: Real> Transform<T> {
    /// For `slots` slots, a power of two, and all smaller numbers of them.
    pub(super) fn new(slots: usize) -> Self {
        let roots = to_nearest(|| square_roots(slots));
        Self { roots: roots.iter().map(|r| Complex::new(T::of(r.re), T::of(r.im))).collect() }
    }

    /// From coefficients to values: value b is that at ζ^(4k+1), k with the bits of b reversed.
    pub(super) fn forward(&self, re: &mut [T], im: &mut [T]) {
        let (mut nodes, mut half) = (1, re.len() / 2);
        while half > 0 {
            for (node, root) in self.roots[nodes..2 * nodes].iter().enumerate() {
                let block = 2 * half * node..2 * half * (node + 1);
                let (low_re, high_re) = re[block.clone()].split_at_mut(half);
                let (low_im, high_im) = im[block].split_at_mut(half);
                let low = low_re.iter_mut().zip(low_im);
                for ((a, b), (c, d)) in low.zip(high_re.iter_mut().zip(high_im)) {
                    let (u, v) = (*c * root.re - *d * root.im, *c * root.im + *d * root.re);
                    (*c, *d) = (*a - u, *b - v);
                    (*a, *b) = (*a + u, *b + v);
                }
            }
            (nodes, half) = (2 * nodes, half / 2);
        }
    }

    /// From values to coefficients, n times as large.
    pub(super) fn inverse(&self, re: &mut [T], im: &mut [T]) {
        let (mut nodes, mut half) = (re.len() / 2, 1);
        while nodes > 0 {
            for (node, root) in self.roots[nodes..2 * nodes].iter().enumerate() {
                let block = 2 * half * node..2 * half * (node + 1);
                let (low_re, high_re) = re[block.clone()].split_at_mut(half);
                let (low_im, high_im) = im[block].split_at_mut(half);
                let low = low_re.iter_mut().zip(low_im);
                for ((a, b), (c, d)) in low.zip(high_re.iter_mut().zip(high_im)) {
                    let (u, v) = (*a - *c, *b - *d);
                    (*a, *b) = (*a + *c, *b + *d);
                    (*c, *d) = (u * root.re + v * root.im, v * root.re - u * root.im);
                }
            }
            (nodes, half) = (nodes / 2, 2 * half);
        }
    }
}
