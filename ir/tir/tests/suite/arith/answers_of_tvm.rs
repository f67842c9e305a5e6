//! Answers of TVM 0.8 about random expressions, compared with the answers here.
//!
//! `tests/data/arith/README.md` describes the file.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;

use flate2::read::GzDecoder;
use objet::prelude::*;
use objet::{Array, load_json};
use objet_ir::expr::PrimExpr;
use objet_tir::arith::Analyzer;
use objet_tir::expr::{Range, Var};
use objet_tir::op::as_const_int;

use super::text;

/// The questions and answers about one expression.
struct Record {
    expr: PrimExpr,
    ranges: Vec<(Var, Range)>,
    constraint: Option<PrimExpr>,
    /// The bounds, and the residues.
    numbers: Vec<i64>,
    /// The expression after rewriting, in canonical form, and after both.
    simplified: Vec<PrimExpr>,
}

fn list<T: IsObjectRef>(array: &ObjectRef) -> Vec<T> {
    let array: Array<ObjectRef> = array.clone().downcast().unwrap();
    array.iter().map(|element| element.clone().downcast().unwrap()).collect()
}

fn records() -> Vec<Record> {
    let path = format!("{}/tests/data/arith/answers.json.gz", env!("CARGO_MANIFEST_DIR"));
    let mut json = String::new();
    GzDecoder::new(File::open(path).unwrap()).read_to_string(&mut json).unwrap();
    let records: ObjectRef = load_json(&json).unwrap().downcast().unwrap();
    let record = |record: ObjectRef| {
        let fields: Vec<ObjectRef> = list(&record);
        let ranges = list::<ObjectRef>(&fields[1]).into_iter().map(|pair| {
            let pair: Vec<ObjectRef> = list(&pair);
            (pair[0].clone().downcast().unwrap(), pair[1].clone().downcast().unwrap())
        });
        Record {
            expr: fields[0].clone().downcast().unwrap(),
            ranges: ranges.collect(),
            constraint: list(&fields[2]).into_iter().next(),
            numbers: list::<PrimExpr>(&fields[3])
                .iter()
                .map(|number| as_const_int(number).unwrap())
                .collect(),
            simplified: list(&fields[4]),
        }
    };
    list::<ObjectRef>(&records).into_iter().map(record).collect()
}

impl Record {
    fn analyzer(&self) -> Analyzer {
        let mut analyzer = Analyzer::new();
        for (var, range) in &self.ranges {
            analyzer.bind_range(var, range, false).unwrap();
        }
        if let Some(constraint) = &self.constraint {
            // The constraint holds as long as the analyzer exists.
            let _ = analyzer.enter_constraint(constraint);
        }
        analyzer
    }

    fn answers(&self) -> Vec<(&'static str, String, String)> {
        let mut analyzer = self.analyzer();
        let bound = analyzer.const_int_bound(&self.expr);
        let set = analyzer.modular_set(&self.expr);
        let [min, max, coeff, base] = self.numbers[..] else { panic!("four numbers") };
        vec![
            ("bound", format!("{:?}", (bound.min_value, bound.max_value)), format!("{:?}", (min, max))),
            ("set", format!("{:?}", (set.coeff, set.base)), format!("{:?}", (coeff, base))),
            ("rewritten", text(&analyzer.rewrite_simplify(&self.expr)), text(&self.simplified[0])),
            ("canonical", text(&analyzer.canonical_simplify(&self.expr)), text(&self.simplified[1])),
            ("simplified", text(&analyzer.simplify(&self.expr, 2)), text(&self.simplified[2])),
        ]
    }
}

/// The expressions that TVM simplifies to other values. The README has the reason.
const DIFFERENT: &[&str] = &["((ramp(select((x != y), {n|n>=0}, -2), 2, 4)/x4(2))*x4(8))"];

#[test]
fn answers_equal_those_of_tvm() {
    let mut answers = 0;
    let mut differences = Vec::new();
    let mut different = BTreeSet::new();
    for record in records() {
        for (question, found, expected) in record.answers() {
            answers += 1;
            let expr = text(&record.expr);
            if found != expected && DIFFERENT.contains(&expr.as_str()) {
                different.insert(expr);
            } else if found != expected {
                let constraint = record.constraint.as_ref().map(text);
                let ranges =
                    record.ranges.iter().map(|(var, range)| format!("{} {}", text(var), text(range)));
                let ranges: Vec<_> = ranges.collect();
                differences.push(format!(
                    "{question} {expr}\n   {ranges:?} {constraint:?}\n    TVM  {expected}\n    here {found}"
                ));
            }
        }
    }
    assert!(answers > 5000);
    assert!(
        differences.is_empty(),
        "{} of {answers} answers differ:\n{}",
        differences.len(),
        differences.join("\n")
    );
    assert!(different.iter().map(|expr| expr.as_str()).eq(DIFFERENT.iter().copied()), "{different:?}");
}
