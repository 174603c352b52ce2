/* --print-clangd: a .clangd file for a project's folder. clangd reads compile_commands.json, where swcc stands with nvcc's
 * words; the file takes away those that clang does not have, and adds what swcc itself tells clang. */
#include "driver/driver.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Names of the table of options that mean the same to clang, or that a word of clang's begins with. All others go. */
/* clang-format off */
static const char *const clangs[] = {
    "c", "o", "E", "M", "MM", "MD", "MMD", "MP", "MF", "MT", "I", "isystem", "D", "define-macro", "U", "undefine-macro",
    "include", "std", "O", "g", "pg", "l", "L", "shared", "w", "m", "m64", "ftemplate-depth", "ftemplate-backtrace-limit",
    "Wreorder", "Wno-deprecated-declarations"};
/* clang-format on */

static void print_text(const char *text) {
    for (; *text; text++)
        printf(*text == '\'' ? "''" : "%c", *text);
}

static void print_word(const char *word, const char *before) {
    printf("%s'", before);
    print_text(word);
    putchar('\'');
}

static bool is_clangs(const char *name) {
    for (size_t i = 0; i < sizeof clangs / sizeof *clangs; i++)
        if (sw_equal(name, clangs[i]))
            return true;
    return false;
}

/* As clangd's Remove takes it: * stands for the rest of a word; what follows as a word of its own clangd takes for a file
 * and drops. -x stands without: clang has it, and it goes with its value. */
static void print_name(const char *name) {
    if (name && !is_clangs(name) && !sw_equal(name, "x"))
        printf(", '-%s*', '--%s*'", name, name);
}

static void print_removed(void) {
    printf("  Remove: ['-x'");
    for (size_t i = 0; i < sw_option_count; i++) {
        const struct sw_option *option = &sw_option_table[i];
        const char *other = option->short_name;
        print_name(option->long_name);
        print_name(other && option->long_name && sw_equal(other, option->long_name) ? NULL : other);
    }
    printf("]\n");
}

/* The file or folder in a word, or null: behind -I, or the word itself behind another. */
static const char *path_in(const char *word, const char *previous) {
    static const char *const takers[] = {"-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"};
    for (size_t i = 0; previous && i < sizeof takers / sizeof *takers; i++)
        if (sw_equal(previous, takers[i]))
            return word;
    return !strncmp(word, "-I", 2) && word[2] ? word + 2 : NULL;
}

/* clangd takes relative names from each file's own folder: what is here is told in full. */
static void print_flag(const char *word, const char *previous) {
    char here[PATH_MAX];
    const char *path = path_in(word, previous);
    bool is_here = path && *path != '/' && !access(path, F_OK) && getcwd(here, sizeof here);
    printf("    - '");
    if (is_here) {
        printf("%.*s", (int)(path - word), word);
        print_text(here);
        putchar('/');
    }
    print_text(is_here ? path : word);
    puts("'");
}

/* The .clangd file of a job. */
void sw_print_clangd(struct sw_job *job) {
    struct sw_strings words = {0};
    sw_editor_words(&job->frontend, &words);
    printf("# What clangd needs to know to read .cu files as swcc does: swcc --print-clangd > .clangd\n"
           "If:\n  PathMatch: '.*\\.cuh?'\nCompileFlags:\n  Compiler: ");
    print_word(words.at[0], "");
    putchar('\n');
    print_removed();
    printf("  Add:\n");
    for (size_t i = 1; i < words.count; i++)
        print_flag(words.at[i], words.at[i - 1]);
    /* With C++20's modules clangd loses functions that differ by __device__ alone when it reads its preamble. */
    printf("    - '-Xclang'\n    - '-fno-cxx-modules'\n");
}
