/* Which processor this is, and which version of a module's code it gets; and the end of a program that it cannot run.
 *
 * All this comes before any code of the program's: nothing here may need instructions that not every x86-64 has. */
#include <cpuid.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/processor.h"
#include "os/loader.h"
#include "report/error.h"

struct feature {
    const char *name;
    uint32_t leaf, subleaf, reg, bit, state;
};

enum { EAX, EBX, ECX, EDX };
enum { NONE, YMM = 0x6, ZMM = 0xe6 }; /* bits of XCR0 */

static const struct feature features[] = {
#define SW_FEATURE(id, name, leaf, subleaf, reg, bit, state) {name, leaf, subleaf, reg, bit, state},
#include "softwarp/processor_features.def"
};

struct processor {
    const char *name;
    uint64_t features;
};

static const struct processor processors[] = {
#define SW_PROCESSOR(name, features) {name, features},
#include "softwarp/processors.def"
};
enum { PROCESSORS = sizeof processors / sizeof *processors };

/* Registers that the operating system saves. */
static uint32_t saved_state(void) {
    enum { OSXSAVE = 1 << 27 };
    uint32_t a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & OSXSAVE))
        return 0;
    __asm__("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
    return a;
}

/* What CPUID has answered: in a virtual machine each question takes microseconds. */
enum { LEAVES = 8 };
struct answers {
    struct leaf {
        uint32_t leaf, subleaf, r[4];
    } at[LEAVES];
    unsigned count;
};

static const struct leaf *ask(struct answers *answers, uint32_t leaf, uint32_t subleaf) {
    unsigned i = 0;
    while (i < answers->count && (answers->at[i].leaf != leaf || answers->at[i].subleaf != subleaf))
        i++;
    struct leaf *at = &answers->at[i < LEAVES ? i : LEAVES - 1];
    if (i < answers->count)
        return at;
    *at = (struct leaf){leaf, subleaf, {0}};
    __get_cpuid_count(leaf, subleaf, &at->r[EAX], &at->r[EBX], &at->r[ECX], &at->r[EDX]);
    if (answers->count < LEAVES)
        answers->count++;
    return at;
}

uint64_t swrt_processor_own_features(void) {
    struct answers answers = {.count = 0};
    uint64_t all = 0;
    uint32_t state = saved_state();
    for (unsigned bit = 0; bit < SW_FEATURE_COUNT; bit++) {
        const struct feature *f = &features[bit];
        const struct leaf *leaf = ask(&answers, f->leaf, f->subleaf);
        if ((state & f->state) == f->state && leaf->r[f->reg] >> f->bit & 1)
            all |= (uint64_t)1 << bit;
    }
    return all;
}

static _Noreturn void end_program(void) {
    fflush(stderr);
    _Exit(SWRT_WRONG_PROCESSOR);
}

/* SOFTWARP_CPU names a processor that has no more than these. */
static uint64_t features_to_use(void) {
    const char *name = getenv("SOFTWARP_CPU");
    uint64_t own = swrt_processor_own_features();
    if (!name || !*name || !strcmp(name, "native"))
        return own;
    for (unsigned i = 0; i < PROCESSORS; i++)
        if (!strcmp(processors[i].name, name))
            return own & processors[i].features;
    fprintf(stderr, "softwarp: SOFTWARP_CPU=%s is no processor that this library knows; there are native", name);
    for (unsigned i = 0; i < PROCESSORS; i++)
        fprintf(stderr, ", %s", processors[i].name);
    fputc('\n', stderr);
    end_program();
}

uint64_t swrt_processor_features(void) {
    static _Atomic uint64_t found;
    static atomic_bool is_known;
    if (!atomic_load_explicit(&is_known, memory_order_acquire)) {
        atomic_store_explicit(&found, features_to_use(), memory_order_relaxed);
        atomic_store_explicit(&is_known, true, memory_order_release);
    }
    return atomic_load_explicit(&found, memory_order_relaxed);
}

static uint64_t missing_of(uint64_t needed) {
    return needed & ~swrt_processor_features();
}

static int count(uint64_t set) {
    int bits = 0;
    for (; set; set &= set - 1)
        bits++;
    return bits;
}

/* Of those that run here, the one with the most instructions, and of two with the same the later. */
static const struct swrt_version *choose(const struct swrt_made_for *made) {
    const struct swrt_version *const *all = made->versions, *best = NULL;
    for (uint64_t i = 0; i < made->num_versions; i++)
        if (!missing_of(all[i]->features) && (!best || count(all[i]->features) >= count(best->features)))
            best = all[i];
    return best;
}

/* The version that lacks least. */
static const struct swrt_version *nearest(const struct swrt_made_for *made) {
    const struct swrt_version *const *all = made->versions, *best = all[0];
    for (uint64_t i = 1; i < made->num_versions; i++)
        if (count(missing_of(all[i]->features)) < count(missing_of(best->features)))
            best = all[i];
    return best;
}

const char *swrt_processor_level(void) {
    static const struct processor levels[] = {
        {"x86-64-v4", SW_LEVEL_V4}, {"x86-64-v3", SW_LEVEL_V3}, {"x86-64-v2", SW_LEVEL_V2}};
    for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++)
        if (!missing_of(levels[i].features))
            return levels[i].name;
    return "x86-64";
}

struct line {
    char text[1024];
    size_t length;
};

static void add(struct line *line, const char *text) {
    size_t length = strlen(text), room = sizeof line->text - 1 - line->length;
    if (length > room)
        length = room;
    memcpy(line->text + line->length, text, length);
    line->length += length;
}

static void add_names(struct line *line, uint64_t set) {
    const char *between = "";
    for (unsigned bit = 0; bit < SW_FEATURE_COUNT; bit++)
        if (set >> bit & 1) {
            add(line, between);
            add(line, features[bit].name);
            between = ", ";
        }
}

/* "softwarp: ./prog cannot run here: the kernels of a.cu were compiled for znver5, and this processor has no avx512f, ..;
 * build it with .." */
static _Noreturn void refuse(const struct swrt_made_for *made, bool is_host, const char *processor, uint64_t missing) {
    struct line line = {.length = 0};
    bool can_be_portable = !missing_of(SW_LEVEL_V2);
    add(&line, "softwarp: ");
    add(&line, swrt_loaded_name(made));
    add(&line, " cannot run here: ");
    add(&line, is_host ? "host code" : "kernels");
    if (*(const char *)made->source) {
        add(&line, " of ");
        add(&line, made->source);
    }
    add(&line, is_host ? " was" : " were");
    add(&line, " compiled for ");
    add(&line, processor);
    bool is_pretended = missing & swrt_processor_own_features();
    add(&line, is_pretended ? ", and SOFTWARP_CPU=" : ", and this processor");
    if (is_pretended)
        add(&line, getenv("SOFTWARP_CPU"));
    add(&line, " has no ");
    add_names(&line, missing);
    add(&line, "; build it with ");
    if (!is_host && can_be_portable)
        add(&line, "--cpu=portable or ");
    add(&line, is_host ? "no -march, or with -march=" : "--cpu=");
    add(&line, swrt_processor_level());
    fprintf(stderr, "%s\n", line.text);
    end_program();
}

void swrt_require_processor(const struct swrt_made_for *made) {
    uint64_t missing = missing_of(made->host_features);
    if (missing)
        refuse(made, true, made->host_processor, missing);
    if (!made->num_versions || choose(made))
        return;
    const struct swrt_version *version = nearest(made);
    refuse(made, false, version->processor, missing_of(version->features));
}

static void tell(const struct swrt_made_for *made, const struct swrt_version *taken) {
    const struct swrt_version *const *all = made->versions;
    const char *source = made->source, *between = "";
    struct line line = {.length = 0};
    for (uint64_t i = 0; i < made->num_versions; i++, between = ", ") {
        add(&line, between);
        add(&line, all[i]->processor);
    }
    fprintf(stderr, "softwarp: %s%s%s: code for %s, of %s\n", swrt_loaded_name(made), *source ? ", " : "", source,
            (const char *)taken->processor, line.text);
}

void swrt_load_version(const struct swrt_made_for *made) {
    const struct swrt_version *taken = choose(made);
    if (!taken)
        return; /* the program has ended */
    if (made->num_versions > 1 && swrt_verbose())
        tell(made, taken);
    ((void (*)(void))taken->load)();
}
