//! Programs with many nested parts are parsed on a stack of 2 MB.

use objet_relay::text::{parse_expr, parse_module};

use crate::deep::{FEWER as DEPTH, LENGTH, on_a_small_stack};

/// Parses `begin` repeated, `middle`, and `end` repeated.
fn nested(begin: &'static str, middle: &'static str, end: &'static str) {
    nested_in("", begin, middle, end, "");
}

/// Parses nested parts like [`nested`], between two other texts.
fn nested_in(
    before: &'static str,
    begin: &'static str,
    middle: &'static str,
    end: &'static str,
    behind: &'static str,
) {
    on_a_small_stack(move || {
        let text = format!("{before}{}{middle}{}{behind}", begin.repeat(DEPTH), end.repeat(DEPTH));
        if let Err(error) = parse_expr("deep", &text) {
            panic!("{begin}: {}", error.diagnostics()[0].message);
        }
        // The text without its end is an error. Errors do not recurse either.
        let error = parse_expr("deep", &format!("{before}{}", begin.repeat(DEPTH))).unwrap_err();
        assert_eq!(error.diagnostics().len(), 1, "{begin}");
    });
}

#[test]
fn statements() {
    nested("let %x = 1; ", "%x", "");
    nested("%0 = (1, 2); ", "%0", "");
    nested("free_var %x: int32; ", "%x", "");
    nested("1; ", "2", "");
    nested("let %x = (", "1", "); %x");
    nested("%0 = (", "1", "); %0");
}

#[test]
fn expressions() {
    nested("(", "1", ")");
    nested("(1, ", "1", ")");
    nested("{", "1", "}");
    nested("nn.relu(", "1", ")");
    nested("ref(", "1", ")");
    nested("fn () {", "1", "}");
    nested("fn (%x: int32) {", "1", "}");
    nested("if (True) { 0 } else {", "1", "}");
    nested("if (", "True", ") { 0 } else { 0 }");
    nested("match (1) { _ => {", "1", "} }");
    nested("match (", "1", ") { _ => 1 }");
    nested("", "(1, 2)", ".0");
    nested("", "@f", "()");
    nested("-", "1", "");
}

#[test]
fn a_million_parts() {
    on_a_small_stack(|| {
        let text = format!("{}1{}", "let %x = nn.relu((1 + ".repeat(LENGTH), ")); %x".repeat(LENGTH));
        assert!(parse_expr("deep", &text).is_ok());
    });
}

#[test]
fn types() {
    nested_in("let %x: ", "(", "int32", ")", " = 1; %x");
    nested_in("let %x: ", "ref(", "int32", ")", " = 1; %x");
    nested_in("let %x: ", "List[", "int32", "]", " = 1; %x");
    nested_in("let %x: ", "fn (", "int32", ") -> int32", " = 1; %x");
    nested_in("let %x: ", "fn [A](A) -> ", "int32", "", " = 1; %x");
}

#[test]
fn patterns_attributes_and_comments() {
    nested_in("match (1) { ", "(", "%x", ",)", " => %x }");
    nested_in("fn (a=", "[", "1", "]", ") { 1 }");
    nested_in("", "/*", "", "*/", "1");
}

/// Each function is a definition of its own, so the parts of a module are not nested.
#[test]
fn a_constructor_pattern() {
    on_a_small_stack(|| {
        let pattern = format!("{}_{}", "S(".repeat(DEPTH), ")".repeat(DEPTH));
        let text = format!("type Nat {{ S(Nat), Z }} def @f(%n: Nat) {{ match? (%n) {{ {pattern} => 1 }} }}");
        parse_module("deep", &text).unwrap_or_else(|error| panic!("{}", error.diagnostics()[0].message));
    });
}

#[test]
fn operators() {
    nested("1 + ", "1", "");
    nested("1 == 2 * ", "1", "");
    nested("(1 - ", "1", ")");
}
