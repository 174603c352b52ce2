/* One access to memory by all lanes that run: its addresses, and how to make it (access.c). */
#ifndef SW_ACCESS_H
#define SW_ACCESS_H

#include "lockstep/lanes/lanes.h"

enum sw_certainty { SW_CERTAIN, SW_IF_HOLDS, SW_IF_NOT }; /* beside which side of a test an access is (tested.c) */
struct sw_access {
    struct sw_lanes *l;
    LLVMValueRef at;
    enum sw_shape_kind kind;
    LLVMValueRef base; /* affine: lane 0's address; varying: the vector of addresses */
    int64_t stride;    /* bytes */
    unsigned align;
    unsigned granule; /* of a local variable that lies interleaved, else 0 */
    enum sw_certainty certainty;
};
/* at: the source instruction that makes it. */
struct sw_access sw_access_of(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, unsigned align);
struct sw_access sw_access_behind(struct sw_access access, LLVMValueRef distance); /* so many bytes, an i64 */
LLVMValueRef sw_access_load(const struct sw_access *access, LLVMTypeRef type, uint64_t offset);
void sw_access_store(const struct sw_access *access, LLVMTypeRef type, LLVMValueRef value, uint64_t offset);
/* Whether an affine access runs on from lane to lane, up or down, without large gaps. */
bool sw_access_runs_on(const struct sw_access *access, LLVMTypeRef type);
bool sw_is_composite(LLVMTypeRef type); /* structures, arrays, short vectors */
/* Types whose vectors lie in memory as their elements would: whole bytes each. */
bool sw_is_regular(struct sw_lanes *l, LLVMTypeRef type);

#endif
