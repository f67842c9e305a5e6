//! `objet html`: the data of the page.

use std::fs;

use crate::command::{graph, node, objet, objet_reading, real, scratch};
use serde_json::{Value, json};

/// Returns the data of a page.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn the_page_is_self_contained() {
    let path = scratch("mlp.html");
    assert_eq!(objet(&["html", &real("mlp_b1.params"), "-o", &path]).ok(), "");
    let page = fs::read_to_string(&path).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<title>mlp_b1.params.json</title>"));
    for other in ["http:", "https:", "src=", "@import", "<link", "{{"] {
        assert!(!page.contains(other), "{other}");
    }
    let data = data(&page);
    assert_eq!((&data["nodes"].as_array().unwrap().len(), &data["nodes"][0]), (&100, &Value::Null));
    assert_eq!(data["tensors"].as_array().unwrap().len(), 6);
    let types = data["types"].as_array().unwrap();
    assert_eq!((types.len(), &types[0]), (18, &"IRModule".into()));
}

#[test]
fn every_form_of_a_node_has_its_data() {
    let text = graph(&[
        &node("far.Call", &[("args", "2"), ("map", "5"), ("name", "4"), ("text", "a b")]),
        "\"type_key\": \"Array\", \n      \"data\": [0, 3]",
        "\"type_key\": \"Op\", \n      \"repr_str\": \"add\"",
        "\"type_key\": \"runtime.String\", \n      \"repr_str\": \"x\"",
        "\"type_key\": \"Map\", \n      \"keys\": [\n        \"k\"\n      ], \n      \"data\": [4]",
    ]);
    // The map comes last in the attributes, because nodes are numbered in the order of their first
    // reference.
    let text = text.replace("\"map\": \"5\"", "\"mop\": \"5\"").replace("\"mop\"", "\"zap\"");
    let text = text
        .replace(", \n        \"zap\": \"5\"", "")
        .replace("\"text\": \"a b\"", "\"text\": \"a b\", \n        \"zap\": \"5\"");
    let page = objet_reading(&["html", "-", "-o", "-"], text.as_bytes()).ok();
    let nodes = json!([
        null,
        [0, "f", 0, 2, 1, 4, 2, "'a b", 3, 5],
        [1, "a", null, 3],
        [2, "s", "add"],
        [3, "s", "x"],
        [4, "m", "'k", 4],
    ]);
    let data = data(&page);
    assert_eq!(data["nodes"], nodes);
    assert_eq!(data["names"], json!(["args", "name", "text", "zap"]));
}

#[test]
fn strings_cannot_end_the_script() {
    let text =
        graph(&["\"type_key\": \"runtime.String\", \n      \"repr_str\": \"</script><script>alert(1)<!--\""]);
    let page = objet_reading(&["html", "-", "-o", "-"], text.as_bytes()).ok();
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<!--"));
    assert_eq!(data(&page)["nodes"][1], json!([0, "s", "</script><script>alert(1)<!--"]));
}

#[test]
fn a_page_that_cannot_be_written_is_an_error() {
    let run = objet(&["html", &real("val_nan"), "-o", "/no/such/folder/page.html"]);
    assert_eq!(run.code, 2);
    assert!(run.err.starts_with("error: cannot write /no/such/folder/page.html: "), "{}", run.err);
}
