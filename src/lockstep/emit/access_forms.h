/* The forms that an access takes (access.c chooses): offset is in bytes, from each lane's address. */
#ifndef SW_ACCESS_FORMS_H
#define SW_ACCESS_FORMS_H

#include "lockstep/emit/access.h"

/* access.c: remarks on an access; whether it is beside a test, or in a local variable, for one that is a run. */
void sw_access_remark(const struct sw_access *a, enum sw_remark_kind kind, const char *detail);
void sw_remark_scattered(const struct sw_access *a, enum sw_remark_kind strided, enum sw_remark_kind scattered);
const char *sw_side_by_side(const struct sw_access *a);

static inline LLVMTargetDataRef sw_layout_of(struct sw_lanes *l) {
    return LLVMGetModuleDataLayout(l->ir->module);
}

/* access_runs.c */

unsigned sw_bytes_of(struct sw_lanes *l, LLVMTypeRef type);
unsigned sw_align_at(const struct sw_access *a, uint64_t offset);
unsigned sw_run_align(const struct sw_access *a, uint64_t offset);
LLVMValueRef sw_access_address(const struct sw_access *a, int64_t offset); /* lane 0's, or a vector of all */
/* Numbers from start on, for a shuffle of vectors. */
LLVMValueRef sw_permutation(struct sw_lanes *l, unsigned count, unsigned start, int step);
LLVMValueRef sw_reversed(struct sw_lanes *l, LLVMValueRef vector);
LLVMValueRef sw_load_run(const struct sw_access *a, LLVMTypeRef vector, LLVMValueRef from, LLVMValueRef mask,
                         unsigned align);
void sw_store_run(const struct sw_access *a, LLVMValueRef value, LLVMValueRef to, LLVMValueRef mask, unsigned align);
LLVMValueRef sw_load_scattered(const struct sw_access *a, LLVMTypeRef vector, uint64_t offset);
void sw_store_scattered(const struct sw_access *a, LLVMValueRef value, uint64_t offset);
LLVMValueRef sw_load_same(const struct sw_access *a, LLVMTypeRef type, uint64_t offset);

/* access_gaps.c */

/* Elements from lane to lane, when they lie near each other; else 0. */
unsigned sw_elements_apart(const struct sw_access *a, LLVMTypeRef type);
bool sw_has_masks(const struct sw_access *a); /* the machine's masked accesses cost no more than others */
LLVMValueRef sw_load_strided(const struct sw_access *a, LLVMTypeRef type, uint64_t offset, unsigned apart);
void sw_store_strided(const struct sw_access *a, LLVMValueRef value, uint64_t offset, unsigned apart);

/* access_members.c */

unsigned sw_count_members(LLVMTypeRef type);
LLVMTypeRef sw_member_type(LLVMTypeRef type, unsigned i);
uint64_t sw_member_offset(struct sw_lanes *l, LLVMTypeRef type, unsigned i);
bool sw_is_interleaved(const struct sw_access *a, LLVMTypeRef type);
LLVMValueRef sw_load_interleaved(const struct sw_access *a, LLVMTypeRef type, uint64_t offset);
void sw_store_interleaved(const struct sw_access *a, LLVMTypeRef type, LLVMValueRef value, uint64_t offset);

#endif
