//! Points are tallied as they are executed, and priced.

use ringassay_cost::{
    CostRecord,
    price::{Calibration, Machine},
};
use ringassay_predict::{
    Application, FUNCTIONS, Point, PredictError, Predictor, tally,
    truth::{Executed as _, Execution},
};
use ringassay_scheme::Scheme;

fn point(scheme: Scheme, log2_w: u32) -> Point {
    Point { scheme, degree: 64, log2_q: 30, log2_w, t: 2 }
}

const ALL: [(Scheme, u32); 4] =
    [(Scheme::Fv, 3), (Scheme::Yashe, 3), (Scheme::Fntru, 3), (Scheme::Shield, 1)];

#[test]
fn every_scheme_has_the_five_functions() {
    for (scheme, log2_w) in ALL {
        let seen = tally(&point(scheme, log2_w), false).unwrap();
        let names: Vec<&str> = seen.phases.iter().map(|phase| phase.name.as_str()).collect();
        assert_eq!(names, FUNCTIONS, "{scheme}");
        assert!(seen.heap_peak_bytes >= seen.peak_bytes && seen.live_bytes == 0, "{scheme}");
    }
}

#[test]
fn a_switch_comes_after_the_functions() {
    let yashe = point(Scheme::Yashe, 3);
    let seen = tally(&yashe, true).unwrap();
    assert_eq!(seen.phases.last().unwrap().name, "switch");
    // The last phase erases the keys as well.
    let counts = |seen: &CostRecord| {
        let first = seen.phases.iter().take(FUNCTIONS.len() - 1);
        first.map(|phase| (phase.name.clone(), phase.counts.clone())).collect::<Vec<_>>()
    };
    assert_eq!(counts(&tally(&yashe, false).unwrap()), counts(&seen));
}

#[test]
fn every_scheme_is_executed_function_by_function() {
    for (scheme, log2_w) in ALL {
        let functions = Application::Functions { switches: false };
        let execution = Execution::new(point(scheme, log2_w), functions).unwrap();
        execution.release_memory();
        let times = execution.run().unwrap();
        assert!(times.cpu_ns.iter().all(|&ns| ns > 0), "{scheme}: {times:?}");
    }
}

#[test]
fn without_prices_all_calls_are_unknown() {
    let calibration = Calibration::new(Machine::here().unwrap(), 0, 1);
    let predicted = Predictor::new(&calibration).predict(&point(Scheme::Fv, 3)).unwrap();
    assert_eq!(predicted.total_ns, 0.0);
    assert!(predicted.extrapolated > 0 && predicted.complexity > 0.0);
    assert!(predicted.peak_bytes > predicted.key_bytes);
    // Two elements of 64 words each.
    assert_eq!(predicted.ciphertext_bytes, 2 * 64 * 8);
}

#[test]
fn impossible_points_are_refused() {
    let refused = |point: Point| tally(&point, false).unwrap_err();
    let fv = point(Scheme::Fv, 3);
    assert!(matches!(refused(Point { log2_q: 600, ..fv }), PredictError::Modulus { bits: 600 }));
    assert!(matches!(refused(Point { degree: 65, ..fv }), PredictError::BigRing(_)));
    assert!(matches!(refused(Point { log2_w: 60, ..fv }), PredictError::Scheme(_)));
    assert!(matches!(refused(point(Scheme::Shield, 2)), PredictError::Scheme(_)));
}
