// Runs a test program for wasm32-wasip1, each test in a separate instance, because a panic ends the
// instance. Arguments are passed to the test program.
import { readFile } from "node:fs/promises";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const [program, ...args] = process.argv.slice(2);
const module = await WebAssembly.compile(await readFile(program));
const folder = mkdtempSync(join(tmpdir(), "wasm-test-"));

// Tests run in the folder of their package, and read files of the repository.
const root = resolve(fileURLToPath(import.meta.url), "../../../..");

// Returns the WASI functions as JavaScript functions. Node 20 calls native functions on a fast path
// that can crash the process: https://github.com/nodejs/node/issues/53087
function imports(wasi) {
    const functions = Object.entries(wasi.wasiImport);
    return Object.fromEntries(functions.map(([name, call]) => [name, (...values) => call(...values)]));
}

// Runs the program. Returns whether it succeeded, and its output.
async function run(...more) {
    const path = join(folder, "output");
    const output = openSync(path, "w");
    const wasi = new WASI({
        version: "preview1",
        args: [program, ...args, ...more],
        env: { ...process.env, TMPDIR: "/tmp" },
        preopens: { [root]: root, ".": process.cwd(), "/tmp": folder },
        stdout: output,
        stderr: output,
        returnOnExit: true,
    });
    let succeeded = false;
    try {
        const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports(wasi) });
        succeeded = wasi.start(instance) === 0;
    } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    } finally {
        closeSync(output);
    }
    return { succeeded, output: readFileSync(path, "utf8") };
}

const { succeeded, output } = await run("--list", "--format=terse");
if (!succeeded) throw new Error(output);
const names = output.split("\n").filter((line) => line.endsWith(": test")).map((line) => line.slice(0, -6));
let failed = 0;
for (const name of names) {
    const result = await run("--exact", "--nocapture", name);
    if (!result.succeeded) {
        failed += 1;
        console.log(`${result.output}\ntest ${name} FAILED`);
    }
}
rmSync(folder, { recursive: true });
console.log(`${names.length} tests ran, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
