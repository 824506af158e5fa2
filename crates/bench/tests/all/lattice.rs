//! Single operations of CKKS, BGV and BFV: which there are, that they are compared, what is counted.
#![allow(clippy::unwrap_used)]

use ringassay_bench::{
    BenchError,
    lattice::{Counted, Instance, Operation, Shape, instance, suite},
};
use ringassay_scheme::Scheme;

const ALL: [Operation; 36] = [
    Operation::SecretKey,
    Operation::PublicKey,
    Operation::RelinearisationKey,
    Operation::RotationKey,
    Operation::Encode,
    Operation::Prepare,
    Operation::Decode,
    Operation::Encrypt,
    Operation::EncryptSecret,
    Operation::Decrypt,
    Operation::EncodeEncrypt,
    Operation::DecryptDecode,
    Operation::Add,
    Operation::AddInPlace,
    Operation::MultiplyPlain,
    Operation::MultiplyOnly,
    Operation::Relinearise,
    Operation::Multiply,
    Operation::Rescale,
    Operation::MultiplyRescale,
    Operation::Rotate,
    Operation::RotateHalf,
    Operation::Conjugate,
    Operation::RotateEight,
    Operation::RotateEightHoisted,
    Operation::Polynomial3,
    Operation::Polynomial7,
    Operation::Polynomial15,
    Operation::Polynomial31,
    Operation::Diagonals1,
    Operation::Diagonals16,
    Operation::Diagonals64,
    Operation::DiagonalsDense,
    Operation::Save,
    Operation::Load,
    Operation::Transform,
];

fn shape(scheme: Scheme, q_bits: &[u32], p_bits: &[u32]) -> Shape {
    let (q_bits, p_bits) = (q_bits.to_vec(), p_bits.to_vec());
    Shape { scheme, n: 1 << 10, q_bits, p_bits, plaintext: 12289, log2_scale: 40 }
}

fn names(instance: &dyn Instance) -> Vec<&'static str> {
    let (mut suite, found) = suite(instance, &ALL, &[1], 1).unwrap();
    let samples = suite.round().unwrap();
    assert_eq!(samples.len(), found.len());
    assert!(samples.iter().all(|&ns| ns > 0.0));
    found.into_iter().map(Operation::name).collect()
}

/// Transforms of a key switch: each digit in all limbs but its own, the digits back, two divisions by P.
fn key_switch(limbs: u64, special: u64, digits: u64) -> u64 {
    digits * (limbs + special) + 2 * (limbs + special)
}

fn counted(instance: &dyn Instance, name: &str) -> Counted {
    let all = instance.counted().unwrap();
    all.into_iter().find(|one| one.operation == name).unwrap()
}

#[test]
fn ckks_has_all_operations_that_its_levels_allow() {
    let made = instance(&shape(Scheme::Ckks, &[50, 40, 40, 40, 40], &[46, 46])).unwrap();
    let absent: Vec<_> =
        ALL.iter().map(|one| one.name()).filter(|name| !names(&*made).contains(name)).collect();
    // Its depth is 5, and there are 4 levels.
    assert_eq!(absent, ["polynomial_31"]);
    let facts = made.facts().unwrap();
    assert_eq!((facts.limbs, facts.special_limbs, facts.digits), (5, 2, 3));
    assert_eq!((facts.levels, facts.certain_levels), (4, 4));
    assert!(facts.precision_bits.unwrap() > 20.0);
    assert!((facts.log2_q - 210.0).abs() < 1.0);
    // c_0 and c_1 of 5 limbs.
    let words = 2 * 5 * 1024 * 8;
    assert_eq!(made.ciphertext_words().unwrap().len(), words);
    let ciphertext = &facts.objects[0];
    assert_eq!((ciphertext.name, ciphertext.memory_bytes), ("ciphertext", words));
    assert_eq!(ciphertext.saved_bytes, ciphertext.packed_bytes);
    let seeded = &facts.objects[1];
    assert!(2 * seeded.saved_bytes < seeded.packed_bytes + 2000);
    assert_eq!(counted(&*made, "relinearise").transforms, key_switch(5, 2, 3));
    assert_eq!(counted(&*made, "rotate").transforms, key_switch(5, 2, 3));
    let eight = counted(&*made, "rotate_8").transforms;
    assert_eq!(eight, 8 * key_switch(5, 2, 3));
    assert!(counted(&*made, "rotate_8_hoisted").transforms < eight);
}

#[test]
fn a_rotation_holds_two_ciphertexts_at_most_its_result_included() {
    let mut bits = vec![40; 25];
    bits[0] = 50;
    let made = instance(&shape(Scheme::Ckks, &bits, &[46; 5])).unwrap();
    let ciphertext = 2 * 25 * 1024 * 8;
    for name in ["rotate", "conjugate"] {
        let growth = counted(&*made, name).growth_bytes;
        assert!(growth <= 2 * ciphertext, "{name}: {growth} of {ciphertext}");
    }
}

#[test]
fn bgv_and_bfv_have_what_is_no_function() {
    for scheme in [Scheme::Bgv, Scheme::Bfv] {
        let made = instance(&shape(scheme, &[45, 45, 45, 45], &[46])).unwrap();
        let found = names(&*made);
        assert!(!found.iter().any(|name| name.starts_with("polynomial")), "{found:?}");
        assert!(!found.contains(&"conjugate"));
        for name in
            ["multiply", "relinearise", "rescale", "rotate_half", "rotate_8_hoisted", "load"]
        {
            assert!(found.contains(&name), "{scheme}: {name}");
        }
        let facts = made.facts().unwrap();
        assert_eq!((facts.limbs, facts.special_limbs, facts.digits), (4, 1, 4));
        assert!(facts.levels >= facts.certain_levels && facts.certain_levels >= 1);
        assert_eq!(counted(&*made, "rotate").transforms, key_switch(4, 1, 4));
    }
}

#[test]
fn one_level_too_few_is_an_operation_less() {
    let made = instance(&shape(Scheme::Ckks, &[50], &[50])).unwrap();
    let found = names(&*made);
    for absent in ["rescale", "multiply_rescale", "polynomial_3", "diagonals_16"] {
        assert!(!found.contains(&absent), "{absent}");
    }
    assert!(found.contains(&"rotate"));
    let facts = made.facts().unwrap();
    assert_eq!((facts.levels, facts.precision_bits), (0, None));
}

#[test]
fn what_is_no_shape_is_refused() {
    for (scheme, n, q_bits) in [
        (Scheme::Ckks, 1 << 9, vec![40]),
        (Scheme::Ckks, 1000, vec![40]),
        (Scheme::Bgv, 1 << 18, vec![40]),
        (Scheme::Bfv, 1 << 10, vec![]),
        (Scheme::Fv, 1 << 10, vec![40]),
    ] {
        let asked = Shape { n, q_bits, ..shape(scheme, &[40], &[40]) };
        assert!(matches!(instance(&asked), Err(BenchError::Shape(_))), "{asked:?}");
    }
    // There are not so many primes of 14 bits.
    assert!(instance(&shape(Scheme::Ckks, &[14; 40], &[14])).is_err());
}
