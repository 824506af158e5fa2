//! Hand-counted complexities of Rust functions, and hostile sources.

use ringassay_code::rust::{self, STACK_BYTES, SyntaxError};

fn read(text: &str) -> Result<Vec<rust::Function>, SyntaxError> {
    let text = text.to_owned();
    std::thread::Builder::new()
        .stack_size(STACK_BYTES)
        .spawn(move || rust::read(&text).map(rust::Source::into_functions))
        .unwrap()
        .join()
        .unwrap()
}

fn complexity(body: &str) -> usize {
    let functions = read(&format!("fn f() {{ {body} }}")).unwrap();
    assert_eq!(functions.len(), 1, "{functions:?}");
    functions[0].complexity
}

#[test]
fn each_decision_counts_once() {
    for (body, expected) in [
        ("", 1),
        ("if a {}", 2),
        ("if a {} else if b {} else {}", 3),
        ("if let Some(x) = a && x > 1 || c {}", 4),
        ("while a {} for x in y {} loop { break }", 3),
        ("match a { 0 => {} 1 | 2 => {} _ => {} }", 3),
        ("match a { Some(x) if x > 1 && y => {} _ => {} }", 4),
        ("match a {}", 1),
        ("let Some(x) = a else { return };", 2),
        ("a()?; b()?.c()?;", 4),
        ("let f = || a && b; let g = |x: u32| if x > 1 { x } else { 0 };", 3),
        ("assert!(a && b, \"no {}\", if c { 1 } else { 2 });", 3),
        ("matches!(a, 'x' if b); let c = '{'; let d = r#\"if { \"#; /* if { */", 1),
        ("unsafe { async { if a {} } }", 2),
        ("a &= b && c; d | e || !f;", 3),
    ] {
        assert_eq!(complexity(body), expected, "{body}");
    }
}

#[test]
fn one_more_decision_is_one_more() {
    let mut body = String::from("x = 1;");
    for count in 1..40 {
        assert_eq!(complexity(&body), count);
        body = match count % 4 {
            0 => format!("if a {{ {body} }}"),
            1 => format!("{body} while b {{}}"),
            2 => format!("for c in d {{ {body} }}"),
            _ => format!("match e {{ 0 => {{}} _ => {{ {body} }} }}"),
        };
    }
}

#[test]
fn functions_have_a_body_and_a_full_name() {
    let functions = read(
        "mod a { struct S; impl<T> Tr<T> for &'a mut b::S<T> where T: for<'x> Fn(&'x u8) {\n\
         fn m(&self) { fn inner() { if x {} } inner() } }\n\
         trait Tr { fn none(&self); fn some(&self) { if a {} } }\n\
         extern \"C\" { fn foreign(x: fn(u8) -> u8); }\n\
         #[cfg(test)] mod tests { #[test] fn t() { if a {} } fn helper() {} } }\n\
         #[cfg(all(test, unix))] fn u() {}\n#[cfg(not(test))] fn v() {}\n",
    )
    .unwrap();
    let told: Vec<_> =
        functions.iter().map(|f| (f.name.as_str(), f.line, f.complexity, f.test)).collect();
    assert_eq!(
        told,
        [
            ("a::S::m::inner", 2, 2, false),
            ("a::S::m", 2, 1, false),
            ("a::Tr::some", 3, 2, false),
            ("a::tests::t", 5, 2, true),
            ("a::tests::helper", 5, 1, true),
            ("u", 6, 1, true),
            ("v", 7, 1, false),
        ]
    );
}

#[test]
fn a_syntax_error_names_its_line() {
    let error = read("fn a() {}\n\nfn b( {}\n").unwrap_err().to_string();
    assert!(error.starts_with("line 3:"), "{error}");
    let error = read("fn a() {\n  ) }\n").unwrap_err().to_string();
    assert!(error.starts_with("line 2:"), "{error}");
}

#[test]
fn a_byte_order_mark_and_a_first_line_for_the_shell_are_no_errors() {
    let functions = read("\u{feff}#!/usr/bin/env rust-script\nfn main() {}\n").unwrap();
    assert_eq!((functions.len(), functions[0].line), (1, 2));
    assert_eq!(read("#![allow(unused)]\nfn main() {}\n").unwrap().len(), 1);
}

#[test]
fn nothing_exhausts_the_stack() {
    let many = 60_000;
    for (before, repeated, after) in [
        ("fn f() { x = ", "(", ""),
        ("fn f() { x = ", "!", "y }"),
        ("fn f() { x = y", "+1", " }"),
        ("fn f() { x = y", ".z()", " }"),
        ("fn f() { x = y", "?", " }"),
        ("fn f() { x = ", "|a|", "y }"),
        ("fn f() { if a {}", " else if a {}", " }"),
        ("fn f() { x = ", "return ", "y }"),
        ("fn f(x: ", "&", "y) {}"),
        ("fn f(x: ", "Vec<", "y) {}"),
        ("type F = ", "fn() -> ", "y;"),
    ] {
        let text = format!("{before}{}{after}", repeated.repeat(many));
        assert!(read(&text).is_err(), "{before}{repeated}");
        // Just below the bound the tree is really built, walked and dropped.
        let text = format!("{before}{}{after}", repeated.repeat(3_000));
        let _ = read(&text);
    }
}

#[test]
fn a_long_file_is_no_deep_one() {
    let text = "/// About.\nfn f(a: u8) -> u8 { if a > 1 { 1 } else { 2 } }\n".repeat(20_000);
    assert_eq!(read(&text).unwrap().len(), 20_000);
}
