//! Operands of the functions over expressions of tir: plain numbers, null and handles.

use objet::Registry;
use objet::function::{ArgValue, RetValue, RuntimeError};
use objet::prelude::*;
use objet_ir::expr::{IntImm, IntImmNode, PrimExpr};
use objet_tir::expr::{BroadcastNode, CallNode, CastNode, IterVar, IterVarType, ReduceNode, StringImm, Var};

type Result<T> = std::result::Result<T, RuntimeError>;

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue> {
    Registry::expect(name)?.call(args)
}

fn make(name: &str, args: &[ArgValue<'_>]) -> Result<PrimExpr> {
    Ok(call(name, args)?.get()?)
}

fn fails(name: &str, args: &[ArgValue<'_>]) -> (String, String) {
    match call(name, args) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => (error.kind().name().into(), error.message().into()),
    }
}

fn var(name: &str, dtype: &str) -> Result<PrimExpr> {
    make("tir.Var", &[name.into(), dtype.into(), ArgValue::Null])
}

#[test]
fn plain_numbers_of_bitwise_operators_have_the_type_of_the_other_operand() -> Result<()> {
    let bytes = var("x", "int8x2")?;
    for name in ["tir.left_shift", "tir.right_shift", "tir.bitwise_and", "tir.bitwise_or", "tir.bitwise_xor"]
    {
        for operands in [[(&bytes).into(), 1.into()], [1.into(), (&bytes).into()]] {
            let [a, b] = operands;
            let made = make(name, &[a, b, ArgValue::Null])?;
            assert_eq!(made.dtype.to_string(), "int8x2", "{name}");
            let made = made.as_node::<CallNode>().expect("a call");
            let numbers = made.args.iter().filter(|arg| arg.is_instance::<BroadcastNode>());
            assert_eq!(numbers.count(), 1, "{name}");
        }
    }
    let folded = make("tir.bitwise_and", &[6.into(), 3.into(), ArgValue::Null])?;
    assert_eq!(folded.as_node::<IntImmNode>().map(|folded| folded.value), Some(2));

    let wide = var("y", "int64")?;
    assert_eq!(
        make("tir.left_shift", &[(&wide).into(), 40.into(), ArgValue::Null])?.dtype.to_string(),
        "int64"
    );
    let short = var("z", "int32")?;
    assert_eq!(fails("tir.left_shift", &[(&short).into(), 32.into(), ArgValue::Null]).0, "TVMError");
    let float = var("f", "float32")?;
    assert_eq!(fails("tir.bitwise_or", &[(&float).into(), 1.into(), ArgValue::Null]).0, "TVMError");
    assert_eq!(fails("tir.bitwise_or", &[(&short).into(), 1.5.into(), ArgValue::Null]).0, "TVMError");
    Ok(())
}

#[test]
fn handles_are_not_numbers() -> Result<()> {
    let text: PrimExpr = StringImm::new("s", None).upcast();
    for dtype in ["int32", "float32x4"] {
        let (kind, message) = fails("tir._cast", &[dtype.into(), (&text).into(), ArgValue::Null]);
        assert_eq!(kind, "TVMError");
        assert!(message.contains("expected value to be a number, found handle"), "{message}");
    }
    let same = make("tir._cast", &["handle".into(), (&text).into(), ArgValue::Null])?;
    assert!(same.same_as(&text));
    let address = make("tir._cast", &["handle".into(), (&var("n", "int64")?).into(), ArgValue::Null])?;
    assert!(address.is_instance::<CastNode>());
    Ok(())
}

#[test]
fn a_reduction_may_lack_its_combiner_and_its_condition() -> Result<()> {
    let range = call("ir.Range", &[0.into(), 1.into(), ArgValue::Null])?.get::<ObjectRef>()?;
    let var = var("k", "int32")?.downcast::<Var>().expect("a variable");
    let kind = IterVarType::CommReduce as i32;
    let axis =
        call("tir.IterVar", &[(&range).into(), (&var).into(), kind.into(), "".into(), ArgValue::Null])?;
    let (axis, source) = (Array::from([axis.get::<IterVar>()?]), Array::from([IntImm::from(1)]));
    let null = ArgValue::Null;
    let made = make("tir.Reduce", &[null, (&source).into(), (&axis).into(), null, 0.into(), null, null])?;
    let made = made.as_node::<ReduceNode>().expect("a reduction");
    assert!(made.combiner.is_none() && made.condition.is_none());
    let (_, message) =
        fails("tir.Reduce", &[null, (&source).into(), (&axis).into(), 1.into(), 0.into(), null, null]);
    assert!(message.contains("a boolean"), "{message}");
    Ok(())
}

#[test]
fn an_array_of_expressions_is_not_copied() -> Result<()> {
    let shape: Array<ObjectRef> =
        [IntImm::from(2), IntImm::from(3)].into_iter().map(IntImm::upcast).collect();
    let ty = call("ir.TensorType", &[(&shape).into(), "float32".into()])?.get::<ObjectRef>()?;
    let kept = call("node.NodeGetAttr", &[(&ty).into(), "shape".into()])?.get::<ObjectRef>()?;
    assert!(kept.same_as(&shape));
    Ok(())
}

#[test]
fn the_condition_of_a_realization_may_be_a_number() -> Result<()> {
    let shape = Array::from([IntImm::from(4)]);
    let (null, zero) = (ArgValue::Null, 0.into());
    let element = call("ir.PrimType", &["float32".into()])?.get::<ObjectRef>()?;
    let pointer = call("ir.PointerType", &[(&element).into(), "".into()])?.get::<ObjectRef>()?;
    let data = make("tir.Var", &["data".into(), (&pointer).into(), null])?;
    let strides = Array::<IntImm>::default();
    let buffer = [
        (&data).into(),
        "float32".into(),
        (&shape).into(),
        (&strides).into(),
        null,
        "b".into(),
        zero,
        zero,
        "".into(),
        null,
    ];
    let buffer = call("tir.Buffer", &buffer)?.get::<ObjectRef>()?;
    let body = call("tir.Evaluate", &[zero, null])?.get::<ObjectRef>()?;
    let bounds = Array::<ObjectRef>::default();
    let args = [(&buffer).into(), (&bounds).into(), true.into(), (&body).into(), null];
    let made = call("tir.BufferRealize", &args)?.get::<ObjectRef>()?;
    let condition = call("node.NodeGetAttr", &[(&made).into(), "condition".into()])?.get::<IntImm>()?;
    assert_eq!((condition.dtype.to_string().as_str(), condition.value), ("int32", 1));
    Ok(())
}
