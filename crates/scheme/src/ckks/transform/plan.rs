//! Which rotations a linear transform takes.

use std::collections::{BTreeMap, BTreeSet};

use crate::{Error, ckks::Parameters};

/// What a transform costs beside a product of one limb, as a rough ratio: only the division into steps depends
/// on it.
const TRANSFORM_COST: f64 = 8.0;

/// A diagonal as it is encoded: M_`index`, its entries rotated to the right by `rotated_right` places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Diagonal {
    /// d, from 0 to below the number of slots.
    pub index: usize,
    /// g: entry j of what is encoded is M_d\[j - g\].
    pub rotated_right: usize,
}

impl Diagonal {
    /// That of a giant and a baby step.
    pub(super) fn of(giant: usize, baby: usize) -> Self {
        Self { index: giant + baby, rotated_right: giant }
    }
}

/// Diagonals by giant and baby steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TransformPlan {
    slots: usize,
    /// For each giant step its baby steps, ascending.
    giants: BTreeMap<usize, Vec<usize>>,
}

impl TransformPlan {
    /// The plan for diagonals, given modulo `slots`, with the number of baby steps that costs least at a
    /// level.
    ///
    /// # Errors
    /// When there is no diagonal, or the number of slots does not divide that of all.
    pub fn new(
        parameters: &Parameters,
        slots: usize,
        diagonals: &[i64],
        level: usize,
    ) -> Result<Self, Error> {
        let sizes = (0..usize::BITS).map(|log2| 1_usize << log2).take_while(|&size| size <= slots);
        let mut best: Option<(f64, Self)> = None;
        for size in sizes {
            let plan = Self::with_baby_steps(parameters, slots, diagonals, size)?;
            let cost = plan.cost(parameters, level);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, plan));
            }
        }
        let none = || Error::Parameters("a linear transform has at least one slot".to_owned());
        best.map(|(_, plan)| plan).ok_or_else(none)
    }

    /// The plan with `baby` baby steps: d = g + b, b = d modulo `baby`. With 1 every rotation is a giant
    /// step, with the number of slots every one a baby step.
    ///
    /// # Errors
    /// As [`TransformPlan::new`], and when there is no baby step.
    pub fn with_baby_steps(
        parameters: &Parameters,
        slots: usize,
        diagonals: &[i64],
        baby: usize,
    ) -> Result<Self, Error> {
        if slots == 0 || !parameters.slots().is_multiple_of(slots) || baby == 0 {
            return Err(Error::Parameters(format!(
                "a linear transform needs baby steps and a number of slots that divides {}, not {slots}",
                parameters.slots()
            )));
        }
        let indices: BTreeSet<usize> =
            diagonals.iter().map(|d| d.rem_euclid(slots as i64) as usize).collect();
        if indices.is_empty() {
            return Err(Error::Parameters(
                "a linear transform has at least one diagonal".to_owned(),
            ));
        }
        let mut giants: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for index in indices {
            giants.entry(index - index % baby).or_default().push(index % baby);
        }
        Ok(Self { slots, giants })
    }

    /// The number of slots.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Giant steps with their baby steps, ascending.
    pub fn giants(&self) -> impl Iterator<Item = (usize, &[usize])> {
        self.giants.iter().map(|(&giant, babies)| (giant, babies.as_slice()))
    }

    /// The diagonals in the order in which they are encoded.
    pub fn diagonals(&self) -> impl Iterator<Item = Diagonal> + '_ {
        self.giants()
            .flat_map(|(giant, babies)| babies.iter().map(move |&baby| Diagonal::of(giant, baby)))
    }

    /// The baby steps but 0.
    pub fn baby_rotations(&self) -> BTreeSet<usize> {
        self.giants.values().flatten().copied().filter(|&step| step != 0).collect()
    }

    /// The giant steps but 0.
    pub fn giant_rotations(&self) -> BTreeSet<usize> {
        self.giants.keys().copied().filter(|&step| step != 0).collect()
    }

    /// All rotations for which keys are needed, ascending, to the left.
    pub fn rotations(&self) -> Vec<usize> {
        self.baby_rotations().union(&self.giant_rotations()).copied().collect()
    }

    /// Products of one limb that rotations cost; those with diagonals are the same for every plan.
    fn cost(&self, parameters: &Parameters, level: usize) -> f64 {
        let own = parameters.limbs(level) as f64;
        let all = own + parameters.special.len() as f64;
        let digits = (own / parameters.digit_limbs as f64).ceil();
        let product = 2.0 * all * (digits + 1.0);
        let babies = self.baby_rotations().len() as f64;
        let giants = self.giant_rotations().len() as f64;
        babies * product + giants * (product + TRANSFORM_COST * (digits + 1.0) * all)
    }
}
