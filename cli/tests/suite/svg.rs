//! `objet svg`.

use std::fs;

use crate::command::{graph, node, objet, objet_reading, real, scratch};

#[test]
fn nodes_are_boxes_under_their_numbers() {
    let text = graph(&[
        &node("far.Call", &[("args", "2"), ("name", "4"), ("op", "5")]),
        "\"type_key\": \"Array\", \n      \"data\": [3, 3]",
        &node("far.Var", &[("a", "x"), ("b", "<")]),
        "\"type_key\": \"runtime.String\", \n      \"repr_str\": \"f\"",
        "\"type_key\": \"Op\", \n      \"repr_str\": \"add\"",
    ]);
    let out = objet_reading(&["svg", "-"], text.as_bytes()).ok();
    assert!(
        out.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" ") && out.ends_with("</svg>\n"),
        "{out}"
    );
    for part in [
        ">far.Call</text>",
        ">%1</text>",
        ">name = \"f\"</text>",
        ">op = \"add\"</text>",
        ">far.Var</text>",
        ">%3</text>",
        ">b = \"&lt;\"</text>",
        "<title>args[0], args[1]</title>args[0] +1</text>",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    assert_eq!(
        (out.matches("data-box=").count(), out.matches("data-from=\"0\" data-to=\"1\"").count()),
        (2, 1)
    );
}

#[test]
fn a_part_of_a_real_network_is_drawn() {
    let path = scratch("resnet.svg");
    let network = real("resnet18_b1_s224.typed");
    assert_eq!(objet(&["svg", &network, "--limit", "7", "-o", &path]).ok(), "");
    let out = fs::read_to_string(path).unwrap();
    let cut = out.matches(" more</text>").count();
    assert!(cut > 0 && out.matches("data-box=").count() == 7 + cut, "{out}");
    let part = objet(&["svg", &network, "--root", "3", "--depth", "1"]).ok();
    assert!(part.contains(">name_hint = \"main\"</text>") && part.contains(">FuncType</text>"), "{part}");
    assert!(part.contains("… ") && !part.contains("TensorType"), "{part}");
}

#[test]
fn limits_are_checked() {
    let run = objet(&["svg", &real("val_nan"), "--limit", "1001"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("1001 is not in 1..=1000"), "{}", run.err);
}
