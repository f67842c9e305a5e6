//! The metadata of a kernel.

use objet_object::{DataType, DataTypeCode};

use crate::binary::{BinaryError, BinaryReader, BinaryWriter};

/// The metadata needed to call a kernel. A module stores it with the kernel's code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionInfo {
    /// The name of the kernel.
    pub name: String,
    /// The types of the arguments.
    pub arg_types: Vec<DataType>,
    /// The meaning of the numbers that follow the arguments in a call. `blockIdx.x` and the like
    /// are numbers of blocks, `threadIdx.x` and the like numbers of threads per block.
    /// `tir.use_dyn_shared_memory` is the dynamic shared memory in bytes.
    pub launch_param_tags: Vec<String>,
}

impl FunctionInfo {
    /// Minimum size of the binary form in bytes.
    pub(crate) const LEAST_BYTES: usize = 24;

    /// Creates the metadata of a kernel.
    pub fn new(
        name: impl Into<String>,
        arg_types: impl Into<Vec<DataType>>,
        launch_param_tags: &[&str],
    ) -> Self {
        let launch_param_tags = launch_param_tags.iter().map(|tag| (*tag).into()).collect();
        Self { name: name.into(), arg_types: arg_types.into(), launch_param_tags }
    }

    /// Writes the binary form.
    pub fn save(&self, writer: &mut BinaryWriter) {
        writer.bytes(&self.name);
        writer.vector(&self.arg_types, |writer, dtype| {
            writer.u8(dtype.code.0);
            writer.u8(dtype.bits);
            writer.u16(dtype.lanes);
        });
        writer.vector(&self.launch_param_tags, |writer, tag| writer.bytes(tag));
    }

    /// Reads the binary form.
    ///
    /// # Errors
    /// If the stream is invalid.
    pub fn load(reader: &mut BinaryReader<'_>) -> Result<Self, BinaryError> {
        let name = reader.string("the name of a kernel")?.into();
        let arg_types = reader.vector(4, "the types of arguments", |reader| {
            let (code, bits) = (reader.u8("a type code")?, reader.u8("the bits of a type")?);
            let lanes = reader.u16("the lanes of a type")?;
            Ok::<_, BinaryError>(DataType::new(DataTypeCode(code), bits, lanes))
        })?;
        let launch_param_tags =
            reader.vector(8, "launch tags", |reader| reader.string("a launch tag").map(String::from))?;
        Ok(Self { name, arg_types, launch_param_tags })
    }
}
