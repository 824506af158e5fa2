//! Walks a file: where functions begin, what in them decides.

use proc_macro2::Span;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, ExprForLoop, ExprIf, ExprMatch, ExprTry, ExprWhile,
    ImplItemFn, ItemFn, ItemImpl, ItemMod, ItemTrait, Local, Macro, Meta, PatGuard, Signature,
    Token, TraitItemFn, Type,
};

use super::{Function, Source};

/// All functions of `file` that have a body.
pub(super) fn collect(file: &syn::File) -> Source {
    let mut visitor = Visitor { test: only_for_tests(&file.attrs), ..Visitor::default() };
    if visitor.test {
        visitor.source.test_lines.push((1, usize::MAX));
    }
    visitor.visit_file(file);
    visitor.source.functions.sort_by_key(|function| function.line);
    visitor.source
}

#[derive(Default)]
struct Visitor {
    source: Source,
    /// Names of the modules, types and functions around.
    scope: Vec<String>,
    /// Whether an item around is for tests only.
    test: bool,
    /// Decisions of the function being read.
    decisions: usize,
}

impl Visitor {
    /// Reads what is inside `name`, whose attributes and extent are given.
    fn inside(
        &mut self,
        name: String,
        attributes: &[Attribute],
        extent: Span,
        read: impl FnOnce(&mut Self),
    ) {
        let around = self.test;
        if only_for_tests(attributes) && !around {
            self.test = true;
            let first = attributes.iter().map(|a| a.span().start().line).min();
            let own = extent.start().line;
            let first = first.map_or(own, |line| line.min(own));
            self.source.test_lines.push((first, extent.end().line));
        }
        self.scope.push(name);
        read(self);
        self.scope.pop();
        self.test = around;
    }

    fn function(
        &mut self,
        attributes: &[Attribute],
        signature: &Signature,
        body: &Block,
        extent: Span,
    ) {
        let around = std::mem::take(&mut self.decisions);
        self.inside(signature.ident.to_string(), attributes, extent, |visitor| {
            visitor.visit_block(body);
            visitor.source.functions.push(Function {
                name: visitor.scope.join("::"),
                line: signature.span().start().line,
                end_line: body.span().end().line,
                complexity: 1 + visitor.decisions,
                test: visitor.test,
            });
        });
        self.decisions = around;
    }

    /// The arguments of a macro, if they are expressions.
    fn arguments(&mut self, call: &Macro) {
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        if let Ok(expressions) = parser.parse2(call.tokens.clone()) {
            for expression in &expressions {
                self.visit_expr(expression);
            }
        }
    }
}

impl<'ast> Visit<'ast> for Visitor {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.inside(item.ident.to_string(), &item.attrs, item.span(), |visitor| {
            visit::visit_item_mod(visitor, item);
        });
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        self.inside(type_name(&item.self_ty), &item.attrs, item.span(), |visitor| {
            visit::visit_item_impl(visitor, item);
        });
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.inside(item.ident.to_string(), &item.attrs, item.span(), |visitor| {
            visit::visit_item_trait(visitor, item);
        });
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, item.span());
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.attrs, &item.sig, &item.block, item.span());
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(body) = &item.default {
            self.function(&item.attrs, &item.sig, body, item.span());
        }
    }

    fn visit_expr_if(&mut self, expression: &'ast ExprIf) {
        self.decisions += 1;
        visit::visit_expr_if(self, expression);
    }

    fn visit_expr_while(&mut self, expression: &'ast ExprWhile) {
        self.decisions += 1;
        visit::visit_expr_while(self, expression);
    }

    fn visit_expr_for_loop(&mut self, expression: &'ast ExprForLoop) {
        self.decisions += 1;
        visit::visit_expr_for_loop(self, expression);
    }

    fn visit_expr_match(&mut self, expression: &'ast ExprMatch) {
        self.decisions += expression.arms.len().saturating_sub(1);
        visit::visit_expr_match(self, expression);
    }

    fn visit_pat_guard(&mut self, guarded: &'ast PatGuard) {
        self.decisions += 1;
        visit::visit_pat_guard(self, guarded);
    }

    fn visit_expr_try(&mut self, expression: &'ast ExprTry) {
        self.decisions += 1;
        visit::visit_expr_try(self, expression);
    }

    fn visit_local(&mut self, local: &'ast Local) {
        let diverges = local.init.as_ref().is_some_and(|init| init.diverge.is_some());
        self.decisions += usize::from(diverges);
        visit::visit_local(self, local);
    }

    fn visit_expr_binary(&mut self, expression: &'ast ExprBinary) {
        self.decisions += usize::from(matches!(expression.op, BinOp::And(_) | BinOp::Or(_)));
        visit::visit_expr_binary(self, expression);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        self.arguments(call);
    }
}

/// The name of a type without its arguments: `Poly` for `&'a mut ring::Poly<T>`.
fn type_name(of: &Type) -> String {
    match of {
        Type::Path(path) => {
            path.path.segments.last().map_or_else(|| "_".to_owned(), |last| last.ident.to_string())
        }
        Type::Reference(reference) => type_name(&reference.elem),
        Type::Group(group) => type_name(&group.elem),
        Type::Paren(paren) => type_name(&paren.elem),
        Type::Slice(_) | Type::Array(_) => "[]".to_owned(),
        Type::Tuple(_) => "()".to_owned(),
        _ => "_".to_owned(),
    }
}

/// `#[test]`, `#[cfg(test)]`, `#[cfg(all(test, …))]`, and test attributes of other crates
/// (`#[tokio::test]`).
fn only_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        if path.is_ident("cfg") {
            return attribute.parse_args::<Meta>().is_ok_and(|condition| needs_test(&condition));
        }
        path.segments.last().is_some_and(|last| last.ident == "test")
    })
}

/// Whether a condition holds only under `cfg(test)`.
fn needs_test(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => list
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .is_ok_and(|all| all.iter().any(needs_test)),
        _ => false,
    }
}
