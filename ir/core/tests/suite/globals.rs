//! Global functions for the IR, called with the arguments that front ends pass.

use objet::function::{ArgValue, BoxError, RetValue, RuntimeError, TypeCode};
use objet::prelude::*;
use objet::{Module, Registry, String as Text};
use objet_ir::attrs::{AttrFieldInfo, DictAttrs};
use objet_ir::expr::{FloatImmNode, GlobalVar, IntImm, IntImmNode};
use objet_ir::module::IRModule;
use objet_ir::span::SpanNode;
use objet_tir::builtin;
use objet_tir::expr::{BroadcastNode, CallNode, IterVar, IterVarType, RangeNode, Var};
use objet_tir::function::PrimFunc;
use objet_tir::stmt::Evaluate;

type Result<T> = std::result::Result<T, RuntimeError>;

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue> {
    Registry::expect(name)?.call(args)
}

fn make(name: &str, args: &[ArgValue<'_>]) -> Result<ObjectRef> {
    let made = call(name, args)?;
    assert_eq!(made.type_code(), TypeCode::OBJECT_HANDLE, "{name}");
    Ok(made.get()?)
}

fn fails(name: &str, args: &[ArgValue<'_>]) -> (String, String) {
    match call(name, args) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => (error.kind().name().into(), error.message().into()),
    }
}

fn text(object: &ObjectRef) -> Result<String> {
    Ok(call("node.AsRepr", &[object.into()])?.get()?)
}

#[test]
fn every_name_is_registered() {
    let names = [
        "ir.AttrsListFieldInfo",
        "ir.DictAttrsGetDict",
        "ir.EnvFuncCall",
        "ir.EnvFuncGet",
        "ir.EnvFuncGetPackedFunc",
        "ir.FloatImm",
        "ir.GetOp",
        "ir.GlobalVar",
        "ir.IntImm",
        "ir.ListOpNames",
        "ir.Range",
        "ir.SourceName",
        "ir.Span",
        "node.LargeUIntImm",
        "node._const",
        "runtime.CSourceModuleCreate",
        "runtime.ModulePackImportsToC",
        "runtime.SourceModuleCreate",
        "testing.ErrorTest",
        "testing.FrontendTestModule",
        "testing.device_test",
        "testing.echo",
        "testing.identity_cpp",
        "testing.nop",
        "testing.object_use_count",
        "testing.run_check_signal",
        "testing.test_check_eq_callback",
        "testing.test_raise_error_callback",
        "testing.test_wrap_callback",
        "tir.Add",
        "tir.Call",
        "tir.Var",
        "tir._OpAdd",
    ];
    let missing: Vec<_> = names.iter().filter(|name| Registry::get(name).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(Registry::rejected().is_empty(), "{:?}", Registry::rejected());
}

#[test]
fn constants_have_the_requested_type() -> Result<()> {
    let constant =
        |value: ArgValue<'_>, dtype: &str| make("node._const", &[value, dtype.into(), ArgValue::Null]);
    let int = |value: ArgValue<'_>, dtype: &str| -> Result<i64> {
        let object = constant(value, dtype)?;
        Ok(object.as_node::<IntImmNode>().expect("an IntImm").value)
    };
    assert_eq!(int(3.into(), "int32")?, 3);
    assert_eq!(int(1000.into(), "int8")?, 1000, "the range is not checked");
    assert_eq!(int((-2.7).into(), "int64")?, -2);
    assert_eq!(int(true.into(), "uint1x1")?, 1);
    assert_eq!(int(200.into(), "uint8")?, 200);
    let float = constant(3.into(), "float16")?;
    assert_eq!(float.as_node::<FloatImmNode>().map(|float| float.value), Some(3.0));
    assert_eq!(text(&constant(1.into(), "bfloat16")?)?, "1h");
    let vector = constant(2.into(), "int32x4")?;
    assert_eq!(vector.as_node::<BroadcastNode>().map(|vector| vector.lanes), Some(4));
    let large = constant((-1).into(), "uint32")?;
    let large = large.as_node::<CallNode>().expect("a call");
    assert!(large.op.same_as(&builtin::large_uint_imm()));
    let halves: Vec<_> =
        large.args.iter().map(|half| half.as_node::<IntImmNode>().map(|half| half.value)).collect();
    assert_eq!(halves, [Some(0xffff_ffff); 2]);
    let of_halves = make("node.LargeUIntImm", &["uint64".into(), 1.into(), 2.into(), ArgValue::Null])?;
    assert_eq!(text(&of_halves)?, "tir.large_uint_imm((uint32)1, (uint32)2)");

    assert_eq!(
        text(&constant(1e19.into(), "uint64")?)?,
        "tir.large_uint_imm((uint32)2313682944, (uint32)2328306436)"
    );
    for (value, dtype) in [(1e19, "int64"), (-1e19, "int64"), (2e19, "uint64"), (f64::NAN, "int32")] {
        let (kind, message) = fails("node._const", &[value.into(), dtype.into(), ArgValue::Null]);
        assert_eq!(
            (kind.as_str(), message.starts_with("number out of the 64-bit range")),
            ("ValueError", true)
        );
    }
    assert_eq!(int((-1e18).into(), "int64")?, -1_000_000_000_000_000_000);
    assert!(constant(f64::NAN.into(), "float32").is_ok());

    let fails = |value, dtype: &str| fails("node._const", &[value, dtype.into(), ArgValue::Null]).1;
    assert_eq!(fails(1.into(), "handle"), "cannot make const for type handle");
    assert!(fails("x".into(), "int32").starts_with("only accept int or float"));
    Ok(())
}

#[test]
fn values_in_attributes_are_constants() -> Result<()> {
    let args =
        ["DictAttrs".into(), "x".into(), 1.into(), "y".into(), 0.5.into(), "name".into(), "xyz".into()];
    let dict = make("node.MakeNode", &args)?;
    let x = call("node.NodeGetAttr", &[(&dict).into(), "x".into()])?;
    assert_eq!(x.get::<IntImm>()?.value, 1);
    assert_eq!(text(&dict)?, r#"{"x": 1, "y": 0.5f, "name": "xyz"}"#);
    let entries = call("ir.DictAttrsGetDict", &[(&dict).into()])?.get::<Map<Text, ObjectRef>>()?;
    assert_eq!(entries.len(), 3);
    assert!(call("ir.AttrsListFieldInfo", &[(&dict).into()])?.get::<Array<AttrFieldInfo>>()?.is_empty());

    let padding = Array::from([IntImm::from(3), IntImm::from(4)]);
    let attrs = ["attrs.TestAttrs".into(), "name".into(), "xx".into(), "padding".into(), (&padding).into()];
    let attrs = make("node.MakeNode", &attrs)?;
    assert_eq!(call("node.NodeGetAttr", &[(&attrs).into(), "axis".into()])?.get::<i64>()?, 10);
    let infos = call("ir.AttrsListFieldInfo", &[(&attrs).into()])?.get::<Array<AttrFieldInfo>>()?;
    assert_eq!(infos.len(), 4);
    assert_eq!((infos[0].name.as_str(), infos[0].type_info.as_str()), ("axis", "int, default=10"));
    let (kind, message) = fails(
        "node.MakeNode",
        &["attrs.TestAttrs".into(), "axis".into(), 100.into(), "name".into(), "x".into()],
    );
    assert_eq!(kind, "AttributeError");
    assert!(message.contains("upper bound"), "{message}");
    let (kind, message) = fails("node.MakeNode", &["attrs.TestAttrs".into(), "unknown_key".into(), 1.into()]);
    assert_eq!(kind, "AttributeError");
    assert!(message.contains("unknown_key"), "{message}");
    assert_eq!(DictAttrs::default().dict.len(), 0);
    Ok(())
}

#[test]
fn printed_forms_match_tvm() -> Result<()> {
    let source = make("ir.SourceName", &["a.relay".into()])?;
    let numbers = [1, 3, 2, 4].map(ArgValue::from);
    let span: ObjectRef = make("ir.Span", &[&[ArgValue::from(&source)], &numbers[..]].concat())?;
    let fields =
        span.as_node::<SpanNode>().map(|span| (span.line, span.end_line, span.column, span.end_column));
    assert_eq!(fields, Some((1, 3, 2, 4)));
    assert!(text(&source)?.starts_with("SourceName(a.relay, 0x"));
    assert_eq!(text(&span)?, format!("Span({}, 1, 3, 2, 4)", text(&source)?));
    let texts = [
        (make("ir.IntImm", &["int32".into(), 5.into(), ArgValue::Null])?, "5"),
        (make("ir.IntImm", &["int64".into(), 5.into(), (&span).into()])?, "(int64)5"),
        (make("ir.FloatImm", &["float32".into(), 0.5.into(), ArgValue::Null])?, "0.5f"),
        (make("ir.FloatImm", &["float64".into(), 1e10.into(), ArgValue::Null])?, "1e+10"),
        (make("ir.GlobalVar", &["main".into()])?, "GlobalVar(main)"),
        (make("ir.GetOp", &["add".into()])?, "Op(add)"),
        (make("ir.Range", &[0.into(), 10.into(), ArgValue::Null])?, "range(min=0, ext=10)"),
        (make("ir.Range", &[2.into(), 10.into(), ArgValue::Null])?, "range(min=2, ext=8)"),
    ];
    for (object, expected) in &texts {
        assert_eq!(text(object)?, *expected);
    }
    assert!(texts[1].0.as_node::<IntImmNode>().is_some_and(|int| int.span.is_some()));
    assert!(call("ir.ListOpNames", &[])?.get::<Array<Text>>()?.iter().any(|name| name == "nn.conv2d"));
    assert!(call("ir.GetOp", &["no.such".into()]).is_err());
    Ok(())
}

#[test]
fn env_funcs_are_called() -> Result<()> {
    Registry::register_override("test.ir_globals.twice", TypedPackedFunc::new(|x: i64| 2 * x));
    let func = make("ir.EnvFuncGet", &["test.ir_globals.twice".into()])?;
    assert_eq!(call("ir.EnvFuncCall", &[(&func).into(), 4.into()])?.get::<i64>()?, 8);
    let packed = call("ir.EnvFuncGetPackedFunc", &[(&func).into()])?;
    assert_eq!(packed.type_code(), TypeCode::PACKED_FUNC_HANDLE);
    assert_eq!(packed.get::<PackedFunc>()?.call((5,))?.get::<i64>()?, 10);
    assert_eq!(text(&func)?, "EnvFunc(test.ir_globals.twice)");
    assert_eq!(fails("ir.EnvFuncGet", &["no.such".into()]).0, "InternalError");
    Ok(())
}

#[test]
fn numbers_become_constant_operands() -> Result<()> {
    let x = make("tir.Var", &["x".into(), "int32".into(), ArgValue::Null])?;
    let n = make("tir.SizeVar", &["n".into(), "int32".into(), ArgValue::Null])?;
    let op = |name: &str, a: ArgValue<'_>, b: ArgValue<'_>| make(name, &[a, b, ArgValue::Null]);
    let sum = op("tir._OpAdd", (&x).into(), 1.into())?;
    let texts = [
        (sum.clone(), "(x + 1)"),
        (op("tir._OpSub", 1.into(), (&x).into())?, "(1 - x)"),
        (op("tir._OpMul", (&x).into(), 2.into())?, "(x*2)"),
        (op("tir._OpFloorDiv", (&x).into(), 2.into())?, "floordiv(x, 2)"),
        (op("tir._OpTruncMod", (&x).into(), 2.into())?, "(x % 2)"),
        (op("tir._OpMax", (&x).into(), (&n).into())?, "max(x, {n|n>=0})"),
        (op("tir._OpLT", (&x).into(), 2.into())?, "(x < 2)"),
        (op("tir._OpAdd", 1.into(), 2.into())?, "3"),
        (op("tir.left_shift", (&x).into(), 2.into())?, "tir.shift_left(x, 2)"),
        (op("tir.Add", (&x).into(), 1.into())?, "(x + 1)"),
        (make("tir._cast", &["float32".into(), (&x).into(), ArgValue::Null])?, "float32(x)"),
        (make("tir.Ramp", &[(&x).into(), 1.into(), 4.into(), ArgValue::Null])?, "ramp(x, 1, 4)"),
        (make("tir.Broadcast", &[(&x).into(), 4.into(), ArgValue::Null])?, "x4(x)"),
        (make("tir.StringImm", &["a\n".into(), ArgValue::Null])?, "\"a\\n\""),
        (make("tir.Let", &[(&x).into(), 1.into(), (&sum).into(), ArgValue::Null])?, "(let x = 1 in (x + 1))"),
        (make("tir.Any", &[ArgValue::Null])?, "?"),
    ];
    for (object, expected) in &texts {
        assert_eq!(text(object)?, *expected);
    }
    let range: ObjectRef = make("ir.Range", &[0.into(), 8.into(), ArgValue::Null])?;
    assert!(range.as_node::<RangeNode>().is_some());
    let axis = [(&range).into(), (&x).into(), 0.into(), "".into(), ArgValue::Null];
    let axis = make("tir.IterVar", &axis)?.downcast::<IterVar>()?;
    assert_eq!(axis.iter_type, IterVarType::DataPar);
    assert_eq!(text(&op("tir._OpAdd", (&axis).into(), 1.into())?)?, "(x + 1)");
    let arguments = Array::from([ObjectRef::from(Text::from("f")), x.clone()]);
    let extern_op = make("ir.GetOp", &["tir.call_extern".into()])?;
    let extern_call =
        make("tir.Call", &["int32".into(), (&extern_op).into(), (&arguments).into(), ArgValue::Null])?;
    assert_eq!(text(&extern_call)?, r#"tir.call_extern("f", x)"#);
    assert_eq!(fails("tir._OpFloorDiv", &[5.into(), 0.into(), ArgValue::Null]).0, "TVMError");
    assert!(call("tir.Add", &[(&x).into(), (&range).into(), ArgValue::Null]).is_err());
    Ok(())
}

#[test]
fn equal_programs_have_equal_hashes() -> std::result::Result<(), BoxError> {
    let hash = |object: &ObjectRef, map_free_vars: bool| -> std::result::Result<i64, BoxError> {
        Ok(call("node.StructuralHash", &[object.into(), map_free_vars.into()])?.get()?)
    };
    let [x, y] = ["x", "y"].map(|name| Var::new(name, DataType::int(32), None));
    let sums: [ObjectRef; 2] = [(&x + 1).expr()?.upcast(), (&y + 1).expr()?.upcast()];
    assert_ne!(hash(&sums[0], false)?, hash(&sums[1], false)?);
    assert_eq!(hash(&sums[0], true)?, hash(&sums[1], true)?);

    let module = |name: &str, var: &Var| -> std::result::Result<ObjectRef, BoxError> {
        let body = Evaluate::new((var + 1).expr()?, None);
        let func = PrimFunc::new([var.clone()], body, None, Map::new(), None, None);
        let definitions: [(_, _); 0] = [];
        Ok(IRModule::from_parts([(GlobalVar::new(name), func)], definitions)?.upcast())
    };
    let [one, two, three] = [module("f", &x)?, module("f", &y)?, module("g", &x)?];
    assert_eq!(hash(&one, false)?, hash(&two, false)?, "bound variables are interchangeable");
    assert_ne!(hash(&one, false)?, hash(&three, false)?);
    Ok(())
}

#[test]
fn test_helpers_work() -> Result<()> {
    assert_eq!(call("testing.nop", &[1.into(), "x".into()])?.type_code(), TypeCode::NULLPTR);
    let text = Text::from("x");
    assert!(
        call("testing.echo", &[(&text).into()])?.get::<Text>()?.as_object_ref().same_as(text.as_object_ref())
    );
    assert_eq!(call("testing.object_use_count", &[(&text).into()])?.get::<i64>()?, 1);
    assert_eq!(
        fails("testing.ErrorTest", &[0.into(), 1.into()]),
        ("ValueError".into(), "Check failed: x == y (0 vs. 1) : expect x and y to be equal.".into())
    );
    assert_eq!(
        fails("testing.ErrorTest", &[1.into(), 1.into()]),
        ("InternalError".into(), "cannot reach here".into())
    );
    assert_eq!(call("testing.ErrorTest", &[0.into(), 0.into()])?.type_code(), TypeCode::NULLPTR);
    let raise = call("testing.test_raise_error_callback", &["ValueError: no".into()])?.get::<PackedFunc>()?;
    assert_eq!(raise.call(()).unwrap_err().kind().name(), "ValueError");
    let wrapped = call("testing.test_wrap_callback", &[(&raise).into()])?.get::<PackedFunc>()?;
    assert_eq!(wrapped.call(()).unwrap_err().message(), "no");
    let check = call("testing.test_check_eq_callback", &["differ".into()])?.get::<PackedFunc>()?;
    assert!(check.call((1, 1)).is_ok() && check.call((1, 2)).is_err());
    let device = call("testing.device_test", &[Device::cpu(2).into(), 1.into(), 2.into()])?;
    assert_eq!(device.type_code(), TypeCode::DEVICE);
    assert!(call("testing.identity_cpp", &[1.into()]).is_err());
    Registry::register_override("testing.identity_py", TypedPackedFunc::new(|x: i64| x));
    assert_eq!(call("testing.identity_cpp", &[1.into()])?.get::<i64>()?, 1);

    let module = call("testing.FrontendTestModule", &[])?;
    assert_eq!(module.type_code(), TypeCode::MODULE_HANDLE);
    let module = module.get::<Module>()?;
    assert_eq!(module.type_key(), "frontend_test");
    let function: PackedFunc = TypedPackedFunc::new(|x: i64| x + 10).into();
    module.expect_function("__add_function")?.call(("add_ten", &function))?;
    assert_eq!(module.expect_function("add_ten")?.call((1,))?.get::<i64>()?, 11);
    assert!(module.function("other")?.is_none());
    Ok(())
}

#[test]
fn source_modules() -> Result<()> {
    let names = Array::from([Text::from("f"), Text::from("g")]);
    let code = "int f(void) { return 1; }\nint g(void) { return 2; }\n";
    let none = Array::<Text>::new();
    let module =
        call("runtime.CSourceModuleCreate", &[code.into(), "c".into(), (&names).into(), (&none).into()])?;
    assert_eq!(module.type_code(), TypeCode::MODULE_HANDLE);
    let module = module.get::<Module>()?;
    let path = std::env::temp_dir().join(format!("objet-c-source-{}.c", std::process::id()));
    let file_name = path.to_str().expect("text");
    call("runtime.ModuleSaveToFile", &[(&module).into(), file_name.into(), "".into()])?;
    assert_eq!(std::fs::read_to_string(&path)?, code);
    std::fs::remove_file(&path)?;
    assert!(call("runtime.ModuleSaveToFile", &[(&module).into(), file_name.into(), "so".into()]).is_err());
    let listed = module.expect_function("get_func_names")?.call(())?.get::<Array<Text>>()?;
    assert_eq!(listed.len(), 2);
    assert!(module.function("f")?.is_none());

    let source = call("runtime.SourceModuleCreate", &["text".into(), "ll".into()])?;
    assert_eq!(call("runtime.ModuleGetTypeKey", &[source.as_arg()])?.get::<&str>()?, "source");
    let packed = call("runtime.ModulePackImportsToC", &[(&module).into(), false.into()])?;
    assert_eq!(packed.type_code(), TypeCode::STR);
    assert!(packed.get::<&str>()?.contains("__tvm_dev_mblob"));
    Ok(())
}
