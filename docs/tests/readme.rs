//! The program of the README: the page shows `readme/program.rs` and its output.

use std::process::Command;

#[expect(unreachable_pub, reason = "the program is written as users do")]
mod program {
    include!("readme/program.rs");

    pub(super) fn run() {
        main().expect("the program succeeds");
    }
}

const PAGE: &str = include_str!("../../README.md");

/// Returns the first code block of this language.
fn block(language: &str) -> &'static str {
    let (_, rest) = PAGE.split_once(&format!("```{language}\n")).expect("the page has such a block");
    rest.split_once("```").expect("the block has an end").0
}

#[test]
#[ignore = "`the_output_is_that_of_the_page` runs it in a process and reads the output"]
fn program() {
    program::run();
}

#[test]
fn the_program_is_that_of_the_page() {
    assert_eq!(block("rust"), include_str!("readme/program.rs"));
}

#[test]
fn the_output_is_that_of_the_page() {
    let this = std::env::current_exe().expect("the test is a program");
    let mut command = Command::new(this);
    let output = command.args(["--exact", "program", "--include-ignored", "--nocapture"]).output();
    let output = output.expect("the test starts");
    let text = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n");
    assert!(output.status.success() && text.contains(block("text")), "{text}");
}
