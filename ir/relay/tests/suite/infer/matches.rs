//! Matches that are declared to be complete.

use objet_relay::infer::infer_module;
use objet_relay::text::parse_module;

/// Returns the text of the errors of a function that matches a list.
fn errors(matching: &str) -> String {
    let program = format!(
        "#[version = \"0.0.5\"]\ntype List[A] {{ Cons(A, List[A]), Nil }}\n\
         def @main(%x: List[int32]) {{ {matching} }}"
    );
    let module = parse_module("list.rly", &program).unwrap();
    infer_module(&module).map_or_else(|error| error.to_string(), |_| String::new())
}

#[test]
fn complete_matches_handle_all_cases() {
    let message = errors("match (%x) { Nil => 1 }");
    assert!(
        message.contains("match expression does not handle the following cases: case 0: \nCons(_, _)"),
        "{message}"
    );
    let message = errors("match (%x) { Cons(_, Nil) => 1 }");
    assert!(message.contains("case 0: ") && message.contains("Nil"), "{message}");
    assert_eq!(errors("match? (%x) { Nil => 1 }"), "");
    assert_eq!(errors("match (%x) { Cons(%h, _) => %h, Nil => 1 }"), "");
    assert_eq!(errors("match (%x) { _ => 1 }"), "");
}
