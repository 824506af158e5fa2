//! Ring tunnelling: E-linear functions from one ring to another.

use ringassay_kernels::Zq;
use ringassay_ring::{
    Crt, RingError,
    index::Index,
    sample::{Label, Seed},
};

use super::{
    Ciphertext, Context, KeySwitchingKey, Plaintext, SecretKey, ring_switch::check_primes,
};
use crate::{Error, Fused, Ring, hybrid::Role, noise::log2_coefficient_variance};

const TUNNEL: Label = Label::new("tunnel");

/// An E-linear function L from R to S, applied to ciphertexts (E. Crockett and C. Peikert, Λ∘λ,
/// 2015/1134 §4.6; seed of the idea: "ring tunnelling"). E is the largest common subring; L is given
/// by its values at the relative powerful basis of R over E.
///
/// With c = Σ_j c_j·p_j, c_j in E: L(c_0 + c_1·s) = Σ_j c_{0,j}·L(p_j) + Σ_j c_{1,j}·L(p_j·s), and
/// the key-switching keys encrypt the L(p_j·s).
///
/// **Security** is that of S at the modulus of the key-switching keys, all primes included.
#[derive(Debug, Clone)]
pub struct Tunnel<R: Ring> {
    target: Context<R>,
    /// The ring of E modulo all primes.
    common: R,
    basis: RelativeBasis,
    images: Vec<Plaintext>,
    switching_keys: Vec<KeySwitchingKey<R>>,
}

/// The powerful basis of R over a subring E: ζ^k for some exponents k, and how to find the
/// coefficients of an element.
///
/// `twace`(x·ζ^-k) is the coefficient of ζ^k on axes that E has; on the axis of a new odd prime it is
/// the difference to the coefficient before, because ζ_p^(p-1) = -1 - ζ_p - … (see
/// `ringassay_ring::subring`).
#[derive(Debug, Clone)]
struct RelativeBasis {
    exponents: Vec<u64>,
    axes: Vec<RelativeAxis>,
}

#[derive(Debug, Clone, Copy)]
struct RelativeAxis {
    length: usize,
    /// How far exponents modulo m lie apart.
    step: u64,
    /// Whether differences have to be added up.
    sums: bool,
}

impl RelativeBasis {
    /// That of the ring of index `ring` over the ring of index `common`.
    fn new(ring: &Index, common: &Index) -> Self {
        let m = ring.m();
        let mut axes = Vec::new();
        for factor in ring.factors() {
            let (p, root) = (u64::from(factor.prime), m / factor.value());
            let known = common.exponent_of(factor.prime);
            let inner = p.pow(factor.exponent - known.max(1));
            if known == 0 {
                let length = factor.prime as usize - 1;
                axes.push(RelativeAxis { length, step: root * inner, sums: factor.prime != 2 });
            }
            axes.push(RelativeAxis { length: inner as usize, step: root, sums: false });
        }
        let exponents = axes.iter().fold(vec![0], |exponents: Vec<u64>, axis| {
            let steps = (0..axis.length as u64).map(|i| i * axis.step);
            exponents.iter().flat_map(|&e| steps.clone().map(move |s| (e + s) % m)).collect()
        });
        Self { exponents, axes }
    }

    /// The coefficients of x, elements of the subring with the limbs of x.
    fn coefficients<R: Ring>(
        &self,
        x: &R::Element<Crt>,
        subring: &R,
    ) -> Result<Vec<R::Element<Crt>>, Error> {
        let ring = R::ring::<Crt>(x);
        let extension = subring.extension(ring)?;
        let m = ring.index().m();
        let traces = self.exponents.iter().map(|&k| {
            let shifted = R::Fused::mul(x, &power(ring, (m - k) % m)?)?;
            R::twace(&shifted, &extension)
        });
        let mut traces: Vec<_> = traces.collect::<Result<_, Error>>()?;
        let mut inner = traces.len();
        for axis in &self.axes {
            let outer = traces.len() / inner;
            inner /= axis.length;
            if !axis.sums {
                continue;
            }
            for block in 0..outer {
                for i in inner..axis.length * inner {
                    let at = block * axis.length * inner + i;
                    let (before, rest) = traces.split_at_mut(at);
                    R::add_assign(&mut rest[0], &before[at - inner])?;
                }
            }
        }
        Ok(traces)
    }
}

/// ζ^k in the CRT basis.
fn power<R: Ring>(ring: &R, k: u64) -> Result<R::Element<Crt>, Error> {
    let index = ring.index();
    let mut coefficients = vec![1_i8];
    for (factor, k) in index.factors().iter().zip(index.split_power(k)) {
        let (k, inner) = (k as usize, factor.inner());
        let mut axis = vec![0_i8; factor.totient()];
        match axis.get_mut(k) {
            Some(place) => *place = 1,
            // The powers of ζ_p add up to 0.
            None => axis.iter_mut().skip(k - factor.totient()).step_by(inner).for_each(|x| *x = -1),
        }
        coefficients =
            coefficients.iter().flat_map(|&a| axis.iter().map(move |&b| a * b)).collect();
    }
    // Residues modulo 3 are lifted to -1, 0 and 1.
    let residues: Vec<u64> = coefficients.iter().map(|&x| x.rem_euclid(3) as u64).collect();
    let three = Zq::new(3).map_err(|error| Error::Ring(RingError::Zq(error)))?;
    Ok(R::into_crt(ring.message(&residues, &three)?))
}

impl<R: Ring> Context<R> {
    /// The relative powerful basis of this ring over its largest common subring with that of
    /// `target`, as exponents of ζ_m: a tunnel needs the image of each ζ^k.
    ///
    /// # Errors
    /// When there is no common subring.
    pub fn tunnel_basis(&self, target: &Context<R>) -> Result<Vec<u64>, Error> {
        let common = common_index(&self.parameters().index, &target.parameters().index)?;
        Ok(RelativeBasis::new(&self.parameters().index, &common).exponents)
    }

    /// What [`Context::tunnel`] needs to apply the E-linear function with the given `images` of the
    /// relative basis ([`Context::tunnel_basis`]), plaintexts of `target`. `common` is an instance over
    /// E, of which only the ring is used.
    ///
    /// # Errors
    /// When the primes differ, or there is not one image for each element of the basis.
    pub fn generate_tunnel(
        &self,
        key: &SecretKey<R>,
        common: &R,
        target: &Context<R>,
        target_key: &SecretKey<R>,
        images: Vec<Plaintext>,
        seed: &Seed,
    ) -> Result<Tunnel<R>, Error> {
        check_primes(self, target)?;
        let expected = common_index(&self.parameters().index, &target.parameters().index)?;
        if *common.index() != expected || common.moduli() != self.ring().moduli() {
            return Err(Error::OtherParameters { what: "the common subring" });
        }
        let basis = RelativeBasis::new(&self.parameters().index, &expected);
        let number = basis.exponents.len();
        if images.len() != number {
            return Err(Error::Parameters(format!(
                "a function from index {} needs the images of {number} basis elements over index \
                 {}, not {}",
                self.parameters().index.m(),
                expected.m(),
                images.len()
            )));
        }
        let extension = common.extension(target.ring())?;
        let lifted = images.iter().map(|image| {
            let image = target.ring().message(image.coefficients(), target.t())?;
            Ok(R::into_crt(image))
        });
        let lifted: Vec<R::Element<Crt>> = lifted.collect::<Result<_, Error>>()?;
        let switching_key = |(j, &k): (usize, &u64)| {
            let product = R::Fused::mul(&key.element, &power(self.ring(), k)?)?;
            let mut source = target.ring().zero::<Crt>();
            for (c, image) in basis.coefficients(&product, common)?.iter().zip(&lifted) {
                R::Fused::mul_add_assign(&mut source, &R::embed(c, &extension)?, image)?;
            }
            target.key_switching_key([&target_key.element, &source], &seed.derive(TUNNEL, j as u64))
        };
        let switching_keys =
            basis.exponents.iter().enumerate().map(switching_key).collect::<Result<_, _>>()?;
        Ok(Tunnel { target: target.clone(), common: common.clone(), basis, images, switching_keys })
    }

    /// The ciphertext of L(μ) over the other ring, at the same level.
    ///
    /// # Errors
    /// When the ciphertext has not two parts, or is of other parameters.
    pub fn tunnel(&self, a: &Ciphertext<R>, tunnel: &Tunnel<R>) -> Result<Ciphertext<R>, Error> {
        let [c0, c1] = a.pair()?;
        let Tunnel { target, common, basis, images, switching_keys } = tunnel;
        let tables = target.tables_at(a.level)?;
        let common = common.pick(tables.own());
        let extension = common.extension(&tables.ring)?;
        let mut parts = vec![tables.ring.zero::<Crt>(), tables.ring.zero()];
        let first = basis.coefficients(c0, &common)?;
        let second = basis.coefficients(c1, &common)?;
        let model = target.model();
        let [big, small] =
            [&self.parameters().index, common.index()].map(log2_coefficient_variance);
        let relative = model.scaled(&a.estimate, (big - small) / 2.0);
        let mut noise = crate::noise::Noise::ZERO;
        for (((x0, x1), image), switching_key) in
            first.iter().zip(&second).zip(images).zip(switching_keys)
        {
            let prepared = target.prepare(image, a.level, Role::Factor)?;
            R::Fused::mul_add_assign(&mut parts[0], &R::embed(x0, &extension)?, &prepared.element)?;
            let digits = target.decompose(&R::embed(x1, &extension)?, a.level)?;
            for (part, switched) in
                parts.iter_mut().zip(target.switch_key(&digits, switching_key, a.level)?)
            {
                R::add_assign(part, &switched)?;
            }
            let term = model.multiply_plain(&relative, &prepared.known.size);
            let term = model.add_independent(&term, &target.key_switch_noise(a.level)?);
            noise = model.add(&noise, &term);
        }
        Ok(Ciphertext::new(parts, a.level, a.scale, noise))
    }
}

/// The index of the largest common subring: gcd, which is no 2 modulo 4.
fn common_index(a: &Index, b: &Index) -> Result<Index, Error> {
    let gcd = num_integer::gcd(a.m(), b.m());
    Ok(Index::new(if gcd % 4 == 2 { gcd / 2 } else { gcd })?)
}
