/* Our headers, read once for many runs of clang: precompiled.c says how. */
#ifndef SW_PRECOMPILED_H
#define SW_PRECOMPILED_H

#include "driver/driver.h"

/* A pass over a .cu file, its words sorted by what they can change of the headers' meaning. */
struct sw_pass_words {
    struct sw_strings kept;    /* those that a precompiled header is made with */
    struct sw_strings macros;  /* the user's -D and -U */
    struct sw_strings folders; /* the user's, to look for headers in */
    bool is_plain;             /* no other word of the user's changes what headers are read, or how */
};

/* precompiled_words.c */
struct sw_pass_words sw_sort_pass_words(struct sw_arena *arena, const struct sw_strings *argv, const char *headers);
/* A macro's name in -DNAME=VALUE or -UNAME. */
const char *sw_macro_name(struct sw_arena *arena, const char *word);

/* precompiled_list.c: what a precompiled header was made of. */
/* Writes that to path.list and path.words. said: what clang said with -H -v while it made the header. */
bool sw_write_header_list(struct sw_arena *arena, const char *path, const char *said);
/* Whether all of it is as it was. */
bool sw_are_headers_unchanged(struct sw_arena *arena, const char *path);
/* Whether one of the folders may have a header that would have been taken instead. */
bool sw_hides_header(struct sw_arena *arena, const char *path, const struct sw_strings *folders);
/* Whether one of these files is read in place of one of them: pairs, as a step's repaired has them. */
bool sw_replaces_header(struct sw_arena *arena, const char *path, const struct sw_strings *replaced);
/* Whether a word stands in one of the headers, or may. */
bool sw_may_headers_have(struct sw_arena *arena, const char *path, const char *word);

/* precompiled.c */
/* The precompiled header for a pass, as a path without its extension; null: the pass is to read headers itself.
 * *is_made: it can be used; else it is to be made first. */
const char *sw_precompiled_for(struct sw_job *job, const struct sw_step *step, bool *is_made);
/* The command that makes it. */
void sw_precompiled_make(struct sw_job *job, const struct sw_strings *argv, const char *path, struct sw_strings *into);
/* That command has ended, and said this: keeps what it made. Otherwise nobody tries again for a day. */
void sw_precompiled_keep(struct sw_arena *arena, const char *path, bool is_made, const char *said);
/* The pass's command with the precompiled header in the headers' place. */
void sw_precompiled_use(struct sw_job *job, const struct sw_strings *argv, const char *path, struct sw_strings *into);
/* A pass has failed with it and succeeded without: it is of no use. */
void sw_precompiled_drop(struct sw_arena *arena, const char *path);

#endif
