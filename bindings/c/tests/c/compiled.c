/* Tests of the functions that compiled code calls: workspaces, parallel loops, run-once, 16-bit
 * floats, loaded modules and the system library. The first argument is the path of a library
 * compiled from library.c. */
#include "check.h"

uint16_t __gnu_f2h_ieee(float);
float __gnu_h2f_ieee(uint16_t);

static int once_calls;
static int once(void* data) {
  ++once_calls;
  return (int)(intptr_t)data;
}

static int seen[64];
static int task(int task_id, TVMParallelGroupEnv* env, void* data) {
  CHECK(env->num_task >= 1 && env->num_task <= 64 && task_id < env->num_task);
  __atomic_add_fetch(&seen[task_id], 1, __ATOMIC_SEQ_CST);
  if (TVMBackendParallelBarrier(task_id, env) != 0) return -1;
  for (int i = 0; i < env->num_task; ++i) CHECK(__atomic_load_n(&seen[i], __ATOMIC_SEQ_CST) == 1);
  *(int*)data = env->num_task;
  return 0;
}

static int failing(int task_id, TVMParallelGroupEnv* env, void* data) {
  (void)env, (void)data;
  if (task_id == 0) TVMAPISetLastError("task went wrong");
  return task_id == 0 ? -1 : 0;
}

static int triple(TVMValue* args, int* codes, int num_args, TVMValue* out, int* out_code, void* resource) {
  (void)resource;
  if (num_args != 1 || codes[0] != kTVMArgInt) {
    TVMAPISetLastError("Assert fail: num_args == 1, triple: num_args should be 1");
    return -1;
  }
  *out = int_value(args[0].v_int64 * 3);
  *out_code = kTVMArgInt;
  return 0;
}

static TVMValue call(TVMFunctionHandle function, int64_t number, int* code) {
  TVMValue arg = int_value(number), result;
  int arg_code = kTVMArgInt;
  OK(TVMFuncCall(function, &arg, &arg_code, 1, &result, code));
  return result;
}

int main(int argc, char** argv) {
  /* Workspaces are aligned to 128 bytes and can be allocated again after they are freed. */
  void* one = TVMBackendAllocWorkspace(kDLCPU, 0, 1000, kDLFloat, 32);
  void* two = TVMBackendAllocWorkspace(kDLCPU, 0, 0, kDLFloat, 32);
  CHECK(one && two && one != two && (uintptr_t)one % 128 == 0 && (uintptr_t)two % 128 == 0);
  memset(one, 1, 1000);
  OK(TVMBackendFreeWorkspace(kDLCPU, 0, one));
  OK(TVMBackendFreeWorkspace(kDLCPU, 0, two));
  CHECK(TVMBackendAllocWorkspace(kDLCPU, 0, 1000, kDLFloat, 32) != NULL);

  /* Parallel tasks. */
  int tasks = 0;
  OK(TVMBackendParallelLaunch(task, &tasks, 0));
  CHECK(tasks >= 1);
  FAILS(TVMBackendParallelLaunch(failing, NULL, 0), "task went wrong");

  /* The function runs once. */
  void* handle = NULL;
  CHECK(TVMBackendRunOnce(&handle, once, (void*)5, 0) == 5);
  CHECK(handle != NULL && TVMBackendRunOnce(&handle, once, (void*)5, 0) == 0 && once_calls == 1);

  /* 16-bit floats. */
  CHECK(__gnu_f2h_ieee(1.0f) == 0x3c00 && __gnu_h2f_ieee(0xc000) == -2.0f);
  CHECK(__gnu_f2h_ieee(1e6f) == 0x7c00 && __gnu_h2f_ieee(1) == 5.9604644775390625e-8f);

  /* The system library. */
  OK(TVMBackendRegisterSystemLibSymbol("triple", (void*)triple));
  TVMFunctionHandle system_lib, function;
  OK(TVMFuncGetGlobal("runtime.SystemLib", &system_lib));
  TVMValue module;
  int code;
  OK(TVMFuncCall(system_lib, NULL, NULL, 0, &module, &code));
  CHECK(code == kTVMModuleHandle);
  OK(TVMModGetFunction(module.v_handle, "no_such", 0, &function));
  CHECK(function == NULL);
  OK(TVMModGetFunction(module.v_handle, "triple", 0, &function));
  CHECK(call(function, 5, &code).v_int64 == 15 && code == kTVMArgInt);
  TVMValue nothing;
  FAILS(TVMFuncCall(function, NULL, NULL, 0, &nothing, &code), "Assert fail: num_args == 1");
  OK(TVMFuncFree(function));

  /* The functions of a loaded library keep the library. */
  CHECK(argc == 2);
  TVMModuleHandle loaded;
  OK(TVMModLoadFromFile(argv[1], "", &loaded));
  unsigned index;
  OK(TVMObjectGetTypeIndex(loaded, &index));
  CHECK(index == 1);
  OK(TVMModGetFunction(loaded, "add_one", 0, &function));
  CHECK(function != NULL);
  /* Module code looks up functions in the imports first, and then among the global functions. */
  TVMFunctionHandle asks;
  OK(TVMModGetFunction(loaded, "call_triple", 0, &asks));
  TVMValue arg = int_value(7), result = int_value(0);
  int arg_code = kTVMArgInt;
  FAILS(TVMFuncCall(asks, &arg, &arg_code, 1, &result, &code), "Cannot find function triple");
  OK(TVMModImport(loaded, module.v_handle));
  FAILS(TVMModImport(module.v_handle, loaded), "Cyclic dependency detected during import");
  CHECK(call(asks, 7, &code).v_int64 == 21);
  /* Imports are searched only on request. */
  TVMFunctionHandle imported;
  OK(TVMModGetFunction(loaded, "triple", 0, &imported));
  CHECK(imported == NULL);
  OK(TVMModGetFunction(loaded, "triple", 1, &imported));
  CHECK(call(imported, 2, &code).v_int64 == 6);
  OK(TVMFuncFree(imported));
  OK(TVMFuncFree(asks));
  OK(TVMModFree(loaded));
  CHECK(call(function, 41, &code).v_int64 == 42);
  OK(TVMFuncFree(function));
  OK(TVMModFree(module.v_handle));
  OK(TVMFuncFree(system_lib));
  return 0;
}
