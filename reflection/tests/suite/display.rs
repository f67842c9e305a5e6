//! Tests of the `{}` output of nodes, by format strings and by functions.

use objet::containers::{ADT, BoxBool, BoxFloat, BoxInt};
use objet::fields::{FieldCell, FieldKind, IntKind};
use objet::prelude::*;
use objet::text::{ReprPrinter, as_repr};
use objet::types::{FieldBuilder, TypeBuilder, get_or_alloc_type_index};
use objet::{String, display, make_node, print};

use crate::long_graphs::{LONG, on_a_small_stack};

/// Base of the expressions, without a form.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "display.Expr", child_slots = 4, new, display)]
struct ExprNode {
    base: Object,
    #[reflect(default = 1)]
    line: u32,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "display.Var", is_final, new, display = "{name}")]
struct VarNode {
    base: ExprNode,
    name: String,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "display.Const", is_final, new, display = "{value}")]
struct ConstNode {
    base: ExprNode,
    value: i64,
}

/// Base of the operators, whose function shows all of them.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "display.Binary", new, display = show_binary)]
struct BinaryNode {
    base: ExprNode,
    lhs: Expr,
    rhs: Expr,
}

macro_rules! operators {
    ($($node:ident $key:literal),+) => {
        $(
            #[derive(Clone, Object, Reflect)]
            #[repr(C)]
            #[object(key = $key, is_final, new(lhs: Expr, rhs: Expr), display)]
            struct $node {
                base: BinaryNode,
            }
        )+
    };
}

operators!(AddNode "display.Add", SubNode "display.Sub", MulNode "display.Mul");

fn operator(expr: &Object) -> Option<(&'static str, u8)> {
    match expr.type_key() {
        "display.Add" => Some((" + ", 1)),
        "display.Sub" => Some((" - ", 1)),
        "display.Mul" => Some((" * ", 2)),
        _ => None,
    }
}

/// Shows an operand, in parentheses if its operator binds less than `least`.
fn show_operand<'a>(operand: &'a Expr, least: u8, printer: &mut ReprPrinter<'a>) {
    match operator(operand) {
        Some((_, binds)) if binds < least => printer.text("(").object(operand).text(")"),
        _ => printer.object(operand),
    };
}

fn show_binary<'a>(binary: &'a BinaryNode, printer: &mut ReprPrinter<'a>) {
    let (sign, binds) = operator(binary).unwrap_or((" ? ", 3));
    show_operand(&binary.lhs, binds, printer);
    printer.text(sign);
    show_operand(&binary.rhs, binds + 1, printer);
}

/// A call, with an optional line and braces in its format.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "display.Call", new, display = "{function}{{{args}}} at {place}, line {line}")]
struct CallNode {
    base: ExprNode,
    function: String,
    args: Array<Expr>,
    place: Option<String>,
}

/// A node without a form, inside which forms hold.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "display.Pair", new)]
struct PairNode {
    base: Object,
    name: String,
    parts: Map<String, ObjectRef>,
    rest: Option<Expr>,
}

#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(u8)]
enum Color {
    Green = 7,
}

/// All kinds of values, bare and quoted.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(
    key = "display.All",
    new,
    display = "{text} {text:?} {owned} {owned:?} {letter} {letter:?} {int:?} {float} {truth} {dtype} {color} {list} {none} {some} {shape}"
)]
struct AllNode {
    base: Object,
    text: String,
    owned: std::string::String,
    letter: char,
    int: u64,
    float: f32,
    truth: bool,
    dtype: DataType,
    color: Color,
    list: Vec<i32>,
    none: Option<i64>,
    some: Option<std::string::String>,
    shape: ShapeTuple,
}

/// A link of a ring.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "display.Link", new, display = "link {next}")]
struct LinkNode {
    base: Object,
    next: FieldCell<Option<ObjectRef>>,
}

fn x() -> Expr {
    Var::new("x").into()
}

fn number(value: i64) -> Expr {
    Const::new(value).into()
}

#[test]
fn the_type_of_the_object_decides() {
    let sum = Add::new(x(), number(1));
    assert_eq!(format!("{sum}"), "x + 1");
    let node: &AddNode = &sum;
    assert_eq!(node.to_string(), "x + 1");
    let expr: Expr = sum.upcast();
    let (node, object): (&ExprNode, ObjectRef) = (&expr, expr.clone().into());
    assert_eq!([expr.to_string(), node.to_string(), display(&object).to_string()], ["x + 1"; 3]);
    assert_eq!(as_repr(Some(&expr)), "x + 1");
    assert_eq!(format!("{expr:?}"), print(&expr).to_string());
}

#[test]
fn a_function_adds_parentheses_where_they_are_needed() {
    let sum: Expr = Add::new(x(), number(1)).into();
    assert_eq!(Mul::new(sum.clone(), sum.clone()).to_string(), "(x + 1) * (x + 1)");
    assert_eq!(Sub::new(sum.clone(), sum.clone()).to_string(), "x + 1 - (x + 1)");
    assert_eq!(Add::new(Mul::new(x(), x()).into(), number(2)).to_string(), "x * x + 2");
}

#[test]
fn values_are_bare_unless_they_are_quoted() {
    let all = All::new(
        "a\"b",
        "c\"d",
        'e',
        u64::MAX,
        0.1,
        true,
        DataType::float(16),
        Color::Green,
        [1, 2],
        None,
        Some("f".into()),
        ShapeTuple::from([2, 3]),
    );
    let expected =
        r#"a"b "a\"b" c"d "c\"d" e "e" 18446744073709551615 0.1 true float16 Green [1, 2] null f (2, 3)"#;
    assert_eq!(all.to_string(), expected);
}

#[test]
fn containers_and_missing_values_show_as_print_shows_them() {
    let call = Call::new("f", Array::from([x(), Add::new(x(), number(1)).into()]), None);
    assert_eq!(call.to_string(), "f{[x, x + 1]} at null, line 1");
    let boxed: [ObjectRef; 3] = [BoxInt::new(5).into(), BoxFloat::new(0.5).into(), BoxBool::new(true).into()];
    let parts: Map<String, ObjectRef> = Map::from(
        [("n", ADT::new(3, boxed.map(Some)).into()), ("s", String::from("t").into())]
            .map(|(key, value): (_, ObjectRef)| (key.into(), value)),
    );
    let pair = Pair::new("p", parts, Some(call.into()));
    assert_eq!(
        display(&pair).to_string(),
        r#"display.Pair(name="p", parts={"n": ADT#3(5, 0.5, true), "s": "t"}, rest=f{[x, x + 1]} at null, line 1)"#
    );
}

#[test]
fn a_node_without_a_form_shows_as_print_shows_it() {
    let base = Expr::new();
    assert_eq!(base.to_string(), print(&base).to_string());
    // A struct that is not an object.
    assert_eq!(VarNode::new("x").to_string(), "display.Var");
}

#[test]
fn types_that_arrive_late_inherit_the_form() {
    let int = FieldKind::Int(IntKind::I64);
    let late = TypeBuilder::new("display.Late", CallNode::type_index())
        .field(FieldBuilder::new("extra", int).default(4))
        .register()
        .unwrap();
    let args = Array::<Expr>::new();
    let fields = [("function", "g".into()), ("args", (&args).into())];
    let object = make_node(late.key(), fields).unwrap();
    assert_eq!(display(&object).to_string(), "g{[]} at null, line 1");
    let call: Call = object.downcast().unwrap();
    assert_eq!(call.to_string(), "g{[]} at null, line 1");

    // A type without fields of its own.
    get_or_alloc_type_index("display.Keyed", CallNode::type_index(), 0, true).unwrap();
    let object = make_node("display.Keyed", fields).unwrap();
    assert_eq!(object.type_key(), "display.Keyed");
    assert_eq!(display(&object).to_string(), "g{[]} at null, line 1");
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn a_long_chain_shows_on_a_small_stack() {
    on_a_small_stack(|| {
        let count = LONG;
        let chain = (0..count).fold(x(), |below, _| Add::new(below, number(1)).into());
        assert_eq!(chain.to_string().len(), 1 + 4 * count);
        let chain = (0..count).fold(x(), |below, _| Sub::new(number(1), below).into());
        assert_eq!(chain.to_string().len(), 1 + 6 * count - 2);
        let chain = (0..count).fold(ADT::tuple([]), |below, _| ADT::tuple([below.into()]));
        assert_eq!(display(&chain).to_string().len(), 7 * (count + 1));
    });
}

#[test]
fn the_precision_limits_the_output() {
    let large = (0..100).fold(x(), |below, _| Add::new(below.clone(), below).into());
    assert_eq!(format!("{large:.9}"), "x + x + (…");
    assert_eq!(format!("{:.9}", Var::new("äöü")), "äöü");
    let ring = Link::new(FieldCell::new(None));
    ring.next.store(Some(ring.clone().into()));
    assert_eq!(format!("{ring:.12}"), "link link li…");
    ring.next.store(None);
    assert_eq!(ring.to_string(), "link null");
}
