//! Tests of access to fields by name.

mod fields;
mod functors;
mod making;
mod visitors;

use objet::fields::{AttrMut, AttrVisitor, AttrVisitorMut, Field, ReflectError};
use objet::function::ArgValue;
use objet::prelude::*;

/// How to round.
#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(align(1), i8)]
enum Rounding {
    Down = -1,
    Nearest,
    Up,
}

/// The base of all nodes.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Base", child_slots = 8)]
#[reflect(check = even_line)]
struct BaseNode {
    base: Object,
    /// The line in the source.
    ///
    /// Counted from one.
    #[reflect(skip_eq, default = 2)]
    line: u32,
    note: Option<objet::String>,
}

fn even_line(node: &BaseNode) -> Result<(), String> {
    if node.line.is_multiple_of(2) { Ok(()) } else { Err(format!("line {} is odd", node.line)) }
}

/// A node on the second level, with a renamed field.
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

/// A node with a nullable field that is required.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Required", is_final)]
struct RequiredNode {
    base: Object,
    #[reflect(required)]
    units: Option<ObjectRef>,
}

/// A node with a derived constructor.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Slice", is_final, new)]
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

/// A node whose constructor has no parameters.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Flag", new)]
struct FlagNode {
    base: Object,
    #[reflect(default = true)]
    set: bool,
}

/// A child of a node whose constructor has no parameters.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.NamedFlag", new)]
struct NamedFlagNode {
    base: FlagNode,
    name: String,
}

/// Every option, and inherited fields in another order: `note` comes last, and `line` is omitted.
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

/// A node that is saved as its name.
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

/// A node without reflection.
#[derive(Object)]
#[repr(C)]
#[object(key = "reflection.Dark", is_final)]
struct DarkNode {
    base: Object,
}

/// Two integers that may be too large for an `ArgValue`.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.Wide", is_final)]
struct WideNode {
    base: Object,
    first: u64,
    second: u64,
}

/// A node whose default is out of bounds, which the compiler does not see.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.LateDefault", is_final)]
struct LateDefaultNode {
    base: Object,
    #[reflect(default = least() - 1, lower_bound = least())]
    axis: i32,
}

/// A node whose bounds contradict each other, which the compiler does not see.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.LateBounds", is_final)]
struct LateBoundsNode {
    base: Object,
    #[reflect(lower_bound = least(), upper_bound = 2)]
    axis: i32,
}

/// A node with a default that the compiler does not see.
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "reflection.LateFit", is_final)]
struct LateFitNode {
    base: Object,
    #[reflect(default = least(), lower_bound = least(), upper_bound = 4)]
    axis: i32,
}

fn least() -> i32 {
    3
}

/// Registers all types by key. Without the feature `inventory`, this does not happen at link time.
fn register() {
    objet::register_types!(
        RequiredNode,
        SliceNode,
        NamedFlagNode,
        KindsNode,
        OptionsNode,
        OpNode,
        DarkNode,
        WideNode,
        LateDefaultNode,
        LateBoundsNode,
        LateFitNode
    )
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

#[derive(Default)]
struct Names(Vec<&'static str>);

impl AttrVisitor for Names {
    fn visit(&mut self, field: &'static Field, _value: ArgValue<'_>) {
        self.0.push(field.name());
    }
}

/// Sets the field with this name to this integer.
struct Set(&'static str, i64);

impl AttrVisitorMut for Set {
    fn visit(&mut self, field: &'static Field, mut attr: AttrMut<'_>) -> Result<(), ReflectError> {
        if field.name() == self.0 { attr.set(self.1.into()) } else { Ok(()) }
    }
}

#[test]
fn declared_bounds_are_checked_when_a_node_is_made_by_name() {
    for _ in 0..2 {
        assert_eq!(
            make_node("reflection.LateDefault", [("axis", 5.into())]).unwrap_err().to_string(),
            "reflection.LateDefault.axis: the default 2 is out of bounds: expected at least 3"
        );
        assert_eq!(
            make_node("reflection.LateBounds", [("axis", 3.into())]).unwrap_err().to_string(),
            "reflection.LateBounds.axis: the lower bound 3 is greater than the upper bound 2"
        );
        let fit = make_node("reflection.LateFit", []).unwrap();
        assert_eq!(fit.as_node::<LateFitNode>().unwrap().axis, 3);
    }
}
