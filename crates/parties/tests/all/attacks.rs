//! Attacks on variants without our precautions, which they succeed on, and on ours.

use num_bigint::BigInt;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use ringassay_parties::{
    Error, Group, Guard, Ledger, LedgerError, Members, Permit, Share, Step, Subject,
};
use ringassay_ring::{
    Crt, Element, Powerful, RnsRing,
    rns::Lift,
    sample::{Label, Seed},
};
use ringassay_scheme::{
    Ring as _, bfv, ckks,
    hybrid::{Context, SecretKey},
};

use crate::common::{Parties, Tried, fresh, seed};

fn inverse(x: u64, q: u64) -> u64 {
    let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(q)) as u64;
    let (mut power, mut base, mut exponent) = (1, x, q - 2);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = product(power, base);
        }
        base = product(base, base);
        exponent >>= 1;
    }
    power
}

/// x/y, value by value.
fn quotient(x: &Element<Crt>, y: &Element<Crt>) -> Element<Crt> {
    let ring = y.ring().clone();
    let limbs: Vec<Vec<u64>> = y.iter_limbs().map(<[u64]>::to_vec).collect();
    let mut inverted = Element::<Crt>::from_limbs(&ring, |i, limb| {
        for (out, &value) in limb.iter_mut().zip(&limbs[i]) {
            *out = inverse(value, ring.moduli()[i]);
        }
        Ok::<_, std::convert::Infallible>(())
    })
    .unwrap();
    inverted.try_mul_assign(x).unwrap();
    inverted
}

fn integers(x: Element<Crt>) -> Vec<BigInt> {
    let x: Element<Powerful> = x.into_powerful();
    x.lift_big(&Lift::new(&x.ring().rns_moduli().unwrap())).unwrap()
}

/// A secret as it lies in a ring: whether an element is one, ternary or a sum of so many.
fn is_small(x: &Element<Crt>, most: i64) -> bool {
    integers(x.clone()).iter().all(|c| c.abs() <= BigInt::from(most))
}

// ---- A1: two active sets ------------------------------------------------------------------------

struct Draws(ringassay_ring::sample::Stream);

impl Draws {
    fn new(n: u64) -> Self {
        Self(seed(n).stream(Label::new("attack"), 0))
    }

    fn word(&mut self) -> u64 {
        self.0.word()
    }

    /// From 0 to q - 1, as good as uniform.
    fn below(&mut self, q: &BigInt) -> BigInt {
        let wide = (0..4).fold(BigInt::zero(), |sum, _| (sum << 64) + self.word());
        wide % q
    }

    /// From -2^bits to 2^bits.
    fn error(&mut self, bits: u32) -> BigInt {
        let all = BigInt::one() << (bits + 1);
        self.below(&(all + 1)) - (BigInt::one() << bits)
    }
}

fn modulo(x: &BigInt, q: &BigInt) -> BigInt {
    let rest = x % q;
    if rest.is_negative() { rest + q } else { rest }
}

fn inverse_big(x: &BigInt, q: &BigInt) -> BigInt {
    let (mut old, mut new) = ((q.clone(), BigInt::zero()), (modulo(x, q), BigInt::one()));
    while !new.0.is_zero() {
        let times = &old.0 / &new.0;
        let next = (&old.0 - &times * &new.0, &old.1 - &times * &new.1);
        (old, new) = (new, next);
    }
    modulo(&old.1, q)
}

fn rounded(x: &BigInt, y: &BigInt) -> BigInt {
    let doubled: BigInt = 2 * x + y;
    let floor = |a: &BigInt, b: &BigInt| (a - modulo(a, b)) / b;
    let (a, b) = if y.is_negative() { (-doubled, -2 * y) } else { (doubled, 2 * y) };
    floor(&a, &b)
}

type Vector = [BigInt; 2];

fn dot(a: &Vector, b: &Vector) -> BigInt {
    &a[0] * &b[0] + &a[1] * &b[1]
}

/// The basis of {(u, r·u mod q)} with the shortest vectors (Gauss).
fn reduced(r: &BigInt, q: &BigInt) -> [Vector; 2] {
    let (mut a, mut b) = ([BigInt::zero(), q.clone()], [BigInt::one(), r.clone()]);
    loop {
        let times = rounded(&dot(&a, &b), &dot(&b, &b));
        let next = [&a[0] - &times * &b[0], &a[1] - &times * &b[1]];
        if dot(&next, &next) >= dot(&b, &b) {
            return [next, b];
        }
        (a, b) = (b, next);
    }
}

/// The lattice vector near (0, y).
fn nearest([a, b]: &[Vector; 2], y: &BigInt) -> Vector {
    let determinant = &a[0] * &b[1] - &a[1] * &b[0];
    // (0, y) = s·a + t·b.
    let s = rounded(&-(y * &b[0]), &determinant);
    let t = rounded(&(y * &a[0]), &determinant);
    [&s * &a[0] + &t * &b[0], &s * &a[1] + &t * &b[1]]
}

/// λ of the first of some points at 0.
fn lagrange(points: &[BigInt], q: &BigInt) -> BigInt {
    let factor = |k: &BigInt| k * inverse_big(&(k - &points[0]), q);
    modulo(&points[1..].iter().map(factor).product(), q)
}

/// A share of one ciphertext given under two active sets, as after a party dropped out: λ_A·x + e_A and λ_B·x + e_B with
/// the same x = c_1·S(α). Of 200 coefficients, 200 are recovered, and with them S(α).
#[test]
fn a1_two_active_sets_give_the_share_away() {
    let (context, flooding) = (Context::exact(&bfv::Parameters::numbered(2)).unwrap(), 40);
    let ring = context.ring().pick(&[0, 1]);
    let q: BigInt = ring.moduli().iter().map(|&p| BigInt::from(p)).product();
    let mut draws = Draws::new(1);
    let points: Vec<BigInt> = (0..3).map(|_| BigInt::from(draws.word())).collect();
    let choose = |others: [usize; 2]| [points[0].clone(), points[others[1]].clone()];
    let [a, b] = [[0, 1], [0, 2]].map(|set| lagrange(&choose(set), &q));
    let (ratio, back) = (modulo(&(&b * inverse_big(&a, &q)), &q), inverse_big(&a, &q));
    let basis = reduced(&ratio, &q);
    let mut recovered = 0;
    for _ in 0..200 {
        let secret = draws.below(&q);
        let [e, f] = [draws.error(flooding), draws.error(flooding)];
        let [first, second] = [modulo(&(&a * &secret + e), &q), modulo(&(&b * &secret + f), &q)];
        // r·e - f, of which e and f are the smallest solution.
        let y = modulo(&(&ratio * &first - &second), &q);
        let [found, _] = nearest(&basis, &y);
        recovered += u32::from(modulo(&(&back * (first - found)), &q) == secret);
    }
    assert_eq!(recovered, 200);
}

/// Ours: the ledger knows c_1, whatever parties are active and whatever the session is called.
#[test]
fn a1_fails_on_ours() {
    let folder = std::env::temp_dir().join(format!("ringassay-attack-{}", std::process::id()));
    let path = folder.with_extension("ledger");
    let _ = std::fs::remove_file(&path);
    let parties = Parties::<bfv::Parameters>::new(0, 3, 1);
    let mut ledger = Ledger::create(&path).unwrap();
    let deal = |i: usize| parties.group.deal(&parties.secrets[i], 2, fresh(i as u64)).unwrap();
    let dealt: Vec<_> = (0..3).map(|i| deal(i).remove(0)).collect();
    let own = parties.group.collect(1, ledger.guard(), &dealt).unwrap();
    let context = parties.group.context();
    let m = bfv::Parameters::message(context, 1);
    let a = context.encrypt(&parties.public_key(), &m, &seed(1)).unwrap();
    let one = Context::exact(context.parameters()).unwrap();
    let session = |active: [u32; 2], name: &str| {
        let members = Members::of(3, active).unwrap();
        let group = Group::new(&one, members, name, &[1; 32], 40.0).unwrap();
        let part = group.part(&own).unwrap();
        (group, part)
    };
    let (group, part) = session([1, 2], "a");
    let subject = Subject::of(&a).unwrap();
    let permit = ledger.permit(subject).unwrap();
    group.decryption_share(&part, &a, permit, fresh(1)).unwrap();
    drop(ledger);
    let mut ledger = Ledger::open(&path).unwrap();
    let (group, part) = session([1, 3], "b");
    assert!(matches!(ledger.permit(subject), Err(LedgerError::Given)));
    let forged = Permit::unrecorded(subject);
    assert!(matches!(group.decryption_share(&part, &a, forged, fresh(2)), Err(Error::Permit(_))));
    std::fs::remove_file(&path).unwrap();
}

// ---- A1 without a second share: a party that is not active colludes --------------------------------

/// Two of three: party 3 is not active, and knows S(α_3) and the result. λ_1·S(α_1) is then β·s but for what it knows, with
/// β = λ_1·(1 - α_1/α_3): of c_1·s, it has c_1·s + e and β·c_1·s + f. 200 of 200 coefficients are recovered.
#[test]
fn a_party_that_is_not_active_recovers_the_secret_from_bare_shares() {
    let (context, flooding) = (Context::exact(&bfv::Parameters::numbered(2)).unwrap(), 40);
    let ring = context.ring().pick(&[0, 1]);
    let q: BigInt = ring.moduli().iter().map(|&p| BigInt::from(p)).product();
    let mut draws = Draws::new(2);
    let points: Vec<BigInt> = (0..3).map(|_| BigInt::from(draws.word())).collect();
    let lambda = lagrange(&points[..2], &q);
    let slope = modulo(&(&points[0] * inverse_big(&points[2], &q)), &q);
    let beta = modulo(&(&lambda * (1 - &slope)), &q);
    let basis = reduced(&beta, &q);
    let mut recovered = 0;
    for _ in 0..200 {
        let [phase, known] = [draws.below(&q), draws.below(&q)];
        let own = modulo(&(&phase + (&known - &phase) * &slope), &q);
        let result = modulo(&(&phase + draws.error(flooding)), &q);
        let share = modulo(&(&lambda * own + draws.error(flooding)), &q);
        let second = share - &lambda * &slope * known;
        let y = modulo(&(&beta * &result - second), &q);
        let [found, _] = nearest(&basis, &y);
        recovered += u32::from(modulo(&(&result - found), &q) == phase);
    }
    assert_eq!(recovered, 200);
}

/// Ours: with masks two sessions of the same parties have shares with nothing in common; without them their difference
/// would be as small as the flooding.
#[test]
fn masks_hide_the_points_of_each_session() {
    let parties = Parties::<bfv::Parameters>::new(0, 3, 1);
    let deal = |i: usize| parties.group.deal(&parties.secrets[i], 2, fresh(i as u64)).unwrap();
    let mut dealt: Vec<_> = (0..3).map(deal).collect();
    let mut collect = |party: u32| {
        let own: Vec<_> = dealt.iter_mut().map(|from| from.remove(0)).collect();
        parties.group.collect(party, Guard::None, &own).unwrap()
    };
    let points = [collect(1), collect(2)];
    let m = bfv::Parameters::message(parties.group.context(), 1);
    let a = parties.group.context().encrypt(&parties.public_key(), &m, &seed(1)).unwrap();
    let one = Context::exact(parties.group.context().parameters()).unwrap();
    let shares = |name: &str| {
        let members = Members::of(3, [1, 2]).unwrap();
        let group = Group::new(&one, members, name, &[1; 32], 40.0).unwrap();
        let share = |own| {
            let permit = Permit::unrecorded(Subject::of(&a).unwrap());
            group.decryption_share(&group.part(own).unwrap(), &a, permit, fresh(7)).unwrap()
        };
        let shares = points.each_ref().map(share);
        let opened = group.opened(&a, &Share::sum(&shares).unwrap()).unwrap();
        bfv::Parameters::decrypts(&one, &group.context().zero_key().unwrap(), &opened, &m);
        (shares.map(|share| share.parts()[0].clone()), group.flooding(&a).unwrap().log2_sigma())
    };
    let ([first, _], log2_sigma) = shares("a");
    let ([second, _], _) = shares("b");
    let q = first.ring().moduli().iter().map(|&p| (p as f64).log2()).sum::<f64>();
    let mut difference = first;
    difference.try_sub_assign(&second).unwrap();
    let largest = integers(difference).iter().map(|c| c.bits()).max().unwrap() as f64;
    assert!(log2_sigma + 6.0 < q - 12.0 && largest > q - 12.0, "{largest} {log2_sigma} {q}");
}

// ---- A2: repeated key shares --------------------------------------------------------------------

/// The same uniform element in a thousand shares: errors average out, and s is what is left.
#[test]
fn a2_repeated_key_shares_average_to_the_secret() {
    let context = Context::exact(&bfv::Parameters::numbered(0)).unwrap();
    let key = context.generate_secret_key(&seed(1)).unwrap();
    let uniform = Seed::from_bytes([9; 32]);
    let share = |n: u64| context.public_key_part(&key, &uniform, &seed(1000 + n)).unwrap();
    let first = share(0);
    let count: i64 = 1000;
    let mut sums = vec![BigInt::zero(); context.ring().degree()];
    for n in 1..count {
        let mut difference = share(n as u64);
        difference.try_sub_assign(&first).unwrap();
        for (sum, x) in sums.iter_mut().zip(integers(difference)) {
            *sum += x;
        }
    }
    let means: Vec<i128> =
        sums.iter().map(|sum| rounded(sum, &BigInt::from(count)).to_i128().unwrap()).collect();
    let ring = first.ring().clone();
    let mut product = RnsRing::into_crt(ring.integers(&means, 60).unwrap());
    product.try_add_assign(&first).unwrap();
    product.neg_assign();
    let a = ringassay_scheme::Ring::uniform(&ring, &uniform);
    let found = quotient(&product, &a);
    assert!(is_small(&found, 1));
    let own = context.modulo_level(key.element(), context.levels() - 1).unwrap();
    assert_eq!(found, own);
}

/// Ours: a session has one share, sessions have elements of their own.
#[test]
fn a2_fails_on_ours() {
    let path = std::env::temp_dir().join(format!("ringassay-a2-{}.ledger", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let mut ledger = Ledger::create(&path).unwrap();
    let one = Context::exact(&bfv::Parameters::numbered(0)).unwrap();
    let group = |name: &str| Group::new(&one, Members::all(1), name, &[1; 32], 40.0).unwrap();
    let first = group("a");
    let secret =
        ringassay_parties::SecretShare::generate(&first, 1, ledger.guard(), fresh(1)).unwrap();
    let mut uniform = Vec::new();
    for name in ["a", "b", "c"] {
        let group = group(name);
        let permit = ledger.permit(group.subject(Step::PublicKey)).unwrap();
        let share = group.public_key_share(&secret, permit, fresh(2)).unwrap();
        uniform.push(group.public_key(&share).unwrap().pair()[1].clone());
        assert!(ledger.permit(group.subject(Step::PublicKey)).is_err());
    }
    assert!(uniform[0] != uniform[1] && uniform[1] != uniform[2] && uniform[0] != uniform[2]);
    std::fs::remove_file(&path).unwrap();
    assert_ne!(secret.guard(), Guard::None);
}

// ---- A3: approximate results --------------------------------------------------------------------

/// (phase - c_0)/c_1, as whoever knows a ciphertext and what it decrypts to computes.
fn attacked(
    context: &Context<ckks::Parameters, RnsRing>,
    a: &ringassay_scheme::hybrid::Ciphertext<ckks::Parameters, RnsRing>,
    phase: &Element<Crt>,
) -> Element<Crt> {
    let [c0, c1] = a.pair().unwrap();
    let mut rest = phase.clone();
    rest.try_sub_assign(c0).unwrap();
    assert_eq!(rest.ring(), context.ring_at(a.level()).unwrap());
    quotient(&rest, c1)
}

/// A result of CKKS with all its bits gives the secret (2020/1533); one that was flooded does not.
#[test]
fn a3_succeeds_without_flooding_and_fails_with_it() {
    let parties = Parties::<ckks::Parameters>::new(0, 3, 1);
    let context = parties.group.context();
    let m = ckks::Parameters::message(context, 1);
    let a = context.encrypt(&parties.public_key(), &m, &seed(1)).unwrap();
    let secret: &SecretKey<_, _> = &parties.sum;
    let own = context.modulo_level(secret.element(), a.level()).unwrap();
    let bare = context.phase(secret, &a).unwrap();
    let found = attacked(context, &a, &bare);
    assert!(is_small(&found, 3));
    assert_eq!(found, own);
    let opened = parties.opened(&a);
    let found = attacked(context, &a, &opened.parts()[0]);
    assert!(!is_small(&found, 1 << 40));
    assert_ne!(found, own);
}
