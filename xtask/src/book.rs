//! The book: its pages as HTML, and the links between them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::repository;
use crate::shell::{Shell, command, program_command};

/// The version of mdBook that builds the pages.
const VERSION: &str = "0.5.4";

/// Returns the path of mdBook's program, which [`install`] puts there.
pub(crate) fn program() -> PathBuf {
    let name = format!("mdbook{}", std::env::consts::EXE_SUFFIX);
    repository::target().join("tools").join(format!("mdbook-{VERSION}")).join("bin").join(name)
}

/// Installs mdBook in the target folder. Returns whether it is there.
pub(crate) fn install() -> bool {
    let root = repository::target().join("tools").join(format!("mdbook-{VERSION}"));
    let mut cargo = command("cargo install --quiet --locked --no-default-features mdbook --version");
    cargo.arg(VERSION).arg("--root").arg(root);
    cargo.status().is_ok_and(|status| status.success())
}

/// Builds the pages and checks the links between them.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    let folder = repository::target().join("book");
    shell.run(program_command(program().as_os_str()).arg("build").arg("docs").arg("-d").arg(&folder))?;
    let pages = read_pages(&folder)?;
    let broken = broken_links(&pages, |path| folder.join(path).exists());
    if !broken.is_empty() {
        bail!("broken links in the book:\n{}", broken.join("\n"));
    }
    shell.say(&format!("{} pages, no broken link", pages.len()));
    Ok(())
}

/// Returns the text of each page by its file name.
fn read_pages(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut pages = BTreeMap::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // These repeat what is on the other pages.
        let is_copy = ["print.html", "toc.html", "404.html"].contains(&&*name);
        if path.extension().is_some_and(|extension| extension == "html") && !is_copy {
            pages.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(pages)
}

/// Returns the links to files and headings that are not there. Links to other sites are not
/// followed.
fn broken_links(pages: &BTreeMap<String, String>, exists: impl Fn(&str) -> bool) -> Vec<String> {
    let ids: BTreeMap<_, BTreeSet<_>> =
        pages.iter().map(|(name, html)| (&**name, values(html, "id").collect())).collect();
    let mut broken = Vec::new();
    for (name, html) in pages {
        for link in values(html, "href") {
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let page = if path.is_empty() { name } else { path };
            let is_there = path.contains(':')
                || match ids.get(page) {
                    Some(ids) => heading.is_empty() || ids.contains(heading),
                    None => exists(path),
                };
            if !is_there {
                broken.push(format!("{name}: {link}"));
            }
        }
    }
    broken
}

/// Returns the values of an attribute, in the order of the text.
fn values<'a>(html: &'a str, attribute: &str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {attribute}=\"");
    let mut rest = html;
    std::iter::from_fn(move || {
        let (_, value) = rest.split_once(&*start)?;
        let (value, after) = value.split_once('"')?;
        rest = after;
        Some(value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(html: &str) -> Vec<String> {
        let other = "<h2 id=\"there\">There</h2>".to_owned();
        let pages = [("a.html".to_owned(), html.to_owned()), ("b.html".to_owned(), other)];
        broken_links(&pages.into(), |path| path == "style.css")
    }

    #[test]
    fn links_to_pages_headings_and_files_are_followed() {
        let html = "<h1 id=\"here\"><a href=\"#here\"></a><a href=\"b.html\"></a>\
                    <a href=\"b.html#there\"></a><link href=\"style.css\">\
                    <a href=\"https://example.com/#x\"></a>";
        assert!(broken(html).is_empty());
    }

    #[test]
    fn missing_pages_headings_and_files_are_broken_links() {
        for link in ["#here", "c.html", "b.html#here", "script.js"] {
            assert_eq!(broken(&format!("<a href=\"{link}\">")), [format!("a.html: {link}")]);
        }
    }
}
