/* What is told of host code, by the bitcode that its object carries. */
#ifndef SW_HOST_MISUSE_H
#define SW_HOST_MISUSE_H

#include "ir/ir.h"
#include "pipeline/diagnosed.h"

struct sw_host_code {
    struct sw_unit *unit;
    struct sw_ir *ir; /* the bitcode is its module */
    const struct sw_diagnosed *diagnosed;
    const char *source; /* as it was named */
};

/* host_misuse.c. Where an instruction stands, files as they are named from here if the source was; no file: unknown. */
struct sw_place sw_host_place(const struct sw_host_code *host, LLVMValueRef instruction);
int sw_host_compare_places(struct sw_place a, struct sw_place b);
const char *sw_host_line(const struct sw_host_code *host, struct sw_place place); /* its text; null: not to be had */
void sw_host_show_line(const struct sw_host_code *host, struct sw_place place);   /* with a caret beneath the column */
/* Tells of each finding once, in order: one place once, however often it is instantiated. Sorts them. */
void sw_host_tell_once(const void *search, void *found, size_t count, size_t size,
                       int (*in_order)(const void *first, const void *second),
                       void (*tell)(const void *search, const void *found));

/* shadows.c: host code that reads or writes device variables. */
void sw_tell_shadows(const struct sw_host_code *host);
/* device_pointers.c: host code that reads or writes device memory. */
void sw_tell_device_pointers(const struct sw_host_code *host);

#endif
