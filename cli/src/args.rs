//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

/// Looks into saved graphs: files as TVM's `save_json` and Objet's write them.
///
/// Types that this command does not know are kept as the file has them. Wherever a FILE is asked for, `-` is standard
/// input. Nodes are called by their numbers in the file: %7 is the one at position 7 of its `nodes`.
///
/// Exits with 0; with 1 if graphs differ or fail a check; with 2 if something cannot be read or done. Color is for
/// terminals alone; NO_COLOR turns it off.
#[derive(Parser)]
#[command(name = "objet", version, arg_required_else_help = true)]
#[command(after_help = "Examples:
  objet check models/*.json
  objet show model.json --depth 3
  objet diff before.json after.json
  objet html model.json -o model.html")]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    Check(CheckArgs),
    Show(ShowArgs),
    Stats(StatsArgs),
    Diff(DiffArgs),
    Types(TypesArgs),
    Ops(OpsArgs),
    Dot(DotArgs),
    Svg(SvgArgs),
    Html(HtmlArgs),
    Completions(CompletionsArgs),
}

/// Load each file, save it again, and say whether the bytes are the same.
///
/// Says `ok NAME nodes=N types=T bytes=B` where they are, and else where the first difference is. N is the length of the
/// file's `nodes`, so node 0, which is null, counts too; T is how many different type keys stand there, the empty one of
/// node 0 included.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet check model.json
  objet check --strict models/*.json
  zcat model.json.gz | objet check -")]
pub(crate) struct CheckArgs {
    /// The files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Let files fail that have types, attributes or operators which this command does not know.
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Print a graph to be read.
///
/// Each line is a node under its number, after those that it refers to; the root comes last. A node that is short and
/// referred to once stands where it is referred to. Beyond the depth, `%7:relay.Call` stands for a node that is not shown.
/// Long texts are cut, but for one at which the graph is made to begin.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet show model.json | less
  objet show model.json --root 57 --depth 2")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) part: PartArgs,
}

/// Count nodes by type, what is shared, the depth, and the size of tensors.
///
/// The nodes are those of the file's `nodes`, but for node 0, which is null.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet stats model.json
  objet stats model.json --json | jq .tensors.bytes")]
pub(crate) struct StatsArgs {
    /// The file; - is standard input.
    pub(crate) file: PathBuf,
    /// Write JSON; in it `tree_nodes`, the nodes if nothing were shared, is null when over 1.79e308.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Compare two graphs structurally, and list the differences by path.
///
/// Variables match whatever stands in their place, and fields that say where something was written are left out, as far as
/// the types are known. Types of which an object is equal to itself alone, such as te.Tensor, differ in any two files that are
/// not the same byte for byte. Below a difference nothing more is compared. Says nothing and exits with 0 if the graphs are equal.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet diff before.json after.json
  objet diff before.json after.json --limit 1")]
pub(crate) struct DiffArgs {
    /// The one file; - is standard input.
    pub(crate) left: PathBuf,
    /// The other file.
    pub(crate) right: PathBuf,
    /// How many differences are listed at most.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: u32,
}

/// Print the hierarchy of the types that this command knows, or one type with its fields.
///
/// The range of a type has the indices of its descendants; slots are kept free for types that arrive later.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet types
  objet types runtime.NDArray")]
pub(crate) struct TypesArgs {
    /// The key of one type.
    pub(crate) key: Option<String>,
}

/// List the operators that this command knows, or describe one with its inputs and attributes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet ops
  objet ops nn.bias_add")]
pub(crate) struct OpsArgs {
    /// The name of one operator.
    pub(crate) name: Option<String>,
}

/// Write a graph as a drawing, for Graphviz.
///
/// A text stands in the boxes of those that refer to it, and so do an array and a map that only one field refers to.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet dot model.json --root 33 --depth 4 | dot -Tsvg > model.svg
  objet dot model.json -o model.dot")]
pub(crate) struct DotArgs {
    #[command(flatten)]
    pub(crate) part: PartArgs,
    /// The file to write, not the one that is read; standard output if it is - or not given.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

/// Write a graph as a drawing in SVG, which browsers and documents show.
///
/// A text and a constant stand in the boxes of those that refer to them, and so do an array and a map that only one field
/// refers to. Of a larger graph the boxes nearest to its root are drawn; `… 3 more` stands for references that are not followed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet svg model.json --root 33 -o model.svg
  objet svg model.json --limit 200 > model.svg")]
pub(crate) struct SvgArgs {
    #[command(flatten)]
    pub(crate) part: PartArgs,
    /// How many boxes are drawn at most.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) limit: u32,
    /// The file to write, not the one that is read; standard output if it is - or not given.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

/// Write a graph as one page that a browser opens without a network.
///
/// It shows the graph as a tree that opens and closes, every node with what refers to it, and finds nodes by type, attribute
/// and name. `OUT.html#57` opens at node 57.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet html model.json -o model.html")]
pub(crate) struct HtmlArgs {
    /// The file; - is standard input.
    pub(crate) file: PathBuf,
    /// The page to write, not the file that is read; - is standard output.
    #[arg(short, long, value_name = "OUT.html")]
    pub(crate) output: PathBuf,
}

/// Write a script that completes commands in a shell.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet completions bash > ~/.local/share/bash-completion/completions/objet
  objet completions zsh > ~/.zfunc/_objet")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}

/// Which part of a graph is meant.
#[derive(clap::Args)]
pub(crate) struct PartArgs {
    /// The file; - is standard input.
    pub(crate) file: PathBuf,
    /// Begin at the node of this number.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) root: usize,
    /// Go no further from there than so many references.
    #[arg(long, value_name = "D")]
    pub(crate) depth: Option<usize>,
}
