//! Parameters of BFV: chosen, secure, and good for what they were chosen for.

use ringassay_params::{
    bfv::{Choice, choose},
    bgv::Request,
};
use ringassay_ring::sample::Seed;
use ringassay_scheme::{bfv::Context, bgv::PlaintextModulus};

fn request(prime: u64, length: usize, depth: f64, security_bits: f64) -> Request {
    let plaintext = PlaintextModulus { prime, exponent: 1 };
    Request { plaintext, security_bits, ..Request::bits(length, depth) }
}

/// Squares of sums, as deep as was asked for, on the ring that computes.
fn computes(choice: &Choice, depth: u32) {
    let t = choice.parameters.t;
    let context = Context::exact(&choice.parameters).unwrap();
    let seed = |number: u8| Seed::from_bytes([number; Seed::BYTES]);
    let secret = context.generate_secret_key(&seed(1)).unwrap();
    let public = context.generate_public_key(&secret, &seed(2)).unwrap();
    let key = context.generate_evaluation_keys(&secret, true, &[], &seed(3)).unwrap();
    let mut message = vec![0; choice.parameters.index.degree()];
    message[0] = t - 1;
    let mut x =
        context.encrypt(&public, &context.plaintext(message.clone()).unwrap(), &seed(4)).unwrap();
    let mut expected = t - 1;
    for _ in 0..depth {
        x = context.add(&x, &x).unwrap();
        x = context.multiply(&x, &x, &key).unwrap();
        expected = (4 * expected % t) * expected % t;
    }
    let found = context.decrypt(&secret, &x).unwrap();
    message[0] = expected;
    assert_eq!(found, message);
}

#[test]
fn what_is_chosen_computes_to_the_depth() {
    for (prime, length, depth) in [(257, 64, 2), (2, 6, 2)] {
        let choice = choose(&request(prime, length, f64::from(depth), 50.0)).unwrap();
        assert!(choice.is_secure && choice.security.bits >= 50.0);
        assert!(choice.log2_failure <= -60.0, "{}", choice.log2_failure);
        computes(&choice, depth);
    }
}

#[test]
fn more_security_and_more_depth_take_more() {
    let fixed =
        |depth| Request { index: Some(1024), insist: true, ..request(257, 16, depth, 50.0) };
    let (small, deep) = (choose(&fixed(1.0)).unwrap(), choose(&fixed(3.0)).unwrap());
    let safe = choose(&request(257, 16, 1.0, 100.0)).unwrap();
    assert!(small.parameters.log2_q() < deep.parameters.log2_q());
    assert!(safe.is_secure && !small.is_secure);
    assert!(small.parameters.index.degree() < safe.parameters.index.degree());
}

#[test]
fn a_fixed_index_is_refused_or_insisted_on() {
    let fixed = Request { index: Some(127), ..request(2, 6, 2.0, 128.0) };
    let said = choose(&fixed).unwrap_err().to_string();
    assert!(said.contains("index 127") && said.contains("insist"), "{said}");
    let insisted = choose(&Request { insist: true, ..fixed }).unwrap();
    assert!(!insisted.is_secure);
    computes(&insisted, 2);
}

/// Primes of BFV need not be 1 modulo t.
#[test]
fn plaintext_moduli_without_primes_that_are_1_modulo_them() {
    let request = request((1 << 31) - 1, 16, 1.0, 60.0);
    let choice = choose(&request).unwrap();
    assert!(choice.is_secure && choice.parameters.t == (1 << 31) - 1);
    computes(&choice, 1);
}

/// Where larger powers of two have no encoder and the smaller ones are secure with many small digits alone.
#[test]
fn what_serves_at_an_index_is_chosen_without_one() {
    let free = request(1_073_750_017, 1, 1.0, 128.0);
    let given = choose(&Request { index: Some(1 << 14), ..free.clone() }).unwrap();
    let choice = choose(&free).unwrap();
    assert!(choice.is_secure && choice.parameters == given.parameters);
    computes(&choice, 1);
}
