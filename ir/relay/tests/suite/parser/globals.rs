//! The registered functions that parse, and spans.

use objet::function::RuntimeError;
use objet::prelude::*;
use objet::{Registry, String as Text};
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::span::Span;
use objet_relay::expr::{CallNode, Constant, FunctionNode};
use objet_relay::functor::post_order;
use objet_relay::text::{MetaTable, parse_expr, parse_module};

use super::assert_equal;

type Result<T> = std::result::Result<T, RuntimeError>;

#[test]
fn modules_are_parsed_with_their_types() -> Result<()> {
    let parse = Registry::expect("parser.ParseModule")?;
    let module: IRModule = parse.call(("a.rly", "def @main(%x: int32) { %x + 1 }"))?.get()?;
    let main = module.lookup_by_name("main").unwrap();
    assert!(main.checked_type.is_some());
    let source = module.source_map.source_map.load();
    assert_eq!(source.values().next().unwrap().source, "def @main(%x: int32) { %x + 1 }");
    for text in ["def @main() {", "def @main(%x: Tensor[(2), int32], %y: Tensor[(3), int32]) { %x + %y }"] {
        let error = parse.call(("a.rly", text)).unwrap_err();
        assert_eq!(error.kind().name(), "DiagnosticError");
    }
    Ok(())
}

#[test]
fn expressions_are_parsed() -> Result<()> {
    let parse = Registry::expect("parser.ParseExpr")?;
    let expr: RelayExpr = parse.call(("a.rly", "@foo"))?.get()?;
    assert_eq!(expr.downcast::<GlobalVar>().unwrap().name_hint, "foo");
    assert!(parse.call(("a.rly", "1 +")).is_err());
    Ok(())
}

#[test]
fn a_text_continues_a_module() -> Result<()> {
    let parse = Registry::expect("parser.ParseModuleInContext")?;
    let text = "type Bit { Low, High } def @low() -> Bit { Low } def @main() { 1 }";
    let first = parse_module("a.rly", text).unwrap();
    let number = Constant::new(objet::NDArray::from_slice(&[1], &[7_i32]).unwrap(), None);
    let table: MetaTable =
        [(Text::from("relay.Constant"), Array::from([number.clone().upcast()]))].into_iter().collect();
    let text = "def @main() { (@low(), High, meta[relay.Constant][0]) }";
    let module: IRModule = parse.call(("b.rly", text, Some(&first), Some(&table)))?.get()?;
    assert_eq!(module.functions.load().len(), 2);
    assert_eq!(module.source_map.source_map.load().len(), 2);
    let main = module.lookup_by_name("main").unwrap();
    assert!(
        post_order(&main)
            .any(|expr| { expr.downcast_ref::<Constant>().is_some_and(|found| found.data.shape() == [1]) })
    );
    let alone: IRModule =
        parse.call(("b.rly", "def @f() { 1 }", None::<&IRModule>, None::<&MetaTable>))?.get()?;
    assert_eq!(alone.functions.load().len(), 1);
    Ok(())
}

fn place(span: &Option<Span>) -> (i32, i32, i32, i32) {
    let span = span.as_ref().unwrap();
    (span.line, span.column, span.end_line, span.end_column)
}

#[test]
fn every_node_has_the_place_of_its_text() {
    let text = "\
fn (%x: Tensor[(1, 2), float32]) {
  let %y = nn.relu(%x);
  (%y, 2 + 3).0
}";
    let expr = parse_expr("a.rly", text).unwrap();
    let function = expr.as_node::<FunctionNode>().unwrap();
    assert_eq!(place(&function.span), (1, 1, 4, 2));
    let x = &function.params[0];
    assert_eq!(place(&x.span), (1, 5, 1, 7));
    assert_eq!(place(&x.type_annotation.as_ref().unwrap().span), (1, 9, 1, 32));
    let places: Vec<_> = post_order(&expr)
        .filter(|expr| !expr.is_instance::<objet_ir::op::OpNode>())
        .map(|expr| place(&expr.span))
        .collect();
    for expected in [(2, 3, 3, 16), (2, 7, 2, 9), (2, 12, 2, 23), (3, 3, 3, 16), (3, 3, 3, 14), (3, 8, 3, 13)]
    {
        assert!(places.contains(&expected), "{expected:?}: {places:?}");
    }
}

#[test]
fn columns_are_characters() {
    let expr = parse_expr("a.rly", "(/* äöü */ 1, fn (s=\"ä\nö\") { 2 },\n 3)").unwrap();
    assert_eq!(place(&expr.span), (1, 1, 3, 4));
    let fields = &expr.as_node::<objet_relay::expr::TupleNode>().unwrap().fields;
    assert_eq!(place(&fields[0].span), (1, 12, 1, 13));
    assert_eq!(place(&fields[1].span), (1, 15, 2, 10));
    assert_eq!(place(&fields[2].span), (3, 2, 3, 3));
}

#[test]
fn a_pass_adds_spans() -> Result<()> {
    let module =
        parse_module("a.rly", "def @main(%x: Tensor[(2), float32]) { nn.relu(nn.relu(%x)) }").unwrap();
    let pass: objet_ir::transform::Pass =
        Registry::expect("relay._transform.AnnotateSpans")?.call(())?.get()?;
    let annotated = pass.run(module.clone()).unwrap();
    assert_equal(&annotated, &objet_relay::infer::infer_module(&module).unwrap(), "annotated");
    let main = annotated.lookup_by_name("main").unwrap();
    let calls: Vec<_> = post_order(&main).filter(|expr| expr.is_instance::<CallNode>()).collect();
    assert_eq!(calls.len(), 2);
    for call in calls {
        assert_eq!(call.span.as_ref().unwrap().source_name.name, "GeneratedSource");
    }
    Ok(())
}
