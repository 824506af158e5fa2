//! The hand-checkable vector of FV, bit for bit: n = 4, q = 2^20, t = 2, w = 2^5, l = 4.

use num_bigint::BigUint;
use num_traits::ToPrimitive;
use ringassay_bigring::{MultiprecisionRing, SmallVector, Vector};
use ringassay_papers::{
    fv::{self, Fv},
    rlwe::{Parameters, Unchecked},
};

fn vector(ring: &MultiprecisionRing, coefficients: &[u64]) -> Vector {
    let coefficients: Vec<BigUint> = coefficients.iter().map(|&x| x.into()).collect();
    ring.vector(&coefficients).unwrap()
}

fn coefficients(x: &Vector) -> Vec<u64> {
    x.to_big().iter().map(|x| x.to_u64().unwrap()).collect()
}

#[test]
fn every_step_of_fv() {
    let parameters = Parameters { degree: 4, q: BigUint::from(1_u32 << 20), t: 2, log2_w: 5 };
    assert_eq!((parameters.digits(), parameters.delta()), (4, BigUint::from(1_u32 << 19)));
    let ring = MultiprecisionRing::new(4, &parameters.q).unwrap();
    let fv = Fv::new(&parameters, ring.clone()).unwrap();
    let small = |x: &[i64]| SmallVector::from_coefficients(&ring, x).unwrap();

    let secret = fv.secret_key(small(&[1, -1, 0, 1])).unwrap();
    let a = vector(&ring, &[123_456, 654_321, 777_777, 31_337]);
    let public = fv.public_vector(&secret, &a, &small(&[1, 0, -1, 2])).unwrap();
    assert_eq!(coefficients(&public)[..4], [499_527, 246_912, 956_458, 622_982]);
    assert_eq!(coefficients(&public)[4..], coefficients(&a));

    let uniform: Vec<u64> =
        (0..4).flat_map(|i| (0..4).map(move |j| 11_111 * (i + 1) + 7000 * j * j)).collect();
    let errors = [1, -1, 0, 1, 0, 1, 1, -1, 2, 0, -1, 0, -1, 1, 0, 0];
    let key =
        fv.relinearisation_vector(&secret, &vector(&ring, &uniform), &small(&errors)).unwrap();
    assert_eq!(coefficients(&key)[..4], [981_467, 32_110, 53_111, 1_002_466]);
    assert_eq!(coefficients(&key)[12..16], [1_046_437, 1_048_483, 86_444, 1_034_668]);
    assert_eq!(coefficients(&key)[16..], uniform);

    let public = fv.public_key(&public).unwrap();
    let key = fv.relinearisation_key(&key).unwrap();
    let encrypt = |m: &[u64], u: &[i64], e: &[i64]| {
        fv.encrypt_with(&public, m, &small(u), &small(e)).unwrap()
    };
    let (m1, m2) = ([1, 0, 1, 1], [1, 1, 0, 0]);
    let c1 = encrypt(&m1, &[1, 0, -1, 0], &[1, 1, 0, -1, 0, 1, 0, 0]);
    let expected = [931_698, 869_895, 981_219, 900_357, 901_233, 685_659, 654_321, 425_592];
    assert_eq!(coefficients(&c1.parts), expected);
    let c2 = encrypt(&m2, &[0, 1, 1, 0], &[-1, 0, 0, 1, 1, 0, 0, 1]);
    let expected = [1_041_999, 400_833, 746_439, 154_795, 239_463, 92_119, 777_777, 383_523];
    assert_eq!(coefficients(&c2.parts), expected);

    // B_err for n = 4 is 36.8 and its worst case of a product beyond the limit: q is a toy.
    let decrypt =
        |c: &fv::Ciphertext<MultiprecisionRing>| fv.decrypt(&secret, c, Unchecked::Always).unwrap();
    assert_eq!(decrypt(&fv.add(&c1, &c2).unwrap()), [0, 1, 1, 1]);
    let third = fv.tensor(&c1, &c2).unwrap().slice(2..3).unwrap();
    assert_eq!(coefficients(&third), [968_343, 316_577, 569_517, 204_779]);
    let product = fv.multiply(&c1, &c2, &key).unwrap();
    let expected = [290_235, 439_810, 765_846, 695_782, 558_578, 447_411, 852_961, 647_165];
    assert_eq!(coefficients(&product.parts), expected);
    assert_eq!(decrypt(&product), [0, 1, 1, 0]);

    let noise = |c, m: &[u64]| fv.measure(&secret, c, m).unwrap().exp2().round();
    assert_eq!((noise(&c1, &m1), noise(&c2, &m2)), (3.0, 4.0));
    assert_eq!(noise(&product, &[0, 1, 1, 0]), 57.0);
    assert_eq!(fv.context().limit(), 262_144.0);
}
