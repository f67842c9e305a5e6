//! Global functions for targets, generic functions and custom data types.

use objet::function::{ArgValue, RetValue, RuntimeError};
use objet::prelude::*;
use objet::tensor::DeviceType;
use objet::{Registry, String as Text, get_attr};
use objet_ir::expr::{Bool, FloatImmNode, Integer};
use objet_ir::target::{CompilationConfig, SEScope, Target};
use objet_ir::transform::PassContext;

type Result<T> = std::result::Result<T, RuntimeError>;
type Config = Map<Text, ObjectRef>;

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue> {
    Registry::expect(name)?.call(args)
}

fn make(name: &str, args: &[ArgValue<'_>]) -> Result<ObjectRef> {
    Ok(call(name, args)?.get()?)
}

fn fails(name: &str, args: &[ArgValue<'_>]) -> (String, String) {
    match call(name, args) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => (error.kind().name().into(), error.message().into()),
    }
}

fn target(of: ArgValue<'_>) -> Result<Target> {
    Ok(call("target.Target", &[of])?.get()?)
}

fn text(text: &str) -> ObjectRef {
    Text::from(text).into()
}

fn shown(object: &impl IsObjectRef) -> Result<String> {
    Ok(call("node.AsRepr", &[object.into()])?.get()?)
}

fn texts(texts: &[&str]) -> Array<Text> {
    texts.iter().map(|text| Text::from(*text)).collect()
}

#[test]
fn targets_are_created_from_strings_maps_and_targets() -> Result<()> {
    let config = Config::from([
        ("kind".into(), text("llvm")),
        ("keys".into(), texts(&["arm_cpu", "cpu"]).into()),
        ("device".into(), text("arm_cpu")),
        ("libs".into(), texts(&["cblas"]).into()),
        ("system-lib".into(), Bool::from(true).into()),
        ("mattr".into(), texts(&["+neon", "-avx512f"]).into()),
    ]);
    let json = r#"{"kind": "llvm", "keys": ["arm_cpu", "cpu"], "device": "arm_cpu", "libs": ["cblas"],
        "system-lib": true, "mattr": ["+neon", "-avx512f"]}"#;
    let expected = "llvm -keys=arm_cpu,cpu -device=arm_cpu -libs=cblas -link-params=0 -mattr=+neon,-avx512f -system-lib=1";
    let object = text(json);
    for of in [(&config).into(), json.into(), (&object).into()] {
        let made = target(of)?;
        assert_eq!(shown(&made)?, expected);
        assert!(target((&made).into())?.same_as(&made));
    }
    let bad = Config::from([
        ("kind".into(), text("llvm")),
        ("libs".into(), Config::from([("a".into(), text("b"))]).into()),
    ]);
    assert_eq!(fails("target.Target", &[(&bad).into()]).0, "ValueError");
    assert_eq!(fails("target.Target", &["lvm".into()]).0, "ValueError");
    for wrong in [3.into(), ArgValue::Null, (&Array::<Text>::new()).into()] {
        assert_eq!(fails("target.Target", &[wrong]).0, "TypeError");
    }
    assert_eq!(fails("target.Target", &[]).0, "ValueError");

    let composite = target("composite --host=llvm --devices=cuda,opencl".into())?;
    let devices = composite.get_attr::<Array<Target>>("devices").unwrap();
    assert_eq!(
        devices.iter().map(|device| device.kind.name.to_string()).collect::<Vec<_>>(),
        ["cuda", "opencl"]
    );
    let spaces = target("vulkan -device_name='Name of GPU with spaces' -device_type=discrete".into())?;
    let back = target(shown(&spaces)?.as_str().into())?;
    assert_eq!(back.get_attr::<Text>("device_name"), Some("Name of GPU with spaces".into()));
    let exported = call("target.TargetExport", &[(&composite).into()])?.get::<Config>()?;
    assert!(exported.contains_key("host") && exported.contains_key("devices"));
    Ok(())
}

#[test]
fn targets_have_hosts() -> Result<()> {
    let [cuda, llvm, other] = ["cuda", "llvm", "llvm -mcpu=other"].map(|text| target(text.into()).unwrap());
    let hosted = make("target.Target", &[(&cuda).into(), (&llvm).into()])?.downcast::<Target>()?;
    assert_eq!((hosted.get_host(), cuda.get_host()), (Some(llvm.clone()), None));
    let again = make("target.Target", &[(&hosted).into(), (&target("llvm".into())?).into()])?;
    assert_eq!(get_attr(&again, "host").unwrap().get::<Target>()?.kind.name, "llvm");
    let moved = make("target.Target", &[(&hosted).into(), (&other).into()])?.downcast::<Target>()?;
    assert_eq!(moved.get_host(), Some(other.clone()));
    assert_eq!(fails("target.Target", &[(&hosted).into(), 12.5.into()]).0, "ValueError");
    let replaced = make("target.WithHost", &[(&hosted).into(), (&other).into()])?.downcast::<Target>()?;
    assert_eq!(replaced.get_host(), Some(other));
    Ok(())
}

#[test]
fn targets_are_current_within_their_scope() -> Result<()> {
    let current = |allow: bool| call("target.TargetCurrent", &[allow.into()]);
    assert!(matches!(current(true)?, RetValue::Null));
    assert_eq!(fails("target.TargetCurrent", &[false.into()]).0, "TVMError");
    let [cuda, llvm] = ["cuda", "llvm"].map(|text| target(text.into()).unwrap());
    let scope = |name: &str, target: &Target| call(name, &[target.into()]);
    scope("target.TargetEnterScope", &cuda)?;
    scope("target.TargetEnterScope", &llvm)?;
    assert!(current(false)?.get::<Target>()?.same_as(&llvm));
    let elsewhere =
        std::thread::spawn(|| matches!(call("target.TargetCurrent", &[true.into()]), Ok(RetValue::Null)));
    assert!(elsewhere.join().unwrap());
    scope("target.TargetExitScope", &llvm)?;
    assert!(current(false)?.get::<Target>()?.same_as(&cuda));
    scope("target.TargetExitScope", &cuda)?;
    let error = scope("target.TargetExitScope", &cuda).unwrap_err().to_string();
    assert!(error.contains("it was not entered on this thread, or was left already"), "{error}");

    // A wrong order is an error, which leaves no target behind.
    scope("target.TargetEnterScope", &cuda)?;
    scope("target.TargetEnterScope", &llvm)?;
    let error = scope("target.TargetExitScope", &cuda).unwrap_err().to_string();
    assert!(error.contains("another one, which was entered later on this thread"), "{error}");
    assert!(current(false)?.get::<Target>()?.same_as(&llvm));
    scope("target.TargetExitScope", &llvm)?;
    assert!(matches!(current(true)?, RetValue::Null));
    Ok(())
}

#[test]
fn kinds_and_tags_are_listed() -> Result<()> {
    let kinds = call("target.ListTargetKinds", &[])?.get::<Array<Text>>()?;
    assert!(["llvm", "cuda", "c", "stackvm"].iter().all(|kind| kinds.iter().any(|known| known == *kind)));
    let cuda = target("cuda".into())?;
    let kind = get_attr(&cuda, "kind").unwrap().get::<ObjectRef>()?;
    let options = call("target.ListTargetKindOptions", &[(&kind).into()])?.get::<Map<Text, Text>>()?;
    let types =
        ["arch", "max_num_threads", "system-lib", "libs", "host"].map(|option| options[option].to_string());
    assert_eq!(types, ["runtime.String", "IntImm", "IntImm", "Array", "Target"]);

    let config = Config::from([("kind".into(), text("cuda")), ("arch".into(), text("sm_61"))]);
    let add = |replace: bool| {
        call("target.TargetTagAddTag", &["tests/card".into(), (&config).into(), replace.into()])
    };
    assert_eq!(shown(&add(false)?.get::<Target>()?)?, shown(&target("tests/card".into())?)?);
    assert_eq!(add(false).unwrap_err().kind().name(), "ValueError");
    add(true)?;
    let tags = call("target.TargetTagListTags", &[])?.get::<Map<Text, Target>>()?;
    assert_eq!(tags["tests/card"].get_attr::<Text>("arch"), Some("sm_61".into()));
    let number =
        |target: &Target, option: &str| target.get_attr::<Integer>(option).map(|number| number.value);
    for (tag, arch, registers) in
        [("nvidia/geforce-rtx-2080-ti", "sm_75", 65536), ("nvidia/jetson-nano", "sm_53", 32768)]
    {
        let card = target(tag.into())?;
        assert_eq!((card.kind.name.as_str(), card.get_attr::<Text>("arch")), ("cuda", Some(arch.into())));
        assert_eq!(number(&card, "registers_per_block"), Some(registers));
        assert_eq!(number(&card, "shared_memory_per_block"), Some(49152));
        assert_eq!(
            [number(&card, "max_threads_per_block"), number(&card, "thread_warp_size")],
            [Some(1024), Some(32)]
        );
    }
    let on_tag = target("cuda --host tests/card".into())?;
    assert_eq!(on_tag.get_host().unwrap().get_attr::<Text>("arch"), Some("sm_61".into()));
    Ok(())
}

fn adds(number: i64) -> PackedFunc {
    TypedPackedFunc::new(move |data: i64| data + number).into()
}

#[test]
fn generic_functions_are_called_by_target() -> Result<()> {
    let func = make("target.GenericFuncGetGlobal", &["tests.strategy".into()])?;
    assert!(make("target.GenericFuncGetGlobal", &["tests.strategy".into()])?.same_as(&func));
    let on = |name: &str| -> Result<i64> {
        let target = target(name.into())?;
        call("target.TargetEnterScope", &[(&target).into()])?;
        let result = call("target.GenericFuncCallFunc", &[(&func).into(), 1.into()]);
        call("target.TargetExitScope", &[(&target).into()])?;
        Ok(result?.get()?)
    };
    let (kind, message) = fails("target.GenericFuncCallFunc", &[(&func).into(), 1.into()]);
    assert!(kind == "TVMError" && message.contains("tests.strategy"), "{message}");
    let default = |number, replace: bool| {
        call("target.GenericFuncSetDefault", &[(&func).into(), (&adds(number)).into(), replace.into()])
    };
    let register = |number, keys: &[&str], replace: bool| {
        let (implementation, keys) = (adds(number), texts(keys));
        let args = [(&func).into(), (&implementation).into(), (&keys).into(), replace.into()];
        call("target.GenericFuncRegisterFunc", &args)
    };
    default(1, false)?;
    assert!(default(9, false).is_err());
    register(2, &["cuda", "gpu"], false)?;
    register(3, &["rocm"], false)?;
    assert!(register(4, &["rocm"], false).is_err());
    register(10, &["cpu"], true)?;
    let found = ["cuda", "rocm", "opencl", "llvm", "stackvm"].map(|name| on(name).unwrap());
    assert_eq!(found, [3, 4, 3, 11, 2]);
    register(5, &["rocm"], true)?;
    assert_eq!(on("rocm")?, 6);
    assert!(!make("target.GenericFuncCreate", &[])?.same_as(&make("target.GenericFuncCreate", &[])?));
    Ok(())
}

#[test]
fn scopes_describe_a_device_and_a_memory() -> Result<()> {
    let name = "target.SEScope_ForDeviceTargetAndMemoryScope";
    let cuda = Device::new(DeviceType::CUDA, 3);
    let scope = make(name, &[cuda.into(), ArgValue::Null, "".into()])?.downcast::<SEScope>()?;
    assert_eq!((scope.device_type_int, scope.virtual_device_id, scope.target.is_none()), (2, 3, true));
    let target = target("cuda".into())?;
    let scope = make(name, &[cuda.into(), (&target).into(), "local".into()])?.downcast::<SEScope>()?;
    assert!(scope.target.as_ref() == Some(&target) && scope.memory_scope == "local");
    assert!(call(name, &[Device::cpu(0).into(), (&target).into(), "".into()]).is_err());
    Ok(())
}

#[test]
fn a_compilation_has_a_target_for_each_device_type() -> Result<()> {
    let [cuda, llvm, skylake] =
        ["cuda", "llvm", "llvm -mcpu=skylake"].map(|text| target(text.into()).unwrap());
    let config_in = |context: &PassContext, targets: &[&Target], host: Option<&Target>| {
        let by_kind: Map<Integer, Target> = targets
            .iter()
            .map(|target| (Integer::from(target.kind.device_type), (*target).clone()))
            .collect();
        call("target.MakeCompilationConfig", &[context.into(), (&by_kind).into(), host.into()])?
            .get::<CompilationConfig>()
            .map_err(RuntimeError::from)
    };
    let config = |targets: &[&Target], host| config_in(&PassContext::current(), targets, host);
    let both = config(&[&llvm, &cuda], Some(&skylake))?;
    assert!(both.host_target.same_as(&skylake) && both.optional_homogenous_target.is_none());
    assert!(both.primitive_targets.iter().all(|target| target.get_host().as_ref() == Some(&skylake)));
    assert_eq!(both.default_primitive_se_scope.device_type_int, 1);
    assert_eq!(both.legacy_target_map.len(), 2);

    let one = config(&[&cuda], None)?;
    assert_eq!(
        (one.host_target.kind.name.as_str(), one.default_primitive_se_scope.device_type_int),
        ("stackvm", 2)
    );
    assert_eq!(one.optional_homogenous_target.as_ref(), one.primitive_targets.first());
    assert!(config(&[&llvm], None)?.host_target.same_as(&llvm));
    let hosted = cuda.clone().with_host(skylake.clone());
    assert!(config(&[&hosted], None)?.host_target.same_as(&skylake));

    let on = |device_type: i32| {
        PassContext::new(2).with_config("relay.fallback_device_type", Integer::from(device_type)).unwrap()
    };
    assert_eq!(config_in(&on(2), &[&llvm, &cuda], None)?.default_primitive_se_scope.device_type_int, 2);
    assert!(config_in(&on(0), &[&llvm, &cuda], None).unwrap_err().message().contains("found 0"));
    assert!(config_in(&on(4), &[&llvm, &cuda], None).unwrap_err().message().contains("opencl"));
    assert!(config(&[&cuda], Some(&hosted)).unwrap_err().message().contains("cannot have a host"));
    assert!(config(&[], None).is_err());
    Ok(())
}

#[test]
fn custom_data_types_have_names() -> Result<()> {
    call("runtime._datatype_register", &["tests.posit".into(), 150.into()])?;
    assert_eq!(call("runtime._datatype_get_type_code", &["tests.posit".into()])?.get::<i64>()?, 150);
    assert_eq!(call("runtime._datatype_get_type_name", &[150.into()])?.get::<&str>()?, "tests.posit");
    assert!(call("runtime._datatype_get_type_registered", &[150.into()])?.get::<bool>()?);
    assert!(!call("runtime._datatype_get_type_registered", &[151.into()])?.get::<bool>()?);
    assert!(fails("runtime._datatype_get_type_name", &[151.into()]).1.contains("151"));
    assert!(fails("runtime._datatype_get_type_code", &["tests.no".into()]).1.contains("tests.no"));
    assert!(
        fails("runtime._datatype_register", &["tests.low".into(), 128.into()]).1.contains("from 129 to 255")
    );
    assert_eq!(fails("runtime._datatype_register", &["tests.high".into(), 256.into()]).0, "ValueError");
    assert!(call("runtime._datatype_register", &["a]".into(), 152.into()]).is_err());

    let number = make("node._const", &[1.5.into(), "custom[tests.posit]16".into(), ArgValue::Null])?;
    let number = number.as_node::<FloatImmNode>().expect("a FloatImm");
    assert_eq!((number.dtype.code.0, number.dtype.bits), (150, 16));
    assert_eq!(number.dtype.with_lanes(4).to_string(), "custom[tests.posit]16x4");
    call("runtime._datatype_register", &["tests.posit".into(), 153.into()])?;
    assert_eq!(number.dtype.to_string(), "custom[150]16", "the name belongs to another type code now");
    Ok(())
}

#[test]
fn lib_info_lists_the_enabled_features() -> Result<()> {
    let info = call("support.GetLibInfo", &[])?.get::<Map<Text, Text>>()?;
    assert_eq!(info["USE_THREADS"], "ON");
    for (name, device) in [("USE_CUDA", "cuda"), ("USE_OPENCL", "opencl")] {
        let enabled = call("runtime.RuntimeEnabled", &[device.into()])?.get::<bool>()?;
        assert_eq!(info[name] == "ON", enabled, "{name}");
    }
    Registry::register_override("tvm.graph_executor.create", TypedPackedFunc::new(|| ()));
    let info = call("support.GetLibInfo", &[])?.get::<Map<Text, Text>>()?;
    assert_eq!((info["USE_GRAPH_EXECUTOR"].as_str(), info["USE_LLVM"].as_str()), ("ON", "OFF"));
    Ok(())
}
