/* Tests concurrent calls, references, global names, arrays and errors. Each thread has its own
 * returned strings and last error. */
#include <pthread.h>

#include "check.h"

enum { THREADS = 8, ROUNDS = 200 };

static TVMFunctionHandle shared;
static int ended;

static void end(void* resource) {
  (void)resource;
  __atomic_add_fetch(&ended, 1, __ATOMIC_SEQ_CST);
}

/* Returns a string with the number, or fails with this string if the number is odd. */
static int say(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)codes, (void)num_args, (void)resource;
  char text[64];
  snprintf(text, sizeof(text), "ValueError: number %lld", (long long)args[0].v_int64);
  if (args[0].v_int64 % 2) {
    TVMAPISetLastError(text);
    return -1;
  }
  TVMValue value = str_value(text);
  int code = kTVMStr;
  return TVMCFuncSetReturn(ret, &value, &code, 1);
}

static void* work(void* start) {
  char name[64], expected[64];
  for (int64_t i = 0; i < ROUNDS; ++i) {
    int64_t number = (int64_t)(intptr_t)start * ROUNDS + i;
    snprintf(name, sizeof(name), "test.threads.%lld", (long long)number);
    snprintf(expected, sizeof(expected), "ValueError: number %lld", (long long)number);

    TVMValue arg = int_value(number), result;
    int code = kTVMArgInt, result_code;
    int answer = TVMFuncCall(shared, &arg, &code, 1, &result, &result_code);
    CHECK(answer == (number % 2 ? -1 : 0));
    const char* text = number % 2 ? TVMGetLastError() : result.v_str;
    CHECK(strncmp(text, expected, strlen(expected)) == 0);

    TVMFunctionHandle own, found;
    OK(TVMFuncCreateFromCFunc(say, NULL, end, &own));
    OK(TVMFuncRegisterGlobal(name, own, 0));
    OK(TVMFuncFree(own));
    OK(TVMFuncGetGlobal(name, &found));
    CHECK(found == own);
    OK(TVMObjectRetain(shared));
    OK(TVMObjectFree(shared));
    OK(TVMFuncRemoveGlobal(name));
    OK(TVMFuncFree(found));
    if (i % 50 == 0) {
      int size;
      const char** names;
      OK(TVMFuncListGlobalNames(&size, &names));
      for (int k = 0; k < size; ++k) CHECK(strlen(names[k]) > 0);
    }

    int64_t shape = 16;
    DLTensor* array;
    OK(TVMArrayAlloc(&shape, 1, kDLInt, 64, 1, kDLCPU, 0, &array));
    int64_t values[16];
    for (int k = 0; k < 16; ++k) values[k] = number + k;
    OK(TVMArrayCopyFromBytes(array, values, sizeof(values)));
    void* space = TVMBackendAllocWorkspace(kDLCPU, 0, sizeof(values), kDLInt, 64);
    OK(TVMArrayCopyToBytes(array, space, sizeof(values)));
    CHECK(memcmp(space, values, sizeof(values)) == 0);
    OK(TVMBackendFreeWorkspace(kDLCPU, 0, space));
    OK(TVMArrayFree(array));
  }
  return NULL;
}

/* A thread that is shutting down may still free handles. Its last error is a fixed string. */
static pthread_key_t key;
static void last_words(void* function) {
  OK(TVMFuncFree(function));
  TVMValue result;
  int code;
  CHECK(TVMFuncCall(NULL, NULL, NULL, 0, &result, &code) == -1);
  CHECK(strlen(TVMGetLastError()) > 0);
}
static void* short_life(void* unused) {
  (void)unused;
  TVMFunctionHandle function;
  OK(TVMFuncCreateFromCFunc(say, NULL, end, &function));
  pthread_setspecific(key, function);
  CHECK(strcmp(TVMGetLastError(), "") == 0);
  return NULL;
}

int main(void) {
  OK(TVMFuncCreateFromCFunc(say, NULL, end, &shared));
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; ++i) CHECK(pthread_create(&threads[i], NULL, work, (void*)i) == 0);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  OK(TVMFuncFree(shared));
  /* The functions are dropped with their names and handles. */
  const int all = THREADS * ROUNDS + 1;
  CHECK(ended == all);

  pthread_key_create(&key, last_words);
  CHECK(pthread_create(&threads[0], NULL, short_life, NULL) == 0);
  pthread_join(threads[0], NULL);
  CHECK(ended == all + 1);
  return 0;
}
