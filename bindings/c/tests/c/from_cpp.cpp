// Tests of the header from C++: functions with state, errors as exceptions, and enumerations.
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.h"

namespace {

using Function = std::function<int64_t(const std::vector<int64_t>&)>;

// Catches all exceptions, because no exception may reach the library.
int invoke(TVMValue* args, int* codes, int num_args, TVMRetValueHandle ret, void* resource) try {
  std::vector<int64_t> numbers;
  for (int i = 0; i < num_args; ++i) {
    if (codes[i] != kTVMArgInt) throw std::invalid_argument("expected a number");
    numbers.push_back(args[i].v_int64);
  }
  TVMValue value = int_value((*static_cast<Function*>(resource))(numbers));
  int code = kTVMArgInt;
  return TVMCFuncSetReturn(ret, &value, &code, 1);
} catch (const std::exception& error) {
  TVMAPISetLastError((std::string("ValueError: ") + error.what()).c_str());
  return -1;
}

void finish(void* resource) { delete static_cast<Function*>(resource); }

struct Handle {
  explicit Handle(Function function) {
    OK(TVMFuncCreateFromCFunc(invoke, new Function(std::move(function)), finish, &handle));
  }
  Handle(const Handle&) = delete;
  ~Handle() { OK(TVMFuncFree(handle)); }

  int64_t operator()(std::vector<int64_t> numbers) const {
    std::vector<TVMValue> values;
    for (int64_t number : numbers) values.push_back(int_value(number));
    std::vector<int> codes(numbers.size(), kTVMArgInt);
    TVMValue result;
    int code;
    if (TVMFuncCall(handle, values.data(), codes.data(), static_cast<int>(values.size()), &result, &code) != 0)
      throw std::runtime_error(TVMGetLastError());
    return code == kTVMArgInt ? result.v_int64 : -1;
  }

  TVMFunctionHandle handle;
};

}  // namespace

int main() {
  auto state = std::make_shared<int>(0);
  {
    Handle sum([state](const std::vector<int64_t>& numbers) {
      ++*state;
      int64_t total = 0;
      for (int64_t number : numbers) total += number;
      return total;
    });
    CHECK(sum({1, 2, 3}) == 6);
    CHECK(sum({}) == 0);
    CHECK(state.use_count() == 2);
    Handle twice([&sum](const std::vector<int64_t>& numbers) { return 2 * sum(numbers); });
    CHECK(twice({4, 5}) == 18);
  }
  CHECK(state.use_count() == 1 && *state == 3);

  Handle refuses([](const std::vector<int64_t>&) -> int64_t { throw std::out_of_range("too far"); });
  bool caught = false;
  try {
    refuses({1});
  } catch (const std::runtime_error& error) {
    caught = std::string(error.what()).find("ValueError: too far\n") == 0;
  }
  CHECK(caught);

  // The enumerations are C++ types.
  DLDevice device{kDLCPU, 0};
  DLDeviceType kind = device.device_type;
  CHECK(kind == kDLCPU);
  int64_t shape[] = {4};
  DLTensor* array;
  OK(TVMArrayAlloc(shape, 1, kDLFloat, 64, 1, device.device_type, device.device_id, &array));
  std::unique_ptr<DLTensor, int (*)(DLTensor*)> owner(array, TVMArrayFree);
  CHECK(owner->dtype.bits == 64);
  return 0;
}
