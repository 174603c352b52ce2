/* A pass of clang that has failed, and what is to be put in before it starts again. Grouped under the file that defines
 * each function. */
#ifndef SW_REPAIR_H
#define SW_REPAIR_H

#include "driver/driver.h"

/* Something to put into a file. */
struct sw_patch {
    const char *path, *word;
    /* The text with the word; null: it does not fit there. */
    const char *(*put)(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch);
    const char *name; /* what is called so stands at the place; or null */
    unsigned long line, column;
};

/* What is warned of; no words. */
struct sw_places {
    struct sw_patch *at;
    size_t count, capacity;
};

/* A line of what clang reads, and which one of which file it is. */
struct sw_line {
    const char *at, *path;
    unsigned long number;
    bool is_system;
};
struct sw_lines {
    struct sw_line *at;
    size_t count, capacity;
    const char *text;
};

struct sw_repair {
    struct sw_arena *arena;
    const struct sw_step *step;
    const char *text, *macros;    /* what its clang reads; null until somebody has asked */
    const struct sw_lines *lines; /* the same */
    SW_VEC(struct sw_patch) patches;
    struct sw_places doubles;     /* where long double is used */
    struct sw_places host_calls;  /* where functions of both sides call the host's, and device code may come to it */
    struct sw_places unrolls;     /* #pragma unroll that is none */
    struct sw_places initialised; /* shared variables with a constructor */
    struct sw_places texts;       /* launches of which a macro makes a text, with its name */
    const struct sw_records *records; /* null until somebody has asked */
    const char *warnings;             /* lines; null: there are none */
    bool wants_internal, wants_no_links, wants_no_guides;
};

/* repair.c. Notes a patch; one without a path is at the place of the error. False: clang names none. */
bool sw_add_patch(struct sw_repair *r, const char *error, struct sw_patch patch);
/* The word where the place is. */
const char *sw_put_word(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch);

/* Where a place says, "a.cu:3:7". False: nowhere. */
bool sw_place_of(const struct sw_repair *r, const char *place, struct sw_patch *patch);
/* Whether the words can be put in where the file has the place. */
bool sw_fits(const struct sw_repair *r, const struct sw_patch *patch);

/* A word more of the pass's command line, before the source and the output. */
void sw_add_word(struct sw_job *job, struct sw_step *step, const char *word);

/* told.c. Notes the place of the error, a line's only once. False: clang names none. */
bool sw_add_place(struct sw_repair *r, struct sw_places *places, const char *error);
/* Warns at the places, with nvcc's number. False: the warning is an error, and all has been said. */
bool sw_tell(const struct sw_options *o, const struct sw_places *places, const char *number, const char *text);

/* text.c */
bool sw_has(const char *line, const char *words);
const char *sw_skip_space(const char *at);
/* "file.cu:3:14: error: .." -> where; false: no such place. */
bool sw_read_place(struct sw_arena *arena, const char *line, const char *kind, struct sw_patch *place);
/* What stands in quotes behind these words. */
const char *sw_quoted(struct sw_arena *arena, const char *text, const char *words);
/* Null: the text has no such place. */
const char *sw_find_place(const char *text, const struct sw_patch *place);
/* What clang reads for a file now: the last of the step's repairs, the overlay it had before, or the file itself. */
const char *sw_read_now(const struct sw_step *step, const char *path);
/* The step's clang once more, with further words, behind which is null: what is then in the file answer, which goes; "":
 * nothing is. output, said: where what it writes and its messages go. status: how it ended, if it was started. */
const char *sw_ask_clang(struct sw_repair *r, const char *const *words, const char *output, const char *said,
                         const char *answer, int *status);
const char *sw_repair_preprocessed(struct sw_repair *r); /* without comments, macros and lines of the preprocessor */
/* The same with lines that say what stands where: # 3 "a.cu" */
const char *sw_preprocessed_with_lines(struct sw_repair *r);
/* lines.c: what the step's clang reads, line by line; the line that the place stands in. */
const struct sw_lines *sw_lines_read(struct sw_repair *r);
const struct sw_line *sw_line_at(const struct sw_lines *lines, const char *at);
/* The macros that there are at the end, each a line "#define NAME BODY". */
const char *sw_macros(struct sw_repair *r);

void sw_set_place(struct sw_patch *patch, const char *text, const char *at);

/* launch_text.c: of code, a text with spaces where comments and literals are. */
#define SW_CHEVRONS "<<<"
const char *sw_code_of(struct sw_arena *arena, const char *text);
const char *sw_read_code(struct sw_repair *r, const char *path); /* of what clang reads for the file */
const char *sw_back_over_space(const char *code, const char *at);
bool sw_begins_lambda(const char *code, const char *at);                /* a [ that is no index */
bool sw_ends_word(const char *code, const char *end, const char *word); /* the word that ends there is this one */
/* Where the expression begins that ends here, of names, members and what stands in brackets; null: there is none. */
const char *sw_begin_of_expression(const char *code, const char *end);
/* The first place from here on, outside of brackets, that begins with the word; null: the bracket around it ends before. */
const char *sw_find_outside(const char *at, const char *word);
const char *sw_end_of_launch(const char *chevrons); /* behind its arguments; null: they do not follow */
const char *sw_end_of_name(const char *at);         /* behind the name that begins here, with its template arguments */
const char *sw_end_of_brackets(const char *at);     /* behind ( ) ( ), or the place itself */
const char *sw_put_around(struct sw_arena *arena, const char *text, const char *from, const char *to,
                          const char *before, const char *behind);

#define SW_KERNEL_BEGINS "__sw_kernel([&](__sw_side)SW_LAUNCHES{return " /* and a kernel's name */
/* launch_names.c: puts what stands between the two, a launch, into a lambda. */
const char *sw_put_lambda(struct sw_arena *arena, const char *text, const char *from, const char *to);
/* Each launch between the two: clang says nothing of what it finds in a lambda that has been put there. */
const char *sw_put_launches(struct sw_arena *arena, const char *text, const char *from, const char *to);

/* launch_macros.c: a patch where a macro is named that is part of a launch: an error and the note behind it, or the place of
 * a kernel's name in front of one. */
bool sw_find_macro(struct sw_repair *r, const char *error, const char *note, struct sw_patch *patch);
bool sw_find_macro_behind(struct sw_repair *r, struct sw_patch *patch);
/* Of the macros that there are, the line that defines this one; null: there is none. */
const char *sw_find_definition(struct sw_repair *r, const char *name, size_t length);
const char *sw_put_macro(struct sw_arena *arena, const char *text, const char *at, const struct sw_patch *patch);

/* stringised.c: the macro that makes a text of its argument in which the place is; null: none does. */
const char *sw_stringised_by(struct sw_repair *r, const char *code, const char *place);

/* spaces.c: of declarations that clang does not take for those of one function. */
bool sw_repair_spaces(struct sw_repair *r, const char *line, const char *rest);

/* A file for each kind. line: an error; rest: what follows it. Whether it is one of that kind, and noted. */
bool sw_repair_template(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_namespace(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_list(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_typedef_name(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_host_call(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_links(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_library_guides(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_unroll(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_shared(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_double(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_attribute(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_constant(struct sw_repair *r, const char *line, const char *rest);
bool sw_repair_launch(struct sw_repair *r, const char *line, const char *rest);
/* What clang says of a launch in device code. */
#define SW_CONFIGURE "reference to __host__ function '__cudaPushCallConfiguration' in "
/* untold.c: whether the pass's code launches kernels; errors of those launches that clang says nothing of by itself. */
bool sw_has_launches_in_device_code(struct sw_arena *arena, const struct sw_step *step);
const char *sw_untold_launches(struct sw_repair *r);
struct sw_layouts;
/* packed.c: errors of structures of the pass that g++ lays out otherwise, and patches, if they can be mended; "": none. */
const char *sw_packed_otherwise(struct sw_repair *r, const char *told, struct sw_layouts *layouts);
/* tails.c: patches for classes into whose last bytes g++ puts what follows, and warnings where nothing can be put in. */
void sw_open_tails(struct sw_repair *r, const char *told, const struct sw_layouts *layouts, bool has_code);
/* tree.c */
const char *sw_layouts_told(const struct sw_repair *r);
const struct sw_records *sw_records_of(struct sw_repair *r);
/* guides.c: patches where macros make guides that clang takes for the host's, and errors where none can be put in; "": none. */
const char *sw_closed_guides(struct sw_repair *r);
/* overload.c: kernels as values of which clang chooses none. Whether an error is of one; whether the patch is for one. */
bool sw_repair_overload(struct sw_repair *r, const char *line, const char *rest);
bool sw_is_of_overload(struct sw_repair *r, const char *line, const char *rest);
bool sw_is_chosen(const struct sw_patch *patch);
/* dynamic.c: where launches are repaired, names of kernels are left: one may be a macro's argument, and the launch in it. */
void sw_launches_first(struct sw_repair *r);
const char *sw_with_address(const char *code, const char *begin); /* where the & of a name begins that has one */
const char *sw_said_beside_launches(struct sw_repair *r, const char *said);

/* Whether what was noted beside patches can be done; the step's command line is then ready. */
bool sw_make_internal(struct sw_job *job, struct sw_step *step, const struct sw_repair *r);
bool sw_drop_links(struct sw_job *job, struct sw_step *step, const struct sw_repair *r);
bool sw_drop_library_guides(struct sw_job *job, struct sw_step *step, const struct sw_repair *r);
bool sw_make_double(struct sw_job *job, struct sw_step *step, const struct sw_repair *r);
bool sw_tell_unrolls(struct sw_job *job, struct sw_step *step, const struct sw_repair *r);
bool sw_tell_shared(struct sw_job *job, struct sw_step *step, const struct sw_repair *r);
bool sw_permit_launches(struct sw_job *job, struct sw_step *step, const struct sw_repair *r);

/* both_sided.c: what clang says of host's templates for the device. In the files that it names there explicit instantiations
 * become internal; false: there are none. */
bool sw_repair_instantiations(struct sw_repair *r, const char *said);
/* Templates without a side are the host's again. False: they are, or the step is not the device's. */
bool sw_make_templates_host(struct sw_step *step);

#endif
