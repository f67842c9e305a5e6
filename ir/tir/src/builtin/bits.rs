//! Operations on the bits of numbers.

use objet_ir::op::CallEffectKind::Pure;

use super::builtins;

builtins! {
    /// The bits that are set in both: `bitwise_and(a, b)`.
    bitwise_and = "tir.bitwise_and" .num_inputs(2).effect(Pure).vectorizable();
    /// The complement of the bits: `bitwise_not(a)`.
    bitwise_not = "tir.bitwise_not" .num_inputs(1).effect(Pure).vectorizable();
    /// The bits that are set in one or both: `bitwise_or(a, b)`.
    bitwise_or = "tir.bitwise_or" .num_inputs(2).effect(Pure).vectorizable();
    /// The bits that are set in exactly one: `bitwise_xor(a, b)`.
    bitwise_xor = "tir.bitwise_xor" .num_inputs(2).effect(Pure).vectorizable();
    /// The number of zeros before the highest bit that is set: `clz(a)`.
    clz = "tir.clz" .num_inputs(1).effect(Pure);
    /// An unsigned integer of 64 bits that no `IntImm` holds: `large_uint_imm(low, high)`.
    large_uint_imm = "tir.large_uint_imm" .num_inputs(2).effect(Pure);
    /// The number of bits that are set: `popcount(a)`.
    popcount = "tir.popcount" .num_inputs(1).effect(Pure).vectorizable();
    /// A product in fixed point, rounded: `q_multiply_shift(x, y, fraction_bits, shift)`.
    q_multiply_shift = "tir.q_multiply_shift" .num_inputs(3).effect(Pure).vectorizable();
    /// The bits, taken as the data type of the call: `reinterpret(a)`.
    reinterpret = "tir.reinterpret" .num_inputs(1).effect(Pure);
    /// The bits moved up: `shift_left(a, places)`.
    shift_left = "tir.shift_left" .num_inputs(2).effect(Pure).vectorizable();
    /// The bits moved down: `shift_right(a, places)`; of signed integers, the sign is kept.
    shift_right = "tir.shift_right" .num_inputs(2).effect(Pure).vectorizable();
}
