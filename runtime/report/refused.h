/* What a GPU refuses and Softwarp does, since host and device are one machine here: told in a line each when the program
 * ends, refused in strict programs (docs/strict.md, decision 0015). */
#ifndef SWRT_REFUSED_H
#define SWRT_REFUSED_H

#include <stdbool.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

enum swrt_refusal {
#define REFUSED(name, before, behind) SWRT_REFUSED_##name,
#include "report/refused.def"
#undef REFUSED
};

/* SOFTWARP_STRICT=1, or some code was built with --strict and SOFTWARP_STRICT is not 0. */
bool swrt_is_strict(void);
/* Whether kernels may use memory that is not CUDA's (cudaDevAttrPageableMemoryAccess): SOFTWARP_PAGEABLE=1. */
bool swrt_reaches_host(void);

/* Notes that the program did so, once for each kernel or variable (its mangled name). */
void swrt_refused_note(enum swrt_refusal what, const char *name);

/* execute/refused_launch.c: looks at a launch's arguments. Strict programs get the error that a GPU has. */
struct swrt_kernel;
cudaError_t swrt_refused_launch(const struct swrt_kernel *kernel, void **args);

/* memory/refused_doubt.c: whether an address outside of CUDA's memory may be one of a GPU's all the same. */
bool swrt_refused_in_doubt(const void *address, bool starts_shadow);

/* For those who look at the end: whether that is noted. */
bool swrt_refused_is_noted(enum swrt_refusal what, const char *name);
/* Has `look` called when the program ends, before it is said what is noted; it may be named more than once. */
void swrt_refused_at_end(void (*look)(void));
void swrt_program_is_strict(void); /* some of its code was built with --strict */
void swrt_refused_watch(void);     /* begins to watch for the program's end */

/* check/strict/refused_host.c: host code of a strict program is about to access memory. */
void swrt_refused_host(const void *address, unsigned bytes, bool is_store, const void *caller);

/* module/shadow.c: looks at the end at what host code has written to. */
void swrt_shadow_look(void);
/* The variable whose shadow the address lies in; null: none. */
const char *swrt_shadow_at(const void *address);

/* execute/print.c: the kernel that printed what nobody has handed to stdout; null when there is nothing. */
const char *swrt_print_left(void);

#endif
