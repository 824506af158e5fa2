//! Ciphertexts from ring to ring, against the plaintext maps by definition.

use ringassay_ring::{
    IntElement, Powerful, RnsRing,
    index::Index,
    primes::search,
    sample::{Distribution, Label, Seed},
    subring::Subring,
};
use ringassay_scheme::{
    Error,
    bgv::{Ciphertext, Context, Parameters, PlaintextModulus, PublicKey, SecretKey},
};
use ringassay_testkit::reference::{Cyclotomic, ModQ};

const T: u64 = 2;

/// Instances of several indices with the same primes.
fn instances(indices: &[u64]) -> Vec<Context<RnsRing>> {
    let common = indices.iter().copied().reduce(num_integer::lcm).expect("an index");
    let primes = search(&Index::new(common).expect("an index"), 45, 4, &[]).expect("primes");
    let context = |&m: &u64| {
        let parameters = Parameters {
            index: Index::new(m).expect("an index"),
            plaintext: PlaintextModulus { prime: T, exponent: 1 },
            large: primes[..2].to_vec(),
            small: vec![],
            special: primes[2..].to_vec(),
            digit_limbs: 1,
            fresh_log2_q: f64::INFINITY,
            secret: Distribution::Ternary,
            sigma: 3.2,
        };
        Context::exact(&parameters).expect("an instance")
    };
    indices.iter().map(context).collect()
}

fn seed(name: &str) -> Seed {
    Seed::from_bytes([41; 32]).derive(Label::new(name), 0)
}

fn keys(context: &Context<RnsRing>, name: &str) -> (SecretKey<RnsRing>, PublicKey<RnsRing>) {
    let secret = context.generate_secret_key(&seed(name)).expect("a key");
    let public = context.generate_public_key(&secret, &seed("public")).expect("a key");
    (secret, public)
}

fn bits(length: usize, salt: u64) -> Vec<u64> {
    (0..length as u64).map(|i| (i * i * (3 + salt) + salt * i + (i >> 2)) % 5 % T).collect()
}

/// The estimate is that of the noise found, within a bit, and what one sample of few coefficients
/// scatters.
fn check_noise(context: &Context<RnsRing>, key: &SecretKey<RnsRing>, a: &Ciphertext<RnsRing>) {
    let found = context.measure(key, a).expect("a measurement").log2_embedding;
    let estimate = a.noise().log2_mean();
    let scatter = 4.0 / (context.parameters().index.degree() as f64).sqrt();
    assert!(
        (found - estimate).abs() < 1.0 + scatter,
        "noise of {found:.2} bits, estimated {estimate:.2}"
    );
}

#[test]
fn switching_to_a_subring_takes_the_twace() -> Result<(), Error> {
    for (big, small) in [(105, 21), (105, 15), (105, 5), (63, 21), (45, 15), (255, 51), (341, 31)] {
        let [over, under] = &instances(&[big, small])[..] else { panic!("two instances") };
        let ((secret, public), (under_secret, _)) = (keys(over, "big"), keys(under, "small"));
        let switch = over.generate_ring_switch(&secret, under, &under_secret, &seed("switch"))?;
        let message = bits(over.parameters().index.degree(), 1);
        let fresh = over.encrypt(&public, &over.plaintext(message.clone())?, &seed("fresh"))?;
        let switched = over.switch_ring(&fresh, &switch)?;
        let signed = message.iter().map(|&x| x as i64).collect();
        let element = IntElement::<Powerful>::from_coefficients(&over.parameters().index, signed)?;
        let subring = Subring::new(
            &under.parameters().index,
            &over.parameters().index,
            under.ring().crt_exponents(),
            over.ring().crt_exponents(),
        )
        .expect("a subring");
        let expected = element.twace(&subring)?;
        let expected: Vec<u64> =
            expected.coefficients().iter().map(|x| x.rem_euclid(T as i64) as u64).collect();
        assert_eq!(under.decrypt(&under_secret, &switched)?, expected, "{big} to {small}");
        check_noise(under, &under_secret, &switched);
    }
    Ok(())
}

#[test]
fn a_tunnel_applies_its_function() -> Result<(), Error> {
    for (from, common, to) in [(21, 7, 35), (15, 5, 35), (35, 5, 15), (63, 9, 45), (9, 3, 15)] {
        let [r, e, s] = &instances(&[from, common, to])[..] else { panic!("three instances") };
        let ((secret, public), (s_secret, _)) = (keys(r, "from"), keys(s, "to"));
        let basis = r.tunnel_basis(s)?;
        assert_eq!(
            basis.len() * e.parameters().index.degree(),
            r.parameters().index.degree(),
            "a basis of {from} over {common}"
        );
        let degree = s.parameters().index.degree();
        let values: Vec<Vec<u64>> = (0..basis.len()).map(|j| bits(degree, 2 + j as u64)).collect();
        let images =
            values.iter().map(|v| s.plaintext(v.clone())).collect::<Result<Vec<_>, Error>>()?;
        let tunnel = r.generate_tunnel(&secret, e.ring(), s, &s_secret, images, &seed("tunnel"))?;
        let message = bits(r.parameters().index.degree(), 1);
        let fresh = r.encrypt(&public, &r.plaintext(message.clone())?, &seed("fresh"))?;
        let through = r.tunnel(&fresh, &tunnel)?;

        // By definition: each power of ζ_from is one of ζ_common times one of the basis.
        let field = Cyclotomic::new(ModQ(T), to);
        let units: Vec<_> = values.iter().map(|v| field.from_powerful(v)).collect();
        let powers = e.parameters().index.powerful_exponents();
        let mut expected = field.constant(0);
        for (&c, &exponent) in message.iter().zip(&r.parameters().index.powerful_exponents()) {
            let found = powers.iter().find_map(|&power| {
                let power = u64::from(power);
                let rest = (u64::from(exponent) + from - power * (from / common) % from) % from;
                basis.iter().position(|&k| k == rest).map(|j| (power, j))
            });
            let (power, j) = found.expect("the basis generates");
            let image = field.mul_monomial(&units[j], power * (to / common));
            expected = field.add(&expected, &field.scale(c as i64, &image));
        }
        let decrypted = s.decrypt(&s_secret, &through)?;
        assert_eq!(field.from_powerful(&decrypted), expected, "{from} to {to} over {common}");
        check_noise(s, &s_secret, &through);
    }
    Ok(())
}

#[test]
fn rings_that_do_not_belong_together_are_refused() -> Result<(), Error> {
    let first = instances(&[105, 21]);
    let other = instances(&[21]);
    let (secret, _) = keys(&first[0], "big");
    let (foreign, _) = keys(&other[0], "small");
    let refused = first[0].generate_ring_switch(&secret, &other[0], &foreign, &seed("switch"));
    assert!(matches!(refused, Err(Error::Parameters(_))), "other primes");
    let (secret, _) = keys(&first[1], "small");
    let (big, _) = keys(&first[0], "big");
    assert!(first[1].generate_ring_switch(&secret, &first[0], &big, &seed("switch")).is_err());
    Ok(())
}
