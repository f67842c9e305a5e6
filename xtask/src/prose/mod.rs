//! The check of prose: comments, docstrings and Markdown pages follow the rules of `xtask/prose/`.

mod comments;
mod language;
mod rules;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::repository;
use crate::shell::{Shell, command};
use language::Language;
use rules::{Finding, Words};

/// Findings by path, relative to the root of the repository.
type Findings = BTreeMap<String, Vec<Finding>>;

/// Checks all tracked files.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let findings = of_tracked_files(shell)?;
    for (path, findings) in &findings {
        show(shell, path, findings);
    }
    match findings.len() {
        0 => Ok(()),
        files => bail!("files that break the rules of prose: {files}"),
    }
}

/// Shows all findings of these files, or of all tracked files.
pub(crate) fn list(shell: &Shell, paths: &[PathBuf]) -> Result<()> {
    let findings = if paths.is_empty() { of_tracked_files(shell)? } else { of_paths(paths)? };
    for (path, findings) in &findings {
        show(shell, path, findings);
    }
    shell.say(&format!("{} findings", findings.values().map(Vec::len).sum::<usize>()));
    Ok(())
}

fn show(shell: &Shell, path: &str, findings: &[Finding]) {
    for Finding { line, rule } in findings {
        shell.say(&format!("{path}:{line}: {rule}"));
    }
}

fn words() -> Words {
    Words::new(include_str!("../../prose/openers.txt"), include_str!("../../prose/phrases.txt"))
}

fn of_tracked_files(shell: &Shell) -> Result<Findings> {
    let words = words();
    let names = shell.read(&mut command("git ls-files -z"))?;
    let mut findings = Findings::new();
    for name in names.split_terminator('\0') {
        let path = repository::root().join(name);
        // Deleted files stay tracked until the next commit.
        if Language::of(&path).is_some() && path.is_file() {
            add(&mut findings, &words, name.to_owned(), &path)?;
        }
    }
    Ok(findings)
}

fn of_paths(paths: &[PathBuf]) -> Result<Findings> {
    let words = words();
    let mut findings = Findings::new();
    for path in paths {
        add(&mut findings, &words, path.display().to_string(), path)?;
    }
    Ok(findings)
}

fn add(findings: &mut Findings, words: &Words, name: String, path: &Path) -> Result<()> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let found = words.findings(path, &text);
    if !found.is_empty() {
        findings.insert(name, found);
    }
    Ok(())
}
