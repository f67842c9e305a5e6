//! Modules of source code, which an external compiler translates.

use std::path::Path;

use objet::function::RuntimeError;
use objet::module::kernel_module::SourceModule;
use objet::module::{ModuleError, ModuleKind};
use objet::prelude::*;
use objet::{Module, String as Text};

type Result<T> = std::result::Result<T, RuntimeError>;

/// The supported file formats of C source code.
const FORMATS: [&str; 4] = ["c", "cc", "cpp", "cu"];

/// A module of C source code. The code is compiled into the library that the module is exported to.
///
/// ```
/// use objet::Module;
/// use objet_ir::target::CSourceModule;
///
/// let code = "int f(void) { return 1; }";
/// let module = Module::new(CSourceModule::new(code, "c", ["f".into()], []));
/// assert_eq!((module.type_key(), module.source("")?.as_str()), ("c", code));
/// assert_eq!(module.expect_function("get_symbol")?.call(())?.get::<&str>()?, "f");
/// # Ok::<(), objet::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CSourceModule {
    code: String,
    format: String,
    func_names: Array<Text>,
    const_vars: Array<Text>,
}

impl CSourceModule {
    /// Creates a module from source code, its format, the names of its functions, and the names of
    /// the constants that it needs.
    pub fn new(
        code: impl Into<String>,
        format: impl Into<String>,
        func_names: impl IntoIterator<Item = Text>,
        const_vars: impl IntoIterator<Item = Text>,
    ) -> Self {
        let (func_names, const_vars) = (func_names.into_iter().collect(), const_vars.into_iter().collect());
        Self { code: code.into(), format: format.into(), func_names, const_vars }
    }
}

impl ModuleKind for CSourceModule {
    fn type_key(&self) -> &str {
        "c"
    }

    /// Returns the functions that query the code: its symbol, its function names, its constants.
    /// The code itself cannot run.
    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        let names = match name {
            "get_symbol" => {
                let first = self.func_names.first().cloned();
                return Ok(Some(TypedPackedFunc::new(move || first.clone()).into()));
            }
            "get_func_names" => self.func_names.clone(),
            "get_const_vars" => self.const_vars.clone(),
            _ => return Ok(None),
        };
        Ok(Some(TypedPackedFunc::new(move || names.clone()).into()))
    }

    fn save_to_file(&self, path: &Path, format: &str) -> Result<()> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
        let format = if format.is_empty() { extension } else { format };
        if !FORMATS.contains(&format) && format != self.format {
            let found = format!(
                "unsupported format for a C source file: expected one of {}, found {format:?}",
                FORMATS.join(", ")
            );
            return Err(found.into());
        }
        Ok(std::fs::write(path, &self.code)?)
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        Err(ModuleError::Unsupported { type_key: "c".into(), what: "SaveToBinary" }.into())
    }

    fn source(&self, _format: &str) -> Result<String> {
        Ok(self.code.clone())
    }
}

/// Creates a module of C source code, with the names of its functions and of the constants that it
/// needs.
#[register_global("runtime.CSourceModuleCreate")]
fn c_source_module(
    code: &str,
    format: &str,
    func_names: Option<Array<Text>>,
    const_vars: Option<Array<Text>>,
) -> Module {
    let names = |names: Option<Array<Text>>| names.unwrap_or_default();
    Module::new(CSourceModule::new(code, format, names(func_names), names(const_vars)))
}

/// Creates a module of source code, which this process cannot run.
#[register_global("runtime.SourceModuleCreate")]
fn source_module(code: &str, format: &str) -> Module {
    Module::new(SourceModule::new(code, format))
}
