//! Hierarchies of types as text, with each type below its parent.

use objet::types::{self, TypeInfo};

use crate::output::Output;
use crate::style::{FAINT, HEADING, NUMBER, TYPE};

/// Calls `print` for each type of a hierarchy, each after its parent, with the lines of the tree
/// that lead to it. `children` returns the children of a type, and the roots for `None`.
pub(super) fn draw<T: Copy>(children: impl Fn(Option<T>) -> Vec<T>, mut print: impl FnMut(T, &str)) {
    // For each type, whether the type and each of its ancestors is a last child. The stack is
    // popped from its end, so children are pushed in reverse.
    let mut open: Vec<(T, Vec<bool>)> =
        children(None).into_iter().rev().map(|root| (root, Vec::new())).collect();
    while let Some((each, lasts)) = open.pop() {
        let mut lines = String::new();
        if let Some((last, ancestors)) = lasts.split_last() {
            lines.extend(ancestors.iter().map(|last| if *last { "   " } else { "│  " }));
            lines += if *last { "└─ " } else { "├─ " };
        }
        print(each, &lines);
        for (index, child) in children(Some(each)).into_iter().rev().enumerate() {
            let mut lasts = lasts.clone();
            lasts.push(index == 0);
            open.push((child, lasts));
        }
    }
}

/// Prints all linked types.
pub(super) fn print_linked(out: &mut Output) {
    writeln!(out, "{HEADING}{:>6}  {:<13} {:>5}  type{HEADING:#}", "index", "range", "slots");
    let all = types::all();
    let children = |parent: Option<TypeInfo>| -> Vec<TypeInfo> {
        all.iter().filter(|info| info.parent() == parent).copied().collect()
    };
    draw(children, |info, lines| {
        let mut notes = String::new();
        if info.is_final() {
            notes += "  final";
        }
        if !info.child_slots_can_overflow() {
            notes += "  no overflow";
        }
        writeln!(
            out,
            "{NUMBER}{:>6}{NUMBER:#}  {:<13} {:>5}  {FAINT}{lines}{FAINT:#}{TYPE}{}{TYPE:#}{FAINT}{notes}{FAINT:#}",
            info.index(),
            range_text(info),
            slots_text(info),
            info.key(),
        );
    });
}

/// Returns the range of type indices as text, with an inclusive end.
pub(super) fn range_text(info: TypeInfo) -> String {
    let range = info.range();
    match range.end.saturating_sub(range.start) {
        0 => "-".into(),
        1 => range.start.to_string(),
        _ => format!("{}..={}", range.start, range.end - 1),
    }
}

fn slots_text(info: TypeInfo) -> String {
    match info.child_slots() {
        0 => "-".into(),
        slots => slots.to_string(),
    }
}
