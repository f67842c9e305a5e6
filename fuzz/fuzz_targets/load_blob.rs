//! Any bytes are either an error or a tree of modules that is packed, unpacked and packed again as the same bytes.

#![no_main]

use std::sync::Once;

use libfuzzer_sys::fuzz_target;
use objet::{BinaryWriter, Loaders, Module, ModuleKind, PackedFunc, Result};

/// A module of some bytes.
struct Bytes {
    type_key: &'static str,
    bytes: Vec<u8>,
}

impl ModuleKind for Bytes {
    fn type_key(&self) -> &str {
        self.type_key
    }

    fn function(&self, _name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        Ok(None)
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        let mut writer = BinaryWriter::new();
        writer.bytes(&self.bytes);
        Ok(writer.into_bytes())
    }
}

fn check(blob: &[u8]) {
    // Modules of this kind are the library where they are packed.
    let library = || Module::new(Bytes { type_key: "c", bytes: Vec::new() });
    let _ = Module::from_packed_imports(blob, None);
    let Ok(module) = Module::from_packed_imports(blob, Some(&library())) else { return };
    let packed = module.pack_imports().expect("what was unpacked can be packed");
    let again = Module::from_packed_imports(&packed, Some(&library())).expect("what was packed can be unpacked");
    assert!(packed == again.pack_imports().expect("as before"));
}

fuzz_target!(|bytes: &[u8]| {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let load = |reader: &mut objet::BinaryReader<'_>| {
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
