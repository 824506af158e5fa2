//! Polynomials, signs and inverses of CKKS on both rings.

use ringassay_functions::{
    inverse::{Inverse, inverse},
    numbers::Evaluator,
    polynomial::{Basis, Plan, Polynomial, SlotPolynomials, evaluate},
    sign::{CompositeSign, maximum, sign},
};
use ringassay_ring::{
    RnsRing,
    index::Index,
    primes,
    sample::{Distribution, Seed},
};
use ringassay_scheme::{
    Error, Ring,
    ckks::{
        Context, Magnitude, Parameters, Plaintext,
        encoding::{Encoder, Generator},
    },
};

use crate::common::{Program, agree};

struct Polynomials(Parameters);

fn polynomial(basis: Basis, degree: usize) -> Polynomial {
    let coefficients: Vec<f64> = (0..=degree).map(|i| 0.5 - 0.1 * (i % 7) as f64).collect();
    Polynomial::of_reals(basis, &coefficients).unwrap()
}

impl Program for Polynomials {
    fn run<R: Ring>(&self, rings: &[R], phase: &dyn Fn(&str)) -> Result<(), Error> {
        let (parameters, seed) = (&self.0, Seed::from_bytes([7; 32]));
        let context = Context::new(parameters, &rings[0])?;
        let encoder = Encoder::new(parameters.index.degree(), Generator::Five)?;
        phase("keys");
        let secret = context.generate_secret_key(&seed)?;
        let public = context.generate_public_key(&secret, &seed)?;
        let conjugation = Vec::from_iter(parameters.conjugation());
        let keys = context.generate_evaluation_keys(&secret, true, &conjugation, &seed)?;
        phase("encrypt");
        let zeros = vec![0; parameters.index.degree()];
        let plaintext = Plaintext::new(zeros, parameters.scale(), Magnitude::real(1.0));
        let a = context.encrypt(&public, &plaintext, &seed)?;
        let evaluator = Evaluator::new(&context, &keys, &encoder, encoder.slots())?;
        let target = parameters.scale();
        for (name, basis, degree) in [
            ("power 7", Basis::Power, 7),
            ("Chebyshev 7", Basis::UNIT, 7),
            ("Chebyshev 15", Basis::UNIT, 15),
            ("interval 5", Basis::Chebyshev { from: -2.0, to: 1.0 }, 5),
        ] {
            phase(name);
            let together = SlotPolynomials::from(polynomial(basis, degree));
            evaluate(&evaluator, &together, &Plan::new(&together), &a, &target)?;
        }
        phase("slots");
        let both = [3, 6].map(|degree| polynomial(Basis::UNIT, degree)).to_vec();
        let of_slot = (0..encoder.slots()).map(|slot| [Some(0), None, Some(1)][slot % 3]).collect();
        let together = SlotPolynomials::new(both, of_slot)?;
        evaluate(&evaluator, &together, &Plan::new(&together), &a, &target)?;
        let composite = CompositeSign::new(3.0, 20.0, &[3, 3], 0)?;
        phase("sign");
        sign(&evaluator, &composite, &a, &target)?;
        phase("maximum");
        let half = context.assume(a.clone(), &Magnitude::real(0.5));
        let other = context.negate(&half);
        maximum(&evaluator, &composite, [&half, &other], &target)?;
        phase("inverse");
        let how = Inverse::new(0.5, 1.0, 10.0)?;
        let found = inverse(&evaluator, &how, &a, &target)?;
        phase("decrypt");
        context.decrypt(&secret, &found)?;
        Ok(())
    }
}

#[test]
fn counts_and_bytes_of_polynomials_agree() {
    for (m, digit_limbs) in [(64, 1), (256, 3)] {
        let index = Index::new(m).unwrap();
        // Level 0 holds what has the scale of the others' primes.
        let mut all = primes::search(&index, 49, 1 + digit_limbs, &[]).unwrap();
        let special = all.split_off(1);
        all.extend(primes::search(&index, 45, 5, &[]).unwrap());
        let parameters = Parameters {
            index,
            levels: all.into_iter().map(|q| vec![q]).collect(),
            special,
            digit_limbs,
            log2_scale: 45,
            generator: 5,
            secret: Distribution::Ternary,
            sigma: 3.2,
        };
        let primes: Vec<u64> = parameters.primes().collect();
        let ring = RnsRing::new(&parameters.index, &primes).unwrap();
        agree(&[ring], &Polynomials(parameters));
    }
}
