/* What host code does with __device__ and __constant__ variables, which on the host are but shadows.
 *
 *   int x = d;      warning: a __device__ variable "d" cannot be directly read in a host function [#20091-D]
 *   table[1] = 2;   warning: a __constant__ variable "table" cannot be directly written in a host function [#20092-D]
 *
 * In: the host's bitcode. Out: nvcc's warnings, by its numbers and in its words, or errors. Looked at are the loads and
 * stores at a variable's own address, as nvcc does: an address that is passed on (cudaMemcpyToSymbol) is no access. */
#include "pipeline/host_misuse.h"

#include <stdlib.h>
#include <string.h>

#include "ir/remark.h"
#include "transform/transform.h"

struct shadow {
    const char *name;
    bool is_constant;
};

struct access {
    struct sw_place place;
    enum sw_diagnostic kind;
    struct shadow shadow;
};

struct search {
    const struct sw_host_code *host;
    struct sw_ir *ir;
    struct sw_map *managed;
    struct shadow shadow;
    SW_VEC(struct access) found;
};

static void note(struct search *s, LLVMValueRef instruction, enum sw_diagnostic kind) {
    struct sw_place place = sw_host_place(s->host, instruction);
    if (place.file)
        sw_vec_push(s->ir->arena, &s->found, ((struct access){place, kind, s->shadow}));
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

static int in_order(const void *first, const void *second) {
    const struct access *a = first, *b = second;
    int order = sw_host_compare_places(a->place, b->place);
    order = order ? order : (a->kind > b->kind) - (a->kind < b->kind);
    return order ? order : strcmp(a->shadow.name, b->shadow.name);
}

static void tell(const void *search, const void *found) {
    const struct search *s = search;
    const struct access *access = found;
    enum sw_severity severity = sw_severity_of(s->host->diagnosed, access->place, access->kind);
    if (severity == SW_SILENT)
        return;
    (severity == SW_ERROR ? sw_error : sw_warning)(
        access->place, "a %s variable \"%s\" cannot be directly %s in a host function [#%s-D]",
        access->shadow.is_constant ? "__constant__" : "__device__", access->shadow.name,
        access->kind == SW_DIAGNOSED_READ ? "read" : "written", sw_diagnostic_word(access->kind));
    sw_host_show_line(s->host, access->place);
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

void sw_tell_shadows(const struct sw_host_code *host) {
    struct search search = {.host = host, .ir = host->ir};
    LLVMValueRef registers = LLVMGetNamedFunction(host->ir->module, "__cudaRegisterVar");
    if (!registers)
        return;
    sw_read_variables(host->unit);
    search.managed = host->unit->managed;
    for (LLVMUseRef use = LLVMGetFirstUse(registers); use; use = LLVMGetNextUse(use))
        if (sw_called_function(LLVMGetUser(use)) == registers)
            visit_registration(&search, LLVMGetUser(use));
    sw_host_tell_once(&search, search.found.at, search.found.count, sizeof *search.found.at, in_order, tell);
}
