/* Findings for programs: {"version", "program", "tools", "errors", "suppressed", "complete",
 * "kernels": {"checked", "unchecked"}, "findings": [{"tool", "rule", "severity", "count", "title", "address", "size",
 * "allocation": {"address", "size"}, "mend", "lines"}]}. softwarp verify has "launches": {"all", "same", "different",
 * "depends-on-order", "one-thread", "not-compared", "left-out"} instead of "kernels". The version changes when a key
 * goes, or means something else; others may come. */
#include <inttypes.h>
#include <string.h>

#include "check.h"

enum { JSON_VERSION = 1 };

/* Bytes of the UTF-8 character at the place; 0: none begins there. */
static int utf8_bytes(const unsigned char *at) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    int bytes = *at < 0x80 ? 1 : *at >> 5 == 6 ? 2 : *at >> 4 == 14 ? 3 : *at >> 3 == 30 ? 4 : 0;
    uint32_t code = bytes > 1 ? *at & (0xff >> (bytes + 1)) : *at;
    for (int i = 1; i < bytes; i++) {
        if (at[i] >> 6 != 2)
            return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    bool is_valid = bytes && code >= least[bytes] && code <= 0x10ffff && code >> 11 != 0x1b;
    return is_valid ? bytes : 0;
}

/* File names may have any bytes; JSON is UTF-8. */
void check_json_string(FILE *to, const char *text) {
    fputc('"', to);
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        int bytes = utf8_bytes(at);
        if (!bytes)
            fputs("\\ufffd", to);
        else if (*at == '"' || *at == '\\')
            fprintf(to, "\\%c", *at);
        else if (*at < 0x20 || *at == 0x7f)
            fprintf(to, "\\u%04x", *at);
        else
            fwrite(at, 1, (size_t)bytes, to);
        at += bytes ? bytes : 1;
    }
    fputc('"', to);
}

static void write_place(FILE *to, const struct check_line *line) {
    fputs("\"function\": ", to);
    check_json_string(to, line->function);
    if (!line->line)
        return;
    fputs(", \"file\": ", to);
    check_json_string(to, line->file);
    fprintf(to, ", \"line\": %u", line->line);
    if (line->column)
        fprintf(to, ", \"column\": %u", line->column);
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

void check_json_facts(FILE *to, const struct check_finding *f) {
    const struct check_facts *facts = &f->facts;
    int base = facts->allocation ? (int)strcspn(facts->allocation, " ") : 0;
    if (facts->address)
        fprintf(to, ", \"address\": \"%s\"", facts->address);
    if (facts->size)
        fprintf(to, ", \"size\": %s", facts->size);
    if (base)
        fprintf(to, ", \"allocation\": {\"address\": \"%.*s\", \"size\": %s}", base, facts->allocation,
                facts->allocation + base + 1);
    if (!f->mend || !*f->mend)
        return;
    fputs(", \"mend\": ", to);
    check_json_string(to, f->mend);
}

static void write_finding(FILE *to, const struct check_finding *f) {
    fprintf(to, "    {\"tool\": \"%s\", \"rule\": \"%s\", \"severity\": \"%s\", ", f->tool, f->rule,
            f->is_error ? "error" : "warning");
    fprintf(to, "\"count\": %" PRIu64 ",\n     \"title\": ", f->count);
    check_json_string(to, f->title);
    check_json_facts(to, f);
    fputs(",\n     \"lines\": [", to);
    for (size_t i = 0; i < f->num_lines; i++) {
        fputs(i ? ",\n       " : "\n       ", to);
        write_line(to, &f->lines[i]);
    }
    fputs("]}", to);
}

static void write_names(FILE *to, const char *key, const struct check_kernels *kernels) {
    fprintf(to, "\"%s\": [", key);
    for (size_t i = 0; i < kernels->count; i++) {
        fputs(i ? ", " : "", to);
        check_json_string(to, kernels->names[i]);
    }
    fputc(']', to);
}

static void write_kernels(FILE *to, const struct check_findings *findings) {
    fputs(",\n  \"kernels\": {", to);
    write_names(to, "checked", &findings->checked);
    fputs(", ", to);
    write_names(to, "unchecked", &findings->unchecked);
    fputc('}', to);
}

static void write_launches(FILE *to, const struct check_findings *findings) {
    static const char *const keys[CHECK_VERIFIED] = {
        [VERIFIED_LAUNCHES] = "all",        [VERIFIED_SAME] = "same",
        [VERIFIED_DIFFERENT] = "different", [VERIFIED_DEPENDS] = "depends-on-order",
        [VERIFIED_NARROW] = "one-thread",   [VERIFIED_NOT_COMPARED] = "not-compared",
        [VERIFIED_LEFT_OUT] = "left-out"};
    if (!findings->is_counted)
        return;
    fputs(",\n  \"launches\": {", to);
    for (size_t i = 0; i < CHECK_VERIFIED; i++)
        fprintf(to, "%s\"%s\": %" PRIu64, i ? ", " : "", keys[i], findings->launches[i]);
    fputc('}', to);
}

void check_write_json(FILE *to, const struct check_findings *findings, const struct check_options *options) {
    fprintf(to, "{\n  \"version\": %d,\n  \"program\": ", JSON_VERSION);
    check_json_string(to, options->program[0]);
    fputs(",\n  \"tools\": ", to);
    check_json_string(to, options->tools);
    fprintf(to, ",\n  \"errors\": %" PRIu64, check_findings_errors(findings, false));
    fprintf(to, ",\n  \"suppressed\": %zu", findings->num_suppressed);
    bool is_complete = options->verify ? check_is_verified(findings) : check_is_complete(findings);
    fprintf(to, ",\n  \"complete\": %s", is_complete ? "true" : "false");
    options->verify ? write_launches(to, findings) : write_kernels(to, findings);
    fputs(",\n  \"findings\": [", to);
    for (size_t i = 0; i < findings->count; i++) {
        fputs(i ? ",\n" : "\n", to);
        write_finding(to, &findings->at[i]);
    }
    fputs("\n  ]\n}\n", to);
}
