/* Tests of errors that pass through C functions and library functions. */
#include "check.h"

static const char* message;

static int raise(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)args, (void)codes, (void)num_args, (void)ret, (void)resource;
  TVMAPISetLastError(message);
  return -1;
}

static int pending(void) { return 1; }
static int calm(void) { return 0; }

static int check_signals(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)args, (void)codes, (void)num_args, (void)ret, (void)resource;
  return -2;
}

static TVMFunctionHandle raises;

static void expect(const char* text, const char* expected) {
  TVMValue result;
  int code;
  message = text;
  CHECK(TVMFuncCall(raises, NULL, NULL, 0, &result, &code) == -1);
  if (strncmp(TVMGetLastError(), expected, strlen(expected)) != 0) {
    fprintf(stderr, "expected: %s\nfound: %s\n", expected, TVMGetLastError());
    exit(1);
  }
}

int main(void) {
  OK(TVMFuncCreateFromCFunc(raise, NULL, NULL, &raises));
  OK(TVMFuncRegisterGlobal("test.raise", raises, 0));

  /* The prefix of the message is the error kind. */
  expect("ValueError: bad 3", "ValueError: bad 3\nStack trace:\n");
  expect("no type", "TVMError: no type\n");
  expect("a.b.C_1: x", "a.b.C_1: x\n");
  expect("not a type: x", "TVMError: not a type: x\n");
  expect("ValueError: two\nlines", "ValueError: two\nlines\nStack trace:\n");
  /* The frames of the callback come first, innermost first. The library appends its own. */
  expect("ValueError: x\nStack trace:\n    y = f(x)\n  File \"a.py\", line 3, in g\n",
         "ValueError: x\nStack trace:\n    y = f(x)\n  File \"a.py\", line 3, in g\n  in test.raise\n");
  /* Each trace line begins with two spaces, and the message ends with a newline. */
  const char* last = TVMGetLastError();
  CHECK(last[strlen(last) - 1] == '\n');
  const char* trace = strstr(last, "Stack trace:\n") + strlen("Stack trace:\n");
  for (const char* line = trace; *line; line = strchr(line, '\n') + 1) CHECK(line[0] == ' ' && line[1] == ' ');
  /* An empty string means that no error is set. */
  expect("", "TVMError: a C function returned -1");

  /* The last error may be set to itself. */
  expect("KeyError: x", "KeyError: x\n");
  TVMAPISetLastError(TVMGetLastError());
  CHECK(strncmp(TVMGetLastError(), "KeyError: x\n", 12) == 0);

  /* A pending exception of the front end returns -2 and sets no error. */
  TVMFunctionHandle stops;
  OK(TVMFuncCreateFromCFunc(check_signals, NULL, NULL, &stops));
  TVMAPISetLastError("before");
  TVMValue result;
  int code;
  CHECK(TVMFuncCall(stops, NULL, NULL, 0, &result, &code) == -2);
  CHECK(strcmp(TVMGetLastError(), "before") == 0);
  OK(TVMFuncFree(stops));
  OK(TVMBackendRegisterEnvCAPI("PyErr_CheckSignals", (void*)pending));
  OK(TVMBackendRegisterEnvCAPI("PyErr_CheckSignals", (void*)calm));
  OK(TVMBackendRegisterEnvCAPI("PyErr_CheckSignals", NULL));

  OK(TVMFuncRemoveGlobal("test.raise"));
  OK(TVMFuncFree(raises));
  return 0;
}
