//! Global functions for types and modules, called with the arguments that front ends pass.

use std::time::{Duration, Instant};

use objet::compare::StructuralHash;
use objet::function::{ArgValue, FromValue, RetValue, RuntimeError, TypeCode};
use objet::prelude::*;
use objet::{Registry, String as Text, structural_equal};
use objet_ir::adt::{Constructor, TypeData};
use objet_ir::attrs::DictAttrs;
use objet_ir::env_func::EnvFunc;
use objet_ir::expr::{BaseFunc, GlobalVar, IntImm};
use objet_ir::module::{IRModule, constructor_tag};
use objet_ir::source_map::SourceMap;
use objet_ir::types::{
    FuncType, FuncTypeNode, GlobalTypeVar, TensorTypeNode, Type, TypeKind, TypeRelationNode, TypeVar,
};
use objet_relay::expr::{Call, FunctionNode, Tuple, Var};
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

/// Calls a global function, and converts its result to a `T`.
fn given<T: for<'a> FromValue<'a>>(name: &str, args: &[ArgValue<'_>]) -> Result<T> {
    Ok(call(name, args)?.get()?)
}

fn fails(name: &str, args: &[ArgValue<'_>]) -> (String, String) {
    match call(name, args) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => (error.kind().name().into(), error.message().into()),
    }
}

fn tensor(dims: &[i32]) -> Result<ObjectRef> {
    let shape: Array<IntImm> = dims.iter().map(|dim| IntImm::from(*dim)).collect();
    make("ir.TensorType", &[(&shape).into(), "float32".into()])
}

/// The Relay function `fn(%x) { %x }`.
fn identity() -> BaseFunc {
    let x = Var::new("x", None, None);
    objet_relay::expr::Function::new([x.clone()], x, None, [], None, None).into()
}

fn module_of(functions: &[(&GlobalVar, &BaseFunc)]) -> Result<ObjectRef> {
    let functions: Map<GlobalVar, BaseFunc> =
        functions.iter().map(|(var, function)| ((*var).clone(), (*function).clone())).collect();
    let types = Map::<ObjectRef, ObjectRef>::new();
    make("ir.IRModule", &[(&functions).into(), (&types).into()])
}

#[test]
fn types_are_created_from_numbers_and_objects() -> Result<()> {
    let image = tensor(&[1, 3])?;
    let node = image.as_node::<TensorTypeNode>().expect("a tensor type");
    assert_eq!((node.shape.len(), node.dtype), (2, DataType::float(32)));
    let any = make("tir.Any", &[ArgValue::Null])?;
    let shape = Array::from([any, make("ir.IntImm", &["int64".into(), 4.into(), ArgValue::Null])?]);
    let dynamic = make("ir.TensorType", &[(&shape).into(), "int8".into()])?;
    assert_eq!(dynamic.type_key(), "relay.TensorType");
    let not_a_number = Array::from([image.clone()]);
    assert_eq!(fails("ir.TensorType", &[(&not_a_number).into(), "int8".into()]).0, "TypeError");

    let t = make("ir.TypeVar", &["t".into(), 0.into()])?;
    assert_eq!(fails("ir.TypeVar", &["t".into(), 3.into()]).0, "ValueError");
    assert_eq!(make("ir.IncompleteType", &[4.into()])?.type_key(), "IncompleteType");
    let scalar = make("ir.PrimType", &["int32".into()])?;
    let pointer = make("ir.PointerType", &[(&scalar).into(), "shared".into()])?;
    let again = make("node.LoadJSON", &[call("node.SaveJSON", &[(&pointer).into()])?.as_arg()])?;
    assert!(objet::structural_equal(&pointer, &again));
    let tuple = make("ir.TupleType", &[(&Array::from([image.clone(), t.clone()])).into()])?;
    assert_eq!(tuple.type_key(), "TupleType");
    assert_eq!(make("ir.RelayRefType", &[(&tuple).into()])?.type_key(), "relay.RefType");
    let list = make("ir.GlobalTypeVar", &["List".into(), 5.into()])?;
    let applied = make("ir.TypeCall", &[(&list).into(), (&Array::from([t.clone()])).into()])?;
    assert_eq!(applied.type_key(), "TypeCall");

    let relation = EnvFunc::new("tvm.relay.type_relation.BiasAdd");
    let args = Array::from([t.clone(), t.clone(), t.clone()]);
    let attrs = DictAttrs::default();
    let relation = make("ir.TypeRelation", &[(&relation).into(), (&args).into(), 2.into(), (&attrs).into()])?;
    let node = relation.as_node::<TypeRelationNode>().expect("a relation");
    assert_eq!((node.args.len(), node.num_inputs), (3, 2));
    let (args, params, constraints) =
        (Array::from([image.clone()]), Array::from([t.clone()]), Array::from([relation.clone()]));
    let function =
        make("ir.FuncType", &[(&args).into(), (&t).into(), (&params).into(), (&constraints).into()])?;
    let node = function.as_node::<FuncTypeNode>().expect("a function type");
    assert!(node.ret_type.same_as(&t) && node.type_constraints[0].same_as(&relation));
    let wrong = Array::from([image]);
    assert!(
        call("ir.FuncType", &[(&args).into(), (&t).into(), (&wrong).into(), (&constraints).into()]).is_err()
    );

    let without = make("ir.TypeRelation", &[ArgValue::Null, (&args).into(), 1.into(), ArgValue::Null])?;
    assert!(without.as_node::<TypeRelationNode>().expect("a relation").func.is_none());

    let (scale, zero) = (Var::new("scale", None, None), Var::new("zero", None, None));
    let affine = make("ir.TensorAffineType", &[(&scale).into(), (&zero).into(), "int8".into(), 1.into()])?;
    assert_eq!(call("node.NodeGetAttr", &[(&affine).into(), "axis".into()])?.get::<i64>()?, 1);
    let affine = make("ir.TupleAffineType", &[(&Array::from([affine])).into()])?;
    assert_eq!(affine.type_key(), "TupleAffineType");
    Ok(())
}

/// The types of arguments and of results refer to the type parameters, which are other objects in
/// each function type.
#[test]
fn polymorphic_types_are_equal_up_to_their_parameters() {
    let identity = |result: Option<&Type>| {
        let t = TypeVar::new("t", TypeKind::Type, None);
        let ty: Type = t.clone().upcast();
        let result = result.cloned().unwrap_or_else(|| ty.clone());
        FuncType::new([ty], result, [t], [], None)
    };
    let free: Type = TypeVar::new("t", TypeKind::Type, None).upcast();
    let [a, b, other] = [identity(None), identity(None), identity(Some(&free))];
    assert!(structural_equal(&a, &b) && !structural_equal(&a, &other));
    assert_eq!(StructuralHash::new().hash(&a), StructuralHash::new().hash(&b));
}

#[test]
fn all_references_see_added_functions() -> Result<()> {
    let (main, function) = (GlobalVar::new("main"), identity());
    let module = module_of(&[(&main, &function)])?;
    let other = module.clone();
    let functions =
        || given::<Map<GlobalVar, BaseFunc>>("node.NodeGetAttr", &[(&other).into(), "functions".into()]);
    let before = functions()?;

    let helper = GlobalVar::new("helper");
    let returned =
        make("ir.Module_Add", &[(&module).into(), (&helper).into(), (&function).into(), true.into()])?;
    assert!(returned.same_as(&module));
    assert_eq!(functions()?.len(), 2);
    assert_eq!(before.len(), 1, "the earlier copy is unchanged");
    let found = make("ir.Module_Lookup_str", &[(&other).into(), "helper".into()])?;
    assert!(found.same_as(&function));
    assert!(make("ir.Module_Lookup", &[(&other).into(), (&helper).into()])?.same_as(&function));
    assert!(make("ir.Module_GetGlobalVar", &[(&other).into(), "helper".into()])?.same_as(&helper));
    assert_eq!(call("ir.Module_GetGlobalVars", &[(&other).into()])?.get::<Array<GlobalVar>>()?.len(), 2);
    let contains = |name: &str| given::<bool>("ir.Module_ContainGlobalVar", &[(&other).into(), name.into()]);
    assert_eq!((contains("helper")?, contains("none")?), (true, false));

    // An expression becomes a function without parameters, and a global variable becomes the
    // function that it refers to.
    let value = Tuple::new([], None);
    let name = GlobalVar::new("value");
    call("ir.Module_Add", &[(&module).into(), (&name).into(), (&value).into(), true.into()])?;
    let found = make("ir.Module_Lookup", &[(&module).into(), (&name).into()])?;
    let found = found.as_node::<FunctionNode>().expect("a function");
    assert!(found.params.is_empty() && found.body.same_as(&value));
    let alias = GlobalVar::new("alias");
    call("ir.Module_Add", &[(&module).into(), (&alias).into(), (&helper).into(), true.into()])?;
    assert!(make("ir.Module_Lookup", &[(&module).into(), (&alias).into()])?.same_as(&function));

    let another = identity();
    call("ir.Module_UpdateFunction", &[(&module).into(), (&main).into(), (&another).into()])?;
    assert!(make("ir.Module_Lookup_str", &[(&other).into(), "main".into()])?.same_as(&another));

    let open = Var::new("free", None, None);
    let add = |var: &GlobalVar, value: &ObjectRef, update: bool| {
        fails("ir.Module_Add", &[(&module).into(), var.into(), value.into(), update.into()])
    };
    assert!(add(&main, function.as_object_ref(), false).1.contains("already"));
    assert!(add(&GlobalVar::new("main"), function.as_object_ref(), true).1.contains("another GlobalVar"));
    assert!(add(&GlobalVar::new("open"), open.as_object_ref(), true).1.contains("free variables %free"));
    let (kind, message) = fails("ir.Module_Lookup_str", &[(&module).into(), "mian".into()]);
    assert_eq!(kind, "ValueError");
    assert!(message.contains("did you mean \"main\"?"), "{message}");
    assert_eq!(fails("ir.Module_GetGlobalVar", &[(&module).into(), "no".into()]).0, "ValueError");
    assert_eq!(fails("ir.Module_Lookup", &[(&module).into(), (&GlobalVar::new("no")).into()]).0, "TVMError");
    assert_eq!(fails("ir.Module_Lookup", &[(&module).into(), ArgValue::Null]).0, "TypeError");
    assert!(!contains("open")?);
    Ok(())
}

#[test]
fn modules_are_updated_in_place() -> Result<()> {
    let (main, extra) = (GlobalVar::new("main"), GlobalVar::new("extra"));
    let module = module_of(&[(&main, &identity())])?;
    let (new_main, new_extra) = (identity(), identity());
    let other = module_of(&[(&main, &new_main), (&extra, &new_extra)])?;
    call("ir.Module_Update", &[(&module).into(), (&other).into()])?;
    assert!(make("ir.Module_Lookup_str", &[(&module).into(), "main".into()])?.same_as(&new_main));
    assert!(make("ir.Module_Lookup_str", &[(&module).into(), "extra".into()])?.same_as(&new_extra));
    call("ir.Module_Update", &[(&module).into(), (&module).into()])?;

    let clashing = module_of(&[(&GlobalVar::new("a"), &identity()), (&GlobalVar::new("main"), &identity())])?;
    assert!(
        fails("ir.Module_Update", &[(&module).into(), (&clashing).into()]).1.contains("another GlobalVar")
    );
    assert!(!call("ir.Module_ContainGlobalVar", &[(&module).into(), "a".into()])?.get::<bool>()?);

    let twice = [(&GlobalVar::new("f"), &identity()), (&GlobalVar::new("f"), &identity())];
    assert!(module_of(&twice).is_err());
    let unknown = fails("ir.Module_ImportFromStd", &[(&module).into(), "net.rly".into()]).1;
    assert!(unknown.contains("there is no standard module \"net.rly\""), "{unknown}");
    call("ir.Module_ImportFromStd", &[(&module).into(), "core.rly".into()])?;
    assert!(call("ir.Module_ContainGlobalTypeVar", &[(&module).into(), "Storage".into()])?.get::<bool>()?);
    Ok(())
}

#[test]
fn adding_a_type_sets_its_constructor_tags() -> Result<()> {
    let tree = make("ir.GlobalTypeVar", &["Tree".into(), 5.into()])?;
    let none = Array::<ObjectRef>::new();
    let leaf = make("ir.Constructor", &["Leaf".into(), (&none).into(), (&tree).into()])?;
    let inputs = Array::from([tree.clone(), tree.clone()]);
    let fork = make("ir.Constructor", &["Fork".into(), (&inputs).into(), (&tree).into()])?;
    let constructors = Array::from([leaf.clone(), fork.clone()]);
    let definition = make("ir.TypeData", &[(&tree).into(), (&none).into(), (&constructors).into()])?;
    let tag = |constructor: &ObjectRef| given::<i32>("node.NodeGetAttr", &[constructor.into(), "tag".into()]);
    assert_eq!(tag(&fork)?, -1);

    let module = module_of(&[])?;
    let add = |update: bool| {
        call("ir.Module_AddDef", &[(&module).into(), (&tree).into(), (&definition).into(), update.into()])
    };
    add(false)?;
    assert!(add(false).is_err());
    add(true)?;
    assert_eq!(tag(&fork)?, constructor_tag("Tree", 1));
    let number = constructor_tag("Tree", 0);
    assert!(make("ir.Module_LookupTag", &[(&module).into(), number.into()])?.same_as(&leaf));
    assert!(make("ir.Module_LookupDef", &[(&module).into(), (&tree).into()])?.same_as(&definition));
    assert!(make("ir.Module_LookupDef_str", &[(&module).into(), "Tree".into()])?.same_as(&definition));
    assert!(make("ir.Module_GetGlobalTypeVar", &[(&module).into(), "Tree".into()])?.same_as(&tree));
    let vars = call("ir.Module_GetGlobalTypeVars", &[(&module).into()])?.get::<Array<GlobalTypeVar>>()?;
    assert_eq!(vars.len(), 1);
    assert!(call("ir.Module_ContainGlobalTypeVar", &[(&module).into(), "Tree".into()])?.get::<bool>()?);
    assert!(call("ir.Module_LookupTag", &[(&module).into(), 7.into()]).is_err());
    assert!(fails("ir.Module_LookupDef_str", &[(&module).into(), "Tre".into()]).1.contains("Tree"));

    // A module made from an expression can contain type definitions.
    let functions = Map::<ObjectRef, ObjectRef>::new();
    let types = Map::from_iter([(tree.clone(), definition.clone())]);
    let value = Call::new(leaf.clone().downcast::<Constructor>().expect("a constructor"), [], None, [], None);
    let of_expr = make("ir.Module_FromExpr", &[(&value).into(), (&functions).into(), (&types).into()])?;
    let main = make("ir.Module_Lookup_str", &[(&of_expr).into(), "main".into()])?;
    assert!(main.as_node::<FunctionNode>().is_some_and(|main| main.body.same_as(&value)));
    let module = of_expr.downcast::<IRModule>().expect("a module");
    assert_eq!(
        module.lookup_type_def_by_name("Tree"),
        Ok(definition.downcast::<TypeData>().expect("a definition"))
    );
    Ok(())
}

/// Adding many functions takes linear time, even with lookups in between.
#[test]
fn adding_many_functions_takes_linear_time() -> Result<()> {
    let begin = Instant::now();
    let module = module_of(&[])?;
    let function = identity();
    let add = Registry::expect("ir.Module_Add")?;
    let lookup = Registry::expect("ir.Module_Lookup_str")?;
    for number in 0..20_000 {
        let name = format!("f{number}");
        add.call((&module, &GlobalVar::new(name.as_str()), &function, true))?;
        lookup.call((&module, name.as_str()))?;
    }
    let module = module.downcast::<IRModule>().expect("a module");
    assert_eq!(module.functions.load().len(), 20_000);
    let time = begin.elapsed();
    assert!(
        time < Duration::from_secs(30),
        "{time:?}: a copy of the functions for each of them takes minutes"
    );
    Ok(())
}

#[test]
fn threads_add_functions_concurrently() -> Result<()> {
    let module = module_of(&[])?;
    let threads = [0, 1, 2].map(|thread| {
        let module = module.clone();
        std::thread::spawn(move || {
            let (mut refused, function) = (0, identity());
            for number in 0..200 {
                let own = GlobalVar::new(format!("f{thread}_{number}"));
                let shared = GlobalVar::new(format!("shared{number}"));
                for var in [own, shared] {
                    let args = (&module, &var, &function, true);
                    refused += usize::from(Registry::expect("ir.Module_Add")?.call(args).is_err());
                }
            }
            Ok::<_, RuntimeError>(refused)
        })
    });
    let mut refused = 0;
    for thread in threads {
        refused += thread.join().expect("no panic")?;
    }
    assert_eq!(refused, 400, "each name accepts only one variable object");
    let module = module.downcast::<IRModule>().expect("a module");
    assert_eq!((module.functions.load().len(), module.global_var_map.load().len()), (800, 800));
    assert!(module.global_var_map.load().values().all(|var| module.functions.load().contains_key(var)));
    Ok(())
}

#[test]
fn functions_receive_attributes() -> Result<()> {
    let x = objet_tir::expr::Var::new("x", DataType::int(32), None);
    let body = Evaluate::new((&x + 1).expr().expect("a sum"), None);
    let prim_func: BaseFunc = PrimFunc::new([x], body, None, Map::new(), None, None).into();
    for function in [identity(), prim_func] {
        assert_eq!(
            call("ir.BaseFunc_Attrs", &[(&function).into()])?
                .get::<Option<DictAttrs>>()?
                .map_or(0, |attrs| attrs.dict.len()),
            0
        );
        let copy = make("ir.BaseFuncCopy", &[(&function).into()])?;
        assert!(copy.same_as(&function));
        let symbol = Text::from("f");
        let named = make("ir.BaseFuncWithAttr", &[(&copy).into(), "global_symbol".into(), (&symbol).into()])?;
        assert_eq!((named.type_key(), named.same_as(&copy)), (function.type_key(), false));
        let attrs = call("ir.BaseFunc_Attrs", &[(&named).into()])?.get::<DictAttrs>()?;
        assert_eq!(attrs.get::<Text>("global_symbol"), Some(symbol));
        assert!(
            function.attrs.as_ref().is_none_or(|attrs| attrs.dict.is_empty()),
            "the function is as it was"
        );
    }
    Ok(())
}

#[test]
fn source_texts_are_added_in_place() -> Result<()> {
    let sources = SourceMap::default();
    let other = sources.clone();
    let name = make("SourceMapAdd", &[(&sources).into(), "a.relay".into(), "x\ny".into()])?;
    assert_eq!(name.type_key(), "SourceName");
    let sources = other.source_map.load();
    let found = sources.values().next().expect("a source");
    assert!(found.source_name.same_as(&name));
    assert_eq!(found.line(2), Some("y"));
    let _: Type = tensor(&[])?.downcast().expect("a type");
    Ok(())
}
