//! Files of TVM in which the type key of one type is changed to an unknown one.

use std::collections::BTreeSet;
use std::fs;

use objet::compare::{StructuralEqual, structural_hash};
use objet::graph::{LoadJson, OpaqueView};
use objet::prelude::*;
use objet::{load_json, post_order, print, save_json, structural_equal};
use objet_ir::expr::{BaseFuncNode, RelayExpr, RelayExprNode};
use objet_ir::module::{IRModule, IRModuleNode};
use objet_ir::op::Op;
use objet_ir::span::{SourceName, Span};
use objet_relay::expr::{Call, CallNode, FunctionNode};
use objet_relay::functor::{ExprMutator, ExprVisitor};

use crate::graphs::{load, text};

fn keep_unknown(text: &str) -> ObjectRef {
    LoadJson::new().keep_unknown(true).load(text.as_bytes()).unwrap().expect("a root")
}

/// Returns the file with another key for a type.
fn with_key(name: &str, key: &str, other: &str) -> String {
    let (key, other) = (format!("\"type_key\": \"{key}\""), format!("\"type_key\": \"{other}\""));
    let text = text(name);
    assert!(text.contains(&key));
    text.replace(&key, &other)
}

fn exprs(root: &ObjectRef) -> usize {
    post_order(root).filter(|object| object.is_instance::<RelayExprNode>()).count()
}

#[test]
fn files_with_one_unknown_type_come_back() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/graphs");
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        let text = fs::read_to_string(&path).unwrap();
        if text.len() > 200_000 {
            continue;
        }
        let (known, twin) = (load_json(&text).unwrap(), load_json(&text).unwrap());
        let key =
            |line: &str| Some(line.trim().strip_prefix("\"type_key\": \"")?.split('"').next()?.to_owned());
        for key in text.lines().filter_map(key).collect::<BTreeSet<_>>() {
            if ["", "Array", "Map", "runtime.String"].contains(&&*key) {
                continue;
            }
            let context = format!("{} with unknown {key}", path.display());
            let key = format!("\"type_key\": \"{key}\"");
            let text = text.replace(&key, &key.replace(": \"", ": \"far."));
            let (root, other) = (keep_unknown(&text), keep_unknown(&text));
            assert!(save_json(&root).unwrap() == text, "{context}");
            assert!(structural_equal(&root, &other) || !structural_equal(&known, &twin), "{context}");
            assert_eq!(structural_hash(&root), structural_hash(&other), "{context}");
            if key.contains("relay.") && known.is_instance::<IRModuleNode>() {
                assert!(root.is_instance::<IRModuleNode>(), "{context}");
                assert_eq!(exprs(&root), exprs(&known), "{context}");
            }
        }
    }
}

/// Sets the span of all expressions except operators, and counts the calls.
struct SetSpans {
    span: Span,
    calls: usize,
}

impl ExprMutator for SetSpans {
    type Error = objet::walk::RewriteError;

    fn visit_call(&mut self, call: Call) -> Result<RelayExpr, objet::walk::RewriteError> {
        self.calls += 1;
        Ok(call.upcast())
    }

    fn visit_op(&mut self, op: Op) -> Result<RelayExpr, objet::walk::RewriteError> {
        Ok(op.upcast())
    }

    fn visit_expr_default(&mut self, mut expr: RelayExpr) -> Result<RelayExpr, objet::walk::RewriteError> {
        *expr.make_mut().span = Some(self.span.clone());
        Ok(expr)
    }
}

#[test]
fn typed_passes_run_over_unknown_calls() {
    let text = with_key("mlp_b1.typed", "relay.Call", "far.Call");
    let known = load("mlp_b1.typed");
    let root = keep_unknown(&text);
    let module: IRModule = root.clone().downcast().expect("a module");
    let functions = module.functions.load();
    let (_, function) = functions.iter().next().unwrap();
    let body = &function.as_node::<FunctionNode>().expect("a function").body;
    assert!(!body.is_instance::<CallNode>() && OpaqueView::of(body).is_some());
    let known_functions = known.as_node::<IRModuleNode>().unwrap().functions.load();
    let (_, known_function) = known_functions.iter().next().unwrap();
    let known_body = &known_function.as_node::<FunctionNode>().unwrap().body;
    // The fields of the base are there.
    let difference = StructuralEqual::new().first_difference(
        body.checked_type.as_ref().expect("a type"),
        known_body.checked_type.as_ref().unwrap(),
    );
    assert!(difference.is_none());

    #[derive(Default)]
    struct Count(usize);
    impl ExprVisitor for Count {
        fn visit_expr_default(&mut self, _: &RelayExpr) {
            self.0 += 1;
        }
    }
    let mut count = Count::default();
    count.visit(function);
    assert_eq!(count.0, exprs(&function.clone().into()));

    let span = Span::new(SourceName::get("pass"), 1, 1, 2, 2);
    let mut pass = SetSpans { span, calls: 0 };
    let changed: ObjectRef = pass.mutate(RelayExpr::from(function.clone())).unwrap().into();
    assert_eq!(pass.calls, 0);
    assert!(changed.is_instance::<BaseFuncNode>());
    let has_span =
        |object: &ObjectRef| object.as_node::<RelayExprNode>().is_none_or(|expr| expr.span.is_some());
    let spans = post_order(&changed).filter(|object| OpaqueView::of(object).is_some());
    assert!(spans.inspect(|object| assert!(has_span(object))).count() > 0);
    let saved = save_json(&changed).unwrap();
    let again = keep_unknown(&saved);
    assert_eq!(save_json(&again).unwrap(), saved);
    let difference = StructuralEqual::new().first_difference(&again, &changed);
    assert!(difference.is_none(), "{}", difference.unwrap());
    assert_eq!(saved.matches("far.Call").count(), text.matches("far.Call").count());
    // The original has not changed.
    assert!(save_json(&root).unwrap() == text);
    assert!(print(body).to_string().contains("far.Call(_checked_type_="));
}
