/* The user's files that a source file includes, found before clang runs: escapes.c needs their texts.
 *
 * A line that begins with #include counts, whatever #if or comment it lies in: a file too many costs a look at it. Names
 * are looked up as clang does: beside the file that includes, then in the folders of -iquote, -I, -isystem and their kin,
 * and of the environment; what #include_next may mean is every file of the name. `#include CONFIG` is what -D or a line of
 * any of the files defines CONFIG as, or the macro that it names. Headers that are found nowhere there are the system's or
 * ours, and stay as they are; so do those whose names macros put together. */
#include "frontend/frontend.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A macro that is defined as a header's name ("name" or <name>), or included by a file of the folder. */
struct header_macro {
    const char *macro, *text; /* text: the name as it is written, or the folder */
};

struct search {
    struct sw_arena *arena;
    struct sw_strings quoted, folders; /* quoted: for "name" alone */
    struct sw_source_files *files;
    SW_VEC(struct header_macro) defined, included;
};

static bool is_known(const struct search *s, const char *path) {
    for (size_t i = 0; i < s->files->count; i++)
        if (sw_equal(s->files->at[i].path, path))
            return true;
    return false;
}

/* Whether there is such a file; it is taken up then. */
static bool take_file(struct search *s, const char *folder, const char *name) {
    const char *path = *name == '/' || !*folder ? name : sw_arena_printf(s->arena, "%s/%s", folder, name);
    path = sw_path_normal(s->arena, path);
    if (is_known(s, path))
        return true;
    struct sw_source_file file = {.path = path};
    struct stat facts;
    file.text = sw_read_file(s->arena, path, &file.size);
    if (!file.text)
        return false;
    file.is_of_cccl = sw_is_of_cccl(s->arena, path);
    file.is_gone = file.size && stat(path, &facts) == 0 && !S_ISREG(facts.st_mode);
    sw_vec_push(s->arena, s->files, file);
    return true;
}

static bool find_in(struct search *s, const struct sw_strings *folders, const char *name) {
    for (size_t i = 0; i < folders->count; i++)
        if (take_file(s, folders->at[i], name))
            return true;
    return false;
}

/* beside: the folder of the file that includes "name"; null: it is <name>. */
static void find_file(struct search *s, const char *beside, const char *name) {
    if (beside && (take_file(s, beside, name) || find_in(s, &s->quoted, name)))
        return;
    find_in(s, &s->folders, name);
}

static void find_files(struct search *s, const char *name) {
    for (size_t i = 0; i < s->quoted.count; i++)
        take_file(s, s->quoted.at[i], name);
    for (size_t i = 0; i < s->folders.count; i++)
        take_file(s, s->folders.at[i], name);
}

static const char *folder_of(struct sw_arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? sw_arena_printf(arena, "%.*s", slash > path ? (int)(slash - path) : 1, path) : "";
}

/* Behind blanks, comments and what joins the next line. */
static const char *skip_blanks(const char *at) {
    for (const char *before = NULL; at != before;) {
        before = at;
        at = sw_behind_comment(sw_behind_splices(at + strspn(at, " \t")));
    }
    return at;
}

/* What stands behind `#word`, with blanks or without; null: the line is another. */
static const char *behind(const char *line, const char *word) {
    line = skip_blanks(line);
    if (*line != '#')
        return NULL;
    line = skip_blanks(line + 1);
    return sw_starts_with(line, word) ? skip_blanks(line + strlen(word)) : NULL;
}

/* The "name" or <name> that the text begins with; null when it does not. */
static const char *header_name(struct sw_arena *arena, const char *text, bool *is_quoted) {
    *is_quoted = *text == '"';
    if (!*is_quoted && *text != '<')
        return NULL;
    size_t length = strcspn(text + 1, *is_quoted ? "\"\n" : ">\n");
    bool is_whole = length && text[1 + length] && text[1 + length] != '\n';
    return is_whole ? sw_arena_strndup(arena, text + 1, length) : NULL;
}

const char *sw_included_name(struct sw_arena *arena, const char *line) {
    const char *what = behind(line, "include");
    bool is_quoted;
    return what ? header_name(arena, what, &is_quoted) : NULL;
}

/* How long the identifier is that the text begins with; 0: it does not. */
static size_t identifier_length(const char *text) {
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_')
        length++;
    return isdigit((unsigned char)*text) ? 0 : length;
}

static void note_included(struct search *s, const char *macro, size_t length, const char *folder);

/* Looks for what an included macro is defined as: a name, or another macro. */
static void find_defined(struct search *s, struct header_macro included, struct header_macro defined) {
    bool is_quoted;
    const char *name = header_name(s->arena, defined.text, &is_quoted);
    size_t length = identifier_length(defined.text);
    if (!sw_equal(included.macro, defined.macro))
        return;
    if (name)
        find_file(s, is_quoted ? included.text : NULL, name);
    else if (length)
        note_included(s, defined.text, length, included.text);
}

static void note_defined(struct search *s, const char *macro, size_t length, const char *text) {
    struct header_macro defined = {sw_arena_strndup(s->arena, macro, length),
                                   sw_arena_strndup(s->arena, text, strcspn(text, "\n"))};
    sw_vec_push(s->arena, &s->defined, defined);
    for (size_t i = 0; i < s->included.count; i++)
        find_defined(s, s->included.at[i], defined);
}

static void note_included(struct search *s, const char *macro, size_t length, const char *folder) {
    struct header_macro included = {sw_arena_strndup(s->arena, macro, length), folder};
    for (size_t i = 0; i < s->included.count; i++) /* a macro may name itself */
        if (sw_equal(s->included.at[i].macro, included.macro) && sw_equal(s->included.at[i].text, folder))
            return;
    sw_vec_push(s->arena, &s->included, included);
    for (size_t i = 0; i < s->defined.count; i++)
        find_defined(s, included, s->defined.at[i]);
}

static void follow_include(struct search *s, const char *what, const char *folder) {
    static const char next[] = "_next";
    bool is_quoted, is_next = sw_starts_with(what, next);
    what = is_next ? skip_blanks(what + sizeof next - 1) : what;
    const char *name = header_name(s->arena, what, &is_quoted);
    size_t length = identifier_length(what);
    if (name && is_next)
        find_files(s, name);
    else if (name)
        find_file(s, is_quoted ? folder : NULL, name);
    else if (length)
        note_included(s, what, length, folder);
}

/* #define MACRO "name" or <name>, or another macro */
static void follow_define(struct search *s, const char *what) {
    size_t length = identifier_length(what);
    const char *text = skip_blanks(what + length);
    if (length && (*text == '"' || *text == '<' || identifier_length(text)))
        note_defined(s, what, length, text);
}

static void follow(struct search *s, const struct sw_source_file *file) {
    const char *folder = folder_of(s->arena, file->path);
    for (const char *line = file->text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *included = behind(line, "include"), *defined = behind(line, "define");
        if (included)
            follow_include(s, included, folder);
        else if (defined)
            follow_define(s, defined);
    }
}

/* Options with a file to read first as their next word. */
static const char *const file_options[] = {"-imacros", "-include"};

static bool is_one_of(const char *word, const char *const *options, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (sw_equal(word, options[i]))
            return true;
    return false;
}

/* The folders that stand behind an option, as its next word, or at once (-I). */
static void note_folders(struct search *s, const struct sw_strings *words, const char *option,
                         struct sw_strings *into) {
    for (size_t i = 0; i < words->count; i++) {
        const char *word = words->at[i];
        if (!sw_starts_with(word, option))
            continue;
        const char *folder = word[strlen(option)]   ? word + strlen(option)
                             : i + 1 < words->count ? words->at[i + 1]
                                                    : "";
        if (*folder)
            sw_vec_push(s->arena, into, folder);
    }
}

/* Folders between colons, in a variable of the environment; one without a name is the current one. */
static void note_environment(struct search *s, const char *variable) {
    const char *folders = getenv(variable);
    for (size_t length; folders && *folders; folders += length + (folders[length] == ':')) {
        length = strcspn(folders, ":");
        sw_vec_push(s->arena, &s->folders, length ? sw_arena_strndup(s->arena, folders, length) : ".");
    }
}

/* In the order in which clang looks there. */
static void note_all_folders(struct search *s, const struct sw_strings *words) {
    note_folders(s, words, "-iquote", &s->quoted);
    note_folders(s, words, "-I", &s->folders);
    note_environment(s, "CPATH");
    note_folders(s, words, "-isystem", &s->folders);
    note_environment(s, "CPLUS_INCLUDE_PATH");
    note_folders(s, words, "-idirafter", &s->folders);
}

/* -DMACRO="name" */
static void note_macros(struct search *s, const struct sw_strings *words) {
    for (size_t i = 0; i < words->count; i++) {
        const char *macro = words->at[i] + 2, *value = strchr(words->at[i], '=');
        if (sw_starts_with(words->at[i], "-D") && value && (value[1] == '"' || value[1] == '<'))
            note_defined(s, macro, (size_t)(value - macro), value + 1);
    }
}

void sw_included_files(struct sw_arena *arena, const char *source, const struct sw_strings *preprocessor,
                       struct sw_source_files *files) {
    struct search s = {.arena = arena, .files = files};
    note_all_folders(&s, preprocessor);
    note_macros(&s, preprocessor);
    take_file(&s, "", source);
    for (size_t i = 0; i + 1 < preprocessor->count; i++)
        if (is_one_of(preprocessor->at[i], file_options, sizeof file_options / sizeof *file_options))
            find_file(&s, "", preprocessor->at[i + 1]);
    for (size_t i = 0; i < files->count; i++) {
        struct sw_source_file file = files->at[i];
        follow(&s, &file);
    }
}
