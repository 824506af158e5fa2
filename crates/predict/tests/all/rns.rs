//! Circuits on BGV and BFV: executed, tallied and checked.

use ringassay_circuit::{Circuit, text::read_circuit};
use ringassay_cost::CostRecord;
use ringassay_predict::{
    application::function_of,
    circuit::of_expression,
    rns::{Instance, RnsExecution, RnsPoint, tally},
    truth::Executed,
};
use ringassay_ring::meter::{self, Meter};
use ringassay_scheme::Scheme;

const CASE: &str = "a*S*(S + b) where S = a*b + c";

fn point(scheme: Scheme, index: u64, t: u64) -> RnsPoint {
    RnsPoint { scheme, index, t, depth: 3.0 }
}

fn vectors() -> Circuit {
    read_circuit(b"W=3,D=2,L=4\nG3:LMUL(W0,W1)\nG4:LADD(G3,W2)\nG5:LMUL(G4,G3)").unwrap()
}

/// Instances whose parameters carry their circuits: bits and integers, one value and vectors.
fn instances() -> Vec<Instance> {
    let case = |scheme, index, t| {
        Instance::new(&point(scheme, index, t), &of_expression(CASE, t).unwrap()).unwrap()
    };
    let mut all = Vec::new();
    for scheme in [Scheme::Bgv, Scheme::Bfv] {
        all.push(case(scheme, 127, 2));
        all.push(case(scheme, 512, 257));
        all.push(Instance::new(&point(scheme, 127, 2), &vectors()).unwrap());
    }
    all
}

#[test]
fn results_are_those_in_the_clear() {
    for instance in instances() {
        let execution = RnsExecution::new(instance).unwrap();
        assert_eq!(execution.is_right().unwrap(), Some(true));
    }
}

#[test]
fn constants_selections_and_rotations_are_run() {
    let text = b"W=2,D=3,L=4\nG2:LMULconst(W0,[1,0,1,1])\nG3:LROTATE(G2,1)\n\
                 G4:LSELECT(G3,W1,[0,1,1,0])\nG5:LMUL(G4,W0)";
    let circuit = read_circuit(text).unwrap();
    for scheme in [Scheme::Bgv, Scheme::Bfv] {
        let instance = Instance::new(&point(scheme, 127, 2), &circuit).unwrap();
        assert_eq!(RnsExecution::new(instance).unwrap().is_right().unwrap(), Some(true));
    }
    let refused = Instance::new(&point(Scheme::Fv, 128, 2), &circuit).unwrap_err().to_string();
    assert!(refused.contains("FV does not compute over the RNS ring"), "{refused}");
}

#[test]
fn long_circuits_are_tallied_and_not_executed() {
    let sums = format!("a*b + {}b", "a + ".repeat(5000));
    let circuit = of_expression(&sums, 257).unwrap();
    assert!(circuit.gates().len() > 4096);
    for scheme in [Scheme::Bgv, Scheme::Bfv] {
        let instance = Instance::new(&RnsPoint { depth: 8.0, ..point(scheme, 512, 257) }, &circuit);
        let instance = instance.unwrap();
        let tallied = tally(&instance, false).unwrap().record;
        assert!(tallied.phase("multiply").is_some());
        let refused = RnsExecution::new(instance).err().unwrap().to_string();
        assert!(refused.contains("can be executed"), "{refused}");
    }
}

fn by_function(
    seen: &CostRecord,
    function: &str,
) -> std::collections::BTreeMap<ringassay_cost::Call, u64> {
    let mut counts = std::collections::BTreeMap::new();
    for phase in seen.phases.iter().filter(|phase| function_of(&phase.name) == function) {
        phase.counts.iter().for_each(|(&call, &times)| *counts.entry(call).or_insert(0) += times);
    }
    counts
}

#[test]
fn what_is_executed_is_what_is_tallied() {
    for instance in instances() {
        let tallied = tally(&instance, false).unwrap().record;
        let execution = RnsExecution::new(instance).unwrap();
        let run = || {
            execution.run_observed(&mut |name| meter::phase(name)).unwrap();
        };
        let ((), executed) = Meter::new().observe(run).unwrap();
        for function in ["keys", "encrypt", "add", "multiply"] {
            let found = by_function(&tallied, function);
            assert_eq!(by_function(&executed, function), found, "{function}");
        }
        assert_eq!(executed.counts(), tallied.counts());
    }
}

#[test]
fn what_is_too_deep_or_of_another_space_is_refused() {
    for scheme in [Scheme::Bgv, Scheme::Bfv] {
        let shallow = RnsPoint { depth: 0.0, ..point(scheme, 512, 257) };
        let deep = of_expression("a*b*c*d*a*b*c*d*a*b*c*d*a*b*c*d", 257).unwrap();
        let found = Instance::new(&shallow, &deep).and_then(|one| tally(&one, false));
        assert!(found.is_err(), "{scheme:?} is too deep");
        let other = Instance::new(&point(scheme, 512, 257), &of_expression("a*b", 5).unwrap());
        assert!(other.unwrap_err().to_string().contains("integers mod 5, t is 257"));
        let six = Instance::new(&point(scheme, 512, 6), &of_expression("a*b", 6).unwrap());
        assert!(six.unwrap_err().to_string().contains("no power of a prime"));
    }
}
