/* C functions for all kinds of arguments and results. */

#include <string.h>

#include "convention.h"

const char __tvm_main__[] = "add";

/* Returns the type codes of the arguments as hexadecimal digits, the last argument first. */
FUNCTION(codes_of) {
  int64_t digits = 0;
  for (int i = count - 1; i >= 0; --i) digits = digits * 16 + codes[i];
  result->v_int64 = digits;
  *result_code = kInt;
  return 0;
}

FUNCTION(count_of) {
  result->v_int64 = count;
  *result_code = kInt;
  return 0;
}

FUNCTION(add) {
  if (count != 2) return failed("TypeError: add: num_args should be 2");
  if (codes[0] != kInt || codes[1] != kInt) return failed("TypeError: add: expected ints");
  result->v_int64 = args[0].v_int64 + args[1].v_int64;
  *result_code = kInt;
  return 0;
}

FUNCTION(half) {
  result->v_float64 = args[0].v_float64 / 2;
  *result_code = kFloat;
  return 0;
}

/* Returns the first argument, which must not own anything. */
FUNCTION(same) {
  *result = args[0];
  *result_code = codes[0];
  return 0;
}

/* Returns the value of the first argument with the second argument as its type code. */
FUNCTION(as_code) {
  *result = args[0];
  *result_code = (int)args[1].v_int64;
  return 0;
}

FUNCTION(nothing) { return 0; }

FUNCTION(length_of_text) {
  int64_t length = 0;
  for (int i = 0; i < count; ++i) {
    if (codes[i] != kStr) return failed("TypeError: length_of_text: expected str");
    length += strlen(args[i].v_str);
  }
  result->v_int64 = length;
  *result_code = kInt;
  return 0;
}

FUNCTION(sum_of_bytes) {
  int64_t sum = 0;
  for (int i = 0; i < count; ++i) {
    if (codes[i] != kBytes) return failed("TypeError: sum_of_bytes: expected bytes");
    TVMByteArray* bytes = args[i].v_handle;
    for (size_t k = 0; k < bytes->size; ++k) sum += (unsigned char)bytes->data[k];
  }
  result->v_int64 = sum;
  *result_code = kInt;
  return 0;
}

/* Stores the sum of two float32 tensors in the third. */
FUNCTION(add_tensors) {
  if (count != 3) return failed("TypeError: add_tensors: num_args should be 3");
  float* data[3];
  int64_t size = 1;
  for (int i = 0; i < 3; ++i) {
    if (codes[i] != kTensor && codes[i] != kNDArray) return failed("TypeError: add_tensors: expected tensors");
    DLTensor* tensor = args[i].v_handle;
    if (tensor->dtype.code != 2 || tensor->dtype.bits != 32) {
      return failed("Assert fail: (dtype == float32), arg.dtype is expected to be float32");
    }
    data[i] = (float*)((char*)tensor->data + tensor->byte_offset);
    int64_t elements = 1;
    for (int k = 0; k < tensor->ndim; ++k) elements *= tensor->shape[k];
    if (i > 0 && elements != size) return failed("ValueError: add_tensors: tensors of different sizes");
    size = elements;
  }
  for (int64_t k = 0; k < size; ++k) data[2][k] = data[0][k] + data[1][k];
  return 0;
}

/* Overwrites its arguments: a callee may write to the argument arrays. */
FUNCTION(overwrite) {
  for (int i = 0; i < count; ++i) {
    args[i].v_int64 = -1;
    codes[i] = kNull;
  }
  return 0;
}

/* Moves the object out of its slot and returns it. */
FUNCTION(take) {
  if (codes[0] != kRValue) return failed("TypeError: take: expected an object to take");
  void** slot = args[0].v_handle;
  result->v_handle = *slot;
  *result_code = kObject;
  *slot = NULL;
  return 0;
}

FUNCTION(fail) { return failed("ValueError: fail: no such luck\nStack trace:\n  in the library\n"); }
FUNCTION(fail_silently) { return 3; }

/* Calls a function by name. Compiled code stores the looked-up function in a static. */
static int call(const char* name, void** kept, TVMValue* args, int* codes, int count, TVMValue* result, int* code) {
  if (*kept == NULL && __TVMBackendGetFuncFromEnv(__tvm_module_ctx, name, kept) != 0) return -1;
  return __TVMFuncCall(*kept, args, codes, count, result, code);
}

FUNCTION(call_identity) {
  static void* kept = NULL;
  return call("test.identity", &kept, args, codes, count, result, result_code);
}

FUNCTION(call_failing) {
  static void* kept = NULL;
  return call("test.failing", &kept, args, codes, count, result, result_code);
}

FUNCTION(call_missing) {
  static void* kept = NULL;
  return call("test.missing", &kept, args, codes, count, result, result_code);
}

/* Calls a function of an imported module, or else a global function. */
FUNCTION(call_number) {
  static void* kept = NULL;
  return call("number", &kept, args, codes, count, result, result_code);
}

/* Calls its first argument with the other arguments. */
FUNCTION(apply) {
  if (codes[0] != kFunction) return failed("TypeError: apply: expected a function");
  return __TVMFuncCall(args[0].v_handle, args + 1, codes + 1, count - 1, result, result_code);
}

typedef struct {
  int64_t* squares;
  int64_t* sums;
  int fail_at;
} Work;

/* Each task squares its number. After the barrier, each task sums all squares. */
static int task(int id, TVMParallelGroupEnv* env, void* cdata) {
  Work* work = cdata;
  if (work->fail_at == id) return failed("ValueError: a task failed");
  work->squares[id] = (int64_t)id * id;
  if (__TVMBackendParallelBarrier(id, env) != 0) return -1;
  int64_t sum = 0;
  for (int i = 0; i < env->num_task; ++i) sum += work->squares[i];
  work->sums[id] = sum;
  return 0;
}

/* Returns the sum of the squares below the first argument, with one task per square. The task with
   the number of the second argument fails. */
FUNCTION(parallel) {
  int tasks = (int)args[0].v_int64;
  Work work = {NULL, NULL, (int)args[1].v_int64};
  work.squares = __TVMBackendAllocWorkspace(1, 0, tasks * sizeof(int64_t), 0, 64);
  work.sums = __TVMBackendAllocWorkspace(1, 0, tasks * sizeof(int64_t), 0, 64);
  if (work.squares == NULL || work.sums == NULL) return -1;
  int answer = __TVMBackendParallelLaunch(task, &work, tasks);
  int agree = 1;
  int64_t sum = work.sums[0];
  for (int i = 0; answer == 0 && i < tasks; ++i) agree &= work.sums[i] == sum;
  if (__TVMBackendFreeWorkspace(1, 0, work.sums) != 0 || __TVMBackendFreeWorkspace(1, 0, work.squares) != 0) return -1;
  if (answer != 0) return answer;
  if (!agree) return failed("ValueError: a task passed the barrier before others reached it");
  result->v_int64 = sum;
  *result_code = kInt;
  return 0;
}

/* Counts its calls while the library is open. */
FUNCTION(times_called) {
  static int64_t times = 0;
  result->v_int64 = ++times;
  *result_code = kInt;
  return 0;
}

typedef int (*CFunction)(TVMValue* args, int* codes, int count, void* ret, void* resource);
typedef void (*Finalizer)(void* resource);

/* A finalizer that increments the caller's counter. */
static void count_up(void* resource) { ++*(int64_t*)resource; }

static int fails(TVMValue* args, int* codes, int count, void* ret, void* resource) {
  return failed("KeyError: a C function that always fails");
}

/* Creates a function of this library with the API function in the first argument. The second
   argument is the resource. */
FUNCTION(make_function) {
  int (*create)(CFunction, void*, Finalizer, void**) = (int (*)(CFunction, void*, Finalizer, void**))args[0].v_handle;
  *result_code = kFunction;
  return create(fails, args[1].v_handle, count_up, &result->v_handle);
}
