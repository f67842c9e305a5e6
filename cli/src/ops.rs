//! `objet ops`: lists or describes the linked operators.

use objet::containers::StringNode;
use objet::fields::Reflection;
use objet::function::RetValue;
use objet::prelude::*;
use objet_ir::op::Op;
use objet_ir::types::TypeRelationNode;
use objet_view::object_text;

use crate::ExitStatus;
use crate::args::OpsArgs;
use crate::failure::Failure;
use crate::output::Output;
use crate::style::{FAINT, HEADING, NAME, NUMBER, TYPE};
use crate::types::describe_field;

pub(crate) fn run(args: &OpsArgs) -> Result<ExitStatus, Failure> {
    let mut out = Output::to_stdout();
    match &args.name {
        None => list(&mut out),
        Some(name) => describe(&Op::get(name)?, &mut out),
    }
    out.finish()?;
    Ok(ExitStatus::Success)
}

/// Lists all operators, by name.
fn list(out: &mut Output) {
    let width = Op::all().map(|op| op.name.as_str().len()).max().unwrap_or(0);
    writeln!(out, "{HEADING}{:<width$}  inputs  level  attributes{HEADING:#}", "operator");
    for op in Op::all() {
        writeln!(
            out,
            "{NAME}{:<width$}{NAME:#}  {NUMBER}{:>6}{NUMBER:#}  {:>5}  {TYPE}{}{TYPE:#}",
            op.name.as_str(),
            inputs_text(op),
            op.support_level.load(),
            op.call_attrs_type_key().as_str(),
        );
    }
}

fn inputs_text(op: &Op) -> String {
    match op.num_inputs.load() {
        ..0 => "any".into(),
        count => count.to_string(),
    }
}

/// Describes one operator.
fn describe(op: &Op, out: &mut Output) {
    writeln!(out, "{HEADING}operator  {HEADING:#}{NAME}{}{NAME:#}", op.name.as_str());
    writeln!(out, "{HEADING}level     {HEADING:#}{}", op.support_level.load());
    for relation in relations(op) {
        writeln!(out, "{HEADING}relation  {HEADING:#}{FAINT}{relation}{FAINT:#}");
    }
    if !op.description.load().as_str().trim().is_empty() {
        writeln!(out, "\n{}", op.description.load().as_str().trim());
    }
    writeln!(out, "\n{HEADING}inputs{HEADING:#} {}", inputs_text(op));
    for input in &op.arguments.load() {
        writeln!(out, "  {NAME}{}{NAME:#}: {TYPE}{}{TYPE:#}", input.name.as_str(), input.type_info.as_str());
        for line in input.description.as_str().lines() {
            writeln!(out, "      {}", line.trim());
        }
    }
    if let Ok(reflection) = Reflection::of_key(op.call_attrs_type_key().as_str()) {
        writeln!(out, "\n{HEADING}attributes{HEADING:#} {TYPE}{}{TYPE:#}", op.call_attrs_type_key().as_str());
        for field in reflection.fields() {
            describe_field(field, out);
        }
    }
    let mut is_first = true;
    for name in Op::attr_names() {
        if let Some(value) = Op::get_attr_map::<RetValue>(&name).value(op) {
            if is_first {
                writeln!(out, "\n{HEADING}registered{HEADING:#}");
            }
            is_first = false;
            writeln!(out, "  {NAME}{name}{NAME:#} = {FAINT}{}{FAINT:#}", value_text(value));
        }
    }
}

/// Returns the names of the global functions that infer the types of the inputs and of the result.
fn relations(op: &Op) -> impl Iterator<Item = objet::String> {
    let constraints = op.op_type.load().map(|op_type| op_type.type_constraints.clone()).unwrap_or_default();
    constraints
        .into_iter()
        .filter_map(|constraint| Some(constraint.as_node::<TypeRelationNode>()?.func.as_ref()?.name.clone()))
}

/// Returns a value as text. For an object that is not a string, returns its type key.
fn value_text(value: &RetValue) -> String {
    match value {
        RetValue::Object(object) if !object.is_instance::<StringNode>() => format!("<{}>", object.type_key()),
        RetValue::Object(object) => object_text(object),
        value => format!("{:?}", value.as_arg()),
    }
}
