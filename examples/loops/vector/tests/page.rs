//! The page `docs/loops.md` shows the output of the program and excerpts of both crates.

use std::path::Path;
use std::process::Command;

#[path = "../../../../docs/blocks.rs"]
mod blocks;

const PAGE: &str = include_str!("../../../../docs/loops.md");

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no processes")]
fn the_output_is_that_of_the_page() {
    let shown = blocks::blocks(PAGE).into_iter().find_map(|block| block.shown).expect("an output");
    let output = Command::new(env!("CARGO_BIN_EXE_loops-vector")).output().expect("the program starts");
    let printed = String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(blocks::is_as_shown(&printed, &shown), "{printed}");
}

#[test]
fn the_excerpts_are_in_the_files() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let mut excerpts = 0;
    for block in blocks::blocks(PAGE) {
        let Some((file, excerpt)) = block.code.split_once('\n') else { continue };
        let Some(file) = file.strip_prefix("// ") else { continue };
        let source = std::fs::read_to_string(repository.join(file)).expect("the file of an excerpt");
        assert!(
            source.replace("\r\n", "\n").contains(excerpt),
            "line {}: {file} has no\n{excerpt}",
            block.line
        );
        excerpts += 1;
    }
    assert!(excerpts >= 8, "{excerpts} excerpts");
    assert!(!blocks::pages().is_empty());
}
