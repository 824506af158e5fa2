use super::*;
use crate::Backend;

/// Polynomials of degree < p modulo 1 + X + … + X^(p-1): the definition, in 128 bits.
fn times_one_minus_x(x: &[u64], q: u64) -> Vec<u64> {
    let p = x.len() + 1;
    let mut product = vec![0_i128; p];
    for (j, &c) in x.iter().enumerate() {
        product[j] += i128::from(c);
        product[j + 1] -= i128::from(c);
    }
    let top = product[p - 1];
    product[..p - 1].iter().map(|c| (c - top).rem_euclid(i128::from(q)) as u64).collect()
}

/// Powerful coefficients of Σ c_j·d_j, d_j = X^j + … + X^(p-2).
fn powerful(c: &[u64], q: u64) -> Vec<u64> {
    let mut x = vec![0_u128; c.len()];
    for (j, &c) in c.iter().enumerate() {
        x[j..].iter_mut().for_each(|x| *x += u128::from(c));
    }
    x.into_iter().map(|x| (x % u128::from(q)) as u64).collect()
}

/// A function applied to each fibre.
fn fibrewise(x: &[u64], tensor: Tensor, f: impl Fn(&[u64]) -> Vec<u64>) -> Vec<u64> {
    let Tensor { outer, rows, inner } = tensor;
    let mut out = vec![0; x.len()];
    for (o, i) in (0..outer).flat_map(|o| (0..inner).map(move |i| (o, i))) {
        let at = |j: usize| (o * rows + j) * inner + i;
        let fibre: Vec<u64> = (0..rows).map(|j| x[at(j)]).collect();
        f(&fibre).into_iter().enumerate().for_each(|(j, y)| out[at(j)] = y);
    }
    out
}

const MODULI: [u64; 5] = [7, 2_147_483_647, (1 << 50) - 27, (1 << 61) - 1, (1 << 62) - 57];

/// Every axis that the tests look at, on every backend, with random and extreme residues.
fn for_all(check: impl Fn(&PrimeAxis, &[u64], u64)) {
    let mut state = 1_u64;
    for q in MODULI {
        for backend in Backend::available() {
            let zq = Zq::with_backend(q, backend).expect("a modulus");
            for prime in [3_u32, 5, 11, 13, 127] {
                for (outer, inner) in
                    [(1, 1), (4, 1), (2, 3), (1, 4), (3, 8), (1, 17), (2, 32), (1, 61), (1, 0)]
                {
                    let axis = PrimeAxis::new(zq, prime, outer, inner).expect("an odd prime");
                    let len = outer * inner * (prime as usize - 1);
                    let random = (0..len).map(|_| {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        (state >> 1) % q
                    });
                    check(&axis, &random.collect::<Vec<_>>(), q);
                    check(&axis, &vec![q - 1; len], q);
                }
            }
        }
    }
}

#[test]
fn multiplication_by_g_is_that_of_polynomials() {
    for_all(|axis, x, q| {
        let mut y = x.to_vec();
        axis.mul_g_powerful_assign(&mut y);
        assert_eq!(y, fibrewise(x, axis.tensor, |x| times_one_minus_x(x, q)), "{axis:?}");
    });
}

#[test]
fn running_sums_lead_to_the_powerful_basis() {
    for_all(|axis, x, q| {
        let mut y = x.to_vec();
        axis.sum_assign(&mut y);
        assert_eq!(y, fibrewise(x, axis.tensor, |x| powerful(x, q)), "{axis:?}");
        axis.difference_assign(&mut y);
        assert_eq!(y, x, "{axis:?}");
    });
}

#[test]
fn g_in_the_decoding_basis_is_g() {
    for_all(|axis, x, q| {
        let mut y = x.to_vec();
        axis.mul_g_decoding_assign(&mut y);
        let by_definition = fibrewise(x, axis.tensor, |x| times_one_minus_x(&powerful(x, q), q));
        assert_eq!(fibrewise(&y, axis.tensor, |y| powerful(y, q)), by_definition, "{axis:?}");
    });
}

#[test]
fn division_finds_what_g_was_multiplied_to() {
    for_all(|axis, y, q| {
        let mut x = y.to_vec();
        axis.div_g_powerful_assign(&mut x);
        assert!(x.iter().all(|&x| x < q));
        assert_eq!(fibrewise(&x, axis.tensor, |x| times_one_minus_x(x, q)), y, "{axis:?}");
        let mut c = y.to_vec();
        axis.div_g_decoding_assign(&mut c);
        assert!(c.iter().all(|&c| c < q));
        let g_times = fibrewise(&c, axis.tensor, |c| times_one_minus_x(&powerful(c, q), q));
        assert_eq!(g_times, fibrewise(y, axis.tensor, |y| powerful(y, q)), "{axis:?}");
    });
}

#[test]
fn what_is_no_axis_is_refused() {
    let zq = Zq::new(21).expect("a modulus");
    assert_eq!(PrimeAxis::new(zq, 2, 1, 1).err(), Some(AxisError::NotOdd(2)));
    assert_eq!(PrimeAxis::new(zq, 1, 1, 1).err(), Some(AxisError::NotOdd(1)));
    assert_eq!(PrimeAxis::new(zq, 7, 1, 1).err(), Some(AxisError::NoInverse { prime: 7, q: 21 }));
}
