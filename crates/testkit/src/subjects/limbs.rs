//! What rings do between subsets of their limbs.

use ringassay_ring::gadget::{DigitTable, RnsGadget};
use ringassay_ring::rns::Switch;
use ringassay_ring::{Crt, Element, Powerful, RnsRing};

use super::{RingSubject, must};
use crate::laws::inner_product::Choice;
use crate::laws::{InnerProduct, Limbs, Ring, Subsets, Switching};

fn element(ring: &RnsRing, powerful: &Limbs) -> Element<Crt> {
    must(Element::<Powerful>::from_residues(ring, &powerful.concat())).into_crt()
}

fn coefficients(x: Element<Crt>) -> Limbs {
    x.into_powerful().iter_limbs().map(<[u64]>::to_vec).collect()
}

impl RingSubject {
    fn tables(&self, from: &[usize], to: &[usize], t: u64) -> Switch {
        must(Switch::new(&self.ring, from, to, t))
    }

    fn table(&self, elements: &[Limbs]) -> DigitTable {
        let elements: Vec<_> = elements.iter().map(|x| element(&self.ring, x)).collect();
        must(DigitTable::new(&elements))
    }
}

impl Subsets for RingSubject {
    fn subject(&self) -> String {
        Ring::subject(self)
    }

    fn m(&self) -> u64 {
        Ring::m(self)
    }

    fn moduli(&self) -> Vec<u64> {
        Ring::moduli(self)
    }
}

impl Switching for RingSubject {
    fn pick(&self, x: &Limbs, limbs: &[usize]) -> Limbs {
        let picked = self.ring.pick(limbs);
        coefficients(must(element(&self.ring, x).pick_limbs(&picked, limbs)))
    }

    fn switch(&self, x: &Limbs, from: &[usize], to: &[usize], t: u64) -> Limbs {
        let x = element(&self.ring.pick(from), x);
        let switched = must(x.switch(&self.tables(from, to, t)));
        assert_eq!(switched.ring(), &self.ring.pick(to));
        coefficients(switched)
    }

    fn message_factor(&self, from: &[usize], to: &[usize], t: u64) -> u64 {
        self.tables(from, to, t).message_factor()
    }
}

impl InnerProduct for RingSubject {
    fn inner_product(&self, x: &Limbs, table: &[Limbs], choice: &Choice<'_>) -> Limbs {
        let target = self.ring.pick(&choice.target());
        let mut end = 0;
        let group = |group: &Vec<usize>| {
            end += group.len();
            end - group.len()..end
        };
        let groups: Vec<_> = choice.groups.iter().map(group).collect();
        let gadget = must(RnsGadget::grouped(&target.zqs(), 0..end, &groups));
        let x = element(&self.ring.pick(&choice.source()), x);
        let digits = must(x.digits(&gadget, &target));
        assert_eq!((digits.count(), digits.ring()), (choice.groups.len(), &target));
        let table = self.table(table);
        let limbs = choice.target();
        let product = must(digits.inner_product(&table, &limbs, choice.elements));
        // In one pass with the elements in reverse, and without keeping the digits.
        let mut reversed: Vec<_> = (0..table.digits()).map(|j| must(table.element(j))).collect();
        reversed.reverse();
        let both = [&table, &must(DigitTable::new(&reversed))];
        let pair = must(digits.inner_products(both, &limbs, choice.elements));
        assert_eq!(pair[0], product, "two products in one pass");
        assert_eq!(pair[1], must(digits.inner_product(both[1], &limbs, choice.elements)));
        let once = must(x.digit_products(&gadget, &target, both, &limbs, choice.elements));
        assert_eq!(once, pair, "products with digits that are not kept");
        coefficients(product)
    }

    fn elements(&self, table: &[Limbs]) -> Vec<Limbs> {
        let table = self.table(table);
        (0..table.digits()).map(|j| coefficients(must(table.element(j)))).collect()
    }
}
