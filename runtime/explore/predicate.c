/* Predicates: a text becomes nodes, each behind what it is made of, and these are gone through once for an answer. */
#include "explore/predicate.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { NUMBER, NAME, ENDING, NOT, AND, OR, EQUAL, UNEQUAL, LESS, AT_MOST, MORE, AT_LEAST };
enum { MOST_NODES = 256, LONGEST_NAME = 128, DEEPEST = 64 };

struct node {
    enum kind kind;
    int64_t number; /* a number; a name's; an ending */
    unsigned left, right;
};

struct swrt_predicate {
    struct node nodes[MOST_NODES];
    unsigned count, num_names, depth;
    char names[SWRT_PREDICATE_NAMES][LONGEST_NAME];
    const char *at, *wrong; /* while it is read; wrong: what is expected there */
};

static unsigned either(struct swrt_predicate *p);

static unsigned expect(struct swrt_predicate *p, const char *what) {
    p->wrong = p->wrong ? p->wrong : what;
    return 0;
}

static unsigned add(struct swrt_predicate *p, struct node node) {
    if (p->count == MOST_NODES)
        return expect(p, "fewer parts");
    p->nodes[p->count] = node;
    return p->count++;
}

static bool takes(struct swrt_predicate *p, const char *word) {
    size_t length = strlen(word);
    while (isspace((unsigned char)*p->at))
        p->at++;
    if (strncmp(p->at, word, length))
        return false;
    p->at += length;
    return true;
}

static unsigned name_number(struct swrt_predicate *p, const char *name, size_t length) {
    for (unsigned i = 0; i < p->num_names; i++)
        if (strlen(p->names[i]) == length && !strncmp(p->names[i], name, length))
            return i;
    if (p->num_names == SWRT_PREDICATE_NAMES || length >= LONGEST_NAME)
        return expect(p, "fewer or shorter names");
    snprintf(p->names[p->num_names], LONGEST_NAME, "%.*s", (int)length, name);
    return p->num_names++;
}

/* a, ns::a, a[3], a[1][2], s.x */
static size_t name_length(const char *at) {
    size_t length = 0;
    if (!isalpha((unsigned char)*at) && *at != '_')
        return 0;
    for (;; length++) {
        unsigned char c = (unsigned char)at[length];
        if (c == '[') {
            size_t inside = strcspn(at + length, "]");
            if (!at[length + inside])
                return length;
            length += inside;
        } else if (!isalnum(c) && c != '_' && c != '.' && c != ':') {
            return length;
        }
    }
}

static unsigned number(struct swrt_predicate *p) {
    char *end;
    int base = !strncmp(p->at + (*p->at == '-'), "0x", 2) ? 16 : 10;
    int64_t value = *p->at == '-' ? strtoll(p->at, &end, base) : (int64_t)strtoull(p->at, &end, base);
    if (end == p->at)
        return expect(p, "a name or a number");
    p->at = end;
    return add(p, (struct node){.kind = NUMBER, .number = value});
}

static unsigned value(struct swrt_predicate *p) {
    takes(p, "");
    size_t length = name_length(p->at);
    if (!length)
        return number(p);
    const char *name = p->at;
    p->at += length;
    return add(p, (struct node){.kind = NAME, .number = name_number(p, name, length)});
}

static unsigned comparison(struct swrt_predicate *p) {
    static const struct {
        const char *word;
        enum kind kind;
    } words[] = {{"==", EQUAL}, {"!=", UNEQUAL}, {"<=", AT_MOST}, {">=", AT_LEAST}, {"<", LESS}, {">", MORE}};
    unsigned left = value(p);
    for (size_t i = 0; i < sizeof words / sizeof *words && !p->wrong; i++)
        if (takes(p, words[i].word)) {
            unsigned right = value(p);
            return add(p, (struct node){.kind = words[i].kind, .left = left, .right = right});
        }
    return expect(p, "a comparison (== != < <= > >=)");
}

static bool takes_ending(struct swrt_predicate *p, enum swrt_explore_ending *ending) {
    static const char *const words[] = {
        [SWRT_EXPLORE_DEADLOCKS] = "deadlock", [SWRT_EXPLORE_FAILS] = "assert", [SWRT_EXPLORE_TRAPS] = "trap"};
    takes(p, "");
    for (unsigned i = SWRT_EXPLORE_DEADLOCKS; i <= SWRT_EXPLORE_TRAPS; i++)
        if (strlen(words[i]) == name_length(p->at) && takes(p, words[i])) {
            *ending = (enum swrt_explore_ending)i;
            return true;
        }
    return false;
}

static unsigned one(struct swrt_predicate *p) {
    enum swrt_explore_ending ending;
    if (p->wrong || ++p->depth > DEEPEST)
        return expect(p, "fewer parentheses");
    unsigned found;
    if (takes(p, "!")) {
        found = one(p);
        found = add(p, (struct node){.kind = NOT, .left = found});
    } else if (takes(p, "(")) {
        found = either(p);
        if (!takes(p, ")"))
            expect(p, ")");
    } else if (takes_ending(p, &ending)) {
        found = add(p, (struct node){.kind = ENDING, .number = ending});
    } else {
        found = comparison(p);
    }
    p->depth--;
    return found;
}

static unsigned both(struct swrt_predicate *p) {
    unsigned left = one(p);
    while (!p->wrong && takes(p, "&&")) {
        unsigned right = one(p);
        left = add(p, (struct node){.kind = AND, .left = left, .right = right});
    }
    return left;
}

static unsigned either(struct swrt_predicate *p) {
    unsigned left = both(p);
    while (!p->wrong && takes(p, "||")) {
        unsigned right = both(p);
        left = add(p, (struct node){.kind = OR, .left = left, .right = right});
    }
    return left;
}

struct swrt_predicate *swrt_predicate_parse(const char *text, char *error, size_t size) {
    struct swrt_predicate *p = calloc(1, sizeof *p);
    if (!p) {
        snprintf(error, size, "out of memory");
        return NULL;
    }
    p->at = text;
    either(p);
    takes(p, "");
    if (!p->wrong && *p->at)
        expect(p, "&& or ||");
    if (!p->wrong)
        return p;
    snprintf(error, size, "%s is expected at '%s'", p->wrong, *p->at ? p->at : "the end");
    free(p);
    return NULL;
}

void swrt_predicate_free(struct swrt_predicate *predicate) {
    free(predicate);
}

unsigned swrt_predicate_count(const struct swrt_predicate *predicate) {
    return predicate->num_names;
}

const char *swrt_predicate_name(const struct swrt_predicate *predicate, unsigned number) {
    return predicate->names[number];
}

static int64_t compute(enum kind kind, int64_t left, int64_t right, bool ends) {
    switch (kind) {
    case NOT:
        return !left;
    case AND:
        return left && right;
    case OR:
        return left || right;
    case EQUAL:
        return ends && left == right;
    case UNEQUAL:
        return ends && left != right;
    case LESS:
        return ends && left < right;
    case AT_MOST:
        return ends && left <= right;
    case MORE:
        return ends && left > right;
    default:
        return ends && left >= right;
    }
}

bool swrt_predicate_holds(const struct swrt_predicate *p, enum swrt_explore_ending ending, const int64_t *values) {
    int64_t results[MOST_NODES] = {0};
    for (unsigned i = 0; i < p->count; i++) {
        const struct node *node = &p->nodes[i];
        bool is_leaf = node->kind <= ENDING;
        if (is_leaf)
            results[i] = node->kind == NUMBER ? node->number
                         : node->kind == NAME ? values[node->number]
                                              : node->number == (int64_t)ending;
        else
            results[i] = compute(node->kind, results[node->left], results[node->right], ending == SWRT_EXPLORE_ENDS);
    }
    return results[p->count - 1];
}
