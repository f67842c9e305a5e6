//! The stubs that declare the classes and functions of the wheels for type checkers.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::venv::Venv;
use crate::repository::{self, files_below};
use crate::shell::Shell;

/// The folder of the package's stubs.
const OF_PACKAGE: &str = "bindings/python/python/objet-stubs";

/// The stub of the template.
const OF_TEMPLATE: &str = "examples/python-extension/python/objet-stubs/shapes.pyi";

/// Checks that the tracked stubs equal the generated ones.
pub(super) fn check(shell: &Shell, venv: &Venv) -> Result<()> {
    let generated = generate(shell, venv)?;
    let root = repository::root();
    let mut differences = Vec::new();
    for name in files_below(&root.join(OF_PACKAGE))?.union(&files_below(&generated.of_package)?) {
        let (tracked, generated) = (root.join(OF_PACKAGE).join(name), generated.of_package.join(name));
        differences.extend(difference(&tracked, &generated)?);
    }
    differences.extend(difference(&root.join(OF_TEMPLATE), &generated.of_template)?);
    if !differences.is_empty() {
        bail!("stubs are not up to date; run `cargo xtask regenerate stubs`\n{}", differences.join("\n"));
    }
    Ok(())
}

/// Replaces the tracked stubs by the generated ones.
pub(super) fn regenerate(shell: &Shell, venv: &Venv) -> Result<()> {
    let generated = generate(shell, venv)?;
    let tracked = repository::root().join(OF_PACKAGE);
    fs::remove_dir_all(&tracked)?;
    for name in files_below(&generated.of_package)? {
        let file = tracked.join(&name);
        fs::create_dir_all(file.parent().expect("the file is in a folder"))?;
        fs::copy(generated.of_package.join(name), file)?;
    }
    fs::copy(generated.of_template, repository::root().join(OF_TEMPLATE))?;
    shell.say(&format!("{OF_PACKAGE}\n{OF_TEMPLATE}"));
    Ok(())
}

/// The paths of generated stubs.
struct Generated {
    of_package: PathBuf,
    of_template: PathBuf,
}

fn generate(shell: &Shell, venv: &Venv) -> Result<Generated> {
    let folder = repository::target().join("python/stubs");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let of_package = folder.join("objet-stubs");
    shell.run(venv.python().args(["-m", "objet.stubs"]).arg(&of_package))?;
    let with_template = folder.join("with-template");
    let code = "import shapes, objet.stubs; objet.stubs.main()";
    shell.run(venv.python().args(["-c", code]).arg(&with_template))?;
    Ok(Generated { of_package, of_template: with_template.join("shapes.pyi") })
}

/// Describes the first difference between two files, either of which may be missing.
fn difference(tracked: &Path, generated: &Path) -> Result<Option<String>> {
    let shown = tracked.strip_prefix(repository::root()).unwrap_or(tracked).display();
    Ok(match (tracked.exists(), generated.exists()) {
        (true, false) => Some(format!("{shown}: no longer generated")),
        (false, _) => Some(format!("{shown}: missing")),
        (true, true) => {
            let (tracked, generated) = (fs::read_to_string(tracked)?, fs::read_to_string(generated)?);
            first_difference(&tracked, &generated).map(|difference| format!("{shown}:{difference}"))
        }
    })
}

fn first_difference(tracked: &str, generated: &str) -> Option<String> {
    if tracked == generated {
        return None;
    }
    let (mut tracked, mut generated) = (tracked.lines(), generated.lines());
    let mut line = 1;
    loop {
        match (tracked.next(), generated.next()) {
            (None, None) => return Some(format!("{line}: the end of the last line differs")),
            (old, new) if old != new => {
                return Some(format!("{line}:\n  - {}\n  + {}", old.unwrap_or(""), new.unwrap_or("")));
            }
            _ => line += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::first_difference;

    #[test]
    fn the_first_line_that_differs_is_shown() {
        assert_eq!(first_difference("a\nb\n", "a\nb\n"), None);
        assert_eq!(first_difference("a\nb\nc\n", "a\nx\ny\n").unwrap(), "2:\n  - b\n  + x");
        assert_eq!(first_difference("a\n", "a\nb\n").unwrap(), "2:\n  - \n  + b");
        assert_eq!(first_difference("a\n", "a").unwrap(), "2: the end of the last line differs");
    }
}
