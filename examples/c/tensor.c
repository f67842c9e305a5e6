/* Tensors from C: allocates and fills a tensor, and exchanges it over DLPack without a copy. */
#include <stdio.h>

#include "objet.h"

static int fail(const char *what) {
  fprintf(stderr, "%s: %s", what, TVMGetLastError());
  return 1;
}

/* Code that uses only DLPack, and no other part of the library. */
static void double_all(DLManagedTensor *tensor) {
  float *data = (float *)((char *)tensor->dl_tensor.data + tensor->dl_tensor.byte_offset);
  int64_t count = 1;
  for (int i = 0; i < tensor->dl_tensor.ndim; ++i) count *= tensor->dl_tensor.shape[i];
  for (int64_t i = 0; i < count; ++i) data[i] *= 2;
}

int main(void) {
  int64_t shape[] = {2, 3};
  DLTensor *array;
  if (TVMArrayAlloc(shape, 2, kDLFloat, 32, 1, kDLCPU, 0, &array) != 0) return fail("TVMArrayAlloc");
  float numbers[] = {1, 2, 3, 4, 5, 6};
  if (TVMArrayCopyFromBytes(array, numbers, sizeof(numbers)) != 0) return fail("TVMArrayCopyFromBytes");

  DLManagedTensor *lent;
  if (TVMArrayToDLPack(array, &lent) != 0) return fail("TVMArrayToDLPack");
  double_all(lent);
  DLTensor *back;
  if (TVMArrayFromDLPack(lent, &back) != 0) return fail("TVMArrayFromDLPack");

  if (TVMArrayCopyToBytes(back, numbers, sizeof(numbers)) != 0) return fail("TVMArrayCopyToBytes");
  printf("%lld x %lld:", (long long)back->shape[0], (long long)back->shape[1]);
  for (int i = 0; i < 6; ++i) printf(" %g", numbers[i]);
  printf("\nthe same memory: %s\n", back->data == array->data ? "yes" : "no");

  /* An invalid shape is an error with a message. */
  shape[1] = -3;
  DLTensor *none;
  if (TVMArrayAlloc(shape, 2, kDLFloat, 32, 1, kDLCPU, 0, &none) == 0) return 1;
  printf("%s", TVMGetLastError());
  TVMArrayFree(back);
  return TVMArrayFree(array);
}
