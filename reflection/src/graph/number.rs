//! Numbers in files: in attributes, which are strings in the file, and as JSON literals.

use crate::error::cut;

/// The error of a string that is not a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NumberError {
    /// The string is not a number of the expected format.
    #[error("expected {expected}, found {:?}", cut(text))]
    Format {
        /// The expected format.
        expected: &'static str,
        /// The text.
        text: String,
    },
    /// The number is out of range.
    #[error("expected a number from {min} to {max}, found {:?}", cut(text))]
    Range {
        /// The smallest accepted number.
        min: i128,
        /// The largest accepted number.
        max: i128,
        /// The text.
        text: String,
    },
}

/// Appends the number in the format of C's `%.17g`.
pub(crate) fn write_f64(number: f64, out: &mut Vec<u8>) {
    const PRECISION: i32 = 17;
    let minus = if number.is_sign_negative() { "-" } else { "" };
    if !number.is_finite() {
        out.extend_from_slice(minus.as_bytes());
        out.extend_from_slice(if number.is_nan() { b"nan" } else { b"inf" });
        return;
    }
    // Integers up to 2^53 are exact. Negative zero is excluded, since it is printed with its sign.
    if number as i64 as f64 == number && number.abs() < 9e15 && (number != 0.0 || minus.is_empty()) {
        out.extend_from_slice(itoa::Buffer::new().format(number as i64).as_bytes());
        return;
    }
    let text = format!("{:.16e}", number.abs());
    // The output of `{:e}` always has one digit before the point, and an exponent.
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_digit).collect();
    let used = digits.iter().rposition(|digit| *digit != b'0').map_or(1, |last| last + 1);
    out.extend_from_slice(minus.as_bytes());
    if !(-4..PRECISION).contains(&exponent) {
        out.push(digits[0]);
        fraction(&digits[1..used], out);
        out.extend_from_slice(if exponent < 0 { b"e-" } else { b"e+" });
        if exponent.abs() < 10 {
            out.push(b'0');
        }
        out.extend_from_slice(itoa::Buffer::new().format(exponent.abs()).as_bytes());
    } else if exponent < 0 {
        out.extend_from_slice(&b"0.000"[..(1 - exponent) as usize]);
        out.extend_from_slice(&digits[..used]);
    } else {
        let whole = exponent as usize + 1;
        out.extend_from_slice(&digits[..whole]);
        fraction(&digits[whole..used.max(whole)], out);
    }
}

fn fraction(digits: &[u8], out: &mut Vec<u8>) {
    if !digits.is_empty() {
        out.push(b'.');
        out.extend_from_slice(digits);
    }
}

/// Parses an integer and checks its range. The whole string must be a number.
pub(crate) fn read_int(text: &str, min: i128, max: i128) -> Result<i128, NumberError> {
    let short = short_number(text.as_bytes()).map(i128::from);
    if let Some(number) = short.filter(|number| (min..=max).contains(number)) {
        return Ok(number);
    }
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if unsigned.is_empty() || digits(unsigned) != unsigned.len() {
        return Err(NumberError::Format { expected: "a decimal number", text: text.into() });
    }
    match text.parse() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(NumberError::Range { min, max, text: text.into() }),
    }
}

/// Parses the index of a node or a tensor. The caller checks whether the index is in range.
///
/// # Errors
/// If the string is not an index, or if the index does not fit into a `usize`.
#[inline]
pub(crate) fn read_index(text: &str) -> Result<usize, NumberError> {
    if let Some(Ok(index)) = short_number(text.as_bytes()).map(usize::try_from) {
        return Ok(index);
    }
    // The cast cannot truncate, since the range is that of `usize`.
    read_int(text, 0, usize::MAX as i128).map(|index| index as usize)
}

/// Parses a floating-point number in the format of C's `%g`, or of JSON with `NaN` and `Infinity`.
/// The whole string must be a number.
pub(crate) fn read_f64(text: &str) -> Result<f64, NumberError> {
    match text {
        "inf" | "Infinity" => return Ok(f64::INFINITY),
        "-inf" | "-Infinity" => return Ok(f64::NEG_INFINITY),
        "nan" | "NaN" => return Ok(f64::NAN.copysign(1.0)),
        "-nan" => return Ok(f64::NAN.copysign(-1.0)),
        _ => {}
    }
    let format = || NumberError::Format { expected: "a floating-point number", text: text.into() };
    // Rust accepts these words in any case.
    if !text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')) {
        return Err(format());
    }
    let number: f64 = text.parse().map_err(|_| format())?;
    if number.is_infinite() {
        return Err(NumberError::Format {
            expected: "a number of at most 1.7976931348623157e308",
            text: text.into(),
        });
    }
    Ok(number)
}

/// Parses a truth value.
pub(crate) fn read_bool(text: &str) -> Result<bool, NumberError> {
    match text {
        "0" | "false" => Ok(false),
        "1" | "true" => Ok(true),
        _ => Err(NumberError::Format { expected: "0 or 1", text: text.into() }),
    }
}

/// Parses an index in the format of our writer: no sign, no leading zeros, and no further
/// characters.
#[inline]
pub(crate) fn canonical_index(text: &str) -> Option<u32> {
    let bytes = text.as_bytes();
    let number = short_number(bytes).filter(|_| bytes.len() == 1 || bytes[0] != b'0')?;
    u32::try_from(number).ok()
}

/// Returns the number of a text of one to 18 digits.
#[inline]
fn short_number(text: &[u8]) -> Option<u64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    let mut number = 0;
    for byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number = number * 10 + u64::from(digit);
    }
    Some(number)
}

/// Returns the length and the value of the number at the start of a text, if it is an index of less
/// than eight digits before the next token of compact JSON.
#[inline]
pub(super) fn short_index(text: &[u8]) -> Option<(usize, u32)> {
    let text = text.first_chunk()?;
    let (count, number) = leading_digits(*text);
    let end = (u64::from_le_bytes(*text) >> (8 * count % 64)) as u8;
    // The second condition accepts two bytes. There are no branches before the last one.
    let is_complete = (end == b',') | (end | 0x20 == b'}');
    let is_index = (count == 1) | (text[0] != b'0') & (count.wrapping_sub(1) < 7);
    (is_index & is_complete).then_some((count, number))
}

/// The limit of the numbers that [`short_digits`] writes.
pub(super) const SHORT_LIMIT: u32 = 100_000_000;

/// Returns the digits of a number below [`SHORT_LIMIT`], followed by zeros, and their count. Takes
/// no branch.
#[inline]
pub(super) fn short_digits(number: u32) -> ([u8; 8], usize) {
    // Halves of four digits, then pairs of digits, then digits. The lowest byte has the first one.
    let halves = u64::from(number / 10_000) | u64::from(number % 10_000) << 32;
    let upper = ((halves * 10_486) >> 20) & 0x0000_007F_0000_007F;
    let pairs = upper | (halves - upper * 100) << 16;
    let upper = ((pairs * 103) >> 10) & 0x000F_000F_000F_000F;
    let digits = upper | (pairs - upper * 10) << 8;
    let zeros = ((digits | 1 << 56).trailing_zeros() / 8) as usize;
    (((digits | u64::from_le_bytes([b'0'; 8])) >> (8 * zeros)).to_le_bytes(), 8 - zeros)
}

/// Returns the number of leading digits of a text, and their value if there are less than eight.
/// Takes no branch, since the lengths of numbers cannot be predicted.
#[inline]
pub(super) fn leading_digits(text: [u8; 8]) -> (usize, u32) {
    const LOW: u64 = 0x0000_00FF_0000_00FF;
    let digits = u64::from_le_bytes(text) ^ u64::from_le_bytes([b'0'; 8]);
    // The high bit of the first byte that is no digit. Carries reach later bytes only.
    let others = (digits.wrapping_add(u64::from_le_bytes([0x76; 8])) | digits) & 0x8080_8080_8080_8080;
    let count = others.trailing_zeros() / 8;
    // Zeros come before the digits, and what follows them is shifted out.
    let digits = digits.checked_shl(64 - 8 * count).unwrap_or(0);
    // Pairs of digits, then pairs of these, then the two halves.
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let upper = (pairs & LOW).wrapping_mul(100 + (1_000_000 << 32));
    let lower = (pairs >> 16 & LOW).wrapping_mul(1 + (10_000 << 32));
    (count as usize, (upper.wrapping_add(lower) >> 32) as u32)
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// Whether a text is a JSON number or one of the words that stand for a value.
pub(super) fn is_literal(text: &str) -> bool {
    matches!(text, "true" | "false" | "null" | "NaN" | "Infinity" | "-Infinity") || is_number(text)
}

/// Whether a literal of JSON is no number that is too large to be read: for an integer of 128 bits,
/// or for a float of 64 bits.
#[cfg(feature = "serde")]
pub(super) fn is_in_range(literal: &str) -> bool {
    let is_short = literal.len() < 39 && !literal.contains(['e', 'E']);
    if is_short || !literal.starts_with(|first: char| first == '-' || first.is_ascii_digit()) {
        return true;
    }
    match literal.contains(['.', 'e', 'E']) {
        true => literal.parse().is_ok_and(f64::is_finite),
        false => literal.parse::<i128>().is_ok() || literal.parse::<u128>().is_ok(),
    }
}

/// Whether a text is a JSON number.
pub(super) fn is_number(text: &str) -> bool {
    let rest = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(rest);
    if whole == 0 || whole > 1 && rest.starts_with('0') {
        return false;
    }
    let mut rest = &rest[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = &fraction[count..];
    }
    match rest.strip_prefix(['e', 'E']) {
        None => rest.is_empty(),
        Some(exponent) => {
            let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            digits(exponent) == exponent.len() && !exponent.is_empty()
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn leading_digits_are_read(text in "[0-9]{0,8}[^0-9]{0,8}") {
            let mut bytes = [b'x'; 8];
            let used = text.len().min(8);
            bytes[..used].copy_from_slice(&text.as_bytes()[..used]);
            let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let (found, number) = leading_digits(bytes);
            prop_assert_eq!(found, count);
            if count < 8 {
                let digits = std::str::from_utf8(&bytes[..count]).unwrap();
                prop_assert_eq!(number, digits.parse().unwrap_or(0));
            }
        }
    }

    proptest! {
        #[test]
        fn digits_are_those_of_the_number(number in 0..SHORT_LIMIT, shift in 0_u32..27) {
            let (digits, count) = short_digits(number >> shift);
            prop_assert_eq!(std::str::from_utf8(&digits[..count]).unwrap(), (number >> shift).to_string());
        }
    }

    #[test]
    fn short_indices_are_read() {
        let read = |text: &str| short_index(text.as_bytes());
        for (text, found) in [
            ("0,\"name\":", (1, 0)),
            ("12}]     ", (2, 12)),
            ("345]     ", (3, 345)),
            ("1234567,", (7, 1_234_567)),
        ] {
            assert_eq!(read(text), Some(found), "{text}");
        }
        for text in [
            "",
            "1,",
            "12345678,",
            "12345678",
            "01,     ",
            "1.5,    ",
            "1e5,    ",
            "1 ,     ",
            ",       ",
            "-1,     ",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    fn printed(number: f64) -> String {
        let mut out = Vec::new();
        write_f64(number, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn literals_are_those_of_json() {
        for text in ["0", "-0", "12", "1.5", "-1.5e-7", "1E+9", "0.0", "true", "null", "NaN", "-Infinity"] {
            assert!(is_literal(text), "{text}");
        }
        for text in ["", "-", "01", "1.", ".5", "1e", "1e+", "+1", "0x1", "nan", "True", "1-2", "--1"] {
            assert!(!is_literal(text), "{text}");
        }
    }

    #[test]
    fn floats_print_as_in_c() {
        for (number, text) in [
            (0.1, "0.10000000000000001"),
            (1.0, "1"),
            (1e+16, "10000000000000000"),
            (1e+17, "1e+17"),
            (1e-07, "9.9999999999999995e-08"),
            (-0.0, "-0"),
            (0.0, "0"),
            (5e-324, "4.9406564584124654e-324"),
            (2.2250738585072014e-308, "2.2250738585072014e-308"),
            (1.7976931348623157e+308, "1.7976931348623157e+308"),
            (0.0001, "0.0001"),
            (1e-05, "1.0000000000000001e-05"),
            (0.00012345, "0.00012344999999999999"),
            (123456.789, "123456.789"),
            (1000000000000000.2, "1000000000000000.2"),
            (1000000000000000.8, "1000000000000000.8"),
            (1000000000000000.0, "1000000000000000"),
            (9000000000000000.0, "9000000000000000"),
            (9007199254740992.0, "9007199254740992"),
            (1.2345678901234568e+16, "12345678901234568"),
            (1.2345678901234568e+17, "1.2345678901234568e+17"),
            (-1.5, "-1.5"),
            (0.3333333333333333, "0.33333333333333331"),
            (6.666666666666666e+19, "6.6666666666666664e+19"),
            (4.35, "4.3499999999999996"),
            (0.3, "0.29999999999999999"),
            (1e+22, "1e+22"),
            (1e+23, "9.9999999999999992e+22"),
            (6.02214076e+23, "6.0221407599999999e+23"),
            (9.999999999999998e+16, "99999999999999984"),
            (9.5, "9.5"),
            (0.5, "0.5"),
            (1e+100, "1e+100"),
            (-1e-300, "-1e-300"),
        ] {
            assert_eq!(printed(number), text);
        }
        assert_eq!(printed(f64::INFINITY), "inf");
        assert_eq!(printed(f64::NEG_INFINITY), "-inf");
        assert_eq!(printed(f64::NAN.copysign(1.0)), "nan");
        assert_eq!(printed(f64::NAN.copysign(-1.0)), "-nan");
    }

    proptest! {
        #[test]
        fn floats_come_back(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            let back = read_f64(&printed(number)).unwrap();
            prop_assert!(back.to_bits() == bits || number.is_nan() && back.is_nan());
            prop_assert_eq!(back.is_sign_negative(), number.is_sign_negative());
        }

        #[test]
        fn integers_come_back(number in any::<i64>()) {
            let text = number.to_string();
            prop_assert_eq!(read_int(&text, i64::MIN.into(), i64::MAX.into()), Ok(number.into()));
        }

        #[test]
        fn no_text_panics(text in r"[-+0-9.eEx\u{e9}]{0,12}") {
            let _ = (read_f64(&text), read_int(&text, 0, 9), read_index(&text), canonical_index(&text));
        }
    }

    #[test]
    fn numbers_in_other_formats_are_read() {
        assert_eq!((read_int("+12", 0, 100), read_index("007")), (Ok(12), Ok(7)));
        for (text, number) in
            [("2.", 2.0), (".5", 0.5), ("-1e2", -100.0), ("1E+2", 100.0), ("+1", 1.0), ("1e-999", 0.0)]
        {
            assert_eq!(read_f64(text), Ok(number));
        }
        assert_eq!((read_bool("1"), read_bool("false")), (Ok(true), Ok(false)));
        assert_eq!((read_bool("true"), read_bool("0")), (Ok(true), Ok(false)));
        assert_eq!(["Infinity", "-Infinity"].map(read_f64), [Ok(f64::INFINITY), Ok(f64::NEG_INFINITY)]);
        assert!(read_f64("NaN").is_ok_and(f64::is_nan));
    }

    #[test]
    fn a_number_ends_with_its_text() {
        for text in ["1,5", "1.5", "12x", "0x1", "7 ", "1e3", "1\u{e9}", "1-"] {
            assert!(matches!(read_int(text, 0, 100), Err(NumberError::Format { .. })), "{text}");
            assert!(read_index(text).is_err(), "{text}");
        }
        for text in
            ["1,5", "1.5abc", "0x1", "7 ", " 7", "1e", "1.5e+x", "-1e2z", "1.2.3", "infx", "nAn", "1f"]
        {
            assert!(matches!(read_f64(text), Err(NumberError::Format { .. })), "{text}");
        }
    }

    #[test]
    fn invalid_numbers_are_errors() {
        for text in ["", "-", "x", " 1", "+-1"] {
            assert!(matches!(read_int(text, -9, 9), Err(NumberError::Format { .. })), "{text}");
        }
        for text in ["10", "-10", "99999999999999999999999999999999999999999999"] {
            assert!(matches!(read_int(text, -9, 9), Err(NumberError::Range { .. })), "{text}");
        }
        for text in ["", ".", "-", "e5", "1e999", "infinity", "\u{e9}"] {
            assert!(read_f64(text).is_err(), "{text}");
        }
        assert!(read_index("-1").is_err() && read_index("99999999999999999999").is_err());
        assert!(read_bool("2").is_err() && read_bool("").is_err());
    }

    #[test]
    fn canonical_indices() {
        assert_eq!(["0", "10", "4294967295"].map(canonical_index), [Some(0), Some(10), Some(u32::MAX)]);
        assert_eq!(
            ["", "00", "01", "-1", "+1", "4294967296", "1 ", "99999999999"].map(canonical_index),
            [None; 8]
        );
    }
}
