//! Stated parameters are judged by what they do, and the deepest parameters of an index are that.

use ringassay_params::{
    Choosable, Error, SlotChoice,
    bgv::{Objective, Request},
    deepest,
    slots::{slots_of, splitting_plaintext},
    stated::{Moduli, Part, Prime, judge},
};
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{bfv, bgv, encoding::VectorEncoder, hybrid::Context};

type Failure = Box<dyn std::error::Error>;

fn seed(index: u64) -> Seed {
    Seed::from_bytes([9; 32]).derive(Label::new("stated"), index)
}

/// Vectors modulo t over half of the slots of an index, a row of powers of two, which rotates without masks; with
/// nothing in reserve.
fn request(m: u64, t: u64, depth: f64, security_bits: f64) -> Request {
    let plaintext = t.try_into().unwrap();
    let length = slots_of(m, plaintext).unwrap() / 2;
    let row = Request::bits(length, depth);
    Request { plaintext, security_bits, index: Some(m), slack: 0.0, ..row }
}

fn sizes(q: &[f64], p: &[f64], digits: Option<usize>) -> Moduli {
    let primes = |bits: &[f64]| Part::Primes(bits.iter().map(|&bits| Prime::Bits(bits)).collect());
    Moduli { q: primes(q), small: Vec::new(), p: Some(primes(p)), digits }
}

fn exactly(primes: &[u64]) -> Vec<Prime> {
    primes.iter().map(|&q| Prime::Exactly(q)).collect()
}

/// A product of unrelated vectors, then squares: as many products in a row as the depth has.
fn computes<P: Choosable>(choice: &SlotChoice<P>, length: usize) -> Result<(), Failure> {
    let parameters = &choice.parameters;
    let t = parameters.t();
    let scheme = Context::exact(parameters)?;
    let vectors = VectorEncoder::new(&parameters.plaintext_ring()?, length)?;
    let secret = scheme.generate_secret_key(&seed(0))?;
    let public = scheme.generate_public_key(&secret, &seed(1))?;
    let keys = scheme.generate_evaluation_keys(&secret, true, &[], &seed(2))?;
    let vector = |salt: u64| -> Vec<u64> {
        (0..length as u64).map(|i| (i * i + salt * i + 1) % t).collect()
    };
    let encrypt = |vector: &[u64], index| {
        let plaintext = scheme.plaintext(vectors.encode(vector)?)?;
        Ok::<_, Failure>(scheme.encrypt(&public, &plaintext, &seed(index))?)
    };
    let (mut x, y) = (encrypt(&vector(1), 3)?, encrypt(&vector(2), 4)?);
    let mut expected = vector(1);
    for level in 0..choice.depth as usize {
        if level == 0 {
            x = scheme.multiply(&x, &y, &keys)?;
            expected.iter_mut().zip(vector(2)).for_each(|(a, b)| *a = *a * b % t);
        } else {
            x = scheme.multiply(&x, &x.clone(), &keys)?;
            expected.iter_mut().for_each(|a| *a = *a * *a % t);
        }
        assert_eq!(vectors.decode(&scheme.decrypt(&secret, &x)?)?, expected, "after {level}");
    }
    Ok(())
}

/// N = 2^12 holds one product at 128 bits once nothing is kept in reserve.
fn multiplies_once_at_4096<P: Choosable>() -> Result<(), Failure> {
    let request = request(1 << 13, 65537, 1.0, 128.0);
    let choice = P::choose(&request)?;
    assert!(choice.is_secure && choice.parameters.index().degree() == 1 << 12);
    assert!(choice.parameters.log2_qp() < 109.5, "more than the standard's table allows");
    assert!(choice.explanation.join("\n").contains("nothing in reserve"));
    computes(&choice, request.length)?;
    let reserve = Request { slack: 1.0, ..request };
    let said = P::choose(&reserve).unwrap_err().to_string();
    assert!(said.contains("slack 0"), "{said}");
    Ok(())
}

#[test]
fn one_product_at_4096() -> Result<(), Failure> {
    multiplies_once_at_4096::<bgv::Parameters>()?;
    multiplies_once_at_4096::<bfv::Parameters>()
}

fn is_the_deepest<P: Choosable>(m: u64, security_bits: f64) -> Result<f64, Failure> {
    let request = request(m, 257, 0.0, security_bits);
    let choice = deepest::<P>(&request)?;
    assert!(choice.is_secure && choice.depth >= 1.0, "{}", choice.depth);
    computes(&choice, request.length)?;
    let deeper = Request { depth: choice.depth + 1.0, ..request.clone() };
    assert!(P::choose(&deeper).is_err());
    let said = choice.explanation.join("\n");
    assert!(said.contains("is the deepest for index"), "{said}");
    // Within a smaller modulus less.
    let less = Request { most_log2_qp: Some(0.6 * choice.parameters.log2_qp()), ..request };
    let shallower = deepest::<P>(&less)?;
    assert!(shallower.parameters.log2_qp() <= 0.6 * choice.parameters.log2_qp());
    assert!(shallower.depth < choice.depth);
    Ok(choice.depth)
}

#[test]
fn the_deepest_is_deep_and_nothing_is_deeper() -> Result<(), Failure> {
    let bgv = is_the_deepest::<bgv::Parameters>(1 << 12, 60.0)?;
    let bfv = is_the_deepest::<bfv::Parameters>(1 << 12, 60.0)?;
    assert!(bgv >= bfv, "BGV's modulus shrinks: {bgv} beside {bfv}");
    let unbound = Request { index: None, ..request(1 << 12, 257, 0.0, 60.0) };
    assert!(deepest::<bgv::Parameters>(&unbound).is_err());
    Ok(())
}

/// What was chosen is judged to carry at least what it was chosen for.
fn judges_a_choice<P: Choosable>(moduli: impl Fn(&P) -> Moduli) -> Result<(), Failure> {
    let chosen = P::choose(&Request { insist: true, ..request(1 << 11, 257, 3.0, 50.0) })?;
    let asked = Request { insist: true, ..request(1 << 11, 257, 0.0, 50.0) };
    let judged = judge::<P>(&asked, &moduli(&chosen.parameters))?;
    assert_eq!(judged.parameters.special_primes(), chosen.parameters.special_primes());
    assert_eq!(judged.parameters.ciphertext_primes(), chosen.parameters.ciphertext_primes());
    assert_eq!(judged.parameters.digits(), chosen.parameters.digits());
    assert_eq!(judged.security.bits.to_bits(), chosen.security.bits.to_bits());
    assert_eq!(judged.depth.floor(), 3.0, "{}", judged.depth);
    computes(&judged, asked.length)
}

#[test]
fn a_choice_is_judged_as_it_was_chosen() -> Result<(), Failure> {
    judges_a_choice::<bgv::Parameters>(|chosen| Moduli {
        q: Part::Primes(exactly(&chosen.large)),
        small: exactly(&chosen.small),
        p: Some(Part::Primes(exactly(&chosen.special))),
        digits: Some(chosen.digits().len()),
    })?;
    judges_a_choice::<bfv::Parameters>(|chosen| Moduli {
        q: Part::Primes(exactly(&chosen.primes)),
        small: Vec::new(),
        p: Some(Part::Primes(exactly(&chosen.special))),
        digits: Some(chosen.digits().len()),
    })
}

fn sizes_become_primes<P: Choosable>() -> Result<(), Failure> {
    let asked = Request { insist: true, ..request(1 << 11, 257, 0.0, 128.0) };
    let judged = judge::<P>(&asked, &sizes(&[40.0, 38.5, 38.5, 45.0], &[46.0, 45.0], Some(2)))?;
    let found = judged.parameters.ciphertext_primes();
    for (&q, bits) in found.iter().zip([40.0, 38.5, 38.5, 45.0]) {
        assert!(((q as f64).log2() - bits).abs() < 0.01, "{q} for {bits}");
    }
    assert_eq!(judged.parameters.digits().len(), 2);
    computes(&judged, asked.length)?;
    // By sizes alone, with P as large as a digit.
    let whole = Moduli { q: Part::Log2(150.0), small: Vec::new(), p: None, digits: None };
    let judged = judge::<P>(&asked, &whole)?;
    assert!((judged.parameters.log2_q() - 150.0).abs() < 0.1);
    assert_eq!(judged.parameters.digits().len(), judged.parameters.ciphertext_primes().len());
    let largest = *judged.parameters.ciphertext_primes().iter().max().unwrap() as f64;
    assert!((judged.parameters.log2_p() - largest.log2()).abs() < 0.1);
    computes(&judged, asked.length)
}

#[test]
fn sizes_lead_to_primes() -> Result<(), Failure> {
    sizes_become_primes::<bgv::Parameters>()?;
    sizes_become_primes::<bfv::Parameters>()
}

/// Products by further fresh ciphertexts until one is wrong: beyond what is certain, as many as the noise itself
/// allows.
fn products_until_wrong<P: Choosable>() -> Result<usize, Failure> {
    let asked = Request { insist: true, ..request(1 << 14, 65537, 1.0, 128.0) };
    let judged = judge::<P>(&asked, &sizes(&[43.5; 4], &[44.0], Some(4)))?;
    let scheme = Context::exact(&judged.parameters)?.insisting();
    let vectors = VectorEncoder::new(&judged.parameters.plaintext_ring()?, asked.length)?;
    let secret = scheme.generate_secret_key(&seed(0))?;
    let public = scheme.generate_public_key(&secret, &seed(1))?;
    let keys = scheme.generate_evaluation_keys(&secret, true, &[], &seed(2))?;
    let values: Vec<u64> = (0..asked.length as u64).map(|i| (i * i + 65536) % 65537).collect();
    let fresh = |index| {
        let plaintext = scheme.plaintext(vectors.encode(&values)?)?;
        Ok::<_, Failure>(scheme.encrypt(&public, &plaintext, &seed(index))?)
    };
    let (mut x, mut expected) = (fresh(10)?, values.clone());
    for right in 0..8 {
        x = scheme.multiply(&x, &fresh(11 + right)?, &keys)?;
        expected.iter_mut().zip(&values).for_each(|(a, b)| *a = *a * b % 65537);
        let found = scheme.decrypt(&secret, &x).map_err(Failure::from);
        if !found.and_then(|found| Ok(vectors.decode(&found)? == expected)).unwrap_or(false) {
            return Ok(right as usize);
        }
    }
    Ok(8)
}

/// As many as SEAL and Lattigo have at these moduli; levels by the bound alone would lose one of five.
#[test]
fn products_go_as_far_as_the_noise_allows() -> Result<(), Failure> {
    assert_eq!(products_until_wrong::<bfv::Parameters>()?, 5);
    Ok(())
}

/// Nobody stated digits: no more of them than P is large enough for, and none larger than P.
fn digits_follow_p<P: Choosable>() -> Result<(), Failure> {
    let asked = Request { insist: true, ..request(1 << 11, 257, 1.0, 40.0) };
    for (special, digits) in [(1, 6), (2, 3), (3, 2), (4, 2), (6, 1)] {
        let judged = judge::<P>(&asked, &sizes(&[43.0; 6], &vec![43.0; special], None))?;
        assert_eq!(judged.parameters.digits().len(), digits, "{special} special primes");
        computes(&judged, asked.length)?;
        let stated = judge::<P>(&asked, &sizes(&[43.0; 6], &vec![43.0; special], Some(6)))?;
        assert_eq!(stated.parameters.digits().len(), 6);
    }
    // Primes of other sizes: the largest neighbours count.
    let uneven = sizes(&[45.0, 45.0, 40.0, 40.0, 40.0], &[45.0, 43.0], None);
    let judged = judge::<P>(&asked, &uneven)?;
    let primes = judged.parameters.ciphertext_primes();
    for digit in judged.parameters.digits() {
        let log2: f64 = primes[digit].iter().map(|&q| (q as f64).log2()).sum();
        assert!(log2 <= judged.parameters.log2_p() + 0.5, "{log2}");
    }
    computes(&judged, asked.length)
}

#[test]
fn a_larger_p_has_fewer_digits() -> Result<(), Failure> {
    digits_follow_p::<bgv::Parameters>()?;
    digits_follow_p::<bfv::Parameters>()
}

/// No modulus of so small a ring is secure, and one who insists gets it, judged.
fn a_small_ring_is_judged<P: Choosable>() -> Result<(), Failure> {
    let asked = Request { insist: true, ..request(1 << 8, 257, 0.0, 128.0) };
    for m in [1 << 6, 1 << 7, 1 << 8] {
        let asked =
            Request { index: Some(m), length: slots_of(m, asked.plaintext)? / 2, ..asked.clone() };
        let judged = judge::<P>(&asked, &sizes(&[30.0; 2], &[30.0], None))?;
        assert!(!judged.is_secure);
        let said = judged.explanation.join(" ");
        assert!(
            said.contains(&format!("No modulus has 128 bits of security with n = {}", m / 2)),
            "{said}"
        );
        computes(&judged, asked.length)?;
    }
    Ok(())
}

#[test]
fn small_rings_are_judged() -> Result<(), Failure> {
    a_small_ring_is_judged::<bgv::Parameters>()?;
    a_small_ring_is_judged::<bfv::Parameters>()
}

fn refusal<P: Choosable>(request: &Request, moduli: &Moduli) -> String {
    match judge::<P>(request, moduli) {
        Err(Error::Scheme(error)) => error.to_string(),
        other => panic!("refused by the scheme's rules, not {other:?}"),
    }
}

/// The number behind "the nearest that serves is".
fn instead(said: &str) -> u64 {
    let (_, rest) = said.split_once("serves is ").unwrap();
    rest.split(';').next().unwrap().parse().unwrap()
}

#[test]
fn primes_that_cannot_serve_are_refused_with_one_that_does() -> Result<(), Failure> {
    let asked = Request { insist: true, ..request(1 << 11, 257, 0.0, 50.0) };
    let good = judge::<bgv::Parameters>(&asked, &sizes(&[45.0, 45.0], &[46.0], None))?.parameters;
    let with = |q: u64| Moduli {
        q: Part::Primes(vec![Prime::Exactly(good.large[0]), Prime::Exactly(q)]),
        small: Vec::new(),
        p: Some(Part::Primes(exactly(&good.special))),
        digits: None,
    };
    let seven =
        (1_u64 << 40..).find(|&q| q % (1 << 11) == 7 && ringassay_ring::primes::is_prime(q));
    let not_t = (0..).map(|i| (1_u64 << 40) + (i << 11) + 1);
    let not_t = not_t.into_iter().find(|&q| q % 257 != 1 && ringassay_ring::primes::is_prime(q));
    for (q, why) in [
        (good.large[0], "occurs twice"),
        ((1 << 44) + 1, "is no prime"),
        (seven.unwrap(), "is not 1 modulo the index 2048"),
    ] {
        let said = refusal::<bgv::Parameters>(&asked, &with(q));
        assert!(said.contains(why), "{said}");
        judge::<bgv::Parameters>(&asked, &with(instead(&said)))?;
    }
    // Primes that are not 1 modulo t serve BGV as well, which says what that means.
    judge::<bfv::Parameters>(&asked, &with(not_t.unwrap()))?;
    let choice = judge::<bgv::Parameters>(&asked, &with(not_t.unwrap()))?;
    let said = |choice: &SlotChoice<bgv::Parameters>| {
        choice.explanation.iter().any(|reason| reason.contains("multiplies messages"))
    };
    assert!(choice.parameters.has_factors() && said(&choice));
    let usual = judge::<bgv::Parameters>(&asked, &sizes(&[45.0, 45.0], &[46.0], None))?;
    assert!(!usual.parameters.has_factors() && !said(&usual));
    // Such sizes are found as well where there are too few primes that are 1 modulo t.
    let large = Request { insist: true, ..request(1 << 11, 1_152_921_504_606_748_673, 0.0, 50.0) };
    let found = judge::<bgv::Parameters>(&large, &sizes(&[45.0; 5], &[46.0], None))?;
    assert!(found.parameters.has_factors() && found.depth >= 1.0, "depth {}", found.depth);
    for (moduli, word) in [
        (sizes(&[63.0], &[46.0], None), "63.0 bits"),
        (sizes(&[12.0], &[46.0], None), "12.0 bits"),
        (sizes(&[], &[46.0], None), "at least one prime of Q"),
        (sizes(&[45.0], &[], None), "needs P"),
        (sizes(&[45.0], &[46.0], Some(0)), "at least one digit"),
        (sizes(&[45.0; 200], &[46.0], None), "more than 160"),
        (Moduli { q: Part::Log2(f64::NAN), ..sizes(&[], &[46.0], None) }, "out of range"),
        (Moduli { q: Part::Log2(1e9), ..sizes(&[], &[46.0], None) }, "out of range"),
        (
            Moduli { q: Part::Primes(vec![Prime::Bits(f64::NAN)]), ..sizes(&[], &[46.0], None) },
            "NaN",
        ),
    ] {
        let said = refusal::<bgv::Parameters>(&asked, &moduli);
        assert!(said.contains(word), "{said}");
        let said = refusal::<bfv::Parameters>(&asked, &moduli);
        assert!(said.contains(word), "{said}");
    }
    let small = Moduli { small: vec![Prime::Bits(30.0)], ..sizes(&[45.0], &[46.0], None) };
    assert!(refusal::<bfv::Parameters>(&asked, &small).contains("come and go"));
    assert!(
        refusal::<bgv::Parameters>(&Request { index: None, ..asked }, &small).contains("index")
    );
    Ok(())
}

/// The bits in "leave out … bits of primes".
fn to_leave_out(said: &str) -> f64 {
    let (_, rest) = said.split_once("leave out ").unwrap();
    rest.split(' ').next().unwrap().parse().unwrap()
}

fn advises<P: Choosable>() -> Result<(), Failure> {
    // Too large a modulus: what is to be left out is enough, and hardly too much.
    let asked = request(1 << 13, 257, 0.0, 128.0);
    let at = |q: f64| sizes(&[q / 2.0, q / 2.0], &[40.0], None);
    let said = refusal::<P>(&asked, &at(90.0));
    assert!(said.contains("bits of security, not 128"), "{said}");
    let less = to_leave_out(&said);
    judge::<P>(&asked, &at(90.0 - less - 0.1))?;
    assert!(judge::<P>(&asked, &at(90.0 - less + 3.0)).is_err());

    // Too shallow: so many primes more are enough.
    let deep = Request { security_bits: 40.0, ..request(1 << 11, 257, 4.0, 40.0) };
    let shallow = sizes(&[40.0, 40.0], &[41.0], None);
    let said = refusal::<P>(&Request { insist: false, ..deep.clone() }, &shallow);
    assert!(said.contains("not 4"), "{said}");
    let count: usize =
        said.split(" more prime").next().unwrap().rsplit(' ').next().unwrap().parse()?;
    let insisting = Request { insist: true, ..deep };
    let enough = judge::<P>(&insisting, &sizes(&vec![40.0; 2 + count], &[41.0], None))?;
    assert!(enough.depth >= 4.0, "{}", enough.depth);
    let one_less = judge::<P>(&insisting, &sizes(&vec![40.0; 1 + count], &[41.0], None))?;
    assert!(one_less.depth < 4.0, "{}", one_less.depth);
    let text = one_less.explanation.join("\n");
    assert!(text.contains("TOO SHALLOW"), "{text}");

    // Too small a P: another special prime helps, and more digits do.
    let tight = sizes(&[45.0; 4], &[30.0], Some(1));
    let judged = judge::<P>(&Request { depth: 0.0, ..insisting.clone() }, &tight)?;
    let text = judged.explanation.join("\n");
    assert!(text.contains("is small for digits of 180"), "{text}");
    let finer =
        judge::<P>(&Request { depth: 0.0, ..insisting }, &sizes(&[45.0; 4], &[30.0], None))?;
    assert!(finer.depth > judged.depth);
    assert!(
        text.contains(&format!("With 4 digits instead of 1 it would be {:.1}", finer.depth)),
        "{text}"
    );
    Ok(())
}

#[test]
fn advice_is_right() -> Result<(), Failure> {
    advises::<bgv::Parameters>()?;
    advises::<bfv::Parameters>()
}

/// A t of one slot for each coefficient at every degree from 2^10 to 2^17, at whatever security one product leaves;
/// computed where that is quick.
fn serves_every_degree<P: Choosable>() -> Result<(), Failure> {
    for log2_n in 10..=17 {
        let (m, insist) = (2 << log2_n, log2_n < 12);
        let t = if log2_n < 16 { 65537 } else { 786_433 };
        let request = Request { insist, ..request(m, t, 1.0, 128.0) };
        let choice = P::choose(&request)?;
        assert_eq!(choice.parameters.index().degree(), 1 << log2_n);
        assert_eq!(choice.is_secure, log2_n >= 12, "{}", choice.security.bits);
        if log2_n < 13 {
            computes(&choice, request.length)?;
        }
    }
    Ok(())
}

#[test]
fn every_power_of_two() -> Result<(), Failure> {
    serves_every_degree::<bgv::Parameters>()?;
    serves_every_degree::<bfv::Parameters>()
}

#[test]
fn a_plaintext_modulus_is_found_that_splits() -> Result<(), Failure> {
    for (m, bits) in [(1 << 11, 14), (1 << 14, 20), (1 << 18, 20), (5461, 20)] {
        let t = splitting_plaintext(m, bits)?;
        assert_eq!((t.prime % m, 64 - t.prime.leading_zeros()), (1, bits));
        let n = ringassay_ring::index::Index::new(m)?.degree();
        assert_eq!(slots_of(m, t)?, n);
    }
    assert!(splitting_plaintext(1 << 18, 17).is_err());
    assert!(splitting_plaintext(1 << 18, 61).is_err());
    assert!(slots_of(1 << 11, 2.try_into()?).is_err());
    // And one that serves.
    let (m, plaintext) = (1 << 12, splitting_plaintext(1 << 12, 14)?);
    let request = Request {
        insist: true,
        plaintext,
        objective: Objective::Size,
        ..request(m, 257, 1.0, 128.0)
    };
    let request = Request { length: 1 << 11, ..request };
    computes(&bgv::Parameters::choose(&request)?, request.length)?;
    computes(&bfv::Parameters::choose(&request)?, request.length)
}
