//! Packing of modules into a library: writes the blob of the symbol `__tvm_dev_mblob`.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write;

use objet_object_derive::register_global;

use crate::binary::BinaryWriter;
use crate::error::Result;
use crate::module::Module;
use crate::module::blob::{BlobError, IMPORT_TREE, LIBRARY, SYMBOL};
use crate::module::import_cycle::closing_edge;
use crate::module::import_tree::ImportTree;

impl Module {
    /// Packs this module and its imports into a blob. [`Module::from_packed_imports`] reads the
    /// blob, and compilers put it into a library. Modules of the kinds `llvm` and `c` are not
    /// stored, because their code is the library.
    ///
    /// # Errors
    /// If a kind of module has no binary form, or if the library would import itself.
    pub fn pack_imports(&self) -> Result<Vec<u8>> {
        let mut writer = BinaryWriter::new();
        let groups = Groups::of(self);
        if groups.members.len() == 1 && groups.linkable == Some(0) {
            writer.u64(0);
        } else {
            writer.u64(groups.members.len() as u64 + 1);
            for (number, members) in groups.members.iter().enumerate() {
                if groups.linkable == Some(number) {
                    writer.bytes(LIBRARY);
                } else {
                    writer.bytes(members[0].type_key());
                    writer.raw(&members[0].save_to_bytes()?);
                }
            }
            writer.bytes(IMPORT_TREE);
            ImportTree::new(&groups.imports()?).write(&mut writer);
        }
        let stream = writer.into_bytes();
        let mut blob = BinaryWriter::new();
        blob.bytes(stream);
        Ok(blob.into_bytes())
    }

    /// Returns the blob of [`Module::pack_imports`] as a source file that compiles as C and C++. If
    /// `system_lib` is true, the blob is registered at program start, so that
    /// [`system_library`](crate::system_library) finds it.
    ///
    /// # Errors
    /// As for [`Module::pack_imports`].
    pub fn pack_imports_to_c(&self, system_lib: bool) -> Result<String> {
        let blob = self.pack_imports()?;
        let mut source = String::with_capacity(6 * blob.len() + 1000);
        let declaration = format!("TVM_EXPORT const unsigned char {SYMBOL}[{}]", blob.len());
        source.push_str(HEAD);
        if system_lib {
            source.push_str("int TVMBackendRegisterSystemLibSymbol(const char* name, void* ptr);\n");
        }
        source.push_str(&format!("extern {declaration};\n{declaration} = {{\n"));
        for line in blob.chunks(20) {
            source.push(' ');
            for byte in line {
                // Writing to a string cannot fail.
                let _ = write!(source, " 0x{byte:02x},");
            }
            source.push('\n');
        }
        source.push_str("};\n");
        if system_lib {
            source.push_str(&REGISTER.replace("SYMBOL", SYMBOL));
        }
        source.push_str(TAIL);
        Ok(source)
    }
}

const HEAD: &str = "\
#ifdef _WIN32
#define TVM_EXPORT __declspec(dllexport)
#else
#define TVM_EXPORT
#endif
#ifdef __cplusplus
extern \"C\" {
#endif
";

const REGISTER: &str = "\
#ifdef _MSC_VER
static int SYMBOL_registered = TVMBackendRegisterSystemLibSymbol(\"SYMBOL\", (void*)SYMBOL);
#else
__attribute__((constructor)) static void SYMBOL_register(void) {
  TVMBackendRegisterSystemLibSymbol(\"SYMBOL\", (void*)SYMBOL);
}
#endif
";

const TAIL: &str = "\
#ifdef __cplusplus
}
#endif
";

/// The modules of an import graph, in the order in which they are packed.
struct Groups {
    /// The modules of each group. All linkable modules form one group; every other group has one
    /// module.
    members: Vec<Vec<Module>>,
    linkable: Option<usize>,
    numbers: HashMap<usize, usize>,
}

impl Groups {
    fn of(root: &Module) -> Self {
        let mut groups = Self { members: Vec::new(), linkable: None, numbers: HashMap::new() };
        let mut seen = HashSet::from([root.address()]);
        let mut waiting = vec![root.clone()];
        let mut push_imports = |module: &Module, waiting: &mut Vec<Module>| {
            let imports = module.imports().into_iter();
            waiting.extend(imports.filter(|import| seen.insert(import.address())));
        };
        // Modules reachable without passing through a linkable module get the smaller numbers.
        let mut set_aside = Vec::new();
        while let Some(module) = waiting.pop() {
            if is_linkable(&module) {
                set_aside.push(module);
            } else {
                push_imports(&module, &mut waiting);
                groups.add(module);
            }
        }
        if set_aside.is_empty() {
            return groups;
        }
        let library = groups.members.len();
        groups.linkable = Some(library);
        groups.members.push(Vec::new());
        waiting = set_aside;
        while let Some(module) = waiting.pop() {
            push_imports(&module, &mut waiting);
            groups.add(module);
        }
        groups
    }

    fn add(&mut self, module: Module) {
        let address = module.address();
        let number = match self.linkable.filter(|_| is_linkable(&module)) {
            Some(library) => {
                self.members[library].push(module);
                library
            }
            None => {
                self.members.push(vec![module]);
                self.members.len() - 1
            }
        };
        self.numbers.insert(address, number);
    }

    /// Returns the imports of each group as sorted group numbers.
    fn imports(&self) -> Result<Vec<Vec<usize>>, BlobError> {
        let of_group = |(number, members): (usize, &Vec<Module>)| {
            let imports = members.iter().flat_map(|module| module.imports());
            // Modules that another thread imports in the meantime have no number, and are ignored.
            let numbers = imports.filter_map(|import| self.numbers.get(&import.address()).copied());
            let numbers: BTreeSet<_> = numbers.filter(|import| *import != number).collect();
            numbers.into_iter().collect::<Vec<_>>()
        };
        let imports: Vec<_> = self.members.iter().enumerate().map(of_group).collect();
        let key = |group: usize| self.members[group][0].type_key().to_owned();
        match closing_edge(0..imports.len(), |group| *group, |group| imports[*group].clone()) {
            Some((importer, imported)) => {
                Err(BlobError::CannotMerge { importer: key(importer), imported: key(imported) })
            }
            None => Ok(imports),
        }
    }
}

/// Returns whether the code of a module is linked into the library.
fn is_linkable(module: &Module) -> bool {
    matches!(module.type_key(), "llvm" | "c")
}

/// Returns the packed imports of a module as C source; see [`Module::pack_imports_to_c`].
#[register_global("runtime.ModulePackImportsToC", crate = objet_runtime)]
pub(crate) fn pack_imports_to_c_global(module: Module, system_lib: bool) -> Result<String> {
    module.pack_imports_to_c(system_lib)
}
