/* What host code does with __device__ and __constant__ variables, which on the host are but shadows.
 *
 *   int x = d;      warning: a __device__ variable "d" cannot be directly read in a host function [#20091-D]
 *   table[1] = 2;   warning: a __constant__ variable "table" cannot be directly written in a host function [#20092-D]
 *
 * In: a host object of clang's that carries its bitcode from before any optimisation (section .llvmbc), with places.
 * Out: nvcc's warnings, by its numbers and in its words, or errors. Looked at are the loads and stores at a variable's
 * own address, as nvcc does: an address that is passed on (cudaMemcpyToSymbol) is no access.
 * clang itself does not tell device from host where a name is used, so this is read out of what it made. */
#include "pipeline/pipeline.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Object.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ir/remark.h"
#include "pipeline/diagnosed.h"
#include "transform/transform.h"

struct shadow {
    const char *name;
    bool is_constant;
};

struct access {
    struct sw_place place;
    unsigned number; /* of the diagnostic */
    struct shadow shadow;
};

struct search {
    struct sw_ir *ir;
    const struct sw_diagnosed *diagnosed;
    struct sw_map *managed;
    const char *source; /* as it was named */
    struct shadow shadow;
    SW_VEC(struct access) found;
};

static bool load_section(struct sw_ir *ir, LLVMSectionIteratorRef section, const char *object) {
    enum { LEAST = 4 };
    size_t size = LLVMGetSectionSize(section);
    return size >= LEAST && sw_ir_load_bytes(ir, LLVMGetSectionContents(section), size, object);
}

/* The bitcode that the object carries becomes the module. False: there is none. */
static bool load_carried(struct sw_ir *ir, const char *object) {
    char *message = NULL;
    LLVMMemoryBufferRef buffer;
    if (LLVMCreateMemoryBufferWithContentsOfFile(object, &buffer, &message))
        return LLVMDisposeMessage(message), false;
    LLVMBinaryRef binary = LLVMCreateBinary(buffer, ir->context, &message);
    if (!binary)
        return LLVMDisposeMessage(message), LLVMDisposeMemoryBuffer(buffer), false;
    LLVMSectionIteratorRef section = LLVMObjectFileCopySectionIterator(binary);
    bool is_found = false;
    for (; !is_found && !LLVMObjectFileIsSectionIteratorAtEnd(binary, section); LLVMMoveToNextSection(section)) {
        const char *name = LLVMGetSectionName(section);
        is_found = name && sw_equal(name, ".llvmbc") && load_section(ir, section, object);
    }
    LLVMDisposeSectionIterator(section);
    LLVMDisposeBinary(binary);
    LLVMDisposeMemoryBuffer(buffer);
    return is_found;
}

/* Line `number` of a file; null: there is none. */
static const char *line_of(struct sw_arena *arena, const char *path, unsigned number) {
    const char *at = path ? sw_read_file(arena, path, NULL) : NULL;
    for (; at && number > 1; number--) {
        at = strchr(at, '\n');
        at += at != NULL;
    }
    return at ? sw_arena_strndup(arena, at, strcspn(at, "\n")) : NULL;
}

/* As clang shows it: the line, and a caret beneath the column. */
static void show_line(struct sw_arena *arena, struct sw_place place) {
    const char *line = line_of(arena, place.file, place.line);
    if (!line || !place.column || strlen(line) < place.column)
        return;
    fprintf(stderr, "%5u | %s\n      | ", place.line, line);
    for (unsigned i = 1; i < place.column; i++)
        fputc(line[i - 1] == '\t' ? '\t' : ' ', stderr);
    fputs("^\n", stderr);
}

/* A file below this folder as it is named from here, if the source was. */
static const char *as_given(struct search *s, const char *file) {
    char here[PATH_MAX];
    bool is_named_so = s->source && s->source[0] != '/' && getcwd(here, sizeof here) && sw_starts_with(file, here);
    return is_named_so && file[strlen(here)] == '/' ? file + strlen(here) + 1 : file;
}

static void note(struct search *s, LLVMValueRef instruction, unsigned number) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
    if (!location)
        return;
    const char *file = sw_path_of_scope(s->ir->arena, LLVMDILocationGetScope(location));
    struct sw_place place = {file ? as_given(s, file) : "", LLVMDILocationGetLine(location),
                             LLVMDILocationGetColumn(location)};
    sw_vec_push(s->ir->arena, &s->found, ((struct access){place, number, s->shadow}));
}

static void note_access(struct search *s, LLVMValueRef user, unsigned operand) {
    bool is_copy = LLVMIsACallInst(user) && sw_is_copy(user), is_fill = LLVMIsACallInst(user) && sw_is_fill(user);
    bool is_atomic = (LLVMIsAAtomicRMWInst(user) || LLVMIsAAtomicCmpXchgInst(user)) && operand == 0;
    bool is_read = LLVMIsALoadInst(user) || is_atomic || (is_copy && operand == 1);
    bool is_write = (LLVMIsAStoreInst(user) && operand == 1) || is_atomic || ((is_copy || is_fill) && operand == 0);
    if (is_read)
        note(s, user, SW_DIAGNOSED_READ);
    if (is_write)
        note(s, user, SW_DIAGNOSED_WRITTEN);
}

static unsigned operand_number(LLVMUseRef use, LLVMValueRef user) {
    LLVMValueRef value = LLVMGetUsedValue(use);
    unsigned count = (unsigned)LLVMGetNumOperands(user), i = 0;
    bool is_stored_to = LLVMIsAStoreInst(user) && count > 1 && LLVMGetOperand(user, 1) == value;
    while (i < count && LLVMGetOperand(user, i) != value)
        i++;
    return is_stored_to ? 1 : i;
}

static void follow(struct search *s, LLVMValueRef address) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (sw_pointer_before(user) == address)
            follow(s, user);
        else if (LLVMIsAInstruction(user))
            note_access(s, user, operand_number(use, user));
    }
}

static int compare_numbers(unsigned a, unsigned b) {
    return (a > b) - (a < b);
}

static int in_order(const void *first, const void *second) {
    const struct access *a = first, *b = second;
    int order = strcmp(a->place.file, b->place.file);
    order = order ? order : compare_numbers(a->place.line, b->place.line);
    order = order ? order : compare_numbers(a->place.column, b->place.column);
    order = order ? order : compare_numbers(a->number, b->number);
    return order ? order : strcmp(a->shadow.name, b->shadow.name);
}

static void tell(const struct search *s, const struct access *access) {
    enum sw_severity severity = sw_severity_of(s->diagnosed, access->place, access->number);
    if (severity == SW_SILENT)
        return;
    (severity == SW_ERROR ? sw_error : sw_warning)(
        access->place, "a %s variable \"%s\" cannot be directly %s in a host function [#%u-D]",
        access->shadow.is_constant ? "__constant__" : "__device__", access->shadow.name,
        access->number == SW_DIAGNOSED_READ ? "read" : "written", access->number);
    show_line(s->ir->arena, access->place);
}

/* One place once, however often it is instantiated. */
static void tell_all(struct search *s) {
    if (s->found.count)
        qsort(s->found.at, s->found.count, sizeof *s->found.at, in_order);
    for (size_t i = 0; i < s->found.count; i++)
        if (!i || in_order(&s->found.at[i - 1], &s->found.at[i]))
            tell(s, &s->found.at[i]);
}

/* Calls __cudaRegisterVar(handle, variable, address, name, external, bytes, is constant, global): clang makes one for
 * each variable. Managed ones are the host's as well. */
static void visit_registration(struct search *s, LLVMValueRef call) {
    enum { VARIABLE = 1, IS_CONSTANT = 6 };
    LLVMValueRef variable = LLVMGetOperand(call, VARIABLE), is_constant = LLVMGetOperand(call, IS_CONSTANT);
    if (!LLVMIsAGlobalVariable(variable) || sw_map_has(s->managed, variable))
        return;
    const char *name = sw_demangled(s->ir->arena, sw_name(variable));
    s->shadow = (struct shadow){name, LLVMIsAConstantInt(is_constant) && LLVMConstIntGetZExtValue(is_constant)};
    follow(s, variable);
}

bool sw_tell_shadows(struct sw_unit *unit, const char *object, const struct sw_diagnosed *diagnosed) {
    struct search search = {.ir = &unit->ir, .diagnosed = diagnosed, .source = unit->options.source};
    if (!load_carried(&unit->ir, object))
        return true;
    sw_read_variables(unit);
    search.managed = unit->managed;
    LLVMValueRef registers = LLVMGetNamedFunction(unit->ir.module, "__cudaRegisterVar");
    for (LLVMUseRef use = registers ? LLVMGetFirstUse(registers) : NULL; use; use = LLVMGetNextUse(use))
        if (sw_called_function(LLVMGetUser(use)) == registers)
            visit_registration(&search, LLVMGetUser(use));
    tell_all(&search);
    return !sw_error_count();
}
