//! Functions and types in modules, including modules that TVM saved.

use std::sync::mpsc;
use std::time::Duration;

use objet::prelude::*;
use objet::{load_json, save_json, structural_equal};
use objet_ir::adt::{Constructor, TypeData};
use objet_ir::attrs::DictAttrs;
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::{BaseFunc, GlobalVar, Integer};
use objet_ir::module::{IRModule, ModuleError, constructor_tag};
use objet_ir::types::{GlobalTypeVar, TypeKind, TypeRelation, TypeVar};
use objet_relay::expr::{Call, Function, Let, Tuple, Var};
use objet_relay::module::IRModuleExt as _;

use crate::graphs;

fn identity() -> Function {
    let x = Var::new("x", None, None);
    Function::new([x.clone()], x, None, [], None, None)
}

fn module_of(names: &[&str]) -> IRModule {
    let functions = names.iter().map(|name| (GlobalVar::new(*name), identity()));
    IRModule::from_parts(functions, []).unwrap()
}

#[test]
fn functions_are_found_by_name() {
    let module = module_of(&["main", "helper"]);
    let helper = module.get_global_var("helper").unwrap();
    assert!(module.lookup(&helper).unwrap().same_as(&module.lookup_by_name("helper").unwrap()));
    assert!(module.contains_global_var("main") && !module.contains_global_var("mian"));

    assert_eq!(
        module.lookup_by_name("helpr").unwrap_err().to_string(),
        r#"the module has no function "helpr", did you mean "helper"?"#
    );
    let names: Vec<_> = module.get_global_vars().iter().map(|var| var.name_hint.to_string()).collect();
    assert_eq!(names, ["helper", "main"]);
    let in_order: Vec<_> = module.functions.load().keys().map(|var| var.name_hint.to_string()).collect();
    assert_eq!(in_order, ["main", "helper"]);
}

#[test]
fn each_name_belongs_to_one_variable() {
    let mut module = module_of(&["main"]);
    let stranger = GlobalVar::new("main");
    let taken = ModuleError::AnotherVar { what: "function", var: "GlobalVar", name: "main".into() };
    assert_eq!(module.add(stranger.clone(), identity(), true), Err(taken.clone()));
    assert_eq!(module.lookup(&stranger).unwrap_err(), taken);
    assert_eq!(module.remove(&stranger).unwrap_err(), taken);

    let own = module.get_global_var("main").unwrap();
    let defined = ModuleError::Defined { what: "function", name: "main".into() };
    assert_eq!(module.add(own.clone(), identity(), false), Err(defined));
    let new = identity();
    module.add(own.clone(), new.clone(), true).unwrap();
    assert!(module.lookup(&own).unwrap().same_as(&new));
    assert_eq!(module.functions.load().len(), 1);

    assert!(module.remove(&own).unwrap().same_as(&new));
    assert!(module.functions.load().is_empty() && module.global_var_map.load().is_empty());
    assert!(module.lookup(&own).unwrap_err().to_string().starts_with("the module has no function"));
}

#[test]
fn a_failed_change_leaves_the_module_unchanged() {
    let bit = GlobalTypeVar::new("Bit", TypeKind::AdtHandle, None);
    let definition = TypeData::new(bit.clone(), [], [], None);
    let mut module = module_of(&["main"]);
    module.add_type_def(bit.clone(), definition.clone(), false).unwrap();
    let main = module.get_global_var("main").unwrap();
    let (functions, names) = (module.functions.load(), module.global_var_map.load());
    let (types, type_names) = (module.type_definitions.load(), module.global_type_var_map.load());

    assert!(module.add_in_place(GlobalVar::new("main"), identity(), true).is_err());
    assert!(module.add_in_place(main, identity(), false).is_err());
    assert!(module.add_type_def_in_place(bit, definition, false).is_err());
    assert!(functions.same_as(&module.functions.load()) && names.same_as(&module.global_var_map.load()));
    assert!(types.same_as(&module.type_definitions.load()));
    assert!(type_names.same_as(&module.global_type_var_map.load()));
}

#[test]
fn a_module_is_a_value() {
    let mut module = module_of(&["main"]);
    let before = module.clone();
    module.add(GlobalVar::new("more"), identity(), false).unwrap();
    assert_eq!((before.functions.load().len(), module.functions.load().len()), (1, 2));
}

#[test]
fn names_can_be_made_unique() {
    let mut module = module_of(&["f", "f_1"]);
    assert_eq!(module.get_unique_name("g"), "g");
    let name = module.get_unique_name("f");
    assert_eq!(name, "f_2");
    module.add(GlobalVar::new(name), identity(), false).unwrap();
    assert_eq!(module.get_unique_name("f"), "f_3");
}

#[test]
fn update_takes_over_everything_or_nothing() {
    let mut module = module_of(&["a", "b"]);
    let a = module.get_global_var("a").unwrap();
    let new_a = identity();
    let list = GlobalTypeVar::new("List", TypeKind::AdtHandle, None);
    let definition = TypeData::new(list.clone(), [], [Constructor::new("Nil", [], list.clone())], None);
    let other = IRModule::from_parts(
        [(a.clone(), new_a.clone()), (GlobalVar::new("c"), identity())],
        [(list, definition)],
    )
    .unwrap();
    module.update(&other).unwrap();
    assert_eq!(module.functions.load().len(), 3);
    assert!(module.lookup(&a).unwrap().same_as(&new_a));
    assert!(module.get_constructor("List", "Nil").is_ok());

    let before = module.clone();
    let clashing = module_of(&["d", "b"]);
    assert!(matches!(module.update(&clashing), Err(ModuleError::AnotherVar { name, .. }) if name == "b"));
    assert_eq!(module, before);
}

#[test]
fn relay_functions_must_be_closed() {
    let main = GlobalVar::new("main");
    let (x, y) = (Var::new("x", None, None), Var::new("y", None, None));
    let open = Function::new(
        [x.clone()],
        Tuple::new([x.into(), y.clone().into(), Var::new("z", None, None).into(), y.into()], None),
        None,
        [],
        None,
        None,
    );
    let free = |what, free: &[&str]| ModuleError::Free {
        name: "main".into(),
        what,
        free: free.iter().map(|&name| name.into()).collect(),
    };
    let mut module = IRModule::new();
    let error = free("variables", &["%y", "%z"]);
    assert_eq!(module.add(main.clone(), open.clone(), false), Err(error.clone()));
    assert_eq!(IRModule::from_parts([(main.clone(), open.clone())], []), Err(error.clone()));
    assert!(module.functions.load().is_empty() && module.global_var_map.load().is_empty());

    let t = TypeVar::new("T", TypeKind::Type, None);
    let x = Var::new("x", Some(t.clone().into()), None);
    let of_type = |params: &[TypeVar]| {
        Function::new([x.clone()], x.clone(), None, params.iter().cloned().collect::<Array<_>>(), None, None)
    };
    assert_eq!(module.add(main.clone(), of_type(&[]), false), Err(free("type variables", &["T"])));
    module.add(main.clone(), of_type(&[t]), false).unwrap();

    // `add_unchecked` and loading a file do not check functions, but `update` does.
    let mut other = IRModule::new();
    other.add_unchecked(main.clone(), open, false).unwrap();
    assert!(matches!(other.add_unchecked(main, identity(), false), Err(ModuleError::Defined { .. })));
    let back: IRModule = load_json(&save_json(&other).unwrap()).unwrap().downcast().unwrap();
    assert!(back.contains_global_var("main"));
    let before = module.clone();
    assert_eq!(module.update(&other), Err(error));
    assert_eq!(module, before);
}

#[test]
fn types_and_constructors_are_found_and_tagged() {
    let tree = GlobalTypeVar::new("Tree", TypeKind::AdtHandle, None);
    let leaf = Constructor::new("Leaf", [], tree.clone());
    let node = Constructor::new("Node", [tree.clone().into(), tree.clone().into()], tree.clone());
    let definition = TypeData::new(tree.clone(), [], [leaf.clone(), node], None);
    let mut module = IRModule::new();
    assert_eq!(leaf.tag.load(), -1);
    module.add_type_def(tree.clone(), definition.clone(), false).unwrap();
    assert_eq!(leaf.tag.load(), constructor_tag("Tree", 0)); // visible to all references
    let tags: Vec<i32> = definition.constructors.iter().map(|constructor| constructor.tag.load()).collect();
    assert_eq!(tags, [constructor_tag("Tree", 0), constructor_tag("Tree", 1)]);
    assert_eq!(module.lookup_tag(tags[1]).unwrap(), definition.constructors[1]);
    assert_eq!(module.lookup_tag(7).unwrap_err(), ModuleError::UnknownTag { tag: 7 });
    assert_eq!(
        module.get_constructor("Tree", "Lef").unwrap_err().to_string(),
        r#"the module has no constructor "Tree.Lef", did you mean "Tree.Leaf"?"#
    );

    let defined = module.add_type_def(tree.clone(), definition.clone(), false).unwrap_err();
    assert_eq!(defined, ModuleError::Defined { what: "type", name: "Tree".into() });
    assert_eq!(module.add_type_def(tree.clone(), definition.clone(), true), Ok(()));
    assert_eq!(module.lookup_type_def(&tree), Ok(definition.clone()));
    let stranger = GlobalTypeVar::new("Tree", TypeKind::AdtHandle, None);
    assert!(matches!(module.lookup_type_def(&stranger), Err(ModuleError::AnotherVar { .. })));
    assert_eq!(module.remove_type_def(&tree), Ok(definition));
    assert!(module.type_definitions.load().is_empty() && module.global_type_var_map.load().is_empty());
}

#[test]
fn attributes_and_sources_belong_to_the_module() {
    let plain = IRModule::new();
    let module = plain
        .clone()
        .with_attr("runtime", Integer::from(3))
        .with_attr("executor", objet::String::from("graph"));
    assert_eq!(module.get_attr::<objet::String>("executor"), Some("graph".into()));
    assert_eq!(module.get_attr::<objet::String>("runtime"), None); // the value is not a string
    assert_eq!(module.get_attr::<Integer>("runtime").unwrap().value, 3);
    assert!(plain.attrs.is_none());
    let without = module.clone().without_attr("executor").without_attr("nothing");
    assert!(structural_equal(
        &without.attrs.clone().unwrap(),
        &DictAttrs::new([("runtime", Integer::from(3))])
    ));

    let mut module = module;
    let name = module.make_mut().source_map.add("mlp.relay", "def @main() {\n  ()\n}");
    assert_eq!(module.source_map.source_map.load()[&name].line(2), Some("  ()"));
    assert!(plain.source_map.source_map.load().is_empty());
}

#[test]
fn an_expression_makes_a_module() {
    let module = IRModule::from_expr(BaseFunc::from(identity()));
    assert_eq!(module.get_global_vars()[0].name_hint, "main");
    let named = Function::new(
        [],
        Tuple::new([], None),
        None,
        [],
        Some(DictAttrs::new([("global_symbol", objet::String::from("net"))])),
        None,
    );
    let module = IRModule::from_expr(BaseFunc::from(named.clone()));
    assert!(module.lookup_by_name("net").unwrap().same_as(&named));
    // A bound variable does not become a parameter.
    let (x, y) = (Var::new("x", None, None), Var::new("y", None, None));
    let body = Let::new(x.clone(), y.clone(), Tuple::new([x.into(), y.clone().into()], None), None);
    let module = IRModule::from_expr(body);
    let main: Function = module.lookup_by_name("main").unwrap().downcast().unwrap();
    assert_eq!(main.params.as_slice(), [y]);
}

/// Modules that TVM saved can be searched, changed, saved and loaded.
#[test]
fn modules_saved_by_tvm_accept_more_functions() {
    let names = [
        "mlp_b1.raw",
        "mlp_b1.typed",
        "mlp.parsed_spans",
        "mobilenet_b1_s224.raw",
        "deep_let_200",
        "prelude.typed",
        "script_matmul",
        "lowered_matmul",
    ];
    for name in names {
        let text = graphs::text(name);
        let mut module: IRModule = load_json(&text).unwrap().downcast().unwrap();
        assert_eq!(save_json(&module).unwrap(), text, "{name}");
        for (var, function) in module.functions.load() {
            let own = module.get_global_var(&var.name_hint).unwrap();
            assert!(own.same_as(&var), "{name}: {}", var.name_hint);
            assert!(module.lookup_by_name(&var.name_hint).unwrap().same_as(&function));
        }

        // All functions are accepted, although the functions do not bind the type variables of
        // constructors.
        let rebuilt = IRModule::from_parts(module.functions.load(), module.type_definitions.load()).unwrap();
        assert_eq!(rebuilt.functions.load().len(), module.functions.load().len(), "{name}");

        let (var, function) =
            module.functions.load().get_at(0).map(|(var, function)| (var.clone(), function.clone())).unwrap();
        let copy = GlobalVar::new(module.get_unique_name(&var.name_hint));
        module.add(copy.clone(), function.clone(), false).unwrap();
        let back: IRModule = load_json(&save_json(&module).unwrap()).unwrap().downcast().unwrap();
        assert!(structural_equal(&module, &back), "{name}");
        let of_copy = back.lookup_by_name(&copy.name_hint).unwrap();
        assert!(
            of_copy.same_as(&back.lookup_by_name(&var.name_hint).unwrap()),
            "{name}: what is shared stays so"
        );

        module.remove(&copy).unwrap();
        assert_eq!(save_json(&module).unwrap(), text, "{name}: as it was");
    }
}

/// The constructor tags in a file saved by TVM equal the tags computed here.
#[test]
fn constructor_tags_match_files_saved_by_tvm() {
    let module: IRModule = graphs::load("prelude.typed").downcast().unwrap();
    let mut names = Vec::new();
    for (var, definition) in &module.type_definitions.load() {
        for (index, constructor) in definition.constructors.iter().enumerate() {
            assert_eq!(
                constructor.tag.load(),
                constructor_tag(&var.name_hint, index as u32),
                "{}",
                constructor.name_hint
            );
            assert_eq!(module.lookup_tag(constructor.tag.load()).unwrap(), *constructor);
        }
        names.push(var.name_hint.clone());
    }
    assert!(
        names.contains(&"List".into()) && names.contains(&"tensor_float32_t".into()) && names.len() >= 12,
        "{names:?}"
    );
    assert_eq!(module.get_constructor("List", "Cons").unwrap().tag.load(), -2_013_265_920);
}

/// No operation of a module recurses into a function.
#[test]
fn functions_may_be_deep() {
    let deep = || {
        let mut body: objet_ir::expr::RelayExpr = Tuple::new([], None).into();
        for _ in 0..1_000_000 {
            let var = Var::new("x", None, None);
            let call = Call::new(var.clone(), [], None, [], None);
            body = Let::new(var, call, body, None).into();
        }
        BaseFunc::from(Function::new([], body, None, [], None, None))
    };
    let run = move || {
        let mut module = IRModule::new();
        let (main, function) = (GlobalVar::new("main"), deep());
        module.add_unchecked(main.clone(), function.clone(), false).unwrap();
        let mut other = IRModule::new();
        other.update(&module).unwrap();
        assert!(other.lookup(&main).unwrap().same_as(&function));
        assert!(other.remove(&main).unwrap().same_as(&function));
        assert!(!other.contains_global_var("main") && other.functions.load().is_empty());
        assert!(module.lookup(&main).unwrap().same_as(&function));
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

/// Changes its module when dropped.
struct Changing(IRModule, GlobalVar, GlobalTypeVar, mpsc::Sender<bool>);

impl Drop for Changing {
    fn drop(&mut self) {
        let Self(module, var, ty, done) = self;
        let function = module.add_in_place(var.clone(), identity(), true);
        let definition = TypeData::new(ty.clone(), [], [], None);
        let definition = module.add_type_def_in_place(ty.clone(), definition, true);
        done.send(function.is_ok() && definition.is_ok()).unwrap();
    }
}

#[test]
fn a_rejected_function_can_change_the_module_when_dropped() {
    let (sender, ended) = mpsc::channel();
    // A separate thread, so that the test fails instead of blocking if a lock is held during the
    // drop.
    let refused = std::thread::spawn(move || {
        let (var, ty) = (GlobalVar::new("main"), GlobalTypeVar::new("Bit", TypeKind::AdtHandle, None));
        let module = IRModule::new();
        let add = |var: &GlobalVar, attrs| {
            let function = Function::new([], Tuple::new([], None), None, [], attrs, None);
            module.add_in_place(var.clone(), function, false)
        };
        let define = |ty: &GlobalTypeVar, constructors: Vec<Constructor>| {
            module.add_type_def_in_place(ty.clone(), TypeData::new(ty.clone(), [], constructors, None), false)
        };
        add(&var, None).unwrap();
        define(&ty, vec![]).unwrap();
        let changing = || {
            let changing = Changing(module.clone(), var.clone(), ty.clone(), sender.clone());
            let function: PackedFunc = TypedPackedFunc::new(move || changing.3.send(false).is_ok()).into();
            Some(DictAttrs::new([("at_end", function)]))
        };
        assert!(add(&var, changing()).is_err());
        assert!(add(&GlobalVar::new("main"), changing()).is_err());
        let function = EnvFunc::new("test.relation");
        let input = || {
            TypeRelation::new(Some(function.clone()), [], 0, changing().map(|attrs| attrs.upcast()), None)
                .upcast()
        };
        assert!(define(&ty, vec![Constructor::new("Zero", [input()], ty.clone())]).is_err());
    });
    for _ in 0..3 {
        assert_eq!(ended.recv_timeout(Duration::from_secs(60)), Ok(true));
    }
    refused.join().unwrap();
}
