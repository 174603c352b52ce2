/* What a precompiled header was made of, so that it is used only while reading the headers would give the same.
 *
 * path.list has a line for each file that was read: its size, when it was changed, its path; and behind these a line for
 * each name at the beginning of what was looked for (of bits/utility.h: bits), with a colon before it. path.words has a
 * bit for each word that stands in one of them, by a hash: a macro whose bit is off cannot change what they mean. */
#include "driver/precompiled.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORD_BITS = 1 << 20 };

static size_t bit_of(const char *word, size_t length) {
    return sw_hash_bytes((struct sw_hash){0}, word, length).b % WORD_BITS;
}

static void note_words(unsigned char *bits, const char *text) {
    for (const char *at = text; *at;) {
        size_t length = 0;
        while (sw_is_of_name(at[length]))
            length++;
        if (length) {
            size_t bit = bit_of(at, length);
            bits[bit / 8] |= (unsigned char)(1 << bit % 8);
        }
        at += length ? length : 1;
    }
}

/* A line of clang's -H is a row of dots, a blank and the path of a file. */
static const char *read_header(struct sw_arena *arena, const char *line) {
    size_t dots = strspn(line, ".");
    if (!dots || line[dots] != ' ')
        return NULL;
    line += dots + 1;
    return sw_arena_strndup(arena, line, strcspn(line, "\n"));
}

/* The folders that clang looks in, between two lines of its -v. */
static struct sw_strings search_folders(struct sw_arena *arena, const char *said) {
    static const char start[] = "#include <...> search starts here:\n";
    struct sw_strings folders = {0};
    const char *at = strstr(said, start);
    at = at ? at + sizeof start - 1 : NULL;
    while (at && *at == ' ') {
        sw_vec_push(arena, &folders, sw_arena_strndup(arena, at + 1, strcspn(at + 1, "\n")));
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    return folders;
}

/* The first part of a header's name, as seen from the folder that it was found in; null: from none. */
static const char *first_part(struct sw_arena *arena, const struct sw_strings *folders, const char *path) {
    size_t longest = 0;
    for (size_t i = 0; i < folders->count; i++) {
        size_t length = strlen(folders->at[i]);
        if (length > longest && sw_starts_with(path, folders->at[i]) && path[length] == '/')
            longest = length;
    }
    const char *name = path + longest + 1;
    return longest ? sw_arena_strndup(arena, name, strcspn(name, "/")) : NULL;
}

/* False: a file cannot be read, or nobody knows by what name it was looked for. */
static bool list_header(struct sw_arena *arena, FILE *file, unsigned char *bits, const struct sw_strings *folders,
                        const char *path, struct sw_strings *parts) {
    struct stat facts;
    const char *text = sw_read_file(arena, path, NULL);
    const char *part = first_part(arena, folders, path);
    if (!text || !part || stat(path, &facts) != 0)
        return false;
    note_words(bits, text);
    if (!sw_has_word(parts, part))
        sw_vec_push(arena, parts, part);
    fprintf(file, "%lld %lld %ld %s\n", (long long)facts.st_size, (long long)facts.st_mtim.tv_sec,
            facts.st_mtim.tv_nsec, path);
    return true;
}

static bool list_all(struct sw_arena *arena, FILE *file, unsigned char *bits, const char *said) {
    struct sw_strings folders = search_folders(arena, said), parts = {0}, known = {0};
    for (const char *line = said; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *path = read_header(arena, line);
        if (!path || sw_has_word(&known, path))
            continue;
        sw_vec_push(arena, &known, path);
        if (!list_header(arena, file, bits, &folders, path, &parts))
            return false;
    }
    for (size_t i = 0; i < parts.count; i++)
        fprintf(file, ":%s\n", parts.at[i]);
    return known.count != 0;
}

/* Files come to their names whole: another swcc may be reading, or making the same. */
static bool write_whole(struct sw_arena *arena, const char *path, const void *bytes, size_t size) {
    const char *scratch = sw_arena_printf(arena, "%s.%ld", path, (long)getpid());
    if (sw_write_file(scratch, bytes, size) && rename(scratch, path) == 0)
        return true;
    unlink(scratch);
    return false;
}

bool sw_write_header_list(struct sw_arena *arena, const char *path, const char *said) {
    unsigned char *bits = sw_arena_alloc(arena, WORD_BITS / 8);
    char *text = NULL;
    size_t size = 0;
    FILE *list = open_memstream(&text, &size);
    if (!list)
        return false;
    bool is_whole = list_all(arena, list, bits, said);
    is_whole &= fclose(list) == 0;
    is_whole = is_whole && write_whole(arena, sw_arena_printf(arena, "%s.words", path), bits, WORD_BITS / 8) &&
               write_whole(arena, sw_arena_printf(arena, "%s.list", path), text, size);
    free(text);
    return is_whole;
}

static bool is_unchanged(const char *line) {
    struct stat facts;
    char *at;
    long long size = strtoll(line, &at, 10), seconds = strtoll(at, &at, 10);
    long nanoseconds = strtol(at, &at, 10);
    return *at == ' ' && stat(at + 1, &facts) == 0 && facts.st_size == size && facts.st_mtim.tv_sec == seconds &&
           facts.st_mtim.tv_nsec == nanoseconds;
}

/* A folder that cannot be read hides nothing from clang either, but what is in it is not known. */
static bool has_one_of(const char *folder, const struct sw_strings *names) {
    DIR *entries = opendir(*folder ? folder : ".");
    bool answer = false;
    if (!entries)
        return sw_file_exists(folder);
    for (struct dirent *entry; !answer && (entry = readdir(entries));)
        answer = sw_has_word(names, entry->d_name);
    closedir(entries);
    return answer;
}

/* What the lines of path.list have in common: names when they begin with a colon, files otherwise. */
static struct sw_strings list_lines(struct sw_arena *arena, const char *path, bool of_names) {
    char *text = sw_read_file(arena, sw_arena_printf(arena, "%s.list", path), NULL), *save = NULL;
    struct sw_strings lines = {0};
    for (char *line = text ? strtok_r(text, "\n", &save) : NULL; line; line = strtok_r(NULL, "\n", &save))
        if ((*line == ':') == of_names)
            sw_vec_push(arena, &lines, line + of_names);
    return lines;
}

bool sw_are_headers_unchanged(struct sw_arena *arena, const char *path) {
    struct sw_strings lines = list_lines(arena, path, false);
    for (size_t i = 0; i < lines.count; i++)
        if (!is_unchanged(lines.at[i]))
            return false;
    return lines.count != 0;
}

bool sw_hides_header(struct sw_arena *arena, const char *path, const struct sw_strings *folders) {
    struct sw_strings names = list_lines(arena, path, true);
    for (size_t i = 0; i < folders->count; i++)
        if (has_one_of(folders->at[i], &names))
            return true;
    return false;
}

/* Whether the file is one of the headers, by whatever path. */
static bool is_listed(const struct sw_strings *lines, const char *path) {
    struct stat file, header;
    bool is_there = stat(path, &file) == 0;
    for (size_t i = 0; is_there && i < lines->count; i++) {
        const char *name = strchr(lines->at[i], '/');
        if (name && stat(name, &header) == 0 && header.st_ino == file.st_ino && header.st_dev == file.st_dev)
            return true;
    }
    return false;
}

bool sw_replaces_header(struct sw_arena *arena, const char *path, const struct sw_strings *replaced) {
    struct sw_strings lines = replaced->count ? list_lines(arena, path, false) : (struct sw_strings){0};
    for (size_t i = 0; i < replaced->count; i += 2)
        if (is_listed(&lines, replaced->at[i]))
            return true;
    return false;
}

bool sw_may_headers_have(struct sw_arena *arena, const char *path, const char *word) {
    size_t size, bit = bit_of(word, strlen(word));
    const char *bits = sw_read_file(arena, sw_arena_printf(arena, "%s.words", path), &size);
    return !bits || size != WORD_BITS / 8 || bits[bit / 8] >> bit % 8 & 1;
}
