//! Unpacking arbitrary bytes either fails or returns modules whose functions can be looked up, and
//! which are equal after packing and unpacking again.

#![no_main]

use std::collections::BTreeSet;
use std::sync::Once;

use libfuzzer_sys::fuzz_target;
use objet::function::{BinaryReader, BinaryWriter, RuntimeError};
use objet::module::{Loaders, ModuleKind};
use objet::{IsObjectRef, Module, PackedFunc};

/// A module that holds bytes.
struct Bytes {
    type_key: &'static str,
    bytes: Vec<u8>,
}

impl ModuleKind for Bytes {
    fn type_key(&self) -> &str {
        self.type_key
    }

    /// The module has one function, whose name is its bytes. The name may be that of an
    /// initializer.
    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>, RuntimeError> {
        let answer = PackedFunc::from_fn(|_, result| {
            *result = 0.into();
            Ok(())
        });
        Ok((self.bytes == name.as_bytes()).then_some(answer))
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>, RuntimeError> {
        let mut writer = BinaryWriter::new();
        writer.bytes(&self.bytes);
        Ok(writer.into_bytes())
    }
}

/// Returns the type key and the bytes of a module, without its imports.
fn content(module: &Module) -> (&str, Vec<u8>) {
    (module.type_key(), module.save_to_bytes().expect("all modules here have a binary form"))
}

/// Returns the contents of all modules with their imports. Packing loses the order of modules and
/// imports, and duplicate imports.
fn contents(root: &Module) -> BTreeSet<String> {
    let (mut seen, mut waiting) = (Vec::new(), vec![root.clone()]);
    let mut contents = BTreeSet::new();
    while let Some(module) = waiting.pop() {
        if seen.iter().any(|known: &Module| known.same_as(&module)) {
            continue;
        }
        let imports = module.imports();
        let of_imports: BTreeSet<_> = imports.iter().map(content).collect();
        contents.insert(format!("{:?} {of_imports:?}", content(&module)));
        seen.push(module);
        waiting.extend(imports);
    }
    contents
}

fn unpacked(blob: &[u8], library: Option<&Module>) -> Result<Module, RuntimeError> {
    // SAFETY: no executor of a network is created.
    unsafe { Module::from_packed_imports_unchecked(blob, library) }
}

fn check(blob: &[u8]) {
    // Blobs refer to the library as a module of type `c`.
    let library = || Module::new(Bytes { type_key: "c", bytes: Vec::new() });
    let _ = unpacked(blob, None);
    let Ok(module) = unpacked(blob, Some(&library())) else { return };
    let _ = module.function_with_imports("f");
    let packed = module.pack_imports().expect("an unpacked module can be packed");
    let again = unpacked(&packed, Some(&library())).expect("a packed module can be unpacked");
    assert!(contents(&module) == contents(&again));
    assert!(packed.len() == again.pack_imports().expect("an unpacked module can be packed").len());
}

fuzz_target!(|bytes: &[u8]| {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let load = |reader: &mut BinaryReader<'_>| {
            let bytes = reader.bytes("bytes")?.into();
            Ok(Module::new(Bytes { type_key: "bytes", bytes }))
        };
        Loaders::register_binary("bytes", load).expect("the loader is registered once");
    });
    check(bytes);
    // A blob begins with its length. This prefix is correct, which the fuzzer rarely finds.
    let mut blob = BinaryWriter::new();
    blob.bytes(bytes);
    check(&blob.into_bytes());
});
