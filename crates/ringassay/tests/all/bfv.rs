//! Sessions of BFV: what is refused.

use ringassay::{
    ErrorKind, RotationKeys,
    bfv::{Request, Session},
};

use super::{fresh, keys, request, vector};

#[test]
fn refusals_have_their_kinds() {
    let session = Session::choose(&request()).unwrap();
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
    while lost.noise_budget_bits() > 0.0 {
        lost = lost.square().unwrap();
    }
    // What insists is decrypted all the same; the answer is not guaranteed.
    assert_eq!(keys.decrypt(&lost).unwrap().len(), 64);
    let others = session.keys_with(&RotationKeys::AtMost(0), fresh(2)).unwrap();
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
    assert_eq!(bare.select(&bare, &[true; 65]).unwrap_err().kind(), ErrorKind::Vector);
    // An object of the other scheme.
    let bgv = ringassay::bgv::Session::choose(&request()).unwrap();
    let foreign = super::keys(&bgv).encrypt(&vector(1)).unwrap().save().unwrap();
    assert_eq!(session.load_ciphertext(&foreign).unwrap_err().kind(), ErrorKind::Mismatch);
    let impossible = Request { insist: false, ..request() };
    assert_eq!(Session::choose(&impossible).unwrap_err().kind(), ErrorKind::Parameters);
}
