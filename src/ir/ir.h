/* What LLVM-C leaves to its user: loading and linking modules, walking and editing IR, building the small things that
 * every pass builds. Knows LLVM, not CUDA. Grouped under the file that defines each function. */
#ifndef SW_IR_H
#define SW_IR_H

#include "base/base.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <llvm-c/TargetMachine.h>

/* An LLVM context with the types that everyone needs at hand. One per compilation. */
struct sw_ir {
    struct sw_arena *arena;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef i1, i8, i16, i32, i64, f32, f64, ptr, token, nothing;
};

/* context.c */
void sw_ir_create(struct sw_ir *ir, struct sw_arena *arena);
void sw_ir_destroy(struct sw_ir *ir);
/* Reads bitcode or textual IR and makes it, or links it to, the module. On failure says why and returns false. */
bool sw_ir_load(struct sw_ir *ir, const char *path);
bool sw_ir_load_bytes(struct sw_ir *ir, const void *bytes, size_t size, const char *name);
/* The two steps of that. Linking takes the module, whatever happens. */
LLVMModuleRef sw_ir_read(struct sw_ir *ir, const char *path);
bool sw_ir_link(struct sw_ir *ir, LLVMModuleRef module, const char *name);
/* From here on a bug of ours is one of this stage, and leaves the module in softwarp-bug-STAGE.ll. */
void sw_ir_enter(struct sw_ir *ir, const char *stage);
bool sw_ir_verify(struct sw_ir *ir,
                  const char *stage); /* a failure is our bug: says the stage, leaves the IR in a file */
bool sw_ir_print(struct sw_ir *ir, const char *path);
/* Runs LLVM passes, named as opt names them. */
bool sw_ir_run_passes(struct sw_ir *ir, const char *passes, LLVMTargetMachineRef machine);

/* build.c: constants, intrinsics, attributes. Position the builder first. */
LLVMValueRef sw_const(LLVMTypeRef type, uint64_t value);
LLVMValueRef sw_intrinsic(struct sw_ir *ir, const char *name, LLVMTypeRef *overload, unsigned count);
LLVMValueRef sw_call_intrinsic(struct sw_ir *ir, const char *name, LLVMTypeRef *overload, unsigned overloads,
                               LLVMValueRef *args, unsigned count, const char *label);
LLVMValueRef sw_call(struct sw_ir *ir, LLVMValueRef function, LLVMValueRef *args, unsigned count, const char *label);
/* A declaration found or added; `type` must be the same each time. */
LLVMValueRef sw_declare(struct sw_ir *ir, const char *name, LLVMTypeRef type);
LLVMValueRef sw_byte_offset(struct sw_ir *ir, LLVMValueRef pointer, uint64_t bytes, const char *label);
LLVMValueRef sw_string(struct sw_ir *ir, const char *text); /* a private constant, its address */
LLVMValueRef sw_private_constant(struct sw_ir *ir, LLVMValueRef value, const char *name); /* the same of any value */
void sw_add_attribute(struct sw_ir *ir, LLVMValueRef function, const char *name);
void sw_remove_attribute(LLVMValueRef function, const char *name);
bool sw_has_attribute(LLVMValueRef function, const char *name);
void sw_strip_target(LLVMValueRef function); /* what says for which processor it was compiled */
void sw_mark_invariant(struct sw_ir *ir, LLVMValueRef load);
void sw_at_entry(struct sw_ir *ir, LLVMValueRef function); /* builder behind the entry's allocas and phis */
/* Creates before `instruction`, with its debug location. */
void sw_before(struct sw_ir *ir, LLVMValueRef instruction);

/* walk.c */
const char *sw_name(LLVMValueRef value);
const char *sw_callee_name(LLVMValueRef call); /* "" when indirect or not a call */
bool sw_is_call(LLVMValueRef instruction);
bool sw_is_fill(LLVMValueRef instruction);          /* of memory: llvm.memset */
bool sw_is_move(LLVMValueRef instruction);          /* llvm.memmove: source and destination may overlap */
bool sw_is_copy(LLVMValueRef instruction);          /* these, and llvm.memcpy */
LLVMValueRef sw_called_function(LLVMValueRef call); /* null when indirect */
bool sw_is_defined(LLVMValueRef function);
LLVMMetadataRef sw_description_of(struct sw_ir *ir, LLVMValueRef global); /* debug.c: of a global variable, or null */
LLVMMetadataRef sw_metadata_operand(struct sw_ir *ir, LLVMMetadataRef node, unsigned index); /* null: none there */
bool sw_address_taken(LLVMValueRef function);                     /* used other than as the callee of a call */
LLVMTypeRef sw_byval_type(LLVMValueRef function, unsigned index); /* of a parameter; null: not passed by value */
int sw_parameter_number(LLVMValueRef value);                      /* of an argument; -1: it is none */
bool sw_is_by_value(LLVMValueRef value);                          /* an argument that is passed so */
bool sw_is_noalias(LLVMValueRef function, unsigned index);        /* a __restrict__ parameter */
bool sw_accesses_nothing(LLVMValueRef function);                  /* memory(none) */
void sw_mark_readonly(struct sw_ir *ir, LLVMValueRef parameter);
bool sw_is_readonly(LLVMValueRef function, unsigned index); /* a pointer parameter through which nothing is written */
unsigned sw_stated_align(LLVMValueRef function, unsigned index); /* of a pointer parameter; 1 when nothing is stated */
unsigned sw_stated_call_align(LLVMValueRef call,
                              unsigned index); /* the same of what is passed, as the call states it */
/* All instructions, gathered first, so that the visitor may add and erase. */
struct sw_values {
    LLVMValueRef *at;
    size_t count, capacity;
};
void sw_instructions(struct sw_ir *ir, LLVMValueRef function, struct sw_values *into);
void sw_functions(struct sw_ir *ir, struct sw_values *into); /* those with a body */
typedef void (*sw_visit)(struct sw_ir *ir, LLVMValueRef instruction, void *data);
void sw_visit_instructions(struct sw_ir *ir, sw_visit visit, void *data); /* of all functions; may add and erase */
struct sw_place sw_place_of(struct sw_ir *ir,
                            LLVMValueRef instruction); /* of debug information, else the function's name */
struct sw_place sw_place_of_function(struct sw_ir *ir, LLVMValueRef function); /* the same, where it begins */
/* The pointer beneath casts and GEPs, of instructions and of constant expressions. */
LLVMValueRef sw_strip_pointer(LLVMValueRef pointer);
LLVMValueRef sw_pointer_before(LLVMValueRef pointer); /* one step of that; null: there is none */
unsigned sw_parts_of(LLVMTypeRef type); /* members of a structure, elements of an array or vector; 0 of others */
/* Whether a pointer leads to a known place behind the one that it is made from. */
bool sw_has_constant_offset(LLVMTargetDataRef layout, LLVMValueRef pointer, LLVMValueRef base, int64_t *offset);

/* debug.c */
/* Describes a new function whose body will be the original's, inlined. Gives the place at which it is: the origin of the
 * original's places. Null when the original is not described. */
LLVMMetadataRef sw_describe_like(struct sw_ir *ir, LLVMValueRef function, LLVMValueRef original);
/* What is built from here on has the place of that instruction of the original; none when origin is null. */
void sw_at_place_of(struct sw_ir *ir, LLVMValueRef instruction, LLVMMetadataRef origin);

/* The function that a scope belongs to, and its name: the mangled one if there is; null when it has none. */
LLVMMetadataRef sw_subprogram_of(struct sw_ir *ir, LLVMMetadataRef scope);
const char *sw_subprogram_name(struct sw_ir *ir, LLVMMetadataRef subprogram);
/* Whether its file has line tables and no other debug information, which LLVM's C API does not say; its text does. */
bool sw_has_lines_only(struct sw_ir *ir, LLVMMetadataRef subprogram);

/* A variable's own name: "tile" of _ZZ6kernelPiE4tile. */
const char *sw_own_variable_name(struct sw_arena *arena, const char *name);

/* copy.c */
struct sw_bbs {
    LLVMBasicBlockRef *at;
    size_t count, capacity;
};
/* Appends copies of basic blocks of a function. What they use and where they lead is copies where there are some, else the
 * originals; phis have values from the same ways. copies: instruction or basic block -> its copy. */
void sw_copy_bbs(struct sw_ir *ir, const struct sw_bbs *bbs, struct sw_map *copies);
LLVMValueRef sw_copy_of(const struct sw_map *copies, LLVMValueRef value); /* itself where there is none */
LLVMBasicBlockRef sw_bb_copy_of(const struct sw_map *copies, LLVMBasicBlockRef bb);
/* To `bb`'s phis: for each way from `from` one from `to`, with what is its value's copy. */
void sw_extend_phis(const struct sw_map *copies, LLVMBasicBlockRef bb, LLVMBasicBlockRef from, LLVMBasicBlockRef to);

/* edit.c */
void sw_replace(LLVMValueRef old, LLVMValueRef with); /* replaces all uses, then erases the instruction */
/* A new bb in the middle of all edges from one bb to another; `from` ends in a branch or a switch. */
LLVMBasicBlockRef sw_split_edge(struct sw_ir *ir, LLVMBasicBlockRef from, LLVMBasicBlockRef to, const char *name);
/* A new bb with what is before the instruction, which is not a phi: all that led to its bb leads there. It has no end yet,
 * and whatever ends it comes to the instruction's bb, in which that is the first. */
LLVMBasicBlockRef sw_split_before(struct sw_ir *ir, LLVMValueRef instruction, const char *name);
/* Puts an external declaration in a definition's place: of the same name, type, attributes, visibility. */
LLVMValueRef sw_declare_instead(struct sw_ir *ir, LLVMValueRef function);
/* Moves the code of `from` to a new function of the given type; keeps name, linkage, attributes of the function, debug
 * information. The old function is left without a body; uses of its parameters must be gone. */
LLVMValueRef sw_move_code(struct sw_ir *ir, LLVMValueRef from, LLVMTypeRef type);
/* The same where the new function's parameters are `from`'s behind `skip` new ones. */
LLVMValueRef sw_move_body(struct sw_ir *ir, LLVMValueRef from, LLVMTypeRef type, unsigned skip);
/* Within `function`, rebuilds as instructions (at its entry) every constant expression that refers to `global` and
 * puts `value` in the global's place. */
void sw_replace_in_function(struct sw_ir *ir, LLVMValueRef function, LLVMValueRef global, LLVMValueRef value);

#endif
