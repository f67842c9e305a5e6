//! Tests of the passes of `tvm.lower`.

mod steps_of_tvm;
