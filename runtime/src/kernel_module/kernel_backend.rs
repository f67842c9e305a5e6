//! Modules whose functions are kernels.

use std::path::Path;
use std::sync::Arc;

use objet_object::DeviceType;

use crate::binary::BinaryWriter;
use crate::error::Result;
use crate::kernel_module::{DeviceCode, KernelArgs, KernelModuleError, KernelParams};
use crate::module::{Module, ModuleKind};
use crate::packed_func::PackedFunc;

/// The driver side of a [`KernelModule`]: runs the kernels of a module on one kind of device.
pub trait KernelBackend: Send + Sync + 'static {
    /// The state of a kernel that was looked up.
    type Kernel: Send + Sync + 'static;

    /// The type key of the module, under which its binary form is loaded.
    const TYPE_KEY: &'static str;
    /// The kind of device.
    const DEVICE_TYPE: DeviceType;

    /// Returns the kernel of that name. The metadata of the module lists the name. A backend passes
    /// code to the driver at the first launch only, so that modules can be loaded and saved without
    /// a device.
    ///
    /// # Errors
    /// If the kernel cannot exist, for example because its name is invalid.
    fn kernel(&self, code: &DeviceCode, name: &str, params: &KernelParams) -> Result<Self::Kernel>;

    /// Launches a kernel in this thread's stream. The device is that of the tensor arguments, or
    /// else the current device of this thread. The launch has at least one thread.
    ///
    /// # Errors
    /// If the device does not exist, if the code cannot be built for the device, or if the driver
    /// fails.
    fn launch(&self, code: &DeviceCode, kernel: &Self::Kernel, args: &KernelArgs) -> Result<()>;

    /// Returns a function of the module that is not a kernel and takes no arguments. The default
    /// has no such functions.
    fn other_function(&self, _name: &str) -> Option<fn(&Self, &DeviceCode) -> Result<()>> {
        None
    }

    /// Returns the source text, if it is not the code itself.
    fn source(&self, _format: &str) -> Option<&str> {
        None
    }
}

/// A kind of module whose functions are kernels. A call passes the arguments of the kernel, then
/// one number for each launch tag.
pub struct KernelModule<B>(Arc<Content<B>>);

struct Content<B> {
    code: DeviceCode,
    backend: B,
}

impl<B: KernelBackend> KernelModule<B> {
    /// Creates a module from code.
    pub fn new(code: DeviceCode, backend: B) -> Self {
        Self(Arc::new(Content { code, backend }))
    }

    /// Returns the code.
    pub fn code(&self) -> &DeviceCode {
        &self.0.code
    }

    fn other_function(&self, name: &str) -> Option<PackedFunc> {
        let function = self.0.backend.other_function(name)?;
        let content = Arc::clone(&self.0);
        let function = PackedFunc::from_fn(move |_, _| function(&content.backend, &content.code));
        function.set_name(name);
        Some(function)
    }
}

impl<B: KernelBackend> ModuleKind for KernelModule<B> {
    fn type_key(&self) -> &str {
        B::TYPE_KEY
    }

    fn function(&self, name: &str, _module: &Module) -> Result<Option<PackedFunc>> {
        let Some(info) = self.0.code.functions.get(name) else { return Ok(self.other_function(name)) };
        let params = KernelParams::new(info)?;
        let kernel = self.0.backend.kernel(&self.0.code, name, &params)?;
        let content = Arc::clone(&self.0);
        let function = PackedFunc::from_fn(move |args, _| {
            let args = params.read(args, B::DEVICE_TYPE)?;
            if args.launch.is_empty() {
                return Ok(());
            }
            content.backend.launch(&content.code, &kernel, &args)
        });
        function.set_name(name);
        Ok(Some(function))
    }

    fn save_to_file(&self, path: &Path, format: &str) -> Result<()> {
        Ok(self.0.code.save_to_file(path, format)?)
    }

    fn save_to_bytes(&self) -> Result<Vec<u8>> {
        Ok(saved(&self.0.code))
    }

    fn source(&self, format: &str) -> Result<String> {
        match self.0.backend.source(format) {
            Some(source) => Ok(source.into()),
            None => source_of(&self.0.code, format),
        }
    }
}

pub(super) fn saved(code: &DeviceCode) -> Vec<u8> {
    let mut writer = BinaryWriter::new();
    code.save(&mut writer);
    writer.into_bytes()
}

pub(super) fn source_of(code: &DeviceCode, format: &str) -> Result<String> {
    if !format.is_empty() && format != code.format {
        let (expected, found) = (code.format.clone(), format.into());
        return Err(KernelModuleError::SourceFormat { expected, found }.into());
    }
    Ok(code.text()?.into())
}
