/* Instructions of litmus tests: PTX, as Dartagnan writes it. */
#include <stdio.h>
#include <string.h>

#include "internal.h"
#include "softwarp/check_abi.h"

static struct operand want_operand(struct litmus *l) {
    struct operand operand = {0};
    char word[NAME];
    if (litmus_take_number(l, &operand.value))
        return operand;
    litmus_take_word(l, word);
    operand.is_register = true;
    operand.value = litmus_register_number(word);
    if (operand.value < 0)
        litmus_fail(l, "a register or a number");
    return operand;
}

static int want_register(struct litmus *l) {
    struct operand operand = want_operand(l);
    if (!operand.is_register)
        litmus_fail(l, "a register");
    return operand.value;
}

static int want_variable(struct litmus *l) {
    char word[NAME];
    if (!litmus_take_word(l, word))
        litmus_fail(l, "a variable");
    return (int)(litmus_variable_of(l, word) - l->variables);
}

/* ".relaxed", ".gpu", ".add" and the like. */
static void parse_suffixes(struct litmus *l, struct instruction *i) {
    static const char *const orders[] = {"weak", "relaxed", "acquire", "release", "acq_rel", "sc"};
    static const char *const scopes[] = {"thread", "cta", "cluster", "gpu", "sys"};
    static const char *const ops[OPS] = {[ADD] = "add", [SUB] = "sub", [MUL] = "mul", [DIV] = "div",      [AND] = "and",
                                         [OR] = "or",   [XOR] = "xor", [CAS] = "cas", [EXCHANGE] = "exch"};
    static const char *const proxies[] = {"generic", "texture", "surface", "constant", "alias"};
    char word[NAME];
    while (*l->at == '.') {
        l->at++;
        litmus_take_word(l, word);
        bool is_known = !strcmp(word, "proxy") || !strcmp(word, "sync") || !strcmp(word, "u32");
        for (uint32_t k = 0; k < 6; k++)
            if (!strcmp(word, orders[k])) {
                i->order = k;
                is_known = true;
            }
        for (uint32_t k = 0; k < 5; k++) {
            if (!strcmp(word, scopes[k])) {
                i->scope = k;
                is_known = true;
            }
            if (!strcmp(word, proxies[k])) {
                i->proxy = k;
                l->has_proxies = is_known = true;
            }
        }
        for (unsigned k = 0; k < OPS; k++)
            if (ops[k] && !strcmp(word, ops[k])) {
                i->op = (enum op)k;
                is_known = true;
            }
        if (!strcmp(word, "volatile")) {
            i->is_volatile = is_known = true;
            i->order = SWRT_ORDER_RELAXED;
            i->scope = SWRT_SCOPE_SYSTEM;
        }
        if (!strcmp(word, "arrive"))
            i->arrives = is_known = true;
        if (!is_known)
            litmus_fail(l, "a suffix that it knows");
    }
}

static void parse_load(struct litmus *l, struct instruction *i) {
    bool is_local = *l->at != '.';
    i->op = is_local ? MOVE : LOAD;
    parse_suffixes(l, i);
    i->destination = want_register(l);
    litmus_want(l, ",");
    if (is_local)
        i->a = want_operand(l);
    else
        i->variable = want_variable(l);
}

static void parse_store(struct litmus *l, struct instruction *i) {
    i->op = STORE;
    parse_suffixes(l, i);
    i->variable = want_variable(l);
    litmus_want(l, ",");
    i->a = want_operand(l);
}

static void parse_atomic(struct litmus *l, struct instruction *i, bool is_reduction) {
    i->is_atomic = true;
    i->is_reduction = is_reduction;
    i->destination = -1;
    parse_suffixes(l, i);
    if (!is_reduction) {
        i->destination = want_register(l);
        litmus_want(l, ",");
    }
    i->variable = want_variable(l);
    litmus_want(l, ",");
    i->a = want_operand(l);
    if (i->op == CAS) {
        litmus_want(l, ",");
        i->b = want_operand(l);
    }
}

static void parse_arithmetic(struct litmus *l, struct instruction *i, enum op op) {
    i->op = op;
    i->destination = want_register(l);
    litmus_want(l, ",");
    i->a = want_operand(l);
    litmus_want(l, ",");
    i->b = want_operand(l);
}

static void parse_barrier(struct litmus *l, struct instruction *i) {
    i->op = BARRIER;
    parse_suffixes(l, i);
    i->number = litmus_want_number(l);
    if (litmus_takes(l, ",")) {
        i->has_resource = true;
        i->a = want_operand(l);
    }
    if (litmus_takes(l, ",")) {
        i->has_quorum = true;
        i->b = want_operand(l);
    }
}

static void parse_branch(struct litmus *l, struct instruction *i, enum compare compare) {
    i->op = BRANCH;
    i->compare = compare;
    i->a = want_operand(l);
    litmus_want(l, ",");
    i->b = want_operand(l);
    litmus_want(l, ",");
    litmus_take_word(l, i->label);
}

static void parse_named(struct litmus *l, struct instruction *i, const char *word) {
    static const struct {
        const char *name;
        enum op op;
    } arithmetic[] = {{"add", ADD}, {"sub", SUB}, {"mul", MUL}, {"div", DIV}, {"and", AND}, {"or", OR}, {"xor", XOR}};
    static const struct {
        const char *name;
        enum compare compare;
    } branches[] = {{"beq", EQ}, {"bne", NE}, {"bge", GE}, {"ble", LE}, {"bgt", GT}, {"blt", LT}};
    for (unsigned k = 0; k < sizeof arithmetic / sizeof *arithmetic; k++)
        if (!strcmp(word, arithmetic[k].name)) {
            parse_arithmetic(l, i, arithmetic[k].op);
            return;
        }
    for (unsigned k = 0; k < sizeof branches / sizeof *branches; k++)
        if (!strcmp(word, branches[k].name)) {
            parse_branch(l, i, branches[k].compare);
            return;
        }
    if (litmus_takes(l, ":")) {
        i->op = LABEL;
        snprintf(i->label, NAME, "%s", word);
        return;
    }
    litmus_fail(l, "an instruction that it knows");
}

void litmus_parse_instruction(struct litmus *l, struct thread *thread) {
    static const struct {
        const char *name;
        uint32_t proxy;
    } loads[] = {{"ld", SWRT_EXPLORE_GENERIC},
                 {"tld", SWRT_EXPLORE_TEXTURE},
                 {"suld", SWRT_EXPLORE_SURFACE},
                 {"cold", SWRT_EXPLORE_CONSTANT}};
    litmus_skip(l);
    if (*l->at == '|' || *l->at == ';')
        return;
    if (thread->length == CODE) {
        litmus_fail(l, "shorter threads");
        return;
    }
    struct instruction *i = &thread->code[thread->length++];
    char word[NAME];
    litmus_take_word(l, word);
    for (unsigned k = 0; k < 4; k++)
        if (!strcmp(word, loads[k].name)) {
            i->proxy = loads[k].proxy;
            l->has_proxies |= i->proxy;
            parse_load(l, i);
            return;
        }
    if (!strcmp(word, "sust") || !strcmp(word, "suatom") || !strcmp(word, "sured")) {
        i->proxy = SWRT_EXPLORE_SURFACE;
        l->has_proxies = true;
    }
    if (!strcmp(word, "st") || !strcmp(word, "sust"))
        parse_store(l, i);
    else if (!strcmp(word, "atom") || !strcmp(word, "suatom"))
        parse_atomic(l, i, false);
    else if (!strcmp(word, "red") || !strcmp(word, "sured"))
        parse_atomic(l, i, true);
    else if (!strcmp(word, "fence")) {
        i->op = FENCE;
        parse_suffixes(l, i);
    } else if (!strcmp(word, "fail"))
        i->op = FAIL;
    else if (!strcmp(word, "trap"))
        i->op = TRAP;
    else if (!strcmp(word, "bar"))
        parse_barrier(l, i);
    else if (!strcmp(word, "goto")) {
        i->op = JUMP;
        litmus_take_word(l, i->label);
    } else
        parse_named(l, i, word);
}
