//! Stand-ins in the format of tvm-ffi.

use std::string::String as Text;

use objet::compare::{StructuralEqual, structural_hash};
use objet::containers::BoxInt;
use objet::fields::attr_names;
use objet::graph::{Format, GraphError, LoadJson, OpaqueNode, OpaqueValue, OpaqueView, SaveJson};
use objet::prelude::*;
use objet::walk::deep_copy;
use objet::{String, get_attr, post_order, print, rewrite, with_attr};

use super::{AddNode, BlockNode, BothNode, EvenNode, Expr, ExprNode, OfRowNode, VarNode, load};
use crate::long_graphs::on_a_small_stack;

/// An operator. None is registered.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "stand.Op", is_final)]
#[reflect(bytes(OpNode::name, OpNode::of_name))]
struct OpNode {
    base: ExprNode,
    name: Text,
}

impl OpNode {
    fn name(&self) -> &str {
        &self.name
    }

    fn of_name(_: &[u8]) -> Result<Op, &'static str> {
        Err("unknown operator")
    }
}

const NONE: &str = r#"{"type":"None"}"#;
const EXPR: &str = "objet.Opaque<stand.Expr>";

/// Returns the nodes as a document whose root is the last node.
fn document(nodes: &[&str]) -> Text {
    format!(r#"{{"root_index":{},"nodes":[{}]}}"#, nodes.len() - 1, nodes.join(","))
}

fn save(root: &ObjectRef) -> Result<Text, GraphError> {
    SaveJson::new(Format::TvmFfi).to_string(root)
}

/// Loads a file, which saves and loads back.
#[track_caller]
fn load_back(text: &str) -> ObjectRef {
    let root = load(text);
    assert_eq!(save(&root).unwrap(), text);
    let other = load(text);
    let difference = StructuralEqual::new().first_difference(&root, &other);
    assert!(difference.is_none(), "{}\n{text}", difference.unwrap());
    assert_eq!(structural_hash(&root), structural_hash(&other), "{text}");
    root
}

/// `far + far`, with an unknown node that refers to a string and to the variable `x`.
fn sum() -> Text {
    document(&[
        NONE,
        r#"{"type":"ffi.String","data":"f"}"#,
        r#"{"type":"ffi.String","data":"x"}"#,
        r#"{"type":"stand.Var","data":{"line":3,"origin":0,"name":2}}"#,
        r#"{"type":"far.Call","data":{"line":7,"name":1,"origin":3,"size":0.5}}"#,
        r#"{"type":"stand.Add","data":{"line":1,"origin":0,"lhs":4,"rhs":4}}"#,
    ])
}

fn set_lines(root: ObjectRef, line: i64) -> ObjectRef {
    let set_line = |object: ObjectRef| match object.downcast::<Expr>() {
        Ok(mut expr) => {
            *expr.make_mut().line = line;
            expr.upcast()
        }
        Err(error) => error.into_object(),
    };
    rewrite(root, set_line).unwrap()
}

#[test]
fn parents_of_unknown_nodes_have_their_own_types() {
    let root = load_back(&sum());
    let add = root.as_node::<AddNode>().unwrap();
    assert!(add.lhs.same_as(&add.rhs));
    let far = &add.lhs;
    assert!(far.is_instance::<ExprNode>() && !far.is_instance::<OpaqueNode>());
    assert_eq!((far.line, far.type_key()), (7, EXPR));
    assert!(far.origin.as_ref().is_some_and(|origin| origin.is_instance::<VarNode>()));
    assert_eq!(
        print(far).to_string(),
        r#"far.Call(line="7", name="f", origin=stand.Var(line=3, origin=null, name="x"), size=0.5)"#
    );
    assert_eq!(attr_names(far).unwrap(), ["line", "name", "origin", "size"]);
    assert_eq!(get_attr(far, "line").unwrap().get::<i64>(), Ok(7));
    assert_eq!(get_attr(far, "name").unwrap().get::<String>().unwrap(), "f");
    assert_eq!(save(&deep_copy(&root)).unwrap(), sum());
    let view = OpaqueView::of(far).unwrap();
    assert_eq!(view.opaque_type_key(), "far.Call");
    let values: Vec<_> = view.attrs().map(|attr| attr.value).collect();
    assert!(matches!(&values[0], OpaqueValue::String(line) if **line == *"7"));
    assert!(
        matches!(&values[1], OpaqueValue::Reference(Some(name)) if name.is_instance::<objet::containers::StringNode>())
    );
    assert!(matches!(&values[2], OpaqueValue::Reference(Some(origin)) if origin.is_instance::<VarNode>()));
    assert!(matches!(&values[3], OpaqueValue::Literal(size) if **size == *"0.5"));
}

#[test]
fn typed_passes_change_the_fields_of_stand_ins() {
    let expected = ["1", "3", "7"]
        .iter()
        .fold(sum(), |text, line| text.replace(&format!("\"line\":{line}"), "\"line\":12"));
    let root = load(&sum());
    assert_eq!(save(&set_lines(root.clone(), 12)).unwrap(), expected);
    assert_eq!(save(&root).unwrap(), sum());

    let mut far = root.as_node::<AddNode>().unwrap().lhs.clone();
    *far.make_mut().origin = None;
    let far = with_attr(far, "line", 8.into()).unwrap();
    let expected = document(&[
        r#"{"type":"ffi.String","data":"f"}"#,
        NONE,
        r#"{"type":"far.Call","data":{"line":8,"name":0,"origin":1,"size":0.5}}"#,
    ]);
    assert_eq!(save(far.as_object_ref()).unwrap(), expected);
    load_back(&expected);
}

#[test]
fn elements_of_containers_stand_in() {
    let root = load_back(&document(&[
        r#"{"type":"far.A","data":{"line":1}}"#,
        NONE,
        r#"{"type":"stand.Even","data":{"line":2,"origin":1,"half":1}}"#,
        r#"{"type":"ffi.Array","data":[0,2]}"#,
        r#"{"type":"ffi.Array","data":[3]}"#,
        r#"{"type":"ffi.String","data":"a"}"#,
        r#"{"type":"far.B","data":{"half":3,"line":4}}"#,
        r#"{"type":"ffi.Map","data":[5,6]}"#,
        r#"{"type":"ffi.Map","data":[0,6]}"#,
        r#"{"type":"stand.Block","data":{"exprs":4,"names":7,"by_expr":8}}"#,
    ]));
    let block = root.as_node::<BlockNode>().unwrap();
    let (far_a, far_b) = (&block.exprs[0][0], block.names["a"].as_ref().unwrap());
    assert_eq!(far_a.type_key(), EXPR);
    assert_eq!(far_b.as_node::<EvenNode>().unwrap().half, 3);
    assert!(block.by_expr[far_a].same_as(far_b));
}

/// Returns the type key of an unknown node in a field of type `Expr` or `Even`, and whether the
/// parent has its own type. The nodes of the file are null, `before` and `far`, and then the
/// parent.
#[track_caller]
fn kept(is_even: bool, before: &[&str], far: &str) -> (&'static str, bool) {
    let index = before.len() + 1;
    let parent = match is_even {
        true => format!(r#"{{"type":"stand.Both","data":{{"expr":0,"kind":0,"even":{index}}}}}"#),
        false => {
            format!(r#"{{"type":"stand.Add","data":{{"line":1,"origin":0,"lhs":{index},"rhs":{index}}}}}"#)
        }
    };
    let nodes: Vec<_> = [NONE].iter().chain(before).chain([&far, &parent.as_str()]).copied().collect();
    let root = load_back(&document(&nodes));
    let node = get_attr(&root, if is_even { "even" } else { "lhs" }).unwrap().get::<ObjectRef>().unwrap();
    (node.type_key(), root.is_instance::<AddNode>() || root.is_instance::<BothNode>())
}

fn far(data: &str) -> Text {
    format!(r#"{{"type":"far.C","data":{data}}}"#)
}

#[test]
fn nodes_stand_in_below_the_nearest_type_that_takes_them() {
    let string = r#"{"type":"ffi.String","data":"x"}"#;
    assert_eq!(kept(false, &[], &far(r#"{"line":1,"origin":0}"#)), (EXPR, true));
    // A field that the file does not have gets its default, and is not saved.
    assert_eq!(kept(false, &[string], &far(r#"{"text":1}"#)), (EXPR, true));
    assert_eq!(kept(false, &[], &far("{}")), (EXPR, true));
    assert_eq!(kept(true, &[], &far(r#"{"half":1}"#)), ("objet.Opaque<stand.Even>", true));
    // `half` has no default, the line is odd, and a value is none of the field.
    for data in [r#"{"line":2}"#, r#"{"half":1,"line":3}"#, r#"{"half":300,"line":2}"#] {
        assert_eq!(kept(true, &[], &far(data)), (EXPR, false), "{data}");
    }
    for value in ["1.5", "1.0", "true", "-0", "\"1\"", "9223372036854775808"] {
        let data = format!(r#"{{"line":{value}}}"#);
        assert_eq!(kept(false, &[], &far(&data)), ("objet.Opaque", false), "{data}");
    }
    // Neither a number of a later node nor a string is an expression.
    for data in [r#"{"text":1,"origin":7}"#, r#"{"origin":1}"#, r#"{"text":1,"origin":1.0}"#] {
        assert_eq!(kept(false, &[string], &far(data)), ("objet.Opaque", false), "{data}");
    }
}

#[test]
fn names_of_unknown_types_stand_in() {
    let name = r#"{"type":"far.Op","data":"relax.add"}"#;
    assert_eq!(kept(false, &[], name), (EXPR, true));
    assert_eq!(kept(false, &[], r#"{"type":"far.Op","data":""}"#), (EXPR, true));
    let text =
        document(&[NONE, name, r#"{"type":"stand.Add","data":{"line":1,"origin":0,"lhs":1,"rhs":1}}"#]);
    let root = load_back(&text);
    let view = OpaqueView::of(&root.as_node::<AddNode>().unwrap().lhs).unwrap();
    assert_eq!((view.opaque_type_key(), view.bytes()), ("far.Op", Some(&b"relax.add"[..])));
    // The fields of a name are not in the file.
    assert_eq!(save(&set_lines(root, 1)).unwrap(), text);

    // Neither are those of a name that its type rejects.
    objet::register_types!(OpNode).unwrap();
    for name in ["relax.add", ""] {
        let name = format!(r#"{{"type":"stand.Op","data":"{name}"}}"#);
        assert_eq!(kept(false, &[], &name), (EXPR, true));
    }
}

#[test]
fn fields_of_stand_ins_are_of_all_kinds() {
    let text = |extents: &str| {
        document(&[
            &format!(r#"{{"type":"ffi.String","data":"{extents}"}}"#),
            r#"{"type":"ffi.String","data":"null"}"#,
            r#"{"type":"far.Row","data":{"extents":0,"limit":1,"more":0}}"#,
            r#"{"type":"stand.OfRow","data":{"row":2}}"#,
        ])
    };
    let root = load_back(&text("[1,2]"));
    let row = &root.as_node::<OfRowNode>().unwrap().row;
    assert!(row.extents == [1, 2] && row.limit.is_none() && row.names.is_empty());
    // The strings of fields are no objects. `more` is a number, or the string of `extents`.
    assert_eq!(post_order(&root).count(), 2);
    let changed = load_back(&text("[1, 2]"));
    assert!(changed.is_instance::<OpaqueNode>(), "saving would change the text");
    assert!(load_back(&text("x")).is_instance::<OpaqueNode>());
}

#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn texts_of_stand_ins_are_limited() {
    let mut nodes = vec![
        format!(r#"{{"type":"ffi.String","data":"[{}1]"}}"#, "1,".repeat(5_000)),
        r#"{"type":"ffi.String","data":"null"}"#.into(),
    ];
    for row in (2..802).step_by(2) {
        nodes.push(r#"{"type":"far.Row","data":{"extents":0,"limit":1}}"#.into());
        nodes.push(format!(r#"{{"type":"stand.OfRow","data":{{"row":{row}}}}}"#));
    }
    let elements: Vec<_> = (3..803).step_by(2).map(|element| element.to_string()).collect();
    nodes.push(format!(r#"{{"type":"ffi.Array","data":[{}]}}"#, elements.join(",")));
    let nodes: Vec<_> = nodes.iter().map(|node| &**node).collect();
    let root = load(&document(&nodes));
    let known = post_order(&root).filter(|object| object.is_instance::<OfRowNode>()).count();
    assert!((100..300).contains(&known), "{known}");
}

#[test]
fn an_attribute_that_only_has_the_name_of_a_field_is_kept() {
    // As a reference, `origin` would lead to node 1 before node 0.
    let text = document(&[
        r#"{"type":"far.A","data":{}}"#,
        r#"{"type":"far.B","data":{}}"#,
        r#"{"type":"far.E","data":{"origin":1,"a":0,"b":1}}"#,
        NONE,
        r#"{"type":"stand.Both","data":{"expr":2,"kind":3,"even":3}}"#,
    ]);
    assert!(load_back(&text).is_instance::<OpaqueNode>());
    // If `line` were a number, no attribute would lead to node 0.
    let text = document(&[
        r#"{"type":"far.A","data":{}}"#,
        r#"{"type":"far.E","data":{"line":0}}"#,
        NONE,
        r#"{"type":"stand.Both","data":{"expr":1,"kind":2,"even":2}}"#,
    ]);
    assert!(load_back(&text).is_instance::<OpaqueNode>());
}

#[test]
fn ambiguous_attributes_of_stand_ins_are_saved_unchanged() {
    let text = document(&[
        r#"{"type":"int","data":5}"#,
        NONE,
        r#"{"type":"far.D","data":{"line":1,"n":0}}"#,
        r#"{"type":"stand.Add","data":{"line":1,"origin":1,"lhs":2,"rhs":2}}"#,
        r#"{"type":"ffi.Array","data":[0,3]}"#,
    ]);
    let root = load_back(&text);
    let add = |root: &ObjectRef| root.clone().downcast::<Array<ObjectRef>>().unwrap()[1].clone();
    let far = add(&root).as_node::<AddNode>().unwrap().lhs.clone();
    let value = OpaqueView::of(&far).unwrap().attrs().nth(1).unwrap().value;
    assert!(matches!(value, OpaqueValue::Ambiguous { .. }), "{value:?}");
    let changed = Array::from([root.clone().downcast::<Array<ObjectRef>>().unwrap()[0].clone(), add(&root)]);
    assert_eq!(save(&changed.into()).unwrap(), text);
    // With another number, the meaning matters.
    let more = Array::from([BoxInt::new(9).into(), BoxInt::new(5).into(), add(&root)] as [ObjectRef; 3]);
    let error = save(&more.into()).unwrap_err().to_string();
    assert!(error.starts_with("far.D: attribute `n` is ambiguous"), "{error}");
}

#[test]
fn nodes_of_known_types_stand_in_below_their_types() {
    // `stand.Add` is final, so a node with one more attribute is below `stand.Expr`.
    let root = load_back(&document(&[
        NONE,
        r#"{"type":"stand.Even","data":{"line":2,"origin":0,"half":1,"more":"y"}}"#,
        r#"{"type":"far.Var","data":{"line":1,"origin":0}}"#,
        r#"{"type":"stand.Add","data":{"line":1,"origin":0,"lhs":2,"rhs":2}}"#,
        r#"{"type":"stand.Let","data":{"line":1,"origin":0,"var":2,"body":3}}"#,
        r#"{"type":"stand.Add","data":{"line":1,"origin":0,"lhs":1,"more":true,"rhs":4}}"#,
    ]));
    super::assert_known_types_stand_in(&root);
}

#[test]
fn a_node_of_a_newer_version_stands_below_an_ancestor() {
    let nodes = [
        NONE,
        r#"{"type":"stand.Even","data":{"line":1,"origin":0,"third":1.5}}"#,
        r#"{"type":"stand.Add","data":{"line":1,"origin":0,"lhs":1,"rhs":1}}"#,
    ];
    let text = document(&nodes).replace("]}", r#"],"versions":{"stand.Even":"4"}}"#);
    let root = load_back(&text);
    let even = &root.as_node::<AddNode>().unwrap().lhs;
    assert_eq!((even.type_key(), even.line), (EXPR, 1));
    assert_eq!(OpaqueView::of(even).unwrap().opaque_type_key(), "stand.Even");
}

#[test]
fn stand_ins_move_between_formats() {
    let root = load(&sum());
    let far = |root: &ObjectRef| root.as_node::<AddNode>().unwrap().lhs.clone();
    for format in [Format::Tvm08, Format::Plain] {
        let options = SaveJson::new(format);
        let text = options.to_string(&root).unwrap();
        let moved = load(&text);
        assert_eq!((far(&moved).type_key(), far(&moved).line), (EXPR, 7));
        assert!(far(&moved).origin.as_ref().is_some_and(|origin| origin.is_instance::<VarNode>()));
        assert_eq!(options.to_string(&moved).unwrap(), text);
        // The fields have their types. Only TVM 0.8 has no types for other attributes.
        let back = save(&moved).unwrap();
        let expected = match format {
            Format::Tvm08 => sum().replace("0.5}", "\"0.5\"}"),
            _ => sum(),
        };
        assert_eq!(back, expected);
        load_back(&back);
    }
}

#[test]
fn stand_ins_move_through_tables() {
    use serde::de::DeserializeSeed;

    let root = load(&sum());
    let bytes = postcard::to_stdvec(&objet::graph::Graph(root)).unwrap();
    let loaded = LoadJson::new().keep_unknown(true);
    let mut deserializer = postcard::Deserializer::from_bytes(&bytes);
    let back = loaded.deserialize(&mut deserializer);
    assert_eq!(save(&back.unwrap().unwrap()).unwrap(), sum());
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "needs a thread")]
fn long_chains_of_stand_ins_need_no_stack() {
    on_a_small_stack(|| {
        let length = if cfg!(miri) { 100 } else { 50_000 };
        let mut nodes = vec![Text::from(NONE)];
        for index in 0..length {
            nodes.push(format!(r#"{{"type":"far.F{}","data":{{"line":1,"origin":{index}}}}}"#, index % 2));
        }
        nodes.push(format!(
            r#"{{"type":"stand.Add","data":{{"line":1,"origin":0,"lhs":{length},"rhs":{length}}}}}"#
        ));
        let nodes: Vec<_> = nodes.iter().map(|node| &**node).collect();
        let text = document(&nodes);
        let root = load_back(&text);
        assert!(root.is_instance::<AddNode>());
        assert_eq!(post_order(&root).count(), length + 1);
        assert_eq!(save(&set_lines(root, 2)).unwrap(), text.replace("\"line\":1", "\"line\":2"));
    });
}
