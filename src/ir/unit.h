/* A device module on its way through the compiler: the IR and what the stages have found out about it.
 * Each group of fields is made by the stage named and only read afterwards. */
#ifndef SW_UNIT_H
#define SW_UNIT_H

#include "ir/remark.h"

/* The address spaces that clang, and inline PTX, have for the memories of a device. */
enum sw_nvptx_space {
    SW_NVPTX_GENERIC,
    SW_NVPTX_GLOBAL = 1,
    SW_NVPTX_SHARED = 3,
    SW_NVPTX_CONSTANT = 4,
    SW_NVPTX_LOCAL = 5
};

enum { SW_LANES_AUTO = 0, SW_LANES_ALL = 64 };

/* What the command line says. */
struct sw_options {
    const char *output;
    const char *source;         /* the name of the .cu file, for the module table */
    const char *cpu;            /* a list of processors (--cpu=), or null: native; of one version, its processor */
    const char *host_cpu;       /* what host code was compiled for (--host-cpu=), or null: any x86-64 */
    unsigned version, versions; /* which of how many this is; 0, 0: the only one */
    const char *devicelib;      /* path of devicelib.bc */
    const char *keep_stages;    /* prefix for a dump behind every stage, or null */
    const char *stop_after;     /* name of the last pass to run, or null */
    const char *only_pass;      /* comma-separated passes to run instead of the pipeline, or null */
    const char *fail_pass;      /* behind this pass an assert fails, for tests; or null */
    const char *emit;           /* "obj", "asm" or "llvm" */
    const char *remarks;        /* file for the remarks, or null */
    const char *registered;     /* what the host object registers, wants and hides (frontend/symbols.c), or null */
    const char *host_layouts; /* what clang says of records on the host's side (transform/symbols/layouts.c), or null */
    const char *device_layouts; /* the same of the device's */
    const char *host;           /* the host object, whose bitcode tells of launches, or null */
    const char *objects;        /* of a device link: file with a line for each input, the object that it comes from */
    const char *print;          /* facts to print: "shapes", "shapes-full", "shapes-anyhow"; null: compile */
    unsigned optimise;          /* 0..3 */
    unsigned arch;              /* __CUDA_ARCH__ / 10 */
    unsigned parts;             /* the object is made in so many; 0: by its size */
    unsigned jobs;              /* so many of them at once; 0: one per core */
    unsigned lanes;             /* W of the wide variants: 1 for none, 8, 16, 32; SW_LANES_AUTO, SW_LANES_ALL */
    unsigned blocks;            /* a bit for each enum swrt_blocks that they are for; 0: all */
    bool tell_remarks;          /* print them */
    bool keep_remarks;          /* put them into the object */
    bool sides_differ;          /* the host's code may have other lambdas than the device's */
    bool headers_differ;        /* records of the headers that it includes may be others than the device's */
    bool drop_lines;            /* source lines are there for remarks only */
    bool check;                 /* hooks for the checkers, one lane; also set by a unit that was embedded with it */
    bool strict;                /* what a GPU refuses stops kernels */
    bool fast_atomics; /* sums of floats may be added up before they go to memory; of an embedded unit its own */
    bool debug;        /* keep debug information and describe threadIdx and the like to the debugger */
};

/* A processor: LLVM's name for it, its features (softwarp/processor.h), and the list of them that LLVM is told. */
struct sw_processor {
    const char *name;
    uint64_t features;
    const char *list;
};

/* What an embedded unit was compiled for, when somebody said so. file: what messages call it. */
struct sw_wish {
    const char *list, *file;
};

/* A translation unit's id (struct swrt_fatbin). */
struct sw_id {
    uint64_t id0, id1;
};

struct sw_param {
    unsigned offset, size;
    bool is_reached;
};

/* How many threads a block has along x, y and z. */
struct sw_block_size {
    unsigned x, y, z;
};

static inline unsigned sw_threads_of(struct sw_block_size size) {
    return size.x * size.y * size.z;
}

/* A kernel's code for W threads at once, and the variant made of it. lockstep: the first three; requests: suspends. */
struct sw_wide {
    unsigned threads, width; /* at once; of a row: where they are several, the whole block */
    enum swrt_blocks blocks;
    struct sw_block_size size; /* of a whole block, else zeros */
    LLVMValueRef function;     /* void (ptr %block, i32 %tid) */
    bool suspends;
    LLVMValueRef loop, coroutine; /* one of them */
};

/* globals: a static shared variable and its place. */
struct sw_shared_variable {
    const char *name;
    unsigned offset, size;
};
struct sw_shared_variables {
    struct sw_shared_variable *at;
    size_t count, capacity;
};

/* import: name, function, params, launch bounds, has_own_stub. suspend: suspends, waits. kernels: loop or coroutine. */
struct sw_kernel {
    const char *name;
    LLVMValueRef function; /* the kernel's code: as imported, then void (ptr block) */
    struct sw_param *params;
    unsigned num_params, params_bytes;
    unsigned max_threads, min_blocks;
    unsigned cluster[3], max_cluster;   /* __cluster_dims__, or zeros; the most blocks of a cluster, or 0 */
    unsigned shared_static, shared_own; /* bytes in all; of the variables that no function uses that is not inlined */
    unsigned shared_padding;            /* of shared_static: red zones */
    struct sw_shared_variables shared_variables; /* check builds */
    bool uses_dynamic_shared, suspends, waits, syncs_grid, skips, prints;
    bool has_own_stub;            /* no other object has the host function that launches it by rights */
    LLVMValueRef loop, coroutine; /* one of them, when the variant of one lane has been made */
    SW_VEC(struct sw_wide) wide;  /* in order of preference */
};

/* A function that is called and not defined; `user` calls it. */
struct sw_undefined {
    const char *name, *user;
    struct sw_place place;
};

/* import: a function of the program that has a name as the device library's have, and was given another. */
struct sw_namesake {
    const char *name;
    struct sw_place place;
};

/* globals: one device variable of the image. */
struct sw_variable {
    const char *name;
    LLVMValueRef global, cell; /* cell: managed only */
    uint64_t offset, size;
    unsigned align;
    bool is_constant, is_managed;
    unsigned owner;              /* the unit whose own it is, its number in the ids from 1; 0: everyone's */
    struct sw_place place;       /* of __constant__ variables */
    LLVMMetadataRef description; /* for the debugger, or null */
};

/* globals, for the debugger: a shared variable that a function names. */
struct sw_shared_use {
    LLVMMetadataRef subprogram, description; /* of the function; of the variable, null for an extern one */
    const char *name;
    LLVMTypeRef type;
    uint64_t offset; /* of what the kernel has; SW_AFTER_STATIC: where dynamic memory begins, in any kernel */
};
#define SW_AFTER_STATIC UINT64_MAX

struct sw_reloc {
    uint64_t offset, target;
};

struct sw_symbols; /* transform/symbols/symbols.h */

struct sw_unit {
    struct sw_ir ir;
    struct sw_options options;
    struct sw_remarks remarks;
    LLVMTargetMachineRef machine;
    struct sw_processor processor; /* the machine's */
    SW_VEC(struct sw_wish) wishes;
    struct sw_strings hidden; /* the host object's names that are to end at the library (options.registered) */
    SW_VEC(struct sw_id) ids;
    struct sw_symbols *symbols; /* of the units of a device link; null: the unit is compiled for itself */
    SW_VEC(struct sw_kernel *) kernels;
    SW_VEC(struct sw_undefined) undefined; /* library: functions that the user's code calls and nobody defines so far */
    SW_VEC(struct sw_namesake) namesakes;
    struct sw_values nested; /* nested: functions that are coroutines of their own */
    SW_VEC(struct sw_variable) variables;
    SW_VEC(struct sw_reloc) relocs;
    SW_VEC(struct sw_shared_use) shared_uses;
    LLVMValueRef image, init; /* globals; null when there are no variables, or none with an initial value */
    uint64_t image_bytes, init_bytes;
    LLVMTypeRef block_type;        /* struct swrt_block */
    struct sw_map *advice;         /* instrument: flags of accesses, for racecheck's advice */
    struct sw_map *apart;          /* instrument: accesses that no other thread's meet, beside it */
    struct sw_map *variable_names; /* instrument: of globals and local variables, as strings for reports */
    LLVMValueRef sites;            /* sites: the table, or null */
    uint64_t num_sites;
    bool reaches_cluster;     /* assembly: names shared memory of the cluster's other blocks, or may */
    struct sw_map *managed;   /* globals annotated as __managed__, and their struct sw_place */
    struct sw_map *constants; /* globals annotated as __constant__, and the same */
};

/* Whether each thread has a stack of its own, for the debugger's sake (transform/variants/fibers.c). Not in check
 * builds, whose hooks ask for a thread's variables by the worker's stack. */
static inline bool sw_threads_have_stacks(const struct sw_unit *unit) {
    return unit->options.debug && !unit->options.optimise && !unit->options.check;
}

/* ABI field numbers and types (abi.c). */
#define SW_BLOCK_FIELD(kind, name) SW_BLOCK_##name,
enum sw_block_field { SWRT_BLOCK_FIELDS(SW_BLOCK_FIELD) SW_BLOCK_FIELD_COUNT };
#undef SW_BLOCK_FIELD
LLVMTypeRef sw_abi_block_type(struct sw_ir *ir);
/* The block, before functions have it as a parameter: a call of sw.block() that the context pass replaces. */
LLVMValueRef sw_block_here(struct sw_unit *unit);
LLVMValueRef sw_block_field_address(struct sw_unit *unit, LLVMValueRef block, enum sw_block_field field);
LLVMValueRef sw_block_load(struct sw_unit *unit, LLVMValueRef block, enum sw_block_field field, const char *label);
/* The same for fields that never change while a block runs: LLVM may hoist it. */
LLVMValueRef sw_block_load_fixed(struct sw_unit *unit, LLVMValueRef block, enum sw_block_field field,
                                 const char *label);
/* The field (enum sw_block_field) that a pointer from sw_block_field_address leads to; -1: another pointer. */
int sw_block_field_of(LLVMValueRef pointer);
/* Whether it is read from the block's structure, which the compiler does and no program. */
bool sw_is_of_block(LLVMValueRef value);
/* Says, and asks, that a function's first parameter is its block: of those from the context pass on that keep it. */
void sw_mark_block(struct sw_ir *ir, LLVMValueRef function);
bool sw_has_block(LLVMValueRef function);
void sw_block_store(struct sw_unit *unit, LLVMValueRef block, enum sw_block_field field, LLVMValueRef value);

/* abi.c: marks the device library's functions, and local variables that are the compiler's: neither overrun any. */
void sw_mark_library(struct sw_ir *ir, LLVMValueRef function);
bool sw_is_library(LLVMValueRef function);
void sw_mark_own_local(struct sw_ir *ir, LLVMValueRef variable);
bool sw_is_own_local(LLVMValueRef variable);

/* remark.c: of a scope of debug information: whether it is in one of our headers (or clang's); its file, as the user
 * would write it. */
bool sw_is_own_scope(struct sw_unit *unit, LLVMMetadataRef scope);
const char *sw_path_of_scope(struct sw_arena *arena, LLVMMetadataRef scope);

/* The kernel that a function is the code of, or null. */
struct sw_kernel *sw_kernel_of(struct sw_unit *unit, LLVMValueRef function);

#endif
