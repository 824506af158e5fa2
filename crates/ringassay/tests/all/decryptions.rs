//! No honest ciphertext is refused, whatever it holds and however large that is said to be; what is damaged, or under
//! another key, always is. Values at the declared bound are the commonest there are: bits, one-hot rows, the constant 1,
//! whose coefficient is the bound to the last bit.

use ringassay::{
    Error, ErrorKind, FreshSeed, RotationKeys,
    bgv::{PlaintextModulus, Request as SlotRequest},
    ckks::{self, Complex, Request, RingType},
    vectors::IntegerVectors,
};
use ringassay_params::Choosable;

/// Draws: SplitMix64.
struct Draw(u64);

impl Draw {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }

    fn below(&mut self, end: u64) -> u64 {
        self.word() % end
    }

    /// In [-1, 1).
    fn signed(&mut self) -> f64 {
        (self.word() >> 11) as f64 / 52_f64.exp2() - 1.0
    }
}

/// What a campaign found.
#[derive(Debug, Default)]
struct Found {
    honest: u64,
    refused: u64,
    /// Wrong beyond the stated error.
    wrong: u64,
    damaged: u64,
    /// Damaged in primes at which decryption does not look, and right all the same.
    harmless: u64,
    unseen: u64,
}

impl Found {
    /// Counts the decryption of an honest ciphertext.
    fn honest<T>(&mut self, decrypted: Result<T, Error>, is_right: impl FnOnce(&T) -> bool) {
        self.honest += 1;
        match decrypted {
            Ok(vector) => self.wrong += u64::from(!is_right(&vector)),
            Err(error) => {
                self.refused += 1;
                println!("refused: {error}");
            }
        }
    }

    /// Counts that of a damaged one, or with another key.
    fn damaged<T>(&mut self, decrypted: Result<T, Error>, is_right: impl FnOnce(&T) -> bool) {
        self.damaged += 1;
        match decrypted {
            Ok(vector) if is_right(&vector) => self.harmless += 1,
            Err(error) if error.kind() == ErrorKind::Undecryptable => (),
            _ => self.unseen += 1,
        }
    }

    #[track_caller]
    fn check(&self) {
        println!("{self:?}");
        assert!(self.honest > 0 && self.damaged > 0);
        assert_eq!((self.refused, self.wrong, self.unseen), (0, 0, 0), "{self:?}");
    }
}

/// Saved bytes with one bit of a residue changed, and the hash of what they are now.
fn flipped(bytes: &[u8], draw: &mut Draw) -> Vec<u8> {
    // Behind all that is stated of a ciphertext, before the hash.
    const HEAD: usize = 1200;
    let mut bytes = bytes.to_vec();
    let end = bytes.len() - 32;
    assert!(end > 2 * HEAD);
    let place = HEAD + draw.below((end - HEAD) as u64) as usize;
    bytes[place] ^= 1 << draw.below(8);
    let hash = blake3::hash(&bytes[..end]);
    bytes[end..].copy_from_slice(hash.as_bytes());
    bytes
}

/// Vectors up to 1 of every kind: constants, signs, one of all, ramps, random ones, and complex ones where there are such.
fn kinds(length: usize, is_complex: bool, draw: &mut Draw) -> Vec<Vec<Complex>> {
    let place = draw.below(length as u64) as usize;
    let mut of = |f: &mut dyn FnMut(usize, &mut Draw) -> Complex| -> Vec<Complex> {
        (0..length).map(|i| f(i, draw)).collect()
    };
    let sign = |draw: &mut Draw| if draw.below(2) == 0 { 1.0 } else { -1.0 };
    let mut all = vec![
        of(&mut |_, _| 1.0.into()),
        of(&mut |_, _| (-1.0).into()),
        of(&mut |_, draw| sign(draw).into()),
        of(&mut |i, _| f64::from(i == place).into()),
        of(&mut |i, _| ((i + 1) as f64 / length as f64).into()),
        of(&mut |_, draw| draw.signed().into()),
    ];
    if is_complex {
        all.push(of(&mut |_, _| Complex::new(0.0, 1.0)));
        all.push(of(&mut |_, draw| Complex::new(0.0, sign(draw))));
    }
    all
}

/// Every kind of vector at the bound, just below it and far below it; each decrypted fresh, as a sum, and after each
/// product with a constant at the bound and with itself.
fn ckks_shape(request: &Request, length: usize, draw: &mut Draw, found: &mut Found) {
    let session =
        ckks::Session::choose(&ckks::Request { slots: length, ..request.clone() }).unwrap();
    let [keys, others] = [0, 1].map(|_| {
        session.keys_with(&RotationKeys::AtMost(0), FreshSeed::from_os().unwrap()).unwrap()
    });
    let range = request.range;
    let is_complex = session.parameters().ring_type() == RingType::Standard;
    // What is wanted is computed in doubles, with up to 2^8 products in a row.
    let close = |found: &[Complex], wanted: &[Complex], most: f64| {
        let most = |b: &Complex| most + b.abs() * (-44_f64).exp2();
        found.iter().zip(wanted).all(|(a, b)| (*a - *b).abs() <= most(b))
    };
    let one = vec![Complex::from(range.min(1.0)); length];
    let ones = keys.encrypt_complex(&one).unwrap();
    for share in [1.0, 0.999, 1e-6] {
        for kind in kinds(length, is_complex, draw) {
            let z: Vec<Complex> = kind.iter().map(|z| z.scale(share * range)).collect();
            let fresh = keys.encrypt_complex(&z).unwrap();
            let seeded = keys.secret.encrypt_complex(&z).unwrap();
            let times = |a: &[Complex], b: &[Complex]| -> Vec<Complex> {
                a.iter().zip(b).map(|(a, b)| *a * *b).collect()
            };
            let mut results = vec![
                (fresh.clone(), z.clone()),
                (seeded, z.clone()),
                (-&fresh, { z.iter().map(|z| -*z).collect() }),
            ];
            // Sums are the user's own: they may not fit.
            if let Ok(sum) = &fresh + &ones {
                results.push((sum, z.iter().zip(&one).map(|(a, b)| *a + *b).collect()));
            }
            let (mut product, mut expected) = (fresh.clone(), z.clone());
            while product.level() > 0 {
                let Ok(next) = &product * &ones else { break };
                (product, expected) = (next, times(&expected, &one));
                results.push((product.clone(), expected.clone()));
            }
            let last = expected;
            let (mut power, mut expected) = (fresh.clone(), z.clone());
            while power.level() > 0 {
                let Ok(next) = power.square() else { break };
                (power, expected) = (next, times(&expected, &expected));
                results.push((power.clone(), expected.clone()));
            }
            for (result, expected) in &results {
                let decrypted = keys.secret.decrypt_complex(result);
                found.honest(decrypted, |z| close(z, expected, result.worst_error()));
            }
            for (damaged, expected) in [(&fresh, &z), (&product, &last), (&power, &expected)] {
                found.damaged(others.secret.decrypt_complex(damaged), |_| false);
                let bytes = flipped(&damaged.save().unwrap(), draw);
                // What is no residue any more is refused before.
                if let Ok(loaded) = session.load_ciphertext(&bytes) {
                    let decrypted = keys.secret.decrypt_complex(&loaded);
                    found.damaged(decrypted, |z| close(z, expected, loaded.worst_error()));
                }
            }
        }
    }
}

fn reals(depth: usize, precision_bits: f64, ring: RingType) -> Request {
    Request { ring: Some(ring), ..Request::new(depth, precision_bits) }
}

/// Small rings, of no security.
fn small(degree: usize, request: &Request) -> Request {
    Request { degree: Some(degree), insist: true, ..request.clone() }
}

const RINGS: [RingType; 2] = [RingType::Standard, RingType::ConjugateInvariant];

#[test]
fn honest_numbers_decrypt_and_damaged_ones_do_not() {
    let (mut draw, mut found) = (Draw(1), Found::default());
    // Of these up to all were refused, by a coin toss.
    ckks_shape(&reals(1, 20.0, RingType::Standard), 8, &mut draw, &mut found);
    ckks_shape(&reals(1, 16.0, RingType::Standard), 1, &mut draw, &mut found);
    for (depth, precision, length) in [(1, 10.0, 1), (2, 20.0, 4), (3, 30.0, 60), (2, 40.0, 1024)] {
        for ring in RINGS {
            let request = small(2048, &reals(depth, precision, ring));
            ckks_shape(&request, length, &mut draw, &mut found);
        }
    }
    found.check();
}

/// Powers that sink below the noise: what is left is the square of noise, whose slots are all of one sign where they are
/// real, so that one coefficient has all of it. Of these parameters level 0 leaves just the room in which that shows.
#[test]
fn squares_of_noise_decrypt() {
    let request = Request { range: 0.3, ..reals(7, 12.0, RingType::ConjugateInvariant) };
    let session =
        ckks::Session::choose(&ckks::Request { slots: 8, ..small(16384, &request) }).unwrap();
    let keys = session.keys_with(&RotationKeys::AtMost(0), FreshSeed::from_os().unwrap()).unwrap();
    let mut power = keys.encrypt(&[0.3; 8]).unwrap();
    let mut expected = 0.3_f64;
    while power.level() > 0 {
        (power, expected) = (power.square().unwrap(), expected * expected);
        let found = keys.decrypt(&power).unwrap();
        let worst = power.worst_error();
        assert!(found.iter().all(|x| (x - expected).abs() <= worst), "{power:?}");
    }
}

/// Some 10^5 decryptions over all shapes of the choice: depth 1 to 8, precision 10 to 40, vectors of 1 to all slots, both
/// rings, with the security that is asked for by default and in small rings.
#[test]
#[ignore = "a quarter of an hour"]
fn a_campaign_of_a_hundred_thousand() {
    let (mut draw, mut found) = (Draw(2), Found::default());
    let shape = |degree: Option<usize>, draw: &mut Draw, found: &mut Found| {
        for depth in 1..=8 {
            for ring in RINGS {
                let precision = 10.0 + draw.below(31) as f64;
                let range = [1.0, 1.0, 0.3, 8.0][draw.below(4) as usize];
                let request = Request { range, ..reals(depth, precision, ring) };
                let request = degree.map_or(request.clone(), |degree| small(degree, &request));
                let most = degree.map_or(2048, |degree| ring.slots(degree));
                // As likely short as long.
                let bits = draw.below(u64::from(most.ilog2()) + 1);
                let length = 1 + draw.below(1 << bits) as usize;
                ckks_shape(&request, length, draw, found);
            }
        }
        println!("{degree:?}: {found:?}");
    };
    shape(None, &mut draw, &mut found);
    while found.honest < 100_000 {
        for degree in [1024, 2048, 4096] {
            shape(Some(degree), &mut draw, &mut found);
        }
    }
    found.check();
}

/// The same of integers: zeros, ones, the largest, one of all, random ones; fresh, summed and multiplied.
fn slots_shape<S>(request: &SlotRequest, draw: &mut Draw, found: &mut Found)
where
    S: ringassay::Scheme<Vectors = IntegerVectors> + Choosable,
{
    let session = ringassay::Session::<S>::choose(request).unwrap();
    let none = RotationKeys::AtMost(0);
    let [keys, others] =
        [0, 1].map(|_| session.keys_with(&none, FreshSeed::from_os().unwrap()).unwrap());
    let (length, t) = (session.length(), session.vectors().encoder().encoder().ring().modulus());
    let place = draw.below(length as u64) as usize;
    let vectors: [Vec<u64>; 5] = [
        vec![0; length],
        vec![1 % t; length],
        vec![t - 1; length],
        (0..length).map(|i| u64::from(i == place)).collect(),
        (0..length).map(|_| draw.below(t)).collect(),
    ];
    let both = |a: &[u64], b: &[u64], f: fn(u128, u128) -> u128| -> Vec<u64> {
        a.iter().zip(b).map(|(&a, &b)| (f(a.into(), b.into()) % u128::from(t)) as u64).collect()
    };
    for x in vectors {
        let fresh = keys.encrypt(&x).unwrap();
        let mut results =
            vec![(fresh.clone(), x.clone()), (keys.secret.encrypt(&x).unwrap(), x.clone())];
        let (mut product, mut expected) = (fresh.clone(), x.clone());
        loop {
            let doubled =
                (&product + &product).map(|sum| (sum, both(&expected, &expected, |a, b| a + b)));
            results.extend(doubled);
            let Ok(next) = product.square() else { break };
            (product, expected) = (next, both(&expected, &expected, |a, b| a * b));
            results.push((product.clone(), expected.clone()));
        }
        for (result, expected) in &results {
            found.honest(keys.decrypt(result), |x| x == expected);
        }
        for (damaged, expected) in [(&fresh, &x), (&product, &expected)] {
            found.damaged(others.decrypt(damaged), |_| false);
            let bytes = flipped(&damaged.save().unwrap(), draw);
            if let Ok(loaded) = session.load_ciphertext(&bytes) {
                found.damaged(keys.decrypt(&loaded), |x| x == expected);
            }
        }
    }
}

fn integers(prime: u64, length: usize, depth: f64, index: u64) -> SlotRequest {
    let plaintext = PlaintextModulus { prime, exponent: 1 };
    let (index, insist) = (Some(index), true);
    SlotRequest { plaintext, index, insist, ..SlotRequest::bits(length, depth) }
}

#[test]
fn honest_integers_decrypt_and_damaged_ones_do_not() {
    let (mut draw, mut found) = (Draw(3), Found::default());
    for request in [integers(2, 6, 2.0, 1023), integers(65_537, 64, 1.0, 2048)] {
        slots_shape::<ringassay::bgv::Parameters>(&request, &mut draw, &mut found);
        slots_shape::<ringassay::bfv::Parameters>(&request, &mut draw, &mut found);
    }
    found.check();
}

#[test]
#[ignore = "minutes"]
fn a_campaign_of_integers() {
    let (mut draw, mut found) = (Draw(4), Found::default());
    while found.honest < 10_000 {
        for (prime, index) in
            [(2, 1023), (2, 4095), (3, 1093), (257, 2048), (65_537, 4096), (12_289, 2048)]
        {
            let depth = 1.0 + draw.below(6) as f64;
            let request = integers(prime, 1, depth, index);
            slots_shape::<ringassay::bgv::Parameters>(&request, &mut draw, &mut found);
            slots_shape::<ringassay::bfv::Parameters>(&request, &mut draw, &mut found);
        }
        println!("{found:?}");
    }
    found.check();
}
