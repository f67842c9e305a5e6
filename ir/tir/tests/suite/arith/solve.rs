//! Answers of TVM 0.8 about systems of conditions, compared with the answers here.
//!
//! `tests/data/solve/README.md` describes the file.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::prelude::*;
use objet::{Array, load_json, structural_equal};
use objet_ir::expr::PrimExpr;
use objet_tir::arith::{
    IntConstraints, IntConstraintsNode, IntConstraintsTransform, IntConstraintsTransformNode,
    solve_inequalities_as_bounds, solve_inequalities_deskew_range, solve_inequalities_to_range,
    solve_linear_equations,
};
use objet_tir::expr::{Range, Var};

use super::text;

struct Record {
    system: IntConstraints,
    equations: Option<IntConstraintsTransform>,
    conditions: Option<Array<PrimExpr>>,
    ranges: Option<IntConstraints>,
    deskewed: Option<IntConstraintsTransform>,
}

fn list(object: &ObjectRef) -> Vec<Option<ObjectRef>> {
    object.clone().downcast::<Array<Option<ObjectRef>>>().unwrap().to_vec()
}

fn records() -> Vec<Record> {
    let path = format!("{}/tests/data/solve/answers.json.gz", env!("CARGO_MANIFEST_DIR"));
    let path = std::env::var("SOLVE_ANSWERS").unwrap_or(path);
    let mut json = String::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut json).unwrap();
    let record = |record: Option<ObjectRef>| {
        let fields = list(&record.unwrap());
        let ranges = list(fields[1].as_ref().unwrap()).into_iter().map(|pair| {
            let pair = list(&pair.unwrap());
            let part = |index: usize| pair[index].clone().unwrap();
            (part(0).downcast().unwrap(), part(1).downcast().unwrap())
        });
        let ranges: Map<Var, Range> = ranges.collect();
        let variables: Array<Var> = fields[0].clone().unwrap().downcast().unwrap();
        let relations: Array<PrimExpr> = fields[2].clone().unwrap().downcast().unwrap();
        let system = IntConstraints::new(variables, ranges, relations);
        Record {
            system,
            equations: fields[3].clone().map(|field| field.downcast().unwrap()),
            conditions: fields[4].clone().map(|field| field.downcast().unwrap()),
            ranges: fields[5].clone().map(|field| field.downcast().unwrap()),
            deskewed: fields[6].clone().map(|field| field.downcast().unwrap()),
        }
    };
    list(&load_json(&json).unwrap().into_object_ref()).into_iter().map(record).collect()
}

/// Returns a short text of a system.
fn short(system: &IntConstraints) -> String {
    let IntConstraintsNode { variables, ranges, relations, .. } = &**system;
    format!("{} {:?} {}", text(variables), sorted(ranges), text(relations))
}

/// Returns the texts of the entries of a map.
fn sorted<V: IsObjectRef>(map: &Map<Var, V>) -> Vec<String> {
    let mut entries: Vec<_> =
        map.iter().map(|(var, value)| format!("{}: {}", text(var), text(value))).collect();
    entries.sort();
    entries
}

/// Returns a short text of a result.
fn shown(result: &impl IsObjectRef) -> String {
    let result = result.as_object_ref();
    match_node!(match result {
        pair @ IntConstraintsTransformNode => {
            let (to, from) = (sorted(&pair.src_to_dst), sorted(&pair.dst_to_src));
            format!("{} to {to:?} from {from:?}", short(&pair.dst))
        }
        IntConstraintsNode => short(&result.clone().downcast().unwrap()),
        _ => text(result),
    })
}

/// Whether two results are equal, up to new variables.
fn is_same(expected: &ObjectRef, found: &ObjectRef) -> bool {
    structural_equal(expected, found) || shown(expected) == shown(found)
}

fn compare<R: IsObjectRef, E: std::fmt::Debug>(
    differences: &mut Vec<String>,
    question: &str,
    system: &IntConstraints,
    expected: &Option<R>,
    found: Result<R, E>,
) {
    let is_equal = match (expected, &found) {
        (Some(expected), Ok(found)) => is_same(expected.as_object_ref(), found.as_object_ref()),
        (None, Err(_)) => true,
        _ => false,
    };
    let is_different = DIFFERENT.contains(&text(&system.relations).trim_matches(['[', ']']));
    assert!(!is_different || question != "deskewed" || !is_equal, "{question} is equal");
    if !is_equal && !is_different {
        let expected = expected.as_ref().map(shown);
        let found = found.as_ref().map(shown);
        differences.push(format!(
            "{question} {}
    TVM  {expected:?}
    here {found:?}",
            short(system)
        ));
    }
}

/// The systems for which TVM simplifies an expression less. The README has the reason.
const DIFFERENT: &[&str] =
    &["((((int64)-1 + (x*(int64)2)) + (y*(int64)4)) == ((((int64)-1 + (x*(int64)-5)) + y) + (z*(int64)-2)))"];

#[test]
fn solutions_equal_those_of_tvm() {
    let mut differences = Vec::new();
    let records = records();
    for record in &records {
        let system = &record.system;
        compare(&mut differences, "equations", system, &record.equations, solve_linear_equations(system));
        let conditions =
            solve_inequalities_as_bounds(system).map(|solved| Array::from_iter(solved.conditions().unwrap()));
        compare(&mut differences, "conditions", system, &record.conditions, conditions);
        compare(&mut differences, "ranges", system, &record.ranges, solve_inequalities_to_range(system));
        compare(
            &mut differences,
            "deskewed",
            system,
            &record.deskewed,
            solve_inequalities_deskew_range(system),
        );
    }
    assert!(records.len() >= 150, "{} records", records.len());
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}
