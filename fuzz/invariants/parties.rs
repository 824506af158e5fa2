//! What must hold of what parties send and keep whatever the bytes are. The fuzz target and a test of
//! `crates/parties/tests/all` run this function.
//!
//! Bytes are refused, or give an object that is saved as the same bytes and can be added up and used without a panic.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use ringassay_parties::{Group, Guard, Members, Permit, SecretShare, Share, Step, Subject};
use ringassay_ring::{
    RnsRing,
    index::Index,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    FreshSeed,
    bfv::{Ciphertext, Context, Parameters},
};

const HEADER_BYTES: usize = 52;
const PARTIES: u32 = 3;

/// Parties with keys, of parameters as small as there are.
pub(crate) struct Instance {
    pub(crate) group: Group<Parameters, RnsRing>,
    secrets: Vec<SecretShare<Parameters, RnsRing>>,
    a: Ciphertext<RnsRing>,
}

fn fresh(byte: u8) -> FreshSeed {
    FreshSeed::repeatable(Seed::from_bytes([byte; 32]))
}

pub(crate) fn instance() -> Instance {
    let index = Index::new(16).unwrap();
    let all = primes::search(&index, 50, 10, &[]).unwrap();
    let parameters = Parameters {
        index,
        t: 17,
        primes: all[..3].to_vec(),
        special: all[3..4].to_vec(),
        auxiliary: all[4..].to_vec(),
        digit_limbs: 1,
        secret: Distribution::Ternary,
        sigma: 3.2,
    };
    let context = Context::exact(&parameters).unwrap();
    let group = Group::new(&context, Members::all(PARTIES), "fuzz", &[1; 32], 40.0).unwrap();
    let secret = |party| SecretShare::generate(&group, party, Guard::None, fresh(1)).unwrap();
    let secrets: Vec<_> = (1..=PARTIES).map(secret).collect();
    let message = context.plaintext(vec![3; 8]).unwrap();
    let seed = Seed::from_bytes([2; 32]);
    let a = group.context().encrypt_secret(secrets[0].key(), &message, &seed).unwrap();
    Instance { group, secrets, a }
}

impl Instance {
    fn permit(&self, step: Step) -> Permit {
        Permit::unrecorded(self.group.subject(step))
    }

    /// One share of each step, by the first party.
    pub(crate) fn shares(&self) -> Vec<Share<RnsRing>> {
        let Self { group, secrets, a } = self;
        let [own, ..] = &secrets[..] else { return Vec::new() };
        let one = |secret| {
            let permit = self.permit(Step::RelinearisationOne);
            group.relinearisation_share_one(secret, permit, fresh(3)).unwrap()
        };
        let (first, kept) = one(own);
        let others: Vec<_> = secrets[1..].iter().map(|secret| one(secret).0).collect();
        let sum = Share::sum([&first].into_iter().chain(&others)).unwrap();
        let of_a = || Permit::unrecorded(Subject::of(a).unwrap());
        let two = self.permit(Step::RelinearisationTwo);
        let galois = self.permit(Step::Automorphism(3));
        let receiver = group.context().generate_public_key(own.key(), &Seed::from_bytes([5; 32]));
        let receiver = receiver.unwrap();
        let part = own.part();
        vec![
            group.public_key_share(own, self.permit(Step::PublicKey), fresh(2)).unwrap(),
            first,
            group.relinearisation_share_two(own, kept, &sum, two, fresh(4)).unwrap(),
            group.automorphism_share(own, 3, galois, fresh(5)).unwrap(),
            group.decryption_share(part, a, of_a(), fresh(6)).unwrap(),
            group.switch_share(part, a, &receiver, of_a(), fresh(7)).unwrap(),
            group.refresh_share(part, a, of_a(), fresh(8)).unwrap(),
            sum,
        ]
    }

    /// Everything that is saved, as inputs of [`parties_load`].
    pub(crate) fn inputs(&self) -> Vec<Vec<u8>> {
        let Self { group, secrets, .. } = self;
        let body =
            |mode: u8, bytes: &[u8]| [&[mode], &bytes[HEADER_BYTES..bytes.len() - 32]].concat();
        let shares = self.shares();
        let saved = shares.iter().map(|share| body(0, &group.save_share(share).unwrap()));
        let mut all: Vec<_> = saved.collect();
        let deal = |i: usize| group.deal(&secrets[i], 2, fresh(9)).unwrap().remove(0);
        let dealt: Vec<_> = (0..secrets.len()).map(deal).collect();
        all.push(body(1, &group.save_dealt(&dealt[1]).unwrap()));
        let collected = group.collect(1, Guard::None, &dealt).unwrap();
        for collected in [None, Some(&collected)] {
            let saved = secrets[0].save_secret(group.context(), collected).unwrap();
            all.push(body(2, &saved));
        }
        all
    }
}

/// A byte that says what it is, then a body.
pub(crate) fn parties_load(instance: &Instance, data: &[u8]) {
    let [mode, body @ ..] = data else { return };
    let Instance { group, secrets, a } = instance;
    match mode % 4 {
        0 => {
            let bytes = with_body(&group.save_share(&instance.shares()[0]).unwrap(), body);
            if let Ok(share) = group.load_share(&bytes) {
                assert_eq!(group.save_share(&share).unwrap(), bytes);
                let _ = Share::sum([&share, &share]).unwrap_err();
                let _ = (
                    group.public_key(&share),
                    group.evaluation_keys(None, std::slice::from_ref(&share)),
                );
                let _ = (group.opened(a, &share), group.refreshed(a, &share));
                for mut other in instance.shares() {
                    let _ = other.add_assign(&share);
                }
            }
        }
        1 => {
            let own = group.deal(&secrets[0], 2, fresh(9)).unwrap().remove(0);
            let bytes = with_body(&group.save_dealt(&own).unwrap(), body);
            if let Ok(dealt) = group.load_dealt(&bytes) {
                assert_eq!(*group.save_dealt(&dealt).unwrap(), bytes);
                let _ = group.collect(dealt.to(), Guard::None, &[dealt]);
            }
        }
        2 => {
            let context = group.context();
            let bytes = with_body(&secrets[0].save_secret(context, None).unwrap(), body);
            if let Ok((secret, collected)) = SecretShare::load_secret(context, &bytes) {
                let again = secret.save_secret(context, collected.as_ref()).unwrap();
                assert_eq!(*again, bytes);
                let _ = collected.map(|share| group.part(&share));
            }
        }
        _ => {
            let _ = (group.load_share(body), group.load_dealt(body));
            let _ = SecretShare::load_secret(group.context(), body);
        }
    }
}

/// The object with another body, length and hash put right.
fn with_body(object: &[u8], body: &[u8]) -> Vec<u8> {
    let mut bytes = object[..HEADER_BYTES].to_vec();
    bytes[12..20].copy_from_slice(&(body.len() as u64).to_le_bytes());
    bytes.extend_from_slice(body);
    let hash = blake3::hash(&bytes);
    bytes.extend_from_slice(hash.as_bytes());
    bytes
}
