/* Tests of global functions. */
#include "check.h"

static int ended;
static void end(void* resource) { (void)resource, ++ended; }

static int number(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)args, (void)codes, (void)num_args;
  TVMValue value = int_value((int64_t)(intptr_t)resource);
  int code = kTVMArgInt;
  return TVMCFuncSetReturn(ret, &value, &code, 1);
}

static TVMFunctionHandle make(intptr_t result) {
  TVMFunctionHandle function;
  OK(TVMFuncCreateFromCFunc(number, (void*)result, end, &function));
  return function;
}

static int64_t call(TVMFunctionHandle function) {
  TVMValue result;
  int code;
  OK(TVMFuncCall(function, NULL, NULL, 0, &result, &code));
  CHECK(code == kTVMArgInt);
  return result.v_int64;
}

static int listed(const char* name) {
  int size;
  const char** names;
  OK(TVMFuncListGlobalNames(&size, &names));
  int found = 0;
  for (int i = 0; i < size; ++i) found += strcmp(names[i], name) == 0;
  return found;
}

int main(void) {
  TVMFunctionHandle found = (void*)1;
  OK(TVMFuncGetGlobal("test.registry", &found));
  CHECK(found == NULL);
  CHECK(!listed("test.registry"));

  /* The registry holds its own reference. */
  TVMFunctionHandle one = make(1);
  OK(TVMFuncRegisterGlobal("test.registry", one, 0));
  OK(TVMFuncFree(one));
  CHECK(ended == 0 && listed("test.registry") == 1);
  OK(TVMFuncGetGlobal("test.registry", &found));
  CHECK(call(found) == 1);

  /* Each returned handle is freed once. */
  TVMFunctionHandle again;
  OK(TVMFuncGetGlobal("test.registry", &again));
  OK(TVMFuncFree(found));
  CHECK(call(again) == 1);
  OK(TVMFuncFree(again));

  /* A name that is already registered. */
  TVMFunctionHandle two = make(2);
  FAILS(TVMFuncRegisterGlobal("test.registry", two, 0), "Global PackedFunc test.registry is already registered");
  OK(TVMFuncGetGlobal("test.registry", &found));
  CHECK(call(found) == 1);
  OK(TVMFuncRegisterGlobal("test.registry", two, 1));
  OK(TVMFuncFree(two));
  OK(TVMFuncGetGlobal("test.registry", &again));
  CHECK(call(again) == 2 && listed("test.registry") == 1);
  /* The replaced function can still be called through its handle. */
  CHECK(call(found) == 1 && ended == 0);
  OK(TVMFuncFree(found));
  CHECK(ended == 1);

  /* A function borrowed by compiled code stays valid after its name is removed. */
  TVMFunctionHandle borrowed;
  OK(TVMBackendGetFuncFromEnv(NULL, "test.registry", &borrowed));
  OK(TVMFuncRemoveGlobal("test.registry"));
  OK(TVMFuncGetGlobal("test.registry", &found));
  CHECK(found == NULL && !listed("test.registry"));
  CHECK(call(again) == 2 && call(borrowed) == 2);
  OK(TVMFuncFree(again));
  CHECK(call(borrowed) == 2 && ended == 1);
  FAILS(TVMBackendGetFuncFromEnv(NULL, "test.registry", &borrowed),
        "Cannot find function test.registry in the imported modules or global registry.");
  OK(TVMFuncRemoveGlobal("test.registry"));

  /* A removed name can be registered again. */
  TVMFunctionHandle three = make(3);
  OK(TVMFuncRegisterGlobal("test.registry", three, 0));
  OK(TVMFuncFree(three));
  OK(TVMFuncGetGlobal("test.registry", &found));
  CHECK(call(found) == 3);
  OK(TVMFuncFree(found));
  CHECK(ended == 1);
  OK(TVMFuncRemoveGlobal("test.registry"));
  CHECK(ended == 2);

  /* The list includes the functions of the library and stays valid until the next call. */
  int size;
  const char** names;
  OK(TVMFuncListGlobalNames(&size, &names));
  CHECK(size > 0 && strlen(names[size - 1]) > 0);
  CHECK(listed("runtime.ModuleLoadFromFile") == 1 && listed("runtime.SystemLib") == 1);
  return 0;
}
