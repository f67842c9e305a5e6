//! Reflection of all nodes, compared with the TVM 0.8 tables in `tables/`.

use std::collections::BTreeMap;

use objet::compare::Comparison;
use objet::containers::{ArrayNode, StringNode};
use objet::fields::{Field, FieldKind, FieldRole, IntKind, Reflection};
use objet::function::RetValue;
use objet::prelude::*;
use objet::types;
use objet_ir::expr::{FloatImmNode, IntImmNode};

/// The groups of the tables whose nodes are registered.
const GROUPS: &[&str] = &[
    "ir",
    "ir.type",
    "ir.span",
    "ir.diagnostic",
    "parser",
    "relay",
    "relay.adt",
    "relay.analysis",
    "relay.op_strategy",
    "relay.pattern",
    "tir.expr",
    "tir.stmt",
    "tir.buffer",
    "tir.function",
    "tir.data_layout",
    "attrs",
    "ir.transform",
    "target",
    "tir.transforms",
];

/// Intended differences: the type, its field (if any), the property, and the reason.
const DIFFERENCES: &[(&str, &str, &str, &str)] = &[
    ("relay.Call", "", "comparison", "custom function: ignores type arguments of operators"),
    ("relay.Tuple", "", "comparison", "custom function: all empty tuples are equal"),
    ("relay.Function", "", "comparison", "custom function: type parameters come before their uses"),
    ("PointerType", "", "comparison", "custom function: an empty scope means the global scope"),
    ("tir.StringImm", "dtype", "role", "the type is a handle in every node"),
    (
        "tir.PrimFunc",
        "",
        "comparison",
        "custom function: buffers bind variables of the body, so they come before the body",
    ),
    ("tir.Block", "", "comparison", "custom function: bindings come before their uses"),
    ("FuncType", "", "comparison", "custom function: type parameters come before their uses"),
    ("Target", "", "comparison", "by fields without the kind, like TVM's custom function"),
    (
        "tir.transform.UnrollLoopConfig",
        "explicit_unroll",
        "default",
        "a number, which the table converts to a boolean",
    ),
];

type Row = BTreeMap<&'static str, &'static str>;

fn table(text: &'static str) -> impl Iterator<Item = Row> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    lines.map(move |line| names.iter().copied().zip(line.split('\t')).collect())
}

/// Returns the rows of registered nodes. If two classes share a key, the note states which of them
/// is registered.
fn nodes() -> Vec<Row> {
    let rows = table(include_str!("../../../../tests/tables/ir-nodes.tsv"))
        .filter(|row| GROUPS.contains(&row["group"]));
    let registered = |row: &Row| {
        let both = "two C++ classes share this type key, so one type index; the concrete class is registered";
        let registered_before = "relay::quantize::SimulatedQuantizeAttrs";
        let is_base = row["note"] == both && row["registration"] == "implicit_base";
        !is_base && row["cpp_class"] != registered_before
    };
    rows.filter(registered).collect()
}

fn fields(of: &Row) -> Vec<Row> {
    table(include_str!("../../../../tests/tables/ir-fields.tsv"))
        .filter(|row| row["type_key"] == of["type_key"] && row["cpp_class"] == of["cpp_class"])
        .collect()
}

/// Collects unexpected differences, and the listed differences that occur.
struct Findings {
    found: Vec<String>,
    used: Vec<bool>,
}

impl Findings {
    fn expect(&mut self, key: &str, field: &str, what: &str, expected: &str, found: &str) {
        if expected == found {
            return;
        }
        let listed = DIFFERENCES.iter().position(|(k, f, w, _)| (*k, *f, *w) == (key, field, what));
        match listed {
            Some(position) => self.used[position] = true,
            None => self
                .found
                .push(format!("{key}.{field}: {what}: the table has {expected:?}, reflection {found:?}")),
        }
    }
}

#[test]
fn nodes_match_the_tables() {
    let mut findings = Findings { found: Vec::new(), used: vec![false; DIFFERENCES.len()] };
    let rows = nodes();
    assert!(rows.len() > 50, "only {} rows were read", rows.len());
    for row in rows {
        let key = row["type_key"];
        let Some(info) = types::by_key(key) else {
            findings.found.push(format!("{key} is missing"));
            continue;
        };
        let parent = info.parent().map_or("", |parent| parent.key());
        findings.expect(key, "", "parent", row["parent_type_key"], parent);
        findings.expect(key, "", "child slots", row["child_slots"], &info.child_slots().to_string());
        findings.expect(key, "", "final", row["final"], yes_or_no(info.is_final()));
        let can_overflow = info.child_slots_can_overflow();
        findings.expect(key, "", "can overflow", row["child_slots_can_overflow"], yes_or_no(can_overflow));
        let reflection = Reflection::of_type(info).unwrap();
        assert!(!reflection.doc().is_empty(), "{key} has no description");
        findings.expect(
            key,
            "",
            "comparison",
            comparison_in_table(&row),
            comparison_of(reflection.comparison(), &row),
        );
        if row["has_visit_attrs"] == "y" {
            compare_fields(&mut findings, &row, reflection.fields());
        }
    }
    let unused = DIFFERENCES.iter().zip(&findings.used).filter(|(_, used)| !**used);
    for ((key, field, what, _), _) in unused {
        let group = table(include_str!("../../../../tests/tables/ir-nodes.tsv"))
            .find(|row| row["type_key"] == *key)
            .unwrap()["group"];
        if GROUPS.contains(&group) {
            findings
                .found
                .push(format!("{key}.{field}: {what} is listed as a difference, but there is none"));
        }
    }
    assert!(
        findings.found.is_empty(),
        "{} differences:\n{}",
        findings.found.len(),
        findings.found.join("\n")
    );
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "y" } else { "n" }
}

fn comparison_in_table(row: &Row) -> &'static str {
    match row["structural_equal_hash"] {
        text if text.starts_with("custom") => "custom",
        text if text.contains("graph_node") => "graph node",
        text if text.contains("free_var") => "free variable",
        "by-pointer" => "pointer",
        text if text.starts_with("reduce") => "fields",
        _ => "none",
    }
}

/// Returns the comparison of a node type. Types that TVM cannot compare are compared by fields
/// here.
fn comparison_of(comparison: Comparison, row: &Row) -> &'static str {
    match comparison {
        Comparison::Fields if comparison_in_table(row) == "none" => "none",
        Comparison::Fields => "fields",
        Comparison::FreeVariable => "free variable",
        Comparison::GraphNode => "graph node",
        Comparison::Pointer => "pointer",
        _ => "custom",
    }
}

fn compare_fields(findings: &mut Findings, row: &Row, found: &[Field]) {
    let key = row["type_key"];
    let expected = fields(row);
    let names = |names: Vec<&str>| names.join(", ");
    findings.expect(
        key,
        "",
        "fields",
        &names(expected.iter().map(|row| row["field"]).collect()),
        &names(found.iter().map(Field::name).collect()),
    );
    for (row, field) in expected.iter().zip(found) {
        let name = row["field"];
        assert!(!field.doc().is_empty(), "{key}.{name} has no description");
        compare_type(findings, key, row, field);
        let role = match row["sequal"] {
            "no" => "no",
            "def-equal" => "def-equal",
            // For types with custom or no comparison, the table has no roles of fields.
            text if text != "equal" => "",
            _ => "equal",
        };
        let found_role = match field.role() {
            FieldRole::Skipped => "no",
            FieldRole::Definition => "def-equal",
            _ => "equal",
        };
        if !role.is_empty() {
            findings.expect(key, name, "role", role, found_role);
        }
        if !row["attr_required"].is_empty() {
            compare_options(findings, key, row, field);
        }
    }
}

fn compare_type(findings: &mut Findings, key: &str, row: &Row, field: &Field) {
    let name = row["field"];
    let (expected, found) = match field.kind() {
        FieldKind::Reference(reference) => {
            let declared = row["type_in_type_keys_or_enum"];
            let declared = if row["kind"] == "ndarray" { "runtime.NDArray" } else { declared };
            let inner = declared.strip_prefix("Optional<").and_then(|inner| inner.strip_suffix('>'));
            if row["nullable"] == "y" || row["fresh_value"] == "null" && row["attr_default"] == "null" {
                findings.expect(key, name, "nullable", "y", yes_or_no(reference.nullable));
            }
            (inner.unwrap_or(declared).replace(',', ", "), without_options(&reference.type_name()))
        }
        FieldKind::Enum(_) => (row["kind"].to_owned(), "enum-as-int".to_owned()),
        FieldKind::Int(IntKind::I32) => (row["kind"].to_owned(), "int".to_owned()),
        FieldKind::Int(IntKind::I64) => (row["kind"].to_owned(), "int64".to_owned()),
        FieldKind::Int(IntKind::U64) => (row["kind"].to_owned(), "uint64".to_owned()),
        FieldKind::F64 => (row["kind"].to_owned(), "double".to_owned()),
        FieldKind::Bool => (row["kind"].to_owned(), "bool".to_owned()),
        FieldKind::String => (row["kind"].to_owned(), "string".to_owned()),
        FieldKind::DataType => (row["kind"].to_owned(), "dtype".to_owned()),
        other => (row["kind"].to_owned(), format!("{other:?}")),
    };
    findings.expect(key, name, "type", &expected, &found);
    if let FieldKind::Enum(variants) = field.kind() {
        let class = row["cpp_type"].rsplit("::").next().unwrap();
        let of_class = |row: &Row| row["enum"].rsplit("::").next().unwrap() == class;
        let expected: Vec<_> = table(include_str!("../../../../tests/tables/enums.tsv"))
            .filter(of_class)
            .map(|row| (row["enumerator"].trim_start_matches('k').to_owned(), row["value"].to_owned()))
            .collect();
        let found: Vec<_> =
            variants.variants.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
        findings.expect(key, name, "variants", &format!("{expected:?}"), &format!("{found:?}"));
    }
}

/// Removes `Option` around the elements of containers. The tables do not state whether elements may
/// be null.
fn without_options(type_name: &str) -> String {
    match type_name.split_once("Option<") {
        Some((before, after)) => {
            let end = after.find('>').unwrap();
            without_options(&format!("{before}{}{}", &after[..end], &after[end + 1..]))
        }
        None => type_name.to_owned(),
    }
}

/// Compares the defaults and bounds of attributes.
fn compare_options(findings: &mut Findings, key: &str, row: &Row, field: &Field) {
    let name = row["field"];
    findings.expect(key, name, "required", row["attr_required"], yes_or_no(field.is_required()));
    let default = match field.default() {
        Some(default) => text_of(&default, field),
        None if field.is_required() => String::new(),
        None => "null".to_owned(),
    };
    findings.expect(key, name, "default", &canonical(row["attr_default"], field), &default);
    for (what, found) in [("lower_bound", field.lower_bound()), ("upper_bound", field.upper_bound())] {
        let found = found.map_or_else(String::new, |bound| text_of(&bound, field));
        findings.expect(key, name, what, &canonical(row[what], field), &found);
    }
}

/// Converts a default of the table to Rust's notation of numbers.
fn canonical(text: &str, field: &Field) -> String {
    match field.kind() {
        FieldKind::F64 if !text.is_empty() => text.parse::<f64>().unwrap().to_string(),
        _ => text.to_owned(),
    }
}

/// Formats a value in the notation of the table.
fn text_of(value: &RetValue, field: &Field) -> String {
    match (value, field.kind()) {
        (RetValue::Null, _) => "null".to_owned(),
        (RetValue::Int(number), FieldKind::Bool) => (*number != 0).to_string(),
        (RetValue::Int(number), _) => number.to_string(),
        (RetValue::Float(number), _) => number.to_string(),
        (RetValue::Str(text), _) => format!("{text:?}"),
        (RetValue::DataType(dtype), _) if dtype.is_void() => "null_dtype".to_owned(),
        (RetValue::DataType(dtype), _) => dtype.to_string(),
        (RetValue::Object(object), _) => object_text(object),
        (other, _) => format!("{other:?}"),
    }
}

fn object_text(object: &ObjectRef) -> String {
    match_node!(match object {
        text @ StringNode => format!("{:?}", text.as_str()),
        int @ IntImmNode =>
            if int.dtype == DataType::BOOL {
                (int.value != 0).to_string()
            } else {
                int.value.to_string()
            },
        float @ FloatImmNode => format!("{:?}f", float.value as f32),
        array @ ArrayNode => {
            let elements =
                array.as_slice().iter().map(|element| element.as_ref().map_or("null".into(), object_text));
            format!("[{}]", elements.collect::<Vec<_>>().join(", "))
        }
        _ => object.type_key().to_owned(),
    })
}
