/* records.c: records by clang's dump of the syntax tree. */
#ifndef SW_RECORDS_H
#define SW_RECORDS_H

#include "base/base.h"

struct sw_field {
    const char *name, *place;
    const char *type; /* the last part of its name, an array's elements' */
    bool is_packed;   /* by an attribute of its own */
};

struct sw_record {
    const char *name; /* the last part, without template arguments; its place, if it has none */
    const char *place, *address;
    bool is_unnamed, is_packed;
    bool is_plain;       /* C++98's POD */
    unsigned long limit; /* #pragma pack: in bytes; 0: none */
    SW_VEC(struct sw_field *) fields;
};

struct sw_records {
    struct sw_record **at;
    size_t count, capacity;
};

struct sw_records sw_read_records(struct sw_arena *arena, const char *dump);
/* n::Tm<struct A> -> Tm; of what has no name, its place. */
const char *sw_last_name(struct sw_arena *arena, const char *type);
/* const struct n::A[2][3] -> n::A */
const char *sw_element_type(struct sw_arena *arena, const char *type);

#endif
