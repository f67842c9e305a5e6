//! The commands of the book, with the output that its pages show.

#[path = "../../../docs/blocks.rs"]
mod blocks;

use std::ffi::OsString;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::command::{command, scratch};
use blocks::{blocks, is_as_shown, pages};

/// Runs each `sh` block that has a line with the command. A block whose output the page does not
/// show must succeed.
#[test]
fn commands_of_the_book_print_the_shown_text() {
    let folder = folder();
    let (mut count, mut failed) = (0, Vec::new());
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for block in blocks(&text) {
            if block.info != "sh" || !block.code.lines().any(|line| line.starts_with("objet ")) {
                continue;
            }
            count += 1;
            let output = shell(&folder, &block.code).output().unwrap();
            let printed = String::from_utf8_lossy(&output.stdout);
            let is_good = match &block.shown {
                Some(shown) => is_as_shown(&printed, shown),
                None => output.status.success(),
            };
            if !is_good {
                let shown = block.shown.as_deref().unwrap_or("nothing\n");
                failed.push(format!(
                    "{}:{}: {}\nshown:\n{shown}printed:\n{printed}",
                    page.display(),
                    block.line,
                    output.status
                ));
            }
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(count > 10, "{count}");
}

/// Returns a folder like the root of the repository, with the files that the commands read. The
/// commands may write other files there.
fn folder() -> PathBuf {
    let folder = PathBuf::from(scratch("book"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for name in ["examples", "tests"] {
        symlink(root.join(name), folder.join(name)).unwrap();
    }
    folder
}

/// Returns a shell that finds the command by its name, with standard error in the output.
fn shell(folder: &Path, code: &str) -> Command {
    let objet = command(&[]);
    let programs = Path::new(objet.get_program()).parent().unwrap().to_owned();
    let path = env::var_os("PATH").unwrap_or_default();
    let path: OsString = env::join_paths([programs].into_iter().chain(env::split_paths(&path))).unwrap();
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("exec 2>&1\n{code}")).current_dir(folder);
    for (name, _) in objet.get_envs() {
        shell.env_remove(name);
    }
    shell.env("PATH", path).env("HOME", folder);
    shell
}
