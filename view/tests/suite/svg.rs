//! Drawings: their content, and that all boxes are visible.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use objet::String as Text;
use objet::containers::ADT;
use objet::prelude::*;
use objet_view::{Drawing, View};
use proptest::prelude::*;
use roxmltree::{Document, Node};

use crate::shapes::{chain, knot};

/// The left, top, right and bottom coordinate.
type Rectangle = [f64; 4];

/// The content of an SVG drawing.
struct Seen {
    boxes: HashMap<usize, Rectangle>,
    edges: Vec<(usize, usize)>,
    texts: Vec<String>,
    whole: Rectangle,
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap_or_else(|| panic!("{name} of {node:?}")).parse().unwrap()
}

fn seen(svg: &str) -> Seen {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error} in {svg}"));
    let root = document.root_element();
    let place: Vec<f64> =
        root.attribute("viewBox").unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    let mut seen = Seen {
        boxes: HashMap::new(),
        edges: Vec::new(),
        texts: Vec::new(),
        whole: [place[0], place[1], place[0] + place[2], place[1] + place[3]],
    };
    for node in document.descendants() {
        if node.has_attribute("data-box") {
            let (x, y) = (number(node, "x"), number(node, "y"));
            let rectangle = [x, y, x + number(node, "width"), y + number(node, "height")];
            let before = seen.boxes.insert(number(node, "data-box") as usize, rectangle);
            assert!(before.is_none());
        }
        if node.has_attribute("data-from") {
            seen.edges.push((number(node, "data-from") as usize, number(node, "data-to") as usize));
        }
        if node.has_tag_name("text") {
            seen.texts.push(node.children().filter(Node::is_text).filter_map(|text| text.text()).collect());
        }
    }
    seen
}

impl Seen {
    /// Asserts that boxes do not overlap and are inside the drawing.
    fn check_places(&self) {
        let [left, top, right, bottom] = self.whole;
        for (place, one) in &self.boxes {
            assert!(
                one[0] >= left && one[1] >= top && one[2] <= right && one[3] <= bottom,
                "{place} is outside"
            );
            for (other_place, other) in &self.boxes {
                let is_apart =
                    one[2] <= other[0] || other[2] <= one[0] || one[3] <= other[1] || other[3] <= one[1];
                assert!(place == other_place || is_apart, "{place} and {other_place} overlap");
            }
        }
    }

    fn text(&self, text: &str) -> bool {
        self.texts.iter().any(|each| each == text)
    }
}

fn draw(root: &ObjectRef, limit: usize) -> Drawing {
    let view = View::near(root, 10_000);
    Drawing::of(&view, &view.all(), limit)
}

/// Creates `count` objects with a reference for each pair of indices, which are taken modulo
/// `count`. Returns the first object.
fn graph(count: usize, pairs: &[(usize, usize)], name: &str) -> ObjectRef {
    let knots: Vec<_> = (0..count).map(|number| knot(name, number as i64, Vec::new())).collect();
    for (from, to) in pairs {
        let to = ObjectRef::from(knots[*to % count].clone());
        knots[*from % count].items.update(|items| items.push(to));
    }
    knots[0].clone().into()
}

/// Returns the indices of the objects in the order in which they are drawn, and the edges between
/// positions in that order.
fn expected(count: usize, pairs: &[(usize, usize)], limit: usize) -> (Vec<usize>, HashSet<(usize, usize)>) {
    let mut order = vec![0];
    let mut edges = HashSet::new();
    let mut next = 0;
    while let Some(from) = order.get(next).copied() {
        // A box shows at most 12 elements.
        for (_, to) in pairs.iter().filter(|pair| pair.0 % count == from).take(12) {
            let to = to % count;
            if !order.contains(&to) && order.len() < limit {
                order.push(to);
            }
            edges.extend(order.iter().position(|each| *each == to).map(|to| (next, to)));
        }
        next += 1;
    }
    (order, edges)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn all_edges_are_drawn_and_no_boxes_overlap(
        count in 1_usize..40,
        pairs in prop::collection::vec((0_usize..40, 0_usize..40), 0..90),
        limit in 1_usize..50,
        name in "\\PC{0,60}|[\\x00-\\x20<>&\"']{0,9}",
    ) {
        let root = graph(count, &pairs, &name);
        let drawing = draw(&root, limit);
        let svg = drawing.to_string();
        let seen = seen(&svg);
        seen.check_places();
        let (order, edges) = expected(count, &pairs, limit);
        // The boxes of objects come first, and the boxes that count omitted references follow.
        let (drawn, cut): (Vec<_>, Vec<_>) = seen.edges.iter().partition(|(_, to)| *to < order.len());
        prop_assert_eq!(drawn.len(), edges.len());
        prop_assert_eq!(&drawn.into_iter().copied().collect::<HashSet<_>>(), &edges);
        prop_assert_eq!(seen.boxes.len(), order.len() + cut.len());
        prop_assert_eq!(drawing.is_whole(), cut.is_empty());
        for number in order {
            prop_assert!(seen.text(&format!("number = {number}")), "{} in {}", number, svg);
        }
        prop_assert_eq!(draw(&graph(count, &pairs, &name), limit).to_string(), svg);
    }
}

#[test]
fn small_values_are_written_into_boxes() {
    let long = "x".repeat(100);
    let root = ObjectRef::from(knot(&long, 7, vec![Text::from("<a&b>").into(), Text::from("c").into()]));
    let svg = draw(&root, 60).to_string();
    let seen = seen(&svg);
    let cut = format!("name = \"{}…\"", "x".repeat(40));
    for text in ["view.Knot", &cut, "number = 7", "items = [\"<a&b>\", \"c\"]"] {
        assert!(seen.text(text), "{text} in {svg}");
    }
    assert_eq!((seen.boxes.len(), seen.edges.len()), (1, 0));
    assert!(svg.contains(&format!("<title>name = \"{long}\"</title>")), "{svg}");
}

#[test]
fn a_shared_object_is_drawn_once() {
    let leaf = ObjectRef::from(ADT::tuple([]));
    let root = ObjectRef::from(ADT::tuple([leaf.clone(), ADT::tuple([leaf.clone()]).into(), leaf]));
    let svg = draw(&root, 60).to_string();
    let seen = seen(&svg);
    assert_eq!((seen.boxes.len(), seen.edges.len()), (3, 3));
    assert!(seen.text("[0] +1") && seen.text("[1]"), "{svg}");
    assert!(svg.contains("<title>[0], [2]</title>"), "{svg}");
}

#[test]
fn a_cycle_is_drawn() {
    let (one, two) = (knot("one", 1, Vec::new()), knot("two", 2, Vec::new()));
    one.next.store(Some(two.clone().into()));
    two.next.store(Some(one.clone().into()));
    two.items.update(|items| items.push(two.clone().into()));
    let drawing = draw(&one.clone().into(), 60);
    let seen = seen(&drawing.to_string());
    seen.check_places();
    assert!(drawing.is_whole());
    assert_eq!(seen.edges, [(0, 1), (1, 0), (1, 1)]);
    two.next.store(None);
    two.items.store(Array::new());
}

#[test]
fn a_long_chain_is_truncated_quickly() {
    let root = chain(1_000_000);
    let begin = Instant::now();
    let view = View::near(&root, 2_000);
    let drawing = Drawing::of(&view, &view.all(), 60);
    let svg = drawing.to_string();
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    let seen = seen(&svg);
    seen.check_places();
    assert_eq!((seen.boxes.len(), seen.edges.len(), drawing.is_whole()), (61, 60, false));
    assert!(seen.text("… 1 more") && svg.len() < 60_000, "{}", svg.len());
    // The chain is one straight column.
    assert!(seen.whole[2] - seen.whole[0] < 300.0, "{:?}", seen.whole);
}

#[test]
fn a_long_array_is_truncated_quickly() {
    let one = ObjectRef::from(ADT::tuple([]));
    let root = ObjectRef::from((0..1_000_000).map(|_| one.clone()).collect::<Array<ObjectRef>>());
    let begin = Instant::now();
    let view = View::near(&root, 2_000);
    let svg = Drawing::of(&view, &view.all(), 60).to_string();
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    assert!(seen(&svg).text("… 999,988 more"), "{svg}");
}

#[test]
fn the_first_elements_of_a_long_array_are_drawn_with_their_children() {
    let elements = (0..10_000).map(|number| knot("", number, vec![knot("", -1, Vec::new()).into()]));
    let root = ObjectRef::from(elements.collect::<Array<_>>());
    let view = View::near(&root, 1_200);
    let seen = seen(&Drawing::of(&view, &view.all(), 60).to_string());
    seen.check_places();
    // The array, 12 elements, a child of each, and the count of the other elements.
    assert_eq!(seen.boxes.len(), 1 + 12 + 12 + 1);
}

#[test]
fn null_is_drawn() {
    let view = View::of(None).unwrap();
    let drawing = Drawing::of(&view, &view.all(), 60);
    assert!(drawing.is_whole() && seen(&drawing.to_string()).text("null"));
}
