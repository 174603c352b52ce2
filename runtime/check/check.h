/* Checkers: tools that watch what a program built with swcc --check does, as SOFTWARP_CHECK names them.
 *
 *   generated code ── hooks.c ──► the tools that are on, in the order of tools.def
 *
 * A tool is a row of tools.def and a struct swrt_check_tool with the hooks that it wants; null where it wants none.
 * Generated code calls a hook only if some tool wants it (struct swrt_check_quick). With a tool on there is one worker
 * (stream/engine.c), so device code's hooks come from one thread at a time; swrt_check_host comes from any thread of
 * the program. */
#ifndef SWRT_CHECK_H
#define SWRT_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_runtime_api.h"
#include "softwarp/abi.h"
#include "softwarp/check_abi.h"

struct swrt_barrier;
struct swrt_copy;
struct swrt_executor;
struct swrt_fault;
struct swrt_fill;
struct swrt_grid;
struct swrt_host_atomic;
struct swrt_op;
struct swrt_slot;

/* start: once, before anything else of it. quick: behind start, if no other tool wants to be told of accesses; says
 * which of them this one need not be told of (the fields but wants). The others are what check_abi.h describes
 * (hooks.def). */
struct swrt_check_tool {
    const char *name;
    void (*start)(void);
    void (*quick)(struct swrt_check_quick *quick);
#define HOOK(name, parameters, arguments) void(*name) parameters;
#include "check/hooks.def"
#undef HOOK
};

/* An atomic operation of host code. kind: SWRT_SITE_READ, _WRITE, _RMW, _CAS; order: enum swrt_order; caller: the return
 * address. number, is_held: racecheck's. */
struct swrt_host_atomic {
    const void *address, *caller;
    uint32_t size, number;
    uint8_t kind, order;
    bool wrote, is_held;
};

/* tools/tools.c: those of tools.def, in its order. */
extern const struct swrt_check_tool *const swrt_check_tools[];

/* explore/launch/tool.c: what explores launches, if SOFTWARP_EXPLORE is set; then no other tool is on. */
extern const struct swrt_check_tool swrt_explore_tool;

/* The hooks, those that check_abi.h has and those that the runtime calls by itself. */
#define HOOK(name, parameters, arguments) void swrt_check_##name parameters;
#include "check/hooks.def"
#undef HOOK

/* hooks.c: reads SOFTWARP_CHECK, at the first call; whether some tool is on. If none is, verification may be: then
 * that begins. */
bool swrt_check_is_on(void);
/* The program has called the API: there is something to check, also without a kernel. */
void swrt_check_called(void);
void swrt_verify_begins(void); /* verify/options.c: if the environment says so */
/* How to wait for all that the program has launched, once that can be something: the tools' last words come behind it. */
void swrt_check_waits_by(void (*wait)(void));
/* In a forked child: whether it may use CUDA. */
void swrt_check_forked(bool has_engine);
/* A tool by its name; null when this library has none of that name. */
const struct swrt_check_tool *swrt_check_find_tool(const char *name);
/* launched.c: a kernel is launched, with or without checks; if a tool is on, `softwarp check` is told of it once. Whether
 * what is found in the launch is to be told. */
bool swrt_check_launch(const struct swrt_kernel *kernel);

/* sites.c: whether a tool is on, and a module that was built with --check has been registered. Only then
 * is there room around allocations and behind shared memory: it hides faults of kernels that no tool sees. */
bool swrt_check_has_modules(void);
/* By its number; null when there is none. */
const struct swrt_site *swrt_site_numbered(uint32_t number);
/* All of its module. */
const struct swrt_site *swrt_sites_beside(const struct swrt_site *site, uint64_t *count);
/* The site, or the first of its callers, that lies in the user's code; the site itself when none does. */
const struct swrt_site *swrt_site_of_user(const struct swrt_site *site);
/* "read", "compare-and-swap": what the site does, in a word or two. */
const char *swrt_site_text(const struct swrt_site *site);

/* check/memory/constants.c: whether an address that is in no memory of Softwarp's is a constant of device code, as
 * strings are. */
bool swrt_check_is_constant(const void *address);

/* check/memory/place.c: where an address leads as seen from a thread of the block, for people. Gives the same text in
 * each run. */
void swrt_check_place(const struct swrt_block *block, const void *address, char *text, size_t size);

#endif
