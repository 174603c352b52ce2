/* Symbols: what two units of a device link say about one name must agree, as nvlink has it.
 *
 *      a.o: @x = addrspace(1) global [4 x i32] ...     b.o: @x = external addrspace(1) global [8 x i32]
 *      error: the size of 'x' in 'b.o' is 32 bytes, but 16 in 'a.o'
 *
 * Compared are definitions (one that is no template's or inline), memory kinds, sizes, alignments (the largest holds) and, of functions,
 * what is passed. Types are not: int[4] and float[4] are the same to a linker. An array without a size has any.
 * Internal symbols are each unit's own. */
#include "transform/symbols/symbols.h"

#include "softwarp/assumptions.h"

#include <string.h>

enum { BUCKETS = 4096 };

struct seen {
    struct seen *next;
    const char *name;
    const char *first;   /* the file that names it first */
    const char *definer; /* that defines it, and is not one of many; null */
    bool is_function, is_managed, may_be_constant, is_const;
    unsigned space, align;
    const char *sizer; /* that first says how large it is; null */
    uint64_t size;
    const char *typer; /* that first says what is passed; null */
    const char *prototype;
};

struct sw_symbols {
    struct seen *buckets[BUCKETS];
};

static struct seen **bucket_of(struct sw_symbols *symbols, const char *name) {
    return &symbols->buckets[sw_hash_bytes((struct sw_hash){0}, name, strlen(name)).a % BUCKETS];
}

static struct seen *find(struct sw_symbols *symbols, const char *name) {
    struct seen *seen = *bucket_of(symbols, name);
    while (seen && !sw_equal(seen->name, name))
        seen = seen->next;
    return seen;
}

/* What __managed__ says of a declaration, too (include/cuda/host_defines.h). */
static bool is_managed(LLVMValueRef global) {
    return !LLVMIsAFunction(global) && LLVMGetVisibility(global) == LLVMProtectedVisibility;
}

static unsigned space_of(LLVMValueRef global) {
    return LLVMGetPointerAddressSpace(LLVMTypeOf(global));
}

static bool is_const(LLVMValueRef global) {
    return !LLVMIsAFunction(global) && LLVMIsGlobalConstant(global);
}

static bool is_structure(LLVMTypeRef type) {
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return LLVMGetTypeKind(type) == LLVMStructTypeKind;
}

/* extern const __device__ int x: clang puts the definition into constant memory, because it has a value. Of a structure
 * only the definition says that it is const. */
static bool may_be_constant(LLVMValueRef global) {
    return !LLVMIsAFunction(global) && LLVMIsDeclaration(global) && space_of(global) == SW_NVPTX_GLOBAL &&
           (is_const(global) || is_structure(LLVMGlobalGetValueType(global)));
}

static struct seen *add(struct sw_unit *unit, LLVMValueRef global, const char *file) {
    const char *name = sw_arena_strdup(unit->ir.arena, sw_name(global));
    struct seen *seen = sw_arena_alloc(unit->ir.arena, sizeof *seen), **bucket = bucket_of(unit->symbols, name);
    *seen = (struct seen){.next = *bucket,
                          .name = name,
                          .first = file,
                          .is_function = LLVMIsAFunction(global),
                          .is_managed = is_managed(global),
                          .may_be_constant = may_be_constant(global),
                          .is_const = is_const(global),
                          .space = space_of(global)};
    return *bucket = seen;
}

const char *sw_symbol_file(const struct sw_unit *unit, const char *name) {
    struct seen *seen = unit->symbols ? find(unit->symbols, name) : NULL;
    return seen ? seen->first : NULL;
}

const char *sw_symbol_text(const struct sw_unit *unit, const char *name) {
    return sw_demangled(unit->ir.arena, name);
}

static bool is_shared_by_units(LLVMValueRef global) {
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage && linkage != LLVMAppendingLinkage &&
           *sw_name(global) && !sw_starts_with(sw_name(global), "llvm.");
}

static bool is_definition(LLVMValueRef global) {
    return !LLVMIsDeclaration(global) && LLVMGetLinkage(global) != LLVMAvailableExternallyLinkage;
}

/* nvlink takes a function or variable that the program calls weak for any other. clang makes the same of templates and
 * inline functions that are called so, which may be in several units; not told by a build for checkers, which has no word
 * for inline. */
static bool is_called_weak(const struct sw_unit *unit, LLVMValueRef global) {
    const char *text = sw_symbol_text(unit, sw_name(global));
    bool is_template = strcspn(text, "<") < strcspn(text, "(");
    unsigned hint = LLVMGetEnumAttributeKindForName("inlinehint", strlen("inlinehint"));
    bool is_inline = LLVMIsAFunction(global) &&
                     (unit->options.check || LLVMGetEnumAttributeAtIndex(global, LLVMAttributeFunctionIndex, hint));
    return LLVMGetLinkage(global) == LLVMWeakAnyLinkage && !is_template && !is_inline;
}

static bool is_only_definition(const struct sw_unit *unit, LLVMValueRef global) {
    return is_definition(global) && (LLVMGetLinkage(global) == LLVMExternalLinkage || is_called_weak(unit, global));
}

static void note_definition(struct sw_unit *unit, struct seen *seen, LLVMValueRef global, const char *file) {
    if (!is_only_definition(unit, global))
        return;
    if (!SW_PROVED(units_define_once, !seen->definer))
        sw_error(SW_NOWHERE, "multiple definition of '%s' in '%s', first defined in '%s'",
                 sw_symbol_text(unit, seen->name), file, seen->definer);
    else
        seen->definer = file;
}

static const char *kind_of(bool is_function, bool is_managed, unsigned space) {
    return is_function                  ? "a function"
           : is_managed                 ? "in managed memory"
           : space == SW_NVPTX_SHARED   ? "in shared memory"
           : space == SW_NVPTX_CONSTANT ? "in constant memory"
                                        : "in device memory";
}

/* Where the variable lies for this file, if another's word is better than its own. */
static unsigned settled_space(struct seen *seen, LLVMValueRef global) {
    seen->is_const |= is_const(global);
    if (may_be_constant(global) && seen->space == SW_NVPTX_CONSTANT && seen->is_const)
        return SW_NVPTX_CONSTANT;
    if (seen->may_be_constant && !may_be_constant(global)) {
        seen->may_be_constant = false;
        seen->space = space_of(global) == SW_NVPTX_CONSTANT && seen->is_const ? SW_NVPTX_CONSTANT : seen->space;
    }
    return space_of(global);
}

/* Whether they are the same kind of thing. */
static bool agree_on_kind(struct sw_unit *unit, struct seen *seen, LLVMValueRef global, const char *file) {
    bool is_function = LLVMIsAFunction(global);
    unsigned space = settled_space(seen, global);
    const char *here = kind_of(is_function, is_managed(global), space);
    const char *there = kind_of(seen->is_function, seen->is_managed, seen->space);
    if (SW_PROVED(units_agree_on_kind, sw_equal(here, there)))
        return true;
    sw_error(SW_NOWHERE, "'%s' is %s in '%s', but %s in '%s'", sw_symbol_text(unit, seen->name), here, file, there,
             seen->first);
    return false;
}

static void note_variable(struct sw_unit *unit, struct seen *seen, LLVMValueRef global, const char *file) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(global));
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    uint64_t size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(layout, type) : 0;
    seen->align = LLVMGetAlignment(global) > seen->align ? LLVMGetAlignment(global) : seen->align;
    if (!size)
        return;
    if (!SW_PROVED(units_agree_on_size, !seen->sizer || seen->size == size))
        sw_error(SW_NOWHERE, "the size of '%s' in '%s' is %llu byte%s, but %llu in '%s'",
                 sw_symbol_text(unit, seen->name), file, (unsigned long long)size, size == 1 ? "" : "s",
                 (unsigned long long)seen->size, seen->sizer);
    if (!seen->sizer) {
        seen->sizer = file;
        seen->size = size;
    }
}

static void note_function(struct sw_unit *unit, struct seen *seen, LLVMValueRef function, const char *file) {
    const char *prototype = sw_prototype(unit, function);
    if (!prototype)
        return;
    if (!SW_PROVED(units_agree_on_prototype, !seen->typer || sw_equal(seen->prototype, prototype)))
        sw_error(SW_NOWHERE,
                 "the prototype of '%s' in '%s' is not that in '%s': its arguments or result have other "
                 "types there",
                 sw_symbol_text(unit, seen->name), file, seen->typer);
    if (!seen->typer) {
        seen->typer = file;
        seen->prototype = prototype;
    }
}

static void note(struct sw_unit *unit, LLVMValueRef global, const char *file) {
    if (!is_shared_by_units(global))
        return;
    struct seen *seen = find(unit->symbols, sw_name(global));
    seen = seen ? seen : add(unit, global, file);
    if (!agree_on_kind(unit, seen, global, file))
        return;
    note_definition(unit, seen, global, file);
    if (LLVMIsAFunction(global))
        note_function(unit, seen, global, file);
    else
        note_variable(unit, seen, global, file);
}

void sw_symbols_note(struct sw_unit *unit, LLVMModuleRef module, const char *file) {
    if (!unit->symbols) {
        unit->symbols = sw_arena_alloc(unit->ir.arena, sizeof *unit->symbols);
        *unit->symbols = (struct sw_symbols){0};
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        note(unit, f, file);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        note(unit, g, file);
}

void sw_symbols_align(struct sw_unit *unit) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(unit->ir.module); unit->symbols && g; g = LLVMGetNextGlobal(g)) {
        const struct seen *seen = is_shared_by_units(g) ? find(unit->symbols, sw_name(g)) : NULL;
        if (seen && seen->align > LLVMGetAlignment(g))
            LLVMSetAlignment(g, seen->align);
    }
}
