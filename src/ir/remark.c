/* The recorder of remarks. A remark's place is the user's: what comes from our own headers (atomicAdd and its like are
 * functions there) counts as the line that calls it. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "ir/remark.h"

#include "ir/unit.h"

#include <dlfcn.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "softwarp/names.h"

const struct sw_remark_text sw_remark_texts[SW_REMARK_COUNT] = {
#define REMARK(id, name, one, many, how) {name, one, many, SW_REMARK_##how},
#include "ir/remark.def"
#undef REMARK
};

/* Attributes of calls, which LLVM carries along. */
static const char frame_mark[] = "softwarp-frame", retry_mark[] = "softwarp-retry";

static void mark(struct sw_ir *ir, LLVMValueRef call, const char *text) {
    LLVMAttributeRef attribute = LLVMCreateStringAttribute(ir->context, text, (unsigned)strlen(text), "", 0);
    LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, attribute);
}

static bool is_marked(LLVMValueRef call, const char *text) {
    return sw_is_call(call) &&
           LLVMGetCallSiteStringAttribute(call, LLVMAttributeFunctionIndex, text, (unsigned)strlen(text));
}

void sw_mark_retry(struct sw_ir *ir, LLVMValueRef call) {
    mark(ir, call, retry_mark);
}

bool sw_is_marked_retry(LLVMValueRef call) {
    return is_marked(call, retry_mark);
}

void sw_mark_frame(struct sw_ir *ir, LLVMValueRef allocation) {
    mark(ir, allocation, frame_mark);
}

/* LLVM's own C++ runtime has the function; without it names stay as they are. */
const char *sw_demangled(struct sw_arena *arena, const char *name) {
    typedef char *(*demangle_fn)(const char *, char *, size_t *, int *);
    demangle_fn demangle = (demangle_fn)dlsym(RTLD_DEFAULT, "__cxa_demangle");
    int status = 0;
    const char *source = sw_arena_strndup(arena, name, sw_source_name_length(name));
    char *text = demangle && sw_starts_with(name, "_Z") ? demangle(source, NULL, NULL, &status) : NULL;
    const char *copy = text ? sw_arena_strdup(arena, text) : source;
    free(text);
    return copy;
}

/* The file of a scope, as it was given to the compiler (softwarp/names.h). Code that was compiled otherwise, in one
 * folder or another, has absolute names. */
const char *sw_path_of_scope(struct sw_arena *arena, LLVMMetadataRef scope) {
    unsigned length = 0, folder_length = 0;
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    if (!file)
        return NULL;
    const char *name = LLVMDIFileGetFilename(file, &length), *folder = LLVMDIFileGetDirectory(file, &folder_length);
    bool is_as_given = folder_length > 2 && sw_starts_with(folder, SW_GIVEN_NAMES "/");
    if (!length || name[0] == '/' || !folder_length || is_as_given)
        return sw_arena_strndup(arena, name, length);
    return sw_arena_printf(arena, "%.*s/%.*s", (int)folder_length, folder, (int)length, name);
}

/* Our own headers and those that clang brings along. */
static bool is_ours(struct sw_unit *unit, const char *path) {
    const char *headers = unit->remarks.headers;
    return (headers && sw_starts_with(path, headers)) || strstr(path, "/include/__clang_");
}

bool sw_is_own_scope(struct sw_unit *unit, LLVMMetadataRef scope) {
    const char *path = sw_path_of_scope(unit->ir.arena, scope);
    return path && is_ours(unit, path);
}

static struct sw_place place_of_location(struct sw_unit *unit, LLVMMetadataRef location) {
    for (;;) {
        const char *path = sw_path_of_scope(unit->ir.arena, LLVMDILocationGetScope(location));
        LLVMMetadataRef caller = LLVMDILocationGetInlinedAt(location);
        if (!caller || !path || !is_ours(unit, path))
            return (struct sw_place){path, LLVMDILocationGetLine(location), LLVMDILocationGetColumn(location)};
        location = caller;
    }
}

/* Of the instruction or, where a pass has left it without, of what it computes with. */
static struct sw_place place_of(struct sw_unit *unit, LLVMValueRef at) {
    for (unsigned depth = 0; at && LLVMIsAInstruction(at) && depth < 4; depth++) {
        LLVMMetadataRef location = LLVMInstructionGetDebugLoc(at);
        if (location && LLVMDILocationGetLine(location))
            return place_of_location(unit, location);
        at = LLVMGetNumOperands(at) > 0 ? LLVMGetOperand(at, 0) : NULL;
    }
    return SW_NOWHERE;
}

static struct sw_place place_of_function(struct sw_unit *unit, LLVMValueRef function) {
    LLVMMetadataRef scope = LLVMGetSubprogram(function);
    if (!scope)
        return SW_NOWHERE;
    return (struct sw_place){sw_path_of_scope(unit->ir.arena, scope), LLVMDISubprogramGetLine(scope), 0};
}

/* Kernels come one after the other. */
static struct sw_remark_kernel *open_kernel(struct sw_unit *unit, const struct sw_kernel *kernel) {
    struct sw_remarks *r = &unit->remarks;
    if (!r->kernels.count || r->kernels.at[r->kernels.count - 1].kernel != kernel) {
        struct sw_remark_kernel k = {.kernel = kernel,
                                     .name = kernel->name,
                                     .demangled = sw_demangled(unit->ir.arena, kernel->name),
                                     .place = place_of_function(unit, kernel->function)};
        sw_vec_push(unit->ir.arena, &r->kernels, k);
    }
    return &r->kernels.at[r->kernels.count - 1];
}

void sw_remark_variant(struct sw_unit *unit, const struct sw_kernel *kernel, const struct sw_wide *wide) {
    if (!unit->remarks.is_wanted)
        return;
    struct sw_remark_variant v = {.lanes = wide->threads,
                                  .width = wide->width,
                                  .blocks = wide->blocks,
                                  .size = {wide->size.x, wide->size.y, wide->size.z},
                                  .frame = SW_FRAME_UNKNOWN};
    sw_vec_push(unit->ir.arena, &open_kernel(unit, kernel)->variants, v);
}

static struct sw_remark_variant *current(struct sw_unit *unit) {
    struct sw_remarks *r = &unit->remarks;
    if (!r->is_wanted || !r->kernels.count)
        return NULL;
    struct sw_remark_kernel *k = &r->kernels.at[r->kernels.count - 1];
    return &k->variants.at[k->variants.count - 1];
}

void sw_remark(struct sw_unit *unit, enum sw_remark_kind kind, LLVMValueRef at, const char *detail) {
    struct sw_remark_variant *v = current(unit);
    if (!v)
        return;
    for (size_t i = v->list.count; i-- > 0 && v->list.at[i].at == at;)
        if (v->list.at[i].kind == kind)
            return;
    const char *kept = detail ? sw_arena_strdup(unit->ir.arena, detail) : NULL; /* a function's name goes with it */
    struct sw_remark remark = {.kind = kind, .place = place_of(unit, at), .detail = kept, .at = at, .count = 1};
    sw_vec_push(unit->ir.arena, &v->list, remark);
}

void sw_remark_obstacle(struct sw_unit *unit, const char *why, LLVMValueRef where) {
    struct sw_remark_variant *v = current(unit);
    if (!v)
        return;
    v->obstacle = why;
    v->where = place_of(unit, where);
}

static int compare_text(const char *a, const char *b) {
    return strcmp(a ? a : "", b ? b : "");
}

static int compare(const void *one, const void *other) {
    const struct sw_remark *a = one, *b = other;
    int files = compare_text(a->place.file, b->place.file);
    if (files)
        return files;
    if (a->place.line != b->place.line)
        return a->place.line < b->place.line ? -1 : 1;
    if (a->place.column != b->place.column)
        return a->place.column < b->place.column ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return compare_text(a->detail, b->detail);
}

static void finish_variant(struct sw_remark_variant *v) {
    size_t kept = 0;
    if (v->list.count)
        qsort(v->list.at, v->list.count, sizeof *v->list.at, compare);
    for (size_t i = 0; i < v->list.count; i++) {
        if (kept && !compare(&v->list.at[kept - 1], &v->list.at[i]))
            v->list.at[kept - 1].count++;
        else
            v->list.at[kept++] = v->list.at[i];
    }
    v->list.count = kept;
}

void sw_remarks_finish(struct sw_unit *unit) {
    for (size_t i = 0; i < unit->remarks.kernels.count; i++)
        for (size_t k = 0; k < unit->remarks.kernels.at[i].variants.count; k++)
            finish_variant(&unit->remarks.kernels.at[i].variants.at[k]);
}

/* LLVM has put the frame's size into the call that allocates it; where nothing waits any more, there is no call. */
static int64_t frame_of(struct sw_ir *ir, LLVMValueRef function) {
    struct sw_values all;
    sw_instructions(ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        if (!is_marked(all.at[i], frame_mark))
            continue;
        LLVMValueRef size = LLVMGetOperand(all.at[i], 1);
        return LLVMIsAConstantInt(size) ? (int64_t)LLVMConstIntGetZExtValue(size) : SW_FRAME_UNKNOWN;
    }
    return 0;
}

static LLVMValueRef coroutine_of(const struct sw_kernel *kernel, const struct sw_remark_variant *v) {
    if (v->lanes == 1)
        return kernel->coroutine;
    for (size_t i = 0; i < kernel->wide.count; i++) {
        const struct sw_wide *w = &kernel->wide.at[i];
        if (w->threads == v->lanes && w->width == v->width && w->blocks == v->blocks)
            return w->coroutine;
    }
    return NULL;
}

size_t sw_remarks_variants(const struct sw_unit *unit) {
    size_t count = 0;
    for (size_t i = 0; i < unit->remarks.kernels.count; i++)
        count += unit->remarks.kernels.at[i].variants.count;
    return count;
}

/* The kernel table holds these functions, so they are still there. */
void sw_remarks_measure(struct sw_unit *unit, int64_t *frames) {
    for (size_t i = 0; i < unit->remarks.kernels.count; i++) {
        const struct sw_remark_kernel *k = &unit->remarks.kernels.at[i];
        for (size_t n = 0; n < k->variants.count; n++, frames++) {
            LLVMValueRef coroutine = coroutine_of(k->kernel, &k->variants.at[n]);
            if (coroutine && sw_is_defined(coroutine))
                *frames = frame_of(&unit->ir, coroutine);
        }
    }
}

void sw_remarks_take_frames(struct sw_unit *unit, const int64_t *frames) {
    for (size_t i = 0; i < unit->remarks.kernels.count; i++) {
        struct sw_remark_kernel *k = &unit->remarks.kernels.at[i];
        for (size_t n = 0; n < k->variants.count; n++, frames++) {
            k->variants.at[n].waits = coroutine_of(k->kernel, &k->variants.at[n]) != NULL;
            k->variants.at[n].frame = sw_threads_have_stacks(unit) ? SW_FRAME_UNKNOWN : *frames;
        }
    }
}
