//! `objet dot`: a graph as a drawing, for Graphviz.

use crate::Verdict;
use crate::args::DotArgs;
use crate::failure::Failure;
use crate::graph_view::{GraphView, Number, Selection};
use crate::input::Input;
use crate::output::Output;
use crate::part::{Content, Label, Part, Value, tensor_text};

/// How much is shown of a text.
const TEXT: usize = 40;

/// What nodes are filled with: the same for all of a type.
const FILLS: [&str; 8] =
    ["#e8f1fb", "#e9f7ec", "#fff4de", "#fdeaea", "#f1ebfa", "#e5f6f6", "#fbeaf3", "#f1f1ec"];

pub(crate) fn run(args: &DotArgs) -> Result<Verdict, Failure> {
    let input = Input::read(&args.part.file)?;
    let root = input.load()?;
    let view = GraphView::of(root.as_ref(), &input)?;
    let selection = view.part(&args.part, &input)?;
    let mut out = Output::to(args.output.as_deref(), &args.part.file)?;
    Drawing { view: &view, selection: &selection, out: &mut out }.draw();
    out.finish()?;
    Ok(Verdict::Good)
}

struct Drawing<'a> {
    view: &'a GraphView<'a>,
    selection: &'a Selection,
    out: &'a mut Output,
}

/// The lines of a box, and the arrows that go from it.
#[derive(Default)]
struct Boxed {
    lines: Vec<String>,
    arrows: Vec<(Number, String, bool)>,
}

impl Drawing<'_> {
    fn draw(&mut self) {
        writeln!(self.out, "digraph {{");
        writeln!(self.out, "  graph [ranksep=0.4, nodesep=0.25];");
        writeln!(
            self.out,
            "  node [shape=box, style=\"rounded,filled\", color=\"#8895a7\", fontname=\"Helvetica\", fontsize=10];"
        );
        writeln!(
            self.out,
            "  edge [color=\"#8895a7\", fontcolor=\"#566273\", fontname=\"Helvetica\", fontsize=8, arrowsize=0.6];"
        );
        for number in self.view.numbers().filter(|number| self.selection.has(*number)) {
            if self.out.is_closed() {
                return;
            }
            let content = self.view.content(number);
            if number == self.selection.root || !self.is_part_of_its_user(number, &content) {
                self.node(number, &content);
            }
        }
        writeln!(self.out, "}}");
    }

    /// Whether a node stands in the boxes of those that refer to it: a text does, and a container that only a node refers to.
    fn is_part_of_its_user(&self, number: Number, content: &Content) -> bool {
        match content {
            Content::Text(_) | Content::Bytes(_) => true,
            Content::Array(_) | Content::Map(_) => self.is_used_once_by_fields(number),
            Content::Adt(_) | Content::Fields(_) | Content::Unknown => false,
        }
    }

    fn is_used_once_by_fields(&self, number: Number) -> bool {
        self.view.only_user(number).is_some_and(|user| {
            self.selection.has(user) && matches!(self.view.content(user), Content::Fields(_))
        })
    }

    fn node(&mut self, number: Number, content: &Content) {
        let mut boxed = Boxed::default();
        boxed.lines.push(format!("%{number} {}", self.view.type_key(number)));
        match content {
            Content::Text(text) | Content::Bytes(text) => boxed.lines.push(quoted(text)),
            _ => {
                for part in content.parts() {
                    self.part("", part, matches!(content, Content::Fields(_)), &mut boxed);
                }
            }
        }
        let label: String = boxed.lines.iter().map(|line| escaped(line) + "\\l").collect();
        let fill = FILLS[fill(self.view.type_key(number))];
        writeln!(self.out, "  n{number} [label=\"{label}\", fillcolor=\"{fill}\"];");
        for (target, label, is_sure) in boxed.arrows {
            let style = if is_sure { "" } else { ", style=dashed" };
            writeln!(self.out, "  n{number} -> n{target} [label=\"{}\"{style}];", escaped(&label));
        }
    }

    /// Notes a part of a node, or, with the name of the field that the container stands in, of a container.
    fn part(&self, field: &str, part: &Part, is_field: bool, boxed: &mut Boxed) {
        let name = match &part.label {
            Label::Field(name) => name.clone(),
            Label::Index(index) => format!("{field}[{index}]"),
            Label::Key(key) => format!("{field}[{}]", self.key(key, boxed)),
        };
        let number = match &part.value {
            Value::Null => return,
            Value::Plain(text) => return boxed.lines.push(format!("{name} = {}", short(text))),
            Value::Text(text) => return boxed.lines.push(format!("{name} = {}", quoted(text))),
            Value::Tensor(number) => {
                let text = tensor_text(self.view.tensors()[*number]);
                return boxed.lines.push(format!("{name} = {}", short(&text)));
            }
            Value::Unclear { text, leads: false, .. } | Value::Unclear { text, node: None, .. } => {
                return boxed.lines.push(format!("{name} = {}", short(text)));
            }
            Value::Unclear { text, node: Some(number), .. } => {
                boxed.lines.push(format!("{name} = {} or %{number}", short(text)));
                *number
            }
            Value::Node(number) => *number,
        };
        if !self.selection.has(number) {
            return boxed.lines.push(format!("{name} = %{number} …"));
        }
        let is_sure = matches!(part.value, Value::Node(_));
        match self.view.content(number) {
            Content::Text(text) | Content::Bytes(text) => {
                boxed.lines.push(format!("{name} = {}", quoted(&text)))
            }
            content if is_field && self.is_part_of_its_user(number, &content) => {
                content.parts().iter().for_each(|part| self.part(&name, part, false, boxed));
            }
            _ => boxed.arrows.push((number, name, is_sure)),
        }
    }

    /// What a key is called. One that is a node has an arrow of its own.
    fn key(&self, key: &Value, boxed: &mut Boxed) -> String {
        match key {
            Value::Text(text) => quoted(text),
            Value::Node(number) => match self.view.content(*number) {
                Content::Text(text) | Content::Bytes(text) => quoted(&text),
                _ => {
                    if self.selection.has(*number) {
                        boxed.arrows.push((*number, "key".into(), true));
                    }
                    format!("%{number}")
                }
            },
            _ => "?".into(),
        }
    }
}

/// The position of the fill of a type.
fn fill(type_key: &str) -> usize {
    type_key.bytes().fold(0_usize, |sum, byte| (sum * 31 + usize::from(byte)) % 997) % FILLS.len()
}

fn short(text: &str) -> String {
    match text.char_indices().nth(TEXT) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

fn quoted(text: &str) -> String {
    format!("{:?}", short(text))
}

/// A text within the quotes of a label.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
