/* What the globals pass is made of: sorts of globals, who names which, and the layout of shared memory. */
#ifndef SW_GLOBALS_H
#define SW_GLOBALS_H

#include "ir/unit.h"

/* sorts.c */

unsigned sw_declared_space(LLVMValueRef global);
bool sw_is_device_variable(struct sw_unit *unit, LLVMValueRef global); /* in an image of the device's: not only read */
bool sw_is_dynamic_shared(LLVMValueRef shared);
uint64_t sw_global_size(struct sw_unit *unit, LLVMValueRef global);
unsigned sw_global_align(struct sw_unit *unit, LLVMValueRef global);
/* The pointer, of the type that the global has. */
LLVMValueRef sw_in_space_of(struct sw_unit *unit, LLVMValueRef pointer, LLVMValueRef global);
/* Globals that a function, or a constant, refers to; constants that have been seen are passed over. */
void sw_globals_of(struct sw_unit *unit, LLVMValueRef function, struct sw_values *into);
void sw_globals_of_constant(struct sw_unit *unit, LLVMValueRef constant, struct sw_map *seen, struct sw_values *into);

/* tables.c */

typedef bool (*sw_is_sort)(struct sw_unit *unit, LLVMValueRef global);
bool sw_is_moving(struct sw_unit *unit, LLVMValueRef global); /* shared or managed: its address is no constant */
/* One of that sort that a global's value names, itself or by way of constants that it names; null if there is none. */
LLVMValueRef sw_named_by(struct sw_unit *unit, LLVMValueRef global, sw_is_sort is);
bool sw_is_table_of(struct sw_unit *unit, LLVMValueRef global, sw_is_sort is);
void sw_localise_tables(struct sw_unit *unit, LLVMValueRef function);

/* shared.c */

/* Layout of shared memory: offsets by variable (+ 1, so that 0 means "not here"), of the variables that all kernels
 * have in common and of those of the kernel at hand. dynamic_align: what the dynamic part starts on. */
struct sw_shared_layout {
    struct sw_map *common, *own;
    struct sw_map *users; /* out-of-line functions that use a variable of those in common */
    struct sw_shared_variables common_list;
    unsigned common_bytes, dynamic_align;
};
struct sw_shared_layout sw_shared_layout(struct sw_unit *unit); /* of nothing yet */
void sw_place_common(struct sw_unit *unit, struct sw_shared_layout *layout, const struct sw_values *functions);
void sw_place_kernel(struct sw_unit *unit, struct sw_shared_layout *layout, struct sw_kernel *kernel);
uint64_t sw_shared_offset(const struct sw_shared_layout *layout, LLVMValueRef global);

#endif
