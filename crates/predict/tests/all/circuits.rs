//! Circuits are executed, tallied and checked as applications of every scheme.

use ringassay_bigring::MultiprecisionRing;
use ringassay_circuit::{Circuit, Evaluator, Program, Vectors, text};
use ringassay_cost::price::{Calibration, Machine};
use ringassay_predict::{
    Account, Application, FUNCTIONS, Point, PredictError, Predictor, Workload, application,
    tally_application,
    truth::{Executed as _, Execution},
};
use ringassay_ring::meter::{self, Meter};
use ringassay_scheme::Scheme;

const CASE: &str = "a*S*(S + b) where S = a*b + c";

/// Each scheme where the case's three levels decrypt.
fn points() -> Vec<(Point, u64)> {
    let point = |scheme, log2_q, log2_w, t| Point { scheme, degree: 64, log2_q, log2_w, t };
    vec![
        (point(Scheme::Fv, 150, 8, 2), 2),
        (point(Scheme::Fv, 150, 8, 17), 17),
        (point(Scheme::Yashe, 150, 8, 2), 2),
        (point(Scheme::Yashe, 190, 8, 5), 5),
        (point(Scheme::Fntru, 90, 2, 2), 2),
        (point(Scheme::Shield, 90, 1, 2), 2),
    ]
}

#[test]
fn results_are_those_in_the_clear() {
    for (point, t) in points() {
        let workload = Workload::of_expression(CASE, t).unwrap();
        let execution = Execution::new(point, Application::Circuit(workload)).unwrap();
        assert_eq!(execution.is_right().unwrap(), Some(true), "{point:?}");
    }
}

#[test]
fn a_modulus_that_is_too_small_gives_wrong_results() {
    let point = Point { scheme: Scheme::Fv, degree: 64, log2_q: 40, log2_w: 8, t: 17 };
    let workload = Workload::of_expression(CASE, 17).unwrap();
    let execution = Execution::new(point, Application::Circuit(workload)).unwrap();
    assert_eq!(execution.is_right().unwrap(), Some(false));
}

#[test]
fn the_paper_s_application_has_no_result() {
    let execution = Execution::new(points()[0].0, Application::Functions { switches: false });
    assert_eq!(execution.unwrap().is_right().unwrap(), None);
}

#[test]
fn what_is_executed_is_what_is_tallied() {
    for (point, t) in points() {
        let application = Application::Circuit(Workload::of_expression(CASE, t).unwrap());
        let tallied = tally_application(&point, &application, false).unwrap().record;
        let parameters = point.parameters().unwrap();
        let ring = MultiprecisionRing::new(point.degree, &parameters.q).unwrap();
        // Tables are made before.
        let run = |phase: &mut dyn FnMut(&str)| {
            application::run(&point, &parameters, &ring, &application, phase).unwrap();
        };
        run(&mut |_| ());
        let ((), executed) = Meter::new().observe(|| run(&mut |name| meter::phase(name))).unwrap();
        let by_function = |seen: &ringassay_cost::CostRecord, function: &str| {
            let own = seen.phases.iter().filter(|p| application::function_of(&p.name) == function);
            let mut counts = std::collections::BTreeMap::new();
            for (&call, &times) in own.flat_map(|phase| &phase.counts) {
                *counts.entry(call).or_insert(0) += times;
            }
            counts
        };
        // Decryption ends with the erasure of keys, which execution has in the part after it.
        for function in &FUNCTIONS[..4] {
            assert_eq!(
                by_function(&executed, function),
                by_function(&tallied, function),
                "{point:?} {function}"
            );
        }
        assert_eq!(executed.counts(), tallied.counts(), "{point:?}");
        assert_eq!(executed.peak_bytes, tallied.peak_bytes, "{point:?}");
    }
}

#[test]
fn memory_follows_the_life_of_ciphertexts() {
    // A chain keeps three ciphertexts: two operands and the result.
    let point = Point { scheme: Scheme::Fv, degree: 64, log2_q: 60, log2_w: 8, t: 2 };
    let peak = |expression: &str| {
        let workload = Workload::of_expression(expression, 2).unwrap();
        tally_application(&point, &Application::Circuit(workload), false).unwrap().record
    };
    let (short, long) = (peak("a + b + a"), peak("a + b + a + b + a + b + a"));
    assert_eq!(short.peak_bytes, long.peak_bytes);
}

#[test]
fn an_account_adds_up() {
    let (point, t) = points()[0];
    let application = Application::Circuit(Workload::of_expression(CASE, t).unwrap());
    let tally = tally_application(&point, &application, true).unwrap();
    let account = Account::new(&tally, None);
    let names: Vec<&str> = account.functions.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, FUNCTIONS);
    let runs: Vec<usize> = account.functions.iter().map(|one| one.runs).collect();
    assert_eq!(runs, [1, 3, 2, 3, 1]);
    let sum: u64 = account.functions.iter().map(|one| one.operations.multiplications).sum();
    assert_eq!(sum, account.total.operations.multiplications);
    for function in account.functions.iter().chain([&account.total]) {
        let kernels: f64 = function.kernels.iter().map(|one| one.complexity).sum();
        assert!((kernels / function.complexity - 1.0).abs() < 1e-9, "{}", function.name);
        assert_eq!(function.ns, None);
    }
    let last = account.trace.last().unwrap();
    assert!((last.complexity / account.total.complexity - 1.0).abs() < 1e-9);
    assert_eq!((last.live_bytes, account.total.current_bytes), (0, 0));
    let most = account.trace.iter().map(|point| point.live_bytes).max().unwrap();
    assert_eq!(most as u64, account.total.maximal_bytes);
    assert!(account.functions[0].current_bytes > 0);
    let largest = account.functions.iter().map(|one| one.maximal_bytes).max();
    assert_eq!(largest, Some(account.total.maximal_bytes));
}

#[test]
fn a_thinned_trace_keeps_the_peaks() {
    let (point, t) = points()[0];
    let expression = vec!["a*b"; 80].join(" * ");
    let application = Application::Circuit(Workload::of_expression(&expression, t).unwrap());
    let tally = tally_application(&point, &application, true).unwrap();
    let account = Account::new(&tally, None);
    assert!(account.trace.len() < tally.record.trace.len() / 2, "thinned");
    let most = account.trace.iter().map(|point| point.live_bytes).max().unwrap();
    assert_eq!(most as u64, account.total.maximal_bytes);
}

#[test]
fn a_circuit_is_predicted_function_by_function() {
    let (point, t) = points()[0];
    let application = Application::Circuit(Workload::of_expression(CASE, t).unwrap());
    let calibration = Calibration::new(Machine::here().unwrap(), 0, 1);
    let predictor = Predictor::new(&calibration);
    let predicted = predictor.predict_application(&point, &application).unwrap();
    let tally = tally_application(&point, &application, true).unwrap();
    let account = Account::new(&tally, Some(predictor.pricer()));
    assert_eq!(account.total.ns, Some(predicted.total_ns));
    assert_eq!(account.total.complexity, predicted.complexity);
    assert!(predicted.peak_bytes >= predicted.live_bytes);
}

/// A rotation and a selection rename entries; constants differ by entry.
const VECTORS: &str = "W=3,D=2,L=3\nG3:LMUL(W0,W1)\nG4:LROTATE(G3,1)\nG5:LSELECT(G4,W2,[1,0,1])\n\
    G6:LADDconst(G5,[0,1,1])\nG7:LMUL(G6,W0)";

#[test]
fn vectors_take_a_ciphertext_for_each_entry() {
    let circuit = text::read_circuit(VECTORS.as_bytes()).unwrap();
    let workload = Workload::of_text(VECTORS.as_bytes(), 2).unwrap();
    assert_eq!(workload.inputs(), 9);
    // Messages of a scheme for bits are constants: entry by entry the circuit's own evaluation.
    let shape = circuit.shape();
    for (point, t) in points().into_iter().filter(|(point, _)| point.t == 2) {
        let application = Application::Circuit(workload.clone());
        let execution = Execution::new(point, application.clone()).unwrap();
        assert_eq!(execution.is_right().unwrap(), Some(true), "{point:?}");
        let tally = tally_application(&point, &application, true).unwrap();
        let account = Account::new(&tally, None);
        let runs: Vec<usize> = account.functions.iter().map(|one| one.runs).collect();
        // Products of three entries, twice; two of three entries are changed by a constant.
        assert_eq!(runs, [1, 9, 2, 6, 3], "{point:?} {t}");
    }
    let point = Point { scheme: Scheme::Shield, degree: 64, log2_q: 90, log2_w: 1, t: 2 };
    let words = |wire: u64| {
        (0..3).map(|i| workload.message(&point, (3 * wire + i) as usize)[0] << i).sum::<u64>()
    };
    let inputs = Vectors::from_words(shape, (0..3).map(words).collect()).unwrap();
    let mut evaluator = Evaluator::new(Program::compile(&circuit));
    let output = evaluator.evaluate(&inputs).unwrap();
    let expected: Vec<u64> = (0..3).map(|entry| output.slot(0, entry)).collect();
    let found: Vec<u64> = workload.expected(&point).iter().map(|entry| entry[0]).collect();
    assert_eq!(found, expected);
}

#[test]
fn constants_and_differences_are_executed() {
    for expression in ["a - b", "a * 3 + b", "2 - a*b", "-(a*b) + 4"] {
        for (point, t) in points().into_iter().filter(|(point, _)| point.t > 2) {
            let workload = Workload::of_expression(expression, t).unwrap();
            let execution = Execution::new(point, Application::Circuit(workload)).unwrap();
            assert_eq!(execution.is_right().unwrap(), Some(true), "{point:?} {expression}");
        }
    }
}

#[test]
fn circuits_that_cannot_be_executed_are_refused() {
    let refused = |found: Result<Workload, PredictError>, part: &str| {
        let error = found.unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    refused(Workload::of_expression("a +", 5), "line 1");
    refused(Workload::of_text(b"W=2,D=1,L=1\nG2:LMUL(W0,W1)", 3), "integers mod 2, t is 3");
    refused(Workload::of_text(b"nothing", 2), "");
    let long = "a*".repeat(5000) + "b";
    refused(Workload::of_expression(&long, 2), "can be executed");
    let read: Circuit = text::read_circuit(b"W=2,D=1,L=1\nG2:LMUL(W0,W1)").unwrap();
    assert_eq!(Workload::new(&read, 2).unwrap().inputs(), 2);
}
