//! Ciphertexts under a receiver's key, and ciphertexts refreshed.

use ringassay_parties::{Error, Refreshable, Share, Subject};
use ringassay_ring::RnsRing;
use ringassay_scheme::{bfv, bgv, ckks, hybrid::Context};

use crate::common::{Of, Parties, Tried, fresh, permit, seed};

fn reaches_the_receiver<P: Tried>() {
    for count in [2, 5] {
        for i in 0..P::COUNT {
            let parties = Parties::<P>::new(i, count, 1);
            let context = parties.group.context();
            let own = Context::exact(context.parameters()).unwrap();
            let receiver = own.generate_secret_key(&seed(50)).unwrap();
            let key = own.generate_public_key(&receiver, &seed(51)).unwrap();
            let (public, keys) = (parties.public_key(), parties.evaluation_keys());
            let m = P::message(context, 3);
            let fresh_one = context.encrypt(&public, &m, &seed(9)).unwrap();
            let square = context.square(&fresh_one, &keys).unwrap();
            for (a, wanted) in [(&fresh_one, m.clone()), (&square, P::squared(context, &m))] {
                let mut n = 0;
                let sum = parties.sum_of(|secret| {
                    n += 1;
                    let subject = permit(Subject::of(a).unwrap());
                    let part = secret.part();
                    parties.group.switch_share(part, a, &key, subject, fresh(n)).unwrap()
                });
                let saved = parties.group.save_share(&sum).unwrap();
                let sum = parties.group.load_share(&saved).unwrap();
                let switched = parties.group.switched(a, &key, &sum).unwrap();
                P::decrypts(&own, &receiver, &switched, &wanted);
                let other = own.generate_public_key(&receiver, &seed(52)).unwrap();
                let refused = parties.group.switched(a, &other, &sum);
                assert!(matches!(refused, Err(Error::OtherShare { what: "object" })));
            }
        }
    }
}

#[test]
fn receivers_read() {
    reaches_the_receiver::<bgv::Parameters>();
    reaches_the_receiver::<bfv::Parameters>();
    reaches_the_receiver::<ckks::Parameters>();
}

/// The ciphertext refreshed, and what has to be refused beside.
fn refreshed<P: Tried + Refreshable>(parties: &Parties<P>, a: &Of<P>, other: &Of<P>) -> Of<P> {
    let group = &parties.group;
    let mut n = 70;
    let share = |secret: &crate::common::Secret<P>| {
        n += 1;
        let permit = permit(Subject::of(a).unwrap());
        group.refresh_share(secret.part(), a, permit, fresh(n)).unwrap()
    };
    let shares: Vec<Share<RnsRing>> = parties.secrets.iter().map(share).collect();
    let sum = Share::sum(&shares).unwrap();
    let saved = group.save_share(&sum).unwrap();
    let sum = group.load_share(&saved).unwrap();
    assert!(group.refreshed(other, &sum).is_err());
    group.refreshed(a, &sum).unwrap()
}

fn is_refreshed<P: Tried + Refreshable>(
    at_lower_level: impl Fn(&Context<P, RnsRing>, &Of<P>) -> Of<P>,
) {
    for count in [2, 3, 5] {
        for i in 0..P::COUNT {
            let parties = Parties::<P>::new(i, count, 1);
            let context = parties.group.context();
            let (public, keys) = (parties.public_key(), parties.evaluation_keys());
            for number in 0..5 {
                let m = P::message(context, number);
                let a = context.encrypt(&public, &m, &seed(9)).unwrap();
                let low = at_lower_level(context, &a);
                assert!(low.level() < context.levels() - 1);
                let again = refreshed(&parties, &low, &a);
                assert_eq!(again.level(), context.levels() - 1);
                P::decrypts(context, &parties.sum, &again, &m);
                let (found, said) = P::noise(context, &parties.sum, &again, &m);
                assert!(found.log2_largest <= context.model().bound_bits(&said));
                // And it can be computed with.
                let square = context.square(&again, &keys).unwrap();
                P::decrypts(context, &parties.sum, &square, &P::squared(context, &m));
            }
        }
    }
}

#[test]
fn bgv_is_refreshed() {
    is_refreshed::<bgv::Parameters>(|context, a| context.switch_to(a, a.level() - 1).unwrap());
}

#[test]
fn bfv_is_refreshed() {
    is_refreshed::<bfv::Parameters>(|context, a| context.switch_to(a, a.level() - 1).unwrap());
}

#[test]
fn ckks_is_refreshed() {
    use ringassay_scheme::PackedScheme as _;
    is_refreshed::<ckks::Parameters>(|context, a| {
        ckks::Parameters::at_level(context, a, 1).unwrap().into_owned()
    });
}

/// Masks of numbers take room: of one level of 100 bits, a message of 95 leaves too little.
#[test]
fn masks_without_room_are_refused() {
    use ringassay_scheme::PackedScheme as _;
    let parties = Parties::<ckks::Parameters>::new(0, 2, 1);
    let (group, context) = (&parties.group, parties.group.context());
    let m = ckks::Parameters::message(context, 1);
    let a = context.encrypt(&parties.public_key(), &m, &seed(1)).unwrap();
    let low = ckks::Parameters::at_level(context, &a, 0).unwrap();
    let permit = permit(Subject::of(&low).unwrap());
    let refused = group.refresh_share(parties.secrets[0].part(), &low, permit, fresh(1));
    assert!(matches!(refused, Err(Error::Flooding(_))));
}
