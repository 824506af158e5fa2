//! What is generated is verified, and nothing that was changed.

use crate::common::{INDICES, kinds, made};
use ringassay_challenge::verify::{Seeds, opened};
use ringassay_challenge::{Kind, Parameters, Right, format, statistics, toy};

#[test]
fn a_hundred_are_verified_after_writing_and_reading() {
    let mut count = 0;
    for m in INDICES {
        for parameters in kinds(m) {
            for seed in 0..4 {
                let (challenge, instance, secret) = made(parameters, seed);
                let bytes = format::write_challenge(&challenge);
                assert_eq!(format::read_challenge(&bytes).unwrap(), challenge);
                let bytes = format::write_instance(&instance);
                let read = format::read_instance(&bytes, &parameters).unwrap();
                assert_eq!(read, instance);
                let bytes = format::write_secret(&secret);
                let secret = format::read_secret(&bytes, &parameters).unwrap();
                opened(&challenge, &read, &secret, Seeds::Ours).unwrap();
                count += 1;
            }
        }
    }
    assert!(count >= 100);
}

#[test]
fn one_coefficient_one_bit_or_another_instance_is_caught() {
    for m in INDICES {
        for parameters in kinds(m) {
            let (challenge, instance, secret) = made(parameters, 1);
            let refused = |instance: &_, secret: &_| {
                assert!(opened(&challenge, instance, secret, Seeds::Ours).is_err(), "m = {m}");
            };
            let mut other = instance.clone();
            other.samples[1].a[0] ^= 1;
            refused(&other, &secret);
            let mut other = instance.clone();
            match &mut other.samples[2].b {
                Right::Real(b) => b[1] += 1e-9,
                Right::Integer(b) => b[1] ^= 1,
            }
            refused(&other, &secret);
            let mut other = secret.clone();
            other.seed[31] ^= 0x80;
            refused(&instance, &other);
            let mut other = secret.clone();
            other.s[0] ^= 1;
            refused(&instance, &other);
            refused(&made(parameters, 2).1, &secret);
            let mut other = secret.clone();
            other.instance ^= 1;
            refused(&instance, &other);
            let mut other = instance.clone();
            other.challenge += 1;
            refused(&other, &secret);
        }
    }
}

/// With seeds of other programs, an error above the bound and a wrong rounding are still found.
#[test]
fn without_the_seed_the_relation_is_checked() {
    for parameters in kinds(16) {
        let (challenge, instance, secret) = made(parameters, 3);
        let mut foreign = secret.clone();
        foreign.seed = [0; 32];
        opened(&challenge, &instance, &foreign, Seeds::Foreign).unwrap();
        let mut other = instance.clone();
        match &mut other.samples[0].b {
            Right::Real(b) => b[0] += 100.0,
            Right::Integer(b) if matches!(parameters.kind, Kind::Rounding { .. }) => b[0] ^= 1,
            Right::Integer(b) => b[0] ^= 128,
        }
        assert!(opened(&challenge, &other, &foreign, Seeds::Foreign).is_err());
    }
}

#[test]
fn another_bound_is_refused() {
    for parameters in kinds(16) {
        let kind = match parameters.kind {
            Kind::Continuous { svar, bound } => Kind::Continuous { svar, bound: bound * 1.001 },
            Kind::Discrete { svar, bound } => Kind::Discrete { svar, bound: bound + 1 },
            Kind::Rounding { .. } => continue,
        };
        let challenge = crate::common::challenge(Parameters { kind, ..parameters });
        assert!(format::read_challenge(&format::write_challenge(&challenge)).is_err());
    }
}

#[test]
fn cut_and_damaged_files_are_errors() {
    for parameters in kinds(9) {
        let (challenge, instance, secret) = made(parameters, 4);
        let written = [
            format::write_challenge(&challenge),
            format::write_instance(&instance),
            format::write_secret(&secret),
        ];
        for (i, bytes) in written.iter().enumerate() {
            for end in 0..bytes.len() {
                let cut = &bytes[..end];
                let refused = match i {
                    0 => format::read_challenge(cut).is_err(),
                    1 => format::read_instance(cut, &parameters).is_err(),
                    _ => format::read_secret(cut, &parameters).is_err(),
                };
                assert!(refused, "{end} bytes of {i}");
            }
        }
    }
}

/// Every file with one byte changed is refused, or says the same as before; none ends the program.
#[test]
fn no_byte_can_be_changed() {
    for parameters in kinds(9) {
        let (challenge, instance, secret) = made(parameters, 4);
        let written = format::write_instance(&instance);
        for at in 0..written.len() {
            let mut bytes = written.clone();
            bytes[at] ^= 1 << (at % 8);
            if let Ok(read) = format::read_instance(&bytes, &parameters) {
                let right = opened(&challenge, &read, &secret, Seeds::Ours).is_ok();
                assert!(!right || read == instance, "byte {at}");
            }
        }
        let written = format::write_secret(&secret);
        for at in 0..written.len() {
            let mut bytes = written.clone();
            bytes[at] ^= 1 << (at % 8);
            if let Ok(read) = format::read_secret(&bytes, &parameters) {
                let right = opened(&challenge, &instance, &read, Seeds::Ours).is_ok();
                assert!(!right || read == secret, "byte {at}");
            }
        }
    }
}

/// The norms of 30 instances are χ², and uniform elements uniform: few p values are small.
#[test]
fn errors_and_uniform_elements_are_distributed_as_they_should_be() {
    for m in [64, 45, 105] {
        let parameters = Parameters::continuous(m, 12_289, 0.1, 8).unwrap();
        let layout = parameters.layout().unwrap();
        let m_hat = if m % 2 == 0 { m / 2 } else { m };
        for seed in 0..10 {
            let (_, instance, mut secret) = made(parameters, seed);
            let p = statistics::error_p_value(&layout, &instance, &secret, m_hat).unwrap();
            assert!(p > 1e-5, "m = {m}: {p}");
            assert!(statistics::uniform_p_value(&instance).unwrap() > 1e-5);
            secret.s[0] ^= 1;
            let p = statistics::error_p_value(&layout, &instance, &secret, m_hat).unwrap();
            assert!(p < 1e-9, "another secret passes");
        }
    }
    let (_, mut instance, _) = made(Parameters::rounding(64, 256, 32, 8).unwrap(), 1);
    instance.samples.iter_mut().for_each(|sample| sample.a.iter_mut().for_each(|c| *c /= 2));
    assert!(statistics::uniform_p_value(&instance).unwrap() < 1e-9);
}

#[test]
fn toys_are_solved_and_others_refused() {
    for parameters in [
        Parameters::continuous(8, 17, 0.02, 4).unwrap(),
        Parameters::discrete(5, 17, 0.02, 6).unwrap(),
        Parameters::rounding(9, 8, 4, 6).unwrap(),
    ] {
        let (_, instance, secret) = made(parameters, 5);
        let found = toy::solve(&instance, 2, &mut |_, _| {}).unwrap();
        assert_eq!(found.len(), 1, "{parameters:?}");
        let q = i64::try_from(parameters.q).unwrap();
        let same = |(x, y): (&i64, &i64)| (x - y) % q == 0;
        assert!(found[0].iter().zip(&secret.s).all(same));
    }
    let (_, instance, _) = made(kinds(105)[0], 5);
    assert!(toy::solve(&instance, 1, &mut |_, _| {}).is_err());
}
