//! Encryption is random, and only its key opens it.

use super::interface::Scheme;
use super::judge::Judge;
use crate::inputs::Stream;
use crate::laws::verdict::{Verdict, holds};

/// How often a message is encrypted.
const REPETITIONS: u64 = 100;

/// Smaller rings have so few ephemeral secrets that two encryptions are equal now and then.
const LEAST_DEGREE: usize = 24;

pub(super) fn suite<S: Scheme>(judge: &Judge<'_, S>, stream: &mut Stream) -> Verdict {
    let scheme = judge.scheme;
    let [a, b] = [(); 2].map(|()| judge.random(stream));
    let expected = judge.polynomial(&a);
    let encryptions: [&dyn Fn(u64) -> S::Ciphertext; 2] =
        [&|seed| scheme.encrypt(&a, seed), &|seed| scheme.encrypt_secret(&a, seed)];
    for encrypt in encryptions {
        let all: Vec<_> = (0..REPETITIONS).map(|i| scheme.words(&encrypt(1000 + i))).collect();
        for (i, x) in all.iter().enumerate() {
            let differ = |y: &Vec<Vec<u64>>| x.iter().zip(y).all(|(x, y)| x != y);
            let law = "encryptions of one message differ in every part";
            let differs = judge.ring.degree() < LEAST_DEGREE || all[..i].iter().all(differ);
            holds(law, &judge.subject, differs, || format!("number {i}"))?;
        }
        for seed in 2000..2010 {
            let (x, y) = (encrypt(seed), scheme.encrypt(&b, seed));
            judge.is("any randomness gives the message", &x, &expected)?;
            let product = judge.ring.mul(&expected, &judge.polynomial(&b));
            judge.is("any randomness gives the product", &scheme.multiply(&x, &y), &product)?;
            judge.same("equal seeds, equal ciphertexts", &encrypt(seed), &x)?;
        }
    }
    for (i, x) in scheme.foreign(&a, 15).iter().enumerate() {
        let found = scheme.decrypt(x);
        let law = "what is damaged or of another key is refused";
        holds(law, &judge.subject, found.is_err(), || format!("number {i} decrypts"))?;
    }
    Ok(())
}
