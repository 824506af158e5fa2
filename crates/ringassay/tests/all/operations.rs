//! Operations are those of vectors modulo t, entry by entry, whichever the scheme.

use ringassay::{
    Ciphertext, ErrorKind, EvaluationKeys, RotationKeys, Session,
    bgv::{self, Request},
    circuit::text::read_circuit,
    vectors::IntegerVectors,
};
use ringassay_params::Choosable;

use super::{fresh, keys, request, vector};

/// A scheme whose parameters are chosen.
trait Scheme: ringassay::Scheme<Vectors = IntegerVectors> + Choosable {}

impl<S: ringassay::Scheme<Vectors = IntegerVectors> + Choosable> Scheme for S {}

fn session<S: Scheme>() -> Session<S> {
    Session::choose(&request()).unwrap()
}

/// The tests of this file for each scheme.
macro_rules! for_each_scheme {
    ($($test:ident,)*) => {
        for_each_scheme!(bgv_session, ringassay::bgv::Parameters: $($test)*);
        for_each_scheme!(bfv_session, ringassay::bfv::Parameters: $($test)*);
    };
    ($name:ident, $scheme:ty: $($test:ident)*) => {
        mod $name {
            $(
                #[test]
                fn $test() {
                    super::$test::<$scheme>();
                }
            )*
        }
    };
}

for_each_scheme! {
    operators_are_those_of_integers_modulo_t,
    rotations_move_entries_to_the_left,
    rotation_keys_are_those_asked_for,
    a_square_is_known_by_its_ciphertext,
    what_is_saved_comes_back_to_another_session,
    circuits_are_compiled,
}

// A scheme that needs an index to be named.
for_each_scheme! {
    fixed_modulus_session, crate::fixed_modulus::Parameters:
    operators_are_those_of_integers_modulo_t
    rotations_move_entries_to_the_left
    rotation_keys_are_those_asked_for
    what_is_saved_comes_back_to_another_session
    circuits_are_compiled
}

const T: u64 = 257;

/// What an operation on two vectors does, in the clear.
fn both(x: &[u64], y: &[u64], operation: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    x.iter().zip(y).map(|(&x, &y)| operation(x, y) % T).collect()
}

fn operators_are_those_of_integers_modulo_t<S: Scheme>() {
    let keys = keys(&session::<S>());
    let (x, y) = (vector(1), vector(2));
    let (a, b) = (keys.encrypt(&x).unwrap(), keys.encrypt(&y).unwrap());
    let add = both(&x, &y, |x, y| x + y);
    let sub = both(&x, &y, |x, y| x + T - y);
    let mul = both(&x, &y, |x, y| x * y);
    let mask: Vec<bool> = (0..64).map(|i| i % 3 == 0).collect();
    let chosen: Vec<u64> = (0..64).map(|i| if mask[i] { x[i] } else { y[i] }).collect();
    let results = [
        (&a + &b, &add),
        (a.clone() + &b, &add),
        (&a + b.clone(), &add),
        (a.clone() + a.clone(), &both(&x, &x, |x, y| x + y)),
        (a.clone() - &a, &vec![0; 64]),
        (a.select(&b, &mask), &chosen),
        (keys.encrypt(&x).unwrap() + keys.encrypt(&y).unwrap(), &add),
        (&a - &b, &sub),
        (a.clone() - b.clone(), &sub),
        (&a * &b, &mul),
        (a.clone() * b.clone(), &mul),
        (a.add_plain(&y), &add),
        (a.sub_plain(&y), &sub),
        (a.multiply_plain(&y), &mul),
        (Ok(-&a), &both(&x, &x, |x, _| T - x)),
        (a.square(), &both(&x, &x, |x, y| x * y)),
        (a.power(1), &x),
        (a.power(3), &both(&x, &x, |x, _| x * x % T * x)),
        (a.power(4), &both(&x, &x, |x, _| x * x % T * (x * x % T))),
    ];
    for (i, (found, expected)) in results.into_iter().enumerate() {
        assert_eq!(keys.decrypt(&found.unwrap()).unwrap(), *expected, "result {i}");
    }
    // The operands are what they were, and several sums accumulate in place.
    let mut sum = keys.encrypt(&x).unwrap();
    for _ in 0..5 {
        sum = (sum + &b).unwrap();
    }
    assert_eq!(keys.decrypt(&sum).unwrap(), both(&x, &y, |x, y| x + 5 * y));
    assert_eq!(keys.decrypt(&a).unwrap(), x);
}

#[test]
fn sums_and_selections_of_different_moduli() {
    let deep = bgv::Session::choose(&Request { depth: 6.0, ..request() }).unwrap();
    let keys = keys(&deep);
    let x = vector(3);
    let fourth = both(&x, &x, |x, _| x * x % T * (x * x % T));
    let a = keys.encrypt(&x).unwrap();
    let power = a.power(4).unwrap();
    assert!(power.inner().level() < a.inner().level(), "the power is of a smaller modulus");
    let expected = both(&x, &fourth, |x, y| x + y);
    for sum in [&power + &a, &a + &power, power.clone() + &a, keys.encrypt(&x).unwrap() + &power] {
        assert_eq!(keys.decrypt(&sum.unwrap()).unwrap(), expected);
    }
    let mask: Vec<bool> = (0..64).map(|i| i % 3 == 0).collect();
    let chosen = |a: &[u64], b: &[u64]| -> Vec<u64> {
        (0..64).map(|i| if mask[i] { a[i] } else { b[i] }).collect()
    };
    let found = power.select(&a, &mask).unwrap();
    assert_eq!(keys.decrypt(&found).unwrap(), chosen(&fourth, &x));
    let found = a.select(&power, &mask).unwrap();
    assert_eq!(keys.decrypt(&found).unwrap(), chosen(&x, &fourth));
}

fn rotations_move_entries_to_the_left<S: Scheme>() {
    let keys = keys(&session::<S>());
    let x = vector(5);
    let a = keys.encrypt(&x).unwrap();
    for steps in [0_i64, 1, -1, 7, 63, 64, 130, i64::MIN, i64::MAX] {
        let at = |i: i64| (i128::from(i) + i128::from(steps)).rem_euclid(64) as usize;
        let expected: Vec<u64> = (0..64_i64).map(|i| x[at(i)]).collect();
        assert_eq!(keys.decrypt(&a.rotate(steps).unwrap()).unwrap(), expected, "{steps}");
    }
}

/// By amounts, by a circuit, by a number; what they do not compose is refused.
fn rotation_keys_are_those_asked_for<S: Scheme>() {
    let session = session::<S>();
    let rotated = |x: &[u64], steps: i64| -> Vec<u64> {
        (0..64_i64).map(|i| x[(i + steps).rem_euclid(64) as usize]).collect()
    };
    let x = vector(5);
    let by_amounts = RotationKeys::For([3, 20].into());
    let keys = session.keys_with(&by_amounts, fresh(7)).unwrap();
    let a = keys.encrypt(&x).unwrap();
    for steps in [0, 3, 20, 3 - 64, 23, 6] {
        assert_eq!(keys.decrypt(&a.rotate(steps).unwrap()).unwrap(), rotated(&x, steps), "{steps}");
    }
    let none = session.keys_with(&RotationKeys::For([].into()), fresh(8)).unwrap();
    assert_eq!(none.evaluation.rotations(), 0);
    let a = none.encrypt(&x).unwrap();
    assert_eq!(a.rotate(1).unwrap_err().kind(), ErrorKind::MissingKey);
    assert_eq!(none.decrypt(&a.square().unwrap()).unwrap(), both(&x, &x, |x, y| x * y));
    // Few keys compose all the same.
    let few = session.keys_with(&RotationKeys::AtMost(8), fresh(9)).unwrap();
    assert!(few.evaluation.rotations() <= 8);
    let a = few.encrypt(&x).unwrap();
    for steps in [1, 29, 63] {
        assert_eq!(few.decrypt(&a.rotate(steps).unwrap()).unwrap(), rotated(&x, steps), "{steps}");
    }
    // A circuit's own, and none for one without rotations.
    let circuit = |gates: &str| {
        let text = format!("W=2,D=2.1,L=64,T=257\n{gates}");
        read_circuit(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
    };
    let rotating = circuit("G2:LROTATE(W0,5)\nG3:LADD(G2,W1)");
    let keys = session.keys_with(&RotationKeys::of_circuit(&rotating), fresh(10)).unwrap();
    assert!((1..=2).contains(&keys.evaluation.rotations()), "a key for each term");
    let y = vector(6);
    let inputs = [keys.encrypt(&x).unwrap(), keys.encrypt(&y).unwrap()];
    let output = keys.evaluation.compile(&rotating).unwrap().evaluate(&inputs).unwrap();
    assert_eq!(keys.decrypt(&output[0]).unwrap(), both(&rotated(&x, -5), &y, |x, y| x + y));
    let products = circuit("G2:LMUL(W0,W1)\nG3:LADD(G2,W0)");
    assert_eq!(RotationKeys::of_circuit(&products), RotationKeys::For([].into()));
}

/// Handles of one ciphertext are one operand, however they came about; equal vectors are not.
fn a_square_is_known_by_its_ciphertext<S: Scheme>() {
    // An index at which the noise of products is not less than that of key switching.
    let chosen = Session::choose(&Request { index: None, insist: false, ..request() }).unwrap();
    let keys = keys::<S>(&chosen);
    let x = vector(6);
    let (a, twin) = (keys.encrypt(&x).unwrap(), keys.encrypt(&x).unwrap());
    let noise = |c: &Ciphertext<S>| c.noise().coefficient_bits;
    let square = noise(&a.square().unwrap());
    let product = noise(&(&a * &twin).unwrap());
    assert!((square - product - 0.5).abs() < 0.1, "{square} and {product}");
    for same in [&a * &a, &a * a.clone(), a.clone() * a.clone(), &a * a.clone().insisting()] {
        assert_eq!(noise(&same.unwrap()).to_bits(), square.to_bits());
    }
    let doubled = noise(&(a.clone() + a.clone()).unwrap());
    assert!((doubled - noise(&a) - 1.0).abs() < 0.01);
    let (estimate, measured) = (square, keys.secret.measure(&a.square().unwrap()).unwrap().1);
    assert!(measured < a.square().unwrap().noise().bound_bits && estimate > 0.0);
}

fn what_is_saved_comes_back_to_another_session<S: Scheme>() {
    let session = session::<S>();
    let keys = keys(&session);
    let x = vector(7);
    let server = Session::<S>::new(session.parameters(), 64).unwrap();
    let evaluation = server.load_evaluation_keys(&keys.evaluation.save().unwrap()).unwrap();
    let sent = keys.public.encrypt_with(&x, fresh(9)).unwrap().save().unwrap();
    assert_eq!(keys.public.encrypt_with(&x, fresh(9)).unwrap().save().unwrap(), sent);
    assert_ne!(keys.public.encrypt(&x).unwrap().save().unwrap(), sent);
    let a = evaluation.load_ciphertext(&sent).unwrap();
    let answer = (&a * &a).unwrap().rotate(1).unwrap().save().unwrap();
    let mut expected = both(&x, &x, |x, y| x * y);
    expected.rotate_left(1);
    assert_eq!(keys.decrypt(&session.load_ciphertext(&answer).unwrap()).unwrap(), expected);
    // Sessions of equal parameters are one.
    let own = keys.encrypt(&x).unwrap();
    assert_eq!(keys.decrypt(&(&own * &a).unwrap().rotate(1).unwrap()).unwrap(), expected);
    let secret = server.load_secret_key(&keys.secret.save().unwrap()).unwrap();
    let half = keys.secret.encrypt(&x).unwrap();
    assert!(half.save().unwrap().len() < sent.len() * 3 / 5);
    assert_eq!(secret.decrypt(&half).unwrap(), x);
    let public = server.load_public_key(&keys.public.save().unwrap()).unwrap();
    assert_eq!(keys.decrypt(&public.encrypt(&x).unwrap()).unwrap(), x);
}

fn circuits_are_compiled<S: Scheme>() {
    let session = session::<S>();
    let keys = keys(&session);
    let circuit =
        read_circuit(b"W=2,D=2.1,L=64,T=257\nG2:LMUL(W0,W1)\nG3:LADD(G2,W0)\nOUTPUT(G3,G2)");
    let circuit = circuit.unwrap_or_else(|error| panic!("{error}"));
    let compile = |keys: &EvaluationKeys<S>| keys.compile(&circuit);
    let program = compile(&keys.evaluation).unwrap();
    let (x, y) = (vector(8), vector(9));
    let inputs = [keys.encrypt(&x).unwrap(), keys.encrypt(&y).unwrap()];
    let outputs = program.evaluate(&inputs).unwrap();
    let [output, product] = &outputs[..] else { panic!("{} outputs", outputs.len()) };
    assert_eq!(keys.decrypt(output).unwrap(), both(&x, &y, |x, y| x * y + x));
    assert_eq!(keys.decrypt(product).unwrap(), both(&x, &y, |x, y| x * y));
    assert!(output.evaluation().is_some() && program.plan().wires() == 2);
}
