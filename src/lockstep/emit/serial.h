/* Lane by lane: a loop over the lanes that run, and what goes in and out through memory (serial.c). */
#ifndef SW_SERIAL_H
#define SW_SERIAL_H

#include "lockstep/lanes/lanes.h"

/* Memory for a vector whose elements are accessed one by one, in use from here until its lifetime ends: outside, it
 * takes no room. Alignment 64 whatever the type. */
LLVMValueRef sw_open_memory(struct sw_lanes *l, LLVMTypeRef vector);
/* The type whose vectors lie in memory as arrays do: truths and integers of odd widths are packed. */
LLVMTypeRef sw_element_type(struct sw_lanes *l, LLVMTypeRef type);
void sw_lifetime(struct sw_lanes *l, LLVMValueRef slot, bool starts);

/* A loop over the lanes that run. What differs between lanes is passed in and out through memory. */
struct sw_passed {
    LLVMTypeRef type;        /* of one lane's value */
    LLVMValueRef same;       /* the value, when it is uniform */
    LLVMValueRef memory;     /* one element a lane */
    struct sw_passed *parts; /* of a structure, array or short vector */
    unsigned count;
};
struct sw_serial {
    struct sw_lanes *l;
    LLVMBasicBlockRef head, done;
    LLVMValueRef bits, lane; /* lane: i32 */
};
struct sw_passed sw_pass_in(struct sw_lanes *l, LLVMValueRef value); /* before the loop */
struct sw_passed sw_pass_vector(struct sw_lanes *l, LLVMTypeRef type, LLVMValueRef vector);
struct sw_passed sw_pass_nothing(struct sw_lanes *l, LLVMTypeRef type); /* memory for a result */
void sw_serial_open(struct sw_lanes *l, struct sw_serial *s);
LLVMValueRef sw_serial_get(struct sw_serial *s, const struct sw_passed *passed);
void sw_serial_put(struct sw_serial *s, const struct sw_passed *passed, LLVMValueRef value);
void sw_serial_close(struct sw_serial *s);
void sw_pass_end(struct sw_lanes *l, const struct sw_passed *passed);         /* it is not used any more */
LLVMValueRef sw_pass_out(struct sw_lanes *l, const struct sw_passed *passed); /* behind the loop; the vector */
void sw_name_thread(struct sw_serial *s); /* in the block: what a callee reads its threadIdx from, and reports read */
void sw_emit_serial(struct sw_lanes *l, LLVMValueRef at); /* any instruction, lane by lane */

#endif
