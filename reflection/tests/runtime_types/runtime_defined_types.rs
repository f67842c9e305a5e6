//! Tests of types that a front end defines at run time, under a Rust struct or another such type.

use std::error::Error;
use std::thread;

use objet::compare::{Comparison, StructuralEqual, structural_hash};
use objet::fields::{FieldKind, FieldRole, IntKind, ReferenceKind, Reflection, attr_names, make_node_at};
use objet::function::{ArgValue, RetValue};
use objet::prelude::*;
use objet::types::{
    FieldBuilder, TypeBuilder, TypeBuilderError, TypeError, TypeIndex, TypeInfo, get_or_alloc_type_index,
};
use objet::walk::deep_copy;
use objet::{
    get_attr, load_json, make_node, post_order, print, rewrite, save_json, structural_equal, types, with_attr,
};

use crate::long_graphs::{LONG, on_a_small_stack};

type Outcome = Result<(), Box<dyn Error>>;

/// A node whose name must not be empty.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "described.Thing", child_slots = 4)]
#[reflect(check = has_name)]
struct ThingNode {
    base: Object,
    name: objet::String,
    /// A byte, so that the next field needs padding.
    #[reflect(default = 1)]
    level: u8,
    next: Option<ObjectRef>,
}

fn has_name(node: &ThingNode) -> Result<(), String> {
    if node.name.is_empty() { Err("a thing needs a name".into()) } else { Ok(()) }
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "described.Last", is_final)]
struct LastNode {
    base: Object,
}

/// A type whose children all have a slot.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "described.Full", child_slots = 1, child_slots_can_overflow = false)]
struct FullNode {
    base: Object,
}

/// A node whose struct is not `Clone`.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "described.Single")]
struct SingleNode {
    base: Object,
    part: Option<ObjectRef>,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "described.Silent")]
struct SilentNode {
    base: Object,
}

const INT: FieldKind = FieldKind::Int(IntKind::I64);

fn any() -> FieldKind {
    FieldKind::Reference(ReferenceKind::to_type(types::by_index(TypeIndex::OBJECT).unwrap(), true))
}

fn only(key: &str) -> FieldKind {
    FieldKind::Reference(ReferenceKind::to_type(types::by_key(key).unwrap(), false))
}

/// A type under `ThingNode` with a field of every kind.
fn every_kind() -> Result<TypeInfo, TypeBuilderError> {
    let mut builder = TypeBuilder::new("described.Every", ThingNode::type_index()).doc("All of them.");
    for (name, kind) in
        [("i8", IntKind::I8), ("u64", IntKind::U64), ("u16", IntKind::U16), ("i32", IntKind::I32)]
    {
        builder = builder.field(FieldBuilder::new(name, FieldKind::Int(kind)).default(7));
    }
    builder
        .field(FieldBuilder::new("truth", FieldKind::Bool).default(true))
        .field(FieldBuilder::new("f32", FieldKind::F32).default(0.5))
        .field(FieldBuilder::new("f64", FieldKind::F64).default(1))
        .field(FieldBuilder::new("text", FieldKind::String).default("what it says"))
        .field(FieldBuilder::new("dtype", FieldKind::DataType).default(DataType::float(32)))
        .field(FieldBuilder::new("thing", only("described.Thing")))
        .field(FieldBuilder::new("any", any()).default(()).doc("Or nothing."))
        .register()
}

fn thing(name: &str) -> Thing {
    make_object(ThingNode { base: Object::new(), name: name.into(), level: 1, next: None }).into()
}

fn make_every(part: &Thing) -> ObjectRef {
    let info = every_kind().unwrap();
    make_node(info.key(), [("name", "x".into()), ("thing", part.into()), ("any", part.into())]).unwrap()
}

#[test]
fn objects_have_all_fields_and_drop_them() -> Outcome {
    let part = thing("part");
    let every = make_every(&part);
    assert_eq!(every.type_key(), "described.Every");
    assert!(every.is_instance::<ThingNode>() && !every.is_instance::<SingleNode>());
    assert_eq!(every.as_node::<ThingNode>().map(|node| node.name.as_str()), Some("x"));
    let expected = [
        "name", "level", "next", "i8", "u64", "u16", "i32", "truth", "f32", "f64", "text", "dtype", "thing",
        "any",
    ];
    assert_eq!(attr_names(&every)?, expected);
    for name in ["i8", "u64", "u16", "i32"] {
        assert_eq!(get_attr(&every, name)?.get::<i64>()?, 7, "{name}");
    }
    assert!(get_attr(&every, "truth")?.get::<bool>()?);
    assert_eq!((get_attr(&every, "f32")?.get::<f64>()?, get_attr(&every, "f64")?.get::<f64>()?), (0.5, 1.0));
    assert_eq!(get_attr(&every, "text")?.get::<&str>()?, "what it says");
    assert_eq!(get_attr(&every, "dtype")?.get::<DataType>()?, DataType::float(32));
    assert!(get_attr(&every, "thing")?.get::<ObjectRef>()?.same_as(&part));
    assert_eq!(Reflection::of_object(&every)?.doc(), "All of them.");
    assert_eq!(Reflection::of_object(&every)?.field("any")?.doc(), "Or nothing.");
    assert_eq!(part.strong_count(), 3);
    let weak = every.downgrade();
    drop(every);
    assert!(weak.upgrade().is_none());
    assert_eq!(part.strong_count(), 1);
    Ok(())
}

#[test]
fn copies_have_all_fields() -> Outcome {
    let part = thing("part");
    let every = make_every(&part);
    let longer = with_attr(every.clone(), "text", "another".into())?;
    assert_eq!(get_attr(&longer, "text")?.get::<&str>()?, "another");
    assert_eq!(get_attr(&every, "text")?.get::<&str>()?, "what it says");
    assert_eq!(part.strong_count(), 5);

    // In place, since `longer` is the only reference.
    let address = std::ptr::from_ref::<Object>(&longer);
    let longer = with_attr(longer, "i8", 8.into())?;
    assert!(std::ptr::eq(address, std::ptr::from_ref::<Object>(&longer)));

    // By Rust code that only knows the struct.
    let mut seen_as_thing: Thing = every.clone().downcast()?;
    *seen_as_thing.make_mut().name = "renamed".into();
    let renamed = ObjectRef::from(seen_as_thing);
    assert_eq!(renamed.type_key(), "described.Every");
    assert_eq!(get_attr(&renamed, "name")?.get::<&str>()?, "renamed");
    assert!(get_attr(&renamed, "any")?.get::<ObjectRef>()?.same_as(&part));
    assert_eq!(get_attr(&every, "name")?.get::<&str>()?, "x");

    let deep = deep_copy(&every);
    let copied = get_attr(&deep, "thing")?.get::<ObjectRef>()?;
    assert!(!copied.same_as(&part) && get_attr(&deep, "any")?.get::<ObjectRef>()?.same_as(&copied));
    drop((longer, renamed, deep, copied, every));
    assert_eq!(part.strong_count(), 1);
    Ok(())
}

#[test]
fn files_comparison_and_traversals_include_the_fields() -> Outcome {
    let every = make_every(&thing("part"));
    let again: ObjectRef = load_json(&save_json(&every)?)?;
    assert!(structural_equal(&every, &again));
    assert_eq!(structural_hash(&every), structural_hash(&again));
    assert_eq!(save_json(&again)?, save_json(&every)?);
    assert!(print(&every).to_string().contains("what it says"));
    // Two things and their names.
    assert_eq!(post_order(&every).count(), 4);

    let other = with_attr(again, "text", "another".into())?;
    assert!(!structural_equal(&every, &other));
    assert_ne!(structural_hash(&every), structural_hash(&other));
    let found = StructuralEqual::new().differences(&every, &other, 9);
    assert_eq!(found.iter().map(|each| each.path.to_string()).collect::<Vec<_>>(), [".text"]);

    let turned = rewrite(every, |object| -> Result<ObjectRef, Box<dyn Error>> {
        Ok(match object.as_node::<ThingNode>() {
            Some(node) if node.name == "part" => thing("other").into(),
            _ => object,
        })
    })?;
    assert_eq!(get_attr(&turned, "thing")?.get::<Thing>()?.name, "other");
    Ok(())
}

#[test]
fn invalid_field_values_are_errors() -> Outcome {
    let key = every_kind()?.key();
    let single = ObjectRef::from(make_object(SingleNode { base: Object::new(), part: None }));
    let part = thing("part");
    let message = |attrs: Vec<(&'static str, ArgValue<'_>)>| make_node(key, attrs).unwrap_err().to_string();
    assert_eq!(
        message(vec![("name", "x".into())]),
        r#"described.Every: missing value for field "thing" of type described.Thing"#
    );
    assert_eq!(
        message(vec![("name", "x".into()), ("thing", ArgValue::Null)]),
        "described.Every.thing: expected described.Thing, found null"
    );
    assert_eq!(
        message(vec![("name", "x".into()), ("thing", (&single).into())]),
        "described.Every.thing: expected described.Thing, found described.Single"
    );
    assert!(
        message(vec![("name", "x".into()), ("thing", (&part).into()), ("i8", 128.into())]).contains("i8")
    );
    assert!(message(vec![("name", "".into()), ("thing", (&part).into())]).contains("a thing needs a name"));
    assert_eq!(part.strong_count(), 1);
    // Also if the references of the object are moved out for rewriting.
    let every = make_every(&part);
    let failed = rewrite(every, |object| -> Result<ObjectRef, Box<dyn Error>> {
        if object.type_key() == "described.Thing" {
            Ok(LastNode { base: Object::new() }.into_ref())
        } else {
            Ok(object)
        }
    });
    assert!(failed.is_err());
    assert_eq!(part.strong_count(), 1);
    Ok(())
}

trait IntoRef {
    fn into_ref(self) -> ObjectRef;
}

impl IntoRef for LastNode {
    fn into_ref(self) -> ObjectRef {
        make_object(self).into()
    }
}

#[test]
fn types_derive_from_types_defined_at_run_time() -> Outcome {
    let circle = TypeBuilder::new("described.Circle", ThingNode::type_index())
        .field(FieldBuilder::new("radius", INT))
        .register()?;
    let ring = TypeBuilder::new("described.Ring", circle.index())
        .field(FieldBuilder::new("hole", FieldKind::String))
        .field(FieldBuilder::new("inside", only("described.Circle")))
        .register()?;
    let plain = get_or_alloc_type_index("described.PlainRing", ring.index(), 0, true)?;

    let inner = make_node("described.Circle", [("name", "in".into()), ("radius", 1.into())])?;
    let attrs =
        |inner| [("name", "out".into()), ("radius", 2.into()), ("hole", "round".into()), ("inside", inner)];
    let rings =
        ["described.Ring", "described.PlainRing"].map(|key| make_node(key, attrs((&inner).into())).unwrap());
    for outer in &rings {
        assert!(outer.is_of_type(circle) && outer.is_of_type(ring) && outer.is_instance::<ThingNode>());
        assert_eq!(get_attr(outer, "radius")?.get::<i64>()?, 2);
        let again: ObjectRef = load_json(&save_json(outer)?)?;
        assert!(structural_equal(outer, &again) && again.type_index() == outer.type_index());
        let nested = make_node("described.Ring", attrs(outer.into()))?;
        assert!(get_attr(&nested, "inside")?.get::<ObjectRef>()?.same_as(outer));
    }
    assert_eq!(rings[1].type_index(), plain);
    assert!(!structural_equal(&rings[0], &rings[1]));
    assert!(make_node("described.Ring", attrs((&thing("no circle")).into())).is_err());
    // An object of the bare struct cannot have such a type.
    let bare = ThingNode { base: Object::new(), name: "x".into(), level: 1, next: None };
    assert!(objet::types::make_object_of_type(bare, ring.index()).is_err());
    Ok(())
}

#[test]
fn the_parent_can_be_the_root_or_a_struct_that_is_not_clone() -> Outcome {
    let link = TypeBuilder::new("described.Link", TypeIndex::OBJECT)
        .field(FieldBuilder::new("next", any()).default(()))
        .register()?;
    TypeBuilder::new("described.Double", SingleNode::type_index())
        .field(FieldBuilder::new("other", any()).default(()))
        .register()?;
    let end = make_node("described.Link", [])?;
    let double = make_node("described.Double", [("part", (&end).into()), ("other", (&end).into())])?;
    let copy = with_attr(double.clone(), "part", ArgValue::Null)?;
    assert!(get_attr(&copy, "other")?.get::<ObjectRef>()?.same_as(&end));

    // Dropping a long chain does not recurse.
    let mut chain = end.clone();
    for _ in 0..LONG {
        chain = make_node(link.key(), [("next", (&chain).into())])?;
    }
    on_a_small_stack(move || {
        assert_eq!(post_order(&chain).count(), LONG + 1);
        drop(chain);
    });
    drop((double, copy));
    assert_eq!(end.strong_count(), 1);
    Ok(())
}

#[test]
fn types_over_one_struct_have_separate_fields() -> Outcome {
    let describe = |key: &str, fields: usize| {
        let name = |nth: usize| FieldBuilder::new(format!("f{nth}"), INT).default(-1);
        let builder = TypeBuilder::new(key, ThingNode::type_index());
        (0..fields).fold(builder, |builder, nth| builder.field(name(nth))).register()
    };
    let (small, large) = (describe("described.Small", 1)?, describe("described.Large", 64)?);
    // The struct has three fields.
    let first = 3;
    for (info, fields) in [(small, 1), (large, 64)] {
        let own = (0..fields).map(|nth| (first + nth, ArgValue::from(nth as i64)));
        let made = make_node_at(info, [(0, "a".into())].into_iter().chain(own))?;
        assert_eq!(made.type_index(), info.index());
        assert_eq!(attr_names(&made)?.len(), first + fields);
        for nth in 0..fields {
            assert_eq!(get_attr(&made, &format!("f{nth}"))?.get::<i64>()?, nth as i64);
        }
    }
    Ok(())
}

#[test]
fn variables_can_be_defined_at_run_time() -> Outcome {
    let variable = TypeBuilder::new("described.Variable", TypeIndex::OBJECT)
        .comparison(Comparison::FreeVariable)
        .field(FieldBuilder::new("hint", FieldKind::String).role(FieldRole::Skipped))
        .register()?;
    TypeBuilder::new("described.Lambda", TypeIndex::OBJECT)
        .field(FieldBuilder::new("param", only("described.Variable")).role(FieldRole::Definition))
        .field(FieldBuilder::new("body", any()))
        .register()?;
    let identity = |hint: &str| {
        let param = make_node(variable.key(), [("hint", hint.into())]).unwrap();
        make_node("described.Lambda", [("param", (&param).into()), ("body", (&param).into())]).unwrap()
    };
    let (x, y) = (identity("x"), identity("y"));
    assert!(structural_equal(&x, &y));
    assert_eq!(structural_hash(&x), structural_hash(&y));
    let open = get_attr(&y, "param")?.get::<ObjectRef>()?;
    assert!(!structural_equal(&x, &with_attr(x.clone(), "body", (&open).into())?));
    Ok(())
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn concurrent_definitions_of_a_type_are_one_type() -> Outcome {
    let describe = |default: i64| {
        TypeBuilder::new("described.Once", ThingNode::type_index())
            .field(FieldBuilder::new("size", INT).default(default))
            .register()
    };
    let all: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| describe(3))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(all.iter().all(|info| info.as_ref().unwrap() == all[0].as_ref().unwrap()));
    assert_eq!(
        describe(4).unwrap_err().to_string(),
        "type described.Once is already registered with another definition: size: i64 = 3 under described.Thing; \
         requested: size: i64 = 4 under described.Thing"
    );
    Ok(())
}

#[test]
fn the_source_location_of_a_declaration_can_be_set() {
    let declared = types::Declared { file: "front_end.py", line: 7, column: 1 };
    let unnamed = || TypeBuilder::new("", ThingNode::type_index());
    let refused = unnamed().declared(declared).register().unwrap_err().to_string();
    assert_eq!(refused, "type declared at front_end.py:7:1 has an empty key");
    assert!(unnamed().register().unwrap_err().to_string().contains("runtime_defined_types.rs"));
}

#[test]
fn invalid_definitions_are_errors() {
    let under = |parent: TypeIndex, field: FieldBuilder| {
        let refused = TypeBuilder::new("described.Refused", parent).field(field).register();
        assert!(types::by_key("described.Refused").is_none());
        refused.unwrap_err().to_string()
    };
    let int = |name: &str| FieldBuilder::new(name, INT);
    assert!(under(LastNode::type_index(), int("x")).contains("final"));
    assert!(under(SilentNode::type_index(), int("x")).contains("no reflection"));
    assert!(under(TypeIndex::STRING, int("x")).contains("described.Refused cannot extend"));
    assert!(under(TypeIndex::ARRAY, int("x")).contains("described.Refused cannot extend"));
    assert!(under(ThingNode::type_index(), int("name")).contains("the parent has a field of this name"));
    assert!(under(ThingNode::type_index(), int("")).contains("empty"));
    assert_eq!(
        under(ThingNode::type_index(), int("x").default("three")),
        "invalid default for described.Refused.x: expected int but got str"
    );
    let nothing = RetValue::Null;
    assert!(
        under(ThingNode::type_index(), FieldBuilder::new("x", only("described.Thing")).default(nothing))
            .contains("null")
    );
    let known = TypeBuilder::new("described.Thing", TypeIndex::OBJECT).field(int("x")).register();
    assert!(known.unwrap_err().to_string().contains("already"));
}

#[test]
fn a_parent_without_a_free_slot_is_an_error() -> Outcome {
    let child = |key: &str| {
        let builder = TypeBuilder::new(key, FullNode::type_index());
        builder.field(FieldBuilder::new("x", INT)).register()
    };
    let first = child("described.FullFirst")?;
    assert_eq!(child("described.FullFirst")?, first);
    for _ in 0..2 {
        let refused = child("described.FullSecond").unwrap_err();
        assert!(
            matches!(refused, TypeBuilderError::Type(TypeError::ParentFull { used: 1, .. })),
            "{refused}"
        );
        assert!(types::by_key("described.FullSecond").is_none());
    }
    Ok(())
}

fn point(key: &str) -> TypeBuilder {
    TypeBuilder::new(key, TypeIndex::OBJECT).field(FieldBuilder::new("x", INT))
}

#[test]
fn a_type_that_is_defined_anew_leaves_its_objects_as_they_are() -> Outcome {
    let key = "described.Point";
    let first = point(key).register()?;
    let old = make_node(key, [("x", 1.into())])?;
    let text = save_json(&old)?;
    assert_eq!(point(key).redefine()?, first, "the same definition keeps the type");
    let before = types::count();
    let second = point(key).field(FieldBuilder::new("y", INT).default(5)).redefine()?;
    assert_ne!(second, first);
    assert_eq!((types::by_key(key), types::count()), (Some(second), before + 1));
    assert!(types::all().contains(&first) && types::all().contains(&second));

    let new = make_node(key, [("x", 1.into())])?;
    assert_eq!((old.type_info(), new.type_info()), (first, second));
    assert_eq!((attr_names(&old)?, attr_names(&new)?), (vec!["x"], vec!["x", "y"]));
    let changed = with_attr(old.clone(), "x", 7.into())?;
    assert_eq!(get_attr(&changed, "x")?.get::<i64>()?, 7);
    assert!(!structural_equal(&old, &new));
    for text in [text, save_json(&new)?] {
        let loaded: ObjectRef = load_json(&text)?;
        assert_eq!(loaded.type_info(), second);
        assert!(structural_equal(&loaded, &new));
    }
    let other = point(key).register();
    assert!(matches!(other, Err(TypeBuilderError::AlreadyRegistered { .. })));
    Ok(())
}

#[test]
fn fields_accept_all_definitions_of_a_type() -> Outcome {
    let (key, holder) = ("described.Part", "described.Whole");
    let first = point(key).register()?;
    let old = make_node(key, [("x", 1.into())])?;
    let kind = FieldKind::Reference(ReferenceKind::to_type(first, false));
    let below = point("described.Below").register()?;
    TypeBuilder::new(holder, TypeIndex::OBJECT).field(FieldBuilder::new("part", kind)).register()?;
    let second = point(key).comparison(Comparison::Pointer).redefine()?;
    let new = make_node(key, [("x", 1.into())])?;
    let derived = TypeBuilder::new("described.Derived", second.index()).register()?;
    let derived = make_node(derived.key(), [("x", 1.into())])?;
    for part in [&old, &new, &derived] {
        let whole = make_node(holder, [("part", part.into())])?;
        let reference: ObjectRef = get_attr(&whole, "part")?.get()?;
        assert!(reference.same_as(part));
    }
    let wrong = make_node(below.key(), [("x", 1.into())])?;
    let refused = make_node(holder, [("part", (&wrong).into())]).unwrap_err().to_string();
    assert_eq!(refused, "described.Whole.part: expected described.Part, found described.Below");
    assert!(!structural_equal(&new, &make_node(key, [("x", 1.into())])?), "compared by pointer now");
    Ok(())
}

#[test]
fn only_types_of_this_kind_are_defined_anew() {
    let refused = point("described.Thing").redefine().unwrap_err();
    assert!(matches!(refused, TypeBuilderError::AlreadyRegistered { .. }), "{refused}");
    let refused = point("described.Point").field(FieldBuilder::new("x", INT)).redefine().unwrap_err();
    assert!(refused.to_string().contains("duplicate name"), "{refused}");
}

/// A node of which only descendants have objects.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "described.Abstract", child_slots = 1)]
#[reflect(is_abstract)]
struct AbstractNode {
    base: Object,
    #[reflect(default = 0)]
    size: i64,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "described.Concrete")]
struct ConcreteNode {
    base: AbstractNode,
}

#[test]
fn abstract_types_have_no_objects_but_those_of_their_descendants() -> Outcome {
    objet::register_types!(AbstractNode, ConcreteNode)?;
    let refused = make_node("described.Abstract", []).unwrap_err().to_string();
    assert_eq!(refused, "described.Abstract is abstract: make a node of a type that extends it");
    let made = make_node("described.Concrete", [("size", 3.into())])?;
    let text = save_json(&made)?;
    assert_eq!(load_json(&text)?.downcast::<Abstract>()?.size, 3);
    let refused = load_json(&text.replace("Concrete", "Abstract")).unwrap_err().to_string();
    assert!(refused.contains("described.Abstract is abstract"), "{refused}");
    let late = TypeBuilder::new("described.Late", AbstractNode::type_index()).register()?;
    assert!(make_node(late.key(), [])?.downcast::<Abstract>().is_ok());
    Ok(())
}
