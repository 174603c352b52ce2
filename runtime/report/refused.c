/* Notes of what the program did that a GPU refuses: of each kind the first few names. */
#include "report/refused.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "os/thread/errand.h"
#include "os/libc_names.h"
#include "os/thread/lock.h"
#include "os/process.h"
#include "report/kernel_name.h"

enum { MOST = 16, NAME_BYTES = 1024, MOST_LOOKS = 4 };

static const struct {
    const char *before, *behind;
} lines[] = {
#define REFUSED(name, before, behind) [SWRT_REFUSED_##name] = {before, behind},
#include "report/refused.def"
#undef REFUSED
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct {
    struct {
        enum swrt_refusal what;
        char *name;
    } at[MOST];
    unsigned count, more;
    int32_t process;
} noted;

static bool is_set(const char *variable, char value) {
    const char *text = getenv(variable);
    return text && text[0] == value && !text[1];
}

static bool any_strict;

void swrt_program_is_strict(void) {
    any_strict = true;
}

bool swrt_is_strict(void) {
    return is_set("SOFTWARP_STRICT", '1') || (any_strict && !is_set("SOFTWARP_STRICT", '0'));
}

bool swrt_reaches_host(void) {
    return is_set("SOFTWARP_PAGEABLE", '1');
}

bool swrt_refused_is_noted(enum swrt_refusal what, const char *name) {
    for (unsigned i = 0; i < noted.count; i++)
        if (noted.at[i].what == what && !strcmp(noted.at[i].name, name))
            return true;
    return false;
}

void swrt_refused_note(enum swrt_refusal what, const char *name) {
    swrt_mutex_lock(&lock);
    if (!swrt_refused_is_noted(what, name)) {
        if (noted.count < MOST && (noted.at[noted.count].name = strdup(name)))
            noted.at[noted.count++].what = what;
        else
            noted.more++;
    }
    swrt_mutex_unlock(&lock);
}

static void say(enum swrt_refusal what, const char *mangled) {
    char name[NAME_BYTES];
    swrt_kernel_name(mangled, name, sizeof name);
    fprintf(stderr, "softwarp: %s%s%s\n", lines[what].before, name, lines[what].behind);
}

static void (*looks[MOST_LOOKS])(void);
static unsigned num_looks;

void swrt_refused_at_end(void (*look)(void)) {
    swrt_mutex_lock(&lock);
    unsigned i = 0;
    while (i < num_looks && looks[i] != look)
        i++;
    if (i == MOST_LOOKS)
        swrt_fatal("more than %u functions look for what a GPU refuses (MOST_LOOKS)", i);
    looks[i] = look;
    num_looks += i == num_looks;
    swrt_mutex_unlock(&lock);
}

/* Of how many --strict and SOFTWARP_STRICT=1 make errors: what a shadow has been given, and output that is late, they tell
 * of as well, or lose. */
static unsigned count_errors(void) {
    unsigned count = 0;
    for (unsigned i = 0; i < noted.count; i++)
        count += noted.at[i].what == SWRT_REFUSED_HOST_MEMORY || noted.at[i].what == SWRT_REFUSED_SHADOW ||
                 noted.at[i].what == SWRT_REFUSED_NAME;
    return count;
}

static void say_what_to_do(void) {
    unsigned errors = count_errors();
    const char *which = noted.count + noted.more == 1 ? "it" : errors == noted.count ? "them" : "some of them";
    if (errors)
        fprintf(stderr,
                "softwarp: build with swcc --strict, or set SOFTWARP_STRICT=1, to make errors of %s; "
                "SOFTWARP_STRICT=0 says nothing\n",
                which);
    else
        fputs("softwarp: SOFTWARP_STRICT=0 says nothing\n", stderr);
}

/* A process that was forked has not the threads that locks may wait for. */
static void at_exit(int status, void *data) {
    if (noted.process != swrt_process_this() || is_set("SOFTWARP_STRICT", '0'))
        return;
    for (unsigned i = 0; i < num_looks; i++)
        looks[i]();
    if (!noted.count)
        return;
    fflush(stdout);
    for (unsigned i = 0; i < noted.count; i++)
        say(noted.at[i].what, noted.at[i].name);
    if (noted.more)
        fprintf(stderr, "softwarp: and %u more of these\n", noted.more);
    if (!swrt_is_strict())
        say_what_to_do();
}

/* on_exit knows nothing of libraries that are unloaded: this one stays (os/thread/thread.c). */
void swrt_refused_watch(void) {
    noted.process = swrt_process_this();
    swrt_open_math();
    swrt_libm_on_exit(at_exit, NULL);
}
