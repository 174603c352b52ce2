/* What host code writes to its variables, as device_memory.c asks it. */
#ifndef SW_HOST_VARIABLES_H
#define SW_HOST_VARIABLES_H

#include "pipeline/device_memory.h"

enum { SW_POINTER_BYTES = 8 };

/* value: null, when `allocator` gave what is written, and when nothing is known of it. */
struct sw_host_write {
    int64_t offset;
    uint64_t bytes;
    LLVMValueRef value;
    const char *allocator;
    bool is_zero;
};

struct sw_host_variable {
    LLVMValueRef base;
    bool is_open;  /* being looked at */
    bool gets_out; /* anybody may write to it */
    SW_VEC(struct sw_host_write) writes;
};

/* Where a load reads: filled when its variable has been looked at. */
struct sw_host_place {
    struct sw_host_variable *variable;
    int64_t offset;
};

struct sw_holding_facts {
    struct sw_ir *ir;
    LLVMTargetDataRef layout;
    struct sw_map *variables; /* base -> struct sw_host_variable */
    struct sw_map *places;    /* load -> struct sw_host_place */
};

/* host_variables.c */

struct sw_host_variable *sw_host_variable_of(struct sw_holding_facts *f, LLVMValueRef base);
/* Where a load reads; null: that is not known, or anybody may write to it. */
const struct sw_host_place *sw_host_place_of(struct sw_holding_facts *f, LLVMValueRef load);
bool sw_is_zero(LLVMValueRef value);

/* host_calls.c */

struct sw_allocator {
    const char *name, *shown;
    unsigned bytes; /* written to where the first argument leads, a pointer to device memory at their begin */
};
const struct sw_allocator *sw_allocator_of(LLVMValueRef call); /* or null */
bool sw_only_reads(LLVMValueRef call, unsigned argument);

#endif
