/* Checks for the test programs. A failed check prints its source location and exits. */
#ifndef CHECK_H_
#define CHECK_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "objet.h"

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: expected %s; last error: %s\n", __FILE__,       \
              __LINE__, #condition, TVMGetLastError());                       \
      exit(1);                                                                \
    }                                                                         \
  } while (0)

#define OK(call) CHECK((call) == 0)

/* Checks that the call returns -1 and that the last error contains `text`. */
#define FAILS(call, text)                                                     \
  do {                                                                        \
    TVMAPISetLastError("");                                                   \
    CHECK((call) == -1);                                                      \
    CHECK(strstr(TVMGetLastError(), text) != NULL);                           \
  } while (0)

static inline TVMValue int_value(int64_t number) {
  TVMValue value;
  value.v_int64 = number;
  return value;
}

static inline TVMValue handle_value(void* handle) {
  TVMValue value;
  value.v_int64 = 0;
  value.v_handle = handle;
  return value;
}

static inline TVMValue str_value(const char* text) {
  TVMValue value;
  value.v_int64 = 0;
  value.v_str = text;
  return value;
}

#endif
