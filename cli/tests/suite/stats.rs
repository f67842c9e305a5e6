//! `objet stats`.

use crate::command::{graph, node, objet, objet_reading, real};
use serde_json::Value;

fn stats(name: &str) -> Value {
    serde_json::from_str(&objet(&["stats", &real(name), "--json"]).ok()).unwrap()
}

#[test]
fn nodes_are_counted_by_type() {
    let stats = stats("resnet18.anf");
    assert_eq!((&stats["root"], &stats["nodes"]), (&"IRModule".into(), &2022.into()));
    assert_eq!(stats["bytes"], 251_484);
    let count = |key: &str| {
        let types = stats["types"].as_array().unwrap();
        types.iter().find(|each| each["type_key"] == key).unwrap()["count"].clone()
    };
    assert_eq!(
        (count("relay.Call"), count("relay.Let"), count("SourceMap")),
        (72.into(), 91.into(), 1.into())
    );
    assert_eq!(stats["types"][0]["type_key"], "Array");
    assert_eq!(stats["types"].as_array().unwrap().len(), 24);
    assert_eq!(
        stats["types"].as_array().unwrap().iter().map(|each| each["count"].as_u64().unwrap()).sum::<u64>(),
        2022
    );
}

#[test]
fn sharing_and_depth_are_counted() {
    // The file has an array with three references and a variable with four.
    let shared = stats("cont_shared");
    assert_eq!((&shared["shared"]["nodes"], &shared["shared"]["references"]), (&2.into(), &7.into()));
    assert_eq!(shared["shared"]["most"]["type_key"], "tir.Var");
    let diamond = stats("diamond_60");
    assert!(diamond["tree_nodes"].as_f64().unwrap() > 2_f64.powi(60));
    assert!(diamond["depth"].as_u64().unwrap() > 60);
}

#[test]
fn tensors_are_measured() {
    let tensors = &stats("mlp_b1.params")["tensors"];
    let weights = 4 * (784 * 128 + 128 + 128 * 64 + 64 + 64 * 10 + 10);
    assert_eq!((&tensors["count"], &tensors["bytes"]), (&6.into(), &weights.into()));
    assert_eq!(tensors["largest"], 4 * 784 * 128);
    assert_eq!(tensors["by_dtype"]["float32"], weights);
}

#[test]
fn text_output_matches_json() {
    let out = objet(&["stats", &real("mlp_b1.params")]).ok();
    let line =
        |start: &str| out.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{out}"));
    assert!(line("nodes ").contains(" 99  the root is IRModule"), "{out}");
    assert!(line("tensors ").contains(" 6  with 437,544 bytes, the largest with 401,408"), "{out}");
    assert!(out.contains("10   10.1 %  relay.Call\n"), "{out}");
    assert!(out.contains("5    5.1 %  Map\n"), "{out}");
    let away = graph(&[&node("far.Away", &[("a", "x")])]);
    let out = objet_reading(&["stats", "-"], away.as_bytes()).ok();
    assert!(out.ends_with("1  100.0 %  far.Away  unknown\n"), "{out}");
}

#[test]
fn null_has_no_nodes() {
    let text = r#"{"root": 0, "nodes": [{"type_key": ""}]}"#;
    let stats: Value =
        serde_json::from_str(&objet_reading(&["stats", "--json", "-"], text.as_bytes()).ok()).unwrap();
    assert_eq!((&stats["root"], &stats["nodes"], &stats["depth"]), (&Value::Null, &0.into(), &0.into()));
}

#[test]
fn an_overflow_of_tree_nodes_is_null() {
    let stats = |levels: usize| -> Value {
        let array =
            |number: usize| format!("\"type_key\": \"Array\", \n      \"data\": [{number}, {number}]");
        let mut nodes: Vec<_> = (2..levels + 2).map(array).collect();
        nodes.push(node("far.End", &[("a", "x")]));
        let text = graph(&nodes.iter().map(String::as_str).collect::<Vec<_>>());
        serde_json::from_str(&objet_reading(&["stats", "--json", "-"], text.as_bytes()).ok()).unwrap()
    };
    assert_eq!(stats(3)["tree_nodes"], 15.0);
    assert!(stats(1_022)["tree_nodes"].as_f64().unwrap() > 8e307);
    let beyond = stats(1_024);
    assert_eq!((&beyond["tree_nodes"], &beyond["depth"]), (&Value::Null, &1_024.into()));
}
