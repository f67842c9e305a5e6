//! The command-line arguments. Their doc comments are the texts of `--help`.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use clap_complete::Shell;

/// Inspects saved graphs: JSON files that TVM's or Objet's `save_json` wrote, and programs in
/// Relay's text form.
///
/// A file is a program in text form if its name ends with .rly, or if it begins with `#[version`,
/// after white space.
///
/// Nodes of unknown types keep the attributes that the file has. For each FILE, `-` is standard
/// input. Nodes are identified by their numbers in the file: %7 is the node at index 7 of its
/// `nodes`.
///
/// The exit code is 0 on success, 1 if graphs differ or a check fails, and 2 for other errors. Only
/// terminals get colors; NO_COLOR turns them off.
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
    Convert(ConvertArgs),
    Show(ShowArgs),
    Stats(StatsArgs),
    Diff(DiffArgs),
    Types(TypesArgs),
    Ops(OpsArgs),
    Dot(DotArgs),
    Svg(SvgArgs),
    Html(HtmlArgs),
    Rpc(crate::rpc::RpcArgs),
    Completions(CompletionsArgs),
}

/// Load each file, save it again, and compare the bytes.
///
/// Prints `ok NAME nodes=N types=T bytes=B` if the bytes are equal, and the first difference if
/// not. N is the length of the file's `nodes`, and T the number of distinct type keys there. Both
/// count a null node, such as node 0 in files of TVM 0.8. B is the size of the file. For plain
/// JSON, N and T are those of the graph in the format of TVM 0.8, and the graphs are compared
/// instead of the bytes.
///
/// A program in text form is parsed, and its types are inferred. Each error is printed with its
/// source line.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet check model.json
  objet check model.rly
  objet check --strict models/*.json
  zcat model.json.gz | objet check -")]
pub(crate) struct CheckArgs {
    /// The files; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Fail for files with unknown types, attributes or operators.
    #[arg(long)]
    pub(crate) strict: bool,
}

/// Write a graph as a program in Relay's text form, or such a program as a graph.
///
/// The text has the metadata section. It is read back and compared with the graph, as `diff` does,
/// with and without type inference. If a part of the graph is lost, the command fails with the
/// place of the first difference, and writes nothing. Source locations are not in the text, and the
/// types of most expressions are comments there.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet convert model.json -o model.rly
  objet convert model.rly --types -o model.json
  objet convert model.json --lossy | less")]
pub(crate) struct ConvertArgs {
    /// The file; - is standard input.
    pub(crate) file: PathBuf,
    /// The output file, which must not be the input file; - or no value is standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Infer the types of the program.
    #[arg(long)]
    pub(crate) types: bool,
    /// Write the text also if it loses a part of the graph, or if no command can read it.
    #[arg(long)]
    pub(crate) lossy: bool,
}

/// Print a graph as text.
///
/// Each line defines a node, after the nodes that it refers to; the root comes last. A short node
/// with one reference is printed inline. `%7:relay.Call` is a node beyond the depth, which is not
/// printed. Long strings are cut, except for the string of the root.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet show model.json | less
  objet show model.json --root 57 --depth 2")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) part: PartArgs,
}

/// Count nodes by type, shared nodes, the depth, and the size of tensors.
///
/// Node 0 of the file's `nodes`, which is null, is not counted.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet stats model.json
  objet stats model.json --json | jq .tensors.bytes")]
pub(crate) struct StatsArgs {
    /// The file; - is standard input.
    pub(crate) file: PathBuf,
    /// Write JSON. `tree_nodes`, the number of nodes without sharing, is null above 1.79e308.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Compare two graphs structurally, and list the differences by path.
///
/// For tensors of the same shape and type, the first different element is listed.
/// Variables match by position instead of by name, and source locations are ignored, if the command
/// knows the types. Objects of types that compare by identity, such as te.Tensor, always differ,
/// unless the files are equal byte for byte. Nothing below a difference is compared. Prints nothing
/// and exits with 0 if the graphs are equal.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet diff before.json after.json
  objet diff before.json after.json --limit 1")]
pub(crate) struct DiffArgs {
    /// The left file; - is standard input.
    pub(crate) left: PathBuf,
    /// The right file; - is standard input.
    pub(crate) right: PathBuf,
    /// The maximum number of differences to list.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) limit: u32,
}

/// Print the hierarchy of the known types, or one type with its fields.
///
/// The range of a type contains its index and those of its descendants. Slots are reserved for
/// types that are registered later.
///
/// With --file, prints the types of the nodes in a file, also those that are unknown. With a key,
/// the description of the type ends with the number of its nodes in the file, which is 0 for a
/// known type that the file does not have. An unknown type is described by the fields of its nodes
/// and the types of their values.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet types
  objet types runtime.NDArray
  objet types --file model.json
  objet types --file model.json ir.Call")]
pub(crate) struct TypesArgs {
    /// The key of one type.
    pub(crate) key: Option<String>,
    /// A file whose types are printed; - is standard input.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// List the known operators, or describe one with its inputs and attributes.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet ops
  objet ops nn.bias_add")]
pub(crate) struct OpsArgs {
    /// The name of one operator.
    pub(crate) name: Option<String>,
}

/// Write a graph for Graphviz.
///
/// A string is drawn inside the boxes of the nodes that refer to it, and so is an array or a map
/// that only one field refers to.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet dot model.json --root 33 --depth 4 | dot -Tsvg > model.svg
  objet dot model.json -o model.dot")]
pub(crate) struct DotArgs {
    #[command(flatten)]
    pub(crate) part: PartArgs,
    /// The output file, which must not be the input file; - or no value is standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

/// Write a graph as an SVG drawing, for browsers and documents.
///
/// Strings and constants are drawn inside the boxes of the nodes that refer to them, and so is an
/// array or a map that only one field refers to. For a large graph, only the boxes nearest to the
/// root are drawn; `… 3 more` marks references that are not followed.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet svg model.json --root 33 -o model.svg
  objet svg model.json --limit 200 > model.svg")]
pub(crate) struct SvgArgs {
    #[command(flatten)]
    pub(crate) part: PartArgs,
    /// The maximum number of boxes.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) limit: u32,
    /// The output file, which must not be the input file; - or no value is standard output.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

/// Write a graph as an HTML page that needs no network.
///
/// The page shows the graph as a collapsible tree, lists the references to each node, and searches
/// nodes by type, attribute and name. `OUT.html#57` opens node 57.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet html model.json -o model.html")]
pub(crate) struct HtmlArgs {
    /// The file; - is standard input.
    pub(crate) file: PathBuf,
    /// The output file, which must not be the input file; - is standard output.
    #[arg(short, long, value_name = "OUT.html")]
    pub(crate) output: PathBuf,
}

/// Write a completion script for a shell.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  objet completions bash > ~/.local/share/bash-completion/completions/objet
  objet completions zsh > ~/.zfunc/_objet")]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}

/// The options that select a part of a graph.
#[derive(clap::Args)]
pub(crate) struct PartArgs {
    /// The file; - is standard input.
    pub(crate) file: PathBuf,
    /// Start at the node with this number.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) root: usize,
    /// The maximum distance from there, in references.
    #[arg(long, value_name = "D")]
    pub(crate) depth: Option<usize>,
}
