/* Registered: const variables of the device that the host knows by name.
 *
 * clang takes a const variable, be it __device__ or the host's, for one of both sides, and what is of both sides gets
 * no name that the host could find. Only the host object says which ones it registers (frontend/symbols.c). These are
 * marked before the unit is linked with others; the rest of what clang was told to keep, constants of the host and of
 * all headers, goes.
 *
 *      @_ZL5table = internal addrspace(4) constant [2 x i32] ...                       (registered)
 *      @_ZL5other = internal addrspace(4) constant [2 x i32] ...                       (nobody names it)
 *   =>
 *      @_ZL5table = internal addrspace(4) constant [2 x i32] ..., !sw.registered !0
 *
 * And variables that another unit defines: of extern "C" __device__ int limit; clang makes a definition on the device
 * once host code names it, of zeros. The host object says that it wants it from another. And which names of its own are to
 * be hidden, for codegen/hidden.c, which kernels have a stub of their own (!sw.own_stub), for the kernel table, and what
 * both sides have to agree about (agree.c). */
#include "transform/symbols/symbols.h"

#include <errno.h>
#include <string.h>

enum { SPACE_CONSTANT = 4 };

static const char registered[] = "sw.registered", own_stub[] = "sw.own_stub";

static unsigned kind_of(struct sw_unit *unit, const char *name) {
    return LLVMGetMDKindIDInContext(unit->ir.context, name, (unsigned)strlen(name));
}

static bool is_marked(struct sw_unit *unit, LLVMValueRef global, const char *name) {
    size_t count;
    bool found = false;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &count);
    for (unsigned i = 0; i < count; i++)
        found |= LLVMValueMetadataEntriesGetKind(entries, i) == kind_of(unit, name);
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

static void mark(struct sw_unit *unit, LLVMValueRef global, const char *name) {
    LLVMGlobalSetMetadata(global, kind_of(unit, name), LLVMMDNodeInContext2(unit->ir.context, NULL, 0));
}

bool sw_is_registered(struct sw_unit *unit, LLVMValueRef global) {
    return is_marked(unit, global, registered);
}

bool sw_has_own_stub(struct sw_unit *unit, LLVMValueRef kernel) {
    return is_marked(unit, kernel, own_stub);
}

static bool is_const_variable(LLVMValueRef global) {
    return LLVMGetPointerAddressSpace(LLVMTypeOf(global)) == SPACE_CONSTANT && LLVMIsGlobalConstant(global) &&
           LLVMGetInitializer(global);
}

/* Each unit has one of what is the same in all units, and it is linked though this one does not use it. */
static void keep(struct sw_unit *unit, LLVMValueRef global) {
    mark(unit, global, registered);
    if (LLVMGetLinkage(global) == LLVMLinkOnceODRLinkage || LLVMGetLinkage(global) == LLVMLinkOnceAnyLinkage)
        LLVMSetLinkage(global, LLVMWeakODRLinkage);
}

static LLVMValueRef const_variable_named(LLVMModuleRef module, const char *name) {
    LLVMValueRef global = name ? LLVMGetNamedGlobal(module, name) : NULL;
    return global && is_const_variable(global) ? global : NULL;
}

/* The host takes it that a variable of internal linkage of relocatable code was made visible, as others are
 * (transform/symbols/twins.c): then it is now. */
static LLVMValueRef find(struct sw_unit *unit, LLVMModuleRef module, const char *name) {
    LLVMValueRef global = const_variable_named(module, name);
    if (global)
        return global;
    global = const_variable_named(module, sw_source_name(unit->ir.arena, name));
    if (!global || LLVMGetLinkage(global) != LLVMInternalLinkage)
        return NULL;
    LLVMSetValueName2(global, name, strlen(name));
    LLVMSetLinkage(global, LLVMExternalLinkage);
    return global;
}

static void declare_only(LLVMModuleRef module, const char *name) {
    LLVMValueRef global = LLVMGetNamedGlobal(module, name);
    LLVMValueRef first = global ? LLVMGetInitializer(global) : NULL;
    if (!first || LLVMGetLinkage(global) != LLVMExternalLinkage || !LLVMIsNull(first))
        return;
    LLVMSetInitializer(global, NULL);
    LLVMSetExternallyInitialized(global, false);
}

static void take_from_others(struct sw_unit *unit, LLVMModuleRef module, const char *name) {
    declare_only(module, name);
    sw_note_wanted_stub(unit, module, name);
}

static void keep_named(struct sw_unit *unit, LLVMModuleRef module, const char *name) {
    LLVMValueRef global = find(unit, module, name);
    if (global)
        keep(unit, global);
}

static void mark_own_stub(struct sw_unit *unit, LLVMModuleRef module, const char *name) {
    LLVMValueRef kernel = LLVMGetNamedFunction(module, name);
    if (kernel && sw_is_defined(kernel))
        mark(unit, kernel, own_stub);
}

static void drop_kept(LLVMModuleRef module) {
    LLVMValueRef kept = LLVMGetNamedGlobal(module, "llvm.compiler.used");
    if (kept)
        LLVMDeleteGlobal(kept);
}

/* Whether more than constants that nobody uses themselves (what is left of a table) name the value. */
static bool is_used(LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAConstant(user) || LLVMIsAGlobalValue(user) || is_used(user))
            return true;
    }
    return false;
}

static bool is_for_nobody(struct sw_unit *unit, LLVMValueRef global) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return is_const_variable(global) && linkage != LLVMExternalLinkage && !is_used(global) &&
           !sw_is_registered(unit, global);
}

/* From the end: constants name others that stand before them, as a rule. */
static void delete_unnamed(struct sw_unit *unit, LLVMModuleRef module) {
    for (LLVMValueRef g = LLVMGetLastGlobal(module), next; g; g = next) {
        next = LLVMGetPreviousGlobal(g);
        if (!is_for_nobody(unit, g))
            continue;
        LLVMReplaceAllUsesWith(g, LLVMGetUndef(LLVMTypeOf(g)));
        LLVMDeleteGlobal(g);
    }
}

static bool is_marked_line(const char *line) {
    return *line && strchr("-+=~!#", *line);
}

/* The lines of the file: all, and those that are names that the host registers. */
static bool read_lines(struct sw_unit *unit, struct sw_strings *lines, struct sw_strings *names) {
    const char *path = unit->options.registered, *text = sw_read_file(unit->ir.arena, path, NULL);
    if (!text)
        return sw_error(SW_NOWHERE, "cannot read %s: %s", path, strerror(errno)), false;
    for (size_t length; *text; text += length + (text[length] == '\n')) {
        length = strcspn(text, "\n");
        const char *line = sw_arena_strndup(unit->ir.arena, text, length);
        sw_vec_push(unit->ir.arena, lines, line);
        if (!is_marked_line(line))
            sw_vec_push(unit->ir.arena, names, line);
    }
    return true;
}

static void heed_line(struct sw_unit *unit, LLVMModuleRef module, const char *line) {
    if (*line == '-')
        take_from_others(unit, module, line + 1);
    else if (*line == '+')
        sw_vec_push(unit->ir.arena, &unit->hidden, line + 1);
    else if (*line == '=')
        mark_own_stub(unit, module, line + 1);
    else if (*line == '~')
        sw_mark_unlaunched(unit, module, line + 1);
    else if (*line == '!')
        sw_expect_kernel(unit, module, line + 1);
    else if (*line == '#')
        sw_expect_size(unit, module, line + 1);
    else
        keep_named(unit, module, line);
}

bool sw_mark_registered(struct sw_unit *unit, LLVMModuleRef module) {
    struct sw_strings lines = {0}, names = {0};
    if (!read_lines(unit, &lines, &names))
        return false;
    sw_pair_names(unit, module, &names);
    for (size_t i = 0; i < lines.count; i++)
        heed_line(unit, module, lines.at[i]);
    sw_compare_layouts(unit, module, &names);
    drop_kept(module);
    delete_unnamed(unit, module);
    return true;
}
