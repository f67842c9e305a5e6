//! Any bytes are either an error or modules that import each other, which can be asked for functions, and are packed and unpacked
//! again as the same ones.

#![no_main]

use std::collections::BTreeSet;
use std::sync::Once;

use libfuzzer_sys::fuzz_target;
use objet::{BinaryReader, BinaryWriter, IsObjectRef, Loaders, Module, ModuleKind, PackedFunc, RuntimeError};

/// A module of some bytes.
struct Bytes {
    type_key: &'static str,
    bytes: Vec<u8>,
}

impl ModuleKind for Bytes {
    fn type_key(&self) -> &str {
        self.type_key
    }

    /// It has the function that its bytes are the name of, be it an initializer.
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

/// What a module is, but for what it imports.
fn content(module: &Module) -> (&str, Vec<u8>) {
    (module.type_key(), module.save_to_bytes().expect("all kinds here have a binary form"))
}

/// All modules, with what they import. The order of both, and imports of the same, are lost in packing.
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

fn check(blob: &[u8]) {
    // Modules of this kind are the library where they are packed.
    let library = || Module::new(Bytes { type_key: "c", bytes: Vec::new() });
    let _ = Module::from_packed_imports(blob, None);
    let Ok(module) = Module::from_packed_imports(blob, Some(&library())) else { return };
    let _ = module.function_with_imports("f");
    let packed = module.pack_imports().expect("what was unpacked can be packed");
    let again =
        Module::from_packed_imports(&packed, Some(&library())).expect("what was packed can be unpacked");
    assert!(contents(&module) == contents(&again));
    assert!(packed.len() == again.pack_imports().expect("as before").len());
}

fuzz_target!(|bytes: &[u8]| {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let load = |reader: &mut BinaryReader<'_>| {
            let bytes = reader.bytes("bytes")?.into();
            Ok(Module::new(Bytes { type_key: "bytes", bytes }))
        };
        Loaders::register_binary("bytes", load).expect("no other");
    });
    check(bytes);
    // With a length that fits, which is hard to come by otherwise.
    let mut blob = BinaryWriter::new();
    blob.bytes(bytes);
    check(&blob.into_bytes());
});
