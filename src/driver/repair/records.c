/* Records of a program by clang's dump of its syntax tree: which are packed, and which are plain old data.
 *
 *   |-CXXRecordDecl 0x55f9 <r.cu:2:15, col:74> col:46 struct Many definition
 *   | |-DefinitionData aggregate standard_layout trivial           no word pod
 *   | |-PackedAttr 0x55f9 <col:37>
 *   | |-FieldDecl 0x55fa <col:53, col:58> col:58 c 'char'
 *   | `-FieldDecl 0x55fb <col:61, col:71> col:68 h '__half[2]'
 *
 * A place is what differs from the place before it. A record without a name has that of its type, which
 * typedef struct { .. } Name; gives it, or its place for one. Where
 * a record is declared outside of what it is of, its line has the address of that: parent 0x55f8. */
#include "driver/repair/records.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What the lines are in: a record or field whose parts are read, or another scope. */
struct open {
    size_t depth;
    struct sw_record *record;
    struct sw_field *field;
    const char *scope;     /* what stands in front of the names in it; null: a record's, or a field */
    bool is_pattern;       /* the next record in it is a template */
    bool has_no_templates; /* a function, or extern "C" */
};

struct reader {
    struct sw_arena *arena;
    struct sw_records records;
    SW_VEC(struct open) open;
    const char *file, *line;  /* of the last place */
    const char *place, *type; /* the last ones */
    struct sw_map *scopes;    /* address -> what stands in front of the names in it */
    bool in_pack;             /* the arguments that come are those of a pack */
};

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

/* Whether what is in brackets ends where the text does. */
static bool is_balanced(const char *begin, const char *end) {
    int depth = 0;
    for (const char *at = begin; at < end && depth >= 0; at = sw_behind_character(at))
        depth += (*at == '<') - (*at == '>');
    return depth == 0;
}

/* What a line has in quotes, 'T<':'>'; of a type and what it stands for, 'Alias':'int', the latter. */
static const char *last_quoted(struct sw_arena *arena, const char *line) {
    const char *begin = strchr(line, '\''), *end = strrchr(line, '\'');
    if (!begin || begin == end)
        return "";
    begin++;
    for (const char *at = begin; (at = strstr(at, "':'")) && at + 3 <= end; at++)
        if (is_balanced(begin, at) && is_balanced(at + 3, end))
            begin = at + 3;
    return sw_arena_strndup(arena, begin, (size_t)(end - begin));
}

static const void *address_behind(const char *text, const char *words) {
    const char *at = strstr(text, words), *places = strchr(text, '<');
    return at && (!places || at < places) ? (const void *)(uintptr_t)strtoull(at + strlen(words), NULL, 16) : NULL;
}

static const char *scope_of_record(struct sw_arena *arena, const struct sw_record *record) {
    return sw_arena_printf(arena, "%s%s%s::", record->scope, record->name, record->arguments);
}

/* What stands in front of the name of what is declared here. */
static const char *scope_of(struct reader *r, const char *node) {
    const void *parent = address_behind(node, " parent 0x");
    const char *scope = parent ? sw_map_get(r->scopes, parent) : NULL;
    for (size_t i = r->open.count; !scope && i-- > 0;) {
        const struct open *of = &r->open.at[i];
        scope = of->record ? scope_of_record(r->arena, of->record) : of->scope;
    }
    return scope ? scope : "";
}

static bool is_without_templates(const struct reader *r) {
    for (size_t i = 0; i < r->open.count; i++)
        if (r->open.at[i].has_no_templates)
            return true;
    return false;
}

static bool is_in_pattern(const struct reader *r, size_t depth) {
    for (size_t i = r->open.count; i-- > 0;) {
        const struct open *of = &r->open.at[i];
        if ((of->is_pattern && of->depth + 2 == depth) || (of->record && of->record->is_pattern))
            return true;
    }
    return false;
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
    record->scope = scope_of(r, node);
    record->arguments = "";
    record->is_without_templates = is_without_templates(r);
    record->is_pattern = sw_starts_with(node, "ClassTemplatePartial") ||
                         (sw_starts_with(node, "CXXRecordDecl ") && is_in_pattern(r, depth));
    sw_vec_push(r->arena, &r->records, record);
    sw_vec_push(r->arena, &r->open, ((struct open){.depth = depth, .record = record}));
    sw_map_put(r->scopes, address_behind(node, " 0x"), (void *)scope_of_record(r->arena, record));
}

static void open_field(struct reader *r, size_t depth, struct sw_record *record, const char *rest) {
    struct sw_field *field = sw_arena_alloc(r->arena, sizeof *field);
    const char *type = last_quoted(r->arena, rest), *quote = strchr(rest, '\'');
    *field = (struct sw_field){.name = word_before(r->arena, rest, quote ? quote : rest), .place = r->place};
    field->type = sw_last_name(r->arena, sw_element_type(r->arena, type));
    sw_vec_push(r->arena, &record->fields, field);
    sw_vec_push(r->arena, &r->open, ((struct open){.depth = depth, .field = field}));
}

/* Of a namespace; layouts do not have the inline ones. */
static void open_namespace(struct reader *r, size_t depth, const char *node, const char *rest) {
    bool is_inline = rest && strstr(rest, " inline");
    size_t length = rest ? strcspn(rest, " ") : 0;
    const char *scope = scope_of(r, node), *name = sw_arena_strndup(r->arena, rest ? rest : "", length);
    if (!is_inline)
        scope = sw_arena_printf(r->arena, "%s%s::", scope, *name ? name : "(anonymous namespace)");
    sw_vec_push(r->arena, &r->open, ((struct open){.depth = depth, .scope = scope}));
    sw_map_put(r->scopes, address_behind(node, " 0x"), (void *)scope);
}

/* Layouts have only the last part of a name of what is in a function. */
static bool is_function(const char *node) {
    static const char *const kinds[] = {"FunctionDecl ", "CXXMethodDecl ", "CXXConstructorDecl ", "CXXDestructorDecl ",
                                        "CXXConversionDecl "};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (sw_starts_with(node, kinds[i]))
            return true;
    return false;
}

/* An argument of a record, or of a pack among them. */
static void read_argument(struct reader *r, struct sw_record *record, const char *node, bool is_own) {
    static const char type[] = "TemplateArgument type ", number[] = "TemplateArgument integral ";
    r->in_pack = is_own ? sw_starts_with(node, "TemplateArgument pack") : r->in_pack;
    if (!sw_starts_with(node, type) && !sw_starts_with(node, number))
        return;
    const char *argument = last_quoted(r->arena, node), *known = record->arguments;
    argument = sw_plain_name(r->arena, argument);
    record->arguments = *known ? sw_arena_printf(r->arena, "%.*s, %s>", (int)strlen(known) - 1, known, argument)
                               : sw_arena_printf(r->arena, "<%s>", argument);
    sw_map_put(r->scopes, (const void *)(uintptr_t)strtoull(record->address + 2, NULL, 16),
               (void *)scope_of_record(r->arena, record));
}

static void read_attribute(struct sw_field *field, const char *node) {
    field->is_packed |= sw_starts_with(node, "PackedAttr");
    field->may_overlap |= sw_starts_with(node, "NoUniqueAddressAttr");
}

static void read_data(struct sw_record *record, const char *node) {
    record->is_plain = strstr(node, " pod") != NULL;
    record->is_aggregate = strstr(node, " aggregate") != NULL;
}

/* A part of a record or field. */
static void read_part(struct reader *r, const struct open *of, const char *node) {
    static const char data[] = "DefinitionData", limit[] = "MaxFieldAlignmentAttr", implicit[] = "Implicit ";
    const char *bits = strstr(node, implicit);
    if (of->field)
        read_attribute(of->field, node);
    else if (!of->record)
        return;
    else if (sw_starts_with(node, data))
        read_data(of->record, node);
    else if (sw_starts_with(node, "PackedAttr"))
        of->record->is_packed = true;
    else if (sw_starts_with(node, limit) && bits)
        of->record->limit = strtoul(bits + strlen(implicit), NULL, 10) / 8;
}

/* The last part of a record's name; null: it has none. */
static const char *name_of_type(struct sw_arena *arena, const char *type) {
    const char *name = sw_without_arguments(arena, type);
    for (const char *at = name; (at = strstr(at, "::")); at += 2)
        name = at + 2;
    return *name == '(' ? NULL : sw_last_name(arena, type);
}

/* typedef struct { .. } Name; the record has no name, but its type, which names it by the address. */
static void read_name_of_type(struct reader *r, const char *node) {
    const char *address = strstr(node, " 0x");
    if (sw_starts_with(node, "RecordType "))
        r->type = name_of_type(r->arena, last_quoted(r->arena, node));
    if (!r->type || !address || !sw_starts_with(node, "CXXRecord ") || !strstr(node, " ''"))
        return;
    for (size_t i = r->records.count; i-- > 0;) {
        struct sw_record *record = r->records.at[i];
        if (!record->is_unnamed || strncmp(record->address, address + 1, strcspn(address + 1, " ")) != 0)
            continue;
        record->name = r->type;
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
    bool is_argument = is_part || (r->in_pack && depth == of.depth + 4);
    rest = read_places(r, node);
    if (is_record(node))
        open_record(r, depth, node, rest);
    else if (rest && is_part && of.record && sw_starts_with(node, "FieldDecl "))
        open_field(r, depth, of.record, rest);
    else if (sw_starts_with(node, "NamespaceDecl "))
        open_namespace(r, depth, node, rest);
    else if (sw_starts_with(node, "ClassTemplateDecl "))
        sw_vec_push(r->arena, &r->open, ((struct open){.depth = depth, .is_pattern = true}));
    else if (sw_starts_with(node, "LinkageSpecDecl "))
        sw_vec_push(r->arena, &r->open, ((struct open){.depth = depth, .has_no_templates = true}));
    else if (is_function(node))
        sw_vec_push(r->arena, &r->open, ((struct open){.depth = depth, .scope = "", .has_no_templates = true}));
    else if (of.record && sw_starts_with(node, "TemplateArgument ") && is_argument)
        read_argument(r, of.record, node, is_part);
    else if (is_part)
        read_part(r, &of, node);
    read_name_of_type(r, node);
}

bool sw_is_plain_to_gxx(const struct sw_record *record) {
    bool is_plain = record->is_plain && record->is_aggregate;
    for (size_t i = 0; i < record->fields.count; i++)
        is_plain &= !record->fields.at[i]->may_overlap;
    return is_plain;
}

static void name_record(struct sw_arena *arena, struct sw_record *record) {
    record->full = sw_arena_printf(arena, "%s%s%s", record->scope, record->name, record->arguments);
    record->bare = sw_without_arguments(arena, record->full);
}

struct sw_records sw_read_records(struct sw_arena *arena, const char *dump) {
    struct reader r = {.arena = arena, .file = "", .line = "", .place = "", .scopes = sw_map_create(arena)};
    for (size_t length; *dump; dump += length + (dump[length] != '\0')) {
        length = strcspn(dump, "\n");
        read_node(&r, sw_arena_strndup(arena, dump, length));
    }
    for (size_t i = 0; i < r.records.count; i++)
        name_record(arena, r.records.at[i]);
    return r.records;
}
