//! Statements with and without following statements, and loops, in TVMScript.

use objet::String as Text;
use objet::prelude::*;
use objet_ir::expr::{IntImm, PrimExpr};
use objet_tir::expr::{Add, IterVar, IterVarType, LT, StringImm};
use objet_tir::stmt::{Allocate, AssertStmt, AttrStmt, For, ForKind, IfThenElse, LetStmt, Store, While};

use super::{Here, and_then};
use crate::text::{Result, evaluate, int};

#[test]
fn statements_with_and_without_following_statements() -> Result<()> {
    let here = Here::new()?;
    let (x, p) = (here.x.clone(), here.p.clone());
    let binding = LetStmt::new(int("z"), x.clone(), evaluate(1), None)?;
    here.says(binding.clone(), "z: T.int32 = x\nT.evaluate(1)")?;
    here.says(and_then(binding), "with T.let(z, x):\n    T.evaluate(1)\nT.evaluate(0)")?;
    let attr = AttrStmt::new(Some(x.clone().into()), "key", 1, evaluate(1), None);
    here.says(attr.clone(), "T.attr(x, \"key\", 1)\nT.evaluate(1)")?;
    here.says(and_then(attr), "with T.attr(x, \"key\", 1):\n    T.evaluate(1)\nT.evaluate(0)")?;
    let small = LT::new(x.clone(), 8, None)?;
    let assert = AssertStmt::new(small.clone(), StringImm::new("small", None), evaluate(1), None)?;
    here.says(assert.clone(), "assert x < 8, \"small\"\nT.evaluate(1)")?;
    here.says(and_then(assert), "with T.Assert(x < 8, \"small\"):\n    T.evaluate(1)\nT.evaluate(0)")?;
    let q = p.copy_with_name("q");
    let allocate = |condition: PrimExpr, annotations: Map<Text, Option<ObjectRef>>| {
        let body = Store::new(q.clone(), 1_f32, 2, true, None)?;
        Allocate::new(q.clone(), DataType::float(32), [4.into()], condition, body, annotations, None)
    };
    here.says(
        allocate(true.into(), Map::new())?,
        "q = T.allocate([4], \"float32\", \"global\")\nT.store(q, 2, T.float32(1), True)",
    )?;
    here.says(
        and_then(allocate(small.clone().upcast(), [("k".into(), Some(IntImm::from(1).into()))].into())?),
        "with T.allocate([4], \"float32\", \"global\", x < 8, annotations={\"k\":1}) as q:\n    \
         T.store(q, 2, T.float32(1), True)\nT.evaluate(0)",
    )?;
    here.says(
        IfThenElse::new(small.clone(), evaluate(1), Some(evaluate(2).upcast()), None)?,
        "if x < 8:\n    T.evaluate(1)\nelse:\n    T.evaluate(2)",
    )?;
    here.says(While::new(small, evaluate(1), None)?, "while x < 8:\n    T.evaluate(1)")
}

#[test]
fn loops() -> Result<()> {
    let here = Here::new()?;
    let x = here.x.clone();
    let (i, j, k) = (int("i"), int("j"), int("i"));
    let inner = For::serial(k.clone(), 4, evaluate(Add::new(i.clone(), k, None)?))?;
    here.says(
        For::serial(i.clone(), 2, For::serial(j.clone(), x.clone(), inner)?)?,
        "for i, j, i_1 in T.grid(2, x, 4):\n    T.evaluate(i + i_1)",
    )?;
    // A loop that depends on the enclosing loop is written separately.
    here.says(
        For::serial(i.clone(), 2, For::serial(j.clone(), i.clone(), evaluate(j.clone()))?)?,
        "for i in T.serial(0, 2):\n    for j in T.serial(0, i):\n        T.evaluate(j)",
    )?;
    let kinds = [
        (ForKind::Serial, "serial"),
        (ForKind::Parallel, "parallel"),
        (ForKind::Vectorized, "vectorized"),
        (ForKind::Unrolled, "unroll"),
    ];
    for (kind, word) in kinds {
        here.says(
            For::new(i.clone(), 2, 10, kind, evaluate(i.clone()), None, Map::new(), None)?,
            &format!("for i in T.{word}(2, 12):\n    T.evaluate(i)"),
        )?;
    }
    let thread = IterVar::new(None, int("t"), IterVarType::ThreadIndex, "threadIdx.x", None)?;
    let annotations =
        [("b".into(), Some(IntImm::from(1).into())), ("a".into(), Some(Text::from("2").into()))];
    here.says(
        For::new(i.clone(), 0, x, ForKind::ThreadBinding, evaluate(i), Some(thread), annotations, None)?,
        "for i in T.thread_binding(0, x, thread=\"threadIdx.x\", annotations={\"a\":\"2\", \"b\":1}):\n    T.evaluate(i)",
    )
}
