//! Nothing is allocated for what is only declared.

use allocation_counter::measure;
use ringassay_scheme::serial::SavedSecret as _;
use ringassay_scheme::{
    Scheme,
    bgv::{Ciphertext, EvaluationKeys, Parameters, Plaintext, PublicKey, SecretKey},
    serial::{Saved, read_object},
};

use crate::{
    bgv_objects::Instance,
    envelope::{enveloped, hashed},
};

/// What an error message and a fingerprint take.
const LITTLE: u64 = 4096;
/// One step of a stream.
const STEP: u64 = 1 << 20;

/// The most bytes in use at once while the bytes are loaded as everything, all of which fails.
fn refusal(instance: &Instance, bytes: &[u8]) -> u64 {
    let context = &instance.context;
    measure(|| {
        assert!(Parameters::load(bytes).is_err());
        assert!(SecretKey::load_secret(context, bytes).is_err());
        assert!(PublicKey::load(context, bytes).is_err());
        assert!(EvaluationKeys::load(context, bytes).is_err());
        assert!(Plaintext::load(context, bytes).is_err());
        assert!(Ciphertext::load(context, bytes).is_err());
    })
    .bytes_max
}

#[test]
fn refusals_take_no_memory() {
    let instance = Instance::new(2);
    let fingerprint = instance.context.parameters().fingerprint().0;
    for (kind, object) in instance.objects() {
        let mut damaged = object.clone();
        damaged[60] ^= 1;
        assert!(refusal(&instance, &damaged) < LITTLE, "{kind}, damaged");
        let half = &object[..object.len() / 2];
        assert!(refusal(&instance, half) < LITTLE, "{kind}, half of it");
        let mut long = object.clone();
        long[12..20].copy_from_slice(&((1_u64 << 32) - 84).to_le_bytes());
        assert!(refusal(&instance, &hashed(long.clone())) < LITTLE, "{kind}, declared longer");
        let streamed = measure(|| assert!(read_object(&mut &long[..], u64::MAX).is_err()));
        assert!(streamed.bytes_max <= 2 * STEP, "{kind}, from a stream: {}", streamed.bytes_max);
        // The right envelope around a body with a byte less, all of whose counts promise much.
        let body = &object[52..object.len() - 32];
        for at in 0..body.len().min(60) {
            let mut body = body[..body.len() - 1].to_vec();
            let end = body.len().min(at + 4);
            body[at.min(end)..end].fill(0xff);
            let bytes = enveloped(Scheme::Bgv, kind, &fingerprint, &body);
            let most = refusal(&instance, &bytes);
            assert!(most < LITTLE, "{kind}, ones from {at} on: {most}");
        }
    }
}

/// What loads takes a small multiple of its bytes: 64 bits for each residue, twice where half is
/// expanded from a seed, twice where a table is made of it, and a quotient beside each word of that.
#[test]
fn loading_takes_a_multiple_of_the_bytes() {
    let instance = Instance::new(2);
    let context = &instance.context;
    let keys = instance.evaluation.save(context).unwrap();
    let ciphertext = instance.encrypted(1).save(context).unwrap();
    // Rings and tables of the context are made when first used.
    EvaluationKeys::load(context, &keys).unwrap();
    Ciphertext::load(context, &ciphertext).unwrap();
    context.ring().release_memory();
    let most = measure(|| drop(EvaluationKeys::load(context, &keys).unwrap())).bytes_max;
    assert!(most < 12 * keys.len() as u64, "{most} for {}", keys.len());
    let most = measure(|| drop(Ciphertext::load(context, &ciphertext).unwrap())).bytes_max;
    assert!(most < 4 * ciphertext.len() as u64, "{most} for {}", ciphertext.len());
}
