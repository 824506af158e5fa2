//! Objects in the right envelope with contents of every kind.

use ringassay_scheme::serial::SavedCiphertext as _;
use ringassay_scheme::{
    Scheme,
    bgv::{Ciphertext, Parameters},
    serial::{Kind, Saved, SerialError},
};

use crate::{
    bgv_objects::{COUNT, Instance},
    envelope::{enveloped, hashed},
    objects::{any, fingerprint_of},
};

/// Counts inside of bodies: of primes, parts, exponents, levels.
#[test]
fn counts_inside() {
    let instance = Instance::new(1);
    let counts = [0, 1, 2, 3, 4, 16, 64, 65, 255, 256, 1 << 16, 1 << 31, u32::MAX];
    for (kind, object) in instance.objects() {
        let offsets: &[usize] = match kind {
            // m; r; the counts of large, small and special primes.
            Kind::Parameters => &[0, 12, 16, 36, 56],
            Kind::EvaluationKeys => &[1, 5],
            Kind::Ciphertext => &[0],
            _ => &[],
        };
        for offset in offsets {
            let at = 52 + offset;
            let own = u32::from_le_bytes(object[at..at + 4].try_into().unwrap());
            for count in counts.into_iter().filter(|&count| count != own) {
                let mut changed = object.clone();
                changed[at..at + 4].copy_from_slice(&count.to_le_bytes());
                let body = &changed[52..changed.len() - 32];
                let fingerprint = match kind {
                    Kind::Parameters => fingerprint_of::<Parameters>(body),
                    _ => instance.context.parameters().fingerprint().0,
                };
                let changed = enveloped(Scheme::Bgv, kind, &fingerprint, body);
                // Another exponent of an automorphism is another key; another index has other primes.
                let accepted = any(&instance, &changed);
                let may = matches!(
                    (kind, offset),
                    (Kind::EvaluationKeys, 5) | (Kind::Parameters, 0 | 12)
                );
                assert!(!accepted || may, "{kind} at {offset}: {count}");
            }
        }
        if kind == Kind::Ciphertext {
            // The number of parts and the flag of the seed.
            for (parts, flag) in (0..=255).flat_map(|x| [0, 1, 2, 255].map(|flag| (x, flag))) {
                if [parts, flag] != object[56..58] {
                    let mut changed = object.clone();
                    [changed[56], changed[57]] = [parts, flag];
                    assert!(!any(&instance, &hashed(changed)), "{parts} parts, flag {flag}");
                }
            }
        }
    }
}

#[test]
fn transparent_ciphertexts() {
    for i in 0..COUNT {
        let instance = Instance::new(i);
        let context = &instance.context;
        let x = instance.encrypted(1);
        let product = context.tensor(&x, &x).unwrap();
        for x in [
            context.trivial(&instance.message(1)).unwrap(),
            context.sub(&x, &x).unwrap(),
            context.sub(&product, &product).unwrap(),
        ] {
            let bytes = x.save(context).unwrap();
            let error = Ciphertext::load(context, &bytes).unwrap_err();
            assert!(matches!(error, SerialError::Transparent), "{error}");
            let loaded = Ciphertext::load_even_transparent(context, &bytes).unwrap();
            assert_eq!(loaded.parts(), x.parts());
        }
        // c_0 = 0 hides well.
        let mut bytes = x.save(context).unwrap();
        let limb_bytes = (bytes.len() - 84 - 238) / 2;
        bytes[52 + 238..][..limb_bytes].fill(0);
        Ciphertext::load(context, &hashed(bytes)).unwrap();
    }
}

/// Every figure of the noise estimate with every kind of double.
#[test]
fn noise_estimates() {
    let instance = Instance::new(0);
    let object = instance.encrypted(1).save(&instance.context).unwrap();
    let tiny = f64::from_bits(1);
    let doubles = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        1.5,
        tiny,
        -tiny,
        1e300,
        -1e300,
        f64::MAX,
        f64::MIN,
        f64::EPSILON,
        4_294_967_296.0,
        -4_294_967_296.0,
        4_294_967_297.0,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        f64::from_bits(0x7ff0_0000_0000_0001),
        f64::from_bits(u64::MAX),
    ];
    for position in 0..29 {
        for double in doubles {
            let mut changed = object.clone();
            changed[58 + 8 * position..][..8].copy_from_slice(&double.to_bits().to_le_bytes());
            let accepted = any(&instance, &hashed(changed));
            let log2 = [0, 6, 12, 18, 28].contains(&position);
            let huge =
                if log2 { double.abs() > 4_294_967_296.0 } else { !(0.0..=1.0).contains(&double) };
            let infinite = log2 && double == f64::NEG_INFINITY
                || log2 && position >= 18 && double == f64::INFINITY;
            if double.is_nan() || huge && !infinite || !log2 && double.is_sign_negative() {
                assert!(!accepted, "{double} at {position}");
            } else if log2 {
                assert!(accepted, "{double} at {position}");
            }
        }
    }
}
