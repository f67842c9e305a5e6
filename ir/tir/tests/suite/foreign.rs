//! Expressions and statements of other crates in passes.

use objet::prelude::*;
use objet::walk::references;
use objet_ir::expr::{GlobalVar, IntImm, PrimExpr, PrimExprNode};
use objet_ir::module::IRModule;
use objet_ir::span::Span;
use objet_ir::transform::Pass;
use objet_tir::analysis::free_vars;
use objet_tir::expr::{LT, Let, LetNode, Range, StringImm, Var};
use objet_tir::function::PrimFunc;
use objet_tir::functor::post_order;
use objet_tir::op::{self, as_const_int};
use objet_tir::stmt::{
    AssertStmt, Evaluate, For, ForKind, IfThenElse, IfThenElseNode, LetStmt, LetStmtNode, SeqStmt, Stmt,
    StmtNode,
};

/// A condition on numbers.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tests.Condition", is_final)]
struct ConditionNode {
    base: PrimExprNode,
    a: PrimExpr,
    others: Array<PrimExpr>,
}

/// A statement with a condition.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tests.Guarded", is_final, new(span: Option<Span>))]
struct GuardedNode {
    base: StmtNode,
    condition: PrimExpr,
    body: Stmt,
}

fn condition(a: &Var, others: &[&Var]) -> PrimExpr {
    let others = others.iter().map(|var| (*var).clone().upcast()).collect();
    let base = PrimExprNode::new(DataType::BOOL, None);
    Condition::from(objet::make_object(ConditionNode { base, a: a.clone().upcast(), others })).upcast()
}

fn body(n: &Var) -> Stmt {
    let [i, j, k] = ["i", "j", "k"].map(|name| Var::new(name, DataType::int(32), None));
    let evaluate = Evaluate::new((&i + &j).expr().unwrap(), None);
    let guarded = Guarded::new(condition(&k, &[&j, n]), evaluate, None);
    let inner = LetStmt::new(k, (&i * 2).expr().unwrap(), guarded, None).unwrap();
    let times = For::serial(i, 4, inner).unwrap();
    let checked =
        AssertStmt::new(condition(&j, &[]), StringImm::new("a condition", None), times, None).unwrap();
    let first: Stmt = LetStmt::new(j, (n + 1).expr().unwrap(), checked, None).unwrap().upcast();
    SeqStmt::new([first.clone(), first], None).upcast()
}

/// Returns a parallel loop of one iteration, which UnrollLoop keeps.
fn once(var: Var, body: impl Into<Stmt>) -> Stmt {
    For::new(var, 0, 1, ForKind::Parallel, body.into(), None, Map::new(), None).unwrap().upcast()
}

/// Runs passes on a function of `n`, and returns its body with the name of each pass.
fn after_passes(n: Var, body: Stmt) -> Result<Vec<(&'static str, Stmt)>, Box<dyn std::error::Error>> {
    let func = PrimFunc::new([n], body, None, Map::new(), None, None);
    let mut module = IRModule::new();
    module.add(GlobalVar::new("main"), func, false)?;
    let names = "Simplify UnrollLoop VectorizeLoop HoistIfThenElse LoopPartition StorageRewrite \
                 RemoveNoOp NarrowDataType InjectVirtualThread";
    let mut results = Vec::new();
    for name in names.split_whitespace() {
        let make = objet::Registry::expect(&format!("tir.transform.{name}"))?;
        let pass: Pass = match name {
            "NarrowDataType" => make.call((32,))?.get()?,
            "VectorizeLoop" => make.call((true,))?.get()?,
            _ => make.call(())?.get()?,
        };
        let result = pass.run(module.clone()).map_err(|error| format!("{name}: {error}"))?;
        let func: PrimFunc = result.lookup_by_name("main")?.downcast()?;
        let unbound = free_vars(&func);
        assert!(unbound.is_empty(), "{name}: {unbound:?} in {}", objet::text::as_repr(Some(&func.body)));
        results.push((name, func.body.clone()));
    }
    Ok(results)
}

/// Returns the number of references to objects of one type.
fn count<T: IsObject>(object: &ObjectRef) -> usize {
    let inside = references(object).map(|part| count::<T>(&part)).sum::<usize>();
    inside + usize::from(object.is_instance::<T>())
}

#[test]
fn passes_keep_the_variables_of_other_nodes() -> Result<(), Box<dyn std::error::Error>> {
    let n = Var::new("n", DataType::int(32), None);
    for (name, body) in after_passes(n.clone(), body(&n))? {
        let conditions =
            (count::<ConditionNode>(body.as_object_ref()), count::<GuardedNode>(body.as_object_ref()));
        let expected = if name == "UnrollLoop" { (10, 8) } else { (4, 2) };
        assert_eq!(conditions, expected, "{name}");
    }
    Ok(())
}

/// A variable in fields that cannot hold its value, or whose parts are not operands.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tests.Bound", is_final)]
struct BoundNode {
    base: PrimExprNode,
    var: Var,
    range: Range,
    a: PrimExpr,
}

fn bound(var: &Var, ranged: &Var) -> PrimExpr {
    let base = PrimExprNode::new(DataType::int(32), None);
    let (range, a) = (Range::from_min_extent(ranged, 1), (var + 1).expr().unwrap());
    Bound::from(objet::make_object(BoundNode { base, var: var.clone(), range, a })).upcast()
}

#[test]
fn passes_keep_the_bindings_of_variables_that_other_nodes_hold() -> Result<(), Box<dyn std::error::Error>> {
    let [n, h, i, j, k, l] =
        ["n", "h", "i", "j", "k", "l"].map(|name| Var::new(name, DataType::int(32), None));
    let inner = Let::new(k.clone(), 5, (bound(&k, &k) + &j).expr()?, None)?;
    let value = Let::new(l.clone(), 6, (bound(&i, &l) + inner + bound(&h, &h)).expr()?, None)?;
    let unused = Let::new(Var::new("m", DataType::int(32), None), 7, value, None)?;
    let message = StringImm::new("a condition", None);
    let checked = AssertStmt::new(op::less(unused, &n, None)?, message, Evaluate::new(0, None), None)?;
    let binding = LetStmt::new(j, 8, checked, None)?;
    let binding = LetStmt::new(h, 9, binding, None)?;
    for (name, body) in after_passes(n, once(i, binding))? {
        let bindings = post_order(&body).filter(|part| part.is_instance::<LetNode>()).count();
        assert_eq!(count::<BoundNode>(body.as_object_ref()), 3, "{name}");
        if name != "Simplify" {
            continue;
        }
        // The variable stays in the field that cannot hold its value, but not in the operand.
        let bound = post_order(&body).filter_map(|part| part.downcast::<Bound>().ok());
        let operands: Vec<_> = bound.map(|bound| as_const_int(&bound.a)).collect();
        assert_eq!((operands, bindings), (vec![Some(1), Some(6), None], 2), "{name}");
        assert_eq!(count::<LetStmtNode>(body.as_object_ref()), 1, "{name}");
    }
    Ok(())
}

/// A statement with fields for one kind of expression and statement, and fields for all kinds.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "tests.Checked", is_final, new(span: Option<Span>))]
struct CheckedNode {
    base: StmtNode,
    var: Var,
    value: PrimExpr,
    branch: IfThenElse,
    others: Array<Stmt>,
}

#[test]
fn a_part_that_a_field_cannot_hold_stays_alone() -> Result<(), Box<dyn std::error::Error>> {
    let [n, i] = ["n", "i"].map(|name| Var::new(name, DataType::int(32), None));
    let branch = |value: &Var| {
        let is_less = LT::new(IntImm::from(1), IntImm::from(2), None)?;
        IfThenElse::new(
            is_less,
            Guarded::new(condition(value, &[]), Evaluate::new(0, None), None),
            None,
            None,
        )
    };
    let checked = Checked::new(i.clone(), (&i + 1).expr()?, branch(&n)?, [branch(&i)?.upcast()], None);
    for (name, body) in after_passes(n, once(i, checked))? {
        let found = post_order(&body).find_map(|part| part.downcast::<Checked>().ok());
        let checked = found.ok_or(name)?;
        let is_simple = name == "Simplify";
        assert_eq!(as_const_int(&checked.value), is_simple.then_some(1), "{name}");
        assert_eq!(checked.others[0].is_instance::<IfThenElseNode>(), !is_simple, "{name}");
    }
    Ok(())
}
