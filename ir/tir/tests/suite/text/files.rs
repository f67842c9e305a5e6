//! Text of the functions and expressions in files that TVM wrote.

use objet::post_order;
use objet::prelude::*;
use objet_tir::function::PrimFuncNode;
use objet_tir::text::print;

use super::repr;
use crate::graphs::load;

fn function(name: &str) -> ObjectRef {
    let root = load(name);
    let mut functions = post_order(&root).filter(|object| object.is_instance::<PrimFuncNode>());
    functions.next().unwrap()
}

#[test]
fn files_that_tvm_wrote() {
    let texts = [
        (
            "lowered_matmul",
            r#"primfn(A_1: handle, B_1: handle, C_1: handle) -> ()
  attr = {"from_legacy_te_schedule": True, "global_symbol": "main_func", "tir.noalias": True}
  buffers = {C: Buffer(C_2: Pointer(float32), float32, [128, 128], []),
             B: Buffer(B_2: Pointer(float32), float32, [128, 128], []),
             A: Buffer(A_2: Pointer(float32), float32, [128, 128], [])}
  buffer_map = {A_1: A, B_1: B, C_1: C} {
  for (i: int32, 0, 128) {
    for (j: int32, 0, 128) {
      C_2[((i*128) + j)] = 0f32
      for (k: int32, 0, 128) {
        C_2[((i*128) + j)] = ((float32*)C_2[((i*128) + j)] + ((float32*)A_2[((i*128) + k)]*(float32*)B_2[((k*128) + j)]))
      }
    }
  }
}"#,
        ),
        (
            "primfunc_matmul",
            r#"primfn(var_A: handle, var_B: handle, var_C: handle) -> ()
  buffers = {C: Buffer(C_1: Pointer(global float32), float32, [128, 128], []),
             B: Buffer(B_1: Pointer(global float32), float32, [128, 128], []),
             A: Buffer(A_1: Pointer(global float32), float32, [128, 128], [])}
  buffer_map = {var_A: A, var_B: B, var_C: C} {
  block([], "root") {
    tir.reads([])
    tir.writes([])
    for (i0: int32, 0, 128) {
      for (i1: int32, 0, 128) {
        for (i2: int32, 0, 128) {
          block([128, 128, tir.reduce_axis(0, 128)], "C") as [i, j, k] {
            bind(i, i0)
            bind(j, i1)
            bind(k, i2)
            tir.reads([C[i, j], A[i, k], B[k, j]])
            tir.writes([C[i, j]])
            with init() {
              C[i, j] = 0f32
            }
            C[i, j] = (C[i, j] + (A[i, k]*B[k, j]))
        }
      }
    }
}"#,
        ),
        (
            "script_matmul",
            r#"primfn(a: handle, b: handle, c: handle) -> ()
  buffers = {A: Buffer(A_1: Pointer(global float32), float32, [128, 128], []),
             B: Buffer(B_1: Pointer(global float32), float32, [128, 128], []),
             C: Buffer(C_1: Pointer(global float32), float32, [128, 128], [])}
  buffer_map = {c: C, b: B, a: A} {
  block([], "root") {
    tir.reads([])
    tir.writes([])
    for (i: int32, 0, 128) {
      for (j: int32, 0, 128) {
        block([128, 128], "init") as [vi, vj] {
          bind(vi, i)
          bind(vj, j)
          tir.reads([])
          tir.writes([C[vi, vj]])
          C[vi, vj] = 0f32
        for (k: int32, 0, 128) {
          block([128, 128, tir.reduce_axis(0, 128)], "update") as [vi_1, vj_1, vk] {
            bind(vi_1, i)
            bind(vj_1, j)
            bind(vk, k)
            tir.reads([C[vi_1, vj_1], A[vi_1, vk], B[vj_1, vk]])
            tir.writes([C[vi_1, vj_1]])
            C[vi_1, vj_1] = (C[vi_1, vj_1] + (A[vi_1, vk]*B[vj_1, vk]))
        }
      }
    }
}"#,
        ),
    ];
    for (name, text) in texts {
        assert_eq!(print(&function(name)), text, "{name}");
    }
    let zoo = r#"[(x + y), (x - y), (x*y), (x/y), (x % y), floordiv(x, y), floormod(x, y), min(x, y), max(f, g), (x == y), (x != y), (x < y), (x <= y), (x > y), (x >= y), (b1 && b1), (b1 || b1), !b1, select((x > y), x, y), float16(f), ramp(x, 1, 4), x8(f), x2(x), (let x = (y + 1) in (x*x)), p[x], "a string", (int64)1099511627776, 0.1, tir.exp(f), tir.call_extern("foo", x, f, "s"), tir.tvm_call_packed("pk", x, "q"), ?, tir.if_then_else((x > 0), f, g), buf[((x*{sz|sz>=0}) + y)], A[x, y], reduce(combiner=comm_reducer(result=[(x + y)], lhs=[x], rhs=[y], identity_element=[0f]), source=[(A[r, 0]*2f)], init=[], axis=[iter_var(r, range(min=0, ext=10))], where=(bool)1, value_index=0), reduce(combiner=comm_reducer(result=[max(x, y)], lhs=[x], rhs=[y], identity_element=[-3.40282e+38f]), source=[A[r, 0]], init=[], axis=[iter_var(r, range(min=0, ext=10))], where=(r > 2), value_index=0), (uint8)3, (bool)1, tir.exp(f), tir.popcount(x), tir.floor(f), x4(1), iter_var(threadIdx.x, , threadIdx.x), iter_var(r, range(min=0, ext=10)), buffer(buf, "#;
    assert_eq!(repr(&load("tir_exprs_zoo")).split("0x").next(), Some(zoo));
}
