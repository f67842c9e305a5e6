/* Tests of functions implemented in C: resources, results, and arguments that they keep. */
#include "check.h"

static int ended;

static void end(void* resource) {
  ++ended;
  free(resource);
}

static int add(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  TVMValue sum = int_value(*(int64_t*)resource);
  int code = kTVMArgInt;
  for (int i = 0; i < num_args; ++i) {
    if (codes[i] != kTVMArgInt) {
      TVMAPISetLastError("TypeError: expected numbers");
      return -1;
    }
    sum.v_int64 += args[i].v_int64;
  }
  return TVMCFuncSetReturn(ret, &sum, &code, 1);
}

static TVMFunctionHandle adder(int64_t start) {
  int64_t* resource = malloc(sizeof(*resource));
  *resource = start;
  TVMFunctionHandle function;
  OK(TVMFuncCreateFromCFunc(add, resource, end, &function));
  return function;
}

/* Calls the function in the first argument with the remaining arguments. */
static int apply(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)resource;
  TVMValue result;
  int code;
  if (num_args < 1 || codes[0] != kTVMPackedFuncHandle) return -1;
  if (TVMFuncCall(args[0].v_handle, args + 1, codes + 1, num_args - 1, &result, &code) != 0) return -1;
  return TVMCFuncSetReturn(ret, &result, &code, 1);
}

/* Keeps its argument. */
static TVMValue kept;
static int kept_code;
static int keep(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)num_args, (void)ret, (void)resource;
  if (TVMCbArgToReturn(&args[0], &codes[0]) != 0) return -1;
  kept = args[0];
  kept_code = codes[0];
  return 0;
}

/* Sets its result twice. */
static int twice(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)args, (void)codes, (void)num_args, (void)resource;
  TVMValue value = str_value("first");
  int code = kTVMStr;
  OK(TVMCFuncSetReturn(ret, &value, &code, 1));
  value = int_value(2);
  code = kTVMArgInt;
  FAILS(TVMCFuncSetReturn(ret, &value, &code, 0), "expected exactly 1 result, found 0");
  FAILS(TVMCFuncSetReturn(ret, &value, &code, 2), "expected exactly 1 result, found 2");
  FAILS(TVMCFuncSetReturn(ret, NULL, &code, 1), "null pointer");
  FAILS(TVMCFuncSetReturn(ret, &value, NULL, 1), "null pointer");
  return TVMCFuncSetReturn(ret, &value, &code, 1);
}

static int silent(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)args, (void)codes, (void)num_args, (void)ret, (void)resource;
  return 7;
}

int main(void) {
  TVMValue result, args[3];
  int code, codes[3] = {kTVMArgInt, kTVMArgInt, kTVMArgInt};

  /* The resource is freed with the last reference. */
  TVMFunctionHandle from_ten = adder(10);
  args[0] = int_value(1);
  args[1] = int_value(2);
  OK(TVMFuncCall(from_ten, args, codes, 2, &result, &code));
  CHECK(code == kTVMArgInt && result.v_int64 == 13);
  OK(TVMFuncFree(from_ten));
  CHECK(ended == 1);

  /* A finalizer may be null, and freeing null is allowed. */
  TVMFunctionHandle applier;
  OK(TVMFuncCreateFromCFunc(apply, NULL, NULL, &applier));
  OK(TVMFuncFree(NULL));

  /* Nested calls, and an error that passes through both calls. */
  TVMFunctionHandle from_five = adder(5);
  args[0] = handle_value(from_five);
  args[1] = int_value(2);
  codes[0] = kTVMPackedFuncHandle;
  OK(TVMFuncCall(applier, args, codes, 2, &result, &code));
  CHECK(code == kTVMArgInt && result.v_int64 == 7);
  codes[1] = kTVMNullptr;
  result = int_value(42);
  code = 42;
  FAILS(TVMFuncCall(applier, args, codes, 2, &result, &code), "TypeError: expected numbers");
  CHECK(strncmp(TVMGetLastError(), "TypeError: ", 11) == 0);
  CHECK(result.v_int64 == 42 && code == 42);

  /* A function that fails without setting an error does not report an earlier error. */
  TVMFunctionHandle fails;
  OK(TVMFuncCreateFromCFunc(silent, NULL, NULL, &fails));
  TVMAPISetLastError("an error of before");
  CHECK(TVMFuncCall(fails, NULL, NULL, 0, &result, &code) == -1);
  CHECK(strstr(TVMGetLastError(), "an error of before") == NULL && strstr(TVMGetLastError(), "returned 7") != NULL);
  OK(TVMFuncFree(fails));

  /* The last result is returned. */
  TVMFunctionHandle sets;
  OK(TVMFuncCreateFromCFunc(twice, NULL, NULL, &sets));
  OK(TVMFuncCall(sets, NULL, NULL, 0, &result, &code));
  CHECK(code == kTVMArgInt && result.v_int64 == 2);
  OK(TVMFuncFree(sets));

  /* A kept argument is owned. */
  TVMFunctionHandle keeper;
  OK(TVMFuncCreateFromCFunc(keep, NULL, NULL, &keeper));
  codes[0] = kTVMPackedFuncHandle;
  args[0] = handle_value(from_five);
  OK(TVMFuncCall(keeper, args, codes, 1, &result, &code));
  CHECK(kept_code == kTVMPackedFuncHandle);
  OK(TVMFuncFree(from_five));
  CHECK(ended == 1);
  args[0] = int_value(1);
  codes[0] = kTVMArgInt;
  OK(TVMFuncCall(kept.v_handle, args, codes, 1, &result, &code));
  CHECK(result.v_int64 == 6);
  OK(TVMFuncFree(kept.v_handle));
  CHECK(ended == 2);

  /* An object passed by rvalue reference is moved, and its slot becomes null. */
  TVMFunctionHandle taken = adder(0);
  void* slot = taken;
  args[0] = handle_value(&slot);
  codes[0] = kTVMObjectRValueRefArg;
  OK(TVMFuncCall(keeper, args, codes, 1, &result, &code));
  CHECK(slot == NULL && kept.v_handle == taken && kept_code == kTVMPackedFuncHandle);
  OK(TVMFuncFree(taken));
  CHECK(ended == 3);
  /* An empty slot is a null argument. */
  OK(TVMFuncCall(keeper, args, codes, 1, &result, &code));
  CHECK(kept_code == kTVMNullptr);

  /* An array is retained, a DLTensor stays borrowed, and a number is unchanged. */
  int64_t shape = 4;
  DLTensor* array;
  OK(TVMArrayAlloc(&shape, 1, kDLInt, 32, 1, kDLCPU, 0, &array));
  args[0] = handle_value(array);
  codes[0] = kTVMNDArrayHandle;
  OK(TVMFuncCall(keeper, args, codes, 1, &result, &code));
  CHECK(kept_code == kTVMNDArrayHandle && kept.v_handle == array);
  OK(TVMArrayFree(array));
  codes[0] = kTVMDLTensorHandle;
  OK(TVMFuncCall(keeper, args, codes, 1, &result, &code));
  CHECK(kept_code == kTVMDLTensorHandle && kept.v_handle == array);
  OK(TVMArrayFree(array));
  args[0].v_float64 = 0.5;
  codes[0] = kTVMArgFloat;
  OK(TVMFuncCall(keeper, args, codes, 1, &result, &code));
  CHECK(kept_code == kTVMArgFloat && kept.v_float64 == 0.5);

  /* Strings and bytes cannot be owned. */
  args[0] = str_value("text");
  codes[0] = kTVMStr;
  FAILS(TVMFuncCall(keeper, args, codes, 1, &result, &code), "expected a value that C can own, found type code 11");
  TVMByteArray bytes = {"b", 1};
  args[0] = handle_value(&bytes);
  codes[0] = kTVMBytes;
  FAILS(TVMFuncCall(keeper, args, codes, 1, &result, &code), "expected a value that C can own, found type code 12");

  OK(TVMFuncFree(keeper));
  OK(TVMFuncFree(applier));
  return 0;
}
