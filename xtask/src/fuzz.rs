//! Fuzzing like cargo-fuzz, but with the pinned toolchain.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, bail};

use crate::repository;
use crate::shell::{Shell, command, line_of, program_command};
use crate::tool::Tool;

/// Seconds for each target in the checks.
const SECONDS_IN_CHECKS: u32 = 20;

/// The files in the initial corpus of a target.
struct Seeds {
    target: &'static str,
    folder: &'static str,
    /// The suffix of the names of the files.
    end: &'static str,
    /// The size in bytes from which files are excluded.
    max_bytes: u64,
}

const SEEDS: &[Seeds] = &[
    Seeds { target: "load_graph", folder: "tests/graphs", end: ".json", max_bytes: 40_000 },
    Seeds { target: "load_graph_opaque", folder: "tests/graphs", end: ".json", max_bytes: 40_000 },
    Seeds { target: "load_tvm_ffi", folder: "tests/graphs/tvm-ffi", end: ".json", max_bytes: 40_000 },
    Seeds { target: "load_plain", folder: "fuzz/seeds/load_plain", end: ".json", max_bytes: u64::MAX },
    Seeds { target: "load_tables", folder: "fuzz/seeds/load_tables", end: "", max_bytes: u64::MAX },
    Seeds { target: "load_blob", folder: "fuzz/seeds/load_blob", end: "", max_bytes: u64::MAX },
    Seeds { target: "load_bytecode", folder: "fuzz/seeds/load_bytecode", end: ".ro", max_bytes: u64::MAX },
    Seeds { target: "load_executor", folder: "fuzz/seeds/load_executor", end: ".json", max_bytes: u64::MAX },
    Seeds { target: "rpc_server", folder: "fuzz/seeds/rpc_server", end: "", max_bytes: u64::MAX },
    Seeds { target: "rpc_client", folder: "fuzz/seeds/rpc_client", end: "", max_bytes: u64::MAX },
    Seeds { target: "load_params", folder: "tests/params", end: ".params", max_bytes: u64::MAX },
    Seeds { target: "parse_relay", folder: "fuzz/seeds/parse_relay", end: ".rly", max_bytes: u64::MAX },
    Seeds { target: "rpc_tracker", folder: "fuzz/seeds/rpc_tracker", end: "", max_bytes: u64::MAX },
];

/// Fuzzes all targets for a short time. Relay is not optimized, so its target continues for the
/// same time.
pub(crate) fn check(shell: &Shell) -> Result<()> {
    run(shell, &[], SECONDS_IN_CHECKS)?;
    run(shell, &["parse_relay".into()], SECONDS_IN_CHECKS)
}

/// Fuzzes the named targets, or all targets, for `seconds` seconds each. Runs one target on each
/// core at a time.
pub(crate) fn run(shell: &Shell, names: &[String], seconds: u32) -> Result<()> {
    let targets = targets()?;
    if let Some(name) = names.iter().find(|name| !targets.contains(name)) {
        bail!("there is no fuzz target `{name}`; the targets are {}", targets.join(", "));
    }
    let chosen = targets.into_iter().filter(|target| names.is_empty() || names.contains(target));
    let mut runs = VecDeque::new();
    for target in chosen {
        let seeds = SEEDS.iter().find(|seeds| seeds.target == target);
        let seeds = seeds.with_context(|| format!("SEEDS in {} has no entry for {target}", file!()))?;
        runs.push_back(Run::prepare(seeds, seconds)?);
    }
    Tool::Sanitizers.require()?;
    build(shell)?;

    let lanes = shell.jobs().min(runs.len());
    for run in &runs {
        shell.say(&format!("$ {}", line_of(&run.command)));
    }
    let (runs, ended) = (Mutex::new(runs), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..lanes {
            scope.spawn(|| {
                loop {
                    let next = runs.lock().expect("no run panics").pop_front();
                    let Some(mut run) = next else { break };
                    let passed = run.passes();
                    ended.lock().expect("no run panics").push((run, passed));
                }
            });
        }
    });
    let mut failed = Vec::new();
    for (run, passed) in ended.into_inner().expect("no run panics") {
        let passed = passed?;
        // libFuzzer prints statistics last. A failure is explained before them, so more lines are
        // shown.
        let lines = if passed { 8 } else { 80 };
        shell.say(&format!("-- {}\n{}", run.target, run.last_lines(lines)?));
        if !passed {
            failed.push(run.target);
        }
    }
    if !failed.is_empty() {
        bail!("fuzzing found failures of {}; their inputs are in {}", failed.join(", "), folder().display());
    }
    Ok(())
}

fn folder() -> PathBuf {
    repository::target().join("fuzz")
}

/// Returns the names of the targets.
fn targets() -> Result<Vec<String>> {
    let files = repository::files("fuzz/fuzz_targets", "rs")?;
    let name = |file: PathBuf| Some(file.file_stem()?.to_str()?.to_owned());
    Ok(files.into_iter().filter_map(name).collect())
}

fn build(shell: &Shell) -> Result<()> {
    let flags = [
        "--cfg fuzzing -Cdebug-assertions -Ccodegen-units=1",
        "-Zsanitizer=address -Cunsafe-allow-abi-mismatch=sanitizer",
        "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4",
        "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table",
        "-Cllvm-args=-sanitizer-coverage-trace-compares",
    ];
    let mut cargo = command("cargo build --quiet --release --manifest-path fuzz/Cargo.toml");
    cargo.arg("--target-dir").arg(folder()).args(["--target", repository::host()?]);
    shell.run(cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", flags.join(" ")))
}

/// A run of one target.
struct Run {
    target: &'static str,
    command: Command,
    log: PathBuf,
}

impl Run {
    /// Copies the seeds into the corpus, and prepares the command.
    fn prepare(seeds: &Seeds, seconds: u32) -> Result<Self> {
        let folder = folder();
        let corpus = folder.join("corpus").join(seeds.target);
        fs::create_dir_all(&corpus)?;
        copy_seeds(seeds, &corpus)?;
        let program = folder.join(repository::host()?).join("release").join(seeds.target);
        let mut command = program_command(program.as_os_str());
        command.arg(corpus).arg(format!("-max_total_time={seconds}"));
        command.args(["-timeout=10", "-rss_limit_mb=2048", "-max_len=40000", "-print_final_stats=1"]);
        // A tensor can take 128 times as much memory as its file. No other allocation can be that
        // large.
        command.arg("-malloc_limit_mb=8");
        command.arg(format!("-artifact_prefix={}-", folder.join(seeds.target).display()));
        Ok(Self { target: seeds.target, command, log: folder.join(format!("{}.log", seeds.target)) })
    }

    fn passes(&mut self) -> Result<bool> {
        let log = File::create(&self.log)?;
        self.command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let line = line_of(&self.command);
        let status = self.command.status().with_context(|| format!("cannot run `{line}`"))?;
        Ok(status.success())
    }

    fn last_lines(&self, count: usize) -> Result<String> {
        let log = fs::read(&self.log)?;
        let text = String::from_utf8_lossy(&log);
        let lines: Vec<_> = text.lines().collect();
        Ok(lines[lines.len().saturating_sub(count)..].join("\n"))
    }
}

fn copy_seeds(seeds: &Seeds, corpus: &Path) -> Result<()> {
    let folder = repository::root().join(seeds.folder);
    let mut count = 0;
    for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name();
        let (is_file, bytes) = entry.metadata().map(|metadata| (metadata.is_file(), metadata.len()))?;
        if is_file && bytes < seeds.max_bytes && name.to_string_lossy().ends_with(seeds.end) {
            fs::copy(entry.path(), corpus.join(name))?;
            count += 1;
        }
    }
    if count == 0 {
        bail!("{} has no seeds for {}", folder.display(), seeds.target);
    }
    Ok(())
}
