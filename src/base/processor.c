/* Names of processors, by the tables in include/softwarp, and lists of them as --cpu= takes them. */
#include "base/base.h"

#include "softwarp/processor.h"

#include <string.h>

struct row {
    const char *name;
    uint64_t features;
};

static const struct row rows[] = {
#define SW_PROCESSOR(name, features) {name, features},
#include "softwarp/processors.def"
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *const features[] = {
#define SW_FEATURE(id, name, ...) name,
#include "softwarp/processor_features.def"
};

const char *sw_feature_name(unsigned bit) {
    return features[bit];
}

uint64_t sw_feature_named(const char *name) {
    for (unsigned bit = 0; bit < SW_FEATURE_COUNT; bit++)
        if (sw_equal(features[bit], name))
            return (uint64_t)1 << bit;
    return 0;
}

bool sw_processor_features(const char *name, uint64_t *into) {
    for (size_t i = 0; i < ROWS; i++)
        if (sw_equal(rows[i].name, name))
            return *into = rows[i].features, true;
    return false;
}

static void unknown(struct sw_arena *arena, const char *name) {
    const char *all = "native, portable";
    for (size_t i = 0; i < ROWS; i++)
        all = sw_arena_printf(arena, "%s, %s", all, rows[i].name);
    sw_error(SW_NOWHERE, "unknown processor '%s' (--cpu): there are %s", name, all);
}

static bool add(struct sw_arena *arena, struct sw_strings *names, const char *name) {
    uint64_t ignored;
    if (!sw_equal(name, "native") && !sw_processor_features(name, &ignored))
        return unknown(arena, name), false;
    if (!sw_has_word(names, name))
        sw_vec_push(arena, names, name);
    return true;
}

static bool add_portable(struct sw_arena *arena, struct sw_strings *names) {
    return add(arena, names, "x86-64-v2") && add(arena, names, "x86-64-v3") && add(arena, names, "x86-64-v4");
}

bool sw_processors_of(struct sw_arena *arena, const char *list, struct sw_strings *names) {
    for (;;) {
        size_t length = strcspn(list, ",");
        const char *name = sw_arena_strndup(arena, list, length);
        if (!(sw_equal(name, "portable") ? add_portable(arena, names) : add(arena, names, name)))
            return false;
        if (!list[length])
            return true;
        list += length + 1;
    }
}
