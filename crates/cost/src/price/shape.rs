//! What a call's price is interpolated over.
//!
//! This is the place that says of a kernel which of its numbers are *sizes*, between which prices are
//! interpolated, and which make it a *family* of its own. A new kernel without sizes other than its
//! length needs no line here.

use crate::{Call, Draw, Kernel};

/// A call as a point of a family.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Shape {
    /// Calls with equal families lie in one table: the kernel with sizes 0, and whether it is wide.
    pub(super) family: (Kernel, bool),
    /// The sizes besides the length; 0 where there are none.
    pub(super) sizes: [u32; 2],
    /// Prices are interpolated as nanoseconds for each unit of work: elementary steps, about, so that
    /// neighbours in the table are alike.
    pub(super) work: f64,
}

impl Shape {
    pub(super) fn new(call: &Call) -> Self {
        let n = f64::from(call.length.max(1));
        let (kernel, sizes, passes) = sizes(call.kernel);
        Self { family: (kernel, call.wide), sizes, work: n * passes }
    }
}

/// Coefficients of several words.
fn whole(kernel: Kernel, words: u32) -> (Kernel, [u32; 2], f64) {
    (kernel, [words, 0], f64::from(words))
}

/// The kernel without its sizes, the sizes, and about how many passes over its row it makes.
fn sizes(kernel: Kernel) -> (Kernel, [u32; 2], f64) {
    let products = |from: u32, to: u32| f64::from(from + 1) * f64::from(to + 1);
    match kernel {
        Kernel::BaseExtension { from, to } => {
            (Kernel::BaseExtension { from: 0, to: 0 }, [from, to], products(from, to))
        }
        Kernel::PlanExtension { from, to } => {
            (Kernel::PlanExtension { from: 0, to: 0 }, [from, to], products(from, to))
        }
        Kernel::EvenExtension { from, to } => {
            (Kernel::EvenExtension { from: 0, to: 0 }, [from, to], products(from, to))
        }
        Kernel::FastBaseExtension { from, to } => {
            (Kernel::FastBaseExtension { from: 0, to: 0 }, [from, to], products(from, to))
        }
        Kernel::Correction { from, to } => {
            (Kernel::Correction { from: 0, to: 0 }, [from, to], products(from, to))
        }
        Kernel::Divide { from, to } => {
            (Kernel::Divide { from: 0, to: 0 }, [from, to], products(from, to))
        }
        Kernel::BaseDigits { limbs, digits } => {
            (Kernel::BaseDigits { limbs: 0, digits: 0 }, [limbs, digits], products(limbs, digits))
        }
        Kernel::Lift { limbs } => (Kernel::Lift { limbs: 0 }, [limbs, 0], products(limbs, limbs)),
        Kernel::Largest { limbs } => {
            (Kernel::Largest { limbs: 0 }, [limbs, 0], products(limbs, limbs))
        }
        Kernel::EstimateLargest { limbs } => {
            (Kernel::EstimateLargest { limbs: 0 }, [limbs, 0], f64::from(limbs))
        }
        Kernel::Recompose { digits } => {
            (Kernel::Recompose { digits: 0 }, [digits, 0], f64::from(digits))
        }
        Kernel::PrepareTable { terms } => {
            (Kernel::PrepareTable { terms: 0 }, [terms, 0], f64::from(terms))
        }
        Kernel::InnerProduct { terms } => {
            (Kernel::InnerProduct { terms: 0 }, [terms, 0], f64::from(terms))
        }
        Kernel::Sample(Draw::CenteredBinomial { eta }) => {
            (Kernel::Sample(Draw::CenteredBinomial { eta: 0 }), [eta, 0], f64::from(eta))
        }
        Kernel::Split { planes, limbs, centred } => {
            let all = planes + u32::from(centred);
            (Kernel::Split { planes: 0, limbs: 0, centred }, [planes, limbs], products(all, limbs))
        }
        Kernel::Join { words, limbs } => {
            (Kernel::Join { words: 0, limbs: 0 }, [words, limbs], products(words, limbs))
        }
        Kernel::Round { words, limbs } => {
            (Kernel::Round { words: 0, limbs: 0 }, [words, limbs], products(words, limbs))
        }
        Kernel::WholeAdd { words } => whole(Kernel::WholeAdd { words: 0 }, words),
        Kernel::WholeSub { words } => whole(Kernel::WholeSub { words: 0 }, words),
        Kernel::WholeNeg { words } => whole(Kernel::WholeNeg { words: 0 }, words),
        Kernel::WholeScale { words } => whole(Kernel::WholeScale { words: 0 }, words),
        Kernel::WholeAddSmall { words } => whole(Kernel::WholeAddSmall { words: 0 }, words),
        Kernel::WholeMessage { words } => whole(Kernel::WholeMessage { words: 0 }, words),
        Kernel::WholeUniform { words } => whole(Kernel::WholeUniform { words: 0 }, words),
        Kernel::WholeDecode { words } => whole(Kernel::WholeDecode { words: 0 }, words),
        Kernel::WholeResidues { words } => whole(Kernel::WholeResidues { words: 0 }, words),
        Kernel::InvertLast { words } => whole(Kernel::InvertLast { words: 0 }, words),
        Kernel::Digit { words } => (Kernel::Digit { words: 0 }, [words, 0], 1.0),
        other => (other, [0, 0], 1.0),
    }
}
