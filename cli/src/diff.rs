//! `objet diff`: structural comparison of two graphs.

use objet::ObjectRef;
use objet_view::type_key;

use crate::ExitStatus;
use crate::args::DiffArgs;
use crate::difference::{DifferenceText, differences};
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
            let [left, right] = [left, right].map(|root| root.as_ref().map_or("null", type_key).into());
            print(&mut out, &DifferenceText { place: "the root".into(), left, right, note: String::new() });
            out.finish()?;
            return Ok(ExitStatus::Failure);
        }
    };
    let limit = args.limit as usize;
    let mut found = differences(&left, &right, limit + 1);
    let more = found.len() > limit;
    found.truncate(limit);
    for each in &found {
        print(&mut out, each);
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

fn print(out: &mut Output, difference: &DifferenceText) {
    let DifferenceText { place, left, right, note } = difference;
    let [place, left, right] = [place, left, right].map(|text| printable(text));
    writeln!(out, "{HEADING}{place}{HEADING:#}: {LEFT}{left}{LEFT:#} vs {RIGHT}{right}{RIGHT:#}{note}");
}
