//! Answers of TVM 0.8 about maps of iterators, compared with the answers here.
//!
//! `tests/data/iter_map/README.md` describes the file.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::prelude::*;
use objet::{Array, load_json, structural_equal};
use objet_ir::expr::PrimExpr;
use objet_tir::arith::{
    Analyzer, IterMapExpr, IterMark, IterMarkNode, IterSplitExprNode, IterSumExpr, IterSumExprNode,
    detect_iter_map, inverse_affine_iter_map, normalize_iter_map_to_expr, subspace_divide,
};
use objet_tir::expr::{Range, Var};
use objet_tir::op::as_const_int;

use super::text;

/// The questions and answers about the indices of one access.
struct Record {
    indices: Array<PrimExpr>,
    iters: Map<Var, Range>,
    predicate: PrimExpr,
    is_bijective: bool,
    /// The map as arrays of its fields.
    map: Array<ObjectRef>,
    /// The expressions of the map, where TVM has one.
    normalized: Array<Option<PrimExpr>>,
    inner_iters: Array<Var>,
    /// The pairs of marks of the division as arrays, if TVM returns a result.
    division: Option<ObjectRef>,
    outputs: Array<Var>,
    /// The inverse, if TVM finds one.
    inverse: Option<Map<Var, PrimExpr>>,
}

fn list(object: &ObjectRef) -> Vec<Option<ObjectRef>> {
    object.clone().downcast::<Array<Option<ObjectRef>>>().unwrap().to_vec()
}

fn records() -> Vec<Record> {
    let path = format!("{}/tests/data/iter_map/answers.json.gz", env!("CARGO_MANIFEST_DIR"));
    let path = std::env::var("ITER_MAP_ANSWERS").unwrap_or(path);
    let mut json = String::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut json).unwrap();
    let record = |record: Option<ObjectRef>| {
        let fields = list(&record.unwrap());
        let field = |index: usize| fields[index].clone().unwrap();
        let iters = list(&field(1)).into_iter().map(|pair| {
            let pair = list(&pair.unwrap());
            let part = |index: usize| pair[index].clone().unwrap();
            (part(0).downcast().unwrap(), part(1).downcast().unwrap())
        });
        Record {
            indices: field(0).downcast().unwrap(),
            iters: iters.collect(),
            predicate: field(2).downcast().unwrap(),
            is_bijective: as_const_int(&field(3).downcast().unwrap()) == Some(1),
            map: field(4).downcast().unwrap(),
            normalized: field(5).downcast().unwrap(),
            inner_iters: field(6).downcast().unwrap(),
            division: fields[7].clone(),
            outputs: field(8).downcast().unwrap(),
            inverse: fields[9].clone().map(|inverse| inverse.downcast().unwrap()),
        }
    };
    list(&load_json(&json).unwrap().into_object_ref()).into_iter().map(record).collect()
}

impl Record {
    fn question(&self) -> String {
        let Self { indices, iters, predicate, is_bijective, .. } = self;
        format!("{}\n    {} if {} {is_bijective}", text(indices), text(iters), text(predicate))
    }
}

/// Returns a part of a map as arrays of its fields.
fn plain(part: &impl IsObjectRef) -> ObjectRef {
    let part = part.as_object_ref();
    let array = |fields: &[ObjectRef]| Array::from_iter(fields.iter().cloned()).into_object_ref();
    let of = |expr: &PrimExpr| expr.clone().into_object_ref();
    match_node!(match part {
        mark @ IterMarkNode => array(&[plain(&mark.source), of(&mark.extent)]),
        split @ IterSplitExprNode =>
            array(&[plain(&split.source), of(&split.lower_factor), of(&split.extent), of(&split.scale),]),
        sum @ IterSumExprNode => {
            let args: Vec<_> = sum.args.iter().map(plain).collect();
            array(&[array(&args), of(&sum.base)])
        }
        _ => part.clone(),
    })
}

/// Shows two results that differ.
fn compare(
    differences: &mut Vec<String>,
    record: &Record,
    expected: &impl IsObjectRef,
    found: &impl IsObjectRef,
) {
    if !structural_equal(&expected.as_object_ref().clone(), &found.as_object_ref().clone()) {
        let (expected, found) = (text(expected), text(found));
        differences.push(format!("{}\n    TVM  {expected}\n    here {found}", record.question()));
    }
}

#[test]
fn maps_equal_those_of_tvm() {
    let mut differences = Vec::new();
    let mut maps = 0;
    for record in records() {
        let Record { indices, iters, predicate, is_bijective, map, normalized, .. } = &record;
        let found = detect_iter_map(indices, iters, predicate, *is_bijective, &mut Analyzer::new());
        let found = found.unwrap_or_default();
        let fields: Array<ObjectRef> = found.iter().map(plain).collect();
        compare(&mut differences, &record, map, &fields);
        for (sum, normalized) in found.iter().zip(normalized) {
            maps += 1;
            let Some(normalized) = normalized else { continue };
            let sum: IterMapExpr = sum.clone().upcast();
            let found = normalize_iter_map_to_expr(&sum, &mut Analyzer::new()).unwrap();
            compare(&mut differences, &record, normalized, &found);
        }
    }
    assert!(maps > 500, "{maps} maps");
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn divisions_equal_those_of_tvm() {
    let mut differences = Vec::new();
    let mut divisions = 0;
    for record in records() {
        let Record { indices, iters, predicate, is_bijective, inner_iters, division, .. } = &record;
        let Some(expected) = division else { continue };
        let analyzer = &mut Analyzer::new();
        let found = subspace_divide(indices, iters, inner_iters, predicate, *is_bijective, analyzer);
        let found = found.map_or_else(Vec::new, |division| {
            let predicates = division.predicates.map(|predicate| {
                let zero = IterSumExpr::new([], 0);
                IterMark::new(zero, predicate)
            });
            division.indices.into_iter().chain([predicates]).collect()
        });
        divisions += found.len();
        let found = found.iter().map(|pair| pair.iter().map(plain).collect::<Array<ObjectRef>>());
        compare(&mut differences, &record, expected, &Array::from_iter(found));
    }
    assert!(divisions > 200, "{divisions} divisions");
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn inverses_equal_those_of_tvm() {
    let mut differences = Vec::new();
    let mut inverses = 0;
    for record in records() {
        let Record { indices, iters, predicate, is_bijective, outputs, inverse, .. } = &record;
        let analyzer = &mut Analyzer::new();
        let Some(map) = detect_iter_map(indices, iters, predicate, *is_bijective, analyzer) else { continue };
        if map.is_empty() {
            continue;
        }
        let outputs: Vec<PrimExpr> = outputs.iter().map(|output| output.clone().upcast()).collect();
        match (inverse, inverse_affine_iter_map(&map, &outputs, analyzer)) {
            (Some(expected), Ok(found)) => {
                inverses += 1;
                compare(&mut differences, &record, expected, &found);
            }
            (None, Err(_)) => {}
            (expected, found) => {
                let expected = expected.as_ref().map(text);
                differences.push(format!("{}\n    TVM  {expected:?}\n    here {found:?}", record.question()));
            }
        }
    }
    assert!(inverses > 200, "{inverses} inverses");
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}
