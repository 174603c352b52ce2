/* Records by what clang dumps: of its syntax tree, and of its layouts. Grouped under the file that defines each function. */
#ifndef SW_RECORDS_H
#define SW_RECORDS_H

#include "base/base.h"

/* record_names.c. Names as the layouts have them, without keywords, where inline namespaces are left out, and functions;
 * what has no name has its place for one: n::Tm<n::A, 3>::In */
const char *sw_plain_name(struct sw_arena *arena, const char *type);
const char *sw_behind_character(const char *at); /* the next one, or what is behind a literal: '<' */
const char *sw_without_arguments(struct sw_arena *arena, const char *name); /* n::Tm::In */
const char *sw_last_name(struct sw_arena *arena, const char *name);         /* In */
const char *sw_element_type(struct sw_arena *arena, const char *type);      /* const struct n::A[2][3] -> struct n::A */

struct sw_field {
    const char *name, *place;
    const char *type; /* the last part of its name as it is written, an array's elements' */
    bool is_packed;   /* by an attribute of its own */
    bool may_overlap; /* [[no_unique_address]] */
};

struct sw_record {
    const char *name;              /* the last part, without template arguments; its place, if it has none */
    const char *full, *bare;       /* as its layout has it, and without template arguments */
    const char *scope, *arguments; /* what is in front of its name, and behind it */
    const char *place, *address;
    bool is_unnamed, is_packed;
    bool is_pattern; /* a template, or in one */
    bool is_plain;   /* C++98's POD, to clang */
    bool is_aggregate;
    bool is_without_templates; /* in a function or extern "C", where members are no templates */
    unsigned long limit;       /* #pragma pack: in bytes; 0: none */
    SW_VEC(struct sw_field *) fields;
};

struct sw_records {
    struct sw_record **at;
    size_t count, capacity;
};

/* records.c */
struct sw_records sw_read_records(struct sw_arena *arena, const char *dump);
/* Whether a class is plain old data to g++: clang's definition has those with constructors that are defaulted or deleted. */
bool sw_is_plain_to_gxx(const struct sw_record *record);

/* layouts.c. A member that is not aligned as its class is. */
struct sw_odd {
    const char *record, *member, *type;
    size_t wanted, own, offset; /* the alignment of its class, and of the record */
    bool is_unsure;             /* several classes have that name, with several alignments */
};

struct sw_layouts {
    struct sw_arena *arena;
    struct sw_map *aligned; /* hash of a type -> its alignment */
    struct sw_map *unsure;  /* hash of a type that has several */
    struct sw_map *types;   /* hash of a record and a member -> its type */
    SW_VEC(struct sw_odd) odd;
};

struct sw_layouts sw_read_layouts(struct sw_arena *arena, const char *dump);
void sw_read_members(struct sw_layouts *l, const char *dump); /* the types of all members */
/* What its lines say: one behind its bar and so many spaces, without what says that it is empty (null: it has none, or
 * other ones); the record's plain name; the number behind these words. */
const char *sw_next_line(const char *at);
const char *sw_layout_text(struct sw_arena *arena, const char *line, size_t spaces);
const char *sw_layout_name(struct sw_arena *arena, const char *record);
size_t sw_layout_number(const char *record, const char *end, const char *words);
const void *sw_name_key(const char *text); /* for maps */
/* For each layout of a dump: where its record's line begins, and what ends it. */
void sw_each_layout(const char *dump, void (*note)(void *of, const char *record, const char *end), void *of);
bool sw_is_laid_out(const struct sw_layouts *l, const char *type);
/* The type of an array's elements; null: there is none, or several records of that name have such a member. */
const char *sw_type_of_member(const struct sw_layouts *l, const char *record, const char *member);

/* type_sizes.c: of a type as a layout has it; records: key of a record's name -> its size. 0: it is not known. */
size_t sw_size_of_type(struct sw_arena *arena, const struct sw_map *records, const char *type);

#endif
