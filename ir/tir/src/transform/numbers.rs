//! Passes that change the data types of numbers.

mod bf16_promote;
mod bf16_type_lowering;
mod narrow_bits;
mod narrow_data_type;

pub use bf16_promote::{bf16_cast_elimination, bf16_legalize, bf16_promote};
pub use bf16_type_lowering::bf16_type_lowering;
pub use narrow_data_type::narrow_data_type;
