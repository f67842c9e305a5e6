//! Data types of elements, and their string forms.

use std::fmt;
use std::str::FromStr;
use std::sync::PoisonError;

use crate::state;

/// DLPack's type code: the kind of number of an element.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct DataTypeCode(pub u8);

impl DataTypeCode {
    /// Signed integer.
    pub const INT: Self = Self(0);
    /// Unsigned integer.
    pub const UINT: Self = Self(1);
    /// IEEE 754 floating point.
    pub const FLOAT: Self = Self(2);
    /// Opaque handle.
    pub const HANDLE: Self = Self(3);
    /// bfloat16.
    pub const BFLOAT: Self = Self(4);
    /// Complex number.
    pub const COMPLEX: Self = Self(5);
    /// The first code of types that users register.
    pub const CUSTOM_BEGIN: Self = Self(129);
}

/// Type codes that DLPack added after TVM 0.8: the code, the number of bits, and the name without
/// lanes. The name determines the number of bits.
const LATER_CODES: [(u8, u8, &str); 12] = [
    (6, 8, "bool8"),
    (7, 8, "float8_e3m4"),
    (8, 8, "float8_e4m3"),
    (9, 8, "float8_e4m3b11fnuz"),
    (10, 8, "float8_e4m3fn"),
    (11, 8, "float8_e4m3fnuz"),
    (12, 8, "float8_e5m2"),
    (13, 8, "float8_e5m2fnuz"),
    (14, 8, "float8_e8m0fnu"),
    (15, 6, "float6_e2m3fn"),
    (16, 6, "float6_e3m2fn"),
    (17, 4, "float4_e2m1fn"),
];

/// The data type of an element, with the layout of DLPack's `DLDataType`. Unknown type codes are
/// kept as they are.
///
/// The string form is that of TVM: `int32`, `float16x4`, `bool`, `handle`, and the empty string for
/// void. Types without a string form in TVM have one here that parses back to the same type:
/// - DLPack's later types by name, such as `float8_e4m3fn`
/// - complex numbers, such as `complex64`
/// - custom types, such as `custom[131]8`, or with the name that
///   [`CustomTypes`](crate::CustomTypes) has for the code
/// - other codes, such as `code[18]4`
/// - handles that are not plain pointers, such as `handle8x2`
///
/// ```
/// use objet_object::DataType;
///
/// let dtype: DataType = "float16x4".parse()?;
/// assert_eq!((dtype.bits, dtype.lanes, dtype.bytes()), (16, 4, 8));
/// assert_eq!(dtype.to_string(), "float16x4");
/// # Ok::<(), objet_object::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct DataType {
    /// The kind of number.
    pub code: DataTypeCode,
    /// The number of bits of one lane.
    pub bits: u8,
    /// The number of lanes of one element.
    pub lanes: u16,
}

impl DataType {
    /// The void type: a handle with 0 bits.
    pub const VOID: Self = Self::new(DataTypeCode::HANDLE, 0, 0);
    /// A boolean, stored in a byte.
    pub const BOOL: Self = Self::new(DataTypeCode::UINT, 1, 1);
    /// A boolean, stored in a byte, with the type code that DLPack added after TVM 0.8.
    pub const DLPACK_BOOL: Self = Self::new(DataTypeCode(6), 8, 1);
    /// A pointer.
    pub const HANDLE: Self = Self::new(DataTypeCode::HANDLE, 64, 1);

    /// Creates a type with `lanes` lanes of `bits` bits.
    pub const fn new(code: DataTypeCode, bits: u8, lanes: u16) -> Self {
        Self { code, bits, lanes }
    }

    /// Returns the type of signed integers with this number of bits.
    pub const fn int(bits: u8) -> Self {
        Self::new(DataTypeCode::INT, bits, 1)
    }

    /// Returns the type of unsigned integers with this number of bits.
    pub const fn uint(bits: u8) -> Self {
        Self::new(DataTypeCode::UINT, bits, 1)
    }

    /// Returns the type of IEEE 754 floating-point numbers with this number of bits.
    pub const fn float(bits: u8) -> Self {
        Self::new(DataTypeCode::FLOAT, bits, 1)
    }

    /// Returns the type bfloat16.
    pub const fn bfloat16() -> Self {
        Self::new(DataTypeCode::BFLOAT, 16, 1)
    }

    /// Returns this type with another number of lanes.
    pub const fn with_lanes(self, lanes: u16) -> Self {
        Self { lanes, ..self }
    }

    /// Returns this type with one lane.
    pub const fn element(self) -> Self {
        self.with_lanes(1)
    }

    /// Returns whether the type has one lane.
    pub const fn is_scalar(self) -> bool {
        self.lanes == 1
    }

    /// Returns whether this is a signed integer type, with any number of lanes.
    pub const fn is_int(self) -> bool {
        self.code.0 == DataTypeCode::INT.0
    }

    /// Returns whether this is an unsigned integer type or the boolean type, with any number of
    /// lanes.
    pub const fn is_uint(self) -> bool {
        self.code.0 == DataTypeCode::UINT.0
    }

    /// Returns whether this is an IEEE 754 floating-point type, with any number of lanes.
    pub const fn is_float(self) -> bool {
        self.code.0 == DataTypeCode::FLOAT.0
    }

    /// Returns whether this is bfloat16, with any number of lanes.
    pub const fn is_bfloat16(self) -> bool {
        self.code.0 == DataTypeCode::BFLOAT.0 && self.bits == 16
    }

    /// Returns whether this is the boolean type, with any number of lanes.
    pub const fn is_bool(self) -> bool {
        self.is_uint() && self.bits == 1
    }

    /// Returns whether this is a handle. Void is not a handle.
    pub const fn is_handle(self) -> bool {
        self.code.0 == DataTypeCode::HANDLE.0 && !self.is_void()
    }

    /// Returns whether this is the void type.
    pub const fn is_void(self) -> bool {
        self.bits == 0
    }

    /// Returns the size of an element in bytes, with the bits of all lanes rounded up.
    pub const fn bytes(self) -> usize {
        (self.bits as usize * self.lanes as usize).div_ceil(8)
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code: DataTypeCode(code), bits, lanes } = *self;
        if bits == 0 {
            return Ok(());
        }
        if *self == Self::BOOL {
            return f.write_str("bool");
        }
        match code {
            3 if *self == Self::HANDLE => f.write_str("handle")?,
            3 => write!(f, "handle{bits}")?,
            0 => write!(f, "int{bits}")?,
            1 => write!(f, "uint{bits}")?,
            2 => write!(f, "float{bits}")?,
            4 => write!(f, "bfloat{bits}")?,
            5 => write!(f, "complex{bits}")?,
            129.. => match custom_name(code) {
                Some(name) => write!(f, "custom[{name}]{bits}")?,
                None => write!(f, "custom[{code}]{bits}")?,
            },
            _ => match LATER_CODES.iter().find(|later| (later.0, later.1) == (code, bits)) {
                Some((_, _, name)) => f.write_str(name)?,
                None => write!(f, "code[{code}]{bits}")?,
            },
        }
        if lanes != 1 { write!(f, "x{lanes}") } else { Ok(()) }
    }
}

impl fmt::Debug for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_void() { f.write_str("void") } else { fmt::Display::fmt(self, f) }
    }
}

/// Returns the name of a custom type code, if it has one. Before the setup of the process there are
/// no names.
pub(super) fn custom_name(code: u8) -> Option<String> {
    let names = state::get()?.custom_types().read().unwrap_or_else(PoisonError::into_inner);
    names.iter().find(|(other, _)| *other == code).map(|(_, name)| name.clone())
}

/// Returns the custom type code with this name, if there is one.
pub(super) fn custom_code(name: &str) -> Option<u8> {
    let names = state::get()?.custom_types().read().unwrap_or_else(PoisonError::into_inner);
    names.iter().find(|(_, other)| *other == name).map(|(code, _)| *code)
}

/// A string is not a data type.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown type {text}: expected {expected} at byte {position}")]
pub struct ParseDataTypeError {
    /// The whole string.
    pub text: String,
    /// The byte position of the error.
    pub position: usize,
    /// The expected syntax at that position.
    pub expected: &'static str,
}

impl FromStr for DataType {
    type Err = ParseDataTypeError;

    fn from_str(text: &str) -> Result<Self, ParseDataTypeError> {
        if text.is_empty() {
            return Ok(Self::VOID);
        }
        if text == "bool" {
            return Ok(Self::BOOL);
        }
        let mut rest = Rest { text, position: 0 };
        let (code, default_bits) = rest.code()?;
        let bits = match default_bits {
            Bits::Given(bits) => bits,
            Bits::Default(bits) => match rest.number(u8::MAX.into())? {
                None | Some(0) => bits,
                Some(bits) => bits as u8,
            },
        };
        let mut lanes = 1;
        if rest.eat("x") {
            lanes = rest.number(u16::MAX.into())?.ok_or_else(|| rest.error("a number of lanes"))? as u16;
        }
        if rest.position < text.len() {
            return Err(rest.error("the end of the text"));
        }
        Ok(Self::new(DataTypeCode(code), bits, lanes))
    }
}

enum Bits {
    /// The name determines the number of bits.
    Given(u8),
    /// A number of bits may follow the name.
    Default(u8),
}

/// A string, and the position of the parser in it.
struct Rest<'a> {
    text: &'a str,
    position: usize,
}

impl Rest<'_> {
    fn code(&mut self) -> Result<(u8, Bits), ParseDataTypeError> {
        // Take the longest name, because some names are prefixes of others.
        let later = LATER_CODES.iter().filter(|(_, _, name)| self.text[self.position..].starts_with(name));
        if let Some((code, bits, name)) = later.max_by_key(|(_, _, name)| name.len()) {
            self.position += name.len();
            return Ok((*code, Bits::Given(*bits)));
        }
        for (name, code, bits) in [
            ("int", 0, 32),
            ("uint", 1, 32),
            ("float", 2, 32),
            ("handle", 3, 64),
            ("bfloat", 4, 32),
            ("complex", 5, 64),
        ] {
            if self.eat(name) {
                return Ok((code, Bits::Default(bits)));
            }
        }
        let custom = self.text[self.position..].strip_prefix("custom[");
        if let Some((name, _)) = custom.and_then(|rest| rest.split_once(']'))
            && let Some(code) = custom_code(name)
        {
            self.position += "custom[]".len() + name.len();
            return Ok((code, Bits::Default(32)));
        }
        if self.eat("custom[") || self.eat("code[") {
            let code = self.number(u8::MAX.into())?.ok_or_else(|| self.error("the number of a type code"))?;
            return if self.eat("]") { Ok((code as u8, Bits::Default(32))) } else { Err(self.error("`]`")) };
        }
        Err(self.error(
            "int, uint, float, handle, bool, bfloat, complex, custom[…], or one of DLPack's float8 types",
        ))
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.text[self.position..].starts_with(token);
        if found {
            self.position += token.len();
        }
        found
    }

    /// Parses a decimal number up to `limit`. Returns `None` if no digits follow.
    fn number(&mut self, limit: u64) -> Result<Option<u64>, ParseDataTypeError> {
        let digits = self.text[self.position..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let number = self.text[self.position..self.position + digits].parse::<u64>().ok();
        match number.filter(|number| *number <= limit) {
            Some(number) => {
                self.position += digits;
                Ok(Some(number))
            }
            None if limit == u64::from(u8::MAX) => Err(self.error("a number up to 255")),
            None => Err(self.error("a number up to 65535")),
        }
    }

    fn error(&self, expected: &'static str) -> ParseDataTypeError {
        ParseDataTypeError { text: self.text.into(), position: self.position, expected }
    }
}
