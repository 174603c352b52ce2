/* Records of a program by clang's dump of its syntax tree: which are packed, and which are plain old data.
 *
 *   |-CXXRecordDecl 0x55f9 <r.cu:2:15, col:74> col:46 struct Many definition
 *   | |-DefinitionData aggregate standard_layout trivial           no word pod
 *   | |-PackedAttr 0x55f9 <col:37>
 *   | |-FieldDecl 0x55fa <col:53, col:58> col:58 c 'char'
 *   | `-FieldDecl 0x55fb <col:61, col:71> col:68 h '__half[2]'
 *
 * A place is what differs from the place before it. A record without a name has that of its type, or its place for one. */
#include "driver/repair/records.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A record or field whose parts are read; the other is null. */
struct open {
    size_t depth;
    struct sw_record *record;
    struct sw_field *field;
};

struct reader {
    struct sw_arena *arena;
    struct sw_records records;
    SW_VEC(struct open) open;
    const char *file, *line; /* of the last place */
    const char *place, *alias;
};

/* ---- Names */

const char *sw_last_name(struct sw_arena *arena, const char *type) {
    const char *begin = type, *end = NULL, *at = type;
    for (int depth = 0; *at; at++) {
        if (!depth && sw_starts_with(at, "::")) {
            begin = at + 2;
            end = NULL;
        }
        end = !depth && *at == '<' ? at : end;
        depth += (*at == '<' || *at == '(') - (*at == '>' || *at == ')');
    }
    const char *place = *begin == '(' ? strstr(begin, " at ") : NULL;
    if (place)
        return sw_arena_strndup(arena, place + 4, strcspn(place + 4, ")"));
    for (at = end ? end : at; at > begin && at[-1] == ' ';)
        at--;
    return sw_arena_strndup(arena, begin, (size_t)(at - begin));
}

const char *sw_element_type(struct sw_arena *arena, const char *type) {
    static const char *const words[] = {"const ", "volatile ", "struct ", "class ", "union "};
    size_t length = strlen(type);
    while (length && type[length - 1] == ']')
        while (length && type[--length] != '[')
            ;
    type = sw_arena_strndup(arena, type, length);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (sw_starts_with(type, words[i]))
            type += strlen(words[i]);
    return type;
}

/* ---- Places */

/* A number behind a colon that ends here: its colon; null: there is none. */
static const char *before_number(const char *begin, const char *end) {
    const char *at = end;
    while (at > begin && isdigit((unsigned char)at[-1]))
        at--;
    return at < end && at > begin && at[-1] == ':' ? at - 1 : NULL;
}

/* col:7, line:3:7 or a.cu:3:7 */
static void read_place(struct reader *r, const char *begin, const char *end) {
    const char *column = before_number(begin, end), *line = column ? before_number(begin, column) : NULL;
    if (!column)
        return;
    if (line)
        r->line = sw_arena_strndup(r->arena, line + 1, (size_t)(column - line - 1));
    if (line && (line - begin != 4 || !sw_starts_with(begin, "line")))
        r->file = sw_arena_strndup(r->arena, begin, (size_t)(line - begin));
    r->place = sw_arena_printf(r->arena, "%s:%s%.*s", r->file, r->line, (int)(end - column), column);
}

/* The places of a line, <from, to> at: behind them, or null. */
static const char *read_places(struct reader *r, const char *line) {
    const char *at = strchr(line, '<'), *quote = strchr(line, '\'');
    if (!at || (quote && quote < at))
        return NULL;
    const char *end = at + strcspn(at, ">");
    for (at++; at < end; at += strspn(at, ", ")) {
        size_t length = strcspn(at, ",>");
        read_place(r, at, at + length);
        at += length;
    }
    at = *end ? end + 1 : end;
    at += strspn(at, "> ");
    size_t length = strcspn(at, " ");
    if (!before_number(at, at + length))
        return at;
    read_place(r, at, at + length);
    return at + length + strspn(at + length, " ");
}

/* ---- Nodes */

/* The last word before this one. */
static const char *word_before(struct sw_arena *arena, const char *text, const char *end) {
    while (end > text && end[-1] == ' ')
        end--;
    const char *at = end;
    while (at > text && at[-1] != ' ')
        at--;
    return sw_arena_strndup(arena, at, (size_t)(end - at));
}

static bool is_kind(const char *word) {
    return sw_equal(word, "struct") || sw_equal(word, "class") || sw_equal(word, "union");
}

/* Between a line's last two quotes. */
static const char *last_quoted(struct sw_arena *arena, const char *line) {
    const char *end = strrchr(line, '\''), *at = end;
    while (at && at > line && at[-1] != '\'')
        at--;
    return at ? sw_arena_strndup(arena, at, (size_t)(end - at)) : "";
}

static void open_record(struct reader *r, size_t depth, const char *node, const char *rest) {
    const char *end = rest ? strstr(rest, " definition") : NULL;
    if (!end)
        return;
    struct sw_record *record = sw_arena_alloc(r->arena, sizeof *record);
    const char *name = word_before(r->arena, rest, end), *address = strstr(node, " 0x");
    bool has_name = !is_kind(name);
    *record = (struct sw_record){.name = has_name ? name : r->place, .place = r->place, .is_unnamed = !has_name};
    record->address = address ? sw_arena_strndup(r->arena, address + 1, strcspn(address + 1, " ")) : "";
    sw_vec_push(r->arena, &r->records, record);
    sw_vec_push(r->arena, &r->open, ((struct open){depth, record, NULL}));
}

static void open_field(struct reader *r, size_t depth, struct sw_record *record, const char *rest) {
    struct sw_field *field = sw_arena_alloc(r->arena, sizeof *field);
    const char *type = last_quoted(r->arena, rest), *quote = strchr(rest, '\'');
    *field = (struct sw_field){.name = word_before(r->arena, rest, quote ? quote : rest), .place = r->place};
    field->type = sw_last_name(r->arena, sw_element_type(r->arena, type));
    sw_vec_push(r->arena, &record->fields, field);
    sw_vec_push(r->arena, &r->open, ((struct open){depth, NULL, field}));
}

/* A part of a record or field. */
static void read_part(struct reader *r, const struct open *of, const char *node) {
    static const char data[] = "DefinitionData", limit[] = "MaxFieldAlignmentAttr", implicit[] = "Implicit ";
    const char *bits = strstr(node, implicit);
    if (of->field)
        of->field->is_packed |= sw_starts_with(node, "PackedAttr");
    else if (sw_starts_with(node, data))
        of->record->is_plain = strstr(node, " pod") != NULL;
    else if (sw_starts_with(node, "PackedAttr"))
        of->record->is_packed = true;
    else if (sw_starts_with(node, limit) && bits)
        of->record->limit = strtoul(bits + strlen(implicit), NULL, 10) / 8;
}

/* typedef struct { .. } Name; the type names its record by the address. */
static void read_alias(struct reader *r, const char *node, const char *rest) {
    const char *quote = rest ? strchr(rest, '\'') : NULL, *address = strstr(node, " 0x");
    if (quote && (sw_starts_with(node, "TypedefDecl") || sw_starts_with(node, "TypeAliasDecl")))
        r->alias = word_before(r->arena, rest, quote);
    if (!r->alias || !address || !sw_starts_with(node, "CXXRecord ") || !strstr(node, " ''"))
        return;
    for (size_t i = r->records.count; i-- > 0;) {
        struct sw_record *record = r->records.at[i];
        if (!record->is_unnamed || strncmp(record->address, address + 1, strcspn(address + 1, " ")) != 0)
            continue;
        record->name = r->alias;
        record->is_unnamed = false;
        return;
    }
}

static bool is_record(const char *node) {
    return sw_starts_with(node, "CXXRecordDecl ") || sw_starts_with(node, "ClassTemplateSpecializationDecl ") ||
           sw_starts_with(node, "ClassTemplatePartialSpecializationDecl ");
}

static void read_node(struct reader *r, const char *line) {
    size_t depth = strspn(line, " |`-");
    const char *node = line + depth, *rest;
    if (!isalpha((unsigned char)*node))
        return;
    while (r->open.count && r->open.at[r->open.count - 1].depth >= depth)
        r->open.count--;
    struct open of = r->open.count ? r->open.at[r->open.count - 1] : (struct open){0};
    bool is_part = r->open.count && depth == of.depth + 2;
    rest = read_places(r, node);
    if (is_record(node))
        open_record(r, depth, node, rest);
    else if (rest && is_part && of.record && sw_starts_with(node, "FieldDecl "))
        open_field(r, depth, of.record, rest);
    else if (is_part)
        read_part(r, &of, node);
    read_alias(r, node, rest);
}

struct sw_records sw_read_records(struct sw_arena *arena, const char *dump) {
    struct reader r = {.arena = arena, .file = "", .line = "", .place = ""};
    for (size_t length; *dump; dump += length + (dump[length] != '\0')) {
        length = strcspn(dump, "\n");
        read_node(&r, sw_arena_strndup(arena, dump, length));
    }
    return r.records;
}
