/* What the host's code says of a kernel's launches, as metadata. */
#include "ir/launches.h"

#include <string.h>

static const char metadata[] = "sw.launches";
enum { PARTS = 4 };

static LLVMMetadataRef number(struct sw_ir *ir, unsigned value) {
    return LLVMValueAsMetadata(sw_const(ir->i32, value));
}

void sw_write_launches(struct sw_ir *ir, LLVMModuleRef module, const struct sw_launches *launches) {
    for (size_t i = 0; i < launches->count; i++) {
        const struct sw_launch *l = &launches->at[i];
        LLVMMetadataRef parts[PARTS] = {LLVMMDStringInContext2(ir->context, l->kernel, strlen(l->kernel)),
                                        number(ir, l->size.x), number(ir, l->size.y), number(ir, l->size.z)};
        LLVMMetadataRef node = LLVMMDNodeInContext2(ir->context, parts, PARTS);
        LLVMAddNamedMetadataOperand(module, metadata, LLVMMetadataAsValue(ir->context, node));
    }
}

void sw_read_launches(struct sw_ir *ir, struct sw_launches *launches) {
    unsigned count = LLVMGetNamedMetadataNumOperands(ir->module, metadata);
    LLVMValueRef *nodes = sw_arena_alloc(ir->arena, (count + 1) * sizeof *nodes);
    LLVMGetNamedMetadataOperands(ir->module, metadata, nodes);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef parts[PARTS];
        unsigned length, size[PARTS] = {0};
        assert(LLVMGetMDNodeNumOperands(nodes[i]) == PARTS);
        LLVMGetMDNodeOperands(nodes[i], parts);
        const char *name = LLVMGetMDString(parts[0], &length);
        for (unsigned k = 1; k < PARTS; k++)
            size[k] = (unsigned)LLVMConstIntGetZExtValue(parts[k]);
        struct sw_launch launch = {sw_arena_strndup(ir->arena, name, length), {size[1], size[2], size[3]}};
        sw_vec_push(ir->arena, launches, launch);
    }
}
