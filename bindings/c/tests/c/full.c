/* Tests that the full build has the types of the IR and their inheritance. */
#include "check.h"

int main(void) {
  const char* keys[] = {"IntImm", "IRModule", "tir.Add", "tir.Var", "relay.TensorType", "Op", "Target"};
  unsigned index, expr;
  int derived;
  for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); ++i) {
    OK(TVMObjectTypeKey2Index(keys[i], &index));
    OK(TVMObjectDerivedFrom(index, 0, &derived));
    CHECK(derived == 1);
  }
  OK(TVMObjectTypeKey2Index("PrimExpr", &expr));
  OK(TVMObjectTypeKey2Index("tir.Add", &index));
  OK(TVMObjectDerivedFrom(index, expr, &derived));
  CHECK(derived == 1);
  OK(TVMObjectTypeKey2Index("IRModule", &index));
  OK(TVMObjectDerivedFrom(index, expr, &derived));
  CHECK(derived == 0);
  return 0;
}
