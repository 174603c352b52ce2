/* What the processor that code is made for can do. LLVM-C tells its name and, for this machine's own, its features. */
#include "lockstep/machine.h"

#include <string.h>

struct target {
    const char *name;
    unsigned bytes;
};

static const struct target targets[] = {
#define SW_VECTOR_TARGET(name, bytes) {name, bytes},
#include "lockstep/vector_targets.def"
};

/* Whether a list like "+avx2,-fma,..." switches the feature on. */
static bool has_feature(const char *features, const char *wanted) {
    size_t length = strlen(wanted);
    for (const char *at = strstr(features, wanted); at; at = strstr(at + length, wanted))
        if ((at == features || at[-1] == ',') && (at[length] == 0 || at[length] == ','))
            return true;
    return false;
}

/* A list, where there is one, is complete (codegen/object.c); what only switches things off is none. */
static bool is_list(const char *features) {
    return strchr(features, '+') != NULL;
}

static unsigned bytes_by_features(const char *features) {
    if (has_feature(features, "+avx512f") && has_feature(features, "+avx512vl") && has_feature(features, "+avx512dq") &&
        has_feature(features, "+avx512bw"))
        return 64;
    return has_feature(features, "+avx2") && has_feature(features, "+fma") ? 32 : 16;
}

static unsigned bytes_by_name(const char *cpu) {
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (sw_starts_with(cpu, targets[i].name))
            return targets[i].bytes;
    return 16;
}

/* A list of features may say less than the name: virtual machines hide features. */
unsigned sw_vector_bytes(struct sw_unit *unit) {
    char *features = LLVMGetTargetMachineFeatureString(unit->machine), *cpu = LLVMGetTargetMachineCPU(unit->machine);
    unsigned bytes = is_list(features) ? bytes_by_features(features) : bytes_by_name(cpu);
    LLVMDisposeMessage(features);
    LLVMDisposeMessage(cpu);
    return bytes;
}

bool sw_has_fused(struct sw_unit *unit) {
    enum { LEAST_WITH_FMA = 32 }; /* bytes of vectors */
    return sw_vector_bytes(unit) >= LEAST_WITH_FMA;
}

/* Every 64-bit processor but the first ones has it: x86-64-v2 and all names that are not the baseline's. */
bool sw_has_wide_swap(struct sw_unit *unit) {
    char *features = LLVMGetTargetMachineFeatureString(unit->machine), *cpu = LLVMGetTargetMachineCPU(unit->machine);
    bool has = is_list(features) ? has_feature(features, "+cx16") : !sw_equal(cpu, "x86-64") && !sw_equal(cpu, "generic");
    LLVMDisposeMessage(features);
    LLVMDisposeMessage(cpu);
    return has;
}

/* All that have vectors of 64 bytes by name do. */
bool sw_has_conflict_detection(struct sw_unit *unit) {
    char *features = LLVMGetTargetMachineFeatureString(unit->machine);
    bool has = sw_vector_bytes(unit) == 64 && (!is_list(features) || has_feature(features, "+avx512cd"));
    LLVMDisposeMessage(features);
    return has;
}

/* Intel's since Sapphire Rapids, known by their arithmetic in half precision; and x86-64-v4 as such, which is for what is
 * to come. */
bool sw_has_fast_scatter(struct sw_unit *unit) {
    static const char *const names[] = {"sapphirerapids", "emeraldrapids", "graniterapids", "x86-64-v4"};
    char *features = LLVMGetTargetMachineFeatureString(unit->machine), *cpu = LLVMGetTargetMachineCPU(unit->machine);
    bool has = has_feature(features, "+avx512fp16");
    for (size_t i = 0; i < sizeof names / sizeof *names && !is_list(features); i++)
        has |= sw_starts_with(cpu, names[i]);
    LLVMDisposeMessage(features);
    LLVMDisposeMessage(cpu);
    return has;
}
