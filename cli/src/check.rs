//! `objet check`: tests that saving a loaded graph reproduces the file, and that texts are
//! programs.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use objet::containers::StringNode;
use objet::fields::Reflection;
use objet::graph::{Format, LoadJson, NodeList, OpaqueView};
use objet::{IsObject, ObjectRef, types};
use objet_view::type_key;

use crate::ExitStatus;
use crate::args::CheckArgs;
use crate::difference;
use crate::failure::Failure;
use crate::input::{Input, expect_stdin_once};
use crate::output::{Output, printable};
use crate::style::{BAD, GOOD};
use crate::text;

/// Maximum length of an excerpt, in bytes.
const EXCERPT: usize = 40;

pub(crate) fn run(args: &CheckArgs) -> Result<ExitStatus, Failure> {
    expect_stdin_once(&args.files)?;
    let mut out = Output::to_stdout();
    let mut status = ExitStatus::Success;
    for file in &args.files {
        match check(file, args.strict) {
            Ok((line, found)) => {
                writeln!(out, "{line}");
                status = status.max(found);
            }
            Err(failure) => {
                failure.report();
                status = ExitStatus::Error;
            }
        }
    }
    out.finish()?;
    Ok(status)
}

/// Checks a file. Returns the line to print.
fn check(file: &Path, strict: bool) -> Result<(String, ExitStatus), Failure> {
    let input = Input::read(file)?;
    if input.is_text() {
        return text::check(&input).map(|line| (line, ExitStatus::Success));
    }
    let (root, options) = input.load_with_format()?;
    let list = NodeList::of_file(root.as_ref(), &options).map_err(|error| input.failure(error))?;
    let failed = |why: String| {
        Ok((format!("{BAD}failed{BAD:#} {}: {}", input.name, printable(&why)), ExitStatus::Failure))
    };
    if strict && let Some(unknown) = unknown_types(&list) {
        return failed(unknown);
    }
    if strict && let Some(reason) = kept_node(&input, &list) {
        return failed(reason);
    }
    let mut saved = Vec::with_capacity(input.bytes.len());
    if let Err(error) = options.save(root.as_ref(), &mut saved) {
        return failed(error.to_string());
    }
    let difference = match options.format() {
        // People write this format too, with blanks and an order of their own.
        Format::Plain => unequal_again(root.as_ref(), &saved),
        _ => first_difference(&input.bytes, &saved),
    };
    if let Some(difference) = difference {
        return failed(difference);
    }
    let line = format!(
        "{GOOD}ok{GOOD:#} {} nodes={} types={} bytes={}",
        input.name,
        list.len(),
        type_count(&input, &list, options.format()),
        input.bytes.len()
    );
    Ok((line, ExitStatus::Success))
}

/// Returns the first difference between a graph and the graph that its saved bytes load as.
fn unequal_again(root: Option<&ObjectRef>, saved: &[u8]) -> Option<String> {
    let again = match LoadJson::new().keep_unknown(true).load(saved) {
        Ok(again) => again,
        Err(error) => return Some(format!("the saved file does not load: {error}")),
    };
    let difference = match (root, again) {
        (Some(root), Some(again)) => difference::first_difference(root, &again)?.to_string(),
        (None, None) => return None,
        _ => "only one of the roots is null".into(),
    };
    Some(format!("the graph is another one after saving and loading: {difference}"))
}

/// Returns the number of different type keys in a file that saving reproduces.
fn type_count(input: &Input, list: &NodeList, format: Format) -> usize {
    let mut keys: HashSet<_> = list.nodes().map(|(_, object)| type_key(object)).collect();
    // The other nodes of tvm-ffi are null, at most once, and strings of fields.
    let others = list.len() - list.nodes().len();
    let has_null = others > 0 && (format != Format::TvmFfi || has_tvm_ffi_null(&input.bytes));
    if others > usize::from(has_null) {
        keys.insert(StringNode::TYPE_KEY);
    }
    keys.len() + usize::from(has_null)
}

/// Whether a file that the writer of tvm-ffi wrote has a null node. No other node has this text.
fn has_tvm_ffi_null(file: &[u8]) -> bool {
    const NULL: &[u8] = br#"{"type":"None"}"#;
    file.windows(NULL.len()).any(|bytes| bytes == NULL)
}

/// Returns a description of the unknown types in the graph, or `None` if all types are known.
fn unknown_types(list: &NodeList) -> Option<String> {
    let mut unknown = BTreeMap::new();
    for (number, object) in list.nodes() {
        if let Some(opaque) = OpaqueView::of(object)
            && types::by_key(opaque.opaque_type_key()).is_none()
        {
            unknown.entry(opaque.opaque_type_key()).or_insert(number);
        }
    }
    let (first, number) = unknown.iter().min_by_key(|(_, number)| **number)?;
    let first = match Reflection::of_key(first) {
        Err(error) => error.to_string(),
        Ok(_) => format!("unknown type key {first:?}"),
    };
    let more = match unknown.len() - 1 {
        0 => String::new(),
        1 => ", and another unknown type".into(),
        more => format!(", and {more} more unknown types"),
    };
    Some(format!("node {number}: {first}{more}"))
}

/// Returns the reason why a node of a known type was kept as in the file, or `None` if there is no
/// such node.
fn kept_node(input: &Input, list: &NodeList) -> Option<String> {
    list.nodes().find(|(_, object)| OpaqueView::of(object).is_some())?;
    LoadJson::new().load(&*input.bytes).err().map(|error| error.to_string())
}

/// Returns a description of the first difference, or `None` if the bytes are equal.
fn first_difference(file: &[u8], saved: &[u8]) -> Option<String> {
    if file == saved {
        return None;
    }
    let same = file.iter().zip(saved).take_while(|(a, b)| a == b).count();
    let line = 1 + file[..same].iter().filter(|byte| **byte == b'\n').count();
    Some(format!(
        "first difference at byte {same}, line {line} (file: {}, saved: {})",
        excerpt(&file[same..]),
        excerpt(&saved[same..]),
    ))
}

/// Returns the start of a text, quoted.
fn excerpt(text: &[u8]) -> String {
    if text.is_empty() {
        return "end of text".into();
    }
    let shown = String::from_utf8_lossy(&text[..text.len().min(EXCERPT)]);
    format!("{shown:?}{}", if text.len() > EXCERPT { "…" } else { "" })
}
