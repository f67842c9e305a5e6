//! The driver lowers schedules to TVM's programs.

use objet::prelude::*;
use objet_ir::expr::Bool;
use objet_ir::transform::PassContext;
use objet_tir::driver::{lower_prim_func, lower_schedule};
use objet_tir::expr::{IterVar, IterVarType, Range, Var};
use objet_tir::function::PrimFunc;
use objet_tir::te::schedule::Schedule;
use objet_tir::te::{ComputeOp, Tensor, TensorOperation, create_prim_func};

use super::Result;

/// Returns a tensor with the elements of another one plus 1, and its axis.
fn plus_one(name: &str, tensor: &Tensor) -> Result<(Tensor, IterVar)> {
    let i = Var::new("i", DataType::int(32), None);
    let element = (tensor.at([i.clone().upcast()])? + 1).expr()?;
    let axis = IterVar::new(Some(Range::new(0, 100, None)?), i, IterVarType::DataPar, "", None)?;
    Ok((ComputeOp::new(name, "", [axis.clone()], [element])?.output(0)?, axis))
}

/// Returns the lowered body of two steps over 100 elements, in parts of 16 elements.
fn lowered(simple_mode: bool) -> Result<std::string::String> {
    let a = Tensor::placeholder("a", [100.into()], DataType::float(32));
    let (b, _) = plus_one("b", &a)?;
    let (c, i) = plus_one("c", &b)?;
    let schedule = Schedule::new([c.op.clone()])?;
    let stage = schedule.stage_of(&c.op)?;
    let (outer, inner) = stage.split(&i, 16)?;
    stage.vectorize(&inner)?;
    schedule.stage_of(&b.op)?.compute_at(&stage, &outer)?;
    let args = [a.upcast(), c.upcast()];
    let module = lower_schedule(&schedule, &args, "main", Map::new(), simple_mode)?;
    let func: PrimFunc = module.lookup_by_name("main")?.downcast()?;
    Ok(objet::text::as_repr(Some(&func.body)))
}

/// Returns TVM's text of the body, where the inner loop has a name.
fn expected(inner: &str, condition: impl Fn(&str) -> std::string::String) -> std::string::String {
    let (first, second) = (condition("i"), condition(inner));
    format!(
        "allocate b[float32 * 16], storage_scope = global
for (i.outer, 0, 7) {{
  for (i, 0, 16) {{
    if ({first}) {{
      b[i] = (a[((i.outer*16) + i)] + 1f)
    }}
  }}
  for ({inner}, 0, 16) {{
    if ({second}) {{
      c[((i.outer*16) + {inner})] = (b[{inner}] + 1f)
    }}
  }}
}}
"
    )
}

#[test]
fn schedules_are_lowered_as_in_tvm() -> Result {
    let is_inside = |index: &str| format!("(((i.outer*16) + {index}) < 100)");
    assert_eq!(lowered(false)?, expected("i.inner.s", is_inside));
    assert_eq!(lowered(true)?, expected("i.inner.s", |index| format!("tir.likely({})", is_inside(index))));

    let context = PassContext::new(2).with_config("tir.disable_vectorize", Bool::from(true))?;
    let scope = context.enter()?;
    assert_eq!(lowered(false)?, expected("i.inner", is_inside));
    scope.exit()?;
    Ok(())
}

#[test]
fn functions_of_blocks_are_lowered() -> Result {
    let a = Tensor::placeholder("a", [100.into()], DataType::float(32));
    let (b, _) = plus_one("b", &a)?;
    let module = lower_prim_func(create_prim_func(&[a, b])?, "main", false)?;
    let func: PrimFunc = module.lookup_by_name("main")?.downcast()?;
    let text = objet::text::as_repr(Some(&func.body));
    assert_eq!(text, "for (i0, 0, 100) {\n  b[i0] = (a[i0] + 1f)\n}\n");
    Ok(())
}
