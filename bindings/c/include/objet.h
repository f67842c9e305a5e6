/* The C ABI of TVM 0.8, as Objet has it: docs/c-api.md says who owns what.
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

/* The version of DLPack by which tensors lie in memory. */
#ifndef DLPACK_VERSION
#define DLPACK_VERSION 050
#endif

/* The version of TVM whose C ABI this is. */
#ifndef TVM_VERSION
#define TVM_VERSION "0.8.0"
#endif


/*
 What kind of value an argument or a result is.
 */
typedef enum TVMArgTypeCode {
  /*
   A signed 64-bit integer, or a truth value.
   */
  kTVMArgInt = 0,
  /*
   A double.
   */
  kTVMArgFloat = 2,
  /*
   A pointer that means something to others.
   */
  kTVMOpaqueHandle = 3,
  /*
   Null of any kind.
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
   Text that ends with a NUL.
   */
  kTVMStr = 11,
  /*
   A `TVMByteArray`.
   */
  kTVMBytes = 12,
  /*
   A tensor that is an object.
   */
  kTVMNDArrayHandle = 13,
  /*
   The address of an object handle, out of which the callee may take the object.
   */
  kTVMObjectRValueRefArg = 14,
  /*
   The first code of extensions.
   */
  kTVMExtBegin = 15,
  /*
   The first code of one framework.
   */
  kTVMNNVMFirst = 16,
  /*
   The last code of that framework.
   */
  kTVMNNVMLast = 20,
  /*
   The end of reserved extensions.
   */
  kTVMExtReserveEnd = 64,
  /*
   The end of all codes.
   */
  kTVMExtEnd = 128,
} TVMArgTypeCode;

/*
 What kind of number an element of a tensor is.
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
 Kinds of devices that DLPack has no number for.
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
 An extent of a dimension.
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
   Which one of its kind, from 0.
   */
  int32_t device_id;
} DLDevice;

/*
 The type of an element, with the layout of DLPack's `DLDataType`. Any code, known or not, is kept as it is.

 Its text is TVM's: `int32`, `float16x4`, `bool`, `handle`, nothing for void. What TVM has no text for has one here
 that can be read back: DLPack's later types by name (`float8_e4m3fn`), `complex64`, types of users as
 `custom[131]8`, or by their names as [`CustomTypes`] knows them, other codes as `code[18]4`, and handles that are no pointer as `handle8x2`.
 */
typedef struct DLDataType {
  /*
   What kind of number it is.
   */
  uint8_t code;
  /*
   How many bits one number has.
   */
  uint8_t bits;
  /*
   How many numbers one element has.
   */
  uint16_t lanes;
} DLDataType;

/*
 A tensor: where its elements are, and how they lie. It owns nothing.
 */
typedef struct DLTensor {
  /*
   The memory, as the device addresses it.
   */
  void *data;
  /*
   Where the memory is.
   */
  struct DLDevice device;
  /*
   How many dimensions there are.
   */
  int32_t ndim;
  /*
   The type of the elements.
   */
  struct DLDataType dtype;
  /*
   `ndim` extents.
   */
  int64_t *shape;
  /*
   `ndim` steps from one element to the next, counted in elements; null for compact row-major order.
   */
  int64_t *strides;
  /*
   Where the first element is, in bytes from `data`.
   */
  uint64_t byte_offset;
} DLTensor;

/*
 A tensor: the address of the `DLTensor` in its object. Where a function does not own it, any other `DLTensor` will do.
 */
typedef struct DLTensor *TVMArrayHandle;

/*
 A queue of work on a device.
 */
typedef void *TVMStreamHandle;

/*
 A tensor that knows how it is given back.
 */
typedef struct DLManagedTensor {
  /*
   The tensor.
   */
  struct DLTensor dl_tensor;
  /*
   Whatever the producer needs to give it back.
   */
  void *manager_ctx;
  /*
   Called once with this struct when it is no longer used. Null if there is nothing to do.
   */
  void (*deleter)(struct DLManagedTensor*);
} DLManagedTensor;

/*
 A function: an object handle.
 */
typedef void *TVMFunctionHandle;

/*
 What a task of compiled code is told of its launch. C-side name and layout: `TVMParallelGroupEnv`.
 */
typedef struct TVMParallelGroupEnv {
  /*
   So many groups of 16 atomic integers as there are tasks.
   */
  void *sync_handle;
  /*
   How many tasks there are.
   */
  int32_t num_task;
} TVMParallelGroupEnv;

/*
 A task of a parallel loop: its number, what it shares with the others, and the data of the launch.
 */
typedef int (*FTVMParallelLambda)(int task_id, struct TVMParallelGroupEnv *penv, void *cdata);

/*
 Eight bytes whose meaning a [`TypeCode`] tells.
 */
typedef union TVMValue {
  /*
   Of an integer.
   */
  int64_t v_int64;
  /*
   Of a double.
   */
  double v_float64;
  /*
   Of every kind of pointer but text.
   */
  void *v_handle;
  /*
   Of text.
   */
  const char *v_str;
  /*
   Of a data type.
   */
  struct DLDataType v_type;
  /*
   Of a device.
   */
  struct DLDevice v_device;
} TVMValue;

/*
 Where a function of C puts its result, by `TVMCFuncSetReturn`.
 */
typedef void *TVMRetValueHandle;

/*
 A function of C, as front ends make them: arguments beside their type codes, where the result goes, and what the function was made
 with.
 */
typedef int (*TVMPackedCFunc)(union TVMValue *args,
                              int *type_codes,
                              int num_args,
                              TVMRetValueHandle ret,
                              void *resource_handle);

/*
 What ends the resource of a function of C.
 */
typedef void (*TVMPackedCFuncFinalizer)(void *resource_handle);

/*
 Bytes, borrowed: what [`TypeCode::BYTES`] points to.
 */
typedef struct TVMByteArray {
  /*
   The first byte.
   */
  const char *data;
  /*
   How many there are.
   */
  size_t size;
} TVMByteArray;

/*
 A module: an object handle.
 */
typedef void *TVMModuleHandle;

/*
 An object: its address.
 */
typedef void *TVMObjectHandle;

/*
 A function of a library that registers what the library has: it is passed a function that takes a name and a function.
 */
typedef int (*TVMExtensionFuncDeclarer)(TVMFunctionHandle register_func_handle);

/*
 A function of compiled code: as `TVMPackedCFunc`, but it stores its result beside a type code itself.
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
 An array, of which the caller owns the one reference. Its elements mean nothing yet. Those of memory of the host begin at a
 multiple of 128 bytes.

 # Safety
 `ndim` numbers stand where `shape` points to, if that is not null, and `out` is null or can be written to.
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
 Gives a reference to an array back. Null is allowed.

 # Safety
 `handle` is null, or the handle of an array of which the caller owns a reference.
 */
TVM_DLL int TVMArrayFree(TVMArrayHandle handle);

/*
 The index of an array's type: that of `runtime.NDArray`, or of a type derived from it.

 # Safety
 `handle` is null or the handle of an array, and `out_tindex` is null or can be written to.
 */
TVM_DLL int TVMArrayGetTypeIndex(TVMArrayHandle handle, unsigned int *out_tindex);

/*
 Copies bytes of the host into a tensor, which has as many. It may be any `DLTensor` whose elements lie one after the other.

 # Safety
 `handle` is null or a tensor whose elements nobody else uses now. `nbytes` bytes stand where `data` points to, if that is not null.
 */
TVM_DLL
int TVMArrayCopyFromBytes(TVMArrayHandle handle,
                          void *data,
                          size_t nbytes);

/*
 Copies the elements of a tensor into bytes of the host, which are as many. It may be any `DLTensor` whose elements lie one after the
 other.

 # Safety
 `handle` is null or a tensor whose elements nobody writes to now. `nbytes` bytes stand where `data` points to, if that is not null,
 and can be written to.
 */
TVM_DLL
int TVMArrayCopyToBytes(TVMArrayHandle handle,
                        void *data,
                        size_t nbytes);

/*
 Copies the elements of a tensor into another one of as many bytes, whatever their shapes, in the order of a queue. Both may be any
 `DLTensor` whose elements lie one after the other, on devices of one kind or one of them on the host.

 # Safety
 Both are null or tensors whose elements nobody else uses until the copy is done, and which do not overlap.
 */
TVM_DLL
int TVMArrayCopyFromTo(TVMArrayHandle from,
                       TVMArrayHandle to,
                       TVMStreamHandle stream);

/*
 Takes over a tensor of another library, whose elements stay where they are: its deleter is called when the array ends. If this
 fails, the caller keeps the tensor.

 # Safety
 `from` is null or valid, and stays so until its deleter is called, which may be on any thread. `out` is null or can be written to.
 */
TVM_DLL
int TVMArrayFromDLPack(struct DLManagedTensor *from,
                       TVMArrayHandle *out);

/*
 A tensor for another library, which sees the elements where they are, and must call its deleter once. The caller keeps the array.
 It is not made of an array that is read-only, since it cannot say so.

 # Safety
 `from` is null or the handle of an array, and `out` is null or can be written to.
 */
TVM_DLL
int TVMArrayToDLPack(TVMArrayHandle from,
                     struct DLManagedTensor **out);

/*
 Calls the deleter of a tensor of DLPack, if it has one. Null is allowed.

 # Safety
 `dltensor` is null or valid, and is not used after.
 */
TVM_DLL void TVMDLManagedTensorCallDeleter(struct DLManagedTensor *dltensor);

/*
 The function of that name that the code of a module may call: one of the module's imports, or else a global one. It is borrowed, and
 there as long as the module.

 # Safety
 `mod_node` is null or the handle of a module, `func_name` is null or text that ends with a NUL, and `out` is null or can be
 written to.
 */
TVM_DLL
int TVMBackendGetFuncFromEnv(void *mod_node,
                             const char *func_name,
                             TVMFunctionHandle *out);

/*
 So many bytes of a device, for a while, at a multiple of 128; null if there is not as much. The hints mean nothing here.
 */
TVM_DLL
void *TVMBackendAllocWorkspace(int device_type,
                               int device_id,
                               uint64_t nbytes,
                               int dtype_code_hint,
                               int dtype_bits_hint);

/*
 Gives memory back, in whatever order.

 # Safety
 `ptr` is what `TVMBackendAllocWorkspace` gave this thread for this device, and is not used after.
 */
TVM_DLL int TVMBackendFreeWorkspace(int device_type, int device_id, void *ptr);

/*
 Runs so many tasks at once, or as many as there are threads if `num_task` is 0: each is told in its environment how many there are.
 Answers -1 if any of them does not answer 0.

 # Safety
 `flambda` may be called with `cdata`, on several threads at once.
 */
TVM_DLL
int TVMBackendParallelLaunch(FTVMParallelLambda flambda,
                             void *cdata,
                             int num_task);

/*
 Waits until all tasks of the launch have come here.

 # Safety
 `task_id` and `penv` are what the task was given.
 */
TVM_DLL int TVMBackendParallelBarrier(int task_id, struct TVMParallelGroupEnv *penv);

/*
 Adds a symbol to those of the system library. Another address for a name that is known replaces the one before.

 # Safety
 `name` is null or text that ends with a NUL, and what is at the address is what the name says. It stays there.
 */
TVM_DLL
int TVMBackendRegisterSystemLibSymbol(const char *name,
                                      void *ptr);

/*
 Calls `f` if the place is null, which it is not from then on.

 # Safety
 `handle` is null, or the address of a pointer that is changed by this function alone; and `f` may be called with `cdata`.
 */
TVM_DLL
int TVMBackendRunOnce(void **handle,
                      int (*f)(void *cdata),
                      void *cdata,
                      int nbytes);

/*
 Tells of a function of the front end: `PyErr_CheckSignals`, which takes nothing, and gives 0 unless the front end holds an exception
 now. Null takes it back.

 # Safety
 `name` is null or text that ends with a NUL, and `ptr` is null or a function of the type that the name stands for, which may be called
 on any thread.
 */
TVM_DLL
int TVMBackendRegisterEnvCAPI(const char *name,
                              void *ptr);

/*
 The nearest half to a float, by its bits.
 */
TVM_DLL uint16_t __gnu_f2h_ieee(float number);

/*
 The float that a half is, by its bits.
 */
TVM_DLL float __gnu_h2f_ieee(uint16_t half);

/*
 Makes a queue of work. Kinds of devices that have only one give null.

 # Safety
 `out` is null or can be written to.
 */
TVM_DLL int TVMStreamCreate(int device_type, int device_id, TVMStreamHandle *out);

/*
 Ends a queue of work.

 # Safety
 `stream` is one that `TVMStreamCreate` gave for this device, and is not used after.
 */
TVM_DLL int TVMStreamFree(int device_type, int device_id, TVMStreamHandle stream);

/*
 Makes a queue the one to which this thread's work on the device goes from now on. Null is the one that is there from the start.

 # Safety
 `handle` is null or a stream of this device, and lasts as long as this thread works with it.
 */
TVM_DLL
int TVMSetStream(int device_type,
                 int device_id,
                 TVMStreamHandle handle);

/*
 Waits until all work in a queue is done.

 # Safety
 `stream` is null or a stream of this device.
 */
TVM_DLL int TVMSynchronize(int device_type, int device_id, TVMStreamHandle stream);

/*
 Makes what is queued in `dst` from now on wait for what is in `src` now.

 # Safety
 Both are null or streams of this device.
 */
TVM_DLL
int TVMStreamStreamSynchronize(int device_type,
                               int device_id,
                               TVMStreamHandle src,
                               TVMStreamHandle dst);

/*
 So many bytes of a device, at a multiple of `alignment`, which the caller must give to `TVMDeviceFreeDataSpace`. The hint tells of
 what type the elements will be, and means nothing here.

 # Safety
 `out_data` is null or can be written to.
 */
TVM_DLL
int TVMDeviceAllocDataSpace(struct DLDevice dev,
                            size_t nbytes,
                            size_t alignment,
                            struct DLDataType _type_hint,
                            void **out_data);

/*
 Memory of a device for the elements of a tensor, which the caller must give to `TVMDeviceFreeDataSpace`. The scope is null or
 "global".

 # Safety
 `ndim` numbers stand where `shape` points to, if that is not null. `mem_scope` is null or text that ends with a NUL, and `out_data`
 is null or can be written to.
 */
TVM_DLL
int TVMDeviceAllocDataSpaceWithScope(struct DLDevice dev,
                                     int ndim,
                                     const int64_t *shape,
                                     struct DLDataType dtype,
                                     const char *mem_scope,
                                     void **out_data);

/*
 Gives memory back. Null is none.

 # Safety
 `ptr` is null, or memory that one of the two functions above gave for this device, and is not used after.
 */
TVM_DLL
int TVMDeviceFreeDataSpace(struct DLDevice dev,
                           void *ptr);

/*
 Copies the elements of a tensor into another one of as many bytes, in the order of a queue. To or from the host they are there when
 this returns, if the queue is null.

 # Safety
 Both are null or tensors whose elements nobody else uses until the copy is done, and which do not overlap.
 */
TVM_DLL
int TVMDeviceCopyDataFromTo(struct DLTensor *from,
                            struct DLTensor *to,
                            TVMStreamHandle stream);

/*
 Makes a text the last error of this thread. Null is none.

 # Safety
 `msg` is null, or text that ends with a NUL.
 */
TVM_DLL void TVMAPISetLastError(const char *msg);

/*
 The last error of this thread, in UTF-8; empty if there was none. Valid until the next one on this thread. What succeeds leaves it
 as it is.
 */
TVM_DLL
const char *TVMGetLastError(void);

/*
 Calls a function. Arguments are borrowed for the call. The caller owns an object, a module, a function or an array that is returned;
 text and bytes stay with this thread, until it is returned the next ones; a data type is returned as text.

 # Safety
 `func` is the handle of a function, or null. `num_args` values and codes stand where the pointers say, as each code tells. The last
 two are null or can be written to.
 */
TVM_DLL
int TVMFuncCall(TVMFunctionHandle func,
                union TVMValue *arg_values,
                int *type_codes,
                int num_args,
                union TVMValue *ret_val,
                int *ret_type_code);

/*
 Gives a function handle back. Null is allowed.

 # Safety
 `func` is null, or a handle that the caller owns.
 */
TVM_DLL int TVMFuncFree(TVMFunctionHandle func);

/*
 Makes a function of one of C. The finalizer, which may be null, is called once with the resource, when the last reference to the
 function goes, on whatever thread that happens; it is not called if this fails.

 # Safety
 The function is one for its resource; both, and the finalizer, may be used on any thread; none of them lets a C++ exception out.
 `out` is null or can be written to.
 */
TVM_DLL
int TVMFuncCreateFromCFunc(TVMPackedCFunc func,
                           void *resource_handle,
                           TVMPackedCFuncFinalizer fin,
                           TVMFunctionHandle *out);

/*
 Sets the result of a function of C, during its call. The value is copied, its objects are counted: the caller keeps what it has.
 `num_ret` must be 1.

 # Safety
 `ret` is what the function was given for this. A value and a code stand where the pointers say, as the code tells.
 */
TVM_DLL
int TVMCFuncSetReturn(TVMRetValueHandle ret,
                      union TVMValue *value,
                      int *type_code,
                      int num_ret);

/*
 Makes an argument that a function of C was passed, which is borrowed, one that it owns, in place. An object that it may take is
 taken. There is no owning text and bytes.

 # Safety
 A value and a code stand where the pointers say, as the code tells, and can be written to.
 */
TVM_DLL
int TVMCbArgToReturn(union TVMValue *value,
                     int *code);

/*
 Does nothing: bytes that a function returns belong to the thread, and there are no others to free.
 */
TVM_DLL int TVMByteArrayFree(struct TVMByteArray *_arr);

/*
 Loads a module from a file. An empty format is the one that the end of the file's name says.

 # Safety
 The texts are null or end with a NUL, and `out` is null or can be written to. What code the file has does what it should: it runs
 in this process.
 */
TVM_DLL
int TVMModLoadFromFile(const char *file_name,
                       const char *format,
                       TVMModuleHandle *out);

/*
 Puts a module at the end of those that another one imports, which keeps it.

 # Safety
 Both are null or handles of modules.
 */
TVM_DLL int TVMModImport(TVMModuleHandle module, TVMModuleHandle dep);

/*
 A handle of the function of that name, which the caller must free; null if there is none. If `query_imports` is not 0, also those
 that the module imports are searched, depth first and in order.

 # Safety
 `module` is null or the handle of a module, `func_name` is null or text that ends with a NUL, and `out` is null or can be written to.
 */
TVM_DLL
int TVMModGetFunction(TVMModuleHandle module,
                      const char *func_name,
                      int query_imports,
                      TVMFunctionHandle *out);

/*
 Gives a reference to a module back, as `TVMObjectFree` does. Null is allowed.

 # Safety
 `module` is null, or the handle of a module of which the caller owns a reference.
 */
TVM_DLL int TVMModFree(TVMModuleHandle module);

/*
 The index of an object's type.

 # Safety
 `obj` is null or the handle of an object, and `out_tindex` is null or can be written to.
 */
TVM_DLL int TVMObjectGetTypeIndex(TVMObjectHandle obj, unsigned int *out_tindex);

/*
 The index of the type that has a key.

 # Safety
 `type_key` is null or text that ends with a NUL, and `out_tindex` is null or can be written to.
 */
TVM_DLL int TVMObjectTypeKey2Index(const char *type_key, unsigned int *out_tindex);

/*
 The key of the type that has an index, in memory of `malloc`, which the caller must `free`.

 # Safety
 `out_type_key` is null or can be written to.
 */
TVM_DLL int TVMObjectTypeIndex2Key(unsigned int tindex, char **out_type_key);

/*
 Adds a reference to an object. Null is allowed.

 # Safety
 `obj` is null or the handle of an object.
 */
TVM_DLL int TVMObjectRetain(TVMObjectHandle obj);

/*
 Gives a reference to an object back. The object ends with the last one. Null is allowed.

 # Safety
 `obj` is null, or the handle of an object of which the caller owns a reference.
 */
TVM_DLL int TVMObjectFree(TVMObjectHandle obj);

/*
 Whether a type is another one or derives from it: 1 or 0. An index that is smaller than the other one's is that of none that derives
 from it.

 # Safety
 `is_derived` is null or can be written to.
 */
TVM_DLL
int TVMObjectDerivedFrom(uint32_t child_type_index,
                         uint32_t parent_type_index,
                         int *is_derived);

/*
 Gives a function a global name. The caller keeps its handle. A name that another function has is an error, unless `can_override` is
 not 0; whoever has that one may still call it.

 # Safety
 `name` is null or text that ends with a NUL, and `f` is null or the handle of a function.
 */
TVM_DLL
int TVMFuncRegisterGlobal(const char *name,
                          TVMFunctionHandle f,
                          int can_override);

/*
 A handle of the function that has a global name, which the caller must free; null if there is none.

 # Safety
 `name` is null or text that ends with a NUL, and `out` is null or can be written to.
 */
TVM_DLL int TVMFuncGetGlobal(const char *name, TVMFunctionHandle *out);

/*
 The global names, in alphabetic order. The array and the names belong to this thread, until it asks again.

 # Safety
 Both are null or can be written to.
 */
TVM_DLL
int TVMFuncListGlobalNames(int *out_size,
                           const char ***out_array);

/*
 Takes a global name from its function, if there is one. Whoever has the function may still call it.

 # Safety
 `name` is null or text that ends with a NUL.
 */
TVM_DLL int TVMFuncRemoveGlobal(const char *name);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* OBJET_H_ */
