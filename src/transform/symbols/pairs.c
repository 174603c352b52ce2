/* Pairs: kernels and variables of the device get the names that the host has for them, where types without a name are in
 * these, or functions that only the device has as the file's own.
 *
 * clang numbers the closure types of a function in the order in which it sees them, for the host and for the device by
 * themselves. Where one of them sees another lambda, under #ifndef __CUDA_ARCH__, their numbers differ, and the host would
 * launch another kernel:
 *
 *      host registers   k<main::{lambda(int)#2}>  k<main::{lambda(int)#3}>
 *      device has       k<main::{lambda(int)#1}>  k<main::{lambda(int)#2}>
 *   =>
 *      device has       k<main::{lambda(int)#2}>  k<main::{lambda(int)#3}>
 *
 * Names that are the same but for the numbers are a group. On both sides the numbers of a function rise in the order of the
 * source, and CUDA wants both to have the same kernels; so those of a group are paired in the order of their numbers. The
 * host has fewer where code of its is known not to run (if (false)), and nobody can tell which those are: then the numbers
 * count where both sides see the same text, and else it is an error. So it is of types that are numbered as they come to
 * be used, where there are several: types of functions, of one name or none. nvcc does not take these at all.
 *
 * A file in which functions of both sides call the host's has these, and the host's, as its own on the device alone
 * (driver/repair/host_call.c): kernels of theirs, and of their lambdas, have letters of linkage that the host's names have
 * not (numbered.c), which do not count.
 *
 *      host registers   k<&sqr>       device has   k<&sqr>, with sqr internal
 *
 * What the host does not register it does not launch. In a device link such a kernel would be taken for another unit's
 * that has got its number: it becomes the unit's own. */
#include "transform/symbols/numbered.h"
#include "transform/symbols/symbols.h"

#include "ir/remark.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

/* global: the device's; null: a name that the host registers. */
struct entry {
    const char *name;
    struct sw_numbered_name numbered;
    LLVMValueRef global;
};

struct rename {
    LLVMValueRef global;
    const char *name;
};

struct pairing {
    struct sw_unit *unit;
    struct sw_arena *arena;
    SW_VEC(struct entry) entries;
    SW_VEC(struct rename) renames;
};

/* The entries of a group: the host's, and the device's, each in order. */
struct group {
    const struct entry *host, *device;
    size_t hosts, devices;
};

/* Of the device's those that may have another name on the host. */
static void add_entry(struct pairing *p, const char *name, LLVMValueRef global) {
    if (!sw_starts_with(name, "_Z"))
        return;
    struct entry entry = {name, sw_numbered_name(p->arena, name), global};
    if (!global || entry.numbered.closures.count || entry.numbered.uses.count || entry.numbered.is_internal)
        sw_vec_push(p->arena, &p->entries, entry);
}

static void add_entries(struct pairing *p, LLVMModuleRef module, const struct sw_strings *registered) {
    for (size_t i = 0; i < registered->count; i++)
        add_entry(p, registered->at[i], NULL);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (sw_is_defined(f))
            add_entry(p, sw_arena_strdup(p->arena, sw_name(f)), f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        add_entry(p, sw_arena_strdup(p->arena, sw_name(g)), g);
}

static int compare_numbers(const struct sw_numbers *a, const struct sw_numbers *b) {
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (a->at[i] != b->at[i])
            return a->at[i] < b->at[i] ? -1 : 1;
    return (a->count > b->count) - (a->count < b->count);
}

/* By group, the host's first, by numbers. */
static int compare_entries(const void *left, const void *right) {
    const struct entry *a = left, *b = right;
    int order = strcmp(a->numbered.rest, b->numbered.rest);
    if (!order)
        order = (a->global != NULL) - (b->global != NULL);
    if (!order)
        order = compare_numbers(&a->numbered.closures, &b->numbered.closures);
    return order ? order : compare_numbers(&a->numbered.uses, &b->numbered.uses);
}

/* ---- What cannot be told */

/* Where the type is, as clang writes it into the function's name: k<(lambda at prog.cu:12:9)>. */
static bool reads_place(struct sw_arena *arena, const char *name, struct sw_place *place) {
    const char *at = strstr(name, " at "), *end = at ? strchr(at, ')') : NULL;
    if (!end)
        return false;
    char *text = sw_arena_strndup(arena, at + strlen(" at "), (size_t)(end - at) - strlen(" at "));
    char *column = strrchr(text, ':'), *line = NULL;
    if (!column)
        return false;
    *column = '\0';
    line = strrchr(text, ':');
    if (!line)
        return false;
    *line = '\0';
    *place = (struct sw_place){text, (unsigned)strtoul(line + 1, NULL, 10), (unsigned)strtoul(column + 1, NULL, 10)};
    return true;
}

static struct sw_place place_of(struct sw_unit *unit, LLVMValueRef global) {
    enum { NAME = 2 }; /* of the operands of DISubprogram */
    struct sw_place place = {unit->options.source, 0, 0};
    LLVMMetadataRef described = LLVMIsAFunction(global) ? LLVMGetSubprogram(global) : NULL;
    LLVMMetadataRef name = described ? sw_metadata_operand(&unit->ir, described, NAME) : NULL;
    if (!described)
        return place;
    unsigned length = 0;
    const char *text = name ? LLVMGetMDString(LLVMMetadataAsValue(unit->ir.context, name), &length) : "";
    if (!reads_place(unit->ir.arena, sw_arena_strndup(unit->ir.arena, text, length), &place))
        place = sw_place_of_function(&unit->ir, global);
    return place;
}

static const char *text_of(struct pairing *p, const struct entry *entry) {
    return sw_demangled(p->arena, entry->name);
}

static void refuse(struct pairing *p, const struct group *g, const char *why) {
    sw_error(place_of(p->unit, g->device->global), "'%s': %s", text_of(p, g->device), why);
    for (size_t i = 1; i < g->devices; i++)
        sw_note(place_of(p->unit, g->device[i].global), "such a name, too: '%s'", text_of(p, &g->device[i]));
    if (!place_of(p->unit, g->device->global).line)
        sw_note(SW_NOWHERE, "-lineinfo tells the lines");
}

static void refuse_number(struct pairing *p, const struct group *g) {
    static const char form[] =
        "host code names %zu of these and device code has %zu: which are which cannot be told where the two have "
        "different lambdas (__CUDA_ARCH__); let them have the same, or put a launch that is never done into a function "
        "of "
        "its own";
    refuse(p, g, sw_arena_printf(p->arena, form, g->hosts, g->devices));
}

/* ---- What is what */

static bool has_several_uses(const struct entry *entries, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (compare_numbers(&entries[0].numbered.uses, &entries[i].numbered.uses))
            return true;
    return false;
}

static bool is_of_device(const struct group *g, const char *name) {
    for (size_t i = 0; i < g->devices; i++)
        if (sw_equal(g->device[i].name, name))
            return true;
    return false;
}

static bool are_of_device(const struct group *g) {
    for (size_t i = 0; i < g->hosts; i++)
        if (!is_of_device(g, g->host[i].name))
            return false;
    return true;
}

static void pair(struct pairing *p, const struct group *g) {
    for (size_t i = 0; i < g->hosts; i++)
        if (!sw_equal(g->host[i].name, g->device[i].name))
            sw_vec_push(p->arena, &p->renames, ((struct rename){g->device[i].global, g->host[i].name}));
}

static void settle(struct pairing *p, const struct group *g) {
    if (!g->hosts || !g->devices)
        return;
    if (has_several_uses(g->host, g->hosts) || has_several_uses(g->device, g->devices))
        refuse(p, g,
               "types without a name, and several of one name in a function, cannot be told apart in host and device "
               "code; "
               "define them outside of functions, each with a name of its own");
    else if (g->hosts == g->devices)
        pair(p, g);
    else if (p->unit->options.sides_differ || !are_of_device(g))
        refuse_number(p, g);
    /* else the numbers are the same on both sides */
}

/* The group that begins at an entry; its end. */
static size_t take_group(struct pairing *p, size_t first, struct group *g) {
    const struct entry *at = &p->entries.at[first], *end = p->entries.at + p->entries.count, *next = at;
    *g = (struct group){.host = at};
    for (; next < end && sw_equal(next->numbered.rest, at->numbered.rest); next++)
        if (next->global)
            g->devices++;
        else
            g->hosts++;
    g->device = at + g->hosts;
    return (size_t)(next - p->entries.at);
}

/* Registration code may name what it registers twice. */
static void sort(struct pairing *p) {
    size_t kept = 0;
    if (p->entries.count)
        qsort(p->entries.at, p->entries.count, sizeof *p->entries.at, compare_entries);
    for (size_t i = 0; i < p->entries.count; i++) {
        const struct entry *at = &p->entries.at[i], *before = kept ? &p->entries.at[kept - 1] : NULL;
        if (at->global || !before || before->global || !sw_equal(at->name, before->name))
            p->entries.at[kept++] = *at;
    }
    p->entries.count = kept;
}

static void settle_all(struct pairing *p) {
    struct group g;
    for (size_t i = 0; i < p->entries.count;) {
        i = take_group(p, i, &g);
        settle(p, &g);
    }
}

/* ---- What is done */

static void set_name(LLVMModuleRef module, LLVMValueRef global, const char *name) {
    LLVMComdatRef old = LLVMGetComdat(global);
    LLVMSetValueName2(global, name, strlen(name));
    if (!old)
        return;
    LLVMComdatRef comdat = LLVMGetOrInsertComdat(module, name);
    LLVMSetComdatSelectionKind(comdat, LLVMGetComdatSelectionKind(old));
    LLVMSetComdat(global, comdat);
}

/* One may get the name that another has: none has any before. */
static void rename_all(struct pairing *p, LLVMModuleRef module) {
    for (size_t i = 0; i < p->renames.count; i++)
        LLVMSetValueName2(p->renames.at[i].global, "", 0);
    for (size_t i = 0; i < p->renames.count; i++)
        set_name(module, p->renames.at[i].global, p->renames.at[i].name);
}

static bool is_registered(const struct sw_strings *registered, const char *name) {
    for (size_t i = 0; i < registered->count; i++)
        if (sw_equal(registered->at[i], name))
            return true;
    return false;
}

static bool has_closure(struct pairing *p, const char *name) {
    return strstr(name, "Ul") && sw_numbered_name(p->arena, name).closures.count;
}

/* By an annotation, {function, "kernel", 1, ..}. */
static void make_own(struct pairing *p, LLVMValueRef annotation, const struct sw_strings *registered) {
    enum { MOST_PARTS = 16 };
    LLVMValueRef parts[MOST_PARTS];
    if (LLVMGetMDNodeNumOperands(annotation) > MOST_PARTS)
        return;
    LLVMGetMDNodeOperands(annotation, parts);
    LLVMValueRef kernel = parts[0] ? LLVMIsAFunction(parts[0]) : NULL;
    if (!kernel || !sw_is_defined(kernel) || !has_closure(p, sw_name(kernel)) ||
        is_registered(registered, sw_name(kernel)))
        return;
    LLVMSetComdat(kernel, NULL);
    LLVMSetLinkage(kernel, LLVMInternalLinkage);
}

static void make_all_own(struct pairing *p, LLVMModuleRef module, const struct sw_strings *registered) {
    unsigned count = LLVMGetNamedMetadataNumOperands(module, "nvvm.annotations");
    LLVMValueRef *nodes = sw_arena_alloc(p->arena, (count + 1) * sizeof *nodes);
    LLVMGetNamedMetadataOperands(module, "nvvm.annotations", nodes);
    for (unsigned i = 0; i < count; i++)
        make_own(p, nodes[i], registered);
}

void sw_pair_names(struct sw_unit *unit, LLVMModuleRef module, const struct sw_strings *registered) {
    struct pairing p = {.unit = unit, .arena = unit->ir.arena};
    add_entries(&p, module, registered);
    sort(&p);
    settle_all(&p);
    rename_all(&p, module);
    make_all_own(&p, module, registered);
}
