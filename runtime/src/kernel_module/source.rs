//! Modules that hold code without being able to run it.

use std::path::Path;

use crate::error::Result;
use crate::kernel_module::kernel_backend::{saved, source_of};
use crate::kernel_module::{DeviceCode, KernelModuleError};
use crate::module::{Module, ModuleError, ModuleKind};
use crate::packed_func::PackedFunc;

/// A kind of module that holds code but cannot run it: source text of any language, or code for a
/// kind of device that is not linked in. The code can be inspected and saved.
///
/// ```
/// use objet_runtime::Module;
/// use objet_runtime::kernel_module::SourceModule;
///
/// let module = Module::new(SourceModule::new("int f(void) { return 1; }", "c"));
/// assert_eq!(module.source("")?, "int f(void) { return 1; }");
/// let error = module.function("f").unwrap_err();
/// assert!(error.message().starts_with("Source module cannot execute"));
/// # Ok::<(), objet_runtime::Error>(())
/// ```
pub struct SourceModule {
    /// The type key of the device module that this module replaces, or `None` for plain source
    /// text.
    device_kind: Option<String>,
    code: DeviceCode,
}

impl SourceModule {
    /// Creates a module of source text.
    pub fn new(source: impl Into<String>, format: impl Into<String>) -> Self {
        Self { device_kind: None, code: DeviceCode::new(format, source.into(), []) }
    }

    /// Creates a replacement for a device module with that type key. The saved module loads as a
    /// module of that kind.
    pub fn stand_in(type_key: impl Into<String>, code: DeviceCode) -> Self {
        Self { device_kind: Some(type_key.into()), code }
    }

    fn unsupported(&self, what: &'static str) -> crate::Error {
        ModuleError::Unsupported { type_key: self.type_key().into(), what }.into()
    }
}

impl ModuleKind for SourceModule {
    fn type_key(&self) -> &str {
        self.device_kind.as_deref().unwrap_or("source")
    }

    fn function(&self, _name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        Err(KernelModuleError::CannotExecute { format: self.code.format.clone() }.into())
    }

    fn save_to_file(&self, path: &Path, format: &str) -> Result<()> {
        match self.device_kind {
            Some(_) => Ok(self.code.save_to_file(path, format)?),
            None => Err(self.unsupported("SaveToFile")),
        }
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        match self.device_kind {
            Some(_) => Ok(saved(&self.code)),
            None => Err(self.unsupported("SaveToBinary")),
        }
    }

    fn source(&self, format: &str) -> Result<String> {
        source_of(&self.code, format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binary::BinaryReader;
    use crate::kernel_module::FunctionInfo;

    #[test]
    fn a_source_module_cannot_execute() {
        let module = Module::new(SourceModule::new("x", "cl"));
        assert_eq!(
            module.function("f").unwrap_err().message(),
            "Source module cannot execute, to get executable module build TVM with 'cl' runtime support"
        );
        assert_eq!(
            module.save_to_bytes().unwrap_err().message(),
            "Module[source] does not support SaveToBinary"
        );
        assert!(module.source("ptx").unwrap_err().message().contains("found \"ptx\""));
    }

    #[test]
    fn a_stand_in_is_saved_as_the_module_it_replaces() {
        let code = DeviceCode::new("metal", "kernel", [FunctionInfo::new("f", [], &["blockIdx.x"])]);
        let module = Module::new(SourceModule::stand_in("metal", code.clone()));
        assert_eq!(module.type_key(), "metal");
        let bytes = module.save_to_bytes().unwrap();
        assert_eq!(DeviceCode::load(&mut BinaryReader::new(&bytes)).unwrap(), code);
        assert!(module.function("f").is_err());
    }
}
