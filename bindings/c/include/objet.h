/* The C ABI of TVM 0.8, as implemented by Objet. docs/c-api.md describes ownership.
 *
 * Generated from the sources: cargo xtask regenerate header
 */

#ifndef OBJET_H_
#define OBJET_H_

#include <stddef.h>
#include <stdint.h>

#ifndef TVM_DLL
#ifdef _WIN32
#define TVM_DLL __declspec(dllimport)
#else
#define TVM_DLL __attribute__((visibility("default")))
#endif
#endif

/* The version of DLPack whose tensor layout is used. */
#ifndef DLPACK_VERSION
#define DLPACK_VERSION 050
#endif

/* The version of TVM whose C ABI this is. */
#ifndef TVM_VERSION
#define TVM_VERSION "0.8.0"
#endif


/*
 The type code of an argument or a result.
 */
typedef enum TVMArgTypeCode {
  /*
   A signed 64-bit integer or a boolean.
   */
  kTVMArgInt = 0,
  /*
   A double.
   */
  kTVMArgFloat = 2,
  /*
   A pointer that the runtime passes on and does not interpret.
   */
  kTVMOpaqueHandle = 3,
  /*
   Null.
   */
  kTVMNullptr = 4,
  /*
   A data type.
   */
  kTVMDataType = 5,
  /*
   A device.
   */
  kDLDevice = 6,
  /*
   A borrowed tensor.
   */
  kTVMDLTensorHandle = 7,
  /*
   An object.
   */
  kTVMObjectHandle = 8,
  /*
   A module.
   */
  kTVMModuleHandle = 9,
  /*
   A function.
   */
  kTVMPackedFuncHandle = 10,
  /*
   A NUL-terminated string.
   */
  kTVMStr = 11,
  /*
   A `TVMByteArray`.
   */
  kTVMBytes = 12,
  /*
   A tensor object.
   */
  kTVMNDArrayHandle = 13,
  /*
   The address of an object handle. The callee may move the object out of it.
   */
  kTVMObjectRValueRefArg = 14,
  /*
   The first extension code.
   */
  kTVMExtBegin = 15,
  /*
   The first code reserved for NNVM.
   */
  kTVMNNVMFirst = 16,
  /*
   The last code reserved for NNVM.
   */
  kTVMNNVMLast = 20,
  /*
   The end of the reserved extension codes.
   */
  kTVMExtReserveEnd = 64,
  /*
   The end of all codes.
   */
  kTVMExtEnd = 128,
} TVMArgTypeCode;

/*
 The kind of number of a tensor element.
 */
typedef enum DLDataTypeCode {
  /*
   Signed integers.
   */
  kDLInt = 0,
  /*
   Unsigned integers.
   */
  kDLUInt = 1,
  /*
   IEEE 754 floating-point numbers.
   */
  kDLFloat = 2,
  /*
   Pointers.
   */
  kDLOpaqueHandle = 3,
  /*
   bfloat16.
   */
  kDLBfloat = 4,
  /*
   Complex numbers.
   */
  kDLComplex = 5,
} DLDataTypeCode;

/*
 A kind of device.
 */
typedef enum DLDeviceType {
  /*
   The host.
   */
  kDLCPU = 1,
  /*
   An NVIDIA GPU.
   */
  kDLCUDA = 2,
  /*
   Host memory pinned for CUDA.
   */
  kDLCUDAHost = 3,
  /*
   OpenCL.
   */
  kDLOpenCL = 4,
  /*
   Vulkan.
   */
  kDLVulkan = 7,
  /*
   Apple Metal.
   */
  kDLMetal = 8,
  /*
   Verilog simulator.
   */
  kDLVPI = 9,
  /*
   An AMD GPU.
   */
  kDLROCM = 10,
  /*
   A device of an extension.
   */
  kDLExtDev = 12,
} DLDeviceType;

/*
 Device kinds that have no number in DLPack.
 */
typedef enum TVMDeviceExtType {
  /*
   Intel FPGA SDK for OpenCL.
   */
  kDLAOCL = 5,
  /*
   Xilinx SDAccel.
   */
  kDLSDAccel = 6,
  /*
   OpenGL.
   */
  kOpenGL = 11,
  /*
   A microcontroller.
   */
  kDLMicroDev = 13,
  /*
   Qualcomm Hexagon.
   */
  kDLHexagon = 14,
  /*
   WebGPU.
   */
  kDLWebGPU = 15,
} TVMDeviceExtType;

/*
 The extent of a dimension.
 */
typedef int64_t tvm_index_t;

/*
 A device, with the layout of DLPack's `DLDevice`.
 */
typedef struct DLDevice {
  /*
   The kind.
   */
  DLDeviceType device_type;
  /*
   The number of the device within its kind, from 0.
   */
  int32_t device_id;
} DLDevice;

/*
 The data type of an element, with the layout of DLPack's `DLDataType`. Unknown type codes are
 kept as they are.

 The string form is that of TVM: `int32`, `float16x4`, `bool`, `handle`, and the empty string for
 void. Types without a string form in TVM have one here that parses back to the same type:
 - DLPack's later types by name, such as `float8_e4m3fn`
 - complex numbers, such as `complex64`
 - custom types, such as `custom[131]8`, or with the name that
   [`CustomTypes`](crate::CustomTypes) has for the code
 - other codes, such as `code[18]4`
 - handles that are not plain pointers, such as `handle8x2`
 */
typedef struct DLDataType {
  /*
   The kind of number.
   */
  uint8_t code;
  /*
   The number of bits of one lane.
   */
  uint8_t bits;
  /*
   The number of lanes of one element.
   */
  uint16_t lanes;
} DLDataType;

/*
 A tensor as C sees it: the address and the memory layout of its elements. It owns nothing.
 */
typedef struct DLTensor {
  /*
   The memory, as an address of the device.
   */
  void *data;
  /*
   The device of the memory.
   */
  struct DLDevice device;
  /*
   The number of dimensions.
   */
  int32_t ndim;
  /*
   The type of the elements.
   */
  struct DLDataType dtype;
  /*
   The extents of the `ndim` dimensions.
   */
  int64_t *shape;
  /*
   The strides of the `ndim` dimensions, counted in elements, or null for compact row-major
   order.
   */
  int64_t *strides;
  /*
   The offset of the first element from `data`, in bytes.
   */
  uint64_t byte_offset;
} DLTensor;

/*
 The address of the `DLTensor` in a tensor object. Functions that do not take ownership accept
 any `DLTensor`.
 */
typedef struct DLTensor *TVMArrayHandle;

/*
 A stream of work on a device.
 */
typedef void *TVMStreamHandle;

/*
 An owned tensor with a deleter, of DLPack 0.5.
 */
typedef struct DLManagedTensor {
  /*
   The tensor.
   */
  struct DLTensor dl_tensor;
  /*
   Data of the producer for the deleter.
   */
  void *manager_ctx;
  /*
   Called once with this struct when it is no longer used. Null if the producer has nothing to
   free.
   */
  void (*deleter)(struct DLManagedTensor*);
} DLManagedTensor;

/*
 A function, as an object handle.
 */
typedef void *TVMFunctionHandle;

/*
 The environment of a task of compiled code. Name and layout are those of C.
 */
typedef struct TVMParallelGroupEnv {
  /*
   The address of one group of 16 atomic integers per task.
   */
  void *sync_handle;
  /*
   Number of tasks.
   */
  int32_t num_task;
} TVMParallelGroupEnv;

/*
 A task of a parallel loop. Its arguments are the task number, the state shared with the other
 tasks, and the data of the launch.
 */
typedef int (*FTVMParallelLambda)(int task_id, struct TVMParallelGroupEnv *penv, void *cdata);

/*
 A union of 8 bytes. A [`TypeCode`] selects the member.
 */
typedef union TVMValue {
  /*
   An integer.
   */
  int64_t v_int64;
  /*
   A double.
   */
  double v_float64;
  /*
   A pointer to anything but a string.
   */
  void *v_handle;
  /*
   A pointer to a string.
   */
  const char *v_str;
  /*
   A data type.
   */
  struct DLDataType v_type;
  /*
   A device.
   */
  struct DLDevice v_device;
} TVMValue;

/*
 The handle through which a C function sets its result with `TVMCFuncSetReturn`.
 */
typedef void *TVMRetValueHandle;

/*
 A packed function implemented in C. Its arguments are the values, their type codes, their
 number, the handle for the result, and the resource with which the function was created.
 */
typedef int (*TVMPackedCFunc)(union TVMValue *args,
                              int *type_codes,
                              int num_args,
                              TVMRetValueHandle ret,
                              void *resource_handle);

/*
 Frees the resource of a function implemented in C.
 */
typedef void (*TVMPackedCFuncFinalizer)(void *resource_handle);

/*
 Borrowed bytes. A value with [`TypeCode::BYTES`] points to this struct.
 */
typedef struct TVMByteArray {
  /*
   A pointer to the first byte.
   */
  const char *data;
  /*
   The number of bytes.
   */
  size_t size;
} TVMByteArray;

/*
 A module, as an object handle.
 */
typedef void *TVMModuleHandle;

/*
 An object: the address of its header.
 */
typedef void *TVMObjectHandle;

/*
 Registers the functions of a library. Its argument is a function that takes a name and a
 function.
 */
typedef int (*TVMExtensionFuncDeclarer)(TVMFunctionHandle register_func_handle);

/*
 A function of compiled code. Unlike a `TVMPackedCFunc`, it writes its result and the type code
 of the result itself.
 */
typedef int (*TVMBackendPackedCFunc)(union TVMValue *args,
                                     int *type_codes,
                                     int num_args,
                                     union TVMValue *out_ret_value,
                                     int *out_ret_tcode,
                                     void *resource_handle);



#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Allocates an array and returns a handle that the caller owns.

 The element values are unspecified. On the host, the elements are aligned to 128 bytes.

 # Safety
 `shape` is null or points to `ndim` values. `out` is null or writable.
 */
TVM_DLL
int TVMArrayAlloc(const tvm_index_t *shape,
                  int ndim,
                  int dtype_code,
                  int dtype_bits,
                  int dtype_lanes,
                  int device_type,
                  int device_id,
                  TVMArrayHandle *out);

/*
 Releases a reference to an array. Null is allowed.

 # Safety
 `handle` is null, or an array handle whose reference the caller owns.
 */
TVM_DLL int TVMArrayFree(TVMArrayHandle handle);

/*
 Returns the type index of an array: that of `runtime.NDArray` or of a derived type.

 # Safety
 `handle` is null or an array handle. `out_tindex` is null or writable.
 */
TVM_DLL int TVMArrayGetTypeIndex(TVMArrayHandle handle, unsigned int *out_tindex);

/*
 Copies host bytes into a tensor. `nbytes` must be the size of the tensor. The handle may be any
 contiguous `DLTensor`.

 # Safety
 `handle` is null, or a tensor whose elements no other code accesses during the call. `data` is
 null or points to `nbytes` bytes.
 */
TVM_DLL int TVMArrayCopyFromBytes(TVMArrayHandle handle, void *data, size_t nbytes);

/*
 Copies the elements of a tensor into host memory. `nbytes` must be the size of the tensor. The
 handle may be any contiguous `DLTensor`.

 # Safety
 `handle` is null, or a tensor whose elements no other code writes during the call. `data` is
 null or points to `nbytes` writable bytes.
 */
TVM_DLL int TVMArrayCopyToBytes(TVMArrayHandle handle, void *data, size_t nbytes);

/*
 Copies the elements of a tensor into another tensor of the same byte size, in the order of a
 stream. The shapes may differ.

 Both handles may be any contiguous `DLTensor`. The devices are of the same kind, or one of them
 is the host.

 # Safety
 Both are null, or tensors that do not overlap and whose elements no other code accesses until
 the copy is done.
 */
TVM_DLL int TVMArrayCopyFromTo(TVMArrayHandle from, TVMArrayHandle to, TVMStreamHandle stream);

/*
 Takes ownership of a tensor of another library without copying its elements. The deleter is
 called when the array is dropped. On failure, the caller keeps the tensor.

 # Safety
 `from` is null, or valid until its deleter is called, which may happen on any thread. `out` is
 null or writable.
 */
TVM_DLL int TVMArrayFromDLPack(struct DLManagedTensor *from, TVMArrayHandle *out);

/*
 Exports an array as a DLPack tensor that shares its elements. The receiver must call the deleter
 once. The caller keeps the array.

 A read-only array is an error, because the DLPack struct cannot mark a tensor as read-only.

 # Safety
 `from` is null or an array handle. `out` is null or writable.
 */
TVM_DLL int TVMArrayToDLPack(TVMArrayHandle from, struct DLManagedTensor **out);

/*
 Calls the deleter of a DLPack tensor, if the tensor has one. Null is allowed.

 # Safety
 `dltensor` is null or valid, and is not used afterwards.
 */
TVM_DLL void TVMDLManagedTensorCallDeleter(struct DLManagedTensor *dltensor);

/*
 Looks up a function for the code of a module: first in the imports of the module, then among the
 global functions. The result is borrowed and lives as long as the module.

 # Safety
 `mod_node` is null or a module handle. `func_name` is null or a NUL-terminated string. `out` is
 null or writable.
 */
TVM_DLL int TVMBackendGetFuncFromEnv(void *mod_node, const char *func_name, TVMFunctionHandle *out);

/*
 Allocates temporary device memory, aligned to 128 bytes, from the pool of this thread. Returns
 null if the memory is exhausted. The type hints are ignored.
 */
TVM_DLL
void *TVMBackendAllocWorkspace(int device_type,
                               int device_id,
                               uint64_t nbytes,
                               int dtype_code_hint,
                               int dtype_bits_hint);

/*
 Releases temporary memory. Blocks may be released in any order.

 # Safety
 `ptr` was returned by `TVMBackendAllocWorkspace` on this thread for this device, and is not used
 afterwards.
 */
TVM_DLL int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr);

/*
 Runs `num_task` tasks in parallel, or one task for each thread if `num_task` is 0. The
 environment of a task contains the number of tasks. Returns -1 if a task returns a value other
 than 0.

 # Safety
 `flambda` may be called with `cdata`, on several threads at once.
 */
TVM_DLL int TVMBackendParallelLaunch(FTVMParallelLambda flambda, void *cdata, int num_task);

/*
 Waits until all tasks of the launch have reached the barrier.

 # Safety
 `task_id` and `penv` are the arguments with which the task was called.
 */
TVM_DLL int TVMBackendParallelBarrier(int task_id, struct TVMParallelGroupEnv *penv);

/*
 Adds a symbol to the system library. Registering a name again replaces its address.

 # Safety
 `name` is null or a NUL-terminated string. `ptr` is the address of the function or data that the
 name denotes, and stays valid.
 */
TVM_DLL int TVMBackendRegisterSystemLibSymbol(const char *name, void *ptr);

/*
 Calls `f` once: if `*handle` is null, sets it to a value other than null and calls `f`.

 # Safety
 `handle` is null, or the address of a pointer that only this function changes. `f` may be called
 with `cdata`.
 */
TVM_DLL int TVMBackendRunOnce(void **handle, int (*f)(void *cdata), void *cdata, int nbytes);

/*
 Registers a function of the front end. The only name is `PyErr_CheckSignals`: a function without
 parameters that returns 0 unless the front end has a pending exception. Null removes the
 function.

 # Safety
 `name` is null or a NUL-terminated string. `ptr` is null or a function of the type that the name
 implies, and may be called on any thread.
 */
TVM_DLL int TVMBackendRegisterEnvCAPI(const char *name, void *ptr);

/*
 Rounds a float to the nearest half and returns the bits of the half.
 */
TVM_DLL uint16_t __gnu_f2h_ieee(float number);

/*
 Converts the bits of a half to a float.
 */
TVM_DLL float __gnu_h2f_ieee(uint16_t half);

/*
 Creates a stream. The result is null for device kinds that have only the default stream.

 # Safety
 `out` is null or writable.
 */
TVM_DLL int TVMStreamCreate(int device_type, int device_id, TVMStreamHandle *out);

/*
 Destroys a stream.

 # Safety
 `stream` was returned by `TVMStreamCreate` for this device, and is not used afterwards.
 */
TVM_DLL int TVMStreamFree(int device_type, int device_id, TVMStreamHandle stream);

/*
 Sets the stream of this thread for a device. Null is the default stream.

 # Safety
 `handle` is null, or a stream of this device that outlives its use by this thread.
 */
TVM_DLL int TVMSetStream(int device_type, int device_id, TVMStreamHandle handle);

/*
 Waits until all work in a stream is done.

 # Safety
 `stream` is null or a stream of this device.
 */
TVM_DLL int TVMSynchronize(int device_type, int device_id, TVMStreamHandle stream);

/*
 Makes later work in `dst` wait for the work that is already in `src`.

 # Safety
 Both are null or streams of this device.
 */
TVM_DLL
int TVMStreamStreamSynchronize(int device_type,
                               int device_id,
                               TVMStreamHandle src,
                               TVMStreamHandle dst);

/*
 Allocates device memory with the given alignment. The caller frees the memory with
 `TVMDeviceFreeDataSpace`. The type hint is ignored.

 # Safety
 `out_data` is null or writable.
 */
TVM_DLL
int TVMDeviceAllocDataSpace(struct DLDevice dev,
                            size_t nbytes,
                            size_t alignment,
                            struct DLDataType _type_hint,
                            void **out_data);

/*
 Allocates device memory for the elements of a tensor. The caller frees the memory with
 `TVMDeviceFreeDataSpace`. The scope is null or "global".

 # Safety
 `shape` is null or points to `ndim` values. `mem_scope` is null or a NUL-terminated string.
 `out_data` is null or writable.
 */
TVM_DLL
int TVMDeviceAllocDataSpaceWithScope(struct DLDevice dev,
                                     int ndim,
                                     const int64_t *shape,
                                     struct DLDataType dtype,
                                     const char *mem_scope,
                                     void **out_data);

/*
 Frees device memory. Null is allowed.

 # Safety
 `ptr` is null, or was returned by `TVMDeviceAllocDataSpace` or
 `TVMDeviceAllocDataSpaceWithScope` for this device. `ptr` is not used afterwards.
 */
TVM_DLL int TVMDeviceFreeDataSpace(struct DLDevice dev, void *ptr);

/*
 Copies the elements of a tensor into another tensor of the same byte size, in the order of a
 stream. With a null stream, a copy to or from the host is complete when this function returns.

 # Safety
 Both are null, or tensors that do not overlap and whose elements no other code accesses until
 the copy is done.
 */
TVM_DLL
int TVMDeviceCopyDataFromTo(struct DLTensor *from,
                            struct DLTensor *to,
                            TVMStreamHandle stream);

/*
 Sets the last error of this thread. Null clears it.

 # Safety
 `msg` is null or a NUL-terminated string.
 */
TVM_DLL void TVMAPISetLastError(const char *msg);

/*
 Returns the last error of this thread in UTF-8, or an empty string if there was no error. The
 string is valid until the next error on this thread. A successful call does not change it.
 */
TVM_DLL const char *TVMGetLastError(void);

/*
 Calls a function. The arguments are borrowed for the call.

 The caller owns a returned object, module, function or array. A returned string or byte array
 belongs to this thread until a call returns the next one. A data type is returned as a string.

 # Safety
 `func` is null or a function handle. `arg_values` and `type_codes` point to `num_args` values
 and their codes. The last two are null or writable.
 */
TVM_DLL
int TVMFuncCall(TVMFunctionHandle func,
                union TVMValue *arg_values,
                int *type_codes,
                int num_args,
                union TVMValue *ret_val,
                int *ret_type_code);

/*
 Releases a function handle. Null is allowed.

 # Safety
 `func` is null, or a handle that the caller owns.
 */
TVM_DLL int TVMFuncFree(TVMFunctionHandle func);

/*
 Creates a function from a C function.

 The finalizer may be null. It is called once with the resource, on the thread that drops the
 last reference to the function. It is not called on failure.

 # Safety
 The function accepts the resource. The function, the resource and the finalizer may be used on
 any thread. No C++ exception leaves the function or the finalizer. `out` is null or writable.
 */
TVM_DLL
int TVMFuncCreateFromCFunc(TVMPackedCFunc func,
                           void *resource_handle,
                           TVMPackedCFuncFinalizer fin,
                           TVMFunctionHandle *out);

/*
 Sets the result of a C function during its call. `num_ret` must be 1. Strings and bytes are
 copied and objects are retained, so the caller keeps its value.

 # Safety
 `ret` is the handle with which the C function was called. `value` and `type_code` point to a
 value and its code.
 */
TVM_DLL
int TVMCFuncSetReturn(TVMRetValueHandle ret,
                      union TVMValue *value,
                      int *type_code,
                      int num_ret);

/*
 Converts a borrowed argument of a C function, in place, to an argument that the C function owns.
 An object passed by rvalue reference is moved. Strings and bytes cannot be owned.

 # Safety
 `value` and `code` point to a value and its code, and are writable.
 */
TVM_DLL int TVMCbArgToReturn(union TVMValue *value, int *code);

/*
 Does nothing: the thread owns the bytes that a function returns.
 */
TVM_DLL int TVMByteArrayFree(struct TVMByteArray *_arr);

/*
 Loads a module from a file. If the format is empty, the file extension determines the format.

 # Safety
 The strings are null or NUL-terminated. `out` is null or writable. The code in the file is
 trusted, because it runs in this process.
 */
TVM_DLL int TVMModLoadFromFile(const char *file_name, const char *format, TVMModuleHandle *out);

/*
 Appends a module to the imports of another module. The importing module keeps a reference.

 # Safety
 Both are null or module handles.
 */
TVM_DLL int TVMModImport(TVMModuleHandle module, TVMModuleHandle dep);

/*
 Returns a handle to the function with the given name, or null if the module has no such
 function. The caller frees the handle.

 If `query_imports` is not 0, the imports of the module are searched too, depth first and in
 order.

 # Safety
 `module` is null or a module handle. `func_name` is null or a NUL-terminated string. `out` is
 null or writable.
 */
TVM_DLL
int TVMModGetFunction(TVMModuleHandle module,
                      const char *func_name,
                      int query_imports,
                      TVMFunctionHandle *out);

/*
 Releases a reference to a module, like `TVMObjectFree`. Null is allowed.

 # Safety
 `module` is null, or a module handle whose reference the caller owns.
 */
TVM_DLL int TVMModFree(TVMModuleHandle module);

/*
 Returns the type index of an object.

 # Safety
 `obj` is null or an object handle. `out_tindex` is null or writable.
 */
TVM_DLL int TVMObjectGetTypeIndex(TVMObjectHandle obj, unsigned int *out_tindex);

/*
 Returns the type index for a type key.

 # Safety
 `type_key` is null or a NUL-terminated string. `out_tindex` is null or writable.
 */
TVM_DLL int TVMObjectTypeKey2Index(const char *type_key, unsigned int *out_tindex);

/*
 Returns the type key for a type index. The string is allocated with `malloc`, and the caller
 must `free` it.

 # Safety
 `out_type_key` is null or writable.
 */
TVM_DLL int TVMObjectTypeIndex2Key(unsigned int tindex, char **out_type_key);

/*
 Adds a reference to an object. Null is allowed.

 # Safety
 `obj` is null or an object handle.
 */
TVM_DLL int TVMObjectRetain(TVMObjectHandle obj);

/*
 Releases a reference to an object. The last release drops the object. Null is allowed.

 # Safety
 `obj` is null, or an object handle whose reference the caller owns.
 */
TVM_DLL int TVMObjectFree(TVMObjectHandle obj);

/*
 Returns 1 if the child type is the parent type or derives from it, and 0 otherwise. A child
 index below the parent index returns 0, because a derived type has the higher index.

 # Safety
 `is_derived` is null or writable.
 */
TVM_DLL
int TVMObjectDerivedFrom(uint32_t child_type_index,
                         uint32_t parent_type_index,
                         int *is_derived);

/*
 Registers a function under a global name. The caller keeps its handle.

 A name that is already registered is an error, unless `can_override` is not 0. Callers that
 looked up the replaced function may still call it.

 # Safety
 `name` is null or a NUL-terminated string. `f` is null or a function handle.
 */
TVM_DLL int TVMFuncRegisterGlobal(const char *name, TVMFunctionHandle f, int can_override);

/*
 Returns a handle to the global function with the given name, or null if there is no such
 function. The caller frees the handle.

 # Safety
 `name` is null or a NUL-terminated string. `out` is null or writable.
 */
TVM_DLL int TVMFuncGetGlobal(const char *name, TVMFunctionHandle *out);

/*
 Returns the global names in alphabetical order. The array and the names belong to this thread
 and are valid until the next call of this function on it.

 # Safety
 Both are null or writable.
 */
TVM_DLL int TVMFuncListGlobalNames(int *out_size, const char ***out_array);

/*
 Removes a global name. Callers that looked up the function may still call it.

 # Safety
 `name` is null or a NUL-terminated string.
 */
TVM_DLL int TVMFuncRemoveGlobal(const char *name);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OBJET_H_ */
