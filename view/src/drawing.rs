//! Drawings of a graph: the boxes nearest to the root and the arrows between them.

use std::collections::HashMap;
use std::fmt;

use crate::boxes::{Arrow, BoxContent, Boxes, Line, WHOLE, fill};
use crate::graph_layout::{GraphLayout, Size, layout};
use crate::markup::{grouped, start};
use crate::svg;
use crate::view::{Number, Selection, View};

/// Maximum number of objects in a drawing.
const MAX_BOXES: usize = 1000;
/// Maximum number of lines below the heading of a box.
const LINES: usize = 14;
/// Maximum number of characters of an arrow's label.
const LABEL: usize = 24;

/// The width of a character, the height of a line and the padding of a box, in pixels.
pub(crate) const CHARACTER: f64 = 6.63;
pub(crate) const LINE: f64 = 15.0;
pub(crate) const PADDING: f64 = 8.0;

/// A drawing of a graph, which displays as SVG. Each object is a box with its type key and its
/// values, and arrows are references.
///
/// Strings and constants are written into the boxes of their users, and so are arrays and maps that
/// only one field refers to. Where the drawing is incomplete, a dashed box states how many
/// references are not drawn.
///
/// ```
/// use objet::prelude::*;
/// use objet::containers::ADT;
/// use objet_view::{Drawing, View};
///
/// let chain = (0..1000).fold(ADT::tuple([]), |chain, _| ADT::tuple([chain.into()]));
/// let root = ObjectRef::from(chain);
/// let view = View::near(&root, 100);
/// let drawing = Drawing::of(&view, &view.all(), 5);
/// assert!(!drawing.is_whole());
/// let svg = drawing.to_string();
/// assert_eq!(svg.matches("runtime.ADT</text>").count(), 5);
/// assert_eq!(svg.matches("… 1 more").count(), 1);
/// ```
pub struct Drawing {
    pub(crate) node_boxes: Vec<NodeBox>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) layout: GraphLayout,
    is_whole: bool,
}

/// A box.
pub(crate) struct NodeBox {
    /// The type key.
    pub(crate) heading: String,
    /// The number of the node, if nodes have the same numbers as in the saved graph.
    pub(crate) number: Option<Number>,
    pub(crate) lines: Vec<Line>,
    /// The color of the box. A box that counts omitted references has none.
    pub(crate) fill: Option<&'static str>,
}

/// An arrow between two boxes, which are indices into `node_boxes`.
pub(crate) struct Edge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) label: Line,
    pub(crate) is_sure: bool,
}

impl Drawing {
    /// Draws the selected nodes of a graph: the `limit` boxes nearest to the root of the selection,
    /// counted in arrows. `limit` is clamped to the range from 1 to 1000. Equal graphs have equal
    /// drawings.
    pub fn of(view: &View, selection: &Selection, limit: usize) -> Self {
        let (mut node_boxes, mut edges) = (Vec::new(), Vec::new());
        if view.len() > 1 {
            let boxes = Boxes { view, selection, is_compact: true };
            collect(&boxes, limit.clamp(1, MAX_BOXES), &mut node_boxes, &mut edges);
        } else {
            node_boxes.push(NodeBox { heading: "null".into(), number: None, lines: Vec::new(), fill: None });
        }
        let sizes: Vec<_> = node_boxes.iter().map(NodeBox::size).collect();
        let ends: Vec<_> = edges.iter().map(|edge| (edge.from, edge.to)).collect();
        let is_whole = view.len() == 1 || node_boxes.iter().all(|node_box| node_box.fill.is_some());
        Self { layout: layout(&sizes, &ends), node_boxes, edges, is_whole }
    }

    /// Whether the drawing contains all selected nodes.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }
}

/// Writes the drawing as SVG.
impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        svg::write(self, f)
    }
}

/// Collects boxes in breadth-first order.
fn collect(boxes: &Boxes<'_>, limit: usize, node_boxes: &mut Vec<NodeBox>, edges: &mut Vec<Edge>) {
    let view = boxes.view;
    let mut numbers = vec![boxes.selection.root];
    let mut indices = HashMap::from([(boxes.selection.root, 0)]);
    let mut cut = Vec::new();
    let mut next = 0;
    while let Some(number) = numbers.get(next).copied() {
        let BoxContent { lines, arrows, mut left_out } = boxes.of(number, &view.content(number));
        for (target, arrows) in by_target(arrows) {
            let index = indices.get(&target).copied().or_else(|| {
                let index = numbers.len();
                (index < limit).then(|| {
                    numbers.push(target);
                    indices.insert(target, index);
                    index
                })
            });
            match index {
                Some(to) => {
                    let is_sure = arrows.iter().any(|arrow| arrow.is_sure);
                    edges.push(Edge { from: next, to, label: label(&arrows), is_sure });
                }
                None => left_out += arrows.len(),
            }
        }
        node_boxes.push(NodeBox::of(view, number, lines));
        if left_out > 0 {
            cut.push((next, left_out));
        }
        next += 1;
    }
    for (from, left_out) in cut {
        let label = Line { text: String::new(), whole: None };
        edges.push(Edge { from, to: node_boxes.len(), label, is_sure: false });
        let heading = format!("… {} more", grouped(left_out));
        node_boxes.push(NodeBox { heading, number: None, lines: Vec::new(), fill: None });
    }
}

/// Groups arrows by target, in the order of the first arrow to each target.
fn by_target(arrows: Vec<Arrow>) -> Vec<(Number, Vec<Arrow>)> {
    let mut indices = HashMap::new();
    let mut targets: Vec<(Number, Vec<Arrow>)> = Vec::new();
    for arrow in arrows {
        let index = *indices.entry(arrow.target).or_insert(targets.len());
        match targets.get_mut(index) {
            Some((_, arrows)) => arrows.push(arrow),
            None => targets.push((arrow.target, vec![arrow])),
        }
    }
    targets
}

/// Returns the label of an arrow: the first name, and the number of further names.
fn label(arrows: &[Arrow]) -> Line {
    let labels: Vec<_> = arrows.iter().map(|arrow| arrow.label.as_str()).collect();
    let whole = labels.join(", ");
    let text = match labels.as_slice() {
        [first, _, ..] => format!("{} +{}", start(first, LABEL), labels.len() - 1),
        _ => start(&whole, LABEL),
    };
    Line { whole: (text != whole).then(|| start(&whole, WHOLE)), text }
}

impl NodeBox {
    fn of(view: &View, number: Number, mut lines: Vec<Line>) -> Self {
        if lines.len() > LINES {
            let more = lines.split_off(LINES - 1);
            let text = format!("… {} more", grouped(more.len()));
            let whole: Vec<_> = more.into_iter().map(|line| line.whole.unwrap_or(line.text)).collect();
            lines.push(Line { text, whole: Some(whole.join("\n")) });
        }
        let type_key = view.type_key(number);
        Self {
            heading: type_key.into(),
            number: view.is_numbered_as_saved().then_some(number),
            lines,
            fill: Some(fill(type_key)),
        }
    }

    /// Formats the number of the node.
    pub(crate) fn number_text(&self) -> String {
        self.number.map_or_else(String::new, |number| format!("%{number}"))
    }

    pub(crate) fn size(&self) -> Size {
        let number = self.number_text();
        let heading = columns(&self.heading) + if number.is_empty() { 0 } else { columns(&number) + 2 };
        let widest = self.lines.iter().map(|line| columns(&line.text)).fold(heading, usize::max);
        Size {
            width: widest as f64 * CHARACTER + 2.0 * PADDING,
            height: LINE * (1 + self.lines.len()) as f64 + PADDING,
        }
    }
}

/// Returns the width of a string in columns. Wide characters count as two.
pub(crate) fn columns(text: &str) -> usize {
    text.chars()
        .map(
            |character| {
                if character < '\u{1100}' || ('\u{2000}'..'\u{2e80}').contains(&character) { 1 } else { 2 }
            },
        )
        .sum()
}
