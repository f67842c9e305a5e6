//! `objet types`: lists or describes the linked types, or those of a file.

mod hierarchy;
mod in_file;

use objet::fields::{Field, FieldKind, FieldRole, ReflectError, Reflection, nearest_name};
use objet::function::RetValue;
use objet::types::{self, TypeInfo};
use objet_view::{Value, plain_value};

use self::hierarchy::range_text;
use self::in_file::FileTypes;
use crate::ExitStatus;
use crate::args::TypesArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::Output;
use crate::style::{FAINT, HEADING, NAME, NUMBER, TYPE};

pub(crate) fn run(args: &TypesArgs) -> Result<ExitStatus, Failure> {
    let mut out = Output::to_stdout();
    match &args.file {
        None => match &args.key {
            None => hierarchy::print_linked(&mut out),
            // The error suggests the nearest key.
            Some(key) => describe(types::by_key(key).ok_or_else(|| unknown(key))?, &mut out),
        },
        Some(file) => {
            let input = Input::read(file)?;
            let root = input.load()?;
            let view = input.view(root.as_ref())?;
            let types = FileTypes::of(&view);
            match &args.key {
                None => types.print(&mut out),
                Some(key) => describe_in_file(key, &types, &input.name, &mut out)?,
            }
        }
    }
    out.finish()?;
    Ok(ExitStatus::Success)
}

/// Describes a type that is linked, or that nodes of a file have.
fn describe_in_file(key: &str, file: &FileTypes<'_>, name: &str, out: &mut Output) -> Result<(), Failure> {
    let (linked, in_file) = (types::by_key(key), file.get(key));
    if linked.is_none() && in_file.is_none() {
        let all = types::all();
        let nearest = nearest_name(key, file.keys().chain(all.iter().map(|info| info.key())));
        let hint = nearest.map_or_else(String::new, |nearest| format!(", did you mean {nearest:?}?"));
        return Err(Failure::NoType { name: name.into(), found: key.into(), hint });
    }
    if let Some(info) = linked {
        describe(info, out);
        writeln!(out);
    }
    match in_file {
        Some(found) => found.describe(key, out),
        None => row(out, "nodes", "0".into()),
    }
    Ok(())
}

fn unknown(key: &str) -> Failure {
    let nearest = nearest_name(key, types::all().iter().map(|info| info.key()));
    ReflectError::UnknownType { found: key.into(), nearest }.into()
}

/// Prints a property of a type.
fn row(out: &mut Output, what: &str, text: String) {
    writeln!(out, "{HEADING}{what:<10}{HEADING:#}{text}");
}

/// Describes one type.
fn describe(info: TypeInfo, out: &mut Output) {
    let mut row = |what: &str, text: String| row(out, what, text);
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
        hierarchy::print_linked(&mut out);
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
