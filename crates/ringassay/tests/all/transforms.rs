//! Matrices times vectors, polynomials and sums, by the same names in every scheme.

use ringassay::{
    Error, ErrorKind, Matrix, RotationKeys, Scheme, Session, Transform, bfv, bgv, ckks,
    functions::polynomial::{Polynomial, SlotPolynomials},
    vectors::{IntegerVectors, Vectors},
};

use super::{fresh, keys, request, vector};

const T: u64 = 257;

/// 64 rows whose entries depend on a number; all but these diagonals are 0.
fn matrix(number: usize, diagonals: &[usize]) -> Vec<u64> {
    let entry = |i: usize, j: usize| {
        let there = diagonals.contains(&((j + 64 - i) % 64));
        if there { (number * i * j + i + 1) as u64 % T } else { 0 }
    };
    (0..64 * 64).map(|at| entry(at / 64, at % 64)).collect()
}

fn product(matrix: &[u64], x: &[u64]) -> Vec<u64> {
    let rows = matrix.chunks(x.len());
    rows.map(|row| row.iter().zip(x).map(|(a, b)| a * b).sum::<u64>() % T).collect()
}

/// The keys of a transform and no others.
fn rotations<P: Scheme>(transform: &Transform<P>) -> RotationKeys {
    RotationKeys::Automorphisms(transform.exponents().into_iter().collect())
}

fn check<P>(session: &Session<P>)
where
    P: Scheme<Vectors = IntegerVectors>,
    IntegerVectors: Vectors<P, Entry = u64, Coefficient = u64, Number = i64>,
{
    let x = vector(5);
    let squares: Vec<u64> = x.iter().map(|x| x * x % T).collect();
    for diagonals in [&[0][..], &[63], &[1, 2, 7, 40, 63], &(0..64).collect::<Vec<_>>()] {
        let entries = matrix(diagonals.len(), diagonals);
        let transform = session.transform(Matrix::new(entries.clone(), 64).unwrap()).unwrap();
        let own = session.keys_with(&rotations(&transform), fresh(1)).unwrap();
        assert_eq!(own.evaluation.rotations(), transform.exponents().len());
        let a = own.encrypt(&x).unwrap();
        let b = a.transform(&transform).unwrap();
        assert_eq!(own.decrypt(&b).unwrap(), product(&entries, &x));
        // At another level, and twice.
        let b = a.square().unwrap().transform(&transform).unwrap();
        assert_eq!(own.decrypt(&b).unwrap(), product(&entries, &squares));
        let b = a.transform(&transform).unwrap();
        assert_eq!(own.decrypt(&b).unwrap(), product(&entries, &x));
    }

    let own = keys(session);
    let a = own.encrypt(&x).unwrap();
    let polynomial = Polynomial::of_integers(vec![5, -1, 3, 256]).unwrap();
    let cube = a.polynomial(&SlotPolynomials::from(polynomial)).unwrap();
    let at = |x: u64| (5 + 256 * x + 3 * x * x + 256 * (x * x % T) * x) % T;
    assert_eq!(own.decrypt(&cube).unwrap(), x.iter().map(|&x| at(x)).collect::<Vec<_>>());
    let sum = x.iter().sum::<u64>() % T;
    assert_eq!(own.decrypt(&a.sum_of_entries().unwrap()).unwrap(), [sum; 64]);
}

#[test]
fn of_integers() {
    let deeper = bgv::Request { depth: 4.0, ..request() };
    check(&bgv::Session::choose(&deeper).unwrap());
    check(&bfv::Session::choose(&deeper).unwrap());
}

/// 5 entries in more slots: what lies beyond them stays 0.
#[test]
fn of_numbers() {
    let request = ckks::Request {
        degree: Some(512),
        insist: true,
        length: Some(5),
        ..ckks::Request::bits(2, 14.0)
    };
    let session = ckks::Session::choose(&request).unwrap();
    let rows = (0..25).map(|at| f64::from((at * 7 + 3) % 11 - 5) / 16.0).collect::<Vec<_>>();
    let x = [0.5, -0.25, 0.75, -1.0, 0.125];
    let entries = rows.iter().map(|&x| x.into()).collect();
    let transform = session.transform(Matrix::new(entries, 5).unwrap()).unwrap();
    let own = session.keys_with(&rotations(&transform), fresh(1)).unwrap();
    let mut b = own.encrypt(&x).unwrap();
    let mut wanted = x.to_vec();
    for _ in 0..2 {
        b = b.transform(&transform).unwrap();
        wanted =
            rows.chunks(5).map(|row| row.iter().zip(&wanted).map(|(a, b)| a * b).sum()).collect();
        let found = own.decrypt(&b).unwrap();
        for (found, wanted) in found.iter().zip(&wanted) {
            assert!((found - wanted).abs() < b.worst_error(), "{found} {wanted}");
        }
    }
    assert!(b.worst_error() < 1e-3);
}

#[test]
fn what_is_refused() {
    let session = bgv::Session::choose(&request()).unwrap();
    let own = keys(&session);
    let a = own.encrypt(&vector(1)).unwrap();
    let of = |session: &bgv::Session, diagonals: &[usize]| {
        session.transform(Matrix::new(matrix(1, diagonals), 64).unwrap())
    };
    // The matrix of other parameters.
    let others = bgv::Session::choose(&bgv::Request { depth: 3.0, ..request() }).unwrap();
    let foreign = of(&others, &[0]).unwrap();
    assert_eq!(a.transform(&foreign).unwrap_err().kind(), ErrorKind::Mismatch);
    // Without its keys: how many it needs is said.
    let bare = session.keys_with(&RotationKeys::AtMost(0), fresh(1)).unwrap();
    let transform = of(&session, &[1, 2]).unwrap();
    let refused = bare.encrypt(&vector(1)).unwrap().transform(&transform).unwrap_err();
    let needed = transform.exponents().len();
    assert!(
        matches!(refused, Error::TransformKeys { missing, needed: all } if missing == needed && all == needed)
    );
    assert_eq!(refused.kind(), ErrorKind::MissingKey);
    // Fewer rows than a vector has entries, entries that are no residues.
    let small = Matrix::new(vec![1; 63 * 63], 63).unwrap();
    assert!(session.transform(small).is_err());
    let large = Matrix::new(vec![T; 64 * 64], 64).unwrap();
    assert!(session.transform(large).and_then(|large| a.transform(&large)).is_err());
}
