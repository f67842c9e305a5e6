//! The instructions of TVM 0.8: their fields, hashes and texts.

use std::fmt::Write;

use objet_object::{DataType, DataTypeCode};

/// An operation. The numbers are those of the bytecode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opcode {
    Move,
    Ret,
    Invoke,
    InvokeClosure,
    InvokePacked,
    AllocTensor,
    AllocTensorReg,
    AllocAdt,
    AllocClosure,
    GetField,
    If,
    LoadConst,
    Goto,
    GetTag,
    LoadConsti,
    Fatal,
    AllocStorage,
    ShapeOf,
    ReshapeTensor,
    DeviceCopy,
}

/// The meaning of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// A register that is read.
    Read,
    /// The register of the result.
    Write,
    /// A constant of the executable.
    Constant,
    /// A function of the bytecode.
    Function,
    /// A function of the library.
    Packed,
    /// The distance of a jump from the instruction.
    Jump,
    /// The number of the fields at the end.
    Count,
    /// A number that only the operation understands.
    Number,
}

/// The fields of an operation, and the meaning of those at the end, whose number is a field.
type Layout = (&'static [Field], Option<Field>);

use Field::{Constant, Count, Function, Jump, Number, Packed, Read, Write as Result};

const ALL: [(Opcode, Layout); 20] = [
    (Opcode::Move, (&[Read, Result], None)),
    (Opcode::Ret, (&[Read], None)),
    (Opcode::Invoke, (&[Function, Count, Result], Some(Read))),
    (Opcode::InvokeClosure, (&[Read, Count, Result], Some(Read))),
    (Opcode::InvokePacked, (&[Packed, Count, Number], Some(Read))),
    (Opcode::AllocTensor, (&[Read, Read, Number, Number, Number, Count, Result], Some(Number))),
    (Opcode::AllocTensorReg, (&[Read, Read, Read, Number, Number, Number, Result], None)),
    (Opcode::AllocAdt, (&[Number, Count, Result], Some(Read))),
    (Opcode::AllocClosure, (&[Function, Count, Result], Some(Read))),
    (Opcode::GetField, (&[Read, Number, Result], None)),
    (Opcode::If, (&[Read, Read, Jump, Jump], None)),
    (Opcode::LoadConst, (&[Constant, Result], None)),
    (Opcode::Goto, (&[Jump], None)),
    (Opcode::GetTag, (&[Read, Result], None)),
    (Opcode::LoadConsti, (&[Number, Result], None)),
    (Opcode::Fatal, (&[], None)),
    (Opcode::AllocStorage, (&[Read, Number, Number, Number, Number, Number, Result], None)),
    (Opcode::ShapeOf, (&[Read, Result], None)),
    (Opcode::ReshapeTensor, (&[Read, Read, Result], None)),
    (Opcode::DeviceCopy, (&[Read, Number, Number, Result], None)),
];

/// An operation with its fields, in the order of the bytecode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instruction {
    pub(super) opcode: Opcode,
    pub(super) fields: Box<[i64]>,
}

impl Instruction {
    /// Creates an instruction from the number of its operation and its fields. Returns the problem
    /// if there is no such operation, or if the number of fields is wrong.
    pub(super) fn new(opcode: i64, fields: &[i64]) -> std::result::Result<Self, String> {
        let known = usize::try_from(opcode).ok().and_then(|opcode| ALL.get(opcode));
        let (opcode, (first, rest)) = *known.ok_or_else(|| format!("unknown operation {opcode}"))?;
        let count = first.iter().position(|field| *field == Count);
        let count = count.and_then(|count| fields.get(count).copied()).unwrap_or_default();
        let expected = match rest {
            Some(_) => i64::try_from(first.len()).ok().and_then(|first| first.checked_add(count)),
            None => i64::try_from(first.len()).ok(),
        };
        if count < 0 || expected != i64::try_from(fields.len()).ok() {
            return Err(format!("{opcode:?} has {} fields, which is not the number it needs", fields.len()));
        }
        Ok(Self { opcode, fields: fields.into() })
    }

    /// Iterates over the fields with their meanings.
    pub(super) fn with_meanings(&self) -> impl Iterator<Item = (Field, i64)> {
        let (first, rest) = ALL[self.opcode as usize].1;
        let meanings = first.iter().copied().chain(std::iter::repeat(rest.unwrap_or(Number)));
        meanings.zip(self.fields.iter().copied())
    }

    /// Returns the hash that the bytecode has for the instruction.
    pub(super) fn hash(&self) -> u64 {
        self.fields.iter().fold(self.opcode as u64, |key, field| {
            let field = (*field as u64).wrapping_add(0x9e37_79b9);
            key ^ field.wrapping_add(key << 6).wrapping_add(key >> 2)
        })
    }

    /// Returns the register of a field.
    pub(super) fn register(&self, field: usize) -> usize {
        // The executable was checked.
        self.fields[field] as usize
    }

    /// Returns the fields at the end as registers.
    pub(super) fn registers(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        self.fields[ALL[self.opcode as usize].1.0.len()..].iter().map(|register| *register as usize)
    }

    /// Returns the data type in three fields, from this one on, if there is such a data type.
    pub(super) fn dtype(&self, field: usize) -> Option<DataType> {
        let [code, bits, lanes] = self.fields.get(field..field + 3)? else { return None };
        let (code, bits) = (u8::try_from(*code).ok()?, u8::try_from(*bits).ok()?);
        Some(DataType::new(DataTypeCode(code), bits, u16::try_from(*lanes).ok()?))
    }

    /// Returns the text that TVM prints.
    pub(super) fn text(&self) -> String {
        let fields = &self.fields;
        let join = |registers: &[i64], between: &str| {
            let registers: Vec<_> = registers.iter().map(ToString::to_string).collect();
            registers.join(between)
        };
        let dtype = |field| self.dtype(field).map_or_else(String::new, |dtype| dtype.to_string());
        match (self.opcode, &fields[..]) {
            (Opcode::Move, [from, to]) => format!("move ${to} ${from}"),
            (Opcode::Ret, [result]) => format!("ret ${result}"),
            (Opcode::Invoke, [function, _, to, args @ ..]) => {
                format!("invoke ${to} VMFunc[{function}](${})", join(args, ",$"))
            }
            (Opcode::InvokeClosure, [closure, _, to, args @ ..]) => {
                format!("invoke_closure ${to} ${closure}(${})", join(args, ",$"))
            }
            (Opcode::InvokePacked, [packed, _, outputs, args @ ..]) => {
                // The number of outputs was checked.
                let (inputs, outputs) = args.split_at(args.len() - *outputs as usize);
                let (inputs, outputs) = (join(inputs, ", $"), join(outputs, ", $"));
                format!("invoke_packed PackedFunc[{packed}] (in: ${inputs}, out: ${outputs})")
            }
            (Opcode::AllocTensor, [storage, offset, _, _, _, _, to, shape @ ..]) => {
                let dtype = dtype(2);
                format!("alloc_tensor ${to} ${storage} ${offset} [{}] {dtype}", join(shape, ", "))
            }
            (Opcode::AllocTensorReg, [storage, offset, shape, .., to]) => {
                format!("alloc_tensor_reg ${to} ${storage} ${offset} ${shape} {}", dtype(3))
            }
            (Opcode::AllocAdt, [tag, _, to, args @ ..]) => {
                format!("alloc_data ${to} tag({tag}) [${}]", join(args, ",$"))
            }
            (Opcode::AllocClosure, [function, _, to, args @ ..]) => {
                format!("alloc_closure ${to} VMFunc[{function}](${})", join(args, ",$"))
            }
            (Opcode::GetField, [object, index, to]) => format!("get_field ${to} ${object}[{index}]"),
            (Opcode::If, [test, target, equal, other]) => format!("if ${test} ${target} {equal} {other}"),
            (Opcode::LoadConst, [constant, to]) => format!("load_const ${to} Const[{constant}]"),
            (Opcode::Goto, [jump]) => format!("goto {jump}"),
            (Opcode::GetTag, [object, to]) => format!("get_tag ${to} ${object}"),
            (Opcode::LoadConsti, [number, to]) => format!("load_consti ${to} {number}"),
            (Opcode::AllocStorage, [size, alignment, _, _, _, device_type, to]) => {
                format!("alloc_storage ${to} ${size} {alignment} {} {device_type}", dtype(2))
            }
            (Opcode::ShapeOf, [tensor, to]) => format!("shape_of ${to} ${tensor}"),
            (Opcode::ReshapeTensor, [tensor, shape, to]) => {
                format!("reshape_tensor ${to} ${tensor} ${shape}")
            }
            (Opcode::DeviceCopy, [from, from_type, to_type, to]) => {
                format!("device_copy ${to} ${from} {to_type} {from_type}")
            }
            _ => "fatal".into(),
        }
    }

    /// Returns the number of the operation and the fields, then the text.
    pub(super) fn line(&self) -> String {
        let mut line = (self.opcode as i64).to_string();
        for field in &self.fields {
            let _ = write!(line, " {field}");
        }
        let _ = write!(line, "   # {}", self.text());
        line
    }
}
