//! All kinds of expressions.

use objet::prelude::*;
use objet_ir::expr::{FloatImm, GlobalVar, PrimExpr};
use objet_ir::types::TupleType;
use objet_tir::expr::{
    Add, And, Any, Broadcast, BufferLoad, Call, Cast, CommReducer, Div, EQ, FloorDiv, FloorMod, GE, GT,
    IterVar, IterVarType, LE, LT, Let, Load, Max, Min, Mod, Mul, NE, Not, Or, ProducerLoad, Ramp, Reduce,
    Select, Shuffle, SizeVar, StringImm, Sub, Var,
};
use objet_tir::te::Tensor;
use objet_tir::text::print;
use objet_tir::{builtin, op};

use super::{Result, int, matrix, pointer, repr, to};

/// Checks the human-readable text of an expression.
fn reads(expr: impl Into<PrimExpr>, text: &str) {
    let expr = expr.into();
    assert_eq!(print(&expr), text);
}

#[test]
fn operators() -> Result<()> {
    let (a, b) = (int("a"), int("b"));
    reads(Add::new(a.clone(), b.clone(), None)?, "(a: int32 + b: int32)");
    reads(Sub::new(a.clone(), b.clone(), None)?, "(a: int32 - b: int32)");
    reads(Mul::new(a.clone(), b.clone(), None)?, "(a: int32*b: int32)");
    reads(Div::new(a.clone(), b.clone(), None)?, "(a: int32 / b: int32)");
    reads(Mod::new(a.clone(), b.clone(), None)?, "(a: int32 % b: int32)");
    reads(FloorDiv::new(a.clone(), b.clone(), None)?, "floordiv(a: int32, b: int32)");
    reads(FloorMod::new(a.clone(), b.clone(), None)?, "floormod(a: int32, b: int32)");
    reads(Min::new(a.clone(), b.clone(), None)?, "min(a: int32, b: int32)");
    reads(Max::new(a.clone(), b.clone(), None)?, "max(a: int32, b: int32)");
    reads(EQ::new(a.clone(), b.clone(), None)?, "(a: int32 == b: int32)");
    reads(NE::new(a.clone(), b.clone(), None)?, "(a: int32 != b: int32)");
    reads(LT::new(a.clone(), b.clone(), None)?, "(a: int32 < b: int32)");
    reads(LE::new(a.clone(), b.clone(), None)?, "(a: int32 <= b: int32)");
    reads(GT::new(a.clone(), b.clone(), None)?, "(a: int32 > b: int32)");
    let at_least = GE::new(a.clone(), b.clone(), None)?;
    reads(at_least.clone(), "(a: int32 >= b: int32)");
    reads(And::new(at_least.clone(), true, None)?, "((a: int32 >= b: int32) && True)");
    reads(Or::new(at_least.clone(), false, None)?, "((a: int32 >= b: int32) || False)");
    reads(Not::new(at_least.clone(), None)?, "!(a: int32 >= b: int32)");
    reads(Select::new(at_least, a.clone(), b.clone(), None)?, "select((a: int32 >= b: int32), a, b)");
    reads(Cast::new(DataType::float(16), a.clone(), None)?, "cast(float16, a: int32)");
    reads(Let::new(b.clone(), 1, Add::new(a, b, None)?, None)?, "let b: int32 = 1 in (a: int32 + b)");
    Ok(())
}

#[test]
fn leaves_and_vectors() -> Result<()> {
    reads(7, "7");
    reads(7_i64, "7i64");
    reads(7_u8, "7u8");
    reads(true, "True");
    reads(1.5_f32, "1.5f32");
    reads(FloatImm::new(DataType::float(64), 1e-9, None)?, "1e-09f64");
    reads(StringImm::new("a \"b\"\n", None), r#""a \"b\"\n""#);
    reads(Any::new(None), "?");
    reads(SizeVar::new("n", DataType::int(64), None), "n: int64");
    reads(Var::new("", DataType::HANDLE, None), "v: handle");
    reads(Var::new("0x", DataType::BOOL, None), "v0x: bool");
    reads(Var::typed("nothing", TupleType::empty(), None)?, "nothing: ()");
    reads(pointer("p", "shared")?, "p: Pointer(shared float32)");
    reads(Ramp::new(int("i"), 2, 4, None)?, "ramp(i: int32, 2, 4)");
    reads(Broadcast::new(int("i"), 4, None)?, "broadcast(i: int32, 4)");
    let vectors = [Ramp::new(int("i"), 2, 4, None)?.upcast()];
    reads(Shuffle::new(vectors, [0.into(), 3.into()], None)?, "shuffle([ramp(i: int32, 2, 4)], [0, 3])");
    Ok(())
}

#[test]
fn memory_and_calls() -> Result<()> {
    let (p, i) = (pointer("p", "")?, int("i"));
    let element = DataType::float(32);
    reads(Load::new(element, p.clone(), i.clone(), true, None)?, "(float32*)p: Pointer(float32)[i: int32]");
    let inside = LT::new(i.clone(), 8, None)?;
    reads(
        Load::new(element, p.clone(), i.clone(), inside, None)?,
        "(float32*)p: Pointer(float32)[i: int32] if (i < 8)",
    );
    // A predicate that is true in each lane is not printed.
    let lanes = Load::new(
        element.with_lanes(4),
        p,
        Ramp::new(i.clone(), 1, 4, None)?,
        op::const_true(4, None)?,
        None,
    )?;
    assert_eq!(repr(&lanes), "p[ramp(i, 1, 4)]");
    reads(lanes, "(float32x4*)p: Pointer(float32)[ramp(i: int32, 1, 4)]");

    let load = BufferLoad::new(matrix("A")?, [i.clone().upcast(), 1.into()], None)?;
    assert_eq!(repr(&load), "A[i, 1]");
    let text = "A: Buffer(A_1: Pointer(float32), float32, [16, 8], [])[i: int32, 1]";
    reads(load.clone(), text);
    reads(Add::new(load.clone(), load, None)?, &format!("({text} + A[i, 1])"));

    let tensor = Tensor::placeholder("T", [16.into()], element);
    let load = ProducerLoad::new(element, tensor.clone(), [i.clone().upcast()], None);
    assert_eq!(repr(&load), "T[i]");
    reads(load.clone(), "T[i: int32]");
    assert_eq!(print(&tensor), "T: DataProducer(\"T\", float32, [16])");
    assert_eq!(repr(&tensor), "Tensor(shape=[16], op.name=T)");
    assert!(repr(&tensor.op).starts_with("placeholder(T, 0x"), "{}", repr(&tensor.op));

    let call = Call::new(
        DataType::int(32),
        builtin::call_extern(),
        [StringImm::new("f", None).upcast(), i.clone().upcast()],
        None,
    )?;
    reads(call, "@tir.call_extern(\"f\", i: int32, dtype=int32)");
    // A call without arguments also has a comma.
    reads(Call::new(DataType::HANDLE, GlobalVar::new("g"), [], None)?, "@g(, dtype=handle)");

    let (x, y) = (Var::new("x", element, None), Var::new("y", element, None));
    let sum =
        CommReducer::new([x.clone()], [y.clone()], [Add::new(x, y, None)?.upcast()], [0_f32.into()], None)?;
    let axis = IterVar::new(Some(to(16)), i, IterVarType::CommReduce, "", None)?;
    reads(
        Reduce::new(sum, [load.upcast()], [axis], Some(true.into()), 0, [], None)?,
        "reduce(meta[tir.CommReducer][0], [T[i: int32]], [IterVar(i, [0:16], \"CommReduce\", \"\")], 0, [])",
    );
    Ok(())
}
