//! Shared decryption: right, its noise as said, refused where noise cannot be hidden.

use ringassay_parties::{Error, Group, Guard, Members, SecretShare, Share, Subject};
use ringassay_scheme::{
    bfv, bgv, ckks,
    hybrid::{Ciphertext, Context},
    noise::Measured,
};

use crate::common::{Parties, Tried, fresh, permit, seed};

/// The noise of all parties' flooding, found and said; of an encryption under the sum of secrets.
fn floods<P: Tried>() {
    for count in [2, 3, 5] {
        for i in 0..P::COUNT {
            let (mut squares, repeats) = (0.0, 6);
            for repeat in 0..repeats {
                let parties = Parties::<P>::new(i, count, repeat + 1);
                let context = parties.group.context();
                let m = P::message(context, repeat);
                let a = context.encrypt(&parties.public_key(), &m, &seed(repeat)).unwrap();
                let opened = parties.opened(&a);
                let nobody = context.zero_key().unwrap();
                P::decrypts(context, &nobody, &opened, &m);
                let (found, said) = P::noise(context, &nobody, &opened, &m);
                squares += (2.0 * (found.log2_embedding - said.log2_mean())).exp2();
                let bound = context.model().bound_bits(&said);
                assert!(found.log2_largest <= bound, "{} above {bound}", found.log2_largest);
                // 2^40 times a bound of what it hides.
                let flooding = parties.group.flooding(&a).unwrap();
                let (hidden, _) = P::noise(context, &parties.sum, &a, &m);
                assert!(flooding.log2_sigma() > hidden.log2_largest - 9.0 + 40.0);
                assert!(flooding.cost_bits() > 40.0 && flooding.cost_bits() < 55.0);
            }
            let bits = (squares / repeats as f64).log2() / 2.0;
            assert!(bits.abs() < 0.5, "{i}, {count} parties: {bits} bits");
        }
    }
}

#[test]
fn bgv_decryption_floods() {
    floods::<bgv::Parameters>();
}

#[test]
fn bfv_decryption_floods() {
    floods::<bfv::Parameters>();
}

#[test]
fn ckks_decryption_floods() {
    floods::<ckks::Parameters>();
}

/// Flooding wider than a word, from samples of several widths: variance and independence of coefficients.
#[test]
fn wide_flooding_has_its_width() {
    let parameters = ckks::Parameters::numbered(1);
    let context = Context::exact(&parameters).unwrap();
    let group = Group::new(&context, Members::all(1), "wide", &[1; 32], 100.0).unwrap();
    let secret = SecretShare::generate(&group, 1, Guard::None, fresh(1)).unwrap();
    let m = ckks::Parameters::message(group.context(), 1);
    let (mut squares, count) = (0.0, 40);
    let key = secret.key();
    let mut width = 0.0;
    for repeat in 0..count {
        let a = group.context().encrypt_secret(key, &m, &seed(repeat)).unwrap();
        let subject = Subject::of(&a).unwrap();
        width = group.flooding(&a).unwrap().log2_sigma();
        let share =
            group.decryption_share(secret.part(), &a, permit(subject), fresh(repeat)).unwrap();
        let phase = group.context().phase(key, &a).unwrap();
        let mut flood = share.parts()[0].clone();
        let [c0, _] = a.pair().unwrap();
        flood.try_add_assign(c0).unwrap();
        flood.try_sub_assign(&phase).unwrap();
        let found = Measured::of(&flood.into_powerful()).unwrap();
        squares += (2.0 * (found.log2_embedding - width)).exp2();
    }
    // Embeddings are √n wider than coefficients.
    let n = parameters.index.degree() as f64;
    let bits = (squares / count as f64).log2() / 2.0 - n.log2() / 2.0;
    assert!(width > 100.0 && bits.abs() < 0.05, "width 2^{width}: {bits} bits");
}

/// Nothing is decrypted where noise is not known, or there is no room to hide it.
#[test]
fn refused_without_room() {
    let parties = Parties::<bgv::Parameters>::new(0, 3, 1);
    let (group, context) = (&parties.group, parties.group.context());
    let (public, keys) = (parties.public_key(), parties.evaluation_keys());
    let m = bgv::Parameters::message(context, 1);
    let mut a = context.encrypt(&public, &m, &seed(1)).unwrap();
    let share = |a: &Ciphertext<_, _>| {
        let permit = permit(Subject::of(a).unwrap());
        group.decryption_share(parties.secrets[0].part(), a, permit, fresh(1))
    };
    share(&a).unwrap();
    let refused = loop {
        match share(&a) {
            Ok(_) => a = context.square(&a, &keys).unwrap(),
            Err(error) => break error,
        }
    };
    assert!(matches!(&refused, Error::Flooding(text) if text.contains("bits more")), "{refused}");
    // It decrypts all the same, to who has the sum.
    context.decrypt(&parties.sum, &a).unwrap();
    let fresh_one = context.encrypt(&public, &m, &seed(2)).unwrap();
    let [c0, c1] = fresh_one.pair().unwrap();
    let mut endless = *fresh_one.noise();
    endless.log2_worst = f64::INFINITY;
    endless.tail = endless.tail.scaled(f64::INFINITY);
    let (scale, _) = fresh_one.known();
    let unknown = Ciphertext::new(vec![c0.clone(), c1.clone()], fresh_one.level(), *scale, endless);
    assert!(matches!(share(&unknown), Err(Error::Flooding(_))));
}

/// Shares of two ciphertexts, or of too few parties, give nothing.
#[test]
fn shares_belong_to_one_ciphertext() {
    let parties = Parties::<bfv::Parameters>::new(1, 2, 1);
    let (group, context) = (&parties.group, parties.group.context());
    let public = parties.public_key();
    let m = bfv::Parameters::message(context, 1);
    let [a, b] = [1, 2].map(|n| context.encrypt(&public, &m, &seed(n)).unwrap());
    let share = |i: usize, of: &Ciphertext<_, _>| {
        let permit = permit(Subject::of(of).unwrap());
        group.decryption_share(parties.secrets[i].part(), of, permit, fresh(i as u64)).unwrap()
    };
    let (x, y, z) = (share(0, &a), share(1, &a), share(1, &b));
    assert!(matches!(Share::sum([&x, &z]), Err(Error::OtherShare { what: "object" })));
    assert!(matches!(group.opened(&a, &x), Err(Error::Missing { party: 2, .. })));
    let sum = Share::sum([&x, &y]).unwrap();
    assert!(matches!(group.opened(&b, &sum), Err(Error::OtherShare { what: "object" })));
    group.opened(&a, &sum).unwrap();
}
