/* Checks the sizes and field offsets of all structs of the C API, and the values of the codes. */
#include <stddef.h>

#include "check.h"
#include "dlpack/dlpack.h"
#include "tvm/runtime/c_backend_api.h"
#include "tvm/runtime/c_runtime_api.h"

#define OFFSET(type, field, expected) \
  _Static_assert(offsetof(type, field) == expected, #type "." #field)
#define SIZE(type, size, align)                  \
  _Static_assert(sizeof(type) == size, #type);   \
  _Static_assert(_Alignof(type) == align, #type)

SIZE(DLDevice, 8, 4);
OFFSET(DLDevice, device_type, 0);
OFFSET(DLDevice, device_id, 4);
SIZE(DLDataType, 4, 2);
OFFSET(DLDataType, code, 0);
OFFSET(DLDataType, bits, 1);
OFFSET(DLDataType, lanes, 2);
SIZE(DLTensor, 48, 8);
OFFSET(DLTensor, data, 0);
OFFSET(DLTensor, device, 8);
OFFSET(DLTensor, ndim, 16);
OFFSET(DLTensor, dtype, 20);
OFFSET(DLTensor, shape, 24);
OFFSET(DLTensor, strides, 32);
OFFSET(DLTensor, byte_offset, 40);
SIZE(DLManagedTensor, 64, 8);
OFFSET(DLManagedTensor, dl_tensor, 0);
OFFSET(DLManagedTensor, manager_ctx, 48);
OFFSET(DLManagedTensor, deleter, 56);
SIZE(TVMValue, 8, 8);
SIZE(TVMByteArray, 16, 8);
OFFSET(TVMByteArray, data, 0);
OFFSET(TVMByteArray, size, 8);
SIZE(TVMParallelGroupEnv, 16, 8);
OFFSET(TVMParallelGroupEnv, sync_handle, 0);
OFFSET(TVMParallelGroupEnv, num_task, 8);
SIZE(tvm_index_t, 8, 8);

#define CODE(name, number) _Static_assert(name == number, #name)

CODE(kTVMArgInt, 0);
CODE(kTVMArgFloat, 2);
CODE(kTVMOpaqueHandle, 3);
CODE(kTVMNullptr, 4);
CODE(kTVMDataType, 5);
CODE(kDLDevice, 6);
CODE(kTVMDLTensorHandle, 7);
CODE(kTVMObjectHandle, 8);
CODE(kTVMModuleHandle, 9);
CODE(kTVMPackedFuncHandle, 10);
CODE(kTVMStr, 11);
CODE(kTVMBytes, 12);
CODE(kTVMNDArrayHandle, 13);
CODE(kTVMObjectRValueRefArg, 14);
CODE(kTVMExtBegin, 15);
CODE(kTVMExtReserveEnd, 64);
CODE(kTVMExtEnd, 128);
CODE(kDLInt, 0);
CODE(kDLUInt, 1);
CODE(kDLFloat, 2);
CODE(kDLOpaqueHandle, 3);
CODE(kDLBfloat, 4);
CODE(kDLCPU, 1);
CODE(kDLCUDA, 2);
CODE(kDLOpenCL, 4);
CODE(kDLExtDev, 12);
CODE(kDLHexagon, 14);
CODE(kDLWebGPU, 15);
CODE(DLPACK_VERSION, 40);

/* A function as TVM's C code generator writes it. Its calls must match the prototypes. */
TVM_DLL int32_t compiled(void* args, int32_t* arg_type_ids, int32_t num_args, void* out_ret_value,
                         void* out_ret_tcode, void* resource_handle);
int32_t compiled(void* args, int32_t* arg_type_ids, int32_t num_args, void* out_ret_value,
                 void* out_ret_tcode, void* resource_handle) {
  (void)out_ret_value, (void)out_ret_tcode, (void)resource_handle;
  if (num_args != 1 || arg_type_ids[0] != kTVMDLTensorHandle) return -1;
  void* arg0 = ((TVMValue*)args)[0].v_handle;
  float* data = (float*)((DLTensor*)arg0)[0].data;
  float* space = (float*)TVMBackendAllocWorkspace(1, ((DLTensor*)arg0)[0].device.device_id, (uint64_t)8, 2, 32);
  if (space == NULL) return -1;
  space[0] = data[0] * 2;
  data[0] = space[0];
  return TVMBackendFreeWorkspace(1, 0, space);
}

/* Functions with the parameter types of TVM's own header. */
static int packed(TVMValue* args, int* type_codes, int num_args, TVMRetValueHandle ret, void* resource_handle) {
  (void)args, (void)type_codes, (void)num_args, (void)ret, (void)resource_handle;
  return 0;
}
static void finalizer(void* resource_handle) { (void)resource_handle; }
static int declarer(TVMFunctionHandle register_func_handle) { return register_func_handle == NULL; }
static int lambda(int task_id, TVMParallelGroupEnv* penv, void* cdata) {
  (void)cdata;
  return task_id >= penv->num_task;
}

int main(void) {
  TVMPackedCFunc of_front_end = packed;
  TVMPackedCFuncFinalizer end = finalizer;
  TVMExtensionFuncDeclarer declare = declarer;
  FTVMParallelLambda task = lambda;
  CHECK(of_front_end && end && declare && task);

  /* The union members share eight bytes. */
  TVMValue value;
  value.v_int64 = 0;
  value.v_type = (DLDataType){kDLFloat, 32, 4};
  CHECK(value.v_int64 == (2 | 32 << 8 | 4 << 16));
  value.v_device = (DLDevice){kDLCPU, 7};
  CHECK(value.v_int64 == (1 | 7LL << 32));

  float one = 1.5f;
  int64_t shape = 1;
  DLTensor tensor = {&one, {kDLCPU, 0}, 1, {kDLFloat, 32, 1}, &shape, NULL, 0};
  TVMValue arg = handle_value(&tensor);
  int32_t code = kTVMDLTensorHandle;
  OK(compiled(&arg, &code, 1, NULL, NULL, NULL));
  CHECK(one == 3.0f);
  return 0;
}
