//! Creates, runs and shows commands.

use std::cell::RefCell;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write;
use std::process::{Command, ExitStatus, Stdio};
use std::{env, io};

use anyhow::{Context, Result, bail};

use crate::repository;

/// Prefixes of variables that cargo sets only for this program.
const OF_THIS_PROGRAM: &[&str] = &["CARGO_MANIFEST_", "CARGO_PKG_", "CARGO_BIN_", "CARGO_CRATE_NAME"];

/// Variables to which cargo prepends its own folders.
const LIBRARY_PATHS: &[&str] = &["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"];

/// Returns a command from words that are separated by spaces. Leading words of the form
/// `NAME=value` are its environment. The command runs in the folder of the repository.
pub(crate) fn command(line: &str) -> Command {
    let mut words = line.split_whitespace().peekable();
    let mut variables = Vec::new();
    while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
        variables.push((name, value));
        words.next();
    }
    let program = words.next().expect("a command names a program");
    let mut command = program_command(OsStr::new(program));
    command.args(words).envs(variables);
    command
}

/// Returns a command that runs a program in the folder of the repository.
pub(crate) fn program_command(program: &OsStr) -> Command {
    let cargo = env::var_os("CARGO");
    let mut command = match &cargo {
        Some(path) if program == "cargo" => Command::new(path),
        _ => Command::new(program),
    };
    command.current_dir(repository::root());
    for (name, value) in env::vars_os() {
        let text = name.to_string_lossy();
        if OF_THIS_PROGRAM.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        } else if LIBRARY_PATHS.contains(&&*text) {
            command.env(&name, without_cargo(&value));
        }
    }
    // Each feature set is built once, and incremental builds of all of them take gigabytes.
    if env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Removes cargo's and rustup's folders from a search path.
fn without_cargo(path: &OsStr) -> OsString {
    let target = repository::target();
    let kept = env::split_paths(path).filter(|folder| {
        !folder.starts_with(&target) && !folder.components().any(|part| part.as_os_str() == "toolchains")
    });
    env::join_paths(kept).unwrap_or_default()
}

/// Returns a command as a line for a shell in the folder of the repository, with the environment
/// variables that are specific to the command.
pub(crate) fn line_of(command: &Command) -> String {
    let mut words = Vec::new();
    for (name, value) in command.get_envs() {
        let is_common = name == "CARGO_INCREMENTAL" || LIBRARY_PATHS.iter().any(|path| name == *path);
        if let Some(value) = value
            && !is_common
        {
            let name = name.to_string_lossy();
            let own = env::var(&*name).ok().and_then(|all| value.to_str()?.strip_suffix(&*all));
            words.push(match own {
                Some(own) if name == "PATH" => format!("PATH={}$PATH", shown(OsStr::new(own))),
                _ => format!("{name}={}", quoted(value)),
            });
        }
    }
    let program = command.get_program();
    let is_cargo = env::var_os("CARGO").is_some_and(|cargo| cargo == program);
    words.push(if is_cargo { "cargo".into() } else { quoted(program) });
    words.extend(command.get_args().map(quoted));
    words.join(" ")
}

/// Shortens paths below the folder of the repository.
fn shown(word: &OsStr) -> String {
    let root = format!("{}{}", repository::root().display(), std::path::MAIN_SEPARATOR);
    word.to_string_lossy().replace(&root, "")
}

/// Quotes a word for a shell if necessary.
fn quoted(word: &OsStr) -> String {
    let text = shown(word);
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// Runs the commands of one step.
pub(crate) struct Shell {
    /// The file for the output, or `None` for the terminal.
    log: Option<File>,
    /// The maximum number of concurrent processes.
    jobs: usize,
    /// The skipped parts of the step.
    skips: RefCell<Vec<String>>,
}

impl Shell {
    /// Returns a shell with its output in the terminal.
    pub(crate) fn to_terminal(jobs: usize) -> Self {
        Self { log: None, jobs, skips: RefCell::default() }
    }

    /// Returns a shell with its output in a file.
    pub(crate) fn to_file(log: File, jobs: usize) -> Self {
        Self { log: Some(log), jobs, skips: RefCell::default() }
    }

    /// Returns the maximum number of concurrent processes.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs
    }

    /// Writes a line of output.
    pub(crate) fn say(&self, text: &str) {
        match &self.log {
            Some(log) => {
                let mut log: &File = log;
                // A failed write, for example on a full disk, shows up in the commands too.
                let _ = writeln!(log, "{text}");
            }
            None => println!("{text}"),
        }
    }

    /// Records and reports a skipped part of the step.
    pub(crate) fn skip(&self, part: String) {
        self.say(&format!("== SKIPPED: {part}"));
        self.skips.borrow_mut().push(part);
    }

    /// Returns the skipped parts of the step.
    pub(crate) fn into_skips(self) -> Vec<String> {
        self.skips.into_inner()
    }

    /// Runs a command, which must succeed.
    pub(crate) fn run(&self, command: &mut Command) -> Result<()> {
        let line = self.prepare(command)?;
        if let Some(log) = &self.log {
            command.stdout(log.try_clone()?);
        }
        let status = command.status().with_context(|| format!("cannot run `{line}`"))?;
        check(status, &line)
    }

    /// Runs a command, which must succeed, and returns its standard output.
    pub(crate) fn read(&self, command: &mut Command) -> Result<String> {
        let (status, text) = self.try_read(command)?;
        if !status.success() {
            self.say(text.trim_end());
        }
        check(status, &line_of(command))?;
        Ok(text)
    }

    /// Runs a command, and returns its exit status and its standard output.
    pub(crate) fn try_read(&self, command: &mut Command) -> Result<(ExitStatus, String)> {
        let line = self.prepare(command)?;
        let output = command
            .stdout(Stdio::piped())
            .spawn()
            .and_then(|child| child.wait_with_output())
            .with_context(|| format!("cannot run `{line}`"))?;
        Ok((output.status, String::from_utf8_lossy(&output.stdout).into_owned()))
    }

    fn prepare(&self, command: &mut Command) -> Result<String> {
        let line = line_of(command);
        self.say(&format!("$ {line}"));
        if self.jobs < available_cores() {
            // Another step may wait for a single process meanwhile, which leaves a core idle.
            command.env("CARGO_BUILD_JOBS", self.jobs.max(2).to_string());
        }
        command.stdin(Stdio::null());
        if let Some(log) = &self.log {
            command.stderr(log.try_clone()?);
        }
        io::stdout().flush()?;
        Ok(line)
    }
}

fn check(status: ExitStatus, line: &str) -> Result<()> {
    if !status.success() {
        bail!("`{line}` failed: {status}");
    }
    Ok(())
}

/// Returns the number of cores that this process can use.
pub(crate) fn available_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_lines() {
        let line = "A=b cargo test -p objet";
        assert_eq!(line_of(&command(line)), line);
        let mut command = program_command(OsStr::new("echo"));
        let path = repository::root().join("a b");
        command.arg(path).args(["it's", ""]).env("PATH", format!("x:{}", env::var("PATH").unwrap()));
        assert_eq!(line_of(&command), r"PATH=x:$PATH echo 'a b' 'it'\''s' ''");
    }
}
