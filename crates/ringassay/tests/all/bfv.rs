//! Sessions of BFV: operations are those of vectors modulo t, entry by entry.

use ringassay::{
    ErrorKind,
    bfv::{Keys, Request, Session},
};

use super::{fresh, request, vector};

const T: u64 = 257;

fn session() -> Session {
    Session::choose(&request()).unwrap()
}

fn keys(session: &Session) -> Keys {
    session.keys_with(Some(16), fresh(1)).unwrap()
}

/// What an operation on two vectors does, in the clear.
fn both(x: &[u64], y: &[u64], operation: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    x.iter().zip(y).map(|(&x, &y)| operation(x, y) % T).collect()
}

#[test]
fn operators_are_those_of_integers_modulo_t() {
    let keys = keys(&session());
    let (x, y) = (vector(1), vector(2));
    let (a, b) = (keys.encrypt(&x).unwrap(), keys.encrypt(&y).unwrap());
    let add = both(&x, &y, |x, y| x + y);
    let sub = both(&x, &y, |x, y| x + T - y);
    let mul = both(&x, &y, |x, y| x * y);
    let mask: Vec<u64> = (0..64).map(|i| u64::from(i % 3 == 0)).collect();
    let chosen: Vec<u64> = (0..64).map(|i| if mask[i] == 1 { x[i] } else { y[i] }).collect();
    let results = [
        (&a + &b, &add),
        (a.clone() + &b, &add),
        (keys.encrypt(&x).unwrap() + keys.encrypt(&y).unwrap(), &add),
        (a.clone() + a.clone(), &both(&x, &x, |x, y| x + y)),
        (&a - &b, &sub),
        (&a - &a, &vec![0; 64]),
        (&a * &b, &mul),
        (a.add_plain(&y), &add),
        (a.sub_plain(&y), &sub),
        (a.multiply_plain(&y), &mul),
        (Ok(-&a), &both(&x, &x, |x, _| T - x)),
        (a.square(), &both(&x, &x, |x, y| x * y)),
        (a.power(1), &x),
        (a.power(3), &both(&x, &x, |x, _| x * x % T * x)),
        (a.power(4), &both(&x, &x, |x, _| x * x % T * (x * x % T))),
        (a.select(&b, &mask), &chosen),
    ];
    for (i, (found, expected)) in results.into_iter().enumerate() {
        assert_eq!(keys.decrypt(&found.unwrap()).unwrap(), *expected, "result {i}");
    }
    assert_eq!(keys.decrypt(&a).unwrap(), x);
}

#[test]
fn rotations_move_entries_up() {
    let keys = keys(&session());
    let x = vector(5);
    let a = keys.encrypt(&x).unwrap();
    for steps in [0_i64, 1, -1, 7, 63, 64, 130] {
        let expected: Vec<u64> =
            (0..64_i64).map(|i| x[(i - steps).rem_euclid(64) as usize]).collect();
        assert_eq!(keys.decrypt(&a.rotate(steps).unwrap()).unwrap(), expected, "{steps}");
    }
}

#[test]
fn what_is_saved_comes_back_to_another_session() {
    let session = session();
    let keys = keys(&session);
    let x = vector(7);
    let server = Session::new(session.parameters(), 64).unwrap();
    let evaluation = server.load_evaluation_keys(&keys.evaluation.save().unwrap()).unwrap();
    let sent = keys.public.encrypt_with(&x, fresh(9)).unwrap().save().unwrap();
    assert_eq!(keys.public.encrypt_with(&x, fresh(9)).unwrap().save().unwrap(), sent);
    assert_ne!(keys.public.encrypt(&x).unwrap().save().unwrap(), sent);
    let a = evaluation.load_ciphertext(&sent).unwrap();
    let answer = (&a * &a).unwrap().rotate(1).unwrap().save().unwrap();
    let mut expected = both(&x, &x, |x, y| x * y);
    expected.rotate_right(1);
    assert_eq!(keys.decrypt(&session.load_ciphertext(&answer).unwrap()).unwrap(), expected);
    let secret = server.load_secret_key(&keys.secret.save().unwrap()).unwrap();
    let half = keys.secret.encrypt(&x).unwrap();
    assert!(half.save().unwrap().len() < sent.len() * 3 / 5);
    assert_eq!(secret.decrypt(&half).unwrap(), x);
    let public = server.load_public_key(&keys.public.save().unwrap()).unwrap();
    assert_eq!(keys.decrypt(&public.encrypt(&x).unwrap()).unwrap(), x);
}

#[test]
fn refusals_have_their_kinds() {
    let session = session();
    let keys = keys(&session);
    let mut a = keys.encrypt(&vector(1)).unwrap();
    let refused = loop {
        match a.square() {
            Ok(square) => a = square,
            Err(error) => break error,
        }
    };
    assert_eq!(refused.kind(), ErrorKind::NoiseBudget);
    let mut lost = a.insisting();
    while lost.noise_budget_bits().unwrap() > 0.0 {
        lost = lost.square().unwrap();
    }
    // What insists is decrypted all the same; the answer is not promised.
    assert_eq!(keys.decrypt(&lost).unwrap().len(), 64);
    let others = session.keys_with(Some(0), fresh(2)).unwrap();
    let foreign = others.encrypt(&vector(1)).unwrap();
    assert_eq!(keys.decrypt(&foreign).unwrap_err().kind(), ErrorKind::Undecryptable);
    let loaded = session.load_ciphertext(&lost.save().unwrap()).unwrap();
    assert_eq!(keys.decrypt(&loaded).unwrap_err().kind(), ErrorKind::Undecryptable);
    let bare = keys.public.encrypt(&vector(1)).unwrap();
    assert_eq!(bare.square().unwrap_err().kind(), ErrorKind::MissingKey);
    assert_eq!(bare.rotate(1).unwrap_err().kind(), ErrorKind::MissingKey);
    for bad in [&[1; 63][..], &[257; 64]] {
        assert_eq!(keys.encrypt(bad).unwrap_err().kind(), ErrorKind::Vector);
    }
    assert_eq!(bare.select(&bare, &[2; 64]).unwrap_err().kind(), ErrorKind::Vector);
    // An object of the other scheme.
    let bgv = ringassay::bgv::Session::choose(&request()).unwrap();
    let foreign = super::keys(&bgv).encrypt(&vector(1)).unwrap().save().unwrap();
    assert_eq!(session.load_ciphertext(&foreign).unwrap_err().kind(), ErrorKind::Mismatch);
    let impossible = Request { insist: false, ..request() };
    assert_eq!(Session::choose(&impossible).unwrap_err().kind(), ErrorKind::Parameters);
}
