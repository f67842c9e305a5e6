//! Global functions that register and change operators.

use std::thread;

use objet::function::{ArgValue, RetValue, RuntimeError, TypeCode};
use objet::prelude::*;
use objet::{Registry, String as Text};
use objet_ir::attrs::{AttrFieldInfo, Attrs};
use objet_ir::op::{Op, OpPatternKind};
use objet_ir::types::{TensorType, Type};
use objet_relay::expr::{Call, Var};
use objet_relay::op::OpExt as _;
use objet_tir::te::Tensor;

type Result<T> = std::result::Result<T, RuntimeError>;

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue> {
    Registry::expect(name)?.call(args)
}

fn fails(name: &str, args: &[ArgValue<'_>]) -> (String, String) {
    match call(name, args) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => (error.kind().name().into(), error.message().into()),
    }
}

fn attr<T: for<'a> objet::function::FromValue<'a>>(object: &ObjectRef, name: &str) -> Result<T> {
    Ok(call("node.NodeGetAttr", &[object.into(), name.into()])?.get()?)
}

fn op(name: &str) -> Result<ObjectRef> {
    Ok(call("ir.GetOp", &[name.into()])?.get()?)
}

/// Returns a function that adds a number to its argument.
fn plus(number: i64) -> PackedFunc {
    TypedPackedFunc::new(move |x: i64| x + number).into()
}

#[test]
fn an_operator_is_registered_and_described() -> Result<()> {
    assert!(call("ir.GetOp", &["front.custom".into()]).is_err());
    let before = Op::all().count();
    call("ir.RegisterOp", &["front.custom".into(), "Does something.".into()])?;
    let custom = op("front.custom")?;
    let fields = |custom: &ObjectRef| -> Result<(i64, i64, String)> {
        Ok((
            attr(custom, "num_inputs")?,
            attr(custom, "support_level")?,
            attr::<Text>(custom, "attrs_type_key")?.to_string(),
        ))
    };
    assert_eq!(fields(&custom)?, (-1, 10, String::new()));
    assert_eq!(attr::<Text>(&custom, "description")?, "Does something.");
    call("ir.OpSetNumInputs", &[(&custom).into(), 2.into()])?;
    call("ir.OpAddArgument", &[(&custom).into(), "a".into(), "Tensor".into(), "The one.".into()])?;
    call("ir.OpAddArgument", &[(&custom).into(), "b".into(), "Tensor".into(), "The other.".into()])?;
    call("ir.OpSetSupportLevel", &[(&custom).into(), 3.into()])?;
    call("ir.OpSetAttrsTypeKey", &[(&custom).into(), "relay.attrs.BiasAddAttrs".into()])?;
    let key = |name: &str| -> Result<String> {
        Ok(call("ir.OpCallAttrsTypeKey", &[(&op(name)?).into()])?.get::<Text>()?.to_string())
    };
    assert_eq!(key("front.custom")?, "relay.attrs.BiasAddAttrs");
    assert_eq!(key("cumsum")?, "relay.attrs.ScanopAttrs");
    assert_eq!(key("add")?, "");
    let again = op("front.custom")?;
    assert!(again.same_as(&custom));
    assert_eq!(fields(&again)?, (2, 3, "relay.attrs.BiasAddAttrs".into()));
    let arguments = attr::<Array<AttrFieldInfo>>(&again, "arguments")?;
    assert_eq!(arguments.iter().map(|info| info.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);

    let (_, message) = fails("ir.RegisterOp", &["front.custom".into(), "".into()]);
    assert!(message.contains("already registered"), "{message}");
    assert!(call("ir.RegisterOp", &["nn.conv2d".into(), "".into()]).is_err());
    let (_, message) = fails("ir.OpSetAttrsTypeKey", &[(&custom).into(), "no.such".into()]);
    assert!(message.contains("no type has the key"), "{message}");
    let names = call("ir.ListOpNames", &[])?.get::<Array<Text>>()?;
    assert!(names.iter().any(|name| name == "front.custom"));
    assert!(names.len() > before && names.iter().is_sorted());

    // The new operator behaves like any other: graphs refer to it, and calls of it are checked.
    let custom = custom.downcast::<Op>().expect("an operator");
    let var = || Var::new("x", None, None);
    assert!(custom.call([var().into()], None).is_err());
    let attrs: Attrs = custom.make_attrs(objet_ir::attrs! { axis: 2 }).expect("attributes");
    let made = custom.call([var().into(), var().into()], Some(attrs)).expect("a call");
    let text = call("node.SaveJSON", &[(&made).into()])?;
    let back = call("node.LoadJSON", &[text.as_arg()])?.get::<Call>()?;
    assert!(back.op.same_as(&custom));
    Ok(())
}

#[test]
fn the_higher_priority_level_wins() -> Result<()> {
    let set = |op: &str, value: ArgValue<'_>, level: i64| {
        call("ir.RegisterOpAttr", &[op.into(), "front.cost".into(), value, level.into()])
    };
    let cost = |op_name: &str| call("ir.OpGetAttr", &[(&op(op_name)?).into(), "front.cost".into()]);
    assert!(
        fails("ir.OpGetAttr", &[(&op("nn.relu")?).into(), "front.cots".into()]).1.contains("not registered")
    );
    set("nn.relu", 5.into(), 10)?;
    assert_eq!(cost("nn.relu")?.get::<i64>()?, 5);
    assert_eq!(cost("nn.dense")?.type_code(), TypeCode::NULLPTR);
    assert!(set("nn.relu", 6.into(), 10).unwrap_err().message().contains("priority level 10"));
    set("nn.relu", 7.into(), 9)?;
    assert_eq!(cost("nn.relu")?.get::<i64>()?, 5);
    set("nn.relu", "text".into(), 11)?;
    assert_eq!(cost("nn.relu")?.get::<&str>()?, "text");
    assert!(set("nn.relu", 8.into(), 0).unwrap_err().message().contains("above 0"));
    assert!(set("nn.relu", ArgValue::Null, 12).unwrap_err().message().contains("null"));
    let (_, message) = fails("ir.OpGetAttr", &[(&op("nn.relu")?).into(), "front.cots".into()]);
    assert!(message.contains(r#"did you mean "front.cost"?"#), "{message}");

    call("ir.OpResetAttr", &[(&op("nn.relu")?).into(), "front.cost".into()])?;
    assert_eq!(cost("nn.relu")?.type_code(), TypeCode::NULLPTR);
    call("ir.OpResetAttr", &[(&op("nn.relu")?).into(), "front.none".into()])?;
    set("nn.relu", 8.into(), 1)?;
    assert_eq!(cost("nn.relu")?.get::<i64>()?, 8);

    // A function of a front end can be the value of an attribute.
    let function = plus(1);
    call("ir.OpSetAttr", &[(&op("exp")?).into(), "front.func".into(), (&function).into(), 10.into()])?;
    let found = call("ir.OpGetAttr", &[(&op("exp")?).into(), "front.func".into()])?;
    assert_eq!(found.type_code(), TypeCode::PACKED_FUNC_HANDLE);
    assert_eq!(found.get::<PackedFunc>()?.call((1,))?.get::<i64>()?, 2);

    // Passes see the new value in the attribute map.
    call("ir.RegisterOpAttr", &["nn.relu".into(), "TOpPattern".into(), 8.into(), 11.into()])?;
    let patterns = Op::get_attr_map::<OpPatternKind>("TOpPattern");
    let relu = Op::get("nn.relu").expect("an operator");
    assert_eq!(patterns.get(&relu).expect("a pattern"), Some(OpPatternKind::Opaque));
    Ok(())
}

#[test]
fn setting_an_attribute_registers_the_operator() -> Result<()> {
    let set = |key: &str, value: ArgValue<'_>, level: i64| {
        call("ir.RegisterOpAttr", &["front.new".into(), key.into(), value, level.into()])
    };
    set("front.size", 4.into(), 10)?;
    let new = op("front.new")?;
    assert_eq!(call("ir.OpGetAttr", &[(&new).into(), "front.size".into()])?.get::<i64>()?, 4);
    set("num_inputs", 3.into(), 128)?;
    assert_eq!(attr::<i64>(&new, "num_inputs")?, -1, "num_inputs is only an attribute at this level");
    set("num_inputs", 3.into(), 129)?;
    assert_eq!(attr::<i64>(&new, "num_inputs")?, 3);
    assert!(set("attrs_type_key", "DictAttrs".into(), 129).is_err());

    let rule = plus(2);
    let args = ["tir.front_exp".into(), (&rule).into(), "llvm".into(), 15.into()];
    call("ir.RegisterOpLowerIntrinsic", &args)?;
    assert!(call("ir.RegisterOpLowerIntrinsic", &args).is_err());
    let found = call("ir.OpGetAttr", &[(&op("tir.front_exp")?).into(), "llvm.FLowerIntrinsic".into()])?;
    assert_eq!(found.get::<PackedFunc>()?.call((1,))?.get::<i64>()?, 3);
    Ok(())
}

#[test]
fn a_type_relation_is_made_from_a_function() -> Result<()> {
    call("ir.RegisterOp", &["front.first".into(), "".into()])?;
    let first = op("front.first")?;
    call("ir.OpSetNumInputs", &[(&first).into(), 2.into()])?;
    let infer: PackedFunc = TypedPackedFunc::new(|types: Array<Type>, _attrs: Option<Attrs>| {
        types.first().filter(|ty| ty.is_instance::<objet_ir::types::TensorTypeNode>()).cloned()
    })
    .into();
    call("ir.OpAddTypeRel", &[(&first).into(), "FrontFirst".into(), (&infer).into()])?;
    assert!(Registry::get("tvm.relay.type_relation.FrontFirst").is_some());
    let first = first.downcast::<Op>().expect("an operator");
    let tensor = |length: i32| -> Type { TensorType::new([length.into()], DataType::float(32)).upcast() };
    let found = first.infer_type([tensor(3), tensor(4)], None).expect("a type");
    assert!(objet::structural_equal(&found, &tensor(3)));
    let unknown: Type = objet_ir::types::TupleType::empty().into();
    assert!(first.infer_type([unknown, tensor(4)], None).is_err(), "the result is not known yet");

    // A relation that is registered already is used by name.
    call("ir.RegisterOp", &["front.second".into(), "".into()])?;
    let second = op("front.second")?;
    call("ir.OpSetNumInputs", &[(&second).into(), 1.into()])?;
    call("ir.OpAddTypeRel", &[(&second).into(), "FrontFirst".into(), ArgValue::Null])?;
    let second_op = second.clone().downcast::<Op>().expect("an operator");
    assert!(objet::structural_equal(&second_op.infer_type([tensor(5)], None).expect("a type"), &tensor(5)));
    let (_, message) = fails("ir.OpAddTypeRel", &[(&second).into(), "FrontNone".into(), ArgValue::Null]);
    assert!(message.contains("tvm.relay.type_relation.FrontNone"), "{message}");
    assert_eq!(fails("ir.OpAddTypeRel", &[(&second).into(), "FrontNone".into(), 3.into()]).0, "TypeError");
    Ok(())
}

#[test]
fn threads_register_operators_concurrently() -> Result<()> {
    let threads = [0, 1, 2, 3].map(|thread| {
        thread::spawn(move || {
            let mut won = 0;
            for number in 0..50 {
                let own = format!("front.thread{thread}_{number}");
                call("ir.RegisterOp", &[own.as_str().into(), "".into()])?;
                let shared = format!("front.shared{number}");
                won += usize::from(call("ir.RegisterOp", &[shared.as_str().into(), "".into()]).is_ok());
                let shared = op(&shared)?;
                call("ir.OpAddArgument", &[(&shared).into(), "x".into(), "Tensor".into(), "".into()])?;
                let level = 10 + thread;
                call(
                    "ir.OpSetAttr",
                    &[(&shared).into(), "front.thread".into(), thread.into(), level.into()],
                )?;
                assert_eq!(op(&own)?.type_key(), "Op");
            }
            Ok::<_, RuntimeError>(won)
        })
    });
    let mut won = 0;
    for thread in threads {
        won += thread.join().expect("no panic")?;
    }
    assert_eq!(won, 50, "each operator is registered once");
    let by_thread = Op::get_attr_map::<i64>("front.thread");
    for number in 0..50 {
        let shared = Op::get(&format!("front.shared{number}")).expect("an operator");
        assert_eq!(shared.arguments.load().len(), 4);
        assert_eq!(by_thread.get(&shared).expect("a number"), Some(3), "the highest level");
    }
    Ok(())
}

#[test]
fn strategies_have_implementations() -> Result<()> {
    let strategy = call("relay.op._make.OpStrategy", &[])?.get::<ObjectRef>()?;
    let compute: PackedFunc =
        TypedPackedFunc::new(|_: Option<Attrs>, inputs: Array<Tensor>, _: Option<Type>| inputs).into();
    let schedule: PackedFunc =
        TypedPackedFunc::new(|_: Option<Attrs>, outs: Array<Tensor>, target: Option<ObjectRef>| {
            assert!(target.is_none());
            outs.len() as i64
        })
        .into();
    for (name, level) in [("dense.a", 10), ("dense.b", 15)] {
        let args =
            [(&strategy).into(), (&compute).into(), (&schedule).into(), name.into(), ArgValue::from(level)];
        call("relay.op._OpStrategyAddImplementation", &args)?;
    }
    let specializations = attr::<Array<ObjectRef>>(&strategy, "specializations")?;
    assert_eq!(specializations.len(), 1);
    assert!(attr::<Option<ObjectRef>>(&specializations[0], "condition")?.is_none());
    let implementations = attr::<Array<ObjectRef>>(&specializations[0], "implementations")?;
    let shown = |at: usize| {
        Ok::<_, RuntimeError>((
            attr::<Text>(&implementations[at], "name")?,
            attr::<i64>(&implementations[at], "plevel")?,
        ))
    };
    assert_eq!((shown(0)?, shown(1)?), (("dense.a".into(), 10), ("dense.b".into(), 15)));
    let inputs = Array::from([Tensor::placeholder("x", [1.into()], DataType::float(32))]);
    let run = |name: &str| {
        call(name, &[(&implementations[1]).into(), ArgValue::Null, (&inputs).into(), ArgValue::Null])
    };
    assert_eq!(run("relay.op._OpImplementationCompute")?.get::<Array<Tensor>>()?, inputs);
    assert_eq!(run("relay.op._OpImplementationSchedule")?.get::<i64>()?, 1);
    Ok(())
}
