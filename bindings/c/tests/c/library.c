/* A library as TVM's compiler makes it: not linked to the runtime. The loader stores the addresses
 * of the runtime functions in its variables. */
#include "tvm/runtime/c_backend_api.h"

TVM_DLL void* __tvm_module_ctx = NULL;
TVM_DLL int (*__TVMFuncCall)(TVMFunctionHandle, TVMValue*, int*, int, TVMValue*, int*) = NULL;
TVM_DLL int (*__TVMBackendGetFuncFromEnv)(void*, const char*, TVMFunctionHandle*) = NULL;
TVM_DLL void (*__TVMAPISetLastError)(const char*) = NULL;

TVM_DLL int add_one(TVMValue* args, int* codes, int num_args, TVMValue* out, int* out_code, void* resource) {
  (void)codes, (void)resource;
  if (num_args != 1) {
    __TVMAPISetLastError("Assert fail: num_args == 1");
    return -1;
  }
  out->v_int64 = args[0].v_int64 + 1;
  *out_code = kTVMArgInt;
  return 0;
}

TVM_DLL int call_triple(TVMValue* args, int* codes, int num_args, TVMValue* out, int* out_code, void* resource) {
  static TVMFunctionHandle triple;
  (void)resource;
  if (!triple && __TVMBackendGetFuncFromEnv(__tvm_module_ctx, "triple", &triple) != 0) return -1;
  return __TVMFuncCall(triple, args, codes, num_args, out, out_code);
}
