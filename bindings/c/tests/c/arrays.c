/* Tests of tensors, copies between tensors, and DLPack. */
#include "check.h"

static int deleted;

static void deleter(DLManagedTensor* self) {
  ++deleted;
  free(self->dl_tensor.shape);
  free(self->dl_tensor.data);
  free(self);
}

/* Makes a tensor of another library with the elements 0, 1, 2 and so on. */
static DLManagedTensor* produce(int64_t rows, int64_t columns) {
  DLManagedTensor* tensor = calloc(1, sizeof(*tensor));
  tensor->dl_tensor.ndim = 2;
  tensor->dl_tensor.device = (DLDevice){kDLCPU, 0};
  tensor->dl_tensor.dtype = (DLDataType){kDLInt, 32, 1};
  tensor->dl_tensor.shape = malloc(2 * sizeof(int64_t));
  tensor->dl_tensor.shape[0] = rows;
  tensor->dl_tensor.shape[1] = columns;
  int32_t* data = malloc(rows * columns * sizeof(int32_t));
  for (int i = 0; i < rows * columns; ++i) data[i] = i;
  tensor->dl_tensor.data = data;
  tensor->deleter = deleter;
  return tensor;
}

int main(void) {
  /* A new array. */
  int64_t shape[] = {2, 3};
  DLTensor* array;
  OK(TVMArrayAlloc(shape, 2, kDLFloat, 32, 1, kDLCPU, 0, &array));
  CHECK(array->ndim == 2 && array->shape != shape && array->shape[0] == 2 && array->shape[1] == 3);
  CHECK(array->strides == NULL && array->byte_offset == 0);
  CHECK(array->dtype.code == kDLFloat && array->dtype.bits == 32 && array->dtype.lanes == 1);
  CHECK(array->device.device_type == kDLCPU && array->device.device_id == 0);
  CHECK((uintptr_t)array->data % 128 == 0);
  unsigned index;
  OK(TVMArrayGetTypeIndex(array, &index));
  CHECK(index == 2);

  /* Copying bytes in and out. */
  float in[] = {1, 2, 3, 4, 5, 6}, out[6] = {0};
  OK(TVMArrayCopyFromBytes(array, in, sizeof(in)));
  OK(TVMArrayCopyToBytes(array, out, sizeof(out)));
  CHECK(memcmp(in, out, sizeof(in)) == 0);
  FAILS(TVMArrayCopyFromBytes(array, in, sizeof(in) - 1), "ArrayCopyFromBytes: size mismatch");
  FAILS(TVMArrayCopyToBytes(array, out, sizeof(out) + 1), "ArrayCopyToBytes: size mismatch");

  /* Copying between tensors of the same size and different shapes. */
  int64_t flat = 24;
  DLTensor* bytes;
  OK(TVMArrayAlloc(&flat, 1, kDLUInt, 8, 1, kDLCPU, 0, &bytes));
  OK(TVMArrayCopyFromTo(array, bytes, NULL));
  CHECK(memcmp(bytes->data, in, sizeof(in)) == 0);
  OK(TVMArrayCopyFromTo(array, array, NULL));
  flat = 23;
  DLTensor* fewer;
  OK(TVMArrayAlloc(&flat, 1, kDLUInt, 8, 1, kDLCPU, 0, &fewer));
  FAILS(TVMArrayCopyFromTo(array, fewer, NULL), "TVMArrayCopyFromTo: The size must exactly match");
  OK(TVMArrayFree(fewer));
  OK(TVMArrayFree(bytes));

  /* Any DLTensor can be copied, and its byte offset counts. */
  double numbers[] = {0, 0.5, 1.5, 2.5};
  int64_t three = 3;
  DLTensor view = {numbers, {kDLCPU, 0}, 1, {kDLFloat, 64, 1}, &three, NULL, sizeof(double)};
  double back[3];
  OK(TVMArrayCopyToBytes(&view, back, sizeof(back)));
  CHECK(back[0] == 0.5 && back[2] == 2.5);
  back[1] = -1;
  OK(TVMArrayCopyFromBytes(&view, back, sizeof(back)));
  CHECK(numbers[0] == 0 && numbers[2] == -1);
  /* A tensor that is not contiguous is an error. */
  int64_t backwards = -1;
  view.strides = &backwards;
  FAILS(TVMArrayCopyToBytes(&view, back, sizeof(back)), "expected elements in compact row-major order");
  int64_t compact = 1;
  view.strides = &compact;
  OK(TVMArrayCopyToBytes(&view, back, sizeof(back)));

  /* An empty tensor and a scalar. */
  int64_t empty_shape[] = {0, 5};
  DLTensor* empty;
  OK(TVMArrayAlloc(empty_shape, 2, kDLInt, 8, 1, kDLCPU, 0, &empty));
  OK(TVMArrayCopyFromBytes(empty, NULL, 0));
  OK(TVMArrayCopyToBytes(empty, NULL, 0));
  OK(TVMArrayFree(empty));
  DLTensor* scalar;
  OK(TVMArrayAlloc(NULL, 0, kDLInt, 64, 1, kDLCPU, 0, &scalar));
  int64_t number = 7;
  OK(TVMArrayCopyFromBytes(scalar, &number, 8));
  CHECK(scalar->ndim == 0 && *(int64_t*)scalar->data == 7);
  OK(TVMArrayFree(scalar));

  /* The export to DLPack shares the elements and holds its own reference. */
  DLManagedTensor* given;
  OK(TVMArrayToDLPack(array, &given));
  CHECK(given->dl_tensor.data == array->data && given->dl_tensor.shape[1] == 3 && given->deleter != NULL);
  OK(TVMArrayFree(array));
  CHECK(((float*)given->dl_tensor.data)[5] == 6);
  /* The import of the exported tensor copies nothing. */
  void* data = given->dl_tensor.data;
  OK(TVMArrayFromDLPack(given, &array));
  CHECK(array->data == data && array->shape[1] == 3);
  OK(TVMArrayFree(array));

  /* The deleter of an imported tensor is called when the last reference is dropped. */
  DLTensor* taken;
  OK(TVMArrayFromDLPack(produce(2, 2), &taken));
  CHECK(((int32_t*)taken->data)[3] == 3 && deleted == 0);
  OK(TVMArrayToDLPack(taken, &given));
  OK(TVMArrayFree(taken));
  CHECK(deleted == 0);
  TVMDLManagedTensorCallDeleter(given);
  CHECK(deleted == 1);

  /* A strided tensor is imported with its strides. */
  DLManagedTensor* transposed = produce(2, 3);
  int64_t strides[] = {1, 2};
  transposed->dl_tensor.strides = strides;
  OK(TVMArrayFromDLPack(transposed, &taken));
  CHECK(taken->strides != strides && taken->strides[1] == 2);
  OK(TVMArrayToDLPack(taken, &given));
  CHECK(given->dl_tensor.strides[0] == 1);
  TVMDLManagedTensorCallDeleter(given);
  OK(TVMArrayFree(taken));
  CHECK(deleted == 2);

  /* A tensor without a deleter. */
  int64_t one = 1;
  DLManagedTensor plain = {{numbers, {kDLCPU, 0}, 1, {kDLFloat, 64, 1}, &one, NULL, 0}, NULL, NULL};
  OK(TVMArrayFromDLPack(&plain, &taken));
  OK(TVMArrayFree(taken));
  TVMDLManagedTensorCallDeleter(&plain);

  /* If the import fails, the caller keeps the tensor. */
  DLManagedTensor* bad = produce(1, 1);
  bad->dl_tensor.shape[0] = -1;
  taken = (DLTensor*)1;
  FAILS(TVMArrayFromDLPack(bad, &taken), "negative extent -1");
  CHECK(deleted == 2 && taken == (DLTensor*)1);
  bad->dl_tensor.shape[0] = 1;
  FAILS(TVMArrayFromDLPack(bad, NULL), "null pointer");
  CHECK(deleted == 2);
  TVMDLManagedTensorCallDeleter(bad);
  CHECK(deleted == 3);

  /* Raw device memory. */
  DLDevice cpu = {kDLCPU, 0};
  DLDataType float32 = {kDLFloat, 32, 1};
  void* space;
  OK(TVMDeviceAllocDataSpace(cpu, 100, 256, float32, &space));
  CHECK((uintptr_t)space % 256 == 0);
  memset(space, 1, 100);
  OK(TVMDeviceFreeDataSpace(cpu, space));
  OK(TVMDeviceAllocDataSpaceWithScope(cpu, 2, shape, float32, "global", &space));
  void* other;
  OK(TVMDeviceAllocDataSpaceWithScope(cpu, 2, shape, float32, NULL, &other));
  CHECK((uintptr_t)space % 128 == 0);
  memcpy(space, in, sizeof(in));
  DLTensor from = {space, cpu, 2, float32, shape, NULL, 0}, to = {other, cpu, 2, float32, shape, NULL, 0};
  OK(TVMDeviceCopyDataFromTo(&from, &to, NULL));
  CHECK(memcmp(other, in, sizeof(in)) == 0);
  OK(TVMDeviceFreeDataSpace(cpu, space));
  OK(TVMDeviceFreeDataSpace(cpu, other));
  OK(TVMDeviceFreeDataSpace(cpu, NULL));

  /* The host has only the default stream. */
  TVMStreamHandle stream = (void*)1;
  OK(TVMStreamCreate(kDLCPU, 0, &stream));
  CHECK(stream == NULL);
  OK(TVMSetStream(kDLCPU, 0, stream));
  OK(TVMSynchronize(kDLCPU, 0, stream));
  OK(TVMStreamStreamSynchronize(kDLCPU, 0, stream, stream));
  OK(TVMStreamFree(kDLCPU, 0, stream));
  return 0;
}
