//! The CRT of a whole index: the tensor of the transforms of its prime powers.
//!
//! R = ⊗ Z\[ζ_{m_i}\], so the map from the powerful basis to the values at ζ_m ↦ ω^u is the tensor
//! product of the maps of the prime powers, applied to one axis after the other (ePrint 2013/293
//! §5.1, "Λ∘λ" 2015/1134 §C). Positions afterwards: the value at (a_1, …, a_k) belongs to the unit
//! that is congruent, modulo each prime power, to the exponent of its transform at a_i.
//!
//! The order of a transform's exponents may depend on its method, and the method on what q allows.
//! All limbs of a ring have the order of its first limb; a limb whose own differs is permuted.

mod scratch;

use rayon::prelude::*;
use ringassay_kernels::{Zq, cyclotomic::Factor};

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
    factor: Factor,
}

/// Between the order of this limb's transforms and that of the ring.
struct Reorder {
    /// For each position of the ring's order the position in the own order.
    from_own: Vec<u32>,
    /// The inverse permutation.
    to_own: Vec<u32>,
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
                let factor = Factor::new(*zq, axis.factor.prime, axis.factor.exponent, own)?;
                Ok(PlannedAxis { axis, factor })
            })
            .collect::<Result<Vec<_>, RingError>>()?;
        let own: Vec<&[u32]> = axes.iter().map(|planned| planned.factor.exponents()).collect();
        let own = index.crt_exponents(&own);
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
        self.axes.iter().map(|planned| planned.factor.method().to_string())
    }

    /// Powerful basis to CRT basis: n canonical residues in place.
    pub(crate) fn forward(&self, data: &mut [u64], run: Run<'_>) {
        for planned in &self.axes {
            planned.run(data, run, Factor::forward);
        }
        if let Some(reorder) = &self.reorder {
            run.lender.permute(data, &reorder.from_own, run.secret);
        }
    }

    /// CRT basis to powerful basis: n canonical residues in place.
    pub(crate) fn inverse(&self, data: &mut [u64], run: Run<'_>) {
        if let Some(reorder) = &self.reorder {
            run.lender.permute(data, &reorder.to_own, run.secret);
        }
        for planned in self.axes.iter().rev() {
            planned.run(data, run, Factor::inverse);
        }
    }
}

type Transform = fn(&Factor, &mut [u64], usize, usize, &mut ringassay_kernels::cyclotomic::Scratch);

impl PlannedAxis {
    fn run(&self, data: &mut [u64], run: Run<'_>, transform: Transform) {
        let Axis { outer, len, inner, .. } = self.axis;
        let part = |data: &mut [u64]| {
            run.lender.lend(run.secret, |scratch| {
                transform(&self.factor, data, data.len() / (len * inner), inner, scratch);
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
