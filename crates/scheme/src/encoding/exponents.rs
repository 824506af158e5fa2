//! Between coefficients of the powerful basis and of the powers 1, ζ, …, ζ^{m-1}.

use ringassay_kernels::secrecy;
use ringassay_ring::index::Axis;
use zeroize::{Zeroize, Zeroizing};

use super::PlaintextRing;
use super::galois::mul_mod;

/// Maps of positions of an index.
pub(super) struct Exponents {
    m: usize,
    /// The exponent of ζ at each of the n positions of the powerful basis.
    powerful: Vec<u32>,
    /// p times these, modulo m.
    frobenius: Vec<u32>,
    /// The exponents for the tensor with all m_i powers of ζ_{m_i} on its axes: m positions.
    full: Vec<u32>,
    axes: Vec<Axis>,
}

impl Exponents {
    pub(super) fn new(ring: &PlaintextRing) -> Self {
        let (index, m) = (ring.index(), ring.index().m());
        let full = index.factors().iter().fold(vec![0u32], |prefix, factor| {
            let steps = (0..factor.value()).map(|j| j * (m / factor.value()));
            let sums = |&left: &u32| {
                let left = u64::from(left);
                // Below m.
                steps.clone().map(move |step| ((left + step) % m) as u32)
            };
            prefix.iter().flat_map(sums).collect()
        });
        let powerful = index.powerful_exponents();
        // Below m.
        let power = |&e: &u32| mul_mod(u64::from(e), ring.prime(), m) as u32;
        let frobenius = powerful.iter().map(power).collect();
        Self { m: m as usize, powerful, frobenius, full, axes: index.axes().collect() }
    }

    /// The index m.
    pub(super) fn m(&self) -> usize {
        self.m
    }

    /// The exponents of ζ in the powerful basis.
    pub(super) fn powerful(&self) -> &[u32] {
        &self.powerful
    }

    /// Writes Σ_i x_i·ζ^i in the powerful basis: `powers` holds the m coefficients x_i, and
    /// `subtract` computes differences of them.
    ///
    /// Axis by axis: ζ_{p^e}^{(p-1)·p^{e-1} + j} = -Σ_{i < p-1} ζ_{p^e}^{i·p^{e-1} + j}.
    pub(super) fn reduce_into<T: Copy + Default + Zeroize>(
        &self,
        powers: &[T],
        subtract: impl Fn(T, T) -> T,
        coefficients: &mut [T],
    ) {
        let tensor: Vec<T> = self.full.iter().map(|&e| powers[e as usize]).collect();
        let mut tensor = Zeroizing::new(tensor);
        let mut reduced = Zeroizing::new(vec![T::default(); self.m]);
        // The slowest first: behind it the axes have still their full lengths.
        let mut inner = self.m;
        for axis in &self.axes {
            let full = inner;
            inner /= axis.factor.value() as usize;
            let kept = axis.len * inner;
            let lines = tensor.chunks_exact(full).zip(reduced.chunks_exact_mut(kept));
            for (line, reduced) in lines.take(axis.outer) {
                let (low, top) = line.split_at(kept);
                if let &[top] = top {
                    // Short lines: no loop within the loop.
                    for (reduced, &x) in reduced.iter_mut().zip(low) {
                        *reduced = subtract(x, top);
                    }
                    continue;
                }
                let rows = low.chunks_exact(top.len()).zip(reduced.chunks_exact_mut(top.len()));
                for (low, reduced) in rows {
                    for ((reduced, &x), &y) in reduced.iter_mut().zip(low).zip(top) {
                        *reduced = subtract(x, y);
                    }
                }
            }
            std::mem::swap(&mut tensor, &mut reduced);
        }
        coefficients.copy_from_slice(&tensor[..coefficients.len()]);
    }

    /// Whether the element is its own image under ζ ↦ ζ^p, that is, whether every slot holds an
    /// element of Z_t: those alone are fixed by the Frobenius map of a Galois ring.
    pub(super) fn is_fixed<T: Copy + Default + PartialEq + Zeroize>(
        &self,
        coefficients: &[T],
        subtract: impl Fn(T, T) -> T,
    ) -> bool {
        let mut powers = Zeroizing::new(vec![T::default(); self.m]);
        for (&x, &e) in coefficients.iter().zip(&self.frobenius) {
            powers[e as usize] = x;
        }
        let mut image = Zeroizing::new(vec![T::default(); coefficients.len()]);
        self.reduce_into(&powers, subtract, &mut image);
        secrecy::all(image.iter().zip(coefficients).map(|(x, y)| x == y))
    }
}
