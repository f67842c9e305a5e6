/* A fake CUDA driver for tests on machines without an NVIDIA GPU: two devices in host memory.
 *
 * The library has the driver functions that the runtime uses. The functions check the rules of the
 * real driver that a caller can break: a context must be current, memory and streams belong to a
 * context, and sizes and limits hold. The fake driver is stricter where that finds more errors:
 * device addresses are invalid on the host, and queued work runs as late as possible.
 *
 * Kernels are C functions, selected by the name after `.entry` in the PTX text. Of the PTX text,
 * only parameter types, `.global .u32` variables and the sizes of `.shared` arrays are read. */

#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OK = 0, INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_DEVICE = 101, INVALID_CONTEXT = 201,
    INVALID_PTX = 218, INVALID_HANDLE = 400, NOT_FOUND = 500, ILLEGAL_ADDRESS = 700,
};

enum { DEVICES = 2, USUAL_SHARED = 48 << 10, MOST_SHARED = 64 << 10 };

typedef uint64_t Address;

/* A device address has these bits set. No host address has them. */
#define DEVICE_BITS ((Address)0x7f << 56)

typedef struct Context Context;
typedef struct Stream Stream;

typedef struct Memory {
    struct Memory *next;
    Context *context; /* null for pinned host memory */
    char *start;
    size_t bytes;
} Memory;

typedef struct Module {
    Context *context;
    char *text;
    Memory *global;
} Module;

typedef struct Function {
    Module *module;
    char name[64];
    size_t sizes[16];
    int parameters;
    int own_shared, most_dynamic;
} Function;

typedef struct {
    unsigned grid[3], block[3];
} Sizes;

typedef struct Work {
    struct Work *next;
    enum { COPY, FILL, LAUNCH, WAIT } kind;
    int to_host, from_host;
    Address to, from;
    size_t bytes;
    unsigned word;
    Function *function;
    Sizes sizes;
    char arguments[256];
    Stream *other;
    uint64_t until;
    int id; /* the device */
} Work;

struct Stream {
    Context *context;
    Stream *next;
    Work *first, **last;
    uint64_t queued, done;
    int unordered; /* with the default stream */
};

struct Context {
    int device, retained;
    Stream standard; /* the default stream */
    Stream *streams;
    int broken; /* the error of completed work */
};

typedef struct {
    Stream *stream;
    uint64_t until;
    Context *context;
} Event;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Context contexts[DEVICES];
static Memory *memories;
static int live_modules, live_streams, live_events, initialized;
static __thread Context *stack[16];
static __thread int depth;

/* The recorded calls, one per line. */
static char calls[1 << 20];
static size_t calls_length;

static char failing[64];
static int failing_code;

/* Records a call. Returns the error that a test requested for the call, or 0. */
static int note(const char *name, const char *form, ...) {
    int code = strcmp(name, failing) ? OK : failing_code;
    va_list values;
    if (code) failing[0] = 0;
    if (calls_length + 512 > sizeof calls) calls_length = 0;
    calls_length += (size_t)sprintf(calls + calls_length, "%s", name);
    va_start(values, form);
    calls_length += (size_t)vsprintf(calls + calls_length, form, values);
    va_end(values);
    calls_length += (size_t)sprintf(calls + calls_length, "\n");
    return code;
}

#define ENTER(...) \
    int code_; \
    pthread_mutex_lock(&lock); \
    if ((code_ = note(__VA_ARGS__))) goto end; \
    if (!initialized) { code_ = 3; goto end; }
#define FAIL(code) do { code_ = (code); goto end; } while (0)
#define ASSERT_OR(condition, code) do { if (!(condition)) FAIL(code); } while (0)
#define LEAVE end: pthread_mutex_unlock(&lock); return code_;
#define CURRENT (depth ? stack[depth - 1] : NULL)
#define NEED_CONTEXT ASSERT_OR(CURRENT, INVALID_CONTEXT)

/* ---- for tests ---- */

/* Returns the calls since the last query as lines. */
void fake_take_calls(char *out, size_t room) {
    pthread_mutex_lock(&lock);
    calls[calls_length] = 0;
    snprintf(out, room, "%s", calls);
    calls_length = 0;
    pthread_mutex_unlock(&lock);
}

/* Makes the next call of a function fail. */
void fake_fail(const char *name, int code) {
    pthread_mutex_lock(&lock);
    snprintf(failing, sizeof failing, "%s", name);
    failing_code = code;
    pthread_mutex_unlock(&lock);
}

/* Returns the numbers of live allocations, modules, streams and events. */
void fake_live(int out[4]) {
    pthread_mutex_lock(&lock);
    out[0] = 0;
    for (Memory *memory = memories; memory; memory = memory->next) out[0]++;
    out[1] = live_modules, out[2] = live_streams, out[3] = live_events;
    pthread_mutex_unlock(&lock);
}

/* Returns the number of times that the primary context of a device was retained. */
int fake_retained(int device) { return contexts[device].retained; }

/* Returns the device of the current context of this thread, or -1, and the number of contexts below
 * that context on the stack. */
int fake_current(int *below) {
    *below = depth ? depth - 1 : 0;
    return depth ? CURRENT->device : -1;
}

/* ---- memory and work ---- */

static char *host_of(Address address, size_t bytes, int device, Context **of) {
    if ((address & DEVICE_BITS) != DEVICE_BITS) return NULL;
    char *start = (char *)(uintptr_t)(address & ~DEVICE_BITS);
    for (Memory *memory = memories; memory; memory = memory->next) {
        if (memory->context && start >= memory->start && start + bytes <= memory->start + memory->bytes) {
            if (device >= 0 && memory->context->device != device) return NULL;
            if (of) *of = memory->context;
            return start;
        }
    }
    return NULL;
}

static Memory *add_memory(Context *context, size_t bytes) {
    Memory *memory = malloc(sizeof *memory);
    void *start = NULL;
    if (!memory || posix_memalign(&start, 256, bytes)) return NULL;
    memset(start, 0xcd, bytes);
    *memory = (Memory){memories, context, start, bytes};
    return memories = memory;
}

static int remove_memory(char *start, Context *context) {
    for (Memory **place = &memories; *place; place = &(*place)->next) {
        Memory *memory = *place;
        if (memory->start == start && memory->context == context) {
            *place = memory->next;
            memset(memory->start, 0xdd, memory->bytes);
            free(memory->start);
            free(memory);
            return 1;
        }
    }
    return 0;
}

static void vector_add(Work *work, unsigned index) {
    Address a, b, c;
    int n;
    memcpy(&a, work->arguments, 8), memcpy(&b, work->arguments + 8, 8), memcpy(&c, work->arguments + 16, 8);
    memcpy(&n, work->arguments + 24, 4);
    if ((int)index >= n) return;
    float *x = (float *)host_of(a + 4 * index, 4, work->id, NULL), *y = (float *)host_of(b + 4 * index, 4, work->id, NULL);
    float *z = (float *)host_of(c + 4 * index, 4, work->id, NULL);
    if (x && y && z) *z = *x + *y;
    else contexts[work->id].broken = ILLEGAL_ADDRESS;
}

/* Stores the sum of the numbers in `out`. The parameters are int8 a, double b, half c, uint8 d,
 * int64 e and float* out. */
static void all_kinds(Work *work, unsigned index) {
    int8_t a;
    double b;
    uint16_t c;
    uint8_t d;
    int64_t e;
    Address out;
    memcpy(&a, work->arguments, 1), memcpy(&b, work->arguments + 8, 8), memcpy(&c, work->arguments + 16, 2);
    memcpy(&d, work->arguments + 18, 1), memcpy(&e, work->arguments + 24, 8), memcpy(&out, work->arguments + 32, 8);
    float *to = (float *)host_of(out, 4, work->id, NULL);
    if (index == 0 && to) *to = (float)(a + b + (c == 0x3c00 ? 1 : 1e9) + d + (double)e);
    else if (!to) contexts[work->id].broken = ILLEGAL_ADDRESS;
}

static void run(Work *work);

static void run_until(Stream *stream, uint64_t until) {
    while (stream->first && stream->done < until) {
        Work *work = stream->first;
        if (!(stream->first = work->next)) stream->last = &stream->first;
        stream->done++;
        run(work);
        free(work);
    }
}

static void run_all(Stream *stream) { run_until(stream, stream->queued); }

static void run(Work *work) {
    char *to = work->to_host ? (char *)(uintptr_t)work->to : host_of(work->to, work->bytes, -1, NULL);
    char *from = work->from_host ? (char *)(uintptr_t)work->from : host_of(work->from, work->bytes, -1, NULL);
    switch (work->kind) {
    case WAIT:
        run_until(work->other, work->until);
        return;
    case COPY:
        if (to && from) memcpy(to, from, work->bytes);
        else contexts[work->id].broken = ILLEGAL_ADDRESS;
        return;
    case FILL:
        for (size_t i = 0; to && i < work->bytes / 4; i++) memcpy(to + 4 * i, &work->word, 4);
        return;
    case LAUNCH: {
        Sizes s = work->sizes;
        unsigned blocks = s.grid[0] * s.grid[1] * s.grid[2], threads = s.block[0] * s.block[1] * s.block[2];
        for (unsigned index = 0; index < blocks * threads; index++) {
            if (!strcmp(work->function->name, "vector_add")) vector_add(work, index);
            if (!strcmp(work->function->name, "all_kinds")) all_kinds(work, index);
        }
    }
    }
}

/* Returns the stream, if it belongs to the current context. Null stands for the default stream. */
static Stream *stream_of(Stream *stream) {
    if (!stream) return &CURRENT->standard;
    for (Stream *known = CURRENT->streams; known; known = known->next)
        if (known == stream) return stream;
    return NULL;
}

/* Queues work. The default stream is ordered with all other streams that are not `unordered`. */
static int queue(Stream *stream, Work work) {
    if (!(stream = stream_of(stream))) return INVALID_HANDLE;
    if (stream == &CURRENT->standard)
        for (Stream *other = CURRENT->streams; other; other = other->next) {
            if (!other->unordered) run_all(other);
        }
    else if (!stream->unordered)
        run_all(&CURRENT->standard);
    Work *kept = malloc(sizeof work);
    *kept = work;
    kept->next = NULL;
    kept->id = CURRENT->device;
    *stream->last = kept;
    stream->last = &kept->next;
    stream->queued++;
    return OK;
}

/* ---- the driver ---- */

int cuInit(unsigned flags) {
    pthread_mutex_lock(&lock);
    int code = note("cuInit", "(%u)", flags);
    if (!code && getenv("FAKE_CUDA_NO_DEVICE")) code = NO_DEVICE;
    if (!code && flags) code = INVALID_VALUE;
    if (!code) initialized = 1;
    for (int i = 0; i < DEVICES; i++) {
        contexts[i].device = i;
        contexts[i].standard.context = &contexts[i];
        contexts[i].standard.last = &contexts[i].standard.first;
    }
    pthread_mutex_unlock(&lock);
    return code;
}

int cuDriverGetVersion(int *version) { return *version = 12040, OK; }

static const struct { int code; const char *name, *text; } errors[] = {
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
};

static int say(int code, const char **out, int text) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == code) return *out = text ? errors[i].text : errors[i].name, OK;
    return *out = NULL, INVALID_VALUE;
}

int cuGetErrorName(int code, const char **out) { return say(code, out, 0); }
int cuGetErrorString(int code, const char **out) { return say(code, out, 1); }

int cuDeviceGetCount(int *count) { return *count = DEVICES, OK; }

int cuDeviceGet(int *device, int ordinal) {
    if (ordinal < 0 || ordinal >= DEVICES) return INVALID_DEVICE;
    return *device = 70 + ordinal, OK; /* not the ordinal, to catch confusion of the two */
}

int cuDeviceGetName(char *name, int length, int device) {
    return snprintf(name, (size_t)length, "Fake GPU %d", device - 70), OK;
}

int cuDeviceGetAttribute(int *value, int attribute, int device) {
    if (device < 70 || device >= 70 + DEVICES) return INVALID_DEVICE;
    switch (attribute) {
    case 1: return *value = 1024, OK;                /* MAX_THREADS_PER_BLOCK */
    case 2: case 3: return *value = 1024, OK;        /* MAX_BLOCK_DIM_X, _Y */
    case 4: return *value = 64, OK;                  /* MAX_BLOCK_DIM_Z */
    case 8: return *value = USUAL_SHARED, OK;        /* MAX_SHARED_MEMORY_PER_BLOCK */
    case 10: return *value = 32, OK;                 /* WARP_SIZE */
    case 12: return *value = 65536, OK;              /* MAX_REGISTERS_PER_BLOCK */
    case 13: return *value = 1410000, OK;            /* CLOCK_RATE */
    case 16: return *value = 108 + device - 70, OK;  /* MULTIPROCESSOR_COUNT */
    case 75: return *value = 8, OK;                  /* COMPUTE_CAPABILITY_MAJOR */
    case 76: return *value = device == 70 ? 0 : 6, OK;
    }
    return INVALID_VALUE;
}

int cuDevicePrimaryCtxRetain(Context **out, int device) {
    ENTER("cuDevicePrimaryCtxRetain", "(%d)", device)
    ASSERT_OR(device >= 70 && device < 70 + DEVICES, INVALID_DEVICE);
    *out = &contexts[device - 70];
    (*out)->retained++;
    LEAVE
}

int cuCtxSetCurrent(Context *context) {
    ENTER("cuCtxSetCurrent", "(%d)", context ? context->device : -1)
    if (depth) depth--;
    if (context) stack[depth++] = context;
    LEAVE
}

int cuCtxPushCurrent_v2(Context *context) {
    pthread_mutex_lock(&lock);
    int fits = initialized && context && depth < 16;
    if (fits) stack[depth++] = context;
    pthread_mutex_unlock(&lock);
    return fits ? OK : INVALID_CONTEXT;
}

int cuCtxPopCurrent_v2(Context **context) {
    if (!depth) return INVALID_CONTEXT;
    return *context = stack[--depth], OK;
}

int cuMemAlloc_v2(Address *address, size_t bytes) {
    ENTER("cuMemAlloc_v2", "(%zu)", bytes)
    NEED_CONTEXT;
    ASSERT_OR(bytes, INVALID_VALUE);
    ASSERT_OR(bytes < (size_t)1 << 30, OUT_OF_MEMORY);
    *address = (Address)(uintptr_t)add_memory(CURRENT, bytes)->start | DEVICE_BITS;
    LEAVE
}

int cuMemFree_v2(Address address) {
    ENTER("cuMemFree_v2", "()")
    NEED_CONTEXT;
    run_all(&CURRENT->standard);
    for (Stream *stream = CURRENT->streams; stream; stream = stream->next) run_all(stream);
    ASSERT_OR((address & DEVICE_BITS) == DEVICE_BITS, INVALID_VALUE);
    ASSERT_OR(remove_memory((char *)(uintptr_t)(address & ~DEVICE_BITS), CURRENT), INVALID_VALUE);
    LEAVE
}

int cuMemHostAlloc(void **out, size_t bytes, unsigned flags) {
    ENTER("cuMemHostAlloc", "(%zu, %u)", bytes, flags)
    NEED_CONTEXT;
    ASSERT_OR(bytes, INVALID_VALUE);
    *out = add_memory(NULL, bytes)->start;
    LEAVE
}

int cuMemFreeHost(void *address) {
    ENTER("cuMemFreeHost", "()")
    NEED_CONTEXT;
    ASSERT_OR(remove_memory(address, NULL), INVALID_VALUE);
    LEAVE
}

#define IS_OF_HOST(address) (((Address)(uintptr_t)(address) & DEVICE_BITS) == 0)

int cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes, Stream *stream) {
    ENTER("cuMemcpyHtoDAsync_v2", "(%zu, %s)", bytes, stream ? "stream" : "default")
    NEED_CONTEXT;
    ASSERT_OR(IS_OF_HOST(from) && host_of(to, bytes, CURRENT->device, NULL), INVALID_VALUE);
    code_ = queue(stream, (Work){.kind = COPY, .to = to, .from = (Address)(uintptr_t)from, .from_host = 1, .bytes = bytes});
    LEAVE
}

int cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes, Stream *stream) {
    ENTER("cuMemcpyDtoHAsync_v2", "(%zu, %s)", bytes, stream ? "stream" : "default")
    NEED_CONTEXT;
    ASSERT_OR(IS_OF_HOST(to) && host_of(from, bytes, CURRENT->device, NULL), INVALID_VALUE);
    code_ = queue(stream, (Work){.kind = COPY, .to = (Address)(uintptr_t)to, .to_host = 1, .from = from, .bytes = bytes});
    LEAVE
}

int cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes, Stream *stream) {
    ENTER("cuMemcpyDtoDAsync_v2", "(%zu, %s)", bytes, stream ? "stream" : "default")
    NEED_CONTEXT;
    ASSERT_OR(host_of(to, bytes, CURRENT->device, NULL) && host_of(from, bytes, CURRENT->device, NULL), INVALID_VALUE);
    code_ = queue(stream, (Work){.kind = COPY, .to = to, .from = from, .bytes = bytes});
    LEAVE
}

int cuMemcpyPeerAsync(Address to, Context *to_context, Address from, Context *from_context, size_t bytes, Stream *stream) {
    ENTER("cuMemcpyPeerAsync", "(%zu, %s)", bytes, stream ? "stream" : "default")
    NEED_CONTEXT;
    ASSERT_OR(host_of(to, bytes, to_context->device, NULL), INVALID_VALUE);
    ASSERT_OR(host_of(from, bytes, from_context->device, NULL), INVALID_VALUE);
    code_ = queue(stream, (Work){.kind = COPY, .to = to, .from = from, .bytes = bytes});
    LEAVE
}

int cuMemcpyPeer(Address to, Context *to_context, Address from, Context *from_context, size_t bytes) {
    ENTER("cuMemcpyPeer", "(%zu)", bytes)
    NEED_CONTEXT;
    ASSERT_OR(host_of(to, bytes, to_context->device, NULL), INVALID_VALUE);
    ASSERT_OR(host_of(from, bytes, from_context->device, NULL), INVALID_VALUE);
    run_all(&to_context->standard);
    for (Stream *stream = to_context->streams; stream; stream = stream->next) run_all(stream);
    code_ = queue(NULL, (Work){.kind = COPY, .to = to, .from = from, .bytes = bytes});
    LEAVE
}

int cuMemsetD32Async(Address to, unsigned word, size_t count, Stream *stream) {
    ENTER("cuMemsetD32Async", "(%u, %zu, %s)", word, count, stream ? "stream" : "default")
    NEED_CONTEXT;
    ASSERT_OR(host_of(to, 4 * count, CURRENT->device, NULL), INVALID_VALUE);
    code_ = queue(stream, (Work){.kind = FILL, .to = to, .from_host = 1, .word = word, .bytes = 4 * count});
    LEAVE
}

int cuStreamCreate(Stream **out, unsigned flags) {
    ENTER("cuStreamCreate", "(%u)", flags)
    NEED_CONTEXT;
    Stream *stream = calloc(1, sizeof *stream);
    stream->unordered = flags == 1; /* CU_STREAM_NON_BLOCKING */
    stream->context = CURRENT, stream->last = &stream->first, stream->next = CURRENT->streams;
    *out = CURRENT->streams = stream;
    live_streams++;
    LEAVE
}

int cuStreamDestroy_v2(Stream *stream) {
    ENTER("cuStreamDestroy_v2", "()")
    NEED_CONTEXT;
    ASSERT_OR(stream && stream_of(stream), INVALID_HANDLE);
    run_all(stream);
    Stream **place = &CURRENT->streams;
    while (*place != stream) place = &(*place)->next;
    *place = stream->next;
    free(stream);
    live_streams--;
    LEAVE
}

int cuStreamSynchronize(Stream *stream) {
    ENTER("cuStreamSynchronize", "(%s)", stream ? "stream" : "default")
    NEED_CONTEXT;
    ASSERT_OR(stream = stream_of(stream), INVALID_HANDLE);
    run_all(stream);
    if (CURRENT->broken) {
        code_ = CURRENT->broken;
        CURRENT->broken = OK; /* the real driver stays broken */
    }
    LEAVE
}

int cuEventCreate(Event **out, unsigned flags) {
    ENTER("cuEventCreate", "(%u)", flags)
    NEED_CONTEXT;
    *out = calloc(1, sizeof **out);
    (*out)->context = CURRENT;
    live_events++;
    LEAVE
}

int cuEventRecord(Event *event, Stream *stream) {
    ENTER("cuEventRecord", "(%s)", stream ? "stream" : "default")
    NEED_CONTEXT;
    ASSERT_OR(event && event->context == CURRENT && (stream = stream_of(stream)), INVALID_HANDLE);
    event->stream = stream, event->until = stream->queued;
    LEAVE
}

int cuStreamWaitEvent(Stream *stream, Event *event, unsigned flags) {
    ENTER("cuStreamWaitEvent", "(%s, %u)", stream ? "stream" : "default", flags)
    NEED_CONTEXT;
    ASSERT_OR(event && event->stream, INVALID_HANDLE);
    code_ = queue(stream, (Work){.kind = WAIT, .other = event->stream, .until = event->until});
    LEAVE
}

int cuEventDestroy_v2(Event *event) {
    ENTER("cuEventDestroy_v2", "()")
    free(event);
    live_events--;
    LEAVE
}

int cuModuleLoadDataEx(Module **out, const void *image, unsigned count, int *options, void **values) {
    ENTER("cuModuleLoadDataEx", "(%zu bytes)", strlen(image))
    NEED_CONTEXT;
    const char *error = strstr(image, "not PTX");
    if (error || !strstr(image, ".version")) {
        if (count == 2 && options[0] == 5 && options[1] == 6)
            snprintf(values[0], (size_t)(uintptr_t)values[1], "ptxas application ptx input, line 3; fatal : not PTX\n");
        FAIL(INVALID_PTX);
    }
    Module *module = calloc(1, sizeof *module);
    *module = (Module){CURRENT, strdup(image), NULL};
    if (strstr(image, ".global .u32")) module->global = add_memory(CURRENT, 4);
    *out = module;
    live_modules++;
    LEAVE
}

int cuModuleUnload(Module *module) {
    ENTER("cuModuleUnload", "()")
    NEED_CONTEXT;
    ASSERT_OR(module && module->context == CURRENT, INVALID_HANDLE);
    run_all(&CURRENT->standard);
    for (Stream *stream = CURRENT->streams; stream; stream = stream->next) run_all(stream);
    if (module->global) remove_memory(module->global->start, CURRENT);
    free(module->text);
    free(module);
    live_modules--;
    LEAVE
}

int cuModuleGetFunction(Function **out, Module *module, const char *name) {
    ENTER("cuModuleGetFunction", "(%s)", name)
    NEED_CONTEXT;
    ASSERT_OR(module && module->context == CURRENT, INVALID_HANDLE);
    char entry[96];
    snprintf(entry, sizeof entry, ".entry %s(", name);
    const char *place = strstr(module->text, entry);
    ASSERT_OR(place, NOT_FOUND);
    Function *function = calloc(1, sizeof *function); /* never freed, as in the real driver */
    function->module = module;
    snprintf(function->name, sizeof function->name, "%s", name);
    const char *end = strchr(place, ')'), *body_end = strchr(place, '}');
    for (const char *at = place; (at = strstr(at, ".param .")) && at < end; at++) {
        int bits = atoi(at + strlen(".param .") + 1);
        function->sizes[function->parameters++] = (size_t)bits / 8;
    }
    const char *shared = strstr(place, ".shared");
    if (shared && shared < body_end) function->own_shared = atoi(strchr(shared, '[') + 1);
    function->most_dynamic = USUAL_SHARED - function->own_shared;
    *out = function;
    LEAVE
}

int cuModuleGetGlobal_v2(Address *address, size_t *bytes, Module *module, const char *name) {
    ENTER("cuModuleGetGlobal_v2", "(%s)", name)
    NEED_CONTEXT;
    ASSERT_OR(module && module->context == CURRENT, INVALID_HANDLE);
    ASSERT_OR(module->global && strstr(module->text, name), NOT_FOUND);
    *address = (Address)(uintptr_t)module->global->start | DEVICE_BITS;
    *bytes = 4;
    LEAVE
}

#ifndef FAKE_CUDA_OLD
int cuFuncGetAttribute(int *value, int attribute, Function *function) {
    ENTER("cuFuncGetAttribute", "(%d)", attribute)
    ASSERT_OR(attribute == 1, INVALID_VALUE);
    *value = function->own_shared;
    LEAVE
}
#endif

int cuFuncSetAttribute(Function *function, int attribute, int value) {
    ENTER("cuFuncSetAttribute", "(%d, %d)", attribute, value)
    ASSERT_OR(attribute == 8 && value >= 0 && value + function->own_shared <= MOST_SHARED, INVALID_VALUE);
    function->most_dynamic = value;
    LEAVE
}

int cuLaunchKernel(Function *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                   unsigned block_z, unsigned shared, Stream *stream, void **parameters, void **extra) {
    ENTER("cuLaunchKernel", "(%s, %u %u %u, %u %u %u, %u, %s)", function->name, grid_x, grid_y, grid_z, block_x, block_y, block_z,
          shared, stream ? "stream" : "default")
    NEED_CONTEXT;
    ASSERT_OR(function->module->context == CURRENT, INVALID_HANDLE);
    ASSERT_OR(grid_x && grid_y && grid_z && block_x && block_y && block_z, INVALID_VALUE);
    ASSERT_OR(block_x <= 1024 && block_y <= 1024 && block_z <= 64 && block_x * block_y * block_z <= 1024, INVALID_VALUE);
    ASSERT_OR(shared <= (unsigned)function->most_dynamic, INVALID_VALUE);
    Work work = {.kind = LAUNCH, .function = function, .sizes = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z}}};
    work.from_host = work.to_host = 1;
    /* Each parameter is aligned to its size. */
    size_t places[16], end = 0;
    for (int i = 0; i < function->parameters; i++) {
        size_t size = function->sizes[i];
        places[i] = (end + size - 1) / size * size;
        end = places[i] + size;
    }
    ASSERT_OR(end <= sizeof work.arguments, INVALID_VALUE);
    if (extra) {
        ASSERT_OR(!parameters && extra[0] == (void *)1 && extra[2] == (void *)2 && !extra[4], INVALID_VALUE);
        ASSERT_OR(*(size_t *)extra[3] == end, INVALID_VALUE);
        memcpy(work.arguments, extra[1], end);
    } else {
        ASSERT_OR(parameters || !function->parameters, INVALID_VALUE);
        for (int i = 0; i < function->parameters; i++)
            memcpy(work.arguments + places[i], parameters[i], function->sizes[i]);
    }
    code_ = queue(stream, work);
    LEAVE
}
