//! Gadgets of `ringassay_ring::gadget`.

use num_bigint::BigInt;
use ringassay_kernels::Zq;
use ringassay_ring::gadget::{self, Digits};
use ringassay_ring::rns;

use crate::laws::{Gadget, Limbs};

/// A gadget under judgement.
#[derive(Clone, Debug)]
pub struct GadgetSubject<G> {
    /// The gadget.
    pub gadget: G,
}

impl<G: gadget::Gadget> GadgetSubject<G> {
    fn stride(columns: usize) -> usize {
        columns.next_multiple_of(8)
    }
}

/// The rows in one buffer, `stride` words apart.
fn words(x: &Limbs, stride: usize) -> Vec<u64> {
    let pad = |row: &Vec<u64>| {
        let mut row = row.clone();
        row.resize(stride, 0);
        row
    };
    x.iter().flat_map(pad).collect()
}

impl<G: gadget::Gadget> Gadget for GadgetSubject<G> {
    fn subject(&self) -> String {
        let backend = self.gadget.source()[0].backend();
        format!("gadget for {:?} in {:?} on {backend}", self.source(), self.target())
    }

    fn source(&self) -> Vec<u64> {
        self.gadget.source().iter().map(Zq::q).collect()
    }

    fn target(&self) -> Vec<u64> {
        self.gadget.target().iter().map(Zq::q).collect()
    }

    fn elements(&self) -> Vec<Vec<u64>> {
        (0..self.gadget.digits()).map(|j| self.gadget.element(j).to_vec()).collect()
    }

    fn factor(&self) -> BigInt {
        self.gadget.factor().clone().into()
    }

    fn bounds(&self) -> Vec<BigInt> {
        (0..self.gadget.digits()).map(|j| self.gadget.bound(j).into()).collect()
    }

    fn decompose(&self, x: &Limbs) -> Vec<Limbs> {
        let (columns, limbs) = (x[0].len(), self.gadget.target().len());
        let stride = Self::stride(columns);
        let mut out = vec![0; self.gadget.digits() * limbs * stride];
        let source = words(x, stride);
        let mut digits = Digits::new(&mut out, limbs, stride, columns);
        self.gadget.decompose_into(&mut digits, rns::Limbs::new(&source, stride, columns));
        let digit = |j| {
            let digit = digits.digit(j);
            (0..limbs).map(|i| digit.row(i).to_vec()).collect()
        };
        (0..self.gadget.digits()).map(digit).collect()
    }

    fn recompose(&self, digits: &[Limbs]) -> Limbs {
        let columns = digits[0][0].len();
        let stride = Self::stride(columns);
        let buffers: Vec<Vec<u64>> = digits.iter().map(|digit| words(digit, stride)).collect();
        let views: Vec<rns::Limbs<'_>> =
            buffers.iter().map(|words| rns::Limbs::new(words, stride, columns)).collect();
        let mut out = vec![vec![0; columns]; self.gadget.target().len()];
        let rows = rns::LimbsMut::from_rows(out.iter_mut().map(Vec::as_mut_slice));
        self.gadget.recompose_into(rows, &views);
        out
    }
}
