/* Shadows of local variables, while unwritten.c, shadow_values.c and shadow_reads.c make them. */
#ifndef SW_SHADOWS_H
#define SW_SHADOWS_H

#include "transform/instrument/unwritten.h"

enum { SW_PIECE = 8, SW_MOST_PIECES = 8 };
#define SW_WRITTEN 0x0101010101010101ull /* of 8 bytes, each */

/* shadows: an address in a variable -> in its shadow. copied: a load, or a member of what was loaded -> struct sw_shadow_value;
 * copies of memory that are done. flags: a value -> whether it is written. followed: values whose uses were looked
 * for. */
struct sw_shadows {
    struct sw_unit *unit;
    struct sw_ir *ir;
    LLVMTargetDataRef layout;
    struct sw_map *shadows, *copied, *flags, *followed, *names;
    struct sw_values accesses;
};

/* The shadow of a value: of each 8 bytes of it, then of 4, 2, 1. */
struct sw_shadow_value {
    unsigned count;
    uint64_t bytes;
    LLVMValueRef piece[SW_MOST_PIECES];
};

static inline LLVMValueRef sw_shadow_of(struct sw_shadows *s, LLVMValueRef pointer) {
    return sw_map_get(s->shadows, pointer);
}

static inline uint64_t sw_stored_bytes(struct sw_shadows *s, LLVMTypeRef type) {
    return LLVMStoreSizeOfType(s->layout, type);
}

/* shadow_values.c */

/* The type of a shadow of so many bytes: an integer where one value may be made of it. */
LLVMTypeRef sw_piece_type(struct sw_shadows *s, uint64_t bytes);
unsigned sw_piece_size(uint64_t left); /* of the next piece, when so many bytes are left */
void sw_fill_shadow(struct sw_shadows *s, LLVMValueRef shadow, unsigned value, LLVMValueRef bytes);
/* v null: all of it is written. */
void sw_store_shadow(struct sw_shadows *s, LLVMValueRef shadow, uint64_t bytes, const struct sw_shadow_value *v);
LLVMValueRef sw_all_written(struct sw_shadows *s, const struct sw_shadow_value *v); /* whether all the pieces are */
/* Of a load or a member of one; null: of no shadowed variable, or too large. */
const struct sw_shadow_value *sw_shadow_value_of(struct sw_shadows *s, LLVMValueRef value);
bool sw_is_form(LLVMValueRef value); /* an instruction that only brings a value into another form */

/* shadow_reads.c */

/* Whether a value is written, an i1 beside what it was loaded by; null: it comes from no shadowed variable. */
LLVMValueRef sw_written_flag(struct sw_shadows *s, LLVMValueRef value);
void sw_see_shadowed_load(struct sw_shadows *s, LLVMValueRef load);

#endif
