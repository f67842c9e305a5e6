//! Tests of mutators that do not visit some objects.

use objet::String;
use objet::containers::{ADT, ADTNode, StringNode};
use objet::prelude::*;
use objet::walk::{Mutator, RewriteError, rewrite_with};

/// Visits all objects except ADTs, and records the strings that it enters.
#[derive(Default)]
struct Texts {
    asked: Vec<std::string::String>,
    left: usize,
}

impl Mutator for Texts {
    type Error = RewriteError;

    fn visits(&self, object: &ObjectRef) -> bool {
        !object.is_instance::<ADTNode>()
    }

    fn enter(&mut self, object: &ObjectRef) -> Result<objet::walk::Enter, RewriteError> {
        assert!(!object.is_instance::<ADTNode>());
        self.asked.extend(object.as_node::<StringNode>().map(|text| text.as_str().to_owned()));
        Ok(objet::walk::Enter::Inside)
    }

    fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
        self.left += 1;
        Ok(match object.as_node::<StringNode>() {
            Some(text) => String::from(text.as_str().to_uppercase()).into(),
            None => object,
        })
    }
}

fn graph() -> (Array<ObjectRef>, ADT) {
    let inner = ADT::tuple([String::from("inside").into()]);
    let mut map = Map::<ObjectRef, ObjectRef>::new();
    map.insert(inner.clone().into(), String::from("value").into());
    map.insert(String::from("key").into(), inner.clone().into());
    (Array::from([ObjectRef::from(map), inner.clone().into(), String::from("text").into()]), inner)
}

fn expect_texts_alone_changed(rewritten: &Array<ObjectRef>, inner: &ADT, mutator: &Texts) {
    assert_eq!(mutator.asked, ["value", "key", "text"]);
    assert_eq!(mutator.left, 5, "three strings, the map and the array");
    assert!(rewritten[1].same_as(inner));
    let map = rewritten[0].downcast_ref::<Map<ObjectRef, ObjectRef>>().unwrap();
    let (key, value) = map.get_at(0).unwrap();
    assert!(key.same_as(inner) && value.downcast_ref::<String>().unwrap() == "VALUE");
    let (key, value) = map.get_at(1).unwrap();
    assert!(key.downcast_ref::<String>().unwrap() == "KEY" && value.same_as(inner));
    assert_eq!(rewritten[2].downcast_ref::<String>().unwrap(), "TEXT");
}

#[test]
fn unvisited_objects_do_not_change_in_a_graph_that_is_changed_in_place() {
    let (graph, inner) = graph();
    let mut texts = Texts::default();
    let rewritten = rewrite_with(graph, &mut texts).unwrap();
    expect_texts_alone_changed(&rewritten, &inner, &texts);
}

#[test]
fn unvisited_objects_do_not_change_in_a_shared_graph() {
    let (graph, inner) = graph();
    let kept = graph.clone();
    let mut texts = Texts::default();
    let rewritten = rewrite_with(graph, &mut texts).unwrap();
    expect_texts_alone_changed(&rewritten, &inner, &texts);
    assert_eq!(kept[2].downcast_ref::<String>().unwrap(), "text");
}

#[test]
fn the_root_is_always_visited() {
    let root = ADT::tuple([ADT::tuple([]).into()]);
    struct Any(usize);
    impl Mutator for Any {
        type Error = RewriteError;

        fn visits(&self, _: &ObjectRef) -> bool {
            false
        }

        fn leave(&mut self, object: ObjectRef) -> Result<ObjectRef, RewriteError> {
            self.0 += 1;
            Ok(object)
        }
    }
    let mut any = Any(0);
    rewrite_with(root, &mut any).unwrap();
    assert_eq!(any.0, 1);
}
