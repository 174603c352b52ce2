/* The front end of litmus tests: reads a text, from its declarations to its condition. */
#include "litmus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

static void parse_alias(struct litmus *l, struct variable *variable) {
    char proxy[NAME], other[NAME];
    litmus_take_word(l, proxy);
    litmus_want(l, "aliases");
    litmus_take_word(l, other);
    const struct variable *of = litmus_variable_of(l, other);
    variable->address = of->address;
    variable->initial = of->initial;
    variable->alias = strcmp(proxy, "generic") ? of->alias : l->num_variables;
    l->has_proxies = true;
}

static void parse_declaration(struct litmus *l) {
    char word[NAME];
    if (!litmus_take_word(l, word)) {
        litmus_fail(l, "a declaration");
        return;
    }
    if (litmus_takes(l, ":")) {
        char name[NAME];
        litmus_take_word(l, name);
        int number = litmus_register_number(name);
        litmus_want(l, "=");
        int value = litmus_want_number(l);
        unsigned thread = (unsigned)atoi(word + (*word == 'P'));
        if (number < 0 || thread >= SWRT_EXPLORE_THREADS)
            litmus_fail(l, "a register");
        else
            l->threads[thread].initial[number] = value;
    } else if (litmus_takes(l, "@")) {
        parse_alias(l, litmus_variable_of(l, word));
    } else {
        struct variable *variable = litmus_variable_of(l, word);
        litmus_want(l, "=");
        variable->initial = litmus_want_number(l);
    }
}

static void parse_declarations(struct litmus *l) {
    litmus_want(l, "{");
    while (!l->error && !litmus_takes(l, "}"))
        if (!litmus_takes(l, ";"))
            parse_declaration(l);
    litmus_takes(l, ";");
}

static void parse_heads(struct litmus *l) {
    do {
        if (l->program.threads == SWRT_EXPLORE_THREADS) {
            litmus_fail(l, "fewer threads");
            return;
        }
        struct thread *thread = &l->threads[l->program.threads];
        char word[NAME];
        litmus_take_word(l, word);
        litmus_want(l, "@");
        litmus_want(l, "cta");
        uint32_t block = (uint32_t)litmus_want_number(l);
        litmus_want(l, ",");
        litmus_want(l, "gpu");
        uint32_t device = (uint32_t)litmus_want_number(l);
        thread->place = (struct swrt_explore_place){block, block, device, l->program.threads++};
    } while (!l->error && litmus_takes(l, "|"));
    litmus_want(l, ";");
}

static bool is_condition(struct litmus *l) {
    litmus_skip(l);
    return !*l->at || *l->at == '~' || !strncmp(l->at, "exists", 6) || !strncmp(l->at, "forall", 6);
}

static void parse_rows(struct litmus *l) {
    while (!l->error && !is_condition(l)) {
        for (unsigned t = 0; t < l->program.threads; t++) {
            litmus_parse_instruction(l, &l->threads[t]);
            litmus_skip(l);
            if (!litmus_takes(l, "|"))
                break;
        }
        litmus_want(l, ";");
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
                litmus_fail(l, "a label that is there");
        }
}

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
    l->program = litmus_run(l);
    l->at = copy;
    litmus_want(l, "PTX");
    litmus_skip(l);
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
    litmus_find_alike(l);
    if (!l->error)
        litmus_parse_condition(l);
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
