//! Registered functions for relay's expressions, patterns, analyses and passes.

use std::error::Error;
use std::sync::{Arc, Mutex};

use objet::function::{ArgValue, RetValue, RuntimeError};
use objet::prelude::*;
use objet::walk::{WalkEvent, walk};
use objet::{Registry, String as Text, structural_equal};
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, IntImm, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::transform::{Pass, PassInfo};
use objet_ir::types::{FuncType, TensorType, TupleType, Type, TypeKind, TypeVar};
use objet_relay::adt::PatternVar;
use objet_relay::dataflow_pattern::{DFPatternCallbackNode, WildcardPattern};
use objet_relay::expr::{
    Call, CallNode, Constant, ConstantNode, Function, FunctionNode, Let, LetNode, TempExpr, TempExprNode,
    Tuple, Var,
};
use objet_relay::op::{add, multiply};

use crate::graphs;

/// A number that a pass has yet to double.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "test.relay_globals.Doubled", is_final)]
struct DoubledNode {
    base: TempExprNode,
    once: RelayExpr,
}

impl Doubled {
    fn new(once: RelayExpr) -> Self {
        let realize = |temp: &TempExpr| {
            let once = &temp.as_node::<DoubledNode>().expect("a `Doubled` expression").once;
            Ok(add(once.clone(), once.clone())?.upcast())
        };
        make_object(DoubledNode { base: TempExprNode::new(realize), once }).into()
    }
}

type Result<T> = std::result::Result<T, RuntimeError>;

/// The constructors of nodes, with their fields.
const CONSTRUCTORS: &[(&str, &[&str])] = &[
    ("Call", &["op", "args", "attrs", "type_args", "span"]),
    ("Clause", &["lhs", "rhs"]),
    ("Constant", &["data"]),
    ("Function", &["params", "body", "ret_type", "type_params", "attrs"]),
    ("If", &["cond", "true_branch", "false_branch"]),
    ("Let", &["var", "value", "body"]),
    ("Match", &["data", "clauses", "complete"]),
    ("PatternConstructor", &["constructor", "patterns"]),
    ("PatternTuple", &["patterns"]),
    ("PatternVar", &["var"]),
    ("PatternWildcard", &[]),
    ("RefCreate", &["value"]),
    ("RefRead", &["ref"]),
    ("RefWrite", &["ref", "value"]),
    ("Tuple", &["fields", "span"]),
    ("TupleGetItem", &["tuple_value", "index"]),
    ("Var", &["name_hint", "type_annotation"]),
];

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue> {
    Registry::expect(name)?.call(args)
}

fn make(name: &str, args: &[ArgValue<'_>]) -> Result<ObjectRef> {
    Ok(call(name, args)?.get()?)
}

fn attr(object: &ObjectRef, name: &str) -> Result<RetValue> {
    call("node.NodeGetAttr", &[object.into(), name.into()])
}

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

fn scalar(value: f32) -> Constant {
    Constant::new(NDArray::from_slice(&[], &[value]).expect("a scalar"), None)
}

/// Returns whether two field values are identical.
fn is_same(a: &RetValue, b: &RetValue) -> bool {
    match (a, b) {
        (RetValue::Object(a), RetValue::Object(b)) => a.same_as(b),
        (RetValue::Int(a), RetValue::Int(b)) => a == b,
        (RetValue::DataType(a), RetValue::DataType(b)) => a == b,
        (a, b) => matches!((a, b), (RetValue::Null, RetValue::Null)),
    }
}

/// Creates a node again from its fields.
fn remade(object: &ObjectRef, constructor: &str, fields: &[&str]) -> ObjectRef {
    let field = |name: &&str| match *name {
        "name_hint" => attr(object, "vid").and_then(|vid| attr(&vid.get::<ObjectRef>().unwrap(), name)),
        name => attr(object, name),
    };
    let values: Vec<RetValue> = fields.iter().map(|name| field(name).unwrap()).collect();
    let args: Vec<ArgValue<'_>> = values.iter().map(RetValue::as_arg).collect();
    make(&format!("relay.ir.{constructor}"), &args).unwrap_or_else(|error| panic!("{constructor}: {error}"))
}

/// Rebuilds all nodes of the files, and counts the nodes of each type.
#[test]
fn programs_are_rebuilt_node_by_node() {
    let mut counts = vec![0; CONSTRUCTORS.len()];
    for file in ["prelude.typed", "lstm_i5_h32.typed", "resnet18_b1_s224.typed", "relay_consts_dtypes"] {
        let graph = graphs::load(file);
        for event in walk(&graph) {
            let WalkEvent::Enter(object) = event else { continue };
            let Some(name) = object.type_key().strip_prefix("relay.") else { continue };
            let Some(found) = CONSTRUCTORS.iter().position(|(constructor, _)| *constructor == name) else {
                continue;
            };
            let (constructor, fields) = CONSTRUCTORS[found];
            let made = remade(&object, constructor, fields);
            assert_eq!(made.type_key(), object.type_key());
            assert!(!made.same_as(&object));
            for field in fields.iter().filter(|field| **field != "name_hint") {
                let (made, original) = (attr(&made, field).unwrap(), attr(&object, field).unwrap());
                assert!(is_same(&made, &original), "{constructor}.{field}: {made:?}, was {original:?}");
            }
            counts[found] += 1;
        }
    }
    let missing: Vec<_> = CONSTRUCTORS
        .iter()
        .zip(counts)
        .filter(|(_, count)| *count == 0)
        .map(|((name, _), _)| *name)
        .collect();
    assert_eq!(missing, ["RefCreate", "RefRead", "RefWrite"]);
}

#[test]
fn nodes_that_no_file_contains_are_created() -> Result<()> {
    let x = var("x");
    let reference = make("relay.ir.RefCreate", &[(&x).into()])?;
    let read = make("relay.ir.RefRead", &[(&reference).into()])?;
    let write = make("relay.ir.RefWrite", &[(&reference).into(), (&x).into()])?;
    assert!(attr(&read, "ref")?.get::<ObjectRef>()?.same_as(&reference));
    assert!(attr(&write, "value")?.get::<ObjectRef>()?.same_as(&x));
    let wildcard = make("relay.ir.PatternWildcard", &[])?;
    let tuple = make("relay.ir.PatternTuple", &[(&Array::from([wildcard])).into()])?;
    assert_eq!(tuple.type_key(), "relay.PatternTuple");
    assert_eq!(make("relay.ir.Any", &[])?.type_key(), "tir.Any");
    let doubled: ObjectRef = Doubled::new(x.clone().upcast()).upcast();
    let realized = make("relay.ir.TempExprRealize", &[(&doubled).into()])?;
    assert!(realized.as_node::<CallNode>().is_some_and(|call| call.args[0].same_as(&x)));
    assert_eq!(call("relay.ir.TempExprRealize", &[(&x).into()]).unwrap_err().kind().name(), "TypeError");

    let like = make("relay.ir.cast_like", &[(&x).into(), (&x).into()])?;
    assert_eq!(
        like.as_node::<CallNode>().and_then(|call| call.as_op()).map(|op| &*op.name),
        Some("cast_like")
    );

    let args = Array::<RelayExpr>::from([x.clone().into()]);
    let without = [(&x).into(), (&args).into(), ArgValue::Null, ArgValue::Null];
    let made = make("relay.ir.Call", &without)?.downcast::<Call>().unwrap();
    assert!(made.attrs.is_none() && made.type_args.is_empty() && made.span.is_none());

    for wrong in [
        [(&args).into(), (&args).into(), ArgValue::Null, ArgValue::Null],
        [(&x).into(), (&x).into(), ArgValue::Null, ArgValue::Null],
    ] {
        assert_eq!(call("relay.ir.Call", &wrong).unwrap_err().kind().name(), "TypeError");
    }
    assert_eq!(call("relay.ir.Let", &[(&x).into(), (&x).into()]).unwrap_err().kind().name(), "TypeError");
    assert_eq!(
        call("relay.ir.Let", &[(&reference).into(), (&x).into(), (&x).into()]).unwrap_err().kind().name(),
        "TypeError"
    );
    Ok(())
}

#[test]
fn dataflow_patterns_are_created() -> Result<()> {
    let any: ObjectRef = WildcardPattern::new().upcast();
    let x = var("x");
    let list = Array::from([any.clone(), any.clone()]);
    let shape = Array::from([IntImm::from(2), IntImm::from(3)]);
    let attrs = DictAttrs::new([("TOpPattern", IntImm::from(0))]);
    let ty: Type = TensorType::scalar(DataType::float(32)).upcast();
    let (a, l, null) = (ArgValue::from(&any), ArgValue::from(&list), ArgValue::Null);
    let cases: [(&str, Vec<ArgValue<'_>>, &[&str]); 21] = [
        ("AltPattern", vec![a, a], &["left", "right"]),
        ("AttrPattern", vec![a, (&attrs).into()], &["pattern", "attrs"]),
        ("CallPattern", vec![a, l], &["op", "args"]),
        ("CallPattern", vec![a, null], &["op", "args"]),
        ("ConstantPattern", vec![], &[]),
        ("DataTypePattern", vec![a, DataType::int(8).into()], &["pattern", "dtype"]),
        ("DominatorPattern", vec![a, a, a], &["parent", "path", "child"]),
        ("ExprPattern", vec![(&x).into()], &["expr"]),
        ("FunctionPattern", vec![l, a], &["params", "body"]),
        ("FunctionPattern", vec![null, a], &["params", "body"]),
        ("IfPattern", vec![a, a, a], &["cond", "true_branch", "false_branch"]),
        ("LetPattern", vec![a, a, a], &["var", "value", "body"]),
        ("ShapePattern", vec![a, (&shape).into()], &["pattern", "shape"]),
        ("TupleGetItemPattern", vec![a, (-1).into()], &["tuple", "index"]),
        ("TupleGetItemPattern", vec![a, 2.into()], &["tuple", "index"]),
        ("TuplePattern", vec![l], &["fields"]),
        ("TuplePattern", vec![null], &["fields"]),
        ("TypePattern", vec![a, (&ty).into()], &["pattern", "type"]),
        ("VarPattern", vec!["x".into()], &["name"]),
        ("VarPattern", vec!["".into()], &["name"]),
        ("WildcardPattern", vec![], &[]),
    ];
    for (name, args, fields) in &cases {
        let made = make(&format!("relay.dataflow_pattern.{name}"), args)?;
        assert_eq!(made.type_key(), format!("relay.dataflow_pattern.{name}"));
        for (arg, field) in args.iter().zip(*fields) {
            let kept = attr(&made, field)?;
            let is_kept = match arg {
                ArgValue::Str(text) => kept.get::<&str>()? == *text,
                arg => is_same(&kept, &RetValue::try_from(*arg)?),
            };
            assert!(is_kept, "{name}.{field}: {kept:?}");
        }
    }

    let function: PackedFunc = TypedPackedFunc::new(|x: i64| x + 1).into();
    let callback = [a, (&function).into(), true.into(), false.into()];
    let callback = make("relay.dataflow_pattern.DFPatternCallback", &callback)?;
    let callback = callback.as_node::<DFPatternCallbackNode>().expect("a callback");
    assert!(callback.require_type && !callback.rewrite_once);
    assert!(callback.function.as_ref().is_some_and(|kept| kept.same_as(&function)));
    Ok(())
}

#[test]
fn analyses_find_variables() -> Result<()> {
    let (x, y) = (var("x"), var("y"));
    let body = Tuple::new([y.clone().into(), x.clone().into()], None);
    let function = Function::new([x.clone()], body, None, [], None, None);
    let names = |analysis: &str, root: ArgValue<'_>| -> Result<Vec<Text>> {
        let vars = call(&format!("relay.analysis.{analysis}"), &[root])?.get::<Array<Var>>()?;
        Ok(vars.iter().map(|var| var.name_hint().clone()).collect())
    };
    assert_eq!(names("all_vars", (&function).into())?, ["x", "y"]);
    assert_eq!(names("bound_vars", (&function).into())?, ["x"]);
    assert_eq!(names("free_vars", (&function).into())?, ["y"]);
    let pattern = PatternVar::new(x.clone(), None);
    assert_eq!(names("bound_vars", (&pattern).into())?, ["x"]);

    let [a, b] = ["a", "b"].map(|name| TypeVar::new(name, TypeKind::Type, None));
    let ty: Type = FuncType::new([a.clone().upcast()], b.clone(), [a.clone()], [], None).upcast();
    let module = IRModule::new();
    for (analysis, expected) in [("all_type_vars", 2), ("bound_type_vars", 1), ("free_type_vars", 1)] {
        let vars = call(&format!("relay.analysis.{analysis}"), &[(&ty).into(), (&module).into()])?;
        assert_eq!(vars.get::<Array<TypeVar>>()?.len(), expected, "{analysis}");
    }
    let well_formed =
        |expr: &RelayExpr| -> Result<bool> { Ok(call("relay.analysis.well_formed", &[expr.into()])?.get()?) };
    let bound: RelayExpr = Let::new(x.clone(), y.clone(), x.clone(), None).upcast();
    assert!(well_formed(&bound)?);
    assert!(!well_formed(&Tuple::new([bound, x.into()], None).upcast())?);
    Ok(())
}

#[test]
fn expressions_are_visited_in_post_order() -> std::result::Result<(), objet::function::BoxError> {
    let x = var("x");
    let sum: RelayExpr = add(multiply(x.clone(), x.clone())?, x.clone())?.upcast();
    let visited = Arc::new(Mutex::new(Vec::new()));
    let seen = visited.clone();
    let note =
        TypedPackedFunc::new(move |expr: RelayExpr| seen.lock().unwrap().push(expr.type_key().to_owned()));
    let note: PackedFunc = note.into();
    let nothing = call("relay.analysis.post_order_visit", &[(&sum).into(), (&note).into()])?;
    assert!(matches!(nothing, RetValue::Null));
    let visited = std::mem::take(&mut *visited.lock().unwrap());
    assert_eq!(visited.last().map(String::as_str), Some("relay.Call"));
    assert_eq!(visited.iter().filter(|key| *key == "relay.Var").count(), 1);
    assert_eq!(visited.iter().filter(|key| *key == "relay.Call").count(), 2);

    let fail = TypedPackedFunc::new(|_: RelayExpr| Err::<(), objet::function::BoxError>("enough".into()));
    let fail: PackedFunc = fail.into();
    let error = call("relay.analysis.post_order_visit", &[(&sum).into(), (&fail).into()]).unwrap_err();
    assert_eq!(error.message(), "enough");

    let mut module = IRModule::new();
    assert!(call("relay.analysis.ExtractOperators", &[(&module).into()]).is_err());
    module.add(
        GlobalVar::new("main"),
        Function::new([x.clone()], add(sum, x)?, None, [], None, None),
        false,
    )?;
    let operators =
        call("relay.analysis.ExtractOperators", &[(&module).into()])?.get::<Map<Text, IntImm>>()?;
    let mut operators: Vec<_> =
        operators.iter().map(|(name, count)| (name.to_string(), count.value)).collect();
    operators.sort();
    assert_eq!(operators, [("add".to_owned(), 2), ("multiply".to_owned(), 1)]);
    Ok(())
}

#[test]
fn variables_are_substituted() -> Result<()> {
    let (x, y, z) = (var("x"), var("y"), var("z"));
    let pair = Tuple::new([x.clone().into(), y.clone().into()], None);
    let args: Map<Var, RelayExpr> = Map::from_iter([(x.clone(), z.clone().upcast())]);
    let bound = make("relay.ir.Bind", &[(&pair).into(), (&args).into()])?.downcast::<Tuple>().unwrap();
    assert!(bound.fields[0].same_as(&z) && bound.fields[1].same_as(&y));

    let function = Function::new([x, y.clone()], pair, None, [], None, None);
    let bound = make("relay.ir.Bind", &[(&function).into(), (&args).into()])?.downcast::<Function>().unwrap();
    assert_eq!(bound.params[..], [y, z]);

    let [a, b] = ["a", "b"].map(|name| TypeVar::new(name, TypeKind::Type, None));
    let int: Type = TensorType::scalar(DataType::int(32)).upcast();
    let ty: Type = TupleType::new([a.clone().upcast(), b.clone().upcast()], None).upcast();
    let types: Map<TypeVar, Type> = Map::from_iter([(a, int.clone())]);
    let bound = make("relay.ir.Bind", &[(&ty).into(), (&types).into()])?;
    assert!(structural_equal(&bound, &TupleType::new([int, b.upcast()], None)));
    assert_eq!(
        call("relay.ir.Bind", &[(&ty).into(), (&args).into()]).unwrap_err().kind().name(),
        "TypeError"
    );
    Ok(())
}

#[test]
fn passes_transform_modules() -> std::result::Result<(), objet::function::BoxError> {
    let sum = add(scalar(1.0), scalar(2.0))?;
    let mut module = IRModule::new();
    module.add(GlobalVar::new("main"), Function::new([], sum.clone(), None, [], None, None), false)?;
    let main =
        |module: &IRModule| module.lookup_by_name("main").unwrap().clone().downcast::<Function>().unwrap();

    let fold = call("relay._transform.FoldConstant", &[])?.get::<Pass>()?;
    assert_eq!(fold.pass_info.name, "FoldConstant");
    let folded = main(&fold.run(module.clone())?);
    assert_eq!(folded.body.as_node::<ConstantNode>().unwrap().data.as_slice::<f32>()?, [3.0]);
    let folded = call("relay._transform.FoldConstantExpr", &[(&sum).into(), (&module).into()])?;
    assert!(folded.get::<ObjectRef>()?.is_instance::<ConstantNode>());

    let normal = call("relay._transform.ToANormalForm", &[])?.get::<Pass>()?;
    assert!(main(&normal.run(module.clone())?).body.is_instance::<LetNode>());
    let normal = call("relay._transform.ToANormalFormExpr", &[(&sum).into()])?;
    assert!(normal.get::<ObjectRef>()?.is_instance::<LetNode>());

    let x = var("x");
    let once = Let::new(x.clone(), sum.clone(), add(x.clone(), scalar(1.0))?, None);
    let mut module = IRModule::new();
    module.add(GlobalVar::new("main"), Function::new([], once, None, [], None, None), false)?;
    for (inline_once, is_let) in [(false, true), (true, false)] {
        let pass = call("relay._transform.DeadCodeElimination", &[inline_once.into()])?.get::<Pass>()?;
        assert_eq!(main(&pass.run(module.clone())?).body.is_instance::<LetNode>(), is_let);
    }

    let names = Arc::new(Mutex::new(Vec::new()));
    let seen = names.clone();
    let function = TypedPackedFunc::new(move |function: Function, module: IRModule, context: ObjectRef| {
        seen.lock().unwrap().push((module.functions.load().len(), context.type_key().to_owned()));
        Function::new([], Tuple::new([function.body.clone()], None), None, [], None, None)
    });
    let function: PackedFunc = function.into();
    let info = PassInfo::new(0, "Wrap", []);
    let pass = call("relay._transform.MakeFunctionPass", &[(&function).into(), (&info).into()])?;
    assert_eq!(pass.get::<ObjectRef>()?.type_key(), "relay.FunctionPass");
    let wrapped = pass.get::<Pass>()?.run(module)?;
    assert!(
        wrapped.lookup_by_name("main")?.as_node::<FunctionNode>().unwrap().body.type_key() == "relay.Tuple"
    );
    assert_eq!(names.lock().unwrap()[..], [(1, "transform.PassContext".to_owned())]);
    Ok(())
}

/// A function of a front end may leave types unknown, but no variables free.
#[test]
fn results_of_passes_of_front_ends_are_checked_and_typed()
-> std::result::Result<(), objet::function::BoxError> {
    let run = |body: RelayExpr, params: Vec<Var>| -> std::result::Result<Function, String> {
        let replace = move |_: Function, _: IRModule, _: ObjectRef| {
            Function::new(params.clone(), body.clone(), None, [], None, None)
        };
        let function: PackedFunc = TypedPackedFunc::new(replace).into();
        let info = PassInfo::new(0, "Replace", []);
        let pass = call("relay._transform.MakeFunctionPass", &[(&function).into(), (&info).into()]).unwrap();
        let main = Function::new([], scalar(1.0), None, [], None, None);
        let module = IRModule::from_parts([(GlobalVar::new("main"), main)], []).unwrap();
        let changed = pass
            .get::<Pass>()
            .unwrap()
            .run(module)
            .map_err(|error| error.source().map(ToString::to_string).unwrap_or_default())?;
        Ok(changed.lookup_by_name("main").unwrap().clone().downcast().unwrap())
    };
    let x = var("x");
    let unknown = run(x.clone().upcast(), vec![x.clone()])?;
    assert!(unknown.ret_type.is_none());
    let known = run(add(scalar(1.0), scalar(2.0))?.upcast(), vec![])?;
    assert!(known.ret_type.is_some());
    let error = run(x.upcast(), vec![]).unwrap_err();
    assert!(error.contains("free variables"), "{error}");
    Ok(())
}
