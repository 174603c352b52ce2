/* How a tool gets to hear of NVTX calls (NVTX documentation, "Injection").
 *
 * At a program's first NVTX call the library that NVTX_INJECTION64_PATH names is loaded and its
 * InitializeInjectionNvtx2 called, with a function that gives out tables by number. One of them tells, module by module,
 * where the function pointers are that the tool fills in. Without a tool all of them stay null, and a call costs two
 * loads.
 *
 * The table is weak and hidden: one in each program or shared object, whatever the number of files that include this.
 */
#ifndef SOFTWARP_NVTX_HOOKS_H
#define SOFTWARP_NVTX_HOOKS_H

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#define SWNVTX_CAST(type, value) reinterpret_cast<type>(value)
#else
#define SWNVTX_CAST(type, value) ((type)(value))
#endif

typedef void (*NvtxFunctionPointer)(void);
typedef NvtxFunctionPointer **NvtxFunctionTable;

typedef enum NvtxCallbackModule {
    NVTX_CB_MODULE_INVALID = 0,
    NVTX_CB_MODULE_CORE = 1,
    NVTX_CB_MODULE_CUDA = 2,
    NVTX_CB_MODULE_OPENCL = 3,
    NVTX_CB_MODULE_CUDART = 4,
    NVTX_CB_MODULE_CORE2 = 5,
    NVTX_CB_MODULE_SYNC = 6,
    NVTX_CB_MODULE_SIZE,
    NVTX_CB_MODULE_FORCE_INT = 0x7fffffff
} NvtxCallbackModule;

typedef enum NvtxExportTableID {
    NVTX_ETID_INVALID = 0,
    NVTX_ETID_CALLBACKS = 1,
    NVTX_ETID_RESERVED0 = 2,
    NVTX_ETID_VERSIONINFO = 3,
    NVTX_ETID_FORCE_INT = 0x7fffffff
} NvtxExportTableID;

typedef struct NvtxExportTableCallbacks {
    size_t struct_size;
    /* 1, and the module's table: entry n is where the pointer for function n is; entry 0 is null. 0: no such module. */
    int (*GetModuleFunctionTable)(NvtxCallbackModule module, NvtxFunctionTable *out_table, unsigned int *out_size);
} NvtxExportTableCallbacks;

typedef struct NvtxExportTableVersionInfo {
    size_t struct_size;
    uint32_t version;
    uint32_t reserved0;
    void (*SetInjectionNvtxVersion)(uint32_t version);
} NvtxExportTableVersionInfo;

typedef const void *(*NvtxGetExportTableFunc_t)(uint32_t exportTableId);
typedef int (*NvtxInitializeInjectionNvtxFunc_t)(NvtxGetExportTableFunc_t exportTable);

/* A program that has a tool linked in sets this instead of the environment's variable. */
__attribute__((weak)) extern NvtxInitializeInjectionNvtxFunc_t InitializeInjectionNvtx2_fnptr;

enum { SWNVTX_FRESH, SWNVTX_STARTING, SWNVTX_READY, SWNVTX_SLOTS = 16 };

struct swnvtx_globals {
    int state;
    pthread_t starter;
    uint32_t injection_version;
    NvtxFunctionPointer slots[NVTX_CB_MODULE_SIZE][SWNVTX_SLOTS];
    NvtxFunctionPointer *places[NVTX_CB_MODULE_SIZE][SWNVTX_SLOTS];
};
__attribute__((weak, visibility("hidden"))) struct swnvtx_globals swnvtx_globals;

/* Entries of a module's table, with the empty one at 0. */
static inline unsigned swnvtx_size(NvtxCallbackModule module) {
    static const unsigned char sizes[] = {0, 16, 9, 15, 7, 16, 7};
    return (unsigned)module < sizeof sizes ? sizes[module] : 0;
}

static inline int swnvtx_module_table(NvtxCallbackModule module, NvtxFunctionTable *table, unsigned *size) {
    unsigned count = swnvtx_size(module), i;
    if (!count) return 0;
    for (i = 1; i < count; i++) swnvtx_globals.places[module][i] = &swnvtx_globals.slots[module][i];
    if (table) *table = swnvtx_globals.places[module];
    if (size) *size = count;
    return 1;
}

static inline void swnvtx_set_version(uint32_t version) {
    swnvtx_globals.injection_version = version;
}

static inline const void *swnvtx_export_table(uint32_t id) {
    static const NvtxExportTableCallbacks callbacks = {sizeof(NvtxExportTableCallbacks), swnvtx_module_table};
    static const NvtxExportTableVersionInfo version = {sizeof(NvtxExportTableVersionInfo), 3, 0, swnvtx_set_version};
    if (id == NVTX_ETID_CALLBACKS) return &callbacks;
    return id == NVTX_ETID_VERSIONINFO ? &version : NULL;
}

static inline NvtxInitializeInjectionNvtxFunc_t swnvtx_find_tool(void) {
    const char *path = getenv("NVTX_INJECTION64_PATH");
    if (!path || !*path) return &InitializeInjectionNvtx2_fnptr ? InitializeInjectionNvtx2_fnptr : NULL;
    void *library = dlopen(path, RTLD_LAZY), *function = library ? dlsym(library, "InitializeInjectionNvtx2") : NULL;
    if (!function) fprintf(stderr, "softwarp: NVTX_INJECTION64_PATH=%s: %s\n", path, dlerror());
    return SWNVTX_CAST(NvtxInitializeInjectionNvtxFunc_t, function);
}

/* The first caller starts the tool, others wait; what the tool itself calls meanwhile is not hooked. */
__attribute__((noinline, unused)) static void swnvtx_start(void) {
    int fresh = SWNVTX_FRESH;
    if (__atomic_compare_exchange_n(&swnvtx_globals.state, &fresh, SWNVTX_STARTING, 0, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
        swnvtx_globals.starter = pthread_self();
        NvtxInitializeInjectionNvtxFunc_t tool = swnvtx_find_tool();
        if (tool && !tool(swnvtx_export_table)) memset(swnvtx_globals.slots, 0, sizeof swnvtx_globals.slots);
        __atomic_store_n(&swnvtx_globals.state, SWNVTX_READY, __ATOMIC_RELEASE);
        return;
    }
    while (__atomic_load_n(&swnvtx_globals.state, __ATOMIC_ACQUIRE) != SWNVTX_READY)
        if (pthread_equal(swnvtx_globals.starter, pthread_self())) return;
}

static inline NvtxFunctionPointer swnvtx_hook(NvtxCallbackModule module, unsigned number) {
    if (__builtin_expect(__atomic_load_n(&swnvtx_globals.state, __ATOMIC_ACQUIRE) != SWNVTX_READY, 0)) swnvtx_start();
    return swnvtx_globals.slots[module][number];
}

#ifdef __cplusplus
}
#endif

/* A function of the table: the tool's, or `otherwise`. NVTX_DISABLE: not even asked. */
#ifdef NVTX_DISABLE
#define SWNVTX_FUNCTION(module, number, result, otherwise, name, parameters, arguments) \
    static inline result name parameters { return otherwise; }
#else
#define SWNVTX_FUNCTION(module, number, result, otherwise, name, parameters, arguments)          \
    typedef result(*name##_impl_fntype) parameters;                                              \
    static inline result name parameters {                                                       \
        NvtxFunctionPointer hook = swnvtx_hook(NVTX_CB_MODULE_##module, number);                 \
        if (__builtin_expect(hook == NULL, 1)) return otherwise;                                 \
        return SWNVTX_CAST(name##_impl_fntype, hook) arguments;                                  \
    }
#endif

#endif
