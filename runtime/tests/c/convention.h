/* The conventions that TVM 0.8 and its compiled code share. */

#include <stddef.h>
#include <stdint.h>

typedef struct { int32_t device_type, device_id; } DLDevice;
typedef struct { uint8_t code, bits; uint16_t lanes; } DLDataType;
typedef struct {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
} DLTensor;

typedef union {
  int64_t v_int64;
  double v_float64;
  void* v_handle;
  const char* v_str;
  DLDataType v_type;
  DLDevice v_device;
} TVMValue;

typedef struct { const char* data; size_t size; } TVMByteArray;
typedef struct { void* sync_handle; int32_t num_task; } TVMParallelGroupEnv;
typedef int (*FTVMParallelLambda)(int task_id, TVMParallelGroupEnv* penv, void* cdata);

enum {
  kInt = 0, kUInt = 1, kFloat = 2, kHandle = 3, kNull = 4, kDataType = 5, kDevice = 6, kTensor = 7, kObject = 8,
  kModule = 9, kFunction = 10, kStr = 11, kBytes = 12, kNDArray = 13, kRValue = 14
};

/* Filled in by the loader of the library. */
void* __tvm_module_ctx = NULL;
int (*__TVMFuncCall)(void*, TVMValue*, int*, int, TVMValue*, int*) = NULL;
void (*__TVMAPISetLastError)(const char*) = NULL;
int (*__TVMBackendGetFuncFromEnv)(void*, const char*, void**) = NULL;
void* (*__TVMBackendAllocWorkspace)(int, int, uint64_t, int, int) = NULL;
int (*__TVMBackendFreeWorkspace)(int, int, void*) = NULL;
int (*__TVMBackendParallelLaunch)(FTVMParallelLambda, void*, int) = NULL;
int (*__TVMBackendParallelBarrier)(int, TVMParallelGroupEnv*) = NULL;

#define FUNCTION(name) \
  int name(TVMValue* args, int* codes, int count, TVMValue* result, int* result_code, void* resource)

static int failed(const char* text) {
  __TVMAPISetLastError(text);
  return -1;
}
