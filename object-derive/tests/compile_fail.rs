//! Code that must not compile. Each rule has a folder, and each case a file. `TRYBUILD=overwrite`
//! rewrites the expected output.

#[test]
fn every_misuse_gets_its_message() {
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}
