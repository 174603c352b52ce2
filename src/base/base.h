/* Base: what every part of the compiler stands on. No CUDA, no LLVM.
 * Grouped under the file that defines each function. */
#ifndef SW_BASE_H
#define SW_BASE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/assert.h"

/* arena.c: memory of one compilation, freed at once. Allocation never returns null (the process stops with a message). */
struct sw_arena;
struct sw_arena *sw_arena_create(void);
void sw_arena_destroy(struct sw_arena *arena);
void *sw_arena_alloc(struct sw_arena *arena, size_t bytes); /* zeroed, 16-byte aligned */
char *sw_arena_strdup(struct sw_arena *arena, const char *text);
char *sw_arena_strndup(struct sw_arena *arena, const char *text, size_t length);
char *sw_arena_printf(struct sw_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* vec.c: a growing array in an arena. Declare one with SW_VEC(T); elements lie in .at[0 .. count-1]. */
#define SW_VEC(T) struct { T *at; size_t count, capacity; }
#define sw_vec_push(arena, vec, value)                                                                          \
    (sw_vec_grow((arena), (void **)&(vec)->at, (vec)->count, &(vec)->capacity, sizeof *(vec)->at),              \
     (vec)->at[(vec)->count++] = (value))
void sw_vec_grow(struct sw_arena *arena, void **at, size_t count, size_t *capacity, size_t size);
struct sw_strings {
    const char **at;
    size_t count, capacity;
}; /* the commonest SW_VEC, named */

/* map.c: pointer-keyed hash map in an arena. */
struct sw_map;
struct sw_map *sw_map_create(struct sw_arena *arena);
void sw_map_put(struct sw_map *map, const void *key, void *value);
void *sw_map_get(const struct sw_map *map, const void *key); /* null when absent */
bool sw_map_has(const struct sw_map *map, const void *key);

/* bitset.c */
struct sw_bitset {
    size_t bits;
    uint64_t *words;
};
struct sw_bitset sw_bitset_create(struct sw_arena *arena, size_t bits);
bool sw_bitset_get(const struct sw_bitset *set, size_t bit);
void sw_bitset_set(struct sw_bitset *set, size_t bit);
bool sw_bitset_union(struct sw_bitset *into, const struct sw_bitset *from);     /* says whether it changed */
bool sw_bitset_intersect(struct sw_bitset *into, const struct sw_bitset *from); /* says whether it changed */
void sw_bitset_fill(struct sw_bitset *set);

/* str.c */
bool sw_starts_with(const char *text, const char *prefix);
bool sw_ends_with(const char *text, const char *suffix);
bool sw_equal(const char *a, const char *b);
bool sw_is_of_name(char c); /* whether names of C may have it */
bool sw_has_word(const struct sw_strings *words, const char *word);
unsigned sw_edit_distance(const char *a, const char *b);
/* 128-bit FNV-1a style hash of bytes, for module ids; chain by passing the previous result as the seed. */
struct sw_hash {
    uint64_t a, b;
};
struct sw_hash sw_hash_bytes(struct sw_hash seed, const void *bytes, size_t count);

/* tokens.c: C++ source text. What begins at a place: the length of a word, or of a number with its separators (1'000). */
size_t sw_word_length(const char *at);
const char *sw_behind_splices(const char *at);  /* of ends of lines behind a backslash */
const char *sw_end_of_line(const char *at);     /* of the last one that a backslash joins to this one */
const char *sw_behind_comment(const char *at);  /* where none begins the place itself */
const char *sw_behind_text(const char *at);     /* a string or character, from its quote on */
const char *sw_behind_raw_text(const char *at); /* R"x(..)x", LR"..", uR, UR, u8R; where none begins the place itself */
const char *sw_behind_word(const char *at);     /* a word, or a text of any of these; else the place itself */
const char *sw_behind_directive(const char *at); /* a line from # on, with those that it and its comments go on in */

/* diag.c: messages for a person: "swcc: error: …" or "file:line: error: …". Errors are counted; the tool's exit status
 * follows the count. sw_bug stops at once: it says what went wrong inside Softwarp, in which stage, and where to look. */
struct sw_place {
    const char *file;
    unsigned line, column;
}; /* file may be null */
void sw_diag_set_program(const char *name);
void sw_error(struct sw_place place, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sw_warning(struct sw_place place, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sw_diag_remark(FILE *to, struct sw_place place, const char *format, ...) __attribute__((format(printf, 3, 4)));
void sw_note(struct sw_place place, const char *format, ...) __attribute__((format(printf, 2, 3)));
unsigned sw_error_count(void);
_Noreturn void sw_bug(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* What the compiler is doing, for sw_bug. keep: writes what is being worked at into a file, and gives its name; null: it
 * could not. */
struct sw_stage {
    const char *name;
    const char *(*keep)(void *data, const char *stage);
    void *data;
};
void sw_diag_set_stage(struct sw_stage stage);
#define SW_NOWHERE ((struct sw_place){0})

/* processor.c: processors by name, and what instructions they have (softwarp/processor.h). */
const char *sw_feature_name(unsigned bit);
uint64_t sw_feature_named(const char *name);                  /* its bit; 0 when there is none */
bool sw_processor_features(const char *name, uint64_t *into); /* false for unknown names, native among them */
/* The processors of a list such as "portable,znver4", each once. False when one is unknown, which was said. */
bool sw_processors_of(struct sw_arena *arena, const char *list, struct sw_strings *names);

/* file.c */
char *sw_read_file(struct sw_arena *arena, const char *path, size_t *size); /* null and errno on failure; zero-ended */
bool sw_write_file(const char *path, const void *bytes, size_t size);
bool sw_file_exists(const char *path);
const char *sw_path_stem(struct sw_arena *arena, const char *path);   /* "a/b.cu" -> "b" */
const char *sw_path_extension(const char *path);                      /* "a/b.cu" -> ".cu", "" when none */
const char *sw_path_normal(struct sw_arena *arena, const char *path); /* without "." and needless ".." */
const char *sw_executable_dir(struct sw_arena *arena);                /* the folder this program lies in */

/* entry.c: what sections of ours hold: bytes behind an 8-byte magic and their size, entry behind entry. */
enum { SW_ENTRY_ALIGN = 16 };
struct sw_entry {
    const char *magic, *bytes;
    size_t size;
    bool is_damaged;
};
/* The entry of these bytes; *whole: its size, a multiple of SW_ENTRY_ALIGN. */
char *sw_entry_of(struct sw_arena *arena, const char *magic, const void *bytes, size_t size, size_t *whole);
/* Takes one from the front; false when there is none. Behind a damaged one nothing can be found. */
bool sw_next_entry(const char **bytes, size_t *size, struct sw_entry *entry);
bool sw_is_entry(const struct sw_entry *entry, const char *magic);

/* thin.c: archives that name their members and do not hold them. */
bool sw_is_thin(const char *path);
struct sw_thin {
    const char *member;  /* path of the file that the member is, or is in */
    size_t member_place; /* where its header is in that file, an archive; 0: it is the whole file */
    bool is_damaged;
    const char *path, *bytes, *names;
    size_t size, at, names_size;
};
bool sw_thin_open(struct sw_arena *arena, struct sw_thin *thin, const char *path); /* false and errno: not readable */
bool sw_thin_next(struct sw_arena *arena, struct sw_thin *thin);                   /* false: no more, or is_damaged */

/* elf.c: objects, archives, libraries, programs. */
/* What a walk calls for each section of the name. object: the file, of an archive's members "file:member". False from
 * visit ends the walk. of_objects: shared libraries and programs, which are linked already, are passed over. is_quiet: of
 * what is wrong with a file another walk has told. */
struct sw_sections {
    const char *name;
    bool of_objects, is_quiet;
    bool (*visit)(void *context, const char *object, const char *bytes, size_t size);
    void *context;
};
/* False: a visit said so. A file that cannot be opened, or is no ELF file and no archive, has no sections; of a thin
 * archive's member that is an error. */
bool sw_elf_walk(const char *path, const struct sw_sections *sections);
bool sw_is_elf(const char *path); /* or an archive */
/* Adds a section that is not loaded to an object. False when the object cannot be read or written. */
bool sw_elf_add_section(const char *path, const char *name, const void *bytes, size_t size);

/* temp.c */
const char *sw_temp_dir(struct sw_arena *arena); /* made once, removed at exit() */

/* process.c: child processes. */
struct sw_process {
    int pid;
};
bool sw_process_start(struct sw_process *process, const char *const *argv); /* null-ended; says why not by sw_error */
/* The same; stdout and stderr of the child go into the files named, or where ours go when null. */
bool sw_process_start_into(struct sw_process *process, const char *const *argv, const char *out, const char *err);
int sw_process_wait(struct sw_process *process);   /* exit status; 128 + signal when killed */
int sw_process_wait_any(struct sw_process *ended); /* the same, of the child that ends next */

#endif
