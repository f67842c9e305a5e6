//! Type relations, compared with the answers of TVM 0.8 in `tests/data/relations/*.tsv`.
//!
//! `tests/data/relations/README.md` describes the files. Each line is a call of one operator.

pub(crate) mod attributes;
mod hostile;
mod solver;
pub(crate) mod types_as_text;

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use objet::prelude::*;
use objet_ir::attrs::Attrs;
use objet_ir::op::Op;
use objet_ir::types::{IncompleteType, RelationStatus, Type, TypeKind, TypeRelation, TypeReporter, Unifier};

use solver::Solver;
use types_as_text::{Scope, has_unknown, type_as_text};

/// A line of a file.
struct Line {
    place: std::string::String,
    columns: Vec<std::string::String>,
}

fn lines() -> Result<Vec<Line>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/relations");
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "tsv") {
            let name = path.file_name().unwrap_or_default().display().to_string();
            for (number, line) in (1..).zip(std::fs::read_to_string(&path)?.lines()) {
                let columns: Vec<_> = line.split('\t').map(Into::into).collect();
                let place = format!("{name}:{number}");
                assert_eq!(columns.len(), 4, "{place}: expected 4 columns");
                lines.push(Line { place, columns });
            }
        }
    }
    Ok(lines)
}

/// Returns the types that the relation of an operator infers for the inputs and the result.
pub(crate) fn infer(
    op: &Op,
    attrs: Option<&Attrs>,
    mut types: Vec<Type>,
) -> Result<Vec<Type>, Box<dyn Error>> {
    op.check_inputs(types.len())?;
    types.push(IncompleteType::new(TypeKind::Type, None).upcast());

    let constraints = op.op_type.load().map(|ty| ty.type_constraints.clone()).unwrap_or_default();
    let solver = Arc::new(Solver::default());
    let reporter = TypeReporter::new(solver.clone());
    let resolved = || types.iter().map(|ty| solver.resolve(ty)).collect::<Vec<Type>>();
    for constraint in constraints {
        let relation: TypeRelation = constraint.downcast()?;
        let function = relation.func.as_ref().ok_or("the relation has no function")?.func()?;
        loop {
            let before = solver.known();
            let related: Array<Type> = resolved().into();
            let status = function.call((&related, relation.num_inputs, attrs, &reporter))?;
            match status.get::<RelationStatus>()? {
                RelationStatus::Solved => break,
                RelationStatus::NotYet if solver.known() > before => {}
                RelationStatus::NotYet => return Err("the relation is not solved".into()),
            }
        }
    }
    Ok(resolved())
}

/// Returns the types that the relation of an operator infers, in the form of the last column.
fn answer(op: &str, attrs: &str, inputs: &str) -> Result<std::string::String, Box<dyn Error>> {
    let (op, mut scope) = (Op::get(op)?, Scope::default());
    let attrs = attributes::read(&op, attrs, &mut scope)?;
    let inputs: Vec<&str> = inputs.split_whitespace().collect();
    let types = inputs.iter().map(|text| scope.read(text)).collect::<Result<Vec<_>, _>>()?;
    let mut types: Vec<_> = infer(&op, attrs.as_ref(), types)?.iter().map(type_as_text).collect();
    let result = types.pop().unwrap_or_default();
    if types.iter().chain([&result]).any(|ty| has_unknown(ty)) {
        return Err(format!("a type is not known: {types:?}, result {result}").into());
    }
    let unknown = inputs.iter().zip(types).filter(|(text, _)| has_unknown(text));
    let found: Vec<_> = unknown.map(|(_, found)| found).collect();
    Ok(if found.is_empty() { result } else { format!("{result} -> {}", found.join(" ")) })
}

#[test]
fn types_are_those_of_tvm() -> Result<(), Box<dyn Error>> {
    let mut differences = Vec::new();
    let lines = lines()?;
    for Line { place, columns } in &lines {
        let [op, attrs, inputs, expected] = &columns[..] else { unreachable!() };
        let found = answer(op, attrs, inputs);
        let same = match &found {
            Ok(found) => found == expected,
            Err(_) => expected == "error",
        };
        if !same {
            let found = found.unwrap_or_else(|error| format!("error: {error}"));
            differences.push(format!(
                "{place}: {op}\t{attrs}\t{inputs}\n    expected {expected}\n    found    {found}"
            ));
        }
    }
    let count = differences.len();
    assert!(differences.is_empty(), "{count} of {} differ:\n{}", lines.len(), differences.join("\n"));
    assert!(lines.len() > 100, "{} lines", lines.len());
    Ok(())
}
