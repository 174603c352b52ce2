/* Messages for a person, in the shape that compilers use and editors understand.
 *
 * The process has one stream of messages and one exit status, so the program's name and the count of errors are
 * process-wide. Each message is written at once: two processes that share stderr do not mix within a line. */
#include "base/base.h"

#include <stdio.h>
#include <stdlib.h>

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

/* Something that cannot happen did: says so and stops. The status 70 (EX_SOFTWARE) tells it from a user's error. */
void sw_bug(const char *format, ...) {
    va_list args;
    va_start(args, format);
    write_message(stderr, SW_NOWHERE, "internal error", format, args);
    va_end(args);
    fprintf(stderr, "This is a bug in Softwarp, not in your program.\n");
    exit(70);
}
