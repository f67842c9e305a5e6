//! `objet show`: prints a graph as text.

use std::fmt::Write as _;

use anstyle::Style;
use objet_view::{Content, Label, Number, Selection, Value, View, tensor_text};

use crate::ExitStatus;
use crate::args::ShowArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Output, printable};
use crate::style::{FAINT, NAME, NUMBER, TEXT, TYPE};

/// Maximum width of a line, in characters. The parts of a longer node get one line each.
const LINE: usize = 100;
/// Maximum width of an inline node.
const INLINE: usize = 60;
/// Maximum width of an inline string that is shared.
const SHARED_TEXT: usize = 40;
/// Maximum length of a string, in characters. The rest is cut.
const LONG_TEXT: usize = 200;

pub(crate) fn run(args: &ShowArgs) -> Result<ExitStatus, Failure> {
    let input = Input::read(&args.part.file)?;
    let root = input.load()?;
    let view = input.view(root.as_ref())?;
    let selection = input.part(&view, &args.part)?;
    let mut out = Output::to_stdout();
    show(&view, &selection, &mut out);
    out.finish()?;
    Ok(ExitStatus::Success)
}

fn show(view: &View, selection: &Selection, out: &mut Output) {
    let mut lines = Lines { view, selection, inline: Vec::new() };
    lines.inline.resize_with(view.len(), || None);
    for number in view.post_order(selection) {
        if out.is_closed() {
            return;
        }
        let content = view.content(number);
        let flat = lines.node(number, &content, false);
        let is_text = content.parts().is_empty();
        let fits =
            if view.users(number) == 1 { flat.width <= INLINE } else { is_text && flat.width <= SHARED_TEXT };
        if fits && number != selection.root {
            lines.inline[number] = Some(flat);
            continue;
        }
        let text = if flat.width > LINE { lines.node(number, &content, true) } else { flat };
        writeln!(out, "{NAME}%{number}{NAME:#} = {}", text.text);
    }
}

/// Returns a string in quotes, cut to `LONG_TEXT`.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONG_TEXT) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Text with color codes.
#[derive(Default)]
struct Text {
    text: String,
    /// The number of visible characters.
    width: usize,
}

impl Text {
    fn plain(&mut self, text: &str) {
        self.text += text;
        self.width += text.chars().count();
    }

    fn styled(&mut self, style: Style, text: &str) {
        // Writing to a `String` cannot fail.
        let _ = write!(self.text, "{style}{text}{style:#}");
        self.width += text.chars().count();
    }

    fn text(&mut self, other: &Text) {
        self.text += &other.text;
        self.width += other.width;
    }
}

struct Lines<'a> {
    view: &'a View,
    selection: &'a Selection,
    /// The texts of inline nodes, by node number.
    inline: Vec<Option<Text>>,
}

impl Lines<'_> {
    fn node(&self, number: Number, content: &Content, broken: bool) -> Text {
        let mut text = Text::default();
        let key = printable(self.view.type_key(number));
        let (open, close) = match content {
            Content::Array(_) => ("[", "]"),
            Content::Map(_) => ("{", "}"),
            Content::String(name) if key == "runtime.String" => {
                let shown = if number == self.selection.root { format!("{name:?}") } else { quoted(name) };
                text.styled(TEXT, &shown);
                return text;
            }
            Content::Unknown => {
                text.styled(TYPE, &format!("<{key}>"));
                return text;
            }
            Content::String(_) | Content::Bytes(_) | Content::Adt(_) | Content::Fields(_) => {
                text.styled(TYPE, &key);
                ("(", ")")
            }
        };
        text.plain(open);
        match content {
            Content::String(name) => text.styled(TEXT, &quoted(name)),
            Content::Bytes(bytes) => text.styled(TEXT, &format!("b\"{bytes}\"")),
            _ => self.parts(&mut text, content, broken),
        }
        text.plain(close);
        text
    }

    fn parts(&self, text: &mut Text, content: &Content, broken: bool) {
        for (index, part) in content.parts().iter().enumerate() {
            text.plain(match (broken, index) {
                (true, _) => "\n  ",
                (false, 0) => "",
                (false, _) => ", ",
            });
            match &part.label {
                Label::Field(name) => {
                    text.plain(&printable(name));
                    text.plain("=");
                }
                Label::Key(key) => {
                    self.value(text, key);
                    text.plain(": ");
                }
                Label::Index(_) => {}
            }
            self.value(text, &part.value);
            if broken {
                text.plain(",");
            }
        }
        if broken && !content.parts().is_empty() {
            text.plain("\n");
        }
    }

    fn value(&self, text: &mut Text, value: &Value) {
        match value {
            Value::Null => text.styled(FAINT, "null"),
            Value::Plain(plain) => text.styled(NUMBER, plain),
            Value::String(content) => text.styled(TEXT, &quoted(content)),
            Value::Tensor(number) => text.plain(&tensor_text(&self.view.tensors()[*number])),
            Value::Node(number) => self.reference(text, *number),
            Value::Outside(key) => text.styled(NUMBER, &format!("<{}>", printable(key))),
            Value::Ambiguous { text: plain, node, .. } => {
                text.styled(NUMBER, plain);
                if let Some(number) = node.filter(|number| self.selection.contains(*number)) {
                    text.plain(" or ");
                    self.reference(text, number);
                }
            }
        }
    }

    fn reference(&self, text: &mut Text, number: Number) {
        match &self.inline[number] {
            Some(inline) => text.text(inline),
            None if self.selection.contains(number) => text.styled(NAME, &format!("%{number}")),
            None => {
                text.styled(NAME, &format!("%{number}"));
                text.styled(FAINT, &format!(":{}", printable(self.view.type_key(number))));
            }
        }
    }
}
