//! Incorrect uses of the macros. Each rule has a folder in `ui/`, and each case a file.
//! `TRYBUILD=overwrite` rewrites the expected output.

#[test]
fn every_misuse_gets_its_message() {
    trybuild::TestCases::new().compile_fail("ui/*/*.rs");
}
