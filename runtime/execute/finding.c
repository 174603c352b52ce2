/* Tells checkers' findings (check/finding.h) about the block that the calling thread runs. */
#include "check/finding.h"

#include "execute/block.h"

static bool is_passed_over(void) {
    const struct swrt_executor *x = swrt_self()->executor;
    return x && x->running && x->running->grid->is_passed_over;
}

void swrt_finding_watch(void) {
    swrt_findings_pass_over(is_passed_over);
}

void swrt_finding_thread(struct swrt_finding *f, const struct swrt_block *b) {
    const struct swrt_slot *slot = b->runtime;
    uint32_t thread[] = {b->tid_x, b->tid_y, b->tid_z}, block[] = {b->ctaid_x, b->ctaid_y, b->ctaid_z};
    swrt_finding_thread_of(f, slot->grid->kernel->name, thread, block);
}
