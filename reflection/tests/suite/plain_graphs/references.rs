//! References to shared objects, and the positions at which the objects are written.

use objet::containers::{BoxBool, BoxFloat, BoxInt};
use objet::graph::LoadJson;
use objet::prelude::*;
use objet::{String, load_json, save_json, structural_equal};

use super::{Expr, chain_with, plain, register};
use crate::graph_files;

#[test]
fn shared_objects_stay_shared() {
    register();
    let x = String::from("shared");
    let array = Array::from([x.clone(), x.clone()]);
    let both = Array::from([array.clone(), array]);
    let text = plain(both.as_object_ref());
    assert_eq!(
        text,
        concat!(
            r#"{"objet":1,"root":[{"$id":1,"type":"Array","data":["#,
            r#"{"$id":2,"type":"runtime.String","value":"shared"},{"$ref":2}]},{"$ref":1}]}"#
        )
    );
    let back: Array<Array<String>> = load_json(&text).unwrap().downcast().unwrap();
    assert!(back[0].same_as(&back[1]) && back[0][0].same_as(&back[0][1]));
}

/// Returns the numbers after each occurrence of a key, in the order of the text.
fn numbers_after<'a>(text: &'a str, key: &'a str) -> impl Iterator<Item = u32> + 'a {
    text.split(key).skip(1).map(|rest| {
        let end = rest.find(|character: char| !character.is_ascii_digit()).unwrap();
        rest[..end].parse().unwrap()
    })
}

/// A node with a field that other traversals visit last.
#[derive(Clone, Object, Reflect)]
#[repr(C)]
#[object(key = "plain.Late", new)]
pub(crate) struct LateNode {
    base: Object,
    #[reflect(visit_last)]
    last: ObjectRef,
    other: ObjectRef,
}

#[test]
fn an_object_is_written_where_it_occurs_first() {
    register();
    objet::register_types!(LateNode).unwrap();
    let [a, b] = ["a", "b"].map(|name| Array::from([String::from(name)]));
    // Keys are written before values.
    let crossed = Map::from([(a.clone(), b.clone()), (b, a.clone())]);
    let late = Late::new(a.clone(), Array::from([a]));
    let made = [crossed.into_object_ref(), late.into_object_ref()];
    let loaded = graph_files::all().into_iter().filter_map(|(_, text)| load_json(&text).ok());
    let mut count = 0;
    for root in made.into_iter().chain(loaded) {
        let text = plain(&root);
        if text.contains(",\"nodes\":[{\"$id\":") {
            continue;
        }
        let (mut ids, mut last) = (0, 0);
        for (at, _) in text.match_indices('$') {
            let rest = &text[at..];
            if rest.starts_with("$id\":") {
                ids += 1;
                last = numbers_after(rest, "$id\":").next().unwrap();
                assert_eq!(last, ids, "{}", &text[..at]);
            } else if rest.starts_with("$ref\":") {
                assert!(numbers_after(rest, "$ref\":").next().unwrap() <= last, "{}", &text[..at]);
            }
        }
        count += usize::from(ids > 0);
    }
    assert!(count > 5, "{count} graphs with shared objects");
}

#[test]
fn a_deep_graph_is_written_in_the_order_of_a_walk() {
    register();
    // A node is written where the chain reaches it, and not at this reference.
    let earlier = |line: i32, nodes: &[Expr]| {
        let random = (line as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        Some(nodes[random as usize % nodes.len()].clone().into())
    };
    let nodes = chain_with(999, earlier);
    let root = nodes.last().unwrap();
    let text = plain(root.as_object_ref());
    assert!(numbers_after(&text, "\"line\":").eq((0..1000).rev()));
    let back = load_json(&text).unwrap();
    assert!(structural_equal(root, &back));
    assert_eq!(save_json(&back).unwrap(), save_json(root).unwrap());
    assert_eq!(plain(&back), text);
}

#[test]
fn values_may_follow_references_to_them() {
    register();
    let values: [ObjectRef; 7] = [
        String::from("text").into(),
        BoxInt::new(1).into(),
        BoxFloat::new(0.5).into(),
        BoxBool::new(true).into(),
        objet::ShapeTuple::from(vec![2, 3]).into(),
        NDArray::from_slice(&[1], &[1_i64]).unwrap().into(),
        Array::<ObjectRef>::new().into(),
    ];
    // Each value is reached first at the end of the chain, below the limit of nesting.
    let nodes = chain_with(99, |line, _| Some(values[line as usize % values.len()].clone()));
    let root = nodes.last().unwrap();
    let text = plain(root.as_object_ref());
    let at = text.find(r#","type":"runtime.String","value":"text"}"#).unwrap();
    let id = &text[text[..at].rfind(':').unwrap() + 1..at];
    assert!(text.find(&format!(r#"{{"$ref":{id}}}"#)).unwrap() < at);
    let back = load_json(&text).unwrap();
    assert_eq!(save_json(&back).unwrap(), save_json(root).unwrap());
    assert_eq!(plain(&back), text);
    let unknown = text.replace("plain.All", "far.All");
    let kept = LoadJson::new().keep_unknown(true).load(unknown.as_bytes()).unwrap().unwrap();
    assert_eq!(plain(&kept), unknown);
}

#[test]
fn references_may_precede_their_objects() {
    register();
    let text = r#"{"objet": 1, "root": [{"$ref": 7}, {"$ref": 7}], "nodes": [{"x": 1, "type": "plain.Expr", "line": 5, "$id": 7}]}"#;
    let error = load_json(text).unwrap_err().to_string();
    assert!(error.contains("plain.Expr") && error.contains("`x`"), "{error}");
    let text = text.replace(r#""x": 1, "#, "");
    let back: Array<Expr> = load_json(&text).unwrap().downcast().unwrap();
    assert!(back[0].line == 5 && back[0].same_as(&back[1]));
}

#[test]
fn parts_of_a_value_that_have_an_id_are_objects_too() {
    let text = concat!(
        r#"{"objet":1,"root":[{"$ref":2},{"type":"runtime.ShapeTuple","data":{"$id":2,"type":"Array","#,
        r#""data":[3,4]}},{"type":"Map","keys":{"$id":5,"type":"Array","data":["k"]},"values":[{"$ref":5}]}]}"#
    );
    let root: Array<ObjectRef> = load_json(text).unwrap().downcast().unwrap();
    let extents: Array<BoxInt> = root[0].clone().downcast().unwrap();
    assert!(extents[0].value == 3 && extents[1].value == 4);
    let shape: objet::ShapeTuple = root[1].clone().downcast().unwrap();
    assert_eq!(&*shape, &[3, 4]);
    let map: Map<String, Array<String>> = root[2].clone().downcast().unwrap();
    assert_eq!(map.get("k").unwrap()[0], "k");
}
