/* Passes each hook of generated code on to the tools that are on.
 *
 * Which tools are on is read once, before the first of a program's modules is registered, and never changes (but in forked
 * processes). So hooks read a list that nobody writes to. */
#include "check/check.h"

#include <stdio.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "check/finding.h"
#include "os/thread/lock.h"

enum {
#define TOOL(name) TOOL_##name,
#include "check/tools.def"
#undef TOOL
    TOOL_COUNT
};
/* The explorer is told what tools are, and is none of the checkers. */
static const char explore[] = "SOFTWARP_EXPLORE";

static const struct swrt_check_tool *on[TOOL_COUNT];
/* By hook, those that want it. */
#define HOOK(name, parameters, arguments)             \
    static void(*name##_of[TOOL_COUNT]) parameters;   \
    static unsigned num_##name;
#include "check/hooks.def"
#undef HOOK
static unsigned num_on;
static struct swrt_once once = SWRT_ONCE_NEW;

const struct swrt_check_tool *swrt_check_find_tool(const char *name) {
    for (size_t i = 0; i < TOOL_COUNT; i++)
        if (!strcmp(swrt_check_tools[i]->name, name))
            return swrt_check_tools[i];
    return NULL;
}

static void refuse(const char *name) {
    fprintf(stderr, "softwarp: SOFTWARP_CHECK: there is no tool '%s' (there is:", name);
    for (size_t i = 0; i < TOOL_COUNT; i++)
        fprintf(stderr, " %s", swrt_check_tools[i]->name);
    fputs(")\n", stderr);
}

static bool is_named(const char *list, const char *name) {
    char pattern[64], text[256];
    snprintf(pattern, sizeof pattern, ",%s,", name);
    snprintf(text, sizeof text, ",%s,", list);
    return strstr(text, pattern) != NULL;
}

static void refuse_unknown(const char *list) {
    char copy[256], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", list);
    for (char *name = strtok_r(copy, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
        if (!swrt_check_find_tool(name))
            refuse(name);
}

static void (*wait_for_all)(void);

void swrt_check_waits_by(void (*wait)(void)) {
    wait_for_all = wait;
}

/* What was launched is checked even if nobody waits for it. */
static void finish(void) {
    if (!num_on)
        return;
    if (wait_for_all)
        wait_for_all();
    swrt_check_program_ends();
    swrt_findings_end();
}

struct swrt_check_quick swrt_check_quick;

static uint32_t wants_of(const struct swrt_check_tool *tool) {
    bool memory = tool->read || tool->write || tool->atomic || tool->copy || tool->fill || tool->local;
    return (memory ? SWRT_WANTS_MEMORY : 0) | (tool->swapped ? SWRT_WANTS_SWAPPED : 0) |
           (tool->fence ? SWRT_WANTS_FENCE : 0) | (tool->wait ? SWRT_WANTS_WAIT : 0) |
           (tool->unwritten ? SWRT_WANTS_UNWRITTEN : 0) | (tool->turn ? SWRT_WANTS_TURN : 0);
}

static void tell_generated_code(void) {
    const struct swrt_check_tool *only = NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < num_on; i++) {
        uint32_t wants = wants_of(on[i]);
        swrt_check_quick.wants |= wants;
        if (!(wants & SWRT_WANTS_MEMORY))
            continue;
        only = on[i];
        count++;
    }
    if (count == 1 && only->quick)
        only->quick(&swrt_check_quick);
}

static void list_hooks(const struct swrt_check_tool *tool) {
#define HOOK(name, parameters, arguments) if (tool->name) name##_of[num_##name++] = tool->name;
#include "check/hooks.def"
#undef HOOK
}

static unsigned list_checkers(void) {
    const char *list = getenv("SOFTWARP_CHECK");
    unsigned count = 0;
    if (!list || !*list)
        return 0;
    refuse_unknown(list);
    for (size_t i = 0; i < TOOL_COUNT; i++)
        if (is_named(list, swrt_check_tools[i]->name))
            on[count++] = swrt_check_tools[i];
    return count;
}

static unsigned list_tools(void) {
    const char *explores = getenv(explore);
    if (!explores || !*explores)
        return list_checkers();
    on[0] = &swrt_explore_tool;
    return 1;
}

static void start(void) {
    unsigned count = list_tools();
    for (unsigned i = 0; i < count; i++)
        if (on[i]->start)
            on[i]->start();
    num_on = count;
    for (unsigned i = 0; i < count; i++)
        list_hooks(on[i]);
    tell_generated_code();
    if (count) {
        swrt_findings_begin();
        atexit(finish);
    }
}

static void switch_off(void) {
    num_on = 0;
#define HOOK(name, parameters, arguments) num_##name = 0;
#include "check/hooks.def"
#undef HOOK
}

/* A child that cannot use CUDA has nothing to check, nor all the threads that locks may wait for. */
void swrt_check_forked(bool has_engine) {
    swrt_check_forgets_all();
    if (!has_engine)
        switch_off();
    else
        swrt_findings_forked();
}

static void start_all(void) {
    start();
    if (!num_on)
        swrt_verify_begins();
}

bool swrt_check_is_on(void) {
    swrt_once(&once, start_all);
    return num_on;
}

void swrt_check_called(void) {
    static atomic_bool is_told;
    if (num_on && !atomic_load_explicit(&is_told, memory_order_relaxed) && !atomic_exchange(&is_told, true))
        swrt_findings_called();
}

#define HOOK(name, parameters, arguments)       \
    void swrt_check_##name parameters {         \
        if (num_##name == 1) {                  \
            name##_of[0] arguments;             \
            return;                             \
        }                                       \
        for (unsigned i = 0; i < num_##name; i++) \
            name##_of[i] arguments;             \
    }
#include "check/hooks.def"
#undef HOOK
