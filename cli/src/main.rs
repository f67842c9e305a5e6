//! The `objet` command: inspects, checks and compares saved graphs and programs in text form.
//!
//! The command knows the types of the crates that are linked in. Nodes of other types are opaque:
//! they keep the attributes that the file has.

mod args;
mod check;
mod diff;
mod difference;
mod dot;
mod failure;
mod html;
mod input;
mod ops;
mod output;
mod progress;
mod rpc;
mod show;
mod stats;
mod style;
mod svg;
mod text;
mod types;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Args, Command};
use failure::Failure;
use output::Output;

/// The result of a command, which decides the exit code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ExitStatus {
    /// No difference and no failed check.
    Success,
    /// A difference, or a failed check.
    Failure,
    /// An error that is already reported.
    Error,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        match status {
            ExitStatus::Success => 0,
            ExitStatus::Failure => 1,
            ExitStatus::Error => 2,
        }
        .into()
    }
}

fn main() -> ExitCode {
    match run(Args::parse().command) {
        Ok(code) => code,
        Err(failure) => {
            failure.report();
            ExitStatus::Error.into()
        }
    }
}

fn run(command: Command) -> Result<ExitCode, Failure> {
    let status = match command {
        Command::Check(args) => check::run(&args)?,
        Command::Convert(args) => text::run(&args)?,
        Command::Show(args) => show::run(&args)?,
        Command::Stats(args) => stats::run(&args)?,
        Command::Diff(args) => diff::run(&args)?,
        Command::Types(args) => types::run(&args)?,
        Command::Ops(args) => ops::run(&args)?,
        Command::Dot(args) => dot::run(&args)?,
        Command::Svg(args) => svg::run(&args)?,
        Command::Html(args) => html::run(&args)?,
        Command::Rpc(args) => return rpc::run(&args.command),
        Command::Completions(args) => {
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut Args::command(), "objet", &mut script);
            let mut out = Output::to_stdout();
            out.bytes(&script);
            out.finish()?;
            ExitStatus::Success
        }
    };
    Ok(status.into())
}
