/* Findings as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format), which code-scanning services read. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "check.h"

/* RFC 3986: what is neither unreserved nor a separator is written as its bytes. */
static void write_uri(FILE *to, const char *file) {
    fprintf(to, "{\"uri\": \"%s", *file == '/' ? "file://" : "");
    for (const unsigned char *at = (const unsigned char *)file; *at; at++)
        if (*at < 0x80 && (isalnum(*at) || strchr("-._~/+,=@", *at)))
            fputc(*at, to);
        else
            fprintf(to, "%%%02X", *at);
    fputs("\"}", to);
}

static void write_location(FILE *to, const struct check_line *line) {
    fputs("{\"physicalLocation\": {\"artifactLocation\": ", to);
    write_uri(to, line->file);
    fprintf(to, ", \"region\": {\"startLine\": %u", line->line);
    if (line->column) fprintf(to, ", \"startColumn\": %u", line->column);
    fputs("}}, \"logicalLocations\": [{\"fullyQualifiedName\": ", to);
    check_json_string(to, line->function);
    fputs("}]}", to);
}

/* The title, and what is to be read below it. */
static void write_message(FILE *to, const struct check_finding *f) {
    char text[2048];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", f->title);
    for (size_t i = 0; i < f->num_lines && used < sizeof text; i++)
        if (f->lines[i].kind == CHECK_NOTE)
            used += (size_t)snprintf(text + used, sizeof text - used, "\n%s", f->lines[i].text);
    fputs("\"message\": {\"text\": ", to);
    check_json_string(to, text);
    fputc('}', to);
}

static void write_related(FILE *to, const struct check_finding *f, const struct check_line *first) {
    bool any = false;
    fputs(", \"relatedLocations\": [", to);
    for (size_t i = 0; i < f->num_lines; i++) {
        const struct check_line *line = &f->lines[i];
        if (line == first || line->kind > CHECK_HOST || !line->line) continue;
        fputs(any ? ",\n         " : "\n         ", to);
        write_location(to, line);
        any = true;
    }
    fputc(']', to);
}

static void write_result(FILE *to, const struct check_finding *f) {
    const struct check_line *place = check_finding_place(f);
    fprintf(to, "      {\"ruleId\": \"%s/%s\", \"level\": \"%s\", ", f->tool, f->rule,
            f->is_error ? "error" : "warning");
    fprintf(to, "\"occurrenceCount\": %" PRIu64 ",\n       ", f->count);
    write_message(to, f);
    if (place) {
        fputs(",\n       \"locations\": [", to);
        write_location(to, place);
        fputc(']', to);
        write_related(to, f, place);
    }
    fputc('}', to);
}

static bool is_first_of_rule(const struct check_findings *findings, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (!strcmp(findings->at[i].rule, findings->at[index].rule) &&
            !strcmp(findings->at[i].tool, findings->at[index].tool))
            return false;
    return true;
}

static void write_rules(FILE *to, const struct check_findings *findings) {
    bool any = false;
    for (size_t i = 0; i < findings->count; i++) {
        if (!is_first_of_rule(findings, i)) continue;
        fprintf(to, "%s\n        {\"id\": \"%s/%s\"}", any ? "," : "", findings->at[i].tool, findings->at[i].rule);
        any = true;
    }
}

/* What was not checked makes the run incomplete, which services show beside the results. */
static void write_invocation(FILE *to, const struct check_findings *findings) {
    bool is_complete = check_is_complete(findings);
    fprintf(to, "    \"invocations\": [{\"executionSuccessful\": %s", is_complete ? "true" : "false");
    if (!is_complete) {
        fputs(",\n      \"toolExecutionNotifications\": [{\"level\": \"error\", \"message\": {\"text\": \"", to);
        check_print_summary(to, findings); /* nothing in it that JSON writes otherwise */
        fputs("\"}}]", to);
    }
    fputs("}],\n", to);
}

void check_write_sarif(FILE *to, const struct check_findings *findings) {
    fputs("{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n"
          "  \"runs\": [{\n    \"tool\": {\"driver\": {\"name\": \"Softwarp\", \"version\": \"" SOFTWARP_VERSION "\",\n"
          "      \"rules\": [", to);
    write_rules(to, findings);
    fputs("]}},\n", to);
    write_invocation(to, findings);
    fputs("    \"results\": [", to);
    for (size_t i = 0; i < findings->count; i++) {
        fputs(i ? ",\n" : "\n", to);
        write_result(to, &findings->at[i]);
    }
    fputs("]\n  }]\n}\n", to);
}
