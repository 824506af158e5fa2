//! Kernels on rows of residues and of small integers, and between them.

/// Declares the kernels of rings in RNS form, in the notation of [`kernels`](crate::kernels).
#[doc(hidden)]
#[macro_export]
macro_rules! rns_kernels {
    ([$($then:tt)*] $($more:tt)*) => { $($then)*! { $($more)*
        Transform {
            /// From the powerful to the CRT basis.
            CrtForward { m } "transform" row(butterflies) job rows::forward(m.into());
            /// Likewise of the residues of coefficients modulo another prime, which are centred and
            /// reduced as the transform reads them.
            CrtForwardReduced { m } "reduced transform" row(butterflies)
                job products::reduced_forward(m.into());
            /// From the CRT to the powerful basis.
            CrtInverse { m } "inverse transform" row(butterflies) job rows::inverse(m.into());
        }
        Residue {
            /// Coefficients in the conjugate-invariant ring are folded before a transform, or
            /// unfolded after its inverse.
            Fold "fold" each(PRODUCT + ADD) job rows::fold();
            /// x += y.
            Add "add" each(ADD + SUB) job rows::pairs(|x, y| drop(x.try_add_assign(y)));
            /// x -= y.
            Sub "sub" each(ADD + SUB) job rows::pairs(|x, y| drop(x.try_sub_assign(y)));
            /// x = -x.
            Neg "neg" each(SUB) job rows::each(|x| x.neg_assign());
            /// Product with one constant.
            Scale "scale" each(PRODUCT) job rows::each(|x| x.scale_assign(3));
            /// Product coefficient by coefficient.
            Mul "mul" each(PRODUCT) job rows::pairs(|x, y| drop(x.try_mul_assign(y)));
            /// sum += x·y.
            MulAdd "mul add" each(PRODUCT + ADD)
                job rows::triples(|x, y, z| drop(x.mul_add_assign(y, z)));
            /// x = y + (x - y)·m.
            Select "select" each(PRODUCT + ADD + SUB)
                job rows::triples(|x, y, m| drop(x.select_assign(y, m)));
            /// Product with a row of constants: g, or its inverse, in the CRT basis.
            MulTable "mul table" each(PRODUCT) job rows::mul_table();
            /// A row is copied.
            Copy "copy" job rows::copy();
            /// A row is filled with zeros.
            Clear "clear" job rows::clear();
            /// Memory that held secrets is cleared before it is used for anything else; of the
            /// length are all its words.
            Erase "erase" job rows::erase();
            /// The working memory of a transform of secrets is cleared; m is no power of two.
            EraseScratch { m } "erase scratch" job rows::erase_scratch(m.into());
            /// A row is permuted: an automorphism in the CRT basis.
            Gather "gather" job rows::gather();
            /// An automorphism on one axis in the powerful basis.
            MoveAxis { m, prime } "move axis" each(ADD) job rows::move_axis(m.into(), prime);
            /// From the decoding to the powerful basis (L).
            SumAxes { m } "sum axes" each(ADD) job rows::sum_axes(m.into());
            /// From the powerful to the decoding basis.
            DifferenceAxes { m } "difference axes" each(ADD) job rows::difference_axes(m.into());
            /// Product with g in a basis of coefficients.
            MulG { m, basis } "multiply by g" each(ADD) job rows::by_g(m.into(), basis, false);
            /// Division by g in a basis of coefficients.
            DivG { m, basis } "divide by g" each(PRODUCT + ADD)
                job rows::by_g(m.into(), basis, true);
            /// Integers become residues.
            Reduce "reduce" each(MOD) job integers::reduce();
            /// Residues become the integers nearest to 0.
            Centre "centre" each(SUB) job integers::centre();
            /// The constants of an exact extension that is used once.
            PlanExtension { from, to } "plan extension" each(extension(from, to))
                job columns::plan(from, to);
            /// Exact extension of all columns of `from` limbs to `to` others, in one call.
            BaseExtension { from, to } "base extension" each(extension(from, to))
                job columns::extension(from, to, true);
            /// Likewise, to moduli of which one is even: no vector unit computes its row.
            EvenExtension { from, to } "even extension" each(extension(from, to))
                job columns::even_extension(from, to);
            /// Exact extension as [`Kernel::BaseExtension`], of some representative.
            FastBaseExtension { from, to } "fast base extension" each(extension(from, to))
                job columns::extension(from, to, false);
            /// What a division by `from` limbs adds to `to` others, in one call.
            Correction { from, to } "correction" each(extension(from, to))
                job columns::division(from, to, true);
            /// The division itself, in a basis of coefficients, in one call.
            Divide { from, to } "divide" each(extension(from, to))
                job columns::division(from, to, false);
            /// x = constant·x + correction.
            Merge "merge" each(PRODUCT + ADD) job columns::merge();
            /// Residues modulo all limbs become integers of 128 bits, in one call. (Larger integers
            /// take more: their allocation has no price.)
            Lift { limbs } "lift" each(lifting(limbs)) passes(products(limbs, limbs))
                job columns::lift(limbs);
            /// The largest coefficient is looked for, in one call. No operation of the ring runs it.
            Largest { limbs } "largest" each(lifting(limbs)) passes(products(limbs, limbs));
            /// The largest coefficient is estimated in floating point, in one call.
            EstimateLargest { limbs } "estimate largest" each(lifting(limbs))
                job columns::estimate_largest(limbs);
            /// Residues of a message become the integers nearest to 0.
            CentreMessage "centre message" each(MOD) job integers::centre_message();
            /// Digits in base 2^b of all columns, modulo each limb, in one call.
            BaseDigits { limbs, digits } "base digits" each(DIV * digits + MUL * limbs * limbs)
                job products::base_digits(limbs, digits);
            /// One leading digit of each coefficient, as a residue modulo the same prime.
            LeadingDigit "leading digit" each(DIV + ADD) job products::leading_digit();
            /// All words stay, or all become 0.
            Mask "mask" job lwe::mask();
            /// Sum of digits times gadget elements.
            Recompose { digits } "recompose" each(PRODUCT + ADD * digits)
                job products::recompose(digits);
            /// Constant rows are prepared for [`Kernel::InnerProduct`].
            PrepareTable { terms } "prepare table" each(PRODUCT * terms)
                job products::prepare_table(terms);
            /// Sum of products of rows with constant ones, reduced once.
            InnerProduct { terms } "inner product" each(MUL * terms + ADD * (terms - 1) + MOD)
                job products::inner_product(terms);
            /// Uniform residues are expanded from a seed; the length is that of the words which that
            /// takes on average.
            Uniform "uniform" each(RANDOM) job rows::uniform();
            /// Small coefficients are drawn.
            Sample(draw) "sample" each(RANDOM * draw.words()) job integers::sample(draw);
            /// From a subring to the ring.
            Embed { small, big, basis } "embed" job tower::embed(small, big, basis);
            /// From a ring to its subring.
            Twace { small, big, basis } "twace" each(ADD) job tower::twace(small, big, basis);
        }
        Integer {
            /// Sum or difference of integer elements.
            IntegerAdd "integer add" each(ADD + SUB) job integers::add();
            /// Multiple of an integer element.
            IntegerScale "integer scale" each(MUL) job integers::scale();
            /// An automorphism of an integer element on one axis.
            IntegerMoveAxis { m, prime } "integer move axis" each(ADD)
                job integers::move_axis(m.into(), prime);
            /// From the decoding to the powerful basis, of integers.
            IntegerSumAxes { m } "integer sum axes" each(ADD) job integers::axes(m.into(), false);
            /// From the powerful to the decoding basis, of integers.
            IntegerDifferenceAxes { m } "integer difference axes" each(ADD)
                job integers::axes(m.into(), true);
            /// Product of integers with g.
            IntegerMulG { m, basis } "integer multiply by g" each(ADD)
                job integers::by_g(m.into(), basis, false);
            /// Division of integers by g.
            IntegerDivG { m, basis } "integer divide by g" each(ADD + DIV)
                job integers::by_g(m.into(), basis, true);
            /// From a subring to the ring, of integers.
            IntegerEmbed { small, big, basis } "integer embed"
                job tower::embed_integers(small, big, basis);
            /// From a ring to its subring, of integers.
            IntegerTwace { small, big } "integer twace" each(ADD)
                job tower::twace_integers(small, big);
        }
    } };
}
