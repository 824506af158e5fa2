//! Chains that are chosen do what was asked, computed with keys; chains that are given are judged.

use ringassay_params::ckks::{
    Asked, Chain, Judgement, Request, Severity, choose, follow, judge, security,
};
use ringassay_ring::sample::Seed;
use ringassay_scheme::ckks::{
    Context, Magnitude, Parameters, Plaintext, RingType,
    encoding::{Encoder, Generator, Target},
};

/// -log2 of the largest error of squares and rotations in a row, measured.
fn measured_bits(parameters: &Parameters, range: f64) -> f64 {
    let context = Context::exact(parameters).unwrap();
    let (ring, degree) = (parameters.ring_type(), parameters.index.degree());
    let encoder = Encoder::in_ring(ring, degree, Generator::Five).unwrap();
    let seed = Seed::from_bytes([3; Seed::BYTES]);
    let secret = context.generate_secret_key(&seed).unwrap();
    let public = context.generate_public_key(&secret, &seed).unwrap();
    let rotation = [parameters.rotation(1)];
    let keys = context.generate_evaluation_keys(&secret, true, &rotation, &seed).unwrap();
    let slots = encoder.slots();
    // From -range to range; squares of what is up to 1 stay there.
    let mut values: Vec<f64> =
        (0..slots).map(|j| range * (2.0 * j as f64 / slots as f64 - 1.0)).collect();
    let scale = parameters.scale();
    let target = Target { slots, scale: &scale, log2_modulus: 102.0 };
    let coefficients = encoder.encode_real(&values, &target).unwrap();
    let plaintext = Plaintext::new(coefficients, scale.clone(), Magnitude::real(range));
    let mut a = context.encrypt(&public, &plaintext, &seed).unwrap();
    while a.level() > 0 {
        a = context.rotate(&a, 1, &keys).unwrap();
        a = context.rescale(&context.square(&a, &keys).unwrap()).unwrap();
        a = context.assume(a, &Magnitude::real(range));
        values.rotate_left(1);
        values.iter_mut().for_each(|x| *x *= *x);
    }
    let found =
        encoder.decode_phase(&context.decrypt(&secret, &a).unwrap(), slots, a.scale()).unwrap();
    let errors = found.iter().zip(&values).map(|(z, x)| (*z - (*x).into()).abs());
    -errors.fold(0.0, f64::max).log2()
}

#[test]
fn chosen_parameters_compute_as_precisely_as_asked() {
    let standard = [(0, 10.0, 1.0), (1, 12.0, 1.0), (2, 20.0, 1.0)];
    let standard = standard.map(|asked| (RingType::Standard, asked));
    let real = [(RingType::ConjugateInvariant, (2, 20.0, 1.0))];
    for (ring, (depth, precision_bits, range)) in standard.into_iter().chain(real) {
        let ring_type = Some(ring);
        let request = Request { range, ring: ring_type, ..Request::new(depth, precision_bits) };
        let choice = choose(&request).unwrap();
        let parameters = &choice.parameters;
        assert!(choice.is_secure && choice.security.bits >= 128.0);
        assert_eq!((parameters.top(), parameters.ring_type()), (depth, ring));
        let last = choice.followed.last().unwrap();
        assert_eq!(last.level, 0);
        assert!(last.worst_bits >= precision_bits && last.average_bits >= last.worst_bits);
        let bits = measured_bits(parameters, range);
        assert!(bits >= last.worst_bits, "{depth}: {bits} measured, {} stated", last.worst_bits);
        assert!(
            bits < last.worst_bits + 9.0,
            "{depth}: {bits} measured, {} stated",
            last.worst_bits
        );
        let digits = parameters.digits().into_iter().map(|digit| {
            let primes: Vec<u64> = parameters.ciphertext_primes().collect();
            primes[digit].iter().map(|&q| (q as f64).log2()).sum::<f64>()
        });
        assert!(digits.fold(0.0, f64::max) <= parameters.log2_p(), "P is not the smaller");
        // A scale a bit smaller does not do.
        let mut smaller = parameters.clone();
        smaller.log2_scale -= 2;
        let followed = follow(&smaller, range).unwrap();
        let drifted = followed.last().is_none_or(|step| step.worst_bits < precision_bits);
        assert!(followed.refusal.is_some() || drifted || depth == 0);
    }
}

#[test]
fn more_precision_and_range_take_larger_scales() {
    let scale = |precision: f64, range: f64| {
        let request = Request { range, ..Request::new(3, precision) };
        choose(&request).unwrap().parameters
    };
    let base = scale(15.0, 1.0);
    assert!(scale(20.0, 1.0).log2_scale >= base.log2_scale + 4);
    let wide = scale(15.0, 16.0);
    assert!(wide.log2_scale > base.log2_scale);
    assert!(wide.log2_q(0) - f64::from(wide.log2_scale) > 8.0, "results up to 16² fit");
    // Beyond 50 bits a level has two primes, all for fast arithmetic.
    let fine = scale(45.0, 1.0);
    assert!(fine.log2_scale > 50 && fine.levels[1].len() == 2);
    assert!(fine.primes().all(|q| q < 1 << 50));
    for (level, primes) in fine.levels.iter().enumerate().skip(1) {
        let log2: f64 = primes.iter().map(|&q| (q as f64).log2()).sum();
        assert!((log2 - f64::from(fine.log2_scale)).abs() < 0.01, "level {level}: {log2}");
    }
    let last = choose(&Request::new(3, 45.0)).unwrap();
    assert!(last.alternatives.len() == 2 && last.alternatives.iter().all(|a| a.degree.is_some()));
    assert!(last.explanation.iter().any(|s| s.starts_with("One more level would take N = ")));
}

#[test]
fn degrees_security_and_refusals() {
    let fixed = Request { degree: Some(1 << 15), slots: 1 << 14, ..Request::new(7, 20.0) };
    assert_eq!(choose(&fixed).unwrap().parameters.index.degree(), 1 << 15);
    let many = Request { slots: 1 << 14, ..Request::new(1, 10.0) };
    assert_eq!(choose(&many).unwrap().parameters.slots(), 1 << 14);
    let small = Request { degree: Some(1 << 12), ..Request::new(7, 20.0) };
    assert!(choose(&small).unwrap_err().to_string().contains("larger N"));
    let insisted = choose(&Request { insist: true, ..small }).unwrap();
    assert!(!insisted.is_secure && insisted.security.bits < 60.0);
    assert!(insisted.explanation.iter().any(|s| s.contains("BELOW")));
    let at = |security_bits| choose(&Request { security_bits, ..Request::new(4, 15.0) }).unwrap();
    let (low, high) = (at(128.0), at(256.0));
    assert!(high.security.bits >= 256.0);
    assert!(high.parameters.index.degree() > low.parameters.index.degree());
    assert!(low.keys.iter().all(|key| key.bits >= 128.0));
    assert_eq!(low.keys.last().unwrap().log2_modulus, low.parameters.log2_qp());
    for request in [
        Request { depth: 61, ..Request::new(1, 10.0) },
        Request::new(1, 0.0),
        Request::new(1, f64::NAN),
        Request { range: 0.0, ..Request::new(1, 10.0) },
        Request { range: f64::INFINITY, ..Request::new(1, 10.0) },
        Request { security_bits: 20.0, ..Request::new(1, 10.0) },
        Request { degree: Some(3000), ..Request::new(1, 10.0) },
        Request { slots: 0, ..Request::new(1, 10.0) },
        Request { slots: 1 << 17, ..Request::new(1, 10.0) },
        Request::new(60, 80.0),
    ] {
        assert!(choose(&request).is_err(), "{request:?}");
    }
}

/// In the ring of real numbers as many slots take half the degree, at the security of that degree.
#[test]
fn real_numbers_take_half_the_degree() {
    let ring = RingType::ConjugateInvariant;
    let request = Request { slots: 1 << 14, ..Request::new(1, 20.0) };
    let real = choose(&Request { ring: Some(ring), ..request.clone() }).unwrap();
    let standard = choose(&request).unwrap();
    assert_eq!(standard.parameters.index.degree(), 1 << 15);
    assert_eq!(real.parameters.index.degree(), 1 << 14);
    assert_eq!(real.parameters.slots(), 1 << 14);
    assert!(real.is_secure && real.keys.iter().all(|key| key.bits >= 128.0));
    // Its primes are such of the standard ring of that degree as well.
    let index = RingType::Standard.index(1 << 14).unwrap();
    let same = security(&Parameters { index, ..real.parameters.clone() }).unwrap();
    assert_eq!(real.security.bits, same.bits);
    assert!(real.explanation[0].contains("16384 real slots"), "{}", real.explanation[0]);
    for request in [
        Request { ring: Some(ring), degree: Some(1 << 17), ..Request::new(1, 10.0) },
        Request { ring: Some(ring), slots: 1 << 17, ..Request::new(1, 10.0) },
    ] {
        assert!(choose(&request).is_err(), "{request:?}");
    }
}

/// Real numbers lie in the ring in which a product takes less work: whichever it is, the other one takes more.
#[test]
fn real_numbers_lie_in_the_cheaper_ring() {
    let mut taken = Vec::new();
    for (depth, log2_slots) in [(1, 0), (1, 13), (1, 14), (7, 10), (7, 14)] {
        let request = Request { slots: 1 << log2_slots, ..Request::new(depth, 20.0) };
        let [standard, real] = RingType::ALL
            .map(|ring| choose(&Request { ring: Some(ring), ..request.clone() }).unwrap());
        let chosen = choose(&Request { ring: None, ..request }).unwrap();
        let cheaper = if real.work < standard.work { &real } else { &standard };
        assert_eq!(chosen.parameters, cheaper.parameters);
        assert!(chosen.is_secure && chosen.security.bits >= 128.0);
        let other = standard.work.max(real.work) / chosen.work;
        let said = format!("{other:.2} times the work");
        assert!(chosen.explanation.iter().any(|s| s.contains(&said)), "{:?}", chosen.explanation);
        taken.push(chosen.parameters.ring_type());
    }
    let [standard, real] = RingType::ALL;
    assert_eq!(taken, [standard, real, real, standard, standard]);
    // Where one of the two does not serve, the other one is taken.
    let many = Request { ring: None, slots: 1 << 16, ..Request::new(1, 10.0) };
    assert!(choose(&many).is_ok());
    let large = Request { ring: None, degree: Some(1 << 17), ..Request::new(1, 10.0) };
    let chosen = choose(&large).unwrap();
    assert_eq!(chosen.parameters.ring_type(), standard);
    assert!(chosen.explanation.iter().any(|s| s.contains("does not serve")));
    assert!(choose(&Request { slots: 1 << 17, ..many }).is_err());
}

fn asked() -> Asked {
    Asked { security_bits: 128.0, range: 1.0, precision_bits: None, depth: None }
}

fn seal(degree: usize, all: &[u64], scale: u32) -> Judgement {
    judge(&Chain::seal(degree, all, scale).unwrap(), &asked()).unwrap()
}

/// The rules that found something, with their severities.
fn rules(judgement: &Judgement) -> Vec<(&'static str, Severity)> {
    judgement.findings.iter().map(|f| (f.rule, f.severity)).collect()
}

#[test]
fn common_chains_are_sound() {
    let judgement = seal(8192, &[60, 40, 40, 60], 40);
    assert!(judgement.is_sound(), "{:?}", judgement.findings);
    assert_eq!(judgement.levels, 2);
    assert!(judgement.security.bits > 128.0 && judgement.log2_most.unwrap() >= 213.0);
    let last = *judgement.followed.as_ref().unwrap().last().unwrap();
    assert_eq!(last.level, 0);
    assert!((20.0..30.0).contains(&last.average_bits), "{last:?}");
    assert!(judgement.log2_scales.iter().all(|scale| (scale - 40.0).abs() < 0.1));
    let chain = Chain::lattigo(1 << 14, &[55, 45, 45, 45, 45, 45], &[61], 45).unwrap();
    let judgement = judge(&chain, &asked()).unwrap();
    assert!(judgement.is_sound(), "{:?}", judgement.findings);
    assert_eq!((judgement.levels, chain.digit_limbs()), (5, 1));
    // Several primes of P: digits of as many.
    let chain = Chain::lattigo(1 << 14, &[50, 40, 40, 40, 40], &[45, 45], 40).unwrap();
    let judgement = judge(&chain, &asked()).unwrap();
    assert!(judgement.is_sound(), "{:?}", judgement.findings);
    assert_eq!(judgement.parameters.unwrap().digits().len(), 3);
}

#[test]
fn faults_are_found_by_their_rules() {
    use Severity::{Error, Note, Warning};
    for (degree, all, scale, expected) in [
        (4096, &[60, 40, 40, 60][..], 40, vec![("security", Error), ("SEAL's limit", Error)]),
        (8192, &[60, 40, 40, 40], 40, vec![("special modulus", Warning)]),
        (8192, &[40, 40, 40, 60], 40, vec![("first prime", Error)]),
        (8192, &[60, 39, 39, 60], 40, vec![("scale drift", Warning)]),
        (8192, &[60, 30, 30, 60], 40, vec![("scale drift", Warning), ("overflow", Error)]),
        (8192, &[60, 40, 40, 60], 30, vec![("scale drift", Error)]),
        (8192, &[60], 40, vec![("special modulus", Error)]),
        (8192, &[60, 12, 60], 40, vec![("primes", Error)]),
        (8192, &[62, 40, 60], 40, vec![("primes", Error)]),
        (8192, &[1_099_511_627_689, 40, 60], 30, vec![("primes", Error)]),
        (16384, &[60, 40, 60], 40, vec![("unused modulus", Note)]),
    ] {
        let judgement = seal(degree, all, scale);
        for rule in &expected {
            assert!(rules(&judgement).contains(rule), "{all:?}: {:?}", judgement.findings);
        }
        let has_error = expected.iter().any(|(_, severity)| *severity == Error);
        assert_eq!(judgement.is_sound(), !has_error, "{all:?}: {:?}", judgement.findings);
        let order = judgement.findings.iter().map(|f| f.severity);
        assert!(order.is_sorted_by(|a, b| a >= b), "the worst first");
    }
    // Primes by value: as good as sizes, but each once and 1 modulo 2N.
    let primes = seal(8192, &[60, 40, 40, 60], 40).parameters.unwrap();
    let values: Vec<u64> = primes.primes().collect();
    assert!(seal(8192, &values, 40).is_sound());
    let twice = [values[0], values[1], values[1], values[3]];
    assert!(rules(&seal(8192, &twice, 40)).contains(&("primes", Error)));
    // A sparse secret is less secure.
    let mut sparse = Chain::seal(8192, &[60, 40, 40, 60], 40).unwrap();
    sparse.hamming_weight = Some(64);
    let found = judge(&sparse, &asked()).unwrap();
    assert!(rules(&found).contains(&("security", Error)));
    let wanting = Asked { precision_bits: Some(35.0), depth: Some(4), range: 100.0, ..asked() };
    let found = judge(&Chain::seal(8192, &[60, 40, 40, 60], 40).unwrap(), &wanting).unwrap();
    for rule in [("precision", Error), ("levels", Error)] {
        assert!(rules(&found).contains(&rule), "{:?}", found.findings);
    }
}

#[test]
fn what_is_no_chain_is_refused() {
    assert!(Chain::seal(1000, &[60, 60], 40).is_err());
    assert!(Chain::seal(512, &[60, 60], 40).is_err());
    assert!(Chain::seal(8192, &[], 40).is_err());
    assert!(Chain::seal(8192, &[30; 200], 40).is_err());
    assert!(Chain::seal(8192, &[60, 60], 0).is_err());
    assert!(Chain::seal(8192, &[60, 60], 1 << 20).is_err());
    assert!(Chain::lattigo(8192, &[], &[60], 40).is_err());
    let chain = Chain::seal(8192, &[60, 60], 40).unwrap();
    for range in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(judge(&chain, &Asked { range, ..asked() }).is_err());
    }
    // Any numbers at all: a judgement or a refusal.
    for value in [0, 1, 2, 3, 63, 64, 65, 1 << 20, u64::MAX] {
        let chain = Chain::seal(8192, &[value, 40, value], 40).unwrap();
        if let Ok(found) = judge(&chain, &asked()) {
            assert!(!found.is_sound(), "{value}");
        }
    }
}

#[test]
fn circuits_say_what_they_need() {
    use ringassay_circuit::text;
    let of = |circuit: &str, precision: f64| {
        let circuit = text::read_circuit(circuit.as_bytes()).unwrap();
        Request::of_circuit(&circuit, precision, 128.0)
    };
    // (x + y)²·x with |x|, |y| ≤ 2: at most 32.
    let cube = "W=2,D=2,L=5,R=2\nG2:LADD(W0,W1)\nG3:LMUL(G2,G2)\nG4:LMUL(G3,W0)";
    let request = of(cube, 15.0).unwrap();
    assert_eq!((request.depth, request.slots, request.range), (2, 8, 32.0));
    assert!(request.precision_bits >= 15.0);
    let choice = choose(&request).unwrap();
    assert_eq!(choice.parameters.top(), 2);
    assert!(choice.followed.last().unwrap().worst_bits >= 15.0);
    assert!(of("W=1,D=0.1,L=2\nG1:LADD(W0,W0)", 15.0).is_err(), "bits");
}
