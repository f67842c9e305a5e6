//! Tests of printed graphs: on one line and on several, with names for shared objects.

use std::time::{Duration, Instant};

use objet::containers::ADT;
use objet::graph::LoadJson;
use objet::prelude::*;
use objet::{ShapeTuple, String, print};

use crate::long_graphs::{LONG, on_a_small_stack};

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "printing.Add")]
struct AddNode {
    base: Object,
    lhs: ObjectRef,
    rhs: Option<ObjectRef>,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "printing.Var")]
struct VarNode {
    base: Object,
    name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(u8)]
enum Color {
    Red = 1,
    Green = 7,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "printing.All")]
struct AllNode {
    base: Object,
    int: i8,
    large: u64,
    float: f32,
    double: f64,
    truth: bool,
    text: std::string::String,
    dtype: DataType,
    color: Color,
    nothing: Option<ObjectRef>,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "printing.Empty")]
struct EmptyNode {
    base: Object,
}

#[derive(Object)]
#[repr(C)]
#[object(key = "printing.Closed")]
struct ClosedNode {
    base: Object,
}

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "printing.Op")]
#[reflect(bytes(op_bytes, op_of))]
struct OpNode {
    base: Object,
    name: std::string::String,
    doc: String,
}

fn op_bytes(op: &OpNode) -> &str {
    &op.name
}

fn op_of(_: &[u8]) -> Result<Op, &'static str> {
    Err("unknown operator")
}

fn var(name: &str) -> ObjectRef {
    make_object(VarNode { base: Object::new(), name: name.into() }).into()
}

fn add(lhs: ObjectRef, rhs: impl Into<Option<ObjectRef>>) -> ObjectRef {
    make_object(AddNode { base: Object::new(), lhs, rhs: rhs.into() }).into()
}

fn diamond(levels: usize) -> ObjectRef {
    (0..levels).fold(var("x"), |below, _| add(below.clone(), below))
}

fn line(root: &impl IsObjectRef) -> std::string::String {
    print(root).to_string()
}

fn lines(root: &impl IsObjectRef) -> std::string::String {
    format!("{:#}", print(root))
}

#[test]
fn fields_are_printed_in_order_with_their_names() {
    let sum = add(var("x"), None);
    assert_eq!(line(&sum), r#"printing.Add(lhs=printing.Var(name="x"), rhs=null)"#);
    assert_eq!(lines(&sum), line(&sum));
}

#[test]
fn every_kind_of_value_is_printed() {
    let all = All::from(make_object(AllNode {
        base: Object::new(),
        int: -3,
        large: u64::MAX,
        float: 0.1,
        double: 0.1 + 0.2,
        truth: true,
        text: "a\n\"b\"".into(),
        dtype: DataType::float(16).with_lanes(4),
        color: Color::Green,
        nothing: None,
    }));
    let expected = [
        "printing.All(int=-3, large=18446744073709551615, float=0.1, double=0.30000000000000004, truth=true, ",
        r#"text="a\n\"b\"", dtype=float16x4, color=Green, nothing=null)"#,
    ];
    assert_eq!(line(&all), expected.concat());
    assert_ne!(Color::Red, all.color);
}

#[test]
fn printed_floats_parse_to_the_same_value() {
    for double in [0.1, 1e300, f64::MIN_POSITIVE, -0.0, 123_456_789.0, f64::INFINITY] {
        let all = All::from(make_object(AllNode {
            base: Object::new(),
            int: 0,
            large: 0,
            float: double as f32,
            double,
            truth: false,
            text: Default::default(),
            dtype: DataType::VOID,
            color: Color::Red,
            nothing: None,
        }));
        let text = line(&all);
        let value = |field: &str| {
            let (_, rest) = text.split_once(field).unwrap();
            rest.split_once(',').unwrap().0.to_owned()
        };
        assert_eq!(value("double=").parse::<f64>().unwrap().to_bits(), double.to_bits());
        assert_eq!(value("float=").parse::<f32>().unwrap().to_bits(), (double as f32).to_bits());
        assert_eq!(value("dtype="), "void");
    }
}

#[test]
fn containers_are_printed_with_their_brackets() {
    let mut map = Map::<String, Option<ObjectRef>>::new();
    map.insert("k".into(), Some(ShapeTuple::from([2, 3]).into()));
    map.insert("none".into(), None);
    let adt = ADT::new(2, [Some(ShapeTuple::from([7]).into()), None]);
    let all = Array::from([ObjectRef::from(map), adt.into(), Array::<ObjectRef>::new().into()]);
    assert_eq!(line(&all), r#"[{"k": (2, 3), "none": null}, ADT#2((7,), null), []]"#);
    assert_eq!(line(&Map::<String, String>::new()), "{}");
    assert_eq!(line(&ADT::tuple([])), "ADT#0()");
    assert_eq!(line(&ShapeTuple::default()), "()");
}

#[test]
fn tensors_print_shape_type_and_first_elements() {
    let floats = NDArray::from_slice(&[2, 1], &[0.5_f32, -1.0]).unwrap();
    assert_eq!(line(&floats), "NDArray(shape=(2, 1), dtype=float32, device=cpu(0), [0.5, -1.0])");
    let many = NDArray::from_slice(&[9], &[1_u8; 9]).unwrap();
    assert!(line(&many).ends_with("[1, 1, 1, 1, 1, 1, 1, 1, …])"), "{}", line(&many));
    let eight = NDArray::from_slice(&[8], &[1_u8; 8]).unwrap();
    assert!(line(&eight).ends_with("[1, 1, 1, 1, 1, 1, 1, 1])"), "{}", line(&eight));
    let truths = NDArray::from_bytes(&[2], DataType::BOOL, &[0, 1]).unwrap();
    assert!(line(&truths).ends_with("[false, true])"), "{}", line(&truths));
    let halves = NDArray::from_bytes(&[1], DataType::float(16), &0x3c00_u16.to_ne_bytes()).unwrap();
    assert!(line(&halves).ends_with("[0x3c00])"), "{}", line(&halves));
    let empty = NDArray::zeros(&[0, 5], DataType::float(32)).unwrap();
    assert!(line(&empty).ends_with("[])"), "{}", line(&empty));
}

#[test]
fn nodes_with_bytes_and_nodes_without_reflection_are_printed() {
    let op = OpNode { base: Object::new(), name: "nn.conv\"2d".into(), doc: "…".into() };
    assert_eq!(line(&Op::from(make_object(op))), r#"printing.Op("nn.conv\"2d")"#);
    let closed = Closed::from(make_object(ClosedNode { base: Object::new() }));
    assert_eq!(line(&closed), "<printing.Closed>");
    let empty = Empty::from(make_object(EmptyNode { base: Object::new() }));
    assert_eq!(line(&empty), "printing.Empty()");
}

#[test]
fn objects_with_several_occurrences_are_named_at_the_first_one() {
    let (x, y) = (var("x"), var("y"));
    let inner = add(y.clone(), x.clone());
    let root = add(inner.clone(), Some(add(inner, Some(x))));
    let expected = [
        r#"printing.Add(lhs=%1 @ printing.Add(lhs=printing.Var(name="y"), rhs=%2 @ printing.Var(name="x")), "#,
        "rhs=printing.Add(lhs=%1, rhs=%2))",
    ];
    // This test also holds `y`, but `y` occurs only once in the graph.
    assert_eq!(line(&root), expected.concat());
    drop(y);
}

#[test]
fn on_several_lines_each_name_is_defined_before_its_use() {
    let x = var("x");
    let inner = add(var("y"), x.clone());
    let root = add(inner.clone(), Some(add(inner, Some(x))));
    let expected = [
        r#"%1 = printing.Var(name="x")"#,
        r#"%2 = printing.Add(lhs=printing.Var(name="y"), rhs=%1)"#,
        "printing.Add(lhs=%2, rhs=printing.Add(lhs=%2, rhs=%1))",
    ];
    assert_eq!(lines(&root), expected.join("\n"));
}

#[test]
fn long_objects_have_separate_lines_and_long_lines_are_broken() {
    let long = "a name that is so long that it takes most of a line all by itself";
    let sum = add(var(long), Some(var("x")));
    let expected = [
        "%1 = printing.Var(name=\"a name that is so long that it takes most of a line all by itself\")",
        "printing.Add(lhs=%1, rhs=printing.Var(name=\"x\"))",
    ];
    assert_eq!(lines(&sum), expected.join("\n"));
    let wide: Array = (0..3).map(|_| add(var("long enough"), None)).collect();
    let part = "  printing.Add(lhs=printing.Var(name=\"long enough\"), rhs=null),";
    assert_eq!(lines(&wide), ["[", part, part, part, "]"].join("\n"));
}

#[test]
fn short_texts_and_shapes_are_not_named() {
    let (name, shape) = (String::from("x"), ShapeTuple::from([1]));
    let both =
        Array::<ObjectRef>::from([name.clone().into(), name.into(), shape.clone().into(), shape.into()]);
    assert_eq!(line(&both), r#"["x", "x", (1,), (1,)]"#);
    let long = String::from("y".repeat(1000));
    let many: Array<String> = (0..1000).map(|_| long.clone()).collect();
    assert!(line(&many).len() < 10_000);
    assert!(lines(&many).len() < 10_000);
}

#[test]
fn a_precision_limits_the_output() {
    let sum = add(var("äöü"), None);
    let whole = line(&sum);
    let length = whole.chars().count();
    assert_eq!(format!("{:.*}", length, print(&sum)), whole);
    assert_eq!(format!("{:.3}", print(&sum)), "pri…");
    let cut = format!("{:.*}", length - 1, print(&sum));
    assert_eq!(cut.chars().count(), length);
    assert!(cut.ends_with("rhs=null…"), "{cut}");
    assert_eq!(format!("{:.0}", print(&sum)), "…");
    assert!(format!("{:#.50}", print(&diamond(60))).ends_with('…'));
}

#[test]
fn debug_output_is_the_same_with_a_limit() {
    let sum: Add = add(var("x"), None).downcast().unwrap();
    let expected = r#"printing.Add(lhs=printing.Var(name="x"), rhs=null)"#;
    assert_eq!(format!("{sum:?}"), expected);
    assert_eq!(format!("{:?}", ObjectRef::from(sum.clone())), expected);
    assert_eq!(format!("{:?}", print(&sum)), expected);
    assert_eq!(format!("{sum:.5?}"), "print…");
    assert_eq!(format!("{:?}", diamond(60)).chars().count(), 1001);
    assert!(format!("{:#?}", diamond(20)).starts_with("%1 = printing.Var(name=\"x\")\n%2 = "));
    let weak = sum.downgrade();
    assert_eq!(format!("{weak:?}"), format!("weak {expected}"));
    drop(sum);
    assert!(format!("{weak:?}").starts_with("weak printing.Add@0x"));
    let closed = Closed::from(make_object(ClosedNode { base: Object::new() }));
    assert!(format!("{closed:?}").starts_with("printing.Closed@0x"));
}

#[test]
fn a_diamond_of_sixty_levels_prints_in_linear_size() {
    let root = diamond(60);
    assert_eq!(lines(&root).lines().count(), 61);
    assert_eq!(line(&root).matches(" @ ").count(), 60);
    assert!(line(&root).len() < 4000);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_chain_of_a_million_nodes_is_printed_on_a_small_stack() {
    on_a_small_stack(|| {
        let root = (0..LONG).fold(var("x"), |below, _| add(below, None));
        let text = line(&root);
        assert_eq!(text.matches("printing.Add(lhs=").count(), LONG);
        assert!(text.ends_with(", rhs=null), rhs=null)"));
        let text = lines(&root);
        assert!(text.lines().count() > LONG / 10);
        assert!(text.lines().all(|line| line.chars().count() <= 100));
    });
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn an_array_of_a_million_elements_is_printed_on_a_small_stack() {
    on_a_small_stack(|| {
        let x = var("x");
        let root: Array = (0..LONG).map(|_| x.clone()).collect();
        assert!(line(&root).starts_with("[%1 @ printing.Var(name=\"x\"), %1, %1"));
        assert_eq!(lines(&root).lines().count(), LONG + 3);
    });
}

#[test]
fn an_unknown_node_with_many_attributes_is_printed_in_linear_time() {
    const COUNT: usize = 200_000;
    let attrs: Vec<_> = (0..COUNT).map(|index| format!(r#""a{index}":1"#)).collect();
    let text = format!(r#"{{"objet":1,"root":{{"type":"far.Wide",{}}}}}"#, attrs.join(","));
    let root = LoadJson::new().keep_unknown(true).load(text.as_bytes()).unwrap().unwrap();
    let start = Instant::now();
    assert!(line(&root).starts_with("far.Wide(a0=1, a1=1, "));
    assert_eq!(lines(&root).lines().count(), COUNT + 2);
    assert!(start.elapsed() < Duration::from_secs(20), "printing takes quadratic time");
}
