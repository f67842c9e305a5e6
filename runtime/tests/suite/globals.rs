//! The global functions of the runtime, called with the arguments that front ends pass.

#![expect(unsafe_code, reason = "calls unsafe functions")]

use objet_object::{
    ADT, ArgValue, Array, DataType, Device, DeviceType, IsObjectRef, Map, NDArray, ObjectRef, OpaqueHandle,
    RValueRef, RetValue, ShapeTuple, String as Text, TypeCode,
};
use objet_runtime::kernel_module::SourceModule;
use objet_runtime::{Error, Module, ModuleKind, PackedFunc, Registry, Result, TypedPackedFunc};

/// The global names that every build has.
const NAMES: &[&str] = &[
    "__tvm_set_device",
    "device_api.cpu",
    "runtime.ADT",
    "runtime.Array",
    "runtime.ArrayGetItem",
    "runtime.ArraySize",
    "runtime.DumpTypeTable",
    "runtime.GetADTFields",
    "runtime.GetADTSize",
    "runtime.GetADTTag",
    "runtime.GetDeviceAttr",
    "runtime.GetFFIString",
    "runtime.GetShapeTupleElem",
    "runtime.GetShapeTupleSize",
    "runtime.LoadParams",
    "runtime.Map",
    "runtime.MapCount",
    "runtime.MapGetItem",
    "runtime.MapItems",
    "runtime.MapSize",
    "runtime.ModuleGetImport",
    "runtime.ModuleGetSource",
    "runtime.ModuleGetTypeKey",
    "runtime.ModuleImportsSize",
    "runtime.ModuleLoadFromFile",
    "runtime.ModuleSaveToFile",
    "runtime.ObjectPtrHash",
    "runtime.RPCTimeEvaluator",
    "runtime.RuntimeEnabled",
    "runtime.SaveParams",
    "runtime.ShapeTuple",
    "runtime.String",
    "runtime.SystemLib",
    "runtime.TVMArrayAllocWithScope",
    "runtime.TVMSetStream",
    "runtime.Tuple",
    "runtime.config_threadpool",
    "runtime.module.loadbinary_metadata",
    "runtime.module.loadfile_so",
];

/// Calls a function as other languages do.
fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue> {
    // SAFETY: the addresses that the tests pass are valid.
    match unsafe { Registry::find_unchecked(name) } {
        Some(function) => function.call(args),
        None => Registry::expect(name)?.call(args),
    }
}

fn fails(name: &str, args: &[ArgValue<'_>]) -> Error {
    match call(name, args) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => error,
    }
}

#[test]
fn safe_code_finds_no_unsafe_function() {
    for name in [
        "runtime.ModuleLoadFromFile",
        "runtime.TVMArrayAllocWithScope",
        "runtime.TVMSetStream",
        "runtime.module.loadfile_so",
    ] {
        assert!(Registry::get(name).is_none(), "{name}");
        assert!(Registry::find(name).is_none(), "{name}");
        assert_eq!(
            Registry::expect(name).unwrap_err().to_string(),
            format!(
                "global function {name} is unsafe: \
                 find it with the `unsafe` `Registry::find_unchecked`"
            )
        );
        // A different function cannot get the name, because callers may have looked up the `unsafe`
        // one.
        assert!(Registry::register(name, TypedPackedFunc::new(|| 1)).is_err());
        // SAFETY: the function is not called.
        assert!(unsafe { Registry::find_unchecked(name) }.is_some());
        assert!(Registry::names(name).contains(&name));
    }
}

#[test]
fn every_name_is_registered() {
    let missing: Vec<_> = NAMES.iter().filter(|name| !Registry::names(name).contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(Registry::rejected().is_empty(), "{:?}", Registry::rejected());
}

#[test]
fn strings_are_objects_or_c_strings() -> Result<()> {
    let string = call("runtime.String", &["xyz".into()])?;
    assert_eq!(string.type_code(), TypeCode::OBJECT_HANDLE);
    assert_eq!(string.get::<Text>()?, "xyz");
    let again = call("runtime.String", &[string.as_arg()])?;
    assert!(!again.get::<Text>()?.same_as(&string.get::<Text>()?), "a new string each time");
    assert_eq!(call("runtime.String", &[b"xyz".as_slice().into()])?.get::<&str>()?, "xyz");
    let text = call("runtime.GetFFIString", &[string.as_arg()])?;
    assert_eq!((text.type_code(), text.get::<&str>()?), (TypeCode::STR, "xyz"));
    assert_eq!(fails("runtime.String", &[b"x\xff".as_slice().into()]).kind().name(), "ValueError");
    Ok(())
}

#[test]
fn array_elements_are_returned_with_their_type_codes() -> Result<()> {
    let (text, tensor) = (Text::from("x"), NDArray::from_slice(&[1], &[1_i64])?);
    let module = Module::new(SourceModule::new("", "c"));
    let function: PackedFunc = TypedPackedFunc::new(|| 1_i64).into();
    let elements = [(&text).into(), ArgValue::Null, (&tensor).into(), (&module).into(), (&function).into()];
    let array = call("runtime.Array", &elements)?;
    assert_eq!(call("runtime.ArraySize", &[array.as_arg()])?.get::<i64>()?, 5);
    let codes = [
        TypeCode::OBJECT_HANDLE,
        TypeCode::NULLPTR,
        TypeCode::NDARRAY_HANDLE,
        TypeCode::MODULE_HANDLE,
        TypeCode::PACKED_FUNC_HANDLE,
    ];
    for (index, code) in (0_i64..).zip(codes) {
        assert_eq!(call("runtime.ArrayGetItem", &[array.as_arg(), index.into()])?.type_code(), code);
    }
    for index in [5, -1, i64::MAX, i64::MIN] {
        let error = fails("runtime.ArrayGetItem", &[array.as_arg(), index.into()]);
        assert_eq!(error.kind().name(), "InternalError");
        assert!(error.message().starts_with("out of bound of array"), "{error}");
    }
    let wrong: [ArgValue<'_>; 3] =
        ["x".into(), 1.into(), ArgValue::from(&tensor).get::<&objet_object::DLTensor>()?.into()];
    for value in wrong {
        assert_eq!(fails("runtime.Array", &[value]).kind().name(), "TypeError");
    }
    for value in [ArgValue::Null, ArgValue::from(&text), 3.into()] {
        assert_eq!(fails("runtime.ArraySize", &[value]).kind().name(), "TypeError");
    }
    assert_eq!(call("runtime.Array", &[])?.get::<Array<ObjectRef>>()?.len(), 0);
    Ok(())
}

#[test]
fn the_object_of_an_rvalue_reference_is_taken() -> Result<()> {
    let slot = RValueRef::new(Some(Text::from("x").into()));
    let array = call("runtime.Array", &[(&slot).into()])?.get::<Array<Text>>()?;
    assert!(slot.take().is_none());
    assert_eq!(array[0].as_object_ref().strong_count(), 1);
    Ok(())
}

#[test]
fn maps_compare_strings_by_content_and_other_keys_by_identity() -> Result<()> {
    let (key, value, other) = (ShapeTuple::from([1]), Text::from("v"), ShapeTuple::from([1]));
    let entries = ["b".into(), (&value).into(), "a".into(), ArgValue::Null, (&key).into(), (&value).into()];
    let map = call("runtime.Map", &entries)?;
    assert_eq!(map.type_code(), TypeCode::OBJECT_HANDLE);
    assert_eq!(call("runtime.MapSize", &[map.as_arg()])?.get::<i64>()?, 3);
    let count = |key: ArgValue<'_>| -> Result<i64> {
        let count = call("runtime.MapCount", &[map.as_arg(), key])?;
        assert_eq!(count.type_code(), TypeCode::INT);
        Ok(count.get()?)
    };
    let text = Text::from("a");
    assert_eq!([count("a".into())?, count((&text).into())?, count((&key).into())?], [1; 3]);
    assert_eq!([count("c".into())?, count((&other).into())?], [0; 2]);
    assert_eq!(call("runtime.MapGetItem", &[map.as_arg(), "a".into()])?.type_code(), TypeCode::NULLPTR);
    assert!(call("runtime.MapGetItem", &[map.as_arg(), (&key).into()])?.get::<Text>()?.same_as(&value));
    let error = fails("runtime.MapGetItem", &[map.as_arg(), "c".into()]);
    assert_eq!(error.message(), "cannot find the corresponding key in the Map: c");

    let items = call("runtime.MapItems", &[map.as_arg()])?.get::<Array<Option<ObjectRef>>>()?;
    assert_eq!(items.len(), 6);
    assert_eq!(RetValue::from(items[0].clone()).get::<&str>()?, "b");
    assert!(items[3].is_none());

    let same = call("runtime.Map", &["k".into(), ArgValue::Null, "k".into(), (&value).into()])?;
    assert_eq!(same.get::<Map<Text, Text>>()?.len(), 1);
    assert_eq!(fails("runtime.Map", &["k".into()]).kind().name(), "InternalError");
    assert_eq!(fails("runtime.Map", &["k".into(), 1.into()]).kind().name(), "TypeError");
    Ok(())
}

#[test]
fn shape_tuples_and_adt_values() -> Result<()> {
    let shape = call("runtime.ShapeTuple", &[2.into(), (-3).into()])?;
    assert_eq!(shape.get::<ShapeTuple>()?, [2, -3]);
    assert_eq!(call("runtime.GetShapeTupleSize", &[shape.as_arg()])?.get::<i64>()?, 2);
    assert_eq!(call("runtime.GetShapeTupleElem", &[shape.as_arg(), 1.into()])?.get::<i64>()?, -3);
    assert_eq!(
        fails("runtime.GetShapeTupleElem", &[shape.as_arg(), 2.into()]).kind().name(),
        "InternalError"
    );
    assert!(call("runtime.ShapeTuple", &["x".into()]).is_err());

    let tensor = NDArray::from_slice(&[1], &[1_i64])?;
    let adt = call("runtime.ADT", &[(-7).into(), (&tensor).into(), ArgValue::Null])?;
    assert_eq!(call("runtime.GetADTTag", &[adt.as_arg()])?.get::<i64>()?, -7);
    assert_eq!(call("runtime.GetADTSize", &[adt.as_arg()])?.get::<i64>()?, 2);
    let field = call("runtime.GetADTFields", &[adt.as_arg(), 0.into()])?;
    assert_eq!(field.type_code(), TypeCode::NDARRAY_HANDLE);
    assert!(fails("runtime.GetADTFields", &[adt.as_arg(), 2.into()]).message().starts_with("out of bound"));
    assert_eq!(call("runtime.Tuple", &[(&tensor).into()])?.get::<ADT>()?.tag(), 0);
    Ok(())
}

#[test]
fn objects_hash_by_address() -> Result<()> {
    let tensor = NDArray::from_slice(&[1], &[1_i64])?;
    let hash = |value| -> Result<i64> { Ok(call("runtime.ObjectPtrHash", &[value])?.get()?) };
    assert_eq!(hash(ArgValue::Null)?, 0);
    assert_eq!(hash((&tensor).into())?, hash((&tensor).into())?);
    assert_ne!(hash((&tensor).into())?, 0);
    assert_eq!(call("runtime.DumpTypeTable", &[1000.into()])?.type_code(), TypeCode::NULLPTR);
    Ok(())
}

#[test]
fn tensors_are_allocated_with_a_shape_by_address() -> Result<()> {
    let shape = [2_i64, 3];
    let address = OpaqueHandle(shape.as_ptr().cast_mut().cast());
    let args = [address.into(), 2.into(), "float32".into(), Device::cpu(0).into(), ArgValue::Null];
    let tensor = call("runtime.TVMArrayAllocWithScope", &args)?;
    assert_eq!(tensor.type_code(), TypeCode::NDARRAY_HANDLE);
    let tensor = tensor.get::<NDArray>()?;
    assert_eq!((tensor.shape(), tensor.dtype()), (&[2, 3][..], DataType::float(32)));
    let scalar = [OpaqueHandle::NULL.into(), 0.into(), "int8".into(), Device::cpu(0).into(), "global".into()];
    assert_eq!(call("runtime.TVMArrayAllocWithScope", &scalar)?.get::<NDArray>()?.shape(), &[] as &[i64]);
    let bad: [[ArgValue<'_>; 5]; 4] = [
        [OpaqueHandle::NULL.into(), 1.into(), "int8".into(), Device::cpu(0).into(), ArgValue::Null],
        [address.into(), (-1).into(), "int8".into(), Device::cpu(0).into(), ArgValue::Null],
        [address.into(), 2.into(), "abacus".into(), Device::cpu(0).into(), ArgValue::Null],
        [address.into(), 2.into(), "int8".into(), Device::cpu(0).into(), "global.texture".into()],
    ];
    for args in bad {
        fails("runtime.TVMArrayAllocWithScope", &args);
    }
    Ok(())
}

#[test]
fn parameters_are_saved_as_bytes() -> Result<()> {
    let params = Map::from([(Text::from("w"), NDArray::from_slice(&[2], &[1.0_f32, 2.0])?)]);
    let bytes = call("runtime.SaveParams", &[(&params).into()])?;
    assert_eq!(bytes.type_code(), TypeCode::BYTES);
    let back = call("runtime.LoadParams", &[bytes.as_arg()])?.get::<Map<Text, NDArray>>()?;
    assert_eq!(back["w"].to_vec::<f32>()?, [1.0, 2.0]);
    Ok(())
}

#[test]
fn missing_device_kinds_have_no_devices() -> Result<()> {
    let attribute = |device_type: DeviceType, kind: i32| {
        call("runtime.GetDeviceAttr", &[device_type.0.into(), 0.into(), kind.into()])
    };
    assert_eq!(attribute(DeviceType::CPU, 0)?.get::<i64>()?, 1);
    assert_eq!(attribute(DeviceType::VULKAN, 0)?.get::<i64>()?, 0);
    assert_eq!(attribute(DeviceType(99), 0)?.get::<i64>()?, 0);
    assert!(attribute(DeviceType::VULKAN, 1).is_err());
    let api = || call("device_api.cpu", &[])?.get::<OpaqueHandle>().map_err(Error::from);
    assert_ne!(api()?, OpaqueHandle::NULL);
    assert_eq!(api()?, api()?);
    let set = |device_type: DeviceType| {
        call("runtime.TVMSetStream", &[device_type.0.into(), 0.into(), OpaqueHandle::NULL.into()])
    };
    assert_eq!(set(DeviceType::CPU)?.get::<i64>()?, 0);
    assert_eq!(set(DeviceType::VULKAN)?.get::<i64>()?, -1);
    assert_eq!(call("runtime.config_threadpool", &[1.into(), 0.into()])?.type_code(), TypeCode::NULLPTR);
    Ok(())
}

/// A module with one function, `add`.
struct Adder;

impl ModuleKind for Adder {
    fn type_key(&self) -> &str {
        "adder"
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        Ok((name == "add").then(|| TypedPackedFunc::new(|a: i64, b: i64| a + b).into()))
    }
}

#[test]
fn modules_are_inspected() -> Result<()> {
    let (module, source) = (Module::new(Adder), Module::new(SourceModule::new("text", "c")));
    module.import(source.clone())?;
    let key = call("runtime.ModuleGetTypeKey", &[(&module).into()])?;
    assert_eq!((key.type_code(), key.get::<&str>()?), (TypeCode::STR, "adder"));
    assert_eq!(call("runtime.ModuleImportsSize", &[(&module).into()])?.get::<i64>()?, 1);
    let import = call("runtime.ModuleGetImport", &[(&module).into(), 0.into()])?;
    assert_eq!(import.type_code(), TypeCode::MODULE_HANDLE);
    assert!(import.get::<Module>()?.same_as(&source), "the same module");
    assert_eq!(
        fails("runtime.ModuleGetImport", &[(&module).into(), 1.into()]).kind().name(),
        "InternalError"
    );
    assert_eq!(call("runtime.ModuleGetSource", &[(&source).into(), "".into()])?.get::<&str>()?, "text");
    let error = fails("runtime.ModuleGetSource", &[(&module).into(), "".into()]);
    assert_eq!(error.message(), "Module[adder] does not support GetSource");
    let error = fails("runtime.ModuleSaveToFile", &[(&module).into(), "x.o".into(), "".into()]);
    assert_eq!(error.message(), "Module[adder] does not support SaveToFile");
    let [one, two] = [call("runtime.SystemLib", &[])?, call("runtime.SystemLib", &[])?];
    assert!(one.get::<Module>()?.same_as(&two.get::<Module>()?));
    assert_eq!(call("runtime.RuntimeEnabled", &["cpu".into()])?.type_code(), TypeCode::INT);
    assert!(
        fails("runtime.RuntimeEnabled", &["foo".into()]).message().contains("Unknown optional runtime foo")
    );
    Ok(())
}

#[test]
fn a_time_evaluator_returns_bytes_of_doubles() -> Result<()> {
    let module = Module::new(Adder);
    let options: [ArgValue<'_>; 6] = [1.into(), 0.into(), 2.into(), 3.into(), 0.into(), "".into()];
    let of = |module: ArgValue<'_>, name: &'static str| {
        call("runtime.RPCTimeEvaluator", &[&[module, name.into()], &options[..]].concat())
    };
    let evaluator = of((&module).into(), "add")?;
    assert_eq!(evaluator.type_code(), TypeCode::PACKED_FUNC_HANDLE);
    let bytes = evaluator.get::<PackedFunc>()?.call((1, 2))?;
    assert_eq!((bytes.type_code(), bytes.get::<&[u8]>()?.len()), (TypeCode::BYTES, 3 * 8));
    assert!(of((&module).into(), "sub").is_err());
    assert!(of(ArgValue::Null, "runtime.ArraySize").is_ok());
    let error = of(ArgValue::Null, "no.such").unwrap_err();
    assert_eq!(error.message(), "Cannot find no.such in the global function");
    Ok(())
}
