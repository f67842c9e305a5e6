//! Programs that must not compile, each in a folder named by the rule that it breaks.
//! `cargo xtask regenerate compile-fail` writes the expected messages.

#[test]
fn every_misuse_gets_its_message() {
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}
