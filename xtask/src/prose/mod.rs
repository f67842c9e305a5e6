//! The check of prose: comments, docstrings and Markdown pages follow the rules of `xtask/prose/`.
//!
//! `pending.tsv` lists files with findings, and the number of the findings.
//! - A file that is not listed has no findings.
//! - A listed file has exactly the listed number of findings. If the number falls, the list must be
//!   updated.

mod comments;
mod language;
mod pending;
mod rules;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::repository;
use crate::shell::{Shell, command};
use language::Language;
use pending::Counts;
use rules::{Finding, Words};

const PENDING: &str = "xtask/prose/pending.tsv";

/// Findings by path, relative to the root of the repository.
type Findings = BTreeMap<String, Vec<Finding>>;

/// Checks all tracked files against the list of pending files.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let findings = of_tracked_files(shell)?;
    let now = counts(&findings);
    let differences = pending::compare(&listed()?, &now);
    for (path, allowed) in &differences.more {
        show(shell, path, &findings[path]);
        let found = now[path];
        shell.say(&format!("{path}: {found} findings, {allowed} are allowed by {PENDING}\n"));
    }
    for path in &differences.fewer {
        shell.say(&format!("{path}: fewer findings than {PENDING} says: lower the number"));
    }
    let (more, fewer) = (differences.more.len(), differences.fewer.len());
    match (more, fewer) {
        (0, 0) => Ok(()),
        (0, _) => bail!("numbers to lower in {PENDING}: {fewer}; run `cargo xtask regenerate prose`"),
        _ => bail!(
            "files that break the rules of prose: {more}; \
             if their text was only moved, run `cargo xtask regenerate prose --accept-moves`"
        ),
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

/// Updates the list. Fails if a number rises, unless `accept_moves` allows findings to move between
/// files.
pub(crate) fn regenerate(shell: &Shell, accept_moves: bool) -> Result<()> {
    let now = counts(&of_tracked_files(shell)?);
    let listed = listed()?;
    pending::accept(&listed, &now, accept_moves)?;
    fs::write(repository::root().join(PENDING), pending::format(&now))?;
    let sum = |counts: &Counts| counts.values().sum::<usize>();
    shell.say(&format!("{PENDING}: {} files, {} findings (before: {})", now.len(), sum(&now), sum(&listed)));
    Ok(())
}

fn listed() -> Result<Counts> {
    let path = repository::root().join(PENDING);
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    pending::parse(&text).with_context(|| path.display().to_string())
}

fn counts(findings: &Findings) -> Counts {
    findings.iter().map(|(path, findings)| (path.clone(), findings.len())).collect()
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
