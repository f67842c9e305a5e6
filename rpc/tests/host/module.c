/* Functions of a module that clients upload. */

#include <stdlib.h>

#include "convention.h"

FUNCTION(add) {
  if (count != 2) return failed("TypeError: add: num_args should be 2");
  result->v_int64 = args[0].v_int64 + args[1].v_int64;
  *result_code = kInt;
  return 0;
}

/* Writes the second argument to all elements of the first one, a tensor of floats on a CPU. */
FUNCTION(fill) {
  DLTensor* tensor = args[0].v_handle;
  if (codes[0] != kTensor && codes[0] != kNDArray) return failed("TypeError: fill: expected a tensor");
  if (tensor->device.device_type != 1) return failed("ValueError: fill: expected a CPU");
  int64_t elements = 1;
  for (int i = 0; i < tensor->ndim; ++i) elements *= tensor->shape[i];
  float* data = (float*)((char*)tensor->data + tensor->byte_offset);
  for (int64_t i = 0; i < elements; ++i) data[i] = (float)args[1].v_float64;
  return 0;
}

FUNCTION(crash) { abort(); }
