//! CRT_p as a convolution by transforms of a power-of-two length, column by column: for primes of
//! which p - 1 has large factors.
//!
//! With n = p - 1 the cyclic convolution of a (n terms) and b is read off the product of a and the
//! sequence b_{t-(n-1)}, t < 2n - 1: its coefficient n - 1 + l is Σ_k a_k·b_{l-k}. Modulo X^N + 1,
//! N ≥ 2n - 1, only coefficients below n - 1 are disturbed.

use crate::{
    Table, Zq,
    cyclotomic::{
        Scratch,
        cost::padded_length,
        dft::inverse,
        number::{generator, mul_mod, root_of_unity},
        stage::Direction,
    },
    ntt::Negacyclic,
};

crate::heap_bytes!(Padded: ntt, powers, places, forward, inverse);

/// CRT_p by padded convolutions.
#[derive(Debug, Clone)]
pub(super) struct Padded {
    ntt: Negacyclic,
    /// g^l for l < p - 1: the exponents, in the order of the convolution.
    powers: Vec<u32>,
    /// The row of the value at each of them.
    places: Vec<u32>,
    forward: Table,
    inverse: Table,
    /// scale/p.
    shrink: u64,
}

impl Padded {
    /// For an odd prime, with the value at ω^i in row `places[i]`; the inverse is scaled by `scale`.
    /// None where q lacks the roots of unity.
    pub(super) fn new(zq: &Zq, p: u32, root: u64, scale: u64, places: &[u32]) -> Option<Self> {
        let modulus = zq.modulus();
        let length = padded_length(p);
        let psi = root_of_unity(modulus, 2 * u64::from(length))?;
        let ntt = Negacyclic::new(*zq, length.ilog2(), psi).ok()?;
        let n = p as usize - 1;
        let powers = Self::exponents(p);
        let places = powers.iter().map(|&i| places[i as usize]).collect();
        let shrink = modulus.mul(scale, inverse(modulus, u64::from(p)));
        let spectrum = |root: u64, scale: u64, exponent: &dyn Fn(usize) -> u32| {
            let mut line = vec![0; length as usize];
            for (t, x) in line[..2 * n - 1].iter_mut().enumerate() {
                *x = modulus.mul(scale, modulus.pow(root, u64::from(exponent((t + 1) % n))));
            }
            ntt.forward(&mut line);
            Table::new(zq, line)
        };
        let forward = spectrum(root, 1, &|k| powers[k]);
        let backward = spectrum(inverse(modulus, root), shrink, &|k| powers[(n - k) % n]);
        Some(Self { ntt, powers, places, forward, inverse: backward, shrink })
    }

    /// The exponent of each value, in the order of the convolution: g^l for l < p - 1.
    pub(super) fn exponents(p: u32) -> Vec<u32> {
        let g = generator(p);
        std::iter::successors(Some(1), |&x| Some(mul_mod(x, g, p))).take(p as usize - 1).collect()
    }

    #[cfg(feature = "fault-injection")]
    pub(super) fn plant_fault(&mut self, position: usize) {
        let position = position % self.forward.len();
        self.forward = self.forward.clone().with_planted_fault(position);
    }

    /// Transforms a tensor `[..][p - 1][inner]`.
    pub(super) fn run(
        &self,
        zq: &Zq,
        direction: Direction,
        data: &mut [u64],
        inner: usize,
        scratch: &mut Scratch,
    ) {
        let n = self.powers.len();
        let line = scratch.words(self.ntt.len());
        for tensor in data.chunks_exact_mut(n * inner) {
            for i in 0..inner {
                match direction {
                    Direction::Forward => self.forward(zq, tensor, inner, i, line),
                    Direction::Inverse => self.inverse(zq, tensor, inner, i, line),
                }
            }
        }
    }

    /// The j whose coefficient enters the convolution at k, and comes out of the inverse one: g^-k.
    fn coefficient(&self, k: usize) -> usize {
        let n = self.powers.len();
        self.powers[(n - k) % n] as usize
    }

    fn convolve(&self, zq: &Zq, line: &mut [u64], spectrum: &Table) {
        line[self.powers.len()..].fill(0);
        self.ntt.forward(line);
        zq.mul_table_assign(line, spectrum);
        self.ntt.inverse(line);
    }

    fn forward(&self, zq: &Zq, tensor: &mut [u64], inner: usize, i: usize, line: &mut [u64]) {
        let n = self.powers.len();
        for (k, x) in line[..n].iter_mut().enumerate() {
            // x_{p-1} = 0 is not in the tensor.
            *x = tensor.get(self.coefficient(k) * inner + i).copied().unwrap_or(0);
        }
        self.convolve(zq, line, &self.forward);
        let x0 = tensor[i];
        for (&place, value) in self.places.iter().zip(&line[n - 1..]) {
            tensor[place as usize * inner + i] = zq.modulus().add(*value, x0);
        }
    }

    fn inverse(&self, zq: &Zq, tensor: &mut [u64], inner: usize, i: usize, line: &mut [u64]) {
        let (n, modulus) = (self.powers.len(), zq.modulus());
        let mut sum = 0;
        for (&place, x) in self.places.iter().zip(&mut line[..n]) {
            *x = tensor[place as usize * inner + i];
            sum = modulus.add(sum, *x);
        }
        self.convolve(zq, line, &self.inverse);
        // g^(n/2) = -1: the coefficient p - 1, which is zero.
        let excess = line[n - 1 + n / 2];
        for (l, z) in line[n - 1..].iter().take(n).enumerate() {
            if let Some(x) = tensor.get_mut(self.coefficient(l) * inner + i) {
                *x = modulus.sub(*z, excess);
            }
        }
        tensor[i] = modulus.sub(modulus.mul(sum, self.shrink), excess);
    }
}
