//! `objet diff`: structural comparison of two graphs.

use std::fmt::Write as _;

use objet::ObjectRef;
use objet::compare::{Path, StructuralEqual};
use objet_view::type_key;

use crate::ExitStatus;
use crate::args::DiffArgs;
use crate::failure::Failure;
use crate::input::{Input, expect_stdin_once};
use crate::output::{Output, printable};
use crate::style::{FAINT, HEADING, LEFT, RIGHT};

pub(crate) fn run(args: &DiffArgs) -> Result<ExitStatus, Failure> {
    expect_stdin_once([&args.left, &args.right])?;
    let (left_bytes, left) = load(&args.left)?;
    let (right_bytes, right) = load(&args.right)?;
    // The structural comparison would report objects that compare by identity, even for equal
    // files.
    if left_bytes == right_bytes {
        return Ok(ExitStatus::Success);
    }
    let mut out = Output::to_stdout();
    let (left, right) = match (left, right) {
        (None, None) => return Ok(ExitStatus::Success),
        (Some(left), Some(right)) => (left, right),
        (left, right) => {
            let [left, right] = [&left, &right].map(|root| root.as_ref().map_or("null", type_key));
            difference(&mut out, "the root", left, right);
            out.finish()?;
            return Ok(ExitStatus::Failure);
        }
    };
    let limit = args.limit as usize;
    // The graphs share no variable, so a free variable is mapped to the one in the same position.
    let compare = StructuralEqual::new().map_free_vars(true);
    let mut found = compare.differences(&left, &right, limit + 1);
    let more = found.len() > limit;
    found.truncate(limit);
    for each in &found {
        difference(&mut out, &path_text(&each.path), &each.lhs, &each.rhs);
    }
    if more {
        writeln!(out, "{FAINT}more differences follow; use --limit to list them{FAINT:#}");
    }
    out.finish()?;
    Ok(if found.is_empty() { ExitStatus::Success } else { ExitStatus::Failure })
}

/// Returns the bytes of a file and the root of its graph.
fn load(path: &std::path::Path) -> Result<(Vec<u8>, Option<ObjectRef>), Failure> {
    let input = Input::read(path)?;
    let root = input.load()?;
    Ok((input.bytes, root))
}

fn difference(out: &mut Output, path: &str, left: &str, right: &str) {
    let [path, left, right] = [path, left, right].map(printable);
    writeln!(out, "{HEADING}{path}{HEADING:#}: {LEFT}{left}{LEFT:#} vs {RIGHT}{right}{RIGHT:#}");
}

/// Returns a path as text. A step that is repeated four or more times is written once:
/// `.body{200}`.
fn path_text(path: &Path) -> String {
    const MANY: usize = 4;
    if path.is_empty() {
        return "the root".into();
    }
    let mut text = String::new();
    for run in path.steps().chunk_by(|one, next| one == next) {
        let times = if run.len() < MANY { run.len() } else { 1 };
        for step in &run[..times] {
            // Writing to a `String` cannot fail.
            let _ = write!(text, "{step}");
        }
        if run.len() >= MANY {
            let _ = write!(text, "{{{}}}", run.len());
        }
    }
    text
}
