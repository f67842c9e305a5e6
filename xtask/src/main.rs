//! The commands of the project, as `cargo xtask COMMAND`.

#[macro_use]
mod packages;

mod artifacts;
mod book;
mod capi;
mod cli;
mod examples;
mod front_end;
mod fuzz;
mod miri;
mod prose;
mod python;
mod regenerate;
mod repository;
mod runner;
mod sanitizers;
mod shell;
mod size;
mod step;
mod steps;
mod tool;
mod wasm;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
