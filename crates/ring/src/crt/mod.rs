//! The CRT of a whole index: the tensor of the transforms of its prime powers.
//!
//! R = ⊗ Z\[ζ_{m_i}\], so the map from the powerful basis to the values at ζ_m ↦ ω^u is the tensor
//! product of the maps of the prime powers, applied to one axis after the other (ePrint 2013/293
//! §5.1, "Λ∘λ" 2015/1134 §C). Positions afterwards: the value at (a_1, …, a_k) belongs to the unit
//! that is congruent, modulo each prime power, to the exponent of its transform at a_i.
//!
//! The conjugate-invariant ring has one axis and a transform of its own, to the values at ω^u for one u of
//! each pair ±u.
//!
//! The order of a transform's exponents may depend on its method, and the method on what q allows.
//! All limbs of a ring have the order of its first limb; a limb whose own differs is permuted.

mod scratch;

use std::borrow::Cow;

use rayon::prelude::*;
use ringassay_kernels::{
    HeapBytes, Zq,
    cyclotomic::{Factor, Scratch},
    ntt::ConjugateInvariant,
    rns::CentredReduction,
};

pub(crate) use scratch::Lender;

use crate::{
    RingError,
    index::{Axis, Index},
};

/// The transforms of one limb, axis by axis.
pub(crate) struct CrtPlan {
    axes: Vec<PlannedAxis>,
    /// The unit of Z/m for each position, in the order of the ring.
    exponents: Vec<u32>,
    reorder: Option<Reorder>,
}

struct PlannedAxis {
    axis: Axis,
    transform: Transform,
}

enum Transform {
    /// Of a prime power.
    Factor(Factor),
    /// Of the conjugate-invariant ring, in which it is the only one.
    ConjugateInvariant(ConjugateInvariant),
}

/// Between the order of this limb's transforms and that of the ring.
struct Reorder {
    /// For each position of the ring's order the position in the own order.
    from_own: Vec<u32>,
    /// The inverse permutation.
    to_own: Vec<u32>,
}

ringassay_kernels::heap_bytes!(CrtPlan: axes, exponents, reorder; PlannedAxis: transform;
    Reorder: from_own, to_own);

impl HeapBytes for Transform {
    fn heap_bytes(&self) -> usize {
        match self {
            Self::Factor(factor) => factor.heap_bytes(),
            Self::ConjugateInvariant(transform) => transform.heap_bytes(),
        }
    }
}

/// How a transform is run.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    /// Where the working memory comes from.
    pub(crate) lender: &'a Lender,
    /// Whether the coefficients are secret, so that the working memory has to be cleared.
    pub(crate) secret: bool,
    /// Whether to cut the outer axes into parts for several threads.
    pub(crate) split: bool,
}

impl CrtPlan {
    /// The plan for a primitive m-th root of unity ω modulo q, with the positions in `order` (each
    /// unit of Z/m once), or its own order.
    pub(crate) fn new(
        index: &Index,
        zq: &Zq,
        root: u64,
        order: Option<&[u32]>,
    ) -> Result<Self, RingError> {
        let axes = index
            .axes()
            .map(|axis| {
                // ζ_{m_i} = ζ_m^{m/m_i}.
                let own = zq.modulus().pow(root, index.m() / axis.factor.value());
                let transform = if index.is_conjugate_invariant() {
                    let log_n = axis.len.ilog2();
                    Transform::ConjugateInvariant(ConjugateInvariant::new(*zq, log_n, own)?)
                } else {
                    let factor = axis.factor;
                    Transform::Factor(Factor::new(*zq, factor.prime, factor.exponent, own)?)
                };
                Ok(PlannedAxis { axis, transform })
            })
            .collect::<Result<Vec<_>, RingError>>()?;
        let own: Vec<_> = axes.iter().map(|planned| planned.transform.exponents()).collect();
        let own = index.crt_exponents(&own.iter().map(AsRef::as_ref).collect::<Vec<_>>());
        let reorder =
            order.filter(|&order| order != own).map(|order| Reorder::new(index, &own, order));
        let exponents = order.map_or(own, <[u32]>::to_vec);
        Ok(Self { axes, exponents, reorder })
    }

    /// The unit of Z/m for each position.
    pub(crate) fn exponents(&self) -> &[u32] {
        &self.exponents
    }

    /// How the axis of each prime power is transformed, in a few words.
    pub(crate) fn methods(&self) -> impl Iterator<Item = String> + '_ {
        self.axes.iter().map(|planned| planned.transform.method())
    }

    /// Powerful basis to CRT basis: n canonical residues in place.
    pub(crate) fn forward(&self, data: &mut [u64], run: Run<'_>) {
        for planned in &self.axes {
            planned.run(data, run, Direction::Forward);
        }
        if let Some(reorder) = &self.reorder {
            run.lender.permute(data, &reorder.from_own, run.secret);
        }
    }

    /// [`CrtPlan::forward`] of the coefficients that a reduction makes of the residues `x` modulo another number,
    /// into `out`.
    pub(crate) fn forward_centred(
        &self,
        out: &mut [u64],
        x: &[u64],
        centred: &CentredReduction,
        run: Run<'_>,
    ) {
        let [PlannedAxis { transform: Transform::Factor(factor), .. }] = &self.axes[..] else {
            centred.apply(out, x);
            return self.forward(out, run);
        };
        run.lender.lend(run.secret, |scratch| factor.forward_centred(out, x, centred, scratch));
        if let Some(reorder) = &self.reorder {
            run.lender.permute(out, &reorder.from_own, run.secret);
        }
    }

    /// CRT basis to powerful basis: n canonical residues in place.
    pub(crate) fn inverse(&self, data: &mut [u64], run: Run<'_>) {
        if let Some(reorder) = &self.reorder {
            run.lender.permute(data, &reorder.to_own, run.secret);
        }
        for planned in self.axes.iter().rev() {
            planned.run(data, run, Direction::Inverse);
        }
    }
}

#[derive(Clone, Copy)]
enum Direction {
    Forward,
    Inverse,
}

impl Transform {
    /// The unit for each position of the axis.
    fn exponents(&self) -> Cow<'_, [u32]> {
        match self {
            Self::Factor(factor) => factor.exponents().into(),
            Self::ConjugateInvariant(transform) => transform.exponents().into(),
        }
    }

    /// How it is computed, in a few words.
    fn method(&self) -> String {
        match self {
            Self::Factor(factor) => factor.method().to_string(),
            Self::ConjugateInvariant(transform) => {
                format!("folding and half of a negacyclic transform of {}", 2 * transform.len())
            }
        }
    }

    /// The tensor `[outer][axis][inner]` along its middle axis, in place.
    fn run(&self, direction: Direction, data: &mut [u64], inner: usize, scratch: &mut Scratch) {
        match (self, direction) {
            (Self::Factor(factor), direction) => {
                let outer = data.len() / (factor.totient() * inner);
                match direction {
                    Direction::Forward => factor.forward(data, outer, inner, scratch),
                    Direction::Inverse => factor.inverse(data, outer, inner, scratch),
                }
            }
            (Self::ConjugateInvariant(transform), Direction::Forward) => transform.forward(data),
            (Self::ConjugateInvariant(transform), Direction::Inverse) => transform.inverse(data),
        }
    }
}

impl PlannedAxis {
    fn run(&self, data: &mut [u64], run: Run<'_>, direction: Direction) {
        let Axis { outer, len, inner, .. } = self.axis;
        let part = |data: &mut [u64]| {
            run.lender.lend(run.secret, |scratch| {
                self.transform.run(direction, data, inner, scratch);
            });
        };
        if run.split && outer > 1 {
            let slabs = outer.div_ceil(rayon::current_num_threads());
            data.par_chunks_mut(slabs * len * inner).for_each(part);
        } else {
            part(data);
        }
    }
}

impl Reorder {
    fn new(index: &Index, own: &[u32], order: &[u32]) -> Self {
        let positions = |exponents: &[u32]| {
            let mut positions = vec![0; index.m() as usize];
            for (position, &u) in exponents.iter().enumerate() {
                positions[u as usize] = position as u32;
            }
            positions
        };
        let (own_positions, ring_positions) = (positions(own), positions(order));
        Self {
            from_own: order.iter().map(|&u| own_positions[u as usize]).collect(),
            to_own: own.iter().map(|&u| ring_positions[u as usize]).collect(),
        }
    }
}
