//! The pages of the book. Their code in Rust runs as doc tests of this crate.

/// Makes a module of each page, so that its examples are tests.
macro_rules! pages {
    ($($name:ident = $file:literal),* $(,)?) => {
        $(
            #[doc = include_str!($file)]
            pub mod $name {}
        )*
    };
}

pages! {
    readme = "../README.md",
    index = "index.md",
    getting_started = "getting-started.md",
    nodes = "nodes.md",
    passes = "passes.md",
    fields = "fields.md",
    equality = "equality.md",
    graphs = "graphs.md",
    loops = "loops.md",
    functions = "functions.md",
    modules = "modules.md",
    executors = "executors.md",
    python = "python.md",
    c_api = "c-api.md",
    ir = "ir.md",
    arithmetic = "arithmetic.md",
    schedules = "schedules.md",
    lowering = "lowering.md",
    text = "text.md",
    patterns = "patterns.md",
    cli = "cli.md",
    deploying = "deploying.md",
    rpc = "rpc.md",
    graph_format = "graph-format.md",
    performance = "performance.md",
    soundness = "soundness.md",
    fuzzing = "fuzzing.md",
    architecture = "architecture.md",
    decisions = "decisions.md",
    tvm_differences = "tvm-differences.md",
}
