//! Shares as bytes.

use ringassay_parties::{Error, Share, Step, Subject};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    bfv, bgv, ckks,
    serial::{Kind, SerialError, inspect},
};

use crate::common::{EXPONENT, Parties, Tried, fresh, permit, seed};

fn shares<P: Tried>(parties: &Parties<P>) -> Vec<Share<RnsRing>> {
    let (group, secret) = (&parties.group, &parties.secrets[1]);
    let of = |step| permit(group.subject(step));
    let public = group.public_key_share(secret, of(Step::PublicKey), fresh(1)).unwrap();
    let mut kept = Vec::new();
    let first = parties.sum_of(|secret| {
        let step = of(Step::RelinearisationOne);
        let (share, own) = group.relinearisation_share_one(secret, step, fresh(2)).unwrap();
        kept.push(own);
        share
    });
    let own = kept.remove(1);
    let second = of(Step::RelinearisationTwo);
    let second = group.relinearisation_share_two(secret, own, &first, second, fresh(3)).unwrap();
    let step = of(Step::Automorphism(EXPONENT));
    let rotation = group.automorphism_share(secret, EXPONENT, step, fresh(4)).unwrap();
    let message = P::message(group.context(), 1);
    let a = group.context().encrypt(&parties.public_key(), &message, &seed(5)).unwrap();
    let subject = permit(Subject::of(&a).unwrap());
    let decryption = group.decryption_share(secret.part(), &a, subject, fresh(6)).unwrap();
    vec![public, first, second, rotation, decryption]
}

fn round_trip<P: Tried>() {
    let parties = Parties::<P>::new(0, 3, 1);
    let elsewhere = Parties::<P>::new(0, 3, 2);
    let more = Parties::<P>::new(0, 4, 1);
    for share in shares(&parties) {
        let bytes = parties.group.save_share(&share).unwrap();
        assert_eq!(inspect(&bytes).unwrap().kind, Kind::Share);
        let again = parties.group.load_share(&bytes).unwrap();
        assert_eq!((again.step(), again.parties()), (share.step(), share.parties()));
        assert_eq!(again.parts(), share.parts());
        assert_eq!(parties.group.save_share(&again).unwrap(), bytes);
        let other = elsewhere.group.load_share(&bytes);
        assert!(matches!(other, Err(Error::OtherShare { what: "session" })));
        let count = more.group.load_share(&bytes);
        let is_other =
            |error: &Error| matches!(error, Error::Serial(SerialError::OtherParameters { .. }));
        assert!(count.is_err_and(|error| is_other(&error)));
        let top = parties.group.context().levels() - 1;
        let level = if share.step() == Step::Decryption { top } else { 0 };
        let said = parties.group.share_bytes(share.step(), level, share.parties().len()).unwrap();
        assert_eq!(bytes.len(), said);
        assert!(parties.group.share_bytes(Step::Decryption, top + 1, 1).is_err());
        // Residues packed to their bits, and nothing else that grows.
        let words: usize = share.parts().iter().map(|part| part.ring().limbs()).sum();
        let n = parties.group.context().ring().degree();
        let packed = words * (n * 50).div_ceil(8);
        assert!(bytes.len() - packed < 200, "{} for {packed}", bytes.len());
        for cut in [0, 11, 51, 52, 60, 150, bytes.len() - 1] {
            assert!(parties.group.load_share(&bytes[..cut]).is_err());
        }
        for i in (0..bytes.len()).step_by(41) {
            let mut damaged = bytes.clone();
            damaged[i] ^= 4;
            assert!(parties.group.load_share(&damaged).is_err(), "byte {i}");
        }
    }
}

#[test]
fn shares_come_back() {
    round_trip::<bgv::Parameters>();
    round_trip::<bfv::Parameters>();
    round_trip::<ckks::Parameters>();
}

/// Objects of an instance for several parties are not those of one for another number: their noise is another.
#[test]
fn keys_belong_to_a_number_of_parties() {
    use ringassay_scheme::{hybrid::PublicKey, serial::Saved as _};
    let parties = Parties::<bgv::Parameters>::new(0, 3, 1);
    let context = parties.group.context();
    let bytes = parties.public_key().save(context).unwrap();
    PublicKey::load(context, &bytes).unwrap();
    let one = ringassay_scheme::hybrid::Context::exact(context.parameters()).unwrap();
    for other in [one.for_parties(4).unwrap(), one] {
        let refused = PublicKey::<bgv::Parameters, RnsRing>::load(&other, &bytes);
        assert!(matches!(refused, Err(SerialError::OtherParameters { .. })));
    }
}

// ---- The fuzz target ----------------------------------------------------------------------------

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/parties_load");

/// Every object that there is, as it is in the corpus, and cut, and with other bytes.
#[test]
fn the_corpus_of_the_fuzz_target() {
    use crate::invariant::{instance, parties_load};
    let (instance, mut count) = (instance(), 0);
    for entry in std::fs::read_dir(CORPUS).unwrap() {
        parties_load(&instance, &std::fs::read(entry.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count >= 11, "{count} files");
    for input in instance.inputs() {
        parties_load(&instance, &input);
        for at in (0..input.len()).step_by(input.len().div_ceil(60)) {
            let mut other = input.clone();
            other[at] ^= 1 << (at % 8);
            parties_load(&instance, &other);
            parties_load(&instance, &input[..at]);
        }
    }
}

/// The format does not change without its version: today's objects are those of the corpus.
#[test]
fn what_was_saved_is_saved_today() {
    for (i, input) in crate::invariant::instance().inputs().into_iter().enumerate() {
        let path = format!("{CORPUS}/v2-{i}");
        if std::env::var_os("RINGASSAY_WRITE_CORPUS").is_some() {
            std::fs::create_dir_all(CORPUS).unwrap();
            std::fs::write(&path, &input).unwrap();
        }
        assert_eq!(std::fs::read(&path).unwrap(), input, "{path}");
    }
}
