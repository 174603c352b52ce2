/* With what blocks a file's host code launches its kernels, where that is constant: what they have code for whole blocks
 * for (lockstep/sizes.c).
 *
 *   k<<<blocks, 256>>>(p);      %failed = call i32 @__cudaPushCallConfiguration(.., i64 %xy, i32 %z, ..)
 *                               br i1 (%failed != 0), .., label %launch
 *                               launch:  call void @_Z16__device_stub__kPf(ptr %p)
 *
 * In: the host's unoptimised bitcode. What launches, and what calls that, is looked at alone, after LLVM has made values of
 * its local variables and inlined what is short: so a size may come from a variable, a dim3 or an argument. Nothing but
 * speed depends on what is found: a launch with another size runs as well. */
#include "ir/launches.h"
#include "pipeline/pipeline.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_INSTRUCTIONS = 50000, MOST_BLOCKS_BEHIND = 16 };

struct search {
    struct sw_ir host;
    struct sw_map *stubs; /* function of the host's -> the kernel's name */
    struct sw_map *kept;  /* functions that launch, and their callers */
    struct sw_launches *found;
};

static LLVMValueRef callee_of(LLVMValueRef at) {
    return LLVMIsACallInst(at) || LLVMIsAInvokeInst(at) ? LLVMIsAFunction(LLVMGetCalledValue(at)) : NULL;
}

/* Functions that launch, and the first of the two arguments that are the block's size: x and y in one, z in the next.
 * kernel: which argument it is; or it is called next. */
static const struct launcher {
    const char *name;
    int kernel, block;
} launchers[] = {{"__cudaPushCallConfiguration", -1, 2},
                 {"cudaLaunchKernel", 0, 3},
                 {"cudaLaunchKernel_ptsz", 0, 3},
                 {"cudaLaunchCooperativeKernel", 0, 3},
                 {"cudaLaunchCooperativeKernel_ptsz", 0, 3}};

static const struct launcher *launcher_of(LLVMValueRef at) {
    LLVMValueRef callee = callee_of(at);
    for (size_t i = 0; callee && i < sizeof launchers / sizeof *launchers; i++)
        if (sw_equal(sw_name(callee), launchers[i].name) &&
            LLVMGetNumArgOperands(at) > (unsigned)launchers[i].block + 1)
            return &launchers[i];
    return NULL;
}

/* ---- Which function launches which kernel */

static const char *string_of(struct search *s, LLVMValueRef global) {
    LLVMValueRef text = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
    if (!text || !LLVMIsAConstantDataArray(text) || !LLVMIsConstantString(text))
        return NULL;
    size_t length;
    const char *bytes = LLVMGetAsString(text, &length);
    return sw_arena_strndup(s->host.arena, bytes, strnlen(bytes, length));
}

/* __cudaRegisterFunction(handle, stub, name, ..) */
static void note_stub(struct sw_ir *ir, LLVMValueRef at, void *data) {
    struct search *s = data;
    LLVMValueRef callee = callee_of(at);
    if (!callee || !sw_equal(sw_name(callee), "__cudaRegisterFunction") || LLVMGetNumArgOperands(at) < 3)
        return;
    const char *name = string_of(s, LLVMGetOperand(at, 2));
    if (name && LLVMIsAFunction(LLVMGetOperand(at, 1)))
        sw_map_put(s->stubs, LLVMGetOperand(at, 1), (void *)name);
    (void)ir;
}

/* A kernel that another file defines: its stub is declared here, with the kernel's name and a prefix in it,
 * _ZN1n18__device_stub__farEPi for _ZN1n3farEPi. */
static const char *kernel_of_stub(struct sw_arena *arena, const char *stub) {
    static const char prefix[] = "__device_stub__";
    enum { LENGTH = sizeof prefix - 1 };
    const char *at = strstr(stub, prefix), *digits = at;
    if (!at)
        return NULL;
    if (at == stub)
        return at + LENGTH;
    while (digits > stub && digits[-1] >= '0' && digits[-1] <= '9')
        digits--;
    unsigned long length = strtoul(digits, NULL, 10);
    return length <= LENGTH
               ? NULL
               : sw_arena_printf(arena, "%.*s%lu%s", (int)(digits - stub), stub, length - LENGTH, at + LENGTH);
}

static void note_declared_stubs(struct search *s) {
    for (LLVMValueRef f = LLVMGetFirstFunction(s->host.module); f; f = LLVMGetNextFunction(f)) {
        const char *name = sw_is_defined(f) ? NULL : kernel_of_stub(s->host.arena, sw_name(f));
        if (name)
            sw_map_put(s->stubs, f, (void *)name);
    }
}

/* ---- What is looked at */

static void keep_with_callers(struct search *s, LLVMValueRef function);

/* Whoever calls it, or gives its address to a call. */
static void keep_users(struct search *s, LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user))
            keep_with_callers(s, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
    }
}

static void keep_with_callers(struct search *s, LLVMValueRef function) {
    if (sw_map_has(s->kept, function) || sw_map_has(s->stubs, function))
        return;
    sw_map_put(s->kept, function, function);
    keep_users(s, function);
}

static void keep_launcher(struct sw_ir *ir, LLVMValueRef at, void *data) {
    if (launcher_of(at))
        keep_with_callers(data, LLVMGetBasicBlockParent(LLVMGetInstructionParent(at)));
    (void)ir;
}

/* A short function that the C++ library or CUDA's headers have: it may make a dim3, or hand one on. */
static bool is_short(LLVMValueRef function) {
    enum { SHORT = 40 };
    unsigned count = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at && count <= SHORT; at = LLVMGetNextInstruction(at))
            count++;
    return count <= SHORT;
}

static void take_body(struct search *s, LLVMValueRef function) {
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    LLVMValueRef declared = LLVMAddFunction(s->host.module, "", type);
    const char *name = sw_map_get(s->stubs, function);
    if (name)
        sw_map_put(s->stubs, declared, (void *)name);
    LLVMReplaceAllUsesWith(function, declared);
    LLVMDeleteFunction(function);
}

/* What clang gives code that is not to be optimised. */
static void permit_inlining(LLVMValueRef function) {
    static const char *const hindering[] = {"noinline", "optnone", "optsize", "minsize"};
    for (size_t i = 0; i < sizeof hindering / sizeof *hindering; i++)
        sw_remove_attribute(function, hindering[i]);
}

/* Others' code may write to a variable that is written to nowhere in what is left. */
static void let_others_write(struct sw_ir *host) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(host->module); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsGlobalConstant(g) && LLVMGetInitializer(g))
            LLVMSetLinkage(g, LLVMExternalLinkage);
}

/* False: it is too much. */
static bool keep_what_launches(struct search *s) {
    struct sw_values functions, kept = {0}, all;
    size_t length = 0;
    sw_functions(&s->host, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (sw_map_has(s->kept, functions.at[i]) ||
            (!sw_map_has(s->stubs, functions.at[i]) && is_short(functions.at[i])))
            sw_vec_push(s->host.arena, &kept, functions.at[i]);
        else
            take_body(s, functions.at[i]);
    for (size_t i = 0; i < kept.count; i++) {
        sw_instructions(&s->host, kept.at[i], &all);
        length += all.count;
        permit_inlining(kept.at[i]);
    }
    let_others_write(&s->host);
    return length <= MOST_INSTRUCTIONS;
}

/* ---- What is found */

/* The kernel that a launch by __cudaPushCallConfiguration is of: the first that is called behind it, as it is where the
 * arguments are no launches themselves. "": called by a pointer, or not found. */
static const char *kernel_behind(struct search *s, LLVMValueRef at) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(at);
    struct sw_values next = {0};
    size_t seen = 0;
    for (at = LLVMGetNextInstruction(at); seen < MOST_BLOCKS_BEHIND; at = LLVMGetFirstInstruction(bb)) {
        for (; at; at = LLVMGetNextInstruction(at)) {
            LLVMValueRef callee = callee_of(at);
            const char *name = callee ? sw_map_get(s->stubs, callee) : NULL;
            if (name)
                return name;
            if (launcher_of(at))
                break;
        }
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        for (unsigned i = 0; !at && i < LLVMGetNumSuccessors(end); i++)
            sw_vec_push(s->host.arena, &next, LLVMBasicBlockAsValue(LLVMGetSuccessor(end, i)));
        if (seen == next.count)
            break;
        bb = LLVMValueAsBasicBlock(next.at[seen++]);
    }
    return "";
}

static struct sw_block_size size_of(LLVMValueRef at, unsigned block) {
    LLVMValueRef xy = LLVMGetOperand(at, block), z = LLVMGetOperand(at, block + 1);
    if (!LLVMIsAConstantInt(xy) || !LLVMIsAConstantInt(z))
        return (struct sw_block_size){0};
    uint64_t both = LLVMConstIntGetZExtValue(xy);
    return (struct sw_block_size){(unsigned)both, (unsigned)(both >> 32), (unsigned)LLVMConstIntGetZExtValue(z)};
}

static bool is_noted(const struct sw_launches *all, const struct sw_launch *launch) {
    for (size_t i = 0; i < all->count; i++)
        if (sw_equal(all->at[i].kernel, launch->kernel) &&
            !memcmp(&all->at[i].size, &launch->size, sizeof launch->size))
            return true;
    return false;
}

static void note_launch(struct sw_ir *ir, LLVMValueRef at, void *data) {
    struct search *s = data;
    const struct launcher *launcher = launcher_of(at);
    if (!launcher)
        return;
    LLVMValueRef stub = launcher->kernel < 0 ? NULL : LLVMGetOperand(at, (unsigned)launcher->kernel);
    const char *known = stub ? sw_map_get(s->stubs, stub) : kernel_behind(s, at);
    struct sw_launch launch = {known ? known : "", size_of(at, (unsigned)launcher->block)};
    if (!is_noted(s->found, &launch))
        sw_vec_push(ir->arena, s->found, launch);
}

static void find_launches(struct search *s) {
    sw_visit_instructions(&s->host, note_stub, s);
    note_declared_stubs(s);
    sw_visit_instructions(&s->host, keep_launcher, s);
    if (!keep_what_launches(s))
        return;
    sw_ir_run_passes(&s->host,
                     "function(sroa,early-cse),ipsccp,cgscc(inline),globaldce,"
                     "function(sroa,early-cse,instcombine<no-verify-fixpoint>,simplifycfg)",
                     NULL);
    sw_visit_instructions(&s->host, note_launch, s);
}

void sw_note_launches(struct sw_unit *unit, LLVMModuleRef module, const char *object) {
    struct sw_arena *arena = unit->ir.arena;
    struct sw_launches found = {0};
    struct search s = {.stubs = sw_map_create(arena), .kept = sw_map_create(arena), .found = &found};
    sw_ir_create(&s.host, arena);
    if (sw_load_host(&s.host, object))
        find_launches(&s);
    sw_ir_destroy(&s.host);
    sw_write_launches(&unit->ir, module, &found);
}
