/* A test of graph executors. The first argument is the path of a library of network.c, the second
 * one that of its graph, both in the tests of the runtime. */
#include "check.h"

static TVMFunctionHandle function(TVMModuleHandle module, const char* name) {
  TVMFunctionHandle found = NULL;
  OK(TVMModGetFunction(module, name, 0, &found));
  CHECK(found != NULL);
  return found;
}

static TVMValue call(TVMModuleHandle module, const char* name, TVMValue* args, int* codes, int count) {
  TVMValue result = int_value(0);
  int code;
  TVMFunctionHandle found = function(module, name);
  OK(TVMFuncCall(found, args, codes, count, &result, &code));
  OK(TVMFuncFree(found));
  return result;
}

int main(int argc, char** argv) {
  CHECK(argc == 3);
  TVMModuleHandle library;
  OK(TVMModLoadFromFile(argv[1], "so", &library));
  char graph[4096];
  FILE* file = fopen(argv[2], "r");
  CHECK(file != NULL);
  graph[fread(graph, 1, sizeof graph - 1, file)] = '\0';
  fclose(file);

  TVMFunctionHandle create;
  OK(TVMFuncGetGlobal("tvm.graph_executor.create", &create));
  CHECK(create != NULL);
  TVMValue args[4] = {str_value(graph), handle_value(library), int_value(kDLCPU), int_value(0)};
  int codes[4] = {kTVMStr, kTVMModuleHandle, kTVMArgInt, kTVMArgInt};
  TVMValue network;
  int code;
  OK(TVMFuncCall(create, args, codes, 4, &network, &code));
  CHECK(code == kTVMModuleHandle);

  /* Tensors of the program, which are no objects. */
  float x[4] = {1, 2, 3, 4}, w[4] = {10, 20, 30, 40}, y[4] = {0};
  int64_t shape[2] = {2, 2};
  DLTensor tensor = {.data = x, .device = {kDLCPU, 0}, .ndim = 2, .dtype = {kDLFloat, 32, 1}, .shape = shape};
  args[0] = str_value("x"), args[1] = handle_value(&tensor);
  codes[0] = kTVMStr, codes[1] = kTVMDLTensorHandle;
  call(network.v_handle, "set_input", args, codes, 2);
  tensor.data = w;
  args[0] = str_value("w");
  call(network.v_handle, "set_input", args, codes, 2);
  call(network.v_handle, "run", NULL, NULL, 0);
  tensor.data = y;
  args[0] = int_value(0), codes[0] = kTVMArgInt;
  call(network.v_handle, "get_output", args, codes, 2);
  for (int i = 0; i < 4; ++i) CHECK(y[i] == 2 * x[i] + w[i]);

  /* The graph does not have this output. */
  args[0] = int_value(9);
  TVMFunctionHandle get_output = function(network.v_handle, "get_output");
  TVMValue result;
  FAILS(TVMFuncCall(get_output, args, codes, 2, &result, &code), "index 9 is out of range");
  OK(TVMFuncFree(get_output));

  graph[100] = '\0';
  args[0] = str_value(graph), args[1] = handle_value(library);
  codes[0] = kTVMStr, codes[1] = kTVMModuleHandle;
  args[2] = int_value(kDLCPU), args[3] = int_value(0);
  FAILS(TVMFuncCall(create, args, codes, 4, &result, &code), "graph, byte 100: ");
  OK(TVMFuncFree(create));
  OK(TVMModFree(network.v_handle));
  OK(TVMModFree(library));
  return 0;
}
