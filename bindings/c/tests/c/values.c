/* Tests values of every type code as arguments and results. */
#include "check.h"

/* The arguments of the last call of `echo`. */
static TVMValue seen;
static int seen_code;
static int seen_count;

static int echo(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)resource;
  seen_count = num_args;
  if (num_args == 0) return 0;
  seen = args[0];
  seen_code = codes[0];
  return TVMCFuncSetReturn(ret, &args[0], &codes[0], 1);
}

static TVMFunctionHandle function;

/* Calls the function with one argument. */
static int call(TVMValue value, int code, TVMValue* result, int* result_code) {
  return TVMFuncCall(function, &value, &code, 1, result, result_code);
}

static unsigned count_of(void* object) {
  /* An unbalanced reference shows up here or, at exit, in the leak sanitizer. */
  OK(TVMObjectRetain(object));
  OK(TVMObjectFree(object));
  unsigned index;
  OK(TVMObjectGetTypeIndex(object, &index));
  return index;
}

int main(void) {
  TVMValue result;
  int code;
  OK(TVMFuncCreateFromCFunc(echo, NULL, NULL, &function));

  /* No arguments, no result. */
  code = 99;
  OK(TVMFuncCall(function, NULL, NULL, 0, &result, &code));
  CHECK(seen_count == 0 && code == kTVMNullptr);

  /* Integers. */
  int64_t numbers[] = {0, 1, -1, INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); ++i) {
    OK(call(int_value(numbers[i]), kTVMArgInt, &result, &code));
    CHECK(seen_code == kTVMArgInt && seen.v_int64 == numbers[i]);
    CHECK(code == kTVMArgInt && result.v_int64 == numbers[i]);
  }

  /* Doubles. */
  TVMValue value;
  value.v_float64 = -0.125;
  OK(call(value, kTVMArgFloat, &result, &code));
  CHECK(seen_code == kTVMArgFloat && seen.v_float64 == -0.125);
  CHECK(code == kTVMArgFloat && result.v_float64 == -0.125);

  /* Opaque pointers, including null. */
  OK(call(handle_value(&value), kTVMOpaqueHandle, &result, &code));
  CHECK(seen_code == kTVMOpaqueHandle && seen.v_handle == &value);
  CHECK(code == kTVMOpaqueHandle && result.v_handle == &value);
  OK(call(handle_value(NULL), kTVMOpaqueHandle, &result, &code));
  CHECK(code == kTVMOpaqueHandle && result.v_handle == NULL);

  /* Null. */
  OK(call(int_value(17), kTVMNullptr, &result, &code));
  CHECK(seen_code == kTVMNullptr && code == kTVMNullptr);

  /* A data type is returned as a string. */
  value.v_int64 = 0;
  value.v_type = (DLDataType){kDLFloat, 16, 4};
  OK(call(value, kTVMDataType, &result, &code));
  CHECK(seen_code == kTVMDataType && seen.v_type.code == kDLFloat && seen.v_type.bits == 16 && seen.v_type.lanes == 4);
  CHECK(code == kTVMStr && strcmp(result.v_str, "float16x4") == 0);

  /* A device. */
  value.v_device = (DLDevice){kDLOpenCL, 3};
  OK(call(value, kDLDevice, &result, &code));
  CHECK(seen_code == kDLDevice && seen.v_device.device_type == kDLOpenCL && seen.v_device.device_id == 3);
  CHECK(code == kDLDevice && result.v_device.device_type == kDLOpenCL && result.v_device.device_id == 3);

  /* A returned string stays valid until the next string is returned. */
  const char* text = "na\xc3\xafve";
  OK(call(str_value(text), kTVMStr, &result, &code));
  CHECK(seen_code == kTVMStr && code == kTVMStr);
  CHECK(result.v_str != text && strcmp(result.v_str, text) == 0);
  TVMValue kept = result;
  OK(call(int_value(1), kTVMArgInt, &result, &code));
  CHECK(strcmp(kept.v_str, text) == 0);
  OK(call(str_value(""), kTVMStr, &result, &code));
  CHECK(code == kTVMStr && result.v_str[0] == '\0');
  char* longer = malloc(100001);
  memset(longer, 'x', 100000);
  longer[100000] = '\0';
  OK(call(str_value(longer), kTVMStr, &result, &code));
  CHECK(strcmp(result.v_str, longer) == 0);

  /* Bytes that contain a NUL, and empty bytes. */
  TVMByteArray bytes = {"a\0b", 3};
  OK(call(handle_value(&bytes), kTVMBytes, &result, &code));
  CHECK(seen_code == kTVMBytes && code == kTVMBytes);
  TVMByteArray* returned = (TVMByteArray*)result.v_handle;
  CHECK(returned != &bytes && returned->size == 3 && memcmp(returned->data, "a\0b", 3) == 0);
  OK(TVMByteArrayFree(returned));
  CHECK(returned->size == 3 && memcmp(returned->data, "a\0b", 3) == 0);
  TVMByteArray none = {NULL, 0};
  OK(call(handle_value(&none), kTVMBytes, &result, &code));
  CHECK(code == kTVMBytes && ((TVMByteArray*)result.v_handle)->size == 0);
  TVMByteArray much = {longer, 100000};
  OK(call(handle_value(&much), kTVMBytes, &result, &code));
  returned = (TVMByteArray*)result.v_handle;
  CHECK(returned->size == 100000 && memcmp(returned->data, longer, 100000) == 0);
  free(longer);

  /* A function. */
  OK(call(handle_value(function), kTVMPackedFuncHandle, &result, &code));
  CHECK(seen_code == kTVMPackedFuncHandle && code == kTVMPackedFuncHandle);
  TVMFunctionHandle again = result.v_handle;
  OK(TVMFuncCall(again, NULL, NULL, 0, &result, &code));
  CHECK(code == kTVMNullptr);

  /* A function passed as an object arrives as a function. */
  OK(call(handle_value(again), kTVMObjectHandle, &result, &code));
  CHECK(code == kTVMPackedFuncHandle && result.v_handle == again);
  OK(TVMFuncFree(result.v_handle));

  /* An array. */
  int64_t shape[] = {2, 3};
  DLTensor* array;
  OK(TVMArrayAlloc(shape, 2, kDLFloat, 32, 1, kDLCPU, 0, &array));
  OK(call(handle_value(array), kTVMNDArrayHandle, &result, &code));
  CHECK(seen_code == kTVMNDArrayHandle && seen.v_handle == array);
  CHECK(code == kTVMNDArrayHandle && result.v_handle == array);
  OK(TVMArrayFree(array));
  CHECK(((DLTensor*)result.v_handle)->shape[1] == 3);

  /* A DLTensor is borrowed and cannot be returned. */
  value = handle_value(result.v_handle);
  FAILS(call(value, kTVMDLTensorHandle, &result, &code), "expected a value that can be owned but got ArrayHandle");
  CHECK(seen_code == kTVMDLTensorHandle && seen.v_handle == array);
  OK(TVMArrayFree(array));

  /* A module. */
  TVMFunctionHandle system_lib;
  OK(TVMFuncGetGlobal("runtime.SystemLib", &system_lib));
  CHECK(system_lib != NULL);
  OK(TVMFuncCall(system_lib, NULL, NULL, 0, &result, &code));
  CHECK(code == kTVMModuleHandle);
  TVMModuleHandle module = result.v_handle;
  OK(call(handle_value(module), kTVMModuleHandle, &result, &code));
  CHECK(seen_code == kTVMModuleHandle && code == kTVMModuleHandle && result.v_handle == module);
  CHECK(count_of(module) == 1);
  OK(TVMModFree(result.v_handle));
  OK(TVMModFree(module));
  OK(TVMFuncFree(system_lib));

  /* An object passed by rvalue reference that the function does not move stays with the caller. */
  void* slot = again;
  OK(call(handle_value(&slot), kTVMObjectRValueRefArg, &result, &code));
  CHECK(seen_code == kTVMObjectRValueRefArg && slot == again);
  CHECK(code == kTVMPackedFuncHandle && result.v_handle == again);
  OK(TVMFuncFree(result.v_handle));
  OK(TVMFuncFree(again));

  /* Many arguments. */
  enum { MANY = 1000 };
  static TVMValue values[MANY];
  static int codes[MANY];
  for (int i = 0; i < MANY; ++i) {
    values[i] = str_value("text");
    codes[i] = kTVMStr;
  }
  OK(TVMFuncCall(function, values, codes, MANY, &result, &code));
  CHECK(seen_count == MANY && code == kTVMStr && strcmp(result.v_str, "text") == 0);

  OK(TVMFuncFree(function));
  return 0;
}
