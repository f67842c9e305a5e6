//! The code blocks of a page, and the output that the page shows for them. Tests of several crates
//! include this file.

use std::path::{Path, PathBuf};

/// A fenced block of a page.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The line of the page on which the block begins, counted from 1.
    pub(crate) line: usize,
    /// The text after the opening fence, for example `rust,ignore`.
    pub(crate) info: String,
    /// The lines of the block.
    pub(crate) code: String,
    /// The content of the block `text` that directly follows: the output of the code.
    pub(crate) shown: Option<String>,
}

/// Returns the pages of the book and the front page, sorted.
pub(crate) fn pages() -> Vec<PathBuf> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|folder| folder.join("docs"))
        .find(|docs| docs.join("SUMMARY.md").is_file())
        .expect("the tests run in the repository");
    let entries = docs.read_dir().expect("the folder of the book");
    let mut pages: Vec<_> = entries.map(|entry| entry.expect("an entry of the folder").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.push(docs.with_file_name("README.md"));
    pages.sort();
    pages
}

/// Returns the blocks of a page. A block `text` that is the output of another block is part of that
/// block.
pub(crate) fn blocks(page: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut lines = page.lines().enumerate();
    // Whether only blank lines follow the last block.
    let mut is_next = false;
    while let Some((index, line)) = lines.next() {
        let ticks = line.len() - line.trim_start_matches('`').len();
        if ticks < 3 {
            is_next &= line.trim().is_empty();
            continue;
        }
        let (fence, info) = line.split_at(ticks);
        let inner = lines.by_ref().map(|(_, line)| line).take_while(|line| line.trim_end() != fence);
        let code: String = inner.flat_map(|line| [line, "\n"]).collect();
        match found.last_mut() {
            Some(last) if is_next && info == "text" && last.info != "text" && last.shown.is_none() => {
                last.shown = Some(code);
            }
            _ => found.push(Block { line: index + 1, info: info.trim().into(), code, shown: None }),
        }
        is_next = true;
    }
    found
}

/// Whether printed text is the shown one. In the shown text, a line `…` stands for any lines, and
/// `…` within a line for any text. Blanks at the ends of lines do not count.
pub(crate) fn is_as_shown(printed: &str, shown: &str) -> bool {
    fn is_line(printed: &str, shown: &str) -> bool {
        match shown.split_once('…') {
            None => printed == shown,
            Some((start, rest)) => printed.strip_prefix(start).is_some_and(|printed| {
                printed.char_indices().any(|(skipped, _)| is_line(&printed[skipped..], rest))
                    || rest.is_empty()
            }),
        }
    }
    fn matches(printed: &[&str], shown: &[&str]) -> bool {
        match shown.split_first() {
            None => printed.is_empty(),
            Some((&"…", rest)) => (0..=printed.len()).any(|skipped| matches(&printed[skipped..], rest)),
            Some((line, rest)) => printed
                .split_first()
                .is_some_and(|(first, others)| is_line(first, line) && matches(others, rest)),
        }
    }
    let lines = |text| -> Vec<&str> { str::trim_end(text).lines().map(str::trim_end).collect() };
    matches(&lines(printed), &lines(shown))
}

#[test]
fn a_block_of_text_after_code_is_its_output() {
    let page = "\
```sh
objet x
```

```text
1
```
Text.
````text
```c
````
```c,ignore
f();
```
Text.
```text
2
```
";
    let block = |line, info: &str, code: &str, shown: Option<&str>| Block {
        line,
        info: info.into(),
        code: code.into(),
        shown: shown.map(str::to_owned),
    };
    let expected = [
        block(1, "sh", "objet x\n", Some("1\n")),
        block(9, "text", "```c\n", None),
        block(12, "c,ignore", "f();\n", None),
        block(16, "text", "2\n", None),
    ];
    assert_eq!(blocks(page), expected);
}

#[test]
fn an_ellipsis_stands_for_any_lines_or_text() {
    let equal = [
        ("a \nb\n", "a\nb\n"),
        ("a\nb\nc\n", "a\n…\nc\n"),
        ("a\n", "a\n…\n"),
        ("a: 12 b\n", "a: … b\n"),
        ("a: \n", "a:…\n"),
        ("a …\n", "a …\n"),
    ];
    for (printed, shown) in equal {
        assert!(is_as_shown(printed, shown), "{printed:?} {shown:?}");
    }
    let different = [
        ("a\nb\n", "a\n"),
        ("a\n", "a\nb\n"),
        ("a\nb\n", "…\nc\n"),
        (" a\n", "a\n"),
        ("a: 12 b\n", "a: … c\n"),
    ];
    for (printed, shown) in different {
        assert!(!is_as_shown(printed, shown), "{printed:?} {shown:?}");
    }
}
