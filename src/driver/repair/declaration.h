/* Declarations that clang names, and the words __host__ and __device__ before them. declaration.c has all of it. */
#ifndef SW_DECLARATION_H
#define SW_DECLARATION_H

#include "driver/repair/repair.h"

enum {
    SW_SIDE_HOST = 1,
    SW_SIDE_DEVICE = 2,
    SW_SIDE_BOTH = 3,
    SW_IS_CONSTEXPR = 4,
    SW_IS_SHARED = 8,
    SW_IS_STATIC = 16
};

/* A declaration, where clang says that it is. patch.name, given by the caller: what it declares. */
struct sw_declaration {
    struct sw_patch patch;
    unsigned words; /* SW_SIDE_..: those that stand there */
    bool is_constexpr;
    bool of_template; /* a member of a class template, and no specialisation */
};

/* What a line of clang's with these words (": error: ") names. False: there is no such place, or it declares nothing of
 * the name. */
bool sw_read_declaration(struct sw_repair *r, const char *line, const char *kind, struct sw_declaration *d);
/* Where the error is, or in the macro that it is in: of what the notes in `rest` name next, the first that declares it. */
bool sw_read_refused(struct sw_repair *r, const char *line, const char *rest, struct sw_declaration *d);
/* Notes that the declaration gets what is missing of these words. False: clang names no place for it. */
bool sw_add_words(struct sw_repair *r, struct sw_declaration *d, unsigned wanted);
/* Among the notes that follow an error: the only one with these words; null: there is none, or there are several. Adds up
 * how many notes there are. */
const char *sw_only_note(struct sw_arena *arena, const char *rest, const char *said, unsigned *notes);

/* Which of the words of the enumeration stand between the two, also by macros ("#define NAME BODY", a line each). */
unsigned sw_words_in(struct sw_repair *r, const char *at, const char *end);

/* Of a text: back over white space; whether the name, as clang tells it, is declared at the place; where the declaration
 * begins whose name does there. */
const char *sw_back_over_blanks(const char *text, const char *at);
bool sw_is_declared(const char *at, const char *name);
const char *sw_begin_of_declaration(const char *text, const char *name);

#endif
