//! Fields by name, as a user of Objet meets them.

use std::error::Error;

use objet::prelude::*;
use objet::{
    ArgValue, AttrMut, AttrVisitor, AttrVisitorMut, Field, FieldKind, FieldRole, FunctorError, NodeFunctor,
    ReflectError, Reflection, RetValue, attr_names, get_attr, get_or_alloc_type_index, structural_equal,
    visit_attrs, visit_attrs_mut, with_attr,
};

/// How to round.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(i8)]
enum Rounding {
    Down = -1,
    Nearest,
    Up,
}

/// Base of all.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Base", child_slots = 8)]
#[reflect(check = even_line)]
struct BaseNode {
    base: Object,
    /// Where it was written.
    ///
    /// Counted from one.
    #[reflect(skip_eq, default = 2)]
    line: u32,
    note: Option<objet::String>,
}

fn even_line(node: &BaseNode) -> Result<(), String> {
    if node.line.is_multiple_of(2) { Ok(()) } else { Err(format!("line {} is odd", node.line)) }
}

/// In the middle, with a field under another name.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Middle", child_slots = 4)]
struct MiddleNode {
    base: BaseNode,
    #[reflect(name = "dtype")]
    data_type: DataType,
}

/// A field of every kind.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Kinds", is_final)]
struct KindsNode {
    base: Object,
    i8: i8,
    i16: i16,
    i32: i32,
    i64: i64,
    u8: u8,
    u16: u16,
    u32: u32,
    u64: u64,
    f32: f32,
    f64: f64,
    bool: bool,
    text: String,
    string: objet::String,
    dtype: DataType,
    rounding: Rounding,
    tensor: Option<NDArray>,
    middle: Middle,
    maybe: Option<Middle>,
    array: Array<Middle>,
    map: Map<objet::String, ObjectRef>,
}

/// A field that may be null, and has to be given all the same.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Required", is_final)]
struct RequiredNode {
    base: Object,
    #[reflect(required)]
    units: Option<ObjectRef>,
}

/// A node whose constructor is derived.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Slice", is_final)]
#[reflect(new)]
struct SliceNode {
    base: Object,
    begin: i64,
    #[reflect(default = [1, 2].map(i64::from).iter().sum())]
    step: i64,
    end: Option<ObjectRef>,
    #[reflect(default = if cfg!(any()) { "any" } else { "none" }.into(), name = "mode")]
    slice_mode: String,
    #[reflect(skip)]
    cache: Option<Vec<u8>>,
}

/// A node whose constructor takes nothing.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Flag")]
#[reflect(new)]
struct FlagNode {
    base: Object,
    #[reflect(default = true)]
    set: bool,
}

/// A child of such a node.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.NamedFlag")]
#[reflect(new)]
struct NamedFlagNode {
    base: FlagNode,
    name: String,
}

/// Every option, and inherited fields in another order: `note` comes last, `line` is left out.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Options", is_final)]
#[reflect(fields(var, axis, dtype, ratio, count, limit, next, note))]
struct OptionsNode {
    base: MiddleNode,
    #[reflect(default = 1, lower_bound = 0, upper_bound = 9)]
    axis: i32,
    #[reflect(default = 0.5, lower_bound = 0.1)]
    ratio: f32,
    #[reflect(default = u64::MAX, lower_bound = 3)]
    count: u64,
    #[reflect(default = 0, upper_bound = u64::MAX - 1)]
    limit: u64,
    #[reflect(visit_last)]
    next: Option<ObjectRef>,
    #[reflect(def)]
    var: Option<ObjectRef>,
    #[reflect(skip)]
    cache: Option<Vec<u8>>,
    #[reflect(skip, default = 7)]
    seed: u64,
}

/// Known by its name alone.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Op", is_final)]
#[reflect(bytes(op_name, op_of_name))]
struct OpNode {
    base: Object,
    name: objet::String,
}

fn op_name(op: &OpNode) -> &str {
    op.name.as_str()
}

fn op_of_name(name: &[u8]) -> Result<Op, std::str::Utf8Error> {
    let name = std::str::from_utf8(name)?.into();
    Ok(make_object(OpNode { base: Object::new(), name }).into())
}

/// A node of which nothing is known but its key.
#[derive(Object)]
#[repr(C)]
#[object(key = "reflection.Dark", is_final)]
struct DarkNode {
    base: Object,
}

/// Two integers above what a value holds, or not.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Wide", is_final)]
struct WideNode {
    base: Object,
    first: u64,
    second: u64,
}

/// Has all types known by key, which nothing does at link time without the feature `inventory`.
fn register() {
    objet::register_types!(SliceNode, NamedFlagNode, KindsNode, OptionsNode, OpNode, DarkNode, WideNode)
        .unwrap();
}

fn make_node<'a>(
    type_key: &str,
    attrs: impl IntoIterator<Item = (&'a str, ArgValue<'a>)>,
) -> Result<ObjectRef, ReflectError> {
    register();
    objet::make_node(type_key, attrs)
}

fn middle() -> Middle {
    let base = BaseNode { base: Object::new(), line: 4, note: None };
    make_object(MiddleNode { base, data_type: DataType::float(32) }).into()
}

fn options() -> Options {
    let object = make_node("reflection.Options", [("dtype", "int8".into())]).unwrap();
    object.downcast().unwrap()
}

fn text<T: std::fmt::Debug>(result: Result<T, ReflectError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn every_kind_of_field_goes_in_and_comes_out() -> Result<(), Box<dyn Error>> {
    let (name, middle) = (objet::String::from("name"), middle());
    let array = Array::from_iter([middle.clone()]);
    let map = Map::from_iter([(name.clone(), ObjectRef::from(middle.clone()))]);
    let tensor = NDArray::zeros(&[2], DataType::float(32))?;
    let attrs: [(&str, ArgValue<'_>); 19] = [
        ("i8", i8::MIN.into()),
        ("i16", i16::MIN.into()),
        ("i32", i32::MIN.into()),
        ("i64", i64::MIN.into()),
        ("u8", u8::MAX.into()),
        ("u16", u16::MAX.into()),
        ("u32", u32::MAX.into()),
        ("u64", i64::MAX.into()),
        ("f32", 0.5.into()),
        ("f64", (-0.25).into()),
        ("bool", true.into()),
        ("text", "plain".into()),
        ("string", (&name).into()),
        ("dtype", DataType::int(64).into()),
        ("rounding", Rounding::Up.into()),
        ("tensor", (&tensor).into()),
        ("middle", (&middle).into()),
        ("array", (&array).into()),
        ("map", (&map).into()),
    ];
    let object = make_node("reflection.Kinds", attrs)?;
    let kinds = object.as_node::<KindsNode>().ok_or("a KindsNode")?;
    assert_eq!((kinds.i8, kinds.u32, kinds.u64, kinds.f32), (i8::MIN, u32::MAX, i64::MAX as u64, 0.5));
    assert_eq!((kinds.text.as_str(), kinds.rounding), ("plain", Rounding::Up));
    assert!(kinds.middle.same_as(&middle) && kinds.maybe.is_none());

    for (name, value) in attrs {
        let found = get_attr(&object, name)?;
        assert_eq!(format!("{found:?}"), format!("{value:?}"), "{name}");
    }
    assert!(matches!(get_attr(&object, "maybe")?, RetValue::Null));
    assert_eq!(attr_names(&object)?.len(), 20);
    Ok(())
}

#[test]
fn names_of_three_levels_come_in_order() -> Result<(), ReflectError> {
    assert_eq!(attr_names(&middle())?, ["line", "note", "dtype"]);
    let listed = ["var", "axis", "dtype", "ratio", "count", "limit", "next", "note"];
    assert_eq!(attr_names(&options())?, listed);
    Ok(())
}

#[test]
fn defaults_stand_where_nothing_is_given() {
    let options = options();
    assert_eq!((options.axis, options.ratio, options.count, options.line), (1, 0.5, u64::MAX, 2));
    assert_eq!((options.cache.as_deref(), options.seed), (None, 7));
    assert!(options.next.is_none() && options.var.is_none() && options.note.is_none());
}

#[test]
fn a_field_says_what_it_is() -> Result<(), Box<dyn Error>> {
    register();
    let reflection = Reflection::of_key("reflection.Options")?;
    assert!(reflection.doc().starts_with("Every option, and inherited fields"));
    let axis = reflection.field("axis")?;
    assert_eq!((axis.type_name(), axis.role()), ("i32", FieldRole::Compared));
    assert_eq!(axis.default().map(|value| value.get::<i64>()), Some(Ok(1)));
    assert_eq!(axis.lower_bound().map(|value| value.get::<i64>()), Some(Ok(0)));
    assert_eq!(axis.upper_bound().map(|value| value.get::<i64>()), Some(Ok(9)));
    assert!(reflection.field("next")?.is_visited_last() && !axis.is_visited_last());
    assert_eq!(reflection.field("var")?.role(), FieldRole::Definition);
    assert!(matches!(reflection.field("limit")?.upper_bound(), Some(RetValue::Null)));

    let line = Reflection::of_key("reflection.Middle")?.field("line")?;
    assert_eq!(line.doc(), "Where it was written.\n\nCounted from one.");
    assert_eq!(line.role(), FieldRole::Skipped);
    let FieldKind::Enum(rounding) = Reflection::of_key("reflection.Kinds")?.field("rounding")?.kind() else {
        panic!("an enum");
    };
    assert_eq!(rounding.variants, [("Down", -1), ("Nearest", 0), ("Up", 1)]);
    Ok(())
}

#[test]
fn a_changed_copy_leaves_the_original_as_it_is() -> Result<(), ReflectError> {
    let options = options();
    let changed = with_attr(options.clone(), "axis", 9.into())?;
    assert_eq!((options.axis, changed.axis, changed.seed), (1, 9, 7));
    assert!(!changed.same_as(&options));

    let address = std::ptr::from_ref(&*changed);
    let changed = with_attr(changed, "ratio", 0.1.into())?;
    assert_eq!(std::ptr::from_ref(&*changed), address, "nobody else looks");
    let weak = changed.downgrade();
    let copy = with_attr(changed, "ratio", 2.into())?;
    assert_eq!((copy.ratio, weak.upgrade()), (2.0, None));
    let null = with_attr(copy, "next", ArgValue::Null)?;
    assert!(null.next.is_none());
    Ok(())
}

#[test]
fn a_wrong_name_is_answered_with_the_nearest() {
    let known = "var, axis, dtype, ratio, count, limit, next, note";
    let options = options();
    let near = format!(r#"reflection.Options has no field "axes", did you mean "axis"? Its fields: {known}"#);
    assert_eq!(text(get_attr(&options, "axes")), near);
    assert_eq!(text(make_node("reflection.Options", [("axes", 1.into())])), near);
    assert_eq!(text(with_attr(options.clone(), "axes", 1.into())), near);
    let far = format!(r#"reflection.Options has no field "line": its fields are {known}"#);
    assert_eq!(text(get_attr(&options, "line")), far, "it is left out");
    assert_eq!(
        text(make_node("reflection.Option", [])),
        r#"unknown type key "reflection.Option", did you mean "reflection.Options"?"#
    );
    assert_eq!(text(make_node("ghost", [])), r#"unknown type key "ghost""#);
}

#[test]
fn what_is_required_must_be_given_though_it_be_null() {
    assert_eq!(
        text(make_node("reflection.Required", [])),
        r#"reflection.Required needs a value for its field "units", of type Option<ObjectRef>"#
    );
    let given: Required =
        make_node("reflection.Required", [("units", ArgValue::Null)]).unwrap().downcast().unwrap();
    assert!(given.units.is_none());
    let required = |key, field| Reflection::of_key(key).unwrap().field(field).unwrap().is_required();
    assert!(required("reflection.Required", "units") && required("reflection.Options", "dtype"));
    assert!(!required("reflection.Options", "axis") && !required("reflection.Options", "next"));
}

#[test]
fn a_derived_constructor_takes_what_has_no_default() -> Result<(), ReflectError> {
    let slice = Slice::from(make_object(SliceNode::new(4, None)));
    assert_eq!((slice.begin, slice.step, slice.slice_mode.as_str()), (4, 3, "none"));
    assert!(slice.end.is_none() && slice.cache.is_none());
    let by_name = make_node("reflection.Slice", [("begin", 4.into())])?;
    assert!(structural_equal(&slice, &by_name));

    let named = NamedFlagNode::new("fast".into());
    assert!(named.set && FlagNode::default().set, "the parent has its defaults");
    assert_eq!(named.name, "fast");
    Ok(())
}

#[test]
fn what_cannot_be_made_says_why() {
    let make = |attrs: &[(&'static str, ArgValue<'static>)]| {
        text(make_node("reflection.Options", attrs.iter().copied()))
    };
    let dtype = ("dtype", ArgValue::from("int8"));
    assert_eq!(make(&[]), r#"reflection.Options needs a value for its field "dtype", of type DataType"#);
    assert_eq!(make(&[dtype, dtype]), r#"reflection.Options is given two values for its field "dtype""#);
    assert_eq!(make(&[dtype, ("axis", 10.into())]), "reflection.Options.axis: expected 0 to 9, found 10");
    assert_eq!(make(&[dtype, ("axis", (-1).into())]), "reflection.Options.axis: expected 0 to 9, found -1");
    assert_eq!(make(&[dtype, ("axis", "x".into())]), "reflection.Options.axis: expected int but got str");
    assert_eq!(
        make(&[dtype, ("ratio", f64::NAN.into())]),
        "reflection.Options.ratio: expected at least 0.1, found NaN"
    );
    assert_eq!(make(&[dtype, ("count", 2.into())]), "reflection.Options.count: expected at least 3, found 2");
    assert_eq!(
        make(&[dtype, ("count", (-1).into())]),
        "reflection.Options.count: expected at least 3, found -1"
    );
    assert_eq!(
        make(&[dtype, ("var", 1.into())]),
        "reflection.Options.var: expected runtime.Object, found int"
    );
    assert_eq!(
        make(&[("dtype", "float".into()), ("note", 1.into())]),
        "reflection.Options.note: expected runtime.String, found int"
    );
    let op = text(make_node("reflection.Op", [("name", "add".into())]));
    assert_eq!(op, "reflection.Op is made of a name or of bytes, not of fields");
    let dark = text(make_node("reflection.Dark", []));
    assert_eq!(dark, "the fields of reflection.Dark are not known: its node has no `#[derive(Reflect)]`");
}

#[test]
fn an_enum_takes_the_numbers_of_its_variants_alone() -> Result<(), ReflectError> {
    let rounding = RetValue::from(Rounding::Down);
    assert_eq!(rounding.get::<Rounding>(), Ok(Rounding::Down));
    assert_eq!(
        RetValue::from(2).get::<Rounding>().unwrap_err().to_string(),
        "expected Rounding, found 2, which it cannot hold"
    );
    Ok(())
}

#[test]
fn the_check_of_a_type_looks_at_its_descendants_too() {
    let dtype = ("dtype", ArgValue::from("int8"));
    let refused = "reflection.Base refuses this node: line 3 is odd";
    assert_eq!(text(make_node("reflection.Middle", [dtype, ("line", 3.into())])), refused);
    assert_eq!(text(with_attr(middle(), "line", 3.into())), refused);
    let mut reference = middle();
    let original = reference.clone();
    assert_eq!(text(visit_attrs_mut(&mut reference, &mut Set("line", 3))), refused);
    assert!(reference.same_as(&original) && reference.line == 4);
}

#[test]
fn a_large_integer_without_a_sign_is_never_another_number() -> Result<(), Box<dyn Error>> {
    let wide = make_object(WideNode { base: Object::new(), first: i64::MAX as u64, second: u64::MAX });
    let mut wide = Wide::from(wide);
    assert_eq!(get_attr(&wide, "first")?.get::<u64>()?, i64::MAX as u64);
    let expected = "reflection.Wide.second: expected i64, found 18446744073709551615, which it cannot hold";
    assert_eq!(text(get_attr(&wide, "second")), expected);
    assert_eq!(text(visit_attrs(&wide, &mut Names::default())), expected);
    visit_attrs_mut(&mut wide, &mut Set("first", 1))?;
    assert_eq!((wide.first, wide.second), (1, u64::MAX));
    Ok(())
}

#[test]
fn a_type_without_a_struct_is_made_in_its_ancestor_s() -> Result<(), Box<dyn Error>> {
    let index = get_or_alloc_type_index("reflection.late.Middle", MiddleNode::type_index(), 0, true)?;
    let object = make_node("reflection.late.Middle", [("dtype", "int8".into()), ("line", 6.into())])?;
    assert_eq!((object.type_index(), object.type_key()), (index, "reflection.late.Middle"));
    let middle: Middle = object.downcast()?;
    assert_eq!(get_attr(&middle, "line")?.get::<i64>()?, 6);
    let changed = with_attr(middle.clone(), "line", 8.into())?;
    assert_eq!((changed.type_index(), changed.line, middle.line), (index, 8, 6));
    Ok(())
}

#[test]
fn every_object_gives_its_type_key_by_name() -> Result<(), Box<dyn Error>> {
    assert_eq!(get_attr(&middle(), "type_key")?.get::<&str>()?, "reflection.Middle");
    let text = ObjectRef::from(objet::String::from("x"));
    assert_eq!(get_attr(&text, "type_key")?.get::<&str>()?, "runtime.String");
    let error = get_attr(&text, "size").unwrap_err().to_string();
    assert_eq!(error, "the fields of runtime.String are not known: its node has no `#[derive(Reflect)]`");
    Ok(())
}

#[derive(Default)]
struct Names(Vec<&'static str>);

impl AttrVisitor for Names {
    fn visit(&mut self, field: &'static Field, _value: ArgValue<'_>) {
        self.0.push(field.name());
    }
}

/// Sets the field of that name to that integer.
struct Set(&'static str, i64);

impl AttrVisitorMut for Set {
    fn visit(&mut self, field: &'static Field, mut attr: AttrMut<'_>) -> Result<(), ReflectError> {
        if field.name() == self.0 { attr.set(self.1.into()) } else { Ok(()) }
    }
}

#[test]
fn a_visitor_sees_and_changes_fields() -> Result<(), Box<dyn Error>> {
    let mut middle = middle();
    let mut names = Names::default();
    visit_attrs(&middle, &mut names)?;
    assert_eq!(names.0, ["line", "note", "dtype"]);

    let original = middle.clone();
    visit_attrs_mut(&mut middle, &mut Set("none", 0))?;
    assert!(middle.same_as(&original), "nothing changed");
    visit_attrs_mut(&mut middle, &mut Set("line", 8))?;
    assert_eq!((middle.line, original.line), (8, 4));
    let error = visit_attrs_mut(&mut middle, &mut Set("dtype", 1)).unwrap_err();
    assert_eq!(error.to_string(), "reflection.Middle.dtype: expected DLDataType but got int");
    assert_eq!(middle.line, 8);

    let mut options = options();
    let error = text(visit_attrs_mut(&mut options, &mut Set("axis", 10)));
    assert_eq!(error, "reflection.Options.axis: expected 0 to 9, found 10");
    Ok(())
}

#[test]
fn a_functor_falls_back_to_the_nearest_ancestor() -> Result<(), Box<dyn Error>> {
    let mut functor = NodeFunctor::<str, String>::new();
    let object = ObjectRef::from(middle());
    assert!(!functor.can_dispatch(&object));
    let error = functor.call(&object, &mut String::from("ctx")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the functor has no function for reflection.Middle, nor for a type that it derives from"
    );
    functor.set_dispatch(|node: &BaseNode, context| format!("base {} {context}", node.line))?;
    assert_eq!(functor.call(&object, &mut String::from("of"))?, "base 4 of");
    functor.set_dispatch(|node: &MiddleNode, _| format!("middle {}", node.data_type))?;
    assert_eq!(functor.call(&object, &mut String::new())?, "middle float32");
    assert_eq!(functor.call(&options(), &mut String::new())?, "middle int8");

    let twice = functor.set_dispatch(|_: &MiddleNode, _| String::new()).unwrap_err();
    assert_eq!(twice, FunctorError::Twice { type_key: "reflection.Middle" });
    assert!(functor.clear_dispatch::<MiddleNode>() && !functor.clear_dispatch::<MiddleNode>());
    assert_eq!(functor.call(&object, &mut String::from("again"))?, "base 4 again");
    assert!(!functor.can_dispatch(&ObjectRef::from(objet::String::from("x"))));
    Ok(())
}

#[test]
fn a_functor_knows_types_that_arrive_after_it() -> Result<(), Box<dyn Error>> {
    let mut functor = NodeFunctor::<(), u32>::new();
    functor.set_dispatch(|node: &BaseNode, ()| node.line)?;
    assert_eq!(functor.call(&middle(), &mut ())?, 4);
    for number in 0..300 {
        let key = format!("reflection.late.{number}");
        get_or_alloc_type_index(&key, MiddleNode::type_index(), 0, true)?;
        let object = make_node(&key, [("dtype", "int8".into()), ("line", (2 * number).into())])?;
        std::thread::scope(|scope| {
            let call = || functor.call(&object, &mut ());
            let there = scope.spawn(call);
            assert_eq!((call(), there.join().unwrap()), (Ok(2 * number), Ok(2 * number)));
        });
    }
    Ok(())
}

#[test]
fn bytes_stand_for_a_node_that_has_them() {
    let op = op_of_name(b"add").unwrap();
    assert_eq!(get_attr(&op, "name").unwrap().get::<&str>(), Ok("add"));
    assert!(op_of_name(b"\xff").is_err());
}
