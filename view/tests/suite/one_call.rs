//! Tests of graphs as strings and files in one call.

use objet::containers::ADT;
use objet::fields::FieldCell;
use objet::prelude::*;
use objet_view::{dot, html, save, svg};

#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "one_call.Link", is_final, new)]
struct LinkNode {
    base: Object,
    next: FieldCell<Option<ObjectRef>>,
}

#[test]
fn each_form_shows_the_graph() {
    let leaf = ADT::tuple([]);
    let pair = ADT::tuple([leaf.clone().into(), objet::String::from("a < b").into(), leaf.into()]);
    assert!(dot(&pair).contains(r#"n1 -> n2 [label="[0]"];"#));
    let drawing = svg(&pair);
    assert_eq!(drawing.matches("runtime.ADT</text>").count(), 2);
    roxmltree::Document::parse(&drawing).unwrap();
    assert!(html(&pair).contains("<title>runtime.ADT</title>"));
}

#[test]
fn a_cycle_is_shown_although_it_cannot_be_saved() {
    let link = Link::new(FieldCell::new(None));
    link.next.store(Some(link.clone().into()));
    assert!(dot(&link).contains("n1 -> n1"));
    assert!(svg(&link).contains("one_call.Link</text>") && html(&link).contains("one_call.Link"));
    link.next.store(None);
}

#[test]
fn a_large_graph_has_a_small_drawing() {
    let chain = (0..10_000).fold(ADT::tuple([]), |chain, _| ADT::tuple([chain.into()]));
    assert_eq!(svg(&chain).matches("runtime.ADT</text>").count(), 200);
    assert_eq!(dot(&chain).matches(" -> ").count(), 10_000);
}

#[test]
fn the_extension_selects_the_form_of_a_file() {
    let folder = std::env::temp_dir().join(format!("objet-view-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let shape = ShapeTuple::from([2, 3]);
    for (name, content) in [
        ("a.html", html(&shape)),
        ("a.svg", svg(&shape)),
        ("a.dot", dot(&shape)),
        ("a.gv", dot(&shape)),
        ("a.SVG", svg(&shape)),
    ] {
        save(&shape, folder.join(name)).unwrap();
        assert_eq!(std::fs::read_to_string(folder.join(name)).unwrap(), content);
    }
    for name in ["a.png", "a"] {
        assert_eq!(save(&shape, folder.join(name)).unwrap_err().kind(), std::io::ErrorKind::InvalidInput);
    }
    assert!(save(&shape, folder.join("none/a.svg")).is_err());
    std::fs::remove_dir_all(folder).unwrap();
}
