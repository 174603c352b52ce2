/* Code generation: the table that the runtime reads, and objects. Grouped under the file that defines each. */
#ifndef SW_CODEGEN_H
#define SW_CODEGEN_H

#include "ir/unit.h"

/* parts.c: how the module is divided for code generation, by variants of kernels; part 0 has the table and all data. */
struct sw_part_root { LLVMValueRef *function; size_t length; unsigned part; };
struct sw_part_shared { LLVMValueRef value; unsigned part; bool is_apart; }; /* is_apart: others do not look into it */
struct sw_parts {
    unsigned count; /* 1: the module stays whole */
    SW_VEC(struct sw_part_root) roots;
    SW_VEC(struct sw_part_shared) shared;
};
/* Decides, and gives what one part has and others refer to names for the linker. */
void sw_divide(struct sw_unit *unit, struct sw_parts *parts);
/* Leaves one part in the module. */
void sw_keep_part(struct sw_unit *unit, const struct sw_parts *parts, unsigned part);

/* table.c: adds struct swrt_module with all it points to, and the constructor that registers it. */
void sw_emit_table(struct sw_unit *unit);

/* constants.c: in check builds, where the program's constants lie; at the builder's place a call that registers it. */
void sw_gather_constants(struct sw_unit *unit);

/* object.c: the host's target machine for unit->options; optimisation; output in the form asked for. */
bool sw_create_machine(struct sw_unit *unit);
void sw_optimise(struct sw_unit *unit);
bool sw_emit(struct sw_unit *unit);

/* own_names.c: writes an object to the output that options names, with calls of the C library's functions by names that
 * no program has. False when it cannot be written, which was said. */
bool sw_write_object(struct sw_unit *unit, LLVMMemoryBufferRef object);

/* embed.c: a module that only carries device bitcode to the link: section .softwarp.bitcode, and the registration
 * function `register_name` that clang's host object calls. Takes the place of unit->ir.module. */
void sw_embed(struct sw_unit *unit, const char *register_name);
/* The ids that an embedded module carries, read before it is linked with others. file: what messages call it. */
void sw_read_embedded_ids(struct sw_unit *unit, LLVMModuleRef module, const char *file);

/* linked.c: the symbols by which objects of relocatable device code need the object of their device link: defined in
 * the one, referred to in the others. */
void sw_define_links(struct sw_unit *unit);
void sw_need_links(struct sw_unit *unit);

#endif
