/* Tests of objects and their types. */
#include "check.h"

static int ended;
static void end(void* resource) { (void)resource, ++ended; }
static int nothing(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) {
  (void)args, (void)codes, (void)num_args, (void)ret, (void)resource;
  return 0;
}

static unsigned index_of(const char* key) {
  unsigned index;
  OK(TVMObjectTypeKey2Index(key, &index));
  return index;
}

static int derived(unsigned child, unsigned parent) {
  int answer = -1;
  OK(TVMObjectDerivedFrom(child, parent, &answer));
  return answer;
}

int main(void) {
  /* The built-in types. */
  CHECK(index_of("runtime.Module") == 1);
  CHECK(index_of("runtime.NDArray") == 2);
  CHECK(index_of("runtime.String") == 3);
  CHECK(index_of("Array") == 4);
  CHECK(index_of("Map") == 5);
  CHECK(index_of("runtime.ShapeTuple") == 6);
  index_of("runtime.Closure");
  index_of("runtime.ADT");

  /* Type keys and indices convert both ways. The caller frees the key. */
  const char* keys[] = {"runtime.Module", "runtime.NDArray", "Map", "runtime.ADT", "runtime.PackedFunc"};
  for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); ++i) {
    char* key;
    OK(TVMObjectTypeIndex2Key(index_of(keys[i]), &key));
    CHECK(strcmp(key, keys[i]) == 0);
    free(key);
  }
  unsigned index = 77;
  FAILS(TVMObjectTypeKey2Index("test.Unknown", &index),
        "Cannot find type test.Unknown. Did you forget to register the node by TVM_REGISTER_NODE_TYPE ?");
  CHECK(index == 77);
  char* key = (char*)1;
  FAILS(TVMObjectTypeIndex2Key(4000000000u, &key), "Unknown type index 4000000000");
  CHECK(key == (char*)1);

  /* Inheritance. */
  unsigned string = index_of("runtime.String");
  CHECK(derived(string, string) == 1 && derived(string, 0) == 1 && derived(0, string) == 0);
  CHECK(derived(index_of("Map"), index_of("Array")) == 0);
  CHECK(derived(0, 4000000000u) == 0);
  int answer = 5;
  FAILS(TVMObjectDerivedFrom(4000000000u, 0, &answer), "Unknown type index 4000000000");
  CHECK(answer == 5);

  /* The object is dropped when all references are released. */
  TVMFunctionHandle function;
  OK(TVMFuncCreateFromCFunc(nothing, NULL, end, &function));
  OK(TVMObjectGetTypeIndex(function, &index));
  CHECK(index == index_of("runtime.PackedFunc"));
  OK(TVMObjectRetain(function));
  OK(TVMObjectRetain(function));
  OK(TVMObjectFree(function));
  OK(TVMFuncFree(function));
  CHECK(ended == 0);
  OK(TVMObjectFree(function));
  CHECK(ended == 1);

  /* Null handles. */
  OK(TVMObjectRetain(NULL));
  OK(TVMObjectFree(NULL));
  FAILS(TVMObjectGetTypeIndex(NULL, &index), "expected an object, found a null pointer");
  return 0;
}
