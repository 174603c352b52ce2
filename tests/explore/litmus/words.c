/* Words of a litmus test's text, and the variables and registers that they name. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

void litmus_fail(struct litmus *l, const char *why) {
    if (!l->error)
        l->error = why;
}

void litmus_skip(struct litmus *l) {
    while (isspace((unsigned char)*l->at))
        l->at++;
}

bool litmus_takes(struct litmus *l, const char *word) {
    litmus_skip(l);
    size_t length = strlen(word);
    if (strncmp(l->at, word, length))
        return false;
    if (isalnum((unsigned char)word[length - 1]) && (isalnum((unsigned char)l->at[length]) || l->at[length] == '_'))
        return false;
    l->at += length;
    return true;
}

void litmus_want(struct litmus *l, const char *word) {
    if (!litmus_takes(l, word))
        litmus_fail(l, word);
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

bool litmus_take_word(struct litmus *l, char *word) {
    litmus_skip(l);
    unsigned length = 0;
    while (is_word(*l->at) && length < NAME - 1)
        word[length++] = *l->at++;
    word[length] = 0;
    return length;
}

bool litmus_take_number(struct litmus *l, int *number) {
    litmus_skip(l);
    char *end;
    long value = strtol(l->at, &end, 0);
    if (end == l->at)
        return false;
    l->at = end;
    *number = (int)value;
    return true;
}

int litmus_want_number(struct litmus *l) {
    int number = 0;
    if (!litmus_take_number(l, &number))
        litmus_fail(l, "a number");
    return number;
}

struct variable *litmus_variable_of(struct litmus *l, const char *name) {
    for (unsigned i = 0; i < l->num_variables; i++)
        if (!strcmp(l->variables[i].name, name))
            return &l->variables[i];
    if (l->num_variables == NAMES) {
        litmus_fail(l, "fewer variables");
        return &l->variables[0];
    }
    struct variable *new = &l->variables[l->num_variables++];
    snprintf(new->name, NAME, "%s", name);
    new->address = 0x1000 + 16 * l->num_variables;
    return new;
}

int litmus_register_number(const char *word) {
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
        litmus_fail(l, "a register of one of the threads");
        return 0;
    }
    struct result *new = &l->results[l->num_results++];
    *new = (struct result){.thread = thread, .number = number, .address = 0x100000 + 16 * l->num_results};
    return watch_address(l, new->address);
}

int litmus_watch_word(struct litmus *l, const char *word) {
    int number;
    if (litmus_takes(l, ":")) {
        char name[NAME];
        if (!litmus_take_word(l, name) || (number = litmus_register_number(name)) < 0)
            litmus_fail(l, "a register");
        return watch_register(l, (unsigned)atoi(word + (*word == 'P')), number);
    }
    return watch_address(l, litmus_variable_of(l, word)->address);
}

void litmus_watch_name(struct litmus *l, const char *name) {
    char word[NAME];
    l->at = name;
    litmus_take_word(l, word);
    litmus_watch_word(l, word);
}
