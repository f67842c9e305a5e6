/* Global functions from C: registers a function, looks it up, calls it, and reports its errors. */
#include <stdio.h>

#include "objet.h"

/* Returns the sum of its arguments. */
static int sum(TVMValue *args, int *codes, int num_args, TVMRetValueHandle ret, void *resource) {
  (void)resource;
  TVMValue total = {.v_int64 = 0};
  int code = kTVMArgInt;
  for (int i = 0; i < num_args; ++i) {
    if (codes[i] != kTVMArgInt) {
      TVMAPISetLastError("TypeError: expected integers");
      return -1;
    }
    total.v_int64 += args[i].v_int64;
  }
  return TVMCFuncSetReturn(ret, &total, &code, 1);
}

int main(void) {
  /* The registry keeps the function, so the handle can be freed. */
  TVMFunctionHandle function;
  if (TVMFuncCreateFromCFunc(sum, NULL, NULL, &function) != 0) return 1;
  if (TVMFuncRegisterGlobal("example.sum", function, 0) != 0) return 1;
  TVMFuncFree(function);

  /* All languages in the process find the function by its name. */
  if (TVMFuncGetGlobal("example.sum", &function) != 0) return 1;
  TVMValue args[] = {{.v_int64 = 20}, {.v_int64 = 22}};
  int codes[] = {kTVMArgInt, kTVMArgInt};
  TVMValue result;
  int code;
  if (TVMFuncCall(function, args, codes, 2, &result, &code) != 0) return 1;
  printf("example.sum(20, 22) = %lld\n", (long long)result.v_int64);

  codes[1] = kTVMArgFloat;
  if (TVMFuncCall(function, args, codes, 2, &result, &code) == 0) return 1;
  printf("with a float: %s", TVMGetLastError());
  TVMFuncFree(function);

  int size;
  const char **names;
  if (TVMFuncListGlobalNames(&size, &names) != 0) return 1;
  printf("%d functions have names:", size);
  for (int i = 0; i < size; ++i) printf(" %s", names[i]);
  printf("\n");
  return 0;
}
