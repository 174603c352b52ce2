/* Remarks: what became of a kernel's code, and why, for the user (-Rsoftwarp, --remarks). The stages that decide say so
 * by sw_remark; the writers are in src/pipeline. Nothing depends on what is recorded here.
 *
 * Remarks belong to a variant (W and block shape) of a kernel. A variant that cannot be has an obstacle instead. */
#ifndef SW_REMARK_H
#define SW_REMARK_H

#include "ir/ir.h"
#include "softwarp/abi.h"

enum sw_remark_kind {
#define REMARK(id, name, one, many, how) SW_REMARK_##id,
#include "ir/remark.def"
#undef REMARK
    SW_REMARK_COUNT
};

enum sw_remark_how { SW_REMARK_LINE, SW_REMARK_SUM };
struct sw_remark_text {
    const char *name, *one, *many;
    enum sw_remark_how how;
};
extern const struct sw_remark_text sw_remark_texts[SW_REMARK_COUNT];

struct sw_remark {
    enum sw_remark_kind kind;
    struct sw_place place;
    const char *detail; /* which atomic, callee, stride; or null */
    LLVMValueRef at;    /* of the source; gone when the kernel has been translated */
    unsigned count;
};

enum { SW_FRAME_UNKNOWN = -1 };
struct sw_remark_variant {
    unsigned lanes, width;
    enum swrt_blocks blocks;
    unsigned size[3];     /* of a whole block: its threads along x, y and z */
    const char *obstacle; /* why there is no code, or null */
    struct sw_place where;
    bool waits;    /* it is a coroutine, */
    int64_t frame; /* whose frame has so many bytes; or SW_FRAME_UNKNOWN */
    SW_VEC(struct sw_remark) list;
};

struct sw_remark_kernel {
    const struct sw_kernel *kernel;
    const char *name, *demangled;
    struct sw_place place;
    SW_VEC(struct sw_remark_variant) variants; /* in order of preference */
};

struct sw_remarks {
    bool is_wanted;
    const char *headers; /* the folder of our own headers: what is inlined from there has its caller's place */
    SW_VEC(struct sw_remark_kernel) kernels;
};

struct sw_unit;
struct sw_kernel;
struct sw_wide;

/* Begins a variant of a kernel: what is remarked from here on is about it. */
void sw_remark_variant(struct sw_unit *unit, const struct sw_kernel *kernel, const struct sw_wide *wide);
/* At an instruction of the source. Said once for each kind. */
void sw_remark(struct sw_unit *unit, enum sw_remark_kind kind, LLVMValueRef at, const char *detail);
/* The variant cannot be. where: may be null. */
void sw_remark_obstacle(struct sw_unit *unit, const char *why, LLVMValueRef where);
/* Behind the last remark: sorted by place, equal ones counted. */
void sw_remarks_finish(struct sw_unit *unit);
/* Behind LLVM's optimisation: how large the frames are of the coroutines that this module defines, each at its place in
 * `frames`; it has one for each variant of the remarks. */
size_t sw_remarks_variants(const struct sw_unit *unit);
void sw_remarks_measure(struct sw_unit *unit, int64_t *frames);
/* Which variants are coroutines, and the frames measured. */
void sw_remarks_take_frames(struct sw_unit *unit, const int64_t *frames);
/* Marks a call as what a recognised compare-and-swap loop has become. */
void sw_mark_retry(struct sw_ir *ir, LLVMValueRef call);
bool sw_is_marked_retry(LLVMValueRef call);
/* Marks the call that allocates a coroutine's frame, for sw_remarks_measure. */
void sw_mark_frame(struct sw_ir *ir, LLVMValueRef allocation);

/* The name as C++ has it, or as it is, without what clang puts behind a file's own that it makes visible. */
const char *sw_demangled(struct sw_arena *arena, const char *name);

#endif
