//! `objet types`: lists or describes the linked types.

use objet::fields::{Field, FieldKind, FieldRole, ReflectError, Reflection};
use objet::function::RetValue;
use objet::types::{self, TypeInfo};
use objet_view::{Value, plain_value};

use crate::ExitStatus;
use crate::args::TypesArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::style::{FAINT, HEADING, NAME, NUMBER, TYPE};

pub(crate) fn run(args: &TypesArgs) -> Result<ExitStatus, Failure> {
    let mut out = Output::to_stdout();
    match &args.key {
        None => hierarchy(&mut out),
        Some(key) => match types::by_key(key) {
            Some(info) => describe(info, &mut out),
            // This error suggests the nearest key.
            None => return Err(Reflection::of_key(key).err().map_or(unknown(key), Into::into)),
        },
    }
    out.finish()?;
    Ok(ExitStatus::Success)
}

fn unknown(key: &str) -> Failure {
    ReflectError::UnknownType { found: key.into(), nearest: None }.into()
}

/// Prints all types, each below its parent.
fn hierarchy(out: &mut Output) {
    writeln!(out, "{HEADING}{:>6}  {:<13} {:>5}  type{HEADING:#}", "index", "range", "slots");
    let all = types::all();
    let children = |parent: Option<TypeInfo>| -> Vec<TypeInfo> {
        // The stack is popped from its end, so the order is reversed.
        all.iter().filter(|info| info.parent() == parent).rev().copied().collect()
    };
    // For each type, whether the type and each of its ancestors is a last child.
    let mut open: Vec<(TypeInfo, Vec<bool>)> =
        children(None).into_iter().map(|info| (info, Vec::new())).collect();
    while let Some((info, lasts)) = open.pop() {
        let mut lines = String::new();
        if let Some((last, ancestors)) = lasts.split_last() {
            lines.extend(ancestors.iter().map(|last| if *last { "   " } else { "│  " }));
            lines += if *last { "└─ " } else { "├─ " };
        }
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
        for (index, child) in children(Some(info)).into_iter().enumerate() {
            let mut lasts = lasts.clone();
            lasts.push(index == 0);
            open.push((child, lasts));
        }
    }
}

/// Returns the range of type indices as text, with an inclusive end.
fn range_text(info: TypeInfo) -> String {
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

/// Describes one type.
fn describe(info: TypeInfo, out: &mut Output) {
    let mut row = |what: &str, text: String| writeln!(out, "{HEADING}{what:<10}{HEADING:#}{text}");
    row("type", format!("{TYPE}{}{TYPE:#}{}", info.key(), if info.is_final() { ", final" } else { "" }));
    let keys = |infos: &mut dyn Iterator<Item = TypeInfo>| infos.map(TypeInfo::key).collect::<Vec<_>>();
    let parents = keys(&mut std::iter::successors(info.parent(), |parent| parent.parent()));
    if !parents.is_empty() {
        row("parents", parents.join(" < "));
    }
    let children = keys(&mut types::all().into_iter().filter(|each| each.parent() == Some(info)));
    if !children.is_empty() {
        row("children", children.join(", "));
    }
    row("index", format!("{NUMBER}{}{NUMBER:#}", info.index()));
    if !info.is_final() {
        let overflow = if info.child_slots_can_overflow() { "children may overflow" } else { "no overflow" };
        row("range", range_text(info));
        row("slots", format!("{}, {overflow}", info.child_slots()));
    }
    row("declared", info.declared().to_string());
    let Some(reflection) = Reflection::of_type(info) else {
        writeln!(out, "\nThe fields of this type are not known.");
        return;
    };
    if !reflection.doc().is_empty() {
        writeln!(out, "\n{}", reflection.doc());
    }
    if reflection.fields().is_empty() {
        writeln!(out, "\nThis type has no fields.");
        return;
    }
    writeln!(out, "\n{HEADING}fields{HEADING:#}");
    for field in reflection.fields() {
        describe_field(field, out);
    }
}

/// Describes a field: its type, default, bounds, role and documentation.
pub(crate) fn describe_field(field: &Field, out: &mut Output) {
    let mut notes = Vec::new();
    let text = |value: RetValue| value_text(&value, field.kind());
    notes.extend(field.default().map(|value| format!("default {}", text(value))));
    notes.extend(field.lower_bound().map(|value| format!("at least {}", text(value))));
    notes.extend(field.upper_bound().map(|value| format!("at most {}", text(value))));
    match field.role() {
        FieldRole::Skipped => notes.push("not compared".into()),
        FieldRole::Definition => notes.push("defines variables".into()),
        FieldRole::Scope => notes.push("scope of the variables".into()),
        _ => {}
    }
    if field.is_visited_last() {
        notes.push("visited last".into());
    }
    let kind = match field.kind() {
        FieldKind::List(elements) | FieldKind::Optional(elements) => elements.element,
        kind => kind,
    };
    if let FieldKind::Enum(declared) = kind {
        let variants = declared.variants.iter().map(|(name, number)| format!("{name}={number}"));
        notes.push(variants.collect::<Vec<_>>().join(" "));
    }
    let notes = if notes.is_empty() { String::new() } else { format!("  ({})", notes.join(", ")) };
    writeln!(
        out,
        "  {NAME}{}{NAME:#}: {TYPE}{}{TYPE:#}{FAINT}{notes}{FAINT:#}",
        field.name(),
        field.type_name()
    );
    for line in field.doc().lines() {
        writeln!(out, "      {}", line.trim_end());
    }
}

fn value_text(value: &RetValue, kind: FieldKind) -> String {
    match plain_value(value, kind) {
        Value::Plain(text) => text,
        Value::String(text) => format!("{text:?}"),
        _ => "null".into(),
    }
}

#[cfg(test)]
mod tests {
    use objet::prelude::*;

    use super::*;

    #[derive(Clone, Copy, Reflect)]
    #[repr(u8)]
    enum Color {
        Red = 1,
        Green = 7,
    }

    /// Something on a line.
    #[derive(Object, Reflect)]
    #[repr(C)]
    #[object(key = "cli.Slice", child_slots = 3)]
    struct SliceNode {
        base: Object,
        /// How far it is
        /// to the next one.
        #[reflect(default = 1, lower_bound = 1, upper_bound = 9)]
        step: i64,
        #[reflect(skip_eq, default = Color::Red)]
        color: Color,
        of: Option<ObjectRef>,
    }

    #[test]
    fn a_type_is_described_with_its_fields() {
        let slice = make_object(SliceNode { base: Object::new(), step: 1, color: Color::Green, of: None });
        assert!(matches!(slice.color, Color::Green));
        let (mut out, written) = Output::to_memory();
        describe(types::by_key("cli.Slice").unwrap(), &mut out);
        let text = written(out);
        for line in [
            "type      cli.Slice\n",
            "parents   runtime.Object\n",
            "slots     3, children may overflow\n",
            "\nSomething on a line.\n",
            "  step: i64  (default 1, at least 1, at most 9)\n      How far it is\n      to the next one.\n",
            "  color: Color  (default Red, not compared, Red=1 Green=7)\n",
            "  of: Option<ObjectRef>",
        ] {
            assert!(text.contains(line), "{line:?} in {text}");
        }
    }

    #[test]
    fn a_type_is_listed_below_its_parent() {
        let (mut out, written) = Output::to_memory();
        hierarchy(&mut out);
        let text = written(out);
        let slice = types::by_key("cli.Slice").unwrap();
        let line = text.lines().find(|line| line.ends_with("cli.Slice")).unwrap();
        let columns: Vec<_> = line.split_whitespace().collect();
        let index = slice.index().value();
        let range = format!("{index}..={}", index + 3);
        assert_eq!(columns, [index.to_string().as_str(), &range, "3", "├─", "cli.Slice"]);
        assert!(text.lines().nth(1).unwrap().ends_with(" runtime.Object"));
    }
}
