//! DFTs of a few points in registers.
//!
//! Everywhere: operands of class 2, results of class 4 at most. Roots of unity enter as constants,
//! so that the inverse DFT is the same code with the constants of the inverse root.

use std::ops::RangeInclusive;

use crate::{
    Prepared, Zq,
    cyclotomic::{few, multiplier::multiplier},
    lanes::Lanes,
};

crate::heap_bytes!(Waves: cosines, sines, few, quads);

/// What an odd kernel multiplies by: c_k = (ω^k + ω^-k)/2 and s_k = (ω^k - ω^-k)/2, times a scale,
/// for k < r; and the scale itself.
#[derive(Debug, Clone)]
pub(super) struct Waves {
    pub(super) cosines: Vec<Prepared>,
    pub(super) sines: Vec<Prepared>,
    pub(super) scale: Prepared,
    /// What the kernels of few products multiply by.
    pub(super) few: Vec<Prepared>,
    /// For orders beyond the kernels in registers: for i = 1, 3, 5, … and j = 1 … (r-1)/2 the
    /// numbers c_ij, c_(i+1)j, s_ij, s_(i+1)j; empty where that would be too much.
    quads: Vec<Quad>,
}

/// The terms of a sum of products at most.
const TERMS: usize = 32;

/// What one sum and one difference are multiplied by for two results at once.
type Quad = [Prepared; 4];

/// From this order on quads are looked up in the waves.
const MAX_QUADS_ORDER: u32 = 200;

impl Waves {
    /// Those of a root ω of odd order r.
    pub(super) fn new(zq: &Zq, r: u32, root: u64, scale: u64) -> Self {
        let modulus = zq.modulus();
        // q is odd, as it has a root of unity of odd order above 1 and is prime: 2 has an inverse.
        let half = modulus.mul(scale, modulus.value().div_ceil(2));
        let powers: Vec<u64> = std::iter::successors(Some(half), |&x| Some(modulus.mul(x, root)))
            .take(r as usize)
            .collect();
        let opposite = |k: usize| powers[(r as usize - k) % r as usize];
        let all = 0..r as usize;
        let cosine = |k: usize| modulus.add(powers[k], opposite(k));
        let sine = |k: usize| modulus.sub(powers[k], opposite(k));
        let mut waves = Self {
            cosines: all.clone().map(|k| zq.prepare_dot(cosine(k))).collect(),
            sines: all.map(|k| zq.prepare_dot(sine(k))).collect(),
            scale: zq.prepare(scale),
            few: few::constants(zq, r, |k| cosine(k as usize), |k| sine(k as usize)),
            quads: vec![],
        };
        if (8..MAX_QUADS_ORDER).contains(&r) || r == 3 {
            let half = r as usize / 2;
            let rows = (1..=half).step_by(2);
            waves.quads = rows
                .flat_map(|i| (1..=half).map(move |j| (i, j)))
                .map(|(i, j)| waves.quad(i, j))
                .collect();
        }
        waves
    }

    #[cfg(feature = "fault-injection")]
    pub(super) fn plant_fault(&mut self, position: usize) {
        let at = 1 + position % (self.sines.len() / 2);
        self.sines[at].0 ^= 1 << 30;
        if let Some(w) = self.few.last_mut() {
            w.0 ^= 1 << 30;
        }
        if !self.quads.is_empty() {
            let at = position % (self.sines.len() / 2);
            self.quads[at][2].0 ^= 1 << 30;
        }
    }

    /// The quads of i and at most [`TERMS`] j.
    #[cold]
    fn look_up(&self, i: usize, terms: RangeInclusive<usize>) -> [Quad; TERMS] {
        let mut quads = [[self.scale; 4]; TERMS];
        for (quad, j) in quads.iter_mut().zip(terms) {
            *quad = self.quad(i, j);
        }
        quads
    }

    fn quad(&self, i: usize, j: usize) -> Quad {
        let r = self.cosines.len();
        let (a, b) = (i * j % r, (i + 1) * j % r);
        [self.cosines[a], self.cosines[b], self.sines[a], self.sines[b]]
    }
}

/// Several.
#[inline(always)]
pub(super) fn multipliers<L: Lanes, const N: usize>(lanes: L, w: &[Prepared; N]) -> [L::W; N] {
    array(
        multiplier(lanes, w[0]),
        #[inline(always)]
        |n| multiplier(lanes, w[n]),
    )
}

/// [f(0), f(1), …], where `start` only fills the array before. (The standard library's functions
/// on arrays may end up as calls, and what they call would miss the instructions of the lanes.)
#[inline(always)]
fn array<T: Copy, const N: usize>(start: T, f: impl Fn(usize) -> T) -> [T; N] {
    let mut result = [start; N];
    for (i, entry) in result.iter_mut().enumerate() {
        *entry = f(i);
    }
    result
}

#[inline(always)]
fn dot_multiplier<L: Lanes>(lanes: L, w: Prepared) -> L::D {
    lanes.dot_multiplier((w.0, w.1))
}

/// (x0 + x1, x0 - x1).
#[inline(always)]
pub(super) fn two<L: Lanes>(lanes: L, x: [L::V; 2]) -> [L::V; 2] {
    [lanes.add(x[0], x[1]), lanes.sub(x[0], x[1])]
}

/// 2·R points in the order of Good and Thomas: two DFTs of R points, whose results are within class
/// 4 (doubles: 4), and sums and differences.
#[inline(always)]
pub(super) fn two_of<L: Lanes, const R: usize, const N: usize>(
    lanes: L,
    x: [L::V; N],
    kernel: impl Fn([L::V; R]) -> [L::V; R],
) -> [L::V; N] {
    const { assert!(N == 2 * R) };
    let (mut a, mut b) = ([x[0]; R], [x[R]; R]);
    for k in 1..R {
        (a[k], b[k]) = (x[k], x[R + k]);
    }
    let (a, b) = (kernel(a), kernel(b));
    let mut y = x;
    for k in 0..R {
        let (first, second) = (lanes.trim(a[k]), lanes.trim(b[k]));
        y[k] = lanes.add(first, second);
        y[R + k] = lanes.sub(first, second);
    }
    y
}

/// Three points with one product: with t = ω·(x1 - x2),
/// y1 = x0 - x2 + t and y2 = x0 - x1 - t, since 1 + ω + ω² = 0.
#[inline(always)]
pub(super) fn three<L: Lanes>(lanes: L, x: [L::V; 3], w: L::W) -> [L::V; 3] {
    let t = lanes.mul(lanes.sub(x[1], x[2]), w);
    [
        lanes.add(lanes.trim(lanes.add(x[0], x[1])), x[2]),
        lanes.add(lanes.trim(lanes.sub(x[0], x[2])), t),
        lanes.sub(lanes.trim(lanes.sub(x[0], x[1])), t),
    ]
}

/// Four points; `i` is the root of order 4. (Doubles: results are within four times the operands.)
#[inline(always)]
pub(super) fn four<L: Lanes>(lanes: L, x: [L::V; 4], i: L::W) -> [L::V; 4] {
    let a = lanes.trim(lanes.add(x[0], x[2]));
    let b = lanes.trim(lanes.sub(x[0], x[2]));
    let c = lanes.trim(lanes.add(x[1], x[3]));
    let d = lanes.mul(lanes.sub(x[1], x[3]), i);
    [lanes.add(a, c), lanes.add(b, d), lanes.sub(a, c), lanes.sub(b, d)]
}

/// Eight points: two DFTs of four on sums and (twisted) differences; `w` holds ω, ω², ω³.
#[inline(always)]
pub(super) fn eight<L: Lanes>(lanes: L, x: [L::V; 8], w: [L::W; 3]) -> [L::V; 8] {
    let sum = |k: usize| lanes.trim(lanes.add(x[k], x[k + 4]));
    let difference = |k: usize| lanes.sub(x[k], x[k + 4]);
    let even = four_of_sums(lanes, [sum(0), sum(1), sum(2), sum(3)], w[1]);
    // Doubles: within 2, and 0.63 for the products; the results are within 3.9.
    let twisted = [
        lanes.trim(difference(0)),
        lanes.mul(difference(1), w[0]),
        lanes.mul(difference(2), w[1]),
        lanes.mul(difference(3), w[2]),
    ];
    let odd = four(lanes, twisted, w[1]);
    [even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3]]
}

/// [`four`] for doubles within 2, with results within 1 (the first and third) and 1.3.
#[inline(always)]
fn four_of_sums<L: Lanes>(lanes: L, x: [L::V; 4], i: L::W) -> [L::V; 4] {
    let a = lanes.fold(lanes.add(x[0], x[2]));
    let b = lanes.fold(lanes.sub(x[0], x[2]));
    let c = lanes.fold(lanes.add(x[1], x[3]));
    let d = lanes.mul(lanes.sub(x[1], x[3]), i);
    [lanes.add(a, c), lanes.add(b, d), lanes.sub(a, c), lanes.sub(b, d)]
}

/// Σ_j x_j · table[i·j mod R] over j = 1 … H, and x_0 · table[0] if there is an x_0: class 2, for
/// operands of class 4 and at most 8 terms.
#[inline(always)]
fn wave<L: Lanes, const R: usize, const H: usize>(
    lanes: L,
    first: Option<L::V>,
    x: &[L::V; H],
    table: &[Prepared],
    i: usize,
) -> L::V {
    let table = &table[..R];
    let mut sum = lanes.dot(x[0], dot_multiplier(lanes, table[i % R]));
    for j in 2..=H {
        sum = lanes.dot_add(sum, x[j - 1], dot_multiplier(lanes, table[i * j % R]));
    }
    if let Some(x0) = first {
        sum = lanes.dot_add(sum, x0, dot_multiplier(lanes, table[0]));
    }
    lanes.dot_end(sum, H + usize::from(first.is_some()), 4)
}

/// x0 + Σ x_j, x0 of class 2, the others of class 4: class 4.
#[inline(always)]
fn total<L: Lanes, const H: usize>(lanes: L, x0: L::V, x: &[L::V; H]) -> L::V {
    let mut sum = x0;
    for (j, &v) in x.iter().enumerate() {
        sum = lanes.add(if j == 0 { sum } else { lanes.fold(sum) }, lanes.fold(v));
    }
    sum
}

/// R points, R = 2H + 1 ≤ 15 odd, in lanes of words: from the sums u_j = x_j + x_{R-j} and differences
/// v_j = x_j - x_{R-j} the even part E_i = x_0 + Σ u_j c_ij and the odd part O_i = Σ v_j s_ij
/// give y_i = E_i + O_i and y_{R-i} = E_i - O_i: half the products of the full matrix.
#[inline(always)]
pub(super) fn odd<L: Lanes, const R: usize, const H: usize>(
    lanes: L,
    x: [L::V; R],
    waves: &Waves,
) -> [L::V; R] {
    const { assert!(R == 2 * H + 1 && H < 8) };
    let u: [L::V; H] = array(
        x[0],
        #[inline(always)]
        |j| lanes.add(x[j + 1], x[R - 1 - j]),
    );
    let v: [L::V; H] = array(
        x[0],
        #[inline(always)]
        |j| lanes.sub(x[j + 1], x[R - 1 - j]),
    );
    let mut y = [total(lanes, x[0], &u); R];
    for i in 1..=H {
        let even = wave::<L, R, H>(lanes, Some(x[0]), &u, &waves.cosines, i);
        let odd = wave::<L, R, H>(lanes, None, &v, &waves.sines, i);
        y[i] = lanes.add(even, odd);
        y[R - i] = lanes.sub(even, odd);
    }
    y
}

/// CRT_p for p = 3: with t = ω·x1, y1 = x0 + t and y2 = x0 - x1 - t.
#[inline(always)]
pub(super) fn crt_three<L: Lanes>(lanes: L, x: [L::V; 2], w: L::W) -> [L::V; 2] {
    let t = lanes.mul(x[1], w);
    [lanes.add(x[0], t), lanes.sub(lanes.trim(lanes.sub(x[0], x[1])), t)]
}

/// Its inverse: with d = y1 - y2, x1 = d/(ω - ω²) and x0 = y1 - d·ω/(ω - ω²); `w` holds the two
/// constants.
#[inline(always)]
pub(super) fn crt_three_inverse<L: Lanes>(lanes: L, y: [L::V; 2], w: [L::W; 2]) -> [L::V; 2] {
    let d = lanes.sub(y[0], y[1]);
    [lanes.sub(y[0], lanes.mul(d, w[1])), lanes.mul(d, w[0])]
}

/// CRT_p for p = R = N + 1: the DFT of x_0 … x_{p-2}, 0 without its value at 1; results in the
/// order y_1 … y_{p-1}.
#[inline(always)]
pub(super) fn crt_odd<L: Lanes, const R: usize, const N: usize, const H: usize>(
    lanes: L,
    x: [L::V; N],
    waves: &Waves,
) -> [L::V; N] {
    const { assert!(R == 2 * H + 1 && N == 2 * H && H < 8) };
    // x_{p-1} = 0.
    let u: [L::V; H] = array(
        x[0],
        #[inline(always)]
        |j| if j == 0 { x[1] } else { lanes.add(x[j + 1], x[R - 1 - j]) },
    );
    let v: [L::V; H] = array(
        x[0],
        #[inline(always)]
        |j| if j == 0 { x[1] } else { lanes.sub(x[j + 1], x[R - 1 - j]) },
    );
    let mut y = [x[0]; N];
    for i in 1..=H {
        let even = wave::<L, R, H>(lanes, Some(x[0]), &u, &waves.cosines, i);
        let odd = wave::<L, R, H>(lanes, None, &v, &waves.sines, i);
        y[i - 1] = lanes.add(even, odd);
        y[R - i - 1] = lanes.sub(even, odd);
    }
    y
}

/// Its inverse, from the waves of ω^-1 with the scale 1/p. With z_j = Σ_i y_i ω^-ij / p the
/// inverse DFT is x_j = z_j + c for the unknown c = y_0/p, which x_{p-1} = 0 determines:
/// c = -z_{p-1}.
#[inline(always)]
pub(super) fn crt_odd_inverse<L: Lanes, const R: usize, const N: usize, const H: usize>(
    lanes: L,
    y: [L::V; N],
    waves: &Waves,
) -> [L::V; N] {
    const { assert!(R == 2 * H + 1 && N == 2 * H && H < 8) };
    let u: [L::V; H] = array(
        y[0],
        #[inline(always)]
        |i| lanes.add(y[i], y[N - 1 - i]),
    );
    let v: [L::V; H] = array(
        y[0],
        #[inline(always)]
        |i| lanes.sub(y[i], y[N - 1 - i]),
    );
    let even: [L::V; H] = array(
        y[0],
        #[inline(always)]
        |j| wave::<L, R, H>(lanes, None, &u, &waves.cosines, j + 1),
    );
    let odd: [L::V; H] = array(
        y[0],
        #[inline(always)]
        |j| wave::<L, R, H>(lanes, None, &v, &waves.sines, j + 1),
    );
    let last = lanes.fold(lanes.sub(even[0], odd[0]));
    let z0 = wave::<L, R, H>(lanes, None, &u, &waves.cosines, 0);
    let mut x = [lanes.sub(z0, last); N];
    for j in 1..=H {
        x[j] = lanes.sub(lanes.fold(lanes.add(even[j - 1], odd[j - 1])), last);
        if j > 1 {
            x[R - j] = lanes.sub(lanes.fold(lanes.sub(even[j - 1], odd[j - 1])), last);
        }
    }
    x
}

/// The even and odd parts E_i, E_{i+1}, O_i, O_{i+1} from the (r-1)/2 sums u and differences v in
/// memory, as [`Lanes::centre`] makes them: class 2. Four sums at a time keep the multipliers busy.
#[inline(always)]
pub(super) fn long_waves<L: Lanes>(
    lanes: L,
    u: &[L::Block],
    v: &[L::Block],
    waves: &Waves,
    i: usize,
) -> [L::V; 4] {
    let half = u.len();
    let mut result = [lanes.splat(0); 4];
    let mut start = 0;
    while start < half {
        let end = half.min(start + lanes.centred_terms());
        let looked_up;
        let quads = if waves.quads.is_empty() {
            looked_up = waves.look_up(i, start + 1..=end);
            &looked_up[..end - start]
        } else {
            &waves.quads[i / 2 * half + start..i / 2 * half + end]
        };
        let (u, v) = (&u[start..end], &v[start..end]);
        let sums = quad_sums(lanes, u, v, quads);
        let reduced = if end - start <= TERMS / 2 {
            array(
                result[0],
                #[inline(always)]
                |n| lanes.dot_centred_end(sums[n], TERMS / 2),
            )
        } else {
            array(
                result[0],
                #[inline(always)]
                |n| lanes.dot_centred_end(sums[n], TERMS),
            )
        };
        result = if start == 0 {
            reduced
        } else {
            array(
                result[0],
                #[inline(always)]
                |n| lanes.fold(lanes.add(result[n], reduced[n])),
            )
        };
        start = end;
    }
    result
}

#[inline(always)]
fn quad_sums<L: Lanes>(lanes: L, u: &[L::Block], v: &[L::Block], quads: &[Quad]) -> [L::Sum; 4] {
    let (a, b) = (lanes.load_lazy(&u[0]), lanes.load_lazy(&v[0]));
    let w = quads[0];
    let mut sums = [
        lanes.dot_centred(a, dot_multiplier(lanes, w[0])),
        lanes.dot_centred(a, dot_multiplier(lanes, w[1])),
        lanes.dot_centred(b, dot_multiplier(lanes, w[2])),
        lanes.dot_centred(b, dot_multiplier(lanes, w[3])),
    ];
    let terms = u[1..].iter().zip(&v[1..]).zip(&quads[1..]);
    for ((u, v), quad) in terms {
        let (a, b) = (lanes.load_lazy(u), lanes.load_lazy(v));
        sums[0] = lanes.dot_add(sums[0], a, dot_multiplier(lanes, quad[0]));
        sums[1] = lanes.dot_add(sums[1], a, dot_multiplier(lanes, quad[1]));
        sums[2] = lanes.dot_add(sums[2], b, dot_multiplier(lanes, quad[2]));
        sums[3] = lanes.dot_add(sums[3], b, dot_multiplier(lanes, quad[3]));
    }
    sums
}
