//! The libraries, behind one interface.

use ringassay_kernels::{Backend, Zq, ntt::Negacyclic};

/// A library's transform of one length modulo one prime.
pub(crate) trait Peer {
    /// What the library is called.
    fn name(&self) -> &'static str;

    /// Its version.
    fn version(&self) -> &'static str;

    /// The instructions that it uses.
    fn backend(&self) -> String;

    /// Coefficients to values, in place.
    fn forward(&self, x: &mut [u64]);

    /// Values to coefficients, in place, as far as the library's own function goes.
    fn inverse(&self, x: &mut [u64]);

    /// What remains to be done after [`Peer::inverse`].
    fn finish(&self, _x: &mut [u64]) {}
}

/// All of them for length n modulo q.
pub(crate) fn all(
    n: usize,
    q: u64,
    psi: u64,
    backend: Backend,
) -> Result<Vec<Box<dyn Peer>>, String> {
    let zq = Zq::with_backend(q, backend).map_err(|error| error.to_string())?;
    let ours = Negacyclic::new(zq, n.ilog2(), psi).map_err(|error| error.to_string())?;
    let tfhe = tfhe_ntt::prime64::Plan::try_new(n, q)
        .ok_or_else(|| format!("tfhe-ntt has no transform of length {n} modulo {q}"))?;
    let fhe = fhe_math::zq::Modulus::new(q).map_err(|error| error.to_string())?;
    let fhe = fhe_math::ntt::NttOperator::new(&fhe, n)
        .ok_or_else(|| format!("fhe-math has no transform of length {n} modulo {q}"))?;
    Ok(vec![Box::new(Ours(ours)), Box::new(Tfhe(tfhe)), Box::new(Fhe(fhe))])
}

struct Ours(Negacyclic);

impl Peer for Ours {
    fn name(&self) -> &'static str {
        "ringassay"
    }

    fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    fn backend(&self) -> String {
        self.0.zq().backend().to_string()
    }

    fn forward(&self, x: &mut [u64]) {
        self.0.forward(x);
    }

    fn inverse(&self, x: &mut [u64]) {
        self.0.inverse(x);
    }
}

struct Tfhe(tfhe_ntt::prime64::Plan);

impl Peer for Tfhe {
    fn name(&self) -> &'static str {
        "tfhe-ntt"
    }

    fn version(&self) -> &'static str {
        "0.7.1"
    }

    fn backend(&self) -> String {
        if self.0.use_ifma() { "avx512 ifma".to_owned() } else { "as detected".to_owned() }
    }

    fn forward(&self, x: &mut [u64]) {
        self.0.fwd(x);
    }

    fn inverse(&self, x: &mut [u64]) {
        self.0.inv(x);
    }

    fn finish(&self, x: &mut [u64]) {
        self.0.normalize(x);
    }
}

struct Fhe(fhe_math::ntt::NttOperator);

impl Peer for Fhe {
    fn name(&self) -> &'static str {
        "fhe-math"
    }

    fn version(&self) -> &'static str {
        "0.1.1"
    }

    fn backend(&self) -> String {
        "words".to_owned()
    }

    fn forward(&self, x: &mut [u64]) {
        self.0.forward(x);
    }

    fn inverse(&self, x: &mut [u64]) {
        self.0.backward(x);
    }
}
