//! Between residues and the integers that they stand for.

use num_bigint::BigInt;

use super::super::verdict::{Verdict, equal};
use super::interface::{Basis, Limbs, Ring};
use super::models::{degree, largest, random};
use crate::inputs::{Stream, residue_vectors};
use crate::reference::rns;

pub(super) fn suite(ring: &impl Ring, stream: &mut Stream) -> Verdict {
    let (moduli, n) = (ring.moduli(), degree(ring));
    let edges = [0, 1, -1, i64::MAX, i64::MIN, 1 << 50, -(1 << 50)];
    for small in [1, 1 << 20, i64::MAX / 4] {
        let mut x = stream.integers(n, small);
        x.iter_mut().zip(edges).for_each(|(x, edge)| *x = edge);
        let exact: Vec<BigInt> = x.iter().map(|&x| BigInt::from(x)).collect();
        let expected = residues(&exact, &moduli);
        equal(
            "integers are reduced modulo every prime",
            &ring.subject(),
            &ring.reduce(&x),
            &expected,
        )?;
    }
    let mut elements = vec![random(ring, stream), largest(ring)];
    // Coefficients at which the centred representative turns: near Q/2 and near 0.
    let q = rns::product(&moduli);
    let half: BigInt = &q / 2;
    let turns = [half.clone(), &half + 1, &half - 1, BigInt::from(0), BigInt::from(-1), &q - 1];
    let near: Vec<BigInt> = turns.iter().cycle().take(n).cloned().collect();
    elements.push(residues(&near, &moduli));
    elements.push(
        moduli.iter().map(|&q| residue_vectors(n, q, stream).swap_remove(3)).collect::<Limbs>(),
    );
    for x in elements {
        for basis in [Basis::Powerful, Basis::Decoding] {
            let subject = format!("{}, {basis:?}", ring.subject());
            let lifted = ring.lift(&x, basis);
            let expected: Vec<BigInt> = (0..n)
                .map(|i| rns::centred(&x.iter().map(|limb| limb[i]).collect::<Vec<_>>(), &moduli))
                .collect();
            equal("lift gives the centred integers", &subject, &lifted, &expected)?;
            equal("reduce undoes lift", &subject, &residues(&lifted, &moduli), &x)?;
        }
    }
    Ok(())
}

/// The residues of each integer modulo each prime, limb by limb.
fn residues(x: &[BigInt], moduli: &[u64]) -> Limbs {
    moduli.iter().map(|&q| x.iter().map(|x| rns::remainder(x, q)).collect()).collect()
}
