/* The functions of a network, as TVM compiles them: they trust their arguments. */

#include <stdint.h>

typedef struct {
  void* data;
  int32_t device[2];
  int32_t ndim;
  uint32_t dtype;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
} Tensor;

typedef union { int64_t number; Tensor* tensor; } Value;

extern void (*__TVMAPISetLastError)(const char*);

#define FUNCTION(name) \
  int32_t name(Value* args, int* codes, int count, Value* result, int* result_code, void* resource)

static int64_t size(const Tensor* tensor) {
  int64_t product = 1;
  for (int i = 0; i < tensor->ndim; ++i) product *= tensor->shape[i];
  return product;
}

FUNCTION(net_double) {
  float *x = args[0].tensor->data, *y = args[1].tensor->data;
  for (int64_t i = 0; i < size(args[0].tensor); ++i) y[i] = 2 * x[i];
  return 0;
}

/* Takes flat tensors only. */
FUNCTION(net_add) {
  if (count != 3 || args[0].tensor->ndim != 1 || args[2].tensor->ndim != 1) return -1;
  float *x = args[0].tensor->data, *y = args[1].tensor->data, *z = args[2].tensor->data;
  for (int64_t i = 0; i < size(args[0].tensor); ++i) z[i] = x[i] + y[i];
  return 0;
}

FUNCTION(net_total) {
  float *x = args[0].tensor->data, *y = args[1].tensor->data;
  if (args[0].tensor->ndim != 1 || args[1].tensor->ndim != 0) return -1;
  y[0] = 0;
  for (int64_t i = 0; i < size(args[0].tensor); ++i) y[0] += x[i];
  return 0;
}

FUNCTION(net_fail) {
  __TVMAPISetLastError("on purpose");
  return -1;
}
