//! Every kernel is made to run, and gets a price.
#![allow(clippy::unwrap_used)]

use ringassay_calibrate::{check, complete};
use ringassay_cost::{
    Call, Draw, Kernel,
    price::{Calibration, Machine, Origin, Pricer},
};
use ringassay_ring::BasisKind;

/// One of each kernel, small, with the length of its rows.
fn every_kernel() -> Vec<Call> {
    let (m, big, prime) = (91, 455, 7);
    let of_rows = [
        Kernel::Copy,
        Kernel::Clear,
        Kernel::Fold,
        Kernel::Add,
        Kernel::Sub,
        Kernel::Neg,
        Kernel::Scale,
        Kernel::Mul,
        Kernel::MulAdd,
        Kernel::MulTable,
        Kernel::Erase,
        Kernel::Gather,
        Kernel::Reduce,
        Kernel::Centre,
        Kernel::CentreMessage,
        Kernel::Merge,
        Kernel::Uniform,
        Kernel::IntegerAdd,
        Kernel::IntegerScale,
        Kernel::Sample(Draw::Ternary),
        Kernel::Sample(Draw::SparseTernary),
        Kernel::Sample(Draw::CenteredBinomial { eta: 21 }),
        Kernel::Sample(Draw::DiscreteGaussian),
        Kernel::PlanExtension { from: 2, to: 1 },
        Kernel::BaseExtension { from: 2, to: 3 },
        Kernel::EvenExtension { from: 2, to: 1 },
        Kernel::FastBaseExtension { from: 2, to: 3 },
        Kernel::Correction { from: 2, to: 3 },
        Kernel::Divide { from: 2, to: 3 },
        Kernel::Lift { limbs: 3 },
        Kernel::EstimateLargest { limbs: 3 },
        Kernel::BaseDigits { limbs: 2, digits: 3 },
        Kernel::Recompose { digits: 2 },
        Kernel::PrepareTable { terms: 2 },
        Kernel::InnerProduct { terms: 2 },
    ];
    let of_an_index = [
        Kernel::CrtForward { m },
        Kernel::CrtForwardReduced { m },
        Kernel::CrtInverse { m },
        Kernel::EraseScratch { m },
        Kernel::MoveAxis { m, prime },
        Kernel::SumAxes { m },
        Kernel::DifferenceAxes { m },
        Kernel::MulG { m, basis: BasisKind::Decoding },
        Kernel::DivG { m, basis: BasisKind::Powerful },
        Kernel::Sample(Draw::Spherical { m }),
        Kernel::Sample(Draw::BoundedTernary { m }),
        Kernel::IntegerMoveAxis { m, prime },
        Kernel::IntegerSumAxes { m },
        Kernel::IntegerDifferenceAxes { m },
        Kernel::IntegerMulG { m, basis: BasisKind::Decoding },
        Kernel::IntegerDivG { m, basis: BasisKind::Powerful },
    ];
    let bases = [BasisKind::Powerful, BasisKind::Decoding, BasisKind::Crt];
    let between =
        |basis| [Kernel::Embed { small: m, big, basis }, Kernel::Twace { small: m, big, basis }];
    let integers = [
        Kernel::IntegerEmbed { small: m, big, basis: BasisKind::Powerful },
        Kernel::IntegerTwace { small: m, big },
    ];
    let call = |length| move |kernel| Call { kernel, length, wide: false };
    let towers = bases.into_iter().flat_map(between).chain(integers).map(call(288));
    of_rows
        .into_iter()
        .map(call(256))
        .chain(of_an_index.into_iter().map(call(72)))
        .chain(towers)
        .collect()
}

#[test]
fn every_kernel_gets_a_price_when_it_is_asked_for() {
    let calls = every_kernel();
    let mut calibration = Calibration::new(Machine::here().unwrap(), 0, 0);
    complete(&mut calibration, &calls).unwrap();
    let pricer = Pricer::new(&calibration);
    for call in calls {
        let price = pricer.price(&call, 1 << 17);
        assert!(price.ns > 0.0 && price.ns < 1e9, "{call:?}: {price:?}");
        // The number of digits is that of a whole number of bits.
        let exact = !matches!(call.kernel, Kernel::BaseDigits { .. });
        assert!(!exact || price.origin == Origin::Measured, "{call:?}: {price:?}");
    }
    complete(&mut calibration, &[]).unwrap();
}

#[test]
fn a_calibration_holds_until_something_changes() {
    // Of a few kernels: tests/predict/test_calibrate_command.py measures the whole grid, optimised.
    let mut calibration = Calibration::new(Machine::here().unwrap(), 0, 0);
    complete(&mut calibration, &every_kernel()).unwrap();
    let again = Calibration::from_json(&calibration.to_json().unwrap()).unwrap();
    assert!(check(&again).unwrap().cells > 3);

    let mut drifted = calibration.clone();
    drifted
        .cells
        .iter_mut()
        .for_each(|cell| (cell.cpu_ns, cell.spread) = (cell.cpu_ns / 4.0, 0.01));
    let found = check(&drifted).unwrap();
    assert!(found.is_stale() && found.drift > 1.5, "{found:?}");

    // Slower or faster.
    drifted
        .cells
        .iter_mut()
        .for_each(|cell| (cell.cpu_ns, cell.spread) = (cell.cpu_ns * 16.0, 0.01));
    let found = check(&drifted).unwrap();
    assert!(found.is_stale() && found.drift < 0.7, "{found:?}");

    let mut elsewhere = calibration;
    elsewhere.machine.processor = "abacus".into();
    let found = check(&elsewhere).unwrap();
    assert!(found.reasons[0].starts_with("processor: abacus"), "{found:?}");
}
