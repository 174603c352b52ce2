/* Which row of instructions.def a statement is, and whether its operands are what the row says.
 *
 * A pattern is an instruction's name and its slots: words separated by |, in capitals a group of words, at the end ?
 * when it may be missing. Words fill slots in any order, as ptxas lets them, but types in theirs. Operands are
 * separated by blanks: = what is written, ~ a register may be wider than the type (PTX ISA, Operand Size Exceeding
 * Instruction-Type Size), * anything, which the emitter looks at itself, ? at the end when it may be missing. A type is
 * T, U, V, X (the first .. fourth word that is a type), W (the first, twice as wide) or a type's name. Where
 * L2::cache_hint may be missing, the cache policy is the last operand, and there with that word only. */
#include "ptx/ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct sw_ptx_row rows[] = {
#define PTX(pattern, operands, effect, emit, argument) {pattern, operands, effect, sw_ptx_emit_##emit, argument},
#define PURE true
#define IMPURE false
#include "ptx/instructions.def"
#undef PTX
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static const struct {
    const char *name, *words;
} groups[] = {
#define PTX_GROUP(name, words) {name, words},
#include "ptx/groups.def"
#undef PTX_GROUP
};

/* Whether a list of `length` characters, separated by |, holds the word. */
static bool list_has(const char *list, size_t length, const char *word) {
    size_t size = strlen(word);
    for (const char *at = list, *end = list + length; at < end;) {
        const char *bar = memchr(at, '|', (size_t)(end - at));
        size_t part = (size_t)((bar ? bar : end) - at);
        if (part == size && !strncmp(at, word, size))
            return true;
        if (isupper((unsigned char)*at))
            for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
                if (strlen(groups[g].name) == part && !strncmp(groups[g].name, at, part) &&
                    list_has(groups[g].words, strlen(groups[g].words), word))
                    return true;
        at += part + 1;
    }
    return false;
}

struct slots {
    const char *at[SW_PTX_SLOTS];
    size_t length[SW_PTX_SLOTS];
    bool optional[SW_PTX_SLOTS];
    unsigned count;
};

/* Takes a pattern apart; gives the length of the name. */
static size_t split(const char *pattern, struct slots *slots) {
    size_t name = strcspn(pattern, " ");
    slots->count = 0;
    for (const char *at = pattern + name; *at == ' ';) {
        size_t length = strcspn(++at, " ");
        bool optional = at[length - 1] == '?';
        assert(length && slots->count < SW_PTX_SLOTS); /* so the rows of instructions.def are */
        slots->at[slots->count] = at;
        slots->length[slots->count] = length - optional;
        slots->optional[slots->count++] = optional;
        at += length;
    }
    return name;
}

static bool has_name(const struct sw_ptx_row *row, const char *name) {
    size_t length = strcspn(row->pattern, " ");
    return strlen(name) == length && !strncmp(row->pattern, name, length);
}

/* What is wrong with the words, by the row that takes most of them: the first that no slot takes; null: one is missing. */
struct mismatch {
    const char *stranger;
    size_t taken;
};

static bool note(struct mismatch *wrong, size_t taken, const char *stranger) {
    if (taken >= wrong->taken)
        *wrong = (struct mismatch){stranger, taken};
    return false;
}

static bool fill(struct sw_ptx_op *op, const struct sw_ptx_row *row, struct mismatch *wrong) {
    struct slots slots;
    unsigned types = 0;
    split(row->pattern, &slots);
    memset(op->slot, 0, sizeof op->slot);
    memset(op->type, 0, sizeof op->type);
    for (size_t w = 0; w < op->statement->words.count; w++) {
        const char *word = op->statement->words.at[w];
        unsigned s = 0;
        while (s < slots.count && (op->slot[s] || !list_has(slots.at[s], slots.length[s], word)))
            s++;
        if (s == slots.count)
            return note(wrong, w, word);
        op->slot[s] = word;
        if (sw_ptx_type(word) && types < SW_PTX_TYPES)
            op->type[types++] = sw_ptx_type(word);
    }
    for (unsigned s = 0; s < slots.count; s++)
        if (!op->slot[s] && !slots.optional[s])
            return note(wrong, op->statement->words.count, NULL);
    op->row = row;
    return true;
}

bool sw_ptx_match(struct sw_ptx_op *op) {
    struct mismatch wrong = {NULL, 0};
    bool is_known = false;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        if (!has_name(&rows[i], op->statement->name))
            continue;
        is_known = true;
        if (fill(op, &rows[i], &wrong))
            return true;
    }
    if (!is_known)
        sw_ptx_error(op, "instruction '%s' is not supported", op->statement->name);
    else if (wrong.stranger)
        sw_ptx_error(op, "instruction '%s' has no such form: '.%s'", op->statement->name, wrong.stranger);
    else
        sw_ptx_error(op, "instruction '%s' needs more words behind it (a type, a mode)", op->statement->name);
    return false;
}

bool sw_ptx_has(const struct sw_ptx_op *op, const char *word) {
    for (size_t i = 0; i < op->statement->words.count; i++)
        if (sw_equal(op->statement->words.at[i], word))
            return true;
    return false;
}

/* One operand of a row. */
struct demand {
    bool is_result, is_loose, is_free, is_optional;
    const struct sw_ptx_type *type;
};

static const struct sw_ptx_type *demanded_type(const struct sw_ptx_op *op, const char *name) {
    static const char letters[] = "TUVX";
    const char *letter = name[1] == '\0' ? strchr(letters, *name) : NULL;
    if (letter)
        return op->type[letter - letters];
    return sw_equal(name, "W") ? sw_ptx_twice(op->type[0]) : sw_ptx_type(name);
}

/* Reads the next demand and gives what follows it; null behind the last. */
static const char *next_demand(const struct sw_ptx_op *op, const char *at, struct demand *demand) {
    char name[16];
    at += strspn(at, " ");
    if (!*at)
        return NULL;
    *demand = (struct demand){0};
    size_t length = strcspn(at, " ");
    const char *next = at + length, *last = next;
    if (last[-1] == '?') {
        demand->is_optional = true;
        last--;
    }
    for (; strchr("=~*", *at) && at < last; at++) {
        demand->is_result |= *at == '=';
        demand->is_loose |= *at == '~';
        demand->is_free |= *at == '*';
    }
    length = (size_t)(last - at);
    if (!demand->is_free) {
        memcpy(name, at, length);
        name[length] = '\0';
        demand->type = demanded_type(op, name);
        if (!demand->type)
            sw_bug("PTX row '%s': operand type '%s'", op->row->pattern, name);
    }
    return next;
}

/* How many operands the row takes with these words. */
static void count_demands(struct sw_ptx_op *op, unsigned *least, unsigned *most) {
    struct demand demand;
    bool may_hint = strstr(op->row->pattern, "L2::cache_hint?") != NULL, hints = sw_ptx_has(op, "L2::cache_hint");
    *least = *most = 0;
    for (const char *at = op->row->operands; (at = next_demand(op, at, &demand)); ++*most)
        *least += !demand.is_optional;
    *least += may_hint && hints;
    *most -= may_hint && !hints;
}

static bool counts_agree(struct sw_ptx_op *op) {
    unsigned least, most;
    count_demands(op, &least, &most);
    op->count = (unsigned)op->statement->operands.count;
    if (op->count >= least && op->count <= most)
        return true;
    if (least == most)
        sw_ptx_error(op, "instruction '%s' takes %u operand%s, not %u", op->statement->name, least,
                     least == 1 ? "" : "s", op->count);
    else
        sw_ptx_error(op, "instruction '%s' takes %u to %u operands, not %u", op->statement->name, least, most,
                     op->count);
    return false;
}

bool sw_ptx_read_operands(struct sw_ptx_op *op) {
    struct demand demand;
    unsigned i = 0;
    if (!counts_agree(op))
        return false;
    assert(op->count <= SW_PTX_OPERANDS);
    for (const char *at = op->row->operands; (at = next_demand(op, at, &demand)) && i < op->count; i++) {
        op->operand[i] = &op->statement->operands.at[i];
        if (demand.is_result || demand.is_free)
            continue;
        op->value[i] = sw_ptx_read(op, op->operand[i], demand.type, demand.is_loose);
        if (!op->value[i])
            return false;
    }
    return true;
}

bool sw_ptx_write_result(struct sw_ptx_op *op, LLVMValueRef result) {
    struct demand demand;
    unsigned i = 0;
    for (const char *at = op->row->operands; (at = next_demand(op, at, &demand)) && i < op->count; i++)
        if (demand.is_result && !demand.is_free)
            return sw_ptx_write(op, op->operand[i], demand.type, result, demand.is_loose);
    return true;
}
