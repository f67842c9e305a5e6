//! Generated files of the repository.

use anyhow::{Result, bail};
use clap::ValueEnum;

use crate::shell::{Shell, command, line_of};
use crate::{front_end, python};

/// A set of files that are generated together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Generated {
    /// The header of the C library, bindings/c/include/objet.h.
    Header,
    /// The stubs of the Python package and of its template.
    Stubs,
    /// The expected messages of programs that must not compile, in tests/macros/ui/.
    CompileFail,
    /// The list of tests of TVM's front end that pass, tests/front-end/passed.txt.
    FrontEnd,
}

/// A test that checks a generated file, or writes the file if an environment variable is set.
struct Writer {
    test: &'static str,
    /// Flags of `cargo test` that select its program.
    program: &'static str,
    /// The environment variable that makes the test write, and its value.
    variable: (&'static str, &'static str),
}

const HEADER: Writer = Writer {
    test: "the_header_is_current",
    program: "-p objet-capi --test suite",
    variable: ("OBJET_WRITE_HEADER", "1"),
};

const MESSAGES: Writer = Writer {
    test: "every_misuse_gets_its_message",
    program: "-p macros --test compile_fail",
    variable: ("TRYBUILD", "overwrite"),
};

/// Generates the named files, or all of them.
pub(crate) fn run(shell: &Shell, names: &[Generated]) -> Result<()> {
    let all = Generated::value_variants();
    for generated in if names.is_empty() { all } else { names } {
        match generated {
            Generated::Header => HEADER.run(shell)?,
            Generated::Stubs => python::regenerate_stubs(shell)?,
            Generated::CompileFail => MESSAGES.run(shell)?,
            Generated::FrontEnd => front_end::regenerate(shell)?,
        }
    }
    Ok(())
}

impl Writer {
    fn run(&self, shell: &Shell) -> Result<()> {
        let mut cargo = command(&format!("cargo test {} {}", self.program, self.test));
        cargo.env(self.variable.0, self.variable.1);
        let (status, output) = shell.try_read(&mut cargo)?;
        if !status.success() {
            bail!("`{}` failed: {status}\n{output}", line_of(&cargo));
        }
        // Cargo also succeeds if the filter selects no test.
        if !output.contains(&format!("{} ... ok", self.test)) {
            bail!("`{}` runs no test: the test may have been renamed", line_of(&cargo));
        }
        Ok(())
    }
}
