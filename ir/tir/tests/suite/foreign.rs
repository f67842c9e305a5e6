//! Expressions and statements of other crates in passes.

use objet::prelude::*;
use objet_ir::expr::{GlobalVar, PrimExpr, PrimExprNode};
use objet_ir::module::IRModule;
use objet_ir::span::Span;
use objet_ir::transform::Pass;
use objet_tir::analysis::free_vars;
use objet_tir::expr::{StringImm, Var};
use objet_tir::function::PrimFunc;
use objet_tir::functor::post_order;
use objet_tir::stmt::{AssertStmt, Evaluate, For, LetStmt, SeqStmt, Stmt, StmtNode};

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

#[test]
fn passes_keep_the_variables_of_other_nodes() -> Result<(), Box<dyn std::error::Error>> {
    let n = Var::new("n", DataType::int(32), None);
    let func = PrimFunc::new([n.clone()], body(&n), None, Map::new(), None, None);
    let mut module = IRModule::new();
    module.add(GlobalVar::new("main"), func, false)?;
    let names = "Simplify UnrollLoop VectorizeLoop HoistIfThenElse LoopPartition StorageRewrite \
                 RemoveNoOp NarrowDataType InjectVirtualThread";
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
        let has_conditions = post_order(&func.body).any(|part| part.is_instance::<ConditionNode>());
        assert!(has_conditions, "{name}");
    }
    Ok(())
}
