//! Every kernel is made to run, and gets a price.
#![allow(clippy::unwrap_used)]

use ringassay_calibrate::{OnDemand, check, complete};
use ringassay_cost::{
    Call, Draw, Kernel,
    price::{Calibration, Cell, Machine, Origin, Phase, Pricer},
};
use ringassay_ring::BasisKind;

/// One of each kernel, with the length of its rows, and whether it has a job, by its declaration.
macro_rules! declared {
    ($($family:ident { $(
        $(#[$doc:meta])*
        $kernel:ident $({ $($field:ident),+ })? $(($draw:ident))? $name:literal
            $(each $each:tt)? $(row $row:tt)? $(passes $passes:tt)?
            $(job $($job:ident)::+($($argument:tt)*))?;
    )+ })+) => {
        fn declared() -> Vec<(Kernel, u32, bool)> {
            let mut kernels = Vec::new();
            $($(
                let numbers = [$($(stringify!($field)),+)?];
                let kernel = Kernel::$kernel $({ $($field: number!($field)),+ })? $((number!($draw)))?;
                let has_job = !stringify!($($($job)::+)?).is_empty();
                kernels.push((kernel, length(&numbers), has_job));
            )+)+
            kernels
        }
    };
}

macro_rules! number {
    (m) => {
        91
    };
    (small) => {
        91
    };
    (big) => {
        455
    };
    (prime) => {
        7
    };
    (to) => {
        1
    };
    (digits) => {
        3
    };
    (centred) => {
        false
    };
    (basis) => {
        BasisKind::Powerful
    };
    (draw) => {
        Draw::Ternary
    };
    ($other:ident) => {
        2
    };
}

/// That of the ring of these indices, else a power of two.
fn length(numbers: &[&str]) -> u32 {
    match numbers {
        ["m", ..] => 72,
        ["small", ..] => 288,
        _ => 256,
    }
}

ringassay_ring::kernels! { declared }

/// One of each kernel, small, with the length of its rows, and of those that are computed in several ways.
fn every_kernel() -> Vec<Call> {
    let (m, small, big) = (91, 91, 455);
    let of_rows = [
        Kernel::Sample(Draw::SparseTernary),
        Kernel::Sample(Draw::CenteredBinomial { eta: 21 }),
        Kernel::Sample(Draw::DiscreteGaussian),
        Kernel::BaseExtension { from: 2, to: 3 },
        Kernel::FastBaseExtension { from: 2, to: 3 },
        Kernel::Correction { from: 2, to: 3 },
        Kernel::Divide { from: 2, to: 3 },
        Kernel::Lift { limbs: 3 },
        Kernel::EstimateLargest { limbs: 3 },
    ];
    let of_an_index = [
        Kernel::MulG { m, basis: BasisKind::Decoding },
        Kernel::Sample(Draw::Spherical { m }),
        Kernel::Sample(Draw::BoundedTernary { m }),
        Kernel::IntegerMulG { m, basis: BasisKind::Decoding },
    ];
    let bases = [BasisKind::Decoding, BasisKind::Crt];
    let between =
        |basis| [Kernel::Embed { small, big, basis }, Kernel::Twace { small, big, basis }];
    let of_rows = of_rows.map(|kernel| (kernel, 256));
    let of_an_index = of_an_index.map(|kernel| (kernel, 72));
    let towers = bases.into_iter().flat_map(between).map(|kernel| (kernel, 288));
    let declared = declared().into_iter().filter(|declared| declared.2);
    let all = declared.map(|(kernel, length, _)| (kernel, length));
    let all = all.chain(of_rows).chain(of_an_index).chain(towers);
    all.map(|(kernel, length)| Call { kernel, length, wide: false }).collect()
}

#[test]
fn only_what_is_measured_otherwise_has_no_job() {
    for (kernel, _, has_job) in declared() {
        let otherwise = kernel.is_multiprecision() || matches!(kernel, Kernel::Largest { .. });
        assert_ne!(has_job, otherwise, "{kernel:?}");
    }
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
fn what_was_measured_on_demand_is_the_same_for_all_who_ask() {
    let [first, second, third] = [(35, 24), (39, 24), (45, 24)].map(|(m, length)| {
        let kernel = Kernel::CrtForward { m };
        Call { kernel, length, wide: false }
    });
    let mut base = Calibration::new(Machine::here().unwrap(), 0, 0);
    // What the jobs of these kernels run beside them needs prices.
    complete(&mut base, &every_kernel()).unwrap();
    let on_demand = OnDemand::default();
    let [one, other, both] = [&[first, second][..], &[third], &[second, third]].map(|calls| {
        let mut calibration = base.clone();
        on_demand.complete(&mut calibration, calls).unwrap();
        calibration.cells.split_off(base.cells.len())
    });
    let of = |call: Call, cells: &[Cell]| -> Vec<Cell> {
        cells.iter().filter(|cell| cell.call == call).copied().collect()
    };
    // Measured again, no figure would be equal to the last digit.
    assert_eq!(both, [of(second, &one), of(third, &other)].concat());
    assert!(!of(second, &both).is_empty() && !of(third, &both).is_empty(), "{both:?}");
    assert!(!of(first, &one).is_empty() && of(first, &both).is_empty(), "{one:?}");
}

#[test]
fn a_calibration_holds_until_something_changes() {
    // Of a few kernels: tests/predict/test_calibrate_command.py measures the whole grid, optimised.
    let mut calibration = Calibration::new(Machine::here().unwrap(), 0, 0);
    complete(&mut calibration, &every_kernel()).unwrap();
    let again = Calibration::from_json(&calibration.to_json().unwrap()).unwrap();
    assert!(check(&again).unwrap().cells > 3);

    // Cells come out as they did, but vector code took next to nothing: another phase.
    let mut faster = calibration.clone();
    faster.phase = Some(Phase { vector_ns: 1.0, scalar_ns: 1.0, vector_range: 1.0, samples: 20 });
    let found = check(&faster).unwrap();
    assert!(found.reasons.iter().any(|one| one.contains("another phase")), "{found:?}");
    assert!(found.phase.unwrap().iter().all(|ratio| *ratio > 1000.0), "{found:?}");
    assert_eq!(check(&calibration).unwrap().phase, None, "one of older days");

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
