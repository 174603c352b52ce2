/* Numbers of types in mangled names (Itanium C++ ABI, "unnamed types" and "discriminators").
 *
 *      _Z1kIZ4mainEUliE0_EvT_       main's second closure type that is called with an int: E0_, which is number 2
 *      _Z1kIZ4mainEUt_EvT_          its first type without a name: t_
 *      _Z1kIZ4mainE3$_1EvT_         the same where nobody else can name main's types: 3$_1
 *      _Z1kIZ4mainE1S_0EvT_         its second type S: E1S_0
 *
 * And letters of linkage, as the device's functions alone may have it (driver/repair/host_call.c):
 *      _Z1kIXadL_ZL3sqriEEEvv       of k<sqr>, with sqr of the file's own
 *
 * What only looks like one of these is the same in all names that are alike otherwise, and does no harm. */
#include "transform/symbols/numbered.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct sw_arena *arena;
    const char *at;
    const char *identifier;    /* the end of the one that the place is in, or that was last */
    const char *discriminator; /* one that follows, or null */
    char *rest;
    size_t length;
    unsigned open; /* closure types whose number is still to come: Ul, their parameters, E, the number */
    struct sw_numbered_name *into;
};

static bool is_digit(char c) {
    return isdigit((unsigned char)c);
}

static const char *skip_digits(const char *at) {
    while (is_digit(*at))
        at++;
    return at;
}

static unsigned number_at(const char *at) {
    return (unsigned)strtoul(at, NULL, 10);
}

static void copy(struct reader *r) {
    r->rest[r->length++] = *r->at++;
}

static void copy_digits(struct reader *r) {
    while (is_digit(*r->at))
        copy(r);
}

/* A number and _, or _ alone, which is the first. */
static bool reads_number(struct reader *r) {
    const char *end = skip_digits(r->at);
    if (*end != '_')
        return false;
    sw_vec_push(r->arena, &r->into->closures, end > r->at ? number_at(r->at) + 1 : 0);
    r->at = end + 1;
    return true;
}

/* _0, or __10_; null: there is none. */
static const char *end_of_discriminator(const char *at) {
    if (at[0] == '_' && is_digit(at[1]))
        return at + 2;
    if (at[0] != '_' || at[1] != '_' || !is_digit(at[2]))
        return NULL;
    const char *end = skip_digits(at + 2);
    return *end == '_' ? end + 1 : NULL;
}

/* Behind E: an entity of a function, its length before it. Its number stands behind it, and is read here. */
static void look_at_entity(struct reader *r) {
    const char *name = skip_digits(r->at);
    size_t length = number_at(r->at), left = strlen(name);
    if (name == r->at || length > left)
        return;
    const char *behind = name + length, *end = end_of_discriminator(behind);
    sw_vec_push(r->arena, &r->into->uses, end ? number_at(behind + strspn(behind, "_")) + 1 : 0);
    r->discriminator = end ? behind : NULL;
}

/* Takes back the number that was copied last. */
static unsigned take_number(struct reader *r) {
    size_t end = r->length;
    while (r->length && is_digit(r->rest[r->length - 1]))
        r->length--;
    return end > r->length ? number_at(sw_arena_strndup(r->arena, r->rest + r->length, end - r->length)) : 0;
}

/* 3$_1, of which only $ stays. The length says where the number ends: 3$_01 is the value 1 of the first. */
static bool reads_unnamed(struct reader *r) {
    enum { PREFIX = 2 }; /* $_ */
    if (r->at[0] != '$' || r->at[1] != '_' || !is_digit(r->at[PREFIX]))
        return false;
    size_t length = take_number(r), digits = (size_t)(skip_digits(r->at + PREFIX) - r->at) - PREFIX;
    if (length > PREFIX && length - PREFIX < digits)
        digits = length - PREFIX;
    sw_vec_push(r->arena, &r->into->uses, number_at(sw_arena_strndup(r->arena, r->at + PREFIX, digits)));
    copy(r);
    r->at += PREFIX - 1 + digits;
    return true;
}

static void read_end(struct reader *r) {
    bool is_in_identifier = r->at < r->identifier;
    copy(r);
    if (r->open && reads_number(r))
        r->open--;
    else if (!is_in_identifier)
        look_at_entity(r);
}

/* A length stands before an identifier. Other numbers are those of substitutions (S0_), parameters (T0_), arrays (A8_) and
 * of values (Li8E). */
static void look_at_identifier(struct reader *r) {
    char before = r->length ? r->rest[r->length - 1] : 0, first = r->length > 1 ? r->rest[r->length - 2] : 0;
    bool is_value = first == 'L' && islower((unsigned char)before), is_index = before && strchr("STA", before);
    const char *name = skip_digits(r->at);
    if (!is_value && !is_index && number_at(r->at) <= strlen(name))
        r->identifier = name + number_at(r->at);
}

/* U has been read, which stands before types without a name. */
static void read_type(struct reader *r) {
    bool is_closure = *r->at == 'l', is_unnamed = *r->at == 't';
    if (!is_closure && !is_unnamed)
        return;
    copy(r);
    if (is_closure)
        r->open++;
    else
        reads_number(r);
}

/* L before the name of a function of internal linkage: ZL3run, N3libL3runE. Literals have a type behind it, Li8E, which may
 * be an enumeration's: that says the same without it. */
static bool reads_linkage(struct reader *r) {
    bool is_name = is_digit(r->at[1]) || (r->length && r->rest[r->length - 1] == 'Z');
    if (*r->at != 'L' || !is_name || r->at < r->identifier)
        return false;
    r->into->is_internal = true;
    r->at++;
    return true;
}

static void read_one(struct reader *r) {
    if (r->at == r->discriminator)
        r->at = end_of_discriminator(r->at);
    else if (reads_linkage(r))
        return;
    else if (*r->at == 'E')
        read_end(r);
    else if (*r->at == 'U')
        copy(r), read_type(r);
    else if (is_digit(*r->at) && r->at >= r->identifier)
        look_at_identifier(r), copy_digits(r);
    else if (!reads_unnamed(r))
        copy(r);
}

struct sw_numbered_name sw_numbered_name(struct sw_arena *arena, const char *name) {
    struct sw_numbered_name into = {0};
    char *rest = sw_arena_alloc(arena, strlen(name) + 1);
    struct reader r = {.arena = arena, .at = name, .identifier = name, .rest = rest, .into = &into};
    while (*r.at)
        read_one(&r);
    rest[r.length] = '\0';
    into.rest = rest;
    return into;
}
