//! Answers of TVM 0.8 about regions of buffers, compared with the answers here.
//!
//! `tests/data/regions/README.md` describes the file.

use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::prelude::*;
use objet::{Array, load_json, structural_equal};
use objet_ir::expr::PrimExpr;
use objet_tir::arith::{Analyzer, domain_touched, estimate_region_lower_bound};
use objet_tir::buffer::Buffer;
use objet_tir::expr::Range;
use objet_tir::op::as_const_int;
use objet_tir::stmt::Stmt;

use super::text;

fn list(object: &ObjectRef) -> Vec<Option<ObjectRef>> {
    object.clone().downcast::<Array<Option<ObjectRef>>>().unwrap().to_vec()
}

fn is_true(object: &Option<ObjectRef>) -> bool {
    as_const_int(&object.clone().unwrap().downcast().unwrap()) == Some(1)
}

fn records(kind: usize) -> Vec<Vec<Option<ObjectRef>>> {
    let path = format!("{}/tests/data/regions/answers.json.gz", env!("CARGO_MANIFEST_DIR"));
    let mut json = String::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut json).unwrap();
    let kinds = list(&load_json(&json).unwrap().into_object_ref());
    list(kinds[kind].as_ref().unwrap()).into_iter().map(|record| list(&record.unwrap())).collect()
}

#[test]
fn touched_domains_equal_those_of_tvm() {
    let mut differences = Vec::new();
    let mut ranges = 0;
    for record in records(0) {
        let stmt: Stmt = record[0].clone().unwrap().downcast().unwrap();
        let buffer: Buffer = record[1].clone().unwrap().downcast().unwrap();
        let found = domain_touched(&stmt, &buffer, is_true(&record[2]), is_true(&record[3])).unwrap();
        let found: Array<Option<Range>> = found.into_iter().collect();
        ranges += found.len();
        let expected = record[4].clone().unwrap();
        if !structural_equal(&expected, found.as_object_ref()) {
            differences.push(format!(
                "{}\n    TVM  {}\n    here {}",
                text(&stmt),
                text(&expected),
                text(&found)
            ));
        }
    }
    assert!(ranges > 100, "{ranges} ranges");
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn estimated_regions_equal_those_of_tvm() {
    let mut differences = Vec::new();
    let mut regions = 0;
    for record in records(1) {
        let region: Array<Range> = record[0].clone().unwrap().downcast().unwrap();
        let domains = list(record[1].as_ref().unwrap()).into_iter().map(|pair| {
            let pair = list(&pair.unwrap());
            let part = |index: usize| pair[index].clone().unwrap();
            (part(0).downcast().unwrap(), part(1).downcast().unwrap())
        });
        let domains = domains.collect();
        let predicate: PrimExpr = record[2].clone().unwrap().downcast().unwrap();
        let found = estimate_region_lower_bound(&region, &domains, &predicate, &mut Analyzer::new());
        let found = found.map(|sets| {
            let bounds = |set: &objet_tir::arith::IntervalSet| {
                Array::from_iter([set.min_value.clone(), set.max_value.clone()])
            };
            sets.iter().map(bounds).collect::<Array<Array<PrimExpr>>>().into_object_ref()
        });
        regions += usize::from(found.is_some());
        let is_equal = match (&record[3], &found) {
            (Some(expected), Some(found)) => structural_equal(expected, found),
            (expected, found) => expected.is_none() && found.is_none(),
        };
        if !is_equal {
            differences.push(format!(
                "{} {} {}\n    TVM  {:?}\n    here {:?}",
                text(&region),
                text(&domains),
                text(&predicate),
                record[3].as_ref().map(text),
                found.as_ref().map(text)
            ));
        }
    }
    assert!(regions > 40, "{regions} regions");
    assert!(differences.is_empty(), "{} differ:\n{}", differences.len(), differences.join("\n"));
}
