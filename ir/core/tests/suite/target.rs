//! Targets, and a comparison of the target kinds with TVM's table.

use std::collections::BTreeMap;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use objet::prelude::*;
use objet::tensor::DeviceType;
use objet::{load_json, print, save_json, structural_equal};
use objet_ir::expr::{Bool, IntImmNode, Integer};
use objet_ir::target::{GenericFunc, SEScope, Target, TargetError, TargetKind, TargetTag};
use objet_ir::{register_target_kind, register_target_tag};
use proptest::prelude::*;

type Config = Map<objet::String, ObjectRef>;

fn text(text: &str) -> ObjectRef {
    objet::String::from(text).into()
}

fn texts(texts: &[&str]) -> ObjectRef {
    texts.iter().map(|element| objet::String::from(*element)).collect::<Array<objet::String>>().into()
}

fn error(text: &str) -> String {
    Target::new(text).unwrap_err().to_string()
}

/// Compares each line of TVM's table: kind, device, keys, option, its type and its default. Kinds
/// that need a build switch of TVM are left out.
#[test]
fn target_kinds_match_the_table() {
    let mut lines = include_str!("../../../../tests/tables/target-kinds.tsv").lines();
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let rows = lines.map(|line| names.iter().copied().zip(line.split('\t')).collect::<BTreeMap<_, _>>());
    let mut expected = Vec::new();
    for row in rows.filter(|row| row["kind_build_option"].is_empty()) {
        let columns = ["kind", "device_type_code", "default_keys", "option", "option_type", "option_default"];
        expected.push(columns.map(|column| row[column].to_owned()));
    }
    let mut found = Vec::new();
    let in_table = |kind: &TargetKind| expected.iter().any(|row| kind.name == *row[0]);
    for kind in TargetKind::all().filter(in_table) {
        let keys: Vec<&str> = kind.default_keys.iter().map(|key| key.as_str()).collect();
        for option in kind.options().unwrap() {
            let default = option.default().map_or_else(String::new, |default| {
                let number = default.as_node::<IntImmNode>().unwrap();
                if number.dtype == DataType::BOOL {
                    (number.value == 1).to_string()
                } else {
                    number.value.to_string()
                }
            });
            found.push([
                kind.name.to_string(),
                kind.device_type.to_string(),
                keys.join(","),
                option.name.to_owned(),
                option.value_type.to_string(),
                default,
            ]);
        }
    }
    assert!(expected.len() > 200);
    // Kinds are sorted by name here, and options have the order of the table.
    expected.sort_by(|a, b| a[0].cmp(&b[0]));
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
}

#[test]
fn a_target_is_parsed_from_a_string() {
    let target =
        Target::new("  llvm -mcpu=skylake-avx512   --libs=cblas,mkl -system-lib -device arm_cpu ").unwrap();
    assert_eq!(target.kind.name, "llvm");
    let keys: Vec<&str> = target.keys.iter().map(|key| key.as_str()).collect();
    assert_eq!(keys, ["arm_cpu", "cpu"]);
    assert_eq!(target.get_libs().len(), 2);
    assert_eq!(target.get_attr::<Integer>("system-lib").unwrap().value, 1);
    // The default value is a boolean.
    assert_eq!(target.get_attr::<Integer>("link-params").unwrap().dtype, DataType::BOOL);
    assert_eq!(target.get_attr::<Integer>("mcpu"), None); // the value is a string
    assert_eq!(
        target.to_string(),
        "llvm -keys=arm_cpu,cpu -device=arm_cpu -libs=cblas,mkl -link-params=0 -mcpu=skylake-avx512 -system-lib=1"
    );
    assert_eq!(Target::new("stackvm").unwrap().to_string(), "stackvm");
    assert_eq!(
        "vulkan -supports_int8=TRUE"
            .parse::<Target>()
            .unwrap()
            .get_attr::<Integer>("supports_int8")
            .unwrap()
            .value,
        1
    );
    // Explicit keys come first, and duplicates are removed.
    let keys = Target::new("cuda -keys=mine,gpu -device=mine").unwrap().keys.clone();
    assert_eq!(keys.iter().map(|key| key.as_str()).collect::<Vec<_>>(), ["mine", "gpu", "cuda"]);
    // Quotes and escapes work inside of lists.
    let quoted = Target::new(r"hexagon '-llvm-options=\'-a b\',c'").unwrap();
    let options = quoted.get_attr::<Array<objet::String>>("llvm-options").unwrap();
    assert_eq!(options.iter().map(|option| option.as_str()).collect::<Vec<_>>(), ["-a b", "c"]);
}

#[test]
fn targets_of_gpu_code_have_a_triple_and_a_processor() {
    assert_eq!(
        Target::new("rocm").unwrap().to_string(),
        "rocm -keys=rocm,gpu -max_num_threads=256 -mcpu=gfx900 -mtriple=amdgcn-amd-amdhsa-hcc \
         -thread_warp_size=64"
    );
    let nvptx = Target::new("nvptx -mcpu=sm_50 -mtriple=nvptx64-nvidia-cuda").unwrap();
    assert_eq!(
        nvptx.to_string(),
        "nvptx -keys=cuda,gpu -max_num_threads=1024 -mcpu=sm_50 -mtriple=nvptx64-nvidia-cuda \
         -thread_warp_size=32"
    );
    assert_eq!(
        error("nvptx -mtriple=x86_64"),
        r#"the option "mtriple" of targets of the kind "nvptx" is "nvptx64-nvidia-cuda", found "x86_64""#
    );
    assert_eq!(
        error("rocm -mcpu=sm_50"),
        r#"the option "mcpu" of targets of the kind "rocm" is a name such as "gfx900", found "sm_50""#
    );
}

#[test]
fn kinds_print_their_names() {
    let kind: ObjectRef = Target::new("cuda").unwrap().kind.clone().upcast();
    assert_eq!(objet::text::as_repr(Some(&kind)), "cuda");
}

#[test]
fn errors_name_what_was_meant() {
    assert_eq!(error("lvm"), r#"no target kind "lvm" is registered, did you mean "llvm"?"#);
    assert_eq!(
        error("llvm -mcp=x"),
        r#"targets of the kind "llvm" have no option "mcp", did you mean "mcpu"?"#
    );
    assert_eq!(
        error("cuda -max_num_threads=many"),
        r#"the option "max_num_threads": expected Integer, found "many""#
    );
    assert_eq!(error("llvm -system-lib=2"), r#"the option "system-lib": expected Bool, found "2""#);
    assert_eq!(error("llvm -mcpu=a --mcpu=b"), r#"the option "mcpu" is set twice"#);
    for bad in ["llvm mcpu=x", "llvm -mcpu=", "llvm -=x", "llvm --", "llvm -"] {
        assert!(matches!(Target::new(bad), Err(TargetError::NotAnOption { .. })), "{bad}");
    }
    assert!(matches!(Target::new(""), Err(TargetError::Empty)));
    assert!(matches!(Target::new("llvm '-mcpu=x"), Err(TargetError::Quote { .. })));
    assert_eq!(
        error("cuda -host=lvm"),
        r#"the option "host": no target kind "lvm" is registered, did you mean "llvm"?"#
    );
    assert!(error("{").starts_with("invalid JSON in the configuration: "));
    assert!(matches!(Target::new("{}"), Err(TargetError::NoKind)));
    assert!(matches!(Target::new(r#"{"kind": 3}"#), Err(TargetError::Field { field: "kind", .. })));
    assert_eq!(
        error(r#"{"kind": "llvm", "libs": ["a", 2]}"#),
        r#"the option "libs[1]": expected String, found the number 2"#
    );
    assert!(matches!(Target::new(r#"{"kind": "llvm", "mcpu": 0.5}"#), Err(TargetError::JsonValue { .. })));
}

#[test]
fn a_target_is_created_from_a_configuration() {
    let of_json = Target::new(
        r#"{"kind": "cuda", "tag": "mine", "keys": ["k"], "arch": "sm_70", "max_num_threads": 512, "system-lib": true,
            "host": {"kind": "llvm", "mcpu": "skylake", "host": "c"}}"#,
    )
    .unwrap();
    assert_eq!((of_json.tag.as_str(), of_json.keys.len()), ("mine", 3));
    let host = of_json.get_host().unwrap();
    assert_eq!(host.to_string(), "llvm -keys=cpu -link-params=0 -mcpu=skylake");
    assert_eq!(host.get_host().unwrap().kind.name, "c");

    let config = Config::from([
        ("kind".into(), text("cuda")),
        ("tag".into(), text("mine")),
        ("keys".into(), texts(&["k"])),
        ("arch".into(), text("sm_70")),
        ("max_num_threads".into(), Integer::from(512).into()),
        ("system-lib".into(), Bool::from(true).into()),
        ("host".into(), Target::new("llvm -mcpu=skylake -host=c").unwrap().into()),
    ]);
    let of_map = Target::from_config(config).unwrap();
    assert!(structural_equal(&of_json, &of_map), "{} {}", print(&of_json), print(&of_map));

    let back = Target::from_config(of_map.export()).unwrap();
    assert!(structural_equal(&of_map, &back));
    let composite = Target::new(r#"{"kind": "composite", "devices": ["cuda", {"kind": "llvm"}]}"#).unwrap();
    let devices = composite.get_attr::<Array<Target>>("devices").unwrap();
    assert_eq!(devices[1].kind.name, "llvm");
    assert_eq!(composite.to_string(), "composite");
}

#[test]
fn nesting_of_targets_is_limited() {
    let mut config = Config::from([("kind".into(), text("llvm"))]);
    for _ in 0..100_000 {
        config = Config::from([("kind".into(), text("llvm")), ("host".into(), config.into())]);
    }
    let mut error = Target::from_config(config).unwrap_err();
    while let TargetError::Nested { source, .. } = error {
        error = *source;
    }
    assert!(matches!(error, TargetError::TooDeep { .. }));

    // The limit does not apply to hosts that are target objects.
    let run = || {
        let llvm = Target::new("llvm").unwrap();
        let mut target = llvm.clone();
        for _ in 0..200_000 {
            target = llvm.clone().with_host(target);
        }
        let config = target.export();
        assert_eq!(
            Target::new("c").unwrap().with_host(target).to_string(),
            Target::new("c").unwrap().to_string()
        );
        config
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn targets_compare_without_their_kinds() {
    let equal = |a: &str, b: &str| structural_equal(&Target::new(a).unwrap(), &Target::new(b).unwrap());
    assert!(equal("llvm -mcpu=x", "llvm  --mcpu x"));
    assert!(!equal("llvm -mcpu=x", "llvm -mcpu=y"));
    assert!(!equal("llvm", "cuda"));
    assert!(!equal("llvm", "llvm -host=llvm"));
    assert!(equal("stackvm", "hybrid")); // as in TVM
}

#[test]
fn targets_are_saved_with_their_kinds() {
    let target = Target::new("cuda -arch=sm_70 -host=llvm").unwrap();
    let back: Target = load_json(&save_json(&target).unwrap()).unwrap().downcast().unwrap();
    assert!(structural_equal(&target, &back));
    assert_eq!(back.to_string(), target.to_string());
    assert_eq!(
        back.kind.options().unwrap().count(),
        TargetKind::get("cuda").unwrap().options().unwrap().count()
    );

    let scope = SEScope::new(DeviceType::CUDA, 0, Some(target), "global");
    let back = load_json(&save_json(&scope).unwrap()).unwrap();
    assert!(structural_equal(&scope, &back));
    let anywhere = objet::make_node("SEScope", []).unwrap();
    assert!(structural_equal(&SEScope::fully_unconstrained(), &anywhere));
}

#[test]
fn current_targets_are_scoped_to_a_thread() {
    assert_eq!(Target::current(), None);
    let llvm = Target::new("llvm").unwrap();
    let outer = llvm.enter();
    let inner = Target::new("cuda").unwrap().enter();
    assert_eq!(Target::current().unwrap().kind.name, "cuda");
    assert_eq!(std::thread::spawn(Target::current).join().unwrap(), None);
    drop(inner);
    assert_eq!(Target::current(), Some(llvm));
    drop(outer);
    assert_eq!(Target::current(), None);
}

register_target_tag!("tests/gpu", r#"{"kind": "cuda", "arch": "sm_86", "tag": "tests/gpu"}"#);

#[test]
fn tags_stand_for_targets() {
    let target = Target::new("tests/gpu").unwrap();
    assert_eq!((target.tag.as_str(), target.kind.name.as_str()), ("tests/gpu", "cuda"));
    assert!(TargetTag::get("tests/unknown").unwrap().is_none());

    let config = || Config::from([("kind".into(), text("llvm")), ("mcpu".into(), text("m1"))]);
    let added = TargetTag::add("tests/added", config(), false).unwrap();
    assert!(structural_equal(&added, &Target::new("tests/added").unwrap()));
    assert!(matches!(TargetTag::add("tests/added", config(), false), Err(TargetError::TagDefined { .. })));
    TargetTag::add("tests/added", Config::from([("kind".into(), text("c"))]), true).unwrap();
    assert_eq!(Target::new("tests/added").unwrap().kind.name, "c");
    let bad = TargetTag::add("tests/nothing", Config::new(), false);
    assert!(bad.is_err() && TargetTag::get("tests/nothing").unwrap().is_none());
    assert!(TargetTag::list_names().iter().any(|name| *name == "tests/added"));
}

/// Lists the tags when dropped.
struct Asking(mpsc::Sender<usize>);

impl Drop for Asking {
    fn drop(&mut self) {
        self.0.send(TargetTag::list_names().len()).unwrap();
    }
}

#[test]
fn a_replaced_tag_can_list_tags_when_dropped() {
    let (sender, answers) = mpsc::channel();
    // A separate thread, so that the test fails instead of blocking if a lock is held during the
    // drop.
    let replacing = std::thread::spawn(move || {
        let asking = Asking(sender);
        let mut host = Target::new("llvm").unwrap();
        let function: PackedFunc = TypedPackedFunc::new(move || asking.0.send(0).is_ok()).into();
        host.make_mut().attrs.insert("at_end".into(), function.into());
        let config = Config::from([("kind".into(), text("llvm")), ("host".into(), host.into())]);
        TargetTag::add("tests/replaced", config, false).unwrap();
        TargetTag::add("tests/replaced", Config::from([("kind".into(), text("c"))]), true).unwrap();
    });
    assert!(answers.recv_timeout(Duration::from_secs(60)).unwrap() > 0);
    replacing.join().unwrap();
}

#[test]
fn many_keys_are_deduplicated_in_linear_time() {
    let begin = Instant::now();
    let keys: Array<objet::String> =
        (0..200_000_u32).chain(0..3).map(|key| format!("k{key}").into()).collect();
    let target =
        Target::from_config(Config::from([("kind".into(), text("c")), ("keys".into(), keys.into())]));
    assert_eq!(target.unwrap().keys.iter().filter(|key| key.starts_with("k")).count(), 200_000);
    assert!(begin.elapsed() < Duration::from_secs(60), "{:?}", begin.elapsed());
}

register_target_kind!("tests.twice", DeviceType::CPU, [], []);
register_target_kind!("tests.twice", DeviceType::CPU, [], []);

#[test]
fn a_kind_registered_twice_is_an_error() {
    assert_eq!(error("tests.twice").matches("tests/suite/target.rs:").count(), 2, "{}", error("tests.twice"));
}

#[test]
fn generic_functions_choose_by_key() {
    let target = |text| Target::new(text).unwrap();
    let func = GenericFunc::new("schedule");
    let none = func.dispatch::<objet::String>(Some(&target("cuda"))).unwrap_err();
    assert!(none.to_string().contains("cuda -keys=cuda,gpu"), "{none}");

    func.register_func(["gpu", "cpu"], objet::String::from("any"), false).unwrap();
    func.register_func(["cuda"], objet::String::from("special"), false).unwrap();
    let again = func.register_func(["hls", "cpu"], objet::String::from("new"), false).unwrap_err();
    assert!(again.to_string().contains(r#"the key "cpu""#), "{again}");
    // The failed registration set nothing.
    assert!(func.dispatch::<objet::String>(Some(&target("sdaccel"))).is_err());
    func.register_func(["cpu"], objet::String::from("new"), true).unwrap();
    let chosen =
        ["cuda", "opencl", "llvm"].map(|text| func.dispatch::<objet::String>(Some(&target(text))).unwrap());
    assert_eq!(chosen, ["special", "any", "new"]); // the first key with an implementation
    assert!(func.dispatch::<objet::String>(None).is_err());
    func.set_default(objet::String::from("default"), false).unwrap();
    assert!(func.set_default(objet::String::from("other"), false).is_err());
    assert_eq!(func.dispatch::<objet::String>(Some(&target("stackvm"))).unwrap(), "default");
}

proptest! {
    /// Parsing the printed form of a target returns an equal target, whatever strings its options
    /// contain.
    #[test]
    fn printed_targets_parse_to_the_same_target(
        mcpu in r"[a-z',\\ =-]{1,8}",
        libs in prop::collection::vec(r"[a-z',\\ =-]{1,6}", 0..4),
        threads in any::<bool>(),
    ) {
        // Surrounding spaces are removed from strings, and empty strings are not printed.
        let trimmed = |text: &str| text.trim().to_owned();
        let libs: Vec<String> = libs.iter().map(|lib| trimmed(lib)).filter(|lib| !lib.is_empty()).collect();
        let mut config = Config::from([("kind".into(), text("llvm")), ("system-lib".into(), Integer::from(i32::from(threads)).into())]);
        if !trimmed(&mcpu).is_empty() {
            config.insert("mcpu".into(), text(mcpu.trim()));
        }
        if !libs.is_empty() {
            config.insert("libs".into(), texts(&libs.iter().map(String::as_str).collect::<Vec<_>>()));
        }
        let target = Target::from_config(config).unwrap();
        let back = Target::new(&target.to_string());
        let Ok(back) = back else { panic!("{target}: {back:?}") };
        // The printed form does not contain the integer types of booleans.
        prop_assert_eq!(back.to_string(), target.to_string());
        for option in ["mcpu", "libs", "system-lib"] {
            let values = [&target, &back].map(|target| target.attrs.get(option).map(|value| print(value).to_string()));
            prop_assert_eq!(&values[0], &values[1], "{} of {}", option, &target);
        }
    }

    /// Any string either parses or is an error.
    #[test]
    fn any_text_is_a_target_or_an_error(text in r#"(llvm|cuda|\{"kind":)?[ -~]{0,30}"#) {
        let _ = Target::new(&text);
    }
}
