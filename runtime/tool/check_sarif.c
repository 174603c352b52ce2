/* Findings as SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format), which code-scanning services read. */
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "check.h"
#include "system.h"

/* RFC 3986: what is neither unreserved nor a separator is written as its bytes. */
static void write_escaped(FILE *to, const char *file) {
    for (const unsigned char *at = (const unsigned char *)file; *at; at++)
        if (*at < 0x80 && (isalnum(*at) || strchr("-._~/+,=@", *at)))
            fputc(*at, to);
        else
            fprintf(to, "%%%02X", *at);
}

/* A relative name is one of the folder that the program was run in. */
static void write_uri(FILE *to, const char *file) {
    fprintf(to, "{\"uri\": \"%s", *file == '/' ? "file://" : "");
    write_escaped(to, file);
    fprintf(to, "\"%s}", *file == '/' ? "" : ", \"uriBaseId\": \"RUN\"");
}

static void write_folder_uri(FILE *to, const char *folder) {
    fputs("{\"uri\": \"file://", to);
    write_escaped(to, folder);
    fputs(folder[strlen(folder) - 1] == '/' ? "\"}" : "/\"}", to);
}

/* The members of a location but its number. */
static void write_place(FILE *to, const struct check_line *line) {
    fputs("\"physicalLocation\": {\"artifactLocation\": ", to);
    write_uri(to, line->file);
    fprintf(to, ", \"region\": {\"startLine\": %u", line->line);
    if (line->column)
        fprintf(to, ", \"startColumn\": %u", line->column);
    fputs("}}, \"logicalLocations\": [{\"fullyQualifiedName\": ", to);
    check_json_string(to, line->function);
    fputs(", \"kind\": \"function\"}]", to);
}

/* "write at", "called at" of device code; host code is told by the heading above it. */
static void write_said_place(FILE *to, const struct check_finding *f, size_t index) {
    const struct check_line *line = &f->lines[index];
    size_t heading = index;
    while (line->kind == CHECK_HOST && heading && f->lines[heading].kind == CHECK_HOST)
        heading--;
    bool is_told = line->kind == CHECK_AT || f->lines[heading].kind == CHECK_NOTE;
    write_place(to, line);
    fputs(", \"message\": {\"text\": ", to);
    const char *text = is_told ? f->lines[heading].text : "host code";
    check_json_string(to, strcmp(text, "at") ? text : f->title); /* the one place of a finding */
    fputc('}', to);
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

static bool is_place(const struct check_line *line) {
    return line->kind <= CHECK_HOST && line->line;
}

static void write_related(FILE *to, const struct check_finding *f, const struct check_line *first) {
    unsigned number = 0;
    fputs(", \"relatedLocations\": [", to);
    for (size_t i = 0; i < f->num_lines; i++) {
        if (&f->lines[i] == first || !is_place(&f->lines[i]))
            continue;
        fprintf(to, "%s\n         {\"id\": %u, ", number ? "," : "", number + 1);
        write_said_place(to, f, i);
        fputc('}', to);
        number++;
    }
    fputc(']', to);
}

/* The calls that led a thread to its place, outermost first; they stand above the thread, the other way round. */
static void write_thread(FILE *to, const struct check_finding *f, size_t first, size_t end, const char *block) {
    bool any = false;
    fputs("{\"id\": ", to);
    char id[128];
    snprintf(id, sizeof id, "thread (%s) in block (%s)", f->lines[end].text, block);
    check_json_string(to, id);
    fputs(", \"locations\": [", to);
    for (size_t i = end; i-- > first;) {
        if (f->lines[i].kind != CHECK_AT || !f->lines[i].line)
            continue;
        fputs(any ? ", {\"location\": {" : "{\"location\": {", to);
        write_said_place(to, f, i);
        fputs("}}", to);
        any = true;
    }
    fputs("]}", to);
}

static bool has_place(const struct check_finding *f, size_t first, size_t end) {
    for (size_t i = first; i < end; i++)
        if (f->lines[i].kind == CHECK_AT && f->lines[i].line)
            return true;
    return false;
}

/* Each thread that the finding is about is a thread flow; a line of its block stands behind its own. */
static void write_threads(FILE *to, const struct check_finding *f) {
    size_t first = 0;
    bool any = false;
    for (size_t i = 0; i + 1 < f->num_lines; i++) {
        if (f->lines[i].kind != CHECK_THREAD)
            continue;
        if (has_place(f, first, i)) {
            fputs(any ? ",\n         " : ",\n       \"codeFlows\": [{\"threadFlows\": [", to);
            write_thread(to, f, first, i, f->lines[i + 1].text);
            any = true;
        }
        first = i + 1;
    }
    if (any)
        fputs("]}]", to);
}

static void write_properties(FILE *to, const struct check_finding *f) {
    const char *kernel = check_finding_kernel(f);
    fprintf(to, ",\n       \"properties\": {\"tool\": \"%s\"", f->tool);
    if (kernel) {
        fputs(", \"kernel\": ", to);
        check_json_string(to, kernel);
    }
    check_json_facts(to, f);
    fputc('}', to);
}

static void write_result(FILE *to, const struct check_finding *f) {
    const struct check_line *place = check_finding_place(f);
    fprintf(to, "      {\"ruleId\": \"%s/%s\", \"level\": \"%s\", ", f->tool, f->rule,
            f->is_error ? "error" : "warning");
    fprintf(to, "\"occurrenceCount\": %" PRIu64 ",\n       ", f->count);
    write_message(to, f);
    if (place) {
        fputs(",\n       \"locations\": [{", to);
        write_place(to, place);
        fputs("}]", to);
        write_related(to, f, place);
    }
    write_threads(to, f);
    write_properties(to, f);
    fputc('}', to);
}

static bool is_first_of_rule(const struct check_findings *findings, size_t index) {
    for (size_t i = 0; i < index; i++)
        if (!strcmp(findings->at[i].rule, findings->at[index].rule) &&
            !strcmp(findings->at[i].tool, findings->at[index].tool))
            return false;
    return true;
}

struct rule {
    const char *id, *description, *help;
};
static const struct rule rules[] = {
#define RULE(id, description, help) {id, description, help},
#include "check_rules.def"
};

static void write_rule(FILE *to, const struct check_finding *f) {
    char id[128];
    snprintf(id, sizeof id, "%s/%s", f->tool, f->rule);
    struct rule rule = {id, f->title, "docs/checkers.md says what this checker finds."};
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!strcmp(rules[i].id, id))
            rule = rules[i];
    fprintf(to, "\n        {\"id\": \"%s\", \"shortDescription\": {\"text\": ", id);
    check_json_string(to, rule.description);
    fputs("},\n         \"help\": {\"text\": ", to);
    check_json_string(to, rule.help);
    fputs("}}", to);
}

static void write_rules(FILE *to, const struct check_findings *findings) {
    bool any = false;
    for (size_t i = 0; i < findings->count; i++) {
        if (!is_first_of_rule(findings, i))
            continue;
        if (any)
            fputc(',', to);
        write_rule(to, &findings->at[i]);
        any = true;
    }
}

static void write_command(FILE *to, const struct check_options *options, const char *folder) {
    fputs(",\n      \"arguments\": [", to);
    for (char **word = options->program; *word; word++) {
        if (word != options->program)
            fputs(", ", to);
        check_json_string(to, *word);
    }
    fputs("], \"workingDirectory\": ", to);
    write_folder_uri(to, folder);
}

static void write_summary(FILE *to, const struct check_findings *findings) {
    char *text = NULL;
    size_t size = 0;
    FILE *summary = open_memstream(&text, &size);
    if (!summary)
        swrt_fatal("out of memory");
    check_print_summary(summary, findings);
    fclose(summary);
    check_json_string(to, text);
    free(text);
}

/* What was not checked makes the run incomplete, which services show beside the results. */
static void write_invocation(FILE *to, const struct check_findings *findings, const struct check_options *options,
                             const char *folder) {
    bool is_complete = check_is_complete(findings);
    fprintf(to, "    \"invocations\": [{\"executionSuccessful\": %s", is_complete ? "true" : "false");
    write_command(to, options, folder);
    if (!is_complete) {
        fputs(",\n      \"toolExecutionNotifications\": [{\"level\": \"error\", \"message\": {\"text\": ", to);
        write_summary(to, findings);
        fputs("}}]", to);
    }
    fputs("}],\n", to);
}

void check_write_sarif(FILE *to, const struct check_findings *findings, const struct check_options *options) {
    char folder[PATH_MAX];
    tool_folder(folder, sizeof folder);
    fputs("{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n  \"version\": \"2.1.0\",\n"
          "  \"runs\": [{\n    \"tool\": {\"driver\": {\"name\": \"Softwarp\", \"version\": \"" SOFTWARP_VERSION "\",\n"
          "      \"rules\": [",
          to);
    write_rules(to, findings);
    fputs("]}},\n", to);
    write_invocation(to, findings, options, folder);
    fputs("    \"originalUriBaseIds\": {\"RUN\": ", to);
    write_folder_uri(to, folder);
    fputs("},\n", to);
    fputs("    \"results\": [", to);
    for (size_t i = 0; i < findings->count; i++) {
        fputs(i ? ",\n" : "\n", to);
        write_result(to, &findings->at[i]);
    }
    fputs("]\n  }]\n}\n", to);
}
