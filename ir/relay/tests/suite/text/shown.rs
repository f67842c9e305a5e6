//! Representations of nodes in front ends.

use objet::prelude::*;
use objet::{Registry, TypedPackedFunc};
use objet_ir::adt::{Constructor, TypeData};
use objet_ir::attrs::DictAttrs;
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::{GlobalVar, RelayExpr};
use objet_ir::module::IRModule;
use objet_ir::op::Op;
use objet_ir::types::{
    GlobalTypeVar, PointerType, PrimType, TensorAffineType, TupleAffineType, TypeKind, TypeRelation,
};
use objet_relay::adt::{Clause, Match, PatternConstructor, PatternTuple, PatternVar, PatternWildcard};
use objet_relay::dataflow_pattern::{
    AltPattern, AttrPattern, CallPattern, ConstantPattern, DFPattern, DataTypePattern, DominatorPattern,
    ExprPattern, FunctionPattern, IfPattern, LetPattern, ShapePattern, TupleGetItemPattern, TuplePattern,
    TypePattern, VarPattern, WildcardPattern,
};
use objet_relay::expr::{
    Call, Constant, Function, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem, Var,
};

use super::{tensor, var};

fn shown(node: &impl IsObjectRef) -> String {
    Registry::expect("node.AsRepr").unwrap().call((node.as_object_ref(),)).unwrap().get().unwrap()
}

#[test]
fn expressions() {
    let x = RelayExpr::from(Var::new("x", Some(tensor(&[1, 2])), None));
    let y = var("y");
    let (of_x, of_y) = ("Var(x, ty=TensorType([1, 2], float32))", "Var(y)");
    let sum = Call::new(Op::get("add").unwrap(), [x.clone(), y.clone().into()], None, [None], None);
    let reference = RefCreate::new(x.clone(), None);
    let f = Function::new([y.clone()], x.clone(), None, [], None, None);
    let cases: [(RelayExpr, String); 10] = [
        (x.clone(), of_x.into()),
        (sum.into(), format!("CallNode(Op(add), [{of_x}, {of_y}], (nullptr), [(nullptr)])")),
        (Tuple::new([x.clone()], None).into(), format!("Tuple([{of_x}])")),
        (TupleGetItem::new(x.clone(), 1, None).into(), format!("TupleGetItemNode({of_x}, 1)")),
        (Let::new(y.clone(), x.clone(), y.clone(), None).into(), format!("LetNode({of_y}, {of_x}, {of_y})")),
        (If::new(x.clone(), y.clone(), x.clone(), None).into(), format!("IfNode({of_x}, {of_y}, {of_x})")),
        (reference.clone().into(), format!("RefCreateNode({of_x})")),
        (RefRead::new(reference, None).into(), format!("RefReadNode(RefCreateNode({of_x}))")),
        (RefWrite::new(x.clone(), y.clone(), None).into(), format!("RefWriteNode({of_x}, {of_y})")),
        (f.clone().into(), format!("FunctionNode([{of_y}], (nullptr), {of_x}, [], (nullptr))")),
    ];
    for (expr, expected) in cases {
        assert_eq!(shown(&expr), expected);
    }
    let mut module = IRModule::new();
    module.add_unchecked(GlobalVar::new("f"), f.clone(), false).unwrap();
    assert_eq!(shown(&module), format!("IRModule({{GlobalVar(f): {}}})", shown(&f)));
}

#[test]
fn front_ends_may_print_constants() {
    let constant = Constant::new(NDArray::from_slice(&[2], &[1_i32, 2]).unwrap(), None);
    let alone = shown(&constant);
    assert!(alone.starts_with("Constant(") && alone.contains("1, 2"), "{alone}");
    let by_front_end = TypedPackedFunc::new(|constant: Constant| format!("{:?}", constant.data.shape()));
    Registry::register("relay._constant_repr", by_front_end).unwrap();
    assert_eq!(shown(&constant), "Constant([2])");
}

#[test]
fn patterns_and_definitions() {
    let header = GlobalTypeVar::new("T", TypeKind::AdtHandle, None);
    let constructor = Constructor::new("C", [tensor(&[])], header.clone());
    let of_c = "ConstructorNode(C, [TensorType([], float32)], GlobalTypeVar(T, 5))";
    assert_eq!(shown(&constructor), of_c);
    let definition = TypeData::new(header, [], [constructor.clone()], None);
    assert_eq!(shown(&definition), format!("TypeDataNode(GlobalTypeVar(T, 5), [], [{of_c}])"));
    let x = PatternVar::new(var("x"), None);
    let wildcard = PatternWildcard::new(None);
    let pair = PatternTuple::new([x.clone().into(), wildcard.clone().into()], None);
    let of_pair = "PatternTupleNode([PatternVarNode(Var(x)), PatternWildcardNode()])";
    assert_eq!(shown(&pair), of_pair);
    let made = PatternConstructor::new(constructor, [pair.into()], None);
    assert_eq!(shown(&made), format!("PatternConstructorNode({of_c}, [{of_pair}])"));
    let clause = Clause::new(wildcard, var("y"));
    assert_eq!(shown(&clause), "ClauseNode(PatternWildcardNode(), Var(y))");
    let node = Match::new(var("z"), [clause], false, None);
    assert_eq!(shown(&node), "MatchNode(Var(z), [ClauseNode(PatternWildcardNode(), Var(y))], 0)");
}

#[test]
fn types() {
    assert_eq!(shown(&PointerType::new(PrimType::new(DataType::int(8)), "local")), "local int8*");
    let func = EnvFunc::new("tvm.relay.type_relation.Identity");
    let relation = TypeRelation::new(Some(func), [tensor(&[1])], 1, None, None);
    assert_eq!(
        shown(&relation),
        "TypeRelationNode(tvm.relay.type_relation.Identity, [TensorType([1], float32)])"
    );
    let affine = TensorAffineType::new(var("s"), var("z"), DataType::int(8), -1);
    assert_eq!(shown(&affine), "TensorAffineType(Var(s), Var(z), int8, -1)");
    let of_tuple = TupleAffineType::new([affine]);
    assert_eq!(shown(&of_tuple), "TupleAffineType([TensorAffineType(Var(s), Var(z), int8, -1)])");
}

#[test]
fn dataflow_patterns() {
    let wildcard = || DFPattern::from(WildcardPattern::new());
    let exp = || DFPattern::from(ExprPattern::new(Op::get("exp").unwrap()));
    let cases: [(DFPattern, &str); 15] = [
        (exp(), "Op(exp)"),
        (wildcard(), "*"),
        (VarPattern::new("x").into(), "VarPattern(x)"),
        (ConstantPattern::new().into(), "ConstantPattern()"),
        (CallPattern::new(exp(), Some(Array::from([wildcard()]))).into(), "CallPatternNode(Op(exp), [*])"),
        (CallPattern::new(exp(), None).into(), "CallPatternNode(Op(exp), (nullptr))"),
        (
            FunctionPattern::new(Some(Array::from([wildcard()])), exp()).into(),
            "FunctionPatternNode([*], Op(exp))",
        ),
        (LetPattern::new(wildcard(), exp(), wildcard()).into(), "LetPatternNode(*, Op(exp), *)"),
        (IfPattern::new(wildcard(), exp(), wildcard()).into(), "IfPattern(*, Op(exp), *)"),
        (TupleGetItemPattern::new(wildcard(), 1).into(), "TupleGetItemPatternNode(*, 1)"),
        (AltPattern::new(wildcard(), exp()).into(), "AltPattern(* | Op(exp))"),
        (
            TypePattern::new(wildcard(), tensor(&[1])).into(),
            "TypePattern(* has type TensorType([1], float32))",
        ),
        (ShapePattern::new(wildcard(), [1.into(), 2.into()]).into(), "ShapePattern(* has shape [1, 2])"),
        (DataTypePattern::new(wildcard(), DataType::int(8)).into(), "DataTypePattern(* has dtype int8)"),
        (DominatorPattern::new(exp(), wildcard(), exp()).into(), "DominatorPattern(Op(exp), *, Op(exp))"),
    ];
    for (pattern, expected) in cases {
        assert_eq!(shown(&pattern), expected);
    }
    let attrs = DictAttrs::new([("axis", objet_ir::expr::IntImm::from(1))]);
    assert_eq!(shown(&AttrPattern::new(wildcard(), attrs)), r#"AttrPattern(* has attributes {"axis": 1})"#);
    assert_eq!(shown(&TuplePattern::new(None)), "TuplePattern((nullptr))");
}
