#!/usr/bin/env python3
"""Measures the compile time of a node with 4 fields and both derives, compared with other derives.

Each contestant has a crate with many structs and one without structs. Their dependencies are built
first. Then only these crates are built, in alternation. The result is the difference of the fastest
builds, divided by the number of structs: the elapsed time, and the processor time of the compiler,
which other programs of the machine change less.

    python3 benches/compile_time.py [--structs 30] [--rounds 5] [--target-dir DIR]
"""

import argparse
import os
import resource
import subprocess
import tempfile
import time
from pathlib import Path

WORKSPACE = Path(__file__).resolve().parent.parent
TARGET = 1.3

SERDE = 'serde = { version = "1", features = ["derive"] }'

# Name: dependencies, code before the structs, one struct.
CONTESTANTS = {
    "objet": (
        f'objet = {{ path = "{WORKSPACE}" }}',
        "use objet::prelude::*;",
        """
#[derive(Object, Reflect)]
#[repr(C)]
#[object(key = "bench.N%d", is_final)]
pub struct N%dNode {
    base: Object,
    pub lhs: ObjectRef,
    pub rhs: ObjectRef,
    pub line: i64,
    pub name: objet::String,
}
""",
    ),
    "objet-object": (
        f'objet = {{ path = "{WORKSPACE}" }}',
        "use objet::prelude::*;",
        """
#[derive(Object)]
#[repr(C)]
#[object(key = "bench.N%d", is_final)]
pub struct N%dNode {
    base: Object,
    pub lhs: ObjectRef,
    pub rhs: ObjectRef,
    pub line: i64,
    pub name: objet::String,
}
""",
    ),
    "serde": (
        SERDE,
        "use serde::{Deserialize, Serialize};",
        """
#[derive(Serialize, Deserialize)]
pub struct N%d {
    pub lhs: Box<i64>,
    pub rhs: Box<i64>,
    pub line: i64,
    pub name: String,
}
""",
    ),
    "serde_json": (
        SERDE + '\nserde_json = "1"',
        "use serde::{Deserialize, Serialize};",
        """
#[derive(Serialize, Deserialize)]
pub struct N%d {
    pub lhs: Box<i64>,
    pub rhs: Box<i64>,
    pub line: i64,
    pub name: String,
}

pub fn round_trip_%d(value: &N%d) -> serde_json::Result<N%d> {
    serde_json::from_str(&serde_json::to_string(value)?)
}
""",
    ),
    "bevy_reflect": (
        'bevy_reflect = { version = "0.20", default-features = false, features = ["std"] }',
        "use bevy_reflect::Reflect;",
        """
#[derive(Reflect)]
pub struct N%d {
    pub lhs: Option<i64>,
    pub rhs: Option<i64>,
    pub line: i64,
    pub name: String,
}
""",
    ),
    "typetag": (
        SERDE + '\ntypetag = "0.2"',
        "use serde::{Deserialize, Serialize};\n#[typetag::serde]\npub trait Node {}",
        """
#[derive(Serialize, Deserialize)]
pub struct N%d {
    pub lhs: Box<dyn Node>,
    pub rhs: Box<dyn Node>,
    pub line: i64,
    pub name: String,
}

#[typetag::serde]
impl Node for N%d {}
""",
    ),
}


def write_workspace(folder, structs):
    names = []
    for contestant, (dependencies, head, struct) in CONTESTANTS.items():
        for count in (0, structs):
            name = f"{contestant.replace('_', '-')}-{count}"
            names.append(name)
            crate = folder / name
            (crate / "src").mkdir(parents=True)
            (crate / "Cargo.toml").write_text(
                f'[package]\nname = "{name}"\nversion = "0.0.0"\nedition = "2024"\n\n'
                f"[dependencies]\n{dependencies}\n"
            )
            holes = struct.count("%d")
            code = "".join(struct % ((nth,) * holes) for nth in range(count))
            (crate / "src/lib.rs").write_text(f"#![allow(unused)]\n{head}\n{code}")
    members = ", ".join(f'"{name}"' for name in names)
    (folder / "Cargo.toml").write_text(f'[workspace]\nmembers = [{members}]\nresolver = "3"\n')
    # Dependencies of the workspace keep the versions that are locked there.
    (folder / "Cargo.lock").write_bytes((WORKSPACE / "Cargo.lock").read_bytes())


def build(folder, target_dir, arguments):
    # An incremental build would find unchanged code and compile nothing.
    env = dict(os.environ, CARGO_TARGET_DIR=str(target_dir), CARGO_INCREMENTAL="0")
    subprocess.run(["cargo", "build", "--quiet", *arguments], cwd=folder, env=env, check=True)


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def seconds(folder, target_dir, name, profile):
    """Returns the elapsed time of a build, and its processor time."""
    (folder / name / "src/lib.rs").touch()
    start, used = time.perf_counter(), processor_seconds()
    build(folder, target_dir, ["-p", name, *profile])
    return time.perf_counter() - start, processor_seconds() - used


def measure(folder, target_dir, profile, structs, rounds):
    """Returns the milliseconds for each struct, elapsed and of the processor, by contestant."""
    build(folder, target_dir, profile)
    fastest = {}
    for _ in range(rounds):
        for contestant in CONTESTANTS:
            for count in (0, structs):
                took = seconds(folder, target_dir, f"{contestant.replace('_', '-')}-{count}", profile)
                known = fastest.get((contestant, count), took)
                fastest[contestant, count] = tuple(map(min, took, known))
    return {
        contestant: [
            1000 * (full - empty) / structs
            for full, empty in zip(fastest[contestant, structs], fastest[contestant, 0])
        ]
        for contestant in CONTESTANTS
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--structs", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--target-dir", type=Path, help="a build folder that is kept; default: a temporary folder")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "crates"
        folder.mkdir()
        target_dir = (options.target_dir or Path(temporary) / "target").resolve()
        write_workspace(folder, options.structs)
        print(f"{'profile':<8} {'who':<13} {'ms a struct':>11} {'to serde':>9} {'processor ms':>13} {'to serde':>9}")
        for profile in ([], ["--release"]):
            each = measure(folder, target_dir, profile, options.structs, options.rounds)
            for contestant, (elapsed, processor) in each.items():
                ratios = [elapsed / each["serde"][0], processor / each["serde"][1]]
                reached = ""
                if contestant == "objet":
                    reached = f"  target {TARGET}x: " + ("reached" if max(ratios) <= TARGET else "MISSED")
                print(
                    f"{'release' if profile else 'dev':<8} {contestant:<13} {elapsed:>11.2f} {ratios[0]:>8.2f}x"
                    f" {processor:>13.2f} {ratios[1]:>8.2f}x{reached}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
