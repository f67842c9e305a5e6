//! Code that must not compile, a case each in a folder named by the rule. `TRYBUILD=overwrite`
//! writes the expected output anew.

#[test]
fn every_misuse_gets_its_message() {
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}
