//! Registered functions that create calls of relay operators, compared with the table of TVM 0.8.

use std::collections::BTreeMap;

use objet::function::{ArgValue, RetValue, RuntimeError};
use objet::prelude::*;
use objet::walk::{WalkEvent, walk};
use objet::{Registry, String as Text, get_attr, structural_equal};
use objet_ir::attrs::DictAttrs;
use objet_ir::expr::{GlobalVar, IntImm, PrimExpr, RelayExpr};
use objet_ir::span::{SourceName, Span};
use objet_ir::types::{PrimType, TensorType, TupleType, Type};
use objet_relay::attrs::{CallLoweredAttrs, CallLoweredAttrsNode};
use objet_relay::expr::{Call, Constant, Function, TupleNode, Var};

use crate::graphs;

type Result<T> = std::result::Result<T, RuntimeError>;

/// Functions of the table that are not registered, with the reason.
const LEFT_OUT: &[(&str, &str)] = &[("ir.NodeSetSpan", "changes a shared node")];

/// Functions of operators whose parameters are not operands and attributes in the order of the
/// operator.
const OF_THEIR_OWN: &[&str] = &[
    "relay.op._OpImplementationCompute",
    "relay.op._OpImplementationSchedule",
    "relay.op._OpStrategyAddImplementation",
    "relay.op._make.OpStrategy",
    "relay.op._make.debug",
    "relay.op.annotation._make.function_on_device",
    "relay.op.call_lowered",
    "relay.op.dyn._make.sparse_to_dense",
    "relay.op.memory._make.FlattenTupleType",
    "relay.op.memory._make.FromTupleType",
    "relay.op.memory._make.ToTupleType",
    "relay.op.memory._make.alloc_storage",
];

/// The parameters of a function, with their types in the notation of the table.
type Params = Vec<(&'static str, &'static str)>;

fn table() -> BTreeMap<&'static str, Params> {
    let lines = include_str!("../../../../tests/tables/relay-globals.tsv").lines().skip(1);
    lines
        .map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let params = columns[1].split(", ").filter_map(|param| param.split_once(": "));
            (columns[0], params.collect())
        })
        .collect()
}

/// Returns the functions whose parameters are the operands and attributes of an operator.
fn makers() -> BTreeMap<&'static str, Params> {
    let mut makers = table();
    makers.retain(|name, _| {
        let is_of_op =
            name.contains("._make") || name.starts_with("relay.op.") || name.starts_with("relay.ir.cast");
        is_of_op && !OF_THEIR_OWN.contains(name) && LEFT_OUT.iter().all(|(left_out, _)| left_out != name)
    });
    makers
}

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue> {
    Registry::expect(name)?.call(args)
}

fn make(name: &str, args: &[ArgValue<'_>]) -> Result<Call> {
    Ok(call(name, args)?.get()?)
}

fn attr(call: &Call, name: &str) -> RetValue {
    let attrs = call.attrs.as_ref().unwrap_or_else(|| panic!("no attributes: {:?}", call.op));
    get_attr(attrs, name).unwrap_or_else(|error| panic!("{error}"))
}

fn var(name: &str) -> Var {
    Var::new(name, None, None)
}

/// Returns an example value of a type in the notation of the table.
fn value(ty: &str) -> RetValue {
    let numbers = || Array::from([IntImm::from(1), IntImm::from(2)]);
    match ty {
        "Expr" => var("x").into(),
        "int" | "int32_t" | "Integer" | "Optional<Integer>" | "PrimExpr" | "int|Array<Integer>|Object" => {
            RetValue::Int(3)
        }
        "bool" | "Bool" => RetValue::Int(1),
        "double" => RetValue::Float(0.5),
        "String" | "std::string" => "text".into(),
        "DataType" => "float16".into(),
        "Array<Integer>" | "Array<PrimExpr>" | "Optional<Array<Integer>>" => numbers().into(),
        "Array<Array<Integer>>" | "Array<Array<PrimExpr>>" => Array::from([numbers(), numbers()]).into(),
        _ => panic!("no example value of type {ty}"),
    }
}

/// Returns whether an attribute equals the value that was passed for it.
fn is_kept(passed: &RetValue, kept: &RetValue) -> bool {
    match (passed, kept) {
        (RetValue::Int(number), RetValue::Object(object)) => {
            object.downcast_ref::<IntImm>().is_some_and(|int| int.value == *number)
        }
        (RetValue::Str(text), RetValue::Object(object)) => {
            object.downcast_ref::<Text>().is_some_and(|kept| kept.as_str() == text.as_str())
        }
        (RetValue::Str(text), RetValue::DataType(dtype)) => dtype.to_string() == **text,
        (RetValue::Float(number), RetValue::Int(kept)) => number.trunc() == *kept as f64,
        (RetValue::Object(passed), RetValue::Object(kept)) => structural_equal(passed, kept),
        (passed, kept) => format!("{passed:?}") == format!("{kept:?}"),
    }
}

#[test]
fn every_function_of_the_table_is_registered_or_left_out() {
    let table = table();
    assert_eq!(table.len(), 323);
    let missing: Vec<_> = table.keys().filter(|name| Registry::get(name).is_none()).collect();
    let left_out: Vec<_> = LEFT_OUT.iter().map(|(name, _)| name).collect();
    assert_eq!(missing, left_out);
    assert!(Registry::rejected().is_empty(), "{:?}", Registry::rejected());
}

#[test]
fn arguments_become_operands_and_attributes() -> Result<()> {
    let makers = makers();
    assert_eq!(makers.len(), 267);
    // Parameters that TVM ignores, so no attribute keeps them.
    let other = [("relay.op.nn._make.conv1d", "out_layout")];
    for (name, params) in &makers {
        let values: Vec<RetValue> = params.iter().map(|(_, ty)| value(ty)).collect();
        let args: Vec<ArgValue<'_>> = values.iter().map(RetValue::as_arg).collect();
        let made = make(name, &args).unwrap_or_else(|error| panic!("{name}: {error}"));
        let op = made.as_op().expect("an operator");
        assert!(name.ends_with(op.name.rsplit('.').next().unwrap()), "{name}: {}", op.name);
        let operands: Vec<_> = values.iter().zip(params).filter(|(_, (_, ty))| *ty == "Expr").collect();
        assert_eq!(made.args.len(), operands.len(), "{name}");
        for (operand, (value, _)) in made.args.iter().zip(operands) {
            assert!(value.get::<ObjectRef>()?.same_as(operand), "{name}");
        }
        assert!(made.attrs.is_some() || params.iter().all(|(_, ty)| *ty == "Expr"), "{name}");
        for (value, (param, ty)) in values.iter().zip(params) {
            if *ty != "Expr" && !other.contains(&(name, param)) {
                let kept = attr(&made, param);
                assert!(is_kept(value, &kept), "{name}: {param} is {value:?}, kept as {kept:?}");
            }
        }
        let error = call(name, &args[1.min(args.len())..])
            .and_then(|_| call(name, &[&args[..], &[1.into()]].concat()));
        assert_eq!(error.unwrap_err().kind().name(), "TypeError", "{name}");
    }
    Ok(())
}

/// Returns the calls of operators in a file.
fn calls(file: &str) -> Vec<Call> {
    let graph = graphs::load(file);
    let entered = walk(&graph).filter_map(|event| match event {
        WalkEvent::Enter(object) => object.downcast_ref::<Call>().cloned(),
        WalkEvent::Leave(_) => None,
    });
    entered.filter(|call| call.as_op().is_some()).collect()
}

/// Rebuilds all calls of the networks in the files from their operands and attribute values.
#[test]
fn calls_of_real_networks_are_rebuilt() -> Result<()> {
    let files = [
        ("resnet18_b1_s224.typed", 69),
        ("resnet18.anf", 69),
        ("mobilenet_b1_s224.raw", 80),
        ("mlp_b1.typed", 8),
        ("lstm_i5_h32.typed", 76),
        ("prelude.typed", 100),
    ];
    let makers = makers();
    for (file, at_least) in files {
        let mut count = 0;
        for original in calls(file) {
            let op = &original.as_op().unwrap().name;
            if op == "arange" {
                // Type inference creates new operands, and the attributes still refer to the old
                // ones.
                continue;
            }
            let name = match op.rsplit_once('.') {
                Some((domain, op)) => format!("relay.op.{domain}._make.{op}"),
                None if op == "cast" => "relay.ir.cast".into(),
                None => format!("relay.op._make.{op}"),
            };
            let params = makers.get(&*name).unwrap_or_else(|| panic!("{file}: {name}"));
            let mut operands = original.args.iter();
            let values: Vec<RetValue> = params
                .iter()
                .map(|(param, ty)| match *ty {
                    "Expr" => operands.next().expect("an operand").clone().into(),
                    _ => attr(&original, param),
                })
                .collect();
            let args: Vec<ArgValue<'_>> = values.iter().map(RetValue::as_arg).collect();
            let made = make(&name, &args)?;
            assert!(structural_equal(&made, &original), "{file}: {name}");
            count += 1;
        }
        assert!(count >= at_least, "{file} has {count} calls of operators");
    }
    Ok(())
}

#[test]
fn front_ends_create_conv2d() -> Result<()> {
    let is_first = |call: &Call| {
        let weight = call.args.get(1).and_then(|weight| weight.downcast_ref::<Var>());
        weight.is_some_and(|weight| weight.name_hint() == "conv0_weight")
    };
    let original = calls("resnet18_b1_s224.typed").into_iter().find(is_first).unwrap();
    let ints = |ints: &[i32]| ints.iter().map(|int| PrimExpr::from(*int)).collect::<Array<PrimExpr>>();
    let (strides, padding) = (ints(&[2, 2]), ints(&[3, 3, 3, 3]));
    let (dilation, kernel_size) = (ints(&[1, 1]), ints(&[7, 7]));
    let args: [ArgValue<'_>; 12] = [
        (&original.args[0]).into(),
        (&original.args[1]).into(),
        (&strides).into(),
        (&padding).into(),
        (&dilation).into(),
        1.into(),
        64.into(),
        (&kernel_size).into(),
        "NCHW".into(),
        "OIHW".into(),
        "".into(),
        "float32".into(),
    ];
    let made = make("relay.op.nn._make.conv2d", &args)?;
    assert_eq!(attr(&made, "out_dtype").get::<DataType>()?, DataType::float(32));
    let mut args = args;
    for nothing in ["".into(), ArgValue::Null] {
        args[11] = nothing;
        assert!(structural_equal(&make("relay.op.nn._make.conv2d", &args)?, &original));
    }
    args[6] = ArgValue::Null;
    assert!(matches!(attr(&make("relay.op.nn._make.conv2d", &args)?, "channels"), RetValue::Null));

    args[1] = 1.into();
    let error = make("relay.op.nn._make.conv2d", &args).unwrap_err();
    assert_eq!(error.kind().name(), "TypeError");
    assert!(
        error.message().contains("relay.op.nn._make.conv2d") && error.message().contains("1 (weight)"),
        "{error}"
    );
    args[1] = args[0];
    args[5] = 0.5.into();
    let error = make("relay.op.nn._make.conv2d", &args).unwrap_err();
    assert_eq!(error.kind().name(), "TypeError");
    assert!(error.message().contains("groups"), "{error}");
    let error = make("relay.op.nn._make.conv2d", &args[..11]).unwrap_err();
    assert!(error.message().contains("12 arguments, but 11 were provided"), "{error}");
    Ok(())
}

#[test]
fn unset_attributes_are_zero_empty_or_null() -> Result<()> {
    let x = var("x");
    let x = ArgValue::from(&x);
    let to_depth = make("relay.op.nn._make.space_to_depth", &[x, 2.into(), "NCHW".into()])?;
    assert_eq!(attr(&to_depth, "mode").get::<&str>()?, "");
    let one_hot = make("relay.op.dyn._make.one_hot", &[x, x, x, x, 1.into(), "float32".into()])?;
    assert_eq!(attr(&one_hot, "depth").get::<i64>()?, 0);
    let zeros = make("relay.op.dyn._make.zeros", &[x, "float32".into()])?;
    assert!(matches!(attr(&zeros, "shape"), RetValue::Null));
    let valid = make("relay.op.vision._make.get_valid_counts", &[x, x, 0.into(), 1.into()])?;
    assert!(matches!(attr(&valid, "score_threshold"), RetValue::Null));
    assert_eq!(valid.args.len(), 2);
    Ok(())
}

#[test]
fn derived_attributes_are_set() -> Result<()> {
    let x = var("x");
    let arg = ArgValue::from(&x);
    let (null, dtype) = (ArgValue::Null, ArgValue::from("int32"));
    let arange = make("relay.op._make.arange", &[arg, arg, arg, dtype])?;
    assert!(attr(&arange, "start").get::<ObjectRef>()?.same_as(&x));
    assert_eq!(arange.args.len(), 3);

    let shape = Constant::new(NDArray::from_slice(&[2], &[3_i64, 4])?, None);
    let collapsed = make("relay.op._make.collapse_sum_to", &[arg, (&shape).into()])?;
    let numbers = attr(&collapsed, "shape").get::<Array<IntImm>>()?;
    assert_eq!(
        numbers.iter().map(|number| (number.dtype, number.value)).collect::<Vec<_>>(),
        [(DataType::int(32), 3), (DataType::int(32), 4)]
    );
    assert!(matches!(attr(&make("relay.op._make.collapse_sum_to", &[arg, arg])?, "shape"), RetValue::Null));
    let floats = Constant::new(NDArray::from_slice(&[1], &[3_f32])?, None);
    assert!(call("relay.op._make.collapse_sum_to", &[arg, (&floats).into()]).is_err());

    let truth = IntImm::from(true);
    for (exclusive, expected) in
        [(1.into(), Some(1)), (0.into(), Some(0)), ((&truth).into(), Some(1)), (null, None)]
    {
        let sums = make("relay.op._make.cumsum", &[arg, null, null, exclusive])?;
        let kept = attr(&sums, "exclusive").get::<Option<IntImm>>()?;
        assert_eq!(kept.as_ref().map(|kept| kept.value), expected);
        assert!(kept.is_none_or(|kept| kept.dtype == DataType::BOOL));
        assert_eq!(attr(&sums, "dtype").get::<DataType>()?, DataType::VOID);
        assert!(matches!(attr(&sums, "axis"), RetValue::Null));
    }
    let sorted = make("relay.op._make.searchsorted", &[arg, arg, (&truth).into(), dtype])?;
    assert!(attr(&sorted, "right").get::<bool>()?);
    assert!(call("relay.op._make.searchsorted", &[arg, arg, null, dtype]).is_err());

    let at = Array::from([IntImm::from(2), IntImm::from(5)]);
    for (passed, expected) in [(ArgValue::from(3), "3"), ((&at).into(), "[2, 5]")] {
        let split = make("relay.op._make.split", &[arg, passed, 1.into()])?;
        let kept = attr(&split, "indices_or_sections");
        assert_eq!(call("node.AsRepr", &[kept.as_arg()])?.get::<&str>()?, expected);
    }

    let quantized = make("relay.qnn.op._make.batch_matmul", &[arg, arg, arg, arg, arg, arg, dtype])?;
    let transposed = ["transpose_a", "transpose_b"].map(|name| attr(&quantized, name).get::<bool>());
    assert_eq!(transposed.map(|value| value.expect("a boolean")), [false, true]);
    let shape = make("relay.op.vm.shape_of", &[arg])?;
    assert_eq!(attr(&shape, "dtype").get::<DataType>()?, DataType::int(64));
    let [indices, shape, values, default] = ["indices", "shape", "values", "default"].map(var);
    let args = [&indices, &shape, &values, &default].map(ArgValue::from);
    let dense = make("relay.op.dyn._make.sparse_to_dense", &args)?;
    assert_eq!(dense.args[..], [indices, values, default, shape].map(Var::upcast));
    Ok(())
}

#[test]
fn annotations_are_created() -> Result<()> {
    let span = Span::new(SourceName::get("relay_makers"), 1, 1, 2, 3);
    let x = Var::new("x", None, Some(span.clone()));
    let arg = ArgValue::from(&x);
    let on_device = make("relay.op.annotation._make.on_device", &[arg, 2.into(), true.into()])?;
    assert_eq!(attr(&on_device, "device_type").get::<i64>()?, 2);
    assert!(on_device.span.as_ref().is_some_and(|of_call| of_call.same_as(&span)));

    let function =
        Function::new([x.clone()], x.clone(), None, [], Some(DictAttrs::new([("a", IntImm::from(1))])), None);
    let types = Array::from([IntImm::from(1)]);
    let args = [(&function).into(), (&types).into(), 2.into()];
    let placed = call("relay.op.annotation._make.function_on_device", &args)?.get::<Function>()?;
    let attrs = placed.attrs.as_ref().unwrap();
    assert_eq!(attrs.dict.len(), 3);
    assert!(attrs.get::<Array<IntImm>>("param_device_types").is_some_and(|kept| kept.same_as(&types)));
    assert_eq!(attrs.get::<IntImm>("result_device_type").map(|kept| kept.value), Some(2));
    assert_eq!(function.attrs.as_ref().unwrap().dict.len(), 1, "the original is unchanged");

    assert!(matches!(attr(&make("relay.op._make.debug", &[arg, "".into()])?, "debug_func"), RetValue::Null));
    assert!(call("relay.op._make.debug", &[arg, "no.such.function".into()]).is_err());
    let debug = make("relay.op._make.debug", &[arg, "node.AsRepr".into()])?;
    assert!(!matches!(attr(&debug, "debug_func"), RetValue::Null));

    let f = GlobalVar::new("f");
    let attrs = make_object(CallLoweredAttrsNode::new(Some(Map::new())));
    let attrs = CallLoweredAttrs::from(attrs);
    let inputs = Array::<RelayExpr>::from([x.clone().into()]);
    let args = [(&f).into(), (&inputs).into(), (&attrs).into(), ArgValue::Null, (&span).into()];
    let lowered = make("relay.op.call_lowered", &args)?;
    assert!(lowered.args[0].same_as(&f));
    assert_eq!(lowered.args[1].as_node::<TupleNode>().map(|tuple| tuple.fields.len()), Some(1));
    let args = [arg, (&inputs).into(), (&attrs).into(), ArgValue::Null, ArgValue::Null];
    assert_eq!(call("relay.op.call_lowered", &args).unwrap_err().kind().name(), "TypeError");
    Ok(())
}

#[test]
fn memory_is_allocated_on_devices() -> Result<()> {
    let x = var("x");
    let arg = ArgValue::from(&x);
    let storage =
        make("relay.op.memory._make.alloc_storage", &[arg, arg, Device::cpu(3).into(), "int8".into()])?;
    assert_eq!(
        (attr(&storage, "device_id").get::<i64>()?, attr(&storage, "device_type").get::<i64>()?),
        (3, 1)
    );

    let shape = Constant::new(NDArray::from_slice(&[1], &[3_i64])?, None);
    let name = "relay.op.memory._make.alloc_tensor";
    let tensor = make(name, &[arg, arg, (&shape).into(), "int8".into(), ArgValue::Null])?;
    assert!(attr(&tensor, "const_shape").get::<ObjectRef>()?.same_as(&shape));
    assert!(matches!(attr(&tensor, "assert_shape"), RetValue::Null));
    assert!(make(name, &[arg, arg, arg, "int8".into(), ArgValue::Null]).is_err(), "neither shape is known");
    let asserted = Array::from([IntImm::from(3)]);
    let tensor = make(name, &[arg, arg, arg, "int8".into(), (&asserted).into()])?;
    assert!(matches!(attr(&tensor, "const_shape"), RetValue::Null));
    Ok(())
}

#[test]
fn tuple_types_are_flattened_and_rebuilt() -> Result<()> {
    let tensor = |bits| -> Type { TensorType::scalar(DataType::int(bits)).upcast() };
    let inner: Type = TupleType::new([tensor(16), TupleType::empty().upcast(), tensor(32)], None).upcast();
    let ty: Type = TupleType::new([tensor(8), inner], None).upcast();
    let x = var("x");
    let flat = call("relay.op.memory._make.FlattenTupleType", &[(&ty).into()])?.get::<Array<TensorType>>()?;
    assert_eq!(flat.iter().map(|tensor| tensor.dtype.bits).collect::<Vec<_>>(), [8, 16, 32]);
    let taken = call("relay.op.memory._make.FromTupleType", &[(&ty).into(), (&x).into()])?;
    let repr =
        call("relay.op.memory._make.ToTupleType", &[(&ty).into(), taken.as_arg()])?.get::<ObjectRef>()?;
    let outer = repr.as_node::<TupleNode>().unwrap();
    let fields = taken.get::<Array<ObjectRef>>()?;
    assert!(outer.fields[0].same_as(&fields[0]));
    let inner = outer.fields[1].as_node::<TupleNode>().unwrap();
    assert_eq!(inner.fields.len(), 3);
    assert!(inner.fields[0].same_as(&fields[1]) && inner.fields[2].same_as(&fields[2]));

    let too_few = Array::<RelayExpr>::from([x.clone().into()]);
    assert!(call("relay.op.memory._make.ToTupleType", &[(&ty).into(), (&too_few).into()]).is_err());
    let function = PrimType::new(DataType::int(32));
    assert!(call("relay.op.memory._make.FlattenTupleType", &[(&function).into()]).is_err());

    for part in [tensor(8), TupleType::empty().upcast()] {
        let shared = (0..60).fold(part, |ty, _| TupleType::new([ty.clone(), ty], None).upcast());
        let too_many = "type has more than 1048576 parts (shared parts count once per occurrence)";
        let flat = call("relay.op.memory._make.FlattenTupleType", &[(&shared).into()]);
        assert_eq!(flat.unwrap_err().message(), too_many);
        let taken = call("relay.op.memory._make.FromTupleType", &[(&shared).into(), (&x).into()]);
        assert_eq!(taken.unwrap_err().message(), too_many);
    }
    let empty: Type =
        (0..60).fold(TupleType::empty().upcast(), |ty, _| TupleType::new([ty.clone(), ty], None).upcast());
    let none = Array::<RelayExpr>::new();
    assert!(call("relay.op.memory._make.ToTupleType", &[(&empty).into(), (&none).into()]).is_err());

    let deep = (0..200_000).fold(tensor(8), |ty, _| TupleType::new([ty], None).upcast());
    let taken = call("relay.op.memory._make.FromTupleType", &[(&deep).into(), (&x).into()])?;
    let made = call("relay.op.memory._make.ToTupleType", &[(&deep).into(), taken.as_arg()])?;
    assert!(made.get::<ObjectRef>()?.as_node::<TupleNode>().is_some());
    Ok(())
}

#[test]
fn attribute_integers_have_32_bits() -> Result<()> {
    let x = var("x");
    let x = ArgValue::from(&x);
    let args = [x, 5.into(), 0.into(), "both".into(), false.into(), "int32".into()];
    let made = make("relay.op._make.topk", &args)?;
    assert_eq!(attr(&made, "k").get::<IntImm>()?.dtype, DataType::int(32));
    let dense = make("relay.op.nn._make.dense", &[x, x, 7.into(), "".into()])?;
    assert_eq!(attr(&dense, "units").get::<PrimExpr>()?.dtype, DataType::int(32));
    Ok(())
}
