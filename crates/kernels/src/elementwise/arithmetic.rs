//! Sums, differences and products of vectors.

use super::{kernel, update};
use crate::Zq;

kernel! {
    /// Class 2.
    Add<'a> { x: &'a mut [u64], y: &'a [u64] },
    |lanes: L| {
        update(lanes, x, [y], #[inline(always)] |x, [y]| lanes.add(lanes.load(x), lanes.load(y)));
    }
}

kernel! {
    /// Class 2.
    AddInto<'a> { out: &'a mut [u64], x: &'a [u64], y: &'a [u64] },
    |lanes: L| {
        update(lanes, out, [x, y], #[inline(always)] |_, [x, y]| {
            lanes.add(lanes.load(x), lanes.load(y))
        });
    }
}

kernel! {
    /// Class 3.
    Sub<'a> { x: &'a mut [u64], y: &'a [u64] },
    |lanes: L| {
        update(lanes, x, [y], #[inline(always)] |x, [y]| lanes.sub(lanes.load(x), lanes.load(y)));
    }
}

kernel! {
    /// Class 3.
    SubFrom<'a> { x: &'a mut [u64], y: &'a [u64] },
    |lanes: L| {
        update(lanes, x, [y], #[inline(always)] |x, [y]| lanes.sub(lanes.load(y), lanes.load(x)));
    }
}

kernel! {
    /// Class 3.
    SubInto<'a> { out: &'a mut [u64], x: &'a [u64], y: &'a [u64] },
    |lanes: L| {
        update(lanes, out, [x, y], #[inline(always)] |_, [x, y]| {
            lanes.sub(lanes.load(x), lanes.load(y))
        });
    }
}

kernel! {
    /// 0 - x: class 3.
    Neg<'a> { x: &'a mut [u64] },
    |lanes: L| {
        let zero = lanes.splat(0);
        update(lanes, x, [], #[inline(always)] |x, []| lanes.sub(zero, lanes.load(x)));
    }
}

kernel! {
    /// 0 - x: class 3.
    NegInto<'a> { out: &'a mut [u64], x: &'a [u64] },
    |lanes: L| {
        let zero = lanes.splat(0);
        update(lanes, out, [x], #[inline(always)] |_, [x]| lanes.sub(zero, lanes.load(x)));
    }
}

kernel! {
    /// Class 2.
    AddScalar<'a> { x: &'a mut [u64], c: u64 },
    |lanes: L| {
        let c = lanes.splat(c);
        update(lanes, x, [], #[inline(always)] |x, []| lanes.add(lanes.load(x), c));
    }
}

kernel! {
    /// Class 2.
    Mul<'a> { x: &'a mut [u64], y: &'a [u64] },
    |lanes: L| {
        update(lanes, x, [y], #[inline(always)] |x, [y]| {
            lanes.product(lanes.load(x), lanes.load(y))
        });
    }
}

kernel! {
    /// Class 2.
    MulInto<'a> { out: &'a mut [u64], x: &'a [u64], y: &'a [u64] },
    |lanes: L| {
        update(lanes, out, [x, y], #[inline(always)] |_, [x, y]| {
            lanes.product(lanes.load(x), lanes.load(y))
        });
    }
}

kernel! {
    /// 1 + 2: class 3.
    MulAdd<'a> { acc: &'a mut [u64], x: &'a [u64], y: &'a [u64] },
    |lanes: L| {
        update(lanes, acc, [x, y], #[inline(always)] |acc, [x, y]| {
            lanes.add(lanes.load(acc), lanes.product(lanes.load(x), lanes.load(y)))
        });
    }
}

kernel! {
    /// 1 - 2: class 3.
    MulSub<'a> { acc: &'a mut [u64], x: &'a [u64], y: &'a [u64] },
    |lanes: L| {
        update(lanes, acc, [x, y], #[inline(always)] |acc, [x, y]| {
            lanes.sub(lanes.load(acc), lanes.product(lanes.load(x), lanes.load(y)))
        });
    }
}

kernel! {
    /// Class 3.
    Select<'a> { x: &'a mut [u64], y: &'a [u64], m: &'a [u64] },
    |lanes: L| {
        update(lanes, x, [y, m], #[inline(always)] |x, [y, m]| {
            let y = lanes.load(y);
            let difference = lanes.canonical(lanes.sub(lanes.load(x), y));
            lanes.add(lanes.product(difference, lanes.load(m)), y)
        });
    }
}

impl Zq {
    /// `x[i]` += `y[i]`.
    pub fn add_assign(&self, x: &mut [u64], y: &[u64]) {
        self.run(Add { x, y });
    }

    /// `out[i]` = `x[i]` + `y[i]`.
    pub fn add_into(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        self.run(AddInto { out, x, y });
    }

    /// `x[i]` -= `y[i]`.
    pub fn sub_assign(&self, x: &mut [u64], y: &[u64]) {
        self.run(Sub { x, y });
    }

    /// `x[i]` = `y[i]` - `x[i]`.
    pub fn sub_from_assign(&self, x: &mut [u64], y: &[u64]) {
        self.run(SubFrom { x, y });
    }

    /// `out[i]` = `x[i]` - `y[i]`.
    pub fn sub_into(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        self.run(SubInto { out, x, y });
    }

    /// `x[i]` = -`x[i]`.
    pub fn neg_assign(&self, x: &mut [u64]) {
        self.run(Neg { x });
    }

    /// `out[i]` = -`x[i]`.
    pub fn neg_into(&self, out: &mut [u64], x: &[u64]) {
        self.run(NegInto { out, x });
    }

    /// `x[i]` += c, c canonical.
    pub fn add_scalar_assign(&self, x: &mut [u64], c: u64) {
        self.run(AddScalar { x, c });
    }

    /// `x[i]` *= `y[i]`.
    pub fn mul_assign(&self, x: &mut [u64], y: &[u64]) {
        self.run(Mul { x, y });
    }

    /// `out[i]` = `x[i]·y[i]`.
    pub fn mul_into(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        self.run(MulInto { out, x, y });
    }

    /// `acc[i]` += `x[i]·y[i]`.
    pub fn mul_add_assign(&self, acc: &mut [u64], x: &[u64], y: &[u64]) {
        self.run(MulAdd { acc, x, y });
    }

    /// `acc[i]` -= `x[i]·y[i]`.
    pub fn mul_sub_assign(&self, acc: &mut [u64], x: &[u64], y: &[u64]) {
        self.run(MulSub { acc, x, y });
    }

    /// `x[i]` = `y[i]` + (`x[i]` - `y[i]`)·`m[i]`.
    pub fn select_assign(&self, x: &mut [u64], y: &[u64], m: &[u64]) {
        self.run(Select { x, y, m });
    }
}
