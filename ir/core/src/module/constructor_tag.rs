//! Tags of constructors.

/// The number of constructors of one type that have distinct tags.
pub(super) const LIMIT: usize = 1 << 24;

/// Returns the tag of the constructor at `index` in the definition of the type `type_name`.
/// Patterns distinguish constructors by tag.
///
/// The tag equals TVM's tag in saved files: the high 8 bits are the low byte of a hash of the type
/// name, and the low 24 bits are the index.
///
/// ```
/// use objet_ir::module::constructor_tag;
///
/// assert_eq!(constructor_tag("List", 0), 0x8800_0000_u32.cast_signed());
/// assert_eq!(constructor_tag("List", 1), 0x8800_0001_u32.cast_signed());
/// ```
pub fn constructor_tag(type_name: &str, index: u32) -> i32 {
    (((hash(type_name.as_bytes()) & 0xff) as u32) << 24 | index & 0x00ff_ffff).cast_signed()
}

/// Computes `std::hash` of a string as the GNU C++ library does on 64-bit machines (64-bit
/// MurmurHash), which TVM used for the tags in saved files.
fn hash(bytes: &[u8]) -> u64 {
    const SEED: u64 = 0xc70f_6907;
    const FACTOR: u64 = 0xc6a4_a793_5bd1_e995;
    let fold = |word: u64| word ^ word >> 47;
    let mut hash = SEED ^ (bytes.len() as u64).wrapping_mul(FACTOR);
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let word = word.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let word = fold(word.wrapping_mul(FACTOR)).wrapping_mul(FACTOR);
        hash = (hash ^ word).wrapping_mul(FACTOR);
    }
    let rest = words.remainder();
    if !rest.is_empty() {
        let rest = rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        hash = (hash ^ rest).wrapping_mul(FACTOR);
    }
    fold(fold(hash).wrapping_mul(FACTOR))
}
