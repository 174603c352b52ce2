/* What instructions code may have: those of processor_features.def that its processor has, and no others. So what an
 * object needs is known, and the runtime can ask for it (softwarp/abi.h, struct swrt_made_for).
 *
 * LLVM is told the processor's name, by which it weighs instructions, and a list of features, which decides: "+fma,...,
 * -avx512bf16,...". Conversions to bfloat16 are among those that are switched off: they take denormals for zero, always
 * (Intel's manual, VCVTNEPS2BF16), which CUDA's do not. */
#include "codegen/codegen.h"

#include "softwarp/processor.h"

#include <string.h>

/* Of what the table does not have: every 64-bit processor has it, or does nothing instead (prfchw), or it follows from
 * avx512f (evex512). LLVM knows who has it. */
static bool is_left(const char *name) {
    static const char *const names[] = {"64bit", "cmov", "cx8", "evex512", "fxsr", "mmx", "prfchw", "sse", "sse2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_equal(names[i], name))
            return true;
    return false;
}

/* A word of LLVM's list of this machine's features, "+avx" or "-avx", for every feature it knows. */
static void host_words(struct sw_arena *arena, struct sw_strings *words) {
    char *text = LLVMGetHostCPUFeatures();
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ",");
        sw_vec_push(arena, words, sw_arena_strndup(arena, at, length));
        at += length + (at[length] == ',');
    }
    LLVMDisposeMessage(text);
}

static uint64_t native_features(const struct sw_strings *words) {
    uint64_t all = 0;
    for (size_t i = 0; i < words->count; i++)
        if (words->at[i][0] == '+')
            all |= sw_feature_named(words->at[i] + 1);
    return all;
}

static uint64_t features_of(const struct sw_strings *words, const char *name) {
    uint64_t features = 0;
    if (sw_equal(name, "native"))
        return native_features(words);
    if (!sw_processor_features(name, &features))
        sw_bug("the processor '%s' is in no table", name);
    return features;
}

/* What is on before what is off: that takes what builds on it with it. */
static const char *list_of(struct sw_arena *arena, const struct sw_strings *words, uint64_t features, bool is_native) {
    const char *on = "+sse2", *off = "";
    for (unsigned bit = 0; bit < SW_FEATURE_COUNT; bit++) {
        if (features >> bit & 1)
            on = sw_arena_printf(arena, "%s,+%s", on, sw_feature_name(bit));
        else
            off = sw_arena_printf(arena, "%s,-%s", off, sw_feature_name(bit));
    }
    for (size_t i = 0; i < words->count; i++) {
        const char *name = words->at[i] + 1;
        if (!is_left(name) && !sw_feature_named(name))
            off = sw_arena_printf(arena, "%s,-%s", off, name);
        else if (is_left(name) && is_native)
            on = sw_arena_printf(arena, "%s,%s", on, words->at[i]);
    }
    return sw_arena_printf(arena, "%s%s", on, off);
}

struct sw_processor sw_processor_of(struct sw_arena *arena, const char *name) {
    struct sw_strings words = {0};
    struct sw_processor made = {.name = name};
    bool is_native = sw_equal(name, "native");
    host_words(arena, &words);
    if (is_native) {
        char *host = LLVMGetHostCPUName();
        made.name = sw_arena_strdup(arena, host);
        LLVMDisposeMessage(host);
    }
    made.features = features_of(&words, name);
    made.list = list_of(arena, &words, made.features, is_native);
    return made;
}

/* "haswell", "native", "+avx512f", "-fma", with commas between: what host code was compiled for. */
struct sw_processor sw_processor_of_host(struct sw_arena *arena, const char *list) {
    struct sw_processor made = {.name = "x86-64"};
    while (list && *list) {
        size_t length = strcspn(list, ",");
        const char *word = sw_arena_strndup(arena, list, length);
        if (*word == '+')
            made.features |= sw_feature_named(word + 1);
        else if (*word == '-')
            made.features &= ~sw_feature_named(word + 1);
        else if (sw_equal(word, "native") || sw_processor_features(word, &made.features))
            made = sw_processor_of(arena, word);
        list += length + (list[length] == ',');
    }
    return made;
}
