//! Drawings as SVG. The colors are legible on light and dark backgrounds.

use std::fmt::{self, Write};

use crate::drawing::{CHARACTER, Drawing, Edge, LINE, NodeBox, PADDING, columns};
use crate::graph_layout::Point;
use crate::markup::escaped;

/// The space around a drawing.
const MARGIN: f64 = 10.0;
/// The width of a character and the height of a line of a label.
const LABEL: f64 = 5.8;
const LABEL_LINE: f64 = 11.0;
/// The length and the width of an arrowhead.
const HEAD: f64 = 6.0;
/// The size of the loop from a box to itself.
const LOOP: f64 = 16.0;

/// The position of a label.
struct Label {
    at: Point,
    width: f64,
}

pub(crate) fn write(drawing: &Drawing, out: &mut impl Write) -> fmt::Result {
    let labels = labels(drawing);
    let left = labels.iter().flatten().map(|label| label.at.x).fold(0.0, f64::min) - MARGIN;
    let right = labels.iter().flatten().map(|label| label.at.x + label.width);
    let width = right.fold(drawing.layout.size.width, f64::max) + MARGIN - left;
    let height = drawing.layout.size.height + 2.0 * MARGIN;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"{left:.0} -{MARGIN} {width:.0} {height:.0}\" font-size=\"11\" \
         font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\">"
    )?;
    writeln!(out, "<g fill=\"none\" stroke=\"#8895a7\">")?;
    for (index, edge) in drawing.edges.iter().enumerate() {
        line(drawing, index, edge, out)?;
    }
    writeln!(out, "</g>\n<g font-size=\"9.6\" fill=\"#74808f\">")?;
    for (edge, label) in drawing.edges.iter().zip(&labels) {
        if let Some(Label { at, .. }) = label {
            write!(out, "<text x=\"{:.1}\" y=\"{:.1}\">", at.x, at.y)?;
            writeln!(out, "{}</text>", with_title(&edge.label.text, edge.label.whole.as_deref()))?;
        }
    }
    writeln!(out, "</g>\n<g fill=\"#1d2330\">")?;
    for (index, node) in drawing.node_boxes.iter().enumerate() {
        node_box(index, node, drawing.layout.corners[index], out)?;
    }
    writeln!(out, "</g>\n</svg>")
}

/// Formats a text with a tooltip.
fn with_title(text: &str, title: Option<&str>) -> String {
    match title {
        Some(title) => format!("<title>{}</title>{}", escaped(title), escaped(text)),
        None => escaped(text),
    }
}

fn node_box(index: usize, node: &NodeBox, corner: Point, out: &mut impl Write) -> fmt::Result {
    let (Point { x, y }, size) = (corner, node.size());
    let style = match node.fill {
        Some(fill) => format!("fill=\"{fill}\" stroke=\"#8895a7\""),
        None => "fill=\"#8895a7\" fill-opacity=\".12\" stroke=\"#8895a7\" stroke-dasharray=\"4 3\"".into(),
    };
    writeln!(
        out,
        "<rect data-box=\"{index}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\" {style}/>",
        size.width, size.height
    )?;
    let (left, mut base) = (x + PADDING, y + LINE);
    let heading = escaped(&node.heading);
    match node.fill {
        Some(_) => {
            writeln!(out, "<text x=\"{left:.1}\" y=\"{base:.1}\" font-weight=\"600\">{heading}</text>")?
        }
        None => writeln!(out, "<text x=\"{left:.1}\" y=\"{base:.1}\" fill=\"#74808f\">{heading}</text>")?,
    }
    if node.number.is_some() {
        let (right, number) = (x + size.width - PADDING, node.number_text());
        writeln!(
            out,
            "<text x=\"{right:.1}\" y=\"{base:.1}\" text-anchor=\"end\" fill=\"#667085\">{number}</text>"
        )?;
    }
    for line in &node.lines {
        base += LINE;
        let text = with_title(&line.text, line.whole.as_deref());
        writeln!(out, "<text x=\"{left:.1}\" y=\"{base:.1}\">{text}</text>")?;
    }
    Ok(())
}

fn line(drawing: &Drawing, index: usize, edge: &Edge, out: &mut impl Write) -> fmt::Result {
    let layout = &drawing.layout;
    let path = &layout.paths[index];
    let dashes = if edge.is_sure { "" } else { " stroke-dasharray=\"4 3\"" };
    write!(out, "<path data-from=\"{}\" data-to=\"{}\"{dashes} d=\"", edge.from, edge.to)?;
    let tip = match (path.first(), path.last()) {
        (Some(top), Some(_)) if layout.is_upward[index] => (*top, -HEAD),
        (Some(_), Some(bottom)) => (*bottom, HEAD),
        _ => {
            let (corner, size) = (layout.corners[edge.from], drawing.node_boxes[edge.from].size());
            let Point { x, y } = Point { x: corner.x + size.width, y: corner.y + size.height / 2.0 };
            return writeln!(out, "M{x:.1},{y:.1}c{LOOP},{LOOP} {LOOP},-{LOOP} 0,-7\"/>");
        }
    };
    write!(out, "{}", Path(path))?;
    let Point { x, y } = tip.0;
    let (back, half) = (y - tip.1, HEAD / 2.0);
    writeln!(out, "\"/>")?;
    writeln!(
        out,
        "<path d=\"M{:.1},{back:.1}L{x:.1},{y:.1}L{:.1},{back:.1}z\" fill=\"#8895a7\"/>",
        x - half,
        x + half
    )
}

/// Formats the path of a line as SVG path data.
struct Path<'a>(&'a [Point]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(first) = self.0.first() else { return Ok(()) };
        write!(f, "M{:.1},{:.1}", first.x, first.y)?;
        // Consecutive straight segments become one.
        let mut pending: Option<Point> = None;
        for (at, pair) in self.0.windows(2).enumerate() {
            let (from, to) = (pair[0], pair[1]);
            if at % 2 == 0 || (from.x - to.x).abs() < 0.5 {
                pending = Some(Point { x: from.x, y: to.y });
                continue;
            }
            if let Some(point) = pending.take().filter(|point| point.y > first.y) {
                write!(f, "L{:.1},{:.1}", point.x, point.y)?;
            }
            let middle = (from.y + to.y) / 2.0;
            write!(f, "C{:.1},{middle:.1} {:.1},{middle:.1} {:.1},{:.1}", from.x, to.x, to.x, to.y)?;
        }
        match pending {
            Some(point) => write!(f, "L{:.1},{:.1}", point.x, point.y),
            None => Ok(()),
        }
    }
}

/// Returns the positions of the labels of lines. A label is beside the curve that the line does not
/// share with others: the first curve, or the last one of an upward line. A label that would
/// overlap an earlier one is omitted.
fn labels(drawing: &Drawing) -> Vec<Option<Label>> {
    let layout = &drawing.layout;
    let mut labels: Vec<Option<Label>> = Vec::new();
    for (index, edge) in drawing.edges.iter().enumerate() {
        let width = columns(&edge.label.text) as f64 * LABEL;
        let curve = match (layout.is_upward[index], layout.paths[index].as_slice()) {
            (_, []) => None,
            (false, path) => Some((path[1], path[2])),
            (true, path) => Some((path[path.len() - 2], path[path.len() - 1])),
        };
        let label = curve.filter(|_| width > 0.0).and_then(|(from, to)| {
            // On the side that the curve does not come from.
            let aside = if from.x > to.x { -4.0 - width } else { 4.0 };
            let positions = [0.72, 0.5, 0.3, 0.9].map(|t| {
                let Point { x, y } = on_curve(from, to, t);
                Label { at: Point { x: x + aside, y: y + LABEL_LINE / 3.0 }, width }
            });
            positions
                .into_iter()
                .find(|position| !labels.iter().flatten().any(|other| other.touches(position)))
        });
        labels.push(label);
    }
    labels
}

impl Label {
    fn touches(&self, other: &Self) -> bool {
        self.at.x < other.at.x + other.width + CHARACTER
            && other.at.x < self.at.x + self.width + CHARACTER
            && (self.at.y - other.at.y).abs() < LABEL_LINE
    }
}

/// Returns the point of a curve at the parameter `t`.
fn on_curve(from: Point, to: Point, t: f64) -> Point {
    // The control points lie at the height of the middle.
    let middle = (from.y + to.y) / 2.0;
    let s = 1.0 - t;
    let mix = |a: f64, b: f64, c: f64, d: f64| {
        s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
    };
    Point { x: mix(from.x, from.x, to.x, to.x), y: mix(from.y, middle, middle, to.y) }
}
