//! `objet ops`.

use crate::command::objet;

#[test]
fn operators_are_listed_by_name() {
    let out = objet(&["ops"]).ok();
    let line = |name: &str| {
        let is_of = |line: &&str| line.split_whitespace().next() == Some(name);
        out.lines().find(is_of).unwrap_or_else(|| panic!("{out}")).split_whitespace().collect::<Vec<_>>()
    };
    assert_eq!(line("operator"), ["operator", "inputs", "level", "attributes"]);
    assert_eq!(line("nn.bias_add"), ["nn.bias_add", "2", "1", "relay.attrs.BiasAddAttrs"]);
    assert_eq!(line("add"), ["add", "2", "1"]);
    let names: Vec<_> = out.lines().skip(1).map(|line| line.split(' ').next().unwrap()).collect();
    assert!(names.len() > 300 && names.is_sorted(), "{out}");
}

#[test]
fn one_operator_is_described() {
    let out = objet(&["ops", "nn.bias_add"]).ok();
    assert!(out.starts_with("operator  nn.bias_add\nlevel     1\n"), "{out}");
    assert!(out.contains("\ninputs 2\n  data: nD Tensor\n"), "{out}");
    assert!(out.contains("\n  bias: 1D Tensor\n"), "{out}");
    assert!(out.contains("\nattributes relay.attrs.BiasAddAttrs\n  axis: i32  (default 1)\n"), "{out}");
    assert!(objet(&["ops", "add"]).ok().contains("\n  TOpPattern = 1\n"));
}

#[test]
fn an_unknown_operator_is_an_error_with_the_nearest_one() {
    let run = objet(&["ops", "nn.bias_ad"]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert_eq!(run.err, "error: no operator \"nn.bias_ad\" is registered, did you mean \"nn.bias_add\"?\n");
}
