/* How templates of a source text are read: tokens, parameters, and which parts of a constraint ask. */
#ifndef SW_FRONTEND_CONCEPTS_H
#define SW_FRONTEND_CONCEPTS_H

#include "frontend/frontend.h"

/* template_text.c */
bool sw_is_word_at(const char *at, const char *word);
bool sw_is_one_of_words(const char *at, const char *const *words); /* behind the last is null */
/* Behind spaces and comments. */
const char *sw_behind_space(const char *at);
/* The next character of code, or the end of a word, a text, a comment or a line of the preprocessor. */
const char *sw_behind_token(const char *text, const char *at);
/* The first of these characters that stands in no brackets, from inside on; null: there is none before the brackets around
 * the place end, or branches of the preprocessor do not close what they open. Within others < and > are no brackets. */
const char *sw_find_code(const char *text, const char *at, const char *wanted, bool are_angles);
/* Behind the last token before `end`. */
const char *sw_end_of_code(const char *text, const char *at, const char *end);
/* Whether lines of the preprocessor stand between the two. */
bool sw_has_directive(const char *text, const char *at, const char *end, bool in_brackets_too);
/* On one line, without comments. */
const char *sw_flat_code(struct sw_arena *arena, const char *text, const char *at, const char *end);
unsigned sw_line_of(const char *text, const char *at);
/* Digits that no other place of the unit has, in whatever file: what the file contains, the line and the column. Who includes
 * the file by another path has the same, for it may be in a symbol's name. text: the file's, maybe changed. */
const char *sw_name_of_place(struct sw_arena *arena, const struct sw_source_file *file, const char *text,
                             const char *at);

/* template_parameters.c */
struct sw_parameter {
    const char *from, *value, *end; /* value: its default's =, or the end */
    const char *name;               /* null: it has none */
    bool is_pack;
};
struct sw_parameters {
    struct sw_parameter *at;
    size_t count, capacity;
};
/* The parameters between < and >, `end`; false: one is not understood. */
bool sw_read_parameters(struct sw_arena *arena, const char *text, const char *at, const char *end,
                        struct sw_parameters *into);
/* Of those that have names: class T, int N, class... Rest */
const char *sw_parameters_text(struct sw_arena *arena, const char *text, const struct sw_parameters *parameters);
/* T, N, Rest... */
const char *sw_arguments_text(struct sw_arena *arena, const struct sw_parameters *parameters);

/* constraints.c: the parts of a constraint, or of a variable's value, whose answer depends on who asks, in their order. */
struct sw_question {
    const char *from, *end;
};
struct sw_asked {
    struct sw_question *at;
    size_t count, capacity;
};
void sw_asked_in_constraint(struct sw_arena *arena, const char *text, const char *at, const char *end,
                            const struct sw_strings *asking, struct sw_asked *into);
void sw_asked_in_value(struct sw_arena *arena, const char *text, const char *at, const char *end,
                       struct sw_asked *into);
/* Whether something is called between the two, as far as words tell: sizeof(T) calls nothing. */
bool sw_may_call(const char *text, const char *at, const char *end, const struct sw_strings *asking);
/* && || and or: how long the word is; 0: it is another. */
size_t sw_connective_length(const char *at);
/* The end of a requires-expression; null: it is none. */
const char *sw_behind_requires(const char *text, const char *at);

#endif
