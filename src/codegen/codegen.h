/* Code generation: the table that the runtime reads, and objects. Grouped under the file that defines each. */
#ifndef SW_CODEGEN_H
#define SW_CODEGEN_H

#include "ir/unit.h"

/* parts.c: how the module is divided for code generation, by variants of kernels; part 0 has the table and all data. */
struct sw_part_root {
    LLVMValueRef *function;
    size_t length;
    unsigned part;
};
struct sw_part_shared {
    LLVMValueRef value;
    unsigned part;
    bool is_apart;
}; /* is_apart: others do not look into it */
struct sw_parts {
    unsigned count; /* 1: the module stays whole */
    SW_VEC(struct sw_part_root) roots;
    SW_VEC(struct sw_part_shared) shared;
};
/* Decides, and gives what one part has and others refer to names for the linker. */
void sw_divide(struct sw_unit *unit, struct sw_parts *parts);
/* Leaves one part in the module. */
void sw_keep_part(struct sw_unit *unit, const struct sw_parts *parts, unsigned part);

/* table.c: adds struct swrt_module with all it points to, and what hands it to the runtime. */
void sw_emit_table(struct sw_unit *unit);

/* version.c: adds struct swrt_version of this unit, whose function `load` is called if it is the one that runs, and, in
 * the first one, the list of all and the constructors that ask for the processor and take one. */
void sw_emit_version(struct sw_unit *unit, LLVMValueRef load);
/* For a module whose code comes later: asks for what its host code needs. */
void sw_emit_host_need(struct sw_unit *unit);
/* The name, made the unit's own, and its version's: no other object of a link has it. */
const char *sw_own_name(const struct sw_unit *unit, const char *name, unsigned version);

/* constants.c: in check and strict builds, where the program's constants lie; at the builder's place a call that
 * registers it. Of a module's further parts the constants only need their place. */
void sw_gather_constants(struct sw_unit *unit);
bool sw_place_constants(struct sw_unit *unit);
/* The address where the linker's section of that name starts ("start") or ends ("stop"); null where there is none. */
LLVMValueRef sw_section_edge(struct sw_unit *unit, const char *which, const char *section);

/* code.c: puts the module's functions, as they are, into the section of device code; at the builder's place a call that
 * registers it. */
void sw_place_code(struct sw_unit *unit);
void sw_register_code(struct sw_unit *unit);

/* processor.c: the processor of that name ("native": this machine's), and what host code may have ("haswell,+avx512f"). */
struct sw_processor sw_processor_of(struct sw_arena *arena, const char *name);
struct sw_processor sw_processor_of_host(struct sw_arena *arena, const char *list);

/* object.c: the host's target machine for unit->options; optimisation; output in the form asked for. */
bool sw_create_machine(struct sw_unit *unit);
void sw_optimise(struct sw_unit *unit);
bool sw_emit(struct sw_unit *unit);

/* locals.c: behind optimisation, local variables that may be overrun are put on a stack of their own. */
void sw_part_locals(struct sw_unit *unit);

/* full.c: behind optimisation, what is done under a mask has a copy without, for where all lanes are on. */
void sw_copy_for_full_masks(struct sw_unit *unit);

/* masked.c: behind optimisation, masked accesses that the processor has no instruction for become loops over lanes. */
void sw_expand_masked(struct sw_unit *unit);

/* own_names.c: writes an object to the output that options names, with calls of the C library's functions by names that
 * no program has. False when it cannot be written, which was said. */
bool sw_write_object(struct sw_unit *unit, LLVMMemoryBufferRef object);

/* embed.c: a module that only carries device bitcode to the link: section .softwarp.bitcode, and the registration
 * function `register_name` that clang's host object calls. Takes the place of unit->ir.module. */
void sw_embed(struct sw_unit *unit, const char *register_name);
/* The ids that an embedded module carries, read before it is linked with others. file: what messages call it. */
void sw_read_embedded_ids(struct sw_unit *unit, LLVMModuleRef module, const char *file);

/* hidden.c: names of the host's that are not seen outside the library that the unit becomes part of. */
void sw_hide_names(struct sw_unit *unit, const struct sw_strings *names);

/* linked.c: the symbols by which objects of relocatable device code need the object of their device link: defined in
 * the one, referred to in the others. */
void sw_define_links(struct sw_unit *unit);
void sw_need_links(struct sw_unit *unit);

#endif
