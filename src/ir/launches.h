/* What the host's code says of a kernel's launches: named metadata of the device's module, which travels with
 * relocatable code to the link.
 *
 *      !sw.launches = !{!0, ..}    !0 = !{!"_Z3addPf", i32 256, i32 1, i32 1}    add<<<n, 256>>>(..)
 *                                  !1 = !{!"_Z3addPf", i32 0, i32 0, i32 0}      add<<<n, threads>>>(..): any size
 *                                  !2 = !{!"", i32 64, i32 1, i32 1}             of a kernel that is not known */
#ifndef SW_LAUNCHES_H
#define SW_LAUNCHES_H

#include "ir/unit.h"

/* A launch of the kernel of that name ("": of one that is not known) with such blocks (zeros: it is not known which). */
struct sw_launch {
    const char *kernel;
    struct sw_block_size size;
};
struct sw_launches {
    struct sw_launch *at;
    size_t count, capacity;
};

void sw_write_launches(struct sw_ir *ir, LLVMModuleRef module, const struct sw_launches *launches);
/* Of all of the unit's modules, in the order of their links; what was written twice stands there twice. */
void sw_read_launches(struct sw_ir *ir, struct sw_launches *launches);

#endif
