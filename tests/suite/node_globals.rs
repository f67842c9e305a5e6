//! Tests of the global functions over nodes, with the names and arguments of front ends.

use objet::containers::BoxFloat;
use objet::function::{ArgValue, RetValue, RuntimeError, TypeCode};
use objet::prelude::*;
use objet::text::ReprPrinter;
use objet::{Error, Registry, String as Text};

/// A node with one field of each kind that has its own conversion.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "test.node_globals.Point", is_final)]
struct PointNode {
    base: Object,
    #[reflect(lower_bound = 0, upper_bound = 10)]
    x: i32,
    scale: f64,
    #[reflect(default = true)]
    is_open: bool,
    name: String,
    dtype: DataType,
    data: Option<NDArray>,
    next: Option<ObjectRef>,
}

/// A node whose attributes are the entries of a map.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "test.node_globals.Dict", is_final)]
struct DictNode {
    base: Object,
    #[reflect(name = "__dict__")]
    entries: Map<Text, Option<ObjectRef>>,
}

/// A variable.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "test.node_globals.Var", is_final)]
#[reflect(free_variable, repr = show_var)]
struct VarNode {
    base: Object,
    #[reflect(skip_eq)]
    name: Text,
}

fn show_var<'a>(var: &'a VarNode, printer: &mut ReprPrinter<'a>) {
    printer.text("$").text(var.name.as_str());
}

/// A node that binds a variable.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "test.node_globals.Lambda", is_final)]
#[reflect(repr = show_lambda)]
struct LambdaNode {
    base: Object,
    #[reflect(def)]
    var: ObjectRef,
    body: ObjectRef,
}

fn show_lambda<'a>(lambda: &'a LambdaNode, printer: &mut ReprPrinter<'a>) {
    printer.text("fn ").object(&lambda.var).text(" => ").object(&lambda.body);
}

/// A node that is not reflected.
#[derive(Object)]
#[repr(C)]
#[object(key = "test.node_globals.Blank", is_final)]
struct BlankNode {
    base: Object,
}

fn set_up() -> Result<(), Error> {
    #[cfg(not(feature = "inventory"))]
    {
        objet::register_types!(PointNode, DictNode, VarNode, LambdaNode, BlankNode)?;
        objet::function::register_front_end()?;
    }
    Ok(())
}

fn call(name: &str, args: &[ArgValue<'_>]) -> Result<RetValue, RuntimeError> {
    set_up().map_err(|error| RuntimeError::from_text(&error.to_string()))?;
    Registry::expect(name)?.call(args)
}

fn fails(name: &str, args: &[ArgValue<'_>]) -> (String, String) {
    match call(name, args) {
        Ok(value) => panic!("{name} returned {value:?}"),
        Err(error) => (error.kind().name().into(), error.message().into()),
    }
}

fn point() -> Result<ObjectRef, RuntimeError> {
    let tensor = NDArray::from_slice(&[1], &[1.0_f32])?;
    let fields: [ArgValue<'_>; 13] = [
        "test.node_globals.Point".into(),
        "x".into(),
        3.into(),
        "scale".into(),
        2.into(),
        "name".into(),
        "p".into(),
        "dtype".into(),
        "float32x4".into(),
        "data".into(),
        (&tensor).into(),
        "next".into(),
        ArgValue::Null,
    ];
    let made = call("node.MakeNode", &fields)?;
    assert_eq!(made.type_code(), TypeCode::OBJECT_HANDLE);
    Ok(made.get()?)
}

fn var(name: &str) -> Var {
    make_object(VarNode { base: Object::new(), name: name.into() }).into()
}

fn lambda(var: &Var, body: &Var) -> Lambda {
    make_object(LambdaNode { base: Object::new(), var: var.clone().upcast(), body: body.clone().upcast() })
        .into()
}

#[test]
fn every_name_is_registered() -> Result<(), Error> {
    set_up()?;
    let names = [
        "node.AsRepr",
        "node.LoadJSON",
        "node.MakeNode",
        "node.NodeGetAttr",
        "node.NodeListAttrNames",
        "node.SaveJSON",
        "node.StructuralEqual",
        "node.StructuralHash",
    ];
    let missing: Vec<_> = names.iter().filter(|name| Registry::get(name).is_none()).collect();
    assert!(missing.is_empty(), "{missing:?}");
    Ok(())
}

#[test]
fn attributes_have_the_type_codes_of_their_fields() -> Result<(), RuntimeError> {
    let point = point()?;
    let codes = [
        ("x", TypeCode::INT),
        ("scale", TypeCode::FLOAT),
        ("is_open", TypeCode::INT),
        ("name", TypeCode::STR),
        ("dtype", TypeCode::DATA_TYPE),
        ("data", TypeCode::NDARRAY_HANDLE),
        ("next", TypeCode::NULLPTR),
        ("type_key", TypeCode::STR),
    ];
    for (name, code) in codes {
        assert_eq!(call("node.NodeGetAttr", &[(&point).into(), name.into()])?.type_code(), code, "{name}");
    }
    assert_eq!(
        fails("node.NodeGetAttr", &[(&point).into(), "y".into()]),
        ("AttributeError".into(), "test.node_globals.Point object has no attributed y".into())
    );
    let names = call("node.NodeListAttrNames", &[(&point).into()])?.get::<PackedFunc>()?;
    assert_eq!(names.call((-1,))?.get::<i64>()?, 7);
    let listed: Result<Vec<String>, _> = (0..7_i64).map(|index| names.call_as((index,))).collect();
    assert_eq!(listed?, ["x", "scale", "is_open", "name", "dtype", "data", "next"]);
    assert!(names.call((7,)).is_err() && names.call((-2,)).is_err());
    Ok(())
}

#[test]
fn objects_without_reflection_have_only_a_type_key() -> Result<(), RuntimeError> {
    set_up().map_err(|error| RuntimeError::from_text(&error.to_string()))?;
    let blank = ObjectRef::from(make_object(BlankNode { base: Object::new() }));
    let objects: [(ObjectRef, &str); 4] = [
        (blank, "test.node_globals.Blank"),
        (Array::<ObjectRef>::new().upcast(), "Array"),
        (Text::from("x").into(), "runtime.String"),
        (NDArray::from_slice(&[1], &[1_i64])?.upcast(), "runtime.NDArray"),
    ];
    for (object, key) in &objects {
        let found = call("node.NodeGetAttr", &[object.into(), "type_key".into()])?;
        assert_eq!(found.get::<&str>()?, *key);
        let expected =
            ("TypeError".to_owned(), format!("{key} is not registered via TVM_REGISTER_NODE_TYPE"));
        assert_eq!(fails("node.NodeGetAttr", &[object.into(), "x".into()]), expected);
        assert_eq!(fails("node.NodeListAttrNames", &[object.into()]), expected);
    }
    Ok(())
}

#[test]
fn entries_of_a_dictionary_are_attributes() -> Result<(), RuntimeError> {
    let value = Text::from("v");
    let dict = call(
        "node.MakeNode",
        &["test.node_globals.Dict".into(), "a".into(), (&value).into(), "b".into(), ArgValue::Null],
    )?;
    assert!(call("node.NodeGetAttr", &[dict.as_arg(), "a".into()])?.get::<Text>()?.same_as(&value));
    assert_eq!(call("node.NodeGetAttr", &[dict.as_arg(), "b".into()])?.type_code(), TypeCode::NULLPTR);
    assert_eq!(fails("node.NodeGetAttr", &[dict.as_arg(), "c".into()]).0, "AttributeError");
    let names = call("node.NodeListAttrNames", &[dict.as_arg()])?.get::<PackedFunc>()?;
    assert_eq!(names.call((-1,))?.get::<i64>()?, 2);
    assert_eq!(names.call((1,))?.get::<&str>()?, "b");
    Ok(())
}

#[test]
fn errors_of_make_node_state_the_reason() {
    let make = |args: &[ArgValue<'_>]| fails("node.MakeNode", args);
    let key = ArgValue::from("test.node_globals.Point");
    let (kind, message) = make(&["no.such".into()]);
    assert_eq!(kind, "TVMError");
    assert!(message.starts_with("Cannot find type no.such"), "{message}");
    assert_eq!(make(&["test.node_globals.Blank".into()]).0, "TypeError");
    assert_eq!(make(&[key, "x".into(), 1.into()]).1, "test.node_globals.Point: require field scale");
    assert_eq!(
        make(&[key, "y".into(), 1.into(), "z".into(), 1.into()]),
        ("AttributeError".into(), "test.node_globals.Point does not contain field  y z".into())
    );
    assert_eq!(
        make(&[key, "x".into(), 11.into()]),
        (
            "AttributeError".into(),
            "test.node_globals.Point.x: value 11 is bigger than the upper bound 10".into()
        )
    );
    assert!(make(&[key, "x".into(), (-1).into()]).1.contains("smaller than the lower bound 0"));
    assert_eq!(make(&[key, "x".into(), "one".into()]).0, "TypeError");
    assert_eq!(make(&[key, "x".into()]).0, "TVMError");
}

#[test]
fn as_repr_returns_the_text_of_front_ends() -> Result<(), RuntimeError> {
    let text = |value: ArgValue<'_>| -> Result<String, RuntimeError> {
        let text = call("node.AsRepr", &[value])?;
        assert_eq!(text.type_code(), TypeCode::STR);
        Ok(text.get()?)
    };
    assert_eq!(text(ArgValue::Null)?, "(nullptr)");
    assert_eq!(text((&Text::from("a\"b\\c\t\r\n\u{1}é")).into())?, r#""a\"b\\c\t\r\n\x01\xC3\xA9""#);
    let x = var("x");
    let array =
        Array::<Option<ObjectRef>>::from([Some(x.clone().upcast()), None, Some(Text::from("t").into())]);
    assert_eq!(text((&array).into())?, r#"[$x, (nullptr), "t"]"#);
    let map = Map::<ObjectRef, ObjectRef>::from([
        (Text::from("k\"").into(), x.clone().upcast()),
        (x.clone().upcast(), objet::ShapeTuple::from([1, 2]).upcast()),
    ]);
    assert_eq!(text((&map).into())?, r#"{"k"": $x, $x: [1, 2]}"#);
    assert_eq!(text((&lambda(&x, &x)).into())?, "fn $x => $x");
    let point = point()?;
    let whole = text((&point).into())?;
    assert!(whole.starts_with("test.node_globals.Point(") && whole.contains("scale=2.0"), "{whole}");
    // The parts that a node shares would be listed before its type.
    let mut shared: Point = point.clone().downcast()?;
    *shared.make_mut().next = Some(Array::from([point.clone(), point.clone()]).upcast());
    let address = text((&shared).into())?;
    assert!(address.starts_with("test.node_globals.Point(0x"), "{address}");
    let inside = text((&Array::from([point])).into())?;
    assert!(inside.starts_with("[test.node_globals.Point(0x"), "{inside}");
    Ok(())
}

#[test]
fn as_repr_handles_long_chains_and_wide_graphs() -> Result<(), RuntimeError> {
    let mut chain: ObjectRef = var("x").upcast();
    for _ in 0..200_000 {
        chain = Array::from([chain]).upcast();
    }
    assert_eq!(call("node.AsRepr", &[(&chain).into()])?.get::<&str>()?.len(), 2 * 200_000 + 2);
    let mut wide: ObjectRef = var("x").upcast();
    for _ in 0..60 {
        wide = Array::from([wide.clone(), wide]).upcast();
    }
    assert!(call("node.AsRepr", &[(&wide).into()])?.get::<&str>()?.ends_with('…'));
    Ok(())
}

#[test]
fn graphs_round_trip_through_json() -> Result<(), RuntimeError> {
    let point = point()?;
    let json = call("node.SaveJSON", &[(&point).into()])?;
    assert_eq!(json.type_code(), TypeCode::STR);
    let back = call("node.LoadJSON", &[json.as_arg()])?;
    assert_eq!(back.type_code(), TypeCode::OBJECT_HANDLE);
    let equal = [(&point).into(), back.as_arg(), false.into(), true.into()];
    assert_eq!(call("node.StructuralEqual", &equal)?.get::<i64>()?, 1);
    let (kind, message) = fails("node.SaveJSON", &[(&objet::containers::ADT::tuple([])).into()]);
    assert_eq!(kind, "TypeError");
    assert!(message.starts_with("cannot save runtime.ADT"), "{message}");
    let null = call("node.SaveJSON", &[ArgValue::Null])?;
    assert_eq!(call("node.LoadJSON", &[null.as_arg()])?.type_code(), TypeCode::NULLPTR);
    assert_eq!(fails("node.LoadJSON", &["{}".into()]).0, "TVMError");
    let unknown = json.get::<&str>()?.replace("test.node_globals.Point", "test.node_globals.Pint");
    assert_eq!(fails("node.LoadJSON", &[unknown.as_str().into()]).0, "TVMError");
    Ok(())
}

#[test]
fn comparison_and_hash_agree() -> Result<(), RuntimeError> {
    let (x, y) = (var("x"), var("y"));
    let agree = |lhs: &ObjectRef, rhs: &ObjectRef, map_free_vars: bool| -> Result<bool, RuntimeError> {
        let equal =
            call("node.StructuralEqual", &[lhs.into(), rhs.into(), false.into(), map_free_vars.into()])?;
        let [left, right] =
            [lhs, rhs].map(|object| call("node.StructuralHash", &[object.into(), map_free_vars.into()]));
        let equal = equal.get::<bool>()?;
        assert_eq!(left?.get::<i64>()? == right?.get::<i64>()?, equal, "{lhs:?} {rhs:?} {map_free_vars}");
        Ok(equal)
    };
    let free: [ObjectRef; 2] = [x.clone().upcast(), y.clone().upcast()];
    assert!(!agree(&free[0], &free[1], false)?);
    assert!(agree(&free[0], &free[1], true)?);
    assert!(agree(&free[0], &free[0], false)?);
    let bound: [ObjectRef; 2] = [lambda(&x, &x).upcast(), lambda(&y, &y).upcast()];
    assert!(agree(&bound[0], &bound[1], false)?);
    let mixed: ObjectRef = lambda(&x, &y).upcast();
    assert!(!agree(&bound[0], &mixed, false)?);
    let arrays = [[&x, &x], [&y, &x]].map(|vars| vars.into_iter().cloned().collect::<Array<Var>>().upcast());
    assert!(!agree(&arrays[0], &arrays[1], true)?);
    assert_eq!(call("node.StructuralHash", &[ArgValue::Null, false.into()])?.get::<i64>()?, 0);
    Ok(())
}

#[test]
fn an_asserted_comparison_shows_both_sides() -> Result<(), RuntimeError> {
    let arrays = ["a", "b"].map(|text| Array::from([Text::from(text)]));
    let [lhs, rhs] = &arrays;
    let compare = [lhs.into(), rhs.into(), true.into(), false.into()];
    let [a, b, c] = [1e-5, 1e-5 + 1e-12, 1.1e-5].map(BoxFloat::new);
    for (other, equal) in [(&b, 1), (&c, 0)] {
        let args = [(&a).into(), other.into(), false.into(), false.into()];
        assert_eq!(call("node.StructuralEqual", &args)?.get::<i64>()?, equal);
    }
    let assert = [(&a).into(), (&b).into(), true.into(), false.into()];
    assert_eq!(call("node.StructuralEqual", &assert)?.get::<i64>()?, 1);
    let expected = "StructuralEqual check failed, caused by lhs:\n\"a\"\nand rhs:\n\"b\"\nat [0]".to_owned();
    assert_eq!(fails("node.StructuralEqual", &compare), ("ValueError".into(), expected));
    let null = [lhs.into(), ArgValue::Null, true.into(), false.into()];
    assert!(fails("node.StructuralEqual", &null).1.ends_with("and rhs:\n(nullptr)"));
    for (lhs, rhs, equal) in [(ArgValue::Null, ArgValue::Null, 1), (lhs.into(), ArgValue::Null, 0)] {
        assert_eq!(
            call("node.StructuralEqual", &[lhs, rhs, false.into(), false.into()])?.get::<i64>()?,
            equal
        );
    }
    Ok(())
}
