//! Keys that parties make together, against the sum of their secrets, and their noise against what is said of it.

use ringassay_parties::{Error, Members, Share, Step};
use ringassay_ring::RnsRing;
use ringassay_scheme::{
    bfv, bgv, ckks,
    hybrid::{Ciphertext, Context},
};

use crate::common::{EXPONENT, Of, Parties, Tried, fresh, permit, seed};

/// How many parties.
const COUNTS: [u32; 3] = [2, 3, 5];
const REPEATS: u64 = 20;

/// The average of log2 of noise found less what is said of it, over so many ciphertexts.
const TOLERANCE: f64 = 0.5;

struct Found {
    differences: Vec<f64>,
}

impl Found {
    fn add<P: Tried>(&mut self, parties: &Parties<P>, a: &Of<P>, message: &P::Plaintext) {
        let context = parties.group.context();
        let (found, said) = P::noise(context, &parties.sum, a, message);
        self.differences.push(found.log2_embedding - said.log2_mean());
        let bound = context.model().bound_bits(&said);
        assert!(found.log2_largest <= bound, "{} above {bound}", found.log2_largest);
    }

    fn check(self, what: &str) {
        let all = &self.differences;
        // Of squares: what is said is the mean square.
        let mean = all.iter().map(|x| (2.0 * x).exp2()).sum::<f64>() / all.len() as f64;
        let difference = mean.log2() / 2.0;
        assert!(difference.abs() < TOLERANCE, "{what}: {difference} bits from what is said");
    }
}

fn are_right<P: Tried>(name: &str) {
    for count in COUNTS {
        for i in 0..P::COUNT {
            let mut fresh_noise = Found { differences: Vec::new() };
            let mut rotated_noise = Found { differences: Vec::new() };
            for repeat in 0..REPEATS {
                let parties = Parties::<P>::new(i, count, repeat + 1);
                let (public, keys) = (parties.public_key(), parties.evaluation_keys());
                let context = parties.group.context();
                let m = P::message(context, repeat);
                let a = context.encrypt(&public, &m, &seed(repeat + 77)).unwrap();
                P::decrypts(context, &parties.sum, &a, &m);
                fresh_noise.add(&parties, &a, &m);

                let square = context.square(&a, &keys).unwrap();
                P::decrypts(context, &parties.sum, &square, &P::squared(context, &m));

                let image = context.automorphism(&a, EXPONENT, &keys).unwrap();
                let moved = P::image(context, &m, EXPONENT);
                P::decrypts(context, &parties.sum, &image, &moved);
                rotated_noise.add(&parties, &image, &moved);

                let opened = parties.opened(&square);
                let nobody = context.zero_key().unwrap();
                P::decrypts(context, &nobody, &opened, &P::squared(context, &m));
            }
            fresh_noise.check(&format!("{name} {i}, {count} parties, fresh"));
            rotated_noise.check(&format!("{name} {i}, {count} parties, rotated"));
        }
    }
}

#[test]
fn bgv_keys() {
    are_right::<bgv::Parameters>("BGV");
}

#[test]
fn bfv_keys() {
    are_right::<bfv::Parameters>("BFV");
}

#[test]
fn ckks_keys() {
    are_right::<ckks::Parameters>("CKKS");
}

/// What a key-switching key adds, alone: the noise of an encryption is not in the way where P is small. The error of the
/// relinearisation key is that of 2·n²·h + n samples, not of one.
fn relinearisation_noise<P: Tried>(
    noise_of: impl Fn(&Context<P, RnsRing>, &Of<P>) -> f64,
    small: impl Fn(P) -> P,
) {
    for count in COUNTS {
        let mut differences = Vec::new();
        for repeat in 0..6 {
            let parties = Parties::<P>::with(&small(P::numbered(0)), count, repeat + 1);
            let keys = parties.evaluation_keys();
            let context = parties.group.context().insisting();
            // (0, 0, c): relinearisation leaves c·s² and the noise of the key alone.
            let zero = P::message(&context, 0);
            let transparent = context.trivial(&zero).unwrap();
            let [c0, _] = transparent.pair().unwrap();
            let ring = context.ring_at(context.levels() - 1).unwrap();
            let uniform = ringassay_scheme::Ring::uniform(ring, &seed(repeat));
            let mut zero = c0.clone();
            zero.try_sub_assign(c0).unwrap();
            let (scale, estimate) = transparent.known();
            let level = context.levels() - 1;
            let parts = vec![zero.clone(), zero, uniform];
            let product: Of<P> = Ciphertext::new(parts, level, scale.clone(), estimate.clone());
            let linear = context.relinearise(&product, &keys).unwrap();
            let mut found = context.phase(&parties.sum, &linear).unwrap();
            found.try_sub_assign(&context.phase(&parties.sum, &product).unwrap()).unwrap();
            let found = ringassay_scheme::noise::Measured::of(&found.into_powerful()).unwrap();
            differences.push(2.0 * (found.log2_embedding - noise_of(&context, &linear)));
        }
        let mean = differences.iter().map(|x| x.exp2()).sum::<f64>() / differences.len() as f64;
        let bits = mean.log2() / 2.0;
        assert!(bits.abs() < TOLERANCE, "{count} parties: {bits} bits");
    }
}

#[test]
fn the_noise_of_relinearisation_is_that_of_n_parties() {
    // One special prime for digits of two: the noise of the key is far above rounding.
    relinearisation_noise::<bfv::Parameters>(
        |_, linear| linear.noise().log2_mean(),
        |parameters| bfv::Parameters { special: parameters.special[..1].to_vec(), ..parameters },
    );
    relinearisation_noise::<ckks::Parameters>(
        |_, linear| linear.known().1.noise.log2_mean(),
        |parameters| ckks::Parameters { special: parameters.special[..1].to_vec(), ..parameters },
    );
}

/// Shares that do not belong together are told apart.
#[test]
fn shares_are_of_one_step_session_and_object() {
    let parties = Parties::<bgv::Parameters>::new(0, 3, 1);
    let group = &parties.group;
    let share = |i: usize| {
        let permit = permit(group.subject(Step::PublicKey));
        group.public_key_share(&parties.secrets[i], permit, fresh(i as u64)).unwrap()
    };
    let (one, two, three) = (share(0), share(1), share(2));
    let pair = Share::sum([&one, &two]).unwrap();
    assert!(matches!(group.public_key(&pair), Err(Error::Missing { party: 3, count: 3, .. })));
    assert!(matches!(Share::sum([&pair, &one]), Err(Error::Repeated { party: 1 })));
    assert!(Share::<RnsRing>::sum([]).is_err());
    group.public_key(&Share::sum([&three, &pair]).unwrap()).unwrap();
    let automorphism = permit(group.subject(Step::Automorphism(EXPONENT)));
    let other =
        group.automorphism_share(&parties.secrets[2], EXPONENT, automorphism, fresh(9)).unwrap();
    assert!(matches!(Share::sum([&pair, &other]), Err(Error::OtherStep { .. })));
    assert!(matches!(group.public_key(&other), Err(Error::OtherStep { .. })));
    let elsewhere = Parties::<bgv::Parameters>::new(0, 3, 2);
    let subject = permit(elsewhere.group.subject(Step::PublicKey));
    let foreign =
        elsewhere.group.public_key_share(&elsewhere.secrets[2], subject, fresh(3)).unwrap();
    assert!(matches!(Share::sum([&pair, &foreign]), Err(Error::OtherShare { what: "session" })));
    // A permit for something else.
    let wrong = permit(group.subject(Step::Automorphism(EXPONENT)));
    let refused = group.public_key_share(&parties.secrets[0], wrong, fresh(1));
    assert!(matches!(refused, Err(Error::Permit(_))));
}

/// A second round with another sum of the first is for another object.
#[test]
fn second_rounds_are_of_one_sum() {
    let parties = Parties::<bfv::Parameters>::new(0, 2, 1);
    let group = &parties.group;
    let [one, two] = [Step::RelinearisationOne, Step::RelinearisationTwo].map(|s| group.subject(s));
    let first = |i: usize, n: u64| {
        group.relinearisation_share_one(&parties.secrets[i], permit(one), fresh(n)).unwrap()
    };
    let ((a, kept), (b, other)) = (first(0, 1), first(1, 2));
    let (c, _) = first(1, 3);
    let [sum, wrong] = [Share::sum([&a, &b]).unwrap(), Share::sum([&a, &c]).unwrap()];
    let second = |i: usize, kept, sum| {
        group
            .relinearisation_share_two(&parties.secrets[i], kept, sum, permit(two), fresh(7))
            .unwrap()
    };
    let (x, y) = (second(0, kept, &sum), second(1, other, &wrong));
    assert!(matches!(Share::sum([&x, &y]), Err(Error::OtherShare { what: "object" })));
}

/// Uniform elements differ with whatever tells sessions apart (A5): the same seed twice says nothing of the secret.
#[test]
fn every_session_has_reference_strings_of_its_own() {
    use ringassay_parties::Group;
    let parameters = bgv::Parameters::numbered(0);
    let context = Context::exact(&parameters).unwrap();
    let make = |members: Members, session: &str, seed: [u8; 32]| {
        Group::new(&context, members, session, &seed, 40.0).unwrap()
    };
    let groups = [
        make(Members::all(3), "a", [1; 32]),
        make(Members::all(3), "b", [1; 32]),
        make(Members::all(4), "a", [1; 32]),
        make(Members::all(3), "a", [2; 32]),
        make(Members::of(3, [1, 2]).unwrap(), "a", [1; 32]),
        make(Members::of(3, [1, 3]).unwrap(), "a", [1; 32]),
        make(Members::all(3), "", [1; 32]),
    ];
    let steps = [
        Step::PublicKey,
        Step::RelinearisationOne,
        Step::RelinearisationTwo,
        Step::Automorphism(5),
        Step::Automorphism(7),
    ];
    let mut all: Vec<_> =
        groups.iter().flat_map(|group| steps.map(|step| group.subject(step))).collect();
    let count = all.len();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), count);
    // And so do the keys: the uniform element itself.
    let secret = |group: &Group<bgv::Parameters, RnsRing>| {
        ringassay_parties::SecretShare::generate(group, 1, ringassay_parties::Guard::None, fresh(1))
            .unwrap()
    };
    let single = |session: &str| {
        let group = make(Members::all(1), session, [1; 32]);
        let permit = permit(group.subject(Step::PublicKey));
        let share = group.public_key_share(&secret(&group), permit, fresh(2)).unwrap();
        group.public_key(&share).unwrap().pair()[1].clone()
    };
    assert_ne!(single("a"), single("b"));
    assert_eq!(single("a"), single("a"));
}
