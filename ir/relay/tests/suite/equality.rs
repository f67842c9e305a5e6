//! Structural equality and hash of functions.

use objet::compare::structural_hash;
use objet::structural_equal;
use objet_ir::expr::RelayExpr;
use objet_relay::text::parse_expr;

fn function(text: &str) -> RelayExpr {
    parse_expr("function.rly", text).unwrap()
}

#[test]
fn type_parameters_are_bound_before_their_uses() {
    // The first use of each type parameter is in a parameter, the type of the result or the body.
    let in_parameter = "fn [a](%x: a) -> a { %x }";
    let in_result = "fn [a](%x: int32) -> a { %x }";
    let in_body = "fn [a](%x: int32) { let %y: a = %x; %y }";
    for text in [in_parameter, in_result, in_body] {
        let (first, second) = (function(text), function(text));
        assert!(structural_equal(&first, &second), "{text}");
        assert_eq!(structural_hash(&first), structural_hash(&second), "{text}");
    }
    let (first, second) =
        (function("fn [a, b](%x: a) -> b { %x }"), function("fn [a, b](%x: a) -> a { %x }"));
    assert!(!structural_equal(&first, &second));
}
