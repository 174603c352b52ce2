/* Front end: command lines of the two clang runs over a .cu file, and what goes into and comes out of objects.
 * It knows clang and ELF, not nvcc's options. Grouped under the file that defines each function. */
#ifndef SW_FRONTEND_H
#define SW_FRONTEND_H

#include "base/base.h"

/* The CUDA release whose language and API we have; __CUDACC_VER_*__ and --version say so. */
enum { SW_CUDA_MAJOR = 12, SW_CUDA_MINOR = 3, SW_CUDA_BUILD = 107 };

/* The architecture that device code is compiled for. clang 19 knows fewer than nvcc: a newer one is compiled as the
 * newest it knows, with __CUDA_ARCH__ set to the one asked for. */
struct sw_arch {
    unsigned number;        /* 90 for sm_90 */
    const char *name;       /* "90a" */
    const char *clang_name; /* "sm_90a": what clang is told */
};

/* Settings of the clang runs; words are ready-made clang options. */
struct sw_frontend {
    struct sw_arena *arena;
    const char *clang;      /* the C++ and CUDA compiler */
    const char *headers;    /* our include/cuda */
    const char *no_toolkit; /* a folder without a CUDA toolkit, for clang to look for one in */
    struct sw_arch arch;
    struct sw_strings preprocessor;          /* -I -D -U -isystem -include .., the user's, also of -Xcompiler */
    struct sw_strings macros;                /* -D of what nvcc defines for .cu files */
    struct sw_strings common_macros;         /* -D of what nvcc defines for every file */
    struct sw_strings warnings;              /* -w, -Werror..: all runs */
    struct sw_strings host_options;          /* for host code only, known to clang */
    struct sw_strings host_compiler_options; /* for host code only, as the user wrote them */
    struct sw_strings device_options;        /* what the device run is told of host options */
    struct sw_strings dependencies;          /* -MD -MP..: the host run writes the make rule */
    const char *standard;                    /* "-std=c++17"; may be null */
    const char *host_level;                  /* "-O2"; may be null */
    const char *names_word;                  /* by which clang names templates as the host compiler; may be null */
    bool has_clang_layouts;                  /* the host compiler is clang, and lays records out as it does */
    const char *overlay;                     /* a file for clang's -ivfsoverlay; may be null */
    const char *lanes;                       /* of softwarp-cc's --lanes=; or null */
    const char *blocks;                      /* of its --blocks=; or null */
    bool device_unoptimized, device_debug, host_debug;
    bool device_lines, drop_lines; /* lines of device code; they are for the middle end alone */
    bool relocatable, per_thread_stream, flush, approximate;
    bool check;            /* for softwarp-cc --check */
    bool has_own_compiler; /* of host files: clang, as of .cu files; no -ccbin */
    bool strict;           /* for softwarp-cc --strict */
    bool fast_atomics;     /* for softwarp-cc --fast-atomics */
    bool fuse;             /* contract to fused multiply-add */
    bool color;
    bool as_written;   /* device code in which nothing is optimised, not for running */
    bool carry_host;   /* the host object carries its unoptimised bitcode, with places */
    bool asks_calls;   /* function templates without a side are of both: the files ask whether calls are possible */
    bool system_libcu; /* libcu++ is the system's */
    bool tell_layouts; /* the pass writes records as they are laid out to its standard output */
};

/* clang's word for it, behind -Xclang. */
#define SW_BOTH_SIDED_TEMPLATES "-foffload-implicit-host-device-templates"
#define SW_TELL_LAYOUTS "-fdump-record-layouts-canonical"

/* passes.c: each adds a command line to argv. That of a pass ends with the source, -o and the output. */
enum { SW_LAST_WORDS = 3 };
void sw_device_pass(const struct sw_frontend *f, struct sw_strings *argv, const char *source, const char *id,
                    const char *output);
void sw_host_pass(const struct sw_frontend *f, struct sw_strings *argv, const char *source, const char *id,
                  const char *fatbin, const char *output);
void sw_host_compile(const struct sw_frontend *f, struct sw_strings *argv, const char *compiler, const char *language,
                     const char *source, const char *output);
/* Preprocesses to output, or to stdout when null. .cu files as device code. language null: CUDA. */
void sw_preprocess(const struct sw_frontend *f, struct sw_strings *argv, const char *compiler, const char *language,
                   const char *source, const char *output);
/* Words of clang by which an editor reads a .cu file as the host pass does; the first is clang. */
void sw_editor_words(const struct sw_frontend *f, struct sw_strings *argv);
/* Preprocesses the host side of a .cu file to output, which no compiler takes. */
void sw_show_host(const struct sw_frontend *f, struct sw_strings *argv, const char *source, const char *output);
/* The make rule only: f->dependencies say which (-M, -MP) and its target. */
void sw_depend(const struct sw_frontend *f, struct sw_strings *argv, const char *compiler, const char *language,
               const char *source, const char *output);
void sw_push_all(struct sw_arena *arena, struct sw_strings *into, const struct sw_strings *from);

/* included.c */
struct sw_source_file {
    const char *path, *text;
    size_t size;
    bool is_gone;    /* it came through a pipe, which nobody can read again */
    bool is_of_cccl; /* cccl.c */
};
struct sw_source_files {
    struct sw_source_file *at;
    size_t count, capacity;
};
/* The source file, and the files that it includes from its own folder, those of -I and -isystem, and the environment's. */
void sw_included_files(struct sw_arena *arena, const char *source, const struct sw_strings *preprocessor,
                       struct sw_source_files *files);
/* The header that a line `#include <name>` or "name" includes; null: the line is another, or a macro says which. */
const char *sw_included_name(struct sw_arena *arena, const char *line);

/* libcu.c: whether the files include a header of libcu++ that the system has and our headers have not. */
bool sw_wants_system_libcu(struct sw_arena *arena, const struct sw_source_files *files, const char *headers);
/* Adds those of the system's libcu++ that clang does not take as they are. */
void sw_add_system_libcu(struct sw_arena *arena, struct sw_source_files *files);

/* cccl.c: whether a file is of Thrust, CUB or libcu++ (not of a program's own folder of that name). */
bool sw_is_of_cccl(struct sw_arena *arena, const char *path);
/* Whether the files include a header of Thrust or CUB, the system's or a program's own: they ask for __CUDA_ARCH__. */
bool sw_includes_cccl(struct sw_arena *arena, const struct sw_source_files *files);

/* identity.c: the identity of a translation unit, which ties its host object to its device object. */
struct sw_identity {
    char id[33]; /* 32 hex digits: the two words of struct swrt_fatbin, the first one first */
    char fatbin[24];
};
struct sw_identity sw_identity_of(const char *source, const struct sw_strings *options,
                                  const struct sw_source_files *files, const char *output);

/* objects.c: ELF objects and archives. */
/* The one undefined __cudaRegisterLinkedBinary.. of a host object; null when there is none. */
const char *sw_register_symbol(struct sw_arena *arena, const char *object);
/* Whether the objects and archives carry relocatable device code that is not linked yet. */
bool sw_has_device_code(struct sw_arena *arena, const struct sw_strings *objects);
/* Writes each piece of relocatable device code to folder/NNNN.bc and adds these names to `into`; pieces that an object
 * with a list of linked ones names are left out. False when an error was reported. */
bool sw_collect_device_code(struct sw_arena *arena, const struct sw_strings *objects, const char *folder,
                            struct sw_strings *into);

/* symbols.c */
/* What becomes of stubs, the host's functions that launch kernels. own: of a template's kernel the object has one of its
 * own, by a name that ends with the id; what objcopy is to be told for that goes into this file. Null: linkers take one
 * for all objects. hidden: no other library, nor the program, sees any of them, nor the host's side of variables. */
struct sw_stub_wishes {
    const char *id, *own;
    bool hidden;
};
/* Writes the names under which a host object registers variables and kernels to a file, a line each, and behind them with
 * a - those of what it takes from other objects, with a + those to hide, with a = those of kernels whose stub is no other
 * object's, with a ~ those of kernels whose stub nothing here refers to, and the stub. False when an error was reported. */
bool sw_write_registered(struct sw_arena *arena, const char *object, const char *list,
                         const struct sw_stub_wishes *wishes);

/* escapes.c */
/* A source file's text with unescaped names of special registers in inline PTX escaped; null when there are none. */
const char *sw_escape_registers(struct sw_arena *arena, const char *text, size_t *size);
/* An entry of an overlay: the file `path` has the contents of another. Entries are joined by commas. */
const char *sw_overlay_root(struct sw_arena *arena, const char *path, const char *contents);
/* The overlay (-ivfsoverlay) of these entries. */
const char *sw_overlay_of(struct sw_arena *arena, const char *roots);

/* defaulted.c: a text without words of defaulted functions that nvcc ignores; null when there are none. */
const char *sw_without_ignored_words(struct sw_arena *arena, const char *text);
/* Behind what is no code: a comment, a text, a line of the preprocessor; else the place itself. */
const char *sw_behind_other(const char *text, const char *at);

/* concepts.c: a text with concepts that see functions of both sides; null when it has none. text: the file's, maybe changed */
const char *sw_with_open_concepts(struct sw_arena *arena, const struct sw_source_file *file, const char *text,
                                  const struct sw_strings *asking);
bool sw_has_concepts(const struct sw_frontend *f); /* by its standard */
/* clauses.c: the same of requires-clauses of member functions. */
const char *sw_with_open_clauses(struct sw_arena *arena, const struct sw_source_file *file, const char *text,
                                 const struct sw_strings *asking);
/* names of alias templates of the files that stand for what asks (decltype), where the files have concepts. */
void sw_asking_aliases(struct sw_arena *arena, const struct sw_source_files *files, struct sw_strings *asking);

/* guides.c: a text with deduction guides of both sides; null when it has none. */
const char *sw_with_open_guides(struct sw_arena *arena, const char *text);
/* Whether a guide begins with this word: NAME(..) -> NAME<. The name may be what a macro makes: MACRO(..)(..) -> MACRO(..)<. */
bool sw_begins_guide(const char *text, const char *name);
/* doubtful_guides.c: whether macros of the files may make parts of a guide. */
bool sw_has_doubtful_guides(struct sw_arena *arena, const struct sw_source_files *files,
                            const struct sw_strings *preprocessor);

/* variables.c: whether the files may declare __device__ or __constant__ variables, or allocate device memory. */
bool sw_has_device_variables(const struct sw_source_files *files);
bool sw_has_device_memory(const struct sw_source_files *files);
bool sw_has_launches(const struct sw_source_files *files);

/* sides.c: whether the files may be another text to the host's run of clang than to the device's. */
bool sw_sides_differ(const struct sw_source_files *files);

/* questions.c: whether files may ask if a call is possible. */
bool sw_asks_about_calls(const struct sw_source_files *files);

/* doubtful.c: whether files may hold what nvcc refuses and clang takes. has_lambdas: --extended-lambda was given */
bool sw_has_doubtful(const struct sw_source_files *files, bool has_lambdas);

/* named_once.c: whether a preprocessed text has this name at one place only, but for launches of the kernel called so. */
bool sw_named_once(const char *text, const char *name);

/* launch_list.c: the type of a braced list that begins an argument between <<< and >>> in the text, or of one that reads the
 * same; null: none does. The text with the types of this one, which stands in it, and of those behind it in its launch. */
const char *sw_launch_list_type(const char *text, const char *list);
const char *sw_name_launch_lists(struct sw_arena *arena, const char *text, const char *list);

/* host_words.c */
/* Splits options of a host compiler into those of its preprocessor, for every run, and the rest. */
void sw_split_host_words(struct sw_arena *arena, const struct sw_strings *words, struct sw_strings *preprocessor,
                         struct sw_strings *rest);
/* Words for the device run: what it is told of f->host_options, their macros among it. */
void sw_push_device_words(struct sw_arena *arena, const struct sw_frontend *f, struct sw_strings *into);

/* host_abi.c */
/* The option for clang by which it names templates as the host compiler does with these options, null if it does; and whether
 * that lays records out as clang does. */
const char *sw_names_word(struct sw_arena *arena, const char *compiler, const struct sw_strings *options,
                          bool *has_clang_layouts);

/* probe.c */
/* Splits the words into those that clang knows and the rest, by asking it when any is doubtful. */
void sw_known_to_clang(struct sw_arena *arena, const char *clang, const struct sw_strings *words,
                       struct sw_strings *known, struct sw_strings *unknown);

#endif
