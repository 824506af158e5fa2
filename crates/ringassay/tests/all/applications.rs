//! The applications that people copy; each asserts what it prints.

#[path = "../../examples/logistic_regression.rs"]
mod logistic_regression;
#[path = "../../examples/lookup.rs"]
mod lookup;
#[path = "../../examples/private_average.rs"]
mod private_average;

#[test]
fn each_runs() {
    for run in [private_average::main, lookup::main, logistic_regression::main] {
        run().expect("the example runs");
    }
}
