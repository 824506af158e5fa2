//! Objects of CKKS: what is loaded is what was saved, byte by byte as docs/serialisation.md says, and what must
//! be refused.

use ringassay_ring::{index::Index, sample::Distribution};
use ringassay_scheme::{
    Scheme,
    ckks::{Ciphertext, EvaluationKeys, Parameters},
    serial::{Kind, Saved, SavedCiphertext as _, SerialError},
};

use super::laws::{
    fingerprints_differ, forged_parameters, laid_out, laws, prime_groups, secret_and_error,
};
use crate::{
    ckks_objects::{Instance, parameters},
    envelope::enveloped,
    objects::seed,
};

laws!(Parameters, 32);

/// The body of parameters, from the documentation alone.
#[test]
fn parameters_are_laid_out_as_documented() {
    for i in [0, 2, 3] {
        let p = parameters(i);
        // The highest bit says that the ring is conjugate-invariant.
        let ring = if i == 3 { 1 << 31 } else { 0 };
        let mut body = (p.index.m() as u32 | ring).to_le_bytes().to_vec();
        body.extend((p.levels.len() as u32).to_le_bytes());
        body.extend(prime_groups(p.levels.iter().chain([&p.special])));
        body.extend((p.digit_limbs as u64).to_le_bytes());
        body.extend(p.log2_scale.to_le_bytes());
        body.extend(p.generator.to_le_bytes());
        body.extend(secret_and_error(p.secret, p.sigma));
        laid_out(&p, &body, 7);
    }
}

#[test]
fn fingerprints_differ_with_every_field() {
    let changes: [fn(&mut Parameters); 11] = [
        |p| p.index = Index::new(8).unwrap(),
        |p| p.index = Index::conjugate_invariant(16).unwrap(),
        |p| p.levels.swap(0, 2),
        |p| p.levels[0].swap(0, 1),
        |p| p.special.swap(0, 1),
        |p| p.digit_limbs = 1,
        |p| p.log2_scale = 41,
        |p| p.generator = 5,
        |p| p.secret = Distribution::SparseTernary { weight: 3 },
        |p| p.sigma = 3.3,
        // The same primes, otherwise divided.
        |p| {
            let prime = p.levels[0].remove(1);
            p.levels[1].insert(0, prime);
        },
    ];
    fingerprints_differ(&parameters(1), &changes);
}

/// What was computed, at every level, with its scale and estimate.
#[test]
fn scales_and_estimates_come_back() {
    for instance in Instance::all() {
        let (context, keys) = (&instance.context, &instance.evaluation);
        let (a, b) = (instance.encrypted(1), instance.encrypted(2));
        let product = context.multiply(&a, &b, keys).unwrap();
        let rescaled = context.rescale(&product).unwrap();
        for ciphertext in [a.clone(), product, rescaled, context.tensor(&a, &b).unwrap()] {
            let bytes = ciphertext.save(context).unwrap();
            let loaded = Ciphertext::load_even_transparent(context, &bytes).unwrap();
            assert_eq!(loaded.scale(), ciphertext.scale());
            assert_eq!(loaded.estimate(), ciphertext.estimate());
            assert_eq!(loaded.level(), ciphertext.level());
        }
    }
}

/// Keys beyond the size of an object are saved one by one, and joined when they are loaded.
#[test]
fn single_keys_make_up_the_set() {
    let instance = Instance::new(1);
    let context = &instance.context;
    let single: Vec<Vec<u8>> =
        instance.evaluation.clone().single_keys().map(|key| key.save(context).unwrap()).collect();
    assert_eq!(single.len(), 3);
    let loaded = single.iter().map(|bytes| EvaluationKeys::load(context, bytes).unwrap());
    let joined = loaded.reduce(EvaluationKeys::merged).unwrap();
    assert_eq!(joined.save(context).unwrap(), instance.evaluation.save(context).unwrap());
}

/// Packed and seeded sizes: header, fields, and the bits of residues.
#[test]
fn sizes_are_those_of_the_formula() {
    for instance in Instance::all() {
        let (context, parameters) = (&instance.context, instance.context.parameters());
        let n = parameters.index.degree();
        let element = |primes: &mut dyn Iterator<Item = u64>| -> usize {
            primes.map(|q| (n * (64 - (q - 1).leading_zeros() as usize)).div_ceil(8)).sum()
        };
        let of_q = element(&mut parameters.ciphertext_primes());
        let of_qp = element(&mut parameters.primes());
        let envelope = 52 + 32;
        let digits = parameters.digits().len();
        let evaluation = instance.evaluation.save(context).unwrap().len();
        assert_eq!(evaluation, envelope + 5 + 4 * 2 + 3 * (32 + digits * of_qp));
        let fields = 4 + 1 + 1 + 8 + 4 + 3 * 29 * 8;
        let a = instance.encrypted(1).save(context).unwrap().len();
        assert_eq!(a, envelope + fields + 2 * of_q);
        let seeded = context.encrypt_secret(&instance.secret, &instance.message(1), &seed(1));
        let seeded = seeded.unwrap().save(context).unwrap().len();
        assert_eq!(seeded, envelope + fields + 32 + of_q);
    }
}

#[test]
fn parameters_that_have_no_instance() {
    let change: [fn(&mut Parameters); 16] = [
        |p| p.index = ringassay_ring::index::Index::new(7).unwrap(),
        |p| p.index = ringassay_ring::index::Index::new(4).unwrap(),
        |p| p.index = ringassay_ring::index::Index::conjugate_invariant(8).unwrap(),
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
    // Indices that no ring has, with the bit of the conjugate-invariant ring or another.
    let bytes = parameters(3).save().unwrap();
    for index in
        [0_u32, 4, 24, 7, 1 << 20, 1 << 30].map(|m| m | 1 << 31).into_iter().chain([1 << 30])
    {
        let mut forged = bytes[52..bytes.len() - 32].to_vec();
        forged[..4].copy_from_slice(&index.to_le_bytes());
        let object = forged_parameters::<Parameters>(&forged);
        assert!(Parameters::load(&object).is_err(), "{index:#x}");
    }
    // Counts that promise much: of levels, of the primes of the first.
    let bytes = parameters(1).save().unwrap();
    for at in [4, 8] {
        for count in [65_u32, u32::MAX] {
            let mut forged = bytes[52..bytes.len() - 32].to_vec();
            forged[at..at + 4].copy_from_slice(&count.to_le_bytes());
            let object = forged_parameters::<Parameters>(&forged);
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
