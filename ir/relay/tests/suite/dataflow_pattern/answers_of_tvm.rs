//! Random programs and patterns, with the answers that TVM 0.8 gave once.
//!
//! `tests/data/dataflow_patterns.txt` has cases. A case lists expressions and patterns, one a line,
//! with references by number, then the number of the root expression and of the pattern. The
//! answers follow: for each expression whether it matches, the text of the partition, and the text
//! of a rewrite that replaces a match by a tuple of all that it matched. `=` is the text of the
//! unchanged root.

use std::collections::{HashMap, HashSet};

use objet::prelude::*;
use objet_ir::attrs;
use objet_ir::expr::RelayExpr;
use objet_ir::op::{Op, OpNode};
use objet_relay::dataflow_pattern::{
    DFPattern, PatternRewrite, is_any_function, is_any_tuple, is_constant, is_expr, is_function, is_if,
    is_let, is_op, is_tuple, is_tuple_get_item, is_var, matches, partition, rewrite, wildcard,
};
use objet_relay::expr::{Call, Constant, Function, If, Let, Tuple, TupleGetItem, Var};
use objet_relay::op::nn;
use objet_relay::text::pretty_print;

const CASES: &str = include_str!("../../data/dataflow_patterns.txt");

/// Compares the answers to one question for all cases.
fn compare(question: &str, answer: impl Fn(&Case) -> String) {
    let (mut different, mut count) = (Vec::new(), 0);
    for case in CASES.split("case\n").skip(1) {
        count += 1;
        let parsed = Case::parse(case);
        let found = answer(&parsed);
        if found != parsed.answers[question] {
            different.push(format!("{case}{question} found:\n{found}"));
        }
    }
    assert!(count >= 100);
    assert!(
        different.is_empty(),
        "{} of {count} cases differ, such as\n{}",
        different.len(),
        different[..different.len().min(4)].join("----\n")
    );
}

#[derive(Default)]
struct Case {
    exprs: Vec<RelayExpr>,
    patterns: Vec<DFPattern>,
    root: usize,
    pattern: usize,
    answers: HashMap<&'static str, String>,
}

fn numbers(words: &[&str]) -> Vec<usize> {
    words.iter().flat_map(|word| word.split(',')).map(|word| word.parse().unwrap()).collect()
}

impl Case {
    fn parse(text: &'static str) -> Self {
        let mut case = Self::default();
        for line in text.lines() {
            let (kind, rest) = line.split_once(' ').unwrap();
            let words: Vec<_> = rest.split(' ').collect();
            match kind {
                "expr" => case.exprs.push(case.expr(&words)),
                "pattern" => case.patterns.push(case.pattern(&words)),
                "root" => {
                    let numbers = numbers(&words);
                    (case.root, case.pattern) = (numbers[0], numbers[1]);
                }
                _ => {
                    case.answers.insert(kind, rest.replace("\\n", "\n"));
                }
            }
        }
        case
    }

    fn expr(&self, words: &[&str]) -> RelayExpr {
        let at = |word: &str| self.exprs[word.parse::<usize>().unwrap()].clone();
        let all = |words: &[&str]| words.iter().map(|word| at(word)).collect::<Array<_>>();
        let var = |word: &str| at(word).downcast::<Var>().unwrap();
        match words {
            ["v", name] => Var::new(*name, None, None).upcast(),
            ["c", value] => {
                let value = value.parse::<f32>().unwrap();
                Constant::new(NDArray::from_slice(&[], &[value]).unwrap(), None).upcast()
            }
            ["call", op, args @ ..] => Call::new(Op::get(op).unwrap(), all(args), None, [], None).upcast(),
            ["apply", function, args @ ..] => Call::new(at(function), all(args), None, [], None).upcast(),
            ["leaky", arg, alpha] => {
                nn::leaky_relu(at(arg), attrs! { alpha: alpha.parse::<f64>().unwrap() }).unwrap().upcast()
            }
            ["tuple", fields @ ..] => Tuple::new(all(fields), None).upcast(),
            ["get", tuple, index] => {
                TupleGetItem::new(at(tuple), index.parse::<i32>().unwrap(), None).upcast()
            }
            ["fn", params, body, attr @ ..] => {
                let params: Vec<_> = params.split(',').map(var).collect();
                let function = Function::new(params, at(body), None, [], None, None);
                if attr.is_empty() {
                    return function.upcast();
                }
                let base: objet_ir::expr::BaseFunc = function.upcast();
                base.with_attr("Composite", Some(objet::String::from("k").into())).upcast()
            }
            ["let", bound, value, body] => Let::new(var(bound), at(value), at(body), None).upcast(),
            ["if", cond, yes, no] => If::new(at(cond), at(yes), at(no), None).upcast(),
            other => panic!("unknown expression {other:?}"),
        }
    }

    fn pattern(&self, words: &[&str]) -> DFPattern {
        let at = |word: &str| self.patterns[word.parse::<usize>().unwrap()].clone();
        let all = |words: &[&str]| words.iter().map(|word| at(word)).collect::<Vec<_>>();
        match words {
            ["w"] => wildcard(),
            ["v"] => is_var(""),
            ["v", name] => is_var(*name),
            ["c"] => is_constant(),
            ["e", expr] => is_expr(self.exprs[expr.parse::<usize>().unwrap()].clone()),
            ["op", name] => is_op(name).unwrap(),
            ["call", callee, args @ ..] => at(callee).call(all(args)),
            ["callany", callee] => at(callee).call_any(),
            ["attr", pattern, "alpha", value] => {
                at(pattern).has_attr(attrs! { alpha: value.parse::<f64>().unwrap() }).unwrap()
            }
            ["attr", pattern, "Composite", value] => {
                at(pattern).has_attr(attrs! { Composite: *value }).unwrap()
            }
            ["tuple", fields @ ..] => is_tuple(all(fields)),
            ["tupleany"] => is_any_tuple(),
            ["get", tuple, index] => is_tuple_get_item(at(tuple), index.parse::<i32>().unwrap()),
            ["fn", params, body] => is_function(all(&params.split(',').collect::<Vec<_>>()), at(body)),
            ["fnany", body] => is_any_function(at(body)),
            ["let", var, value, body] => is_let(at(var), at(value), at(body)),
            ["if", cond, yes, no] => is_if(at(cond), at(yes), at(no)),
            ["alt", left, right] => at(left) | at(right),
            ["dom", parent, path, child] => at(child).dominates(at(parent), at(path)),
            other => panic!("unknown pattern {other:?}"),
        }
    }

    fn root(&self) -> &RelayExpr {
        &self.exprs[self.root]
    }

    fn main_pattern(&self) -> &DFPattern {
        &self.patterns[self.pattern]
    }

    /// Returns the text of a changed root.
    fn text(&self, changed: &RelayExpr) -> String {
        let [before, after] = [self.root(), changed].map(|expr| pretty_print(Some(expr.upcast_ref())));
        if before == after { "=".into() } else { after }
    }
}

#[test]
fn expressions_match_as_in_tvm() {
    compare("match", |case| {
        let found = case.exprs.iter().map(|expr| matches(case.main_pattern(), expr).unwrap());
        found.map(|matches| if matches { '1' } else { '0' }).collect()
    });
}

#[test]
fn partitions_have_the_text_of_tvm() {
    compare("partition", |case| {
        let found = partition(case.main_pattern(), case.root(), None, |_| Ok(true)).unwrap();
        case.text(&found)
    });
}

#[test]
fn rewrites_have_the_text_of_tvm() {
    compare("rewrite", |case| {
        let tuple = PatternRewrite::new(case.main_pattern(), |found| {
            // TVM repeats an expression of a path for each way to it.
            let once = |pattern| {
                let mut exprs = found.exprs(pattern);
                let mut seen = HashSet::new();
                exprs.retain(|expr| seen.insert(expr.clone()));
                exprs
            };
            let exprs = case.patterns.iter().flat_map(once);
            let exprs = exprs.filter(|expr| !expr.is_instance::<OpNode>());
            let fields: Array<_> = std::iter::once(found.post.clone()).chain(exprs).collect();
            Ok(Tuple::new(fields, None).upcast())
        });
        let found = rewrite(&mut [tuple.rewrite_once()], case.root(), None).unwrap();
        case.text(&found)
    });
}
