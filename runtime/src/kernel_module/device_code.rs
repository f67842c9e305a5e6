//! The code of a module of kernels, and the metadata of the kernels.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::binary::{BinaryError, BinaryReader, BinaryWriter};
use crate::kernel_module::{FunctionInfo, KernelModuleError};

/// The code of a module of kernels, and the metadata needed to call them. This is the saved content
/// of such a module.
///
/// ```
/// use objet_object::DataType;
/// use objet_runtime::{BinaryReader, BinaryWriter};
/// use objet_runtime::kernel_module::{DeviceCode, FunctionInfo};
///
/// let fill = FunctionInfo::new("fill", [DataType::HANDLE, DataType::float(32)], &["blockIdx.x"]);
/// let code = DeviceCode::new("cl", "kernel void fill(global float* x, float y) { … }", [fill]);
/// let mut writer = BinaryWriter::new();
/// code.save(&mut writer);
/// let bytes = writer.into_bytes();
/// assert_eq!(DeviceCode::load(&mut BinaryReader::new(&bytes))?, code);
/// # Ok::<(), objet_runtime::BinaryError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceCode {
    /// The format of the code, such as `cl` for OpenCL source or `ptx` for CUDA assembly.
    pub format: String,
    /// The metadata of the kernels, by function name.
    pub functions: BTreeMap<String, FunctionInfo>,
    /// The code.
    pub data: Vec<u8>,
}

impl DeviceCode {
    /// Creates code with kernels, each under its own name.
    pub fn new(
        format: impl Into<String>,
        data: impl Into<Vec<u8>>,
        functions: impl IntoIterator<Item = FunctionInfo>,
    ) -> Self {
        let functions = functions.into_iter().map(|info| (info.name.clone(), info)).collect();
        Self { format: format.into(), functions, data: data.into() }
    }

    /// Writes the binary form.
    pub fn save(&self, writer: &mut BinaryWriter) {
        writer.bytes(&self.format);
        writer.u64(self.functions.len() as u64);
        for (name, info) in &self.functions {
            writer.bytes(name);
            info.save(writer);
        }
        writer.bytes(&self.data);
    }

    /// Reads the binary form.
    ///
    /// # Errors
    /// If the stream is invalid, or if two kernels have the same name.
    pub fn load(reader: &mut BinaryReader<'_>) -> Result<Self, BinaryError> {
        let format = reader.string("the format of device code")?.into();
        let mut functions = BTreeMap::new();
        for _ in 0..reader.count(8 + FunctionInfo::LEAST_BYTES, "the kernels of device code")? {
            let position = reader.position();
            let name = reader.string("the name of a kernel")?;
            let info = FunctionInfo::load(reader)?;
            if functions.insert(name.into(), info).is_some() {
                return Err(BinaryError::Unexpected {
                    what: "the name of a kernel",
                    position,
                    expected: "a unique name".into(),
                    found: format!("{name:?} again"),
                });
            }
        }
        Ok(Self { format, functions, data: reader.bytes("device code")?.into() })
    }

    /// Writes the code to a file and the metadata to its side file. An empty format stands for the
    /// file's extension.
    ///
    /// # Errors
    /// If the format is not that of the code, or if a file cannot be written.
    pub fn save_to_file(&self, path: &Path, format: &str) -> Result<(), KernelModuleError> {
        let found = format_of(path, format);
        if found != self.format {
            return Err(KernelModuleError::Format { expected: self.format.clone(), found });
        }
        self.write_side_file(path)?;
        fs::write(path, &self.data).map_err(|source| KernelModuleError::File {
            verb: "write",
            path: path.into(),
            source,
        })
    }

    /// Reads the code from a file and the metadata from its side file. An empty format stands for
    /// the file's extension.
    ///
    /// # Errors
    /// If a file cannot be read, or if the side file is invalid.
    #[cfg(any(feature = "opencl", feature = "cuda"))]
    pub fn load_from_file(path: &Path, format: &str) -> Result<Self, KernelModuleError> {
        let data = fs::read(path).map_err(|source| KernelModuleError::File {
            verb: "read",
            path: path.into(),
            source,
        })?;
        Ok(Self { format: format_of(path, format), functions: Self::read_side_file(path)?, data })
    }

    /// Returns the code as text.
    ///
    /// # Errors
    /// If the code is not UTF-8.
    pub fn text(&self) -> Result<&str, KernelModuleError> {
        str::from_utf8(&self.data).map_err(|_| KernelModuleError::NotText { format: self.format.clone() })
    }
}

/// Returns the format, or the extension of the file if the format is empty.
fn format_of(path: &Path, format: &str) -> String {
    if !format.is_empty() {
        return format.into();
    }
    path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use objet_object::{DataType, DataTypeCode};
    use proptest::prelude::*;

    use super::*;

    fn written(code: &DeviceCode) -> Vec<u8> {
        let mut writer = BinaryWriter::new();
        code.save(&mut writer);
        writer.into_bytes()
    }

    #[test]
    fn the_binary_form_is_as_specified() {
        let info = FunctionInfo::new("f", [DataType::float(32)], &["blockIdx.x"]);
        let bytes = written(&DeviceCode::new("cl", "code", [info]));
        let expected: [&[u8]; 12] = [
            b"\x02\0\0\0\0\0\0\0cl",
            b"\x01\0\0\0\0\0\0\0",
            b"\x01\0\0\0\0\0\0\0f",
            b"\x01\0\0\0\0\0\0\0f",
            b"\x01\0\0\0\0\0\0\0",
            b"\x02\x20\x01\0",
            b"\x01\0\0\0\0\0\0\0",
            b"\x0a\0\0\0\0\0\0\0",
            b"blockIdx.x",
            b"\x04\0\0\0\0\0\0\0",
            b"code",
            b"",
        ];
        assert_eq!(bytes, expected.concat());
    }

    #[test]
    fn duplicate_kernel_names_are_an_error() {
        let code = |name| DeviceCode::new("cl", "", [FunctionInfo::new(name, [], &[])]);
        let (mut bytes, other) = (written(&code("f")), written(&code("f")));
        // The count says two kernels, and the second is a copy of the first.
        bytes[10] = 2;
        let end = bytes.len() - 8;
        bytes.splice(end..end, other[18..other.len() - 8].iter().copied());
        let error = DeviceCode::load(&mut BinaryReader::new(&bytes)).unwrap_err();
        assert!(error.to_string().contains("found \"f\" again"), "{error}");
    }

    fn infos() -> impl Strategy<Value = Vec<FunctionInfo>> {
        let dtype = (0_u8..8, 0_u8..80, 0_u16..5);
        let dtypes = prop::collection::vec(dtype, 0..5);
        let info = ("[a-z]{1,3}", dtypes, prop::collection::vec("[a-z.]{0,9}", 0..4));
        let info = info.prop_map(|(name, dtypes, launch_param_tags)| FunctionInfo {
            name,
            arg_types: dtypes.into_iter().map(|(c, b, l)| DataType::new(DataTypeCode(c), b, l)).collect(),
            launch_param_tags,
        });
        prop::collection::vec(info, 0..4)
    }

    proptest! {
        #[test]
        fn saved_code_loads_unchanged(infos in infos(), data in prop::collection::vec(any::<u8>(), 0..40)) {
            let code = DeviceCode::new("ptx", data, infos);
            let bytes = written(&code);
            let mut reader = BinaryReader::new(&bytes);
            prop_assert_eq!(DeviceCode::load(&mut reader).unwrap(), code);
            prop_assert!(reader.rest().is_empty());
            for end in 0..bytes.len() {
                prop_assert!(DeviceCode::load(&mut BinaryReader::new(&bytes[..end])).is_err());
            }
        }

        #[test]
        fn invalid_bytes_do_not_panic(infos in infos(), place in 0_usize..200, noise in any::<[u8; 8]>()) {
            let mut bytes = written(&DeviceCode::new("cl", "x", infos));
            let place = place.min(bytes.len() - 8);
            bytes[place..place + 8].copy_from_slice(&noise);
            let _ = DeviceCode::load(&mut BinaryReader::new(&bytes));
        }
    }
}
