/* Host code that reads or writes what a pointer to device memory leads to:
 *
 *   float *d;
 *   cudaMalloc(&d, bytes);
 *   d[0] = 1;      warning: host code writes to "d", which is device memory of cudaMalloc: .. [device-pointer]
 *   print(d, 3);   warning: host code gives "d", .., to print(float const*, int), which reads it: ..
 *
 * In: the host's unoptimised bitcode. Out: a warning for each place in the source, where it is certain that the pointer
 * is one of the device (device_memory.c), and of a function that gets it, that it accesses the memory whatever else it
 * is given (certain.c). Whether the place itself is ever reached is not asked. Device memory is ours to read at run
 * time, so that nothing else tells of it unless the program is strict. */
#include "pipeline/device_memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ir/remark.h"
#include "pipeline/host_misuse.h"

enum { READS = 1, WRITES = 2, ASKS = 4, MOST_BLOCKS = 400, MOST_DEPTH = 8 };

/* One use of a pointer: where it was loaded, what is done, by which function of this file (null: at once). */
struct use {
    struct sw_place place;
    bool has_name;
    const char *allocator;
    LLVMValueRef callee;
    unsigned what;
};

struct search {
    const struct sw_host_code *host;
    struct sw_ir *ir;
    struct sw_holding_facts *facts;
    struct sw_certainty certainty;
    struct sw_map *callees; /* parameter -> struct callee */
    unsigned depth;
    bool asks; /* the function being looked at */
    SW_VEC(struct use) found;
};

/* What a function does with the memory that a parameter leads to. */
struct callee {
    unsigned what;
};

/* What is done with one pointer; in a callee: by instructions that run always. */
struct uses {
    struct search *search;
    struct sw_holding *holding;
    const struct sw_cfg *cfg; /* null: anywhere */
    unsigned what;
    LLVMValueRef callee;
};

/* ---- What becomes of a pointer */

/* Functions of the C library that access memory. */
static unsigned done_by_library(const char *name, unsigned argument) {
    static const struct {
        const char *name;
        unsigned char what[2];
    } all[] = {{"memcpy", {WRITES, READS}},  {"memmove", {WRITES, READS}}, {"memset", {WRITES, 0}},
               {"memcmp", {READS, READS}},   {"bcmp", {READS, READS}},     {"memchr", {READS, 0}},
               {"strlen", {READS, 0}},       {"strcmp", {READS, READS}},   {"strncmp", {READS, READS}},
               {"strcpy", {WRITES, READS}},  {"strcat", {WRITES, READS}},  {"puts", {READS, 0}},
               {"strncpy", {WRITES, READS}}, {"qsort", {WRITES, 0}}};
    for (size_t i = 0; i < sizeof all / sizeof *all && argument < 2; i++)
        if (sw_equal(all[i].name, name))
            return all[i].what[argument];
    return 0;
}

/* Who asks what kind of memory it is may know what to do with it. */
static bool asks(const char *name) {
    return sw_equal(name, "cudaPointerGetAttributes") || sw_starts_with(name, "cuPointerGetAttribute");
}

static unsigned done_by_callee(struct search *s, LLVMValueRef parameter);

static void note_what(struct uses *u, LLVMValueRef user, unsigned what, LLVMValueRef callee) {
    if (!what)
        return;
    bool is_certain = !u->cfg || (what & ASKS) || sw_runs_always(&u->search->certainty, u->cfg, u->holding, user);
    if (is_certain) {
        u->callee = (what & ~u->what) ? callee : u->callee;
        u->what |= what;
    }
}

static void note_argument(struct uses *u, LLVMValueRef call, unsigned argument) {
    const char *name = sw_any_callee_name(call);
    LLVMValueRef callee = sw_certain_callee(call);
    unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    if (LLVMGetCallSiteEnumAttribute(call, argument + 1, kind))
        note_what(u, call, READS, NULL);
    else if (callee)
        note_what(u, call, done_by_callee(u->search, LLVMGetParam(callee, argument)), callee);
    else
        note_what(u, call, asks(name) ? ASKS : done_by_library(name, argument), NULL);
}

static void note_call(struct uses *u, LLVMValueRef call, LLVMValueRef pointer) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == pointer)
            note_argument(u, call, i);
}

static void note_user(struct uses *u, LLVMValueRef user, LLVMValueRef pointer) {
    if (LLVMIsALoadInst(user))
        note_what(u, user, READS, NULL);
    else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == pointer)
        note_what(u, user, WRITES, NULL);
    else if ((LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user)) && LLVMGetOperand(user, 0) == pointer)
        note_what(u, user, WRITES, NULL);
    else if (sw_is_copy(user))
        note_what(u, user, LLVMGetOperand(user, 0) == pointer ? WRITES : READS, NULL);
    else if (sw_is_any_call(user))
        note_call(u, user, pointer);
}

static void follow(struct uses *u, LLVMValueRef pointer) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (sw_pointer_before(user) == pointer || LLVMIsAIntToPtrInst(user) || LLVMIsAPtrToIntInst(user))
            follow(u, user);
        else if (LLVMIsAInstruction(user))
            note_user(u, user, pointer);
    }
}

/* ---- Pointers in a function */

typedef void (*visit_pointer)(struct search *s, LLVMValueRef value, struct sw_held held, void *data);

static bool may_be_pointer(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMPointerTypeKind || (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 64);
}

/* Those loaded from variables, and those that functions return. */
static void visit_pointers(struct search *s, LLVMValueRef function, struct sw_holding *h, visit_pointer visit,
                           void *data) {
    struct sw_values all;
    sw_instructions(s->ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        LLVMValueRef at = all.at[i];
        if (!may_be_pointer(at) || !(LLVMIsALoadInst(at) || sw_certain_callee(at)))
            continue;
        struct sw_held held = sw_held_by(h, at);
        if (held.kind == SW_HELD_DEVICE)
            visit(s, at, held, data);
    }
}

static void add_uses(struct search *s, LLVMValueRef value, struct sw_held held, void *data) {
    (void)s;
    if (!held.allocator)
        follow(data, value);
}

static unsigned accesses_of(struct search *s, LLVMValueRef parameter) {
    LLVMValueRef function = LLVMGetParamParent(parameter);
    if (LLVMCountBasicBlocks(function) > MOST_BLOCKS)
        return 0;
    struct sw_cfg cfg;
    sw_cfg_build(s->ir, function, &cfg);
    struct uses uses = {.search = s, .holding = sw_holding_if(s->facts, parameter), .cfg = &cfg};
    follow(&uses, parameter);
    visit_pointers(s, function, uses.holding, add_uses, &uses);
    return uses.what & ASKS ? ASKS : uses.what;
}

/* Functions that call themselves do nothing as long as it is being asked what they do. */
static unsigned done_by_callee(struct search *s, LLVMValueRef parameter) {
    struct callee *known = sw_map_get(s->callees, parameter);
    if (known || s->depth >= MOST_DEPTH)
        return known ? known->what : 0;
    known = sw_arena_alloc(s->ir->arena, sizeof *known);
    sw_map_put(s->callees, parameter, known);
    s->depth++;
    known->what = accesses_of(s, parameter);
    s->depth--;
    return known->what;
}

/* ---- Telling */

/* Whether what stands at the load's place is the pointer's own name: not of elements of arrays, and results. */
static bool is_named(LLVMValueRef value) {
    LLVMValueRef from = LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
    if (!from || !LLVMIsAGetElementPtrInst(from))
        return from;
    return LLVMGetTypeKind(LLVMGetGEPSourceElementType(from)) == LLVMStructTypeKind;
}

static void note_pointer(struct search *s, LLVMValueRef value, struct sw_held held, void *data) {
    struct uses uses = {.search = s, .holding = data};
    follow(&uses, value);
    struct sw_place place = sw_host_place(s->host, value);
    struct use use = {place, is_named(value), held.allocator, uses.callee, uses.what};
    s->asks |= use.what & ASKS;
    if (use.what && place.file && place.line)
        sw_vec_push(s->ir->arena, &s->found, use);
}

/* What a function does that asks what kind of memory a pointer leads to is its own affair. */
static void visit_function(struct search *s, LLVMValueRef function, struct sw_holding *h) {
    size_t before = s->found.count;
    s->asks = false;
    visit_pointers(s, function, h, note_pointer, h);
    s->found.count = s->asks ? before : s->found.count;
}

static int in_order(const void *first, const void *second) {
    const struct use *a = first, *b = second;
    return sw_host_compare_places(a->place, b->place);
}

/* Where "s." and "p->" begin that stand before a name. */
static size_t start_of_path(const char *line, size_t at) {
    for (;;) {
        size_t link = at >= 1 && line[at - 1] == '.' ? 1 : at >= 2 && !strncmp(&line[at - 2], "->", 2) ? 2 : 0;
        size_t start = at - link;
        while (start && sw_is_of_name(line[start - 1]))
            start--;
        if (!link || start == at - link)
            return at;
        at = start;
    }
}

/* The pointer as the source names it, in quotes; what the source does not name there (a macro) is "device memory". */
static const char *name_of(const struct search *s, struct sw_place place) {
    const char *line = sw_host_line(s->host, place);
    size_t at = place.column - 1, end = at;
    if (!line || !place.column || strlen(line) < place.column)
        return NULL;
    while (sw_is_of_name(line[end]))
        end++;
    if (end == at || isdigit((unsigned char)line[at]) || line[end + strspn(&line[end], " \t")] == '(')
        return NULL;
    size_t start = start_of_path(line, at);
    return sw_arena_strndup(s->ir->arena, line + start, end - start);
}

static void tell(const void *search, const void *found) {
    const struct search *s = search;
    const struct use *use = found;
    struct sw_arena *arena = s->ir->arena;
    enum sw_severity severity = sw_severity_of(s->host->diagnosed, use->place, SW_DIAGNOSED_POINTER);
    const char *verb = use->what & WRITES ? "writes to" : "reads";
    const char *name = use->has_name ? name_of(s, use->place) : NULL;
    if (severity == SW_SILENT)
        return;
    const char *memory = sw_arena_printf(arena, "device memory of %s", use->allocator);
    const char *what = name ? sw_arena_printf(arena, "\"%s\", which is %s", name, memory) : memory;
    const char *deed = !use->callee ? sw_arena_printf(arena, "%s %s", verb, what)
                                    : sw_arena_printf(arena, "gives %s, to %s, which %s it", what,
                                                      sw_demangled(arena, sw_name(use->callee)), verb);
    (severity == SW_ERROR ? sw_error : sw_warning)(
        use->place, "host code %s: a segmentation fault with most GPUs (use cudaMemcpy, or cudaMallocManaged) [%s]",
        deed, sw_diagnostic_word(SW_DIAGNOSED_POINTER));
    sw_host_show_line(s->host, use->place);
}

void sw_tell_device_pointers(const struct sw_host_code *host) {
    struct sw_ir *ir = host->ir;
    struct search search = {.host = host,
                            .ir = ir,
                            .facts = sw_holding_facts(ir),
                            .callees = sw_map_create(ir->arena),
                            .certainty = {ir, sw_map_create(ir->arena)}};
    struct sw_holding *holding = sw_holding_if(search.facts, NULL);
    struct sw_values functions;
    if (!sw_allocates_device_memory(ir))
        return;
    sw_functions(ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        visit_function(&search, functions.at[i], holding);
    sw_host_tell_once(&search, search.found.at, search.found.count, sizeof *search.found.at, in_order, tell);
}
