//! Expressions in TVMScript, in Python syntax where possible.

use objet::prelude::*;
use objet_ir::expr::GlobalVar;
use objet_tir::expr::{
    Add, And, Broadcast, Call, Cast, CommReducer, Div, EQ, FloorDiv, IterVar, IterVarType, LT, Let, Load,
    Max, Mod, Mul, NE, Not, Or, Ramp, Reduce, Select, Shuffle, StringImm, Sub, Var,
};
use objet_tir::{builtin, op};

use super::Here;
use crate::text::{Result, int, to};

#[test]
fn operators() -> Result<()> {
    let here = Here::new()?;
    let (x, y) = (here.x.clone(), here.y.clone());
    let sum = Add::new(x.clone(), y.clone(), None)?;
    let product = Mul::new(x.clone(), y.clone(), None)?;
    here.reads(Mul::new(sum.clone(), product.clone(), None)?, "(x + y) * (x * y)")?;
    here.reads(Add::new(product.clone(), sum.clone(), None)?, "x * y + (x + y)")?;
    here.reads(Sub::new(sum.clone(), product.clone(), None)?, "x + y - x * y")?;
    here.reads(Mod::new(Div::new(x.clone(), 2, None)?, 3, None)?, "x / 2 % 3")?;
    here.reads(FloorDiv::new(sum.clone(), 2, None)?, "T.floordiv(x + y, 2)")?;
    here.reads(Max::new(sum.clone(), 2, None)?, "T.max(x + y, 2)")?;
    let (less, equal) = (LT::new(sum, 8, None)?, EQ::new(x.clone(), 1, None)?);
    here.reads(And::new(less.clone(), equal.clone(), None)?, "x + y < 8 and x == 1")?;
    let either = Or::new(less.clone(), NE::new(x.clone(), 2, None)?, None)?;
    here.reads(And::new(either, equal.clone(), None)?, "(x + y < 8 or x != 2) and x == 1")?;
    here.reads(Not::new(equal, None)?, "not(x == 1)")?;
    here.reads(Select::new(less, x.clone(), y.clone(), None)?, "T.Select(x + y < 8, x, y)")?;
    here.reads(Cast::new(DataType::float(16), x.clone(), None)?, "T.cast(x, \"float16\")")?;
    let z = int("z");
    here.reads(Let::new(z.clone(), x.clone(), Add::new(z, y, None)?, None)?, "T.let(z, x, z + y)")?;
    here.reads(Ramp::new(x.clone(), 1, 4, None)?, "T.ramp(x, 1, 4)")?;
    let broadcast = Broadcast::new(x.clone(), 4, None)?;
    here.reads(Shuffle::new([broadcast.upcast()], [0.into()], None)?, "T.shuffle([T.broadcast(x, 4)], [0])")?;
    here.reads(7_i64, "T.int64(7)")?;
    here.reads(0.1_f64, "T.float64(0.10000000000000001)")?;
    here.reads(false, "False")?;
    let lanes = Load::new(
        DataType::float(32).with_lanes(2),
        here.p.clone(),
        Ramp::new(x.clone(), 1, 2, None)?,
        op::const_true(2, None)?,
        None,
    )?;
    here.reads(lanes, "T.load(\"float32x2\", p, T.ramp(x, 1, 2), T.broadcast(True, 2))")?;
    let call = Call::new(
        DataType::int(32),
        builtin::call_extern(),
        [StringImm::new("f", None).upcast(), x.upcast()],
        None,
    )?;
    here.reads(call, "T.call_extern(\"f\", x, dtype=\"int32\")")?;
    here.reads(Call::new(DataType::HANDLE, GlobalVar::new("g"), [], None)?, "g(dtype=\"handle\")")
}

#[test]
fn reductions() -> Result<()> {
    let here = Here::new()?;
    let element = DataType::float(32);
    let (a, b) = (Var::new("x", element, None), Var::new("b", element, None));
    let sum = Add::new(a.clone(), b.clone(), None)?.upcast();
    let reducer = CommReducer::new([a], [b], [sum], [0_f32.into()], None)?;
    let axis = IterVar::new(Some(to(16)), int("r"), IterVarType::CommReduce, "", None)?;
    let reduce = Reduce::new(reducer, [1_f32.into()], [axis], Some(true.into()), 0, [], None)?;
    here.reads(
        reduce,
        "T.reduce(T.comm_reducer(lambda x_1, b: x_1 + b, [T.float32(0)]), [T.float32(1)], \
         [T.iter_var(r, [0:16], \"CommReduce\", \"\")], 0)",
    )
}
