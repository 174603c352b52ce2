/* The front end of litmus tests: parses them, and runs their threads one event at a time. */
#include "litmus.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "softwarp/check_abi.h"

enum { NAMES = 64, CODE = 64, REGISTERS = 32, NAME = 40, NODES = 256 };

enum op {
    LOAD,
    STORE,
    MOVE,
    ADD,
    SUB,
    MUL,
    DIV,
    AND,
    OR,
    XOR,
    CAS,
    EXCHANGE,
    FENCE,
    BARRIER,
    BRANCH,
    JUMP,
    LABEL,
    FAIL,
    TRAP,
    OPS
};
enum compare { EQ, NE, GE, LE, GT, LT };

struct operand {
    bool is_register;
    int value; /* or the register's number */
};

/* is_atomic: a read-modify-write (of ADD to EXCHANGE); else ADD to XOR are arithmetic. */
struct instruction {
    enum op op;
    bool is_atomic, is_reduction, is_volatile, arrives, has_resource, has_quorum;
    uint32_t order, scope, proxy;
    int destination, variable, target, number;
    enum compare compare;
    struct operand a, b;
    char label[NAME];
};

struct thread {
    struct instruction code[CODE];
    unsigned length;
    struct swrt_explore_place place;
    int initial[REGISTERS];
    /* while it runs */
    unsigned pc, events, reads, step, stored;
    int registers[REGISTERS];
    uint64_t origins[REGISTERS], control;
    unsigned passed[CODE]; /* how many events there were when it last came to this instruction */
};

struct variable {
    char name[NAME];
    uint64_t address, alias;
    int initial;
};

/* A register that the condition asks for, and where it is stored. */
struct result {
    unsigned thread;
    int number;
    uint64_t address;
    char name[NAME];
};

enum node_kind { NODE_AND, NODE_OR, NODE_NOT, NODE_COMPARE };
struct node {
    enum node_kind kind;
    unsigned left, right;
    enum compare compare;
    int watch[2], constant[2]; /* watch: -1, a constant */
};

struct litmus {
    struct swrt_explore_program program;
    char name[2 * NAME];
    struct thread threads[SWRT_EXPLORE_THREADS];
    struct variable variables[NAMES];
    struct result results[NAMES];
    struct swrt_explore_watch watch[NAMES];
    struct node nodes[NODES];
    unsigned num_variables, num_results, num_watch, num_nodes, root;
    bool is_forall, is_negated, has_condition, has_proxies;
    const char *at, *error;
};

/* --- words -------------------------------------------------------------------------------------------------------- */

static void fail(struct litmus *l, const char *why) {
    if (!l->error)
        l->error = why;
}

static void skip(struct litmus *l) {
    while (isspace((unsigned char)*l->at))
        l->at++;
}

static bool takes(struct litmus *l, const char *word) {
    skip(l);
    size_t length = strlen(word);
    if (strncmp(l->at, word, length))
        return false;
    if (isalnum((unsigned char)word[length - 1]) && (isalnum((unsigned char)l->at[length]) || l->at[length] == '_'))
        return false;
    l->at += length;
    return true;
}

static void want(struct litmus *l, const char *word) {
    if (!takes(l, word))
        fail(l, word);
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

static bool take_word(struct litmus *l, char *word) {
    skip(l);
    unsigned length = 0;
    while (is_word(*l->at) && length < NAME - 1)
        word[length++] = *l->at++;
    word[length] = 0;
    return length;
}

static bool take_number(struct litmus *l, int *number) {
    skip(l);
    char *end;
    long value = strtol(l->at, &end, 0);
    if (end == l->at)
        return false;
    l->at = end;
    *number = (int)value;
    return true;
}

static int want_number(struct litmus *l) {
    int number = 0;
    if (!take_number(l, &number))
        fail(l, "a number");
    return number;
}

/* --- variables and results ---------------------------------------------------------------------------------------- */

static struct variable *variable_of(struct litmus *l, const char *name) {
    for (unsigned i = 0; i < l->num_variables; i++)
        if (!strcmp(l->variables[i].name, name))
            return &l->variables[i];
    if (l->num_variables == NAMES) {
        fail(l, "fewer variables");
        return &l->variables[0];
    }
    struct variable *new = &l->variables[l->num_variables++];
    snprintf(new->name, NAME, "%s", name);
    new->address = 0x1000 + 16 * l->num_variables;
    return new;
}

static int register_number(const char *word) {
    if (*word != 'r')
        return -1;
    char *end;
    long number = strtol(word + 1, &end, 10);
    return *end || end == word + 1 || number < 0 || number >= REGISTERS ? -1 : (int)number;
}

static int watch_address(struct litmus *l, uint64_t address) {
    for (unsigned i = 0; i < l->num_watch; i++)
        if (l->watch[i].address == address)
            return (int)i;
    if (l->num_watch == NAMES)
        return 0;
    l->watch[l->num_watch] = (struct swrt_explore_watch){address, 4};
    return (int)l->num_watch++;
}

static int watch_register(struct litmus *l, unsigned thread, int number) {
    for (unsigned i = 0; i < l->num_results; i++)
        if (l->results[i].thread == thread && l->results[i].number == number)
            return watch_address(l, l->results[i].address);
    if (l->num_results == NAMES || thread >= l->program.threads) {
        fail(l, "a register of one of the threads");
        return 0;
    }
    struct result *new = &l->results[l->num_results++];
    *new = (struct result){.thread = thread, .number = number, .address = 0x100000 + 16 * l->num_results};
    return watch_address(l, new->address);
}

/* "P1:r0", "1:r0" or a variable. */
static int watch_word(struct litmus *l, const char *word) {
    int number;
    if (takes(l, ":")) {
        char name[NAME];
        if (!take_word(l, name) || (number = register_number(name)) < 0)
            fail(l, "a register");
        return watch_register(l, (unsigned)atoi(word + (*word == 'P')), number);
    }
    return watch_address(l, variable_of(l, word)->address);
}

void litmus_watch_name(struct litmus *l, const char *name) {
    char word[NAME];
    l->at = name;
    take_word(l, word);
    watch_word(l, word);
}

/* --- what stands in braces ---------------------------------------------------------------------------------------- */

static void parse_alias(struct litmus *l, struct variable *variable) {
    char proxy[NAME], other[NAME];
    take_word(l, proxy);
    want(l, "aliases");
    take_word(l, other);
    const struct variable *of = variable_of(l, other);
    variable->address = of->address;
    variable->initial = of->initial;
    variable->alias = strcmp(proxy, "generic") ? of->alias : l->num_variables;
    l->has_proxies = true;
}

static void parse_declaration(struct litmus *l) {
    char word[NAME];
    if (!take_word(l, word)) {
        fail(l, "a declaration");
        return;
    }
    if (takes(l, ":")) {
        char name[NAME];
        take_word(l, name);
        int number = register_number(name);
        want(l, "=");
        int value = want_number(l);
        unsigned thread = (unsigned)atoi(word + (*word == 'P'));
        if (number < 0 || thread >= SWRT_EXPLORE_THREADS)
            fail(l, "a register");
        else
            l->threads[thread].initial[number] = value;
    } else if (takes(l, "@")) {
        parse_alias(l, variable_of(l, word));
    } else {
        struct variable *variable = variable_of(l, word);
        want(l, "=");
        variable->initial = want_number(l);
    }
}

static void parse_declarations(struct litmus *l) {
    want(l, "{");
    while (!l->error && !takes(l, "}"))
        if (!takes(l, ";"))
            parse_declaration(l);
    takes(l, ";");
}

/* --- instructions ------------------------------------------------------------------------------------------------- */

static struct operand want_operand(struct litmus *l) {
    struct operand operand = {0};
    char word[NAME];
    if (take_number(l, &operand.value))
        return operand;
    take_word(l, word);
    operand.is_register = true;
    operand.value = register_number(word);
    if (operand.value < 0)
        fail(l, "a register or a number");
    return operand;
}

static int want_register(struct litmus *l) {
    struct operand operand = want_operand(l);
    if (!operand.is_register)
        fail(l, "a register");
    return operand.value;
}

static int want_variable(struct litmus *l) {
    char word[NAME];
    if (!take_word(l, word))
        fail(l, "a variable");
    return (int)(variable_of(l, word) - l->variables);
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
        take_word(l, word);
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
            fail(l, "a suffix that it knows");
    }
}

static void parse_load(struct litmus *l, struct instruction *i) {
    bool is_local = *l->at != '.';
    i->op = is_local ? MOVE : LOAD;
    parse_suffixes(l, i);
    i->destination = want_register(l);
    want(l, ",");
    if (is_local)
        i->a = want_operand(l);
    else
        i->variable = want_variable(l);
}

static void parse_store(struct litmus *l, struct instruction *i) {
    i->op = STORE;
    parse_suffixes(l, i);
    i->variable = want_variable(l);
    want(l, ",");
    i->a = want_operand(l);
}

static void parse_atomic(struct litmus *l, struct instruction *i, bool is_reduction) {
    i->is_atomic = true;
    i->is_reduction = is_reduction;
    i->destination = -1;
    parse_suffixes(l, i);
    if (!is_reduction) {
        i->destination = want_register(l);
        want(l, ",");
    }
    i->variable = want_variable(l);
    want(l, ",");
    i->a = want_operand(l);
    if (i->op == CAS) {
        want(l, ",");
        i->b = want_operand(l);
    }
}

static void parse_arithmetic(struct litmus *l, struct instruction *i, enum op op) {
    i->op = op;
    i->destination = want_register(l);
    want(l, ",");
    i->a = want_operand(l);
    want(l, ",");
    i->b = want_operand(l);
}

static void parse_barrier(struct litmus *l, struct instruction *i) {
    i->op = BARRIER;
    parse_suffixes(l, i);
    i->number = want_number(l);
    if (takes(l, ",")) {
        i->has_resource = true;
        i->a = want_operand(l);
    }
    if (takes(l, ",")) {
        i->has_quorum = true;
        i->b = want_operand(l);
    }
}

static void parse_branch(struct litmus *l, struct instruction *i, enum compare compare) {
    i->op = BRANCH;
    i->compare = compare;
    i->a = want_operand(l);
    want(l, ",");
    i->b = want_operand(l);
    want(l, ",");
    take_word(l, i->label);
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
    if (takes(l, ":")) {
        i->op = LABEL;
        snprintf(i->label, NAME, "%s", word);
        return;
    }
    fail(l, "an instruction that it knows");
}

static void parse_instruction(struct litmus *l, struct thread *thread) {
    static const struct {
        const char *name;
        uint32_t proxy;
    } loads[] = {{"ld", SWRT_EXPLORE_GENERIC},
                 {"tld", SWRT_EXPLORE_TEXTURE},
                 {"suld", SWRT_EXPLORE_SURFACE},
                 {"cold", SWRT_EXPLORE_CONSTANT}};
    skip(l);
    if (*l->at == '|' || *l->at == ';')
        return;
    if (thread->length == CODE) {
        fail(l, "shorter threads");
        return;
    }
    struct instruction *i = &thread->code[thread->length++];
    char word[NAME];
    take_word(l, word);
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
        take_word(l, i->label);
    } else
        parse_named(l, i, word);
}

static void parse_heads(struct litmus *l) {
    do {
        if (l->program.threads == SWRT_EXPLORE_THREADS) {
            fail(l, "fewer threads");
            return;
        }
        struct thread *thread = &l->threads[l->program.threads];
        char word[NAME];
        take_word(l, word);
        want(l, "@");
        want(l, "cta");
        uint32_t block = (uint32_t)want_number(l);
        want(l, ",");
        want(l, "gpu");
        uint32_t device = (uint32_t)want_number(l);
        thread->place = (struct swrt_explore_place){block, block, device, l->program.threads++};
    } while (!l->error && takes(l, "|"));
    want(l, ";");
}

static bool is_condition(struct litmus *l) {
    skip(l);
    return !*l->at || *l->at == '~' || !strncmp(l->at, "exists", 6) || !strncmp(l->at, "forall", 6);
}

static void parse_rows(struct litmus *l) {
    while (!l->error && !is_condition(l)) {
        for (unsigned t = 0; t < l->program.threads; t++) {
            parse_instruction(l, &l->threads[t]);
            skip(l);
            if (!takes(l, "|"))
                break;
        }
        want(l, ";");
    }
}

static void find_targets(struct litmus *l) {
    for (unsigned t = 0; t < l->program.threads; t++)
        for (unsigned i = 0; i < l->threads[t].length; i++) {
            struct instruction *jump = &l->threads[t].code[i];
            if (jump->op != JUMP && jump->op != BRANCH)
                continue;
            jump->target = -1;
            for (unsigned k = 0; k < l->threads[t].length; k++)
                if (l->threads[t].code[k].op == LABEL && !strcmp(l->threads[t].code[k].label, jump->label))
                    jump->target = (int)k;
            if (jump->target < 0)
                fail(l, "a label that is there");
        }
}

/* --- the condition ------------------------------------------------------------------------------------------------ */

static unsigned parse_or(struct litmus *l);

static unsigned new_node(struct litmus *l, struct node node) {
    if (l->num_nodes == NODES) {
        fail(l, "a shorter condition");
        return 0;
    }
    l->nodes[l->num_nodes] = node;
    return l->num_nodes++;
}

static void parse_side(struct litmus *l, struct node *node, unsigned side) {
    char word[NAME];
    skip(l);
    const char *begin = l->at;
    node->watch[side] = -1;
    if (take_number(l, &node->constant[side])) {
        skip(l);
        if (*l->at != ':')
            return;
        l->at = begin;
    }
    takes(l, "[");
    if (!take_word(l, word))
        fail(l, "a register, a variable or a number");
    node->watch[side] = watch_word(l, word);
    takes(l, "]");
}

static unsigned parse_compare(struct litmus *l) {
    static const char *const signs[] = {"==", "!=", ">=", "<=", ">", "<"};
    struct node node = {.kind = NODE_COMPARE};
    parse_side(l, &node, 0);
    bool is_known = false;
    for (unsigned i = 0; i < 6 && !is_known; i++)
        if (takes(l, signs[i])) {
            node.compare = (enum compare)i;
            is_known = true;
        }
    if (!is_known)
        want(l, "=");
    parse_side(l, &node, 1);
    return new_node(l, node);
}

static unsigned parse_factor(struct litmus *l) {
    if (l->error)
        return 0;
    if (takes(l, "~") || takes(l, "not"))
        return new_node(l, (struct node){.kind = NODE_NOT, .left = parse_factor(l)});
    if (takes(l, "(")) {
        unsigned inner = parse_or(l);
        want(l, ")");
        return inner;
    }
    return parse_compare(l);
}

static unsigned parse_and(struct litmus *l) {
    unsigned left = parse_factor(l);
    while (!l->error && (takes(l, "/\\") || takes(l, "&&")))
        left = new_node(l, (struct node){.kind = NODE_AND, .left = left, .right = parse_factor(l)});
    return left;
}

static unsigned parse_or(struct litmus *l) {
    unsigned left = parse_and(l);
    while (!l->error && (takes(l, "\\/") || takes(l, "||")))
        left = new_node(l, (struct node){.kind = NODE_OR, .left = left, .right = parse_and(l)});
    return left;
}

static void parse_condition(struct litmus *l) {
    l->is_negated = takes(l, "~");
    l->is_forall = takes(l, "forall");
    if (!l->is_forall && !takes(l, "exists"))
        return;
    l->has_condition = true;
    l->root = parse_or(l);
}

static bool compares(enum compare compare, int a, int b) {
    switch (compare) {
    case EQ:
        return a == b;
    case NE:
        return a != b;
    case GE:
        return a >= b;
    case LE:
        return a <= b;
    case GT:
        return a > b;
    default:
        return a < b;
    }
}

static bool is_true(const struct litmus *l, unsigned number, const uint64_t *values) {
    const struct node *node = &l->nodes[number];
    int side[2];
    switch (node->kind) {
    case NODE_AND:
        return is_true(l, node->left, values) && is_true(l, node->right, values);
    case NODE_OR:
        return is_true(l, node->left, values) || is_true(l, node->right, values);
    case NODE_NOT:
        return !is_true(l, node->left, values);
    default:
        for (unsigned i = 0; i < 2; i++)
            side[i] = node->watch[i] < 0 ? node->constant[i] : (int)(uint32_t)values[node->watch[i]];
        return compares(node->compare, side[0], side[1]);
    }
}

bool litmus_holds(const struct litmus *l, const struct swrt_outcomes *outcomes) {
    bool some = false, all = true;
    for (unsigned i = 0; i < outcomes->count; i++) {
        if (outcomes->list[i].class != SWRT_OUTCOME_END)
            continue;
        bool is_so = is_true(l, l->root, outcomes->list[i].values);
        some |= is_so;
        all &= is_so;
    }
    return (l->is_forall ? all : some) != l->is_negated;
}

/* --- running ------------------------------------------------------------------------------------------------------ */

static void tell_place(void *self, uint32_t thread, struct swrt_explore_place *place) {
    *place = ((struct litmus *)self)->threads[thread].place;
}

static uint64_t tell_initial(void *self, uint64_t address, uint32_t size) {
    const struct litmus *l = self;
    for (unsigned i = 0; i < l->num_variables; i++)
        if (l->variables[i].address == address)
            return (uint32_t)l->variables[i].initial;
    return 0;
}

static void restart(void *self, uint32_t number) {
    struct thread *thread = &((struct litmus *)self)->threads[number];
    thread->pc = thread->events = thread->reads = thread->step = thread->stored = 0;
    thread->control = 0;
    memcpy(thread->registers, thread->initial, sizeof thread->registers);
    memset(thread->origins, 0, sizeof thread->origins);
}

static int value_of(const struct thread *thread, struct operand operand) {
    return operand.is_register ? thread->registers[operand.value] : operand.value;
}

static uint64_t origin_of(const struct thread *thread, struct operand operand) {
    return operand.is_register ? thread->origins[operand.value] : 0;
}

static int calculate(enum op op, int a, int b) {
    switch (op) {
    case ADD:
        return (int)((unsigned)a + (unsigned)b);
    case SUB:
        return (int)((unsigned)a - (unsigned)b);
    case MUL:
        return (int)((unsigned)a * (unsigned)b);
    case DIV:
        return b ? a / b : 0;
    case AND:
        return a & b;
    case OR:
        return a | b;
    case XOR:
        return a ^ b;
    default:
        return b;
    }
}

static void tell_access(const struct litmus *l, const struct thread *thread, const struct instruction *i,
                        enum swrt_explore_kind kind, struct swrt_explore_event *event) {
    event->kind = kind;
    event->order = i->order;
    event->scope = i->scope;
    event->proxy = i->proxy;
    event->size = 4;
    event->address = l->variables[i->variable].address;
    event->alias = l->variables[i->variable].alias;
    event->control_reads = thread->control;
    event->flags = (i->is_volatile ? SWRT_EXPLORE_VOLATILE : 0) | (i->is_atomic ? SWRT_EXPLORE_ATOMIC : 0) |
                   (i->is_reduction ? SWRT_EXPLORE_REDUCE : 0) | (i->op == CAS ? SWRT_EXPLORE_CAS : 0);
}

static void set_register(struct thread *thread, int number, int value, uint64_t origins) {
    if (number < 0)
        return;
    thread->registers[number] = value;
    thread->origins[number] = origins;
}

/* The second half of an atomic that has read `old`: its write, if there is one. */
static bool finish_atomic(const struct litmus *l, struct thread *thread, const struct instruction *i, int old,
                          struct swrt_explore_event *event) {
    uint64_t self = 1ull << (thread->reads - 1), origins = origin_of(thread, i->a);
    bool writes = i->op != CAS || old == value_of(thread, i->a);
    if (writes) {
        tell_access(l, thread, i, SWRT_EXPLORE_WRITE, event);
        int operand = value_of(thread, i->op == CAS ? i->b : i->a);
        event->flags |= SWRT_EXPLORE_RMW;
        event->value = (uint32_t)calculate(i->op, old, operand);
        event->value_reads = origins | origin_of(thread, i->op == CAS ? i->b : i->a) | (i->op == EXCHANGE ? 0 : self);
        thread->events++;
    }
    set_register(thread, i->destination, old, self);
    thread->pc++;
    thread->step = 0;
    return writes;
}

static void tell_barrier(const struct thread *thread, const struct instruction *i, struct swrt_explore_event *event) {
    event->kind = SWRT_EXPLORE_BARRIER;
    uint64_t resource = i->has_resource ? (uint32_t)value_of(thread, i->a) : 0xffffffffu;
    event->barrier.id = resource | (uint64_t)(unsigned)i->number << 32 | (uint64_t)thread->place.block << 48 |
                        (uint64_t)thread->place.device << 56;
    event->barrier.count = i->has_quorum ? (uint32_t)value_of(thread, i->b) : 0;
    event->barrier.scope = SWRT_SCOPE_BLOCK;
    event->barrier.is_quorum = i->scope;
    event->barrier.orders = true;
    if (!i->scope) { /* PTX's own: its number, and how many come */
        event->barrier.id |= 0xffffffffu;
        event->barrier.count = i->has_resource ? (uint32_t)value_of(thread, i->a) : 0;
    }
    event->barrier.arrives = i->arrives;
}

/* A jump back is a turn; true: it is told. */
static bool jump(struct thread *thread, const struct instruction *i, struct swrt_explore_event *event) {
    bool is_back = (unsigned)i->target <= thread->pc;
    if (is_back) {
        event->kind = SWRT_EXPLORE_TURN;
        event->value = thread->events - thread->passed[i->target] + 1;
    }
    thread->pc = (unsigned)i->target;
    return is_back;
}

/* Stores the next register that the condition asks for; false: there is none left. */
static bool store_result(const struct litmus *l, unsigned number, struct thread *thread,
                         struct swrt_explore_event *event) {
    while (thread->stored < l->num_results && l->results[thread->stored].thread != number)
        thread->stored++;
    if (thread->stored == l->num_results)
        return false;
    const struct result *result = &l->results[thread->stored++];
    event->kind = SWRT_EXPLORE_WRITE;
    event->size = 4;
    event->address = result->address;
    event->value = (uint32_t)thread->registers[result->number];
    event->value_reads = thread->origins[result->number];
    event->control_reads = thread->control;
    event->site = number * 1000u + 900 + thread->stored;
    return true;
}

static bool begin_read(const struct litmus *l, struct thread *thread, const struct instruction *i,
                       struct swrt_explore_event *event) {
    tell_access(l, thread, i, SWRT_EXPLORE_READ, event);
    thread->step = 1;
    thread->reads++;
    thread->events++;
    return true;
}

/* Goes one instruction on; true: it is an event. */
static bool step(const struct litmus *l, struct thread *thread, uint64_t answer, struct swrt_explore_event *event) {
    const struct instruction *i = &thread->code[thread->pc];
    thread->passed[thread->pc] = thread->step ? thread->passed[thread->pc] : thread->events;
    if (i->op == LOAD && thread->step) {
        set_register(thread, i->destination, (int)(uint32_t)answer, 1ull << (thread->reads - 1));
        thread->pc++;
        thread->step = 0;
        return false;
    }
    if (i->is_atomic) {
        if (!thread->step)
            return begin_read(l, thread, i, event);
        return finish_atomic(l, thread, i, (int)(uint32_t)answer, event);
    }
    switch (i->op) {
    case LOAD:
        return begin_read(l, thread, i, event);
    case STORE:
        tell_access(l, thread, i, SWRT_EXPLORE_WRITE, event);
        event->value = (uint32_t)value_of(thread, i->a);
        event->value_reads = origin_of(thread, i->a);
        break;
    case FENCE:
        event->kind = SWRT_EXPLORE_FENCE;
        event->order = i->order;
        event->scope = i->scope;
        event->proxy = i->proxy;
        break;
    case BARRIER:
        tell_barrier(thread, i, event);
        break;
    case FAIL:
    case TRAP:
        event->kind = i->op == FAIL ? SWRT_EXPLORE_FAILED : SWRT_EXPLORE_TRAPPED;
        return true;
    case BRANCH:
        thread->control |= origin_of(thread, i->a) | origin_of(thread, i->b);
        if (compares(i->compare, value_of(thread, i->a), value_of(thread, i->b)))
            return jump(thread, i, event);
        thread->pc++;
        return false;
    case JUMP:
        return jump(thread, i, event);
    case LABEL:
        thread->pc++;
        return false;
    default:
        set_register(thread, i->destination,
                     i->op == MOVE ? value_of(thread, i->a)
                                   : calculate(i->op, value_of(thread, i->a), value_of(thread, i->b)),
                     origin_of(thread, i->a) | (i->op == MOVE ? 0 : origin_of(thread, i->b)));
        thread->pc++;
        return false;
    }
    thread->pc++;
    thread->events++;
    return true;
}

static void next(void *self, uint32_t number, uint64_t answer, struct swrt_explore_event *event) {
    struct litmus *l = self;
    struct thread *thread = &l->threads[number];
    while (thread->pc < thread->length) {
        unsigned pc = thread->pc;
        if (step(l, thread, answer, event)) {
            event->site = number * 1000u + pc;
            return;
        }
    }
    if (!store_result(l, number, thread, event))
        event->kind = SWRT_EXPLORE_END;
}

static void meet(void *self, uint64_t threads) {
}

static bool is_symmetric(void *self, uint32_t a, uint32_t b) {
    return false;
}

/* --- all ---------------------------------------------------------------------------------------------------------- */

/* Blanks out comments and quotes; watch: what a comment says after "watch:", or null. */
static char *blank_comments(const char *text, char **watch) {
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    memcpy(copy, text, length + 1);
    *watch = 0;
    for (char *c = copy; *c; c++) {
        char *end = 0;
        if (!strncmp(c, "(*", 2) && (end = strstr(c, "*)"))) {
            char *word = strstr(c, "watch:");
            if (word && word < end)
                *watch = strndup(word + 6, (size_t)(end - word - 6));
            end += 2;
        } else if (*c == '"' && (end = strchr(c + 1, '"'))) {
            end++;
        }
        if (end) {
            memset(c, ' ', (size_t)(end - c));
            c = end - 1;
        }
    }
    return copy;
}

static void watch_names(struct litmus *l, char *names) {
    l->num_watch = 0;
    for (char *name = strtok(names, ", \t\n"); name; name = strtok(0, ", \t\n"))
        litmus_watch_name(l, name);
}

struct litmus *litmus_parse(const char *text, const char **error) {
    struct litmus *l = calloc(1, sizeof *l);
    char *watch, *copy = blank_comments(text, &watch);
    l->program = (struct swrt_explore_program){.self = l,
                                               .place = tell_place,
                                               .initial = tell_initial,
                                               .restart = restart,
                                               .next = next,
                                               .meet = meet,
                                               .is_symmetric = is_symmetric};
    l->at = copy;
    want(l, "PTX");
    skip(l);
    const char *end = strpbrk(l->at, " \t\r\n{");
    if (end) {
        snprintf(l->name, sizeof l->name, "%.*s", (int)(end - l->at), l->at);
        l->at = strchr(l->at, '{') ? strchr(l->at, '{') : end;
    }
    parse_declarations(l);
    if (!l->error)
        parse_heads(l);
    if (!l->error)
        parse_rows(l);
    if (!l->error)
        find_targets(l);
    if (!l->error)
        parse_condition(l);
    if (watch && !l->error)
        watch_names(l, watch);
    free(watch);
    free(copy);
    l->at = 0;
    if (!l->error)
        return l;
    *error = l->error;
    free(l);
    return 0;
}

void litmus_close(struct litmus *l) {
    free(l);
}

const char *litmus_name(const struct litmus *l) {
    return l->name;
}

const struct swrt_explore_program *litmus_program(const struct litmus *l) {
    return &l->program;
}

const struct swrt_explore_watch *litmus_watch(const struct litmus *l, unsigned *count) {
    *count = l->num_watch;
    return l->watch;
}

bool litmus_has_proxies(const struct litmus *l) {
    return l->has_proxies;
}
