//! Misuses of `#[attrs_node]`, one a file. `TRYBUILD=overwrite` writes the expected output anew.

#[test]
fn every_misuse_gets_its_message() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
