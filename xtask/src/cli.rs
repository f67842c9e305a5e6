//! The command-line interface. Its doc comments are the texts of `--help`.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};

use crate::regenerate::{self, Generated};
use crate::runner::{self, Options};
use crate::shell::{Shell, available_cores};
use crate::step::{Group, Step, Work};
use crate::steps::{self, STEPS};
use crate::{capi, fuzz, prose, python};

/// Checks and builds of Objet.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Checks format, clippy, docs and prose.
    Lint(RunArgs),
    /// Runs all tests except for the long ones.
    Test(RunArgs),
    /// Runs all checks.
    Ci(RunArgs),
    /// Runs single steps of the checks.
    Step {
        /// Names of steps, as `list` shows them.
        #[arg(required = true, value_name = "NAME", value_parser = PossibleValuesParser::new(names()), hide_possible_values = true)]
        names: Vec<String>,
        #[command(flatten)]
        args: RunArgs,
    },
    /// Shows the table of steps, or the commands of some.
    List {
        /// Steps whose commands to show.
        #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(names()), hide_possible_values = true)]
        names: Vec<String>,
    },
    /// Writes generated files again, by default all of them.
    Regenerate {
        /// The files to write.
        names: Vec<Generated>,
    },
    /// Builds the C library: libtvm_runtime, and libtvm with reflection and the IR.
    Capi {
        /// The folder for the libraries, target/capi by default.
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
        /// Flags for cargo, such as `--features cuda`.
        #[arg(last = true)]
        flags: Vec<OsString>,
    },
    /// Fuzzes the readers of files.
    Fuzz {
        /// Names of targets, by default all targets.
        #[arg(value_name = "TARGET")]
        targets: Vec<String>,
        /// The time for each target, in seconds.
        #[arg(long, default_value_t = 30)]
        seconds: u32,
    },
    /// Measures calls between Python and native code.
    BenchPython {
        /// Arguments of bindings/python/benches/crossing.py, such as `--quick`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Shows the findings of the check of prose.
    Prose {
        /// The files to read, by default all tracked files.
        files: Vec<PathBuf>,
    },
}

#[derive(Args)]
struct RunArgs {
    /// Starts no further step after a failure.
    #[arg(long)]
    fail_fast: bool,
    /// Fails if a tool that a step needs is missing.
    #[arg(long)]
    no_skip: bool,
    /// The number of cores to use, by default all cores.
    #[arg(long, value_name = "N", default_value_t = available_cores())]
    cores: usize,
}

impl From<RunArgs> for Options {
    fn from(RunArgs { fail_fast, no_skip, cores }: RunArgs) -> Self {
        Self { fail_fast, no_skip, cores }
    }
}

fn names() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|step| step.name)
}

fn named(names: &[String]) -> Vec<&'static Step> {
    names.iter().filter_map(|name| steps::by_name(name)).collect()
}

/// Runs the command of this process. Returns whether all checks passed.
pub(crate) fn run() -> Result<bool> {
    let shell = Shell::to_terminal(available_cores());
    match Cli::parse().command {
        Command::Lint(args) => return runner::run(&steps::of_group(Group::Lint), &args.into()),
        Command::Test(args) => return runner::run(&steps::of_group(Group::Test), &args.into()),
        Command::Ci(args) => return runner::run(&STEPS.iter().collect::<Vec<_>>(), &args.into()),
        Command::Step { names, args } => return runner::run(&named(&names), &args.into()),
        Command::List { names } => list(&named(&names)),
        Command::Regenerate { names } => regenerate::run(&shell, &names)?,
        Command::Capi { out, flags } => capi::build(&shell, out, &flags)?,
        Command::Fuzz { targets, seconds } => fuzz::run(&shell, &targets, seconds)?,
        Command::BenchPython { args } => python::bench(&shell, &args)?,
        Command::Prose { files } => prose::list(&shell, &files)?,
    }
    Ok(true)
}

/// Shows a line for each step, or the commands of some steps.
fn list(chosen: &[&Step]) {
    let tools = |step: &Step| {
        let needs = step.needs.iter().map(|tool| tool.name().to_owned());
        let partly = step.partly_needs.iter().map(|tool| format!("{} (for a part)", tool.name()));
        needs.chain(partly).collect::<Vec<_>>().join(", ")
    };
    let line = |step: &Step| {
        println!("{:<6} {:<18} {}", step.group, step.name, step.about);
        if !tools(step).is_empty() {
            println!("{:<25} needs {}", "", tools(step));
        }
    };
    if chosen.is_empty() {
        STEPS.iter().for_each(line);
    }
    for step in chosen {
        line(step);
        match step.work {
            Work::Commands(lines) => {
                lines.iter().for_each(|command| println!("{:<25} $ {command}", ""));
            }
            Work::Function(_, about) => println!("{:<25} {about}", ""),
        }
    }
}
