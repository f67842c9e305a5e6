//! Bitwise operators.

use objet_ir::op::CallEffectKind::Pure;

use super::builtins;

builtins! {
    /// Bitwise AND: `bitwise_and(a, b)`.
    bitwise_and = "tir.bitwise_and" .num_inputs(2).effect(Pure).vectorizable();
    /// Bitwise complement: `bitwise_not(a)`.
    bitwise_not = "tir.bitwise_not" .num_inputs(1).effect(Pure).vectorizable();
    /// Bitwise OR: `bitwise_or(a, b)`.
    bitwise_or = "tir.bitwise_or" .num_inputs(2).effect(Pure).vectorizable();
    /// Bitwise XOR: `bitwise_xor(a, b)`.
    bitwise_xor = "tir.bitwise_xor" .num_inputs(2).effect(Pure).vectorizable();
    /// The number of leading zero bits: `clz(a)`.
    clz = "tir.clz" .num_inputs(1).effect(Pure);
    /// A 64-bit unsigned integer that exceeds `IntImm`: `large_uint_imm(low, high)`.
    large_uint_imm = "tir.large_uint_imm" .num_inputs(2).effect(Pure);
    /// The number of set bits: `popcount(a)`.
    popcount = "tir.popcount" .num_inputs(1).effect(Pure).vectorizable();
    /// A rounded product in fixed point: `q_multiply_shift(x, y, fraction_bits, shift)`.
    q_multiply_shift = "tir.q_multiply_shift" .num_inputs(3).effect(Pure).vectorizable();
    /// Reinterprets the bits of a value as the data type of the call: `reinterpret(a)`.
    reinterpret = "tir.reinterpret" .num_inputs(1).effect(Pure);
    /// Shifts bits left: `shift_left(a, count)`.
    shift_left = "tir.shift_left" .num_inputs(2).effect(Pure).vectorizable();
    /// Shifts bits right: `shift_right(a, count)`. Signed integers keep their sign.
    shift_right = "tir.shift_right" .num_inputs(2).effect(Pure).vectorizable();
}
