//! Answers of TVM 0.8 about random programs, compared with the answers here.
//!
//! Each file in `answers/` has an array of programs, and a line of answers for each of them.

use std::fs;

use objet::prelude::*;
use objet::{Array, load_json};
use objet_ir::adt::Constructor;
use objet_ir::expr::RelayExpr;
use objet_ir::module::IRModule;
use objet_ir::op::Op;
use objet_ir::types::Type;
use objet_relay::adt::{
    Match, Pattern, PatternConstructor, PatternConstructorNode, PatternTuple, PatternTupleNode,
    PatternWildcard,
};
use objet_relay::analysis::{
    AnnotatedRegionSet, all_dtypes, check_basic_block_normal_form, check_constant, check_kind,
    detect_feature, get_total_mac_number, is_dynamic, search_conv2d_op_weight, search_dense_op_weight,
    search_fc_transpose, unmatched_cases,
};
use objet_relay::functor::post_order;

/// Returns the objects of a file, and its lines.
fn read(name: &str) -> (Vec<ObjectRef>, Vec<String>) {
    let path = format!("{}/tests/suite/analysis/answers/{name}", env!("CARGO_MANIFEST_DIR"));
    let read = |ending| fs::read_to_string(format!("{path}.{ending}")).unwrap();
    let objects: Array<ObjectRef> = load_json(&read("json")).unwrap().downcast().unwrap();
    let lines: Vec<String> = read("txt").lines().map(str::to_owned).collect();
    assert!(lines.len() > 10, "{name} has {} lines", lines.len());
    (objects.to_vec(), lines)
}

/// Compares the answer about each object with the line of the file.
fn compare<R: IsObjectRef>(name: &str, answer: impl Fn(&R) -> String) {
    let (objects, lines) = read(name);
    assert_eq!(objects.len(), lines.len());
    let objects = objects.into_iter().map(|object| object.downcast::<R>().unwrap());
    let differences: Vec<_> = objects
        .zip(lines)
        .enumerate()
        .filter_map(|(index, (object, line))| {
            let found = answer(&object);
            (found != line).then(|| format!("{name} {index}: TVM {line:?}, here {found:?}\n{object:?}"))
        })
        .collect();
    assert!(differences.is_empty(), "{} differences:\n{}", differences.len(), differences.join("\n"));
}

fn or_error(answer: Result<String, impl std::error::Error>) -> String {
    answer.unwrap_or_else(|_| "error".into())
}

fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn kinds() {
    let (objects, lines) = read("kinds");
    let module: IRModule = objects[0].clone().downcast().unwrap();
    assert_eq!(objects.len(), lines.len() + 1);
    for (object, line) in objects[1..].iter().zip(lines) {
        let ty: Type = object.clone().downcast().unwrap();
        let kind = check_kind(&ty, Some(&module));
        assert_eq!(or_error(kind.map(|kind| (kind as i32).to_string())), line, "{ty:?}");
    }
}

#[test]
fn dynamic_types() {
    compare("dynamic", |ty: &Type| u8::from(is_dynamic(ty)).to_string());
}

#[test]
fn constants_features_and_basic_blocks() {
    compare("programs", |expr: &RelayExpr| {
        let features = joined(detect_feature(expr).iter().map(|feature| feature as u8));
        let blocks = or_error(check_basic_block_normal_form(expr).map(|()| "1".into()));
        format!("{}|{features}|{blocks}", u8::from(check_constant(expr)))
    });
}

#[test]
fn weights() {
    compare("weights", |expr: &RelayExpr| {
        let (conv2d, dense) = (search_conv2d_op_weight(expr), search_dense_op_weight(expr));
        format!("{}|{}|{}", joined(conv2d), joined(dense), joined(search_fc_transpose(expr)))
    });
}

#[test]
fn macs_and_data_types() {
    compare("typed", |expr: &RelayExpr| {
        let mut dtypes: Vec<_> = all_dtypes(expr).iter().map(ToString::to_string).collect();
        dtypes.sort();
        let macs = or_error(get_total_mac_number(expr).map(|macs| macs.to_string()));
        format!("{macs}|{}", joined(dtypes))
    });
}

#[test]
fn annotated_regions() {
    let [begin, end] = ["begin", "end"].map(|edge| Op::get(&format!("annotation.compiler_{edge}")).unwrap());
    compare("regions", |nodes: &Array<RelayExpr>| {
        let Ok(regions) = AnnotatedRegionSet::new(nodes.last().unwrap(), &begin, &end) else {
            return "error".into();
        };
        let position = |expr: &RelayExpr| nodes.iter().position(|node| node == expr).unwrap();
        let region = |region: &objet_relay::analysis::AnnotatedRegion| {
            let mut members: Vec<_> = region.nodes.iter().map(position).collect();
            members.sort_unstable();
            let [args, rets] = [&region.args, &region.rets].map(|calls| joined(calls.iter().map(position)));
            format!("{},{},{},{args},{rets}", region.id, region.target, joined(members))
        };
        for expr in post_order(nodes.last().unwrap()) {
            let own = regions.regions.iter().find(|region| region.nodes.contains(&expr));
            assert_eq!(regions.get_region(&expr), own);
        }
        regions.regions.iter().map(region).collect::<Vec<_>>().join(";")
    });
}

/// Returns whether a pattern matches all values of another pattern.
fn covers(pattern: &Pattern, value: &Pattern) -> bool {
    let all = |patterns: &[Pattern], values: &[Pattern]| {
        patterns.iter().zip(values).all(|(pattern, value)| covers(pattern, value))
    };
    match_node!(match (pattern, value) {
        (PatternConstructorNode { constructor, patterns, .. }, value @ PatternConstructorNode) =>
            *constructor == value.constructor && all(patterns, &value.patterns),
        (PatternTupleNode { patterns, .. }, value @ PatternTupleNode) => all(patterns, &value.patterns),
        (PatternConstructorNode | PatternTupleNode, _) => false,
        _ => true,
    })
}

/// Returns values that the patterns can tell apart, as patterns. Parts that no pattern looks at are
/// wildcards.
fn values(patterns: &[&Pattern], module: &IRModule) -> Vec<Pattern> {
    let constructor = patterns.iter().find_map(|pattern| pattern.as_node::<PatternConstructorNode>());
    if let Some(constructor) = constructor {
        let definition = module.lookup_type_def(&constructor.constructor.belong_to).unwrap();
        let of_each = definition.constructors.iter().map(|own: &Constructor| {
            let rows = patterns.iter().filter_map(|pattern| pattern.as_node::<PatternConstructorNode>());
            let rows = rows.filter(|row| row.constructor == *own).map(|row| &row.patterns);
            let parts = combinations(&rows.collect::<Vec<_>>(), own.inputs.len(), module);
            parts.into_iter().map(|parts| PatternConstructor::new(own.clone(), parts, None).upcast())
        });
        return of_each.flatten().collect();
    }
    let rows = patterns.iter().filter_map(|pattern| pattern.as_node::<PatternTupleNode>());
    let rows: Vec<_> = rows.map(|row| &row.patterns).collect();
    let Some(first) = rows.first() else { return vec![PatternWildcard::new(None).upcast()] };
    let parts = combinations(&rows, first.len(), module);
    parts.into_iter().map(|parts| PatternTuple::new(parts, None).upcast()).collect()
}

/// Returns all combinations of the values of several parts.
fn combinations(rows: &[&Array<Pattern>], parts: usize, module: &IRModule) -> Vec<Vec<Pattern>> {
    let mut combinations = vec![Vec::new()];
    for part in 0..parts {
        let values = values(&rows.iter().map(|row| &row[part]).collect::<Vec<_>>(), module);
        let extended = combinations.iter().flat_map(|combination: &Vec<Pattern>| {
            values.iter().map(|value| combination.iter().chain([value]).cloned().collect())
        });
        combinations = extended.collect();
    }
    combinations
}

#[test]
fn unmatched_cases_of_matches() {
    let (objects, lines) = read("matches");
    let module: IRModule = objects[0].clone().downcast().unwrap();
    let (mut more, mut less, mut same) = (0, 0, 0);
    for (pair, line) in objects[1..].chunks(2).zip(lines) {
        let found: Match = pair[0].clone().downcast().unwrap();
        let of_tvm: Array<Pattern> = pair[1].clone().downcast().unwrap();
        assert_eq!(of_tvm.len().to_string(), line);
        let unmatched = unmatched_cases(&found, Some(&module)).collect::<Result<Vec<_>, _>>().unwrap();
        let clauses: Vec<&Pattern> = found.clauses.iter().map(|clause| &clause.lhs).collect();
        let all: Vec<_> = clauses.iter().copied().chain(&of_tvm).chain(&unmatched).collect();
        for value in values(&all, &module) {
            let is_matched = clauses.iter().any(|clause| covers(clause, &value));
            let count = |cases: &[Pattern]| cases.iter().filter(|case| covers(case, &value)).count();
            assert_eq!(count(&of_tvm), usize::from(!is_matched), "TVM about {value:?} of {found:?}");
            assert_eq!(count(&unmatched), usize::from(!is_matched), "{value:?} of {found:?}");
        }
        match unmatched.len().cmp(&of_tvm.len()) {
            std::cmp::Ordering::Less => less += 1,
            std::cmp::Ordering::Equal => same += 1,
            std::cmp::Ordering::Greater => more += 1,
        }
    }
    println!("{less} shorter than in TVM, {same} equal, {more} longer");
    assert!(more == 0 && less >= 5);
}
