/* Findings for programs: {"tool", "errors", "findings": [{"tool", "rule", "severity", "title", "count", "kernel",
 * ...}]} */
#include <inttypes.h>
#include <string.h>

#include "check.h"

void check_json_string(FILE *to, const char *text) {
    fputc('"', to);
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        if (*at == '"' || *at == '\\')
            fprintf(to, "\\%c", *at);
        else if (*at < 0x20 || *at == 0x7f)
            fprintf(to, "\\u%04x", *at);
        else
            fputc(*at, to);
    fputc('"', to);
}

static void write_place(FILE *to, const struct check_line *line) {
    fputs("\"function\": ", to);
    check_json_string(to, line->function);
    if (!line->line) return;
    fputs(", \"file\": ", to);
    check_json_string(to, line->file);
    fprintf(to, ", \"line\": %u", line->line);
    if (line->column) fprintf(to, ", \"column\": %u", line->column);
}

static void write_line(FILE *to, const struct check_line *line) {
    static const char *const kinds[] = {"at", "host", "note", "kernel", "block", "thread"};
    fprintf(to, "{\"kind\": \"%s\"", kinds[line->kind]);
    if (line->kind != CHECK_HOST) {
        fputs(", \"text\": ", to);
        check_json_string(to, line->text);
    }
    if (line->kind <= CHECK_HOST) {
        fputs(", ", to);
        write_place(to, line);
    }
    fputc('}', to);
}

static void write_finding(FILE *to, const struct check_finding *f) {
    fprintf(to, "    {\"tool\": \"%s\", \"rule\": \"%s\", \"severity\": \"%s\", ", f->tool, f->rule,
            f->is_error ? "error" : "warning");
    fprintf(to, "\"count\": %" PRIu64 ",\n     \"title\": ", f->count);
    check_json_string(to, f->title);
    fputs(",\n     \"lines\": [", to);
    for (size_t i = 0; i < f->num_lines; i++) {
        fputs(i ? ",\n       " : "\n       ", to);
        write_line(to, &f->lines[i]);
    }
    fputs("]}", to);
}

void check_write_json(FILE *to, const struct check_findings *findings, const struct check_options *options) {
    fputs("{\n  \"program\": ", to);
    check_json_string(to, options->program[0]);
    fputs(",\n  \"tools\": ", to);
    check_json_string(to, options->tools);
    fprintf(to, ",\n  \"errors\": %" PRIu64 ",\n  \"findings\": [", check_findings_errors(findings, false));
    for (size_t i = 0; i < findings->count; i++) {
        fputs(i ? ",\n" : "\n", to);
        write_finding(to, &findings->at[i]);
    }
    fputs("\n  ]\n}\n", to);
}
