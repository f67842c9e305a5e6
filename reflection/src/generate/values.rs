//! Random values of fields that are not references.

use arbitrary::Unstructured;
use objet_object::{
    Array, BoxFloat, BoxInt, DataType, EnumType, FieldKind, NDArray, ObjectRef, RetValue, ShapeTuple, String,
};

use crate::field::Field;

/// The values that a field can hold.
pub(super) enum ValueForm {
    Int(i64, i64),
    Enum(&'static EnumType),
    F32(f64, f64),
    F64(f64, f64),
    Bool,
    Char,
    Text,
    DataType,
    /// A list of this length, or of any length.
    List(Box<ValueForm>, Option<usize>),
    Optional(Box<ValueForm>),
}

/// The most elements of a list, an array or a map.
pub(super) const MAX_ELEMENTS: usize = 4;

impl ValueForm {
    /// Returns the values of a field, or the reason why there are none.
    pub(super) fn of(field: &Field) -> Result<Self, &'static str> {
        let number = |bound: Option<RetValue>| bound.as_ref().map(|bound| bound.get::<f64>().ok());
        let (lower, upper) = (number(field.lower_bound()), number(field.upper_bound()));
        let mut form = Self::of_kind(field.kind())?;
        match &mut form {
            Self::Int(least, greatest) => {
                // A bound above `i64::MAX` is null.
                if let Some(lower) = field.lower_bound() {
                    *least = lower.get().map_err(|_| "has a bound above the range of an `i64`")?;
                }
                if let Some(Ok(upper)) = field.upper_bound().map(|upper| upper.get()) {
                    *greatest = upper;
                }
                if least > greatest {
                    return Err("has bounds that exclude all values");
                }
            }
            Self::F32(least, greatest) | Self::F64(least, greatest) => {
                *least = lower.flatten().unwrap_or(*least);
                *greatest = upper.flatten().unwrap_or(*greatest);
                if least > greatest || least.is_nan() || greatest.is_nan() {
                    return Err("has bounds that exclude all values");
                }
            }
            _ => {}
        }
        Ok(form)
    }

    fn of_kind(kind: FieldKind) -> Result<Self, &'static str> {
        Ok(match kind {
            FieldKind::Int(kind) => {
                let (least, greatest) = kind.range();
                // A `RetValue` holds no larger integer.
                let clamped = |number: i128| number.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
                Self::Int(clamped(least), clamped(greatest))
            }
            FieldKind::Enum(declared) => Self::Enum(declared),
            FieldKind::F32 => Self::F32(f32::MIN.into(), f32::MAX.into()),
            FieldKind::F64 => Self::F64(f64::MIN, f64::MAX),
            FieldKind::Bool => Self::Bool,
            FieldKind::Char => Self::Char,
            FieldKind::String => Self::Text,
            FieldKind::DataType => Self::DataType,
            FieldKind::List(list) => Self::List(Box::new(Self::of_kind(list.element)?), list.length),
            FieldKind::Optional(option) => Self::Optional(Box::new(Self::of_kind(option.element)?)),
            FieldKind::Reference(_) => return Err("is a reference"),
            FieldKind::Custom(_) => return Err("has `serde` and no default"),
        })
    }
}

/// The source of all choices.
pub(super) struct Choices<'a, 'b> {
    pub(super) u: &'a mut Unstructured<'b>,
    /// Changes all choices, unless zero. A node that its type rejects is made again with another
    /// salt, since a sequence that has ended would repeat the choices.
    pub(super) salt: u64,
}

impl Choices<'_, '_> {
    /// Returns a number from 0 to `count - 1`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        match count {
            0 | 1 => 0,
            _ => (self.bits(count as u64 - 1) % count as u64) as usize,
        }
    }

    /// Returns a random number of as many bytes as `greatest` has.
    fn bits(&mut self, greatest: u64) -> u64 {
        let read = self.u.int_in_range(0..=greatest).unwrap_or_default();
        if self.salt == 0 {
            return read;
        }
        // The generator SplitMix64.
        self.salt = self.salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.salt ^ (self.salt >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        read.wrapping_add(mixed ^ (mixed >> 31))
    }

    /// Returns an integer, mostly a small one.
    fn int(&mut self, least: i64, greatest: i64) -> i64 {
        if self.below(4) < 3 {
            let (near, distance) = (0_i64.clamp(least, greatest), self.below(17) as i64);
            let signed = if distance % 2 == 0 { -(distance / 2) } else { distance / 2 + 1 };
            return near.saturating_add(signed).clamp(least, greatest);
        }
        let count = i128::from(greatest) - i128::from(least) + 1;
        let offset = i128::from(self.bits(u64::MAX)) % count;
        (i128::from(least) + offset) as i64
    }

    /// Returns a finite float, mostly one with a short decimal form.
    fn float(&mut self, least: f64, greatest: f64, is_single: bool) -> f64 {
        let number = match self.below(4) {
            0 | 1 => self.int(-100, 100) as f64,
            2 => self.int(-1000, 1000) as f64 / 8.0,
            _ if is_single => f32::from_bits(self.bits(u32::MAX.into()) as u32).into(),
            _ => f64::from_bits(self.bits(u64::MAX)),
        };
        let number = if number.is_finite() { number } else { 0.0 };
        number.clamp(least, greatest)
    }

    fn char(&mut self) -> char {
        match self.below(8) {
            0..6 => char::from(b'a' + self.below(26) as u8),
            6 => char::from(b' ' + self.below(95) as u8),
            _ => char::from_u32(self.below(0x11_0000) as u32).unwrap_or('é'),
        }
    }

    /// Returns a text, in the simplest case the letter `a`.
    pub(super) fn text(&mut self) -> std::string::String {
        let length = [1, 0, 2, 3, 4, 8][self.below(6)];
        (0..length).map(|_| self.char()).collect()
    }

    fn dtype(&mut self) -> DataType {
        let lanes = [1, 1, 1, 4][self.below(4)];
        let dtypes = [
            DataType::int(32),
            DataType::float(32),
            DataType::BOOL,
            DataType::int(64),
            DataType::uint(8),
            DataType::float(16),
        ];
        dtypes[self.below(dtypes.len())].with_lanes(lanes)
    }

    pub(super) fn value(&mut self, form: &ValueForm) -> RetValue {
        match form {
            ValueForm::Int(least, greatest) => self.int(*least, *greatest).into(),
            ValueForm::Enum(declared) => declared.variants[self.below(declared.variants.len())].1.into(),
            ValueForm::F32(least, greatest) => self.float(*least, *greatest, true).into(),
            ValueForm::F64(least, greatest) => self.float(*least, *greatest, false).into(),
            ValueForm::Bool => (self.below(2) == 1).into(),
            ValueForm::Char => self.char().to_string().into(),
            ValueForm::Text => self.text().into(),
            ValueForm::DataType => self.dtype().into(),
            ValueForm::List(element, length) => {
                let length = length.unwrap_or_else(|| self.below(MAX_ELEMENTS + 1));
                let elements = (0..length).map(|_| boxed(self.value(element)));
                elements.collect::<Array<ObjectRef>>().into()
            }
            ValueForm::Optional(_) if self.below(2) == 0 => RetValue::Null,
            ValueForm::Optional(element) => self.value(element),
        }
    }

    pub(super) fn shape(&mut self) -> ShapeTuple {
        let length = self.below(MAX_ELEMENTS);
        (0..length).map(|_| self.below(9) as i64).collect::<Vec<_>>().into()
    }

    pub(super) fn tensor(&mut self) -> Option<NDArray> {
        let shape: Vec<_> = (0..self.below(3)).map(|_| self.below(4) as i64).collect();
        let elements: Vec<_> = (0..shape.iter().product()).map(|_| self.int(-8, 8) as f32).collect();
        NDArray::from_slice(&shape, &elements).ok()
    }
}

/// Returns a value as an element of an array.
fn boxed(value: RetValue) -> ObjectRef {
    match value {
        RetValue::Int(number) => BoxInt::new(number).into(),
        RetValue::Float(number) => BoxFloat::new(number).into(),
        RetValue::DataType(dtype) => String::from(dtype.to_string()).into(),
        RetValue::Str(text) => String::from(*text).into(),
        value => unreachable!("a list has no elements such as {value:?}"),
    }
}
