/* Conditions of litmus tests. */
#include "internal.h"

static unsigned parse_or(struct litmus *l);

static unsigned new_node(struct litmus *l, struct node node) {
    if (l->num_nodes == NODES) {
        litmus_fail(l, "a shorter condition");
        return 0;
    }
    l->nodes[l->num_nodes] = node;
    return l->num_nodes++;
}

static void parse_side(struct litmus *l, struct node *node, unsigned side) {
    char word[NAME];
    litmus_skip(l);
    const char *begin = l->at;
    node->watch[side] = -1;
    if (litmus_take_number(l, &node->constant[side])) {
        litmus_skip(l);
        if (*l->at != ':')
            return;
        l->at = begin;
    }
    litmus_takes(l, "[");
    if (!litmus_take_word(l, word))
        litmus_fail(l, "a register, a variable or a number");
    node->watch[side] = litmus_watch_word(l, word);
    litmus_takes(l, "]");
}

static unsigned parse_compare(struct litmus *l) {
    static const char *const signs[] = {"==", "!=", ">=", "<=", ">", "<"};
    struct node node = {.kind = NODE_COMPARE};
    parse_side(l, &node, 0);
    bool is_known = false;
    for (unsigned i = 0; i < 6 && !is_known; i++)
        if (litmus_takes(l, signs[i])) {
            node.compare = (enum compare)i;
            is_known = true;
        }
    if (!is_known)
        litmus_want(l, "=");
    parse_side(l, &node, 1);
    return new_node(l, node);
}

static unsigned parse_factor(struct litmus *l) {
    if (l->error)
        return 0;
    if (litmus_takes(l, "~") || litmus_takes(l, "not"))
        return new_node(l, (struct node){.kind = NODE_NOT, .left = parse_factor(l)});
    if (litmus_takes(l, "(")) {
        unsigned inner = parse_or(l);
        litmus_want(l, ")");
        return inner;
    }
    return parse_compare(l);
}

static unsigned parse_and(struct litmus *l) {
    unsigned left = parse_factor(l);
    while (!l->error && (litmus_takes(l, "/\\") || litmus_takes(l, "&&")))
        left = new_node(l, (struct node){.kind = NODE_AND, .left = left, .right = parse_factor(l)});
    return left;
}

static unsigned parse_or(struct litmus *l) {
    unsigned left = parse_and(l);
    while (!l->error && (litmus_takes(l, "\\/") || litmus_takes(l, "||")))
        left = new_node(l, (struct node){.kind = NODE_OR, .left = left, .right = parse_and(l)});
    return left;
}

void litmus_parse_condition(struct litmus *l) {
    l->is_negated = litmus_takes(l, "~");
    l->is_forall = litmus_takes(l, "forall");
    if (!l->is_forall && !litmus_takes(l, "exists"))
        return;
    l->has_condition = true;
    l->root = parse_or(l);
}

bool litmus_compares(enum compare compare, int a, int b) {
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
        return litmus_compares(node->compare, side[0], side[1]);
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
