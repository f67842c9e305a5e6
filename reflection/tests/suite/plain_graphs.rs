//! Graphs in Objet's own format.

use objet::prelude::*;
use objet::{
    BoxBool, BoxFloat, BoxInt, Format, LoadJson, SaveJson, String, StructuralEqual, load_json, save_json,
    structural_equal,
};

use crate::{graph_files, tvm_nodes};

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.Expr", new)]
pub(crate) struct ExprNode {
    base: Object,
    line: i32,
}

#[derive(Clone, Copy, Debug, PartialEq, Reflect)]
#[repr(u8)]
enum Color {
    Red = 3,
    Green = 4,
}

#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.All")]
pub(crate) struct AllNode {
    base: ExprNode,
    name: String,
    text: std::string::String,
    count: u64,
    #[reflect(name = "type")]
    kind: Color,
    ratio: f32,
    scale: f64,
    dtype: DataType,
    is_on: bool,
    next: Option<Expr>,
    list: Array<ObjectRef>,
    map: Map<String, ObjectRef>,
    any: Option<ObjectRef>,
    tensor: Option<NDArray>,
}

fn register() {
    tvm_nodes::register();
    objet::register_types!(ExprNode, AllNode).unwrap();
}

fn all(next: Option<Expr>) -> All {
    make_object(AllNode {
        base: ExprNode { base: Object::new(), line: 7 },
        name: "a\n\"é\u{1}".into(),
        text: "text".into(),
        count: u64::MAX,
        kind: Color::Green,
        ratio: 0.1,
        scale: f64::NEG_INFINITY,
        dtype: "float32x4".parse().unwrap(),
        is_on: true,
        next,
        list: Array::from([BoxInt::new(1).into(), BoxFloat::new(2.5).into(), BoxBool::new(false).into()]),
        map: Map::from([("type".into(), String::from("x").into()), ("$a".into(), BoxInt::new(1).into())]),
        any: None,
        tensor: Some(NDArray::from_slice(&[2], &[1.0_f32, f32::NAN]).unwrap()),
    })
    .into()
}

fn plain(root: &ObjectRef) -> std::string::String {
    SaveJson::new(Format::Plain).to_string(root).unwrap()
}

#[test]
fn values_are_natural_json() {
    register();
    let node = all(Some(Expr::new(1)));
    let text = plain(node.as_object_ref());
    assert_eq!(
        text,
        concat!(
            r#"{"objet":1,"root":{"type":"plain.All","line":7,"name":"a\n\"é\u0001","text":"text","#,
            r#""count":18446744073709551615,"$.type":"Green","ratio":0.1,"scale":"-Infinity","#,
            r#""dtype":"float32x4","is_on":true,"next":{"type":"plain.Expr","line":1},"#,
            r#""list":[1,2.5,false],"map":{"$.type":"x","$.$a":1},"#,
            r#""tensor":{"type":"runtime.NDArray","dtype":"float32","shape":[2],"data":"AACAPwAAwH8="}}}"#,
        )
    );
    let back = load_json(&text).unwrap();
    assert!(structural_equal(&node, &back));
    assert_eq!(plain(&back), text);
}

#[test]
fn files_of_tvm_come_back() {
    register();
    for (name, text) in graph_files::all() {
        let Ok((Some(root), _)) = LoadJson::new().load_with_format(text.as_bytes()) else {
            continue;
        };
        for is_pretty in [false, true] {
            let plain = SaveJson::new(Format::Plain).pretty(is_pretty).to_string(&root).unwrap();
            let (back, format) = LoadJson::new().load_with_format(plain.as_bytes()).unwrap();
            let back = back.unwrap();
            assert_eq!(format.format(), Format::Plain);
            assert!(StructuralEqual::new().map_free_vars(true).equal(&root, &back), "{name}");
            assert!(save_json(&back).unwrap() == text, "{name}");
            println!("{name}: {} {}", text.len(), plain.len());
        }
    }
}
