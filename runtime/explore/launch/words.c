/* Words for kinds, orders, scopes and flags of events (words.h). */
#include "explore/launch/words.h"

#include <stdio.h>
#include <string.h>

#include "softwarp/check_abi.h"

const char *swrt_explore_kind_word(enum swrt_explore_kind kind) {
    static const char *const kinds[] = {"read", "write",  "fence",   "barrier", "turn",
                                        "end",  "failed", "trapped", "refused"};
    return kinds[kind];
}

const char *swrt_explore_scope_word(uint32_t scope) {
    static const char *const scopes[] = {"thread", "block", "cluster", "device", "system"};
    return scopes[scope];
}

static void add(char *text, size_t size, const char *word) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? " " : "", word);
}

void swrt_explore_how_text(uint32_t order, uint32_t scope, uint32_t flags, char *text, size_t size) {
    static const char *const orders[] = {"weak", "relaxed", "acquire", "release", "acq_rel", "seq_cst"};
    static const char *const names[] = {"volatile", "rmw", "reduce", "atomic", "cas"};
    *text = 0;
    if (order != SWRT_ORDER_WEAK) {
        add(text, size, orders[order]);
        add(text, size, swrt_explore_scope_word(scope));
    }
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (flags >> i & 1)
            add(text, size, names[i]);
}
