//! Graphs in the DOT format of Graphviz.

use std::io::{self, Write};

use objet_object::progress::Steps;

use crate::boxes::{Boxes, fill};
use crate::view::{Selection, View};

/// Writes a graph in the DOT format of Graphviz.
///
/// Strings, and arrays and maps that only one field refers to, are written into the boxes of their
/// users.
///
/// ```
/// use objet::prelude::*;
/// use objet::containers::ADT;
/// use objet_view::{View, write_dot};
///
/// let leaf = ObjectRef::from(ADT::tuple([]));
/// let root = ObjectRef::from(ADT::tuple([leaf.clone(), objet::String::from("x").into(), leaf]));
/// let view = View::near(&root, 100);
/// let mut dot = Vec::new();
/// write_dot(&view, &view.all(), &mut dot)?;
/// let dot = String::from_utf8(dot)?;
/// assert!(dot.contains(r#"n1 [label="%1 runtime.ADT\l[1] = \"x\"\l""#));
/// assert!(dot.contains(r#"n1 -> n2 [label="[0]"];"#));
/// assert!(dot.contains(r#"n1 -> n2 [label="[2]"];"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the errors of `out`.
pub fn write_dot(view: &View, selection: &Selection, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "digraph {{")?;
    writeln!(out, "  graph [ranksep=0.4, nodesep=0.25];")?;
    writeln!(
        out,
        "  node [shape=box, style=\"rounded,filled\", color=\"#8895a7\", fontname=\"Helvetica\", fontsize=10];"
    )?;
    writeln!(
        out,
        "  edge [color=\"#8895a7\", fontcolor=\"#566273\", fontname=\"Helvetica\", fontsize=8, arrowsize=0.6];"
    )?;
    let boxes = Boxes { view, selection, is_compact: false };
    let mut steps = Steps::new("write", Some(view.len()));
    for number in view.numbers().filter(|number| selection.contains(*number)) {
        steps.next();
        let content = view.content(number);
        if number != selection.root && boxes.is_part_of_its_user(number, &content) {
            continue;
        }
        let node_box = boxes.of(number, &content);
        let mut label = format!("%{number} {}\\l", escaped(view.type_key(number)));
        node_box.lines.iter().for_each(|line| label += &(escaped(&line.text) + "\\l"));
        let fill = fill(view.type_key(number));
        writeln!(out, "  n{number} [label=\"{label}\", fillcolor=\"{fill}\"];")?;
        for arrow in node_box.arrows {
            let style = if arrow.is_sure { "" } else { ", style=dashed" };
            writeln!(out, "  n{number} -> n{} [label=\"{}\"{style}];", arrow.target, escaped(&arrow.label))?;
        }
    }
    writeln!(out, "}}")
}

/// Escapes a string for a quoted label.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
