/* Tests of detectable argument errors: the call returns -1, sets the last error, and has no other
 * effect. */
#include "check.h"

static const char* const NUL = "null pointer";

static int nothing(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)args, (void)codes, (void)num_args, (void)ret, (void)resource;
  return 0;
}

/* Returns its argument. */
static int echo(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)resource;
  return num_args == 1 ? TVMCFuncSetReturn(ret, args, codes, 1) : 0;
}

static void functions(void) {
  TVMFunctionHandle function;
  TVMValue value = int_value(1), result = int_value(99);
  int code = kTVMArgInt, result_code = 99;
  OK(TVMFuncCreateFromCFunc(echo, NULL, NULL, &function));

  FAILS(TVMFuncCall(NULL, &value, &code, 1, &result, &result_code), "expected a function, found a null pointer");
  FAILS(TVMFuncCall(function, &value, &code, -1, &result, &result_code), "expected 0 or more arguments, found -1");
  FAILS(TVMFuncCall(function, NULL, &code, 1, &result, &result_code), NUL);
  FAILS(TVMFuncCall(function, &value, NULL, 1, &result, &result_code), NUL);
  FAILS(TVMFuncCall(function, &value, &code, 1, NULL, &result_code), NUL);
  FAILS(TVMFuncCall(function, &value, &code, 1, &result, NULL), NUL);

  /* Unknown codes, including the codes that only the Rust side uses. */
  int unknown[] = {1, 15, 64, 128, 1000000, -1, -2, -3, INT32_MIN};
  for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); ++i) {
    code = unknown[i];
    TVMAPISetLastError("");
    CHECK(TVMFuncCall(function, &value, &code, 1, &result, &result_code) == -1);
    CHECK(strstr(TVMGetLastError(), "expected one of 0 to 14") || strstr(TVMGetLastError(), "expected"));
    CHECK(strlen(TVMGetLastError()) > 10);
    value = int_value(1);
    FAILS(TVMCbArgToReturn(&value, &code), "expected");
  }

  /* Null values with type codes of pointers. */
  int pointers[] = {kTVMDLTensorHandle, kTVMObjectHandle, kTVMModuleHandle, kTVMPackedFuncHandle,
                    kTVMStr,            kTVMBytes,        kTVMNDArrayHandle, kTVMObjectRValueRefArg};
  for (size_t i = 0; i < sizeof(pointers) / sizeof(*pointers); ++i) {
    code = pointers[i];
    value = handle_value(NULL);
    FAILS(TVMFuncCall(function, &value, &code, 1, &result, &result_code), "null pointer");
    FAILS(TVMCbArgToReturn(&value, &code), "null pointer");
  }
  TVMByteArray no_data = {NULL, 3};
  value = handle_value(&no_data);
  code = kTVMBytes;
  FAILS(TVMFuncCall(function, &value, &code, 1, &result, &result_code), "null pointer");

  /* A string that is not UTF-8. */
  value = str_value("\xff\xfe");
  code = kTVMStr;
  FAILS(TVMFuncCall(function, &value, &code, 1, &result, &result_code), "UTF-8");
  CHECK(result.v_int64 == 99 && result_code == 99);

  FAILS(TVMCbArgToReturn(NULL, &code), NUL);
  FAILS(TVMCbArgToReturn(&value, NULL), NUL);
  FAILS(TVMCFuncSetReturn(NULL, &value, &code, 1), NUL);
  TVMFunctionHandle out = (void*)5;
  FAILS(TVMFuncCreateFromCFunc(NULL, NULL, NULL, &out), "expected a C function, found a null pointer");
  FAILS(TVMFuncCreateFromCFunc(nothing, NULL, NULL, NULL), NUL);
  CHECK(out == (void*)5);
  OK(TVMByteArrayFree(NULL));
  OK(TVMFuncFree(function));
}

static void registry(void) {
  TVMFunctionHandle function, out = (void*)5;
  OK(TVMFuncCreateFromCFunc(nothing, NULL, NULL, &function));
  int size = 5;
  const char** names = NULL;
  FAILS(TVMFuncRegisterGlobal(NULL, function, 0), "expected the name of a function, found a null pointer");
  FAILS(TVMFuncRegisterGlobal("test.wrong", NULL, 0), "null pointer");
  FAILS(TVMFuncRegisterGlobal("\xff", function, 0), "UTF-8");
  FAILS(TVMFuncGetGlobal(NULL, &out), NUL);
  FAILS(TVMFuncGetGlobal("test.wrong", NULL), NUL);
  FAILS(TVMFuncGetGlobal("\xff", &out), "UTF-8");
  FAILS(TVMFuncRemoveGlobal(NULL), NUL);
  FAILS(TVMFuncListGlobalNames(NULL, &names), NUL);
  FAILS(TVMFuncListGlobalNames(&size, NULL), NUL);
  CHECK(out == (void*)5 && size == 5 && names == NULL);
  OK(TVMFuncFree(function));
}

static void arrays(void) {
  int64_t shape[] = {2, 3}, negative[] = {2, -3}, huge[] = {INT64_MAX, INT64_MAX}, large = INT64_MAX / 2;
  DLTensor *array, *out = (DLTensor*)5;
  OK(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, kDLCPU, 0, &array));

  FAILS(TVMArrayAlloc(NULL, 2, kDLInt, 32, 1, kDLCPU, 0, &out), "expected a shape in a DLTensor, found null");
  FAILS(TVMArrayAlloc(shape, -1, kDLInt, 32, 1, kDLCPU, 0, &out), "expected 0 dimensions or more");
  FAILS(TVMArrayAlloc(negative, 2, kDLInt, 32, 1, kDLCPU, 0, &out), "negative extent -3");
  FAILS(TVMArrayAlloc(huge, 2, kDLInt, 32, 1, kDLCPU, 0, &out), "too large");
  FAILS(TVMArrayAlloc(&large, 1, kDLInt, 8, 1, kDLCPU, 0, &out), "too large");
  FAILS(TVMArrayAlloc(shape, 2, 300, 32, 1, kDLCPU, 0, &out), "expected the code of a data type from 0 to 255, found 300");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, -1, 1, kDLCPU, 0, &out), "expected the bits of a data type from 0 to 255, found -1");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 70000, kDLCPU, 0, &out), "expected the lanes of a data type from 0 to 65535");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 0, kDLCPU, 0, &out), "at least 1 lane");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 24, 1, kDLCPU, 0, &out), "bits");
  FAILS(TVMArrayAlloc(shape, 2, kDLFloat, 4, 1, kDLCPU, 0, &out), "bits");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, kDLVulkan, 0, &out), "Device API vulkan is not enabled");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, 99, 0, &out), "is not enabled");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, 0, 0, &out), "is not enabled");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, -7, 0, &out), "is not enabled");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, 128 + kDLCPU, 0, &out), "is not enabled");
  FAILS(TVMArrayAlloc(shape, 2, kDLInt, 32, 1, kDLCPU, 0, NULL), NUL);
  CHECK(out == (DLTensor*)5);

  OK(TVMArrayFree(NULL));
  unsigned index = 5;
  FAILS(TVMArrayGetTypeIndex(NULL, &index), "null pointer");
  FAILS(TVMArrayGetTypeIndex(array, NULL), NUL);
  CHECK(index == 5);

  int32_t data[6];
  FAILS(TVMArrayCopyFromBytes(NULL, data, 24), NUL);
  FAILS(TVMArrayCopyFromBytes(array, NULL, 24), NUL);
  FAILS(TVMArrayCopyToBytes(NULL, data, 24), NUL);
  FAILS(TVMArrayCopyToBytes(array, NULL, 24), NUL);
  FAILS(TVMArrayCopyFromTo(NULL, array, NULL), NUL);
  FAILS(TVMArrayCopyFromTo(array, NULL, NULL), NUL);
  DLTensor bad = *array;
  bad.data = NULL;
  FAILS(TVMArrayCopyToBytes(&bad, data, 24), "expected elements in a DLTensor, found null");
  bad = *array;
  bad.shape = NULL;
  FAILS(TVMArrayCopyToBytes(&bad, data, 24), "expected a shape in a DLTensor, found null");
  bad = *array;
  bad.ndim = -4;
  FAILS(TVMArrayCopyFromTo(&bad, array, NULL), "expected 0 dimensions or more");
  bad = *array;
  bad.device.device_type = kDLVulkan;
  FAILS(TVMArrayCopyFromTo(&bad, array, NULL), "Device API vulkan is not enabled");
  bad.device.device_type = (DLDeviceType)-5;
  FAILS(TVMArrayCopyToBytes(&bad, data, 24), "is not enabled");

  DLManagedTensor* managed = (DLManagedTensor*)5;
  FAILS(TVMArrayFromDLPack(NULL, &out), NUL);
  FAILS(TVMArrayToDLPack(NULL, &managed), "null pointer");
  FAILS(TVMArrayToDLPack(array, NULL), NUL);
  CHECK(out == (DLTensor*)5 && managed == (DLManagedTensor*)5);
  TVMDLManagedTensorCallDeleter(NULL);
  OK(TVMArrayFree(array));
}

static void devices(void) {
  DLDevice cpu = {kDLCPU, 0}, none = {kDLMetal, 0};
  DLDataType int8 = {kDLInt, 8, 1};
  void* out = (void*)5;
  int64_t shape[] = {2, -3};
  FAILS(TVMDeviceAllocDataSpace(none, 8, 64, int8, &out), "Device API metal is not enabled");
  FAILS(TVMDeviceAllocDataSpace(cpu, 8, 3, int8, &out), "expected a power of two as alignment, found 3");
  FAILS(TVMDeviceAllocDataSpace(cpu, 8, 0, int8, &out), "expected a power of two as alignment, found 0");
  FAILS(TVMDeviceAllocDataSpace(cpu, SIZE_MAX, 64, int8, &out), "out of memory on");
  FAILS(TVMDeviceAllocDataSpace(cpu, 8, 64, int8, NULL), NUL);
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, 1, shape, int8, "texture", &out), "expected memory scope \"global\"");
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, 2, shape, int8, NULL, &out), "negative extent");
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, 1, NULL, int8, NULL, &out), "expected a shape");
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, -1, shape, int8, NULL, &out), "expected 0 dimensions or more");
  FAILS(TVMDeviceAllocDataSpaceWithScope(cpu, 1, shape, int8, NULL, NULL), NUL);
  FAILS(TVMDeviceFreeDataSpace(none, NULL), "Device API metal is not enabled");
  FAILS(TVMDeviceCopyDataFromTo(NULL, NULL, NULL), NUL);
  CHECK(out == (void*)5);
  FAILS(TVMStreamCreate(kDLCPU, 0, NULL), NUL);
  FAILS(TVMStreamCreate(kDLMetal, 0, &out), "Device API metal is not enabled");
  FAILS(TVMStreamFree(77, 0, NULL), "is not enabled");
  FAILS(TVMSetStream(-1, 0, NULL), "is not enabled");
  FAILS(TVMSynchronize(0, 0, NULL), "is not enabled");
  FAILS(TVMStreamStreamSynchronize(kDLMetal, 0, NULL, NULL), "is not enabled");
  CHECK(out == (void*)5);
}

static void objects(void) {
  unsigned index = 5;
  char* key = (char*)5;
  TVMFunctionHandle function;
  OK(TVMFuncCreateFromCFunc(nothing, NULL, NULL, &function));
  FAILS(TVMObjectGetTypeIndex(function, NULL), NUL);
  FAILS(TVMObjectTypeKey2Index(NULL, &index), NUL);
  FAILS(TVMObjectTypeKey2Index("Array", NULL), NUL);
  FAILS(TVMObjectTypeKey2Index("\xff", &index), "UTF-8");
  FAILS(TVMObjectTypeKey2Index("", &index), "Cannot find type ");
  FAILS(TVMObjectTypeIndex2Key(0, NULL), NUL);
  FAILS(TVMObjectDerivedFrom(1, 0, NULL), NUL);
  CHECK(index == 5 && key == (char*)5);

  /* Handles of objects of another type. */
  TVMFunctionHandle out = (void*)5;
  FAILS(TVMModImport(function, function), "expected runtime.Module, found runtime.PackedFunc");
  FAILS(TVMModGetFunction(function, "main", 0, &out), "expected runtime.Module, found runtime.PackedFunc");
  CHECK(out == (void*)5);
  TVMFunctionHandle system_lib;
  TVMValue module;
  int code;
  OK(TVMFuncGetGlobal("runtime.SystemLib", &system_lib));
  OK(TVMFuncCall(system_lib, NULL, NULL, 0, &module, &code));
  FAILS(TVMFuncCall(module.v_handle, NULL, NULL, 0, &module, &code),
        "expected a handle of runtime.PackedFunc, found a handle of runtime.Module");
  FAILS(TVMFuncRegisterGlobal("test.wrong", module.v_handle, 0), "expected runtime.PackedFunc, found runtime.Module");
  FAILS(TVMFuncFree(module.v_handle), "expected a handle of runtime.PackedFunc");

  FAILS(TVMModGetFunction(NULL, "main", 0, &out), "null pointer");
  FAILS(TVMModGetFunction(module.v_handle, NULL, 0, &out), NUL);
  FAILS(TVMModGetFunction(module.v_handle, "main", 0, NULL), NUL);
  FAILS(TVMModImport(NULL, module.v_handle), "null pointer");
  FAILS(TVMModImport(module.v_handle, NULL), "null pointer");
  FAILS(TVMModImport(module.v_handle, module.v_handle), "Cyclic dependency detected during import");
  FAILS(TVMModLoadFromFile(NULL, "", &out), NUL);
  FAILS(TVMModLoadFromFile("x.so", NULL, &out), NUL);
  FAILS(TVMModLoadFromFile("x.so", "", NULL), NUL);
  FAILS(TVMModLoadFromFile("no_such_file.so", "", &out), "Failed to load dynamic shared library no_such_file.so");
  FAILS(TVMModLoadFromFile("nothing", "", &out), "Cannot deduce format of file nothing");
  FAILS(TVMModLoadFromFile("x.zip", "", &out), "runtime.module.loadfile_zip");
  CHECK(out == (void*)5);
  OK(TVMModFree(NULL));
  OK(TVMModFree(module.v_handle));
  OK(TVMFuncFree(system_lib));
  OK(TVMFuncFree(function));
}

static void compiled(void) {
  void* out = (void*)5;
  FAILS(TVMBackendGetFuncFromEnv(NULL, NULL, &out), NUL);
  FAILS(TVMBackendGetFuncFromEnv(NULL, "test.no_such", &out), "Cannot find function test.no_such");
  FAILS(TVMBackendGetFuncFromEnv(NULL, "runtime.SystemLib", NULL), NUL);
  FAILS(TVMBackendRegisterSystemLibSymbol(NULL, NULL), NUL);
  FAILS(TVMBackendRegisterEnvCAPI(NULL, NULL), NUL);
  FAILS(TVMBackendRegisterEnvCAPI("PyErr_Other", NULL), "Unknown env API PyErr_Other");
  FAILS(TVMBackendRunOnce(NULL, NULL, NULL, 0), NUL);
  FAILS(TVMBackendRunOnce(&(void*){NULL}, NULL, NULL, 0), NUL);
  FAILS(TVMBackendParallelLaunch(NULL, NULL, 1), "the task function is null");
  TVMAPISetLastError("");
  CHECK(TVMBackendParallelBarrier(0, NULL) == -1 && strlen(TVMGetLastError()) > 0);
  TVMAPISetLastError("");
  CHECK(TVMBackendAllocWorkspace(kDLMetal, 0, 8, 0, 8) == NULL);
  CHECK(strstr(TVMGetLastError(), "Device API metal is not enabled"));
  CHECK(TVMBackendAllocWorkspace(kDLCPU, 0, UINT64_MAX, 0, 8) == NULL);
  FAILS(TVMBackendFreeWorkspace(kDLMetal, 0, NULL), "");
  CHECK(out == (void*)5);
}

int main(void) {
  CHECK(strcmp(TVMGetLastError(), "") == 0);
  TVMAPISetLastError(NULL);
  CHECK(strcmp(TVMGetLastError(), "") == 0);
  functions();
  registry();
  arrays();
  devices();
  objects();
  compiled();

  /* A successful call keeps the last error. Invalid UTF-8 in the error is replaced. */
  TVMAPISetLastError("kept \xff");
  OK(TVMFuncFree(NULL));
  CHECK(strcmp(TVMGetLastError(), "kept \xef\xbf\xbd") == 0);
  return 0;
}
