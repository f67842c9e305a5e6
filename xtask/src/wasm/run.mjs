// Runs a test program that was built for wasm32-wasip1, with its arguments and the files of its folder.
import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [program, ...args] = process.argv.slice(2);
const folder = process.cwd();
const wasi = new WASI({
    version: "preview1",
    args: [program, ...args],
    env: process.env,
    preopens: { [folder]: folder, ".": folder, "/tmp": "/tmp" },
    returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
