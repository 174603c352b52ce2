/* Layouts: records that kernels and variables have in common with the host are laid out alike on both sides, or it is an
 * error.
 *
 * struct S { decltype(f(1)) a, b; } may be two records: one for each side (agree.c says why). A kernel would read what the
 * host has not written, with the same name and without a word. clang tells of every record that it has laid out
 * (-fdump-record-layouts-canonical), one block each:
 *
 *      *** Dumping AST Record Layout
 *               0 | struct S
 *               0 |   char a
 *               1 |   char b
 *                 | [sizeof=2, dsize=2, align=1,
 *                 |  nvsize=2, nvalign=1]
 *
 * In: what it says on the two sides. A record of one name differs where its size or alignment does, or a member's offset,
 * or the arithmetic type of one; where the members have other names and the size is the same, somebody meant it. Several
 * records may have one name (local ones, of several instantiations): then one of the device's that the host has not
 * differs. Only those count that a kernel or a variable of the host's leads to: by the names in its own name or type, and
 * in the members' types of what is found so. Names are compared by their last part, which finds too much rather than too
 * little; of a record without a name that is where it is, "(unnamed at a.h:3:5)". Where the source tells the sides apart, or
 * has headers that do, it is a warning: the host may look at the first members only. */
#include "transform/symbols/symbols.h"

#include "ir/remark.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct record {
    const char *text, *end; /* its lines */
    const char *name;       /* S, lib::Partial<float>, (lambda at a.cu:3:5) */
    const char *last;       /* of the name: S, Partial, lambda, (unnamed at a.cu:3:5) */
    bool is_reached;
};

struct records {
    struct record *at;
    size_t count, capacity;
};

/* What has led to a name. */
struct origin {
    const char *kind, *name;
    struct sw_place place;
};

struct comparison {
    struct sw_unit *unit;
    struct sw_arena *arena;
    struct records host, device;
    struct sw_map *reached; /* hash of an identifier -> struct origin */
};

/* ---- Reading */

static const char *line_end(const char *at) {
    return at + strcspn(at, "\n");
}

/* What stands behind the bar, without the space before it. */
static const char *behind_bar(const char *line, const char *end) {
    const char *bar = memchr(line, '|', (size_t)(end - line));
    for (bar = bar ? bar + 1 : end; bar < end && *bar == ' ';)
        bar++;
    return bar;
}

static const char *without_kind(const char *name) {
    static const char *const kinds[] = {"struct ", "class ", "union "};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (sw_starts_with(name, kinds[i]))
            return name + strlen(kinds[i]);
    return name;
}

static bool begins_identifier(char c) {
    return sw_is_of_name(c) && !isdigit((unsigned char)c);
}

static const char *behind_identifier(const char *at) {
    while (sw_is_of_name(*at))
        at++;
    return at;
}

/* Whether a place ends here: a.h:3:5 */
static bool ends_place(const char *text, const char *end) {
    for (unsigned numbers = 0; numbers < 2; numbers++) {
        const char *digits = end;
        while (end > text && isdigit((unsigned char)end[-1]))
            end--;
        if (end == digits || end == text || *--end != ':')
            return false;
    }
    return true;
}

static const char lambda_at[] = "(lambda at ", unnamed_at[] = "(unnamed at ", anonymous_at[] = "(anonymous at ";

/* Behind "(lambda at a.h:3:5)" and its like if the text begins so; else the place itself. Files' names have words, too. */
static const char *behind_unnamed(const char *at) {
    if (!sw_starts_with(at, lambda_at) && !sw_starts_with(at, unnamed_at) && !sw_starts_with(at, anonymous_at))
        return at;
    for (const char *end = at; *end && *end != '\n'; end++)
        if (*end == ')' && ends_place(at, end))
            return end + 1;
    return at;
}

/* Behind an identifier, or what stands for one, if one begins here; else the place itself. */
static const char *behind_part(const char *at) {
    return begins_identifier(*at) ? behind_identifier(at) : behind_unnamed(at);
}

/* Behind what is none; a digit in a name begins no other. */
static const char *behind_other(const char *at) {
    return sw_is_of_name(*at) ? behind_identifier(at) : at + 1;
}

/* The last part that is no template argument's. */
static const char *last_part(struct sw_arena *arena, const char *name) {
    const char *found = name, *end = name;
    int depth = 0;
    for (const char *at = name; *at;) {
        const char *behind = behind_part(at);
        depth += (*at == '<') - (*at == '>');
        if (!depth && behind > at) {
            found = at;
            end = behind;
        }
        at = behind > at ? behind : behind_other(at);
    }
    return sw_starts_with(found, lambda_at) ? "lambda" : sw_arena_strndup(arena, found, (size_t)(end - found));
}

static void read_record(struct comparison *c, struct records *into, const char *text, const char *end) {
    const char *line = line_end(text), *name = behind_bar(text, line);
    struct record r = {text, end, without_kind(sw_arena_strndup(c->arena, name, (size_t)(line - name))), NULL, false};
    r.last = last_part(c->arena, r.name);
    sw_vec_push(c->arena, into, r);
}

static int by_name(const void *left, const void *right) {
    const struct record *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static bool read_records(struct comparison *c, const char *path, struct records *into) {
    static const char head[] = "*** Dumping AST Record Layout\n";
    const char *text = sw_read_file(c->arena, path, NULL);
    for (const char *at = text ? strstr(text, head) : NULL; at; at = strstr(at, head)) {
        at += sizeof head - 1;
        const char *end = strstr(at, "\n\n");
        read_record(c, into, at, end ? end + 1 : at + strlen(at));
    }
    if (into->count)
        qsort(into->at, into->count, sizeof *into->at, by_name);
    return text != NULL;
}

/* ---- Comparing two records */

/* A member: its type, its name, which may be none, and the bits or the byte where it is. */
struct member {
    const char *offset, *offset_end, *type, *type_end, *name, *end;
};

static struct member member_of(const char *line, const char *end) {
    const char *bar = memchr(line, '|', (size_t)(end - line));
    struct member m = {line + strspn(line, " "), bar ? bar : end, behind_bar(line, end), end, end, end};
    while (m.name > m.type && m.name[-1] != ' ')
        m.name--;
    m.type_end = m.name;
    return m;
}

static bool are_same(const char *a, const char *a_end, const char *b, const char *b_end) {
    return a_end - a == b_end - b && !memcmp(a, b, (size_t)(a_end - a));
}

static bool is_arithmetic(const struct member *m) {
    static const char *const types[] = {"bool",  "char",   "signed",   "unsigned", "short", "int",     "long",
                                        "float", "double", "_Float16", "__bf16",   "wchar", "__int128"};
    for (const char *at = m->type; at < m->type_end; at++)
        if (strchr("*&(", *at))
            return false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (sw_starts_with(m->type, types[i]))
            return true;
    return false;
}

static bool is_sizes(const struct member *m) {
    return *m->type == '[';
}

/* sizeof=, align= */
static uint64_t number_of(const struct record *r, const char *what) {
    const char *at = strstr(r->text, what);
    return at && at < r->end ? strtoull(at + strlen(what), NULL, 10) : 0;
}

static bool have_same_size(const struct record *a, const struct record *b) {
    static const char size[] = "[sizeof=", align[] = ", align=";
    return number_of(a, size) == number_of(b, size) && number_of(a, align) == number_of(b, align);
}

/* The first member that is another; false: there is none, or somebody meant it. */
static bool find_other(const struct record *host, const struct record *device, struct member *h, struct member *d) {
    const char *a = line_end(host->text) + 1, *b = line_end(device->text) + 1;
    for (; a < host->end && b < device->end; a = line_end(a) + 1, b = line_end(b) + 1) {
        *h = member_of(a, line_end(a));
        *d = member_of(b, line_end(b));
        if (is_sizes(h) || is_sizes(d) || !are_same(h->name, h->end, d->name, d->end))
            return false;
        if (!are_same(h->offset, h->offset_end, d->offset, d->offset_end) ||
            (is_arithmetic(h) && is_arithmetic(d) && !are_same(h->type, h->type_end, d->type, d->type_end)))
            return true;
    }
    return false;
}

/* Device code that computes with it has a double there, which warning 20208 tells (driver/repair/long_double.c). */
static bool has_long_double(const struct record *r) {
    const char *at = strstr(r->text, "long double");
    return at && at < r->end;
}

static bool differ(const struct record *host, const struct record *device) {
    struct member h, d;
    if (are_same(host->text, host->end, device->text, device->end) || has_long_double(device))
        return false;
    return !have_same_size(host, device) || find_other(host, device, &h, &d);
}

/* The host's record of the name that differs from the device's; null: one does not, or there is none. */
static const struct record *host_record_of(const struct comparison *c, const struct record *device) {
    const struct record *first = NULL;
    struct record *found = c->host.count ? bsearch(device, c->host.at, c->host.count, sizeof *c->host.at, by_name)
                                         : NULL;
    if (!found)
        return NULL;
    while (found > c->host.at && !by_name(found - 1, device))
        found--;
    for (first = found; found < c->host.at + c->host.count && !by_name(found, device); found++)
        if (!differ(found, device))
            return NULL;
    return first;
}

/* ---- What the host and kernels have in common */

static const void *key_of(const char *at, const char *end) {
    return (const void *)(uintptr_t)sw_hash_bytes((struct sw_hash){0}, at, (size_t)(end - at)).a;
}

static void reach(struct comparison *c, const char *at, const char *behind, struct origin *origin) {
    if (!sw_map_has(c->reached, key_of(at, behind)))
        sw_map_put(c->reached, key_of(at, behind), origin);
}

static void reach_names(struct comparison *c, const char *at, const char *end, struct origin *origin) {
    while (at < end) {
        const char *behind = behind_part(at);
        bool is_lambda = behind > at && sw_starts_with(at, lambda_at);
        if (behind > at)
            reach(c, is_lambda ? at + 1 : at, is_lambda ? at + strlen("(lambda") : behind, origin);
        at = behind > at ? behind : behind_other(at);
    }
}

static void reach_text(struct comparison *c, const char *text, struct origin *origin) {
    reach_names(c, text, text + strlen(text), origin);
}

/* struct.lib::Partial.5; class.anon, of a lambda; struct.anon. */
static void reach_type(struct comparison *c, LLVMTypeRef type, struct origin *origin) {
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    const char *name = LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMGetStructName(type) : NULL;
    if (name && strstr(name, ".anon"))
        reach_text(c, "lambda unnamed", origin);
    if (name)
        reach_text(c, name, origin);
}

static void reach_parameters(struct comparison *c, LLVMValueRef kernel, struct origin *origin) {
    unsigned by_value = LLVMGetEnumAttributeKindForName("byval", 5);
    for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
        LLVMAttributeRef attribute = LLVMGetEnumAttributeAtIndex(kernel, i + 1, by_value);
        if (attribute)
            reach_type(c, LLVMGetTypeAttributeValue(attribute), origin);
    }
}

static void reach_registered(struct comparison *c, LLVMModuleRef module, const char *name) {
    LLVMValueRef kernel = LLVMGetNamedFunction(module, name), variable = LLVMGetNamedGlobal(module, name);
    if (!variable && (!kernel || !sw_is_defined(kernel)))
        return;
    struct origin *origin = sw_arena_alloc(c->arena, sizeof *origin);
    *origin = (struct origin){kernel ? "kernel" : "variable", sw_demangled(c->arena, name),
                              (struct sw_place){c->unit->options.source, 0, 0}};
    if (kernel)
        origin->place = sw_place_of_function(&c->unit->ir, kernel);
    reach_text(c, origin->name, origin);
    if (kernel)
        reach_parameters(c, kernel, origin);
    else
        reach_type(c, LLVMGlobalGetValueType(variable), origin);
}

static struct origin *origin_of_name(const struct comparison *c, const char *name) {
    return sw_map_get(c->reached, key_of(name, name + strlen(name)));
}

/* A kernel's name, and its parameters' types, do not tell which of those without a name it has. */
static struct origin *origin_of(const struct comparison *c, const struct record *r) {
    struct origin *origin = origin_of_name(c, r->last);
    return origin || !sw_starts_with(r->last, unnamed_at) ? origin : origin_of_name(c, "unnamed");
}

/* Members' types name further records. */
static bool reach_more(struct comparison *c, struct records *records) {
    bool is_more = false;
    for (size_t i = 0; i < records->count; i++) {
        struct record *r = &records->at[i];
        struct origin *origin = r->is_reached ? NULL : origin_of(c, r);
        if (!origin)
            continue;
        r->is_reached = is_more = true;
        for (const char *line = r->text; line < r->end; line = line_end(line) + 1) {
            struct member m = member_of(line, line_end(line));
            if (!is_sizes(&m))
                reach_names(c, m.type, m.type_end, origin);
        }
    }
    return is_more;
}

/* ---- Telling */

static const char *text_of(struct sw_arena *arena, const char *at, const char *end) {
    while (end > at && end[-1] == ' ')
        end--;
    return sw_arena_strndup(arena, at, (size_t)(end - at));
}

static const char *member_text(struct sw_arena *arena, const struct member *m) {
    return sw_arena_printf(arena, "'%s' at %s", text_of(arena, m->type, m->end),
                           text_of(arena, m->offset, m->offset_end));
}

static void tell(struct comparison *c, const struct record *host, const struct record *device) {
    static const char form[] = "'%s' is laid out differently in host code (%" PRIu64 " bytes, aligned to %" PRIu64
                               ") and in device code (%" PRIu64 ", aligned to %" PRIu64 "); %s '%s' has it";
    static const char size[] = "[sizeof=", align[] = ", align=";
    const struct origin *origin = origin_of(c, device);
    uint64_t n[] = {number_of(host, size), number_of(host, align), number_of(device, size), number_of(device, align)};
    struct member h, d;
    if (c->unit->options.sides_differ || c->unit->options.headers_differ)
        sw_warning(origin->place, form, device->name, n[0], n[1], n[2], n[3], origin->kind, origin->name);
    else
        sw_error(origin->place, form, device->name, n[0], n[1], n[2], n[3], origin->kind, origin->name);
    if (find_other(host, device, &h, &d))
        sw_note(SW_NOWHERE, "host code has %s, device code %s", member_text(c->arena, &h), member_text(c->arena, &d));
    sw_tell_why_sides_differ();
}

static bool has_any_other(const struct comparison *c) {
    for (size_t i = 0; i < c->device.count; i++)
        if (host_record_of(c, &c->device.at[i]))
            return true;
    return false;
}

void sw_compare_layouts(struct sw_unit *unit, LLVMModuleRef module, const struct sw_strings *registered) {
    const struct sw_options *o = &unit->options;
    struct comparison c = {.unit = unit, .arena = unit->ir.arena, .reached = sw_map_create(unit->ir.arena)};
    if (!o->host_layouts || !o->device_layouts || !read_records(&c, o->host_layouts, &c.host) ||
        !read_records(&c, o->device_layouts, &c.device) || !has_any_other(&c))
        return;
    for (size_t i = 0; i < registered->count; i++)
        reach_registered(&c, module, registered->at[i]);
    while (reach_more(&c, &c.device) | reach_more(&c, &c.host))
        ;
    for (size_t i = 0; i < c.device.count; i++) {
        const struct record *host = host_record_of(&c, &c.device.at[i]);
        if (host && c.device.at[i].is_reached)
            tell(&c, host, &c.device.at[i]);
    }
}
