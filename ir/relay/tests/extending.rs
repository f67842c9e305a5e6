//! User-defined operators with attributes, nodes and passes, each with one declaration. This is a
//! separate test program, because the suite compares all registered operators with TVM's.

use objet::function::{RetValue, RuntimeError};
use objet::prelude::*;
use objet::{Registry, load_json, rewrite, save_json, structural_equal};
use objet_ir::attrs::{AttrValue, Attrs, attrs_node};
use objet_ir::expr::{RelayExpr, RelayExprNode};
use objet_ir::module::IRModule;
use objet_ir::op::{Op, OpError, OpPatternKind};
use objet_ir::span::Span;
use objet_ir::transform::{Pass, PassInfo};
use objet_ir::types::{TensorType, Type};
use objet_ir::{attrs, register_pass};
use objet_relay::analysis::{free_vars, module_well_formed};
use objet_relay::attrs::ClipAttrsNode;
use objet_relay::expr::{Call, Function, Let, Tuple, Var};
use objet_relay::functor::{ExprVisitor, post_order};
use objet_relay::module::IRModuleExt as _;
use objet_relay::op::{OpExt as _, add, multiply};
use objet_relay::operators;
use objet_relay::transform::{FunctionPass, dead_code_elimination};

/// Attributes of `tests.scale`.
#[attrs_node("tests.attrs.ScaleAttrs")]
pub struct ScaleAttrsNode {
    /// The factor.
    pub factor: f64,
    /// The axis, counted from the first axis.
    #[reflect(default = 0, lower_bound = 0)]
    pub axis: i32,
}

operators! {
    /// Multiplies the elements along one axis
    /// by a number.
    fn scale(
        data: "Tensor" = "The tensor.",
        numbers as "factors": "1D Tensor" = "The factors, one for each index along the axis.",
    ) with ScaleAttrsNode = "tests.scale" as "tests.make.scale"
        => |op| op.type_relation("Broadcast").support_level(3).pattern(OpPatternKind::Broadcast);

    /// Takes the arguments of its global function in a different order than the fields.
    fn reordered(
        data: "Tensor" = "The tensor.",
        axis: "Expr" = "The axis.",
    ) with ScaleAttrsNode
        = "tests.reordered" as (concat!("tests.make.", "reordered"))([factor], {axis}, data, (layout))
        => |op| op;

    /// An operator without inputs, attributes or global function.
    fn nothing() = "tests.nothing" => |op| op.num_inputs(0).without_attrs_type();
}

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

fn attrs_of(call: &Call) -> (f64, i32) {
    let attrs = call.attrs.as_ref().unwrap().as_node::<ScaleAttrsNode>().unwrap();
    (attrs.factor, attrs.axis)
}

#[test]
fn declarations_register_operators() -> Result<(), OpError> {
    let op = Op::get("tests.scale")?;
    assert_eq!(op.description.load(), "Multiplies the elements along one axis by a number.");
    let arguments = op.arguments.load();
    let arguments: Vec<_> = arguments
        .iter()
        .map(|argument| (argument.name.as_str(), argument.type_info.as_str(), argument.description.as_str()))
        .collect();
    let expected = [
        ("data", "Tensor", "The tensor."),
        ("factors", "1D Tensor", "The factors, one for each index along the axis."),
    ];
    assert_eq!(arguments, expected);
    assert_eq!(
        (op.attrs_type_key.load().as_str(), op.num_inputs.load(), op.support_level.load()),
        ("tests.attrs.ScaleAttrs", 2, 3)
    );
    let patterns = Op::get_attr_map::<OpPatternKind>("TOpPattern");
    assert_eq!(patterns.get(&op)?, Some(OpPatternKind::Broadcast));
    let nothing = Op::get("tests.nothing")?;
    assert_eq!((nothing.num_inputs.load(), nothing.attrs_type_key.load().as_str()), (0, ""));
    Ok(())
}

#[test]
fn calls_take_attributes_by_name_as_a_node_and_as_a_reference() -> Result<(), OpError> {
    let named = scale(var("x"), var("f"), attrs! { factor: 2.0 })?;
    assert_eq!((named.as_op().unwrap().name.as_str(), named.args.len()), ("tests.scale", 2));
    assert_eq!(attrs_of(&named), (2.0, 0));
    let listed = scale(var("x"), var("f"), vec![("factor", AttrValue::from(2.0)), ("axis", 1.into())])?;
    assert_eq!(attrs_of(&listed), (2.0, 1));

    let mut node = ScaleAttrsNode::new(3.0);
    node.axis = 2;
    assert_eq!(attrs_of(&scale(var("x"), var("f"), node)?), (3.0, 2));
    let reference = ScaleAttrs::new(4.0);
    let call = scale(var("x"), var("f"), reference.clone())?;
    assert!(call.attrs.as_ref().is_some_and(|attrs| attrs.same_as(&Attrs::from(reference))));

    assert_eq!(nothing()?.args.len(), 0);
    Ok(())
}

#[test]
fn errors_name_the_operator_and_the_attribute() {
    let message = |result: Result<Call, OpError>| result.unwrap_err().to_string();
    let missing = message(scale(var("x"), var("f"), attrs! {}));
    assert!(missing.contains(r#""tests.scale""#) && missing.contains("factor"), "{missing}");
    let unknown = message(scale(var("x"), var("f"), attrs! { faktor: 1.0 }));
    assert!(unknown.contains(r#"did you mean "factor"?"#), "{unknown}");
    let below = message(scale(var("x"), var("f"), attrs! { factor: 1.0, axis: -1 }));
    assert!(below.contains("tests.attrs.ScaleAttrs.axis: expected at least 0, found -1"), "{below}");
}

#[test]
fn front_ends_call_by_position() -> Result<(), RuntimeError> {
    let make = Registry::expect("tests.make.scale")?;
    let call: Call = make.call((&var("x"), &var("f"), 2.5, 1))?.get()?;
    assert_eq!(attrs_of(&call), (2.5, 1));
    let names: Vec<_> = make.signature().unwrap().params().iter().map(|param| param.name()).collect();
    assert_eq!(names, ["data", "numbers", "factor", "axis"].map(Some));
    let error = make.call((&var("x"),)).unwrap_err().to_string();
    assert!(error.contains("tests.make.scale(data, numbers, factor, axis)"), "{error}");

    let axis = objet_ir::expr::IntImm::from(7);
    let expr = objet_relay::expr::Constant::new(NDArray::from_slice(&[], &[7_i64]).unwrap(), None);
    let reordered = Registry::expect("tests.make.reordered")?;
    let error = reordered.call((1.5, &axis, &var("x"), "NCHW")).unwrap_err().to_string();
    assert!(error.contains("axis"), "an operand must be a relay expression: {error}");
    let error = reordered.call((1.5, &expr, &var("x"), RetValue::Null.as_arg())).unwrap_err().to_string();
    assert!(error.contains("axis"), "the field of the same name must be a number: {error}");
    Ok(())
}

#[test]
fn attributes_have_the_declared_type() -> Result<(), OpError> {
    let attrs = Op::get("tests.scale")?.make_attrs(attrs! { factor: 1.0 })?;
    assert!(attrs.is_instance::<ScaleAttrsNode>() && !attrs.is_instance::<ClipAttrsNode>());
    Ok(())
}

/// The value of an expression a number of steps ago.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tests.Delayed", is_final, new(span: Option<Span>))]
pub struct DelayedNode {
    base: RelayExprNode,
    /// The expression.
    pub value: RelayExpr,
    /// The number of steps.
    pub steps: i32,
}

/// Creates the pass that removes delays of zero steps.
fn without_empty_delays() -> Pass {
    FunctionPass::new(PassInfo::new(1, "WithoutEmptyDelays", []), |function, _, _| {
        Ok(rewrite(function, |object| {
            let delayed = object.as_node::<DelayedNode>().filter(|delayed| delayed.steps == 0);
            let value = delayed.map(|delayed| delayed.value.clone().into());
            value.unwrap_or(object)
        })?)
    })
    .into()
}

register_pass!("tests.WithoutEmptyDelays", without_empty_delays);

/// Counts variables and other expressions.
#[derive(Default)]
struct Count {
    variables: usize,
    others: usize,
}

impl ExprVisitor for Count {
    fn visit_var(&mut self, _: &Var) {
        self.variables += 1;
    }

    fn visit_expr_default(&mut self, _: &RelayExpr) {
        self.others += 1;
    }
}

#[test]
fn a_node_is_an_expression_like_any_other() {
    let x = Var::new("x", None, None);
    let delayed: RelayExpr = Delayed::new(x.clone(), 3, None).into();
    assert!(delayed.is_instance::<RelayExprNode>());

    let mut count = Count::default();
    count.visit(&Tuple::new([delayed.clone(), x.into()], None));
    assert_eq!((count.variables, count.others), (1, 2));

    let json = save_json(&delayed).unwrap();
    let loaded: Delayed = load_json(&json).unwrap().downcast().unwrap();
    assert_eq!((loaded.steps, save_json(&loaded).unwrap()), (3, json));
    let other = Delayed::new(delayed.as_node::<DelayedNode>().unwrap().value.clone(), 4, None);
    assert!(!structural_equal(&delayed, &other));
}

#[test]
fn a_pass_is_found_by_its_name() {
    let x = Var::new("x", None, None);
    let kept = Delayed::new(x.clone(), 2, None);
    let body = Delayed::new(Tuple::new([kept.clone().into()], None), 0, None);
    let module = IRModule::from_expr(Function::new([x], body, None, [], None, None));

    let module = Pass::get("tests.WithoutEmptyDelays").unwrap().run(module).unwrap();
    let main: Function = module.lookup_by_name("main").unwrap().downcast().unwrap();
    let tuple = main.body.downcast_ref::<Tuple>().expect("the empty delay is removed");
    assert!(tuple.fields[0].same_as(&kept));
}

operators! {
    /// An operator whose type relation does not exist.
    fn unrelated(data: "Tensor" = "The tensor.") = "extending.unrelated"
        => |op| op.type_relation("Missing");
}

#[test]
fn missing_type_relations_are_errors() -> Result<(), OpError> {
    let data = Var::new("data", None, None);
    let call = unrelated(data)?;
    assert_eq!(call.args.len(), 1);
    let ty: Type = TensorType::new([1.into()], DataType::float(32)).upcast();
    let error = Op::get("extending.unrelated")?.infer_type([ty], None).unwrap_err();
    let missing = r#"no function is registered as "tvm.relay.type_relation.Missing""#;
    assert!(error.to_string().contains(missing), "{error}");
    Ok(())
}

/// Expressions, as a node of another crate holds them.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tests.Several", is_final, new(span: Option<Span>))]
pub struct SeveralNode {
    base: RelayExprNode,
    /// The first expression.
    pub first: RelayExpr,
    /// The other expressions.
    pub others: Map<objet::String, Array<RelayExpr>>,
}

fn several(first: impl Into<RelayExpr>, others: &[RelayExpr]) -> RelayExpr {
    let others: Array<RelayExpr> = others.iter().cloned().collect();
    let others = Map::from_iter([(objet::String::from("others"), others)]);
    let mut several = Several::new(first, others, None);
    *several.make_mut().checked_type = Some(float_tensor());
    several.upcast()
}

fn float_tensor() -> Type {
    TensorType::new([2.into()], DataType::float(32)).upcast()
}

/// Functions of one parameter whose bodies have nodes of this crate.
fn programs() -> Result<Vec<Function>, OpError> {
    let x = || Var::new("x", Some(float_tensor()), None);
    let function = |x: &Var, body: RelayExpr| Function::new([x.clone()], body, None, [], None, None);
    let (a, b, c, d) = (x(), x(), x(), x());
    let [y, z, s, t, u] = ["y", "z", "s", "t", "u"].map(var);
    let bound = Let::new(y.clone(), add(a.clone(), a.clone())?, several(y, &[]), None);
    let inside = Let::new(z.clone(), add(b.clone(), b.clone())?, multiply(z.clone(), z)?, None);
    let both = Tuple::new([several(add(c.clone(), c.clone())?, &[s.clone().into()]), s.clone().into()], None);
    let both = Let::new(s, add(c.clone(), c.clone())?, both, None);
    let sum = add(t.clone(), u.clone())?;
    let two = Tuple::new([several(u.clone(), &[sum.clone().into(), t.clone().into()]), sum.into()], None);
    let two = Let::new(u, add(d.clone(), t.clone())?, two, None);
    let two = Let::new(t, multiply(d.clone(), d.clone())?, two, None);
    let bodies = [(a, bound.upcast()), (b, several(inside, &[])), (c, both.upcast()), (d, two.upcast())];
    Ok(bodies.into_iter().map(|(param, body)| function(&param, body)).collect())
}

#[test]
fn passes_keep_the_operands_of_other_nodes() -> Result<(), Box<dyn std::error::Error>> {
    let names = "AlterOpLayout BackwardFoldScaleAxis CanonicalizeCast CanonicalizeOps DeadCodeElimination \
                 DynamicToStatic EliminateCommonSubexpr EtaExpand FastMath FoldConstant ForwardFoldScaleAxis \
                 FuseOps Inline LambdaLift Legalize PartialEvaluate SimplifyExpr SimplifyInference \
                 ToANormalForm ToBasicBlockNormalForm ToGraphNormalForm InferType";
    let changing = ["FuseOps", "PartialEvaluate", "ToANormalForm", "ToGraphNormalForm"];
    for (index, function) in programs()?.into_iter().enumerate() {
        let infer = Pass::get("relay._transform.InferType")?;
        let module = infer.run(IRModule::from_expr(function))?;
        let expected = check_operands(&module)?;
        for name in names.split_whitespace() {
            let pass = Pass::get(&format!("relay._transform.{name}"))?;
            let result = match (pass.run(module.clone()), name) {
                (Err(error), "PartialEvaluate") if error.to_string().contains("A-normal form") => {
                    pass.run(Pass::get("relay._transform.ToANormalForm")?.run(module.clone())?)?
                }
                (result, _) => result.map_err(|error| format!("{name} of program {index}: {error}"))?,
            };
            let found =
                check_operands(&result).map_err(|error| format!("{name} of program {index}: {error}"))?;
            assert_eq!(found, expected, "{name} of program {index}");
            let is_changed = changing.contains(&name) || (name, index) == ("EliminateCommonSubexpr", 2);
            assert_eq!(structural_equal(&result, &module), !is_changed, "{name} of program {index}");
        }
        let inlined = dead_code_elimination(module.clone(), true)?;
        let found = check_operands(&inlined).map_err(|error| format!("program {index}: {error}"))?;
        assert_eq!(found, expected, "program {index}");
        assert!(structural_equal(&inlined, &module), "program {index}");
    }
    Ok(())
}

/// Checks that a module is well formed with one node of this crate, and returns its number of
/// operands.
fn check_operands(module: &IRModule) -> Result<usize, Box<dyn std::error::Error>> {
    module_well_formed(module)?;
    let free: Vec<_> = free_vars(module).iter().map(|var| var.name_hint().clone()).collect();
    if !free.is_empty() {
        return Err(format!("free variables {free:?} in {}", objet::print(module)).into());
    }
    let nodes: Vec<Several> = post_order(module).filter_map(|expr| expr.downcast().ok()).collect();
    match &nodes[..] {
        [node] => Ok(1 + node.others.values().map(|exprs| exprs.len()).sum::<usize>()),
        _ => Err(format!("{} nodes", nodes.len()).into()),
    }
}
