//! Instances of BGV are what was asked for, and every operation can be measured.

#![expect(clippy::disallowed_types, reason = "of the tests, which do not fork")]
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, LazyLock};

use ringassay_bench::{
    BenchError, Clock,
    bgv::{self, Instance, Operation},
};
use ringassay_kernels::Backend;
use ringassay_params::bgv::{Request, choose};
use ringassay_ring::sample::Seed;
use ringassay_scheme::{bgv::PlaintextModulus, serial::Saved};

/// Bits with masks in rotations; residues in copies that rotate together.
fn requests() -> [Request; 2] {
    let small = Request { index: Some(127), insist: true, ..Request::bits(6, 2.0) };
    let plaintext = PlaintextModulus { prime: 257, exponent: 1 };
    [
        Request { index: Some(91), length: 5, ..small.clone() },
        Request { plaintext, index: Some(256), length: 64, ..small },
    ]
}

static INSTANCES: LazyLock<Vec<Arc<Instance>>> = LazyLock::new(|| {
    let make = |request: &Request| Arc::new(Instance::new(request, None).unwrap());
    requests().iter().map(make).collect()
});

#[test]
fn every_operation_takes_time() {
    for instance in INSTANCES.iter() {
        let mut suite = bgv::suite(instance, &Operation::ALL, &[1], 1000).unwrap();
        assert!(suite.rows().iter().all(|row| row.clock == Clock::Cpu));
        assert!(suite.rows().iter().all(|row| row.n == instance.context().ring().degree()));
        let round = suite.round().unwrap();
        assert_eq!(round.len(), Operation::ALL.len());
        for (operation, ns) in Operation::ALL.iter().zip(&round) {
            assert!(*ns > 0.0, "{}", operation.name());
        }
        let ns = |wanted| {
            let at = Operation::ALL.iter().position(|&operation| operation == wanted).unwrap();
            round[at]
        };
        // What contains another takes longer.
        assert!(ns(Operation::Multiply) > ns(Operation::MultiplyOnly));
        assert!(ns(Operation::Encrypt) > ns(Operation::Add));
    }
}

#[test]
fn several_numbers_of_threads_are_measured_by_one_clock() {
    let operations = [Operation::Add, Operation::Multiply];
    let mut suite = bgv::suite(&INSTANCES[0], &operations, &[1, 2, 3], 1000).unwrap();
    assert_eq!(suite.rows().len(), 6);
    assert!(suite.rows().iter().all(|row| row.clock == Clock::Wall));
    assert!(suite.round().unwrap().iter().all(|&ns| ns > 0.0));
}

#[test]
fn all_operations_have_names_that_lead_back() {
    for operation in Operation::ALL {
        assert_eq!(operation.name().parse::<Operation>().unwrap(), operation);
    }
    assert!(matches!("divide".parse::<Operation>(), Err(BenchError::Unknown { .. })));
}

#[test]
fn the_ciphertexts_that_are_measured_hold_what_they_should() {
    for instance in INSTANCES.iter() {
        let t = instance.context().t().q();
        let [a, b] = instance.ciphertexts();
        let (x, y) = (instance.open(a).unwrap(), instance.open(b).unwrap());
        // Five random bits may well be the same five.
        assert!(x != y || x.len() < 64);
        assert_eq!([&x, &y], instance.vectors());
        let product = instance.context().multiply(a, b, instance.keys()).unwrap();
        let expected: Vec<u64> = x.iter().zip(&y).map(|(x, y)| x * y % t).collect();
        assert_eq!(instance.open(&product).unwrap(), expected);
        let rotated = instance.context().rotate(a, instance.rotation(), instance.keys()).unwrap();
        let mut expected = x;
        expected.rotate_right(1);
        assert_eq!(instance.open(&rotated).unwrap(), expected);
    }
}

#[test]
fn facts_are_those_of_the_parameters() {
    for (instance, request) in INSTANCES.iter().zip(requests()) {
        let facts = instance.facts().unwrap();
        let choice = choose(&request).unwrap();
        let parameters = &choice.parameters;
        assert_eq!(Some(facts.m), request.index);
        assert_eq!(facts.limbs + facts.special_limbs, parameters.primes().count());
        let log2: f64 = parameters.primes().map(|q| (q as f64).log2()).sum();
        assert!((facts.log2_q + facts.log2_p - log2).abs() < 1e-9);
        assert_eq!(facts.rotation_keys, choice.rotations.len());
        assert_eq!(facts.security_bits, choice.security.bits);
        assert!(!facts.is_secure);
    }
}

/// Sizes are extrapolated from a few key-switching keys: here all of them are made and saved.
#[test]
fn sizes_are_those_of_what_is_saved() {
    for instance in INSTANCES.iter() {
        let (context, facts) = (instance.context(), instance.facts().unwrap());
        let seed = Seed::from_os().unwrap();
        let secret = context.generate_secret_key(&seed).unwrap();
        let public = context.generate_public_key(&secret, &seed).unwrap();
        let rotations = &instance.choice().rotations;
        let keys = context.generate_evaluation_keys(&secret, true, rotations, &seed).unwrap();
        assert_eq!(facts.evaluation_keys.saved, keys.save(context).unwrap().len());
        assert_eq!(facts.evaluation_keys.memory, keys.sizes(context).unwrap().memory_bytes);
        assert_eq!(facts.public_key.saved, public.save(context).unwrap().len());
        let plaintext = context.plaintext(vec![0; facts.n]).unwrap();
        let under_public = context.encrypt(&public, &plaintext, &seed).unwrap();
        let under_secret = context.encrypt_secret(&secret, &plaintext, &seed).unwrap();
        assert_eq!(facts.ciphertext.saved, under_public.save(context).unwrap().len());
        assert_eq!(facts.seeded_ciphertext.saved, under_secret.save(context).unwrap().len());
        assert!(facts.seeded_ciphertext.saved < facts.ciphertext.saved);
    }
}

#[test]
fn a_backend_can_be_chosen_and_refusals_are_passed_on() {
    let [request, _] = requests();
    let instance = Arc::new(Instance::new(&request, Some(Backend::Portable)).unwrap());
    let suite = bgv::suite(&instance, &[Operation::Add], &[1], 100).unwrap();
    assert_eq!(suite.rows()[0].backend, "portable");
    let refused = Instance::new(&Request { insist: false, ..request }, None);
    assert!(matches!(refused, Err(BenchError::Parameters(_))));
}
