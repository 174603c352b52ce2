/* From the rows of reads.c, which name hooks, to the constants that name sites (struct swrt_site_reads). Hooks that share a
 * site share what they depend on. */
#include "transform/instrument/hook.h"

enum { LISTS = 3, OWN = 0, COUNTS = 1, ENTRIES = 4 };

struct numbers {
    SW_VEC(int64_t) at;
};

static uint64_t number_in(LLVMValueRef *row, unsigned at) {
    return LLVMConstIntGetZExtValue(row[at]);
}

/* The row of a hook; null: it has none. */
static LLVMValueRef *row_of(struct sw_unit *unit, LLVMValueRef hook) {
    LLVMValueRef node = sw_reads_of_hook(unit, hook);
    if (!node)
        return NULL;
    LLVMValueRef *row = sw_arena_alloc(unit->ir.arena, LLVMGetMDNodeNumOperands(node) * sizeof *row);
    LLVMGetMDNodeOperands(node, row);
    return row;
}

static const void *key_of(uint64_t id) {
    return (const void *)(uintptr_t)id;
}

void sw_note_site(struct sw_unit *unit, struct sw_map *sites, LLVMValueRef hook, unsigned site) {
    LLVMValueRef *row = row_of(unit, hook);
    if (!row)
        return;
    struct numbers *known = sw_map_get(sites, key_of(number_in(row, OWN)));
    if (!known) {
        known = sw_arena_alloc(unit->ir.arena, sizeof *known);
        sw_map_put(sites, key_of(number_in(row, OWN)), known);
    }
    for (size_t i = 0; i < known->at.count; i++)
        if (known->at.at[i] == site)
            return;
    sw_vec_push(unit->ir.arena, &known->at, site);
}

static void add(struct sw_unit *unit, struct numbers *list, int64_t entry) {
    for (size_t i = 0; i < list->at.count; i++)
        if (list->at.at[i] >> 1 == entry >> 1) {
            list->at.at[i] |= entry;
            return;
        }
    sw_vec_push(unit->ir.arena, &list->at, entry);
}

/* One of a row's entries, as seen from the site `own`. */
static void add_entry(struct sw_unit *unit, const struct sw_map *sites, uint64_t entry, unsigned own,
                      struct numbers *list) {
    bool is_carried = entry & SW_READ_CARRIED;
    uint64_t id = entry & ~(uint64_t)SW_READ_CARRIED;
    if (id == SW_READ_ANY) {
        add(unit, list, SWRT_READS_ANY);
        return;
    }
    const struct numbers *found = sw_map_get(sites, key_of(id));
    for (size_t i = 0; found && i < found->at.count; i++)
        add(unit, list, (found->at.at[i] - (int64_t)own) * 2 + is_carried);
}

static void add_row(struct sw_unit *unit, const struct sw_map *sites, LLVMValueRef *row, unsigned own,
                    struct numbers *lists) {
    unsigned at = ENTRIES;
    for (unsigned i = 0; i < LISTS; i++)
        for (uint64_t left = number_in(row, COUNTS + i); left; left--)
            add_entry(unit, sites, number_in(row, at++), own, &lists[i]);
}

LLVMValueRef sw_reads_constant(struct sw_unit *unit, const struct sw_map *sites, const struct sw_values *hooks,
                               unsigned own) {
    struct sw_ir *ir = &unit->ir;
    struct numbers lists[LISTS] = {{{0}}};
    struct sw_values words = {0};
    for (size_t i = 0; i < hooks->count; i++) {
        LLVMValueRef *row = row_of(unit, hooks->at[i]);
        if (row)
            add_row(unit, sites, row, own, lists);
    }
    for (unsigned i = 0; i < LISTS; i++)
        sw_vec_push(ir->arena, &words, sw_const(ir->i32, lists[i].at.count));
    for (unsigned i = 0; i < LISTS; i++)
        for (size_t k = 0; k < lists[i].at.count; k++)
            sw_vec_push(ir->arena, &words, sw_const(ir->i32, (uint32_t)lists[i].at.at[k]));
    if (words.count == LISTS)
        return NULL;
    return sw_private_constant(ir, LLVMConstArray2(ir->i32, words.at, words.count), "sw.reads");
}
