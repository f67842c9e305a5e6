//! `objet stats`: counts the parts of a graph.

use std::collections::{BTreeMap, HashMap};

use objet_view::{View, grouped};
use serde::Serialize;

use crate::ExitStatus;
use crate::args::StatsArgs;
use crate::failure::Failure;
use crate::input::Input;
use crate::output::{Output, printable};
use crate::style::{FAINT, HEADING, NAME, TYPE};

/// The statistics of a graph. The names of the fields are the keys of the JSON output.
#[derive(Serialize)]
struct Stats<'a> {
    name: &'a str,
    /// The size of the file, in bytes.
    bytes: usize,
    /// The type key of the root, or `None` if the root is null.
    root: Option<&'a str>,
    nodes: usize,
    /// The number of references that are not null.
    references: usize,
    /// The number of null references.
    nulls: usize,
    shared: Shared<'a>,
    /// The length of the longest path from the root, in references.
    depth: usize,
    /// The number of nodes without sharing, or `None` above 1.79e308, the maximum of `f64`.
    tree_nodes: Option<f64>,
    tensors: Tensors,
    types: Vec<TypeCount<'a>>,
}

#[derive(Serialize)]
struct Shared<'a> {
    /// The number of nodes with more than one reference.
    nodes: usize,
    /// The number of references to shared nodes.
    references: usize,
    /// The node with the most references.
    most: Option<Most<'a>>,
}

#[derive(Serialize)]
struct Most<'a> {
    node: usize,
    type_key: &'a str,
    references: usize,
}

#[derive(Serialize)]
struct Tensors {
    count: usize,
    /// The size of all tensors, in bytes.
    bytes: usize,
    /// The size of the largest tensor, in bytes.
    largest: usize,
    /// The size of all tensors in bytes, by element type.
    by_dtype: BTreeMap<String, usize>,
}

#[derive(Serialize)]
struct TypeCount<'a> {
    type_key: &'a str,
    count: usize,
    /// Whether the type is registered.
    known: bool,
}

pub(crate) fn run(args: &StatsArgs) -> Result<ExitStatus, Failure> {
    let input = Input::read(&args.file)?;
    let root = input.load()?;
    let view = input.view(root.as_ref())?;
    let stats = Stats::of(&view, &input);
    let mut out = Output::to_stdout();
    if args.json {
        // `Output::finish` reports the error.
        let _ = serde_json::to_writer_pretty(&mut out, &stats);
        writeln!(out);
    } else {
        stats.write(&mut out);
    }
    out.finish()?;
    Ok(ExitStatus::Success)
}

impl<'a> Stats<'a> {
    fn of(view: &'a View, input: &'a Input) -> Self {
        let (depth, tree_nodes) = depth_and_tree(view);
        let users = || view.numbers().map(|number| view.users(number));
        let most = view.numbers().rev().max_by_key(|number| view.users(*number));
        let most = most.filter(|number| view.users(*number) > 1).map(|node| Most {
            node,
            type_key: view.type_key(node),
            references: view.users(node),
        });
        Self {
            name: &input.name,
            bytes: input.bytes.len(),
            root: view.numbers().next().map(|root| view.type_key(root)),
            nodes: view.len() - 1,
            references: view.link_count(),
            nulls: view.null_count(),
            shared: Shared {
                nodes: users().filter(|users| *users > 1).count(),
                references: users().filter(|users| *users > 1).sum(),
                most,
            },
            depth,
            tree_nodes: Some(tree_nodes).filter(|nodes| nodes.is_finite()),
            tensors: Tensors::of(view),
            types: TypeCount::of(view),
        }
    }

    fn write(&self, out: &mut Output) {
        let mut row = |what: &str, number: String, note: String| {
            writeln!(out, "{HEADING}{what:<12}{HEADING:#}{number:>14}  {FAINT}{note}{FAINT:#}");
        };
        let root = self.root.map_or_else(|| "null".into(), printable);
        row("nodes", grouped(self.nodes), format!("the root is {root}"));
        row("types", grouped(self.types.len()), String::new());
        row(
            "references",
            grouped(self.references),
            format!("between nodes; {} more are null", grouped(self.nulls)),
        );
        let most = self.shared.most.as_ref().map_or_else(String::new, |most| {
            format!(", {} of them to %{} ({})", grouped(most.references), most.node, printable(most.type_key))
        });
        let note = format!("nodes with {} references{most}", grouped(self.shared.references));
        row("shared", grouped(self.shared.nodes), note);
        row("depth", grouped(self.depth), "references on the longest path from the root".into());
        let tree = match self.tree_nodes {
            Some(nodes) if nodes < 1e15 => grouped(nodes as usize),
            Some(nodes) => format!("{nodes:.1e}"),
            None => "over 1e308".into(),
        };
        row("as a tree", tree, "nodes without sharing".into());
        let Tensors { count, bytes, largest, by_dtype } = &self.tensors;
        let note = by_dtype.iter().map(|(dtype, bytes)| format!("; {} of {dtype}", grouped(*bytes)));
        let note = match count {
            0 => String::new(),
            _ => format!(
                "with {} bytes, the largest with {}{}",
                grouped(*bytes),
                grouped(*largest),
                note.collect::<String>()
            ),
        };
        row("tensors", grouped(*count), note);
        row("file", grouped(self.bytes), "bytes".into());
        writeln!(out);
        for TypeCount { type_key, count, known } in &self.types {
            let share = 100.0 * *count as f64 / self.nodes as f64;
            let note = if *known { "" } else { "  unknown" };
            writeln!(
                out,
                "{NAME}{:>12}{NAME:#} {share:>6.1} %  {TYPE}{}{TYPE:#}{FAINT}{note}{FAINT:#}",
                grouped(*count),
                printable(type_key),
            );
        }
    }
}

impl Tensors {
    fn of(view: &View) -> Self {
        let mut tensors = Self { count: 0, bytes: 0, largest: 0, by_dtype: BTreeMap::new() };
        for tensor in view.tensors() {
            let bytes = tensor.byte_size();
            tensors.count += 1;
            tensors.bytes += bytes;
            tensors.largest = tensors.largest.max(bytes);
            *tensors.by_dtype.entry(format!("{:?}", tensor.dtype())).or_default() += bytes;
        }
        tensors
    }
}

impl<'a> TypeCount<'a> {
    /// Returns the counts of all types, the most frequent type first.
    fn of(view: &'a View) -> Vec<Self> {
        let mut counts = HashMap::<&str, usize>::new();
        for number in view.numbers() {
            *counts.entry(view.type_key(number)).or_default() += 1;
        }
        let known = |key| objet::types::by_key(key).is_some();
        let mut counts: Vec<_> = counts
            .into_iter()
            .map(|(type_key, count)| Self { type_key, count, known: known(type_key) })
            .collect();
        counts.sort_by_key(|each| (std::cmp::Reverse(each.count), each.type_key));
        counts
    }
}

/// Returns the length of the longest path from the root in references, and the number of nodes of
/// the graph as a tree.
fn depth_and_tree(view: &View) -> (usize, f64) {
    if view.len() == 1 {
        return (0, 0.0);
    }
    let mut below = vec![(0, 0.0); view.len()];
    for number in view.post_order(&view.all()) {
        below[number] = view.links(number).fold((0, 1.0), |(depth, nodes): (usize, f64), link| {
            let (link_depth, link_nodes): (usize, f64) = below[link];
            (depth.max(link_depth + 1), nodes + link_nodes)
        });
    }
    below[1]
}
