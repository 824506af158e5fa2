//! Circuits of multiprecision schemes whose operands all come from one ciphertext: sums with itself,
//! powers, sums of powers. What decrypts is right, up to the edge where decryption refuses.

use num_bigint::BigUint;
use ringassay_bigring::MultiprecisionRing;
use ringassay_papers::{
    Error, MultiprecisionScheme,
    fntru::FNtru,
    fv::Fv,
    rlwe::{Parameters, Unchecked},
    shield::Shield,
    yashe::Yashe,
};
use ringassay_ring::sample::{Label, Seed};
use ringassay_scheme::{Error as SchemeError, Scheme, catalogue::RingFamily};
use ringassay_testkit::{
    inputs::Stream,
    reference::{Cyclotomic, ModQ},
};

type Ring = MultiprecisionRing;

/// What was seen: circuits, steps that decrypted, all right, and circuits that came to the edge.
#[derive(Debug, Default)]
struct Tally {
    circuits: u32,
    steps: u32,
    refused: u32,
}

/// The most steps of a circuit.
const STEPS: usize = 60;

fn judge<S: MultiprecisionScheme<Ring>>(
    degree: usize,
    q: BigUint,
    t: u64,
    log2_w: u32,
    circuits: u32,
) {
    let seed = Seed::from_bytes([6; 32]);
    let ring = Ring::new(degree, &q).unwrap();
    let scheme = S::new(&Parameters { degree, q, t, log2_w }, ring).unwrap();
    let (secret, public) = scheme.generate_keys(&seed).unwrap();
    let vector = scheme.draw_evaluation_vector(&secret, &public, &seed).unwrap();
    let evaluation = scheme.evaluation_key(vector.as_ref()).unwrap();
    let plain = Cyclotomic::new(ModQ(t), 2 * degree as u64);
    let mut choose = Stream::new(7);
    let mut tally = Tally::default();
    for number in 0..circuits {
        let favourite = choose.below(5);
        let message = match choose.below(3) {
            // The largest, and one whose embeddings are as different as can be.
            0 => vec![t - 1; degree],
            1 => (0..degree).map(|i| u64::from(i == 0)).collect(),
            _ => choose.residues(degree, t),
        };
        let fresh = seed.derive(Label::new("fresh"), u64::from(number));
        let first = scheme.encrypt(&public, &message, &fresh).unwrap();
        let value = plain.from_powerful(&message);
        let [mut last, mut other] = [(first.clone(), value.clone()), (first, value)];
        for _ in 0..STEPS {
            let kind = if choose.below(4) == 0 { choose.below(5) } else { favourite };
            let ((x, a), (y, b)) = (&last, &other);
            let made = match kind {
                0 => (scheme.add(x, x, &evaluation).unwrap(), plain.add(a, a)),
                1 => (scheme.add(x, &x.clone(), &evaluation).unwrap(), plain.add(a, a)),
                2 => (scheme.multiply(x, x, &evaluation).unwrap(), plain.mul(a, a)),
                3 => (scheme.multiply(x, y, &evaluation).unwrap(), plain.mul(a, b)),
                _ => (scheme.add(x, y, &evaluation).unwrap(), plain.add(a, b)),
            };
            match scheme.decrypt(&secret, &made.0, Unchecked::Never) {
                Ok(found) => assert!(
                    plain.from_powerful(&found) == made.1,
                    "{:?}, circuit {number}, operation {kind}",
                    S::SCHEME
                ),
                Err(Error::Scheme(SchemeError::Undecryptable { .. })) => {
                    tally.refused += 1;
                    break;
                }
                Err(error) => panic!("{error}"),
            }
            tally.steps += 1;
            (last, other) = (made, if choose.below(4) == 0 { last } else { other });
        }
        tally.circuits += 1;
    }
    println!("{:?}, n = {degree}, t = {t}: {tally:?}", S::SCHEME);
    // The edge was reached, not only approached.
    assert!(tally.steps > circuits && tally.refused > circuits / 2, "{tally:?}");
}

fn power(bits: u32) -> BigUint {
    BigUint::from(1_u32) << bits
}

/// So many circuits on each scheme.
fn run(scheme: Scheme, circuits: u32) {
    let half = circuits / 2;
    match scheme {
        Scheme::Fv => {
            judge::<Fv<Ring>>(8, power(50), 2, 8, half);
            judge::<Fv<Ring>>(8, power(55) - 3_u32, 60, 16, half);
        }
        Scheme::Yashe => {
            judge::<Yashe<Ring>>(8, power(50), 2, 8, half);
            judge::<Yashe<Ring>>(8, power(70) - 3_u32, 5, 16, half);
        }
        Scheme::Fntru => {
            judge::<FNtru<Ring>>(8, power(40), 2, 4, half);
            judge::<FNtru<Ring>>(4, power(45) - 5_u32, 2, 8, half);
        }
        Scheme::Shield => {
            judge::<Shield<Ring>>(4, power(24), 2, 1, half);
            judge::<Shield<Ring>>(2, power(20), 2, 1, half);
        }
        other => panic!("no circuits for {other}"),
    }
}

#[test]
fn two_hundred_circuits() {
    Scheme::over(RingFamily::Multiprecision).for_each(|scheme| run(scheme, 200));
}

#[test]
#[ignore = "a hundred thousand circuits on each scheme: minutes with --release"]
fn a_hundred_thousand_circuits_each() {
    Scheme::over(RingFamily::Multiprecision).for_each(|scheme| run(scheme, 100_000));
}
