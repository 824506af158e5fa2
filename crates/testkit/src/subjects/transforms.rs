//! Negacyclic transforms and the transforms of prime powers.

use std::cell::RefCell;

use ringassay_kernels::Zq;
use ringassay_kernels::cyclotomic::{Factor, FactorError, MethodKind, Scratch};
use ringassay_kernels::ntt::{Negacyclic, NttError};

use crate::laws::{AxisTransform, Transform};
use crate::reference::numbers::{element_of_order, pow_mod};

/// [`Negacyclic`] under judgement.
#[derive(Clone, Debug)]
pub struct NegacyclicSubject {
    /// The transform.
    pub transform: Negacyclic,
    psi: u64,
}

impl NegacyclicSubject {
    /// The transform of length 2^`log_n` for a root that the reference finds; 0, which is none, if
    /// there is none.
    ///
    /// # Errors
    /// As [`Negacyclic::new`].
    pub fn new(zq: Zq, log_n: u32) -> Result<Self, NttError> {
        let psi = element_of_order(2 << log_n, zq.q()).unwrap_or(0);
        Ok(Self { transform: Negacyclic::new(zq, log_n, psi)?, psi })
    }
}

impl Transform for NegacyclicSubject {
    fn subject(&self) -> String {
        let zq = self.transform.zq();
        format!("negacyclic, N = {} mod {} on {}", self.transform.len(), zq.q(), zq.backend())
    }

    fn q(&self) -> u64 {
        self.transform.zq().q()
    }

    fn m(&self) -> u64 {
        2 * self.transform.len() as u64
    }

    fn roots(&self) -> Vec<u64> {
        let exponents = self.transform.exponents();
        exponents.into_iter().map(|e| pow_mod(self.psi, u64::from(e), self.q())).collect()
    }

    fn forward(&self, x: &[u64]) -> Vec<u64> {
        let mut x = x.to_vec();
        self.transform.forward(&mut x);
        x
    }

    fn inverse(&self, x: &[u64]) -> Vec<u64> {
        let mut x = x.to_vec();
        self.transform.inverse(&mut x);
        x
    }
}

/// Rows one after another: `[outer][N]`.
impl AxisTransform for NegacyclicSubject {
    fn forward_axis(&self, x: &[u64], _outer: usize, inner: usize) -> Vec<u64> {
        assert_eq!(inner, 1, "rows are contiguous");
        let mut x = x.to_vec();
        self.transform.forward_rows(&mut x);
        x
    }

    fn inverse_axis(&self, x: &[u64], _outer: usize, inner: usize) -> Vec<u64> {
        assert_eq!(inner, 1, "rows are contiguous");
        let mut x = x.to_vec();
        self.transform.inverse_rows(&mut x);
        x
    }
}

/// [`Factor`] under judgement.
#[derive(Debug)]
pub struct FactorSubject {
    /// The transform.
    pub factor: Factor,
    prime: u32,
    exponent: u32,
    root: u64,
    /// One for all calls, as callers keep it: what one call leaves must not matter to the next.
    scratch: RefCell<Scratch>,
}

impl FactorSubject {
    /// The transform of a prime power for a root that the reference finds, by its best method or by
    /// a given one.
    ///
    /// # Errors
    /// As [`Factor::with_method`].
    pub fn new(
        zq: Zq,
        prime: u32,
        exponent: u32,
        kind: Option<MethodKind>,
    ) -> Result<Self, FactorError> {
        let root = element_of_order(u64::from(prime).pow(exponent), zq.q()).unwrap_or(0);
        let factor = match kind {
            Some(kind) => Factor::with_method(zq, prime, exponent, root, kind)?,
            None => Factor::new(zq, prime, exponent, root)?,
        };
        Ok(Self { factor, prime, exponent, root, scratch: RefCell::default() })
    }
}

impl Transform for FactorSubject {
    fn subject(&self) -> String {
        let (zq, method) = (self.factor.zq(), self.factor.method());
        let (p, e) = (self.prime, self.exponent);
        format!("{p}^{e} mod {} on {} by {method}", zq.q(), zq.backend())
    }

    fn q(&self) -> u64 {
        self.factor.zq().q()
    }

    fn m(&self) -> u64 {
        u64::from(self.prime).pow(self.exponent)
    }

    fn roots(&self) -> Vec<u64> {
        let exponents = self.factor.exponents();
        exponents.iter().map(|&e| pow_mod(self.root, u64::from(e), self.q())).collect()
    }

    fn forward(&self, x: &[u64]) -> Vec<u64> {
        self.forward_axis(x, 1, 1)
    }

    fn inverse(&self, x: &[u64]) -> Vec<u64> {
        self.inverse_axis(x, 1, 1)
    }
}

impl AxisTransform for FactorSubject {
    fn forward_axis(&self, x: &[u64], outer: usize, inner: usize) -> Vec<u64> {
        let mut x = x.to_vec();
        self.factor.forward(&mut x, outer, inner, &mut self.scratch.borrow_mut());
        x
    }

    fn inverse_axis(&self, x: &[u64], outer: usize, inner: usize) -> Vec<u64> {
        let mut x = x.to_vec();
        self.factor.inverse(&mut x, outer, inner, &mut self.scratch.borrow_mut());
        x
    }
}
