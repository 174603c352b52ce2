/* Messages for a person, in the shape that compilers use and editors understand.
 *
 * The process has one stream of messages and one exit status, so the program's name and the count of errors are
 * process-wide. Each message is written at once: two processes that share stderr do not mix within a line. */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program = "softwarp";
static unsigned errors;

static void write_message(FILE *to, struct sw_place place, const char *kind, const char *format, va_list args) {
    char start[512], text[4096];
    if (place.file && place.line && place.column)
        snprintf(start, sizeof start, "%s:%u:%u", place.file, place.line, place.column);
    else if (place.file && place.line)
        snprintf(start, sizeof start, "%s:%u", place.file, place.line);
    else
        snprintf(start, sizeof start, "%s", place.file ? place.file : program);
    vsnprintf(text, sizeof text, format, args);
    fprintf(to, "%s: %s: %s\n", start, kind, text);
}

/* The name that messages without a place start with. The string must outlive the process's last message. */
void sw_diag_set_program(const char *name) {
    program = name;
}

/* An error of the user's: counted, so that the tool ends with a failing status. */
void sw_error(struct sw_place place, const char *format, ...) {
    va_list args;
    va_start(args, format);
    write_message(stderr, place, "error", format, args);
    va_end(args);
    errors++;
}

void sw_warning(struct sw_place place, const char *format, ...) {
    va_list args;
    va_start(args, format);
    write_message(stderr, place, "warning", format, args);
    va_end(args);
}

/* What a compiler did, for those who asked. */
void sw_diag_remark(FILE *to, struct sw_place place, const char *format, ...) {
    va_list args;
    va_start(args, format);
    write_message(to, place, "remark", format, args);
    va_end(args);
}

void sw_note(struct sw_place place, const char *format, ...) {
    va_list args;
    va_start(args, format);
    write_message(stderr, place, "note", format, args);
    va_end(args);
}

/* How many errors were reported so far. */
unsigned sw_error_count(void) {
    return errors;
}

static struct sw_stage at; /* no name: between stages */

void sw_diag_set_stage(struct sw_stage stage) {
    at = stage;
}

/* What went wrong may be in the way of writing it down, too: that is tried once, and behind the message. */
static void keep_stage(void) {
    struct sw_stage stage = at;
    at = (struct sw_stage){0};
    const char *path = stage.keep ? stage.keep(stage.data, stage.name) : NULL;
    if (path)
        fprintf(stderr, "The module as it was then is in %s: please report it.\n", path);
}

/* Something that cannot happen did: says so and stops. The status 70 (EX_SOFTWARE) tells it from a user's error. */
void sw_bug(const char *format, ...) {
    char text[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    fprintf(stderr, "%s: internal error: %s%s%s%s\n", program, at.name ? "in pass '" : "", at.name ? at.name : "",
            at.name ? "': " : "", text);
    fprintf(stderr, "This is a bug in Softwarp, not in your program.\n");
    keep_stage();
    exit(70);
}

/* The file within src/, wherever that was when it was compiled. */
static const char *within_sources(const char *file) {
    for (const char *folder; (folder = strstr(file, "/src/"));)
        file = folder + strlen("/src/");
    return file;
}

void sw_assert_failed(const char *file, unsigned line, const char *condition) {
    sw_bug("%s:%u: assertion '%s' failed", within_sources(file), line, condition);
}
