//! Bytes that are no objects of CKKS.

use ringassay_scheme::{
    Scheme,
    ckks::{Ciphertext, Parameters},
    serial::{Kind, Saved, SerialError},
};

use super::ckks::objects;
use crate::{
    ckks_instances::{COUNT, Instance, parameters},
    ckks_invariant::{any, fingerprint_of},
    envelope::{enveloped, hashed},
};

#[test]
fn every_length_but_the_right_one_is_refused() {
    let instance = Instance::new(0);
    for (kind, object) in objects(&instance) {
        let step = (object.len() / 120).max(1);
        for length in (0..object.len()).step_by(step) {
            assert!(!any(&instance, &object[..length]), "{kind}, {length} bytes");
            assert!(!any(&instance, &hashed(object[..length].to_vec())), "{kind}, {length} bytes");
        }
        let longer = [&object[..], &[0]].concat();
        assert!(!any(&instance, &longer), "{kind}");
        assert!(any(&instance, &object), "{kind}");
    }
}

/// With the hash put right, a flipped byte is refused or gives another object that works.
#[test]
fn flipped_bytes_with_their_hash() {
    for i in 0..2 {
        let instance = Instance::new(i);
        for (kind, object) in objects(&instance) {
            let (mut loaded, mut refused) = (0, 0);
            let step = object.len().div_ceil(60);
            for at in (0..object.len() - 32).filter(|at| *at < 170 || at % step == 0) {
                let mut changed = object.clone();
                changed[at] ^= if at % 2 == 0 { 0x01 } else { 0xc0 };
                let accepted = any(&instance, &hashed(changed));
                *(if accepted { &mut loaded } else { &mut refused }) += 1;
                assert!(!accepted || at >= 52, "{kind}: the envelope at {at}");
            }
            assert!(refused >= 52, "{kind}: {refused} refused");
            let free = !matches!(kind, Kind::Parameters | Kind::SecretKey);
            assert!(!free || loaded > 0, "{kind}: nothing loads");
        }
    }
}

#[test]
fn objects_of_other_parameters_and_schemes() {
    let instances: Vec<Instance> = (0..COUNT).map(Instance::new).collect();
    for (kind, object) in objects(&instances[0]).into_iter().skip(1) {
        for other in &instances[1..] {
            assert!(!any(other, &object), "{kind}");
        }
        let mut lying = object.clone();
        lying[10] = Scheme::Bfv.entry().serial;
        assert!(!any(&instances[0], &hashed(lying)), "{kind}");
    }
}

#[test]
fn parameters_that_have_no_instance() {
    let change: [fn(&mut Parameters); 15] = [
        |p| p.index = ringassay_ring::index::Index::new(7).unwrap(),
        |p| p.index = ringassay_ring::index::Index::new(4).unwrap(),
        |p| p.levels.clear(),
        |p| p.levels[1].clear(),
        |p| p.levels[1].extend([p.special[0]; 2]),
        |p| p.levels[0][0] += 2,
        |p| p.levels[2][0] = p.special[0],
        |p| p.special.clear(),
        |p| p.digit_limbs = 0,
        |p| p.digit_limbs = 65,
        |p| p.log2_scale = 0,
        |p| p.log2_scale = 101,
        |p| p.generator = 7,
        |p| p.sigma = f64::NAN,
        |p| p.sigma = -1.0,
    ];
    for (i, change) in change.into_iter().enumerate() {
        let mut other = parameters(1);
        change(&mut other);
        assert!(other.save().is_err(), "{i}: {other:?}");
    }
    // Counts that promise much: of levels, of the primes of the first.
    let bytes = parameters(1).save().unwrap();
    for at in [4, 8] {
        for count in [65_u32, u32::MAX] {
            let mut forged = bytes[52..bytes.len() - 32].to_vec();
            forged[at..at + 4].copy_from_slice(&count.to_le_bytes());
            let fingerprint = fingerprint_of(&forged);
            let object = enveloped(Scheme::Ckks, Kind::Parameters, &fingerprint, &forged);
            assert!(matches!(Parameters::load(&object), Err(SerialError::Limit { .. })), "{count}");
        }
    }
}

/// Scales that are written in another way than the only one, or too large.
#[test]
fn scales_that_no_ciphertext_has() {
    let instance = Instance::new(0);
    let context = &instance.context;
    let bytes = instance.encrypted(1).save(context).unwrap();
    let body = &bytes[52..bytes.len() - 32];
    let with = |log2: i64, factors: &[(u64, i64)]| {
        let mut forged = body[..6].to_vec();
        forged.extend(log2.to_le_bytes());
        forged.extend((factors.len() as u32).to_le_bytes());
        for (prime, exponent) in factors {
            forged.extend(prime.to_le_bytes());
            forged.extend(exponent.to_le_bytes());
        }
        forged.extend(&body[18..]);
        let fingerprint = context.parameters().fingerprint().0;
        let object = enveloped(Scheme::Ckks, Kind::Ciphertext, &fingerprint, &forged);
        Ciphertext::load(context, &object).map(|loaded| loaded.scale().clone())
    };
    assert_eq!(with(7, &[]).unwrap().log2_factor(), 7);
    assert_eq!(with(7, &[(3, 1), (5, -2)]).unwrap().factors(), [(3, 1), (5, -2)]);
    let wrong: [(i64, &[(u64, i64)]); 8] = [
        (0, &[(2, 1)]),
        (0, &[(1, 1)]),
        (0, &[(3, 0)]),
        (0, &[(5, 1), (3, 1)]),
        (0, &[(3, 1), (3, 1)]),
        (i64::MIN, &[]),
        (0, &[(3, i64::MAX)]),
        (0, &[(4, 1)]),
    ];
    for (log2, factors) in wrong {
        assert!(with(log2, factors).is_err(), "{log2} {factors:?}");
    }
    let many: Vec<(u64, i64)> = (1..=129).map(|i| (2 * i + 1, 1)).collect();
    assert!(matches!(with(0, &many), Err(SerialError::Limit { .. })));
}
