//! Every refusal has its kind.

use ringassay::{
    Error, ErrorKind, RotationKeys,
    bgv::{Request, Session},
    circuit::text::read_circuit,
};

use super::{fresh, keys, request, session, vector};

/// The kind of a refusal.
fn kind<T>(result: Result<T, Error>) -> ErrorKind {
    match result {
        Ok(_) => panic!("not refused"),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            error.kind()
        }
    }
}

#[test]
fn noise_is_refused_before_and_at_decryption() {
    let keys = keys(&session());
    let mut a = keys.encrypt(&vector(1)).unwrap();
    let refused = loop {
        let square = a.square();
        match square {
            Ok(square) => a = square,
            refused => break refused,
        }
    };
    assert_eq!(kind(refused), ErrorKind::NoiseBudget);
    assert!(ErrorKind::NoiseBudget.is_noise() && !ErrorKind::Vector.is_noise());
    let mut lost = a.insisting();
    while lost.noise_budget_bits() > 0.0 {
        lost = lost.square().unwrap();
    }
    // Saved and loaded it insists no longer.
    let loaded = lost.session().load_ciphertext(&lost.save().unwrap()).unwrap();
    assert_eq!(kind(keys.decrypt(&loaded)), ErrorKind::Undecryptable);
    let other = lost.session().keys_with(&RotationKeys::AtMost(0), fresh(2)).unwrap();
    let foreign = other.encrypt(&vector(1)).unwrap();
    assert_eq!(kind(keys.decrypt(&foreign)), ErrorKind::Undecryptable);
}

#[test]
fn missing_keys() {
    let session = session();
    let keys = keys(&session);
    let a = keys.public.encrypt(&vector(1)).unwrap();
    for refused in [a.square(), a.rotate(1), &a * &a, a.power(2)] {
        assert_eq!(kind(refused), ErrorKind::MissingKey);
    }
    let without = session.keys_with(&RotationKeys::AtMost(0), fresh(2)).unwrap();
    assert_eq!(kind(without.encrypt(&vector(1)).unwrap().rotate(1)), ErrorKind::MissingKey);
    let circuit = read_circuit(b"W=1,D=0.5,L=64,T=257\nG1:LROT(W0,1)");
    if let Ok(circuit) = circuit {
        assert_eq!(kind(without.evaluation.compile(&circuit)), ErrorKind::MissingKey);
    }
}

#[test]
fn operands_of_other_parameters() {
    let (session, other) =
        (session(), Session::choose(&Request { length: 32, ..request() }).unwrap());
    let keys = keys(&session);
    let a = keys.encrypt(&vector(1)).unwrap();
    let others = other.keys_with(&RotationKeys::AtMost(16), fresh(3)).unwrap();
    let b = others.encrypt(&vector(1)[..32]).unwrap();
    for refused in [&a + &b, &a - &b, &a * &b, a.clone() + &b, a.select(&b, &[false; 64])] {
        assert_eq!(kind(refused), ErrorKind::Mismatch);
    }
    assert_eq!(kind(a.clone().using(&others.evaluation)), ErrorKind::Mismatch);
    assert_eq!(kind(others.decrypt(&a)), ErrorKind::Mismatch);
    assert_eq!(kind(others.secret.measure(&a)), ErrorKind::Mismatch);
    let foreign = Session::choose(&Request { depth: 3.0, ..request() }).unwrap();
    assert_eq!(kind(foreign.load_ciphertext(&a.save().unwrap())), ErrorKind::Mismatch);
    let circuit = read_circuit(b"W=1,D=0.1,L=64,T=257\nG1:LADD(W0,W0)").unwrap();
    let program = keys.evaluation.compile(&circuit).unwrap();
    assert_eq!(kind(program.evaluate(&[b])), ErrorKind::Mismatch);
    assert_eq!(kind(program.evaluate(&[])), ErrorKind::Circuit);
    assert_eq!(kind(others.evaluation.compile(&circuit)), ErrorKind::Circuit);
    assert_eq!(kind(program.evaluate(&[a.square().unwrap()])), ErrorKind::Operand);
}

#[test]
fn vectors_and_bytes_that_are_none() {
    let session = session();
    let keys = keys(&session);
    let a = keys.encrypt(&vector(1)).unwrap();
    for bad in [&[1; 63][..], &[1; 65], &[], &[257; 64], &[u64::MAX; 64]] {
        assert_eq!(kind(keys.encrypt(bad)), ErrorKind::Vector);
        assert_eq!(kind(keys.secret.encrypt(bad)), ErrorKind::Vector);
        assert_eq!(kind(a.add_plain(bad)), ErrorKind::Vector);
        assert_eq!(kind(a.sub_plain(bad)), ErrorKind::Vector);
        assert_eq!(kind(a.multiply_plain(bad)), ErrorKind::Vector);
    }
    assert_eq!(kind(a.select(&a, &[true; 63])), ErrorKind::Vector);
    assert_eq!(kind(a.power(0)), ErrorKind::Operand);
    let mut bytes = a.save().unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    assert_eq!(kind(session.load_ciphertext(&bytes)), ErrorKind::Data);
    assert_eq!(kind(session.load_secret_key(&[])), ErrorKind::Data);
    assert_eq!(kind(session.load_public_key(&a.save().unwrap())), ErrorKind::Data);
}

#[test]
fn parameters_that_there_are_not() {
    let impossible = Request { insist: false, ..request() };
    assert_eq!(kind(Session::choose(&impossible)), ErrorKind::Parameters);
    let session = session();
    assert_eq!(kind(Session::new(session.parameters(), 129)), ErrorKind::Parameters);
    let mut parameters = session.parameters().clone();
    parameters.large.clear();
    assert_eq!(kind(Session::new(&parameters, 64)), ErrorKind::Parameters);
    let keys = session.keys_with(&RotationKeys::AtMost(1), fresh(1));
    assert_eq!(kind(keys), ErrorKind::Parameters);
}

#[test]
fn nothing_shows_secrets() {
    let keys = keys(&session());
    let a = keys.encrypt(&vector(1)).unwrap();
    assert_eq!(format!("{:?}", keys.secret), "SecretKey(…)");
    assert!(format!("{:?}", fresh(1)).contains("Seed(..)"));
    assert!(format!("{a:?}").contains("bits of noise budget"));
    assert!(format!("{keys:?}").len() < 10_000 || !format!("{:?}", keys.evaluation).is_empty());
}
