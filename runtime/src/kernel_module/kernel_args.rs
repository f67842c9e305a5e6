//! Converts the arguments of a call to those of a kernel.

use objet_object::{
    ArgValue, DLTensor, DataType, DataTypeCode, Device, DeviceType, FromValue, NDArrayNode, OpaqueHandle,
    ValueError, bf16, f16,
};

use crate::args::Args;
use crate::call_error::CallError;
use crate::error::Result;
use crate::kernel_module::{FunctionInfo, KernelModuleError, Launch, LaunchParams};

/// An argument of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KernelArg {
    /// A number, stored at the beginning of `bytes`.
    Number {
        /// The bytes in native byte order, padded with zeros.
        bytes: [u8; 8],
        /// The size of the number in bytes.
        size: usize,
    },
    /// Device memory.
    Memory {
        /// The address or handle of the memory, or null.
        data: OpaqueHandle,
        /// The offset of the data in the memory, in bytes.
        byte_offset: u64,
    },
}

/// The arguments of a launch: the kernel's arguments and the launch dimensions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelArgs {
    /// The arguments in the form that the kernel takes.
    pub args: Vec<KernelArg>,
    /// The device of the tensor arguments, or `None` without tensors.
    pub device_id: Option<i32>,
    /// The launch dimensions.
    pub launch: Launch,
}

/// The parsed metadata of a kernel: argument types and launch parameters.
///
/// ```
/// use objet_object::{DataType, DeviceType};
/// use objet_runtime::PackedFunc;
/// use objet_runtime::kernel_module::{FunctionInfo, KernelArg, KernelParams};
///
/// let params = KernelParams::new(&FunctionInfo::new("f", [DataType::int(16)], &["blockIdx.x"]))?;
/// let function = PackedFunc::from_fn(move |args, _| {
///     let read = params.read(args, DeviceType::OPENCL)?;
///     assert_eq!(read.args, [KernelArg::Number { bytes: [3, 1, 0, 0, 0, 0, 0, 0], size: 2 }]);
///     assert_eq!(read.launch.grid, [7, 1, 1]);
///     Ok(())
/// });
/// function.call((0x103, 7))?;
/// assert_eq!(
///     function.call((3,)).unwrap_err().message(),
///     "Function f expects 2 arguments, but 1 were provided: f(int16, blockIdx.x)"
/// );
/// # Ok::<(), objet_runtime::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct KernelParams {
    info: FunctionInfo,
    kinds: Vec<Kind>,
    launch: LaunchParams,
}

/// The conversion of a value to an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
    F16,
    BF16,
    Bool,
    Memory,
}

impl Kind {
    fn new(dtype: DataType) -> Option<Self> {
        if dtype.lanes != 1 {
            return None;
        }
        Some(match (dtype.code, dtype.bits) {
            (DataTypeCode::INT, 8) => Self::I8,
            (DataTypeCode::INT, 16) => Self::I16,
            (DataTypeCode::INT, 32) => Self::I32,
            (DataTypeCode::INT, 64) => Self::I64,
            (DataTypeCode::UINT, 1) => Self::Bool,
            (DataTypeCode::UINT, 8) => Self::U8,
            (DataTypeCode::UINT, 16) => Self::U16,
            (DataTypeCode::UINT, 32) => Self::U32,
            (DataTypeCode::UINT, 64) => Self::U64,
            (DataTypeCode::FLOAT, 16) => Self::F16,
            (DataTypeCode::FLOAT, 32) => Self::F32,
            (DataTypeCode::FLOAT, 64) => Self::F64,
            (DataTypeCode::BFLOAT, 16) => Self::BF16,
            (DataTypeCode::HANDLE, 64) => Self::Memory,
            _ => return None,
        })
    }

    /// Returns the argument, and its device if it is a tensor.
    fn convert(self, value: ArgValue<'_>) -> Result<(KernelArg, Option<Device>), ValueError> {
        Ok((
            match self {
                Self::I8 => number(i8::from_value(value)?.to_ne_bytes()),
                Self::I16 => number(i16::from_value(value)?.to_ne_bytes()),
                Self::I32 => number(i32::from_value(value)?.to_ne_bytes()),
                Self::I64 => number(i64::from_value(value)?.to_ne_bytes()),
                Self::U8 => number(u8::from_value(value)?.to_ne_bytes()),
                Self::U16 => number(u16::from_value(value)?.to_ne_bytes()),
                Self::U32 => number(u32::from_value(value)?.to_ne_bytes()),
                Self::U64 => number(u64::from_value(value)?.to_ne_bytes()),
                Self::F32 => number(f32::from_value(value)?.to_ne_bytes()),
                Self::F64 => number(f64::from_value(value)?.to_ne_bytes()),
                Self::Bool => number([u8::from(bool::from_value(value)?)]),
                Self::F16 => number(f16::from_value(value)?.to_ne_bytes()),
                Self::BF16 => number(bf16::from_value(value)?.to_ne_bytes()),
                Self::Memory => {
                    if let ArgValue::Object(object) = value
                        && object.as_node::<NDArrayNode>().is_some_and(NDArrayNode::is_read_only)
                    {
                        let expected = "writable tensor";
                        return Err(ValueError::Range { expected, found: "a read-only tensor".into() });
                    }
                    if let Ok(tensor) = <&DLTensor>::from_value(value) {
                        let (data, byte_offset) = (OpaqueHandle(tensor.data), tensor.byte_offset);
                        return Ok((KernelArg::Memory { data, byte_offset }, Some(tensor.device)));
                    }
                    KernelArg::Memory { data: OpaqueHandle::from_value(value)?, byte_offset: 0 }
                }
            },
            None,
        ))
    }
}

fn number<const N: usize>(number: [u8; N]) -> KernelArg {
    let mut bytes = [0; 8];
    bytes[..N].copy_from_slice(&number);
    KernelArg::Number { bytes, size: N }
}

impl KernelParams {
    /// Parses the metadata of a kernel.
    ///
    /// # Errors
    /// If a launch tag is unknown or repeated, or if an argument type cannot be passed.
    pub fn new(info: &FunctionInfo) -> Result<Self, KernelModuleError> {
        let kind = |(position, dtype): (usize, &DataType)| {
            Kind::new(*dtype).ok_or_else(|| KernelModuleError::ArgType {
                kernel: info.name.clone(),
                position,
                found: *dtype,
            })
        };
        let kinds = info.arg_types.iter().enumerate().map(kind).collect::<Result<_, _>>()?;
        Ok(Self { info: info.clone(), kinds, launch: LaunchParams::new(info)? })
    }

    /// Returns the launch parameters.
    pub fn launch(&self) -> &LaunchParams {
        &self.launch
    }

    /// Converts the arguments of a call: first those of the kernel, then one number for each launch
    /// tag. A tensor is passed as its memory, and must be on a device of type `device_type`.
    ///
    /// # Errors
    /// If the number of arguments is wrong, if a value cannot be converted, or if a tensor is on
    /// another type of device or on another device than the tensors before it.
    pub fn read(&self, args: Args<'_>, device_type: DeviceType) -> Result<KernelArgs> {
        let expected = self.kinds.len() + self.launch.len();
        if args.len() != expected {
            return Err(self.wrong_count(args.len()));
        }
        let mut read = Vec::with_capacity(self.kinds.len());
        let mut device = None;
        for (position, kind) in self.kinds.iter().enumerate() {
            let converted = args.read(position).and_then(|value| kind.convert(value));
            let (arg, found) = converted.map_err(|source| self.wrong_argument(position, source))?;
            read.push(arg);
            if let Some(found) = found {
                let fits = found.device_type == device_type && device.is_none_or(|device| device == found);
                if !fits {
                    let text = |device: Device| device.to_string();
                    return Err(KernelModuleError::WrongDevice {
                        kernel: self.info.name.clone(),
                        position,
                        expected: device.map_or_else(|| device_type.to_string(), text),
                        found,
                    }
                    .into());
                }
                device = Some(found);
            }
        }
        let launch = self.launch.read(args.tail(self.kinds.len()));
        let launch =
            launch.map_err(|(position, source)| self.wrong_argument(self.kinds.len() + position, source))?;
        Ok(KernelArgs { args: read, device_id: device.map(|device| device.device_id), launch })
    }

    #[cold]
    fn wrong_count(&self, found: usize) -> crate::Error {
        let expected = self.kinds.len() + self.launch.len();
        let dtypes = self.info.arg_types.iter().map(ToString::to_string);
        let params: Vec<_> = dtypes.chain(self.info.launch_param_tags.iter().cloned()).collect();
        CallError::Count {
            name: self.info.name.clone(),
            expected: format!("{expected} argument{}", if expected == 1 { "" } else { "s" }),
            found,
            signature: format!("{}({})", self.info.name, params.join(", ")),
        }
        .into()
    }

    #[cold]
    fn wrong_argument(&self, position: usize, source: ValueError) -> crate::Error {
        let tag = position.checked_sub(self.kinds.len()).and_then(|tag| self.info.launch_param_tags.get(tag));
        let (function, parameter) = (self.info.name.clone(), tag.cloned());
        CallError::Argument { function, position, parameter, source: source.into() }.into()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use objet_object::NDArray;
    use proptest::prelude::*;

    use super::*;
    use crate::pack::PackedArgs;

    fn read<'a>(info: &FunctionInfo, args: impl PackedArgs<'a>) -> Result<KernelArgs> {
        let params = KernelParams::new(info)?;
        let read = Mutex::new(None);
        args.lend(|args| {
            *read.lock().unwrap() = Some(params.read(args, DeviceType::CPU)?);
            Ok::<_, crate::Error>(())
        })?;
        Ok(read.into_inner().unwrap().unwrap())
    }

    fn one(dtype: DataType) -> FunctionInfo {
        FunctionInfo::new("f", [dtype], &[])
    }

    fn bytes(dtype: &str, value: ArgValue<'_>) -> Vec<u8> {
        match read(&one(dtype.parse().unwrap()), (value,)).unwrap().args[..] {
            [KernelArg::Number { bytes, size }] => bytes[..size].to_vec(),
            ref other => panic!("{other:?}"),
        }
    }

    #[test]
    fn numbers_have_the_size_of_their_type() {
        assert_eq!(bytes("int8", (-1).into()), [0xff]);
        assert_eq!(bytes("uint16", 0x1234.into()), 0x1234_u16.to_ne_bytes());
        assert_eq!(bytes("int32", (-2).into()), (-2_i32).to_ne_bytes());
        assert_eq!(bytes("int64", (-2).into()), (-2_i64).to_ne_bytes());
        assert_eq!(bytes("bool", true.into()), [1]);
        assert_eq!(bytes("float16", 1.0.into()), 0x3c00_u16.to_ne_bytes());
        assert_eq!(bytes("bfloat16", 1.0.into()), 0x3f80_u16.to_ne_bytes());
        assert_eq!(bytes("float32", 0.1.into()), 0.1_f32.to_ne_bytes());
        assert_eq!(bytes("float64", 3.into()), 3.0_f64.to_ne_bytes());
    }

    #[test]
    fn conversion_errors_name_the_argument() {
        for (dtype, value, text) in [
            ("int8", ArgValue::Int(128), "argument 0: expected i8, found 128"),
            ("uint32", ArgValue::Int(-1), "argument 0: expected u32, found -1"),
            ("bool", ArgValue::Int(2), "argument 0: expected bool, found 2"),
            ("float16", ArgValue::Float(1e6), "argument 0: expected f16, found 1000000"),
            ("float32", ArgValue::Float(1e300), "argument 0: expected f32, found 1"),
            ("int32", ArgValue::Float(1.0), "argument 0: expected int but got float"),
            ("handle", ArgValue::Int(8), "argument 0: expected handle but got int"),
        ] {
            let error = read(&one(dtype.parse().unwrap()), (value,)).unwrap_err();
            assert!(error.message().contains(text), "{error}");
        }
        for dtype in ["float32x4", "int4", "complex64", "handle32", ""] {
            let error = KernelParams::new(&one(dtype.parse().unwrap())).unwrap_err().to_string();
            assert!(error.contains("as the type of argument 0"), "{error}");
        }
    }

    #[test]
    fn tensors_are_passed_as_their_memory() {
        let tensor = NDArray::zeros(&[2], DataType::float(32)).unwrap();
        let data = OpaqueHandle(tensor.dl_tensor().data);
        let read_one = |value| read(&one(DataType::HANDLE), (value,)).unwrap();
        let from_object = read_one(ArgValue::from(&tensor));
        assert_eq!(from_object.args, [KernelArg::Memory { data, byte_offset: 0 }]);
        assert_eq!(from_object.device_id, Some(0));
        let view = DLTensor { byte_offset: 4, ..*tensor.dl_tensor() };
        assert_eq!(read_one(ArgValue::from(&view)).args, [KernelArg::Memory { data, byte_offset: 4 }]);
        let from_handle = read_one(ArgValue::from(data));
        assert_eq!((from_handle.args, from_handle.device_id), (from_object.args, None));
        let null = OpaqueHandle::NULL;
        assert_eq!(read_one(ArgValue::Null).args, [KernelArg::Memory { data: null, byte_offset: 0 }]);
    }

    #[test]
    fn tensors_on_another_device_are_refused() {
        let tensor = NDArray::zeros(&[2], DataType::float(32)).unwrap();
        let on = |device| DLTensor { device, ..*tensor.dl_tensor() };
        let info = FunctionInfo::new("f", [DataType::HANDLE; 2], &[]);
        let (other, cuda) = (on(Device::cpu(1)), on(Device::new(DeviceType::CUDA, 0)));
        for (second, text) in [
            (&other, "kernel f: expected a tensor on cpu(0) as argument 1, found one on cpu(1)"),
            (&cuda, "kernel f: expected a tensor on cpu(0) as argument 1, found one on cuda(0)"),
        ] {
            assert_eq!(read(&info, (&tensor, second)).unwrap_err().message(), text);
        }
        let error = read(&info, (&cuda, &cuda)).unwrap_err();
        assert!(error.message().contains("expected a tensor on cpu as argument 0"), "{error}");
    }

    #[test]
    fn launch_parameters_follow_in_the_order_of_their_tags() {
        let tags = ["threadIdx.y", "blockIdx.z", "tir.use_dyn_shared_memory", "threadIdx.x"];
        let info = FunctionInfo::new("f", [DataType::int(32)], &tags);
        let launch = read(&info, (0, 2, 3, 4, 5)).unwrap().launch;
        assert_eq!(launch, Launch { grid: [1, 1, 3], block: [5, 2, 1], dynamic_shared_memory: 4 });
        assert!(!launch.is_empty());
        assert!(read(&info, (0, 2, 0, 4, 5)).unwrap().launch.is_empty());
        for (args, text) in [
            ([0, -1, 3, 4, 5], "argument 1 (threadIdx.y): expected u32, found -1"),
            ([0, 1, 1_i64 << 32, 4, 5], "argument 2 (blockIdx.z): expected u32, found 4294967296"),
        ] {
            let [a, b, c, d, e] = args;
            let error = read(&info, (a, b, c, d, e)).unwrap_err();
            assert!(error.message().contains(text), "{error}");
        }
        let error = read(&info, (0, 1)).unwrap_err();
        assert!(
            error.message().starts_with("Function f expects 5 arguments, but 2 were provided"),
            "{error}"
        );
    }

    #[test]
    fn tags_are_known_and_not_repeated() {
        for tag in ["vthread", "vthread.x", "blockIdx.w", "blockIdx", "", "threadIdx.xx"] {
            let error = LaunchParams::new(&FunctionInfo::new("f", [], &[tag])).unwrap_err();
            assert!(error.to_string().ends_with(&format!("found {tag:?}")), "{error}");
        }
        let twice = FunctionInfo::new("f", [], &["blockIdx.x", "blockIdx.x"]);
        let error = LaunchParams::new(&twice).unwrap_err().to_string();
        assert_eq!(error, "kernel f: duplicate launch tag blockIdx.x");
        assert_eq!(LaunchParams::new(&FunctionInfo::default()).unwrap().dimensions(), 1);
    }

    proptest! {
        #[test]
        fn integers_are_kept_or_refused(number in any::<i64>(), shift in 0_u32..64) {
            let number = number >> shift;
            let stored = read(&one(DataType::int(32)), (number,));
            match i32::try_from(number) {
                Ok(small) => prop_assert_eq!(bytes("int32", number.into()), small.to_ne_bytes()),
                Err(_) => prop_assert!(stored.is_err()),
            }
        }
    }
}
