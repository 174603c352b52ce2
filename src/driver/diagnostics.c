/* What the tools said, once.
 *
 * The device pass and the host pass read the same source and find the same faults. Both run at once, so each one's
 * messages are kept until it ends: the device pass's are printed, and of the host pass's only those that are new. A
 * message is the line with its place and kind, told apart by that line, and what follows it: source, caret, notes; but for
 * notes about macros of our own headers. */
#define _GNU_SOURCE /* memmem */
#include "driver/driver.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct text {
    const char *at;
    size_t length;
};

static struct text take_line(const char **rest) {
    struct text line = {*rest, strcspn(*rest, "\n")};
    line.length += line.at[line.length] == '\n';
    *rest += line.length;
    return line;
}

static bool contains(struct text line, const char *word) {
    return memmem(line.at, line.length, word, strlen(word));
}

/* "   14 | int main() {" and the line with the caret. */
static bool is_excerpt(struct text line) {
    return line.at[0] == ' ' || (isdigit((unsigned char)line.at[0]) && contains(line, " | "));
}

/* The line that starts a message (notes belong to the message before), colours or not. */
static bool starts_message(struct text line) {
    return !is_excerpt(line) && (contains(line, "error: ") || contains(line, "warning: "));
}

/* "In file included from a.h:3:" stands before the message that it belongs to. */
static bool leads_message(struct text line) {
    return contains(line, "In file included from ") || contains(line, "                 from ");
}

/* "2 errors generated when compiling for sm_90.": each pass counts for itself. */
static bool is_count(struct text line) {
    return isdigit((unsigned char)line.at[0]) &&
           (contains(line, " generated when compiling for ") || contains(line, " generated.\n"));
}

/* "note: expanded from macro 'A'" in a header of ours, whose excerpts and places in pasted text follow: four of them stand
 * behind each candidate of an overloaded function, and say nothing of the program. `so_far`: for the line before. */
static bool shows_our_macros(struct text line, bool so_far) {
    if (is_excerpt(line) || (contains(line, "note: ") &&
                             (contains(line, "<scratch space>") || contains(line, " expansions in backtrace; "))))
        return so_far;
    return contains(line, "note: ") && contains(line, "expanded from ") && contains(line, "/include/cuda/softwarp/");
}

static bool was_said(const char *before, struct text line) {
    while (before && *before) {
        struct text other = take_line(&before);
        if (other.length == line.length && memcmp(other.at, line.at, line.length) == 0)
            return true;
    }
    return false;
}

static void print(struct text text) {
    fwrite(text.at, 1, text.length, stderr);
}

static bool starts_anything(struct text line) {
    return starts_message(line) || leads_message(line) || contains(line, "cannot find -l");
}

/* Says the hint that waits for the end of its message, once in a row. */
static void say_hint(const char **waiting, const char **said) {
    if (*waiting && !(*said && strcmp(*waiting, *said) == 0))
        fprintf(stderr, "%s\n", *waiting);
    *said = *waiting ? *waiting : *said;
    *waiting = NULL;
}

/* Prints what a tool said, without the messages that `before` (may be null) has already, and without clang's counts;
 * and hints (hints.c) behind what they are about. */
void sw_print_diagnostics(struct sw_arena *arena, const char *text, const char *before) {
    bool silent = false, ours = false;
    const char *hint = NULL, *said = NULL;
    struct text lead = {text, 0}; /* lines that wait for the message they lead */
    while (*text) {
        struct text line = take_line(&text);
        if (starts_anything(line))
            say_hint(&hint, &said);
        ours = shows_our_macros(line, ours);
        if (is_count(line) || ours)
            continue;
        if (leads_message(line)) {
            lead.at = lead.length ? lead.at : line.at;
            lead.length = (size_t)(line.at + line.length - lead.at);
            continue;
        }
        if (starts_message(line))
            silent = was_said(before, line);
        if (!silent) {
            print(lead);
            print(line);
            const char *found = sw_hint(arena, sw_arena_printf(arena, "%.*s", (int)line.length, line.at));
            hint = found ? found : hint;
        }
        lead.length = 0;
    }
    print(lead);
    say_hint(&hint, &said);
}
