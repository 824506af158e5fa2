//! t of n: every set of t parties decrypts, and no smaller one; refreshes and switches by them.

use ringassay_parties::{Error, Group, Guard, Members, Part, Share, Step, Subject, ThresholdShare};
use ringassay_ring::RnsRing;
use ringassay_scheme::{bfv, bgv, ckks, hybrid::Context};

use crate::common::{Parties, Tried, fresh, permit, seed};

const COUNT: u32 = 5;

fn dealt<P: Tried>(parties: &Parties<P>, threshold: u32) -> Vec<ThresholdShare<RnsRing>> {
    let group = &parties.group;
    let deal = |(i, secret)| group.deal(secret, threshold, fresh(i as u64)).unwrap();
    let mut all: Vec<Vec<_>> = parties.secrets.iter().enumerate().map(deal).collect();
    let collect = |j: u32| {
        // Whatever the order.
        let own: Vec<_> = all.iter_mut().rev().map(|from| from.remove(0)).collect();
        group.collect(j, Guard::None, &own).unwrap()
    };
    (1..=COUNT).map(collect).collect()
}

fn active<P: Tried>(set: u32, session: &str) -> Option<Group<P, RnsRing>> {
    let context = Context::exact(&P::numbered(0)).unwrap();
    let chosen = (1..=COUNT).filter(|party| set >> (party - 1) & 1 == 1);
    let members = Members::of(COUNT, chosen).ok()?;
    Some(Group::new(&context, members, session, &[3; 32], 40.0).unwrap())
}

fn every_subset<P: Tried>(threshold: u32) {
    let parties = Parties::<P>::new(0, COUNT, 1);
    let public = parties.public_key();
    let shares = dealt(&parties, threshold);
    let mut tried = 0;
    for set in 1..1 << COUNT {
        let group = active::<P>(set, "subset").unwrap();
        let own = |party: &u32| group.part(&shares[*party as usize - 1]);
        let parts: Result<Vec<Part<_>>, Error> = group.members().active().iter().map(own).collect();
        if set.count_ones() < threshold {
            assert!(matches!(parts, Err(Error::Members(_))));
            continue;
        }
        let context = group.context();
        let message = P::message(context, u64::from(set));
        let a = context.encrypt(&public, &message, &seed(u64::from(set))).unwrap();
        let subject = Subject::of(&a).unwrap();
        let share = |part: &Part<RnsRing>| {
            let number = u64::from(part.party());
            group.decryption_share(part, &a, permit(subject), fresh(number)).unwrap()
        };
        let all: Vec<_> = parts.unwrap().iter().map(share).collect();
        let opened = group.opened(&a, &Share::sum(&all).unwrap()).unwrap();
        P::decrypts(context, &context.zero_key().unwrap(), &opened, &message);
        let (found, said) = P::noise(context, &context.zero_key().unwrap(), &opened, &message);
        assert!((found.log2_embedding - said.log2_mean()).abs() < 0.5);
        tried += 1;
    }
    assert_eq!(tried, [31, 31, 26, 16, 6, 1][threshold as usize]);
}

#[test]
fn every_subset_of_enough_parties_decrypts() {
    every_subset::<bgv::Parameters>(3);
    every_subset::<bfv::Parameters>(2);
    every_subset::<ckks::Parameters>(4);
    every_subset::<bfv::Parameters>(1);
    every_subset::<bgv::Parameters>(5);
}

#[test]
fn too_few_or_others_are_refused() {
    let parties = Parties::<bfv::Parameters>::new(0, COUNT, 1);
    let shares = dealt(&parties, 3);
    let pair = active::<bfv::Parameters>(0b11, "pair").unwrap();
    assert!(matches!(pair.part(&shares[0]), Err(Error::Members(_))));
    assert!(matches!(pair.part(&shares[4]), Err(Error::Members(_))), "it is not active");
    // Keys are made by all.
    let three = active::<bfv::Parameters>(0b111, "three").unwrap();
    let permit = permit(three.subject(Step::PublicKey));
    let share = three.public_key_share(&parties.secrets[0], permit, fresh(1));
    assert!(matches!(share, Err(Error::Members(_))));
    assert!(parties.group.deal(&parties.secrets[0], 6, fresh(1)).is_err());
    assert!(parties.group.deal(&parties.secrets[0], 0, fresh(1)).is_err());
    let deal = |i: usize| parties.group.deal(&parties.secrets[i], 3, fresh(1)).unwrap().remove(0);
    let few: Vec<_> = (0..4).map(deal).collect();
    let missing = parties.group.collect(1, Guard::None, &few);
    assert!(matches!(missing, Err(Error::Missing { party: 5, .. })));
    let twice: Vec<_> = [0, 1, 2, 3, 3].map(deal).into();
    let repeated = parties.group.collect(1, Guard::None, &twice);
    assert!(matches!(repeated, Err(Error::Repeated { party: 4 })));
    let all: Vec<_> = (0..5).map(deal).collect();
    assert!(parties.group.collect(2, Guard::None, &all).is_err(), "dealt to party 1");
}
