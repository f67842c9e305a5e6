//! Incorrect uses of `#[attrs_node]`, one per file. `TRYBUILD=overwrite` updates the expected
//! output.

#[test]
fn every_misuse_gets_its_message() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
